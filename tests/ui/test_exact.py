"""A disputed count is refined to exact cards at the table, with and without JavaScript."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.ui.beforehand import begun
from tests.ui.playing import (
    FIVE,
    MIDDLE,
    RULEBOOK,
    SHARED,
    THREE,
    captured,
    count_field,
    type_round,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.ui.phone import Phone
    from tests.ui.serving import Server

both_ways = pytest.mark.parametrize(
    "scripts", [True, False], ids=["with JavaScript", "without JavaScript"]
)


def open_grid(phone: Phone, name: str) -> None:
    """Open a player's grid; the pad shows one player at a time."""
    if phone.page.locator(".tabs").is_visible():
        phone.page.locator(".tabs").get_by_role("button", name=name).tap()
    phone.press(f"Exact cards of {name}")


def refine(phone: Phone, name: str, cards: Mapping[str, tuple[str, ...]]) -> None:
    """Open a player's grid, tap cards by colour, and go back to the round."""
    open_grid(phone, name)
    for colour, values in cards.items():
        group = phone.page.get_by_role("group", name=colour)
        for value in values:
            box = group.get_by_role("checkbox", name=f"{colour} {value}", exact=True)
            unticked = box.and_(phone.page.locator(":not(:checked)")).first
            unticked.locator("xpath=ancestor::label").tap()
    phone.press("Done")


@both_ways
def test_arnes_red_cards_are_named_and_taken_from_the_others(
    ui_phone: Phone, ui_server: Server
) -> None:
    """Mückenstich: five reds become five cards; who opens the next grid sees them with Arne."""
    begun(ui_phone, SHARED)
    ui_phone.follow("Enter round 1")
    type_round(ui_phone, FIVE, RULEBOOK)
    refine(ui_phone, "Arne", {"Red": ("2", "4", "8", "12", "12")})
    arne = ui_phone.group("Arne")

    expect(arne.locator(".given")).to_have_text("5 exact cards: Red 2, 4, 8, 12, 12")
    expect(arne.locator(".tally")).to_have_text("5 of 5 cards")
    expect(arne).to_be_in_viewport()

    ui_phone.press("Exact cards of Geli")
    red = ui_phone.page.get_by_role("group", name="Red")

    expect(red.get_by_role("checkbox", name="Red 4 with Arne", exact=True)).to_be_disabled()
    expect(red.get_by_role("checkbox", name="Red 3", exact=True)).to_be_enabled()

    ui_phone.follow("Back to the round, without a change")
    ui_phone.press("Save round 1")
    ui_phone.shows_row("Round 1", 10, -1, -10, -3, 10)
    assert ui_server.acts == ["start", "record 1"]


@both_ways
def test_a_kunibert_pile_is_counted_from_its_cards(ui_phone: Phone) -> None:
    """Kunibert: groups are counted from the cards that are ticked; Count only brings them back."""
    ui_phone.open("/matches/new?game=kunibert&seat=%2BAda&seat=%2BBen&seat=%2BCem&rule-target=300")
    ui_phone.press("Start the match")
    ui_phone.follow("Enter round 1")
    type_round(ui_phone, THREE, captured({}, {}, {}, last_card="Ben"))
    refine(ui_phone, "Ada", {"Black": ("4", "8", "12"), "Red": ("3", "9", "12")})
    ada = ui_phone.group("Ada")

    expect(ada.locator(".derived")).to_have_text(["2", "2", "1", "1"])

    ui_phone.press("Check")
    expect(ui_phone.page.locator(".preview .standings b")).to_have_text(["65", "30", "0"])

    ui_phone.press("Exact cards of Ada")
    ui_phone.press("Count only")

    expect(count_field(ui_phone, "Ada", "1–5")).to_have_value("0")
    expect(ada.locator(".derived")).to_have_count(0)


