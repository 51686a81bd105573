"""Bad input in a round: 422, each message beside its field, everything typed kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.table import (
    ENTRIES,
    KUNIBERT,
    MITTLERE,
    MUECKENSTICH,
    RULEBOOK,
    SCORES,
    THREE,
    counts_of,
    errors_beside,
    fields_of,
    read_board,
    typed,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.rules.problems import Json
    from tests.web.phone import Page
    from tests.web.table import Table

GAMES = (MUECKENSTICH, KUNIBERT, MITTLERE)

NO_NUMBERS = (
    "five",
    "1O",
    "-1",
    "−1",
    "+5",
    "3.5",
    "3,5",
    "1e2",
    "0x3",
    "1_0",
    str(10**20),
    "\uff15",
    "٣",
    "²",
    "1 2",
    "<b>5</b>",
    "%(low)s",
    "{{ 5 }}",
    "\"'",
)

FIRST_FIELD = {
    MUECKENSTICH: ("seat_1-numbers_green", 13, "Green"),
    KUNIBERT: ("seat_2-captured_mid", 16, "6–9"),
    MITTLERE: ("seat_0-points", 157, "Points"),
}
"""A field of each game, its highest number, and its name in a message."""


def refused(table: Table, values: Mapping[str, str]) -> Page:
    """Type into the form that is open, and save: it must be refused, and kept whole."""
    form = table.phone.page
    form.fill(values)
    sent = form.values(fields_of(form))
    before = table.dump()
    page = table.save(expect=422)

    assert table.dump() == before
    assert page.values(fields_of(page)) == sent
    assert page.alerts
    return page


@pytest.mark.parametrize("game", GAMES)
def test_what_is_no_whole_number_is_pointed_out_beside_its_field(table: Table, game: str) -> None:
    """Letters, signs, fractions, other digits and huge numbers get a sentence (fault 9)."""
    name, most, label = FIRST_FIELD[game]
    table.start(game)
    table.open_form(ENTRIES[game])

    for text in NO_NUMBERS:
        page = refused(table, {name: text})
        wrong = [field for field in counts_of(page) if page.field(field).has_attr("aria-invalid")]

        assert wrong == [name]
        assert errors_beside(page, name) == f"{label}: Type a whole number from 0 to {most} here."


@pytest.mark.parametrize("game", GAMES)
def test_a_blank_is_pointed_out(table: Table, game: str) -> None:
    """A missed field isn't taken for 0 (fault 7)."""
    name, _most, label = FIRST_FIELD[game]
    table.start(game)
    table.open_form(ENTRIES[game])

    for text in ("", " ", "\t"):
        page = refused(table, {name: text})

        assert errors_beside(page, name) == f"{label}: Type a number here, 0 if there is none."


def test_a_blank_where_0_stood_is_pointed_out_too(table: Table) -> None:
    """Mosquitoes start at 0; who empties the field must say what is meant (fault 7)."""
    table.start(MUECKENSTICH)
    table.open_form(RULEBOOK)
    page = refused(table, {"seat_0-mosquitoes_red": ""})

    assert errors_beside(page, "seat_0-mosquitoes_red") == (
        "Mosquitoes Red: Type a number here, 0 if there is none."
    )


@pytest.mark.parametrize(
    ("game", "entry", "scores"),
    [
        (KUNIBERT, {"captured": [{"low": 2}, {}, {}], "last_card": None}, [10, 0, 0]),
        (
            MITTLERE,
            {"points": [97, 60, 0], "won_trick": [True, True, True]},
            [1, -2, 1],
        ),
        (
            MITTLERE,
            {"points": [97, 60, 0], "won_trick": [True, True, False]},
            [1, 1, -2],
        ),
    ],
)
def test_0_is_a_number(
    table: Table, game: str, entry: Mapping[str, Json], scores: list[int]
) -> None:
    """0 is accepted wherever it is right, and 0 points aren't "no trick" (faults 4 and 7)."""
    table.start(game)
    page = table.enter(entry)

    assert read_board(page).rounds == [scores]


@pytest.mark.parametrize("text", [" 5", "5 ", "05", "005"])
def test_a_number_may_have_blanks_around_it_and_zeros_before_it(table: Table, text: str) -> None:
    """What a keyboard adds by itself does no harm."""
    table.start(MUECKENSTICH)
    form = table.open_form(RULEBOOK)
    form.fill({"seat_0-numbers_red": text})
    page = table.save()

    assert read_board(page).rounds == [SCORES[MUECKENSTICH]]
    assert table.entries[0]["numbers"][0] == {"red": 5}


