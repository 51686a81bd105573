"""Past matches entered through the forms: with all their rounds, or only their final results."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.phone import attribute
from tests.web.table import KUNIBERT, MITTLERE, RULES, SEATED, fill_round, read_board

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.web.phone import Page, Sending
    from tests.web.table import Table

ENTRY = {"points": [70, 52, 35]}
DATE = "2019-03-09"


@pytest.fixture
def circle(table: Table) -> str:
    """Begin a match, so that there is a circle with players; give its address."""
    table.start(MITTLERE)
    return table.circle


def plan(table: Table, circle: str, game: str = MITTLERE, **typed: str) -> Page:
    """Plan a past match from history on, as somebody does who taps through."""
    table.phone.open(f"{circle}history")
    table.phone.follow("Enter a past match")
    titles = {MITTLERE: "Mittlere Jass", KUNIBERT: "Ritter Kunibert's 12er Stich"}
    page = table.phone.page
    [link] = [a for a in page.all("ul.rows a") if titles[game] in a.get_text()]
    table.phone.open(page.leads(link))
    for name in SEATED[game]:
        table.phone.press(name)
    rules = {f"rule-{name}": str(value) for name, value in RULES[game].items()}
    table.phone.fill({"date": DATE, **rules, **typed})
    return table.phone.page


def results(table: Table, circle: str, totals: Mapping[str, str], game: str = MITTLERE) -> Sending:
    """Plan a past match of which only the results are known, and type them."""
    plan(table, circle, game)
    table.phone.press("Only results")
    table.phone.fill(dict(totals))
    return table.phone.page.sending("Save the results")


PLAIN = {"total_0": "3", "total_1": "3", "total_2": "6", "minus_2": "1"}


# With its rounds -----------------------------------------------------------------------------


def test_past_match_is_entered_round_by_round(table: Table, circle: str) -> None:
    """The ordinary pages take its rounds; board, lists, sheet and history say how it came about."""
    plan(table, circle, place="Harbour", **{"rule-rounds": "1"})
    board = table.phone.press("Enter rounds")
    table.enter(ENTRY)
    night = table.phone.follow("Its night")
    listed = table.phone.open(f"{circle}history")
    home = table.phone.open(circle)
    table.phone.open(board.path)
    sheet = table.phone.follow("Sheet")
    told = table.phone.open(f"{board.path}history")

    assert read_board(board).subtitle == "Round 1 of 1 · entered afterwards · Sat 9 March 2019"
    assert night.texts("h1") == ["Sat 9 March 2019"]
    assert night.texts("header p") == ["Harbour"]
    for page in (night, listed, home):
        assert "1 round, entered afterwards" in page.words
    assert "Match 1 of the night, entered afterwards: Fri 27 November 2026" in sheet.words
    assert told.texts("ol.events h2")[0] == "Written down afterwards: a match of Sat 9 March 2019"
    assert table.ask("SELECT origin FROM match ORDER BY id") == [("live",), ("afterwards",)]


def test_plan_of_a_past_match_stands_in_its_address(table: Table, circle: str) -> None:
    """Reload, Back and every button keep the date and the place; nothing is rolled any more."""
    page = plan(table, circle, KUNIBERT, place="Harbour")
    table.phone.press("Move Ben up")
    moved = table.phone.reload()

    assert (attribute(moved.only("#date"), "value"), attribute(moved.only("#place"), "value")) == (
        DATE,
        "Harbour",
    )
    assert moved.texts("ol.seats .who") == ["1. Ben", "2. Ada", "3. Cem"]
    assert "Roll the die" not in page.words


def test_first_visitor_has_no_past(table: Table) -> None:
    """Outside a circle there is no history that a past match could belong to."""
    page = table.phone.open("/matches/new?game=mittlere&past=1")

    assert page.all("#date") == []
    assert page.texts("button.primary") == ["Start the match"]


@pytest.mark.parametrize("button", ["Enter rounds", "Only results"])
@pytest.mark.parametrize("date", ["", "1899-12-31", "2026-12-24", "x"])
def test_past_match_needs_a_date_that_can_be(
    table: Table, circle: str, button: str, date: str
) -> None:
    """The plan says so beside the field, and keeps everything."""
    plan(table, circle, date=date)
    page = table.phone.press(button, expect=422)

    assert page.texts("#date-error")
    assert len(page.all("ol.seats li")) == 3
    assert table.count("match") == 1


# Only results ----------------------------------------------------------------------------


def test_final_results_are_entered(table: Table, circle: str) -> None:
    """A total each, the minus chosen; marked everywhere as what it is, and nothing more to do."""
    board = table.phone.send(results(table, circle, PLAIN))
    read = read_board(board)
    large = table.phone.open(f"{board.path}table")
    sheet = table.phone.open(f"{board.path}sheet")
    told = table.phone.open(f"{board.path}history")
    night = table.phone.open(f"{circle}nights/{DATE}/")
    home = table.phone.open(circle)

    assert (read.totals, read.ranks, read.leads) == ([3, 3, -6], ["1.", "1.", "3."], [0, 1])
    assert (read.rounds, read.subtitle) == ([], "Final results only · Sat 9 March 2019")
    assert "Ada and Ben share the win" in read.result
    assert board.texts("a.primary, button.primary") == ["Rematch"]
    assert not {"Undo", "Enter round 1", "End the match early", "What if…"} & set(
        board.texts("a, button")
    )
    assert large.texts("ul.big .how") == ["wins", "wins", "3."]
    assert "Only the final results are known." in sheet.words
    assert told.texts("ol.events h2")[1:] == ["Entered the final results"]
    for page in (told, night, home):
        assert "final results only" in page.words


def test_statistics_of_final_results_tell_nothing_of_rounds(table: Table, circle: str) -> None:
    """No zeros and no empty bars where no round is known: a sentence says so."""
    table.phone.send(results(table, circle, PLAIN))
    game = table.phone.open(f"{circle}statistics/games/{MITTLERE}")
    player = table.phone.follow("Ada")

    for page in (game, player):
        captions = page.texts(".figures caption")

        assert "No rounds are known of these matches." in page.texts("p.soft")
        assert not {"Prompts", "Prompts, by player"}.intersection(captions)
    assert game.all("figure") == []


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ({"total_1": ""}, "Ben has no total yet."),
        ({"total_1": "3.5"}, "Ben's total isn't a whole number."),
        ({"total_1": "9" * 8}, "Ben's total isn't a whole number."),
        ({"total_1": "½"}, "Ben's total isn't a whole number."),
        ({"total_1": "999999"}, "A total is a whole number of at most 99999 points."),
        ({"total_1": "4"}, "All totals together make 0 in this game; these make 1."),
    ],
)
def test_results_that_cannot_be_are_pointed_out(
    table: Table, circle: str, typed: dict[str, str], says: str
) -> None:
    """In a sentence, with everything typed kept; nothing is saved."""
    sending = results(table, circle, {**PLAIN, **typed})
    page = table.phone.send(sending, expect=422)

    assert says in page.texts("[role=alert] p, .totals .error")
    assert attribute(page.only("#total-0"), "value") == "3"
    assert attribute(page.only("#total-1"), "value") == typed["total_1"]
    assert page.named("minus_2")[0].has_attr("checked")
    assert table.count("match") == 1


@pytest.mark.parametrize("minus", ["-6", "−6"])
def test_minus_may_be_typed_too(table: Table, circle: str, minus: str) -> None:
    """By who has one on the keyboard; with the choice beside it, it says the same."""
    board = table.phone.send(results(table, circle, {**PLAIN, "total_2": minus}))

    assert read_board(board).totals == [3, 3, -6]


def test_results_saved_twice_are_one_match(table: Table, circle: str) -> None:
    """A double tap, or Back and Save; with other numbers it asks."""
    sending = results(table, circle, PLAIN)
    table.phone.send(sending)
    table.phone.send(sending)
    page = table.phone.send(sending.changed({"total_0": "2", "total_1": "4"}), expect=409)

    assert page.texts("[role=alert] a") == ["Go to that match"]
    assert table.count("match") == 2


def test_kunibert_counts_in_fives(table: Table, circle: str) -> None:
    """What a game can't give is said by the game's own rules."""
    totals = {"total_0": "305", "total_1": "122", "total_2": "5", "minus_2": "1"}
    page = table.phone.send(results(table, circle, totals, KUNIBERT), expect=422)

    assert page.texts("#total-1-error") == ["Totals are multiples of 5 in this game."]
    assert page.texts("#total-2-error") == ["Nobody ends below 0 by these house rules."]


# Corrected -----------------------------------------------------------------------------------


def test_results_are_corrected_and_the_old_ones_stay_visible(table: Table, circle: str) -> None:
    """With a reason; the board follows, the match's history shows both."""
    board = table.phone.send(results(table, circle, PLAIN))
    form = table.phone.follow("Correct the results")
    shown = [attribute(form.only(f"#total-{seat}"), "value") for seat in range(3)]
    table.phone.fill({"total_0": "4", "total_1": "2", "reason": "misread"})
    after = table.phone.press("Save correction")
    told = table.phone.follow("History")
    sheet = table.phone.open(f"{board.path}sheet")

    assert shown == ["3", "3", "6"]
    assert form.named("minus_2")[0].has_attr("checked")
    assert read_board(after).totals == [4, 2, -6]
    assert told.texts("ol.events h2")[1:] == [
        "Entered the final results",
        "Corrected the final results",
    ]
    assert told.texts("ol.events q") == ["misread"]
    assert told.texts("ol.events li > p.soft:last-child")[-2] == "Ada 3 · Ben 3 · Cem −6"
    assert "Results corrected" in sheet.words


