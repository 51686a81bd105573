"""Final totals of a match of which nothing else is known: whether its game can have given them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.rules.problems import N_, Problem
from scorekeeper.rules.totals import MOST_POINTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorekeeper.rules.problems import Json
    from scorekeeper.rules.totals import Totals


def check_totals(of: Totals, totals: Sequence[Json], seats: int) -> list[Problem]:
    """Give what is wrong with final totals by seat.

    Args:
        of: what holds of the game's totals.
        totals: the points by seat.
        seats: how many there should be.
    """
    if len(totals) != seats:
        text = N_("There are %(expected)s players, but %(found)s totals.")
        return [Problem("LENGTH", text, "/totals", expected=seats, found=len(totals))]
    problems = [problem for seat, total in enumerate(totals) for problem in _wrong(of, seat, total)]
    if not problems and of.together is not None and sum(totals) != of.together:
        text = N_("All totals together make %(expected)s in this game; these make %(found)s.")
        found = sum(totals)
        problems = [Problem("TOTALS_SUM", text, "/totals", expected=of.together, found=found)]
    return problems


def _wrong(of: Totals, seat: int, total: Json) -> Iterator[Problem]:
    place = f"/totals/{seat}"
    if total.__class__ is not int or abs(total) > MOST_POINTS:
        text = N_("A total is a whole number of at most %(most)s points.")
        yield Problem("TOTAL_VALUE", text, place, seat, facts={"most": MOST_POINTS})
    elif total < of.low:
        text = N_("Nobody ends below %(low)s by these house rules.")
        yield Problem("TOTAL_LOW", text, place, seat, facts={"low": of.low})
    elif total % of.step:
        text = N_("Totals are multiples of %(step)s in this game.")
        yield Problem("TOTAL_STEP", text, place, seat, facts={"step": of.step})
