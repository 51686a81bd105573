"""The words of a round: every line of every game, and how its points come about."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from scorekeeper.rules import GAMES
from tests.rules.table import agreements
from tests.web.soundness import left_over, run_on
from tests.web.table import (
    FIVE,
    KUNIBERT,
    MITTLERE,
    MUECKENSTICH,
    RULEBOOK,
    RULEBOOK_SCORES,
    RULES,
    SEATED,
    number,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scorekeeper.rules.problems import Json
    from scorekeeper.rules.results import Score
    from tests.web.phone import Page
    from tests.web.table import Table


NAMES = ("Ada", "Ben", "Cem", "Dee", "Eva", "Fips")
CARDS = {MUECKENSTICH: "numbers", KUNIBERT: "captured", MITTLERE: "cards"}
"""Where an entry holds its exact cards."""


def lines(page: Page, seat: int) -> list[tuple[str, int]]:
    """Read the lines that derive a seat's points: their words, and what they add."""
    return [
        (
            " ".join(item.select(".what")[0].get_text().split()),
            number(item.select(".points")[0].get_text().strip().removeprefix("+")),
        )
        for item in page.all(f"#seat-{seat} li")
    ]


def signed(points: int) -> str:
    """Write points as pages do."""
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"


def test_s5_the_rulebooks_round_is_derived_in_words(table: Table) -> None:
    """Mückenstich §5: "Red 5 × 2, doubled by Arne (§5): +10", and so for every player."""
    table.start(MUECKENSTICH)
    table.enter(RULEBOOK)
    page = table.show()

    assert [number(text) for text in page.texts("section.why h2 b")] == RULEBOOK_SCORES
    assert page.texts(".story li") == [
        "Arne had the fewest tricks and doubled red (§5).",
        "Ernst had the most mosquitoes and removed black (§5).",
    ]
    assert lines(page, 0) == [("Red 5 × 2 doubled by Arne (§5)", 10)]
    assert lines(page, 2) == [
        ("Blue 2 × 1 one point a card (§5)", 2),
        ("Green 3 × 1 one point a card (§5)", 3),
        ("Black 1 × 0 removed by Ernst (§5)", 0),
        ("Red mosquito one mosquito (§5)", -5),
        ("Blue mosquito one mosquito (§5)", -5),
        ("Green mosquito 2 mosquitoes, only the first of a colour bites (§5)", -5),
    ]
    for seat in range(5):
        assert sum(points for _words, points in lines(page, seat)) == RULEBOOK_SCORES[seat]


def test_what_was_entered_stands_below_what_it_is_worth(table: Table) -> None:
    """The round's page has every number as it was typed, by player."""
    table.start(MUECKENSTICH)
    table.enter(RULEBOOK)
    page = table.show()
    rows = [
        [" ".join(cell.get_text().split()) for cell in row.select("th, td")]
        for row in page.all("table.entered tbody tr")
    ]

    assert page.texts("table.entered thead th") == list(FIVE)
    assert rows[0] == ["Tricks", "1", "2", "2", "2", "3"]
    assert rows[1] == ["Red", "5", "1", "0", "3", "4"]
    assert rows[5] == ["Mosquitoes Red", "0", "0", "1", "1", "0"]
    assert len(rows) == 9


def test_s5_why_nobody_chose_is_said(table: Table) -> None:
    """Mückenstich §5: where the fewest tricks or most mosquitoes are shared, it says so."""
    entry = {
        "tricks": [2, 2, 2, 2, 2],
        "numbers": [
            {"red": 10},
            {"blue": 10},
            {"green": 10},
            {"black": 10},
            {"red": 3, "blue": 3, "green": 3, "black": 1},
        ],
        "mosquitoes": [{}, {}, {}, {}, {}],
        "doubled": None,
        "removed": None,
    }
    table.start(MUECKENSTICH)
    table.enter(entry)
    page = table.show()

    assert page.texts(".story li") == [
        "Nobody alone had the fewest tricks, so no colour counts double (§5).",
        "Nobody alone had the most mosquitoes, so no colour is removed (§5).",
    ]


