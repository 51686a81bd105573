"""Who chooses a colour in Mückenstich, and whether the choices made are due (§5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.rules.inputs import Ask
from scorekeeper.rules.problems import N_, Problem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.rules.mueckenstich.captured import Captured


def only_lowest(numbers: Sequence[int]) -> int | None:
    """Give the seat that alone has the lowest number, or None if two or more share it."""
    lowest = min(numbers)
    return numbers.index(lowest) if numbers.count(lowest) == 1 else None


def only_highest(numbers: Sequence[int]) -> int | None:
    """Give the seat that alone has the highest number, or None if two or more share it."""
    highest = max(numbers)
    return numbers.index(highest) if numbers.count(highest) == 1 else None


def choice_problems(
    captured: Captured, doubler: int | None, remover: int | None, deciding: Sequence[int]
) -> list[Problem]:
    """Say which choice is missing, not due, or the same as the other (§5).

    Args:
        captured: the round, with the choices made.
        doubler: the seat that doubles a colour, if any.
        remover: the seat that removes a colour, if any.
        deciding: what the removal is decided by: each seat's mosquitoes, or tricks.
    """
    problems = []
    doubled, removed = captured.doubled, captured.removed
    if (doubler is None) != (doubled is None):
        problems.append(_doubling(captured.tricks, doubler))
    if (remover is None) != (removed is None):
        problems.append(_removing(deciding, remover, by_tricks=deciding is captured.tricks))
    if removed is not None and removed == doubled:
        problems.append(
            Problem(
                "REMOVE_EQUALS_DOUBLE",
                N_("The doubled colour can't be removed as well: choose one of the others."),
                "/removed",
                colour=removed,
            )
        )
    return problems


def ask_doubling(tricks: Sequence[int]) -> Ask:
    """Tell who is asked for the doubled colour, or why nobody is (§5)."""
    doubler = only_lowest(tricks)
    return Ask(doubler is not None, _doubling(tricks, doubler))


def ask_removing(deciding: Sequence[int], doubled: str | None, *, by_tricks: bool) -> Ask:
    """Tell who is asked for the removed colour, or why nobody is (§5).

    Args:
        deciding: each seat's mosquitoes, or tricks.
        doubled: the colour that is out, if any.
        by_tricks: whether the tricks decide.
    """
    remover = only_highest(deciding)
    about = _removing(deciding, remover, by_tricks=by_tricks)
    return Ask(remover is not None, about, () if doubled is None else (doubled,))


def _doubling(tricks: Sequence[int], doubler: int | None) -> Problem:
    if doubler is None:
        text = N_("Nobody alone has the fewest tricks (%(found)s), so no colour is doubled.")
        return Problem("DOUBLE_NOT_ALLOWED", text, "/doubled", found=min(tricks))
    text = N_("%(who)s has the fewest tricks (%(found)s): which colour counts double?")
    return Problem("DOUBLE_MISSING", text, "/doubled", seat=doubler, found=min(tricks))


def _removing(deciding: Sequence[int], remover: int | None, *, by_tricks: bool) -> Problem:
    most = max(deciding)
    if remover is None:
        text = (
            N_("Nobody alone has the most tricks (%(found)s), so no colour is removed.")
            if by_tricks
            else N_("Nobody alone has the most mosquitoes (%(found)s), so no colour is removed.")
        )
        return Problem("REMOVE_NOT_ALLOWED", text, "/removed", found=most)
    text = (
        N_("%(who)s has the most tricks (%(found)s): which colour is removed?")
        if by_tricks
        else N_("%(who)s has the most mosquitoes (%(found)s): which colour is removed?")
    )
    return Problem("REMOVE_MISSING", text, "/removed", seat=remover, found=most)
