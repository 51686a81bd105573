"""What somebody else has changed since is shown, and never overwritten (fault 15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.table import (
    ENTRIES,
    KUNIBERT,
    MITTLERE,
    MUECKENSTICH,
    OTHER_ENTRIES,
    OTHER_SCORES,
    PHASES,
    SCORES,
    THREE,
    fields_of,
    fill_round,
    read_board,
)

if TYPE_CHECKING:
    from tests.web.table import Table

from tests.web.sent import differences

GAMES = (MUECKENSTICH, KUNIBERT, MITTLERE)


@pytest.mark.parametrize("game", GAMES)
def test_the_second_of_two_who_enter_a_round_sees_both(table: Table, game: str) -> None:
    """Two phones, one round, other numbers: the second is asked, and nothing is lost (fault 15)."""
    board = table.start(game)
    other = table.join("score")
    mine, theirs = (p.open(f"{board.path}rounds/1/enter") for p in (table.phone, other))
    fill_round(mine, ENTRIES[game])
    fill_round(theirs, OTHER_ENTRIES[game])
    table.save()
    page = other.press("Save round 1", expect=409)

    assert "Round 1 is already saved, with other numbers." in page.alerts
    assert page.values(fields_of(page)) == theirs.values(fields_of(theirs))
    assert differences(other)
    assert table.acts == ["start", "record 1"]
    assert read_board(other.press("Replace round 1")).rounds == [OTHER_SCORES[game]]
    assert read_board(table.phone.reload()).rounds == [OTHER_SCORES[game]]


@pytest.mark.parametrize("game", GAMES)
def test_two_who_enter_the_same_numbers_are_in_no_conflict(table: Table, game: str) -> None:
    """Two phones, one round, the same numbers: it's recorded once, and both are content."""
    board = table.start(game)
    other = table.join("score")
    mine, theirs = (p.open(f"{board.path}rounds/1/enter") for p in (table.phone, other))
    for form in (mine, theirs):
        fill_round(form, ENTRIES[game])
    first = read_board(table.save())
    second = read_board(other.press("Save round 1"))

    assert first.rounds == second.rounds == [SCORES[game]]
    assert table.acts == ["start", "record 1"]


def test_a_round_whose_predecessor_was_undone_isnt_saved(table: Table) -> None:
    """Round 2 is sent after somebody undid round 1: 409, what was typed kept, round 1 named."""
    board = table.start(MITTLERE)
    saved = table.enter(ENTRIES[MITTLERE])
    form = table.open_form(OTHER_ENTRIES[MITTLERE])
    other = table.join("score")
    other.open(saved.path)
    other.press("Undo round 1")
    page = table.save(expect=409)

    assert "round 1 is due now" in page.alerts
    assert page.links_to(board.path)
    assert page.values(fields_of(page)) == form.values(fields_of(form))
    assert table.acts == ["start", "record 1", "void 1"]


def test_the_phase_that_is_due_is_named_by_its_round(table: Table) -> None:
    """Mückenstich per phase: who comes too late is told the round and phase that are due."""
    table.start(MUECKENSTICH, THREE, rules={"scoring": "per_phase"})
    for entry in PHASES:
        page = table.enter(entry)
    table.open_form(PHASES[0])
    other = table.join("score")
    other.open(page.path)
    other.press("Undo round 1, phase 2")
    late = table.save(expect=409)

    assert "round 1, phase 2 is due now" in late.alerts


def test_a_round_sent_after_other_changes_is_asked_about_and_saves_then(table: Table) -> None:
    """The match changed and the round is still due: 409 with everything kept, then it saves."""
    board = table.start(MITTLERE)
    form = table.open_form(ENTRIES[MITTLERE])
    other = table.join("score")
    other.open(board.path)
    other.follow("End the match early")
    other.press("End it here")
    other.press("Undo the end")
    page = table.save(expect=409)
    acts = table.acts
    saved = read_board(table.save())

    assert "The match has changed since this page was made." in page.alerts
    assert page.values(fields_of(page)) == form.values(fields_of(form))
    assert acts == ["start", "end", "reopen"]
    assert saved.rounds == [SCORES[MITTLERE]]


