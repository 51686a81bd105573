"""A scorebook full of matches, changed in every way there is, and what its statistics must be."""

from __future__ import annotations

import datetime as dt
import uuid
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

from sqlalchemy import select, update

from scorekeeper import create_app
from scorekeeper.rules import GAMES
from scorekeeper.scorebook import matches, rounds, statistics, statistics_rows
from scorekeeper.scorebook.circles import Seatable
from scorekeeper.scorebook.errors import Refused
from scorekeeper.scorebook.ledger import Act, Actor, Pen, canonical
from scorekeeper.scorebook.models import Circle, Device, Match, Night, Player, Seat
from scorekeeper.scorebook.statistics import Filter
from scorekeeper.scorebook.store import write
from tests import oracle
from tests.builders import EVENING, rows

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask import Flask
    from sqlalchemy.orm import Session

CIRCLE = 1
"""The circle that is looked at."""


def open_book(path: Path) -> Flask:
    """Open a scorebook."""
    return create_app({"SECRET_KEY": "a test's", "DATABASE": path, "TESTING": True})


class Book:
    """A scorebook, and what its first circle's matches are by the oracle."""

    def __init__(self, app: Flask, path: Path) -> None:
        """Recompute its matches."""
        self.app, self.path = app, path

    @cached_property
    def matches(self) -> list[oracle.Match]:
        """The finished matches."""
        return oracle.finished(self.path, CIRCLE)

    @cached_property
    def ids(self) -> dict[str, int]:
        """The players' ids by name."""
        sql = "SELECT id, name FROM player WHERE circle_id = ? AND merged_into IS NULL"
        return {row["name"]: row["id"] for row in rows(self.path, sql, CIRCLE)}

    @property
    def names(self) -> dict[int, str]:
        """Their names by id."""
        return {key: name for name, key in self.ids.items()}

    def filtered(self) -> Iterator[tuple[Filter, list[oracle.Match]]]:
        """Give filters of every kind, with the matches that each lets through."""
        someone, other = (self.ids[sat.player] for sat in self.matches[-1].seats[:2])
        game, year = self.matches[0].game, self.matches[-1].date.year
        for which in (
            Filter(),
            *(Filter(game=key) for key in GAMES),
            Filter(player=someone),
            Filter(place="The Anchor"),
            Filter(place="Nowhere"),
            Filter(year=year),
            Filter(year=1999),
            Filter(game, other, "The Anchor"),
            Filter(player=other, year=year),
        ):
            yield which, [match for match in self.matches if self._fits(match, which)]

    def _fits(self, match: oracle.Match, which: Filter) -> bool:
        return (
            which.game in ("", match.game)
            and (which.player is None or match.of(self.names[which.player]) is not None)
            and which.place in ("", match.place)
            and which.year in (None, match.date.year)
        )


def change_in_every_way(app: Flask, path: Path) -> None:
    """Correct, undo, restore, end and reopen every third match, as far as it can be."""
    rng = Random(3)
    sql = "SELECT uid FROM match WHERE circle_id = ? ORDER BY id"
    ways: list[Any] = [
        _correct,
        _correct,
        lambda _, pen, of: matches.undo(pen, of),
        lambda _, pen, of: matches.restore(pen, of),
        lambda _, pen, of: matches.end_early(pen, of),
        lambda _, pen, of: matches.count_after_end(pen, of),
    ]
    for row in rows(path, sql, CIRCLE)[::3]:
        for act in rng.sample(ways, 4):
            with app.app_context(), write() as session:
                of = matches.open_match(session, CIRCLE, uuid.UUID(row["uid"]))
                try:
                    act(rng, pen_of(session), of)
                except Refused:
                    session.rollback()


def pen_of(session: Session) -> Pen:
    """Give the pen of the circle's device."""
    device = session.scalars(select(Device)).first()
    assert device is not None
    return Pen(session, Actor(device.id, device.uid), EVENING + dt.timedelta(days=2))


def _correct(rng: Random, pen: Pen, of: matches.Opened) -> None:
    held = rng.choice(of.ledger.rounds)
    if not of.game.companions(held.number):
        [entry] = of.game.simulate(rng, dealer=0, exact=False)
        writing = rounds.Writing(held.number, of.match.revisions, entry, held.row.seq)
        rounds.record(pen, of, writing)


def merge(session: Session) -> None:
    """Let a player turn out to be somebody who came later."""
    [known] = session.scalars(select(Player).where(Player.circle_id == CIRCLE).limit(1))
    later = Player(
        uid=uuid.uuid4(), circle_id=CIRCLE, name="Zoë", name_key="zoe", created_at=EVENING
    )
    session.add(later)
    session.flush()
    session.execute(update(Player).where(Player.id == known.id).values(merged_into=later.id))
    sat = session.scalars(select(Seat.match_id).where(Seat.player_id == known.id)).all()
    statistics_rows.refill(session, sat)


def move_a_night(session: Session) -> None:
    """Give a night another date and place."""
    [night] = session.scalars(select(Night).where(Night.circle_id == CIRCLE).limit(1))
    night.date, night.place = dt.date(2011, 3, 5), "Elsewhere"
    session.flush()
    moved = session.scalars(select(Match.id).where(Match.night_id == night.id)).all()
    statistics_rows.refill(session, moved)


def write_results_only(app: Flask, number: int) -> None:
    """Write down the totals of a match of which no round is known."""
    with app.app_context(), write() as session:
        pen = pen_of(session)
        people = list(statistics.people(CIRCLE).values())[number : number + 3]
        players = tuple(Seatable(who.name, who.uid) for who in people)
        plan = matches.Plan("mittlere", {}, players, 1)
        match = matches.begin(pen, session.get_one(Circle, CIRCLE), plan)
        totals = [number, -5, 5 - number]
        act = Act("result", None, canonical({"totals": totals}), 1, canonical(totals))
        matches.act(pen, matches.open_match(session, CIRCLE, match.uid), act)
