"""A match as its scoreboard shows it."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import (
    String,
    bindparam,
    cast,
    false,
    func,
    literal,
    null,
    select,
    type_coerce,
    union_all,
)

from scorekeeper.rules.results import running
from scorekeeper.scorebook.entering import Typing
from scorekeeper.scorebook.errors import NotFound
from scorekeeper.scorebook.ledger import Ledger, Row, fold
from scorekeeper.scorebook.matches import outcome_of, seated_game
from scorekeeper.scorebook.models import (
    STANCES,
    Entering,
    Grant,
    Match,
    Night,
    Player,
    Revision,
    Seat,
    Stance,
    table_of,
)
from scorekeeper.scorebook.stances import Said, Voices, heard
from scorekeeper.scorebook.store import db

if TYPE_CHECKING:
    import uuid
    from collections.abc import Mapping

    from scorekeeper.rules.base import Game
    from scorekeeper.rules.results import Outcome
    from scorekeeper.scorebook.ledger import Actor


@dataclass(frozen=True)
class Board:
    """A match as its scoreboard shows it.

    ``version`` rises with all that anybody could see, ``revisions`` with the ledger only: forms
    are made from that, so that a confirmation doesn't get into the way of who writes.  ``night``
    and ``date`` are those of its game night.
    """

    uid: uuid.UUID
    version: int
    revisions: int
    game: Game
    first_dealer: int
    started_at: dt.datetime
    origin: str
    night: uuid.UUID
    date: dt.date
    names: tuple[str, ...]
    players: tuple[uuid.UUID, ...]
    ledger: Ledger
    outcome: Outcome
    voices: Voices
    writers: Mapping[int, tuple[str | None, str | None]]
    typing: tuple[Typing, ...]

    @property
    def reason(self) -> str:
        """Why it is over, or nothing while it is in play."""
        return self.outcome.reason

    @property
    def winners(self) -> tuple[int, ...]:
        """All who won: several if they share it, nobody while it is in play."""
        return self.outcome.winners

    @property
    def running(self) -> list[tuple[int, ...]]:
        """The totals by seat after each round that counts."""
        return running(self.ledger.scores[: self.outcome.counted])

    @property
    def beyond(self) -> int:
        """How many rounds stand after the end by the game's rules, whether they count or not."""
        rules = self.game.outcome(self.ledger.scores) if self.ledger.counts_all else self.outcome
        return len(self.ledger.rounds) - rules.counted

    @property
    def dealer(self) -> int:
        """The seat that deals next."""
        return self.game.dealer(self.first_dealer, self.ledger.next_number)

    @property
    def leader(self) -> int | None:
        """The seat that leads next, where the rules say so beforehand."""
        return self.game.leader(self.first_dealer, self.ledger.next_number)

    def seat_of(self, player: uuid.UUID | None) -> int | None:
        """Give a player's seat, or None for who doesn't sit at this match."""
        return self.players.index(player) if player in self.players else None

    def wrote(self, actor: Actor, number: int | None) -> bool:
        """Tell whether a round's numbers (or any, of the result) are this device's or player's."""
        uids = {actor.device.hex, actor.player.hex if actor.player else ""}
        since = [held.since for held in self.ledger.rounds if number in (None, held.number)]
        if number is None and self.ledger.result is not None:
            since.append(self.ledger.result_since)
        return any(not uids.isdisjoint(self.writers[seq]) for seq in since)

    def name(self, seat: int) -> str:
        """Give a seat's player."""
        return self.names[seat]


_match, _night, _seat, _player, _revision, _stance, _entering, _grant = (
    table_of(model).c for model in (Match, Night, Seat, Player, Revision, Stance, Entering, Grant)
)
ENTERING = "entering"