def test_the_house_rule_by_tricks_is_said_to_be_one(table: Table) -> None:
    """Mückenstich with removal by tricks: the story names the house rule, not a section."""
    table.start(MUECKENSTICH, rules={"removal_chooser": "tricks"})
    table.enter(RULEBOOK)
    page = table.show()

    assert page.texts(".story li")[1] == (
        "Fritz had the most tricks and removed black (house rule)."
    )


def test_s6_and_s7_kuniberts_round_is_derived_in_words(table: Table) -> None:
    """Kunibert §6 and §7: groups, the bonus for the last card, and hands that count for nothing."""
    table.start(KUNIBERT)
    table.enter(
        {
            "captured": [{"low": 4, "mid": 2, "black12": 1}, {"red12": 1, "black12": 1}, {}],
            "last_card": 2,
        }
    )
    page = table.show()

    assert page.texts(".story li") == ["Cem played the last card: 30 points (§6)."]
    assert lines(page, 0) == [
        ("Cards 1–5 4 × 5 from tricks won (§7)", 20),
        ("Cards 6–9 2 × 10 from tricks won (§7)", 20),
        ("Black 12 1 × 15 from tricks won (§7)", 15),
    ]
    assert lines(page, 1) == [
        ("Black 12 1 × 15 from tricks won (§7)", 15),
        ("Red 12 1 × 20 from tricks won (§7)", 20),
    ]
    assert lines(page, 2) == [("Last card played it first, trick or not (§6)", 30)]


def test_s10_hand_cards_are_taken_off_in_words(table: Table) -> None:
    """Kunibert §10: with the variant every group left in hand is a line of its own."""
    table.start(KUNIBERT, rules={"target": 300, "hand_cards_count_against": "true"})
    table.enter(
        {
            "captured": [{"low": 2}, {}, {}],
            "hands": [{}, {"low": 2, "red12": 1}, {"mid": 1}],
            "last_card": 0,
        }
    )
    page = table.show()

    assert "Cards left in hand count against their holders (§10)." in page.texts(".story li")
    assert lines(page, 1) == [
        ("Cards 1–5 2 × −5 left in hand, taken off (§10)", -10),
        ("Red 12 1 × −20 left in hand, taken off (§10)", -20),
    ]
    assert lines(page, 2) == [("Cards 6–9 1 × −10 left in hand, taken off (§10)", -10)]


def test_s6_an_exhausted_pile_is_said(table: Table) -> None:
    """Kunibert §6: where nobody played the last card, nobody gets the 30, and why."""
    table.start(KUNIBERT)
    table.enter({"captured": [{"low": 2}, {}, {}], "last_card": None})
    page = table.show()

    assert page.texts(".story li") == [
        "The draw pile ran out and nobody could play, so nobody gets the 30 (§6)."
    ]
    assert lines(page, 2) == [("Nothing captured", 0)]