@both_ways
def test_three_piles_of_mittlere_by_two(ui_phone: Phone) -> None:
    """Mittlere: two players' cards, trump and last trick are enough; the third has the rest."""
    everything = ("A", "K", "O", "U", "B", "9", "8", "7", "6")
    begun(ui_phone, MIDDLE)
    ui_phone.follow("Enter round 1")
    refine(ui_phone, "Ada", {"Acorns": everything})
    expect(ui_phone.group("Ben")).to_contain_text("These cards are still missing.")
    refine(ui_phone, "Ben", {"Shields": everything, "Roses": everything})

    expect(ui_phone.group("Cem").locator(".given")).to_have_text(
        "The rest, 9 cards: Bells A, K, O, U, B, 9, 8, 7, 6"
    )

    ui_phone.group("Which suit was trump?").get_by_text("None: no trump arose").tap()
    ui_phone.group("Who won the last trick?").get_by_text("Cem", exact=True).tap()
    ui_phone.press("Save round 1")

    ui_phone.shows_row("Round 1", 1, 1, -2)


def told(phone: Phone) -> str:
    """Give what the page says is ticked, as a screen reader is told it."""
    browser = phone.context.new_cdp_session(phone.page)
    nodes = {node["nodeId"]: node for node in browser.send("Accessibility.getFullAXTree")["nodes"]}
    browser.detach()

    def read(node: Mapping[str, Any]) -> str:
        if node["role"]["value"] == "StaticText":
            return str(node["name"]["value"])
        return "".join(read(nodes[child]) for child in node["childIds"])

    [label] = [
        node
        for node in nodes.values()
        if node["role"]["value"] == "StaticText" and read(node) == "Cards ticked:"
    ]
    return read(nodes[label["parentId"]]).removeprefix("Cards ticked:").strip()


@both_ways
def test_the_count_is_true_while_one_ticks_and_after_coming_back(ui_phone: Phone) -> None:
    """It follows each box, and what the browser restores on the way back and forward."""
    begun(ui_phone, SHARED)
    ui_phone.follow("Enter round 1")
    type_round(ui_phone, FIVE, RULEBOOK)
    open_grid(ui_phone, "Arne")
    expect(ui_phone.button("Done")).to_be_visible()
    counts = [told(ui_phone)]
    boxes = ui_phone.page.get_by_role("group", name="Red").locator("label")
    for at in (0, 2, 4, 2):
        boxes.nth(at).tap()
        counts.append(told(ui_phone))
    ui_phone.press("Done")
    expect(ui_phone.group("Arne").locator(".given")).to_have_text("2 exact cards: Red 1, 5")
    ui_phone.page.go_back()
    expect(ui_phone.button("Done")).to_be_visible()
    ticked = ui_phone.page.locator("input:checked").count()

    assert counts == ["0", "1", "2", "3", "2"]
    assert told(ui_phone) == str(ticked)
    assert ticked == 2


# Nothing typed is lost -------------------------------------------------------------------------

BACK = "What was typed here before is back."


def change(phone: Phone) -> None:
    """With Arne's reds given card by card, type another number for Geli."""
    refine(phone, "Arne", {"Red": ("2", "4", "8", "12", "12")})
    expect(phone.group("Arne").locator(".given")).to_be_visible()
    count_field(phone, "Geli", "Blue").fill("5")


def holds_change(phone: Phone) -> None:
    """Wait until the form has Arne's cards, and Geli's number."""
    given = phone.group("Arne").locator(".given")
    expect(given).to_have_text("5 exact cards: Red 2, 4, 8, 12, 12")
    expect(count_field(phone, "Geli", "Blue")).to_have_value("5")


def test_cards_and_numbers_beside_them_return(ui_phone: Phone, ui_server: Server) -> None:
    """After a reload, and when the round is entered again from the scoreboard; saved, they go."""
    begun(ui_phone, SHARED)
    board = ui_phone.path
    ui_phone.follow("Enter round 1")
    type_round(ui_phone, FIVE, RULEBOOK)
    change(ui_phone)
    ui_phone.page.reload()

    holds_change(ui_phone)

    ui_phone.open(board)
    ui_phone.follow("Enter round 1")

    holds_change(ui_phone)
    expect(ui_phone.page.get_by_text(BACK)).to_be_visible()

    count_field(ui_phone, "Geli", "Blue").fill("6")
    ui_phone.press("Save round 1")

    ui_phone.shows_row("Round 1", 10, -1, -10, -3, 10)
    assert ui_phone.stored == []
    assert ui_server.acts == ["start", "record 1"]

    ui_phone.follow("Enter round 2")

    expect(ui_phone.page.locator("form.padded")).to_be_visible()
    expect(ui_phone.page.get_by_text(BACK)).to_be_hidden()


