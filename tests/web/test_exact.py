"""Counts are refined to exact cards in a grid, without JavaScript, and nothing of them is lost."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from scorekeeper.rules import GAMES
from tests.web.phone import attribute, query_of, words
from tests.web.sent import local_location
from tests.web.table import (
    ENTRIES,
    FIVE,
    KUNIBERT,
    MITTLERE,
    MUECKENSTICH,
    RULEBOOK,
    RULEBOOK_SCORES,
    RULES,
    SCORES,
    SEATED,
    fill_round,
    read_board,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorekeeper.rules.problems import Json
    from tests.web.phone import Page, Sending
    from tests.web.table import Table

SIX = (*FIVE, "Zoë")
ARNES = ("red:2", "red:4", "red:8", "red:12", "red:12")
"""Arne's cards in the rulebook's round: five red ones."""

COUNTS = dict.fromkeys(GAMES, "Count only") | {MITTLERE: "Without cards, for all players"}
"""The button that goes back to counts."""

ADAS = ("acorns:U", "acorns:8", "acorns:6")
"""A trick for Ada."""


def boxes(page: Page) -> list[tuple[str, str]]:
    """Give the boxes of a grid: the card's name, and how it stands."""
    return [
        (
            attribute(box, "value"),
            "taken" if box.has_attr("disabled") else "ticked" if box.has_attr("checked") else "",
        )
        for box in page.all('form#cards input[type="checkbox"]')
    ]


def tick(page: Page, cards: Iterable[str]) -> None:
    """Tick so many boxes of these cards, and untick all others."""
    left = list(cards)
    for box in page.all('form#cards input[type="checkbox"]:not([disabled])'):
        del box["checked"]
        if attribute(box, "value") in left:
            left.remove(attribute(box, "value"))
            box["checked"] = ""
    assert left == [], "no such box"


def refine(table: Table, name: str, cards: Iterable[str]) -> Page:
    """Open a player's grid, tick cards, and go back to the round."""
    tick(table.phone.press(f"Exact cards of {name}"), cards)
    return table.phone.press("Done")


def test_a_count_is_refined_checked_and_saved(table: Table) -> None:
    """Form, grid, form, Check, Save: the entry has the cards, the points are the same."""
    table.start(MUECKENSTICH)
    table.open_form(RULEBOOK)
    back = refine(table, "Arne", ARNES)
    given = back.texts("#seat-0 .given")
    checked = table.phone.press("Check")
    board = read_board(table.save())
    shown = table.show()

    assert given == ["5 exact cards: Red 2, 4, 8, 12, 12"]
    assert back.texts("#seat-0 .derived") == ["5", "0", "0", "0"]
    assert back.all(".error") == []
    assert "It adds up." in checked.words
    assert board.rounds == [RULEBOOK_SCORES]
    assert table.entries[0]["numbers"][0] == {"red": [2, 4, 8, 12, 12]}
    assert table.entries[0]["numbers"][1:] == RULEBOOK["numbers"][1:]
    assert shown.texts("ul.exact li") == ["Arne: Red 2, 4, 8, 12, 12"]


def test_the_grid_shows_what_others_claim(table: Table) -> None:
    """Cards with others can't be ticked and say with whom; of two 12s the second is taken."""
    table.start(MUECKENSTICH)
    table.open_form(RULEBOOK)
    refine(table, "Arne", ARNES)
    refine(table, "Geli", ["blue:1", "blue:2", "blue:3", "blue:4", "blue:5", "blue:12", "green:1"])
    grid = table.phone.press("Exact cards of Fritz")
    taken = [card for card, state in boxes(grid) if state == "taken"]

    assert taken == [*ARNES, "blue:1", "blue:2", "blue:3", "blue:4", "blue:5", "blue:12", "green:1"]
    assert grid.texts(".suit .hint") == [
        "With Arne: 2, 4, 8, the first 12, the second 12.",
        "With Geli: 1, 2, 3, 4, 5, the second 12.",
        "Green 1 is with Geli.",
    ]
    assert grid.texts(".tally") == ["Counted before: 14"]
    assert "Red 2 with Arne" in grid.texts(".card-box")


