"""Ritter Kunibert's 12er Stich, rule by rule; § cites its rulebook."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING

import pytest

from scorekeeper.rules.inputs import Count, Sum
from scorekeeper.rules.kunibert import Kunibert
from scorekeeper.rules.problems import Json, Problem, Unscorable
from tests.rules.table import found, in_any_order

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.rules.results import Score

GROUPS = ("low", "mid", "black12", "red12")
AGAINST = {"hand_cards_count_against": True}
PRO = {"pro_rule": True}


def played(
    *captured: dict[str, Json], last_card: Json = None, hands: Json = None
) -> dict[str, Json]:
    """Make the entry of a round; players who captured nothing at the end may be left out."""
    entry: dict[str, Json] = {
        "captured": [*deepcopy(captured), *({} for _ in range(3 - len(captured)))],
        "last_card": last_card,
    }
    if hands is not None:
        entry["hands"] = deepcopy(hands)
    return entry


def score(entry: Json, *, anyway: bool = False, **rules: Json) -> Score:
    """Score a round of as many players as it has piles for."""
    return Kunibert(len(entry["captured"]), rules).score(entry, anyway=anyway)


def problems(entry: Json, seats: int = 3, **rules: Json) -> tuple[Problem, ...]:
    """Say what is wrong with a round, or looks wrong."""
    return Kunibert(seats, rules).check(entry)


# §6, §7: scoring ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pile", "points"),
    [
        ({}, 0),
        ({"low": 0, "mid": 0}, 0),
        ({"low": 2}, 10),
        ({"mid": 2}, 20),
        ({"black12": 2}, 30),
        ({"black12": 1, "red12": 1}, 35),
        ({"black": [1, 2, 3, 4, 5]}, 25),
        ({"red": [1, 2, 3, 4, 5]}, 25),
        ({"black": [6, 7, 8, 9]}, 40),
        ({"red": [6, 7, 8, 9]}, 40),
        ({"black": [12]}, 15),
        ({"red": [12]}, 20),
        ({"black": [], "red": []}, 0),
        ({"low": 4, "mid": 2, "black12": 1}, 55),
        ({"low": 26, "mid": 16, "black12": 2, "red12": 2}, 360),
    ],
)
def test_s7_value_of_a_card(pile: dict[str, Json], points: int) -> None:
    """1 to 5 are 5, 6 to 9 are 10, a black 12 is 15 and a red 12 is 20; all of them make 360."""
    assert score(played(pile)).scores == (points, 0, 0)
    assert score(played({}, {}, pile)).scores == (0, 0, points)


def test_s7_groups_and_exact_cards_add_up() -> None:
    """Cards of one pile may be typed either way, or both; lines are by group."""
    scored = score(played({"low": 1, "mid": 2, "black": [4, 8, 12], "red": [1, 12]}))

    assert scored.scores == (5 + 20 + 5 + 10 + 15 + 5 + 20, 0, 0)
    assert in_any_order(scored.lines[0]) == in_any_order(
        [
            {
                "kind": "captured",
                "group": group,
                "cards": cards,
                "value": value,
                "points": cards * value,
                "cite": "§7",
            }
            for group, cards, value in (
                ("low", 3, 5),
                ("mid", 3, 10),
                ("black12", 1, 15),
                ("red12", 1, 20),
            )
        ]
    )
    assert scored.lines[1:] == ((), ())
    assert scored.facts == {}


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_s6_last_card_brings_30_with_or_without_a_trick(seat: int) -> None:
    """A follows with the last card onto 3 open cards and has no trick: 30, open cards nobody's."""
    scored = score(played(last_card=seat))

    assert scored.scores == tuple(30 if other == seat else 0 for other in range(3))
    assert scored.lines[seat] == ({"kind": "last_card", "points": 30, "cite": "§6"},)
    assert scored.warnings == ()


def test_s6_nobody_gets_30_when_the_pile_ran_out() -> None:
    """Null is that nobody played a last card."""
    scored = score(played({"low": 2}, last_card=None))

    assert scored.scores == (10, 0, 0)


def test_s7_whole_deck_and_the_last_card_make_390() -> None:
    """No round can bring more than 360 and 30."""
    scored = score(played({"low": 26, "mid": 16, "black12": 2, "red12": 2}, last_card=0))

    assert scored.scores == (390, 0, 0)
    assert scored.warnings == ()


# §10: cards left in hand --------------------------------------------------------------

