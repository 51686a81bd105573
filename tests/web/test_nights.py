"""Nights make themselves: the circle's own date, which turns at six in the morning."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import pytest

from tests.web.table import KUNIBERT, MITTLERE

if TYPE_CHECKING:
    from tests.web.phone import Page
    from tests.web.table import Clock, Table

PLAN = "/matches/new?game=mittlere&seat=%2BAda&seat=%2BBen&seat=%2BCem"


def at(day: int, time: str, offset: float = 0) -> dt.datetime:
    """Give a moment of November 2026 on a clock that is so many hours ahead of UTC."""
    zone = dt.timezone(dt.timedelta(hours=offset))
    return dt.datetime.combine(dt.date(2026, 11, day), dt.time.fromisoformat(time), zone)


def begin_in(table: Table, zone: str) -> Page:
    """Start a first match with a browser that tells its time zone, as its script does."""
    sending = table.phone.open(PLAN).sending("Start the match")
    return table.phone.send(sending.having(time_zone=zone))


def nights(table: Table) -> list[str]:
    """Give the nights that the scorebook has."""
    return [date for (date,) in table.ask("SELECT date FROM night ORDER BY date")]


def end(table: Table) -> Page:
    """End the match before us, so that home lists it under its night."""
    table.phone.follow("End the match early")
    return table.phone.press("End it here")


@pytest.mark.parametrize(
    ("zone", "offset"),
    [
        ("Europe/Zurich", 1),
        ("America/New_York", -5),
        ("Asia/Kolkata", 5.5),
        ("Pacific/Auckland", 13),
    ],
)
def test_matches_before_and_after_midnight_belong_to_one_night(
    table: Table, table_clock: Clock, zone: str, offset: float
) -> None:
    """A match begun at 23:50 and one at 00:20 are of one night, the circle's (fault 10)."""
    table_clock.at = at(27, "23:50", offset)
    begin_in(table, zone)
    end(table)
    table_clock.at = at(28, "00:20", offset)
    table.phone.follow("Rematch")
    table.phone.press("Start the match")
    end(table)
    home = table.phone.open("/")

    assert nights(table) == ["2026-11-27"]
    assert home.texts("section h3") == ["Fri 27 November 2026"]
    assert len(home.all("section[aria-labelledby^=night] li")) == 2
    assert home.texts("header p") == ["Fri 27 November 2026"]


@pytest.mark.parametrize(
    ("time", "date"),
    [("05:59", "2026-11-27"), ("06:00", "2026-11-28"), ("23:59", "2026-11-28")],
)
def test_the_day_turns_at_six(table: Table, table_clock: Clock, time: str, date: str) -> None:
    """Before 06:00 a match belongs to the night before."""
    table_clock.at = at(28, time, 1)
    begin_in(table, "Europe/Zurich")

    assert nights(table) == [date]


def test_a_circle_is_named_after_the_weekday_of_its_first_night(
    table: Table, table_clock: Clock
) -> None:
    """At 00:20 on a Saturday, on the table's clock, a Friday circle is made."""
    table_clock.at = at(28, "00:20", 13)
    begin_in(table, "Pacific/Auckland")

    assert table.ask("SELECT name, time_zone FROM circle") == [
        ("Friday circle", "Pacific/Auckland")
    ]


@pytest.mark.parametrize("zone", ["", "Mars/Olympus", "../../etc/passwd", "\x00", "🕰", "x" * 5000])
def test_a_browser_that_tells_no_time_zone_gets_the_servers(
    table: Table, table_clock: Clock, zone: str
) -> None:
    """Without a script, or with nonsense, the circle has the setting's zone; it can be changed."""
    table_clock.at = at(28, "00:20")
    begin_in(table, zone)

    assert table.ask("SELECT time_zone FROM circle") == [("UTC",)]
    assert nights(table) == ["2026-11-27"]


def test_the_zone_is_told_once(table: Table) -> None:
    """Later matches keep to the circle's zone, wherever the browser is by then."""
    begin_in(table, "Europe/Zurich")
    table.phone.follow("Home")
    table.phone.follow("Rematch")
    sending = table.phone.page.sending("Start the match")
    table.phone.send(sending.having(time_zone="Asia/Tokyo"))

    assert table.ask("SELECT time_zone FROM circle") == [("Europe/Zurich",)]


def test_another_zone_moves_later_nights_only(table: Table, table_clock: Clock) -> None:
    """A circle that changes its zone dates its next night by it; nights that were stay."""
    table_clock.at = at(27, "19:00")
    begin_in(table, "Europe/Zurich")
    table.phone.open(f"{table.circle}settings")
    table.phone.fill({"time_zone": "Pacific/Auckland"})
    table.phone.press("Save")
    table.phone.follow("Rematch")
    table.phone.press("Start the match")

    assert nights(table) == ["2026-11-27", "2026-11-28"]


def test_a_round_says_when_it_was_entered_on_the_circles_clock(
    table: Table, table_clock: Clock
) -> None:
    """The round's page has the circle's time, not the server's."""
    begin_in(table, "Asia/Kolkata")
    table_clock.at = at(27, "21:04", 5.5)
    page = table.enter({"points": [70, 52, 35]})
    shown = table.phone.open(page.leads(page.only("table.board tbody a")))

    assert "21:04" in " ".join(shown.texts("header p"))


def test_home_lists_the_last_nights_the_newest_first(table: Table, table_clock: Clock) -> None:
    """Nights stand in their order, each with its own matches and winners."""
    table_clock.at = at(20, "20:00")
    table.start(MITTLERE, rules={"rounds": 1})
    table.enter({"points": [70, 52, 35]})
    circle = table.circle
    table_clock.at = at(27, "20:00")
    table.start(KUNIBERT, circle=circle)
    end(table)
    home = table.phone.open("/")

    assert home.texts("section h3") == ["Fri 27 November 2026", "Fri 20 November 2026"]
    assert home.texts("section li .what b") == ["Ritter Kunibert's 12er Stich", "Mittlere Jass"]
    assert home.texts("section li .won") == ["no winner", "Ada and Cem"]
    assert home.texts("section li .what .soft") == ["0 rounds, ended early", "1 round"]
