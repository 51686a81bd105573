"""Entries scored by other house rules than they were typed under, or why they can't be."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules import GAMES
from scorekeeper.rules.problems import UNTOLD, Json, Unscorable
from tests.builders import mueckenstich, printed
from tests.rules import second_scorer
from tests.rules.table import play, tables

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.rules.base import Game

NAMES = ("Arne", "Geli", "Ernst", "Harald", "Fritz", "Ada")
TRICKS = {"removal_chooser": "tricks"}
MOSQUITOES = {"removal_chooser": "mosquitoes"}


def told(
    key: str, seats: int, entry: Json, mine: Mapping[str, Json], other: Mapping[str, Json]
) -> list[int]:
    """Give the points that an entry has under other house rules than its own."""
    game = GAMES[key]
    return list(game(seats, mine).under(entry, game(seats, other)).scores)


def untold(
    key: str, seats: int, entry: Json, mine: Mapping[str, Json], other: Mapping[str, Json]
) -> str:
    """Give the sentence that says why an entry doesn't tell its points under other house rules."""
    with pytest.raises(Unscorable) as raised:
        told(key, seats, entry, mine, other)
    [problem] = raised.value.problems

    assert problem.code == UNTOLD
    return problem.words(NAMES.__getitem__)


# Mückenstich ----------------------------------------------------------------------------------

SAME_CHOOSER = {
    "tricks": [3, 1, 2, 2, 2],
    "numbers": [
        {"red": 13},
        {"blue": 5},
        {"blue": 8, "green": 2},
        {"green": 10},
        {"green": 1, "black": 9},
    ],
    "mosquitoes": [{"red": 2}, {}, {}, {}, {}],
    "doubled": "blue",
    "removed": "green",
}
"""Arne has the most tricks, and the most mosquitoes."""

TIED_TRICKS: dict[str, Json] = {
    "tricks": [2, 2, 2, 2, 2],
    "numbers": [
        {"red": 8},
        {"red": 5, "blue": 5},
        {"blue": 8, "green": 2},
        {"green": 10},
        {"green": 1, "black": 9},
    ],
    "mosquitoes": [{"red": 2}, {}, {}, {}, {}],
    "doubled": None,
    "removed": "green",
}
"""Arne alone has mosquitoes; all have as many tricks."""


def test_s5_whoever_removes_a_colour_under_both_removes_the_same() -> None:
    """Arne removed green, and would have with the most tricks, too."""
    points = [8, 10, 16, 0, 9]

    assert told("mueckenstich", 5, SAME_CHOOSER, MOSQUITOES, TRICKS) == points
    assert told("mueckenstich", 5, SAME_CHOOSER, TRICKS, MOSQUITOES) == points


def test_s5_a_tie_under_the_other_rules_removes_nothing() -> None:
    """With equal tricks nobody would have removed green: it counts again."""
    assert told("mueckenstich", 5, TIED_TRICKS, MOSQUITOES, MOSQUITOES) == [3, 10, 8, 0, 9]
    assert told("mueckenstich", 5, TIED_TRICKS, MOSQUITOES, TRICKS) == [3, 10, 10, 10, 10]


def test_s5_nobody_knows_which_colour_somebody_else_would_have_removed() -> None:
    """Ernst has the most mosquitoes and removed black; Fritz has the most tricks."""
    sentence = "Fritz would have removed a colour, and nobody knows which."

    assert untold("mueckenstich", 5, printed(), MOSQUITOES, TRICKS) == sentence


def test_s5_nobody_knows_a_colour_that_wasnt_removed() -> None:
    """Where tricks decide and tie, nothing was removed; by mosquitoes Arne would have."""
    entry = {**TIED_TRICKS, "removed": None}
    sentence = "Arne would have removed a colour, and nobody knows which."

    assert untold("mueckenstich", 5, entry, TRICKS, MOSQUITOES) == sentence


