"""Circles, their players and their nights."""

from __future__ import annotations

import datetime as dt
import uuid
from functools import cache
from typing import TYPE_CHECKING, NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from sqlalchemy import select

from scorekeeper.rules.problems import N_, Problem
from scorekeeper.scorebook.errors import NotFound, Refused, Stale
from scorekeeper.scorebook.models import Circle, Night, Player
from scorekeeper.scorebook.names import clean_name, name_key
from scorekeeper.scorebook.store import db

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

NIGHT_TURNS_AT = dt.timedelta(hours=6)
"""A match begun before 06:00 belongs to the night before."""


class Seatable(NamedTuple):
    """A player who may be seated: known by ``uid``, or new and known by name only."""

    name: str
    uid: uuid.UUID | None = None


@cache
def time_zones() -> frozenset[str]:
    """Give the names of all time zones; looking for them on the disk takes long."""
    return frozenset(available_timezones())


def known_zone(name: str) -> bool:
    """Tell whether this is the name of a time zone, such as Europe/Zurich."""
    return name in time_zones()


def night_date(at: dt.datetime, time_zone: str) -> dt.date:
    """Give the date of the night that a moment belongs to, on the circle's own clock."""
    local = at.astimezone(ZoneInfo(time_zone)).replace(tzinfo=None)
    return (local - NIGHT_TURNS_AT).date()


def found(session: Session, name: str, time_zone: str, at: dt.datetime) -> Circle:
    """Make a circle."""
    circle = Circle(
        uid=uuid.uuid4(), name=clean_name(name), time_zone=time_zone, created_at=at, version=0
    )
    session.add(circle)
    session.flush()
    return circle


def night_of(session: Session, circle: Circle, at: dt.datetime) -> Night:
    """Give the night that a moment belongs to; it makes itself."""
    return night_on(session, circle.id, night_date(at, circle.time_zone))


def night_on(session: Session, circle_id: int, date: dt.date) -> Night:
    """Give a circle's night of a date; it makes itself."""
    night = session.scalar(select(Night).where(Night.circle_id == circle_id, Night.date == date))
    if night is None:
        night = Night(uid=uuid.uuid4(), circle_id=circle_id, date=date, version=0)
        session.add(night)
        session.flush()
    return night


def seat_players(
    session: Session, circle: Circle, wanted: list[Seatable], at: dt.datetime
) -> list[Player]:
    """Give the players in the order wanted; new names become players of the circle.

    Raises:
        NotFound: a uid that is no player of this circle.
        Refused: SEATED_TWICE, or a name that can't be one.
    """
    known = list(session.scalars(select(Player).where(Player.circle_id == circle.id)))
    by_uid = {player.uid: player for player in known}
    by_key = {player.name_key: player for player in known}
    seated: list[Player] = []
    for who in wanted:
        if who.uid is not None:
            if who.uid not in by_uid:
                raise NotFound
            player = by_uid[who.uid]
        else:
            name = clean_name(who.name, "/players")
            key = name_key(name)
            if key not in by_key:
                by_key[key] = Player(
                    uid=uuid.uuid4(),
                    circle_id=circle.id,
                    name=name,
                    name_key=key,
                    created_at=at,
                )
                session.add(by_key[key])
            player = by_key[key]
        if player in seated:
            text = N_("%(name)s sits at this table already.")
            raise Refused([Problem("SEATED_TWICE", text, "/players", facts={"name": player.name})])
        seated.append(player)
    session.flush()
    return seated


def players_of(circle_id: int) -> list[Seatable]:
    """Give a circle's players by name."""
    rows = db.session.execute(
        select(Player.name, Player.uid)
        .where(Player.circle_id == circle_id, Player.merged_into.is_(None))
        .order_by(Player.name_key)
    )
    return [Seatable(name, uid) for name, uid in rows]


def change_settings(
    session: Session, circle_id: int, version: int, name: str, time_zone: str
) -> None:
    """Give a circle another name or time zone.

    Raises:
        Refused: a name or time zone that can't be one.
        Stale: somebody changed the settings since ``version``.
    """
    circle = session.get_one(Circle, circle_id)
    if circle.version != version:
        raise Stale(circle.version)
    if not known_zone(time_zone):
        text = N_("There is no time zone of this name; choose one such as Europe/Zurich.")
        raise Refused([Problem("TIME_ZONE", text, "/time_zone")])
    circle.name = clean_name(name)
    circle.time_zone = time_zone
    circle.version += 1
