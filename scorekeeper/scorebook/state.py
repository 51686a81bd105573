"""A match and its seats while it is being changed: read, kept and written past the ORM.

Recording a round is what the program is for; the unit of work would take longer than the rest.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, insert, select, update

from scorekeeper.scorebook.errors import NotFound
from scorekeeper.scorebook.ledger import Row
from scorekeeper.scorebook.models import Match, Revision, Seat, table_of

if TYPE_CHECKING:
    import datetime as dt
    import uuid

    from sqlalchemy.orm import Session

    from scorekeeper.rules.problems import Json


@dataclass(slots=True)
class SeatState:
    """A seat, and what follows for it from the ledger."""

    player_id: int
    total: int = 0
    rank: int = 1
    won: bool = False


@dataclass(slots=True)
class MatchState:
    """A match, with what its ledger makes of it."""

    uid: uuid.UUID
    circle_id: int
    night_id: int
    game: str
    rules: str
    first_dealer: int
    started_at: dt.datetime
    seats: list[SeatState]
    id: int = 0
    version: int = 0
    revisions: int = 0
    head: str = ""
    state: str = "playing"
    reason: str = ""
    rounds: int = 0
    over_at: dt.datetime | None = None
    origin: str = "live"

    def columns(self) -> dict[str, Json]:
        """Give the match's row."""
        return {name: getattr(self, name) for name in MATCH_COLUMNS}

    def seat_columns(self) -> list[dict[str, Json]]:
        """Give the seats' rows."""
        return [
            {
                "match_id": self.id,
                "number": number,
                "circle_id": self.circle_id,
                "player_id": seat.player_id,
                "total": seat.total,
                "rank": seat.rank,
                "won": seat.won,
            }
            for number, seat in enumerate(self.seats)
        ]


_match, _seat, _revision = table_of(Match), table_of(Seat), table_of(Revision)

MATCH_COLUMNS = tuple(_match.c.keys())
CHANGING = ("version", "revisions", "head", "state", "reason", "rounds", "over_at")
SEAT_CHANGING = ("total", "rank", "won")

_LOAD = (
    select(*_match.c, _seat.c.player_id, _seat.c.total, _seat.c.rank, _seat.c.won)
    .join_from(_match, _seat, _seat.c.match_id == _match.c.id)
    .where(_match.c.uid == bindparam("uid"), _match.c.circle_id == bindparam("circle_id"))
    .order_by(_seat.c.number)
)
_SAVE = (
    update(_match)
    .where(_match.c.id == bindparam("of_match"))
    .values({name: bindparam(name) for name in CHANGING})
)
_SAVE_SEAT = (
    update(_seat)
    .where(_seat.c.match_id == bindparam("of_match"), _seat.c.number == bindparam("of_seat"))
    .values({name: bindparam(name) for name in SEAT_CHANGING})
)
_ROWS = (
    select(
        _revision.c.seq,
        _revision.c.kind,
        _revision.c.round_no,
        _revision.c.scores,
        _revision.c.entry,
        _revision.c.anyway,
    )
    .where(_revision.c.match_id == bindparam("of_match"))
    .order_by(_revision.c.seq)
)


def load(session: Session, circle_id: int, uid: uuid.UUID) -> MatchState:
    """Read a match and its seats.

    Raises:
        NotFound: the circle has no such match.
    """
    asked = {"uid": uid, "circle_id": circle_id}
    rows = session.connection().execute(_LOAD, asked).all()
    if not rows:
        raise NotFound
    of_match = len(MATCH_COLUMNS)
    match = dict(zip(MATCH_COLUMNS, rows[0], strict=False))
    return MatchState(**match, seats=[SeatState(*row[of_match:]) for row in rows])


def read_rows(session: Session, match_id: int) -> list[Row]:
    """Read a match's revisions, entries included, in their order."""
    rows = session.connection().execute(_ROWS, {"of_match": match_id})
    return [Row(*row) for row in rows]


def save(session: Session, match: MatchState) -> None:
    """Write what a new revision changed of a match and its seats."""
    connection = session.connection()
    columns = {name: getattr(match, name) for name in CHANGING}
    connection.execute(_SAVE, {"of_match": match.id, **columns})
    connection.execute(
        _SAVE_SEAT,
        [
            {
                "of_match": match.id,
                "of_seat": number,
                **{name: getattr(seat, name) for name in SEAT_CHANGING},
            }
            for number, seat in enumerate(match.seats)
        ],
    )


def add(session: Session, match: MatchState) -> None:
    """Write a new match and its seats; it gets its id."""
    connection = session.connection()
    columns = {name: value for name, value in match.columns().items() if name != "id"}
    key = connection.execute(insert(_match), columns).inserted_primary_key
    match.id = key[0] if key is not None else 0
    connection.execute(insert(_seat), match.seat_columns())
