"""Mittlere Jass, prompt by prompt; its rulebook has no section numbers."""

from __future__ import annotations

from copy import deepcopy
from itertools import permutations

import pytest

from scorekeeper.rules.inputs import Count, Question, Sum
from scorekeeper.rules.mittlere import Mittlere
from scorekeeper.rules.problems import Json, Problem, Unscorable
from scorekeeper.rules.results import Place, Score
from tests.rules.table import found

ALL_RANKS = ["A", "K", "O", "U", "B", "9", "8", "7", "6"]
SUITS = ("acorns", "shields", "roses", "bells")
THIRD = {"no_trick_and_hundred": "third_takes_two"}
TOOK_NONE = {"won_trick": [True, True, False]}
TOOK_ONE = {"won_trick": [True, True, True]}


def score(entry: Json, **rules: Json) -> Score:
    """Score a deal."""
    return Mittlere(3, rules).score(entry)


def problems(entry: Json, **rules: Json) -> tuple[Problem, ...]:
    """Say what is wrong with a deal, or looks wrong."""
    return Mittlere(3, rules).check(entry)


def by_points(*points: Json, **more: Json) -> dict[str, Json]:
    """Make the entry of a deal by points."""
    return {"points": list(points), **more}


def by_cards(*piles: Json, trump: Json = "roses", last_trick: Json = 0) -> dict[str, Json]:
    """Make the entry of a deal by cards."""
    return {"cards": deepcopy(list(piles)), "trump": trump, "last_trick": last_trick}


def suits(*names: str) -> dict[str, list[str]]:
    """Make a pile of whole suits."""
    return {name: list(ALL_RANKS) for name in names}


# Scoring 1 to 5: the prompts ----------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "more", "prompt", "also_true", "subjects", "scores"),
    [
        # 1: one player won all tricks
        ((157, 0, 0), {"tricks": [12, 0, 0]}, 1, [2, 3, 4], [0], (2, -1, -1)),
        ((0, 157, 0), {"won_trick": [False, True, False]}, 1, [2, 3, 4], [1], (-1, 2, -1)),
        # 2: one player won no trick
        ((80, 77, 0), TOOK_NONE, 2, [5], [2], (1, 1, -2)),
        ((90, 67, 0), {"tricks": [7, 5, 0]}, 2, [5], [2], (1, 1, -2)),
        ((110, 47, 0), TOOK_NONE, 2, [3, 5], [2], (1, 1, -2)),
        ((157, 0, 0), TOOK_NONE, 2, [3, 4], [2], (1, 1, -2)),
        ((157, 0, 0), {"tricks": [11, 1, 0]}, 2, [3, 4], [2], (1, 1, -2)),
        # 3: a player has 100 points or more
        ((28, 101, 28), {}, 3, [4], [1], (1, -2, 1)),
        ((100, 40, 17), {}, 3, [5], [0], (-2, 1, 1)),
        ((157, 0, 0), {"tricks": [10, 1, 1]}, 3, [4], [0], (-2, 1, 1)),
        ((110, 47, 0), TOOK_ONE, 3, [5], [0], (-2, 1, 1)),
        # 4: two players have the same points
        ((29, 99, 29), {}, 4, [], [0, 2], (-1, 2, -1)),
        ((60, 60, 37), {}, 4, [], [0, 1], (-1, -1, 2)),
        ((53, 52, 52), {}, 4, [], [1, 2], (2, -1, -1)),
        # 5: the player with the middle score
        ((70, 52, 35), {}, 5, [], [1], (1, -2, 1)),
        ((99, 40, 18), {}, 5, [], [1], (1, -2, 1)),
        ((53, 54, 50), {}, 5, [], [0], (-2, 1, 1)),
        ((90, 67, 0), TOOK_ONE, 5, [], [1], (1, -2, 1)),
    ],
)
def test_first_prompt_that_is_true_of_anybody_is_followed(
    *,
    points: tuple[int, int, int],
    more: dict[str, Json],
    prompt: int,
    also_true: list[int],
    subjects: list[int],
    scores: tuple[int, ...],
) -> None:
    """One prompt is followed, once; 2 sticks and 2 potatoes are given out."""
    scored = score(by_points(*points, **more))
    sticks, potatoes = scored.facts["sticks"], scored.facts["potatoes"]

    assert scored.facts["prompts"] == [prompt]
    assert scored.facts["also_true"] == also_true
    assert scored.facts["subjects"] == subjects
    assert scored.facts["card_points"] == list(points)
    assert scored.scores == scores
    assert sum(sticks) == sum(potatoes) == 2
    assert tuple(up - down for up, down in zip(sticks, potatoes, strict=True)) == scores
    assert {line["cite"] for of in scored.lines for line in of} == {f"Scoring {prompt}"}