HANDS = [{}, {"black": [12], "red": [1, 6]}, {"low": 1, "red12": 2}]


def test_s10_cards_left_in_hand_are_subtracted_at_their_values() -> None:
    """Low 5, mid 10, black 12 15 and red 12 20; a score may fall below 0."""
    entry = played({"black": [6, 6]}, {"black": [4, 8]}, last_card=0, hands=HANDS)
    scored = score(entry, **AGAINST)

    assert scored.scores == (50, -15, -45)
    assert scored.warnings == ()
    assert in_any_order(scored.lines[1]) == in_any_order(
        [
            {
                "kind": kind,
                "group": group,
                "cards": 1,
                "value": value,
                "points": value if kind == "captured" else -value,
                "cite": cite,
            }
            for kind, group, value, cite in (
                ("captured", "low", 5, "§7"),
                ("captured", "mid", 10, "§7"),
                ("hand", "low", 5, "§10"),
                ("hand", "mid", 10, "§10"),
                ("hand", "black12", 15, "§10"),
            )
        ]
    )


def test_s10_hands_count_also_when_the_pile_ran_out() -> None:
    """The variant doesn't depend on how the round ended (house reading)."""
    entry = played(hands=[{"low": 1}, {"mid": 1}, {"red": [12]}])

    assert score(entry, **AGAINST).scores == (-5, -10, -20)


def test_s7_hands_do_not_count_without_the_variant() -> None:
    """Given all the same they are checked against the deck, and not scored."""
    entry = played({"low": 24}, last_card=0, hands=[{"mid": 1}, {}, {"low": 2}])
    entry_over = played({"low": 24}, last_card=0, hands=[{}, {}, {"low": 3}])

    assert score(entry).scores == (150, 0, 0)
    assert score(entry).warnings == ()
    assert found(problems(entry_over)) == ["DECK_OVER"]


def test_s10_hands_are_needed_with_the_variant() -> None:
    """Without hands there is nothing to subtract: MALFORMED."""
    (problem,) = problems(played(), **AGAINST)

    assert problem.code == "MALFORMED"
    assert problem.field == "/hands"
    assert problems(played()) == ()


def test_s10_who_played_the_last_card_has_none_in_hand() -> None:
    """A hand card of that player is LAST_CARD_HAS_HAND, which anyway doesn't help."""
    entry = played(last_card=1, hands=[{"low": 1}, {"mid": 2}, {"low": 1}])
    (problem,) = problems(entry, **AGAINST)
    with pytest.raises(Unscorable):
        score(entry, anyway=True, **AGAINST)

    assert problem.code == "LAST_CARD_HAS_HAND"
    assert (problem.seat, problem.field) == (1, "/hands/1")
    assert (problem.expected, problem.found) == (0, 2)
    assert not problem.conservation
    assert problems(entry) == ()


def test_s10_an_empty_hand_without_the_bonus_is_a_warning() -> None:
    """Whoever has no card left must have played a last card, and only one player can have."""
    entry = played(last_card=0, hands=[{}, {}, {"low": 1}])
    nobody = played(hands=[{}, {"low": 0}, {"black": []}])

    assert [(each.code, each.seat, each.field) for each in problems(entry, **AGAINST)] == [
        ("HAND_EMPTY_NO_BONUS", 1, "/hands/1")
    ]
    assert found(problems(nobody, **AGAINST)) == ["HAND_EMPTY_NO_BONUS"] * 3
    assert problems(entry) == ()


# §3: the deck -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("group", "limit"), [("low", 26), ("mid", 16), ("black12", 2), ("red12", 2)]
)
def test_s3_cards_of_a_group_in_the_deck(group: str, limit: int) -> None:
    """26 low, 16 mid and two 12s of each colour, captured and in hand together."""
    enough = played({group: limit - 1}, {}, hands=[{}, {}, {group: 1}], last_card=0)
    over = played({group: limit}, {}, hands=[{}, {}, {group: 1}], last_card=0)
    (problem,) = problems(over, **PRO)

    assert "DECK_OVER" not in found(problems(enough, **PRO))
    assert problem.code == "DECK_OVER"
    assert (problem.field, problem.group, problem.card) == ("/captured", group, None)
    assert (problem.expected, problem.found) == (limit, limit + 1)
    assert problem.conservation


