"""A second tap, meant for the page before, never decides anything on the next one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.ui.beforehand import begun
from tests.ui.playing import MIDDLE, THREE, count_field, enter, points, type_round
from tests.ui.thumb import Thumb

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.ui.phone import Phone
    from tests.ui.serving import Server

OTHER = points(70, 35, 52)

both_ways = pytest.mark.parametrize(
    "scripts", [True, False], ids=["with JavaScript", "without JavaScript"]
)


def where(button: Locator) -> tuple[float, float]:
    """Give the middle of a button: where a thumb taps twice."""
    box = button.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@both_ways
def test_a_second_tap_on_save_replaces_nothing(ui_phone: Phone, ui_server: Server) -> None:
    """Where Save was, the page that asks has nothing that replaces the saved round."""
    begun(ui_phone, MIDDLE)
    enter(ui_phone, THREE, 1, MIDDLE.rounds[0][0])
    ui_phone.page.go_back()
    type_round(ui_phone, THREE, OTHER)
    place = where(ui_phone.button("Save round 1"))
    ui_phone.press("Save round 1")
    expect(ui_phone.button("Replace round 1")).to_be_visible()
    ui_phone.page.touchscreen.tap(*place)

    expect(ui_phone.button("Replace round 1")).to_be_visible()
    assert ui_server.acts == ["start", "record 1"]


def test_a_second_tap_on_enter_sends_no_empty_form(ui_phone: Phone, ui_server: Server) -> None:
    """Where "Enter round" was, Save stands: it points at the first field, and sends nothing."""
    begun(ui_phone, MIDDLE)
    place = where(ui_phone.link("Enter round 1"))
    sent = len(ui_server.posts)
    ui_phone.follow("Enter round 1")
    thumb = Thumb(ui_phone)
    ui_phone.page.touchscreen.tap(*place)
    ui_phone.takes_a_breath()
    ui_phone.page.touchscreen.tap(*place)

    expect(thumb.field("Ada", "Points")).to_be_focused()
    expect(ui_phone.page.get_by_role("alert")).to_have_count(0)
    assert ui_phone.stored == []

    thumb.press(7)
    ui_phone.page.reload()
    expect(count_field(ui_phone, "Ada", "Points")).to_have_value("7")
    ui_phone.page.touchscreen.tap(*place)

    expect(thumb.field("Ben", "Points")).to_be_focused()
    assert [path for path in ui_server.posts[sent:] if path.endswith("/enter")] == []
    assert [name.partition(" ")[0] for name in ui_phone.stored] == ["draft"]


@both_ways
def test_a_second_tap_on_undo_undoes_nothing_more(ui_phone: Phone, ui_server: Server) -> None:
    """Where Undo was, the scoreboard has no other Undo; the next one stands elsewhere."""
    begun(ui_phone, MIDDLE)
    enter(ui_phone, THREE, 1, MIDDLE.rounds[0][0])
    ui_phone.follow("Enter round 2")
    type_round(ui_phone, THREE, OTHER)
    ui_phone.press("Save round 2")
    place = where(ui_phone.button("Undo round 2"))
    ui_phone.press("Undo round 2")
    expect(ui_phone.page.get_by_text("Round 2 was undone.")).to_be_visible()
    ui_phone.page.touchscreen.tap(*place)
    ui_phone.page.wait_for_load_state()

    assert ui_server.acts == ["start", "record 1", "record 2", "void 2"]


def test_a_third_tap_on_save_begins_no_match(ui_phone: Phone, ui_server: Server) -> None:
    """After the last round Rematch stands where Save was, and Start where Rematch was."""
    of = replace(MIDDLE, rules={"Rounds": "1"})
    begun(ui_phone, of)
    ui_phone.follow("Enter round 1")
    type_round(ui_phone, THREE, OTHER)
    ui_phone.press("Save round 1")
    place = where(ui_phone.link("Rematch"))
    ui_phone.page.touchscreen.tap(*place)
    start = ui_phone.button("Start the match")
    expect(start).to_be_visible()
    ui_phone.page.wait_for_load_state()
    ui_phone.page.touchscreen.tap(*place)
    in_haste = ui_server.matches
    ui_phone.takes_a_breath()
    ui_phone.page.touchscreen.tap(*place)

    expect(ui_phone.link("Enter round 1")).to_be_visible()
    assert in_haste == 1
    assert ui_server.matches == 2
