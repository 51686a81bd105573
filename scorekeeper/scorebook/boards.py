"""A match as its scoreboard shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, select

from scorekeeper.scorebook.errors import NotFound
from scorekeeper.scorebook.ledger import Ledger, Row, fold
from scorekeeper.scorebook.matches import ENDED_EARLY, seated_game
from scorekeeper.scorebook.models import Match, Player, Revision, Seat, table_of
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


_match, _seat, _player, _revision = (table_of(model).c for model in (Match, Seat, Player, Revision))

# Made once and sent past the ORM: a scoreboard is the page that is asked for most.
_SEATS = (
    select(
        _match.id,
        _match.version,
        _match.game,
        _match.rules,
        _match.first_dealer,
        _match.started_at,
        _player.name,
        _player.uid,
    )
    .join_from(table_of(Match), table_of(Seat), _seat.match_id == _match.id)
    .join(table_of(Player), _player.id == _seat.player_id)
    .where(_match.uid == bindparam("uid"), _match.circle_id == bindparam("circle_id"))
    .order_by(_seat.number)
)
_ROUNDS = (
    select(_revision.seq, _revision.kind, _revision.round_no, _revision.scores, _revision.anyway)
    .where(_revision.match_id == bindparam("match_id"))
    .order_by(_revision.seq)
)


def game_of(circle_id: int, uid: uuid.UUID) -> Game:
    """Give a match's game.

    Raises:
        NotFound: the circle has no such match.
    """
    asked = {"uid": uid, "circle_id": circle_id}
    seats = db.session.connection().execute(_SEATS, asked).all()
    if not seats:
        raise NotFound
    return seated_game(seats[0].game, len(seats), seats[0].rules)


def board(circle_id: int, uid: uuid.UUID) -> Board:
    """Read a match for its scoreboard, in two statements.

    Raises:
        NotFound: the circle has no such match.
    """
    connection = db.session.connection()
    seats = connection.execute(_SEATS, {"uid": uid, "circle_id": circle_id}).all()
    if not seats:
        raise NotFound
    match_id, version, key, rules, first_dealer, started_at, *_ = seats[0]
    game = seated_game(key, len(seats), rules)
    rows = connection.execute(_ROUNDS, {"match_id": match_id}).all()
    ledger = fold(
        Row(seq, kind, number, scores, None, anyway) for seq, kind, number, scores, anyway in rows
    )
    return Board(
        uid,
        version,
        game,
        first_dealer,
        started_at,
        tuple([seat[6] for seat in seats]),
        tuple([seat[7] for seat in seats]),
        ledger,
        game.outcome(ledger.scores),
    )