def test_a_network_that_is_lost_after_the_cards_is_waited_for(ui_phone: Phone) -> None:
    """What keeps numbers beside cards comes after the page; if it can't, it is fetched again."""
    begun(ui_phone, SHARED)
    ui_phone.follow("Enter round 1")
    type_round(ui_phone, FIVE, RULEBOOK)
    ui_phone.guard.expect(r"failed: .*/js/carried\.js: net::ERR_FAILED")
    ui_phone.page.route("**/js/carried.js", lambda route: route.abort(), times=1)
    with ui_phone.page.expect_event("requestfailed"):
        refine(ui_phone, "Arne", {"Red": ("2", "4", "8", "12", "12")})
    with ui_phone.page.expect_request_finished(lambda sent: sent.url.endswith("/carried.js")):
        expect(ui_phone.group("Arne").locator(".given")).to_be_visible()
    count_field(ui_phone, "Geli", "Blue").fill("5")
    ui_phone.page.reload()

    holds_change(ui_phone)


def test_cards_that_are_given_up_stay_away(ui_phone: Phone) -> None:
    """Count only leads back to the pad, also from the scoreboard; Start over empties the form."""
    begun(ui_phone, SHARED)
    board = ui_phone.path
    ui_phone.follow("Enter round 1")
    type_round(ui_phone, FIVE, RULEBOOK)
    change(ui_phone)
    ui_phone.press("Exact cards of Arne")
    ui_phone.press("Count only")
    expect(ui_phone.page.locator("form.padded")).to_be_visible()
    ui_phone.open(board)
    ui_phone.follow("Enter round 1")
    ui_phone.page.locator(".tabs").get_by_role("button", name="Geli").tap()

    expect(count_field(ui_phone, "Geli", "Blue")).to_have_value("5")
    expect(ui_phone.page.locator(".given")).to_have_count(0)

    change_again = {"Red": ("2", "4", "8", "12", "12")}
    refine(ui_phone, "Arne", change_again)
    expect(ui_phone.group("Arne").locator(".given")).to_be_visible()
    ui_phone.open(board)
    ui_phone.follow("Enter round 1")
    expect(ui_phone.page.get_by_text(BACK)).to_be_visible()
    ui_phone.press("Start over")

    expect(ui_phone.page.locator("form.padded")).to_be_visible()
    expect(count_field(ui_phone, "Arne", "Tricks")).to_have_value("")
    assert ui_phone.stored == []


def test_a_correction_with_cards_returns_with_its_reason(
    ui_phone: Phone, ui_server: Server
) -> None:
    """What is changed in a round that is saved is back when its correction is opened again."""
    begun(ui_phone, SHARED, 1)
    ui_phone.page.locator(".board").get_by_role("link", name="Round 1").tap()
    expect(ui_phone.link("Correct this round")).to_be_visible()
    round_ = ui_phone.page.url
    ui_phone.follow("Correct this round")
    reason = ui_phone.page.get_by_label("Why is it corrected?")
    expect(ui_phone.page.locator("form.padded")).to_be_visible()
    change(ui_phone)
    reason.fill("Cards were looked at")
    ui_phone.page.goto(round_)
    ui_phone.follow("Correct this round")

    holds_change(ui_phone)
    expect(reason).to_have_value("Cards were looked at")
    expect(ui_phone.page.get_by_text(BACK)).to_be_visible()

    count_field(ui_phone, "Geli", "Blue").fill("6")
    ui_phone.press("See what changes")
    ui_phone.press("Save correction")
    expect(ui_phone.page.locator("table.board")).to_be_visible()

    assert ui_phone.stored == []
    assert ui_server.acts == ["start", "record 1", "correct 1"]
