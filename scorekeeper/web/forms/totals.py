"""Final totals by seat, as they are typed: a number each, and whether it is below zero."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.rules.problems import N_, Problem
from scorekeeper.scorebook.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from werkzeug.datastructures import MultiDict

DIGITS = 6
"""The most digits of a total that are read; the rules allow fewer."""


class Typed(NamedTuple):
    """A total as typed; ``minus`` is chosen beside it, since a phone's number keys have none."""

    text: str = ""
    minus: bool = False


def as_typed(total: int) -> Typed:
    """Give a total as its form would have it typed."""
    return Typed(str(abs(total)), total < 0)


def typed_totals(args: MultiDict[str, str], seats: int) -> list[Typed]:
    """Read what was typed, by seat."""
    return [
        Typed(args.get(f"total_{seat}", ""), args.get(f"minus_{seat}") == "1")
        for seat in range(seats)
    ]


def read_totals(typed: Sequence[Typed]) -> list[int]:
    """Read totals; a minus may be typed, too, and says the same as the one beside it.

    Raises:
        Refused: TOTAL_MISSING, TOTAL_VALUE, for each seat that it concerns.
    """
    totals, problems = [], []
    for seat, (text, minus) in enumerate(typed):
        bare = text.strip().replace("\N{MINUS SIGN}", "-")
        digits = bare.removeprefix("-")
        place = f"/totals/{seat}"
        if not bare:
            words = N_("%(who)s has no total yet.")
            problems.append(Problem("TOTAL_MISSING", words, place, seat))
        elif not (digits.isascii() and digits.isdigit() and len(digits) <= DIGITS):
            words = N_("%(who)s's total isn't a whole number.")
            problems.append(Problem("TOTAL_VALUE", words, place, seat))
        else:
            totals.append(-int(digits) if minus or bare != digits else int(digits))
    if problems:
        raise Refused(problems)
    return totals
