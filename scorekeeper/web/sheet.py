"""A match on paper: a page to print, so that the players hold evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from flask import Blueprint, render_template, request

from scorekeeper.scorebook.circles import night_date
from scorekeeper.scorebook.sheets import sheet
from scorekeeper.web.access import here
from scorekeeper.web.clock import now
from scorekeeper.web.words import clock, day

if TYPE_CHECKING:
    import datetime as dt
    from uuid import UUID

blueprint = Blueprint("sheet", __name__, url_prefix="/circles/<uuid:circle>/matches/<uuid:match>")


@blueprint.get("/sheet")
def show(match: UUID) -> str:
    """Show the match as it is printed; with ``why=1`` how every point comes about, too."""
    why = request.args.get("why") == "1"
    of = sheet(here().circle_id, match, why=why)

    def when(at: dt.datetime) -> str:
        return _when(at, of.night)

    return render_template("matches/sheet.html", sheet=of, why=why, when=when, printed=_day(now()))


def _when(at: dt.datetime, night: dt.date) -> str:
    """Write a moment on the circle's clock; with its date only if it was another night."""
    if night_date(at, here().time_zone) == night:
        return clock(at, here().time_zone)
    return _day(at)


def _day(at: dt.datetime) -> str:
    zone = here().time_zone
    return f"{day(at.astimezone(ZoneInfo(zone)).date())}, {clock(at, zone)}"