@pytest.mark.parametrize("colour", ["black", "red"])
@pytest.mark.parametrize(
    ("value", "copies"),
    [(1, 4), (2, 3), (3, 2), (4, 2), (5, 2), (6, 2), (7, 2), (8, 2), (9, 2)],
)
def test_s3_copies_of_an_exact_card(colour: str, value: int, copies: int) -> None:
    """1 four times, 2 three times, 3 to 9 twice in each colour, piles and hands together."""
    hands = [{}, {}, {colour: [value]}]
    enough = played({colour: [value]}, {colour: [value] * (copies - 2)}, hands=hands)
    over = played({colour: [value]}, {colour: [value] * (copies - 1)}, hands=hands)
    (problem,) = (each for each in problems(over) if each.code == "DECK_OVER")

    assert "DECK_OVER" not in found(problems(enough))
    assert (problem.group, problem.card) == (None, f"{colour}:{value}")
    assert (problem.expected, problem.found) == (copies, copies + 1)
    assert problem.conservation
    assert problem.words() == (
        f"The deck has {copies} × {colour} {value}, but {copies + 1} were typed in: "
        "Seat 0, Seat 1, Seat 2."
    )


@pytest.mark.parametrize("colour", ["black", "red"])
def test_s3_twelves_are_over_as_a_group_only(colour: str) -> None:
    """Three exact 12s of a colour are one violation, not two."""
    (problem,) = problems(played({colour: [12, 12, 12]}), **PRO)

    assert problem.code == "DECK_OVER"
    assert (problem.group, problem.card, problem.found) == (f"{colour}12", None, 3)


def test_s3_everything_over_is_told_at_once() -> None:
    """Each group and each card that there are too many of is a violation."""
    over = problems(played({"low": 25, "mid": 17, "red": [3, 3]}, {"red": [3]}))

    assert found(over) == ["DECK_OVER"] * 3
    assert {(problem.group, problem.card) for problem in over} == {
        ("low", None),
        ("mid", None),
        (None, "red:3"),
    }


def test_anyway_scores_a_round_with_too_many_cards() -> None:
    """DECK_OVER becomes the first of the warnings, and the cards score as typed."""
    entry = played({"black12": 2, "red12": 1}, {"black12": 1}, last_card=2)
    scored = score(entry, anyway=True)
    with pytest.raises(Unscorable):
        score(entry)

    assert scored.scores == (50, 15, 30)
    assert [problem.code for problem in scored.warnings] == ["DECK_OVER", "SINGLE_CARD"]


def test_anyway_tells_all_when_something_else_is_wrong() -> None:
    """Beside LAST_CARD_HAS_HAND the deck's violation is told as well."""
    entry = played({"mid": 17}, last_card=0, hands=[{"low": 1}, {"low": 1}, {"low": 1}])
    with pytest.raises(Unscorable) as caught:
        score(entry, anyway=True, **AGAINST)

    assert found(caught.value.problems) == ["DECK_OVER", "LAST_CARD_HAS_HAND"]


# §5: warnings -------------------------------------------------------------------------


@pytest.mark.parametrize("pile", [{"low": 1}, {"black": [12]}, {"mid": 1, "low": 0}])
def test_s5_a_single_card_is_no_trick(pile: dict[str, Json]) -> None:
    """A led card wins nothing, so a trick has at least two cards."""
    warnings = problems(played({}, pile, last_card=0))

    assert [(each.code, each.seat, each.field) for each in warnings] == [
        ("SINGLE_CARD", 1, "/captured/1")
    ]
    assert not warnings[0].conservation


@pytest.mark.parametrize(
    ("pile", "warned"),
    [
        ({"red12": 1, "mid": 1}, True),
        ({"red12": 2, "black12": 1}, True),
        ({"red": [12], "mid": 2}, True),
        ({"red12": 1, "black12": 1}, False),
        ({"red12": 1, "black": [12]}, False),
        ({"red12": 1, "black12": 2}, False),
        ({"black12": 2}, False),
    ],
)
def test_s5_a_red_12_only_takes_a_black_one(pile: dict[str, Json], *, warned: bool) -> None:
    """More red 12s than black ones in a pile are a warning, but not with the pro rule (§11)."""
    codes = found(problems(played(pile, last_card=1)))

    assert codes == (["RED12_WITHOUT_BLACK12"] if warned else [])
    assert problems(played(pile, last_card=1), **PRO) == ()


