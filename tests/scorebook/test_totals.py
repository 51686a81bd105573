"""Final totals: whatever a game can give passes, and what it can't is told."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from scorekeeper.rules import GAMES
from scorekeeper.rules.results import add_up
from scorekeeper.rules.totals import MOST_POINTS, Totals
from scorekeeper.scorebook.totals import check_totals

if TYPE_CHECKING:
    from tests.builders import Json

HOUSE_RULES: list[tuple[str, dict[str, Json]]] = [
    ("mueckenstich", {}),
    ("kunibert", {"target": 300}),
    ("kunibert", {"target": 300, "hand_cards_count_against": True}),
    ("mittlere", {}),
]


@pytest.mark.parametrize(("key", "rules"), HOUSE_RULES)
@pytest.mark.parametrize("seed", range(10))
def test_totals_of_every_match_that_is_played_pass(
    key: str, rules: dict[str, Json], seed: int
) -> None:
    """Legally simulated matches end with totals that the game's declaration lets through."""
    rng = Random(seed)
    seats = rng.choice(list(GAMES[key].PLAYERS))
    game = GAMES[key](seats, rules)
    rounds: list[tuple[int, ...]] = []
    while not game.outcome(rounds).finished:
        entries = game.simulate(rng, dealer=game.dealer(0, len(rounds) + 1), exact=False)
        rounds += [game.score(entry).scores for entry in entries]

    assert check_totals(game.totals, add_up(rounds, seats), seats) == []


@pytest.mark.parametrize(
    ("of", "totals", "codes"),
    [
        (Totals(), [1, -2, 3], []),
        (Totals(), [], ["LENGTH"]),
        (Totals(), [1, 2, 3, 4], ["LENGTH"]),
        (Totals(), [1, 2, 3.0], ["TOTAL_VALUE"]),
        (Totals(), [1, 2, True], ["TOTAL_VALUE"]),
        (Totals(), [1, 2, None], ["TOTAL_VALUE"]),
        (Totals(), [MOST_POINTS, -MOST_POINTS, 0], []),
        (Totals(), [MOST_POINTS + 1, -MOST_POINTS - 1, 0], ["TOTAL_VALUE", "TOTAL_VALUE"]),
        (Totals(step=5), [5, -10, 12], ["TOTAL_STEP"]),
        (Totals(low=0), [0, -1, 12], ["TOTAL_LOW"]),
        (Totals(together=0), [1, 1, -2], []),
        (Totals(together=0), [1, 1, -1], ["TOTALS_SUM"]),
        (Totals(step=5, together=0), [1, 1, -1], ["TOTAL_STEP"] * 3),
    ],
)
def test_totals_that_cannot_be_are_told(of: Totals, totals: list[Json], codes: list[str]) -> None:
    """One problem for each seat; the sum is looked at once each total is right by itself."""
    assert [problem.code for problem in check_totals(of, totals, 3)] == codes
