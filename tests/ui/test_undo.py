"""What can be taken back, and brought back: a round, and the end of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.ui.beforehand import begun
from tests.ui.playing import MIDDLE, RACE

if TYPE_CHECKING:
    from tests.ui.phone import Phone
    from tests.ui.serving import Server

both_ways = pytest.mark.parametrize(
    "scripts", [True, False], ids=["with JavaScript", "without JavaScript"]
)


@both_ways
def test_undo_is_one_tap_and_one_more_restores(ui_phone: Phone, ui_server: Server) -> None:
    """One tap voids the last round, one tap brings it back; nothing is deleted."""
    begun(ui_phone, MIDDLE, 1)
    ui_phone.press("Undo round 1")

    ui_phone.has_rounds(0)
    ui_phone.shows_row("Total", 0, 0, 0)
    expect(ui_phone.page.get_by_text("Round 1 was undone.")).to_be_visible()
    expect(ui_phone.link("Enter round 1")).to_be_visible()

    ui_phone.press("Restore it")

    ui_phone.shows_row("Round 1", 1, -2, 1)
    expect(ui_phone.button("Restore it")).to_have_count(0)
    assert ui_server.acts == ["start", "record 1", "void 1", "restore 1"]


@both_ways
def test_the_round_that_ended_a_match_can_be_undone(ui_phone: Phone, ui_server: Server) -> None:
    """Undoing the last round of a match takes its winner back, and play goes on."""
    begun(ui_phone, MIDDLE, 2)
    result = ui_phone.page.get_by_role("region", name="Result")
    expect(result).to_contain_text("Ada wins")
    ui_phone.press("Undo round 2")

    expect(ui_phone.link("Enter round 2")).to_be_visible()
    expect(result).to_have_count(0)
    assert ui_server.acts == ["start", "record 1", "record 2", "void 2"]


@both_ways
def test_a_match_is_ended_early_and_its_end_is_undone(ui_phone: Phone, ui_server: Server) -> None:
    """The early end says first who would win, then who has won; one tap plays on."""
    begun(ui_phone, RACE, 1)
    page = ui_phone.page
    result = page.get_by_role("region", name="Result")
    ui_phone.follow("End the match early")

    expect(page.get_by_role("main")).to_contain_text("Ben leads and would win.")
    assert ui_server.acts == ["start", "record 1"]

    ui_phone.follow("Play on")
    ui_phone.follow("End the match early")
    ui_phone.press("End it here")

    expect(result).to_contain_text("Ben wins")
    expect(result).to_contain_text("The table ended the match early")

    ui_phone.press("Undo the end")

    expect(ui_phone.link("Enter round 2")).to_be_visible()
    expect(result).to_have_count(0)
    ui_phone.shows_row("Round 1", 55, 95, 30)
    assert ui_server.acts == ["start", "record 1", "end", "reopen"]
