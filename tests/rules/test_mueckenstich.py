"""Mückenstich, rule by rule; § cites its rulebook."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import TYPE_CHECKING

import pytest

from scorekeeper.rules.inputs import Choice, Count, Sum
from scorekeeper.rules.mueckenstich import Mueckenstich
from scorekeeper.rules.problems import Json, Problem, Unscorable
from scorekeeper.rules.results import Place, Score
from tests.rules.table import VALID, found, in_any_order

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

COLOURS = ("red", "blue", "green", "black")
PER_PHASE = {"scoring": "per_phase"}
PRINTED = VALID["mueckenstich"]["entry"]
EXACT = [
    {"red": [2, 4, 8, 12, 12]},
    {"blue": [2, 4, 5, 11, 12, 12], "green": [12], "red": [1]},
    {"blue": [1, 9], "black": [7], "green": [2, 10, 11]},
    {"black": [1, 11, 12], "green": [5], "red": [3, 5, 6]},
    {"blue": [3, 8, 10], "black": [2, 4, 6], "green": [1, 6, 9, 12], "red": [7, 9, 10, 11]},
]


def printed(**change: Json) -> dict[str, Json]:
    """Give the rulebook's example, changed."""
    return {**deepcopy(PRINTED), **change}


def filled(
    tricks: Sequence[int],
    mosquitoes: Sequence[Mapping[str, int]] = (),
    doubled: str | None = None,
    removed: str | None = None,
    **more: Json,
) -> dict[str, Json]:
    """Make a round with these tricks and mosquitoes, filled up with number cards as they come."""
    seats = len(tricks)
    bites = [dict(held) for held in mosquitoes] or [{} for _ in tricks]
    deck = iter([colour for colour in COLOURS for _ in range(13)])
    numbers = []
    for won, held in zip(tricks, bites, strict=True):
        pile = [next(deck) for _ in range(won * seats - sum(held.values()))]
        numbers.append({colour: pile.count(colour) for colour in COLOURS if colour in pile})
    return {
        "tricks": list(tricks),
        "numbers": numbers,
        "mosquitoes": bites,
        "doubled": doubled,
        "removed": removed,
        **more,
    }


def empty(tricks: list[int], **more: Json) -> dict[str, Json]:
    """Make an entry with these tricks and without a card."""
    none: list[Json] = [{} for _ in tricks]
    return {"tricks": tricks, "numbers": none, "mosquitoes": none, **more}


def score(entry: Json, *, anyway: bool = False, **rules: Json) -> Score:
    """Score a round of as many players as it has tricks for."""
    return Mueckenstich(len(entry["tricks"]), rules).score(entry, anyway=anyway)


def problems(
    entry: Json, seats: int = 5, beside: Sequence[Json] = (), **rules: Json
) -> tuple[Problem, ...]:
    """Say what is wrong with a round."""
    return Mueckenstich(seats, rules).check(entry, beside=beside)


# §5: scoring --------------------------------------------------------------------------


@pytest.mark.parametrize("numbers", [PRINTED["numbers"], EXACT], ids=["counts", "exact"])
def test_s5_printed_example(numbers: Json) -> None:
    """Arne 10, Geli -1, Ernst -10, Harald -3, Fritz 10; Arne doubles, Ernst removes."""
    scored = score(printed(numbers=numbers))

    assert scored.scores == (10, -1, -10, -3, 10)
    assert scored.facts == {"doubled_by": 0, "removed_by": 2}
    assert scored.warnings == ()


def test_s5_printed_example_line_by_line() -> None:
    """Each colour held and each colour of mosquitoes is a line, also at 0 points."""
    arne, _, ernst, harald, _ = score(printed()).lines
    number = {"kind": "number_cards", "factor": 1, "by": None, "cite": "§5"}
    mosquito = {"kind": "mosquitoes", "points": -5, "cite": "§5"}

    assert arne == ({**number, "colour": "red", "cards": 5, "factor": 2, "by": 0, "points": 10},)
    assert in_any_order(ernst) == in_any_order(
        [
            {**number, "colour": "blue", "cards": 2, "points": 2},
            {**number, "colour": "black", "cards": 1, "factor": 0, "by": 2, "points": 0},
            {**number, "colour": "green", "cards": 3, "points": 3},
            {**mosquito, "colour": "blue", "cards": 1},
            {**mosquito, "colour": "green", "cards": 2},
            {**mosquito, "colour": "red", "cards": 1},
        ]
    )
    assert in_any_order(harald) == in_any_order(
        [
            {**number, "colour": "black", "cards": 3, "factor": 0, "by": 2, "points": 0},
            {**number, "colour": "green", "cards": 1, "points": 1},
            {**number, "colour": "red", "cards": 3, "factor": 2, "by": 0, "points": 6},
            {**mosquito, "colour": "black", "cards": 2},
            {**mosquito, "colour": "red", "cards": 1},
        ]
    )


