"""What all games share: pointers, counts, problems in words, house rules, ranks."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from typing import TYPE_CHECKING

import pytest

from scorekeeper.rules import GAMES
from scorekeeper.rules.house_rules import HouseRule, settle_rules
from scorekeeper.rules.inputs import Choice, Count, Inputs, Question, Sum
from scorekeeper.rules.problems import Json, Problem, Unscorable, card_words, is_count, pointer
from scorekeeper.rules.results import Outcome, Place, Score, Standing, add_up, rank
from tests.rules.table import found

if TYPE_CHECKING:
    from scorekeeper.rules.base import Game

EVERY_GAME = pytest.mark.parametrize("game", [*GAMES.values()], ids=[*GAMES])


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ((), ""),
        (("tricks",), "/tricks"),
        (("numbers", 1, "red", 0), "/numbers/1/red/0"),
        (("a/b",), "/a~1b"),
        (("a~b",), "/a~0b"),
        (("~1",), "/~01"),
        (("",), "/"),
    ],
)
def test_pointer_escapes_as_rfc_6901_says(parts: tuple[str | int, ...], text: str) -> None:
    """A tilde becomes ~0 and a slash ~1, the tilde first."""
    made = pointer(*parts)

    assert made == text


@pytest.mark.parametrize("value", [0, 1, 999])
def test_counts_are_whole_numbers_to_999(value: Json) -> None:
    """0 is a count, and so is every whole number to 999."""
    assert is_count(value)


@pytest.mark.parametrize("value", [-1, 1000, 10**30, True, False, 1.0, "1", None, [], {}])
def test_nothing_else_is_a_count(value: Json) -> None:
    """Neither booleans nor floats nor texts are, nor what is below 0 or above 999."""
    assert not is_count(value)


@pytest.mark.parametrize(
    ("totals", "ranks"),
    [
        ([30, 20, 10], [1, 2, 3]),
        ([20, 20, 10], [1, 1, 3]),
        ([10, 20, 20], [3, 1, 1]),
        ([10, 20, 10, 5], [2, 1, 2, 4]),
        ([0, 0, 0], [1, 1, 1]),
        ([-5, -10, -5], [1, 3, 1]),
    ],
)
def test_equal_totals_share_a_rank_and_the_next_is_left_out(
    totals: list[int], ranks: list[int]
) -> None:
    """Ranks are competition ranks: 1, 1, 3."""
    standings = rank(totals)

    assert [standing.rank for standing in standings] == ranks
    assert [standing.total for standing in standings] == totals
    assert [standing.seat for standing in standings] == list(range(len(totals)))


def test_round_scores_add_up_by_seat() -> None:
    """A total is the sum of that seat's round scores, and 0 before the first."""
    assert add_up([[1, -2, 1], [2, -1, -1]], 3) == [3, -3, 0]
    assert add_up([], 3) == [0, 0, 0]


def test_nobody_leads_before_the_first_round() -> None:
    """Without a round everybody is equal, and that is no lead."""
    outcome = Outcome(rank([0, 0, 0]), reason="", counted=0)

    assert outcome.leaders == ()
    assert outcome.winners == ()
    assert not outcome.finished


def test_leaders_of_a_match_in_play_have_not_won() -> None:
    """Only a finished match has winners; all at the top share the win."""
    standings = rank([4, 7, 7])

    assert Outcome(standings, reason="", counted=2).leaders == (1, 2)
    assert Outcome(standings, reason="", counted=2).winners == ()
    assert Outcome(standings, reason="all_rounds_played", counted=2).winners == (1, 2)
    assert standings[0] == Standing(seat=0, total=4, rank=3)


@pytest.mark.parametrize(
    "value",
    [
        Problem("X", "Wrong."),
        Score((1,), ((),), (), {}),
        Standing(seat=0, total=4, rank=1),
        Outcome((), reason="", counted=0),
        Place(1),
        HouseRule("n", "N", "What N is."),
        Count(("tricks",), "Tricks", 0, 13),
        Choice(("doubled",), "Doubled", "Nothing"),
        Question(("won_trick",), "Took a trick?", about="points", when=0),
        Sum("tricks", ("tricks",)),
        Inputs(()),
    ],
    ids=lambda value: type(value).__name__,
)
def test_values_are_frozen(value: Json) -> None:
    """What the rules take and give can be shared: nobody can change it afterwards."""
    name = next(iter(value.__dataclass_fields__))
    with pytest.raises(FrozenInstanceError):
        setattr(value, name, None)

    assert getattr(value, name) is not None


# Problems in words --------------------------------------------------------------------


def test_a_problem_names_the_player() -> None:
    """A page says a player's name where the public format says the seat."""
    problem = Problem("X", "%(who)s has %(found)s of %(expected)s.", seat=1, expected=10, found=9)

    assert problem.words() == "Seat 1 has 9 of 10."
    assert problem.words(name=["Arne", "Geli"].__getitem__) == "Geli has 9 of 10."


