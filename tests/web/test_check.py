"""Check: what a round would score, who may choose, and what doesn't add up, without saving."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.phone import query_of
from tests.web.table import (
    ENTRIES,
    KUNIBERT,
    MITTLERE,
    MUECKENSTICH,
    RULEBOOK,
    RULEBOOK_SCORES,
    SCORES,
    THREE,
    counts_of,
    errors_beside,
    fields_of,
    fill_round,
    number,
    read_board,
    typed,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.rules.problems import Json
    from tests.web.phone import Page
    from tests.web.table import Table

GAMES = (MUECKENSTICH, KUNIBERT, MITTLERE)


def preview(page: Page) -> list[int]:
    """Read what a round would score."""
    return [number(text) for text in page.texts(".preview ol li b")]


@pytest.mark.parametrize("game", GAMES)
def test_check_shows_what_the_round_would_score_and_saves_nothing(table: Table, game: str) -> None:
    """Check gives each player's points beside the form, and the ledger stays as it was."""
    table.start(game)
    before = table.dump()
    form = table.open_form(ENTRIES[game])
    checked = table.phone.press("Check")

    assert preview(checked) == SCORES[game]
    assert checked.values(fields_of(checked)) == form.values(fields_of(form))
    assert checked.alerts == ""
    assert table.dump() == before


@pytest.mark.parametrize("game", GAMES)
def test_a_checked_round_is_saved_as_it_was_checked(table: Table, game: str) -> None:
    """Save after Check records what the preview showed (checks 6: the preview is the score)."""
    table.start(game)
    table.open_form(ENTRIES[game])
    checked = table.phone.press("Check")
    board = read_board(table.save())

    assert board.rounds == [preview(checked)]
    assert table.acts == ["start", "record 1"]


@pytest.mark.parametrize("game", GAMES)
def test_the_address_of_a_check_can_be_loaded_again(table: Table, game: str) -> None:
    """What was typed stands in Check's address, so that Reload and Back lose nothing (fault 12)."""
    table.start(game)
    table.open_form(ENTRIES[game])
    first = table.phone.press("Check")
    again = table.phone.reload()

    assert preview(again) == SCORES[game]
    assert again.values(fields_of(again)) == first.values(fields_of(first))
    assert again.value("key") == first.value("key")
    assert "csrf_token" not in dict(query_of(first.address))


@pytest.mark.parametrize("game", GAMES)
def test_the_enter_key_in_a_field_checks_and_saves_nothing(table: Table, game: str) -> None:
    """The form's first button is the harmless one, so that Enter never records by accident."""
    table.start(game)
    form = table.open_form(ENTRIES[game])
    checked = table.phone.send(form.sent_by_enter("seat_0-" + form_name(game)))

    assert preview(checked) == SCORES[game]
    assert table.acts == ["start"]


def form_name(game: str) -> str:
    """Give the name of a game's first field."""
    return {MUECKENSTICH: "tricks", KUNIBERT: "captured_low", MITTLERE: "points"}[game]


def test_check_says_what_doesnt_add_up_in_the_players_names(table: Table) -> None:
    """Mückenstich §3: "Geli has 9 of 10 cards", beside Geli and at the top."""
    numbers = [*RULEBOOK["numbers"]]
    numbers[1] = {"blue": 5, "green": 1, "red": 1}
    table.start(MUECKENSTICH)
    table.open_form({**RULEBOOK, "numbers": numbers})
    page = table.phone.press("Check")

    assert "Geli has 9 of 10 cards." in page.alerts
    assert "Geli has 9 of 10 cards." in page.texts("#seat-1 .error")
    assert page.texts("#seat-1 .tally") == ["9 of 10 cards"]
    assert page.texts("#seat-0 .tally") == ["5 of 5 cards"]
    assert preview(page) == []
    assert table.acts == ["start"]


def test_check_says_everything_that_doesnt_add_up(table: Table) -> None:
    """All faults are named at once, not one after the other."""
    table.start(MUECKENSTICH)
    table.open_form(
        {
            **RULEBOOK,
            "tricks": [1, 2, 2, 2, 4],
            "mosquitoes": [{"black": 2}, *RULEBOOK["mosquitoes"][1:]],
        }
    )
    page = table.phone.press("Check")

    assert page.texts('[role="alert"] li') == [
        "The tricks add up to 11; there were 10.",
        "Arne has 7 of 5 cards.",
        "Fritz has 15 of 20 cards.",
        "There are only 3 black mosquitoes, not 5.",
        "Nobody alone has the most mosquitoes (4), so no colour is removed.",
    ] or page.texts('[role="alert"] li')[:3] == [
        "The tricks add up to 11; there were 10.",
        "Arne has 7 of 5 cards.",
        "Fritz has 15 of 20 cards.",
    ]