def test_lines_are_sticks_or_potatoes() -> None:
    """A stick counts 1, a potato -1."""
    scored = score(by_points(70, 52, 35))
    stick = {"kind": "sticks", "count": 1, "points": 1, "cite": "Scoring 5"}

    assert scored.lines == (
        (stick,),
        ({"kind": "potatoes", "count": 2, "points": -2, "cite": "Scoring 5"},),
        (stick,),
    )


@pytest.mark.parametrize("seats", [*permutations(range(3))])
def test_prompts_do_not_depend_on_the_seat(seats: tuple[int, int, int]) -> None:
    """Whoever sits where, each prompt gives the same to the same points."""
    for points in ((70, 52, 35), (100, 40, 17), (29, 99, 29), (53, 52, 52)):
        plain = score(by_points(*points)).scores
        seated = score(by_points(*(points[seat] for seat in seats))).scores

        assert seated == tuple(plain[seat] for seat in seats)


def test_0_points_are_not_no_trick() -> None:
    """A trick may be worth 0: what counts for prompt 2 is the trick, not the points."""
    one = score(by_points(90, 67, 0, **TOOK_ONE))
    none = score(by_points(90, 67, 0, **TOOK_NONE))

    assert one.facts["prompts"] == [5]
    assert none.facts["prompts"] == [2]


@pytest.mark.parametrize(
    ("points", "more", "prompts", "also_true", "subjects", "scores", "cites"),
    [
        ((110, 47, 0), TOOK_NONE, [2, 3], [5], [0, 2], (-1, 2, -1), "322"),
        ((100, 57, 0), {"tricks": [8, 4, 0]}, [2, 3], [5], [0, 2], (-1, 2, -1), "322"),
        ((157, 0, 0), TOOK_NONE, [2, 3], [4], [0, 2], (-1, 2, -1), "322"),
        ((99, 58, 0), TOOK_NONE, [2], [5], [2], (1, 1, -2), "222"),
        ((110, 47, 0), TOOK_ONE, [3], [5], [0], (-2, 1, 1), "333"),
        ((157, 0, 0), {"tricks": [12, 0, 0]}, [1], [2, 3, 4], [0], (2, -1, -1), "111"),
        ((70, 52, 35), {}, [5], [], [1], (1, -2, 1), "555"),
    ],
)
def test_house_rule_third_takes_two(
    *,
    points: tuple[int, int, int],
    more: dict[str, Json],
    prompts: list[int],
    also_true: list[int],
    subjects: list[int],
    scores: tuple[int, ...],
    cites: str,
) -> None:
    """No trick and another at 100: 1 potato each, the third 2 sticks; else as in the list."""
    scored = score(by_points(*points, **more), **THIRD)
    cited = "".join(str(of[0]["cite"])[-1] for of in scored.lines)

    assert scored.facts["prompts"] == prompts
    assert scored.facts["also_true"] == also_true
    assert scored.facts["subjects"] == subjects
    assert scored.scores == scores
    assert cited == cites


# By points ----------------------------------------------------------------------------


@pytest.mark.parametrize("points", [(70, 52, 34), (70, 52, 36), (157, 157, 157), (50, 50, 50)])
def test_points_make_157(points: tuple[int, int, int]) -> None:
    """120 for the cards, 32 for trump or the four 8s, 5 for the last trick; never anyway."""
    (problem,) = problems(by_points(*points))
    with pytest.raises(Unscorable):
        Mittlere(3, {}).score(by_points(*points), anyway=True)

    assert problem.code == "POINTS_SUM"
    assert (problem.field, problem.expected, problem.found) == ("/points", 157, sum(points))
    assert not problem.conservation


@pytest.mark.parametrize("tricks", [[5, 4, 2], [5, 4, 4], [0, 0, 0]])
def test_tricks_make_12(tricks: list[int]) -> None:
    """12 cards each are 12 tricks."""
    problem = next(
        each
        for each in problems(by_points(70, 52, 35, tricks=tricks))
        if each.code != "POINTS_WITHOUT_TRICK"
    )

    assert problem.code == "TRICKS_SUM"
    assert (problem.field, problem.expected, problem.found) == ("/tricks", 12, sum(tricks))