def test_a_problem_speaks_the_readers_language() -> None:
    """The sentence, its colour, its cards and its other words are all translated."""
    german = {
        "%(what)s: %(colour)s, %(card)s, %(cards)s": "%(what)s – %(colour)s, %(card)s, %(cards)s",
        "red": "rot",
        "black": "schwarz",
        "too many": "zu viele",
    }
    problem = Problem(
        "X",
        "%(what)s: %(colour)s, %(card)s, %(cards)s",
        colour="red",
        card="black:12",
        cards=("red:1", "black:2"),
        facts={"what": "too many"},
    )

    words = problem.words(translate=german.__getitem__)

    assert words == "zu viele – rot, schwarz 12, rot 1, schwarz 2"


def test_a_negative_number_gets_a_real_minus_sign() -> None:
    """A sentence for people writes −3, never a hyphen; a colour named by a fact is that one."""
    problem = Problem("X", "%(total)s and %(colour)s", colour="red", facts={"total": -3})

    assert problem.words() == "−3 and red"
    assert Problem("X", "%(card)s", card="red:1", facts={"card": "it"}).words() == "it"


def test_a_problem_shows_only_what_applies() -> None:
    """The public form has code, message and field, and the rest where it says something."""
    bare = Problem("X", "Wrong.")
    full = Problem(
        "X",
        "Wrong.",
        "/captured",
        seat=0,
        colour="red",
        group="low",
        card="red:1",
        cards=("red:1",),
        expected=0,
        found=0,
    )

    assert bare.as_json() == {"code": "X", "message": "Wrong.", "field": ""}
    assert full.as_json() == {
        "code": "X",
        "message": "Wrong.",
        "field": "/captured",
        "seat": 0,
        "colour": "red",
        "group": "low",
        "card": "red:1",
        "cards": ["red:1"],
        "expected": 0,
        "found": 0,
    }


def test_cards_in_words() -> None:
    """A card is said as its colour and what is printed on it."""
    assert card_words("red:12") == "red 12"
    assert card_words("red") == "red"


def test_unscorable_says_everything_that_was_found() -> None:
    """The exception carries the problems and can be read in a log."""
    unscorable = Unscorable([Problem("X", "One."), Problem("Y", "Two.")])

    assert str(unscorable) == "One.; Two."
    assert found(unscorable.problems) == ["X", "Y"]


# House rules --------------------------------------------------------------------------


def test_a_house_rule_takes_values_of_exactly_its_kind() -> None:
    """1 isn't true and 2.0 isn't 2: a value is one of the rule's own or refused."""
    switch = HouseRule("s", "S", "What S is.", values={False: "Off", True: "On"}, default=False)
    number = HouseRule("n", "N", "What N is.", low=1, high=3)

    others: list[Json] = [0, 1, 2, 3, 4, 1.0, 2.0, "2", "true", None, [], {}]

    assert all(switch.allows(value) for value in (True, False))
    assert not any(switch.allows(value) for value in others)
    assert [value for value in [*others, True, False] if number.allows(value)] == [1, 2, 3]


def test_a_house_rule_may_be_for_some_numbers_of_players() -> None:
    """A rule without numbers of players applies to all."""
    everybody = HouseRule("e", "E", "For all.")
    three = HouseRule("t", "T", "For three.", seats=(3,))

    assert everybody.applies(3)
    assert everybody.applies(6)
    assert three.applies(3)
    assert not three.applies(4)


def test_rules_left_out_get_their_defaults() -> None:
    """What the table didn't choose is as in the rulebook; what it chose wrongly is listed."""
    rules = (HouseRule("a", "A", "A.", values={"x": "X", "y": "Y"}, default="x"),)

    assert settle_rules(rules, {}) == ({"a": "x"}, [])
    assert settle_rules(rules, {"a": "y"}) == ({"a": "y"}, [])
    assert found(settle_rules(rules, {"a": "z", "b": 1})[1]) == ["RULE_VALUE", "UNKNOWN_RULE"]


def test_wrong_house_rules_are_told_with_what_they_may_be() -> None:
    """The sentences name the rule and its values, or its bounds."""
    rules = (
        HouseRule("a", "A", "A.", values={False: "X", True: "Y"}, default=False),
        HouseRule("b", "B", "B.", low=1, high=3),
    )

    _, problems = settle_rules(rules, {"c": 0, "a": "x", "b": 4})

    assert [problem.words() for problem in problems] == [
        "This game has no house rule “c”.",
        "The house rule “a” must be one of: false, true.",
        "The house rule “b” must be a whole number from 1 to 3.",
    ]


