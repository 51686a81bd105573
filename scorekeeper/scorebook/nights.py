"""History: a circle's nights with their matches, the newest first; and one night by itself."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import func, select, tuple_

from scorekeeper.scorebook.errors import NotFound
from scorekeeper.scorebook.lists import columns, listed
from scorekeeper.scorebook.models import Match, Night, Player, Seat
from scorekeeper.scorebook.names import name_key
from scorekeeper.scorebook.searching import NOTHING, Wanted, conditions
from scorekeeper.scorebook.store import db

if TYPE_CHECKING:
    import uuid
    from collections.abc import Sequence
    from typing import Self

    from sqlalchemy import ColumnElement

    from scorekeeper.scorebook.lists import Listed

MATCHES_A_PAGE = 20

CURSOR = re.compile(r"(\d{8})-(\d{1,16})-(\d{1,18})")
EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
MICROSECOND = dt.timedelta(microseconds=1)


class Cursor(NamedTuple):
    """Where a page of matches ends: its last one's night, when it was begun, and its id."""

    date: dt.date
    started_at: dt.datetime
    match_id: int

    def text(self) -> str:
        """Write it for an address: 20261127-1795894200000000-41."""
        micros = (self.started_at - EPOCH) // MICROSECOND
        return f"{self.date:%Y%m%d}-{micros}-{self.match_id}"

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Read it from an address; what can't be one is none."""
        found = CURSOR.fullmatch(text)
        if found is None or not text.isascii():
            return None
        try:
            date = dt.date.fromisoformat(found[1])
            return cls(date, EPOCH + int(found[2]) * MICROSECOND, int(found[3]))
        except ValueError:
            return None


@dataclass(frozen=True)
class NightListed:
    """A night as history shows it: the matches of it that are on the page, and who was there.

    ``people`` is everybody of the whole night, whatever is looked for.
    """

    date: dt.date
    place: str
    note: str
    people: tuple[str, ...]
    matches: tuple[Listed, ...]


@dataclass(frozen=True)
class Page:
    """Some nights, and where the next page begins, if there is one."""

    nights: tuple[NightListed, ...]
    older: Cursor | None


def page(circle_id: int, wanted: Wanted = NOTHING, before: Cursor | None = None) -> Page:
    """Read a page of a circle's history, in three statements and what a search needs.

    Args:
        circle_id: whose it is.
        wanted: what is looked for.
        before: where the page before ended.
    """
    query = (
        select(
            Match.id,
            Match.uid,
            Match.started_at,
            Night.id.label("night_id"),
            Night.date,
            Night.place,
            Night.note,
        )
        .join_from(Night, Match, Match.night_id == Night.id)
        .where(Night.circle_id == circle_id, *conditions(circle_id, wanted))
        .order_by(Night.date.desc(), Match.started_at.desc(), Match.id.desc())
        .limit(MATCHES_A_PAGE + 1)
    )
    if before is not None:
        begun = tuple_(Match.started_at, Match.id) < tuple_(before.started_at, before.match_id)
        query = query.where(Night.date <= before.date, (Night.date < before.date) | begun)
    rows = db.session.execute(query).all()
    shown = rows[:MATCHES_A_PAGE]
    found = _read([row.id for row in shown])
    people = _people({row.night_id for row in shown})
    nights = []
    for night_id, group in groupby(shown, key=lambda row: row.night_id):
        of = list(group)
        matches = tuple(found[row.uid] for row in of)
        first = of[0]
        nights.append(NightListed(first.date, first.place, first.note, people[night_id], matches))
    return Page(tuple(nights), _end(rows, shown))


def _end(rows: Sequence[Any], shown: Sequence[Any]) -> Cursor | None:
    if len(rows) == len(shown):
        return None
    return Cursor(shown[-1].date, shown[-1].started_at, shown[-1].id)


def _read(ids: Sequence[int]) -> dict[uuid.UUID, Listed]:
    return {match.uid: match for match in listed(columns().where(Match.id.in_(ids)))}


def _people(night_ids: set[int]) -> dict[int, tuple[str, ...]]:
    """Give who was there, by name; a player who came by import is who they turned out to be."""
    rows = db.session.execute(
        select(Match.night_id, Player.name)
        .join(Seat, Seat.match_id == Match.id)
        .join(Player, Player.id == Seat.player_id)
        .where(Match.night_id.in_(night_ids))
        .distinct()
    )
    names: dict[int, list[str]] = {night_id: [] for night_id in night_ids}
    for night_id, name in rows:
        names[night_id].append(name)
    return {night_id: tuple(sorted(of, key=name_key)) for night_id, of in names.items()}


def years(circle_id: int) -> range:
    """Give the years from a circle's first night to its last, the newest first."""
    of_circle = Night.circle_id == circle_id
    first = db.session.scalar(select(func.min(Night.date)).where(of_circle))
    last = db.session.scalar(select(func.max(Night.date)).where(of_circle))
    return range(last.year, first.year - 1, -1) if first and last else range(0)


# One night -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class NightView:
    """A night with its matches in the order in which they were begun, a page at a time."""

    uid: uuid.UUID
    date: dt.date
    place: str
    note: str
    version: int
    people: tuple[str, ...]
    matches: tuple[Listed, ...]
    later: Cursor | None


def night(circle_id: int, date: dt.date, after: Cursor | None = None) -> NightView:
    """Read a night by its date.

    Raises:
        NotFound: the circle has none on this date.
    """
    return _view(Night.date == date, circle_id, after)


def night_called(circle_id: int, uid: uuid.UUID) -> NightView:
    """Read a night by its uid, which stays when its date changes.

    Raises:
        NotFound: the circle has no such night.
    """
    return _view(Night.uid == uid, circle_id, None)


def _view(which: ColumnElement[bool], circle_id: int, after: Cursor | None) -> NightView:
    of = db.session.execute(
        select(Night.id, Night.uid, Night.date, Night.place, Night.note, Night.version).where(
            Night.circle_id == circle_id, which
        )
    ).first()
    if of is None:
        raise NotFound
    query = (
        select(Match.id, Match.uid, Match.started_at)
        .where(Match.night_id == of.id)
        .order_by(Match.started_at, Match.id)
        .limit(MATCHES_A_PAGE + 1)
    )
    if after is not None:
        begun = tuple_(Match.started_at, Match.id)
        query = query.where(begun > tuple_(after.started_at, after.match_id))
    rows = db.session.execute(query).all()
    shown = rows[:MATCHES_A_PAGE]
    found = _read([row.id for row in shown])
    last = shown[-1] if len(rows) > len(shown) else None
    return NightView(
        *of[1:],
        _people({of.id})[of.id],
        tuple(found[row.uid] for row in shown),
        None if last is None else Cursor(of.date, last.started_at, last.id),
    )


def near(circle_id: int, date: dt.date, most: int) -> list[dt.date]:
    """Give the nights before and after a date that have a match, the newest first."""
    has_match = select(Match.id).where(Match.night_id == Night.id).exists()
    dates = select(Night.date).where(Night.circle_id == circle_id, has_match).limit(most)
    before = dates.where(Night.date < date).order_by(Night.date.desc())
    after = dates.where(Night.date > date).order_by(Night.date)
    found = [*db.session.scalars(before), *db.session.scalars(after)]
    return sorted(sorted(found, key=lambda other: abs(other - date))[:most], reverse=True)
