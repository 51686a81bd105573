"""“That can't be right”: an evening on which scores are questioned, mended and confirmed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.ui.beforehand import begun
from tests.ui.playing import KUNIBERT, MITTLERE, THREE, Match, captured, points, type_round

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.ui.conftest import Unpack
    from tests.ui.phone import Phone
    from tests.ui.serving import Server

both_ways = pytest.mark.parametrize(
    "scripts", [True, False], ids=["with JavaScript", "without JavaScript"]
)

FOUR = Match(
    MITTLERE,
    THREE,
    {"Rounds": "4"},
    (
        (points(70, 52, 35), (1, -2, 1)),
        (points(60, 62, 35), (-2, 1, 1)),
        (points(70, 52, 35), (1, -2, 1)),
        (points(60, 35, 62), (-2, 1, 1)),
    ),
    totals=(-2, -2, 4),
    places=(2, 2, 1),
    result="Cem wins",
    dealers=("Ada", "Cem", "Ben", "Ada"),
)

SPRINT = Match(
    KUNIBERT,
    THREE,
    {"Target": "200"},
    (
        (captured({"1–5": 9, "6–9": 3}, {"1–5": 2}, {"1–5": 2}, last_card="Ben"), (75, 40, 10)),
        (captured({"1–5": 8, "6–9": 4}, {"1–5": 2}, {"1–5": 2}, last_card="Ben"), (80, 40, 10)),
        (captured({"1–5": 2}, {"1–5": 2}, {"1–5": 2}, last_card="Cem"), (10, 10, 40)),
    ),
    totals=(165, 90, 60),
    places=(1, 2, 3),
    result="",
    dealers=("Ada", "Ben", "Cem"),
)
MORE = captured({"1–5": 9, "6–9": 7, "Black 12": 1}, {"1–5": 2}, {"1–5": 2}, last_card="Ben")
"""Round 1 of the sprint with five cards more in Ada's pile: 130, so that round 2 ends it."""


def correct(phone: Phone, number: int, played: object, reason: str = "") -> None:
    """Correct a round from the scoreboard on: look at what changes, then save."""
    phone.page.locator(".board").get_by_role("link", name=f"Round {number}").tap()
    phone.follow("Correct this round")
    type_round(phone, THREE, played)  # type: ignore[arg-type]
    phone.press("See what changes")
    phone.page.get_by_label("Why is it corrected?").fill(reason)
    phone.press("Save correction")


@pytest.fixture
def join(
    unpack: Unpack,
    ui_phone: Phone,
    ui_server: Server,
    scripts: bool,
) -> Callable[[str], Phone]:
    """Let another player's phone in, which opens the match that the first one has open."""

    def make(name: str) -> Phone:
        phone = unpack(ui_server, scripts=scripts)
        phone.open(ui_server.invitation())
        phone.page.get_by_text(name, exact=True).tap()
        phone.press("Join")
        phone.page.wait_for_url("**/circles/*/")
        phone.open(ui_phone.path)
        return phone

    return make


@both_ways
def test_round_1_of_4_is_corrected_after_round_4(ui_phone: Phone, ui_server: Server) -> None:
    """Totals, places and the winner follow; what stood before is in the history (fault 2)."""
    begun(ui_phone, FOUR, 4)
    page = ui_phone.page
    result = page.get_by_role("region", name="Result")
    expect(result).to_contain_text("Cem wins")
    correct(ui_phone, 1, points(35, 70, 52), "Ada and Cem were mixed up")

    expect(page.locator("h1")).to_have_text("Mittlere Jass")
    ui_phone.has_rounds(4)
    ui_phone.shows_row("Round 1", 1, 1, -2)
    ui_phone.shows_row("Total", -2, 1, 1)
    ui_phone.shows_row("Place", "3.", "1.", "1.")
    expect(result).to_contain_text("Ben and Cem share the win")

    page.locator(".board").get_by_role("link", name="Round 1").tap()
    ui_phone.follow("History of this round")

    expect(page.locator(".events h2")).to_have_text(["Entered round 1", "Corrected round 1"])
    expect(page.locator(".events li").first).to_contain_text("Ada 1 · Ben −2 · Cem 1")
    expect(page.locator(".changes li")).to_have_text(
        [
            "Ada, points 70 → 35 (still 1)",
            "Ben, points 52 → 70: −2 → 1",
            "Cem, points 35 → 52: 1 → −2",
        ]
    )
    expect(page.locator(".events q")).to_have_text("Ada and Cem were mixed up")
    assert ui_server.acts[-2:] == ["record 4", "correct 1"]