def test_s5_where_nobody_removes_a_colour_either_way_all_counts() -> None:
    """No mosquitoes and equal tricks: neither rule lets anybody choose."""
    entry = mueckenstich([2, 2, 2, 2, 2])

    assert told("mueckenstich", 5, entry, MOSQUITOES, TRICKS) == [10] * 5


def test_s5_cards_that_are_missing_dont_matter() -> None:
    """A round that was recorded anyway is scored by the other rules anyway."""
    entry = deepcopy(TIED_TRICKS)
    entry["numbers"][3] = {"green": 7}

    assert told("mueckenstich", 5, entry, MOSQUITOES, TRICKS) == [3, 10, 10, 7, 10]


ASIDE_BY_ROUND = {"set_aside": "per_round"}
PHASED = {"scoring": "per_phase"}


def test_s3_other_cards_set_aside_are_other_tricks_played() -> None:
    """Three players who set aside once a round play 18 tricks; 16 say nothing about them."""
    sixteen, eighteen = mueckenstich([6, 5, 5]), mueckenstich([6, 6, 6])

    assert untold("mueckenstich", 3, sixteen, {}, ASIDE_BY_ROUND) == (
        "18 tricks would have been played, not 16."
    )
    assert untold("mueckenstich", 3, eighteen, ASIDE_BY_ROUND, {}) == (
        "16 tricks would have been played, not 18."
    )


def test_s3_the_first_phase_has_8_tricks_either_way() -> None:
    """Scored by phases, only the second one depends on what is set aside."""
    first, second = (mueckenstich([3, 3, 2], "red", phase=phase) for phase in (0, 1))
    by_round = {**PHASED, **ASIDE_BY_ROUND}

    assert told("mueckenstich", 3, first, PHASED, by_round) == [18, 13, 6]
    assert untold("mueckenstich", 3, second, PHASED, by_round) == (
        "10 tricks would have been played, not 8."
    )


def test_s5_a_round_doesnt_tell_its_phases_nor_phases_their_round() -> None:
    """One entry can't be taken apart; choices that were made twice can't be made one."""
    whole = mueckenstich([6, 5, 5])
    phase = mueckenstich([3, 3, 2], "red", phase=0)

    assert untold("mueckenstich", 3, whole, {}, PHASED) == (
        "The two phases weren't written down one by one."
    )
    assert untold("mueckenstich", 3, phase, PHASED, {}) == (
        "Colours were chosen for each phase, not for the whole round."
    )


@pytest.mark.parametrize("rules", [ASIDE_BY_ROUND, PHASED, {"rounds": 9}])
def test_house_rules_without_effect_on_a_round_leave_its_points(rules: dict[str, Json]) -> None:
    """The rules for three players mean nothing to five, nor does the number of rounds."""
    assert told("mueckenstich", 5, printed(), {}, rules) == [10, -1, -10, -3, 10]


# Kunibert -------------------------------------------------------------------------------------

AGAINST = {"hand_cards_count_against": True}
WON = {"captured": [{"low": 2}, {"mid": 2}, {}], "last_card": 0}
WITH_HANDS = {**WON, "hands": [{}, {"red12": 1}, {"low": 1}]}


def test_s10_hand_cards_that_werent_written_down_count_against_nobody() -> None:
    """Without hands it isn't guessed that there were none."""
    sentence = "The cards left in hand weren't written down."

    assert untold("kunibert", 3, WON, {}, AGAINST) == sentence


def test_s10_hand_cards_that_were_written_down_count_or_dont() -> None:
    """Hands may be given without the variant; with it they are taken off."""
    assert told("kunibert", 3, WITH_HANDS, {}, AGAINST) == [40, 0, -5]
    assert told("kunibert", 3, WITH_HANDS, AGAINST, {}) == [40, 20, 0]


