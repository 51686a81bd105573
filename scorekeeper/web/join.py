"""Joining a circle by a link: GET only asks, POST lets this browser in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, current_app, redirect, render_template, url_for

from scorekeeper.scorebook.access import Invitation, admit, invitation, pen_of
from scorekeeper.scorebook.store import write
from scorekeeper.scorebook.submissions import earlier_answer, keep_answer
from scorekeeper.web.access import device_secret
from scorekeeper.web.clock import now
from scorekeeper.web.errors import ask_again
from scorekeeper.web.forms import SentOnce, new_key

if TYPE_CHECKING:
    from werkzeug.wrappers import Response

    from scorekeeper.scorebook.errors import ScorebookError

blueprint = Blueprint("join", __name__, url_prefix="/join")


class JoinForm(SentOnce):
    """The one button of the question."""


def _question(
    opened: Invitation, token: str, form: JoinForm, error: ScorebookError | None = None
) -> str:
    return render_template("join/ask.html", invitation=opened, token=token, form=form, error=error)


@blueprint.get("/<token>")
def ask(token: str) -> str:
    """Ask whether this browser wants to join."""
    opened = invitation(current_app.config["SECRET_KEY"], token)
    device_secret()
    return _question(opened, token, JoinForm(formdata=None, key=new_key()))


@blueprint.post("/<token>")
def join(token: str) -> Response:
    """Let this browser into the circle."""
    opened = invitation(current_app.config["SECRET_KEY"], token)
    form = JoinForm()
    ask_again(lambda error: _question(opened, token, form, error))
    form.check()
    values = {"join": opened.link_id}
    home = url_for("home.circle", circle=opened.circle_uid)
    with write() as session:
        pen = pen_of(session, device_secret(), now())
        if earlier_answer(pen, form.sent_key, values) is None:
            admit(pen, opened.circle_id, opened.role, link_id=opened.link_id)
            keep_answer(pen, opened.circle_id, form.sent_key, values, home)
    return redirect(home, 303)
