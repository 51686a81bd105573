"""Counts refined to exact cards: which cards there are, and how an entry holds them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from scorekeeper.rules.problems import N_

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.rules.inputs import Choice
    from scorekeeper.rules.problems import Json


@dataclass(frozen=True)
class Card:
    """A card that may be given by itself, in the list at ``/path[0]/<seat>/path[1]`` of the entry.

    ``path[1]`` is its colour or suit and ``value`` what stands in the list; the deck has it
    ``copies`` times.  ``count`` names the declared count that it adds one to, if any.  ``pile``
    tells apart piles in which the same card may lie, under the heading ``group``.
    """

    path: tuple[str, str]
    value: int | str
    copies: int = 1
    count: str = ""
    pile: str = ""
    group: str = ""

    @property
    def colour(self) -> str:
        """Its colour or suit."""
        return self.path[1]

    @property
    def what(self) -> str:
        """The card itself, as problems name it: ``red:12``."""
        return f"{self.colour}:{self.value}"

    @property
    def name(self) -> str:
        """The name in a form."""
        return f"{self.what}:{self.pile}" if self.pile else self.what


@dataclass(frozen=True)
class Exact:
    """The cards to which counts may be refined when one is disputed.

    ``whole``: the cards of all seats together take the place of everything else, and ``choices``
    are then asked; otherwise each seat has cards or counts as it likes.
    """

    cards: tuple[Card, ...]
    whole: bool = False
    choices: tuple[Choice, ...] = ()
    noun: str = N_("exact cards")

    @cached_property
    def by_name(self) -> Mapping[str, Card]:
        """The cards by their names in a form."""
        return {card.name: card for card in self.cards}

    @cached_property
    def counts(self) -> frozenset[str]:
        """The names of the counts that cards add to."""
        return frozenset(card.count for card in self.cards if card.count)

    @cached_property
    def deck(self) -> Counter[str]:
        """How often the deck has each card."""
        return Counter({card.what: card.copies for card in self.cards})

    @cached_property
    def _by_place(self) -> Mapping[tuple[str, str, Json], Card]:
        return {(*card.path, card.value): card for card in self.cards}

    def counted(self, names: Sequence[str]) -> Counter[str]:
        """Count cards by the declared count that they add to."""
        return Counter(self.by_name[name].count for name in names)

    def refined(self, names: Sequence[str]) -> frozenset[str]:
        """Give the counts that a seat's cards take the place of.

        A pile besides the first stays counted until one of its cards is given.
        """
        piles = {"", *(self.by_name[name].pile for name in names)}
        return frozenset(card.count for card in self.cards if card.count and card.pile in piles)

    def sorted(self, names: Sequence[str]) -> list[tuple[str, str, list[int | str]]]:
        """Give cards by heading and colour, in the order in which they are declared."""
        times = Counter(names)
        rows: dict[tuple[str, str], list[int | str]] = {}
        for card in self.cards:
            if times[card.name]:
                values = rows.setdefault((card.group, card.colour), [])
                values += [card.value] * times[card.name]
        return [(*row, values) for row, values in rows.items()]

    def completed(self, piles: Sequence[Sequence[str] | None]) -> list[list[str] | None]:
        """Give the only seat whose cards are missing (None) what the others leave of the deck."""
        given = [None if pile is None else list(pile) for pile in piles]
        if self.whole and given.count(None) == 1:
            held = Counter(self.by_name[name].what for pile in given for name in pile or ())
            rest = self.deck - held
            given[given.index(None)] = [
                card.name for card in self.cards for _ in range(rest[card.what])
            ]
        return given

    def held(self, entry: Mapping[str, Json], seats: int) -> tuple[tuple[str, ...], ...]:
        """Give, by seat, the names of the cards that stand in an entry one by one."""
        piles: list[list[str]] = [[] for _ in range(seats)]
        for head in dict.fromkeys(card.path[0] for card in self.cards):
            for names, pile in zip(piles, entry.get(head, ()), strict=False):
                names += [
                    self._by_place[head, colour, value].name
                    for colour, values in pile.items()
                    if isinstance(values, list)
                    for value in values
                ]
        return tuple(map(tuple, piles))

    def lay(self, names: Sequence[str], seat: int, entry: Mapping[str, Json]) -> None:
        """Put a seat's exact cards into an entry, in the place of as many that are counted.

        Cards that don't agree with their count are left out: it was typed after them.
        """
        cards = [self.by_name[name] for name in names]
        times = Counter(card.count for card in cards)
        agreed = {
            count
            for count, card in {card.count: card for card in cards}.items()
            if not count or self._take_off(card, times[count], entry[card.path[0]][seat])
        }
        for card in cards:
            if card.count in agreed:
                entry[card.path[0]][seat].setdefault(card.colour, []).append(card.value)

    @staticmethod
    def _take_off(card: Card, times: int, pile: dict[str, Json]) -> bool:
        """Take so many such cards off their count, if it has them; none if it says otherwise."""
        counted = card.count.removeprefix(f"{card.path[0]}_")
        left = pile.get(counted, 0) - times
        if left < 0 or (left and card.colour == counted):  # a list can't stand beside a number
            return False
        pile[counted] = left
        if not left:
            del pile[counted]
        return True
