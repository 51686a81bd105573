"""Circles: made by their first match, switched between, and renamed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.table import KUNIBERT, MITTLERE, errors_beside

if TYPE_CHECKING:
    from tests.web.table import Table

from tests.web.plans import TITLES


def test_the_first_match_makes_a_circle_that_home_shows(table: Table) -> None:
    """A first visitor's match makes a circle named after its weekday, which is home from then."""
    table.start(MITTLERE)
    home = table.phone.open("/")

    assert home.heading == "Friday circle"
    assert home.has("a", "Settings of this circle")
    assert home.texts("nav.switcher a") == []


def test_of_several_circles_home_has_a_switcher(table: Table) -> None:
    """A second circle is begun from home; each shows its own matches only."""
    table.start(MITTLERE)
    first = table.circle
    table.phone.open(f"{first}settings")
    table.phone.fill({"name": "The cousins"})
    table.phone.press("Save")
    table.phone.follow("Start another circle")
    table.start(KUNIBERT)
    second = table.circle
    here = table.phone.open(second)
    there = table.phone.follow("The cousins")

    assert here.texts("nav.switcher a") == ["Friday circle", "The cousins"]
    assert here.texts("nav.switcher a[aria-current]") == ["Friday circle"]
    assert here.texts("section.card h2") == [TITLES[KUNIBERT]]
    assert there.path == first
    assert there.texts("section.card h2") == [TITLES[MITTLERE]]


def test_settings_rename_the_circle_and_set_its_clock(table: Table) -> None:
    """An owner may give the circle another name and time zone."""
    table.start(MITTLERE)
    table.phone.follow("Home")
    table.phone.follow("Settings of this circle")
    table.phone.fill({"name": " Harbour  table ", "time_zone": "Europe/Zurich"})
    home = table.phone.press("Save")

    assert home.heading == "Harbour table"
    assert table.ask("SELECT name, time_zone FROM circle") == [("Harbour  table", "Europe/Zurich")]


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("name", "   ", "A name needs at least one letter."),
        ("name", "x" * 41, "A name has at most 40 characters; this one has 41."),
        ("time_zone", "Mars/Olympus", "There is no time zone of this name"),
        ("time_zone", "../../etc/passwd", "There is no time zone of this name"),
        ("time_zone", " ", "There is no time zone of this name"),
    ],
)
def test_settings_that_cant_be_are_pointed_out(
    table: Table, name: str, value: str, sentence: str
) -> None:
    """A wrong name or time zone is 422 with its sentence beside the field, and kept."""
    table.start(MITTLERE)
    table.phone.open(f"{table.circle}settings")
    table.phone.fill({name: value})
    page = table.phone.press("Save", expect=422)

    assert sentence in errors_beside(page, name)
    assert page.value(name) == value
    assert table.ask("SELECT name, version FROM circle") == [("Friday circle", 0)]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("name", "A name needs at least one letter."),
        ("time_zone", "There is no time zone of this name"),
    ],
)
def test_settings_that_werent_sent_are_pointed_out(table: Table, name: str, sentence: str) -> None:
    """A form without one of its fields is answered as a form with a blank one."""
    table.start(MITTLERE)
    page = table.phone.open(f"{table.circle}settings")
    answered = table.phone.send(page.sending("Save").without(name), expect=422)

    assert sentence in errors_beside(answered, name)
    assert answered.value(name) == ""
