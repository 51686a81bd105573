"""One deal of Mittlere Jass, read from points or from cards, and checked."""

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
    from collections.abc import Mapping, Sequence

SEATS = 3
TRICKS = 12
ALL_POINTS = 157  # 120 + 32 + 5
LAST_TRICK_POINTS = 5
SUITS = (N_("acorns"), N_("shields"), N_("roses"), N_("bells"))
RANKS = ("A", "K", "O", "U", "B", "9", "8", "7", "6")
PLAIN = {"A": 11, "K": 4, "O": 3, "U": 2, "B": 10, "9": 0, "8": 0, "7": 0, "6": 0}
TRUMP = {**PLAIN, "U": 20, "9": 14}
NO_TRUMP = {**PLAIN, "8": 8}

# What k tricks can hold (with the 5 for the last trick); others hold anything from 0 to 157.
MOST = {1: 50, 2: 83, 3: 113, 4: 131, 5: 142, 6: 151}
LEAST = {6: 6, 7: 15, 8: 26, 9: 44, 10: 74, 11: 107}
IMPOSSIBLE = (1, 156)

KEYS = frozenset({"points", "cards", "tricks", "won_trick", "trump", "last_trick"})


@dataclass(slots=True)
class Deal:
    """Points by seat, and who won a trick."""

    points: list[int]
    won: list[bool]
    warnings: list[Problem] = field(default_factory=list)


def read(entry: Json, seats: int) -> Deal:
    """Read an entry.

    Args:
        entry: a JSON value.
        seats: the number of players, 3.

    Raises:
        Unscorable: the violations of the first stage that found any.
    """
    check_keys(entry, KEYS)
    if ("points" in entry) == ("cards" in entry):
        raise malformed(N_("Give either the points or the cards."), "")
    return _by_points(entry, seats) if "points" in entry else _by_cards(entry, seats)


def _by_points(entry: Mapping[str, Json], seats: int) -> Deal:
    names = [name for name in ("points", "tricks", "won_trick") if name in entry]
    for excluded in ("trump", "last_trick"):
        if excluded in entry:
            raise malformed(N_("This goes with cards, not with points."), pointer(excluded))
    if "tricks" in entry and "won_trick" in entry:
        raise malformed(N_("Give either the tricks or who won one."), "/won_trick")
    check_lists(entry, names, None)
    for seat, answer in enumerate(entry.get("won_trick", ())):
        if answer.__class__ is not bool:
            text = N_("Whether a trick was won must be true or false.")
            raise malformed(text, pointer("won_trick", seat))
    check_lengths(entry, names, seats)
    problems = [
        count_problem(pointer(name, seat), seat)
        for name in names
        if name != "won_trick"
        for seat, value in enumerate(entry[name])
        if value.__class__ is not int or not 0 <= value <= COUNT_LIMIT
    ]
    if problems:
        raise Unscorable(problems)
    points = entry["points"]
    tricks = entry.get("tricks")
    won = entry.get("won_trick")
    problems = _sums(points, tricks, won)
    if problems:
        raise Unscorable(problems)
    if won is None:
        won = [True, True, True] if tricks is None else [count > 0 for count in tricks]
    return Deal(points, won, _impossible(points, tricks))


def _sums(
    points: Sequence[int], tricks: Sequence[int] | None, won: Sequence[bool] | None
) -> list[Problem]:
    problems = []
    if sum(points) != ALL_POINTS:
        text = N_("The points add up to %(found)s; all the cards make %(expected)s.")
        problems.append(
            Problem("POINTS_SUM", text, "/points", expected=ALL_POINTS, found=sum(points))
        )
    if tricks is not None and sum(tricks) != TRICKS:
        text = N_("The tricks add up to %(found)s; there are %(expected)s.")
        problems.append(Problem("TRICKS_SUM", text, "/tricks", expected=TRICKS, found=sum(tricks)))
    elif won is not None and not any(won):
        text = N_("Somebody must have won a trick.")
        problems.append(Problem("TRICKS_SUM", text, "/won_trick", expected=TRICKS, found=0))
    has = won if won is not None else tricks
    if has is None:
        if 0 in points:
            problems.append(_tricks_needed(points))
    else:
        text = N_("%(who)s has %(found)s points, but no trick.")
        problems += [
            Problem(
                "POINTS_WITHOUT_TRICK",
                text,
                pointer("points", seat),
                seat=seat,
                expected=0,
                found=of,
            )
            for seat, of in enumerate(points)
            if of and not has[seat]
        ]
    return problems


def _tricks_needed(points: Sequence[int]) -> Problem:
    if list(points).count(0) > 1:
        text = N_("Two players have 0 points: which of them won a trick?")
        return Problem("TRICKS_NEEDED", text, "/won_trick")
    text = N_("%(who)s has 0 points: did they win a trick?")
    return Problem("TRICKS_NEEDED", text, "/won_trick", seat=points.index(0))


def _impossible(points: Sequence[int], tricks: Sequence[int] | None) -> list[Problem]:
    warnings = []
    for seat, of in enumerate(points):
        if of in IMPOSSIBLE:
            text = N_("%(who)s can't have exactly %(found)s points.")
        elif tricks is not None and (
            of > MOST.get(tricks[seat], ALL_POINTS) or of < LEAST.get(tricks[seat], 0)
        ):
            text = N_("%(who)s can't have %(found)s points in so many tricks.")
        else:
            continue
        place = pointer("points", seat)
        warnings.append(Problem("POINTS_IMPOSSIBLE", text, place, seat=seat, found=of))
    return warnings


