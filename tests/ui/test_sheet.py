"""The sheet on paper: one page for a usual match, black on white, nothing cut off."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from tests.sheets import READER, usual
from tests.ui.looking import misplaced
from tests.ui.phone import SCREEN, Phone
from tests.ui.serving import Server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from flask import Flask
    from playwright.sync_api import Browser, Page

SHEETS = (
    "Mückenstich with 5",
    "Mückenstich with 6",
    "Mückenstich, longest names",
    "Mittlere",
    "Kunibert, longest names",
)


class Paper(NamedTuple):
    """A format, and what of it lies between the margins, in CSS pixels."""

    format: str
    width: int
    height: int


A4, A5 = Paper("A4", 702, 1031), Paper("A5", 498, 733)

INK = """() => {
  const faults = new Set();
  for (const element of document.querySelectorAll("html, body, body *")) {
    if (!element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    const ground = style.backgroundColor.replaceAll(" ", "");
    if (ground !== "rgba(0,0,0,0)" && ground !== "rgb(255,255,255)") faults.add(`${ground} ground`);
    if (style.backgroundImage !== "none" || style.boxShadow !== "none") faults.add("decoration");
    if (style.color !== "rgb(0, 0, 0)") faults.add(`${element.localName} in ${style.color}`);
  }
  return [...faults];
}"""

CUT = """(height) => {
  const pieces = ".board tr, .changes li, .disputes li, .derived, .player, .evidence";
  return [...document.querySelectorAll(pieces)].filter((piece) => {
    const whole = getComputedStyle(piece).breakInside === "avoid";
    return !whole || piece.getBoundingClientRect().height > height;
  }).map((piece) => `${piece.className || piece.localName}: ${piece.textContent.slice(0, 40)}`);
}"""

TAPPED = "a, button, summary, input, .hint"


class Printer(NamedTuple):
    """A browser that may look at the sheets, and their addresses by name."""

    phone: Phone
    sheets: Mapping[str, str]

    def load(self, name: str, query: str = "") -> Page:
        """Open a sheet, as a printer sees it, on a phone that shows everything dark."""
        page = self.phone.page
        page.set_viewport_size(SCREEN)
        page.emulate_media(media="print", color_scheme="dark")
        self.phone.open(self.sheets[name] + query)
        return page

    def lay_out(self, name: str, paper: Paper, query: str = "") -> Page:
        """Open a sheet as wide as a paper's text."""
        page = self.load(name, query)
        page.set_viewport_size({"width": paper.width, "height": paper.height})
        return page


@pytest.fixture(scope="module")
def printer(
    ui_app: Callable[[], Flask], browser: Browser, browser_context_args: dict[str, Any]
) -> Iterator[Printer]:
    """Play the usual matches, and open a browser that prints."""
    with Server(ui_app()).running() as server:
        context = browser.new_context(**browser_context_args)
        phone = Phone(context, server.origin)
        phone.becomes(READER)
        yield Printer(phone, usual(server.app))
        context.close()

        assert phone.guard.faults == []


BESIDE = """() => {
  const table = document.querySelector(".scroll");
  const scrolls = [table, ...table.querySelectorAll("th, td")];
  return scrolls.filter((of) => of.scrollWidth > of.clientWidth).map((of) => of.textContent.trim());
}"""


def pages(pdf: bytes) -> int:
    """Count the pages of a PDF as Chromium writes it."""
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


every_sheet = pytest.mark.parametrize("name", SHEETS)
every_paper = pytest.mark.parametrize("paper", [A4, A5], ids=lambda paper: paper.format)
"""The printer decides which one it is: the style names no size."""


def test_the_usual_matches_are_all_printed(printer: Printer) -> None:
    """These tests leave none of them out."""
    assert tuple(printer.sheets) == SHEETS


@every_sheet
@every_paper
def test_a_usual_match_fits_on_one_page(printer: Printer, name: str, paper: Paper) -> None:
    """Also with 12 rounds, or corrections, of six players with names of 40 characters."""
    pdf = printer.load(name).pdf(format=paper.format)

    assert pages(pdf) == 1


@every_sheet
@every_paper
def test_nothing_is_cut_off_at_the_side(printer: Printer, name: str, paper: Paper) -> None:
    """What is printed stays between the margins, and nothing lies on something else."""
    page = printer.lay_out(name, paper, "?why=1")
    faults = misplaced(page, paper.width)

    assert not faults, "\n".join(faults)


@every_sheet
@every_paper
def test_no_row_and_no_round_is_cut_by_the_end_of_a_page(
    printer: Printer, name: str, paper: Paper
) -> None:
    """With its reasons a sheet has more pages; each piece keeps together, and fits on one."""
    page = printer.lay_out(name, paper, "?why=1")
    cut = page.evaluate(CUT, paper.height)

    assert pages(page.pdf(format=paper.format)) > 1
    assert not cut, "\n".join(cut)


@every_sheet
def test_a_sheet_is_black_on_white_even_in_dark_mode(printer: Printer, name: str) -> None:
    """No ground is printed, no grey and no colour: only black ink."""
    page = printer.load(name, "?why=1")

    assert page.evaluate(INK) == []


def test_what_can_only_be_tapped_isnt_printed(printer: Printer) -> None:
    """No link, no button and no advice how to print: but all of them on the screen."""
    page = printer.load("Mittlere")
    printed = [one for one in page.locator(TAPPED).all() if one.is_visible()]
    page.emulate_media(media="screen")
    shown = [one.text_content() for one in page.locator(TAPPED).all() if one.is_visible()]

    assert printed == []
    assert "Add how the points come about" in shown


def test_what_is_printed_has_all_that_makes_it_evidence(printer: Printer) -> None:
    """Rounds, corrections, confirmations, rules and digits aren't hidden on paper."""
    page = printer.load("Mückenstich with 5")
    parts = (".winner", ".confirmed", ".board", ".changes", ".rules", ".uid", ".digits", "code")

    assert [part for part in parts if not page.locator(part).is_visible()] == []


@every_sheet
@pytest.mark.parametrize("width", [360, 320])
def test_a_phone_shows_every_column_without_scrolling(
    printer: Printer, name: str, width: int
) -> None:
    """Six players with names of 40 characters included: nothing waits unseen at the side."""
    page = printer.phone.page
    page.emulate_media(media="screen", color_scheme="light")
    page.set_viewport_size({"width": width, "height": SCREEN["height"]})
    printer.phone.open(printer.sheets[name])
    beside = page.evaluate(BESIDE)
    faults = misplaced(page, width)

    assert beside == []
    assert not faults, "\n".join(faults)
