"""What a round tells while it is being typed: who chooses, who needn't, and the points so far."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules import GAMES
from tests.rules.table import VALID, play, tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.rules.base import Game
    from scorekeeper.rules.problems import Json

COUNTED = [table for table in tables() if not table[3]]
PRINTED = VALID["mueckenstich"]["entry"]


def blank(game: Game, **chosen: Json) -> dict[str, Json]:
    """Give a form in which nothing is typed: only what starts with a number has one."""
    inputs = game.inputs()
    seat = {count.name: count.start for count in inputs.counts}
    seat |= dict.fromkeys(question.name for question in inputs.questions)
    choices = dict.fromkeys(choice.name for choice in inputs.choices)
    return {"seats": [dict(seat) for _ in range(game.seats)], **choices, **chosen}


def typed(game: Game, entry: Json, **chosen: Json) -> dict[str, Json]:
    """Give the form of an entry with all its counts."""
    choices = {choice.name: entry[choice.path[0]] for choice in game.inputs().choices}
    return {"seats": [dict(seat) for seat in game.tally(entry)], **choices, **chosen}


def tricks(game: Game, numbers: Sequence[int], **chosen: Json) -> dict[str, Json]:
    """Give a form of Mückenstich in which only the tricks are counted."""
    form = blank(game, **chosen)
    for seat, number in zip(form["seats"], numbers, strict=True):
        seat["tricks"] = number
    return form


def test_s5_the_doubler_is_known_from_the_tricks_alone() -> None:
    """Mückenstich §5: Arne has the fewest tricks, and is asked before any card is counted."""
    game = GAMES["mueckenstich"](5, {})
    asks = game.asks(tricks(game, [1, 2, 2, 2, 3]), 1)

    assert set(asks) == {"doubled"}
    assert asks["doubled"].due
    assert asks["doubled"].about is not None
    assert asks["doubled"].about.seat == 0
    assert asks["doubled"].about.words() == (
        "Seat 0 has the fewest tricks (1): which colour counts double?"
    )


def test_s5_shared_fewest_tricks_ask_nobody_and_say_why() -> None:
    """Mückenstich §5: two share the fewest, so nothing is doubled."""
    game = GAMES["mueckenstich"](5, {})
    ask = game.asks(tricks(game, [1, 1, 2, 3, 3]), 1)["doubled"]

    assert not ask.due
    assert ask.about is not None
    assert ask.about.words().startswith("Nobody alone has the fewest tricks (1)")


def test_s5_nobody_is_known_before_all_tricks_are_counted() -> None:
    """Mückenstich §5: while a player's tricks are missing, both choices are open."""
    game = GAMES["mueckenstich"](5, {})
    form = tricks(game, [1, 2, 2, 2, 3])
    form["seats"][4]["tricks"] = None

    assert game.asks(form, 1) == {}


def test_s5_the_remover_is_known_when_the_last_card_is_counted() -> None:
    """Mückenstich §5: Ernst has the most mosquitoes; the doubled colour is out."""
    game = GAMES["mueckenstich"](5, {})
    form = typed(game, PRINTED, removed=None)
    ask = game.asks(form, 1)["removed"]

    assert ask.due
    assert ask.about is not None
    assert ask.about.seat == 2
    assert ask.barred == ("red",)

    form["seats"][4]["numbers_black"] = None

    assert "removed" not in game.asks(form, 1)


def test_s5_the_removed_colour_waits_for_the_doubled_one() -> None:
    """Mückenstich §5: it is chosen afterwards, among the other colours."""
    game = GAMES["mueckenstich"](5, {})

    assert set(game.asks(typed(game, PRINTED, doubled=None), 1)) == {"doubled"}


def test_the_most_tricks_remove_before_any_card_is_counted() -> None:
    """House rule removal_chooser: by tricks, the remover is known as early as the doubler."""
    game = GAMES["mueckenstich"](5, {"removal_chooser": "tricks"})
    asks = game.asks(tricks(game, [1, 2, 2, 2, 3], doubled="blue"), 1)

    assert asks["removed"].due
    assert asks["removed"].about is not None
    assert asks["removed"].about.seat == 4
    assert asks["removed"].barred == ("blue",)


def test_s5_nothing_doubled_leaves_all_four_colours_to_remove() -> None:
    """Mückenstich §5: any of the four, if nothing is doubled (house reading)."""
    game = GAMES["mueckenstich"](5, {"removal_chooser": "tricks"})
    ask = game.asks(tricks(game, [1, 1, 2, 2, 4]), 1)["removed"]

    assert ask.due
    assert ask.barred == ()


def test_s6_the_last_card_is_asked_of_the_table_from_the_start() -> None:
    """Kunibert §6: who played it can be told at any time; who holds cards didn't."""
    game = GAMES["kunibert"](3, {"hand_cards_count_against": True})
    form = blank(game)

    assert game.asks(form, 1)["last_card"].due
    assert game.asks(form, 1)["last_card"].about is None
    assert game.asks(form, 1)["last_card"].barred == ()

    form["seats"][1]["hands_low"] = 2

    assert game.asks(form, 1)["last_card"].barred == ("1",)


def test_mittlere_has_nothing_to_choose() -> None:
    """Mittlere has no choices, and no points before all piles are counted."""
    game = GAMES["mittlere"](3, {})

    assert game.asks(blank(game), 1) == {}
    assert game.so_far(blank(game)) == (None, None, None)


@pytest.mark.parametrize("key", ["mueckenstich", "kunibert"])
def test_points_so_far_are_of_those_whose_cards_are_counted(key: str) -> None:
    """A player's points are known with their cards, the others' aren't yet."""
    game = GAMES[key](VALID[key]["seats"], {})
    form = typed(game, VALID[key]["entry"])
    scores = game.score(VALID[key]["entry"]).scores
    for count in game.inputs().counts:
        if count.start is None:
            form["seats"][1][count.name] = None
    so_far = game.so_far(form)

    assert so_far[1] is None
    assert [so_far[0], *so_far[2:]] == [scores[0], *scores[2:]]


@given(st.sampled_from(COUNTED), st.integers(0, 2**32))
def test_a_whole_form_asks_what_its_round_answered(
    table: tuple[str, int, dict[str, Json], bool], seed: int
) -> None:
    """Of a sound round every choice made was due, no other, and the points are its score."""
    key, seats, rules, exact = table
    game = GAMES[key](seats, rules)
    for line in play(Random(seed), key, seats, rules, exact=exact):
        entry = line["entry"]
        number = 1 + entry.get("phase", 0)
        form = {
            "seats": [dict(seat) for seat in game.tally(entry)],
            **{choice.name: entry[choice.path[0]] for choice in game.inputs().choices},
        }
        asks = game.asks(form, number)

        assert set(asks) == {choice.name for choice in game.inputs().choices}
        for choice in game.inputs().choices:
            ask, chosen = asks[choice.name], entry[choice.path[0]]
            assert ask.due is (choice.required or chosen is not None)
            assert str(chosen) not in ask.barred
        assert game.so_far(form) in (game.score(entry).scores, (None,) * seats)


@pytest.mark.parametrize("key", [*GAMES])
def test_the_steps_ask_for_everything_once(key: str) -> None:
    """Each count and each choice stands in exactly one step, a choice in one of its own."""
    for of, seats, rules, _exact in tables():
        if of == key:
            inputs = GAMES[key](seats, rules).inputs()
            choices = [choice.name for choice in inputs.choices]
            names = [name for step in inputs.steps for name in step]

            assert sorted(names) == sorted([*choices, *(count.name for count in inputs.counts)])
            assert all((name,) in inputs.steps for name in choices)