@pytest.mark.parametrize(
    ("game", "name", "text"),
    [
        (MUECKENSTICH, "seat_0-tricks", "11"),
        (MUECKENSTICH, "seat_0-numbers_red", "14"),
        (MUECKENSTICH, "seat_0-mosquitoes_red", "4"),
        (KUNIBERT, "seat_0-captured_low", "27"),
        (KUNIBERT, "seat_0-captured_mid", "17"),
        (KUNIBERT, "seat_0-captured_black12", "3"),
        (KUNIBERT, "seat_0-captured_red12", "3"),
        (MITTLERE, "seat_0-points", "158"),
        (MITTLERE, "seat_0-points", "999"),
        (MITTLERE, "seat_0-points", "1000"),
    ],
)
def test_more_than_there_are_is_pointed_out_beside_the_field(
    table: Table, game: str, name: str, text: str
) -> None:
    """A number over the field's bound names the bound."""
    table.start(game)
    table.open_form(ENTRIES[game])
    page = refused(table, {name: text})

    assert f"from 0 to {int(text) - 1}" in errors_beside(page, name) or int(text) > 158
    assert "Type a whole number from 0 to" in errors_beside(page, name)


def test_every_wrong_field_is_pointed_out_at_once(table: Table) -> None:
    """Two wrong fields of one player each get their own message."""
    values = {"seat_0-points": "x", "seat_1-points": "", "seat_2-points": "-3"}
    table.start(MITTLERE)
    table.open_form(ENTRIES[MITTLERE])
    page = refused(table, values)

    assert [errors_beside(page, name) for name in values] == [
        "Points: Type a whole number from 0 to 157 here.",
        "Points: Type a number here, 0 if there is none.",
        "Points: Type a whole number from 0 to 157 here.",
    ]


def changed(entry: Mapping[str, Json], **values: Json) -> dict[str, Json]:
    """Give an entry with other values."""
    return {**entry, **values}


@pytest.mark.parametrize(
    ("game", "entry", "selector", "sentence"),
    [
        (
            MUECKENSTICH,
            changed(RULEBOOK, tricks=[1, 2, 2, 2, 2]),
            '[role="alert"]',
            "The tricks add up to 9; there were 10.",
        ),
        (
            MUECKENSTICH,
            changed(RULEBOOK, tricks=[1, 2, 2, 2, 2]),
            "#seat-4",
            "Fritz has 15 of 10 cards.",
        ),
        (
            MUECKENSTICH,
            changed(RULEBOOK, numbers=[{"red": 5}, {"red": 8}, *RULEBOOK["numbers"][2:]]),
            '[role="alert"]',
            "red",
        ),
        (
            MUECKENSTICH,
            changed(RULEBOOK, mosquitoes=[{"red": 3}, *RULEBOOK["mosquitoes"][1:]]),
            '[role="alert"]',
            "red mosquitoes",
        ),
        (
            MUECKENSTICH,
            changed(RULEBOOK, doubled=None),
            "#choice-doubled",
            "Arne has the fewest tricks (1): which colour counts double?",
        ),
        (
            MUECKENSTICH,
            changed(RULEBOOK, removed=None),
            "#choice-removed",
            "Ernst has the most mosquitoes (4): which colour is removed?",
        ),
        (
            MUECKENSTICH,
            changed(RULEBOOK, removed="red"),
            "#choice-removed",
            "The doubled colour can't be removed as well",
        ),
        (
            MUECKENSTICH,
            changed(RULEBOOK, tricks=[2, 2, 2, 2, 2]),
            "#choice-doubled",
            "Nobody alone has the fewest tricks (2), so no colour is doubled.",
        ),
        (
            MUECKENSTICH,
            changed(RULEBOOK, mosquitoes=[{}, {}, {}, {}, {}]),
            "#choice-removed",
            "Nobody alone has the most mosquitoes (0), so no colour is removed.",
        ),
        (
            KUNIBERT,
            {"captured": [{"low": 20}, {"low": 7}, {}], "last_card": 0},
            '[role="alert"]',
            "There are only 26 cards from 1 to 5 in the deck, not 27.",
        ),
        (
            KUNIBERT,
            {"captured": [{"red12": 2}, {"red12": 1}, {}], "last_card": 0},
            '[role="alert"]',
            "There are only 2 red 12s in the deck, not 3: Ada, Ben.",
        ),
        (
            MITTLERE,
            {"points": [50, 50, 50]},
            '[role="alert"]',
            "The points add up to 150; all the cards make 157.",
        ),
        (
            MITTLERE,
            {"points": [97, 60, 0]},
            "#seat-2",
            "Cem has 0 points: did they win a trick?",
        ),
        (
            MITTLERE,
            {"points": [157, 0, 0]},
            '[role="alert"]',
            "Two players have 0 points: which of them won a trick?",
        ),
    ],
)
def test_what_doesnt_add_up_gets_a_sentence_where_it_belongs(
    table: Table, game: str, entry: Mapping[str, Json], selector: str, sentence: str
) -> None:
    """Sums and choices that can't be right are named with players and numbers."""
    table.start(game)
    table.open_form(entry)
    page = refused(table, {})

    assert sentence in " ".join(page.texts(selector))
    assert sentence in page.alerts


