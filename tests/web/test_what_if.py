"""What if: a match beside itself under other house rules, as a page that changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

from tests.web.phone import attribute, words
from tests.web.table import (
    ENTRIES,
    FIVE,
    KUNIBERT,
    MITTLERE,
    MUECKENSTICH,
    PHASES,
    RULEBOOK,
    errors_beside,
    fill_round,
)

if TYPE_CHECKING:
    from tests.web.phone import Page
    from tests.web.table import Table

AGAINST = {"hand_cards_count_against": "true"}
HANDS = {
    "captured": [{"low": 4, "mid": 4}, {"low": 2, "mid": 5}, {}],
    "hands": [{"mid": 2}, {}, {"low": 1}],
    "last_card": 1,
}
"""60, 90, 0; with hand cards counted 40, 90, −5."""

HUNDRED = {"points": [101, 56, 0], "won_trick": [True, True, False]}
"""By the list 1, 1, −2; with the other house rule −1, 2, −1."""


SIXTEEN = {"captured": [{}, {"mid": 16}, {}], "last_card": None}
"""160 points for Ben alone."""


def ask(table: Table, expect: int = 200, /, **rules: str) -> Page:
    """Ask from the scoreboard what would be under other house rules, by the address."""
    path = table.phone.page.path.removesuffix("what-if")
    query = urlencode({f"rule-{name}": value for name, value in rules.items()})
    return table.phone.open(f"{path}what-if?{query}", expect=expect)


def rows_of(page: Page, part: str) -> list[list[str]]:
    """Read the rows of a part of the table, heads included."""
    return [
        [words(cell) for cell in row.select("th, td")]
        for row in page.all(f"table.what-if {part} tr")
    ]


def test_the_page_says_who_would_have_won_round_by_round(table: Table) -> None:
    """As played and what if, one below the other; what differs is said as well as drawn."""
    table.start(MITTLERE, rules={"rounds": 2})
    table.enter(HUNDRED)
    table.enter(ENTRIES[MITTLERE])
    table.phone.follow("What if…")
    table.phone.fill({"rule-no_trick_and_hundred": "third_takes_two"})
    page = table.phone.press("Who would have won?")

    assert page.texts("p.winner") == ["Ada, Ben and Cem would share the win"]
    assert page.only("section.over p.soft").get_text().strip() == "As it was played, Ada won."
    assert page.texts(".asked b") == [
        "No trick, and another at 100: Those two 1 potato each, the third 2 sticks"
    ]
    assert rows_of(page, "tbody") == [
        ["Round 1", "1", "1", "−2"],
        ["Round 1, what if", "−1 differs", "2 differs", "−1 differs"],
        ["Round 2", "1", "−2", "1"],
        ["Round 2, what if", "1", "−2", "1"],
    ]
    assert rows_of(page, "tfoot") == [
        ["Total", "2", "−1", "−1"],
        ["Total, what if", "0 differs", "0 differs", "0 differs"],
        ["Place", "1.", "2.", "2."],
        ["Place, what if", "1.", "1. differs", "1. differs"],
    ]
    assert page.links_to(page.path.removesuffix("what-if") + "rounds/2/")
    assert page.value("rule-no_trick_and_hundred") == "third_takes_two"


def test_the_page_starts_with_the_house_rules_of_the_match(table: Table) -> None:
    """Before anything is asked they are chosen, and nothing else is claimed."""
    table.start(KUNIBERT, rules={"target": 300, "tie": "extra_round"})
    table.enter(ENTRIES[KUNIBERT])
    page = table.phone.follow("What if…")

    assert page.value("rule-target") == "300"
    assert page.value("rule-tie") == "extra_round"
    assert page.value("rule-hand_cards_count_against") == "false"
    assert page.all("table, p.winner") == []
    assert page.only("details").has_attr("open")
    assert "These are the house rules of this match." in page.words
    assert not page.has("button", "Roll the die")


def test_hand_cards_can_be_asked_about_where_they_were_written_down(table: Table) -> None:
    """Ada had 20 points in hand, Ben none: she has less, and he leads all the same."""
    table.start(KUNIBERT)
    table.record(HANDS)
    page = ask(table, **AGAINST)

    assert page.texts("p.winner") == ["Ben would lead all the same"]
    assert page.texts("section.over p.soft") == ["So far Ben leads."]
    assert rows_of(page, "tbody")[1] == ["Round 1, what if", "40 differs", "90", "−5 differs"]


def test_where_nothing_was_written_down_the_page_says_so(table: Table) -> None:
    """The round says what it lacks, and the total isn't guessed."""
    table.start(KUNIBERT)
    table.enter(ENTRIES[KUNIBERT])
    page = ask(table, **AGAINST)

    assert page.texts("p.winner") == ["Nobody can tell"]
    assert rows_of(page, "tbody")[1] == [
        "Round 1, what if",
        "The cards left in hand weren't written down.",
    ]
    assert rows_of(page, "tfoot")[1] == ["Total, what if", "Nobody can tell."]
    assert len(rows_of(page, "tfoot")) == 3