@pytest.mark.parametrize(
    ("pile", "warned", "with_pro"),
    [
        ({"black": [4, 8]}, False, False),
        ({"black": [4, 8], "red": []}, False, False),
        ({"black": [5], "red": [5]}, False, False),
        ({"black": [9, 9, 6]}, False, False),
        ({"black": [4, 9]}, True, True),
        ({"black": [5], "red": [6]}, True, True),
        ({"black": [1], "red": [4, 9]}, True, False),
        ({"red": [4, 8]}, True, False),
        ({"red": [4, 9]}, True, True),
        ({"black": [4, 9], "low": 1}, False, False),
        ({"black": [4, 9], "low": 0}, True, True),
        ({"black": [], "red": []}, False, False),
        ({"low": 1, "mid": 2}, False, False),
    ],
)
def test_s5_whole_tricks_make_a_multiple_of_12(
    pile: dict[str, Json], *, warned: bool, with_pro: bool
) -> None:
    """A pile wholly of exact cards: black less red is 0, 12, 24 …; negative with the pro rule."""
    warnings = problems(played({}, {}, pile, last_card=0))

    assert found(warnings) == (["CHECKSUM"] if warned else [])
    assert [(each.seat, each.field) for each in warnings] == [(2, "/captured/2")] * warned
    assert found(problems(played({}, {}, pile), **PRO)) == (["CHECKSUM"] if with_pro else [])


def test_s5_a_checksum_says_its_total() -> None:
    """A negative total is written with a minus sign."""
    (warning,) = problems(played({"red": [4, 9]}))

    assert "make −13;" in warning.words()


def test_every_warning_of_a_pile_is_told() -> None:
    """One red 12 alone: a single card, without a black 12, and no multiple of 12 above 0."""
    warnings = problems(played({"red": [12]}, last_card=1))

    assert found(warnings) == ["CHECKSUM", "RED12_WITHOUT_BLACK12", "SINGLE_CARD"]
    assert score(played({"red": [12]}, last_card=1)).scores == (20, 30, 0)


# The entry's shape and values ---------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"players": 3}, "/players"),
        ({"captured": None}, "/captured"),
        ({"captured": {}}, "/captured"),
        ({"captured": [{}, [], {}]}, "/captured/1"),
        ({"captured": [{}, {}, {"red": 1}]}, "/captured/2/red"),
        ({"captured": [{"black": {}}, {}, {}]}, "/captured/0/black"),
        ({"hands": None}, "/hands"),
        ({"hands": [0, {}, {}]}, "/hands/0"),
        ({"hands": [{}, {"black": None}, {}]}, "/hands/1/black"),
    ],
)
def test_shape_of_an_entry(change: dict[str, Json], place: str) -> None:
    """A wrong container and a key not known are MALFORMED."""
    (problem,) = problems({**played(), **change})

    assert problem.code == "MALFORMED"
    assert problem.field == place


@pytest.mark.parametrize("missing", ["captured", "last_card"])
def test_keys_that_an_entry_needs(missing: str) -> None:
    """Whether a last card was played must be said, if only by null."""
    entry = played()
    del entry[missing]
    (problem,) = problems(entry)

    assert problem.code == "MALFORMED"
    assert problem.field == f"/{missing}"


@pytest.mark.parametrize("entry", [None, [], "", 0, True])
def test_an_entry_is_an_object(entry: Json) -> None:
    """Nothing else can be an entry."""
    assert found(problems(entry)) == ["MALFORMED"]


def test_lists_have_one_member_for_each_seat() -> None:
    """Captured cards and hands alike."""
    wrong = problems(played(hands=[{}, {}]), seats=4)

    assert found(wrong) == ["LENGTH", "LENGTH"]
    assert [(each.field, each.expected, each.found) for each in wrong] == [
        ("/captured", 4, 3),
        ("/hands", 4, 2),
    ]


@pytest.mark.parametrize("value", [-1, 1000, 1.0, True, "1", None, {}, [], 10**30])
def test_counts_are_whole_numbers_from_0_to_999(value: Json) -> None:
    """Each group with anything else is named."""
    wrong = problems(played({"low": value, "red12": value}, hands=[{}, {"mid": value}, {}]))

    assert found(wrong) == ["NOT_A_COUNT"] * 3
    assert [(each.field, each.seat, each.group) for each in wrong] == [
        ("/captured/0/low", 0, "low"),
        ("/captured/0/red12", 0, "red12"),
        ("/hands/1/mid", 1, "mid"),
    ]


def test_999_is_a_count() -> None:
    """The largest number is far too large for a round, but it is a number."""
    assert found(problems(played({"low": 999}))) == ["DECK_OVER"]