@pytest.mark.parametrize(
    ("held", "points"),
    [
        ({}, 0),
        ({"green": 0}, 0),
        ({"green": 1}, -5),
        ({"green": 2}, -5),
        ({"green": 3}, -5),
        ({"green": 1, "red": 1}, -10),
        ({"green": 3, "red": 2, "blue": 1}, -15),
        ({"green": 3, "red": 3, "blue": 3, "black": 3}, -20),
    ],
)
def test_s5_second_mosquito_of_a_colour_is_free(held: dict[str, int], points: int) -> None:
    """Each colour of mosquitoes costs 5 once, so that -20 is the worst."""
    mosquitoes: list[dict[str, int]] = [held, {}, {}, {}, {}]
    some = any(held.values())
    scored = score(filled([4, 3, 2, 1, 0], mosquitoes, "red", "blue" if some else None))
    bites = [line for line in scored.lines[0] if line["kind"] == "mosquitoes"]

    assert sum(int(line["points"] or 0) for line in bites) == points
    assert {line["colour"]: line["cards"] for line in bites} == {
        colour: cards for colour, cards in held.items() if cards
    }


@pytest.mark.parametrize(("doubled", "removed"), [("red", "blue"), ("blue", "red")])
def test_s5_choices_do_not_touch_mosquitoes(doubled: str, removed: str) -> None:
    """A mosquito of the doubled or of the removed colour costs 5 like any other."""
    mosquitoes: list[dict[str, int]] = [{"red": 2, "blue": 2}, {}, {}, {}, {}]
    scored = score(filled([4, 3, 2, 1, 0], mosquitoes, doubled, removed))
    bites = [line for line in scored.lines[0] if line["kind"] == "mosquitoes"]

    assert [line["points"] for line in bites] == [-5, -5]


def test_s5_colour_left_out_is_a_colour_with_0() -> None:
    """0 of a colour, an empty list of it and no word of it are the same, and make no line."""
    bare = score(filled([4, 3, 2, 1, 0], doubled="red"))
    entry = filled([4, 3, 2, 1, 0], doubled="red")
    for pile in entry["numbers"]:
        pile.setdefault("black", 0)
        pile.setdefault("green", [])
    for pile in entry["mosquitoes"]:
        pile["red"] = 0

    assert score(entry) == bare


@pytest.mark.parametrize(
    ("tricks", "seat"),
    [
        ([1, 2, 2, 2, 3], 0),
        ([4, 3, 2, 1, 0], 4),
        ([0, 2, 2, 3, 3], 0),
        ([3, 1, 2, 2, 2], 1),
        ([1, 1, 2, 3, 3], None),
        ([0, 0, 3, 3, 4], None),
        ([2, 2, 2, 2, 2], None),
        ([5, 5, 0, 0, 0], None),
    ],
)
def test_s5_only_player_with_fewest_tricks_doubles(tricks: list[int], seat: int | None) -> None:
    """0 tricks count as a number; two who share the fewest double nothing."""
    scored = score(filled(tricks, doubled=None if seat is None else "red"))
    doubled = [line for of in scored.lines for line in of if line["factor"] == 2]

    assert scored.facts == {"doubled_by": seat, "removed_by": None}
    assert bool(doubled) == (seat is not None)
    for line in doubled:
        assert line["colour"] == "red"
        assert line["by"] == seat
        assert line["points"] == 2 * int(line["cards"] or 0)


@pytest.mark.parametrize(
    ("mosquitoes", "seat"),
    [
        ([{}, {}, {}, {}, {"red": 1}], 4),
        ([{"red": 1, "blue": 1}, {"red": 1}, {}, {}, {}], 0),
        ([{"red": 1, "blue": 1}, {"green": 3}, {}, {}, {}], 1),
        ([{"red": 1, "blue": 1}, {"green": 2}, {}, {}, {}], None),
        ([{"red": 1}, {"red": 1}, {"red": 1}, {}, {}], None),
        ([{}, {}, {}, {}, {}], None),
    ],
)
def test_s5_only_player_with_most_mosquito_cards_removes(
    mosquitoes: list[dict[str, int]], seat: int | None
) -> None:
    """Cards count, not colours; a tie removes nothing, also when nobody has any."""
    scored = score(filled([2] * 5, mosquitoes, removed=None if seat is None else "red"))
    removed = [line for of in scored.lines for line in of if line.get("factor") == 0]

    assert scored.facts == {"doubled_by": None, "removed_by": seat}
    assert bool(removed) == (seat is not None)
    for line in removed:
        assert line["colour"] == "red"
        assert line["by"] == seat
        assert line["points"] == 0


@pytest.mark.parametrize(
    ("tricks", "doubler", "remover"),
    [
        ([1, 2, 2, 2, 3], 0, 4),
        ([0, 0, 0, 0, 10], None, 4),
        ([1, 1, 2, 3, 3], None, None),
        ([0, 1, 3, 3, 3], 0, None),
    ],
)
def test_house_rule_most_tricks_remove(
    tricks: list[int], doubler: int | None, remover: int | None
) -> None:
    """With removal_chooser: tricks the only player with the most tricks removes a colour."""
    entry = filled(
        tricks,
        [{"black": 2}, {}, {}, {}, {}] if tricks[0] else [],
        "red" if doubler is not None else None,
        "blue" if remover is not None else None,
    )

    assert score(entry, removal_chooser="tricks").facts == {
        "doubled_by": doubler,
        "removed_by": remover,
    }