def _by_cards(entry: Mapping[str, Json], seats: int) -> Deal:
    _check_cards_shape(entry)
    check_lengths(entry, ("cards",), seats)
    trump, last_trick, piles = entry["trump"], entry["last_trick"], entry["cards"]
    problems = _card_values(piles)
    if trump is not None and trump not in SUITS:
        text = N_("The trump must be acorns, shields, roses or bells, or none (null).")
        problems.append(Problem("UNKNOWN_SUIT", text, "/trump"))
    if not is_count(last_trick) or last_trick >= seats:
        text = N_("The last trick must be a seat's, counted from 0.")
        problems.append(Problem("LAST_TRICK_UNKNOWN_SEAT", text, "/last_trick"))
    problems = problems or _deck_problems(piles, last_trick)
    if problems:
        raise Unscorable(problems)
    points = [_worth(pile, trump) for pile in piles]
    points[last_trick] += LAST_TRICK_POINTS
    warnings = [] if trump is not None else _trump_arose(piles)
    return Deal(points, [any(pile.values()) for pile in piles], warnings)


def _check_cards_shape(entry: Mapping[str, Json]) -> None:
    for excluded in ("tricks", "won_trick"):
        if excluded in entry:
            raise malformed(N_("This goes with points, not with cards."), pointer(excluded))
    check_lists(entry, ("cards",), dict)
    for seat, pile in enumerate(entry["cards"]):
        for suit, ranks in pile.items():
            if suit in SUITS and ranks.__class__ is not list:
                raise malformed(N_("Exact cards must be a list."), pointer("cards", seat, suit))
    for needed in ("trump", "last_trick"):
        if needed not in entry:
            raise malformed(N_("The entry lacks a key that it needs."), pointer(needed))


def _card_values(piles: Sequence[Mapping[str, Json]]) -> list[Problem]:
    problems = []
    for seat, pile in enumerate(piles):
        for suit, ranks in pile.items():
            if suit not in SUITS:
                text = N_("The suits are acorns, shields, roses and bells.")
                problems.append(
                    Problem("UNKNOWN_SUIT", text, pointer("cards", seat, suit), seat=seat)
                )
                continue
            for position, of in enumerate(ranks):
                if of.__class__ is not str or of not in PLAIN:
                    problems.append(_no_such_card(seat, suit, position, of))
    return problems


def _no_such_card(seat: int, suit: str, position: int, of: Json) -> Problem:
    text = N_("%(place)s is no card of this game: there are A K O U B 9 8 7 6.")
    place = pointer("cards", seat, suit, position)
    card = f"{suit}:{of}" if isinstance(of, str) else None
    return Problem("NO_SUCH_CARD", text, place, seat=seat, card=card, facts={"place": place})


def _deck_problems(piles: Sequence[Mapping[str, Json]], last_trick: int) -> list[Problem]:
    held = [(suit, of) for pile in piles for suit, ranks in pile.items() for of in ranks]
    problems = []
    if len(held) != len(SUITS) * len(RANKS) or len(set(held)) != len(held):
        problems += _duplicates_and_missing(piles)
    for seat, pile in enumerate(piles):
        found = sum([len(ranks) for ranks in pile.values()])
        if found % SEATS:
            text = N_("%(who)s has %(found)s cards; tricks have three cards each.")
            place = pointer("cards", seat)
            problems.append(Problem("PILE_NOT_MULTIPLE_OF_3", text, place, seat=seat, found=found))
    if not any(piles[last_trick].values()):
        text = N_("%(who)s is said to have won the last trick, but has no trick.")
        problems.append(Problem("LAST_TRICK", text, "/last_trick", seat=last_trick))
    return problems


def _duplicates_and_missing(piles: Sequence[Mapping[str, Sequence[str]]]) -> list[Problem]:
    held = Counter((suit, of) for pile in piles for suit, ranks in pile.items() for of in ranks)
    problems = [
        Problem(
            "CARD_DUPLICATE",
            TOO_OFTEN,
            "/cards",
            card=f"{suit}:{of}",
            expected=1,
            found=found,
            seats=tuple(seat for seat, pile in enumerate(piles) if of in pile.get(suit, ())),
        )
        for (suit, of), found in held.items()
        if found > 1
    ]
    missing = tuple(f"{suit}:{of}" for suit in SUITS for of in RANKS if (suit, of) not in held)
    if missing:
        deck = len(SUITS) * len(RANKS)
        problems.append(
            Problem(
                "CARDS_MISSING",
                N_("Nobody has these cards: %(cards)s."),
                "/cards",
                expected=deck,
                found=deck - len(missing),
                cards=missing,
            )
        )
    return problems


def _worth(pile: Mapping[str, Sequence[str]], trump: str | None) -> int:
    total = 0
    for suit, ranks in pile.items():
        values = NO_TRUMP if trump is None else TRUMP if suit == trump else PLAIN
        for of in ranks:
            total += values[of]
    return total


def _trump_arose(piles: Sequence[Mapping[str, Sequence[str]]]) -> list[Problem]:
    """Warn if without trump a pile doesn't hold whole tricks of one suit each."""
    if all(len(ranks) % SEATS == 0 for pile in piles for ranks in pile.values()):
        return []
    text = N_("Without trump every trick is of one suit, but a pile has other numbers of them.")
    return [Problem("TRUMP_AROSE", text, "/trump")]