# Made once and sent past the ORM: a scoreboard is the page that is asked for most.
_SEATS = (
    select(
        _match.id,
        _match.version,
        _match.revisions,
        _match.game,
        _match.rules,
        _match.first_dealer,
        _match.started_at,
        _match.origin,
        _night.uid.label("night"),
        _night.date,
        _player.name,
        _player.uid,
        _player.id.label("player_id"),
    )
    .join_from(table_of(Match), table_of(Night), _night.id == _match.night_id)
    .join(table_of(Seat), _seat.match_id == _match.id)
    .join(table_of(Player), _player.id == _seat.player_id)
    .where(_match.uid == bindparam("uid"), _match.circle_id == bindparam("circle_id"))
    .order_by(_seat.number)
)
# What was done, what was said of it, and who is at it: one statement, since most matches have few
# words.
_ROUNDS = union_all(
    select(
        _revision.seq,
        _revision.kind,
        _revision.round_no,
        _revision.scores,
        _revision.anyway,
        null().label("player_id"),
        null().label("text"),
        # As text: a long match would spend its time on making uids of them.
        type_coerce(_revision.device, String).label("device"),
        type_coerce(_revision.actor, String).label("actor"),
    ).where(_revision.match_id == bindparam("match_id")),
    select(
        _stance.seq,
        _stance.kind,
        _stance.round_no,
        null(),
        false(),
        _stance.player_id,
        _stance.text,
        null(),
        null(),
    ).where(_stance.match_id == bindparam("match_id"), _stance.withdrawn_at.is_(None)),
    select(
        literal(0),
        literal(ENTERING),
        _entering.round_no,
        null(),
        false(),
        _entering.device_id,
        func.coalesce(_player.name, _grant.name),
        null(),
        cast(_entering.at, String),
    )
    .join_from(
        table_of(Entering),
        table_of(Grant),
        (_grant.device_id == _entering.device_id) & (_grant.circle_id == _entering.circle_id),
    )
    .outerjoin(table_of(Player), _player.id == _grant.player_id)
    .join(table_of(Match), _match.id == _entering.match_id)
    .where(_entering.match_id == bindparam("match_id"), _entering.revisions == _match.revisions),
).order_by("seq")


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


def night_of(circle_id: int, uid: uuid.UUID) -> dt.date:
    """Give the date of a match's night.

    Raises:
        NotFound: the circle has no such match.
    """
    query = (
        select(_night.date)
        .join_from(table_of(Match), table_of(Night), _night.id == _match.night_id)
        .where(_match.uid == uid, _match.circle_id == circle_id)
    )
    date: dt.date | None = db.session.connection().execute(query).scalar()
    if date is None:
        raise NotFound
    return date


def board(circle_id: int, uid: uuid.UUID) -> Board:
    """Read a match for its scoreboard, in two statements.

    Raises:
        NotFound: the circle has no such match.
    """
    connection = db.session.connection()
    seats = connection.execute(_SEATS, {"uid": uid, "circle_id": circle_id}).all()
    if not seats:
        raise NotFound
    match_id, version, revisions, key, rules, first_dealer, started_at, *_ = seats[0]
    game = seated_game(key, len(seats), rules)
    rows: list[Row] = []
    said: list[Said] = []
    at_table = {seat.player_id: number for number, seat in enumerate(seats)}
    writers: dict[int, tuple[str | None, str | None]] = {}
    found = connection.execute(_ROUNDS, {"match_id": match_id}).all()
    typing: list[Typing] = []
    for seq, kind, number, scores, anyway, player_id, text, *by in found:
        if kind == ENTERING:
            at = dt.datetime.fromisoformat(by[1]).replace(tzinfo=dt.UTC)
            typing.append(Typing(player_id, text, number, at))
        elif kind not in STANCES:
            rows.append(Row(seq, kind, number, scores, None, anyway))
            writers[seq] = (by[0], by[1])
        elif player_id in at_table:  # else somebody forged it, which verify tells
            said.append(Said(seq, kind, number, at_table[player_id], text))
    ledger = fold(rows)
    return Board(
        uid,
        version,
        revisions,
        game,
        first_dealer,
        started_at,
        seats[0].origin,
        seats[0].night,
        seats[0].date,
        tuple([seat.name for seat in seats]),
        tuple([seat.uid for seat in seats]),
        ledger,
        outcome_of(game, ledger),
        heard(ledger, said),
        writers,
        tuple(typing),
    )
