"""What a correction changes, in the table's nouns: the numbers, the choices, the points."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from scorekeeper.rules import GAMES
from scorekeeper.rules.differences import Change, change
from tests.builders import printed

if TYPE_CHECKING:
    from scorekeeper.rules.base import Game
    from scorekeeper.rules.problems import Json


def compared(game: Game, old: Json, new: Json) -> Change:
    """Compare two versions of the first round, each scored."""
    scores = [game.score(entry, anyway=True).scores for entry in (old, new)]
    return change(game, 1, (old, scores[0]), (new, scores[1]))


def said(found: Change) -> list[tuple[Any, ...]]:
    """Give the changed seats: seat, (noun, old, new)..., points before and after."""
    return [
        (
            seat.seat,
            *[(one.what.noun, one.old, one.new) for one in seat.differences],
            (seat.old_points, seat.new_points),
        )
        for seat in found.seats
    ]


def test_mueckenstich_one_card_more_is_one_point_more() -> None:
    """Harald, green cards 1 → 2: −3 → −2; nobody else is named."""
    old, new = printed(), printed()
    new["numbers"] = [dict(pile) for pile in new["numbers"]]
    new["numbers"][3]["green"] = 2
    found = compared(GAMES["mueckenstich"](5, {}), old, new)

    assert said(found) == [(3, ("green cards", 1, 2), (-3, -2))]
    assert found.choices == ()


def test_mueckenstich_another_doubled_colour_touches_all_who_hold_either() -> None:
    """Their numbers are the same, their points aren't; the choice is named once."""
    game = GAMES["mueckenstich"](5, {})
    found = compared(game, printed(), {**printed(), "doubled": "green"})
    [choice] = found.choices

    assert said(found) == [(0, (10, 5)), (2, (-10, -7)), (3, (-3, -5))]
    assert (choice.what.noun, choice.old, choice.new) == ("doubled colour", "red", "green")


def test_mittlere_an_answer_counts_as_a_difference_only_where_it_was_due() -> None:
    """Whether somebody with points took a trick was never asked."""
    old = {"points": [97, 60, 0], "won_trick": [True, True, False]}
    new = {"points": [97, 60, 0], "won_trick": [True, True, True]}
    found = compared(GAMES["mittlere"](3, {}), old, new)

    assert said(found) == [
        (1, (1, -2)),
        (2, ("took a trick", False, True), (-2, 1)),
    ]


def test_kunibert_names_who_played_the_last_card() -> None:
    """As seats: the reader's page gives them their names; None is nobody."""
    old = {"captured": [{"low": 4}, {}, {"black": [12]}], "last_card": 2}
    new = {**old, "last_card": None}
    found = compared(GAMES["kunibert"](3, {}), old, new)
    [choice] = found.choices

    assert said(found) == [(2, (45, 15))]
    assert (choice.what.noun, choice.old, choice.new) == ("last card", 2, None)


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("exact", [False, True])
def test_a_round_does_not_differ_from_itself(key: str, *, exact: bool) -> None:
    """Whatever was played, and however it was written down."""
    rng = Random(7)
    seats = max(GAMES[key].PLAYERS)
    game = GAMES[key](seats, {})
    [entry] = game.simulate(rng, dealer=0, exact=exact)
    [other] = game.simulate(rng, dealer=0, exact=exact)
    found = compared(game, entry, other)

    assert compared(game, entry, entry) == Change((), ())
    assert found.seats
    assert {seat.seat for seat in found.seats} >= {
        seat for seat in range(seats) if game.tally(entry)[seat] != game.tally(other)[seat]
    }


def test_exact_cards_are_told_one_by_one() -> None:
    """Arne had the red 9 and not the red 8: nothing counts differently, but it is said."""
    old, new = printed(), printed()
    for entry, cards in ((old, [1, 2, 3, 4, 8]), (new, [1, 2, 3, 4, 9])):
        entry["numbers"] = [{"red": cards}, *entry["numbers"][1:]]
    game = GAMES["mueckenstich"](5, {})

    assert said(compared(game, old, new)) == [
        (0, ("exact cards", ("red:8",), ("red:9",)), (10, 10)),
    ]
    assert said(compared(game, printed(), new)) == [
        (0, ("exact cards", (), tuple(f"red:{card}" for card in (1, 2, 3, 4, 9))), (10, 10)),
    ]
