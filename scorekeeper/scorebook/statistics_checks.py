"""What is checked of the rows that statistics are read from: they follow from the ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from scorekeeper.scorebook.findings import Finding
from scorekeeper.scorebook.statistics_rows import PLAYED, TOLD, rows_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scorekeeper.rules.base import Game
    from scorekeeper.rules.problems import Json
    from scorekeeper.rules.results import Score
    from scorekeeper.scorebook.findings import FileRow, Stored
    from scorekeeper.scorebook.ledger import Ledger

Made: TypeAlias = "dict[int, tuple[Json, Score]]"
"""Entries with their scores, by the ``seq`` of their revisions."""

SEAT, WHAT = PLAYED.index("number"), TOLD.index("what")


def check_statistics(
    stored: Stored,
    kept: tuple[Sequence[FileRow], Sequence[FileRow]],
    game: Game,
    ledger: Ledger,
    made: Mapping[int, tuple[Json, Score]],
) -> Iterator[Finding]:
    """Recompute the rows that statistics keep of a match, and say where they differ.

    They follow from its row and its seats', so it is asked when these are right.  What another
    version of the rules told of a round can't be recomputed.

    Args:
        stored: the match.
        kept: its rows of ``played`` and of ``told``.
        game: the match's.
        ledger: its rounds.
        made: what today's rules make of those that they scored.
    """
    match, seats = stored.match, stored.seats
    at = match.date, [seat.who for seat in seats]
    standing = [held.row.seq for held in ledger.rounds[: match.rounds]]
    entries = [made[seq] for seq in standing if seq in made]
    rows = rows_of(match, seats, at, game, entries)
    played, told = ({tuple(row) for row in of} for of in kept)
    for number in sorted({row[SEAT] for row in played.symmetric_difference(rows.played)}):
        yield Finding(f"what statistics keep of seat {number} isn't how it ended", match.uid)
    if len(entries) < len(standing):
        return
    for what in sorted({row[WHAT] for row in told.symmetric_difference(rows.told)}):
        yield Finding(f"what statistics keep of “{what}” isn't what happened", match.uid)
