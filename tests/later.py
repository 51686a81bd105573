"""A game as a later version of the program may score it."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from scorekeeper.rules import GAMES
from scorekeeper.rules.mittlere import Mittlere
from scorekeeper.rules.problems import Problem, Unscorable
from scorekeeper.scorebook import matches

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.rules.base import Entry, Game
    from scorekeeper.rules.problems import Json
    from scorekeeper.rules.results import Score


class LaterMittlere(Mittlere):
    """Version 2: the middle costs 4 instead of 2, and nobody may have exactly 36 points."""

    RULES_VERSION: ClassVar[int] = 2

    def score(self, entry: Json, *, anyway: bool = False, beside: Sequence[Entry] = ()) -> Score:
        """Score a deal as version 1 does, but for the middle."""
        score = super().score(entry, anyway=anyway, beside=beside)
        if 36 in entry.get("points", ()):
            raise Unscorable([Problem("THIRTY_SIX", "Nobody can have 36 points.")])
        return replace(score, scores=tuple(2 * of if of == -2 else of for of in score.scores))


LATER: Mapping[str, type[Game]] = MappingProxyType({**GAMES, "mittlere": LaterMittlere})


def main() -> None:
    """Run the command line of the later version."""
    from scorekeeper.cli import main as command_line  # noqa: PLC0415 - it loads Flask

    vars(matches)["GAMES"] = LATER
    command_line()


if __name__ == "__main__":
    main()