def test_two_who_correct_results_see_each_other(table: Table, circle: str) -> None:
    """The second one is shown what stands there now; what was typed is kept."""
    table.phone.send(results(table, circle, PLAIN))
    table.phone.follow("Correct the results")
    table.phone.fill({"total_0": "6", "total_1": "0"})
    late = table.phone.page.sending("Save correction")
    table.phone.send(late.changed({"total_0": "2", "total_1": "4", "key": "other"}))
    page = table.phone.send(late, expect=409)
    saved = table.phone.press("Save correction")

    assert "Ada 2 · Ben 4 · Cem −6" in page.texts("[role=alert] p")
    assert attribute(page.only("#total-0"), "value") == "6"
    assert read_board(saved).totals == [6, 0, -6]


def test_results_with_a_blank_are_not_saved(table: Table, circle: str) -> None:
    """A correction is checked like the first results."""
    table.phone.send(results(table, circle, PLAIN))
    table.phone.follow("Correct the results")
    table.phone.fill({"total_1": ""})
    page = table.phone.press("Save correction", expect=422)

    assert page.texts("#total-1-error") == ["Ben has no total yet."]
    assert table.acts[-1] == "result"


def test_match_with_rounds_has_no_results_to_correct(table: Table, circle: str) -> None:
    """There is no such page: its rounds are corrected."""
    del circle
    fill_round(table.open_form(), ENTRY)
    board = table.save()

    assert table.phone.status(f"{board.path}results") == 404


def test_form_of_a_round_is_not_offered_for_results(table: Table, circle: str) -> None:
    """Its address leads back to the scoreboard."""
    board = table.phone.send(results(table, circle, PLAIN))
    page = table.phone.open(f"{board.path}rounds/1/enter")

    assert page.path == board.path
