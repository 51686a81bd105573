"""The scoreboard in large type, for the middle of the table; and what a device can be set to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.phone import attribute, words
from tests.web.table import ENTRIES, MITTLERE, MUECKENSTICH, RULEBOOK, number

if TYPE_CHECKING:
    from tests.web.phone import Page, Phone
    from tests.web.table import Table


def totals(page: Page) -> dict[str, int]:
    """Give the totals by name, in the order of the page."""
    rows = page.all("ul.big > li")
    return {words(row.select(".who")[0]): number(words(row.select("b")[0])) for row in rows}


def marks(page: Page) -> list[str]:
    """Give what is written below each name."""
    return page.texts("ul.big .how")


def test_totals_stand_in_the_order_of_the_seats(table: Table) -> None:
    """Each player's total, place and last points; who leads is said in words."""
    board = table.start(MUECKENSTICH)
    table.record(RULEBOOK, RULEBOOK)
    page = table.phone.open(board.path)
    large = table.phone.follow("Large, for the middle of the table")

    assert page.path == board.path
    assert totals(large) == {"Arne": 20, "Geli": -2, "Ernst": -20, "Harald": -6, "Fritz": 20}
    assert marks(large) == [
        "leads last +10",
        "3. last −1",
        "5. last −10",
        "4. last −3",
        "leads last +10",
    ]
    assert large.heading == "Mückenstich"
    assert large.texts(".title p") == ["Round 3 of 5"]
    assert table.phone.follow("Back to the scoreboard").path == board.path


def test_before_the_first_round_nobody_leads(table: Table) -> None:
    """Everybody has 0, without a place."""
    board = table.start(MITTLERE)
    large = table.phone.open(board.path + "table")

    assert totals(large) == {"Ada": 0, "Ben": 0, "Cem": 0}
    assert marks(large) == []


def test_at_the_end_the_winners_are_named(table: Table) -> None:
    """All who share the win are marked with it, and nobody else."""
    table.start(MITTLERE, rules={"rounds": 1})
    board = table.enter(ENTRIES[MITTLERE])
    large = table.phone.open(board.path + "table")

    assert marks(large) == ["wins last +1", "3. last −2", "wins last +1"]
    assert not large.only("main").has_attr("data-playing")


def test_it_is_turned_by_a_link_too(table: Table) -> None:
    """Without JavaScript a link turns the page for who sits opposite, and turns it back."""
    board = table.start(MITTLERE)
    large = table.phone.open(board.path + "table")
    turned = table.phone.follow("Turn it to the other side")
    back = table.phone.follow("Turn it to the other side")

    looks = [attribute(page.only("body"), "class").split() for page in (large, turned, back)]
    assert looks == [["tabletop"], ["tabletop", "flipped"], ["tabletop"]]


def test_who_only_watches_sees_it_too(table: Table) -> None:
    """The phone in the middle of the table needs no more than a link to watch."""
    board = table.start(MITTLERE)
    viewer = table.join("view")
    large = viewer.open(board.path + "table")

    assert totals(large) == {"Ada": 0, "Ben": 0, "Cem": 0}
    assert large.all("form") == []


# This device ---------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["view", "score", "own"])
def test_home_leads_to_the_switches_of_the_device(table: Table, role: str) -> None:
    """Whoever is in finds them, and the way back."""
    table.start(MITTLERE)
    phone = table.join(role)
    phone.open("/")
    page = phone.follow("This device")
    home = phone.follow("Home")

    assert page.heading == "This device"
    assert home.path == "/"


def test_without_javascript_there_is_nothing_to_set(phone: Phone) -> None:
    """The switches stay hidden from who couldn't turn them, and the page says why."""
    page = phone.open("/device")

    assert page.only("#switches").has_attr("hidden")
    assert page.texts("main p.lead")[0].startswith("There is nothing to set here")
    assert page.all("form") == []
    assert [attribute(tag, "name") for tag in page.all("#switches input")] == [
        "keep-awake",
        "vibrate",
        "count-every-colour",
    ]
