"""Statistics: of the circle, of a player, of a game and of two players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, render_template, request, url_for
from flask_babel import format_decimal, format_percent

from scorekeeper.rules import GAMES
from scorekeeper.scorebook import statistics, statistics_games, statistics_pairs
from scorekeeper.scorebook.errors import NotFound
from scorekeeper.web.access import here
from scorekeeper.web.asked import asked
from scorekeeper.web.figures import (
    facts_of,
    lasting_of,
    lines_by_deal,
    lines_by_game,
    lines_by_player,
    lines_by_seat,
    lines_by_seats,
    lines_by_year,
    lines_of_others,
    month_name,
)
from scorekeeper.web.signs import MINUS
from scorekeeper.web.statistics_pictures import pictures_of, placing

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Flask

    from scorekeeper.scorebook.statistics import Cell
    from scorekeeper.web.asked import Asked
    from scorekeeper.web.figures import Line

blueprint = Blueprint("statistics", __name__, url_prefix="/circles/<uuid:circle>/statistics")


def register(app: Flask) -> None:
    """Let templates write shares and averages."""
    app.jinja_env.filters.update(share=share, mean=mean, count=count)


def share(part: float) -> str:
    """Write a part of 1 in percent: 40%."""
    return str(format_percent(part))


def mean(value: float) -> str:
    """Write an average with one digit after the point, and a real minus."""
    return str(format_decimal(value, "0.0")).replace("-", MINUS)


def count(number: int) -> str:
    """Write a number of matches: 5,000."""
    return str(format_decimal(number))


def _filters(asking: Asked, *fields: str) -> dict[str, object]:
    """Give what the form to filter by needs: what can be chosen, and what is."""
    circle_id = here().circle_id
    return {
        "asking": asking,
        "fields": fields,
        "games": GAMES,
        "places": statistics.places(circle_id),
        "years": reversed(statistics.years(circle_id)),
        "chosen": {name: value for name, value in asking.query().items() if name in fields},
        "unfiltered": url_for(request.endpoint or "", **(request.view_args or {})),
    }


def _all(cells: list[Cell]) -> statistics.Sums:
    return statistics.added(cells).get(None, statistics.Sums())


def _spread(asking: Asked, cells: list[Cell], of: int | None) -> dict[str, list[Line]]:
    """Give what every page has: by number of players, by seat, by deal, and over time."""
    by_year = statistics.by_year(here().circle_id, asking.which, of)
    return {
        "by_seats": lines_by_seats(asking, cells, of),
        "by_seat": lines_by_seat(asking, cells, of),
        "by_deal": lines_by_deal(asking, cells, of),
        "by_year": lines_by_year(asking, by_year, of),
    }


@blueprint.get("/")
def show() -> str:
    """Show what the circle's matches add up to."""
    asking, circle_id = asked(), here().circle_id
    cells = statistics.cells(circle_id, asking.which)
    return render_template(
        "statistics/circle.html",
        matches=_all(statistics.a_match(cells)),
        players=lines_by_player(asking, cells),
        streaks=statistics.streaks(circle_id, asking.which),
        by_game=lines_by_game(asking, cells, None),
        **_spread(asking, cells, None),
        **_filters(asking, "game", "player", "place", "year"),
    )


@blueprint.get("/players/<uuid:player>")
def player(player: UUID) -> str:
    """Show what a player's matches add up to."""
    asking, circle_id = asked(), here().circle_id
    of = asking.player(player)
    cells = statistics.cells(circle_id, asking.which, of)
    keys = [key for key in GAMES if any(cell.game == key for cell in cells)]
    records = {
        key: statistics_games.records(circle_id, asking.which._replace(game=key), of)
        for key in keys
    }
    return render_template(
        "statistics/player.html",
        of=of,
        person_of=asking.people[of],
        sums=_all(cells),
        streak=statistics.streaks(circle_id, asking.which, of).get(of, statistics.Streak()),
        by_game=lines_by_game(asking, cells, of),
        records=records,
        facts={key: facts_of(asking, key, cells, of) for key in keys},
        others=lines_of_others(asking, of),
        placing=placing(asking, of),
        **_spread(asking, cells, of),
        **_filters(asking, "game", "player", "place", "year"),
    )


@blueprint.get("/games/<game>")
def game(game: str) -> str:
    """Show what a game's matches add up to, and what its players talk about."""
    if game not in GAMES:
        raise NotFound
    asking, circle_id = asked(game), here().circle_id
    cells = statistics.cells(circle_id, asking.which)
    players, facts = lines_by_player(asking, cells), facts_of(asking, game, cells, None)
    return render_template(
        "statistics/game.html",
        game=GAMES[game],
        matches=_all(statistics.a_match(cells)),
        sums=_all(cells),
        players=players,
        records=statistics_games.records(circle_id, asking.which),
        facts=facts,
        pictures=pictures_of(asking, game, facts, players),
        lasting=lasting_of(asking, GAMES[game]),
        **_spread(asking, cells, None),
        **_filters(asking, "player", "place", "year"),
    )


@blueprint.get("/pairs/<uuid:one>/<uuid:other>")
def pair(one: UUID, other: UUID) -> str:
    """Show how two players did against each other."""
    asking, circle_id = asked(), here().circle_id
    of = asking.player(one), asking.player(other)
    if of[0] == of[1]:
        raise NotFound
    return render_template(
        "statistics/pair.html",
        of=of,
        both=[asking.people[who] for who in of],
        month_name=month_name,
        pair=statistics_pairs.pair(circle_id, asking.which, of),
        **_filters(asking, "game", "player", "place", "year"),
    )
