"""What the finished matches of a circle add up to: who played, who won, how often in a row.

Everything is grouped by the database, over one row a seat (``statistics_rows``).  Totals of
different games are never averaged together.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import and_, case, extract, func, select

from scorekeeper.scorebook.models import Match, Night, Played, Player, table_of
from scorekeeper.scorebook.store import db

if TYPE_CHECKING:
    import uuid
    from collections.abc import Callable, Iterable, Sequence

    from sqlalchemy import ColumnElement, FromClause

FEW = 10
"""Below so many matches a rate says little: a single match moves it by a tenth or more.

The pages say so in words (templates/statistics/_figures.html).
"""

_played, _night, _player, _match = (table_of(model) for model in (Played, Night, Player, Match))


class Filter(NamedTuple):
    """Which matches count: of a game, with a player in it, at a place, of a year.

    What is empty or None lets everything through.  ``player`` is a player's id.
    """

    game: str = ""
    player: int | None = None
    place: str = ""
    year: int | None = None

    def where(self, circle_id: int, played: FromClause = _played) -> ColumnElement[bool]:
        """Give the condition on rows of ``played``."""
        which = [played.c.circle_id == circle_id]
        if self.game:
            which.append(played.c.game == self.game)
        if self.player is not None:
            which.append(played.c.match_id.in_(_matches_with(circle_id, self.player)))
        if self.place:
            at = select(_night.c.id).where(
                _night.c.circle_id == circle_id, _night.c.place == self.place
            )
            which.append(played.c.night_id.in_(at))
        if self.year is not None:
            days = dt.date(self.year, 1, 1), dt.date(self.year, 12, 31)
            which.append(played.c.date.between(*days))
        return and_(*which)


def _matches_with(circle_id: int, player: int) -> Any:  # noqa: ANN401 - SQLAlchemy's own type is private
    of = _played.alias("with_them")
    return select(of.c.match_id).where(of.c.circle_id == circle_id, of.c.player_id == player)


class Person(NamedTuple):
    """A player of the circle."""

    uid: uuid.UUID
    name: str


def people(circle_id: int) -> dict[int, Person]:
    """Give a circle's players by id, in the order of their names; merged ones are left out."""
    rows = db.session.execute(
        select(_player.c.id, _player.c.uid, _player.c.name)
        .where(_player.c.circle_id == circle_id, _player.c.merged_into.is_(None))
        .order_by(_player.c.name_key)
    )
    return {key: Person(uid, name) for key, uid, name in rows}


def places(circle_id: int) -> list[str]:
    """Give the places at which the circle's nights were, by name."""
    query = select(_night.c.place).where(_night.c.circle_id == circle_id, _night.c.place != "")
    return sorted(db.session.scalars(query.distinct()))


def years(circle_id: int) -> range:
    """Give the years from the circle's first finished match to its last."""
    first, last = db.session.execute(
        select(func.min(_played.c.date), func.max(_played.c.date)).where(
            _played.c.circle_id == circle_id
        )
    ).one()
    return range(first.year, last.year + 1) if first else range(0)


# Sums -----------------------------------------------------------------------------------------


@dataclass
class Sums:
    """What some seats' matches add up to.

    ``shared`` are the wins that were shared, counted in ``won`` too.  ``total`` is of all
    matches; ``in_rounds`` of those whose ``rounds`` are known.
    """

    played: int = 0
    won: int = 0
    shared: int = 0
    total: int = 0
    rounds: int = 0
    in_rounds: int = 0

    def add(self, other: Sums) -> None:
        """Add others to these."""
        self.played += other.played
        self.won += other.won
        self.shared += other.shared
        self.total += other.total
        self.rounds += other.rounds
        self.in_rounds += other.in_rounds

    @property
    def rate(self) -> float:
        """The part of the matches that was won, from 0 to 1."""
        return self.won / self.played if self.played else 0.0

    @property
    def average(self) -> float:
        """Points a match."""
        return self.total / self.played if self.played else 0.0

    @property
    def a_round(self) -> float | None:
        """Points a round, or None if no rounds are known."""
        return self.in_rounds / self.rounds if self.rounds else None

    @property
    def few(self) -> bool:
        """Whether these are too few matches to say much."""
        return self.played < FEW