def test_count_only_goes_back_to_what_was_counted(table: Table) -> None:
    """Count only drops the cards; the numbers that were typed before them are there again."""
    table.start(MUECKENSTICH)
    table.open_form(RULEBOOK)
    refine(table, "Arne", ["red:2"])
    table.phone.press("Exact cards of Arne")
    page = table.phone.press("Count only")
    again = page.value("seat_0-numbers_red")
    table.save()

    assert again == "5"
    assert page.all("#seat-0 .given") == []
    assert table.entries == [RULEBOOK]


def test_the_way_back_changes_nothing(table: Table) -> None:
    """Whoever only looks at the grid comes back to the form as it was, errors unsaid."""
    table.start(MUECKENSTICH)
    table.open_form().fill({"seat_1-tricks": "2", "seat_2-numbers_red": "x"})
    table.phone.press("Exact cards of Geli")
    page = table.phone.follow("Back to the round, without a change")

    assert page.value("seat_1-tricks") == "2"
    assert page.value("seat_2-numbers_red") == "x"
    assert page.value("seat_1-numbers_red") == ""
    assert page.all(".error, .given") == []


def test_enter_in_a_number_checks_and_opens_no_grid(table: Table) -> None:
    """The form's first button is Check, so that the Enter key leads nowhere else."""
    table.start(MITTLERE)
    form = table.open_form(ENTRIES[MITTLERE])
    page = table.phone.send(form.sent_by_enter("seat_0-points"))

    assert "It adds up." in page.words


def test_two_of_three_piles_are_enough(table: Table) -> None:
    """Mittlere: trump and last trick are asked with cards, and the third player has the rest."""
    seated = GAMES[MITTLERE](3, {})
    [entry] = seated.simulate(Random(1), dealer=0, exact=True)
    names = seated.exact(entry, 1)
    table.start(MITTLERE)
    table.open_form()
    one = refine(table, "Ada", names[0])
    missing = table.phone.press("Check", expect=200)
    two = refine(table, "Ben", names[1])
    two.fill({"trump": str(entry["trump"] or "none"), "last_trick": str(entry["last_trick"])})
    board = read_board(table.save())

    assert "These cards are still missing." in one.words
    assert one.all("fieldset.choice") != []
    assert (
        missing.texts(".seat .error")
        == ["These cards are missing. The last one without has the rest."] * 2
    )
    assert f"The rest, {len(names[2])} cards:" in two.words
    assert board.rounds == [list(seated.score(entry).scores)]
    sorted_piles = [
        {suit: sorted(ranks) for suit, ranks in pile.items()} for pile in entry["cards"]
    ]
    assert [
        {suit: sorted(ranks) for suit, ranks in pile.items()} for pile in table.entries[0]["cards"]
    ] == sorted_piles


def test_back_from_all_cards_the_points_are_there_again(table: Table) -> None:
    """Mittlere: every player's cards go, since they only make sense together; it says so."""
    table.start(MITTLERE)
    table.open_form(ENTRIES[MITTLERE])
    refine(table, "Ada", ADAS)
    refine(table, "Ben", ["bells:A"])
    table.phone.press("Exact cards of Ben")
    table.phone.press("Without cards, for all players")
    board = read_board(table.save())

    assert board.rounds == [SCORES[MITTLERE]]
    assert table.entries == [ENTRIES[MITTLERE]]


def test_kunibert_refines_a_group_and_the_hand_stays_counted(table: Table) -> None:
    """Kunibert: captured cards one by one, and cards in hand counted until one is ticked."""
    table.start(KUNIBERT, rules={"target": 300, "hand_cards_count_against": True})
    hands = [{}, {"low": 2}, {"mid": 1}]
    table.open_form({**ENTRIES[KUNIBERT], "hands": hands, "last_card": 0})
    refine(table, "Ben", ["black:1", "red:1", "black:12", "red:12"])
    grid = table.phone.press("Exact cards of Cem")
    tick(grid, ["red:6:hand"])
    table.phone.press("Done")
    table.save()
    [entry] = table.entries

    assert grid.texts("h2") == ["Left in hand"]
    assert entry["captured"][1] == {"black": [1, 12], "red": [1, 12]}
    assert entry["hands"] == [{}, {"low": 2}, {"red": [6]}]
    assert entry["captured"][2] == {}


