"""The preview: what is known of a round while it is typed, who chooses, and what it would score."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from bs4 import BeautifulSoup
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.web.phone import words
from tests.web.table import (
    ENTRIES,
    KUNIBERT,
    MITTLERE,
    MUECKENSTICH,
    OTHER_ENTRIES,
    RULEBOOK,
    SCORES,
    THREE,
    counts_of,
    number,
    read_board,
    typed,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.rules.problems import Json
    from tests.web.phone import Sending
    from tests.web.table import Table

GAMES = (MUECKENSTICH, KUNIBERT, MITTLERE)


class Glance:
    """What the server answers while a round is typed."""

    def __init__(self, answer: Mapping[str, Json]) -> None:
        """Read it."""
        self.choices, self.says, self.saved = (answer[key] for key in ("choices", "says", "saved"))
        soup = BeautifulSoup(answer["html"], "html.parser")
        self.errors = [words(tag) for tag in soup.select(".error")]
        self.warnings = [words(tag) for tag in soup.select(".warning")]
        self.story = [words(tag) for tag in soup.select(".prompt p")]
        points, totals = soup.select("tbody tr")
        self.points = [words(cell) for cell in points.select("td")]
        self.totals = [number(words(cell)) for cell in totals.select("td")]
        self.head = words(totals.select("th")[0])


def question(table: Table, changes: Mapping[str, str] | None = None) -> Sending:
    """Give what the pad asks with what stands in the form, perhaps with some of it changed."""
    [save] = [tag for tag in table.phone.page.all("button.primary") if words(tag)[:4] == "Save"]
    sending = table.phone.page.sending(words(save)).changed(changes or {})
    return replace(sending, address=sending.address.replace("/enter", "/preview"))


def ask(table: Table, changes: Mapping[str, str] | None = None) -> Glance:
    """Ask as the pad does."""
    response = table.phone.request(question(table, changes))

    assert response.status_code == 200
    return Glance(response.get_json())


@pytest.mark.parametrize("game", GAMES)
def test_the_preview_is_what_is_saved_and_writes_no_round(table: Table, game: str) -> None:
    """Points and totals of the preview are those of the scoreboard after Save (check 6)."""
    table.start(game)
    table.enter(ENTRIES[game])
    table.open_form(ENTRIES[game])
    before = table.acts
    glance = ask(table)

    assert [number(text.replace("+", "")) for text in glance.points] == SCORES[game]
    assert table.acts == before

    board = read_board(table.save())

    assert board.rounds[1] == SCORES[game]
    assert board.totals == glance.totals


def test_s5_the_doubler_is_asked_for_when_the_tricks_are_typed(table: Table) -> None:
    """Mückenstich §5: from the tricks alone Arne is asked, by name and reason; nothing else is."""
    table.start(MUECKENSTICH)
    table.open_form({"tricks": [1, 2, 2, 2, 3]})
    table.phone.page.fill(dict.fromkeys(counts_of(table.phone.page), ""))
    table.phone.page.fill(typed({"tricks": [1, 2, 2, 2, 3]}))
    glance = ask(table)

    assert glance.choices == {
        "doubled": {
            "due": True,
            "seat": 0,
            "says": "Arne has the fewest tricks (1): which colour counts double?",
            "barred": [],
        }
    }
    assert glance.errors == []
    assert glance.says == ""
    assert glance.points == ["–"] * 5


def test_s5_a_tie_is_not_asked_and_says_why(table: Table) -> None:
    """Mückenstich §5: two share the fewest tricks."""
    table.start(MUECKENSTICH)
    table.open_form({"tricks": [1, 1, 2, 3, 3]})
    doubled = ask(table).choices["doubled"]

    assert not doubled["due"]
    assert doubled["says"].startswith("Nobody alone has the fewest tricks (1)")


def test_s5_the_remover_is_asked_last_and_the_doubled_colour_is_out(table: Table) -> None:
    """Mückenstich §5: Ernst removes one of the three others; that is no fault of the entry yet."""
    table.start(MUECKENSTICH)
    table.open_form({**RULEBOOK, "removed": None})
    glance = ask(table)

    assert glance.choices["removed"]["seat"] == 2
    assert glance.choices["removed"]["barred"] == ["red"]
    assert glance.errors == []
    assert glance.points == ["+10", "−1", "−9", "0", "+13"]


def test_a_players_points_are_shown_as_soon_as_their_cards_are_typed(table: Table) -> None:
    """Arne's +10 stands there while all others are still counting, with everybody's total."""
    table.start(MUECKENSTICH)
    table.enter(RULEBOOK)
    table.open_form(RULEBOOK)
    blank = [
        name for name in counts_of(table.phone.page) if "numbers" in name and "_0-" not in name
    ]
    glance = ask(table, dict.fromkeys(blank, ""))

    assert glance.points == ["+10", "–", "–", "–", "–"]
    assert glance.totals == [20, -1, -10, -3, 10]


def test_what_doesnt_add_up_is_said_with_the_players_name(table: Table) -> None:
    """A moved card shows with both players at once, before and after all is typed."""
    table.start(MUECKENSTICH)
    table.open_form(RULEBOOK)
    moved = {"seat_1-numbers_blue": "5", "seat_2-numbers_blue": "3"}
    both = ["Geli has 9 of 10 cards.", "Ernst has 11 of 10 cards."]
    glance = ask(table, moved)

    assert glance.errors == both
    assert glance.says == " ".join(both)
    assert ask(table, {**moved, "seat_4-numbers_red": ""}).errors == both


def test_points_that_are_too_many_are_said_before_the_last_pile(table: Table) -> None:
    """Mittlere: two piles of 160 can't be right, whatever the third holds."""
    table.start(MITTLERE)
    table.open_form({"points": [100, 60, 0]})

    assert ask(table, {"seat_2-points": ""}).errors == ["Points: 160, but there are 157."]