class Cell(NamedTuple):
    """The sums of one player in one game, by the number of seats, the seat and the deal."""

    player: int
    game: str
    seats: int
    number: int
    dealt: int
    sums: Sums


_SUMS = (
    func.count(),
    func.sum(case((_played.c.won, 1), else_=0)),
    func.sum(case((and_(_played.c.won, _played.c.winners > 1), 1), else_=0)),
    func.sum(_played.c.total),
    func.sum(_played.c.rounds),
    func.sum(case((_played.c.rounds > 0, _played.c.total), else_=0)),
)


def cells(circle_id: int, which: Filter, of: int | None = None) -> list[Cell]:
    """Add up the seats of some matches.

    Args:
        circle_id: the circle's.
        which: the matches.
        of: a player's id, for that player's seats alone.
    """
    by = [_played.c[name] for name in ("player_id", "game", "seats", "number", "dealt")]
    query = select(*by, *_SUMS).where(_of(circle_id, which, of)).group_by(*by)
    return [Cell(*row[:5], sums=Sums(*row[5:])) for row in db.session.execute(query)]


def _of(circle_id: int, which: Filter, of: int | None) -> ColumnElement[bool]:
    where = which.where(circle_id)
    return where if of is None else and_(where, _played.c.player_id == of)


def added(of: Iterable[Cell], key: Callable[[Cell], Any] = lambda _: None) -> dict[Any, Sums]:
    """Add cells up by what ``key`` gives, in its order."""
    sums: dict[Any, Sums] = {}
    for cell in of:
        sums.setdefault(key(cell), Sums()).add(cell.sums)
    return {name: sums[name] for name in sorted(sums)} if len(sums) > 1 else sums


def a_match(of: Sequence[Cell]) -> list[Cell]:
    """Give the cells of one seat a match: as many matches as seats."""
    return [cell for cell in of if cell.number == 0]


# Time -----------------------------------------------------------------------------------------


def by_year(circle_id: int, which: Filter, of: int | None = None) -> dict[int, Sums]:
    """Add up by year; by month where one year is chosen; one seat a match unless ``of`` one."""
    when = extract("year" if which.year is None else "month", _played.c.date)
    where = _of(circle_id, which, of)
    if of is None:
        where = and_(where, _played.c.number == 0)
    rows = db.session.execute(select(when, *_SUMS).where(where).group_by(when).order_by(when))
    return {row[0]: Sums(*row[1:]) for row in rows}


class Streak(NamedTuple):
    """How many matches in a row a player has won: at best, and up to the newest."""

    longest: int = 0
    current: int = 0

    def then(self, won: object) -> Streak:
        """Play one more match."""
        now = self.current + 1 if won else 0
        return Streak(max(self.longest, now), now)


def streaks(circle_id: int, which: Filter, of: int | None = None) -> dict[int, Streak]:
    """Give each player's streak among some matches, in the order of nights and beginnings."""
    rows = db.session.execute(
        select(_played.c.player_id, _played.c.won)
        .where(_of(circle_id, which, of))
        .order_by(_played.c.date, _played.c.started_at, _played.c.match_id)
    )
    runs: dict[int, list[bool]] = {}
    for player, won in rows:
        runs.setdefault(player, []).append(won)
    return {player: _streak(wins) for player, wins in runs.items()}


class Placed(NamedTuple):
    """A player's place in a match, among how many, and its night's date."""

    date: dt.date
    rank: int
    seats: int
    match: uuid.UUID


def placed(circle_id: int, which: Filter, of: int, newest: int) -> list[Placed]:
    """Give a player's places in so many of the newest matches, the oldest of them first."""
    rows = db.session.execute(
        select(_played.c.date, _played.c.rank, _played.c.seats, _match.c.uid)
        .join_from(_played, _match, _match.c.id == _played.c.match_id)
        .where(_of(circle_id, which, of))
        .order_by(_played.c.date.desc(), _played.c.started_at.desc(), _played.c.match_id.desc())
        .limit(newest)
    )
    return [Placed(*row) for row in rows][::-1]


def _streak(wins: list[bool]) -> Streak:
    streak = Streak()
    for won in wins:
        streak = streak.then(won)
    return streak