def test_s5_one_player_may_make_both_choices() -> None:
    """The fewest tricks can hold the most mosquitoes: then one player chooses twice."""
    scored = score(filled([1, 2, 2, 2, 3], [{"red": 3}, {}, {}, {}, {}], "red", "blue"))

    assert scored.facts == {"doubled_by": 0, "removed_by": 0}


@pytest.mark.parametrize("removed", COLOURS)
def test_s5_any_colour_may_be_removed_if_none_is_doubled(removed: str) -> None:
    """If nothing is doubled the removal is among all four colours (house reading)."""
    scored = score(filled([2] * 5, [{"red": 1}, {}, {}, {}, {}], removed=removed))

    assert scored.facts["removed_by"] == 0


@pytest.mark.parametrize(
    ("doubled", "removed", "scores"),
    [("red", "green", (0, -4, -6, -7, -13)), ("black", "red", (0, 1, -1, 1, -6))],
)
def test_s5_colour_that_nobody_captured_may_be_chosen(
    doubled: str, removed: str, scores: tuple[int, ...]
) -> None:
    """Both choices may fall on a colour without a single number card in play."""
    entry = {
        "tricks": [0, 2, 2, 3, 3],
        "numbers": [
            {},
            {"blue": 3, "black": 3, "green": 2},
            {"blue": 2, "black": 2, "green": 3},
            {"blue": 4, "black": 4, "green": 4},
            {"blue": 4, "black": 3, "green": 4},
        ],
        "mosquitoes": [
            {},
            {"blue": 1, "red": 1},
            {"black": 2, "green": 1},
            {"blue": 1, "green": 1, "red": 1},
            {"blue": 1, "black": 1, "green": 1, "red": 1},
        ],
        "doubled": doubled,
        "removed": removed,
    }

    assert score(entry).scores == scores


# §5: choices that aren't due ----------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "code", "place", "seat", "number", "words"),
    [
        ({"doubled": None}, "DOUBLE_MISSING", "/doubled", 0, 1, "fewest tricks (1)"),
        ({"removed": None}, "REMOVE_MISSING", "/removed", 2, 4, "most mosquitoes (4)"),
        (
            {"tricks": [2, 2, 2, 2, 2]},
            "DOUBLE_NOT_ALLOWED",
            "/doubled",
            None,
            2,
            "fewest tricks (2)",
        ),
        (
            {"mosquitoes": [{}, {"red": 1}, {"red": 1}, {}, {}]},
            "REMOVE_NOT_ALLOWED",
            "/removed",
            None,
            1,
            "most mosquitoes (1)",
        ),
    ],
)
def test_s5_choice_is_there_exactly_when_its_chooser_is_unique(
    *, change: dict[str, Json], code: str, place: str, seat: int | None, number: int, words: str
) -> None:
    """A missing choice names its chooser, one that isn't due says what is shared."""
    (choice,) = (
        problem for problem in problems(printed(**change)) if problem.code != "CARDS_MISMATCH"
    )

    assert choice.code == code
    assert choice.field == place
    assert choice.seat == seat
    assert choice.found == number
    assert words in choice.words()
    assert not choice.conservation


@pytest.mark.parametrize(
    ("tricks", "removed", "code", "words"),
    [
        ([1, 2, 2, 2, 3], None, "REMOVE_MISSING", "Seat 4 has the most tricks (3)"),
        ([0, 1, 3, 3, 3], "blue", "REMOVE_NOT_ALLOWED", "the most tricks (3)"),
    ],
)
def test_house_rule_most_tricks_says_tricks(
    tricks: list[int], removed: str | None, code: str, words: str
) -> None:
    """With removal_chooser: tricks the sentences speak of tricks, not of mosquitoes."""
    (problem,) = problems(filled(tricks, doubled="red", removed=removed), removal_chooser="tricks")

    assert problem.code == code
    assert words in problem.words()


def test_s5_doubled_colour_can_not_be_removed() -> None:
    """The removal is among the colours other than the doubled one."""
    (problem,) = problems(printed(removed="red"))

    assert problem.code == "REMOVE_EQUALS_DOUBLE"
    assert problem.field == "/removed"
    assert problem.colour == "red"


def test_s5_every_wrong_choice_is_told_at_once() -> None:
    """Two choices that aren't due, and equal at that, are three violations."""
    entry = filled([2] * 5, doubled="red", removed="red")

    assert found(problems(entry)) == [
        "DOUBLE_NOT_ALLOWED",
        "REMOVE_EQUALS_DOUBLE",
        "REMOVE_NOT_ALLOWED",
    ]


