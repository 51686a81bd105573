"""In what two entries of the same round differ, and what that does to its points."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorekeeper.rules.base import Entry, Game
    from scorekeeper.rules.exact import Exact
    from scorekeeper.rules.inputs import Choice, Count, Question
    from scorekeeper.rules.problems import Json

Input: TypeAlias = "Count | Question | Choice | Exact"


UNWRITTEN = ""
"""What stands for a choice that wasn't asked, since the cards weren't given one by one."""


@dataclass(frozen=True)
class Difference:
    """An input that isn't the same: a number, an answer (None: not asked), or what was chosen.

    Of exact cards the names of those that are gone, and of those that are there instead.
    """

    what: Input
    old: Json
    new: Json


@dataclass(frozen=True)
class SeatChange:
    """What changes for a seat: what it captured, and its points before and after."""

    seat: int
    differences: tuple[Difference, ...]
    old_points: int
    new_points: int


@dataclass(frozen=True)
class Change:
    """What a correction changes: the seats that it touches, and the round's choices."""

    seats: tuple[SeatChange, ...]
    choices: tuple[Difference, ...]


def change(
    game: Game,
    number: int,
    old: tuple[Entry, Sequence[int]],
    new: tuple[Entry, Sequence[int]],
) -> Change:
    """Compare two versions of a round: each its entry and its points by seat.

    Args:
        game: the match's.
        number: which entry of the match it is, from 1.
        old: the one that stood.
        new: the one that takes its place.
    """
    inputs = game.inputs(number)
    tallies = list(zip(game.tally(old[0]), game.tally(new[0]), strict=True))
    held = list(zip(game.exact(old[0], number), game.exact(new[0], number), strict=True))
    seats = []
    for seat, (before, after) in enumerate(tallies):
        counted = [
            Difference(count, before[count.name], after[count.name]) for count in inputs.counts
        ]
        answered = [
            Difference(
                question,
                _answer(question, old[0], before, seat),
                _answer(question, new[0], after, seat),
            )
            for question in inputs.questions
        ]
        cards = [Difference(inputs.exact, *_moved(*held[seat]))] if inputs.exact else []
        found = SeatChange(
            seat, tuple(_unlike([*counted, *answered, *cards])), old[1][seat], new[1][seat]
        )
        if found.differences or found.old_points != found.new_points:
            seats.append(found)
    choices = [
        Difference(choice, _chosen(choice, old[0]), _chosen(choice, new[0]))
        for choice in (*inputs.choices, *(inputs.exact.choices if inputs.exact else ()))
    ]
    return Change(tuple(seats), tuple(_unlike(choices)))


def _answer(question: Question, entry: Entry, tally: Json, seat: int) -> bool | None:
    """Give what was answered, if the question was due."""
    answers = entry.get(question.path[0])
    if not answers or tally[question.about] != question.when:
        return None
    return bool(answers[seat])


def _chosen(choice: Choice, entry: Entry) -> Json:
    """Give what was chosen; what a round without exact cards doesn't ask isn't written down."""
    return entry.get(choice.path[0], UNWRITTEN if choice.required else None)


def _moved(old: Sequence[str], new: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Give the cards that only one of two piles holds."""
    before, after = Counter(old), Counter(new)
    return tuple((before - after).elements()), tuple((after - before).elements())


def _unlike(differences: Sequence[Difference]) -> Iterator[Difference]:
    return (found for found in differences if found.old != found.new)
