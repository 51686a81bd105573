"""What history and statistics may be narrowed down to, and the words that somebody looks for."""

from __future__ import annotations

import datetime as dt
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import false, func, or_, select

from scorekeeper.scorebook.models import Match, Night, Played, Player, Seat
from scorekeeper.scorebook.names import name_key
from scorekeeper.scorebook.store import db

if TYPE_CHECKING:
    import uuid
    from collections.abc import Callable, Iterator, Sequence

    from sqlalchemy import ColumnElement

MOST_WORDS = 6
"""Words of a search that are looked for; nobody types as many."""

DECEMBER = 12


class Wanted(NamedTuple):
    """What is looked for: all of it must hold of a match.

    ``players`` all sat there, ``won`` is among who won, ``seats`` is how many played, ``over``
    leaves out what is still in play.  The last of the players had that ``seat``, and ``dealt`` in
    that turn after the first dealer (1 is the first; finished matches only).  Each of the
    ``words`` is in a player's name, or in the night's place or note.
    """

    game: str = ""
    players: tuple[uuid.UUID, ...] = ()
    place: str = ""
    year: int | None = None
    month: int | None = None
    won: uuid.UUID | None = None
    seats: int | None = None
    seat: int | None = None
    dealt: int | None = None
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
    people = _People(circle_id)
    for uid in wanted.players:
        yield _has_seat(Seat.player_id.in_(people.called(uid)))
    if wanted.won:
        yield _has_seat(Seat.player_id.in_(people.called(wanted.won)), Seat.won.is_(True))
    if wanted.seat is not None or wanted.dealt is not None:
        yield from _sat(people, wanted)
    if wanted.words.strip():
        yield from _said(people, wanted.words)


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


class _People:
    """A circle's players; who came by import is who they turned out to be.  Read when needed."""

    def __init__(self, circle_id: int) -> None:
        self.circle_id = circle_id

    @cached_property
    def _rows(self) -> Sequence[Any]:
        return db.session.execute(
            select(
                Player.id,
                Player.uid,
                Player.name,
                func.coalesce(Player.merged_into, Player.id).label("who"),
            ).where(Player.circle_id == self.circle_id)
        ).all()

    def called(self, uid: uuid.UUID) -> list[int]:
        """Give the rows that are one player."""
        who = [row.who for row in self._rows if row.uid == uid]
        return [row.id for row in self._rows if row.who in who]

    def named(self, word: str) -> list[int]:
        """Give the rows whose name has a word in it."""
        return [row.id for row in self._rows if word in name_key(row.name)]


def _sat(people: _People, wanted: Wanted) -> Iterator[ColumnElement[bool]]:
    of = people.called(wanted.players[-1]) if wanted.players else None
    if wanted.seat is not None:
        mine = [] if of is None else [Seat.player_id.in_(of)]
        yield _has_seat(Seat.number == wanted.seat - 1, *mine)
    if wanted.dealt is not None:
        turn = select(Played.match_id).where(
            Played.match_id == Match.id, Played.dealt == wanted.dealt - 1
        )
        yield (turn if of is None else turn.where(Played.player_id.in_(of))).exists()


def _said(people: _People, words: str) -> Iterator[ColumnElement[bool]]:
    nights = _nights_with_words(people.circle_id)
    for word in name_key(words).split()[:MOST_WORDS]:
        named, found = people.named(word), nights(word)
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
