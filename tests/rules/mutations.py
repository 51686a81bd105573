"""Ways to get a round wrong: what people mistype, and what programs send.

Each changes a line of input, which is a parsed JSON object, in place.  A changed line needn't be
wrong: whether it is, and how, is what the engine and the second scorer have to agree on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import TypeAlias

from scorekeeper.rules.problems import Json

Mutation: TypeAlias = Callable[[Random, dict[str, Json]], None]

ANYTHING: tuple[Json, ...] = (
    *(None, True, False, 0, 1, 2, 3, 5, 12, 13, 156, 157, 999, 1000, -1, 10**30),
    *(0.0, 1.0, 2.5, 1e300, "", "red", "black", "bells", "low", "A", "12", "\ud800"),
    *([], {}, [1], [1, 2, 3], [True], [[]], {"red": 1}, {"low": 1}, {"": None}),
)
NAMES = (
    *("red", "blue", "green", "black", "low", "mid", "black12", "red12"),
    *("acorns", "shields", "roses", "bells", "pink", "Red", "", "a/b~c"),
)
KEYS_OF_AN_ENTRY = (
    *("tricks", "numbers", "mosquitoes", "doubled", "removed", "phase", "captured", "hands"),
    *("last_card", "points", "won_trick", "cards", "trump", "last_trick", "note"),
)
KEYS_OF_A_LINE = ("seats", "rules", "entry", "anyway", "id", "players")
CHOICES: dict[str, tuple[Json, ...]] = {
    "doubled": (None, None, "red", "blue", "green", "black"),
    "removed": (None, None, "red", "blue", "green", "black"),
    "last_card": (None, 0, 1, 2, 3, 4, 5),
    "trump": (None, None, None, "acorns", "shields", "roses", "bells"),
    "last_trick": (0, 1, 2),
    "phase": (0, 1),
}
NO_OPTIONS: tuple[Json, ...] = ("pink", "", -1, 3, 6, False, 1.0, None, "red", "bells")
HOUSE_RULES: dict[str, tuple[Json, ...]] = {
    "set_aside": ("per_phase", "per_round", "never", None),
    "scoring": ("per_phase", "per_round", 1),
    "removal_chooser": ("mosquitoes", "tricks", True),
    "hand_cards_count_against": (True, False, 1, None),
    "pro_rule": (True, False, 0, "true"),
    "target": (5, 5000, 4, 5001, 300.0, None),
    "tie": ("shared", "extra_round", ""),
    "no_trick_and_hundred": ("list_order", "third_takes_two", []),
    "rounds": (1, 30, 31, 60, 61, 0, True),
    "stoeck": (True,),
}
RANKS: tuple[Json, ...] = ("A", "K", "O", "U", "B", "9", "8", "7", "6", "10", "a", 9)


def places(value: Json) -> Iterator[tuple[Json, Json]]:
    """Give every place below a value: the object or list, and the key or index in it."""
    if isinstance(value, dict):
        keys: list[Json] = list(value)
    elif isinstance(value, list):
        keys = list(range(len(value)))
    else:
        return
    for key in keys:
        yield value, key
        yield from places(value[key])


def put(container: Json, key: Json, value: Json) -> None:
    """Put a value into a place, apart from where else it may be."""
    container[key] = deepcopy(value)


def _place(rng: Random, line: dict[str, Json]) -> tuple[Json, Json]:
    """Choose a place in the entry, or in the line if the entry has none."""
    below = list(places(line.get("entry"))) or list(places(line))
    return rng.choice(below) if below else (line, "seats")


def _lists_by_seat(line: dict[str, Json]) -> list[list[Json]]:
    """Give the entry's lists."""
    entry = line.get("entry")
    return [of for of in entry.values() if isinstance(of, list)] if isinstance(entry, dict) else []


def _piles(line: dict[str, Json]) -> list[Json]:
    """Give every pile of every seat: objects by colour, suit or group."""
    return [pile for of in _lists_by_seat(line) for pile in of if isinstance(pile, dict)]


