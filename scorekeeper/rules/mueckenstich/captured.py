"""What each player captured in a round of Mückenstich, read from an entry and checked."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scorekeeper.rules.problems import (
    COUNT_LIMIT,
    N_,
    TOO_OFTEN,
    Json,
    Problem,
    Unscorable,
    count_problem,
    is_count,
    malformed,
    pointer,
)
from scorekeeper.rules.shape import check_keys, check_lengths, check_lists

if TYPE_CHECKING:
    from collections.abc import Sequence

COLOURS = (N_("red"), N_("blue"), N_("green"), N_("black"))
COLOUR_SET = frozenset(COLOURS)
HIGHEST = 12  # §1: once each from 1, but twice this
COPIES = {value: 2 if value == HIGHEST else 1 for value in range(1, HIGHEST + 1)}
CARDS = frozenset(COPIES)
ONLY_INT = frozenset({int})
CARDS_OF_A_COLOUR = 13  # §1: 1 to 11 once, 12 twice
MOSQUITOES_OF_A_COLOUR = 3  # §1

LISTS = ("tricks", "numbers", "mosquitoes")
KEYS = frozenset({*LISTS, "doubled", "removed", "phase"})


@dataclass(slots=True)
class Captured:
    """A round's piles by seat; ``exact`` has, by colour, the cards that were given one by one.

    ``piles`` are the numbers as they were given.
    """

    tricks: list[int]
    numbers: list[dict[str, int]]
    mosquitoes: list[dict[str, int]]
    doubled: str | None
    removed: str | None
    phase: int | None
    piles: list[dict[str, Json]]
    exact: dict[str, list[int]] = field(default_factory=dict)


def read(entry: Json, seats: int, *, phased: bool) -> Captured:
    """Read an entry.

    Args:
        entry: a JSON value.
        seats: the number of players, 3 to 6.
        phased: whether each phase of a round is an entry, which must then say which it is.

    Raises:
        Unscorable: MALFORMED, LENGTH, or NOT_A_COUNT, BAD_VALUE and UNKNOWN_COLOUR.
    """
    check_keys(entry, KEYS)
    check_lists(entry, LISTS[:1], None)
    check_lists(entry, LISTS[1:], dict)
    phase = _phase(entry, phased=phased)
    check_lengths(entry, LISTS, seats)
    problems: list[Problem] = []
    doubled, removed, piles = entry.get("doubled"), entry.get("removed"), entry["numbers"]
    captured = Captured(entry["tricks"], [], [], doubled, removed, phase, piles)
    for seat, tricks in enumerate(captured.tricks):
        if not is_count(tricks):
            problems.append(count_problem(pointer("tricks", seat), seat))
    for seat, pile in enumerate(entry["numbers"]):
        captured.numbers.append(_numbers(pile, seat, captured.exact, problems))
    for seat, pile in enumerate(entry["mosquitoes"]):
        captured.mosquitoes.append(_mosquitoes(pile, seat, problems))
    for choice in ("doubled", "removed"):
        colour = entry.get(choice)
        if colour is not None and colour not in COLOURS:
            text = N_("The colour chosen must be red, blue, green or black.")
            problems.append(Problem("UNKNOWN_COLOUR", text, pointer(choice)))
    if problems:
        raise Unscorable(problems)
    return captured


def _phase(entry: Json, *, phased: bool) -> int | None:
    if not phased:
        if "phase" in entry:
            raise malformed(N_("This round isn't scored by phases."), "/phase")
        return None
    phase = entry.get("phase")
    if phase.__class__ is not int or phase not in (0, 1):
        raise malformed(N_("The entry must say which phase it is, 0 or 1."), "/phase")
    return int(phase)


def _numbers(
    pile: dict[str, Json], seat: int, exact: dict[str, list[int]], problems: list[Problem]
) -> dict[str, int]:
    counts = {}
    for colour, cards in pile.items():
        if colour not in COLOUR_SET:
            problems.append(_unknown_colour("numbers", seat, colour))
        elif cards.__class__ is int and 0 <= cards <= COUNT_LIMIT:
            counts[colour] = cards
        elif cards.__class__ is list:
            counts[colour] = len(cards)
            if ONLY_INT.issuperset(map(type, cards)) and CARDS.issuperset(cards):
                exact.setdefault(colour, []).extend(cards)
            else:
                problems += _bad_values(cards, seat, colour)
        else:
            problems.append(count_problem(pointer("numbers", seat, colour), seat, colour=colour))
    return counts


def _mosquitoes(pile: dict[str, Json], seat: int, problems: list[Problem]) -> dict[str, int]:
    for colour, cards in pile.items():
        if colour not in COLOUR_SET:
            problems.append(_unknown_colour("mosquitoes", seat, colour))
        elif cards.__class__ is not int or not 0 <= cards <= COUNT_LIMIT:
            place = pointer("mosquitoes", seat, colour)
            problems.append(count_problem(place, seat, colour=colour))
    return pile


def _bad_values(cards: list[Json], seat: int, colour: str) -> list[Problem]:
    text = N_("%(place)s must be a card from 1 to 12.")
    places = [
        pointer("numbers", seat, colour, position)
        for position, card in enumerate(cards)
        if card.__class__ is not int or card not in CARDS
    ]
    return [
        Problem("BAD_VALUE", text, place, seat=seat, colour=colour, facts={"place": place})
        for place in places
    ]


def _unknown_colour(name: str, seat: int, colour: str) -> Problem:
    text = N_("The colours are red, blue, green and black.")
    return Problem("UNKNOWN_COLOUR", text, pointer(name, seat, colour), seat=seat, colour=colour)


def over_the_deck(rounds: Sequence[Captured]) -> list[Problem]:
    """Say which colours, mosquitoes and cards appear more often than the deck has them (§1).

    Args:
        rounds: all that was played with the same deck: the phases of a round, or the round.

    Returns:
        COLOUR_OVER, MOSQUITO_OVER and CARD_DUPLICATE problems.
    """
    problems: list[Problem] = []
    numbers = dict.fromkeys(COLOURS, 0)
    mosquitoes = dict.fromkeys(COLOURS, 0)
    for captured in rounds:
        for pile in captured.numbers:
            for colour, cards in pile.items():
                numbers[colour] += cards
        for pile in captured.mosquitoes:
            for colour, cards in pile.items():
                mosquitoes[colour] += cards
    for colour in COLOURS:
        if numbers[colour] > CARDS_OF_A_COLOUR:
            problems.append(
                Problem(
                    "COLOUR_OVER",
                    N_("There are only %(expected)s %(colour)s number cards, not %(found)s."),
                    "/numbers",
                    colour=colour,
                    expected=CARDS_OF_A_COLOUR,
                    found=numbers[colour],
                    conservation=True,
                )
            )
        if mosquitoes[colour] > MOSQUITOES_OF_A_COLOUR:
            problems.append(
                Problem(
                    "MOSQUITO_OVER",
                    N_("There are only %(expected)s %(colour)s mosquitoes, not %(found)s."),
                    "/mosquitoes",
                    colour=colour,
                    expected=MOSQUITOES_OF_A_COLOUR,
                    found=mosquitoes[colour],
                    conservation=True,
                )
            )
    if any(captured.exact for captured in rounds):
        problems += _duplicates(rounds)
    return problems


def _duplicates(rounds: Sequence[Captured]) -> list[Problem]:
    problems = []
    for colour in COLOURS:
        cards = [card for captured in rounds for card in captured.exact.get(colour, ())]
        if len(cards) <= len(set(cards)) + (cards.count(HIGHEST) > 1):
            continue
        for card, found in Counter(cards).items():
            if found > COPIES[card]:
                problems.append(
                    Problem(
                        "CARD_DUPLICATE",
                        TOO_OFTEN,
                        "/numbers",
                        card=f"{colour}:{card}",
                        expected=COPIES[card],
                        found=found,
                        seats=_holders(rounds, colour, card),
                        conservation=True,
                    )
                )
    return problems


def _holders(rounds: Sequence[Captured], colour: str, card: int) -> tuple[int, ...]:
    holders = [
        seat
        for captured in rounds
        for seat, pile in enumerate(captured.piles)
        if isinstance(pile.get(colour), list) and card in pile[colour]
    ]
    return tuple(dict.fromkeys(holders))
