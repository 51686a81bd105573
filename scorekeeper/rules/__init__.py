"""The games, and what a round of each is worth.  One line here is all that names a game."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from scorekeeper.rules.kunibert import Kunibert
from scorekeeper.rules.mittlere import Mittlere
from scorekeeper.rules.mueckenstich import Mueckenstich

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.rules.base import Game

GAMES: Mapping[str, type[Game]] = MappingProxyType(
    {game.key: game for game in (Mueckenstich, Kunibert, Mittlere)}
)