def test_a_card_that_two_claim_is_named_with_both_beside_them(table: Table) -> None:
    """The card and both players stand in the sentence, and beside their rows only."""
    table.start(MUECKENSTICH)
    form = table.open_form(RULEBOOK)
    sending = form.sending("Check").adding(
        ("seat_0-exact", "1"),
        *(("seat_0-cards", card) for card in ARNES),
        ("seat_4-exact", "1"),
        ("seat_4-cards", "red:4"),
    )
    page = table.phone.send(sending)
    sentence = "The deck has 1 × red 4, but 2 were typed in: Arne, Fritz."

    assert sentence in page.alerts
    assert [sentence in words(row) for row in page.all("fieldset.seat")] == [
        True,
        False,
        False,
        False,
        True,
    ]
    assert "Fritz has 2 of 15 cards." in page.texts("#seat-4 .error")
    grid = table.phone.press("Exact cards of Fritz")
    assert ("red:4", "ticked") in boxes(grid)
    assert "With Arne: 2, 4, 8, the first 12, the second 12." in grid.texts(".suit .hint")


@pytest.mark.parametrize(
    ("game", "seats", "rules"),
    [
        (MUECKENSTICH, 6, {}),
        (MUECKENSTICH, 3, {"scoring": "per_phase"}),
        (KUNIBERT, 6, {"target": 300, "hand_cards_count_against": True}),
        (MITTLERE, 3, {}),
    ],
)
def test_a_round_of_exact_cards_opens_as_it_stands(
    table: Table, game: str, seats: int, rules: dict[str, Json]
) -> None:
    """Its form carries every card, Check finds nothing new, and its address stays short."""
    board = table.start(game, SIX[:seats], rules=rules)
    seated = GAMES[game](seats, rules)
    entries = seated.simulate(Random(5), dealer=0, exact=True)
    table.record(*entries)
    form = table.phone.open(f"{board.path}rounds/1/enter")
    carried = [
        tuple(attribute(tag, "value") for tag in form.all(f'[name="seat_{seat}-cards"]'))
        for seat in range(seats)
    ]
    checked = table.phone.press("Check")
    grid = table.phone.press(f"Exact cards of {SIX[0]}")
    longest = max(len(page.address) for page in (checked, grid, table.phone.press("Done")))
    table.save()

    assert carried == list(seated.exact(table.entries[0], 1))
    assert "would score:" in checked.words
    assert longest < 8000
    assert table.entries == entries
    assert table.acts == ["start", *(f"record {n}" for n, _ in enumerate(entries, 1))]


def test_a_pile_partly_of_cards_keeps_them_when_another_number_changes(table: Table) -> None:
    """Cards that came with an entry beside counts stay, as long as their count does."""
    mixed: Json = {
        "captured": [{"low": 2, "black": [1, 12], "red": [9]}, {"mid": 3, "black": [3, 3]}, {}],
        "last_card": None,
    }
    board = table.start(KUNIBERT)
    table.record(mixed)
    page = table.phone.open(f"{board.path}rounds/1/enter")
    told = page.texts(".given")
    page.fill({"last_card": "1", "seat_1-captured_low": "0"})
    table.save(expect=409)
    table.phone.press("Replace round 1")

    assert told == ["Among them: Black 1, 12 · Red 9", "Among them: Black 3, 3"]
    assert table.entries[-1] == {
        "captured": [mixed["captured"][0], {"mid": 3}, {}],
        "last_card": 1,
    }


