"""A match as its scoreboard shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import select

from scorekeeper.scorebook.errors import NotFound
from scorekeeper.scorebook.ledger import Ledger, Row, fold
from scorekeeper.scorebook.matches import ENDED_EARLY, seated_game
from scorekeeper.scorebook.models import Match, Player, Revision, Seat
from scorekeeper.scorebook.store import db

if TYPE_CHECKING:
    import datetime as dt
    import uuid

    from scorekeeper.rules.base import Game
    from scorekeeper.rules.results import Outcome


@dataclass(frozen=True)
class Board:
    """A match as its scoreboard shows it."""

    uid: uuid.UUID
    version: int
    game: Game
    first_dealer: int
    started_at: dt.datetime
    names: tuple[str, ...]
    players: tuple[uuid.UUID, ...]
    ledger: Ledger
    outcome: Outcome

    @property
    def reason(self) -> str:
        """Why it is over, or nothing while it is in play."""
        return self.outcome.reason or (ENDED_EARLY if self.ledger.ended else "")

    @property
    def winners(self) -> tuple[int, ...]:
        """All who won: several if they share it, nobody while it is in play."""
        return self.outcome.leaders if self.reason else ()

    @property
    def dealer(self) -> int:
        """The seat that deals next."""
        return self.game.dealer(self.first_dealer, self.ledger.next_number)

    @property
    def leader(self) -> int | None:
        """The seat that leads next, where the rules say so beforehand."""
        return self.game.leader(self.first_dealer, self.ledger.next_number)

    def name(self, seat: int) -> str:
        """Give a seat's player."""
        return self.names[seat]


def board(circle_id: int, uid: uuid.UUID) -> Board:
    """Read a match for its scoreboard, in two statements.

    Raises:
        NotFound: the circle has no such match.
    """
    seats = db.session.execute(
        select(
            Match.id,
            Match.version,
            Match.game,
            Match.rules,
            Match.first_dealer,
            Match.started_at,
            Player.name,
            Player.uid,
        )
        .join(Seat, Seat.match_id == Match.id)
        .join(Player, Player.id == Seat.player_id)
        .where(Match.uid == uid, Match.circle_id == circle_id)
        .order_by(Seat.number)
    ).all()
    if not seats:
        raise NotFound
    first = seats[0]
    game = seated_game(first.game, len(seats), first.rules)
    rows = db.session.execute(
        select(Revision.seq, Revision.kind, Revision.round_no, Revision.scores, Revision.anyway)
        .where(Revision.match_id == first.id)
        .order_by(Revision.seq)
    )
    ledger = fold(
        Row(seq, kind, number, scores, None, anyway) for seq, kind, number, scores, anyway in rows
    )
    return Board(
        uid,
        first.version,
        game,
        first.first_dealer,
        first.started_at,
        tuple(seat.name for seat in seats),
        tuple(seat.uid for seat in seats),
        ledger,
        game.outcome(ledger.scores),
    )
