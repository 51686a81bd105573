"""The five scoring prompts of Mittlere Jass: which is followed, about whom, what it gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

HUNDRED = 100  # Scoring 3
ALL_TRICKS, NO_TRICK, AT_HUNDRED, SAME, MIDDLE = 1, 2, 3, 4, 5

# What the players whom a prompt is about get, and what the others get: (sticks, potatoes).
GIVES = {
    ALL_TRICKS: ((2, 0), (0, 1)),
    NO_TRICK: ((0, 2), (1, 0)),
    AT_HUNDRED: ((0, 2), (1, 0)),
    SAME: ((0, 1), (2, 0)),
    MIDDLE: ((0, 2), (1, 0)),
}


@dataclass(slots=True)
class Followed:
    """The prompts followed, those further down that were true too, and what came of it."""

    prompts: list[int]
    also_true: list[int]
    subjects: list[int]
    sticks: list[int]
    potatoes: list[int]
    hundred: int | None = None

    def prompt_of(self, seat: int) -> int:
        """Tell which prompt gave this seat what it got."""
        return self.prompts[-1] if seat == self.hundred else self.prompts[0]


def follow(points: Sequence[int], won: Sequence[bool], *, third_takes_two: bool) -> Followed:
    """Go down the list; the first prompt that is true of anybody is followed, once.

    Args:
        points: card points by seat, 157 in all.
        won: by seat, whether the player won a trick; at least one did.
        third_takes_two: the house rule for a player without a trick beside one at 100.

    Returns:
        What was followed; sticks and potatoes by seat, 2 of each in all.
    """
    without = [seat for seat, has in enumerate(won) if not has]
    hundred = [seat for seat, of in enumerate(points) if of >= HUNDRED]
    first, second, third = points
    if first == second:
        same = [0, 1]
    elif second == third:
        same = [1, 2]
    elif first == third:
        same = [0, 2]
    else:
        same = []
    last = SAME if same else MIDDLE
    if len(without) > 1:
        winner = [seat for seat in range(3) if won[seat]]
        return _give(ALL_TRICKS, [NO_TRICK, AT_HUNDRED, SAME], winner)
    if without:
        if hundred and third_takes_two:
            return _third_takes_two(without[0], hundred[0], last)
        return _give(NO_TRICK, [AT_HUNDRED, last] if hundred else [last], without)
    if hundred:
        return _give(AT_HUNDRED, [last], hundred)
    if same:
        return _give(SAME, [], same)
    return _give(MIDDLE, [], [points.index(sorted(points)[1])])


def _give(prompt: int, also_true: list[int], subjects: list[int]) -> Followed:
    (sticks, potatoes), (other_sticks, other_potatoes) = GIVES[prompt]
    return Followed(
        [prompt],
        also_true,
        subjects,
        [sticks if seat in subjects else other_sticks for seat in (0, 1, 2)],
        [potatoes if seat in subjects else other_potatoes for seat in (0, 1, 2)],
    )


def _third_takes_two(without: int, hundred: int, last: int) -> Followed:
    subjects = sorted((without, hundred))
    return Followed(
        [NO_TRICK, AT_HUNDRED],
        [last],
        subjects,
        [0 if seat in subjects else 2 for seat in (0, 1, 2)],
        [1 if seat in subjects else 0 for seat in (0, 1, 2)],
        hundred,
    )
