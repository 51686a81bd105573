"""What comes out: points with the lines that derive them, standings, and the outcome."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, TypeAlias, cast

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.rules.problems import Json, Problem

Line: TypeAlias = "Mapping[str, int | str | None]"
"""One step of a derivation: ``kind``, ``points``, ``cite`` and what the kind needs besides."""


@dataclass(frozen=True)
class Score:
    """The points of one entry: by seat, with the lines that derive them.

    ``facts`` has what the game tells besides: who chose, which prompt was followed.
    """

    scores: tuple[int, ...]
    lines: tuple[tuple[Line, ...], ...]
    warnings: tuple[Problem, ...]
    facts: Mapping[str, Json]


@dataclass(frozen=True)
class Standing:
    """A seat's total and its competition rank (1, 1, 3)."""

    seat: int
    total: int
    rank: int


@dataclass(frozen=True)
class Outcome:
    """Where a match stands: ``counted`` entries count, and why it is over, if it is.

    ``reason`` is empty while the match is in play.  ``winners`` are all that share the win;
    ``leaders`` those at the top so far (nobody before the first round).  ``final``: the totals
    are known without rounds.
    """

    standings: tuple[Standing, ...]
    reason: str
    counted: int
    final: bool = False

    @property
    def finished(self) -> bool:
        """Whether the rules say that the match is over."""
        return bool(self.reason)

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats at the top; several on a tie, none before the first round."""
        if not (self.counted or self.final):
            return ()
        return tuple(standing.seat for standing in self.standings if standing.rank == 1)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; several share it (house reading), none while in play."""
        return self.leaders if self.finished else ()


@dataclass(frozen=True)
class Place:
    """Where the n-th entry of a match belongs: its round, and its phase if there are phases."""

    round: int
    phase: int | None = None


def rank(totals: Sequence[int]) -> tuple[Standing, ...]:
    """Give each seat its competition rank: equal totals share it, and the next is left out."""
    return tuple(
        Standing(seat, total, 1 + sum(other > total for other in totals))
        for seat, total in enumerate(totals)
    )


def add_up(rounds: Sequence[Sequence[int]], seats: int) -> list[int]:
    """Add up round scores by seat."""
    return [sum(scores[seat] for scores in rounds) for seat in range(seats)]


def running(rounds: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """Add up round scores by seat, after each round."""

    def add(totals: tuple[int, ...], scores: Sequence[int]) -> tuple[int, ...]:
        return tuple([total + points for total, points in zip(totals, scores, strict=True)])

    return list(accumulate(map(tuple, rounds), add))


def points_of(lines: Sequence[Sequence[Line]]) -> tuple[int, ...]:
    """Give the points by seat to which its lines add up."""
    of_seats = cast("Sequence[Sequence[Mapping[str, int]]]", lines)
    return tuple([sum([line["points"] for line in of]) for of in of_seats])
