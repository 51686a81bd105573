"""The piles and hands of a round of Kunibert, read from an entry and checked (§3)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scorekeeper.rules.problems import (
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
    from collections.abc import Iterator

GROUPS = ("low", "mid", "black12", "red12")
IN_THE_DECK = {"low": 26, "mid": 16, "black12": 2, "red12": 2}  # §3
COLOURS = (N_("black"), N_("red"))
COPIES = {1: 4, 2: 3, 3: 2, 4: 2, 5: 2, 6: 2, 7: 2, 8: 2, 9: 2, 12: 2}  # §3, of each colour
HIGHEST_LOW, TWELVE = 5, 12
CHECKSUM = 12  # §5: a trick is won at exactly 0 or 12

KEYS = frozenset({"captured", "hands", "last_card"})


def _group(colour: str, value: int) -> str:
    if value == TWELVE:
        return f"{colour}12"
    return "low" if value <= HIGHEST_LOW else "mid"


GROUP_OF = {colour: {value: _group(colour, value) for value in COPIES} for colour in COLOURS}


@dataclass(slots=True)
class Pile:
    """Cards by group, exact ones counted in; ``exact`` has those that were given one by one."""

    cards: dict[str, int]
    exact: dict[str, list[int]] = field(default_factory=dict)
    by_group: int = 0

    @property
    def size(self) -> int:
        """The number of cards."""
        return sum(self.cards.values())


@dataclass(slots=True)
class Round:
    """A round by seat; ``hands`` is empty where no hands were given."""

    captured: list[Pile]
    hands: list[Pile]
    last_card: int | None

    def piles(self) -> Iterator[tuple[int, Pile]]:
        """Give every pile and hand with its seat."""
        yield from enumerate(self.captured)
        yield from enumerate(self.hands)


def read(entry: Json, seats: int, *, hands_needed: bool) -> Round:
    """Read an entry.

    Args:
        entry: a JSON value.
        seats: the number of players, 3 to 6.
        hands_needed: whether the cards left in hand must be given (§10).

    Raises:
        Unscorable: MALFORMED, LENGTH, or NOT_A_COUNT, UNKNOWN_GROUP, NO_SUCH_CARD and
            LAST_CARD_UNKNOWN_SEAT.
    """
    check_keys(entry, KEYS)
    names = ("captured", "hands") if hands_needed or "hands" in entry else ("captured",)
    check_lists(entry, names, dict)
    for name in names:
        for seat, pile in enumerate(entry[name]):
            for colour in COLOURS:
                if colour in pile and pile[colour].__class__ is not list:
                    text = N_("Exact cards must be a list.")
                    raise malformed(text, pointer(name, seat, colour))
    if "last_card" not in entry:
        raise malformed(N_("The entry lacks a key that it needs."), "/last_card")
    check_lengths(entry, names, seats)
    problems: list[Problem] = []
    piles = {
        name: [_pile(pile, name, seat, problems) for seat, pile in enumerate(entry[name])]
        for name in names
    }
    last_card = entry["last_card"]
    if last_card is not None and (last_card.__class__ is not int or not 0 <= last_card < seats):
        text = N_("The last card must be a seat's, counted from 0, or nobody's (null).")
        problems.append(Problem("LAST_CARD_UNKNOWN_SEAT", text, "/last_card"))
    if problems:
        raise Unscorable(problems)
    return Round(piles["captured"], piles.get("hands", []), last_card)


def _pile(pile: dict[str, Json], name: str, seat: int, problems: list[Problem]) -> Pile:
    cards = {"low": 0, "mid": 0, "black12": 0, "red12": 0}
    read_pile = Pile(cards)
    for group, held in pile.items():
        if group in cards:
            if is_count(held):
                cards[group] += held
                read_pile.by_group += held
            else:
                place = pointer(name, seat, group)
                problems.append(count_problem(place, seat, group=group))
        elif group in GROUP_OF:
            group_of = GROUP_OF[group]
            exact = read_pile.exact[group] = []
            for position, value in enumerate(held):
                if value.__class__ is int and value in group_of:
                    cards[group_of[value]] += 1
                    exact.append(value)
                else:
                    place = pointer(name, seat, group, position)
                    problems.append(_no_such_card(place, seat, group, value))
        else:
            text = N_("The groups are low, mid, black12 and red12, or exact black and red cards.")
            place = pointer(name, seat, group)
            problems.append(Problem("UNKNOWN_GROUP", text, place, seat=seat, group=group))
    return read_pile


def _no_such_card(place: str, seat: int, colour: str, value: Json) -> Problem:
    card = f"{colour}:{value}" if is_count(value) else None
    text = N_("%(place)s is no card of this game: there are 1 to 9 and 12 in black and red.")
    return Problem("NO_SUCH_CARD", text, place, seat=seat, card=card, facts={"place": place})


def over_the_deck(played: Round) -> list[Problem]:
    """Say which groups and exact cards there are too many of (DECK_OVER, §3).

    Captured and hand cards count together; 12s are counted as a group only.
    """
    problems = []
    for group, in_the_deck in IN_THE_DECK.items():
        found = sum([pile.cards[group] for pile in played.captured])
        if played.hands:
            found += sum([pile.cards[group] for pile in played.hands])
        if found > in_the_deck:
            problems.append(_group_over(played, group, found))
    exact = Counter(
        (colour, value)
        for pile in (*played.captured, *played.hands)
        for colour, values in pile.exact.items()
        for value in values
        if value != TWELVE
    )
    for (colour, value), found in exact.items():
        if found > COPIES[value]:
            holders = [seat for seat, pile in played.piles() if value in pile.exact.get(colour, ())]
            problems.append(
                Problem(
                    "DECK_OVER",
                    TOO_OFTEN,
                    "/captured",
                    card=f"{colour}:{value}",
                    expected=COPIES[value],
                    found=found,
                    seats=tuple(dict.fromkeys(holders)),
                    conservation=True,
                )
            )
    return problems


GROUP_WORDS = {
    "low": N_("cards from 1 to 5"),
    "mid": N_("cards from 6 to 9"),
    "black12": N_("black 12s"),
    "red12": N_("red 12s"),
}


def _group_over(played: Round, group: str, found: int) -> Problem:
    """Say that a group has too many cards; of the few 12s also who holds them."""
    holders: tuple[int, ...] = ()
    text = N_("There are only %(expected)s %(what)s in the deck, not %(found)s.")
    if group not in ("low", "mid"):
        holders = tuple(dict.fromkeys(seat for seat, pile in played.piles() if pile.cards[group]))
        text = N_("There are only %(expected)s %(what)s in the deck, not %(found)s: %(names)s.")
    return Problem(
        "DECK_OVER",
        text,
        "/captured",
        group=group,
        expected=IN_THE_DECK[group],
        found=found,
        seats=holders,
        facts={"what": GROUP_WORDS[group]},
        conservation=True,
    )


def pile_warnings(played: Round, *, pro_rule: bool) -> list[Problem]:
    """Say which piles can't have been won by correct play (§5).

    Returns:
        SINGLE_CARD, RED12_WITHOUT_BLACK12 and CHECKSUM warnings.
    """
    warnings = []
    for seat, pile in enumerate(played.captured):
        place = pointer("captured", seat)
        cards = pile.cards
        if pile.size == 1:
            text = N_("%(who)s has a single card; a trick has at least two.")
            warnings.append(Problem("SINGLE_CARD", text, place, seat=seat))
        if cards["red12"] > cards["black12"] and not pro_rule:
            text = N_("%(who)s has more red 12s than black 12s; a red 12 only takes a black one.")
            warnings.append(Problem("RED12_WITHOUT_BLACK12", text, place, seat=seat))
        if pile.exact and not pile.by_group:
            total = sum(pile.exact.get("black", ())) - sum(pile.exact.get("red", ()))
            if total % CHECKSUM or (total < 0 and not pro_rule):
                warnings.append(_checksum(place, seat, total))
    return warnings


def _checksum(place: str, seat: int, total: int) -> Problem:
    text = N_(
        "%(who)s's black cards minus the red ones make %(total)s; whole tricks always make a "
        "multiple of 12."
    )
    return Problem("CHECKSUM", text, place, seat=seat, facts={"total": total})
