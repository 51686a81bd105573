"""A game is whole: rules, pages, docs and tests are there, and nothing else names it."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from scorekeeper.rules import GAMES
from scorekeeper.rules.base import Game
from tests.rules.test_agreement import CODES, EVERY_CODE

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
RULES = ROOT / "scorekeeper" / "rules"
SHARED = [*RULES.glob("*.py")]
EVERY_GAME = pytest.mark.parametrize("key", [*GAMES])
EVERY_RULE = pytest.mark.parametrize(
    ("key", "name"), [(key, rule.name) for key, game in GAMES.items() for rule in game.HOUSE_RULES]
)


def docs(key: str) -> str:
    """Read the rules of a game as the docs have them."""
    return (ROOT / "docs" / "rules" / f"{key}.md").read_text(encoding="utf-8")


def codes_in(files: list[Path]) -> set[str]:
    """Collect the codes of all problems that these files make."""
    return {
        call.args[0].value
        for file in files
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id == "Problem"
        and isinstance(call.args[0], ast.Constant)
        and isinstance(call.args[0].value, str)
    }


def sources() -> Iterator[Path]:
    """Find everything that must not name a game: all code, pages and scripts but the games'."""
    games = [RULES / key for key in GAMES] + [ROOT / "templates" / "games" / key for key in GAMES]
    for place, ending in (("scorekeeper", "py"), ("static", "js"), ("templates", "*")):
        for file in sorted((ROOT / place).rglob(f"*.{ending}")):
            if file.is_file() and not any(file.is_relative_to(game) for game in games):
                yield file


def test_a_games_key_is_its_name_in_the_mapping() -> None:
    """GAMES is the way to a game, under the key that it says itself."""
    assert {key: game.key for key, game in GAMES.items()} == {key: key for key in GAMES}
    assert all(issubclass(game, Game) for game in GAMES.values())


@EVERY_GAME
def test_a_game_introduces_itself(key: str) -> None:
    """A title, a sentence about it and its numbers of players are what a list of games shows."""
    game = GAMES[key]

    assert game.title
    assert game.tagline.endswith(".")
    assert len(game.PLAYERS) >= 1
    assert game.DEAL_STEP in (1, -1)


@EVERY_GAME
@pytest.mark.parametrize(
    "part",
    [
        "scorekeeper/rules/{}/__init__.py",
        "docs/rules/{}.md",
        "templates/games/{}",
        "tests/rules/test_{}.py",
        "tests/cases/{}.json",
    ],
)
def test_every_part_of_a_game_is_there(key: str, part: str) -> None:
    """Rules, docs, pages, tests and cases: a game is not done before it has them all."""
    path = ROOT / part.format(key)

    assert path.exists()
    assert path.is_file() or any(path.iterdir())


@EVERY_GAME
def test_the_exact_cards_of_a_game_are_whole(key: str) -> None:
    """Each card has a name of its own and a place in the entry; counts it adds to are declared."""
    for seats in GAMES[key].PLAYERS:
        inputs = GAMES[key](seats, {}).inputs()
        exact = inputs.exact
        assert exact is not None
        counts = {count.name: count for count in inputs.counts}

        assert len(exact.by_name) == len(exact.cards)
        assert exact.counts <= counts.keys()
        assert all(card.copies > 0 and card.colour in card.name for card in exact.cards)
        assert exact.whole == (not exact.counts)
        assert all(choice.required for choice in exact.choices)
        for name in exact.counts:
            in_the_deck = sum(card.copies for card in exact.cards if card.count == name)
            assert counts[name].high == in_the_deck


@EVERY_GAME
def test_the_facts_of_a_game_are_declared(key: str) -> None:
    """Each has a name, words, and a heading; together in columns it is told by sign or word."""
    game = GAMES[key]
    names = [fact.name for fact in game.FACTS]
    rules = {rule.name for rule in game.HOUSE_RULES}

    assert names
    assert len(set(names)) == len(names)
    assert max(map(len, names)) <= 40
    for fact in game.FACTS:
        assert fact.title
        assert fact.group
        assert bool(fact.sign) != bool(fact.short)
        assert 1 <= fact.seats <= max(game.PLAYERS)
    assert game.LASTING is None or (game.LASTING.rule in rules and game.LASTING.title)