def change_a_count(rng: Random, line: dict[str, Json]) -> None:
    """Mistype a number."""
    entry = line.get("entry")
    below = [(of, key) for of, key in places(entry) if of[key].__class__ is int]
    if below:
        container, key = rng.choice(below)
        step = rng.choice((-1, 1, 1, -2, 2, 5, 10, -10, 100, -container[key], 999))
        container[key] += step


def change_a_card(rng: Random, line: dict[str, Json]) -> None:
    """Mistype an exact card."""
    cards = [of for pile in _piles(line) for of in pile.values() if isinstance(of, list) and of]
    if cards:
        pile = rng.choice(cards)
        new = rng.randrange(14) if isinstance(pile[0], int) else rng.choice(RANKS)
        pile[rng.randrange(len(pile))] = new


def swap_a_colour(rng: Random, line: dict[str, Json]) -> None:
    """Type cards under another colour, suit or group."""
    piles = [pile for pile in _piles(line) if pile]
    if piles:
        pile = rng.choice(piles)
        held = pile.pop(rng.choice(list(pile)))
        known = [name for other in piles for name in other]
        pile[rng.choice(known if known and rng.random() < 0.7 else NAMES)] = held


def drop_or_double(rng: Random, line: dict[str, Json]) -> None:
    """Forget a card or a seat, or type it twice."""
    lists = _lists_by_seat(line)
    cards = [of for pile in _piles(line) for of in pile.values() if isinstance(of, list)]
    members = [of for of in (cards if rng.random() < 0.8 else lists) if of]
    if members:
        chosen = rng.choice(members)
        position = rng.randrange(len(chosen))
        if rng.random() < 0.5:
            del chosen[position]
        else:
            chosen.insert(position, deepcopy(chosen[position]))


