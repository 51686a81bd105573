"""The lines of the statistics' tables: what each is of, its figures, and what is behind."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from flask import url_for
from flask_babel import format_date, gettext

from scorekeeper.rules import GAMES
from scorekeeper.scorebook import statistics_games, statistics_pairs
from scorekeeper.scorebook.statistics import Sums, a_match, added
from scorekeeper.web.access import here
from scorekeeper.web.signs import person

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.rules.base import Game
    from scorekeeper.rules.facts import Fact
    from scorekeeper.scorebook.statistics import Cell
    from scorekeeper.scorebook.statistics_games import Happened, Lasted
    from scorekeeper.scorebook.statistics_pairs import Versus
    from scorekeeper.web.asked import Asked


@dataclass(frozen=True)
class Line:
    """A line of a table: its label and where that leads, its sums, and the matches behind them.

    ``of`` is a player's id, where it is about one.
    """

    label: str
    sums: Sums
    url: str | None = None
    played: str | None = None
    won: str | None = None
    of: int | None = None


def lines_by_player(asking: Asked, cells: Sequence[Cell]) -> list[Line]:
    """Give a line for each player, whoever won most first."""
    sums = added(cells, lambda cell: cell.player)
    lines = [
        Line(
            person(asking.people[of].name),
            sums[of],
            _player_url(asking, of),
            asking.behind(of),
            asking.won(of),
            of,
        )
        for of in asking.people
        if of in sums
    ]
    return sorted(lines, key=lambda line: (-line.sums.won, line.sums.played))


def _player_url(asking: Asked, of: int) -> str:
    kept = asking.query(player=None) if of == asking.which.player else asking.query()
    query = urlencode(kept)
    page = url_for("statistics.player", player=asking.people[of].uid)
    return f"{page}?{query}" if query else page


def lines_by_game(asking: Asked, cells: Sequence[Cell], of: int | None) -> list[Line]:
    """Give a line for each game: of matches, or of one player's."""
    sums = added(cells if of is not None else a_match(cells), lambda cell: cell.game)
    kept = asking.query(game=None)
    return [
        Line(
            title,
            sums[key],
            url_for("statistics.game", game=key, **kept),
            *_behind(asking, of, game=key),
        )
        for key, title in ((key, game.title) for key, game in GAMES.items())
        if key in sums
    ]


def _behind(asking: Asked, of: int | None, **more: str | int) -> tuple[str, str | None]:
    """Give the ways to the matches behind a line: all of them, and those that were won."""
    if of is None:
        return asking.behind(**more), None
    return asking.behind(of, **more), asking.won(of, **more)


def _behind_seats(asking: Asked, of: int | None, **more: int) -> tuple[str | None, str | None]:
    """Give the ways to the matches behind a line of seats.

    With a player the history takes a seat for that player's; everybody's has no address there.
    """
    everybodys = of is None and asking.which.player is not None
    return (None, None) if everybodys else _behind(asking, of, **more)


def lines_by_seats(asking: Asked, cells: Sequence[Cell], of: int | None) -> list[Line]:
    """Give a line for each number of players."""
    sums = added(cells if of is not None else a_match(cells), lambda cell: cell.seats)
    return [
        Line(
            gettext("%(n)s players", n=seats), sums[seats], None, *_behind(asking, of, seats=seats)
        )
        for seats in sums
    ]


def lines_by_seat(asking: Asked, cells: Sequence[Cell], of: int | None) -> list[Line]:
    """Give a line for each seat at the table, clockwise."""
    sums = added(cells, lambda cell: cell.number)
    return [
        Line(
            gettext("Seat %(n)s", n=number + 1),
            sums[number],
            None,
            *_behind_seats(asking, of, seat=number + 1),
        )
        for number in sums
    ]


