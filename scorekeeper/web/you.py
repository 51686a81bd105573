"""Whose device this is: said once on joining, and changed here."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from flask import Blueprint, redirect, render_template, request, url_for
from wtforms import StringField
from wtforms.validators import InputRequired, Length

from scorekeeper.scorebook.circles import players_of
from scorekeeper.scorebook.errors import NotFound
from scorekeeper.scorebook.members import be_player
from scorekeeper.web.access import here
from scorekeeper.web.doing import once
from scorekeeper.web.errors import ask_again
from scorekeeper.web.forms import SentOnce, new_key

if TYPE_CHECKING:
    from werkzeug.wrappers import Response

    from scorekeeper.scorebook.errors import ScorebookError

blueprint = Blueprint("you", __name__, url_prefix="/circles/<uuid:circle>/you")

NOBODY = "nobody"


class YouForm(SentOnce):
    """Which player it is, by uid, or nobody; and the match whose page asked."""

    player = StringField(validators=[InputRequired(), Length(max=64)])
    match = StringField(default="")


def _page(form: YouForm, error: ScorebookError | None = None) -> str:
    form.renew_key(error)
    return render_template(
        "circles/you.html",
        form=form,
        error=error,
        players=players_of(here().circle_id),
        home=_home(form),
    )


def _home(form: YouForm) -> str:
    match = _uid(form.match.data)
    return url_for("matches.board", match=match) if match else url_for("home.circle")


def _uid(text: str | None) -> UUID | None:
    try:
        return UUID(text or "")
    except ValueError:
        return None


@blueprint.get("/")
def ask() -> str:
    """Ask which player this device's is."""
    player = here().actor.player
    match = request.args.get("match", "")
    return _page(YouForm(formdata=None, key=new_key(), player=str(player or NOBODY), match=match))


@blueprint.post("/")
def change() -> Response:
    """Take this device for a player's."""
    form = YouForm()
    ask_again(lambda error: _page(form, error))
    form.check()
    chosen = form.player.data
    player = None if chosen == NOBODY else _uid(chosen)
    if player is None and chosen != NOBODY:
        raise NotFound
    with once(form, [chosen], _home(form)) as pen:
        if pen is not None:
            be_player(pen, here().circle_id, player)
    return redirect(_home(form), 303)