@pytest.mark.parametrize(
    ("card", "name"),
    [
        (10, "red:10"),
        (11, "red:11"),
        (0, "red:0"),
        (13, "red:13"),
        (-1, None),
        (10**30, None),
        (True, None),
        (1.0, None),
        ("1", None),
        (None, None),
        ([], None),
    ],
)
def test_s3_there_is_no_10_and_no_11(card: Json, name: str | None) -> None:
    """Every card that isn't in the deck is named with its place."""
    wrong = problems(played({"red": [1, card, card]}, hands=[{}, {}, {"red": [card]}]))

    assert found(wrong) == ["NO_SUCH_CARD"] * 3
    assert [(each.field, each.seat, each.card) for each in wrong] == [
        ("/captured/0/red/1", 0, name),
        ("/captured/0/red/2", 0, name),
        ("/hands/2/red/0", 2, name),
    ]


def test_there_are_four_groups_and_two_colours() -> None:
    """Any other key of a pile is UNKNOWN_GROUP."""
    wrong = problems(played({"high": 1, "blue": [1]}, hands=[{}, {}, {"": 0}]))

    assert found(wrong) == ["UNKNOWN_GROUP"] * 3
    assert [(each.field, each.seat, each.group) for each in wrong] == [
        ("/captured/0/high", 0, "high"),
        ("/captured/0/blue", 0, "blue"),
        ("/hands/2/", 2, ""),
    ]


@pytest.mark.parametrize("last_card", [3, -1, True, False, 0.0, "0", [], {}, 10**30])
def test_last_card_is_a_seats_or_nobodys(last_card: Json) -> None:
    """A seat of the match, or null."""
    (problem,) = problems(played(last_card=last_card))

    assert problem.code == "LAST_CARD_UNKNOWN_SEAT"
    assert problem.field == "/last_card"


# §8: the end --------------------------------------------------------------------------

FIRST = [120, 150, 90]
SECOND = [100, 70, 110]
THIRD = [20, 25, 60]


@pytest.mark.parametrize(
    ("target", "tie", "rounds", "totals", "winners", "counted"),
    [
        (200, "shared", [], [0, 0, 0], (), 0),
        (200, "shared", [FIRST], FIRST, (), 1),
        (200, "shared", [FIRST, SECOND], [220, 220, 200], (0, 1), 2),
        (200, "extra_round", [FIRST, SECOND], [220, 220, 200], (), 2),
        (200, "extra_round", [FIRST, SECOND, THIRD], [240, 245, 260], (2,), 3),
        (200, "extra_round", [FIRST, SECOND, [10, 10, 29]], [230, 230, 229], (), 3),
        (200, "extra_round", [FIRST, SECOND, [-30, -25, 0]], [190, 195, 200], (2,), 3),
        (200, "extra_round", [FIRST, SECOND, [-30, -25, -10]], [190, 195, 190], (), 3),
        (200, "shared", [[200, 0, 0]], [200, 0, 0], (0,), 1),
        (200, "shared", [[199, 0, 0]], [199, 0, 0], (), 1),
        (200, "shared", [[201, 240, 0]], [201, 240, 0], (1,), 1),
        (200, "shared", [[200, 0, 0], [0, 300, 0]], [200, 0, 0], (0,), 1),
        (200, "extra_round", [[210, 200, 0], [0, 300, 0]], [210, 200, 0], (0,), 1),
        (200, "shared", [[210, 210, 210]], [210, 210, 210], (0, 1, 2), 1),
        (None, "shared", [FIRST, SECOND, THIRD], [240, 245, 260], (), 3),
    ],
)
def test_s8_over_with_the_round_in_which_somebody_is_at_the_target(
    *,
    target: int | None,
    tie: str,
    rounds: Sequence[Sequence[int]],
    totals: list[int],
    winners: tuple[int, ...],
    counted: int,
) -> None:
    """Exactly at it is enough, and the highest total wins, whoever was there first."""
    rules = {"tie": tie} | ({"target": target} if target else {})
    outcome = Kunibert(3, rules).outcome(rounds)

    assert [standing.total for standing in outcome.standings] == totals
    assert outcome.winners == winners
    assert outcome.reason == ("target_reached" if winners else "")
    assert outcome.counted == counted


def test_s8_ranks_after_a_tie_leave_one_out() -> None:
    """220, 220, 200 are ranked 1, 1, 3."""
    outcome = Kunibert(3, {"target": 200}).outcome([FIRST, SECOND])

    assert [standing.rank for standing in outcome.standings] == [1, 1, 3]
    assert outcome.leaders == (0, 1)


