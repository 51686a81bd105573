"""The same form with other values: asked about, never overwritten; then a correction."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from scorekeeper.rules import GAMES as GAME_CLASSES
from tests.web.table import (
    ENTRIES,
    KUNIBERT,
    MITTLERE,
    MUECKENSTICH,
    OTHER_ENTRIES,
    OTHER_SCORES,
    RULES,
    SEATED,
    fields_of,
    fill_round,
    read_board,
    typed,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.rules.problems import Json
    from tests.web.table import Table

from tests.web.sent import differences, thrice

GAMES = (MUECKENSTICH, KUNIBERT, MITTLERE)


@pytest.mark.parametrize("game", GAMES)
def test_back_change_and_save_asks_and_overwrites_nothing(table: Table, game: str) -> None:
    """The same form with other values is 409: both are shown, and what was typed is kept."""
    table.start(game)
    form = table.open_form(ENTRIES[game])
    saved = read_board(table.save())
    before = table.dump()
    table.phone.page = form  # Back
    fill_round(form, OTHER_ENTRIES[game])
    page = table.save(expect=409)

    assert "Round 1 is already saved, with other numbers." in page.alerts
    assert page.values(fields_of(page)) == form.values(fields_of(form))
    assert page.texts("button.primary") == ["Replace round 1"]
    assert table.dump() == before
    assert read_board(table.phone.follow("Keep what is saved")) == saved


@pytest.mark.parametrize(
    ("game", "rows"),
    [
        (MUECKENSTICH, [["Which colour counts double?", "Red", "Green"]]),
        (KUNIBERT, [["Who played their last card?", "Cem", "Ada"]]),
        (MITTLERE, [["Ada, Points", "70", "60"], ["Ben, Points", "52", "62"]]),
    ],
)
def test_a_conflict_shows_where_both_differ(table: Table, game: str, rows: list[list[str]]) -> None:
    """Of both entries exactly what differs is shown, by player and in words."""
    table.start(game)
    form = table.open_form(ENTRIES[game])
    table.save()
    table.phone.page = form
    fill_round(form, OTHER_ENTRIES[game])
    table.save(expect=409)

    assert differences(table.phone) == rows


def test_a_conflict_shows_answers_that_differ(table: Table) -> None:
    """Mittlere: whether somebody took a trick is part of what differs."""
    entry: Mapping[str, Json] = {"points": [97, 60, 0], "won_trick": [True, True, False]}
    table.start(MITTLERE)
    form = table.open_form()
    form.fill({**typed({"points": [97, 60, 0]}), "seat_2-won_trick": "no"})
    table.save()
    table.phone.page = form
    form.fill({"seat_2-won_trick": "yes"})
    table.save(expect=409)

    assert table.entries == [entry]
    assert differences(table.phone) == [["Cem, Took a trick?", "no", "yes"]]


def test_a_conflict_shows_what_both_would_score(table: Table) -> None:
    """Who is touched, with the points that are saved and those of what was typed."""
    table.start(MITTLERE)
    form = table.open_form(ENTRIES[MITTLERE])
    table.save()
    table.phone.page = form
    fill_round(form, OTHER_ENTRIES[MITTLERE])
    page = table.save(expect=409)

    assert differences(table.phone, ".scored") == [
        ["Ada, scores", "1", "−2"],
        ["Ben, scores", "−2", "1"],
    ]
    assert "Saved at " in page.alerts


@pytest.mark.parametrize("game", GAMES)
def test_replace_corrects_the_round(table: Table, game: str) -> None:
    """Who then presses Replace corrects: no new round (fault 1), marked, totals following."""
    table.start(game)
    form = table.open_form(ENTRIES[game])
    table.save()
    table.phone.page = form
    fill_round(form, OTHER_ENTRIES[game])
    table.save(expect=409)
    page = table.phone.press("Replace round 1")
    board = read_board(page)

    assert board.rounds == [OTHER_SCORES[game]]
    assert board.totals == OTHER_SCORES[game]
    assert "corrected" in board.labels[0]
    assert page.texts("a.primary") == ["Enter round 2"]
    assert table.acts == ["start", "record 1", "correct 1"]


def test_replace_sent_three_times_corrects_once(table: Table) -> None:
    """A double tap on Replace makes one correction."""
    board = table.start(MITTLERE)
    form = table.open_form(ENTRIES[MITTLERE])
    table.save()
    table.phone.page = form
    fill_round(form, OTHER_ENTRIES[MITTLERE])
    sending = table.save(expect=409).sending("Replace round 1")
    answers = thrice(table.phone, sending)

    assert answers == [(303, board.path)] * 3
    assert table.acts == ["start", "record 1", "correct 1"]


def test_what_is_replaced_must_be_what_was_shown(table: Table) -> None:
    """Replace asks again if somebody corrected the round in the meantime."""
    board = table.start(MITTLERE)
    table.enter(ENTRIES[MITTLERE])
    other = table.join("score")
    page = other.open(f"{board.path}rounds/1/enter")
    fill_round(page, {"points": [80, 42, 35]})
    asked = other.press("Save round 1", expect=409)
    mine = table.phone.open(f"{board.path}rounds/1/enter")
    fill_round(mine, OTHER_ENTRIES[MITTLERE])
    table.save(expect=409)
    table.phone.press("Replace round 1")
    other.page = asked
    again = other.press("Replace round 1", expect=409)
    replaced = other.press("Replace round 1")

    assert set(again.texts("table.difference tr:not(.scored) td")) == {"60", "62", "80", "42"}
    assert read_board(replaced).rounds == [[1, -2, 1]]
    assert table.acts == ["start", "record 1", "correct 1", "correct 1"]


def test_correcting_the_first_of_four_rounds_moves_everything_after_it(table: Table) -> None:
    """Totals, places, winner and home follow from the corrected round (fault 2)."""
    board = table.start(MITTLERE, rules={"rounds": 4})
    for entry in (OTHER_ENTRIES[MITTLERE], *[ENTRIES[MITTLERE]] * 3):
        page = table.enter(entry)
    before = read_board(page)
    form = table.phone.open(f"{board.path}rounds/1/enter")
    fill_round(form, {"points": [62, 35, 60]})
    table.save(expect=409)
    after = read_board(table.phone.press("Replace round 1"))
    home = table.phone.open("/")

    assert before.totals == [1, -5, 4]
    assert before.result.startswith("Cem wins")
    assert after.rounds == [[1, 1, -2], *[[1, -2, 1]] * 3]
    assert after.totals == [4, -5, 1]
    assert after.ranks == ["1.", "3.", "2."]
    assert after.result.startswith("Ada wins")
    assert home.texts("section li .won") == ["Ada"]


def test_a_saved_round_opens_as_it_stands(table: Table) -> None:
    """A round's form is filled with what is saved, and says so; saving it anew does nothing."""
    for game in GAMES:
        board = table.start(game)
        saved = table.open_form(ENTRIES[game])
        table.save()
        page = table.phone.open(f"{board.path}rounds/1/enter")
        before = table.acts
        table.save()

        assert "This round is saved as it stands here." in page.words
        assert page.values(fields_of(page)) == saved.values(fields_of(saved))
        assert table.acts == before


