"""Circles: their players and seats, their nights, their settings."""

from __future__ import annotations

import datetime as dt
import time
import uuid
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pytest

from scorekeeper.scorebook.circles import (
    Seatable,
    change_settings,
    found,
    known_zone,
    night_date,
    players_of,
)
from scorekeeper.scorebook.errors import NotFound, Refused, Stale
from scorekeeper.scorebook.models import Circle
from scorekeeper.scorebook.store import db
from tests.builders import Table, mittlere, rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from flask import Flask

    from scorekeeper.rules.problems import Problem


def refused(table: Table, players: Sequence[str | Seatable]) -> Problem:
    """Give the one problem with which these players are refused."""
    with pytest.raises(Refused) as refusal:
        table.begin("mittlere", players)
    [problem] = refusal.value.problems
    return problem


def known(table: Table) -> dict[str, Seatable]:
    """Give a circle's players by name."""
    with table.app.app_context():
        return {who.name: who for who in players_of(table.id)}


# Players --------------------------------------------------------------------------------------


def test_seats_are_as_the_table_said(table: Table) -> None:
    """Whoever was named first has seat 0, whatever the alphabet says."""
    match = table.begin("mittlere", ["Cem", "Ada", "Ben"])

    assert table.board(match).names == ("Cem", "Ada", "Ben")


def test_new_names_become_players_of_the_circle(table: Table) -> None:
    """They are offered by name for the next match."""
    table.begin("mittlere", ["cem", "Ada", "Ben"])

    assert list(known(table)) == ["Ada", "Ben", "cem"]


def test_player_known_by_uid_is_seated_as_such(table: Table) -> None:
    """Whatever name the form still shows for them."""
    table.begin("mittlere", ["Ada", "Ben", "Cem"])
    ada, ben, cem = known(table).values()
    match = table.begin("mittlere", [cem, ada._replace(name="somebody"), ben])

    assert table.board(match).names == ("Cem", "Ada", "Ben")
    assert table.board(match).players == (cem.uid, ada.uid, ben.uid)
    assert len(known(table)) == 3


@pytest.mark.parametrize(
    ("first", "again"),
    [("Ada", "ADA"), ("Straße", "STRASSE"), ("İnci", "i\u0307nci"), ("Zoë", "zoe\u0308")],
)
def test_name_in_another_case_is_the_same_player(table: Table, first: str, again: str) -> None:
    """A name is unique in its circle, and is kept as it was first written."""
    table.begin("mittlere", [first, "Ben", "Cem"])
    match = table.begin("mittlere", ["Ben", f" {again} ", "Cem"])

    assert table.board(match).names == ("Ben", first, "Cem")
    assert len(known(table)) == 3


def test_same_name_in_another_circle_is_another_player(table: Table) -> None:
    """Circles know nothing of each other."""
    other = Table(table.app, "Other circle")
    table.begin("mittlere", ["Ada", "Ben", "Cem"])
    other.begin("mittlere", ["Ada", "Ben", "Cem"])

    assert {who.uid for who in known(table).values()}.isdisjoint(
        who.uid for who in known(other).values()
    )


@pytest.mark.parametrize("twice", ["Ada", "ada", "  ADA "])
def test_nobody_sits_at_a_table_twice(table: Table, twice: str) -> None:
    """SEATED_TWICE, by name or in another case; no player is left behind."""
    problem = refused(table, ["Ada", "Ben", twice])

    assert problem.code == "SEATED_TWICE"
    assert problem.field == "/players"
    assert problem.words() == "Ada sits at this table already."
    assert known(table) == {}


def test_nobody_sits_at_a_table_twice_by_uid_and_name(table: Table) -> None:
    """Known and typed in anew is the same person."""
    table.begin("mittlere", ["Ada", "Ben", "Cem"])
    ada = known(table)["Ada"]

    assert refused(table, [ada, "Ben", ada]).code == "SEATED_TWICE"
    assert refused(table, [ada, "Ben", "ada"]).code == "SEATED_TWICE"


@pytest.mark.parametrize(
    ("name", "code"),
    [("", "NAME_EMPTY"), ("x" * 41, "NAME_TOO_LONG"), ("A\u202eda", "NAME_CONTROL")],
)
def test_name_that_cannot_be_one_is_refused(table: Table, name: str, code: str) -> None:
    """With its reason, and nothing is left of the match or of the others' names."""
    problem = refused(table, ["Ben", "Cem", name])

    assert problem.code == code
    assert problem.field == "/players"
    assert known(table) == {}
    assert table.in_play() == []