@pytest.mark.parametrize(
    ("points", "won", "said", "scores"),
    [
        (
            [157, 0, 0],
            [True, False, False],
            (
                "Prompt 1 · further down the list, 2, 3, 4 was true too",
                "Ada won every trick: 2 sticks, the others 1 potato each.",
            ),
            [2, -1, -1],
        ),
        (
            [101, 56, 0],
            [True, True, False],
            (
                "Prompt 2 · further down the list, 3, 5 was true too",
                "Cem won no trick: 2 potatoes, the others 1 stick each.",
            ),
            [1, 1, -2],
        ),
        (
            [28, 101, 28],
            None,
            (
                "Prompt 3 · further down the list, 4 was true too",
                "Ben has 100 points or more: 2 potatoes, the others 1 stick each.",
            ),
            [1, -2, 1],
        ),
        (
            [100, 30, 27],
            None,
            (
                "Prompt 3 · further down the list, 5 was true too",
                "Ada has 100 points or more: 2 potatoes, the others 1 stick each.",
            ),
            [-2, 1, 1],
        ),
        (
            [29, 99, 29],
            None,
            ("Prompt 4", "Ada and Cem have the same points: 1 potato each, the third 2 sticks."),
            [-1, 2, -1],
        ),
        (
            [70, 52, 35],
            None,
            ("Prompt 5", "Ben has the middle score: 2 potatoes, the others 1 stick each."),
            [1, -2, 1],
        ),
        (
            [97, 60, 0],
            [True, True, True],
            ("Prompt 5", "Ben has the middle score: 2 potatoes, the others 1 stick each."),
            [1, -2, 1],
        ),
    ],
)
def test_the_prompt_that_fired_is_told_with_its_reason(
    table: Table,
    points: list[int],
    won: list[bool] | None,
    said: tuple[str, str],
    scores: list[int],
) -> None:
    """Mittlere, scoring: which prompt, about whom, why, and which later ones were also true."""
    entry: dict[str, Json] = {"points": points}
    if won is not None:
        entry["won_trick"] = won
    table.start(MITTLERE)
    table.enter(entry)
    page = table.show()
    told = page.texts(".prompt p")

    assert [number(text) for text in page.texts("section.why h2 b")] == scores
    assert (told[0], told[1]) == said
    assert told[2] == f"Ada {points[0]} · Ben {points[1]} · Cem {points[2]}"


def test_sticks_and_potatoes_are_counted_in_words(table: Table) -> None:
    """Mittlere, scoring 5: two potatoes for the middle, a stick each for the others."""
    table.start(MITTLERE)
    table.enter({"points": [70, 52, 35]})
    page = table.show()

    assert [lines(page, seat) for seat in range(3)] == [
        [("❙ 1 stick (Scoring 5)", 1)],
        [("●● 2 potatoes (Scoring 5)", -2)],
        [("❙ 1 stick (Scoring 5)", 1)],
    ]


def test_the_house_rule_third_takes_two_is_said_to_be_one(table: Table) -> None:
    """Mittlere with third_takes_two: both prompts are named, and the house rule."""
    table.start(MITTLERE, rules={"no_trick_and_hundred": "third_takes_two"})
    table.enter({"points": [101, 56, 0], "won_trick": [True, True, False]})
    page = table.show()
    said = page.texts(".prompt p")

    assert said[0] == "Prompt 2 + 3 · further down the list, 5 was true too"
    assert said[1].startswith("Ada and Cem: one without a trick, the other at 100 or more.")
    assert said[1].endswith("(house rule).")


def test_no_points_and_no_trick_are_told_apart(table: Table) -> None:
    """Mittlere: of 0 points the page says whether a trick was won (fault 4)."""
    table.start(MITTLERE)
    table.enter({"points": [97, 60, 0], "won_trick": [True, True, True]})
    with_trick = table.show().texts("ul.exact li")
    table.phone.follow("Back to the scoreboard")
    table.enter({"points": [97, 60, 0], "won_trick": [True, True, False]})
    without = table.show().texts("ul.exact li")

    assert with_trick == ["Cem won a trick without points"]
    assert without == ["Cem won no trick"]


def tables() -> Iterator[tuple[str, int, dict[str, Json]]]:
    """Give every game with every number of seats and house rules that matter."""
    for key, game in GAMES.items():
        for seats in game.PLAYERS:
            for rules in agreements(game, seats):
                if rules.get("tie") != "extra_round":  # which is about the end of a match only
                    yield key, seats, rules


def scored(game: str, seats: int, rules: Mapping[str, Json], entry: Json) -> Score:
    """Score an entry by the rules alone."""
    return GAMES[game](seats, rules).score(entry)


