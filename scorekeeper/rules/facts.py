"""What a game tells of its rounds besides the points: what its players talk about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Told: TypeAlias = "tuple[dict[str, tuple[int, int]], ...]"
"""By seat, what happened in a round: a fact's name, how many times, and the points it brought."""


@dataclass(frozen=True)
class Fact:
    """One thing that can happen to a seat in a round.

    ``name`` is at most 40 characters long.  Facts of one ``group`` (its heading) stand together,
    in the columns of a table too, by their ``sign`` or ``short``.  ``brings``: the points it
    brought are worth telling.  ``seats`` is at how many seats it happens at once.
    """

    name: str
    title: str
    group: str
    short: str = ""
    sign: str = ""
    brings: bool = False
    seats: int = 1


@dataclass(frozen=True)
class Lasting:
    """A house rule by which a match's rounds are counted, where it is over for a ``reason``."""

    rule: str
    reason: str
    title: str


def add_told(totals: list[dict[str, tuple[int, int]]], told: Told) -> None:
    """Add what happened in one more round to what happened so far, by seat."""
    for total, happened in zip(totals, told, strict=True):
        for name, (times, points) in happened.items():
            times_so_far, points_so_far = total.get(name, (0, 0))
            total[name] = times_so_far + times, points_so_far + points
