"""What games tell of a round besides the points, by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scorekeeper.rules import GAMES
from scorekeeper.rules.facts import Told, add_told
from scorekeeper.rules.mittlere import Mittlere
from tests.rules.table import VALID

if TYPE_CHECKING:
    from scorekeeper.rules.problems import Json


def tell(key: str, **changed: Json) -> Told:
    """Tell what happened in the worked round of a game, perhaps with some of it changed."""
    seats, entry = VALID[key]["seats"], {**VALID[key]["entry"], **changed}
    game = GAMES[key](seats, {})
    return game.tell(entry, game.score(entry))


def test_s5_bites_are_the_colours_of_mosquitoes() -> None:
    """The rulebook's round: nobody, 2, 3 (of four cards), 2 (of three) and 1."""
    told = tell("mueckenstich")

    assert [seat.get("bites") for seat in told] == [None, (2, -10), (3, -15), (2, -10), (1, -5)]


def test_s5_choices_are_told_with_what_they_brought() -> None:
    """Arne doubled red, with 5 of 13 cards; Ernst removed black, with 1 of 7."""
    arne, _, ernst, *others = tell("mueckenstich")

    assert (arne["doubled:red"], arne["doubled:others"]) == ((1, 5), (1, 8))
    assert (ernst["removed:black"], ernst["removed:others"]) == ((1, -1), (1, -6))
    assert {name for seat in others for name in seat} == {"bites"}


def test_s5_choice_of_a_colour_that_nobody_captured_is_told() -> None:
    """It was made, and brought nothing; a card is missing, so it is scored anyway."""
    entry = {
        "tricks": [4, 4, 4, 1],
        "numbers": [
            {"blue": 13, "green": 3},
            {"green": 8, "black": 8},
            {"green": 2, "black": 5},
            {},
        ],
        "mosquitoes": [{}, {}, {"red": 3, "green": 3, "black": 3}, {"blue": 3}],
        "doubled": "red",
        "removed": "blue",
    }
    game = GAMES["mueckenstich"](4, {})
    told = game.tell(entry, game.score(entry, anyway=True))

    assert told[3]["doubled:red"] == (1, 0)
    assert told[3]["doubled:others"] == (1, 0)
    assert told[2]["removed:blue"] == (1, 0)
    assert told[2]["removed:others"] == (1, -13)


@pytest.mark.parametrize(("seat", "times"), [(0, (1, 30)), (1, None)])
def test_s6_last_card_is_told_of_who_played_it(seat: int, times: tuple[int, int] | None) -> None:
    """With its 30 points, and of nobody else."""
    assert tell("kunibert")[seat].get("last_card") == times


def test_s6_pile_that_ran_out_tells_of_nobody() -> None:
    """Nobody got the 30."""
    assert tell("kunibert", last_card=None) == ({}, {}, {})


PROMPTS = {
    "1": ({"points": [157, 0, 0], "tricks": [12, 0, 0]}, {0: ("prompt:1", 2)}),
    "2": ({"points": [90, 67, 0], "tricks": [7, 5, 0]}, {2: ("prompt:2", -2)}),
    "3": ({"points": [30, 100, 27]}, {1: ("prompt:3", -2)}),
    "4": ({"points": [50, 57, 50]}, {0: ("prompt:4", -1), 2: ("prompt:4", -1)}),
    "5": ({"points": [52, 70, 35]}, {0: ("prompt:5", -2)}),
    "2 and 3": (
        {"points": [110, 47, 0], "tricks": [7, 5, 0]},
        {2: ("prompt:2", -1), 0: ("prompt:3", -1)},
    ),
}


@pytest.mark.parametrize(("entry", "about"), PROMPTS.values(), ids=PROMPTS)
def test_prompt_is_told_of_those_whom_it_is_about(
    entry: Json, about: dict[int, tuple[str, int]]
) -> None:
    """With the sticks (or, below 0, potatoes) that it gave them; both under the house rule."""
    game = Mittlere(3, {"no_trick_and_hundred": "third_takes_two"})
    told = game.tell(entry, game.score(entry))
    prompts = {
        seat: (name, points)
        for seat, happened in enumerate(told)
        for name, (_, points) in happened.items()
        if name.startswith("prompt")
    }

    assert prompts == about


def test_sticks_and_potatoes_are_counted() -> None:
    """Two of each in a round."""
    told = tell("mittlere")

    assert [seat.get("sticks") for seat in told] == [(1, 1), None, (1, 1)]
    assert [seat.get("potatoes") for seat in told] == [None, (2, -2), None]


def test_what_happened_adds_up_over_rounds() -> None:
    """Times and points, by seat and fact."""
    totals: list[dict[str, tuple[int, int]]] = [{}, {"a": (1, 2)}]
    add_told(totals, ({"a": (1, 5)}, {"a": (2, -3), "b": (1, 0)}))

    assert totals == [{"a": (1, 5)}, {"a": (3, -1), "b": (1, 0)}]
