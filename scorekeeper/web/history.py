"""History: the nights of a circle, looked through; one night, edited; a match that moves."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any
from uuid import UUID

from flask import Blueprint, redirect, render_template, request, url_for
from wtforms import BooleanField, StringField

from scorekeeper.rules import GAMES
from scorekeeper.rules.problems import N_, Problem
from scorekeeper.scorebook import boards, circles, nights
from scorekeeper.scorebook.errors import Refused, ScorebookError, Stale
from scorekeeper.scorebook.night_changes import NIGHT_THERE, Wish, change_night, move_match
from scorekeeper.scorebook.nights import Cursor
from scorekeeper.scorebook.searching import Wanted, places
from scorekeeper.web.access import here, needs
from scorekeeper.web.doing import once
from scorekeeper.web.errors import ask_again
from scorekeeper.web.forms import Versioned, new_key
from scorekeeper.web.forms.match import read_date

if TYPE_CHECKING:
    from werkzeug.datastructures import MultiDict
    from werkzeug.wrappers import Response

    from scorekeeper.scorebook.nights import NightView

blueprint = Blueprint("history", __name__, url_prefix="/circles/<uuid:circle>")

MOST_SEATS = 12
MANY_YEARS = 8
"""More years than these aren't offered one by one."""

NEAR = 5
"""Nights that are offered when a match moves."""

MONTHS = 12


def read_wanted(args: MultiDict[str, str]) -> Wanted:
    """Read what an address looks for; what can't be read is left out."""
    return Wanted(
        game=args.get("game", "")[:40],
        players=tuple(filter(None, map(_uid, args.getlist("player")[:MOST_SEATS]))),
        place=args.get("place", "").strip(),
        year=_number(args, "year", dt.MINYEAR, dt.MAXYEAR),
        month=_number(args, "month", 1, MONTHS),
        won=_uid(args.get("won", "")),
        seats=_number(args, "seats", 1, MOST_SEATS),
        seat=_number(args, "seat", 1, MOST_SEATS),
        dealt=_number(args, "dealt", 1, MOST_SEATS),
        over=args.get("over") == "1",
        words=args.get("q", ""),
    )


def address_of(wanted: Wanted) -> dict[str, Any]:
    """Give the address that says all this."""
    return {
        "game": wanted.game or None,
        "player": [str(uid) for uid in wanted.players],
        "place": wanted.place or None,
        "year": wanted.year,
        "month": wanted.month,
        "won": wanted.won,
        "seats": wanted.seats,
        "seat": wanted.seat,
        "dealt": wanted.dealt,
        "over": 1 if wanted.over else None,
        "q": wanted.words or None,
    }


def _uid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def _number(args: MultiDict[str, str], name: str, low: int, high: int) -> int | None:
    text = args.get(name, "").strip()
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(high))):
        return None
    return int(text) if low <= int(text) <= high else None


@blueprint.get("/history")
def show() -> str:
    """Show the nights, or those that are looked for."""
    wanted = read_wanted(request.args)
    before = Cursor.read(request.args.get("before", ""))
    circle_id = here().circle_id
    years = nights.years(circle_id)
    return render_template(
        "history/show.html",
        page=nights.page(circle_id, wanted, before),
        wanted=wanted,
        before=before,
        address=address_of(wanted),
        games=GAMES.values(),
        players=circles.players_of(circle_id),
        places=places(circle_id),
        years=years,
        many_years=len(years) > MANY_YEARS,
    )


@blueprint.get("/nights/<night:date>/")
def night(date: dt.date) -> str:
    """Show a night: who was there, its matches and their rounds."""
    after = Cursor.read(request.args.get("after", ""))
    return render_template("history/night.html", night=nights.night(here().circle_id, date, after))


# Edited -------------------------------------------------------------------------------------