def test_s5_choices_left_out_are_no_choices() -> None:
    """Doubled and removed left out are null."""
    entry = filled([2] * 5)
    del entry["doubled"], entry["removed"]

    assert score(entry).facts == {"doubled_by": None, "removed_by": None}


# §3: what must add up -----------------------------------------------------------------

TRICKS = [
    (3, {}, None, 16),
    (3, {"set_aside": "per_round"}, None, 18),
    (3, PER_PHASE, 0, 8),
    (3, PER_PHASE, 1, 8),
    (3, {**PER_PHASE, "set_aside": "per_round"}, 0, 8),
    (3, {**PER_PHASE, "set_aside": "per_round"}, 1, 10),
    (4, {}, None, 13),
    (5, {}, None, 10),
    (6, {}, None, 10),
    *(
        (seats, {"set_aside": "per_round", "scoring": "per_phase"}, None, tricks)
        for seats, tricks in ((4, 13), (5, 10), (6, 10))
    ),
]


@pytest.mark.parametrize(("seats", "rules", "phase", "tricks"), TRICKS)
def test_s3_number_of_tricks(
    seats: int, rules: dict[str, str], phase: int | None, tricks: int
) -> None:
    """Exactly the table's tricks add up; the rules for three are without effect for 4 to 6."""
    game = Mueckenstich(seats, rules)
    more = {} if phase is None else {"phase": phase}
    for wrong in (-1, 1, 3):
        entry = empty([tricks + wrong, *[0] * (seats - 1)], **more)
        (problem,) = (each for each in game.check(entry) if each.code == "TRICKS_SUM")

        assert (problem.expected, problem.found) == (tricks, tricks + wrong)
        assert problem.field == "/tricks"
    right = empty([tricks, *[0] * (seats - 1)], **more)

    assert game.tricks(phase) == tricks
    assert "TRICKS_SUM" not in found(game.check(right))


@pytest.mark.parametrize(
    ("rules", "phase", "tricks", "hint"),
    [
        ({}, None, 18, "once a round, not in each phase"),
        ({"set_aside": "per_round"}, None, 16, "in each phase, not once a round"),
        ({}, None, 17, None),
        ({"set_aside": "per_round"}, None, 17, None),
        (PER_PHASE, 0, 10, None),
        (PER_PHASE, 1, 10, "once a round, not in each phase"),
        ({**PER_PHASE, "set_aside": "per_round"}, 1, 8, "in each phase, not once a round"),
        ({**PER_PHASE, "set_aside": "per_round"}, 0, 10, None),
    ],
)
def test_s3_other_reading_of_setting_aside_is_hinted_at(
    rules: dict[str, str], phase: int | None, tricks: int, hint: str | None
) -> None:
    """Where the tricks fit the other reading of §3, the message names the house rule."""
    more: dict[str, Json] = {} if phase is None else {"phase": phase}
    entry = filled([tricks, 0, 0], [{"red": 3, "blue": 3}, {}, {}], removed="red", **more)
    (problem,) = problems(entry, seats=3, **rules)

    assert problem.code == "TRICKS_SUM"
    assert ("set_aside" in problem.words()) == (hint is not None)
    assert (hint or "add up to") in problem.words()


@pytest.mark.parametrize("seats", [4, 5, 6])
@pytest.mark.parametrize("tricks", [16, 18, 8])
def test_s3_no_hint_for_more_than_three(seats: int, tricks: int) -> None:
    """With 4 to 6 players there is one reading, so 16 or 18 tricks are just wrong."""
    entry = empty([tricks, *[0] * (seats - 1)])
    (problem,) = (each for each in problems(entry, seats) if each.code == "TRICKS_SUM")

    assert "set_aside" not in problem.words()


def test_s3_cards_of_a_player_are_tricks_times_players() -> None:
    """Number cards and mosquitoes together; each player with a wrong number is named."""
    entry = printed()
    entry["numbers"][0]["red"] = [2, 4, 8, 12]
    entry["mosquitoes"][4]["black"] = 2
    mismatches = problems(entry)

    assert found(mismatches) == ["CARDS_MISMATCH", "CARDS_MISMATCH", "MOSQUITO_OVER"]
    assert [(problem.seat, problem.expected, problem.found) for problem in mismatches[:2]] == [
        (0, 5, 4),
        (4, 15, 16),
    ]
    assert [problem.field for problem in mismatches[:2]] == ["/numbers/0", "/numbers/4"]
    assert mismatches[0].words() == "Seat 0 has 4 of 5 cards."


def test_s1_a_colour_has_13_number_cards() -> None:
    """Over all players, counted and exact cards together."""
    entry = printed()
    entry["numbers"][1] |= {"red": 1, "blue": [2, 4, 5, 11, 12, 12]}
    entry["numbers"][2]["blue"] = 4
    entry["numbers"][4]["blue"] = 4
    over = [problem for problem in problems(entry) if problem.code == "COLOUR_OVER"]

    assert [(each.colour, each.expected, each.found) for each in over] == [("blue", 13, 14)]
    assert over[0].field == "/numbers"
    assert over[0].words() == "There are only 13 blue number cards, not 14."