@both_ways
def test_a_correction_moves_the_end_of_kunibert_both_ways(
    ui_phone: Phone, ui_server: Server
) -> None:
    """Earlier: round 3 stays visible and doesn't count; back again: the match is in play."""
    begun(ui_phone, SPRINT, 3)
    page = ui_phone.page
    result = page.get_by_role("region", name="Result")
    correct(ui_phone, 1, MORE)

    expect(result).to_contain_text("Ada wins")
    ui_phone.shows_row("Round 3", 10, 10, 40)
    ui_phone.shows_row("Total", 210, 80, 20)
    expect(page.get_by_role("row", name="Round 3")).to_contain_text("after the end")
    expect(page.get_by_text("it doesn't count")).to_be_visible()

    ui_phone.press("Count them all the same")

    ui_phone.shows_row("Total", 220, 90, 60)

    ui_phone.press("Don't count them")
    ui_phone.shows_row("Total", 210, 80, 20)
    correct(ui_phone, 1, SPRINT.rounds[0][0])

    ui_phone.shows_row("Total", 165, 90, 60)
    expect(result).to_have_count(0)
    expect(ui_phone.link("Enter round 4")).to_be_visible()
    assert ui_server.acts[-4:] == [
        "correct 1",
        "count_after_end",
        "count_after_end",
        "correct 1",
    ]


@both_ways
def test_undo_restore_and_undo_again(ui_phone: Phone, ui_server: Server) -> None:
    """Each is one tap and one revision; the history has all three."""
    begun(ui_phone, FOUR, 2)
    page = ui_phone.page
    ui_phone.press("Undo round 2")
    ui_phone.has_rounds(1)
    ui_phone.press("Restore it")
    ui_phone.has_rounds(2)
    ui_phone.press("Undo round 2")
    ui_phone.has_rounds(1)
    ui_phone.follow("History")

    expect(page.locator(".events h2")).to_have_text(
        [
            "The match began",
            "Entered round 1",
            "Entered round 2",
            "Undid round 2",
            "Restored round 2",
            "Undid round 2",
        ]
    )
    assert ui_server.acts[-3:] == ["void 2", "restore 2", "void 2"]


@both_ways
def test_two_phones_correct_one_round(
    ui_phone: Phone, join: Callable[[str], Phone], ui_server: Server
) -> None:
    """The second sees both versions side by side, and chooses (fault 15)."""
    begun(ui_phone, FOUR, 1)
    ben = join("Ben")
    for phone, cards in ((ui_phone, points(60, 62, 35)), (ben, points(35, 52, 70))):
        phone.page.locator(".board").get_by_role("link", name="Round 1").tap()
        phone.follow("Correct this round")
        type_round(phone, THREE, cards)
        phone.press("See what changes")
        expect(phone.button("Save correction")).to_be_visible()
    ui_phone.press("Save correction")
    ui_phone.shows_row("Round 1", -2, 1, 1)
    ben.press("Save correction")

    expect(ben.page.locator(".difference tbody tr:not(.scored)")).to_have_text(
        ["Ada, Points 60 35", "Ben, Points 62 52", "Cem, Points 35 70"]
    )
    assert ui_server.acts == ["start", "record 1", "correct 1"]

    ben.press("Replace round 1")

    ben.shows_row("Round 1", 1, -2, 1)
    assert ui_server.acts == ["start", "record 1", "correct 1", "correct 1"]


@both_ways
def test_a_dispute_is_raised_settled_and_still_on_record(
    ui_phone: Phone, join: Callable[[str], Phone]
) -> None:
    """It stands on everybody's scoreboard until a correction settles it."""
    begun(ui_phone, FOUR, 1)
    board = ui_phone.path
    ben = join("Ben")
    ben.page.locator(".board").get_by_role("link", name="Round 1").tap()
    ben.page.get_by_text("Dispute it").tap()
    ben.page.get_by_label("What isn't right?").fill("I had 62")
    ben.press("Dispute")
    expect(ben.page.locator(".voices .warning")).to_contain_text("Ben disputes this")
    ui_phone.open(board)

    expect(ui_phone.page.get_by_text("Ben disputes round 1")).to_be_visible()

    correct(ui_phone, 1, points(60, 62, 35), "Ben had 62")

    ui_phone.shows_row("Round 1", -2, 1, 1)
    expect(ui_phone.page.get_by_text("Ben disputes round 1")).to_have_count(0)

    ui_phone.follow("History")

    expect(ui_phone.page.locator(".events h2")).to_have_text(
        ["The match began", "Entered round 1", "Disputed round 1", "Corrected round 1"]
    )
    expect(ui_phone.page.locator(".events q")).to_have_text(["I had 62", "Ben had 62"])


@both_ways
def test_confirmations_fall_away_when_the_round_is_corrected(
    ui_phone: Phone, join: Callable[[str], Phone]
) -> None:
    """✓ 2 of 3, by name; after the correction none (fault 14)."""
    begun(ui_phone, FOUR, 1)
    board = ui_phone.path
    for name in ("Ben", "Cem"):
        phone = join(name)
        phone.page.locator(".board").get_by_role("link", name="Round 1").tap()
        phone.press("I counted this too")
        expect(phone.button("Take my confirmation back")).to_be_visible()
    ui_phone.open(board)
    row = ui_phone.page.get_by_role("row", name="Round 1")

    expect(row).to_contain_text("✓ 2 of 3")

    correct(ui_phone, 1, points(60, 62, 35))

    ui_phone.shows_row("Round 1", -2, 1, 1)
    expect(row).not_to_contain_text("✓")