@pytest.mark.parametrize("game", GAMES)
def test_the_same_in_counts_is_no_conflict_but_dropping_cards_is(table: Table, game: str) -> None:
    """Another phone that had typed only the numbers is content; whoever saw the cards is asked."""
    board = table.start(game)
    blank = table.open_form()
    seated = GAMES[game](len(SEATED[game]), RULES[game])
    entries = seated.simulate(Random(1), dealer=0, exact=True)
    table.record(*entries)
    [tally] = [seated.tally(entry) for entry in entries]
    numbers = {
        f"seat_{n}-{name}": str(of) for n, row in enumerate(tally) for name, of in row.items()
    }
    chosen = {
        choice.name: "none" if entries[0][choice.name] is None else str(entries[0][choice.name])
        for choice in seated.inputs().choices
    }
    blank.fill({**numbers, **chosen})
    table.phone.page = blank
    content = table.save()
    page = table.phone.open(f"{board.path}rounds/1/enter")
    for name in SEATED[game]:
        table.phone.press(f"Exact cards of {name}")
        if not table.phone.page.offers(COUNTS[game]):
            table.phone.follow("Back to the round, without a change")
            continue
        page = table.phone.press(COUNTS[game])
    asked = table.save(expect=409)
    rows = asked.texts("table.difference tbody th")

    assert content.path == board.path
    assert page.all(".given") == []
    assert any("exact cards" in row for row in rows)
    assert table.entries == entries


@pytest.mark.parametrize("game", GAMES)
def test_a_correction_refines_a_saved_round_and_takes_that_back(table: Table, game: str) -> None:
    """From Correct to the grid and back there: no points change, and each is a correction."""
    board = table.start(game)
    seated = GAMES[game](len(SEATED[game]), RULES[game])
    entries = seated.simulate(Random(1), dealer=0, exact=True)
    table.record(*entries)
    table.phone.open(f"{board.path}rounds/1/correct")
    table.phone.press(f"Exact cards of {SEATED[game][1]}")
    counted = table.phone.press(COUNTS[game])
    table.phone.press("See what changes")
    dropped = table.phone.page.texts("#changes-title")
    table.phone.press("Save correction")
    table.phone.open(f"{board.path}rounds/1/correct")
    for seat, cards in enumerate(seated.exact(entries[0], 1)):
        refined = refine(table, SEATED[game][seat], cards)
    if game == MITTLERE:
        refined.fill({"trump": entries[0]["trump"] or "none"})
        refined.fill({"last_trick": str(entries[0]["last_trick"])})
    table.phone.press("See what changes")
    table.phone.press("Save correction")
    rounds = read_board(table.phone.open(board.path)).rounds

    assert counted.heading == refined.heading == "Correct round 1"
    assert dropped == ["No points change"]
    assert table.acts == ["start", "record 1", "correct 1", "correct 1"]
    assert seated.exact(table.entries[1], 1)[1] == ()
    assert [set(of) for of in seated.exact(table.entries[2], 1)] == [
        set(of) for of in seated.exact(entries[0], 1)
    ]
    assert rounds == [list(seated.score(entries[0]).scores)]


def test_a_conflict_shows_the_cards_that_differ(table: Table) -> None:
    """Of exact cards both piles are shown, in words, where they differ and nowhere else."""
    table.start(MUECKENSTICH)
    form = table.open_form(RULEBOOK)
    refine(table, "Arne", ARNES)
    table.save()
    table.phone.page = form
    refine(table, "Arne", ["red:1", *ARNES[1:]])
    page = table.save(expect=409)
    rows = [[words(cell) for cell in row.select("th, td")] for row in page.all(".difference tr")]

    assert rows[1:] == [["Arne, exact cards", "Red 2, 4, 8, 12, 12", "Red 1, 4, 8, 12, 12"]]

    table.phone.press("Replace round 1")

    assert table.entries[-1]["numbers"][0] == {"red": [1, 4, 8, 12, 12]}


def test_what_cant_be_right_of_a_round_that_stands_asks_and_doesnt_fail(table: Table) -> None:
    """Mittlere: 180 points for a round that is saved already are a conflict like any other."""
    table.start(MITTLERE)
    form = table.open_form(ENTRIES[MITTLERE])
    table.save()
    table.phone.page = form
    fill_round(form, {"points": [60, 60, 60]})
    page = table.save(expect=409)

    assert page.offers("Replace round 1")
    assert table.entries == [ENTRIES[MITTLERE]]