@pytest.mark.parametrize("name", ["O'Ré", "李", "🂡", "<b>", "$x", "%(name)s", "\U0001fae8"])
def test_any_other_name_simply_works(table: Table, name: str) -> None:
    """It is kept, found again and shown as it was typed."""
    match = table.begin("mittlere", [name, "Ben", "Cem"])
    table.begin("mittlere", [known(table)[name], "Ben", "Cem"])

    assert table.board(match).name(0) == name
    assert refused(table, [name, name, "Ben"]).words() == f"{name} sits at this table already."


def test_player_of_another_circle_is_not_found(table: Table) -> None:
    """A uid from elsewhere is as unknown as one that never was."""
    other = Table(table.app, "Other circle")
    other.begin("mittlere", ["Ada", "Ben", "Cem"])
    stranger = known(other)["Ada"]

    with pytest.raises(NotFound):
        table.begin("mittlere", [stranger, "Ben", "Cem"])
    with pytest.raises(NotFound):
        table.begin("mittlere", [Seatable("Ada", uuid.UUID(int=1)), "Ben", "Cem"])
    assert known(table) == {}


# Nights ---------------------------------------------------------------------------------------

ZURICH, AUCKLAND, NEW_YORK = "Europe/Zurich", "Pacific/Auckland", "America/New_York"


@pytest.mark.parametrize(
    ("local", "zone", "date"),
    [
        ("2026-11-27 23:50", ZURICH, "2026-11-27"),
        ("2026-11-28 00:20", ZURICH, "2026-11-27"),
        ("2026-11-28 05:59", ZURICH, "2026-11-27"),
        ("2026-11-28 06:00", ZURICH, "2026-11-28"),
        ("2026-12-31 23:59", ZURICH, "2026-12-31"),
        ("2027-01-01 03:00", ZURICH, "2026-12-31"),
        ("2028-03-01 01:00", ZURICH, "2028-02-29"),
        # summer time begins: 02:00 becomes 03:00, and the day still turns at 06:00 on the clock
        ("2026-03-29 01:59", ZURICH, "2026-03-28"),
        ("2026-03-29 03:00", ZURICH, "2026-03-28"),
        ("2026-03-29 05:59", ZURICH, "2026-03-28"),
        ("2026-03-29 06:00", ZURICH, "2026-03-29"),
        # summer time ends: 03:00 becomes 02:00
        ("2026-10-25 02:30", ZURICH, "2026-10-24"),
        ("2026-10-25 05:59", ZURICH, "2026-10-24"),
        ("2026-10-25 06:00", ZURICH, "2026-10-25"),
        # the date line, half hours, and far west of Greenwich
        ("2026-11-28 05:59", AUCKLAND, "2026-11-27"),
        ("2026-11-28 06:00", AUCKLAND, "2026-11-28"),
        ("2026-11-27 23:50", NEW_YORK, "2026-11-27"),
        ("2026-11-28 00:20", NEW_YORK, "2026-11-27"),
        ("2026-11-28 05:59", "Asia/Kathmandu", "2026-11-27"),
        ("2026-11-28 06:00", "Asia/Kathmandu", "2026-11-28"),
        ("2026-11-28 05:59", "UTC", "2026-11-27"),
    ],
)
def test_night_has_the_circles_date_and_turns_at_six(local: str, zone: str, date: str) -> None:
    """Known fault 10: on the circle's own clock, in summer and in winter."""
    at = dt.datetime.fromisoformat(local).replace(tzinfo=ZoneInfo(zone))

    assert night_date(at, zone).isoformat() == date
    assert night_date(at.astimezone(dt.UTC), zone).isoformat() == date


def test_matches_before_and_after_midnight_belong_to_one_night(app: Flask) -> None:
    """Known fault 10: 23:50 and 00:20 are one night; 06:00 begins the next."""
    table = Table(app, at=dt.datetime(2026, 11, 27, 22, 49, tzinfo=dt.UTC))
    for minutes in (0, 29, 340):
        table.at += dt.timedelta(minutes=minutes)
        match = table.begin("mittlere", ["Ada", "Ben", "Cem"], rounds=1)
        table.record(match, mittlere(0))
    [(later, [third]), (earlier, [second, first])] = table.nights()

    assert earlier == dt.date(2026, 11, 27)
    assert later == dt.date(2026, 11, 28)
    begun = [match.started_at.strftime("%d %H:%M") for match in (first, second, third)]
    assert begun == ["27 22:50", "27 23:21", "28 05:03"]


def test_night_makes_itself_once(table: Table, database: Path) -> None:
    """Two matches of an evening share it; another circle has its own."""
    other = Table(table.app, "Other circle")
    for at in (table, table, other):
        at.begin("mittlere", 3)
    nights = rows(database, "SELECT circle_id, date FROM night ORDER BY circle_id")

    assert nights == [
        {"circle_id": table.id, "date": "2026-11-27"},
        {"circle_id": other.id, "date": "2026-11-27"},
    ]