def test_somebody_must_have_won_a_trick() -> None:
    """Nobody with a trick is TRICKS_SUM, and everybody's points are without one."""
    wrong = problems(by_points(70, 52, 35, won_trick=[False, False, False]))

    assert found(wrong) == ["POINTS_WITHOUT_TRICK"] * 3 + ["TRICKS_SUM"]
    assert [
        (each.field, each.expected, each.found) for each in wrong if each.code == "TRICKS_SUM"
    ] == [("/won_trick", 12, 0)]


@pytest.mark.parametrize(
    ("points", "seat", "words"),
    [
        ((90, 67, 0), 2, "Seat 2 has 0 points: did they win a trick?"),
        ((0, 67, 90), 0, "Seat 0 has 0 points: did they win a trick?"),
        ((157, 0, 0), None, "Two players have 0 points: which of them won a trick?"),
    ],
)
def test_0_points_need_an_answer(points: tuple[int, ...], seat: int | None, words: str) -> None:
    """Whether who has 0 points won a trick is asked, and never inferred."""
    (problem,) = problems(by_points(*points))

    assert problem.code == "TRICKS_NEEDED"
    assert (problem.field, problem.seat) == ("/won_trick", seat)
    assert problem.words() == words


@pytest.mark.parametrize(
    ("points", "more", "seats"),
    [
        ((70, 52, 35), TOOK_NONE, [2]),
        ((70, 52, 35), {"tricks": [6, 6, 0]}, [2]),
        ((150, 7, 0), {"tricks": [12, 0, 0]}, [1]),
        ((100, 50, 7), {"tricks": [12, 0, 0]}, [1, 2]),
        ((100, 50, 7), {"won_trick": [True, False, False]}, [1, 2]),
    ],
)
def test_who_has_no_trick_has_no_points(
    points: tuple[int, ...], more: dict[str, Json], seats: list[int]
) -> None:
    """Points without a trick are named by seat; 12 tricks without 157 points shows so."""
    wrong = problems(by_points(*points, **more))

    assert found(wrong) == ["POINTS_WITHOUT_TRICK"] * len(seats)
    assert [problem.seat for problem in wrong] == seats
    assert [problem.field for problem in wrong] == [f"/points/{seat}" for seat in seats]


def test_everything_that_does_not_add_up_is_told_at_once() -> None:
    """Points, tricks and points without a trick are one stage."""
    wrong = problems(by_points(70, 52, 34, tricks=[6, 5, 0]))
    needed = problems(by_points(70, 86, 0))

    assert found(wrong) == ["POINTS_SUM", "POINTS_WITHOUT_TRICK", "TRICKS_SUM"]
    assert found(needed) == ["POINTS_SUM", "TRICKS_NEEDED"]


@pytest.mark.parametrize(
    ("points", "seats"),
    [((1, 100, 56), [0]), ((156, 1, 0), [0, 1]), ((2, 155, 0), []), ((156, 0, 1), [0, 2])],
)
def test_1_and_156_points_can_not_occur(points: tuple[int, ...], seats: list[int]) -> None:
    """No cards make 1 point, and so none leave 156 to the others: a warning."""
    warnings = problems(by_points(*points, **TOOK_ONE))

    assert found(warnings) == ["POINTS_IMPOSSIBLE"] * len(seats)
    assert [(each.seat, each.found) for each in warnings] == [
        (seat, points[seat]) for seat in seats
    ]
    assert [problem.field for problem in warnings] == [f"/points/{seat}" for seat in seats]


MOST = {1: 50, 2: 83, 3: 113, 4: 131, 5: 142, 6: 151}
LEAST = {6: 6, 7: 15, 8: 26, 9: 44, 10: 74, 11: 107}


@pytest.mark.parametrize(("tricks", "most"), [*MOST.items()])
def test_most_points_that_tricks_can_hold(tricks: int, most: int) -> None:
    """1 trick holds at most 50 points, … and 6 hold 151."""
    others = [12 - tricks - 1, 1] if tricks < 6 else [3, 3]
    just = problems(by_points(most, 157 - most, 0, tricks=[tricks, *others]))
    over = problems(by_points(most + 1, 156 - most, 0, tricks=[tricks, *others]))

    assert [each.seat for each in just if each.seat == 0] == []
    assert [each.code for each in over if each.seat == 0] == ["POINTS_IMPOSSIBLE"]


