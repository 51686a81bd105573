"""Final totals of a match of which nothing else is known: what a game says of them."""

from __future__ import annotations

from typing import NamedTuple

MOST_POINTS = 99_999
"""The largest total, above or below zero; no match comes near it."""


class Totals(NamedTuple):
    """What holds of a game's final totals.

    Each is a multiple of ``step`` and at least ``low``; all together they make ``together``,
    where the game gives out as much as it takes.
    """

    step: int = 1
    low: int = -MOST_POINTS
    together: int | None = None