def test_s8_a_match_needs_a_target() -> None:
    """A round can be scored without one, but a match can't start."""
    without, settled = Kunibert(4, {}), Kunibert(4, {"target": 300})

    assert [rule.name for rule in without.unsettled] == ["target"]
    assert without.target is None
    assert settled.unsettled == ()
    assert settled.target == 300
    assert settled.length is None


def test_s8_the_die_has_2_3_3_4_4_5() -> None:
    """The target may be rolled: 200 and 500 on one side each, 300 and 400 on two."""
    (target,) = (rule for rule in Kunibert.HOUSE_RULES if rule.name == "target")

    assert dict(zip(target.faces, target.weights, strict=True)) == {200: 1, 300: 2, 400: 2, 500: 1}
    assert all(target.allows(face) for face in target.faces)


def test_the_deal_passes_to_the_left() -> None:
    """Seat + 1 each round, and the seat after the dealer leads (house reading)."""
    game = Kunibert(4, {})

    assert [game.dealer(2, number) for number in range(1, 6)] == [2, 3, 0, 1, 2]
    assert [game.leader(2, number) for number in range(1, 6)] == [3, 0, 1, 2, 3]


# What is typed in ---------------------------------------------------------------------


@pytest.mark.parametrize("rules", [{}, AGAINST])
def test_inputs_are_groups_and_the_last_card(rules: dict[str, bool]) -> None:
    """Captured cards but the few 12s must be typed; hands, with the variant only, start at 0."""
    inputs = Kunibert(4, rules).inputs()
    decks = {"low": 26, "mid": 16, "black12": 2, "red12": 2}
    names = ["captured", "hands"] if rules else ["captured"]

    assert [count.name for count in inputs.counts] == [
        f"{name}_{group}" for name in names for group in GROUPS
    ]
    assert inputs.counts[0] == Count(("captured", "low"), "1–5", 0, 26, noun="cards 1–5")
    assert [count.high for count in inputs.counts] == [*decks.values()] * len(names)
    assert [count.start for count in inputs.counts] == [None, None, 0, 0] + [0] * 4 * (
        len(names) - 1
    )
    assert inputs.sums == tuple(
        Sum(
            inputs.counts[place].label,
            tuple(f"{name}_{group}" for name in names),
            total=limit,
            at_most=True,
        )
        for place, (group, limit) in enumerate(decks.items())
    )
    assert inputs.questions == ()


def test_inputs_ask_who_played_the_last_card() -> None:
    """It is a seat, and nobody must be chosen as well, never left open."""
    (choice,) = Kunibert(4, {}).inputs().choices

    assert choice.name == "last_card"
    assert choice.options == ()
    assert choice.required
    assert choice.nothing


def test_tally_counts_exact_cards_into_their_groups() -> None:
    """By seat, the number for each declared count, whichever way the cards were typed."""
    game = Kunibert(3, {})
    entry = played({"low": 1, "black": [4, 12]}, {"red": [6, 12]})

    assert game.tally(entry) == (
        {"captured_low": 2, "captured_mid": 0, "captured_black12": 1, "captured_red12": 0},
        {"captured_low": 0, "captured_mid": 1, "captured_black12": 0, "captured_red12": 1},
        {"captured_low": 0, "captured_mid": 0, "captured_black12": 0, "captured_red12": 0},
    )


def test_tally_counts_hands_where_they_are_given() -> None:
    """With hands their groups are counted, too."""
    game = Kunibert(3, AGAINST)
    tally = game.tally(played(hands=[{}, {"low": 2}, {"red": [12]}]))

    assert list(tally[0]) == [count.name for count in game.inputs().counts]
    assert [seat["hands_low"] for seat in tally] == [0, 2, 0]
    assert [seat["hands_red12"] for seat in tally] == [0, 0, 1]


@pytest.mark.parametrize("last_card", [0, 2, None])
@pytest.mark.parametrize("rules", [{}, AGAINST])
def test_entry_is_made_from_what_was_typed(rules: dict[str, bool], last_card: int | None) -> None:
    """The values of a form make the entry that the format describes, without its zeros."""
    game = Kunibert(3, rules)
    hands = [{}, {"low": 2}, {"red12": 1}] if rules else None
    wanted = played({"low": 4, "mid": 2}, {"black12": 1}, last_card=last_card, hands=hands)
    typed = {"seats": game.tally(wanted), "last_card": last_card}

    assert game.entry(typed, 1) == wanted
