"""Matches in lists: those in play, and the last nights."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from scorekeeper.scorebook.matches import seated_game
from scorekeeper.scorebook.models import Match, Night, Player, Seat
from scorekeeper.scorebook.store import db

if TYPE_CHECKING:
    import datetime as dt
    import uuid
    from collections.abc import Sequence

    from sqlalchemy import Select

    from scorekeeper.rules.base import Game

IN_PLAY = 10
"""Matches in play that home shows; the newest first."""

LAST_NIGHTS = 5
"""Nights that home shows, the newest first."""

LAST_MATCHES = 20
"""Finished matches that home shows of them, the newest first; history has them all."""


@dataclass(frozen=True)
class ListedSeat:
    """A player's standing in a listed match."""

    name: str
    total: int
    rank: int
    won: bool


@dataclass(frozen=True)
class Listed:
    """A match as a list shows it."""

    uid: uuid.UUID
    game: Game
    night: dt.date
    started_at: dt.datetime
    state: str
    reason: str
    rounds: int
    origin: str
    seats: tuple[ListedSeat, ...]

    @property
    def by_rank(self) -> list[ListedSeat]:
        """The seats, the best first."""
        return sorted(self.seats, key=lambda seat: seat.rank)

    @property
    def winners(self) -> list[str]:
        """The names of all who won."""
        return [seat.name for seat in self.seats if seat.won]


def matches_in_play(circle_id: int) -> list[Listed]:
    """Give the newest matches in play."""
    newest = (
        select(Match.id)
        .where(Match.circle_id == circle_id, Match.state == "playing")
        .order_by(Match.started_at.desc())
        .limit(IN_PLAY)
    )
    return listed(columns().where(Match.id.in_(newest)))


def liveliest(circle_ids: Sequence[int]) -> int | None:
    """Give the circle in which a match was begun last, or None if none was."""
    return db.session.scalar(
        select(Match.circle_id)
        .where(Match.circle_id.in_(circle_ids))
        .order_by(Match.started_at.desc())
        .limit(1)
    )


def last_nights(circle_id: int) -> list[tuple[dt.date, list[Listed]]]:
    """Give the newest nights that have a finished match, with the newest of these."""
    newest = (
        select(Night.id)
        .where(
            Night.circle_id == circle_id,
            select(Match.id).where(Match.night_id == Night.id, Match.state == "over").exists(),
        )
        .order_by(Night.date.desc())
        .limit(LAST_NIGHTS)
    )
    last = (
        select(Match.id)
        .join_from(Night, Match, Match.night_id == Night.id)
        .where(Night.id.in_(newest), Match.state == "over")
        .order_by(Night.date.desc(), Match.started_at.desc())
        .limit(LAST_MATCHES)
    )
    matches = listed(columns().where(Match.id.in_(last)))
    return [(date, list(of)) for date, of in groupby(matches, key=lambda match: match.night)]


def columns() -> Select[*tuple[Any, ...]]:
    """Select what a list shows of matches: a row for each seat, the newest night's first."""
    return (
        select(
            Match.uid,
            Match.game,
            Match.rules,
            Night.date,
            Match.started_at,
            Match.state,
            Match.reason,
            Match.rounds,
            Match.origin,
            Player.name,
            Seat.total,
            Seat.rank,
            Seat.won,
        )
        .join(Night, Night.id == Match.night_id)
        .join(Seat, Seat.match_id == Match.id)
        .join(Player, Player.id == Seat.player_id)
        .order_by(Night.date.desc(), Match.started_at.desc(), Match.id, Seat.number)
    )


def listed(query: Select[*tuple[Any, ...]]) -> list[Listed]:
    """Read matches: what ``columns`` selects."""
    found = []
    for _, group in groupby(db.session.execute(query), key=lambda row: row.uid):
        rows = list(group)
        first = rows[0]
        found.append(
            Listed(
                first.uid,
                seated_game(first.game, len(rows), first.rules),
                first.date,
                first.started_at,
                first.state,
                first.reason,
                first.rounds,
                first.origin,
                tuple(ListedSeat(row.name, row.total, row.rank, row.won) for row in rows),
            )
        )
    return found