def test_who_would_have_removed_a_colour_is_named(table: Table) -> None:
    """Mückenstich §5: by tricks Fritz would have chosen, whose name is shown as a name."""
    table.start(MUECKENSTICH, (*FIVE[:4], "<b>Fritz</b>"))
    table.enter(RULEBOOK)
    page = ask(table, removal_chooser="tricks")

    assert rows_of(page, "tbody")[1][1] == (
        "<b>Fritz</b> would have removed a colour, and nobody knows which."
    )
    assert page.all("main b b") == []


def test_a_round_after_the_end_that_would_have_been(table: Table) -> None:
    """With one round agreed on the match would have ended before round 2."""
    table.start(MITTLERE, rules={"rounds": 2})
    table.enter(ENTRIES[MITTLERE])
    table.enter(ENTRIES[MITTLERE])
    fewer = ask(table, rounds="1")

    assert fewer.texts("p.winner") == ["Ada and Cem would have won all the same"]
    assert "It would have been over after round 1." in fewer.words
    assert rows_of(fewer, "tbody")[3] == ["Round 2, what if", "The match would have been over."]


def test_a_round_after_the_real_end_is_marked(table: Table) -> None:
    """A correction made round 1 the last; to 200 points round 2 would have counted."""
    board = table.start(KUNIBERT, rules={"target": 150})
    table.enter(ENTRIES[KUNIBERT])
    table.enter(ENTRIES[KUNIBERT])
    fill_round(table.phone.open(f"{board.path}rounds/1/enter"), SIXTEEN)
    table.save(expect=409)
    table.phone.press("Replace round 1")
    page = ask(table, target="200")

    assert [row[0] for row in rows_of(page, "tbody")][::2] == [
        "Round 1 corrected",
        "Round 2 after the end",
    ]
    assert rows_of(page, "tfoot")[:2] == [
        ["Total", "0", "160", "0"],
        ["Total, what if", "55 differs", "255 differs", "30 differs"],
    ]


@pytest.mark.parametrize("counted", [False, True])
def test_rounds_after_the_end_are_not_said_to_be_missing(table: Table, *, counted: bool) -> None:
    """A target above everything: the table did play on, whether that counts or not."""
    board = table.start(KUNIBERT, rules={"target": 150})
    table.record(ENTRIES[KUNIBERT], ENTRIES[KUNIBERT])
    table.record(SIXTEEN, replaces=1)
    table.phone.open(board.path)
    if counted:
        table.phone.press("Count them all the same")
    page = ask(table, target="5000")
    [why] = page.texts("section.over p.soft")

    assert page.texts("p.winner") == ["Ben would lead"]
    assert why == (
        "As it was played, Ben won. Even with the round after the end it wouldn't have been over, "
        "so how it would have ended isn't known."
    )


def test_rounds_are_marked_as_on_the_scoreboard(table: Table) -> None:
    """Corrected, recorded although cards are missing, both, or neither."""
    short = {**RULEBOOK, "numbers": [{"red": 4}, *RULEBOOK["numbers"][1:]]}
    board = table.start(MUECKENSTICH)
    for entry in (RULEBOOK, short, RULEBOOK, short):
        table.open_form(entry)
        if entry is short:
            table.save(expect=422).fill({"anyway": "1", "reason": "lost"})
        table.save()
    table.record({**RULEBOOK, "doubled": "green"}, replaces=3)
    table.phone.open(f"{board.path}rounds/4/correct").fill({"seat_0-numbers_red": "3"})
    table.phone.press("See what changes").fill({"anyway": "1", "reason": "lost"})
    table.phone.press("Check")
    table.phone.press("Save correction")
    page = table.phone.open(board.path)
    asked = ask(table, removal_chooser="tricks")
    there, here = (
        [[words(mark) for mark in row.select(".mark")] for row in each.all(f"tbody {rows}")]
        for each, rows in ((page, "tr"), (asked, "tr.real"))
    )

    assert here == there == [[], ["anyway"], ["corrected"], ["corrected", "anyway"]]


def test_a_match_that_would_go_on_has_no_winner(table: Table) -> None:
    """With more rounds agreed on, nobody knows the end: who leads is all that is said."""
    table.start(MITTLERE, rules={"rounds": 1})
    table.enter(ENTRIES[MITTLERE])
    page = ask(table, rounds="12")

    assert page.texts("p.winner") == ["Ada and Cem would lead"]
    [why] = page.texts("section.over p.soft")
    assert why.startswith("As it was played, Ada and Cem shared the win. Nobody played on,")