@EVERY_GAME
def test_what_a_game_tells_of_a_round_is_declared(key: str) -> None:
    """In many rounds nothing comes up that isn't, in numbers for each seat."""
    told: set[str] = set()
    for seats in GAMES[key].PLAYERS:
        game = GAMES[key](seats, {})
        rng = Random(seats)
        for _ in range(50):
            for entry in game.simulate(rng, dealer=0, exact=False):
                happened = game.tell(entry, game.score(entry))
                told |= {name for seat in happened for name in seat}

                assert len(happened) == seats
                assert all(times > 0 for seat in happened for times, _ in seat.values())

    assert set() < told <= {fact.name for fact in GAMES[key].FACTS}


@EVERY_RULE
def test_a_house_rule_explains_itself(key: str, name: str) -> None:
    """A title and a meaning, and a meaning for each of its values, with the default first."""
    (rule,) = (rule for rule in GAMES[key].HOUSE_RULES if rule.name == name)

    assert rule.title
    assert rule.meaning.endswith(".")
    assert rule.values or 0 < rule.low < rule.high
    assert all(rule.values.values())
    if rule.values:
        assert next(iter(rule.values)) == rule.default
    if rule.faces:
        assert len(rule.faces) == len(rule.weights)
        assert all(rule.allows(face) for face in rule.faces)
    assert set(rule.seats) <= set(GAMES[key].PLAYERS)


@EVERY_RULE
def test_a_house_rule_is_in_the_docs(key: str, name: str) -> None:
    """The page of the game's rules names the house rule and each of its values."""
    page = docs(key)
    (rule,) = (rule for rule in GAMES[key].HOUSE_RULES if rule.name == name)

    assert f"`{name}`" in page
    for value in rule.values:
        assert f"`{str(value).lower()}`" in page


@EVERY_GAME
def test_every_code_is_in_the_docs(key: str) -> None:
    """Whatever the game may answer, its page says what is meant."""
    page = docs(key)
    emitted = codes_in([*(RULES / key).rglob("*.py"), *SHARED])

    assert {code for code in emitted if f"`{code}`" not in page} == set()


@EVERY_GAME
def test_every_code_comes_up_in_the_agreement(key: str) -> None:
    """The rounds with mistakes meet every code that the game can make."""
    assert codes_in([*(RULES / key).rglob("*.py")]) == CODES[key]
    assert codes_in(SHARED) == EVERY_CODE


@EVERY_GAME
def test_nothing_else_names_a_game(key: str) -> None:
    """Outside its own folders a game is one import and one place in GAMES."""
    word = re.compile(rf"\b{key}\b", re.IGNORECASE)
    named = [
        (file, line.strip())
        for file in sources()
        for line in file.read_text(encoding="utf-8").splitlines()
        if word.search(line)
    ]
    lines = [line for file, line in named if file == RULES / "__init__.py"]

    assert [place for place in named if place[0] != RULES / "__init__.py"] == []
    assert len(lines) == 2
    assert lines[0] == f"from scorekeeper.rules.{key} import {GAMES[key].__name__}"


@EVERY_GAME
def test_all_that_is_typed_can_be_said_in_a_sentence(key: str) -> None:
    """Each input has a noun, and no two inputs of a game have the same one."""
    for seats in GAMES[key].PLAYERS:
        switches = {rule.name: True for rule in GAMES[key].HOUSE_RULES if True in rule.values}
        inputs = GAMES[key](seats, switches).inputs()
        nouns = [count.noun for count in inputs.counts]
        nouns += [question.noun for question in inputs.questions]
        nouns += [choice.noun for choice in inputs.choices]

        assert all(nouns)
        assert len(nouns) == len(set(nouns))