def test_a_round_of_a_match_that_has_ended_isnt_saved(table: Table) -> None:
    """After the end no round is added: it is refused in words, and what was typed is kept."""
    board = table.start(MITTLERE)
    table.open_form(ENTRIES[MITTLERE])
    other = table.join("score")
    other.open(board.path)
    other.follow("End the match early")
    other.press("End it here")
    checked = table.phone.press("Check")
    page = table.save(expect=422)

    for answer in (checked, page):
        assert "Nothing was saved yet: This match is over." in answer.alerts
        assert answer.value("seat_0-points") == "70"
    assert table.acts == ["start", "end"]


@pytest.mark.parametrize("button", ["Undo round 1", "Restore it", "End it here"])
def test_an_act_on_a_match_that_has_changed_shows_how_it_stands(table: Table, button: str) -> None:
    """Undo, Restore and End from an old page are 409 with the scoreboard as it is now."""
    board = table.start(MITTLERE)
    table.enter(ENTRIES[MITTLERE])
    if button == "Restore it":
        table.enter(ENTRIES[MITTLERE])
        table.phone.press("Undo round 2")
    if button == "End it here":
        table.phone.follow("End the match early")
    other = table.join("score")
    page = other.open(f"{board.path}rounds/2/enter")
    fill_round(page, ENTRIES[MITTLERE])
    other.press("Save round 2")
    before = table.acts
    stale = table.phone.press(button, expect=409)

    assert "This has changed since the page was made." in stale.alerts
    assert read_board(stale).rounds == [SCORES[MITTLERE]] * 2
    assert table.acts == before


def test_undo_from_an_old_page_can_be_pressed_again_where_it_is_shown(table: Table) -> None:
    """The scoreboard that a stale Undo is answered with has an Undo that works."""
    board = table.start(MITTLERE)
    table.enter(ENTRIES[MITTLERE])
    other = table.join("score")
    page = other.open(f"{board.path}rounds/2/enter")
    fill_round(page, ENTRIES[MITTLERE])
    other.press("Save round 2")
    table.phone.press("Undo round 1", expect=409)
    undone = read_board(table.phone.press("Undo round 2"))

    assert undone.rounds == [SCORES[MITTLERE]]


def test_settings_changed_by_somebody_else_arent_overwritten(table: Table) -> None:
    """Settings from an old page are 409: both versions are shown, what was typed is kept."""
    table.start(MITTLERE)
    circle = table.circle
    mine = table.phone.open(f"{circle}settings")
    other = table.join("own")
    theirs = other.open(f"{circle}settings")
    theirs.fill({"name": "Their name", "time_zone": "Europe/Zurich"})
    other.press("Save")
    mine.fill({"name": "My name"})
    page = table.phone.press("Save", expect=409)
    standing = table.ask("SELECT name, time_zone FROM circle")
    kept = page.value("name")
    table.phone.press("Save")

    assert kept == "My name"
    assert "Their name" in page.alerts
    assert "Europe/Zurich" in page.alerts
    assert standing == [("Their name", "Europe/Zurich")]
    assert table.ask("SELECT name FROM circle") == [("My name",)]


def test_a_key_works_for_its_own_phone_only(table: Table) -> None:
    """Two phones that mint the same key by chance don't take each other's answers."""
    board = table.start(MITTLERE)
    other = table.join("score")
    mine = table.phone.open(f"{board.path}rounds/1/enter")
    fill_round(mine, ENTRIES[MITTLERE])
    table.save()
    theirs = other.open(f"{board.path}rounds/2/enter")
    fill_round(theirs, OTHER_ENTRIES[MITTLERE])
    sending = theirs.sending("Save round 2").having(key=mine.value("key"))
    page = other.send(sending)

    assert read_board(page).rounds == [SCORES[MITTLERE], OTHER_SCORES[MITTLERE]]
