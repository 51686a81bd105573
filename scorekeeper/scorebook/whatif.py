"""A match scored again as other house rules would have it, beside the real one; reads only."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import TYPE_CHECKING

from scorekeeper.rules import GAMES
from scorekeeper.rules.problems import Unscorable
from scorekeeper.scorebook.errors import Refused
from scorekeeper.scorebook.ledger import fold
from scorekeeper.scorebook.state import load, read_rows
from scorekeeper.scorebook.store import db

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.rules.base import Game
    from scorekeeper.rules.house_rules import HouseRule
    from scorekeeper.rules.problems import Json, Problem
    from scorekeeper.scorebook.boards import Board
    from scorekeeper.scorebook.ledger import Recorded


@dataclass(frozen=True)
class Retold:
    """A round with its recorded points, and those that the other house rules give it.

    ``other`` is empty where the entry doesn't tell; ``problems`` say why.  ``counts`` and
    ``would_count``: whether the match wasn't over before it.
    """

    number: int
    real: tuple[int, ...]
    other: tuple[int, ...] = ()
    problems: tuple[Problem, ...] = ()
    counts: bool = True
    would_count: bool = True


@dataclass(frozen=True)
class WhatIf:
    """A match as it was played, and (``other``) as it would stand under other house rules.

    ``other`` is None where a round that would count can't be told: totals are never guessed.
    """

    board: Board
    game: Game
    rounds: tuple[Retold, ...]
    other: Board | None

    @property
    def changed(self) -> tuple[HouseRule, ...]:
        """The house rules that are others than the match's."""
        mine, others = self.board.game.rules, self.game.rules
        return tuple(rule for rule in self.game.HOUSE_RULES if mine[rule.name] != others[rule.name])

    @property
    def same(self) -> bool:
        """Whether all would stand as it does: every round, the end and the winners."""
        return (
            self.other is not None
            and all(retold.real == retold.other for retold in self.rounds)
            and self.other.outcome == self.board.outcome
        )


def what_if(circle_id: int, board: Board, rules: Mapping[str, Json]) -> WhatIf:
    """Score a match as if other house rules had been agreed on.

    Args:
        circle_id: the circle that the match is in.
        board: the match.
        rules: the house rules that are asked about; the others stay the match's.

    Raises:
        NotFound: the circle has no such match.
        Refused: house rules that can't be.
    """
    try:
        game = GAMES[board.game.key](board.game.seats, {**board.game.rules, **rules})
    except Unscorable as unscorable:
        raise Refused(unscorable.problems) from None
    session = db.session()
    ledger = fold(read_rows(session, load(session, circle_id, board.uid).id))
    retold = [_retell(board.game, game, held) for held in ledger.rounds]
    told = list(takewhile(bool, (each.other for each in retold)))
    outcome = game.outcome(told)
    known = bool(outcome.reason) or len(told) == len(retold)
    would_count = outcome.counted if known else len(retold)
    rounds = tuple(
        replace(each, counts=place < board.outcome.counted, would_count=place < would_count)
        for place, each in enumerate(retold)
    )
    other = replace(board, game=game, outcome=outcome) if known else None
    return WhatIf(board, game, rounds, other)


def _retell(mine: Game, other: Game, held: Recorded) -> Retold:
    real = tuple(held.scores)
    try:
        score = mine.under(json.loads(held.row.entry or "null"), other)
    except Unscorable as unscorable:
        return Retold(held.number, real, problems=unscorable.problems)
    return Retold(held.number, real, score.scores)
