"""Home: the matches in play, the last nights, and the way to a new match."""

from __future__ import annotations

from flask import Blueprint, g, render_template

from scorekeeper.rules import GAMES
from scorekeeper.scorebook.access import Access, accesses
from scorekeeper.scorebook.circles import night_date
from scorekeeper.scorebook.lists import last_nights, liveliest, matches_in_play
from scorekeeper.web.access import device_secret, here, known_secret
from scorekeeper.web.clock import now

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
def index() -> str:
    """Show the circle in which something happened last, or welcome a new browser."""
    secret = known_secret()
    circles = accesses(secret) if secret else []
    if not circles:
        return render_template("home/welcome.html", games=GAMES.values())
    newest = liveliest([access.circle_id for access in circles])
    g.access = max(circles, key=lambda access: access.circle_id == newest)
    return _home(g.access, circles)


@blueprint.get("/circles/<uuid:circle>/")
def circle() -> str:
    """Show a circle."""
    return _home(here(), accesses(known_secret() or ""))


def _home(access: Access, circles: list[Access]) -> str:
    device_secret()  # renews the cookie
    return render_template(
        "home/home.html",
        circles=circles,
        today=night_date(now(), access.time_zone),
        playing=matches_in_play(access.circle_id),
        nights=last_nights(access.circle_id),
    )
