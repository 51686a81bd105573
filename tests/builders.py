"""What tests begin with: a circle at its table, matches that are played, entries of each game."""

from __future__ import annotations

import datetime as dt
import json
import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

from sqlalchemy import select

from scorekeeper.rules import GAMES
from scorekeeper.scorebook import boards, lists, matches, rounds
from scorekeeper.scorebook.access import pen_of
from scorekeeper.scorebook.circles import Seatable, found
from scorekeeper.scorebook.matches import Opened, Plan
from scorekeeper.scorebook.members import Joining, admit
from scorekeeper.scorebook.models import Circle
from scorekeeper.scorebook.rounds import RoundView, Writing
from scorekeeper.scorebook.store import write
from scorekeeper.scorebook.triggers import TRIGGERS
from scorekeeper.scorebook.verify import Checked, verify

if TYPE_CHECKING:
    import uuid
    from collections.abc import Iterator, Sequence

    from flask import Flask

    from scorekeeper.rules.base import Game
    from scorekeeper.scorebook.boards import Board
    from scorekeeper.scorebook.ledger import Pen

Json: TypeAlias = Any

EVENING = dt.datetime(2026, 11, 27, 19, 30, tzinfo=dt.UTC)
MINUTE = dt.timedelta(minutes=1)
NAMES = ("Arne", "Geli", "Ernst", "Harald", "Fritz", "Ada", "Ben")
CASES = Path(__file__).parent / "cases"


# Entries ------------------------------------------------------------------------------------


def cases() -> dict[str, Json]:
    """Give the worked cases by their ids: each has its game, its line and what comes of it."""
    return {
        held["id"]: {**held, "game": file.stem}
        for file in sorted(CASES.glob("*.json"))
        for held in json.loads(file.read_text(encoding="utf-8"))
    }


def printed() -> dict[str, Json]:
    """Give the round that Mückenstich's rulebook prints: 10, −1, −10, −3, 10 (§5)."""
    entry: dict[str, Json] = cases()["M02"]["input"]["entry"]
    return entry


def mueckenstich(tricks: Sequence[int], doubled: str | None = None, **more: Json) -> Json:
    """Make a round of Mückenstich without mosquitoes: red cards first, then blue, green, black."""
    seats = len(tricks)
    deck = [colour for colour in ("red", "blue", "green", "black") for _ in range(13)]
    numbers = []
    for won in tricks:
        pile, deck = deck[: won * seats], deck[won * seats :]
        numbers.append({colour: pile.count(colour) for colour in dict.fromkeys(pile)})
    nobody: Json = {"mosquitoes": [{} for _ in tricks], "removed": None}
    return {"tricks": list(tricks), "numbers": numbers, "doubled": doubled, **nobody, **more}