def give_away(rng: Random, line: dict[str, Json]) -> None:
    """Move some or all of one seat's points, tricks or cards to another seat."""
    lists = [of for of in _lists_by_seat(line) if len(of) > 1]
    if not lists:
        return
    by_seat = rng.choice(lists)
    giver, taker = rng.sample(range(len(by_seat)), 2)
    if by_seat[giver].__class__ is int and by_seat[taker].__class__ is int:
        given = rng.choice((1, by_seat[giver], by_seat[giver] - 1, by_seat[giver] // 2))
        by_seat[giver] -= given
        by_seat[taker] += given
    elif isinstance(by_seat[giver], dict) and isinstance(by_seat[taker], dict):
        of = list(by_seat[giver])
        for name in of if rng.random() < 0.3 else rng.sample(of, min(1, len(of))):
            _give_cards(rng, by_seat[giver], by_seat[taker], name)
    else:
        by_seat[giver], by_seat[taker] = by_seat[taker], by_seat[giver]


def _give_cards(rng: Random, giver: dict[str, Json], taker: dict[str, Json], name: str) -> None:
    held = giver[name]
    kept = rng.choice((0, 0, 1, 3))
    if isinstance(held, list):
        taken = taker.setdefault(name, [])
        if isinstance(taken, list):
            taken += held[kept:]
            del held[kept:]
    elif held.__class__ is int and taker.setdefault(name, 0).__class__ is int and held >= kept:
        taker[name] += held - kept
        giver[name] = kept


def exchange_cards(rng: Random, line: dict[str, Json]) -> None:
    """Lay an exact card of one pile onto another, and one of the other's in its place."""
    piles = [
        (pile, name)
        for pile in _piles(line)
        for name, held in pile.items()
        if isinstance(held, list) and held
    ]
    if len(piles) > 1:
        (one, name), (other, other_name) = rng.sample(piles, 2)
        mine = one[name].pop(rng.randrange(len(one[name])))
        theirs = other[other_name].pop() if other[other_name] else mine
        for pile, key, card in ((other, name, mine), (one, other_name, theirs)):
            if isinstance(pile.setdefault(key, []), list):
                pile[key].append(card)


def empty_a_pile(rng: Random, line: dict[str, Json]) -> None:
    """Forget a pile or a hand, perhaps but for one card."""
    piles = [pile for pile in _piles(line) if pile]
    if piles:
        pile = rng.choice(piles)
        one = rng.choice(list(pile))
        held = pile[one][:1] if isinstance(pile[one], list) else 1
        pile.clear()
        if rng.random() < 0.4:
            pile[one] = held


def change_a_choice(rng: Random, line: dict[str, Json]) -> None:
    """Choose something else, or nothing, or leave the choice out."""
    entry = line.get("entry")
    if not isinstance(entry, dict):
        return
    choices = [key for key in CHOICES if key in entry]
    if choices:
        key = rng.choice(choices)
        if rng.random() < 0.15:
            del entry[key]
        elif rng.random() < 0.2:
            entry[key] = entry[rng.choice(choices)]
        else:
            entry[key] = rng.choice(CHOICES[key] if rng.random() < 0.8 else NO_OPTIONS)


def change_the_kind(rng: Random, line: dict[str, Json]) -> None:
    """Send a value of another kind."""
    put(*_place(rng, line), rng.choice(ANYTHING))


def change_a_part(rng: Random, line: dict[str, Json]) -> None:
    """Send another kind of value for a whole part of the entry."""
    entry = line.get("entry")
    if isinstance(entry, dict) and entry:
        put(entry, rng.choice(list(entry)), rng.choice(ANYTHING))


def change_the_keys(rng: Random, line: dict[str, Json]) -> None:
    """Leave out a key of the entry, or add one."""
    entry = line.get("entry")
    if not isinstance(entry, dict):
        return
    if rng.random() < 0.5 and entry:
        del entry[rng.choice(list(entry))]
    else:
        put(entry, rng.choice(KEYS_OF_AN_ENTRY), rng.choice(ANYTHING))


def change_a_length(rng: Random, line: dict[str, Json]) -> None:
    """Send a list with a member too many, or too few."""
    lists = _lists_by_seat(line)
    if lists:
        by_seat = rng.choice(lists)
        if by_seat and rng.random() < 0.5:
            by_seat.pop()
        else:
            by_seat.append(deepcopy(by_seat[-1]) if by_seat else {})


def change_the_rules(rng: Random, line: dict[str, Json]) -> None:
    """Play by another house rule, which may be none of this game's."""
    name = rng.choice(list(HOUSE_RULES))
    if isinstance(line.setdefault("rules", {}), dict):
        line["rules"][name] = rng.choice(HOUSE_RULES[name])


def change_the_seats(rng: Random, line: dict[str, Json]) -> None:
    """Say another number of players."""
    line["seats"] = rng.choice((0, 2, 3, 4, 5, 6, 7, -3, 10**30, 3.0, "3", True, None))


def change_the_line(rng: Random, line: dict[str, Json]) -> None:
    """Leave out a key of the line, or send another value or another key."""
    key = rng.choice(KEYS_OF_A_LINE)
    if rng.random() < 0.3:
        line.pop(key, None)
    else:
        put(line, key, rng.choice(ANYTHING))


MISTYPED: tuple[Mutation, ...] = (
    change_a_count,
    change_a_card,
    swap_a_colour,
    drop_or_double,
    give_away,
    exchange_cards,
    empty_a_pile,
    change_a_choice,
)
MISSENT: tuple[Mutation, ...] = (
    change_the_kind,
    change_a_part,
    change_the_keys,
    change_a_length,
    change_the_rules,
    change_the_seats,
    change_the_line,
)


def mutate(rng: Random, line: dict[str, Json]) -> dict[str, Json]:
    """Give a copy of a line with one to three mistakes in it; some ask to be scored anyway."""
    changed: dict[str, Json] = json.loads(json.dumps(line))
    if rng.random() < 0.4:
        changed["anyway"] = True
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3))):
        rng.choice(MISTYPED if rng.random() < 0.75 else MISSENT)(rng, changed)
    return changed
