"""Sharing a circle: its links with their QR codes, and the devices that are in."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

import segno
from flask import Blueprint, current_app, redirect, render_template, url_for
from flask_babel import gettext as _
from markupsafe import Markup
from wtforms import StringField
from wtforms.validators import AnyOf

from scorekeeper.scorebook.access import access_to
from scorekeeper.scorebook.errors import NotFound, ScorebookError
from scorekeeper.scorebook.ledger import Pen
from scorekeeper.scorebook.links import (
    ListedLink,
    NewLink,
    link_of,
    links_of,
    make_link,
    revoke_link,
    sign_link,
)
from scorekeeper.scorebook.members import hand_on, members_of, put_out, touch
from scorekeeper.scorebook.models import ROLES
from scorekeeper.scorebook.store import write
from scorekeeper.scorebook.submissions import earlier_answer, keep_answer
from scorekeeper.web.access import here, known_secret, needs
from scorekeeper.web.clock import now
from scorekeeper.web.doing import once
from scorekeeper.web.errors import ask_again
from scorekeeper.web.forms import SentOnce, new_key

if TYPE_CHECKING:
    from collections.abc import Callable

    from werkzeug.wrappers import Response

blueprint = Blueprint("share", __name__, url_prefix="/circles/<uuid:circle>")


class LinkForm(SentOnce):
    """A new link: what it permits, and a name to know it by."""

    role = StringField(default="score", validators=[AnyOf(ROLES)])
    name = StringField()


class ActForm(SentOnce):
    """A button that changes who is in the circle."""


def address(uid: UUID) -> str:
    """Give the address that a link is shared by."""
    token = sign_link(current_app.config["SECRET_KEY"], uid)
    return url_for("join.ask", token=token, _external=True)


def qr_code(text: str) -> Markup:
    """Draw a QR code, dark on white whatever the page's colours, with its quiet zone."""
    code = segno.make(text, micro=False, error="m")
    svg = code.svg_inline(
        border=4, dark="#000", light="#fff", omitsize=True, svgclass=None, lineclass=None
    )
    return Markup(svg)  # noqa: S704 - drawn by the library


# The page ---------------------------------------------------------------------------------


def _page(
    error: ScorebookError | None = None, form: LinkForm | None = None, shown: UUID | None = None
) -> str:
    circle_id = here().circle_id
    if form is not None:
        form.renew_key(error)
    links = links_of(circle_id)
    chosen = _chosen(links, shown)
    return render_template(
        "share/share.html",
        links=links,
        chosen=chosen,
        address=None if chosen is None else address(chosen.uid),
        qr_code=qr_code,
        members=members_of(circle_id),
        form=form or LinkForm(formdata=None, key=new_key()),
        error=error,
        key=new_key(),
    )


def _chosen(links: list[ListedLink], shown: UUID | None) -> ListedLink | None:
    """Give the link whose code is shown: the one asked for, or the newest for the table."""
    usual = [link for link in links if not link.recovery]
    asked = [link for link in usual if link.uid == shown]
    scoring = [link for link in usual if link.role == "score"]
    return next(iter(asked or scoring or usual), None)


@blueprint.get("/share")
@needs("own")
def share() -> str:
    """Show the newest link for scoring, all links, and who has joined."""
    return _page()


@blueprint.get("/links/<uuid:link>")
@needs("own")
def show_link(link: UUID) -> str:
    """Show a link's code; a recovery link was shown once and isn't again."""
    if link_of(here().circle_id, link).recovery:
        raise NotFound
    return _page(shown=link)


@blueprint.post("/links")
@needs("own")
def new_link() -> Response:
    """Make a link."""
    form = LinkForm()
    ask_again(lambda error: _page(error, form))
    form.check()
    new = NewLink(str(form.role.data), str(form.name.data or ""))
    home = url_for("share.share")
    with once(form, list(new), home) as pen:
        if pen is not None:
            make_link(pen.session, here().circle_id, new, pen.at)
    return redirect(home, 303)


@blueprint.post("/recovery")
@needs("own")
def recovery() -> str:
    """Make a recovery link and show it, this once."""
    form = ActForm()
    ask_again(_page)
    form.check()
    new = NewLink("own", _("Recovery link"), recovery=True)
    circle_id = here().circle_id
    with write() as session:
        pen = Pen(session, here().actor, now())
        made = earlier_answer(pen, form.sent_key, "recovery")
        if made is None:
            made = str(make_link(session, circle_id, new, pen.at))
            touch(pen, circle_id, here().time_zone)
            keep_answer(pen, circle_id, form.sent_key, "recovery", made)
    # The very form that made it shows it again, and only while it is good.
    link = link_of(circle_id, UUID(made))
    return render_template("share/recovery.html", address=address(link.uid), qr_code=qr_code)


@blueprint.post("/links/<uuid:link>/revoke")
@needs("own")
def revoke(link: UUID) -> Response:
    """Revoke a link, and put out all that joined by it."""
    return _do(["link", str(link)], lambda pen: revoke_link(pen, here().circle_id, link))


@blueprint.post("/devices/<uuid:device>/revoke")
@needs("own")
def revoke_device(device: UUID) -> Response:
    """Put a device out."""
    return _do(["device", str(device)], lambda pen: put_out(pen, here().circle_id, device))


@blueprint.post("/devices/<uuid:device>/own")
@needs("own")
def give(device: UUID) -> Response:
    """Hand the ownership on to another device."""
    return _do(["own", str(device)], lambda pen: hand_on(pen, here().circle_id, device))


def _do(values: list[str], work: Callable[[Pen], None]) -> Response:
    form = ActForm()
    ask_again(_page)
    form.check()
    with once(form, values, url_for("share.share")) as pen:
        if pen is not None:
            work(pen)
    return redirect(url_for("share.share" if _still_owns() else "home.index"), 303)


def _still_owns() -> bool:
    """Tell whether this device may see the share page yet: it may have put itself out."""
    try:
        return access_to(known_secret() or "", here().circle_uid).may("own")
    except NotFound:
        return False


# Leaving ------------------------------------------------------------------------------------


@blueprint.get("/leave")
def ask_leave() -> str:
    """Ask whether this browser leaves the circle."""
    return _leave_page()


def _leave_page(error: ScorebookError | None = None) -> str:
    return render_template("share/leave.html", key=new_key(), error=error)


@blueprint.post("/leave")
def leave() -> Response:
    """Take this browser out of the circle."""
    form = ActForm()
    ask_again(_leave_page)
    form.check()
    access = here()
    home = url_for("home.index")
    with once(form, "leave", home) as pen:
        if pen is not None:
            put_out(pen, access.circle_id, access.actor.device)
    return redirect(home, 303)