def lines_by_deal(asking: Asked, cells: Sequence[Cell], of: int | None) -> list[Line]:
    """Give a line for each place in the order of dealing, the first dealer's first."""
    sums = added(cells, lambda cell: cell.dealt)
    return [
        Line(
            _deal_name(dealt + 1),
            sums[dealt],
            None,
            *_behind_seats(asking, of, dealt=dealt + 1),
        )
        for dealt in sums
    ]


def _deal_name(turn: int) -> str:
    first = (gettext("Dealt first"), gettext("Dealt second"), gettext("Dealt third"))
    return first[turn - 1] if turn <= len(first) else gettext("Dealt %(n)s.", n=turn)


def lines_by_year(asking: Asked, sums: Mapping[int, Sums], of: int | None) -> list[Line]:
    """Give a line for each year, the newest first; for each month where a year is chosen."""
    year = asking.which.year
    if year is not None:
        return [
            Line(month_name(year, month), sums[month], None, *_behind(asking, of, month=month))
            for month in sums
        ]
    return [
        Line(str(when), sums[when], None, *_behind(asking, of, year=when))
        for when in sorted(sums, reverse=True)
    ]


def month_name(year: int, month: int) -> str:
    """Write a month."""
    return str(format_date(dt.date(year, month, 1), "LLLL"))


class Other(NamedTuple):
    """How a player did against another one."""

    label: str
    url: str
    behind: str
    versus: Versus


def lines_of_others(asking: Asked, of: int) -> list[Other]:
    """Give a line for each other player whom a player met, whom most often first."""
    met = statistics_pairs.versus(here().circle_id, asking.which, of)
    ours = asking.people[of].uid
    lines = [
        Other(
            person(asking.people[other].name),
            url_for("statistics.pair", one=ours, other=asking.people[other].uid, **asking.query()),
            asking.behind(of, other),
            versus,
        )
        for other, versus in met.items()
    ]
    return sorted(lines, key=lambda line: -line.versus.together)


class Told(NamedTuple):
    """What is told of one fact: in all, and by player; ``a_round`` is a rate of known rounds."""

    fact: Fact
    times: int
    points: int
    a_round: float
    by: Mapping[int, Happened]


def facts_of(
    asking: Asked, key: str, cells: Sequence[Cell], of: int | None
) -> dict[str, list[Told]]:
    """Give what a game tells, by the facts' groups: of its rounds, or of one player's.

    Nothing is told where no round is known, as of matches with final results only.
    """
    which = asking.which._replace(game=key)
    counted = [cell for cell in (cells if of is not None else a_match(cells)) if cell.game == key]
    rounds = added(counted).get(None, Sums()).rounds
    if not rounds:
        return {}
    told = statistics_games.told(here().circle_id, key, which, of)
    groups: dict[str, list[Told]] = {}
    for fact in GAMES[key].FACTS:
        by = told.get(fact.name, {})
        at_once = fact.seats if of is None else 1
        times = sum(happened.times for happened in by.values()) // at_once
        points = sum(happened.points for happened in by.values())
        line = Told(fact, times, points, times / rounds, by)
        groups.setdefault(fact.group, []).append(line)
    return groups


def lasting_of(asking: Asked, game: type[Game]) -> list[tuple[str, Lasted]]:
    """Give how long a game's matches are, by the values of the house rule that it names.

    What isn't on the rule's die is taken together.
    """
    if game.LASTING is None:
        return []
    [rule] = [rule for rule in game.HOUSE_RULES if rule.name == game.LASTING.rule]
    lasted = statistics_games.lasted(here().circle_id, game.LASTING, asking.which)
    lines = [
        (f"{value} {gettext(rule.unit)}" if rule.unit else str(value), lasted[value])
        for value in (rule.faces or lasted)
        if value in lasted
    ]
    others = statistics_games.Lasted()
    for value, more in lasted.items():
        if rule.faces and value not in rule.faces:
            others.matches += more.matches
            others.rounds += more.rounds
    return [*lines, (gettext("Agreed otherwise"), others)] if others.matches else lines
