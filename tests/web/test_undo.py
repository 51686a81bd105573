"""Ending early, undo and restore: nothing is deleted, and everything follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.table import ENTRIES, KUNIBERT, MITTLERE, MUECKENSTICH, OTHER_ENTRIES, read_board

if TYPE_CHECKING:
    from tests.web.table import Table


GAMES = (MUECKENSTICH, KUNIBERT, MITTLERE)


def test_a_match_that_ends_early_is_won_by_who_leads(table: Table) -> None:
    """Ending early is asked first, says who would win, and names the winner then."""
    table.start(KUNIBERT)
    board_page = table.enter(ENTRIES[KUNIBERT])
    asked = table.phone.follow("End the match early")
    before = table.acts
    ended = table.phone.press("End it here")
    board = read_board(ended)

    assert board_page.path == ended.path
    assert "Ben leads and would win." in asked.words
    assert before == ["start", "record 1"]
    assert table.acts == ["start", "record 1", "end"]
    assert board.result == (
        "Ben wins The table ended the match early; the highest total so far counts."
    )
    assert ended.texts("a.primary") == ["Rematch"]
    assert not ended.has("a", "End the match early")


def test_a_match_can_be_played_on_instead_of_ended(table: Table) -> None:
    """Who is asked about the end and doesn't want it goes back to the scoreboard."""
    table.start(MITTLERE)
    table.phone.follow("End the match early")
    page = table.phone.follow("Play on")

    assert page.texts("a.primary") == ["Enter round 1"]
    assert table.acts == ["start"]


def test_a_match_ended_before_its_first_round_has_no_winner(table: Table) -> None:
    """Without a round nobody leads, so nobody wins."""
    table.start(MITTLERE)
    asked = table.phone.follow("End the match early")
    board = read_board(table.phone.press("End it here"))

    assert "nobody would win" in asked.words
    assert board.result.startswith("Nobody wins The table ended the match before its first round")
    assert board.leads == []


def test_an_early_end_with_equal_totals_is_shared(table: Table) -> None:
    """Those who lead together when the table ends a match share the win."""
    table.start(MITTLERE)
    table.enter(ENTRIES[MITTLERE])
    asked = table.phone.follow("End the match early")
    board = read_board(table.phone.press("End it here"))

    assert "Ada and Cem lead together and would share the win." in asked.words
    assert board.result.startswith("Ada and Cem share the win")


def test_the_end_can_be_undone(table: Table) -> None:
    """Undoing an early end reopens the match; no round is lost."""
    table.start(MITTLERE)
    table.enter(ENTRIES[MITTLERE])
    table.phone.follow("End the match early")
    table.phone.press("End it here")
    page = table.phone.press("Undo the end")

    assert read_board(page).rounds == [[1, -2, 1]]
    assert read_board(page).result == ""
    assert page.texts("a.primary") == ["Enter round 2"]
    assert table.acts == ["start", "record 1", "end", "reopen"]


@pytest.mark.parametrize("game", GAMES)
def test_undo_is_one_tap_and_can_be_restored(table: Table, game: str) -> None:
    """Undo voids the last round, deletes nothing, and offers to bring it back."""
    table.start(game)
    saved = table.enter(ENTRIES[game])
    undone = table.phone.press("Undo round 1")
    restored = table.phone.press("Restore it")

    assert read_board(undone).rounds == []
    assert "Round 1 was undone." in undone.words
    assert undone.texts("a.primary") == ["Enter round 1"]
    assert read_board(restored).rounds == read_board(saved).rounds
    assert not restored.offers("Restore it")
    assert table.acts == ["start", "record 1", "void 1", "restore 1"]


def test_rounds_are_undone_and_restored_one_by_one(table: Table) -> None:
    """Two undone rounds come back in the order in which they were played."""
    table.start(MITTLERE)
    table.enter(ENTRIES[MITTLERE])
    table.enter(OTHER_ENTRIES[MITTLERE])
    table.phone.press("Undo round 2")
    blank = read_board(table.phone.press("Undo round 1"))
    first = read_board(table.phone.press("Restore it"))
    second = read_board(table.phone.press("Restore it"))

    assert blank.rounds == []
    assert first.rounds == [[1, -2, 1]]
    assert second.rounds == [[1, -2, 1], [-2, 1, 1]]


def test_an_undone_round_can_be_entered_anew(table: Table) -> None:
    """A round entered in the place of an undone one isn't marked, and ends the restoring."""
    table.start(MITTLERE)
    table.enter(ENTRIES[MITTLERE])
    table.phone.press("Undo round 1")
    page = table.enter(OTHER_ENTRIES[MITTLERE])

    assert read_board(page).rounds == [[-2, 1, 1]]
    assert read_board(page).labels == ["Round 1"]
    assert not page.offers("Restore it")


def test_undoing_the_last_round_of_a_match_reopens_it(table: Table) -> None:
    """The round that ended a match can be undone; then nobody has won any more."""
    table.start(KUNIBERT, rules={"target": 95})
    over = read_board(table.enter(ENTRIES[KUNIBERT]))
    page = table.phone.press("Undo round 1")

    assert over.result.startswith("Ben wins")
    assert read_board(page).result == ""
    assert read_board(page).subtitle == "To 95 points, 95 to go"
    assert page.texts("a.primary") == ["Enter round 1"]


def test_an_undone_round_has_no_page_until_it_is_restored(table: Table) -> None:
    """The page of an undone round is gone, and back with the round."""
    table.start(MITTLERE)
    board = table.enter(ENTRIES[MITTLERE])
    round_page = board.leads(board.only("table.board tbody a"))
    table.phone.open(round_page)
    table.phone.open(board.address)
    table.phone.press("Undo round 1")
    gone = table.phone.open(round_page, expect=404)
    table.phone.open(board.address)
    table.phone.press("Restore it")
    back = table.phone.open(round_page)

    assert gone.has("a", "Home")
    assert back.heading == "Round 1"
