"""Statistics in pictures: how a player was placed over time, and what a game tells as bars."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from flask import Blueprint, url_for
from flask_babel import format_date, format_decimal
from flask_babel import gettext as _

from scorekeeper.rules import GAMES
from scorekeeper.scorebook import statistics
from scorekeeper.scorebook.errors import NotFound
from scorekeeper.web.access import here
from scorekeeper.web.asked import asked
from scorekeeper.web.charts import Figures, Picture, Series, bars, places, send
from scorekeeper.web.figures import facts_of, lines_by_player
from scorekeeper.web.signs import number
from scorekeeper.web.words import plainly

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from flask import Response

    from scorekeeper.web.asked import Asked
    from scorekeeper.web.figures import Line, Told

NEWEST = 20
"""Matches that a picture of placing shows: more lie on one another on a phone."""

blueprint = Blueprint(
    "statistics_pictures", __name__, url_prefix="/circles/<uuid:circle>/statistics"
)


class Shown(NamedTuple):
    """A picture as a page shows it: where it is drawn, what is seen, and where its rows lead.

    ``note`` is what there is to know about it, or nothing.
    """

    picture: Picture
    src: str
    alt: str
    links: Sequence[str] | None = None
    note: str = ""


@blueprint.get("/players/<uuid:player>/places.svg")
def draw_places(player: UUID) -> Response:
    """Draw how a player was placed; with ``download=1`` as a file to keep."""
    asking = asked()
    shown = placing(asking, asking.player(player))
    if shown is None:
        raise NotFound
    return send(shown.picture, shown.picture.figures.title)


@blueprint.get("/games/<game>/<round:group>.svg")
def draw_facts(game: str, group: int) -> Response:
    """Draw a group of what a game tells, counted from 1; with ``download=1`` as a file to keep."""
    if game not in GAMES:
        raise NotFound
    asking = asked(game)
    cells = statistics.cells(here().circle_id, asking.which)
    told = facts_of(asking, game, cells, None)
    pictures = list(pictures_of(asking, game, told, lines_by_player(asking, cells)).values())
    if group > len(pictures):
        raise NotFound
    picture = pictures[group - 1].picture
    return send(picture, f"{GAMES[game].title} {picture.figures.title}")


def placing(asking: Asked, of: int) -> Shown | None:
    """Picture a player's places in the newest matches, the oldest first; None if there are none."""
    found = statistics.placed(here().circle_id, asking.which, of, NEWEST + 1)
    if not found:
        return None
    placed = found[-NEWEST:]
    name = asking.people[of].name
    figures = Figures(
        _("Places of %(name)s", name=name),
        _("Night"),
        [str(format_date(one.date, "d MMM yy")) for one in placed],
        [Series(name, [one.rank for one in placed])],
    )
    src = url_for("statistics_pictures.draw_places", player=asking.people[of].uid)
    if asking.query():  # which may name another player, with whom
        src = f"{src}?{urlencode(asking.query())}"
    alt = _(
        "A line of %(name)s's places, night by night: %(places)s.",
        name=name,
        places=plainly([number(one.rank) for one in placed]),
    )
    links = [url_for("matches.board", match=one.match) for one in placed]
    note = _("The last %(n)s matches", n=NEWEST) if found != placed else ""
    picture = places(figures, max(one.seats for one in placed))
    return Shown(picture, src, alt, links, note)


def pictures_of(
    asking: Asked, key: str, told: dict[str, list[Told]], players: Sequence[Line]
) -> dict[str, Shown]:
    """Picture what a game tells, by the facts' groups.

    A bar for each fact; where a group is of one fact only, a bar for each player, a round.
    """
    shown: dict[str, Shown] = {}
    for facts in told.values():
        figures = _by_fact(facts) if len(facts) > 1 else _by_player(asking, facts[0], players)
        if not figures.known:
            continue
        src = url_for(
            "statistics_pictures.draw_facts",
            game=key,
            group=len(shown) + 1,
            **asking.query(game=None),
        )
        ends = plainly([f"{label} {row[0]}" for label, row in figures.rows])
        alt = _("%(what)s, a bar each: %(ends)s.", what=figures.title, ends=ends)
        shown[facts[0].fact.group] = Shown(bars(figures), src, alt)
    return shown


def _by_fact(facts: Sequence[Told]) -> Figures:
    labels = [_(told.fact.title) for told in facts]
    times = Series(_("Times"), [told.times for told in facts])
    group = _(facts[0].fact.group)
    return Figures(group, group, labels, [times])


def _by_player(asking: Asked, told: Told, players: Sequence[Line]) -> Figures:
    rounds = {line.of: line.sums.rounds for line in players if line.of is not None}
    known = [of for of in rounds if rounds[of]]
    rates = [told.by[of].times / rounds[of] if of in told.by else 0.0 for of in known]
    return Figures(
        _("%(what)s a round", what=_(told.fact.title)),
        _("Player"),
        [asking.people[of].name for of in known],
        [Series(_("A round"), rates)],
        written=_rate,
    )


def _rate(value: float) -> str:
    return str(format_decimal(value, "0.00"))