def test_s10_a_hand_beside_the_last_card_is_still_wrong() -> None:
    """Whoever played the last card holds none: such a hand can't be taken off."""
    entry = {**WITH_HANDS, "hands": [{"low": 2}, {}, {}]}
    with pytest.raises(Unscorable) as raised:
        told("kunibert", 3, entry, {}, AGAINST)

    assert [problem.code for problem in raised.value.problems] == ["LAST_CARD_HAS_HAND"]


@pytest.mark.parametrize("rules", [{"pro_rule": True}, {"target": 5}, {"tie": "extra_round"}])
def test_s11_the_pro_rule_changes_no_points(rules: dict[str, Json]) -> None:
    """Nor do target and tie: they only say when a match ends."""
    assert told("kunibert", 3, WON, {}, rules) == [40, 20, 0]


# Mittlere -------------------------------------------------------------------------------------

THIRD = {"no_trick_and_hundred": "third_takes_two"}


@pytest.mark.parametrize(
    ("entry", "by_list", "by_third"),
    [
        ({"points": [101, 56, 0], "won_trick": [True, True, False]}, [1, 1, -2], [-1, 2, -1]),
        ({"points": [101, 56, 0], "tricks": [8, 4, 0]}, [1, 1, -2], [-1, 2, -1]),
        ({"points": [101, 56, 0], "won_trick": [True, True, True]}, [-2, 1, 1], [-2, 1, 1]),
        ({"points": [70, 52, 35]}, [1, -2, 1], [1, -2, 1]),
    ],
)
def test_scoring_2_and_3_go_by_either_rule(
    entry: Json, by_list: list[int], by_third: list[int]
) -> None:
    """A deal says who has no trick and who a hundred: it tells its points by both rules."""
    assert told("mittlere", 3, entry, {}, THIRD) == by_third
    assert told("mittlere", 3, entry, THIRD, {}) == by_list


# All games ------------------------------------------------------------------------------------

TABLES = list(tables())
SEEDS = st.integers(0, 2**32)


@given(st.sampled_from(TABLES), SEEDS)
def test_under_its_own_house_rules_a_round_counts_as_it_does(
    table: tuple[str, int, dict[str, Json], bool], seed: int
) -> None:
    """Every round of every game tells its own points, with the lines that derive them."""
    key, seats, rules, exact = table
    game = GAMES[key](seats, rules)
    for line in play(Random(seed), key, seats, rules, exact=exact):
        assert game.under(line["entry"], GAMES[key](seats, rules)) == game.score(line["entry"])


def told_or_why(mine: Game, entry: Json, other: Game) -> tuple[list[int], list[str]]:
    """Give the points that an entry has under other house rules, or the sentences that say why."""
    try:
        return list(mine.under(entry, other).scores), []
    except Unscorable as unscorable:
        return [], [problem.words(NAMES.__getitem__) for problem in unscorable.problems]


def ways(entry: Json) -> list[Json]:
    """Give an entry as it stands, and as it would be with no colour removed."""
    return [entry, {**entry, "removed": None}] if entry.get("removed") else [entry]


@given(st.sampled_from(TABLES), SEEDS, st.data())
def test_under_any_house_rules_a_round_tells_its_points_or_why_not(
    table: tuple[str, int, dict[str, Json], bool], seed: int, data: st.DataObject
) -> None:
    """What is told, the second scorer says of it or of it with no colour removed."""
    key, seats, rules, exact = table
    other = data.draw(st.sampled_from([of for of in TABLES if of[:2] == (key, seats)]))[2]
    mine, others = GAMES[key](seats, rules), GAMES[key](seats, other)
    for line in play(Random(seed), key, seats, rules, exact=exact):
        entry = deepcopy(line["entry"])
        points, reasons = told_or_why(mine, entry, others)
        lines = [{"seats": seats, "rules": other, "entry": way} for way in ways(entry)]
        known = [second_scorer.answer(key, line).get("scores") for line in lines]

        assert entry == line["entry"]
        assert bool(points) != bool(reasons)
        assert points in known or (reasons and rules != other)
        assert all(reason.endswith(".") for reason in reasons)
