"""The engine and the second scorer, two readings of the same rules, agree on every round."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest

from scorekeeper.rules import GAMES
from scorekeeper.rules.lines import answer
from tests.rules import second_scorer
from tests.rules.mutations import mutate
from tests.rules.table import in_any_order, play, said, same_problems, tables

if TYPE_CHECKING:
    from scorekeeper.rules.problems import Json

ROUNDS = 10_000

CODES = {
    "mueckenstich": {
        *("BAD_VALUE", "UNKNOWN_COLOUR", "TRICKS_SUM", "CARDS_MISMATCH", "COLOUR_OVER"),
        *("MOSQUITO_OVER", "CARD_DUPLICATE", "DOUBLE_NOT_ALLOWED", "DOUBLE_MISSING"),
        *("REMOVE_NOT_ALLOWED", "REMOVE_MISSING", "REMOVE_EQUALS_DOUBLE"),
    },
    "kunibert": {
        *("UNKNOWN_GROUP", "NO_SUCH_CARD", "LAST_CARD_UNKNOWN_SEAT", "DECK_OVER"),
        *("LAST_CARD_HAS_HAND", "SINGLE_CARD", "RED12_WITHOUT_BLACK12", "CHECKSUM"),
        *("HAND_EMPTY_NO_BONUS",),
    },
    "mittlere": {
        *("UNKNOWN_SUIT", "NO_SUCH_CARD", "LAST_TRICK_UNKNOWN_SEAT", "POINTS_SUM", "TRICKS_SUM"),
        *("TRICKS_NEEDED", "POINTS_WITHOUT_TRICK", "CARD_DUPLICATE", "CARDS_MISSING"),
        *("PILE_NOT_MULTIPLE_OF_3", "LAST_TRICK", "POINTS_IMPOSSIBLE", "TRUMP_AROSE"),
    },
}
EVERY_CODE = {"MALFORMED", "UNKNOWN_RULE", "RULE_VALUE", "PLAYER_COUNT", "LENGTH", "NOT_A_COUNT"}


@pytest.fixture(scope="module", params=[*GAMES])
def game(request: pytest.FixtureRequest) -> str:
    """Go through the games."""
    return str(request.param)


@pytest.fixture(scope="module")
def rounds(game: str) -> list[bytes]:
    """Play rounds with all seats, house rules, and both ways to enter; give their lines."""
    rng = Random(1)
    mine = [(seats, rules, exact) for key, seats, rules, exact in tables() if key == game]
    return [
        json.dumps(line).encode()
        for _ in range(-(-ROUNDS // len(mine)))
        for seats, rules, exact in mine
        for line in play(rng, game, seats, rules, exact=exact)
    ]


def engine(game: str, line: bytes) -> dict[str, Json]:
    """Have a line scored by the engine, as a program would."""
    read = json.loads(answer(game, line)[0])
    assert isinstance(read, dict)
    return read


def disagreement(engine_says: dict[str, Json], oracle_says: dict[str, Json]) -> str:
    """Name the first key on which two answers differ, or nothing if they agree."""
    if engine_says.keys() != oracle_says.keys():
        return "keys"
    for key, value in oracle_says.items():
        mine = engine_says[key]
        if key == "lines":
            agreed = [*map(in_any_order, mine)] == [*map(in_any_order, value)]
        elif key in ("violations", "warnings"):
            agreed = same_problems(mine, _malformed_once(value))
        else:
            agreed = said(mine) == said(value)
        if not agreed:
            return key
    return ""


def _malformed_once(problems: list[Json]) -> list[Json]:
    return problems[:1] if problems and problems[0]["code"] == "MALFORMED" else problems


def test_a_round_played_by_the_rules_has_nothing_against_it(game: str, rounds: list[bytes]) -> None:
    """10,000 rounds played card by card: no violation, no warning, and the same scores twice."""
    wrong = []
    for line in rounds:
        says = engine(game, line)
        key = disagreement(says, second_scorer.answer(game, json.loads(line)))
        if key or says["warnings"]:
            wrong.append((key, line, says))

    assert len(rounds) >= ROUNDS
    assert wrong[:3] == []


def test_a_round_with_mistakes_is_judged_alike(game: str, rounds: list[bytes]) -> None:
    """Every one spoilt: the same problems at the same places, or the same scores and lines."""
    rng = Random(2)
    wrong = []
    seen: Counter[str] = Counter()
    for line in rounds:
        changed = mutate(rng, json.loads(line))
        says = engine(game, json.dumps(changed).encode())
        key = disagreement(says, second_scorer.answer(game, changed))
        if key:
            wrong.append((key, changed, says))
        problems = says.get("violations", []) + says.get("warnings", [])
        seen.update({problem["code"] for problem in problems})

    assert wrong[:3] == []
    assert seen.keys() == EVERY_CODE | CODES[game]
    assert min(seen.values()) >= 10, seen
