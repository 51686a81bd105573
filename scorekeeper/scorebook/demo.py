"""Circles full of matches that were played legally, card by card: to look at and to measure.

Deterministic for a seed: the same matches, names, uids and hashes on every machine.
"""

from __future__ import annotations

import datetime as dt
import uuid
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

from sqlalchemy import func, insert, select

from scorekeeper.rules import GAMES
from scorekeeper.scorebook.circles import night_date
from scorekeeper.scorebook.errors import ScorebookError
from scorekeeper.scorebook.evening import Evening, Sheet, Table
from scorekeeper.scorebook.ledger import (
    Actor,
    canonical,
)
from scorekeeper.scorebook.models import (
    Circle,
    Device,
    Match,
    Night,
    Note,
    Player,
    Revision,
    Seat,
    table_of,
)
from scorekeeper.scorebook.names import name_key
from scorekeeper.scorebook.state import MatchState, SeatState
from scorekeeper.scorebook.statistics_rows import Rows
from scorekeeper.scorebook.store import write

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sqlalchemy.orm import Session

    from scorekeeper.rules.base import Game
    from scorekeeper.rules.problems import Json

LAST_NIGHT = dt.datetime(2026, 11, 27, 19, 30, tzinfo=dt.UTC)
"""When the newest demo night begins; a fixed one, so that a seed says everything."""

TIME_ZONE = "Europe/Zurich"
CIRCLES = ("Tuesday circle", "The cousins", "Harbour table", "Book club", "Sunday aunts")
NAMES = (
    *("Arne", "Geli", "Ernst", "Harald", "Fritz", "Ada", "Ben", "Cem", "Dee", "Ines", "Jonas"),
    *("Karla", "Lou", "Marek", "Nora", "Ole", "Pia", "Quinn", "Rosa", "Sami", "Tom", "Uta"),
)
PLACES = ("Arne's kitchen", "The Anchor", "")
MATCHES_AT_ONCE = 100

UNFINISHED = 0.3
"""How often a circle's newest match is still in play."""


class AlreadyThere(ScorebookError):
    """The demo of this seed has been made in this scorebook before."""


def fill(matches: int, circles: int, seed: int) -> Iterator[None]:
    """Make circles, and give the steps that fill them with matches, one step a match.

    Args:
        matches: how many in all.
        circles: over how many circles they are spread, evenly.
        seed: the same seed makes the same scorebook.

    Raises:
        AlreadyThere: this seed was used here before.
    """
    rng = Random(seed)  # noqa: S311 - a demo must repeat, not be unguessable
    with write() as session:
        tables = [_table(session, rng, number, seed) for number in range(circles)]
    return _fill(rng, tables, matches)


def _fill(rng: Random, tables: Sequence[Table], matches: int) -> Iterator[None]:
    numbers = iter(range(matches))
    while chunk := list(islice(numbers, MATCHES_AT_ONCE)):
        with write() as session:
            _play(session, rng, tables, chunk, matches)
        yield from (None for _ in chunk)


def _uid(rng: Random) -> uuid.UUID:
    return uuid.UUID(int=rng.getrandbits(128), version=4)


def _table(session: Session, rng: Random, number: int, seed: int) -> Table:
    began = LAST_NIGHT - dt.timedelta(days=3000)
    uid = _uid(rng)
    if session.scalar(select(Circle.id).where(Circle.uid == uid)) is not None:
        raise AlreadyThere(
            "The demo of this seed is in this scorebook already. Choose another one: "
            f"--seed {seed + 1}"
        )
    name = CIRCLES[number % len(CIRCLES)]
    if number >= len(CIRCLES):
        name = f"{name} {number // len(CIRCLES) + 1}"
    circle = Circle(uid=uid, name=name, time_zone=TIME_ZONE, created_at=began, version=0)
    device = Device(uid=_uid(rng), secret_hash=f"demo {uid}", created_at=began)
    session.add_all([circle, device])
    session.flush()
    players = [
        Player(
            uid=_uid(rng), circle_id=circle.id, name=who, name_key=name_key(who), created_at=began
        )
        for who in rng.sample(NAMES, 8)
    ]
    session.add_all(players)
    session.flush()
    return Table(circle, players, Actor(device.id, device.uid), {})


def _play(
    session: Session, rng: Random, tables: Sequence[Table], numbers: Sequence[int], of: int
) -> None:
    sheet = Sheet([], [], [], [], Rows([], []))
    match_id = session.scalar(select(func.coalesce(func.max(Match.id), 0))) or 0
    revision_id = session.scalar(select(func.coalesce(func.max(Revision.id), 0))) or 0
    for number in numbers:
        table = tables[number % len(tables)]
        match_id += 1
        at = _begin((of - 1 - number) // len(tables), rng)
        date = night_date(at, table.circle.time_zone)
        night_id = _night(session, rng, table, date)
        unfinished = number >= of - len(tables) and rng.random() < UNFINISHED
        match = _match(rng, table, match_id, night_id, at)
        evening = Evening(rng, table, match, revision_id)
        evening.play(unfinished=unfinished)
        evening.write_on(sheet, date)
        revision_id = evening.revision_id
    for model, rows in zip((Match, Seat, Revision, Note), sheet[:-1], strict=True):
        if rows:
            session.connection().execute(insert(table_of(model)), rows)
    sheet.statistics.insert(session.connection())


def _begin(matches_ago: int, rng: Random) -> dt.datetime:
    """Spread a circle's matches over past weeks, two or three a night, the newest last."""
    nights_ago, place = divmod(matches_ago, 3)
    minutes = (2 - place) * 80 + rng.randrange(20)
    return LAST_NIGHT - dt.timedelta(days=7 * (nights_ago % 400), minutes=-minutes)


def _night(session: Session, rng: Random, table: Table, date: dt.date) -> int:
    if date not in table.nights:
        place = PLACES[date.toordinal() // 7 % len(PLACES)]
        night = Night(uid=_uid(rng), circle_id=table.circle.id, date=date, place=place)
        session.add(night)
        session.flush()
        table.nights[date] = night.id
    return table.nights[date]


def _match(rng: Random, table: Table, match_id: int, night_id: int, at: dt.datetime) -> MatchState:
    game = _game(rng)
    return MatchState(
        uid=_uid(rng),
        circle_id=table.circle.id,
        night_id=night_id,
        game=game.key,
        rules=canonical(game.rules),
        first_dealer=rng.randrange(game.seats),
        started_at=at,
        seats=[SeatState(player.id) for player in rng.sample(table.players, game.seats)],
        id=match_id,
    )


def _game(rng: Random) -> Game:
    """Choose a game, its players, and now and then a house rule of another value."""
    kind = GAMES[rng.choice(list(GAMES))]
    rules: dict[str, Json] = {}
    for rule in kind.HOUSE_RULES:
        if rule.needed:
            rules[rule.name] = rng.choices(rule.faces, rule.weights)[0]
        elif rule.values and rng.random() < 1 / 6:
            rules[rule.name] = rng.choice(list(rule.values))
    return kind(rng.choice(list(kind.PLAYERS)), rules)
