"""House rules: explained, agreed on before a match, rolled for, and refused in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scorekeeper.rules import GAMES
from tests.web.table import (
    FIVE,
    KUNIBERT,
    MITTLERE,
    MUECKENSTICH,
    errors_beside,
    fields_of,
    read_board,
)

if TYPE_CHECKING:
    from tests.web.table import Table

from tests.web.plans import plan, seated

FACES = {"200", "300", "400", "500"}


@pytest.mark.parametrize("game", [MUECKENSTICH, KUNIBERT, MITTLERE])
def test_house_rules_are_explained_and_start_as_the_rulebook_has_them(
    table: Table, game: str
) -> None:
    """Each house rule has its meaning and values; the rulebook's own is chosen beforehand."""
    page = plan(table.phone, game)
    for rule in GAMES[game].HOUSE_RULES:
        [fieldset] = [
            tag
            for tag in page.all("fieldset.rule")
            if rule.title in tag.select("legend")[0].get_text()
        ]
        text = " ".join(fieldset.get_text().split())

        assert rule.meaning in text
        assert all(meaning in text for meaning in rule.values.values())
        if rule.values:
            assert page.value(f"rule-{rule.name}") == str(rule.default).lower()
        else:
            assert page.value(f"rule-{rule.name}") == ""


def test_house_rules_hold_for_the_match(table: Table) -> None:
    """What is agreed before a match is what it is played by."""
    plan(table.phone, MITTLERE).fill(
        {"rule-rounds": "2", "rule-no_trick_and_hundred": "third_takes_two"}
    )
    board = read_board(table.phone.press("Start the match"))
    entry = {"points": [101, 56, 0], "won_trick": [True, True, False]}
    scored = read_board(table.enter(entry))

    assert board.subtitle == "Round 1 of 2"
    assert scored.rounds == [[-1, 2, -1]]


def test_rounds_left_blank_are_as_many_as_players(table: Table) -> None:
    """Mückenstich §2: without an agreement there are as many rounds as players."""
    board = read_board(table.start(MUECKENSTICH, FIVE[:4]))

    assert board.subtitle == "Round 1 of 4"


BAD_NUMBERS = ("0", "31", "-1", "3.5", "five", "\uff13", str(10**20), "1e1", "<b>", "%s")
LONG_NUMBER = "000000007" + "9" * 5000
"""Its first nine digits are a number of rounds; Python reads no number of so many."""


def test_a_house_rule_that_is_no_number_in_its_bounds_is_pointed_out(table: Table) -> None:
    """Letters and numbers out of range are 422 with the sentence beside the field, all kept."""
    names = FIVE[:4]
    plan(table.phone, MUECKENSTICH, names).fill(
        {"rule-removal_chooser": "tricks", "first_dealer": "2", "name": "Dee"}
    )

    for text in (*BAD_NUMBERS, LONG_NUMBER):
        table.phone.fill({"rule-rounds": text})
        page = table.phone.press("Start the match", expect=422)

        assert errors_beside(page, "rule-rounds") == (
            "“Rounds” must be a whole number from 1 to 30."
        )
        assert page.value("rule-rounds") == text
        assert page.value("rule-removal_chooser") == "tricks"
        assert page.value("first_dealer") == "2"
        assert page.value("name") == "Dee"
        assert seated(page) == list(names)
        assert page.only("details").has_attr("open")
    assert table.count("match") == 0


def test_a_refused_plan_can_be_put_right_and_begun(table: Table) -> None:
    """The page that refuses a plan is a plan: put right, it begins the match."""
    plan(table.phone, MUECKENSTICH, FIVE[:4], rounds="x")
    table.phone.press("Start the match", expect=422)
    table.phone.fill({"rule-rounds": " 7 "})
    board = read_board(table.phone.press("Start the match"))

    assert board.subtitle == "Round 1 of 7"


def test_kunibert_needs_a_target(table: Table) -> None:
    """Kunibert §8: without a target the match can't begin; the sentence stands beside the die."""
    plan(table.phone, KUNIBERT)
    page = table.phone.press("Start the match", expect=422)

    assert "must be settled before the match begins" in errors_beside(page, "rule-target")
    assert table.count("match") == 0


def test_s1_the_die_rolls_one_of_its_faces(table: Table) -> None:
    """Kunibert §1 and §4: the die gives 200, 300, 400 or 500, each of them sooner or later."""
    plan(table.phone, KUNIBERT)
    rolled: set[str] = set()
    for _roll in range(500):
        rolled.add(table.phone.press("Roll the die").value("rule-target"))
        if rolled >= FACES:
            break

    assert rolled == FACES


def test_a_face_rolled_at_the_table_is_one_tap(table: Table) -> None:
    """The face that the table has rolled is tapped, and shown as pressed."""
    plan(table.phone, KUNIBERT)
    page = table.phone.press("400")
    board = read_board(table.phone.press("Start the match"))

    assert page.value("rule-target") == "400"
    assert page.texts('button[aria-pressed="true"]') == ["400"]
    assert board.subtitle == "To 400 points, 400 to go"


@pytest.mark.parametrize("target", ["5", "250", "5000"])
def test_the_target_can_be_agreed(table: Table, target: str) -> None:
    """A number of points agreed at the table is typed instead of rolled."""
    plan(table.phone, KUNIBERT).fill({"rule-target": target})
    board = read_board(table.phone.press("Start the match"))

    assert board.subtitle == f"To {target} points, {target} to go"


@pytest.mark.parametrize("target", ["4", "5001", "-300", "3OO", "\uff12\uff10\uff10"])
def test_a_target_out_of_bounds_is_pointed_out(table: Table, target: str) -> None:
    """An agreed target is from 5 to 5000 points."""
    plan(table.phone, KUNIBERT).fill({"rule-target": target})
    page = table.phone.press("Start the match", expect=422)

    assert errors_beside(page, "rule-target") == ("“Target” must be a whole number from 5 to 5000.")
    assert page.value("rule-target") == target


def test_a_choice_that_a_house_rule_doesnt_have_is_pointed_out(table: Table) -> None:
    """What no form offers is refused, not taken for the rulebook's own."""
    sending = plan(table.phone, MITTLERE).sending("Start the match")
    wrong = sending.changed({"rule-no_trick_and_hundred": "THIRD"})
    page = table.phone.send(wrong, expect=422)

    assert page.alerts == "“No trick, and another at 100” has no such choice."
    assert table.count("match") == 0


def test_a_house_rule_of_another_game_changes_nothing(table: Table) -> None:
    """What an address says of house rules that the game doesn't have is left aside."""
    plan(table.phone, MITTLERE, target="300", tie="extra_round", colour="<b>")
    board = read_board(table.phone.press("Start the match"))

    assert board.subtitle == "Round 1 of 12"


def test_the_hand_cards_variant_asks_for_hands(table: Table) -> None:
    """Kunibert §10: with the variant the form asks for what is left in hand, from 0."""
    rules = {"target": 300, "hand_cards_count_against": "true"}
    table.start(KUNIBERT, rules=rules)
    form = table.open_form()
    hands = [name for name in fields_of(form) if "-hands_" in name]
    entry = {
        "captured": [{"low": 2}, {"mid": 2}, {}],
        "hands": [{}, {"red12": 1}, {"low": 1}],
        "last_card": 0,
    }
    table.phone.open(form.address.removesuffix("rounds/1/enter"))
    board = read_board(table.enter(entry))

    assert len(hands) == 12
    assert set(form.values(hands).values()) == {"0"}
    assert board.rounds == [[40, 0, -5]]