def test_s1_a_colour_has_3_mosquitoes() -> None:
    """Over all players; each colour with too many is named."""
    entry = printed()
    entry["mosquitoes"][3] = {"green": 2, "black": 3}
    over = [problem for problem in problems(entry) if problem.code == "MOSQUITO_OVER"]

    assert [(each.colour, each.expected, each.found) for each in over] == [
        ("green", 3, 5),
        ("black", 3, 4),
    ]
    assert over[0].field == "/mosquitoes"


@pytest.mark.parametrize(
    ("numbers", "cards"),
    [
        ([{"red": [12, 12]}, {"blue": [12, 12]}], []),
        ([{"red": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 12]}, {}], []),
        ([{"red": [7]}, {"blue": [7]}], []),
        ([{"red": [7, 7]}, {}], [("red:7", 1, 2)]),
        ([{"red": [7]}, {"red": [7]}], [("red:7", 1, 2)]),
        ([{"red": [7, 12, 7]}, {}], [("red:7", 1, 2)]),
        ([{"red": [12, 12]}, {"red": [12]}], [("red:12", 2, 3)]),
        ([{"red": [12, 12]}, {"red": [5, 5]}], [("red:5", 1, 2)]),
        (
            [{"red": [1, 1, 1], "black": [11]}, {"black": [11, 12, 12, 12, 12]}],
            [("red:1", 1, 3), ("black:11", 1, 2), ("black:12", 2, 4)],
        ),
    ],
)
def test_s1_an_exact_card_is_there_once_and_a_12_twice(
    numbers: list[Json], cards: list[tuple[str, int, int]]
) -> None:
    """1 to 11 at most once and 12 at most twice in a colour, over all players."""
    entry = printed(numbers=[*numbers, {}, {}, {}])
    twice = [problem for problem in problems(entry) if problem.code == "CARD_DUPLICATE"]

    assert [(each.card, each.expected, each.found) for each in twice] == cards
    assert {problem.field for problem in twice} <= {"/numbers"}


# The entry's shape and values ---------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"players": 5}, "/players"),
        ({"tricks": None}, "/tricks"),
        ({"tricks": {}}, "/tricks"),
        ({"numbers": {}}, "/numbers"),
        ({"numbers": [{}, {}, [], {}, {}]}, "/numbers/2"),
        ({"mosquitoes": 3}, "/mosquitoes"),
        ({"mosquitoes": [{}, None, {}, {}, {}]}, "/mosquitoes/1"),
        ({"phase": 0}, "/phase"),
        ({"phase": None}, "/phase"),
    ],
)
def test_shape_of_an_entry(change: dict[str, Json], place: str) -> None:
    """A wrong container, a key not known and a phase where there is none are MALFORMED."""
    (problem,) = problems(printed(**change))

    assert problem.code == "MALFORMED"
    assert problem.field == place


@pytest.mark.parametrize("missing", ["tricks", "numbers", "mosquitoes"])
def test_lists_that_an_entry_needs(missing: str) -> None:
    """Tricks, numbers and mosquitoes are required."""
    entry = printed()
    del entry[missing]
    (problem,) = problems(entry)

    assert problem.code == "MALFORMED"
    assert problem.field == f"/{missing}"


@pytest.mark.parametrize("entry", [None, [], "", 0, True])
def test_an_entry_is_an_object(entry: Json) -> None:
    """Nothing else can be an entry."""
    assert found(problems(entry)) == ["MALFORMED"]


def test_lists_have_one_member_for_each_seat() -> None:
    """Every list of another length is named."""
    entry = printed(tricks=[1, 2], mosquitoes=[{}] * 6)
    wrong = problems(entry)

    assert found(wrong) == ["LENGTH", "LENGTH"]
    assert [(each.field, each.expected, each.found) for each in wrong] == [
        ("/tricks", 5, 2),
        ("/mosquitoes", 5, 6),
    ]


@pytest.mark.parametrize("value", [-1, 1000, 1.0, True, "1", None, {}, 10**30])
def test_counts_are_whole_numbers_from_0_to_999(value: Json) -> None:
    """In tricks, number cards and mosquitoes alike; each such place is named."""
    entry = printed()
    entry["tricks"][0] = value
    entry["numbers"][1]["red"] = value
    entry["mosquitoes"][2]["blue"] = value
    wrong = problems(entry)

    assert found(wrong) == ["NOT_A_COUNT"] * 3
    assert [(each.field, each.seat, each.colour) for each in wrong] == [
        ("/tricks/0", 0, None),
        ("/numbers/1/red", 1, "red"),
        ("/mosquitoes/2/blue", 2, "blue"),
    ]


def test_999_is_a_count() -> None:
    """The largest number is far too large for a round, but it is a number."""
    entry = printed(tricks=[999] * 5, doubled=None)
    entry["numbers"][0]["red"] = 999
    entry["mosquitoes"][2]["blue"] = 999
    codes = found(problems(entry))

    assert codes == [*["CARDS_MISMATCH"] * 5, "COLOUR_OVER", "MOSQUITO_OVER", "TRICKS_SUM"]


