"""What history and statistics may be narrowed down to, and the words that somebody looks for."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import false, func, or_, select

from scorekeeper.scorebook.models import Match, Night, Player, Seat
from scorekeeper.scorebook.names import name_key
from scorekeeper.scorebook.store import db

if TYPE_CHECKING:
    import uuid
    from collections.abc import Callable, Iterator

    from sqlalchemy import ColumnElement

MOST_WORDS = 6
"""Words of a search that are looked for; nobody types as many."""

DECEMBER = 12


class Wanted(NamedTuple):
    """What is looked for: all of it must hold of a match.

    ``players`` all sat there, ``won`` is among who won, ``seats`` is how many played, ``over``
    leaves out what is still in play.  Each of the ``words`` is in a player's name, or in the
    night's place or note.
    """

    game: str = ""
    players: tuple[uuid.UUID, ...] = ()
    place: str = ""
    year: int | None = None
    month: int | None = None
    won: uuid.UUID | None = None
    seats: int | None = None
    over: bool = False
    words: str = ""

    @property
    def narrows(self) -> bool:
        """Whether anything but words is looked for."""
        return self._replace(words="") != NOTHING


NOTHING = Wanted()


def conditions(circle_id: int, wanted: Wanted) -> Iterator[ColumnElement[bool]]:
    """Give what must hold of a match and its night, both of which the query joins."""
    if wanted.game:
        yield Match.game == wanted.game
    if wanted.over:
        yield Match.state == "over"
    if wanted.seats is not None:
        yield _has_seat(Seat.number == wanted.seats - 1)
        yield ~_has_seat(Seat.number == wanted.seats)
    if wanted.year is not None:
        yield from _in_time(wanted.year, wanted.month)
    if wanted.place:
        yield Night.place.in_(_same_places(circle_id, wanted.place))
    if wanted.players or wanted.won or wanted.words.strip():
        yield from _about_people(circle_id, wanted)


def places(circle_id: int) -> list[str]:
    """Give the places where a circle has played, by name; each spelling once."""
    rows = db.session.scalars(
        select(Night.place).where(Night.circle_id == circle_id, Night.place != "").distinct()
    )
    return sorted(rows, key=name_key)


def _same_places(circle_id: int, place: str) -> list[str]:
    return [other for other in places(circle_id) if name_key(other) == name_key(place.strip())]


def _has_seat(*which: ColumnElement[bool]) -> ColumnElement[bool]:
    return select(Seat.match_id).where(Seat.match_id == Match.id, *which).exists()


def _in_time(year: int, month: int | None) -> Iterator[ColumnElement[bool]]:
    if month is None:
        yield Night.date.between(dt.date(year, 1, 1), dt.date(year, DECEMBER, 31))
    else:
        first = dt.date(year, month, 1)
        yield Night.date >= first
        if (year, month) < (dt.MAXYEAR, DECEMBER):
            yield Night.date < dt.date(year + month // DECEMBER, month % DECEMBER + 1, 1)


def _about_people(circle_id: int, wanted: Wanted) -> Iterator[ColumnElement[bool]]:
    """Find players by uid and by name; who came by import is who they turned out to be."""
    rows = db.session.execute(
        select(
            Player.id,
            Player.uid,
            Player.name,
            func.coalesce(Player.merged_into, Player.id).label("who"),
        ).where(Player.circle_id == circle_id)
    ).all()
    who = {row.uid: row.who for row in rows}

    def called(uid: uuid.UUID) -> list[int]:
        return [row.id for row in rows if row.who == who.get(uid)]

    for uid in wanted.players:
        yield _has_seat(Seat.player_id.in_(called(uid)))
    if wanted.won:
        yield _has_seat(Seat.player_id.in_(called(wanted.won)), Seat.won.is_(True))
    words = name_key(wanted.words).split()[:MOST_WORDS]
    if words:
        nights = _nights_with_words(circle_id)
        for word in words:
            named = [row.id for row in rows if word in name_key(row.name)]
            found = nights(word)
            yield or_(
                _has_seat(Seat.player_id.in_(named)) if named else false(),
                Night.id.in_(found) if found else false(),
            )


def _nights_with_words(circle_id: int) -> Callable[[str], list[int]]:
    """Look through places and notes here: no database folds the case of umlauts by itself."""
    rows = db.session.execute(
        select(Night.id, Night.place, Night.note).where(
            Night.circle_id == circle_id, (Night.place != "") | (Night.note != "")
        )
    )
    texts = [(night_id, name_key(f"{place}\n{note}")) for night_id, place, note in rows]
    return lambda word: [night_id for night_id, text in texts if word in text]