def test_the_prompt_is_read_out_with_its_reason(table: Table) -> None:
    """Mittlere: which prompt was followed, about whom, and what it gives."""
    table.start(MITTLERE)
    table.open_form({"points": [52, 61, 44]})
    glance = ask(table)

    assert glance.story[:2] == [
        "Prompt 5",
        "Ada has the middle score: 2 potatoes, the others 1 stick each.",
    ]
    assert glance.says == "It adds up: Ada −2, Ben 1, Cem 1."


def test_no_points_is_a_question_and_no_fault_yet(table: Table) -> None:
    """Mittlere: with 0 points the trick is still to be asked about; nobody having one is wrong."""
    table.start(MITTLERE)
    table.open_form({"points": [157, 0, 0]})

    assert ask(table).errors == []

    answers = {f"seat_{seat}-won_trick": "no" for seat in (1, 2)}

    assert ask(table, answers).points == ["+2", "−1", "−1"]


def test_totals_are_measured_against_the_target(table: Table) -> None:
    """Kunibert §8: each total after this round stands beside the target."""
    table.start(KUNIBERT)
    table.enter(ENTRIES[KUNIBERT])
    table.open_form(ENTRIES[KUNIBERT])
    glance = ask(table)

    assert glance.head == "Total of 300"
    assert glance.totals == [110, 190, 60]


def test_a_corrections_preview_leaves_the_old_round_out(table: Table) -> None:
    """The total after a corrected round is that of the others and the new one."""
    table.start(MITTLERE)
    table.enter({"points": [70, 52, 35]})
    table.enter({"points": [70, 52, 35]})
    address = table.phone.page.path + "rounds/1/enter"
    table.phone.open(address)
    page = table.phone.page
    page.fill(typed({"points": [52, 70, 35]}))

    assert ask(table).totals == [-1, -1, 2]