def test_mosquitoes_are_never_a_list() -> None:
    """A mosquito has no number, so exact mosquitoes make no sense."""
    entry = printed()
    entry["mosquitoes"][1]["blue"] = [1]
    entry["tricks"][3] = [2]

    assert found(problems(entry)) == ["NOT_A_COUNT", "NOT_A_COUNT"]


@pytest.mark.parametrize("card", [0, 13, -1, True, 1.0, "12", None, [], {}, 10**30])
def test_exact_cards_are_from_1_to_12(card: Json) -> None:
    """Each wrong card is named with its place in the list."""
    entry = printed()
    entry["numbers"][0]["red"] = [2, card, 8, 12, card]
    wrong = problems(entry)

    assert found(wrong) == ["BAD_VALUE", "BAD_VALUE"]
    assert [problem.field for problem in wrong] == ["/numbers/0/red/1", "/numbers/0/red/4"]
    assert {(problem.seat, problem.colour) for problem in wrong} == {(0, "red")}


def test_there_are_four_colours() -> None:
    """Any other key of a pile, and any other choice, is UNKNOWN_COLOUR."""
    entry = printed(doubled="Red", removed=["black"])
    entry["numbers"][0]["pink"] = "whatever"
    entry["mosquitoes"][3]["yellow"] = 0
    wrong = problems(entry)

    assert found(wrong) == ["UNKNOWN_COLOUR"] * 4
    assert [(each.field, each.seat) for each in wrong] == [
        ("/numbers/0/pink", 0),
        ("/mosquitoes/3/yellow", 3),
        ("/doubled", None),
        ("/removed", None),
    ]


@pytest.mark.parametrize("choice", [False, True, 0, "", "none", {}, []])
def test_a_choice_is_a_colour_or_null(choice: Json) -> None:
    """What is neither is no way to say that nothing was chosen."""
    assert found(problems(printed(doubled=choice))) == ["UNKNOWN_COLOUR"]


# §2, §3: the phases of three players --------------------------------------------------


def phase(number: int, **change: Json) -> dict[str, Json]:
    """Make an entry for one of the phases, with 8 tricks."""
    return {**filled([1, 3, 4], doubled="red"), "phase": number, **change}


@pytest.mark.parametrize(
    ("number", "place", "companion", "dealer", "leader"),
    [
        (1, Place(1, 0), 2, 1, 2),
        (2, Place(1, 1), 1, 1, None),
        (3, Place(2, 0), 4, 2, 0),
        (4, Place(2, 1), 3, 2, None),
        (5, Place(3, 0), 6, 0, 1),
        (6, Place(3, 1), 5, 0, None),
    ],
)
def test_s2_scored_by_phases_a_round_is_two_entries(
    number: int, place: Place, companion: int, dealer: int, leader: int | None
) -> None:
    """Dealer and round move on after phase 1, which the last winner of phase 0 leads."""
    game = Mueckenstich(3, PER_PHASE)

    assert game.place(number) == place
    assert game.companions(number) == (companion,)
    assert game.dealer(1, number) == dealer
    assert game.leader(1, number) == leader


@pytest.mark.parametrize(
    ("seats", "rules", "length"),
    [
        (3, {}, 3),
        (4, {}, 4),
        (5, {}, 5),
        (6, {}, 6),
        (3, PER_PHASE, 6),
        (4, PER_PHASE, 4),
        (3, {"rounds": 5}, 5),
        (3, {**PER_PHASE, "rounds": 5}, 10),
        (6, {"rounds": 1}, 1),
        (6, {"rounds": 30}, 30),
    ],
)
def test_s2_as_many_rounds_as_players(seats: int, rules: dict[str, Json], length: int) -> None:
    """Unless the table agrees on another number; two entries a round when scored by phases."""
    game = Mueckenstich(seats, rules)

    assert game.length == length
    assert game.target is None
    assert game.unsettled == ()


@pytest.mark.parametrize("wrong", [None, 2, -1, True, False, 0.0, "0", []])
def test_a_phase_says_which_it_is(wrong: Json) -> None:
    """Scored by phases, an entry says 0 or 1; else it says nothing of phases."""
    without = phase(0)
    del without["phase"]

    assert found(problems(phase(0), 3, **PER_PHASE)) == []
    assert found(problems(phase(1), 3, **PER_PHASE)) == []
    assert found(problems(phase(0, phase=wrong), 3, **PER_PHASE)) == ["MALFORMED"]
    assert problems(phase(0, phase=wrong), 3, **PER_PHASE)[0].field == "/phase"
    assert found(problems(without, 3, **PER_PHASE)) == ["MALFORMED"]
    assert found(problems(phase(0), 3)) == ["MALFORMED"]


