"""The scoreboard in the middle of the table: read from two metres, from either side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.ui.beforehand import begun
from tests.ui.phone import SCREEN
from tests.ui.playing import MIDDLE, enter
from tests.ui.watching import follower, stays, wait

if TYPE_CHECKING:
    from playwright.sync_api import ViewportSize

    from tests.ui.conftest import Unpack
    from tests.ui.gallery import Gallery
    from tests.ui.phone import Phone
    from tests.ui.serving import Server

LYING: ViewportSize = {"width": 640, "height": 360}
LARGE = 64
"""CSS pixels that a total is high, at least."""

MEASURE = """() => ({
  high: Math.min(...[...document.querySelectorAll(".big b")].map(
    (total) => Math.min(parseFloat(getComputedStyle(total).fontSize),
                        total.getBoundingClientRect().height))),
  totals: document.querySelectorAll(".big b").length,
  inside: [...document.querySelectorAll(".big li, .big b, .big .how")].every((part) => {
    const box = part.getBoundingClientRect();
    return box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
  }),
  scrolls: document.documentElement.scrollHeight > innerHeight
    || document.documentElement.scrollWidth > innerWidth,
})"""
ROTATION = "() => getComputedStyle(document.getElementById('main')).rotate"


@pytest.mark.parametrize("screen", [SCREEN, LYING], ids=["upright", "lying"])
@pytest.mark.parametrize(
    ("match", "seats"),
    [
        ("mittlere", 3),
        ("hands", 4),
        ("five", 5),
        ("blank", 6),
        ("long_three", 3),
        ("long_six", 6),
    ],
)
def test_totals_are_large_and_nothing_scrolls(
    visitor: Phone, gallery: Gallery, screen: ViewportSize, match: str, seats: int
) -> None:
    """Three to six totals are at least 64 px high, whole, and all seen at once."""
    visitor.becomes("namesake" if match.startswith("long") else "owner")
    visitor.page.set_viewport_size(screen)
    visitor.open(gallery.addresses[match] + "table")
    measured: dict[str, Any] = visitor.page.evaluate(MEASURE)

    assert measured["high"] >= LARGE
    assert measured == {**measured, "totals": seats, "inside": True, "scrolls": False}


@pytest.fixture
def large(unpack: Unpack, ui_phone: Phone, ui_server: Server) -> Phone:
    """Begin a match on one phone, and lay another into the middle of the table."""
    begun(ui_phone, MIDDLE)
    return follower(unpack, ui_server, ui_phone, "table")


def test_it_is_turned_for_who_sits_opposite_and_stays_so(large: Phone, ui_phone: Phone) -> None:
    """A tap turns the scores at once, without a reload; neither news nor a reload turn it back."""
    page = large.page
    large.follow("Turn it to the other side")

    assert page.evaluate(ROTATION) == "180deg"
    assert large.path.endswith("/table?flip=1")
    assert stays(large)

    enter(ui_phone, MIDDLE.names, 1, MIDDLE.rounds[0][0])
    wait(large)
    expect(page.locator(".big b")).to_have_text(["1", "−2", "1"])

    assert page.evaluate(ROTATION) == "180deg"

    page.reload()

    assert page.evaluate(ROTATION) == "180deg"

    large.follow("Turn it to the other side")

    assert page.evaluate(ROTATION) == "none"
    assert large.path.endswith("/table")


def test_it_follows_the_match(large: Phone, ui_phone: Phone) -> None:
    """Totals, who leads and what the last round brought come by themselves."""
    enter(ui_phone, MIDDLE.names, 1, MIDDLE.rounds[0][0])
    wait(large)

    expect(large.page.locator(".big .how")).to_have_text(
        [r"leads last +1", "3. last −2", "leads last +1"]
    )
    expect(large.page.get_by_role("status")).to_have_text("Round 1 was saved.")
    assert large.page.evaluate("() => window.glows") == ["1", "−2", "1"]
    assert stays(large)
