"""What a correction would change, before it is made: the round, all that follows, who wins."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scorekeeper.rules.differences import Change, change
from scorekeeper.rules.results import running as running_totals
from scorekeeper.scorebook.errors import NotFound
from scorekeeper.scorebook.matches import outcome_of

if TYPE_CHECKING:
    from scorekeeper.rules.problems import Json
    from scorekeeper.rules.results import Outcome, Score
    from scorekeeper.scorebook.boards import Board
    from scorekeeper.scorebook.rounds import RoundView

Totals = tuple[int, ...]


@dataclass(frozen=True)
class Running:
    """The totals by seat after a round, as they are and as they would be.

    None where the round stands after the end, and doesn't count.
    """

    number: int
    old: Totals | None
    new: Totals | None


@dataclass(frozen=True)
class Correction:
    """A correction that isn't made yet: what it changes of its round and of the match.

    ``rounds`` stand, and by the game's rules the match is over after ``ends_at`` of them.
    ``same``: nothing changes at all, not even how exactly the cards are written down.
    """

    number: int
    change: Change
    running: tuple[Running, ...]
    old: Outcome
    new: Outcome
    rounds: int
    ends_at: int
    same: bool

    @property
    def moves(self) -> bool:
        """Whether anybody's points change."""
        return any(seat.old_points != seat.new_points for seat in self.change.seats)

    @property
    def after_end(self) -> range:
        """The entries that would stand after the end."""
        return range(self.ends_at + 1, self.rounds + 1)


def correction(board: Board, view: RoundView, entry: Json, score: Score) -> Correction:
    """Tell what would change if an entry took a round's place.

    Args:
        board: the match as it stands.
        view: the round as it stands.
        entry: what it would be corrected to.
        score: that entry's.

    Raises:
        NotFound: the match has no such round.
    """
    rounds = board.ledger.rounds
    if not any(held.number == view.number for held in rounds):
        raise NotFound
    changed = [
        held._replace(scores=list(score.scores)) if held.number == view.number else held
        for held in rounds
    ]
    new = outcome_of(board.game, replace(board.ledger, rounds=changed))
    old_totals = running_totals([held.scores for held in rounds])
    new_totals = running_totals([held.scores for held in changed])
    running = [
        Running(
            held.number,
            old if place < board.outcome.counted else None,
            total if place < new.counted else None,
        )
        for place, (held, old, total) in enumerate(zip(rounds, old_totals, new_totals, strict=True))
        if held.number >= view.number
    ]
    return Correction(
        view.number,
        change(board.game, view.number, (view.entry, view.scores), (entry, score.scores)),
        tuple(running),
        board.outcome,
        new,
        len(rounds),
        board.game.outcome([held.scores for held in changed]).counted,
        entry == view.entry,
    )