@pytest.mark.parametrize("game", GAMES)
def test_a_round_of_exact_cards_keeps_them_when_its_numbers_are_saved_anew(
    table: Table, game: str
) -> None:
    """The form counts exact cards; saving the same numbers changes nothing and asks nothing."""
    board = table.start(game)
    seated = GAME_CLASSES[game](len(SEATED[game]), dict(RULES[game]))
    entries = seated.simulate(Random(1), dealer=0, exact=True)
    table.record(*entries)
    table.phone.open(f"{board.path}rounds/1/enter")
    page = table.save()

    assert page.path == board.path
    assert table.acts == ["start", "record 1"]
    assert table.entries == entries


def test_a_form_that_has_saved_may_say_again_what_stands(table: Table) -> None:
    """After a correction, an older form that is sent with the corrected numbers is no conflict."""
    table.start(MITTLERE)
    form = table.open_form(ENTRIES[MITTLERE])
    table.save()
    table.phone.page = form
    fill_round(form, OTHER_ENTRIES[MITTLERE])
    table.save(expect=409)
    table.phone.press("Replace round 1")
    table.phone.page = form
    board = read_board(table.save())

    assert board.rounds == [OTHER_SCORES[MITTLERE]]
    assert table.acts == ["start", "record 1", "correct 1"]


def test_a_plan_that_has_begun_a_match_asks_before_it_begins_another(table: Table) -> None:
    """Back, another name, Start: 409 with the way to the match; pressed again it begins one."""
    plan = table.phone.open("/matches/new?game=mittlere&seat=%2BAda&seat=%2BBen&seat=%2BCem")
    begun = table.phone.press("Start the match")
    table.phone.page = plan
    sending = plan.sending("Start the match").without("seat")
    sending = sending.adding(*(("seat", f"+{name}") for name in ("Ada", "Ben", "Dee")))
    asked = table.phone.send(sending, expect=409)
    matches = table.count("match")
    another = table.phone.press("Start the match")

    assert "This page has begun a match already." in asked.alerts
    assert asked.links_to(begun.path)
    assert asked.texts("ol.seats bdi") == ["Ada", "Ben", "Dee"]
    assert matches == 1
    assert another.path != begun.path
    assert read_board(another).names == ["Ada", "Ben", "Dee"]


def test_settings_sent_with_other_values_ask_and_can_then_be_saved(table: Table) -> None:
    """Back, another name, Save: 409 with both names, what was typed kept; then it saves."""
    table.start(MITTLERE)
    form = table.phone.open(f"{table.circle}settings")
    form.fill({"name": "Tuesday table"})
    table.phone.press("Save")
    table.phone.page = form
    form.fill({"name": "Wednesday table"})
    asked = table.phone.press("Save", expect=409)
    kept = asked.value("name")
    standing = table.ask("SELECT name FROM circle")
    table.phone.press("Save")

    assert kept == "Wednesday table"
    assert "Tuesday table" in asked.alerts
    assert standing == [("Tuesday table",)]
    assert table.ask("SELECT name, version FROM circle") == [("Wednesday table", 2)]