@pytest.mark.parametrize(
    ("key", "name", "values"),
    [
        ("mueckenstich", "set_aside", ["per_phase", "per_round"]),
        ("mueckenstich", "scoring", ["per_round", "per_phase"]),
        ("mueckenstich", "removal_chooser", ["mosquitoes", "tricks"]),
        ("mueckenstich", "rounds", range(1, 31)),
        ("kunibert", "hand_cards_count_against", [False, True]),
        ("kunibert", "pro_rule", [False, True]),
        ("kunibert", "target", range(5, 5001)),
        ("kunibert", "tie", ["shared", "extra_round"]),
        ("mittlere", "no_trick_and_hundred", ["list_order", "third_takes_two"]),
        ("mittlere", "rounds", range(1, 61)),
    ],
)
def test_values_of_a_house_rule(key: str, name: str, values: range | list[Json]) -> None:
    """The printed table of house rules: the values of each, the default first."""
    (rule,) = (rule for rule in GAMES[key].HOUSE_RULES if rule.name == name)

    if isinstance(values, range):
        assert (rule.low, rule.high + 1) == (values.start, values.stop)
    else:
        assert list(rule.values) == values
        assert GAMES[key](3, {}).rules[name] == values[0]


def test_house_rules_for_three_have_no_effect_for_more() -> None:
    """Setting aside and scoring by phases are asked of three players only."""
    for_some = {
        rule.name: rule.seats for game in GAMES.values() for rule in game.HOUSE_RULES if rule.seats
    }

    assert for_some == {"set_aside": (3,), "scoring": (3,)}


@EVERY_GAME
def test_everything_wrong_about_a_match_is_told_at_once(game: type[Game]) -> None:
    """An unknown house rule, a wrong value and the number of players are one stage."""
    first = game.HOUSE_RULES[0]
    with pytest.raises(Unscorable) as caught:
        game(99, {first.name: "nonsense", "no such rule": 1})

    assert found(caught.value.problems) == ["PLAYER_COUNT", "RULE_VALUE", "UNKNOWN_RULE"]


@EVERY_GAME
def test_every_value_of_every_house_rule_is_taken(game: type[Game]) -> None:
    """A table may choose any value that is offered, and both ends of a range."""
    seats = game.PLAYERS.start

    for rule in game.HOUSE_RULES:
        for value in rule.values or (rule.low, rule.high):
            assert game(seats, {rule.name: value}).rules[rule.name] == value
        wrong: list[Json] = [] if rule.values else [rule.low - 1, rule.high + 1]
        for nonsense in (*wrong, None, 1.5, "", [], {}):
            with pytest.raises(Unscorable) as caught:
                game(seats, {rule.name: nonsense})
            assert found(caught.value.problems) == ["RULE_VALUE"]


@EVERY_GAME
def test_every_number_of_players_in_its_range_may_sit_down(game: type[Game]) -> None:
    """One more or one fewer is PLAYER_COUNT, and says so."""
    for seats in game.PLAYERS:
        assert game(seats, {}).seats == seats
    for seats in (game.PLAYERS.start - 1, game.PLAYERS.stop, 0, -1, 10**30):
        with pytest.raises(Unscorable) as caught:
            game(seats, {})
        (problem,) = caught.value.problems
        assert problem.code == "PLAYER_COUNT"
        assert problem.found == seats
        assert game.title in problem.words()


@pytest.mark.parametrize(
    ("key", "seats", "words"),
    [
        ("mueckenstich", 7, "Mückenstich is for 3 to 6 players; here are 7."),
        ("kunibert", 2, "Ritter Kunibert's 12er Stich is for 3 to 6 players; here are 2."),
        ("mittlere", 4, "Mittlere Jass is for exactly 3 players; here are 4."),
    ],
)
def test_a_game_says_for_how_many_it_is(key: str, seats: int, words: str) -> None:
    """The numbers of players stand in the sentence, as a range or as the only one."""
    with pytest.raises(Unscorable) as caught:
        GAMES[key](seats, {})

    assert str(caught.value) == words


# What is typed in ---------------------------------------------------------------------


def test_names_in_a_form_come_from_the_entrys_keys() -> None:
    """A field is called after its place in the entry."""
    assert Count(("numbers", "red"), "Red", 0, 13).name == "numbers_red"
    assert Choice(("doubled",), "Doubled", "Nothing").name == "doubled"
    assert Question(("won_trick",), "Took a trick?", about="points", when=0).name == "won_trick"


@EVERY_GAME
def test_inputs_of_an_entry_are_declared_once(game: type[Game]) -> None:
    """Forms can be cached by what was declared: the same entry gives the same object."""
    table = game(game.PLAYERS.start, {})

    assert table.inputs(1) is table.inputs(1)
    assert table.inputs() is table.inputs(1)


@EVERY_GAME
def test_an_entry_is_a_round_of_its_own_unless_the_game_has_phases(game: type[Game]) -> None:
    """By default the n-th entry is round n, with a deck of its own."""
    table = game(game.PLAYERS.start, {})

    assert [table.place(number) for number in (1, 2, 7)] == [Place(1), Place(2), Place(7)]
    assert [table.companions(number) for number in (1, 2, 7)] == [(), (), ()]