def test_s5_check_says_who_may_choose_a_colour(table: Table) -> None:
    """Mückenstich §5: with the choices open, Check asks their choosers by name."""
    table.start(MUECKENSTICH)
    table.open_form({**RULEBOOK, "doubled": None, "removed": None})
    page = table.phone.press("Check")

    assert page.texts("#choice-doubled .error") == [
        "Arne has the fewest tricks (1): which colour counts double?"
    ]
    assert page.texts("#choice-removed .error") == [
        "Ernst has the most mosquitoes (4): which colour is removed?"
    ]


def test_s5_check_says_why_nobody_chooses(table: Table) -> None:
    """Mückenstich §5: where the fewest tricks are shared, no colour is doubled, and why."""
    table.start(MUECKENSTICH)
    table.open_form({**RULEBOOK, "tricks": [2, 1, 1, 3, 3]})
    page = table.phone.press("Check")

    assert "Nobody alone has the fewest tricks (1), so no colour is doubled." in page.texts(
        "#choice-doubled .error"
    )


def test_s5_check_tells_who_chose(table: Table) -> None:
    """Mückenstich §5: the preview says who doubled and who removed a colour."""
    table.start(MUECKENSTICH)
    table.open_form(RULEBOOK)
    page = table.phone.press("Check")

    assert preview(page) == RULEBOOK_SCORES
    assert page.texts(".preview .story li") == [
        "Arne had the fewest tricks and doubled red (§5).",
        "Ernst had the most mosquitoes and removed black (§5).",
    ]


def test_check_tells_which_prompt_fires_and_which_were_true_too(table: Table) -> None:
    """Mittlere Jass: the preview names the prompt, whom it is about, and later true ones."""
    table.start(MITTLERE)
    table.open_form({"points": [101, 28, 28]})
    page = table.phone.press("Check")
    said = page.texts(".preview .prompt p")

    assert preview(page) == [-2, 1, 1]
    assert said[0] == "Prompt 3 · further down the list, 4 was true too"
    assert said[1].startswith("Ada has 100 points or more")


def test_check_shows_warnings_and_still_lets_the_round_be_saved(table: Table) -> None:
    """Kunibert §5: a pile of a single card is warned of, not refused."""
    entry: Mapping[str, Json] = {"captured": [{"low": 1}, {"mid": 3}, {}], "last_card": 2}
    table.start(KUNIBERT)
    table.open_form(entry)
    checked = table.phone.press("Check")
    board = read_board(table.save())

    assert checked.texts(".preview .warning") == [
        "Ada has a single card; a trick has at least two."
    ]
    assert board.rounds == [[5, 30, 30]]


def test_check_counts_both_phases_together(table: Table) -> None:
    """Mückenstich per phase: Check of phase 2 counts the cards of phase 1, too."""
    first: Mapping[str, Json] = {
        "tricks": [2, 3, 3],
        "numbers": [{"red": 6}, {"blue": 9}, {"green": 9}],
        "mosquitoes": [{}, {}, {}],
        "doubled": "red",
        "removed": None,
    }
    table.start(MUECKENSTICH, THREE, rules={"scoring": "per_phase"})
    table.enter(first)
    table.open_form(first)
    page = table.phone.press("Check")

    assert preview(page) == []
    assert "18" in page.alerts
    assert "blue" in page.alerts


def test_a_blank_form_can_be_checked(table: Table) -> None:
    """Check of a form into which nothing was typed points at every blank."""
    table.start(KUNIBERT)
    table.open_form()
    page = table.phone.press("Check")

    for name in counts_of(page):
        assert "Type a number here, 0 if there is none." in errors_beside(page, name)
    assert page.texts("fieldset.choice .error") == ["Choose one of these."]


def test_an_address_with_something_else_in_it_still_gives_a_form_that_saves(table: Table) -> None:
    """A link that some program lengthened shows the form, and its round can be saved."""
    table.start(MITTLERE)
    address = table.open_form().address
    page = table.phone.open(f"{address}?utm_source=chat")
    fill_round(page, ENTRIES[MITTLERE])
    board = read_board(table.save())

    assert board.rounds == [SCORES[MITTLERE]]


def test_sums_are_shown_as_far_as_they_are_typed(table: Table) -> None:
    """Beside the form stand the sums that must hold: found and expected (table-ux, entry)."""
    table.start(MITTLERE)
    blank = table.open_form()
    before = blank.texts("dl.sums dd")
    blank.fill(typed({"points": [70, 52, 36]}))
    page = table.phone.press("Check")

    assert before == ["– of 157"]
    assert page.texts("dl.sums dd") == ["158 of 157"]


def test_seats_never_change_their_order_during_entry(table: Table) -> None:
    """The form's rows stand in seat order, whoever leads (fault 11)."""
    table.start(MUECKENSTICH)
    table.enter(RULEBOOK)
    form = table.open_form(RULEBOOK)
    checked = table.phone.press("Check")

    for page in (form, checked):
        assert [text.split()[0] for text in page.texts("fieldset.seat legend")] == [
            "Arne",
            "Geli",
            "Ernst",
            "Harald",
            "Fritz",
        ]
