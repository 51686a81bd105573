"""What is told of one game: its best and worst, its facts, and how long its matches are."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import and_, func, select

from scorekeeper.scorebook.models import Match, Played, Told, table_of
from scorekeeper.scorebook.statistics import FEW, Filter
from scorekeeper.scorebook.store import db

if TYPE_CHECKING:
    import datetime as dt
    import uuid

    from scorekeeper.rules.facts import Lasting
    from scorekeeper.rules.house_rules import RuleValue

_match, _played, _told = (table_of(model) for model in (Match, Played, Told))


class Record(NamedTuple):
    """A best or worst total: whose, in which match, on which night; the earliest of equal ones."""

    total: int
    player: int
    match: uuid.UUID
    date: dt.date


def records(circle_id: int, which: Filter, of: int | None = None) -> tuple[Record, Record] | None:
    """Give the best and the worst total of a game's matches, or None if there are no matches.

    Args:
        circle_id: the circle's.
        which: the matches, of one game.
        of: a player's id, for that player's totals alone.
    """
    where = which.where(circle_id)
    if of is not None:
        where = and_(where, _played.c.player_id == of)
    query = (
        select(_played.c.total, _played.c.player_id, _match.c.uid, _played.c.date)
        .join_from(_played, _match, _match.c.id == _played.c.match_id)
        .where(where)
        .limit(1)
    )
    then = _played.c.date, _played.c.started_at, _played.c.match_id, _played.c.number
    best = db.session.execute(query.order_by(_played.c.total.desc(), *then)).first()
    worst = db.session.execute(query.order_by(_played.c.total, *then)).first()
    return (Record(*best), Record(*worst)) if best and worst else None


class Happened(NamedTuple):
    """How often something happened, and the points it brought."""

    times: int = 0
    points: int = 0


def told(
    circle_id: int, game: str, which: Filter, of: int | None = None
) -> dict[str, dict[int, Happened]]:
    """Add up what a game tells of its seats, by fact and player.

    Args:
        circle_id: the circle's.
        game: its key.
        which: the matches.
        of: a player's id, for that player's seats alone.
    """
    by = _told.c.what, _told.c.player_id
    query = (
        select(*by, func.sum(_told.c.times), func.sum(_told.c.points))
        .where(_told.c.circle_id == circle_id, _told.c.game == game)
        .group_by(*by)
    )
    if of is not None:
        query = query.where(_told.c.player_id == of)
    if which._replace(game="") != Filter():
        matches = select(_played.c.match_id).where(which._replace(game=game).where(circle_id))
        query = query.where(_told.c.match_id.in_(matches))
    facts: dict[str, dict[int, Happened]] = {}
    for what, player, times, points in db.session.execute(query):
        facts.setdefault(what, {})[player] = Happened(times, points)
    return facts


@dataclass
class Lasted:
    """How many rounds the matches took that were played by one value of a house rule."""

    matches: int = 0
    rounds: int = 0

    @property
    def average(self) -> float:
        """Rounds a match."""
        return self.rounds / self.matches if self.matches else 0.0

    @property
    def few(self) -> bool:
        """Whether these are too few matches to say much."""
        return self.matches < FEW


def lasted(circle_id: int, lasting: Lasting, which: Filter) -> dict[RuleValue, Lasted]:
    """Tell how many rounds a game's matches took, by the house rule that it names.

    Only those count that were over for the reason that it names, with rounds that are known.
    """
    rows = db.session.execute(
        select(_match.c.rules, func.count(), func.sum(_played.c.rounds))
        .join_from(_played, _match, _match.c.id == _played.c.match_id)
        .where(
            which.where(circle_id),
            _played.c.number == 0,
            _played.c.rounds > 0,
            _match.c.reason == lasting.reason,
        )
        .group_by(_match.c.rules)
    )
    values: dict[RuleValue, Lasted] = {}
    for rules, matches, rounds in rows:
        of = values.setdefault(json.loads(rules)[lasting.rule], Lasted())
        of.matches += matches
        of.rounds += rounds
    return dict(sorted(values.items(), key=lambda item: str(item[0]).rjust(9)))
