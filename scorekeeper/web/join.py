"""Joining a circle by a link: GET only asks, POST lets this browser in."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask import Blueprint, current_app, g, redirect, render_template, request, url_for
from wtforms import StringField
from wtforms.validators import InputRequired, Length

from scorekeeper.scorebook.access import pen_of
from scorekeeper.scorebook.circles import Seatable, players_of, seat_players
from scorekeeper.scorebook.errors import NotFound
from scorekeeper.scorebook.links import Invitation, invitation
from scorekeeper.scorebook.members import Joining, admit, touch
from scorekeeper.scorebook.models import Circle
from scorekeeper.scorebook.names import clean_name
from scorekeeper.scorebook.store import write
from scorekeeper.scorebook.submissions import earlier_answer, keep_answer
from scorekeeper.web.access import device_name, device_secret, renew_secret
from scorekeeper.web.clock import now
from scorekeeper.web.errors import ask_again
from scorekeeper.web.forms import SentOnce, new_key

if TYPE_CHECKING:
    from werkzeug.wrappers import Response

    from scorekeeper.scorebook.errors import ScorebookError
    from scorekeeper.scorebook.ledger import Pen

blueprint = Blueprint("join", __name__, url_prefix="/join")

WATCHES, NEW = "nobody", "new"
"""What the question “Which player are you?” sends besides a player's uid."""


class JoinForm(SentOnce):
    """Who joins: which player, and what the device is called."""

    player = StringField(default=WATCHES, validators=[InputRequired(), Length(max=64)])
    name = StringField()
    device = StringField(validators=[InputRequired()])


@blueprint.get("/")
def paste() -> Response:
    """Follow a link that was pasted: an installed app may not share the browser's cookies."""
    try:
        path = urlsplit(request.args.get("link", "").strip()).path
    except ValueError:  # such as http://[
        raise NotFound from None
    token = path.rstrip("/").rpartition("/")[2]
    invitation(current_app.config["SECRET_KEY"], token)
    return redirect(url_for("join.ask", token=token), 303)


def _question(
    opened: Invitation, token: str, form: JoinForm, error: ScorebookError | None = None
) -> str:
    form.renew_key(error)
    return render_template(
        "join/ask.html",
        invitation=opened,
        token=token,
        form=form,
        players=players_of(opened.circle_id),
        error=error,
    )


@blueprint.get("/<token>")
def ask(token: str) -> str:
    """Ask whether this browser wants to join, and whose it is."""
    opened = invitation(current_app.config["SECRET_KEY"], token)
    device_secret()
    form = JoinForm(formdata=None, key=new_key(), device=device_name())
    return _question(opened, token, form)


@blueprint.post("/<token>")
def join(token: str) -> Response:
    """Let this browser into the circle."""
    opened = invitation(current_app.config["SECRET_KEY"], token)
    form = JoinForm()
    ask_again(lambda error: _question(opened, token, form, error))
    form.check()
    device = clean_name(str(form.device.data), "/device")
    values = {"join": opened.link_id, "player": form.player.data, "name": form.name.data}
    home = url_for("home.circle", circle=opened.circle_uid)
    renewed = renew_secret(form.sent_key)
    with write() as session:
        pen = pen_of(session, device_secret(), now(), renewed=renewed)
        if earlier_answer(pen, form.sent_key, values) is None:
            player_id = _player(pen, opened, form)
            admit(pen, opened.circle_id, Joining(opened.role, opened.link_id, player_id, device))
            touch(pen, opened.circle_id, opened.time_zone)
            keep_answer(pen, opened.circle_id, form.sent_key, values, home)
    g.device_secret = renewed
    return redirect(home, 303)


def _player(pen: Pen, opened: Invitation, form: JoinForm) -> int | None:
    """Give the player whose device this is; None if it only watches."""
    chosen = str(form.player.data)
    if chosen == WATCHES:
        return None
    if chosen == NEW:
        who = Seatable(clean_name(str(form.name.data or "")))
    else:
        known = [who for who in players_of(opened.circle_id) if str(who.uid) == chosen]
        if not known:
            raise NotFound
        who = known[0]
    circle = pen.session.get_one(Circle, opened.circle_id)
    return seat_players(pen.session, circle, [who], pen.at)[0].id
