"""The rows that statistics are read from: there as soon as a match is over, gone when it isn't.

All of them follow from the ledger: a correction makes them anew, in the same transaction.
"""

from __future__ import annotations

import json
from contextlib import suppress
from itertools import groupby, islice
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import bindparam, delete, func, insert, select

from scorekeeper.rules import GAMES
from scorekeeper.rules.facts import add_told
from scorekeeper.rules.problems import Unscorable
from scorekeeper.scorebook.findings import UNREADABLE
from scorekeeper.scorebook.ledger import Row, fold
from scorekeeper.scorebook.models import (
    Match,
    Night,
    Played,
    Player,
    Revision,
    Seat,
    Told,
    table_of,
)

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Iterator, Sequence

    from sqlalchemy import Connection
    from sqlalchemy.orm import Session

    from scorekeeper.rules.base import Game
    from scorekeeper.rules.problems import Json
    from scorekeeper.rules.results import Score
    from scorekeeper.scorebook.findings import FileRow
    from scorekeeper.scorebook.ledger import Ledger
    from scorekeeper.scorebook.state import MatchState, SeatState

AT_ONCE = 200
"""Matches whose rows are made together, so that memory stays bounded."""

_match, _night, _seat, _player, _revision, _played, _told = (
    table_of(model) for model in (Match, Night, Seat, Player, Revision, Played, Told)
)

PLAYED = tuple(_played.c.keys())
TOLD = tuple(_told.c.keys())

WHO = func.coalesce(_player.c.merged_into, _player.c.id)
"""Who a player turned out to be."""

_WHEN_AND_WHO = (
    select(_night.c.date, WHO)
    .join_from(_match, _night, _night.c.id == _match.c.night_id)
    .join(_seat, _seat.c.match_id == _match.c.id)
    .join(_player, _player.c.id == _seat.c.player_id)
    .where(_match.c.id == bindparam("of_match"))
    .order_by(_seat.c.number)
)


class Rows(NamedTuple):
    """The rows of some matches, ready to be inserted: their columns in the tables' order."""

    played: list[tuple[Any, ...]]
    told: list[tuple[Any, ...]]

    def insert(self, connection: Connection) -> None:
        """Write them."""
        for table, names, rows in ((_played, PLAYED, self.played), (_told, TOLD, self.told)):
            if rows:
                connection.execute(
                    insert(table), [dict(zip(names, row, strict=True)) for row in rows]
                )


def rows_of(
    match: MatchState | FileRow,
    seats: Sequence[SeatState | FileRow],
    at: tuple[dt.date, Sequence[int]],
    game: Game,
    rounds: Iterable[tuple[Json, Score]],
) -> Rows:
    """Make the rows of a match, none unless somebody has won it.

    Args:
        match: its row.
        seats: its seats' rows.
        at: its night's date, and by seat who plays there.
        game: the match's.
        rounds: the entries that count, with their scores as far as today's rules can tell.
    """
    winners = sum(seat.won for seat in seats)
    rows = Rows([], [])
    if not winners:
        return rows
    date, players = at
    happened: list[dict[str, tuple[int, int]]] = [{} for _ in players]
    for entry, score in rounds:
        add_told(happened, game.tell(entry, score))
    lasted = game.place(match.rounds).round if match.rounds else 0
    circle_id, match_id, key = match.circle_id, match.id, match.game
    of_match = match.night_id, date, match.started_at, key, len(players)
    for number, (who, seat) in enumerate(zip(players, seats, strict=True)):
        dealt = (number - match.first_dealer) * game.DEAL_STEP % len(players)
        stood = dealt, seat.total, seat.rank, seat.won, winners, lasted
        rows.played.append((circle_id, who, match_id, number, *of_match, *stood))
        rows.told.extend(
            [(circle_id, key, what, who, match_id, *of) for what, of in happened[number].items()]
        )
    return rows


def entries_of(game: Game, ledger: Ledger, counted: int) -> Iterator[tuple[Json, Score]]:
    """Give a match's entries that count, scored by today's rules; those that can't be are left out.

    Args:
        game: the match's.
        ledger: its rounds.
        counted: how many of them count.
    """
    for held in ledger.rounds[:counted]:
        entry = json.loads(held.row.entry or "null")
        with suppress(Unscorable):
            yield entry, game.score(entry, anyway=held.row.anyway)


def keep(session: Session, match: MatchState, game: Game, ledger: Ledger) -> None:
    """Write the rows of a match that is over and has none."""
    connection = session.connection()
    found = connection.execute(_WHEN_AND_WHO, {"of_match": match.id}).all()
    at = found[0][0], [who for _, who in found]
    entries = entries_of(game, ledger, match.rounds)
    rows_of(match, match.seats, at, game, entries).insert(connection)


def forget(session: Session, match_ids: Sequence[int]) -> None:
    """Delete the rows of some matches."""
    for table in (_played, _told):
        session.connection().execute(delete(table).where(table.c.match_id.in_(match_ids)))


def refill(session: Session, match_ids: Iterable[int]) -> None:
    """Make the rows of these matches anew: they were imported, or moved, or their night did.

    What somebody made unreadable gets none; ``verify`` says what is wrong with it.
    """
    ids = iter(match_ids)
    connection = session.connection()
    while some := list(islice(ids, AT_ONCE)):
        forget(session, some)
        made = Rows([], [])
        for match, seats, rows in _read(connection, some):
            with suppress(*UNREADABLE, Unscorable):
                for kept, more in zip(made, _again(match, seats, rows), strict=True):
                    kept.extend(more)
        made.insert(connection)


def _again(match: FileRow, seats: Sequence[FileRow], rows: Sequence[Row]) -> Rows:
    game = GAMES[match.game](len(seats), json.loads(match.rules))
    entries = entries_of(game, fold(rows), match.rounds)
    at = match.date, [seat.who for seat in seats]
    return rows_of(match, seats, at, game, entries)


def refill_all(session: Session) -> None:
    """Make the rows of all finished matches anew."""
    newest = 0
    query = select(_match.c.id).where(_match.c.state == "over").order_by(_match.c.id)
    while ids := session.scalars(query.where(_match.c.id > newest).limit(AT_ONCE)).all():
        newest = ids[-1]
        refill(session, ids)


def _read(
    connection: Connection, match_ids: Sequence[int]
) -> Iterator[tuple[FileRow, list[FileRow], list[Row]]]:
    """Read finished matches with their seats and revisions."""
    seats = connection.execute(
        select(*_seat.c, WHO.label("who"))
        .join_from(_seat, _player, _player.c.id == _seat.c.player_id)
        .where(_seat.c.match_id.in_(match_ids))
        .order_by(_seat.c.match_id, _seat.c.number)
    )
    columns = [_revision.c[name] for name in Row._fields]
    revisions = connection.execute(
        select(_revision.c.match_id, *columns)
        .where(_revision.c.match_id.in_(match_ids))
        .order_by(_revision.c.match_id, _revision.c.seq)
    )
    of_match = {key: list(group) for key, group in groupby(seats, key=lambda row: row.match_id)}
    acts = {
        key: [Row(*row[1:]) for row in group]
        for key, group in groupby(revisions, key=lambda row: row.match_id)
    }
    matches = connection.execute(
        select(*_match.c, _night.c.date)
        .join_from(_match, _night, _night.c.id == _match.c.night_id)
        .where(_match.c.id.in_(match_ids), _match.c.state == "over")
    )
    for match in matches.all():
        yield match, of_match[match.id], acts[match.id]
