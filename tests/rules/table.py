"""The table at which the tests of the rules sit: it asks for scores and compares answers."""

from __future__ import annotations

import json
from itertools import product
from typing import TYPE_CHECKING

from scorekeeper.rules import GAMES
from scorekeeper.rules.lines import answer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from random import Random

    from scorekeeper.rules.base import Game
    from scorekeeper.rules.problems import Json, Problem

VALID: Mapping[str, Mapping[str, Json]] = {
    "mueckenstich": {
        "seats": 5,
        "entry": {
            "tricks": [1, 2, 2, 2, 3],
            "numbers": [
                {"red": [2, 4, 8, 12, 12]},
                {"blue": 6, "green": 1, "red": 1},
                {"blue": 2, "black": 1, "green": 3},
                {"black": 3, "green": 1, "red": 3},
                {"blue": 3, "black": 3, "green": 4, "red": 4},
            ],
            "mosquitoes": [
                {},
                {"blue": 1, "green": 1},
                {"green": 2, "blue": 1, "red": 1},
                {"black": 2, "red": 1},
                {"black": 1},
            ],
            "doubled": "red",
            "removed": "black",
        },
    },
    "kunibert": {
        "seats": 3,
        "entry": {
            "captured": [
                {"low": 4, "mid": 2, "black12": 1},
                {"black": [4, 8, 12], "red": [12]},
                {},
            ],
            "hands": [{}, {"low": 2}, {"red12": 1}],
            "last_card": 0,
        },
    },
    "mittlere": {"seats": 3, "entry": {"points": [70, 52, 35], "tricks": [5, 4, 3]}},
}
"""A line of each game that can be scored, as the public format describes it."""


def said(value: Json) -> str:
    """Write a JSON value down, so that 1, 1.0 and true differ and the order of keys doesn't."""
    return json.dumps(value, sort_keys=True)


def in_any_order(values: Iterable[Json]) -> list[str]:
    """Write JSON values down so that two lists of them can be compared whatever their order."""
    return sorted(map(said, values))


def ask(game: str, line: bytes | Mapping[str, Json]) -> dict[str, Json]:
    """Have a line scored, check that the answer is a whole and proper one, and read it."""
    text, scored = answer(
        game, line if isinstance(line, bytes) else json.dumps(dict(line)).encode()
    )

    assert "\n" not in text
    assert "\r" not in text
    assert text.encode()
    read = json.loads(text, parse_constant=_no_constant)
    assert isinstance(read, dict)
    assert scored == ("scores" in read)
    if not scored:
        assert read.keys() <= {"violations", "id"}
        assert read["violations"]
    else:
        assert {"scores", "warnings", "lines"} <= read.keys()
        assert read["scores"] == [sum(line["points"] for line in of) for of in read["lines"]]
    for problem in read.get("violations", []) + read.get("warnings", []):
        assert problem["message"]
        assert problem["field"] == "" or problem["field"].startswith("/")
    return read


def _no_constant(name: str) -> float:
    raise AssertionError(f"an answer says {name}, which is no JSON")


def codes(read: Mapping[str, Json]) -> list[str]:
    """Give the codes of an answer's violations, in alphabetical order."""
    return sorted(violation["code"] for violation in read["violations"])


def found(problems: Sequence[Problem]) -> list[str]:
    """Give the codes of problems, in alphabetical order."""
    return sorted(problem.code for problem in problems)


def same_problems(
    these: Sequence[Mapping[str, Json]], wanted: Sequence[Mapping[str, Json]]
) -> bool:
    """Tell whether each wanted problem matches one of these, on the wanted one's keys."""
    if len(these) != len(wanted):
        return False
    left = list(these)
    for each in sorted(wanted, key=len, reverse=True):
        match = next((problem for problem in left if each.items() <= problem.items()), None)
        if match is None:
            return False
        left.remove(match)
    return True


def agreements(game: type[Game], seats: int) -> Iterator[dict[str, Json]]:
    """Give every combination of the house rules that name their values and have an effect."""
    rules = [rule for rule in game.HOUSE_RULES if rule.values and rule.applies(seats)]
    for values in product(*(rule.values for rule in rules)):
        yield {rule.name: value for rule, value in zip(rules, values, strict=True)}


def tables() -> Iterator[tuple[str, int, dict[str, Json], bool]]:
    """Give every game with every number of seats, house rules, and cards exact or counted."""
    for key, game in GAMES.items():
        for seats in game.PLAYERS:
            for rules in agreements(game, seats):
                for exact in (False, True):
                    yield key, seats, rules, exact


def play(
    rng: Random, key: str, seats: int, rules: Mapping[str, Json], *, exact: bool
) -> list[dict[str, Json]]:
    """Play one round card by card, by the rules, and give the lines that a table would ask."""
    game = GAMES[key](seats, rules)
    dealer = rng.randrange(seats)
    return [
        {"seats": seats, "rules": dict(rules), "entry": entry}
        for entry in game.simulate(rng, dealer=dealer, exact=exact)
    ]