def kunibert(*points: int, last_card: int | None = None) -> Json:
    """Make a round of Kunibert worth these points by seat; of the last card's 30 say so.

    The most valuable cards go first: 20, 15, 10, 5.
    """
    left = {"red12": 2, "black12": 2, "mid": 16, "low": 26}
    values = {"red12": 20, "black12": 15, "mid": 10, "low": 5}
    captured = []
    for seat, worth in enumerate(points):
        due = worth - (30 if seat == last_card else 0)
        pile = {}
        for group, value in values.items():
            cards = min(due // value, left[group])
            left[group] -= cards
            due -= cards * value
            if cards:
                pile[group] = cards
        if due:
            raise ValueError(points)
        captured.append(pile)
    return {"captured": captured, "last_card": last_card}


def mittlere(middle: int) -> Json:
    """Make a deal of Mittlere in which this seat is in the middle: −2, and 1 for the others."""
    points = [[52, 70, 35], [70, 52, 35], [70, 35, 52]][middle]
    return {"points": points}


def played(game: str, seats: int, seed: int = 1, *, exact: bool = False, **rules: Json) -> Json:
    """Play a round card by card, and give its entries: one, or one for each phase."""
    return GAMES[game](seats, rules).simulate(Random(seed), dealer=0, exact=exact)


# The table ----------------------------------------------------------------------------------


class Table:
    """A circle, its owner's browser, and a clock that moves on a minute with everything done.

    Each act and each look has an application context of its own, as every request has.
    """

    def __init__(
        self,
        app: Flask,
        name: str = "Tuesday circle",
        *,
        zone: str = "Europe/Zurich",
        at: dt.datetime = EVENING,
    ) -> None:
        """Found the circle."""
        self.app = app
        self.secret = f"the cookie of {name}"
        self.at = at
        with app.app_context(), write() as session:
            pen = pen_of(session, self.secret, at)
            circle = found(session, name, zone, at)
            admit(pen, circle.id, Joining("own"))
            self.id, self.uid = circle.id, circle.uid

    @contextmanager
    def pen(self, secret: str | None = None) -> Iterator[Pen]:
        """Open a write; another browser than the owner's writes by its own secret."""
        self.at += MINUTE
        with self.app.app_context(), write() as session:
            yield pen_of(session, secret or self.secret, self.at)

    @contextmanager
    def opened(self, match: uuid.UUID) -> Iterator[tuple[Pen, Opened]]:
        """Open a match for changing it."""
        with self.pen() as pen:
            yield pen, matches.open_match(pen.session, self.id, match)

    def begin(
        self,
        game: str,
        players: Sequence[str | Seatable] | int,
        *,
        dealer: int = 0,
        **rules: Json,
    ) -> uuid.UUID:
        """Begin a match with players by name (or so many of NAMES), and give its uid."""
        if isinstance(players, int):
            players = NAMES[:players]
        seats = tuple(Seatable(who) if isinstance(who, str) else who for who in players)
        with self.pen() as pen:
            circle = pen.session.scalars(select(Circle).where(Circle.id == self.id)).one()
            return matches.begin(pen, circle, Plan(game, rules, seats, dealer)).uid

    def record(self, match: uuid.UUID, *entries: Json) -> None:
        """Record rounds, one after the other, each from a page that is up to date."""
        for entry in entries:
            with self.opened(match) as (pen, opened):
                number = opened.ledger.next_number
                rounds.record(pen, opened, Writing(number, opened.match.revisions, entry))

    def correct(self, match: uuid.UUID, number: int, entry: Json) -> None:
        """Correct a round, having seen how it stands."""
        with self.opened(match) as (pen, opened):
            seq = opened.ledger.rounds[number - 1].row.seq
            rounds.record(pen, opened, Writing(number, opened.match.revisions, entry, seq))

    def count_after_end(self, match: uuid.UUID) -> None:
        """Let rounds count that were played after the end, or let them not."""
        with self.opened(match) as (pen, opened):
            matches.count_after_end(pen, opened)

    def undo(self, match: uuid.UUID) -> None:
        """Undo what was done last."""
        with self.opened(match) as (pen, opened):
            matches.undo(pen, opened)

    def restore(self, match: uuid.UUID) -> None:
        """Bring the undone round back."""
        with self.opened(match) as (pen, opened):
            matches.restore(pen, opened)

    def end(self, match: uuid.UUID) -> None:
        """End a match early."""
        with self.opened(match) as (pen, opened):
            matches.end_early(pen, opened)

    def board(self, match: uuid.UUID) -> Board:
        """Read a match's scoreboard."""
        with self.app.app_context():
            return boards.board(self.id, match)

    def game(self, match: uuid.UUID) -> Game:
        """Read a match's game."""
        with self.app.app_context():
            return boards.game_of(self.id, match)

    def round(self, match: uuid.UUID, number: int) -> RoundView:
        """Read a round."""
        with self.app.app_context():
            return rounds.view(self.id, match, number)

    def in_play(self) -> list[lists.Listed]:
        """List the matches in play."""
        with self.app.app_context():
            return lists.matches_in_play(self.id)

    def nights(self) -> list[tuple[dt.date, list[lists.Listed]]]:
        """List the last nights."""
        with self.app.app_context():
            return lists.last_nights(self.id)


# The file -----------------------------------------------------------------------------------


@contextmanager
def plain(database: Path) -> Iterator[sqlite3.Connection]:
    """Open a database as a stranger does: without the application and its settings."""
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.row_factory = sqlite3.Row
        yield connection


@contextmanager
def tampering(database: Path) -> Iterator[sqlite3.Connection]:
    """Open a database to forge it: the triggers dropped, and put back as if nothing had been."""
    with plain(database) as connection:
        for name in TRIGGERS:
            connection.execute(f"DROP TRIGGER {name}")
        yield connection
        for sql in TRIGGERS.values():
            connection.execute(sql)


def rows(database: Path, query: str, *values: object) -> list[dict[str, Any]]:
    """Ask the file itself."""
    with plain(database) as connection:
        return [dict(row) for row in connection.execute(query, values)]


def wrong(app: Flask) -> list[str]:
    """Say everything that ``verify`` finds wrong."""
    with app.app_context():
        return [str(finding) for finding in verify(Checked())]