def test_s1_both_phases_are_played_with_one_deck() -> None:
    """13 number cards, 3 mosquitoes and each card once hold over both phases together."""
    numbers = [{"red": [1, 2]}, {"red": [12]}, {"blue": 7}]
    mosquitoes = [{"red": 1}, {"red": 1}, {"green": 1, "blue": 1, "black": 1}]
    one = phase(0, numbers=numbers, mosquitoes=mosquitoes)
    other = phase(1, numbers=numbers, mosquitoes=mosquitoes)
    alone = problems(one, 3, **PER_PHASE)
    together = problems(one, 3, [other], **PER_PHASE)
    new = [problem for problem in together if problem not in alone]

    assert found(new) == ["CARD_DUPLICATE", "CARD_DUPLICATE", "COLOUR_OVER", "MOSQUITO_OVER"]
    assert {problem.card for problem in new} == {None, "red:1", "red:2"}
    assert {problem.found for problem in new} == {2, 4, 14}
    assert all(problem.conservation for problem in new)


def test_a_cards_mismatch_beside_is_the_others_own_affair() -> None:
    """Only the deck is shared: the other phase's tricks and cards are checked with it alone."""
    beside = phase(1, tricks=[9, 9, 9], numbers=[{}, {}, {}], doubled=None)

    assert problems(phase(0), 3, [beside], **PER_PHASE) == ()


@pytest.mark.parametrize("set_aside", ["per_phase", "per_round"])
def test_phases_played_by_the_rules_go_together(set_aside: str) -> None:
    """Both entries of a played round have nothing against them beside one another."""
    rules = {**PER_PHASE, "set_aside": set_aside}
    game = Mueckenstich(3, rules)
    for seed in range(50):
        one, other = game.simulate(Random(seed), dealer=seed % 3, exact=bool(seed % 2))

        assert (one["phase"], other["phase"]) == (0, 1)
        assert game.check(one, beside=[other]) == ()
        assert game.check(other, beside=[one]) == ()


def test_s5_the_deal_passes_to_the_left() -> None:
    """The next seat deals the next round, and the seat after the dealer leads."""
    game = Mueckenstich(5, {})

    assert [game.dealer(3, number) for number in range(1, 7)] == [3, 4, 0, 1, 2, 3]
    assert [game.leader(3, number) for number in range(1, 7)] == [4, 0, 1, 2, 3, 4]


# Recorded anyway ----------------------------------------------------------------------

CONSERVATION = [
    (printed(tricks=[1, 2, 2, 2, 4]), ["CARDS_MISMATCH", "TRICKS_SUM"]),
    (printed(numbers=[{"red": 4}, *PRINTED["numbers"][1:]]), ["CARDS_MISMATCH"]),
    (
        printed(numbers=[{"black": 14}, *PRINTED["numbers"][1:]]),
        ["CARDS_MISMATCH", "COLOUR_OVER"],
    ),
    (
        printed(mosquitoes=[{"black": 1}, *PRINTED["mosquitoes"][1:]]),
        ["CARDS_MISMATCH", "MOSQUITO_OVER"],
    ),
    (printed(numbers=[{"red": [2, 2, 8, 12, 12]}, *PRINTED["numbers"][1:]]), ["CARD_DUPLICATE"]),
]


@pytest.mark.parametrize(("entry", "conservation"), CONSERVATION)
def test_anyway_scores_a_round_whose_cards_are_not_all_there(
    entry: dict[str, Json], conservation: list[str]
) -> None:
    """Conservation violations turn into warnings; choosers follow from the entry as typed."""
    scored = score(entry, anyway=True)
    with pytest.raises(Unscorable):
        score(entry)

    assert found(problems(entry)) == conservation
    assert all(problem.conservation for problem in problems(entry))
    assert scored.warnings == problems(entry)
    assert scored.facts == {"doubled_by": 0, "removed_by": 2}


@pytest.mark.parametrize(("entry", "conservation"), CONSERVATION)
def test_anyway_does_not_help_with_a_missing_choice(
    entry: dict[str, Json], conservation: list[str]
) -> None:
    """Beside any other violation everything is told, and nothing is scored."""
    with pytest.raises(Unscorable) as caught:
        score({**entry, "removed": None}, anyway=True)

    assert found(caught.value.problems) == sorted([*conservation, "REMOVE_MISSING"])


def test_anyway_changes_nothing_about_a_sound_round() -> None:
    """A round with all its cards scores the same either way."""
    assert score(printed(), anyway=True) == score(printed())


# §2, §6: the end ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rounds", "reason", "ranks", "winners", "counted"),
    [
        ([], "", [1, 1, 1], (), 0),
        ([[10, -5, 3]], "", [1, 3, 2], (), 1),
        ([[10, -5, 3], [0, 0, 0]], "", [1, 3, 2], (), 2),
        ([[10, -5, 3], [0, 0, 0], [0, 20, 0]], "all_rounds_played", [2, 1, 3], (1,), 3),
        ([[10, 0, 3], [0, 10, 0], [0, 0, 0]], "all_rounds_played", [1, 1, 3], (0, 1), 3),
        ([[1, 1, 1], [2, 2, 2], [-9, -9, -9]], "all_rounds_played", [1, 1, 1], (0, 1, 2), 3),
        ([[10, 0, 3], [0, 0, 0], [0, 0, 0], [0, 99, 0]], "all_rounds_played", [1, 3, 2], (0,), 3),
    ],
)
def test_s6_highest_total_after_all_rounds_wins(
    rounds: list[list[int]], reason: str, ranks: list[int], winners: tuple[int, ...], counted: int
) -> None:
    """Equal totals share the win, ranks are 1, 1, 3, and what comes after the end counts not."""
    outcome = Mueckenstich(3, {}).outcome(rounds)

    assert outcome.reason == reason
    assert outcome.finished == bool(reason)
    assert [standing.rank for standing in outcome.standings] == ranks
    assert outcome.winners == winners
    assert outcome.counted == counted


