"""Charts in the browser: the picture is there, in both schemes, and nothing in it is cut off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pytest

from scorekeeper.web.charts import Figures, Series, bars, lines, places, totals
from tests.ui.gallery import LONG_NAMES, SIGHTS, Sight
from tests.ui.phone import SCREEN

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from playwright.sync_api import Page

    from scorekeeper.web.charts import Picture
    from tests.ui.gallery import Gallery
    from tests.ui.phone import Phone

[CHART] = [sight for sight in SIGHTS if sight.name == "chart"]

LOADED = """async () => {
  const image = document.querySelector(".figure img");
  await image.decode();
  return [image.naturalWidth, image.naturalHeight, image.clientWidth];
}"""

CORNER = """() => {
  const image = document.querySelector(".figure img");
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [328, 220];
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  return [...context.getImageData(164, 3, 1, 1).data].slice(0, 3);
}"""
"""A pixel of the picture's ground."""

CARDS = {"light": [0xFF, 0xFD, 0xF8], "dark": [0x26, 0x22, 0x1D]}

FAULTS = """() => {
  const svg = document.querySelector("svg");
  const whole = svg.getBoundingClientRect();
  const texts = [...svg.querySelectorAll("text")].filter((text) => text.textContent);
  const boxes = texts.map((text) => ({ text, box: text.getBoundingClientRect() }));
  const faults = boxes.filter(({ box }) =>
    box.left < whole.left || box.right > whole.right ||
    box.top < whole.top || box.bottom > whole.bottom
  ).map(({ text }) => `${text.textContent} leaves the picture`);
  boxes.forEach(({ text, box }, index) => {
    for (const { text: other, box: next } of boxes.slice(index + 1)) {
      const across = Math.min(box.right, next.right) - Math.max(box.left, next.left);
      const down = Math.min(box.bottom, next.bottom) - Math.max(box.top, next.top);
      if (across > 0.5 && down > 3) faults.push(`${text.textContent} on ${other.textContent}`);
    }
  });
  return faults;
}"""


@pytest.fixture
def watcher(visitor: Phone, gallery: Gallery) -> Iterator[Phone]:
    """Look at a chart; nothing may go wrong, nor be forbidden by a policy."""
    visitor.guard.faults.clear()
    visitor.becomes(gallery.secret(CHART))
    visitor.page.set_viewport_size(SCREEN)

    yield visitor

    assert visitor.guard.faults == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_picture_is_there_in_the_colours_of_the_page(
    watcher: Phone, gallery: Gallery, scheme: Literal["light", "dark"]
) -> None:
    """It is loaded, as wide as the page lets it, and follows the light or dark scheme."""
    watcher.page.emulate_media(color_scheme=scheme, forced_colors="none")
    gallery.visit(watcher, CHART)

    assert watcher.page.evaluate(LOADED) == [328, 220, 326]
    assert watcher.page.evaluate(CORNER) == CARDS[scheme]


def test_the_picture_opened_by_itself_has_its_style(watcher: Phone, gallery: Gallery) -> None:
    """Its own policy lets its style in."""
    watcher.page.emulate_media(color_scheme="light", forced_colors="none")
    gallery.visit(watcher, Sight("picture", CHART.path + ".svg"))
    shown = watcher.page.locator("text.value").first

    assert shown.evaluate("text => getComputedStyle(text).fontSize") == "14px"


def test_a_tap_downloads_it(watcher: Phone, gallery: Gallery) -> None:
    """As a file that is named after game and night."""
    gallery.visit(watcher, CHART)
    with watcher.page.expect_download() as download:
        watcher.follow("Download the picture")

    assert download.value.suggested_filename == "Mückenstich 2026-11-27.svg"


def figures(names: tuple[str, ...], values: Sequence[Sequence[float | None]]) -> Figures:
    """Make figures by name."""
    series = [Series(name, of) for name, of in zip(names, values, strict=True)]
    labels = [f"{number + 1} Nov" for number in range(len(values[0]))]
    return Figures("Mückenstich, Fri 27 November 2026", "Night", labels, series)


SIX = [[30.0 * of - 60, -1440.0 * (of % 2), 20.0 * of, 1440 * (of % 3) - 20] for of in range(6)]
PICTURES = {
    "totals": totals(figures(LONG_NAMES, SIX)),
    "equal totals": totals(figures(LONG_NAMES, [[0.0]] * 6)),
    "lines over a year": lines(figures(LONG_NAMES[:2], [[*range(52)], [*range(52, 0, -1)]])),
    "places": places(figures(LONG_NAMES, [[1 + of, 6 - of, None] for of in range(6)])),
    "places of one": places(figures(LONG_NAMES[:1], [[1 + of % 6 for of in range(20)]])),
    "bars": bars(figures(LONG_NAMES, [[of * 100 - 250, 1000, 0, 7] for of in range(6)])),
}


@pytest.mark.parametrize("kind", PICTURES)
def test_no_text_of_a_picture_is_cut_off_or_lies_on_another(page: Page, kind: str) -> None:
    """With the longest names, large and negative figures, and many labels."""
    picture: Picture = PICTURES[kind]
    page.set_content(picture.draw(headed=True).decode().partition("?>")[2])

    assert page.evaluate(FAULTS) == []
