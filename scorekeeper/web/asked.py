"""Which matches an address asks for: the filter, and the way to what is behind a figure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from flask import request, url_for

from scorekeeper.rules import GAMES
from scorekeeper.scorebook.errors import NotFound
from scorekeeper.scorebook.statistics import Filter, people
from scorekeeper.web.access import here

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

    from scorekeeper.scorebook.statistics import Person

YEARS = range(1, 10_000)
"""The years that a date can be of."""


@dataclass(frozen=True)
class Asked:
    """The matches that an address asks for, in the circle of this request."""

    which: Filter
    people: Mapping[int, Person]

    def player(self, uid: UUID) -> int:
        """Give a player's id.

        Raises:
            NotFound: the circle has no such player.
        """
        return _player(self.people, uid)

    def query(self, **changed: str | int | None) -> dict[str, Any]:
        """Give the filter as an address says it, perhaps with some of it changed."""
        game, player, place, year = self.which
        uid = None if player is None else str(self.people[player].uid)
        asked = {"game": game, "player": uid, "place": place, "year": year, **changed}
        return {name: value for name, value in asked.items() if value}

    def behind(self, *players: int, **more: str | int) -> str:
        """Give the address of the finished matches behind a figure, in the circle's history.

        Args:
            players: those who must have played, besides the filter's.
            more: what the history is filtered by besides.
        """
        query = self.query()
        asked = [str(self.people[player].uid) for player in players]
        if "player" in query:
            asked.insert(0, str(query.pop("player")))
        players_asked = [("player", uid) for uid in dict.fromkeys(asked)]
        pairs = [*query.items(), *players_asked, *more.items(), ("over", 1)]
        return f"{url_for('home.circle')}history?{urlencode(pairs)}"

    def won(self, player: int, *others: int, **more: str | int) -> str:
        """Give the address of the matches that a player won."""
        return self.behind(player, *others, won=str(self.people[player].uid), **more)


def asked(game: str | None = None) -> Asked:
    """Read what the address of this request asks for; what can't be read is left out.

    Args:
        game: the game whose page it is; None where the address may name one.
    """
    everybody = people(here().circle_id)
    args = request.args
    game = args.get("game", "") if game is None else game
    found = Filter(
        game if game in GAMES else "",
        _who(everybody, args.get("player", "")),
        args.get("place", ""),
        _year(args.get("year", "")),
    )
    return Asked(found, everybody)


def _who(everybody: Mapping[int, Person], text: str) -> int | None:
    of = (key for key, person in everybody.items() if str(person.uid) == text)
    return next(of, None)


def _year(text: str) -> int | None:
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(YEARS[-1]))):
        return None
    return int(text) if int(text) in YEARS else None


def _player(everybody: Mapping[int, Person], uid: UUID) -> int:
    for key, person in everybody.items():
        if person.uid == uid:
            return key
    raise NotFound