def test_s6_a_match_scored_by_phases_is_over_after_twice_the_entries() -> None:
    """With 2 entries a round 3 rounds are over after the 6th entry."""
    game = Mueckenstich(3, PER_PHASE)

    assert not game.outcome([[1, 0, 0]] * 5).finished
    assert game.outcome([[1, 0, 0]] * 6).winners == (0,)
    assert game.outcome([[1, 0, 0]] * 7).standings[0].total == 6


# What is typed in ---------------------------------------------------------------------


def test_inputs_are_tricks_numbers_mosquitoes_and_two_choices() -> None:
    """Every count knows its bounds; mosquitoes start at 0, the others must be typed."""
    inputs = Mueckenstich(5, {}).inputs()
    tricks, *cards = inputs.counts

    assert tricks == Count(("tricks",), "Tricks", 0, 10, noun="tricks")
    assert [count.name for count in cards] == [
        *(f"numbers_{colour}" for colour in COLOURS),
        *(f"mosquitoes_{colour}" for colour in COLOURS),
    ]
    assert [(count.low, count.high, count.start) for count in cards] == [
        *[(0, 13, None)] * 4,
        *[(0, 3, 0)] * 4,
    ]
    assert [count.sign for count in cards] == [*COLOURS, *COLOURS]
    assert [choice.name for choice in inputs.choices] == ["doubled", "removed"]
    assert inputs.questions == ()
    assert inputs.sums == (
        Sum("tricks", ("tricks",), total=10),
        Sum("cards", tuple(count.name for count in cards), across=False, times=5, of="tricks"),
    )


@pytest.mark.parametrize(("seats", "rules", "phase_no", "tricks"), TRICKS)
def test_inputs_know_the_number_of_tricks(
    seats: int, rules: dict[str, str], phase_no: int | None, tricks: int
) -> None:
    """The declared sum of the tricks is the one that the entry is checked against."""
    inputs = Mueckenstich(seats, rules).inputs(1 + (phase_no or 0))

    assert inputs.sums[0].total == tricks
    assert inputs.sums[1].times == seats
    assert inputs.counts[0].high == tricks


@pytest.mark.parametrize(("chooser", "word"), [("mosquitoes", "mosquito"), ("tricks", "tricks")])
def test_inputs_say_who_chooses(chooser: str, word: str) -> None:
    """Both choices are of a colour or none; the removal's words follow the house rule."""
    doubled, removed = Mueckenstich(5, {"removal_chooser": chooser}).inputs().choices

    assert isinstance(doubled, Choice)
    assert [value for value, _ in doubled.options] == list(COLOURS)
    assert [value for value, _ in removed.options] == list(COLOURS)
    assert not doubled.required
    assert not removed.required
    assert "tricks" in doubled.hint
    assert word in removed.hint
    assert word in removed.nothing


def test_tally_counts_exact_cards() -> None:
    """By seat, the number for each declared count, whichever way the cards were typed."""
    game = Mueckenstich(5, {})
    names = [count.name for count in game.inputs().counts]
    by_counts, by_cards = game.tally(printed()), game.tally(printed(numbers=EXACT))

    assert by_counts == by_cards
    assert all(list(seat) == names for seat in by_counts)
    assert by_counts[0] == dict.fromkeys(names, 0) | {"tricks": 1, "numbers_red": 5}
    assert by_counts[3]["mosquitoes_black"] == 2


def test_entry_is_made_from_what_was_typed() -> None:
    """The values of a form make the entry that the format describes, without its zeros."""
    game = Mueckenstich(5, {})
    typed = {"seats": game.tally(PRINTED), "doubled": "red", "removed": "black"}
    entry = game.entry(typed, 1)

    assert entry == {
        **PRINTED,
        "numbers": [{"red": 5}, *PRINTED["numbers"][1:]],
    }
    assert score(entry).scores == (10, -1, -10, -3, 10)


def test_entry_of_a_phase_says_which_it_is() -> None:
    """The number of the entry decides its phase; nobody has to type it."""
    game = Mueckenstich(3, PER_PHASE)
    typed = {"seats": game.tally(phase(0)), "doubled": "red", "removed": None}

    assert [game.entry(typed, number)["phase"] for number in (1, 2, 3, 4)] == [0, 1, 0, 1]
    assert game.entry(typed, 2) == phase(1)
