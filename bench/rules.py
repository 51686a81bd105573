"""How many rounds a second are checked and scored, with the lines that derive each score."""

from __future__ import annotations

from random import Random
from time import process_time
from typing import TYPE_CHECKING

from scorekeeper.rules import GAMES

if TYPE_CHECKING:
    from scorekeeper.rules.base import Entry, Game

GOAL = 25_000  # rounds a second on one core, for each game and each way to type
ROUNDS = 1_000
BEST_OF = 5


def main() -> None:
    """Measure each game by counts and by exact cards, and print a table."""
    print(f"{'check and score':<16}{'typed':<10}{'rounds/s':>10}{'goal':>10}")
    for key in GAMES:
        for exact in (False, True):
            speed = rounds_per_second(key, exact=exact)
            typed = "cards" if exact else "counts"
            print(f"{key:<16}{typed:<10}{speed:>10,.0f}{GOAL:>10,}")


def rounds_per_second(key: str, *, exact: bool) -> float:
    """Score simulated rounds at tables of every size, and tell the speed of the best run."""
    rounds = simulated(key, exact=exact)
    best = min(_seconds(rounds) for _ in range(BEST_OF))
    return len(rounds) / best


def simulated(key: str, *, exact: bool) -> list[tuple[Game, Entry]]:
    """Play rounds by the rulebook's own rules, the same for every run."""
    rng = Random(1)
    tables = [GAMES[key](seats, {}) for seats in GAMES[key].PLAYERS]
    return [
        (game, entry)
        for number in range(ROUNDS // len(tables))
        for game in tables
        for entry in game.simulate(rng, dealer=number % game.seats, exact=exact)
    ]


def _seconds(rounds: list[tuple[Game, Entry]]) -> float:
    start = process_time()
    for game, entry in rounds:
        game.score(entry)
    return process_time() - start


if __name__ == "__main__":
    main()
