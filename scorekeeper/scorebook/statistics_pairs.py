"""Two players against each other: who came out ahead when both were at the table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import and_, case, func, select

from scorekeeper.scorebook.models import Match, Played, table_of
from scorekeeper.scorebook.statistics import FEW, Filter, Streak, Sums
from scorekeeper.scorebook.store import db

if TYPE_CHECKING:
    import datetime as dt
    import uuid

_one, _other = table_of(Played).alias("one"), table_of(Played).alias("other")
_match = table_of(Match)


class Versus(NamedTuple):
    """Of the matches that one player played with another: ahead, behind; the rest are level."""

    together: int
    ahead: int
    behind: int

    @property
    def level(self) -> int:
        """How often both had the same rank."""
        return self.together - self.ahead - self.behind

    @property
    def few(self) -> bool:
        """Whether these are too few matches to say much."""
        return self.together < FEW


def versus(circle_id: int, which: Filter, player: int) -> dict[int, Versus]:
    """Tell, by the other's id, how often a player came out ahead of each other one."""
    rows = db.session.execute(
        select(
            _other.c.player_id,
            func.count(),
            func.sum(case((_one.c.rank < _other.c.rank, 1), else_=0)),
            func.sum(case((_one.c.rank > _other.c.rank, 1), else_=0)),
        )
        .join_from(_one, _other, _one.c.match_id == _other.c.match_id)
        .where(
            which.where(circle_id, _one),
            _one.c.player_id == player,
            _other.c.player_id != player,
        )
        .group_by(_other.c.player_id)
    )
    return {other: Versus(*numbers) for other, *numbers in rows}


class Lead(NamedTuple):
    """By how many points one came out ahead of the other, and in which match."""

    points: int
    match: uuid.UUID
    date: dt.date


@dataclass
class Duel:
    """What two players' matches add up to in one game: each one's sums, and who was ahead.

    ``leads`` are each one's largest, as far as there is one.
    """

    sums: tuple[Sums, Sums] = field(default_factory=lambda: (Sums(), Sums()))
    ahead: list[int] = field(default_factory=lambda: [0, 0])
    leads: list[Lead | None] = field(default_factory=lambda: [None, None])

    @property
    def together(self) -> int:
        """How many matches they played with each other."""
        return self.sums[0].played

    @property
    def level(self) -> int:
        """How often both had the same rank."""
        return self.together - sum(self.ahead)

    @property
    def few(self) -> bool:
        """Whether these are too few matches to say much."""
        return self.together < FEW


@dataclass
class Pair:
    """Two players' matches with each other: by game and by year, and who was ahead in a row."""

    games: dict[str, Duel]
    years: dict[int, Versus]
    streaks: list[Streak]

    @property
    def all(self) -> Versus:
        """All of them together."""
        duels = self.games.values()
        first, second = (sum(duel.ahead[side] for duel in duels) for side in (0, 1))
        return Versus(sum(duel.together for duel in duels), first, second)

    @property
    def won(self) -> tuple[int, int, int]:
        """How often each won, and how often both shared a win."""
        first, second = (
            sum(duel.sums[side].won for duel in self.games.values()) for side in (0, 1)
        )
        return first, second, self.both

    both: int = 0


def pair(circle_id: int, which: Filter, players: tuple[int, int]) -> Pair:
    """Read what two players did with each other, in the order of nights and beginnings.

    By year, or by month where one year is chosen.
    """
    seat = ("total", "rank", "won", "winners", "rounds")
    rows = db.session.execute(
        select(
            _match.c.uid,
            _one.c.date,
            _one.c.game,
            *(of.c[name] for of in (_one, _other) for name in seat),
        )
        .join_from(
            _one,
            _other,
            and_(
                _other.c.circle_id == _one.c.circle_id,
                _other.c.player_id == players[1],
                _other.c.match_id == _one.c.match_id,
            ),
        )
        .join(_match, _match.c.id == _one.c.match_id)
        .where(which.where(circle_id, _one), _one.c.player_id == players[0])
        .order_by(_one.c.date, _one.c.started_at, _one.c.match_id)
    )
    made = Pair({}, {}, [Streak(), Streak()])
    for uid, date, game, *numbers in rows:
        one, other = numbers[: len(seat)], numbers[len(seat) :]
        _add(made, made.games.setdefault(game, Duel()), (uid, date), (one, other))
        when = date.year if which.year is None else date.month
        so_far = made.years.get(when, Versus(0, 0, 0))
        made.years[when] = Versus(
            so_far.together + 1,
            so_far.ahead + (one[1] < other[1]),
            so_far.behind + (one[1] > other[1]),
        )
    return made


def _add(
    made: Pair,
    duel: Duel,
    where: tuple[uuid.UUID, dt.date],
    seats: tuple[list[int], list[int]],
) -> None:
    """Add one match to a pair and to its duel in the match's game."""
    made.both += all(won for _, _, won, *_ in seats)
    for side, (total, rank, won, winners, rounds) in enumerate(seats):
        known = total if rounds else 0
        duel.sums[side].add(Sums(1, won, won and winners > 1, total, rounds, known))
        other = seats[1 - side]
        ahead = rank < other[1]
        duel.ahead[side] += ahead
        made.streaks[side] = made.streaks[side].then(ahead)
        lead = duel.leads[side]
        if ahead and (lead is None or total - other[0] > lead.points):
            duel.leads[side] = Lead(total - other[0], *where)