@pytest.mark.parametrize(("tricks", "least"), [*LEAST.items()])
def test_least_points_that_tricks_can_hold(tricks: int, least: int) -> None:
    """6 tricks hold at least 6 points, … and 11 hold 107."""
    others = [12 - tricks - 1, 1] if tricks < 11 else [1, 0]
    just = problems(by_points(least, 157 - least, 0, tricks=[tricks, *others]))
    under = problems(by_points(least - 1, 158 - least, 0, tricks=[tricks, *others]))

    assert [each.seat for each in just if each.seat == 0] == []
    assert [each.code for each in under if each.seat == 0] == ["POINTS_IMPOSSIBLE"]


@pytest.mark.parametrize(
    ("tricks", "points"), [(5, 0), (1, 0), (7, 157), (10, 157), (7, 154), (11, 155)]
)
def test_points_within_what_tricks_can_hold(tricks: int, points: int) -> None:
    """Up to 5 tricks may be worth nothing, and from 7 they may hold everything."""
    entry = by_points(points, 157 - points, 0, tricks=[tricks, 12 - tricks, 0])
    seats = [problem.seat for problem in problems(entry)]

    assert 0 not in seats


# By cards -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trump", "card_points"),
    [
        # acorns and shields, roses, bells: a plain suit is 30, the trump suit 62
        ("acorns", [62 + 30 + 5, 30, 30]),
        ("roses", [30 + 30 + 5, 62, 30]),
        ("bells", [30 + 30 + 5, 30, 62]),
        (None, [38 + 38 + 5, 38, 38]),
    ],
)
def test_card_points(trump: str | None, card_points: list[int]) -> None:
    """Under and 9 are 20 and 14 in the trump suit; without trump each 8 is 8; 5 for the last."""
    entry = by_cards(suits("acorns", "shields"), suits("roses"), suits("bells"), trump=trump)
    scored = score(entry)

    assert scored.facts["card_points"] == card_points
    assert sum(card_points) == 157
    assert scored.warnings == ()


@pytest.mark.parametrize(
    ("card", "plain", "trump", "no_trump"),
    [
        ("A", 11, 11, 11),
        ("K", 4, 4, 4),
        ("O", 3, 3, 3),
        ("U", 2, 20, 2),
        ("B", 10, 10, 10),
        ("9", 0, 14, 0),
        ("8", 0, 0, 8),
        ("7", 0, 0, 0),
        ("6", 0, 0, 0),
    ],
)
def test_value_of_a_card(card: str, plain: int, trump: int, no_trump: int) -> None:
    """The printed table, card by card, in a trick with two cards that are always worth 0."""
    trick = {"roses": [card], "bells": ["7", "6"]}
    rest = suits("acorns", "shields", "roses", "bells")
    rest["roses"].remove(card)
    del rest["bells"][-2:]
    worth = [
        score(by_cards(trick, rest, {}, trump=named, last_trick=1)).facts["card_points"][0]
        for named in ("acorns", "roses", None)
    ]

    assert worth == [plain, trump, no_trump]


def test_all_cards_in_one_pile_is_prompt_1() -> None:
    """Who has all 36 cards won all tricks."""
    scored = score(by_cards({}, suits(*SUITS), {}, last_trick=1))

    assert scored.facts["prompts"] == [1]
    assert scored.facts["card_points"] == [0, 157, 0]
    assert scored.scores == (-1, 2, -1)


def test_empty_pile_is_prompt_2() -> None:
    """Who has no cards won no trick, also if empty suits were typed."""
    scored = score(by_cards(suits("acorns", "roses"), suits("shields", "bells"), {"bells": []}))

    assert scored.facts["prompts"] == [2]
    assert scored.facts["subjects"] == [2]