@pytest.mark.parametrize(
    ("card", "sentence"),
    [
        ("red:13", "“red:13” is no card of this game."),
        ("", "“” is no card of this game."),
        ("<b>", "“<b>” is no card of this game."),
        ("x" * 5000, f"“{'x' * 24}” is no card of this game."),
    ],
)
def test_an_unknown_card_is_said_and_left_out(table: Table, card: str, sentence: str) -> None:
    """Whatever stands for a card in an address: a sentence beside the row, and it is gone."""
    table.start(MUECKENSTICH)
    form = table.open_form(RULEBOOK)
    sending = form.sending("Save round 1").adding(
        ("seat_0-exact", "1"), ("seat_0-cards", card), ("seat_0-cards", "red:12")
    )
    page = table.phone.send(sending, expect=422)

    assert page.texts("#seat-0 .error") == [sentence]
    assert page.texts("#seat-0 .given") == ["1 exact card: Red 12"]
    assert table.acts == ["start"]


def test_more_cards_than_the_deck_are_refused(table: Table) -> None:
    """900 cards for a player are a sentence, whether they are saved, checked or shown."""
    table.start(MUECKENSTICH)
    form = table.open_form(RULEBOOK)
    many = [("seat_0-cards", "red:12")] * 900
    saving = form.sending("Save round 1").adding(("seat_0-exact", "1"), *many)
    page = table.phone.send(saving, expect=422)
    kept = page.all('[name="seat_0-cards"]')
    grid = form.sending("Exact cards of Geli").adding(("seat_0-exact", "1"), *many)

    assert page.texts("#seat-0 .error") == ["These are more cards than the deck has."]
    assert len(kept) == 52
    assert [card for card, state in boxes(table.phone.send(grid)) if state] == ["red:12"] * 2


def test_there_is_no_grid_for_nobody(table: Table) -> None:
    """A seat that the match doesn't have: nothing is there."""
    board = table.start(MUECKENSTICH)

    assert table.phone.status(f"{board.path}rounds/1/enter/cards/6?seat_0-tricks=1") == 404


def led_back(table: Table, sending: Sending) -> tuple[str, list[tuple[str, str]]]:
    """Give where a grid leads that isn't shown, and all that it carries there, sorted."""
    response = table.phone.request(sending)
    parts = urlsplit(local_location(response.headers["Location"]))
    assert response.status_code == 303
    response.close()
    return f"{parts.path}#{parts.fragment}", sorted(query_of(f"?{parts.query}"))


@pytest.mark.parametrize("undone", [1, 2])
@pytest.mark.parametrize("page", ["enter", "correct"])
def test_a_round_that_was_undone_meanwhile_leads_back_with_all_that_was_typed(
    table: Table, page: str, undone: int
) -> None:
    """Another phone undid it, or the one before as well: nothing typed is lost on the way."""
    board = table.start(KUNIBERT)
    table.record(ENTRIES[KUNIBERT], ENTRIES[KUNIBERT])
    number = 3 if page == "enter" else 2
    form = table.phone.open(f"{board.path}rounds/{number}/{page}")
    form.fill({"seat_0-captured_low": "7", "seat_2-captured_mid": "x", "last_card": "2"})
    sending = form.sending("Exact cards of Ben").adding(("seat_2-exact", "1"))
    for last in range(undone):
        table.phone.open(board.path)
        table.phone.press(f"Undo round {2 - last}")

    assert led_back(table, sending) == (
        f"{board.path}rounds/{number}/{page}#seat-1",
        sorted([*sending.fields, ("unchecked", "1")]),
    )


def test_a_match_that_ended_meanwhile_leads_back_with_all_that_was_typed(table: Table) -> None:
    """Another phone ended it: the round's form is where that is said."""
    board = table.start(MUECKENSTICH)
    form = table.open_form(RULEBOOK)
    sending = form.sending("Exact cards of Arne")
    table.phone.open(board.path)
    table.phone.follow("End the match early")
    table.phone.press("End it here")

    assert led_back(table, sending) == (
        f"{board.path}rounds/1/enter#seat-0",
        sorted([*sending.fields, ("unchecked", "1")]),
    )


def test_a_grid_without_anything_typed_leads_to_the_form(table: Table) -> None:
    """A bare address has nothing to refine, so it opens the round's form."""
    board = table.start(MUECKENSTICH)
    page = table.phone.open(f"{board.path}rounds/1/enter/cards/1")

    assert urlsplit(page.address).path == f"{board.path}rounds/1/enter"
    assert page.redirects == (303,)
