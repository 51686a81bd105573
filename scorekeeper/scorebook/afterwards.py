"""Past matches, written down afterwards: round by round, or only how they ended."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.rules.problems import N_, Problem
from scorekeeper.scorebook.circles import night_date, night_on
from scorekeeper.scorebook.errors import Refused
from scorekeeper.scorebook.ledger import Act, canonical
from scorekeeper.scorebook.matches import act, begin, check_version, open_match
from scorekeeper.scorebook.notes import clean_note, clean_place
from scorekeeper.scorebook.totals import check_totals

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.scorebook.ledger import Pen
    from scorekeeper.scorebook.matches import Opened, Plan
    from scorekeeper.scorebook.models import Circle
    from scorekeeper.scorebook.state import MatchState

FIRST_DATE = dt.date(1900, 1, 1)
"""The earliest night that a scorebook holds."""


class Past(NamedTuple):
    """When and where a past match was played, and its final totals where nothing else is known."""

    date: dt.date
    totals: Sequence[int] | None = None
    place: str = ""


def check_date(date: dt.date, at: dt.datetime, time_zone: str) -> None:
    """Refuse a night that can't have been: before 1900, or later than tomorrow.

    Tomorrow is let through: somebody may travel, and the circle's clock stays at home.

    Raises:
        Refused: NIGHT_DATE.
    """
    if not FIRST_DATE <= date <= night_date(at, time_zone) + dt.timedelta(days=1):
        text = N_("A night's date is between 1900 and tomorrow.")
        raise Refused([Problem("NIGHT_DATE", text, "/date")])


def enter(pen: Pen, circle: Circle, plan: Plan, past: Past) -> MatchState:
    """Begin a match that was played before; with final totals it is over at once.

    Raises:
        Refused: a date or totals that can't be, a night that was at another place, or see
            ``begin``.
        NotFound: a player who isn't of this circle.
    """
    check_date(past.date, pen.at, circle.time_zone)
    place = clean_place(past.place)
    night = night_on(pen.session, circle.id, past.date)
    if place and night.place not in ("", place):
        text = N_("That night was at %(place)s. Leave the place empty, or edit the night first.")
        raise Refused([Problem("NIGHT_PLACE", text, "/place", facts={"place": night.place})])
    if place and not night.place:
        night.place, night.version = place, night.version + 1
    origin = "afterwards" if past.totals is None else "results"
    match = begin(pen, circle, plan, night.id, origin)
    if past.totals is not None:
        opened = open_match(pen.session, circle.id, match.uid)
        _write(pen, opened, past.totals, None)
        return opened.match
    return match


def correct_result(
    pen: Pen, opened: Opened, version: int, totals: Sequence[int], reason: str
) -> None:
    """Give a match of which only the final totals are known other ones; the old ones stay seen.

    The very totals that stand already are taken as said twice.

    Raises:
        Stale: it has changed since it had ``version`` revisions.
        Refused: its rounds are known, or the totals can't be.
    """
    note = clean_note(reason)
    standing = opened.ledger.result
    if standing is None:
        text = N_("The rounds of this match are known: correct them.")
        raise Refused([Problem("ROUNDS_KNOWN", text)])
    if list(totals) == standing:
        return
    check_version(opened, version)
    _write(pen, opened, totals, note)


def _write(pen: Pen, opened: Opened, totals: Sequence[int], note: str | None) -> None:
    game = opened.game
    if problems := check_totals(game.totals, totals, game.seats):
        raise Refused(problems)
    entry, scores = canonical({"totals": list(totals)}), canonical(list(totals))
    act(pen, opened, Act("result", None, entry, game.RULES_VERSION, scores), note=note)