def test_every_card_is_somewhere_once() -> None:
    """A card in two piles is CARD_DUPLICATE; the cards in none are CARDS_MISSING, once."""
    entry = by_cards(suits("acorns", "shields"), suits("roses"), suits("bells"))
    entry["cards"][0]["acorns"][0] = "K"
    entry["cards"][1]["bells"] = ["6", "6"]
    entry["cards"][2]["bells"].remove("9")
    wrong = problems(entry)

    assert found(wrong) == [
        "CARDS_MISSING",
        "CARD_DUPLICATE",
        "CARD_DUPLICATE",
        "PILE_NOT_MULTIPLE_OF_3",
        "PILE_NOT_MULTIPLE_OF_3",
    ]
    assert {(each.card, each.found) for each in wrong if each.code == "CARD_DUPLICATE"} == {
        ("acorns:K", 2),
        ("bells:6", 3),
    }
    (missing,) = (each for each in wrong if each.code == "CARDS_MISSING")
    assert missing.cards == ("acorns:A", "bells:9")
    assert missing.words() == "Nobody has these cards: acorns A, bells 9."
    assert missing.as_json()["cards"] == ["acorns:A", "bells:9"]
    assert {(each.seat, each.found) for each in wrong if "PILE" in each.code} == {(1, 11), (2, 8)}


def test_one_card_typed_for_another() -> None:
    """36 cards may still be wrong: one of them is there twice, and one is missing."""
    entry = by_cards(suits("acorns", "shields"), suits("roses"), suits("bells"))
    entry["cards"][0]["acorns"][0] = "K"
    twice, missing = problems(entry)

    assert (twice.code, twice.field, twice.card) == ("CARD_DUPLICATE", "/cards", "acorns:K")
    assert (twice.expected, twice.found) == (1, 2)
    assert (missing.code, missing.field) == ("CARDS_MISSING", "/cards")
    assert (missing.expected, missing.found, missing.cards) == (36, 35, ("acorns:A",))


def test_three_cards_forgotten() -> None:
    """Cards may be missing without any other fault; they are named in one violation."""
    entry = by_cards(suits("acorns", "shields"), suits("roses"), suits("bells"))
    entry["cards"][2]["bells"] = ALL_RANKS[:6]
    (missing,) = problems(entry)

    assert missing.code == "CARDS_MISSING"
    assert missing.cards == ("bells:8", "bells:7", "bells:6")
    assert missing.found == 33


def test_a_pile_is_a_multiple_of_3() -> None:
    """Tricks have three cards each."""
    one, other = suits("acorns", "shields"), suits("roses")
    other["acorns"] = [one["acorns"].pop()]
    wrong = problems(by_cards(one, other, suits("bells")))

    assert found(wrong) == ["PILE_NOT_MULTIPLE_OF_3", "PILE_NOT_MULTIPLE_OF_3"]
    assert [(each.seat, each.field, each.found) for each in wrong] == [
        (0, "/cards/0", 17),
        (1, "/cards/1", 10),
    ]


def test_last_trick_is_in_its_winners_pile() -> None:
    """Who won the last trick has a trick."""
    (problem,) = problems(
        by_cards(suits("acorns", "roses"), suits("shields", "bells"), {}, last_trick=2)
    )

    assert problem.code == "LAST_TRICK"
    assert (problem.field, problem.seat) == ("/last_trick", 2)


def test_without_trump_every_trick_is_of_one_suit() -> None:
    """Trump null with other than multiples of 3 of a suit in a pile is a warning."""
    one, other = suits("acorns", "shields"), suits("roses")
    one["acorns"].remove("6")
    other["roses"].remove("6")
    one["roses"], other["acorns"] = ["6"], ["6"]
    (warning,) = problems(by_cards(one, other, suits("bells"), trump=None))

    assert warning.code == "TRUMP_AROSE"
    assert warning.field == "/trump"
    assert problems(by_cards(one, other, suits("bells"), trump="bells")) == ()


# The entry's shape and values ---------------------------------------------------------

CARDS = by_cards(suits("acorns", "shields"), suits("roses"), suits("bells"))