def test_a_form_that_has_saved_is_known(table: Table) -> None:
    """The pad drops what it kept of a round whose form has done its work."""
    table.start(MITTLERE)
    table.open_form(ENTRIES[MITTLERE])
    before, sending = ask(table), question(table)
    table.save()
    after = table.phone.request(sending).get_json()

    assert not before.saved
    assert after["saved"]


def test_a_lapsed_question_is_answered_with_400(table: Table) -> None:
    """Without this session's token nothing is told."""
    table.start(MITTLERE)
    table.open_form(ENTRIES[MITTLERE])
    page = table.phone.send(question(table).without("csrf_token"), expect=400)

    assert page.heading == "This form has lapsed."


def told_instead(table: Table, sending: Sending) -> tuple[str, str]:
    """Ask, and give what is said instead of a score: aloud, and where the points would stand."""
    answer = table.phone.request(sending).get_json()
    soup = BeautifulSoup(answer["html"], "html.parser")

    assert answer["choices"] == {}
    assert [link["href"] for link in soup.select("a")] == [sending.address.split("rounds/")[0]]
    return answer["says"], words(soup.select(".error")[0])


def test_a_round_that_isnt_due_says_which_one_is(table: Table) -> None:
    """Another phone has undone the round before, say: whoever types isn't left in the dark."""
    table.start(MITTLERE)
    table.open_form(ENTRIES[MITTLERE])
    sending = question(table)
    later = replace(sending, address=sending.address.replace("rounds/1", "rounds/2"))

    told = "Round 1 is due by now. Your numbers are still here."
    assert told_instead(table, later) == (told, told)


def test_a_round_of_a_match_that_is_over_by_now_says_so(table: Table) -> None:
    """Another phone has ended it."""
    board = table.start(MITTLERE).path
    table.open_form(ENTRIES[MITTLERE])
    sending = question(table)
    table.phone.open(board)
    table.phone.follow("End the match early")
    table.phone.press("End it here")

    told = "This match is over by now. Your numbers are still here."
    assert told_instead(table, sending) == (told, told)


def test_a_round_that_was_saved_meanwhile_says_so(table: Table) -> None:
    """Before Save, and beside what it would score; a form that was opened later says nothing."""
    board = table.start(MITTLERE).path
    table.open_form(ENTRIES[MITTLERE])
    sending = question(table)
    table.record(OTHER_ENTRIES[MITTLERE])
    late = Glance(table.phone.request(sending).get_json())
    table.phone.open(f"{board}rounds/1/enter")

    assert late.warnings == ["Another phone has saved this round meanwhile. Saving shows you both."]
    assert late.points == ["+1", "−2", "+1"]
    assert ask(table).warnings == []


def test_markup_in_a_name_is_only_text(table: Table) -> None:
    """The fragment that the page takes in has no tag of anybody's making."""
    table.start(MITTLERE, ("<b>Ada</b>", "Ben", "Cem"))
    table.open_form({"points": [60, 60, 60]})
    answer = table.phone.request(question(table)).get_json()
    soup = BeautifulSoup(answer["html"], "html.parser")

    assert words(soup.select("thead th")[0]) == "<b>Ada</b>"
    assert soup.select("th b") == []


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    values=st.lists(
        st.sampled_from(["", "0", "5", "157", "999", "-1", "x", "1e3", "٣", "none", "7" * 30]),
        min_size=3,
        max_size=3,
    ),
    answers=st.lists(st.sampled_from(["", "yes", "no", "x"]), min_size=3, max_size=3),
)
def test_whatever_is_typed_is_answered(table: Table, values: list[str], answers: list[str]) -> None:
    """Half a number, none, too many of them: there is always a word about it, and no crash."""
    if table.phone.page.path == "/":
        table.start(MITTLERE)
        table.open_form()
    changes = {f"seat_{seat}-points": value for seat, value in enumerate(values)}
    changes |= {f"seat_{seat}-won_trick": value for seat, value in enumerate(answers)}
    glance = ask(table, changes)

    assert len(glance.points) == len(THREE)