def test_a_rule_that_changes_nothing_is_said_to(table: Table) -> None:
    """Kunibert §11: the pro rule leaves every point and the end as they are."""
    table.start(KUNIBERT, rules={"target": 90})
    table.enter(ENTRIES[KUNIBERT])
    page = ask(table, pro_rule="true")

    assert page.texts("p.winner") == ["Ben would have won all the same"]
    assert "Every round counts the same, and so does the end." in page.words
    assert page.all(".differs") == []


def test_a_match_without_rounds_says_what_will_be_there(table: Table) -> None:
    """There is nothing to score yet, and no button for it."""
    table.start(MITTLERE)
    page = ask(table, rounds="1")

    assert page.texts(".empty h2") == ["No round is written down yet"]
    assert page.all("main form, main button") == []


def test_phases_are_named_as_on_the_scoreboard(table: Table) -> None:
    """Three players' phases are rounds 1a and 1b."""
    table.start(MUECKENSTICH, FIVE[:3], rules={"scoring": "per_phase"})
    table.record(*({**phase, "phase": of} for of, phase in enumerate(PHASES)))
    page = ask(table, removal_chooser="tricks")

    assert [row[0] for row in rows_of(page, "tbody")][::2] == ["Round 1a", "Round 1b"]


def test_house_rules_without_effect_at_this_table_arent_offered(table: Table) -> None:
    """Five players aren't asked about what only three can agree on."""
    table.start(MUECKENSTICH)
    table.enter(RULEBOOK)
    page = ask(table)

    assert page.texts("fieldset.rule legend") == ["Rounds", "Who removes a colour"]


def test_a_watcher_may_ask_and_nobodys_question_changes_anything(table: Table) -> None:
    """The page only reads, for whoever may see the scoreboard; there is nothing to send."""
    board = table.start(MITTLERE)
    table.enter(HUNDRED)
    watcher = table.join("view")
    before = table.dump()
    watcher.open(board.path)
    watcher.follow("What if…")
    watcher.fill({"rule-no_trick_and_hundred": "third_takes_two", "rule-rounds": "1"})
    page = watcher.press("Who would have won?")

    assert page.texts("p.winner") == ["Ben would have won"]
    assert [attribute(form, "method") for form in page.all("form")] == [""]
    assert table.dump() == before


NUMBERS = ("4", "5001", "-1", "3OO", "1e3", "NaN", "\uff13", "9" * 30, "000000300" + "9" * 5000)
CHOICES = ("maybe", "True", "1", "None", "<script>alert(1)</script>", "%s", "\x00", "\u202e")


@pytest.mark.parametrize("number", NUMBERS)
def test_a_number_that_cant_be_is_pointed_out_and_kept(table: Table, number: str) -> None:
    """422 with the sentence beside the field; the other answers stay, and so does the form."""
    table.start(KUNIBERT)
    table.enter(ENTRIES[KUNIBERT])
    page = ask(table, 422, target=number, tie="extra_round")

    assert errors_beside(page, "rule-target") == "“Target” must be a whole number from 5 to 5000."
    assert page.value("rule-target") == number
    assert page.value("rule-tie") == "extra_round"
    assert page.only("details").has_attr("open")
    assert page.all("table, p.winner") == []


@pytest.mark.parametrize("choice", CHOICES)
def test_a_choice_that_isnt_offered_is_refused(table: Table, choice: str) -> None:
    """An address written by hand gets a sentence, not an answer to another question."""
    table.start(KUNIBERT)
    table.enter(ENTRIES[KUNIBERT])
    page = ask(table, 422, hand_cards_count_against=choice)

    assert page.alerts == "“Cards left in hand” has no such choice."
    assert page.all("table, script:not([src])") == []


@pytest.mark.parametrize("blank", ["", " ", "\t"])
def test_a_blank_is_what_was_agreed(table: Table, blank: str) -> None:
    """Nothing typed asks about nothing."""
    table.start(KUNIBERT)
    table.enter(ENTRIES[KUNIBERT])
    page = ask(table, target=blank, tie=blank)

    assert page.value("rule-target") == "300"
    assert "These are the house rules of this match." in page.words


def test_what_isnt_a_house_rule_of_the_game_is_left_aside(table: Table) -> None:
    """An address may say more than the game knows; the first of two values counts."""
    table.start(KUNIBERT)
    table.enter(ENTRIES[KUNIBERT])
    query = "rule-colour=red&rule-=x&rule-rounds=x&do=roll:target&rule-target=95&rule-target=x"
    page = table.phone.open(f"{table.phone.page.path}what-if?{query}")

    assert page.texts("p.winner") == ["Ben would have won"]
    assert page.texts(".asked b") == ["Target: 95 points"]
