"""Devices in a circle: let in, seen, put out, handed the ownership."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import TYPE_CHECKING

import pytest

from scorekeeper.scorebook.access import access_to
from scorekeeper.scorebook.circles import Seatable, seat_players
from scorekeeper.scorebook.errors import NotFound, Refused
from scorekeeper.scorebook.members import (
    Joining,
    Member,
    admit,
    hand_on,
    members_of,
    put_out,
    touch,
)
from scorekeeper.scorebook.models import Circle
from tests.builders import Table

if TYPE_CHECKING:
    from flask import Flask

    from scorekeeper.scorebook.ledger import Pen

PHONE = "the cookie of a phone"


def join(table: Table, role: str, secret: str = PHONE, name: str = "Phone") -> uuid.UUID:
    """Let a device into a table's circle, and give its uid."""
    with table.pen(secret) as pen:
        admit(pen, table.id, Joining(role, name=name))
        return pen.by.device


def members(table: Table) -> list[Member]:
    """Give the devices that are in a table's circle."""
    with table.app.app_context():
        return members_of(table.id)


def roles(table: Table) -> list[str]:
    """Give what the devices in a table's circle may do."""
    return [member.role for member in members(table)]


def role(table: Table, secret: str) -> str:
    """Give what a device may do."""
    with table.app.app_context():
        return access_to(secret, table.uid).role


def acting(pen: Pen, table: Table) -> uuid.UUID:
    """Give the device that holds the pen, which must be in the circle."""
    assert pen.by.device in [member.device for member in members_of(table.id)]
    return pen.by.device


def test_members_are_listed_as_they_came(table: Table) -> None:
    """With device name, player, role, and no day as long as they did nothing."""
    with table.pen(PHONE) as pen:
        circle = pen.session.get_one(Circle, table.id)
        [ada] = seat_players(pen.session, circle, [Seatable("Ada")], pen.at)
        admit(pen, table.id, Joining("score", None, ada.id, "Phone"))
        device = pen.by.device

    assert members(table)[1:] == [Member(device, "Phone", "Ada", "score", None, None)]


@pytest.mark.parametrize(
    ("first", "second", "kept"),
    [("view", "own", "own"), ("own", "view", "own"), ("score", "score", "score")],
)
def test_who_joins_again_keeps_the_higher_role(
    table: Table, first: str, second: str, kept: str
) -> None:
    """Whatever the order; player and name are those of the last time."""
    join(table, first, name="Old name")
    join(table, second, name="New name")

    assert role(table, PHONE) == kept
    assert [member.name for member in members(table)][1:] == ["New name"]


def test_who_was_put_out_joins_again_with_no_more_than_the_link_gives(table: Table) -> None:
    """A role that was taken away isn't kept."""
    device = join(table, "own")
    with table.pen() as pen:
        put_out(pen, table.id, device)
    with table.app.app_context(), pytest.raises(NotFound):
        access_to(PHONE, table.uid)
    join(table, "view")

    assert role(table, PHONE) == "view"


def test_the_last_owner_is_never_put_out(table: Table) -> None:
    """LAST_OWNER, and all is as it was; with a second owner it may go."""
    join(table, "score")
    with pytest.raises(Refused) as refused, table.pen() as pen:
        put_out(pen, table.id, acting(pen, table))
    kept = roles(table)
    join(table, "own", "another cookie")
    with table.pen() as pen:
        put_out(pen, table.id, pen.by.device)

    assert [problem.code for problem in refused.value.problems] == ["LAST_OWNER"]
    assert kept == ["own", "score"]
    assert roles(table) == ["score", "own"]


def test_ownership_is_handed_on(table: Table) -> None:
    """The heir owns, the giver goes on scoring."""
    heir = join(table, "view")
    with table.pen() as pen:
        hand_on(pen, table.id, heir)

    assert roles(table) == ["score", "own"]


def test_ownership_isnt_handed_to_oneself(table: Table) -> None:
    """Nobody would lose it, or own twice."""
    with pytest.raises(Refused) as refused, table.pen() as pen:
        hand_on(pen, table.id, pen.by.device)

    assert [problem.code for problem in refused.value.problems] == ["SAME_DEVICE"]
    assert roles(table) == ["own"]


def test_devices_of_other_circles_arent_found(app: Flask, table: Table) -> None:
    """Neither an unknown uid, nor one in another circle, nor one that was put out."""
    other = Table(app, "Monday circle")
    foreign = join(other, "score", "a foreign cookie")
    gone = join(table, "score")
    with table.pen() as pen:
        put_out(pen, table.id, gone)
    for device in (foreign, gone, uuid.uuid4()):
        for work in (put_out, hand_on):
            with pytest.raises(NotFound), table.pen() as pen:
                work(pen, table.id, device)

    assert roles(other) == ["own", "score"]


def test_an_act_is_dated_on_the_circles_own_night(table: Table) -> None:
    """At 01:30 in Zurich it is still the night before; who isn't in isn't dated."""
    table.at = dt.datetime(2026, 11, 28, 0, 29, tzinfo=dt.UTC)
    with table.pen() as pen:
        touch(pen, table.id, "Europe/Zurich")
    night = members(table)[0].active_on
    table.at = dt.datetime(2026, 11, 28, 5, 30, tzinfo=dt.UTC)
    with table.pen() as pen:
        touch(pen, table.id, "Europe/Zurich")
    with table.pen("a stranger") as pen:
        touch(pen, table.id, "Europe/Zurich")

    assert night == dt.date(2026, 11, 27)
    assert [member.active_on for member in members(table)] == [dt.date(2026, 11, 28)]
