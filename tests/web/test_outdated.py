"""Rounds that today's rules score otherwise: the page shows what was saved, and says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.scorebook import matches
from tests.later import LATER
from tests.web.phone import words
from tests.web.table import ENTRIES, KUNIBERT, MITTLERE, SCORES, number

if TYPE_CHECKING:
    import pytest

    from tests.web.phone import Page
    from tests.web.table import Table


def points(page: Page) -> list[int]:
    """Give the points that a round's page shows, by seat."""
    return [number(words(told)) for told in page.all("section.why h2 b")]


def notices(page: Page) -> list[str]:
    """Give what stands above the round."""
    return page.texts(".notice-info p")


def test_round_of_an_earlier_version_shows_its_stored_points_and_says_today_s(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The points never change by themselves, on the round's page as on the scoreboard."""
    table.start(MITTLERE)
    board = table.enter(ENTRIES[MITTLERE])
    before = table.show()
    monkeypatch.setattr(matches, "GAMES", LATER)
    page = table.phone.reload()

    assert notices(before) == []
    assert points(page) == points(before) == SCORES[MITTLERE] == [1, -2, 1]
    assert notices(page) == [
        "Scored by an earlier version of the rules; today it would be: Ada 1, Ben −4, Cem 1.",
        "The lines below say how.",
    ]
    assert table.phone.follow("Back to the scoreboard").texts("td") == board.texts("td")


def test_round_that_today_s_rules_cannot_score_is_shown_all_the_same(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With what was entered, and no line that would explain other points."""
    table.start(MITTLERE)
    table.enter({"points": [70, 36, 51]})
    table.show()
    monkeypatch.setattr(matches, "GAMES", LATER)
    page = table.phone.reload()

    assert points(page) == [1, 1, -2]
    assert notices(page) == [
        "Today's rules can't score these numbers; the points are those that were saved."
    ]
    assert page.all("section.why li") == []
    assert page.texts("table.entered td")[-3:] == ["70", "36", "51"]


def test_round_whose_stored_points_were_changed_says_what_the_numbers_make(table: Table) -> None:
    """By today's rules, too: nobody changed those."""
    table.start(KUNIBERT)
    table.enter(ENTRIES[KUNIBERT])
    table.do("DROP TRIGGER revision_no_update")
    table.do("UPDATE revision SET scores = '[55,95,90]' WHERE round_no = 1")
    page = table.show()

    assert points(page) == [55, 95, 90]
    assert notices(page) == [
        "By the rules these numbers make other points: Ada 55, Ben 95, Cem 30.",
        "The lines below say how.",
    ]