def test_s10_the_last_card_leaves_no_hand(table: Table) -> None:
    """Kunibert §10: whoever played the last card can't have cards left; said beside them."""
    table.start(KUNIBERT, rules={"target": 300, "hand_cards_count_against": "true"})
    entry = {
        "captured": [{"low": 2}, {}, {}],
        "hands": [{"mid": 1}, {"low": 1}, {}],
        "last_card": 0,
    }
    table.open_form(entry)
    page = refused(table, {})

    assert page.texts("#seat-0 .error") == [
        "Ada played the last card, so no card (not 1) can be left in hand."
    ]


def test_s10_captured_and_hand_cards_are_of_one_deck(table: Table) -> None:
    """Kunibert §10: cards captured and left in hand count together against the deck."""
    table.start(KUNIBERT, rules={"target": 300, "hand_cards_count_against": "true"})
    entry = {"captured": [{"low": 25}, {}, {}], "hands": [{}, {"low": 2}, {}], "last_card": 0}
    table.open_form(entry)
    page = refused(table, {})

    assert "There are only 26 cards from 1 to 5 in the deck, not 27." in page.alerts


def test_who_played_the_last_card_must_be_said(table: Table) -> None:
    """Kunibert §6: nobody is chosen beforehand, and the question must be answered."""
    table.start(KUNIBERT)
    form = table.open_form({"captured": ENTRIES[KUNIBERT]["captured"]})
    chosen = form.value("last_card")
    page = table.save(expect=422)

    assert chosen == ""
    assert page.texts("#choice-last_card .error") == ["Choose one of these."]
    assert table.acts == ["start"]


@pytest.mark.parametrize(
    ("game", "name", "value"),
    [
        (MUECKENSTICH, "doubled", "purple"),
        (MUECKENSTICH, "removed", "Red"),
        (MUECKENSTICH, "doubled", ""),
        (KUNIBERT, "last_card", "3"),
        (KUNIBERT, "last_card", "-1"),
        (KUNIBERT, "last_card", "\uff10"),
        (KUNIBERT, "last_card", "0.0"),
        (KUNIBERT, "last_card", str(10**30)),
    ],
)
def test_a_choice_that_isnt_offered_is_refused(
    table: Table, game: str, name: str, value: str
) -> None:
    """Whatever somebody sends as a choice, only what is offered can be chosen."""
    table.start(game)
    form = table.open_form(ENTRIES[game])
    sending = form.sending("Save round 1").changed({name: value})
    page = table.phone.send(sending, expect=422)

    assert page.texts(f"#choice-{name} .error") == ["Choose one of these."]
    assert page.value(name) == ""
    assert table.acts == ["start"]


@pytest.mark.parametrize("game", GAMES)
def test_a_form_without_its_fields_is_refused(table: Table, game: str) -> None:
    """Fields that weren't sent are blanks, not zeros (fault 7)."""
    table.start(game)
    form = table.open_form(ENTRIES[game])
    sending = form.sending("Save round 1").without(*fields_of(form))
    page = table.phone.send(sending, expect=422)

    assert {page.value(name) for name in counts_of(page)} == {""}
    assert all("Type a number here" in errors_beside(page, name) for name in counts_of(page))
    assert table.acts == ["start"]


@pytest.mark.parametrize("game", GAMES)
def test_a_refused_round_can_be_put_right_and_saved(table: Table, game: str) -> None:
    """The page that refuses a round is a form of its own: put right, it saves."""
    name, _most, _label = FIRST_FIELD[game]
    table.start(game)
    table.open_form(ENTRIES[game]).fill({name: "x"})
    page = table.save(expect=422)
    page.fill({name: typed(ENTRIES[game]).get(name, "0")})
    board = read_board(table.save())

    assert board.rounds == [SCORES[game]]
    assert table.acts == ["start", "record 1"]


@pytest.mark.parametrize("name", ["version", "replaces", "key"])
@pytest.mark.parametrize(
    "value", ["", "x", "-1", "1.5", str(10**30), "9" * 5000, "x" * 65, "\uff11"]
)
def test_a_hidden_field_that_was_tampered_with_never_breaks_the_page(
    table: Table, name: str, value: str
) -> None:
    """Hidden fields are checked like all others; the page that answers can save."""
    table.start(MITTLERE)
    form = table.open_form(ENTRIES[MITTLERE])
    response = table.phone.request(form.sending("Save round 1").changed({name: value}))
    status = response.status_code
    if status != 303:
        table.phone.page = table.phone.read(response)
        table.save()

    assert status in {303, 409, 422}
    assert table.acts == ["start", "record 1"]


def test_of_three_players_too_many_tricks_name_the_house_rule(table: Table) -> None:
    """Mückenstich §3: where the tricks fit the other reading of set-aside, it says so."""
    entry = {
        "tricks": [5, 6, 7],
        "numbers": [
            {"red": 13, "blue": 2},
            {"green": 13, "blue": 5},
            {"black": 13, "blue": 6},
        ],
        "mosquitoes": [{}, {}, {"red": 2}],
        "doubled": "red",
        "removed": "blue",
    }
    table.start(MUECKENSTICH, THREE)
    table.open_form(entry)
    page = refused(table, {})

    assert "The tricks add up to 18; there were 16." in page.alerts
    assert "set_aside" in page.alerts
