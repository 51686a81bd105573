"""A circle's settings: its name, and the time zone of its nights."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, redirect, render_template, url_for
from wtforms import StringField

from scorekeeper.scorebook.circles import change_settings, time_zones
from scorekeeper.scorebook.errors import Refused, ScorebookError
from scorekeeper.web.access import here, needs
from scorekeeper.web.doing import once
from scorekeeper.web.errors import ask_again
from scorekeeper.web.forms import Versioned, new_key

if TYPE_CHECKING:
    from werkzeug.wrappers import Response

blueprint = Blueprint("circles", __name__, url_prefix="/circles/<uuid:circle>")


class SettingsForm(Versioned):
    """A circle's name and time zone."""

    name = StringField()
    time_zone = StringField()


@blueprint.get("/settings")
@needs("own")
def settings() -> str:
    """Show the settings."""
    access = here()
    form = SettingsForm(
        formdata=None,
        key=new_key(),
        version=access.circle_version,
        name=access.circle_name,
        time_zone=access.time_zone,
    )
    return _page(form, None)


def _page(form: SettingsForm, error: ScorebookError | None) -> str:
    problems = {}
    if isinstance(error, Refused):
        problems = {problem.field.strip("/"): problem for problem in error.problems}
    changed = form.renew(error, here().circle_version)
    return render_template(
        "circles/settings.html",
        form=form,
        error=error,
        changed=changed,
        problems=problems,
        zones=sorted(zone for zone in time_zones() if "/" in zone),
    )


@blueprint.post("/settings")
@needs("own")
def change() -> Response:
    """Change the settings."""
    form = SettingsForm()
    ask_again(lambda error: _page(form, error))
    form.check()
    name, zone = form.name.data or "", (form.time_zone.data or "").strip()
    home = url_for("home.circle")
    with once(form, [name, zone, form.made_from], home) as pen:
        if pen is not None:
            change_settings(pen.session, here().circle_id, form.made_from, name, zone)
    return redirect(home, 303)