@pytest.mark.parametrize(
    ("entry", "place"),
    [
        ({}, ""),
        ({"points": [70, 52, 35], **CARDS}, ""),
        (by_points(70, 52, 35, players=3), "/players"),
        ({"points": None}, "/points"),
        ({"points": {"0": 157}}, "/points"),
        (by_points(70, 52, 35, trump=None), "/trump"),
        (by_points(70, 52, 35, last_trick=0), "/last_trick"),
        (by_points(70, 52, 35, tricks=[5, 4, 3], won_trick=[True] * 3), "/won_trick"),
        (by_points(70, 52, 35, tricks=None), "/tricks"),
        (by_points(70, 52, 35, tricks=12), "/tricks"),
        (by_points(70, 52, 35, won_trick={}), "/won_trick"),
        (by_points(70, 52, 35, won_trick=[True, 1, True]), "/won_trick/1"),
        (by_points(70, 52, 35, won_trick=[True, True, None]), "/won_trick/2"),
        ({**CARDS, "tricks": [6, 3, 3]}, "/tricks"),
        ({**CARDS, "won_trick": [True, True, True]}, "/won_trick"),
        ({**CARDS, "cards": None}, "/cards"),
        ({**CARDS, "cards": [{}, [], {}]}, "/cards/1"),
        ({**CARDS, "cards": [{}, {}, {"bells": 9}]}, "/cards/2/bells"),
        ({"cards": [{}, {}, {}], "trump": None}, "/last_trick"),
        ({"cards": [{}, {}, {}], "last_trick": 0}, "/trump"),
    ],
)
def test_shape_of_an_entry(entry: dict[str, Json], place: str) -> None:
    """Points or cards, with what goes with them and nothing else: otherwise MALFORMED."""
    (problem,) = problems(entry)

    assert problem.code == "MALFORMED"
    assert problem.field == place


@pytest.mark.parametrize("entry", [None, [], "", 0, True])
def test_an_entry_is_an_object(entry: Json) -> None:
    """Nothing else can be an entry."""
    assert found(problems(entry)) == ["MALFORMED"]


@pytest.mark.parametrize(
    ("entry", "places"),
    [
        (by_points(70, 87), ["/points"]),
        (by_points(70, 52, 35, 0, tricks=[12]), ["/points", "/tricks"]),
        (by_points(70, 52, 35, won_trick=[]), ["/won_trick"]),
        ({**CARDS, "cards": [{}] * 4}, ["/cards"]),
    ],
)
def test_lists_have_one_member_for_each_seat(entry: dict[str, Json], places: list[str]) -> None:
    """Every list of another length is named."""
    wrong = problems(entry)

    assert found(wrong) == ["LENGTH"] * len(places)
    assert [problem.field for problem in wrong] == places
    assert {problem.expected for problem in wrong} == {3}


@pytest.mark.parametrize("value", [-1, 1000, 1.0, True, "1", None, {}, [], 10**30])
def test_counts_are_whole_numbers_from_0_to_999(value: Json) -> None:
    """In points and tricks alike; each such place is named."""
    wrong = problems(by_points(70, value, 35, tricks=[value, 6, 6]))

    assert found(wrong) == ["NOT_A_COUNT", "NOT_A_COUNT"]
    assert [(each.field, each.seat) for each in wrong] == [("/points/1", 1), ("/tricks/0", 0)]


def test_999_is_a_count() -> None:
    """The largest number is far too large for a deal, but it is a number."""
    wrong = problems(by_points(70, 999, 35, tricks=[999, 6, 6]))

    assert found(wrong) == ["POINTS_SUM", "TRICKS_SUM"]


@pytest.mark.parametrize("rank", ["10", "Q", "J", "a", "", 9, None, True, [], {}])
def test_ranks_are_a_k_o_u_b_9_8_7_6(rank: Json) -> None:
    """Any other is NO_SUCH_CARD; numbers are written as texts, too."""
    wrong = problems(by_cards({"bells": ["A", rank]}, {}, {"roses": [rank]}))

    assert found(wrong) == ["NO_SUCH_CARD", "NO_SUCH_CARD"]
    assert [(each.field, each.seat) for each in wrong] == [
        ("/cards/0/bells/1", 0),
        ("/cards/2/roses/0", 2),
    ]
    assert wrong[0].card == (f"bells:{rank}" if isinstance(rank, str) else None)


def test_there_are_four_suits() -> None:
    """Any other suit of a pile and any other trump is UNKNOWN_SUIT."""
    wrong = problems(by_cards({"hearts": ["A"]}, {}, {"": 1}, trump="spades"))

    assert found(wrong) == ["UNKNOWN_SUIT"] * 3
    assert [(each.field, each.seat) for each in wrong] == [
        ("/cards/0/hearts", 0),
        ("/cards/2/", 2),
        ("/trump", None),
    ]


