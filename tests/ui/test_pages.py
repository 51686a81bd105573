"""What holds of every page: it can be read, reached and tapped by everybody, on any phone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect

from tests.ui.gallery import LONG_SIGHTS, SIGHTS, Sight
from tests.ui.looking import misplaced, pale_signs, shapes, small_targets, wordless_signs
from tests.ui.phone import SCREEN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.ui.gallery import Gallery
    from tests.ui.phone import Phone

RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}
SCHEMES: tuple[tuple[Literal["light", "dark"], Literal["active", "none"]], ...] = (
    ("light", "none"),
    ("dark", "none"),
    ("dark", "active"),
)
WIDTHS = (320, 360, 393, 768)
LARGE_TEXT = {"fontSizes": {"standard": 32, "fixed": 26}}
"""Text at 200 %, as a browser's own setting makes it."""
USUAL_TEXT = {"fontSizes": {"standard": 16, "fixed": 13}}

SIGNED = [
    sight
    for sight in SIGHTS
    if sight.name.startswith(("entry", "check", "cards", "conflict", "round"))
    and "Mittlere" not in sight.name
]
"""The pages that show the signs of suits."""

LINES = """head => {
  const range = document.createRange();
  range.selectNodeContents(head);
  return new Set([...range.getClientRects()].map((box) => box.top)).size;
}"""


def called(name: str, sights: tuple[Sight, ...]) -> list[Sight]:
    """Give the pages of a name."""
    return [sight for sight in sights if sight.name == name]


every_page = pytest.mark.parametrize("sight", SIGHTS, ids=str)


@pytest.fixture
def looker(visitor: Phone, gallery: Gallery, sight: Sight) -> Iterator[Phone]:
    """Look at a page of the gallery; nothing may go wrong on it."""
    visitor.guard.faults.clear()
    visitor.becomes(gallery.secret(sight))
    visitor.page.set_viewport_size(SCREEN)
    visitor.page.emulate_media(color_scheme="light", forced_colors="none")
    gallery.visit(visitor, sight)

    yield visitor

    assert visitor.guard.faults == []


def looks(phone: Phone) -> Iterator[str]:
    """Show a page in light, in dark, and in the colours that the system forces on it."""
    for scheme, forced in SCHEMES:
        phone.page.emulate_media(color_scheme=scheme, forced_colors=forced)
        yield "forced colours" if forced == "active" else scheme


def misplaced_anywhere(phone: Phone) -> list[str]:
    """Give what is misplaced at any width, or with text at 200 % on a phone."""
    faults = []
    for width in WIDTHS:
        phone.page.set_viewport_size({"width": width, "height": SCREEN["height"]})
        faults += [f"{width}: {fault}" for fault in misplaced(phone.page, width)]
    phone.page.set_viewport_size(SCREEN)
    browser = phone.context.new_cdp_session(phone.page)
    browser.send("Page.setFontSizes", LARGE_TEXT)
    expect(phone.page.locator("html")).to_have_css("font-size", "32px")
    faults += [f"200 %: {fault}" for fault in misplaced(phone.page, SCREEN["width"])]
    browser.send("Page.setFontSizes", USUAL_TEXT)
    browser.detach()
    return faults


@every_page
def test_everybody_can_see_read_and_tap_all_of_a_page(looker: Phone, sight: Sight) -> None:
    """Axe finds nothing: WCAG 2.0 to 2.2, A and AA, best practice; in every look.

    At 320 to 768 px, and with text at 200 %, nothing moves sideways or covers anything.  What can
    be tapped is at least 44 x 44; there is one main button, or none to press.
    """
    expect(looker.page.locator(".button.primary")).to_have_count(sight.primary)
    faults = []
    looker.page.evaluate(AXE_SCRIPT)
    for look in looks(looker):
        for violation in looker.page.evaluate("rules => axe.run(rules)", RULES)["violations"]:
            places = [node["html"][:120] for node in violation["nodes"]]
            faults.append(f"{look}: {violation['id']} ({violation['help']}): {places}")
    faults += small_targets(looker.page) + misplaced_anywhere(looker)

    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("sight", SIGNED, ids=str)
def test_suits_are_told_apart_without_their_hue(looker: Phone) -> None:
    """Each sign has a shape of its own, its word beside it, and contrast in every look."""
    drawn = shapes(looker.page)
    faults = [f"no word beside {sign}" for sign in wordless_signs(looker.page)]
    faults += [f"{look}: {sign}" for look in looks(looker) for sign in pale_signs(looker.page)]

    assert len(drawn) > 1
    assert len(set(drawn.values())) == len(drawn)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("sight", LONG_SIGHTS, ids=str)
def test_long_names_leave_every_page_whole(looker: Phone) -> None:
    """Six names of 40 characters without a place to break fit, also with text at 200 %."""
    faults = small_targets(looker.page) + misplaced_anywhere(looker)

    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("sight", called("statistics of a pair", LONG_SIGHTS), ids=str)
def test_years_of_two_long_names_stay_whole(looker: Phone) -> None:
    """The names above break, not the year before its figures."""
    years = looker.page.locator(".figures tbody th", has_text=re.compile(r"^\s*\d{4}\s*$"))
    lines = [year.evaluate(LINES) for year in years.all()]

    assert lines
    assert set(lines) == {1}


@pytest.mark.parametrize("sight", called("history, narrowed", SIGHTS), ids=str)
def test_first_match_is_in_sight_where_some_are_chosen(looker: Phone) -> None:
    """On a phone, without scrolling: below what was chosen."""
    expect(looker.page.locator(".night .rows a").first).to_be_in_viewport(ratio=1)
    expect(looker.page.locator(".chosen")).to_be_in_viewport(ratio=1)
