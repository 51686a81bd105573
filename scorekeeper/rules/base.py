"""What a game is: rules for a number of seats and the agreed house rules.

Standard library only, no clock, no hidden randomness, no I/O.  Seats are numbered clockwise
from 0; all points are integers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from scorekeeper.rules.house_rules import HouseRule, settle_rules
from scorekeeper.rules.inputs import Ask
from scorekeeper.rules.problems import N_, Json, Problem, Unscorable
from scorekeeper.rules.results import Outcome, Place, Score
from scorekeeper.rules.totals import Totals

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random
    from typing import Self

    from scorekeeper.rules.exact import Exact
    from scorekeeper.rules.facts import Fact, Lasting, Told
    from scorekeeper.rules.inputs import Inputs

Entry: TypeAlias = "Mapping[str, Json]"
"""One round as typed in: the public format of docs/rules/<game>.md."""


class Game(ABC):
    """A game at a table: its rules for a number of seats and the agreed house rules.

    Args:
        seats: the number of players.
        rules: the house rules that differ from the rulebook's, by name.

    Raises:
        Unscorable: UNKNOWN_RULE, RULE_VALUE, PLAYER_COUNT.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    tagline: ClassVar[str]
    RULES_VERSION: ClassVar[int]
    """Rises with every change that changes any score."""
    PLAYERS: ClassVar[range]
    HOUSE_RULES: ClassVar[tuple[HouseRule, ...]]
    DEAL_STEP: ClassVar[int] = 1
    """Where the deal goes: +1 to the left (clockwise), -1 to the right."""
    FACTS: ClassVar[tuple[Fact, ...]]
    """What is told of rounds besides the points."""
    LASTING: ClassVar[Lasting | None] = None
    """By which house rule it is told how long matches are, if by any."""

    def __init__(self, seats: int, rules: Mapping[str, Json]) -> None:
        """Check the seats and the house rules, and fill in what was left out."""
        self.rules, problems = settle_rules(self.HOUSE_RULES, rules)
        if seats not in self.PLAYERS:
            problems.append(self._player_count(seats))
        if problems:
            raise Unscorable(problems)
        self.seats = seats

    @classmethod
    def _player_count(cls, seats: int) -> Problem:
        low, high = cls.PLAYERS.start, cls.PLAYERS.stop - 1
        text = (
            N_("%(game)s is for exactly %(low)s players; here are %(found)s.")
            if low == high
            else N_("%(game)s is for %(low)s to %(high)s players; here are %(found)s.")
        )
        facts: dict[str, int | str] = {"game": cls.title, "low": low, "high": high}
        return Problem("PLAYER_COUNT", text, found=seats, facts=facts)

    @property
    def unsettled(self) -> tuple[HouseRule, ...]:
        """The house rules that a match needs and that have no value yet."""
        return tuple(
            rule for rule in self.HOUSE_RULES if rule.needed and self.rules[rule.name] is None
        )

    @property
    def length(self) -> int | None:
        """How many entries a match has, where that is known beforehand."""
        return None

    @property
    def target(self) -> int | None:
        """The total that ends the match, where there is one."""
        return None

    @property
    def totals(self) -> Totals:
        """What holds of the final totals, whatever was played."""
        return Totals()

    @abstractmethod
    def _declare(self, phase: int | None) -> Inputs:
        """Declare what is typed in for an entry."""

    @abstractmethod
    def score(self, entry: Json, *, anyway: bool = False, beside: Sequence[Entry] = ()) -> Score:
        """Check an entry, and score it with the lines that derive each seat's points.

        Args:
            entry: the round as typed in.
            anyway: score it although cards are missing or too many (rules: conservation).
            beside: the other entries that were played with the same cards (``companions``).

        Raises:
            Unscorable: everything that the first stage with any violation found.
        """

    def under(self, entry: Entry, other: Self) -> Score:
        """Score an entry that was typed under these house rules as others would score it.

        What the table would have had to type besides is never guessed.

        Args:
            entry: a round as it was recorded; cards missing or too many don't matter.
            other: the same game and seats under other house rules.

        Raises:
            Unscorable: the entry doesn't tell, and why.
        """
        return other.score(entry, anyway=True)

    @abstractmethod
    def outcome(self, rounds: Sequence[Sequence[int]]) -> Outcome:
        """Tell where a match stands after these scores (points by seat, an entry each)."""

    @abstractmethod
    def tally(self, entry: Entry) -> tuple[Mapping[str, int], ...]:
        """Give, by seat, the number for each declared count, exact cards counted."""

    @abstractmethod
    def tell(self, entry: Entry, score: Score) -> Told:
        """Tell by seat what happened in a round besides the points: facts that are declared.

        Args:
            entry: the round as typed in.
            score: that entry's.
        """

    @abstractmethod
    def simulate(self, rng: Random, *, dealer: int, exact: bool) -> list[dict[str, Json]]:
        """Play one round legally, card by card, and give its entries (one for each phase)."""

    def check(self, entry: Json, *, beside: Sequence[Entry] = ()) -> tuple[Problem, ...]:
        """Give the violations of an entry, or else its warnings."""
        try:
            return self.score(entry, beside=beside).warnings
        except Unscorable as unscorable:
            return unscorable.problems

    @cached_property
    def _declared(self) -> dict[int | None, Inputs]:
        return {}

    def declared(self, phase: int | None) -> Inputs:
        """Give what is typed in for an entry of a phase (None where there are no phases)."""
        if phase not in self._declared:
            self._declared[phase] = self._declare(phase)
        return self._declared[phase]

    def inputs(self, number: int = 1) -> Inputs:
        """Give what is typed in for the match's n-th entry."""
        return self.declared(self.place(number).phase)

    def entry(self, typed: Mapping[str, Json], number: int) -> dict[str, Json]:
        """Make the entry from typed values.

        Args:
            typed: ``{"seats": [{count or question name: value}], choice name: value}``.  A seat
                may have ``"cards"``, too: names of declared cards, in the place of as many that
                are counted.
            number: which entry of the match it is, from 1.
        """
        inputs = self.inputs(number)
        exact = inputs.exact
        given = [seat.get("cards") for seat in typed["seats"]]
        if exact and exact.whole and any(cards is not None for cards in given):
            return self._by_cards(exact, given, typed)
        entry: dict[str, Json] = {}
        for count in inputs.counts:
            head, *rest = count.path
            values = [seat[count.name] for seat in typed["seats"]]
            if rest:
                piles = entry.setdefault(head, [{} for _ in values])
                for pile, value in zip(piles, values, strict=True):
                    if value:
                        pile[rest[0]] = value
            else:
                entry[head] = values
        if exact and not exact.whole:
            for seat, cards in enumerate(given):
                exact.lay(cards or (), seat, entry)
        for choice in inputs.choices:
            entry[choice.path[0]] = typed[choice.name]
        phase = self.place(number).phase
        if phase is not None:
            entry["phase"] = phase
        return entry

    def asks(self, typed: Mapping[str, Json], number: int) -> Mapping[str, Ask]:
        """Tell, by name, which choices are to be made, and which aren't; others are still open.

        Args:
            typed: as for ``entry``, but what isn't typed yet is None.
            number: which entry of the match it is, from 1.
        """
        del typed
        return {
            choice.name: Ask(due=True) for choice in self.inputs(number).choices if choice.required
        }

    def so_far(self, typed: Mapping[str, Json]) -> tuple[int | None, ...]:
        """Tell by seat the points that are known before all is typed: see ``asks``."""
        del typed
        return (None,) * self.seats

    @staticmethod
    def _by_cards(
        exact: Exact, given: Sequence[Sequence[str] | None], typed: Mapping[str, Json]
    ) -> dict[str, Json]:
        """Make an entry of the cards of all seats, where they take the place of all else."""
        entry: dict[str, Json] = {card.path[0]: [{} for _ in given] for card in exact.cards}
        for seat, cards in enumerate(exact.completed(given)):
            exact.lay(cards or (), seat, entry)
        for choice in exact.choices:
            entry[choice.path[0]] = typed[choice.name]
        return entry

    def exact(self, entry: Entry, number: int) -> tuple[tuple[str, ...], ...]:
        """Give, by seat, the names of the cards that stand one by one in the n-th entry."""
        exact = self.inputs(number).exact
        return exact.held(entry, self.seats) if exact else ((),) * self.seats

    def place(self, number: int) -> Place:
        """Tell the round (from 1) and the phase (from 0) of the match's n-th entry (from 1)."""
        return Place(number)

    def companions(self, number: int) -> tuple[int, ...]:
        """Give the other entries that are played with the same cards as the n-th."""
        del number
        return ()

    def dealer(self, first: int, number: int) -> int:
        """Tell the seat that deals for the n-th entry, if ``first`` dealt for the first."""
        return (first + self.DEAL_STEP * (self.place(number).round - 1)) % self.seats

    def leader(self, first: int, number: int) -> int | None:
        """Tell the seat that leads the first trick of the n-th entry, where that is known."""
        return (self.dealer(first, number) + self.DEAL_STEP) % self.seats