@pytest.mark.parametrize("trump", [False, 0, "", "Roses", [], {}])
def test_trump_is_a_suit_or_null(trump: Json) -> None:
    """What is neither is no way to say that no trump arose."""
    assert found(problems({**CARDS, "trump": trump})) == ["UNKNOWN_SUIT"]


@pytest.mark.parametrize("seat", [3, -1, None, True, False, 0.0, "0", [], 10**30])
def test_last_trick_is_a_seats(seat: Json) -> None:
    """Somebody always wins it, so null is no answer here."""
    (problem,) = problems({**CARDS, "last_trick": seat})

    assert problem.code == "LAST_TRICK_UNKNOWN_SEAT"
    assert problem.field == "/last_trick"


# The match ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "played", "finished"),
    [({}, 11, False), ({}, 12, True), ({"rounds": 1}, 1, True), ({"rounds": 60}, 59, False)],
)
def test_12_rounds_are_a_match(rules: dict[str, int], played: int, *, finished: bool) -> None:
    """Unless the table agrees on another number."""
    game = Mittlere(3, rules)
    outcome = game.outcome([[1, -2, 1]] * played)

    assert game.length == rules.get("rounds", 12)
    assert game.target is None
    assert outcome.finished == finished
    assert outcome.reason == ("all_rounds_played" if finished else "")
    assert outcome.leaders == (0, 2)
    assert outcome.winners == ((0, 2) if finished else ())
    assert [standing.rank for standing in outcome.standings] == [1, 3, 1]


def test_rounds_after_the_end_do_not_count() -> None:
    """A 13th round changes nothing about the 12 that were agreed."""
    outcome = Mittlere(3, {}).outcome([*[[1, -2, 1]] * 12, [-2, 1, 1]])

    assert outcome.counted == 12
    assert [standing.total for standing in outcome.standings] == [12, -24, 12]


def test_the_deal_goes_to_the_right() -> None:
    """Seat - 1 each round, and the seat to the dealer's right leads."""
    game = Mittlere(3, {})

    assert [game.dealer(1, number) for number in range(1, 6)] == [1, 0, 2, 1, 0]
    assert [game.leader(1, number) for number in range(1, 6)] == [0, 2, 1, 0, 2]
    assert game.place(5) == Place(5)
    assert game.companions(5) == ()
    assert game.unsettled == ()


# What is typed in ---------------------------------------------------------------------


def test_inputs_are_points_and_a_question_at_0() -> None:
    """Points add up to 157; whether a trick was won is asked only of who has 0."""
    inputs = Mittlere(3, {}).inputs()

    assert inputs.counts == (Count(("points",), "Points", 0, 157, noun="points"),)
    assert inputs.questions == (
        Question(("won_trick",), "Took a trick?", about="points", when=0, noun="took a trick"),
    )
    assert inputs.sums == (Sum("points", ("points",), total=157),)
    assert inputs.choices == ()


@pytest.mark.parametrize(
    ("points", "answers", "won"),
    [
        ((70, 52, 35), (None, None, None), None),
        ((70, 52, 35), (False, False, False), None),
        ((90, 67, 0), (None, None, True), [True, True, True]),
        ((90, 67, 0), (None, False, False), [True, True, False]),
        ((90, 67, 0), (None, None, None), None),
        ((157, 0, 0), (None, False, True), [True, False, True]),
        ((157, 0, 0), (None, False, False), [True, False, False]),
        ((157, 0, 0), (None, None, False), None),
    ],
)
def test_entry_is_made_from_what_was_typed(
    points: tuple[int, ...], answers: tuple[bool | None, ...], won: list[bool] | None
) -> None:
    """Who has points has a trick; the others' answers count, once all of them are there."""
    seats = [
        {"points": of, "won_trick": answer} for of, answer in zip(points, answers, strict=True)
    ]
    entry = Mittlere(3, {}).entry({"seats": seats}, 1)
    codes = found(problems(entry))

    assert entry == by_points(*points, **({} if won is None else {"won_trick": won}))
    assert codes == (["TRICKS_NEEDED"] if won is None and 0 in points else [])


def test_tally_gives_the_points_by_seat() -> None:
    """Also where cards were typed."""
    game = Mittlere(3, {})

    assert game.tally(by_points(70, 52, 35)) == ({"points": 70}, {"points": 52}, {"points": 35})
    assert game.tally(CARDS) == ({"points": 65}, {"points": 62}, {"points": 30})
