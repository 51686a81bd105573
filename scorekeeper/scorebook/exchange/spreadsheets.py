"""A circle's rounds and matches as tables for spreadsheets: CSV, one row a seat."""

from __future__ import annotations

import csv
import io
import re
from itertools import groupby
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from scorekeeper.scorebook.ledger import Row, fold, moment
from scorekeeper.scorebook.matches import outcome_of, seated_game
from scorekeeper.scorebook.models import Match, Night, Player, Revision, Seat
from scorekeeper.scorebook.store import db

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sqlalchemy import Row as DatabaseRow
    from sqlalchemy import Select

    from scorekeeper.rules.problems import Json

BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""Spreadsheets take a file for UTF-8 if this is its first character."""

SEPARATORS = {"comma": ",", "semicolon": ";"}

AT_ONCE = 200
"""Matches that are read together."""

MATCH_COLUMNS = (
    "date",
    "place",
    "note",
    "match",
    "game",
    "origin",
    "started",
    "over",
    "reason",
    "rounds",
    "players",
    "seat",
    "player",
    "points",
    "rank",
    "won",
)
ROUND_COLUMNS = (
    "date",
    "place",
    "match",
    "game",
    "round",
    "phase",
    "counts",
    "corrected",
    "seat",
    "player",
    "points",
    "total",
)

_FORMULA = re.compile(r"'*[=+\-@\t\r]")


def safe(text: str) -> str:
    """Keep a spreadsheet from taking a text for a formula: it gets an apostrophe in front.

    So does a text that has apostrophes before what would be one, so that taking one away gives
    every text back.
    """
    return f"'{text}" if _FORMULA.match(text) else text


def table(
    columns: Sequence[str], rows: Iterable[Sequence[Json]], separator: str
) -> Iterator[bytes]:
    """Write a table as CSV (RFC 4180, in UTF-8 with a byte order mark), in pieces.

    Args:
        columns: the names of the columns.
        rows: numbers and nothing stay as they are; texts are made safe.
        separator: what stands between two cells.
    """
    held = io.StringIO()
    writer = csv.writer(held, delimiter=separator, lineterminator="\r\n")
    held.write(BOM)
    writer.writerow(columns)
    for row in rows:
        writer.writerow([safe(cell) if isinstance(cell, str) else cell for cell in row])
        if held.tell() > io.DEFAULT_BUFFER_SIZE:
            yield held.getvalue().encode()
            held.seek(0)
            held.truncate()
    yield held.getvalue().encode()


# What stands in them ------------------------------------------------------------------------


def _matches(circle_id: int) -> Iterator[list[list[DatabaseRow[*tuple[Any, ...]]]]]:
    """Give a circle's matches, the oldest first, some at a time: a list of seats for each."""
    query = (
        select(
            Match.id,
            Match.uid,
            Match.game,
            Match.rules,
            Match.origin,
            Match.started_at,
            Match.over_at,
            Match.reason,
            Match.rounds,
            Night.date,
            Night.place,
            Night.note,
            Seat.number,
            Seat.total,
            Seat.rank,
            Seat.won,
            Player.name,
        )
        .join(Night, Night.id == Match.night_id)
        .join(Seat, Seat.match_id == Match.id)
        .join(Player, Player.id == Seat.player_id)
        .where(Match.circle_id == circle_id)
        .order_by(Night.date, Match.started_at, Match.id, Seat.number)
    )
    some: list[list[DatabaseRow[*tuple[Any, ...]]]] = []
    rows = db.session.connection().execute(query)
    for _, seats_of in groupby(rows, key=lambda row: row.id):
        some.append(list(seats_of))
        if len(some) == AT_ONCE:
            yield some
            some = []
    yield some


def matches_table(circle_id: int, separator: str) -> Iterator[bytes]:
    """Give a circle's matches as a table, one row a seat, in pieces."""
    return table(MATCH_COLUMNS, _match_rows(circle_id), separator)


def _match_rows(circle_id: int) -> Iterator[Sequence[Json]]:
    for some in _matches(circle_id):
        for seats in some:
            for seat in seats:
                yield (
                    seat.date.isoformat(),
                    seat.place,
                    seat.note,
                    str(seat.uid),
                    seat.game,
                    seat.origin,
                    moment(seat.started_at),
                    "" if seat.over_at is None else moment(seat.over_at),
                    seat.reason,
                    seat.rounds,
                    len(seats),
                    seat.number + 1,
                    seat.name,
                    seat.total,
                    seat.rank,
                    int(seat.won),
                )


def rounds_table(circle_id: int, separator: str) -> Iterator[bytes]:
    """Give a circle's rounds as a table, one row a round and seat, in pieces."""
    return table(ROUND_COLUMNS, _round_rows(circle_id), separator)


def _round_rows(circle_id: int) -> Iterator[Sequence[Json]]:
    for some in _matches(circle_id):
        ledgers = _ledgers([seats[0].id for seats in some])
        for seats in some:
            yield from _rounds(seats, ledgers[seats[0].id])


def _ledgers(match_ids: Sequence[int]) -> dict[int, list[Row]]:
    query: Select[*tuple[Any, ...]] = (
        select(Revision.match_id, Revision.seq, Revision.kind, Revision.round_no, Revision.scores)
        .where(Revision.match_id.in_(match_ids))
        .order_by(Revision.match_id, Revision.seq)
    )
    rows = db.session.connection().execute(query)
    return {
        match_id: [Row(*columns) for _, *columns in of]
        for match_id, of in groupby(rows, key=lambda row: row.match_id)
    }


def _rounds(
    seats: Sequence[DatabaseRow[*tuple[Any, ...]]], rows: Iterable[Row]
) -> Iterator[Sequence[Json]]:
    match = seats[0]
    game = seated_game(match.game, len(seats), match.rules)
    ledger = fold(rows)
    counted = outcome_of(game, ledger).counted
    totals = [0] * len(seats)
    for recorded in ledger.rounds:
        place = game.place(recorded.number)
        for seat, points in zip(seats, recorded.scores, strict=True):
            totals[seat.number] += points
            yield (
                match.date.isoformat(),
                match.place,
                str(match.uid),
                match.game,
                place.round,
                "" if place.phase is None else place.phase + 1,
                int(recorded.number <= counted),
                int(recorded.corrected),
                seat.number + 1,
                seat.name,
                points,
                totals[seat.number],
            )
