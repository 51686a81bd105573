"""A whole round by hardware keyboard: everything is reached, and it shows where the focus is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypedDict

import pytest
from playwright.sync_api import expect

from tests.ui.beforehand import begun
from tests.ui.playing import MIDDLE, count_field

if TYPE_CHECKING:
    from tests.ui.phone import Phone
    from tests.ui.serving import Server

both_ways = pytest.mark.parametrize(
    "scripts", [True, False], ids=["with JavaScript", "without JavaScript"]
)

plain = pytest.mark.parametrize("scripts", [False], ids=["without JavaScript"])
"""The ordinary form; what the pad makes of it is in test_pad.py."""

MOST_TABS = 40

FOCUS = """() => {
  const at = document.activeElement;
  const label = at.matches("input[type=radio]") ? at.closest("label") : null;
  const ring = [at, label].some((one) => {
    const style = one && getComputedStyle(one);
    return style && style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  });
  const shown = label ?? at;
  const box = shown.getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  const text = at.getAttribute("aria-label") ?? at.labels?.[0]?.textContent ?? at.textContent;
  return {
    name: text.trim().replace(/\\s+/g, " "),
    ringed: at.matches(":focus-visible") && ring,
    uncovered: top !== null && shown.contains(top),
  };
}"""


class Focus(TypedDict):
    """Where the focus is."""

    name: str
    ringed: bool
    uncovered: bool


def tab(phone: Phone) -> Focus:
    """Press the Tab key, and tell where it leads; that must be seen."""
    phone.page.keyboard.press("Tab")
    focus: Focus = phone.page.evaluate(FOCUS)

    assert focus["ringed"], f"nothing shows that {focus['name']!r} has the focus"
    assert focus["uncovered"], f"{focus['name']!r} has the focus under something else"
    return focus


def tab_to(phone: Phone, name: str) -> None:
    """Press the Tab key until it has led to something of this name."""
    passed: list[str] = []
    while len(passed) < MOST_TABS:
        focus = tab(phone)
        if focus["name"] == name:
            return
        passed.append(focus["name"])

    raise AssertionError(f"no {name!r} among {passed}")


@plain
def test_a_round_is_entered_and_saved_without_a_finger(ui_phone: Phone, ui_server: Server) -> None:
    """With Tab, digits and Enter alone a round is typed, checked, and then saved."""
    begun(ui_phone, MIDDLE)
    page, keyboard = ui_phone.page, ui_phone.page.keyboard
    tab_to(ui_phone, "Enter round 1")
    keyboard.press("Enter")
    expect(ui_phone.button("Save round 1")).to_be_visible()
    for name, number in zip(MIDDLE.names, (90, 67, 0), strict=True):
        tab_to(ui_phone, "Points")
        expect(count_field(ui_phone, name, "Points")).to_be_focused()
        keyboard.type(str(number))
    tab_to(ui_phone, "Yes")
    keyboard.press("ArrowRight")
    expect(ui_phone.group("Cem").get_by_role("radio", name="No")).to_be_checked()
    keyboard.press("Shift+Tab")
    keyboard.press("Enter")

    preview = page.get_by_role("region", name=re.compile("^It adds up"))
    expect(preview).to_contain_text("Cem won no trick")
    assert ui_server.acts == ["start"]

    tab_to(ui_phone, "Save round 1")
    keyboard.press("Enter")

    ui_phone.shows_row("Round 1", 1, 1, -2)
    assert ui_server.acts == ["start", "record 1"]


@both_ways
def test_enter_in_a_name_adds_the_player_and_begins_nothing(
    ui_phone: Phone, ui_server: Server
) -> None:
    """The Enter key in the box for a new player seats them; it never begins the match."""
    ui_phone.open("/matches/new?game=mittlere")
    page, keyboard = ui_phone.page, ui_phone.page.keyboard
    for number, name in enumerate(("Ada", "Ben", "Cem"), start=1):
        tab_to(ui_phone, "Name of a new player")
        keyboard.type(name)
        keyboard.press("Enter")
        expect(page.locator(".seats").get_by_role("listitem")).to_have_count(number)
    tab_to(ui_phone, "House rules")
    keyboard.press("Enter")
    tab_to(ui_phone, "Number")
    keyboard.type("2")
    with page.expect_navigation():
        keyboard.press("Enter")

    expect(page.locator(".seats .who")).to_have_text(["1. Ada", "2. Ben", "3. Cem"])
    assert ui_server.matches == 0

    tab_to(ui_phone, "Start the match")
    keyboard.press("Enter")

    expect(page.locator(".top")).to_contain_text("Round 1 of 2")


def test_the_first_tab_stop_skips_to_the_content(ui_phone: Phone) -> None:
    """Every page begins with a link past its top, which shows itself when it is reached."""
    ui_phone.open("/")
    focus = tab(ui_phone)
    ui_phone.page.keyboard.press("Enter")
    after = tab(ui_phone)

    assert focus["name"] == "Skip to the content"
    assert after["name"].startswith("Mückenstich")