@pytest.mark.parametrize("key", list(GAMES))
def test_every_line_of_simulated_rounds_is_put_into_words(table: Table, key: str) -> None:
    """Of rounds played card by card by all house rules, every line is shown and cited."""
    rng = Random(7)
    kinds = set()
    for game, seats, rules in tables():
        if game != key:
            continue
        agreed = {**rules, "target": 5000} if game == KUNIBERT else dict(rules)
        table.start(game, NAMES[:seats], rules=agreed)
        board = table.phone.page.path
        seated = GAMES[game](seats, agreed)
        number_of = 0
        for exact in (False, True):
            entries = seated.simulate(rng, dealer=0, exact=exact)
            table.record(*entries)
            for entry in entries:
                number_of += 1
                page = table.phone.open(f"{board}rounds/{number_of}/")
                score = scored(game, seats, agreed, entry)
                kinds |= {str(line["kind"]) for of in score.lines for line in of}
                check_round(page, score)
        form = table.phone.open(f"{board}rounds/1/enter")
        table.phone.open(board)

        assert form.alerts == ""
    assert (
        kinds
        == {
            MUECKENSTICH: {"number_cards", "mosquitoes"},
            KUNIBERT: {"captured", "last_card", "hand"},
            MITTLERE: {"sticks", "potatoes"},
        }[key]
    )


def check_round(page: Page, score: Score) -> None:
    """Check that a page shows every line of a score, with its points and its section."""
    text = page.words

    assert left_over(text) == []
    for tag in page.all("p, li, td, th"):
        assert run_on(tag.get_text()) == [], tag.get_text()
    assert [number(words) for words in page.texts("section.why h2 b")] == list(score.scores)
    for seat, expected in enumerate(score.lines):
        shown = lines(page, seat)
        if not expected:
            assert shown == [("Nothing captured", 0)]
            continue
        assert [points for _words, points in shown] == [line["points"] for line in expected]
        for (words, _points), line in zip(shown, expected, strict=True):
            assert str(line["cite"]) in words
        assert page.texts(f"#seat-{seat} .points") == [
            signed(int(line["points"] or 0)) for line in expected
        ]


@pytest.mark.parametrize(("key", "head"), CARDS.items())
def test_exact_cards_are_listed_in_the_order_of_the_game(table: Table, key: str, head: str) -> None:
    """Colours and values stand as in the grid and everywhere else, however they were given."""
    seated = GAMES[key](len(SEATED[key]), RULES[key])
    [entry, *_] = seated.simulate(Random(3), dealer=0, exact=True)
    entry[head] = [
        {colour: pile[colour][::-1] for colour in sorted(pile, reverse=True)}
        for pile in entry[head]
    ]
    exact = seated.inputs(1).exact
    assert exact is not None
    expected = [
        " ".join(map(str, [colour, *values]))
        for names in seated.exact(entry, 1)
        for _group, colour, values in exact.sorted(names)
    ]
    board = table.start(key)
    table.record(entry)
    told = table.phone.open(f"{board.path}rounds/1/").texts("ul.exact li")
    of_players = [line for line in told if "rump" not in line and "Last trick" not in line]
    read = [line.partition(": ")[2].replace(",", "") for line in of_players]

    assert [line.lower() for line in read] == [line.lower() for line in expected]
    assert len(read) > len(SEATED[key])


def test_exact_cards_are_listed_as_they_were_given(table: Table) -> None:
    """A round that was recorded card by card shows its cards."""
    cards = [
        {"acorns": ["A", "K", "O", "U", "B", "9", "8", "7", "6"], "roses": ["A", "K", "O"]},
        {"shields": ["A", "K", "O", "U", "B", "9", "8", "7", "6"], "roses": ["U", "B", "9"]},
        {"bells": ["A", "K", "O", "U", "B", "9", "8", "7", "6"], "roses": ["8", "7", "6"]},
    ]
    board = table.start(MITTLERE)
    table.record({"cards": cards, "trump": "roses", "last_trick": 1})
    page = table.phone.open(f"{board.path}rounds/1/")
    told = page.texts("ul.exact li")

    assert told[:2] == ["Trump: roses", "Last trick: Ben"]
    assert "Ada: acorns A K O U B 9 8 7 6" in told
    assert "Cem: roses 8 7 6" in told