class NightForm(Versioned):
    """A night's date, place and note; ``join``: it is one with another night of that date.

    ``was_…``: what stood there when the form was made, so that what was left alone can be told.
    """

    date = StringField()
    place = StringField()
    note = StringField()
    was_date = StringField()
    was_place = StringField()
    was_note = StringField()
    join = BooleanField()


@blueprint.get("/nights/<uuid:night>/edit")
@needs("score")
def edit(night: UUID) -> str:
    """Show a night, to be edited."""
    view = nights.night_called(here().circle_id, night)
    form = NightForm(
        formdata=None,
        key=new_key(),
        version=view.version,
    )
    _leave_alone(form, view)
    return _edit_page(night, form, None)


def _leave_alone(form: NightForm, view: NightView) -> None:
    """Show what nobody typed as it stands now."""
    stands = {"date": view.date.isoformat(), "place": view.place, "note": view.note}
    for name, now in stands.items():
        if (form[name].data or "") == (form[f"was_{name}"].data or ""):
            form[name].data = now
        form[f"was_{name}"].data = now


def _edit_page(uid: UUID, form: NightForm, error: ScorebookError | None) -> str:
    view = nights.night_called(here().circle_id, uid)
    problems = {}
    if isinstance(error, Refused):
        problems = {problem.field.strip("/"): problem for problem in error.problems}
    changed = form.renew(error, view.version)
    if isinstance(error, Stale):
        _leave_alone(form, view)
    there = any(problem.code == NIGHT_THERE for problem in problems.values())
    return render_template(
        "history/edit.html",
        night=view,
        form=form,
        error=error,
        changed=changed,
        problems=problems,
        there=there,
        places=places(here().circle_id),
    )


@blueprint.post("/nights/<uuid:night>/edit")
@needs("score")
def change(night: UUID) -> Response:
    """Change a night, or join it with another one."""
    form = NightForm()
    ask_again(lambda error: _edit_page(night, form, error))
    form.check()
    date = read_date(form.date.data or "")
    wish = Wish(date, form.place.data or "", form.note.data or "", form.join.data)
    answer = url_for("history.night", date=date)
    with once(form, [str(night), str(date), *wish[1:], form.made_from], answer) as pen:
        if pen is not None:
            change_night(pen, here().circle_id, night, form.made_from, wish)
    return redirect(answer, 303)


# Moved --------------------------------------------------------------------------------------


class MoveForm(Versioned):
    """The night that a match moves to: one of those that are offered, or of a typed date."""

    night = StringField()
    date = StringField()


@blueprint.get("/matches/<uuid:match>/night")
@needs("score")
def ask_move(match: UUID) -> str:
    """Ask which night a match belongs to."""
    version = boards.board(here().circle_id, match).version
    return _move_page(match, MoveForm(formdata=None, key=new_key(), version=version), None)


def _move_page(uid: UUID, form: MoveForm, error: ScorebookError | None) -> str:
    board = boards.board(here().circle_id, uid)
    changed = form.renew(error, board.version)
    return render_template(
        "history/move.html",
        board=board,
        form=form,
        error=error,
        changed=changed,
        problems=error.problems if isinstance(error, Refused) else (),
        near=nights.near(here().circle_id, board.date, NEAR),
    )


@blueprint.post("/matches/<uuid:match>/night")
@needs("score")
def move(match: UUID) -> Response:
    """Move a match to another night: one that is offered, or of a typed date."""
    form = MoveForm()
    ask_again(lambda error: _move_page(match, form, error))
    form.check()
    typed, offered = form.date.data or "", form.night.data or ""
    date = read_date(typed or offered)
    if typed and offered and read_date(offered) != date:
        text = N_(
            "One night is chosen, and another date typed. Clear the date, or choose its night."
        )
        raise Refused([Problem("TWO_NIGHTS", text, "/date")])
    answer = url_for("history.night", date=date)
    with once(form, [str(match), str(date), form.made_from], answer) as pen:
        if pen is not None:
            move_match(pen, here().circle_id, match, form.made_from, date)
    return redirect(answer, 303)
