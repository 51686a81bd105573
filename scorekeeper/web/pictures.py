"""A match in a picture: how the totals went up and down, round by round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, render_template
from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.scorebook.boards import Board, board, night_of
from scorekeeper.scorebook.errors import NotFound
from scorekeeper.web.access import here
from scorekeeper.web.charts import Figures, Picture, Series, bars, send, totals
from scorekeeper.web.signs import number
from scorekeeper.web.tables import PHASES
from scorekeeper.web.words import day, plainly

if TYPE_CHECKING:
    import datetime as dt
    from uuid import UUID

    from flask import Response

blueprint = Blueprint(
    "pictures", __name__, url_prefix="/circles/<uuid:circle>/matches/<uuid:match>"
)


@blueprint.get("/chart")
def show(match: UUID) -> str:
    """Show how the totals came about, in a picture and as a table."""
    shown = board(here().circle_id, match)
    night = night_of(here().circle_id, match)
    picture = _picture(shown, night)
    seen = "" if picture is None else _seen(shown)
    return render_template(
        "matches/chart.html", board=shown, night=night, picture=picture, seen=seen
    )


@blueprint.get("/chart.svg")
def draw(match: UUID) -> Response:
    """Draw the picture; with ``download=1`` as a file to keep."""
    shown = board(here().circle_id, match)
    night = night_of(here().circle_id, match)
    picture = _picture(shown, night)
    if picture is None:
        raise NotFound
    return send(picture, f"{shown.game.title} {night.isoformat()}")


def _picture(shown: Board, night: dt.date) -> Picture | None:
    """Picture the running totals, or the result where only that is known; None before both."""
    title = f"{shown.game.title}, {day(night)}"
    if shown.ledger.result is not None:
        result = Series(_("Total"), shown.ledger.result)
        return bars(Figures(title, _("Player"), shown.names, [result]))
    if not shown.running:
        return None
    labels = [_label(shown, held.number) for held in shown.ledger.rounds]
    series = [
        Series(name, list(values))
        for name, values in zip(shown.names, zip(*shown.running, strict=True), strict=True)
    ]
    return totals(Figures(title, _("Round"), labels[: len(shown.running)], series))


def _label(shown: Board, number: int) -> str:
    place = shown.game.place(number)
    return str(place.round) if place.phase is None else f"{place.round}{PHASES[place.phase]}"


def _seen(shown: Board) -> str:
    """Say what is seen, for whoever hears the picture."""
    standings = sorted(shown.outcome.standings, key=lambda standing: standing.rank)
    ends = plainly([f"{shown.name(of.seat)} {number(of.total)}" for of in standings])
    if shown.ledger.result is not None:
        return _("A bar for each player's total: %(ends)s.", ends=ends)
    return ngettext(
        "A line for each player's total, from 0 over %(num)s round to %(ends)s.",
        "A line for each player's total, from 0 over %(num)s rounds to %(ends)s.",
        len(shown.running),
        ends=ends,
    )