@pytest.fixture(params=["Pacific/Kiritimati", "Etc/GMT+12", "Europe/Zurich"])
def server_zone(request: pytest.FixtureRequest) -> Iterator[str]:
    """Put the server's clock into a zone, and back."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", request.param)
        time.tzset()
        yield request.param
    time.tzset()


def test_night_is_the_same_whatever_the_servers_clock_zone(
    server_zone: str, table: Table, database: Path
) -> None:
    """Known fault 10: TZ of the server changes neither the night nor what is stored and hashed."""
    table.at = dt.datetime(2026, 11, 27, 23, 19, tzinfo=dt.UTC)
    table.begin("mittlere", 3)
    [listed] = table.in_play()
    [revision] = rows(database, "SELECT at FROM revision")
    [match] = rows(database, "SELECT started_at FROM match")

    assert server_zone
    assert listed.night == dt.date(2026, 11, 27)
    assert listed.started_at == dt.datetime(2026, 11, 27, 23, 20, tzinfo=dt.UTC)
    assert revision["at"] == "2026-11-27T23:20:00.000000Z"
    assert match["started_at"].startswith("2026-11-27 23:20:00")


def test_known_zones_are_the_names_of_places() -> None:
    """What a browser tells is only taken if it is one."""
    assert known_zone(ZURICH)
    assert known_zone("UTC")
    assert not known_zone("")
    assert not known_zone("Mars/Olympus")
    assert not known_zone("../../etc/passwd")


# Settings -------------------------------------------------------------------------------------


def change(table: Table, version: int, name: str, zone: str) -> None:
    """Give a circle another name and time zone."""
    with table.pen() as pen:
        change_settings(pen.session, table.id, version, name, zone)


def circle_of(table: Table) -> tuple[str, str, int]:
    """Read a circle's name, time zone and version."""
    with table.app.app_context():
        circle = db.session.get_one(Circle, table.id)
        return circle.name, circle.time_zone, circle.version


def test_circle_gets_another_name_and_time_zone(table: Table) -> None:
    """The name is cleaned, and the version rises."""
    change(table, 0, "  Friday circle ", NEW_YORK)

    assert circle_of(table) == ("Friday circle", NEW_YORK, 1)


def test_new_time_zone_counts_from_the_next_match_on(app: Flask) -> None:
    """At 04:30 UTC it is still the night before in New York, and the next day in Auckland."""
    table = Table(app, zone=AUCKLAND, at=dt.datetime(2026, 11, 28, 4, 30, tzinfo=dt.UTC))
    table.begin("mittlere", 3)
    change(table, 0, "Moved", NEW_YORK)
    table.begin("mittlere", 3)

    assert [match.night.isoformat() for match in table.in_play()] == ["2026-11-28", "2026-11-27"]


def test_settings_changed_meanwhile_make_a_page_stale(table: Table) -> None:
    """The second of two owners is told, and changes nothing."""
    change(table, 0, "Mine", ZURICH)

    with pytest.raises(Stale) as stale:
        change(table, 0, "Yours", ZURICH)
    assert stale.value.version == 1
    assert circle_of(table) == ("Mine", ZURICH, 1)


@pytest.mark.parametrize(
    ("name", "zone", "code", "field"),
    [
        ("", ZURICH, "NAME_EMPTY", "/name"),
        ("x" * 41, ZURICH, "NAME_TOO_LONG", "/name"),
        ("A\nb", ZURICH, "NAME_CONTROL", "/name"),
        ("Fine", "Mars/Olympus", "TIME_ZONE", "/time_zone"),
        ("Fine", "", "TIME_ZONE", "/time_zone"),
    ],
)
def test_settings_that_cannot_be_are_refused(
    table: Table, name: str, zone: str, code: str, field: str
) -> None:
    """Beside their field, and nothing is changed."""
    with pytest.raises(Refused) as refusal:
        change(table, 0, name, zone)
    [problem] = refusal.value.problems

    assert (problem.code, problem.field) == (code, field)
    assert circle_of(table) == ("Tuesday circle", ZURICH, 0)


def test_circle_is_founded_with_a_clean_name(table: Table) -> None:
    """The same names are allowed as for players."""
    with table.pen() as pen:
        circle = found(pen.session, "  Zoe\u0308s Runde ", "UTC", table.at)

    assert circle.name == "Zoës Runde"
    with pytest.raises(Refused), table.pen() as pen:
        found(pen.session, "\u202e", "UTC", table.at)
