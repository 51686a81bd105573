"""A past match entered on a phone, from history; and history looked through by thumb."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.ui.beforehand import begun
from tests.ui.playing import MIDDLE, enter, set_rules

if TYPE_CHECKING:
    from tests.ui.phone import Phone
    from tests.ui.serving import Server

both_ways = pytest.mark.parametrize(
    "scripts", [True, False], ids=["with JavaScript", "without JavaScript"]
)

THREE = ("Ada", "Ben", "Cem")
DATE = "2019-03-09"
SHOWN = "Sat 9 March 2019"


def plan_past(phone: Phone) -> None:
    """Tap from home to the plan of a past match of the three who play here."""
    phone.follow("Home")
    phone.follow("History")
    phone.follow("Enter a past match")
    phone.page.get_by_role("link", name=re.compile(MIDDLE.game)).tap()
    for number, name in enumerate(THREE, start=1):
        phone.press(name)
        expect(phone.page.locator(".seats").get_by_role("listitem")).to_have_count(number)
    phone.page.get_by_label("Date of the night").fill(DATE)
    phone.page.get_by_label("Place").fill("Harbour")


@both_ways
def test_past_match_is_entered_with_its_rounds(ui_phone: Phone, ui_server: Server) -> None:
    """The usual pad takes them; the board says when it was played, and history has its night."""
    begun(ui_phone, MIDDLE, 1)
    plan_past(ui_phone)
    set_rules(ui_phone, MIDDLE.rules)
    ui_phone.press("Enter rounds")
    expect(ui_phone.page.get_by_role("banner")).to_contain_text(f"entered afterwards · {SHOWN}")
    for number, (played, _scores) in enumerate(MIDDLE.rounds, start=1):
        enter(ui_phone, THREE, number, played)

    ui_phone.shows_row("Total", *MIDDLE.totals)
    ui_phone.follow("Its night")
    expect(ui_phone.page.get_by_role("heading", name=SHOWN)).to_be_visible()
    expect(ui_phone.page.get_by_role("banner")).to_contain_text("Harbour")
    assert ui_server.acts == ["start", "record 1", "start", "record 1", "record 2"]


@both_ways
def test_past_match_is_entered_by_its_results(ui_phone: Phone, ui_server: Server) -> None:
    """A number and, where it is due, a tap on the minus for each player; a missed one is told."""
    begun(ui_phone, MIDDLE, 1)
    plan_past(ui_phone)
    ui_phone.press("Only results")
    page = ui_phone.page
    page.get_by_label("Ada", exact=True).fill("3")
    page.get_by_label("Cem", exact=True).fill("3")
    page.get_by_text("−", exact=True).last.tap()
    ui_phone.press("Save the results")
    expect(page.locator("#total-1-error")).to_have_text("Ben has no total yet.")
    page.get_by_label("Ben", exact=True).fill("0")
    ui_phone.press("Save the results")

    ui_phone.shows_row("Total", 3, 0, -3)
    expect(page.get_by_role("banner")).to_contain_text("Final results only")
    expect(page.get_by_role("region", name="Result")).to_contain_text("Ada wins")
    expect(ui_phone.link("Enter round 1")).to_have_count(0)
    assert ui_server.acts[-2:] == ["start", "result"]


def test_double_tap_on_save_is_one_match(ui_phone: Phone, ui_server: Server) -> None:
    """The button is hit again while the answer is on its way (fault 8)."""
    begun(ui_phone, MIDDLE, 1)
    plan_past(ui_phone)
    ui_phone.press("Only results")
    for name in THREE:
        ui_phone.page.get_by_label(name, exact=True).fill("0")
    ui_phone.drum("Save the results", ui_server, 2, sent=2)

    ui_phone.shows_row("Total", 0, 0, 0)
    assert ui_server.matches == 2


@both_ways
def test_history_is_looked_through_by_thumb(ui_phone: Phone) -> None:
    """A word finds a night; a filter is unfolded, chosen and cleared again."""
    begun(ui_phone, MIDDLE, 2)
    ui_phone.follow("Home")
    ui_phone.follow("History")
    page = ui_phone.page
    nights = page.locator("section.night")
    page.get_by_label("Search names, places and notes").fill("cem")
    ui_phone.press("Search")
    expect(nights).to_have_count(1)
    page.get_by_text("Narrow down").tap()
    page.get_by_text("Mückenstich", exact=True).tap()
    ui_phone.press("Show these")

    expect(page.get_by_role("heading", name="Nothing found")).to_be_visible()
    ui_phone.link("Show all nights").last.tap()
    expect(nights).to_have_count(1)
