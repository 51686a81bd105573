"""Correcting a round: the form filled in, what it would change, a reason, and what follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.builders import kunibert
from tests.web.sent import differences, thrice
from tests.web.table import (
    ENTRIES,
    KUNIBERT,
    MITTLERE,
    MUECKENSTICH,
    OTHER_ENTRIES,
    OTHER_SCORES,
    RULEBOOK,
    fill_round,
    read_board,
    typed,
)

if TYPE_CHECKING:
    from tests.web.phone import Page
    from tests.web.table import Table

GAMES = (MUECKENSTICH, KUNIBERT, MITTLERE)


def correct(table: Table, number: int) -> Page:
    """Go from the scoreboard to the form that corrects a round, in two steps."""
    page = table.phone.page
    table.phone.open(page.leads(page.all("table.board tbody a")[number - 1]))
    return table.phone.follow("Correct this round")


def totals_after(page: Page) -> list[list[str]]:
    """Read the table of what the totals would be, old figures in brackets."""
    rows = []
    for row in page.all("table.running tbody tr"):
        for hidden in row.select(".visually-hidden"):
            hidden.decompose()
        rows.append(["→".join(cell.get_text(" ").split()) for cell in row.select("td")])
    return rows


@pytest.mark.parametrize("game", GAMES)
def test_a_round_is_corrected_after_a_look_at_what_changes(table: Table, game: str) -> None:
    """Known fault 1: as many rounds as before; nothing is saved before the second button."""
    table.start(game)
    table.enter(ENTRIES[game])
    form = correct(table, 1)
    before = table.dump()
    fill_round(form, OTHER_ENTRIES[game])
    page = table.phone.press("See what changes")
    looked = table.dump()
    page.fill({"reason": "misread in this light"})
    board = read_board(table.phone.press("Save correction"))

    assert looked == before
    assert page.has("h2", "This would change:")
    assert board.rounds == [OTHER_SCORES[game]]
    assert board.totals == OTHER_SCORES[game]
    assert "corrected" in board.labels[0]
    assert table.acts == ["start", "record 1", "correct 1"]
    assert table.ask("SELECT text FROM note") == [("misread in this light",)]


def test_the_form_is_filled_in_and_cannot_be_saved_unseen(table: Table) -> None:
    """It shows the round as it stands; its first button only looks."""
    table.start(MUECKENSTICH)
    table.enter(RULEBOOK)
    form = correct(table, 1)

    assert form.values(typed(RULEBOOK)) == typed(RULEBOOK)
    assert form.texts("button.primary") == ["See what changes"]
    assert not form.offers("Save correction")


def test_round_1_of_4_is_looked_at_with_all_that_follows(table: Table) -> None:
    """Known fault 2: this round's points, every later total, places and the winner."""
    table.start(MITTLERE, rules={"rounds": 4})
    for middle in ([70, 52, 35], [60, 62, 35], [70, 52, 35], [60, 35, 62]):
        table.enter({"points": middle})
    before = read_board(table.phone.page)
    form = correct(table, 1)
    form.fill(typed({"points": [52, 70, 35]}))
    page = table.phone.press("See what changes")
    after = read_board(table.phone.press("Save correction"))

    assert before.totals == [-2, -2, 4]
    assert page.texts(".changes li") == [
        "Ada, points 70 → 52: 1 → −2",
        "Ben, points 52 → 70: −2 → 1",
    ]
    assert totals_after(page) == [
        ["1→−2", "−2→1", "1"],
        ["−1→−4", "−1→2", "2"],
        ["0→−3", "−3→0", "3"],
        ["−2→−5", "−2→1", "4"],
        ["−2→−5", "−2→1", "4"],
        ["2.→3.", "2.", "1."],
    ]
    assert "The win stays with Cem." in page.words
    assert after.totals == [-5, 1, 4]
    assert after.ranks == ["3.", "2.", "1."]


def test_a_correction_that_moves_the_win_says_so(table: Table) -> None:
    """From whom to whom, before it is saved; then the board names the other one."""
    table.start(MITTLERE, rules={"rounds": 2})
    table.enter({"points": [70, 52, 35]})
    table.enter({"points": [60, 35, 62]})
    form = correct(table, 2)
    form.fill(typed({"points": [70, 35, 52]}))
    page = table.phone.press("See what changes")
    board = read_board(table.phone.press("Save correction"))

    assert "The win goes to Ada instead of Cem." in page.words
    assert board.result.startswith("Ada wins")


def test_the_numbers_that_stand_change_nothing(table: Table) -> None:
    """The look says so and has no button to save."""
    table.start(MITTLERE)
    table.enter(ENTRIES[MITTLERE])
    correct(table, 1)
    page = table.phone.press("See what changes")

    assert page.has("h2", "Nothing changes")
    assert not page.offers("Save correction")
    assert table.acts == ["start", "record 1"]


def test_a_correction_can_end_kunibert_earlier_and_un_end_it(table: Table) -> None:
    """Rounds after the end stay visible and don't count; corrected back, the match goes on."""
    table.start(KUNIBERT, rules={"target": 200})
    for points in (60, 50, 30):
        table.record(kunibert(points, 5, 5))
    table.phone.open(table.phone.page.path)
    form = correct(table, 1)
    fill_round(form, kunibert(150, 5, 5))
    earlier = table.phone.press("See what changes")
    ended = read_board(table.phone.press("Save correction"))
    form = correct(table, 1)
    fill_round(form, kunibert(60, 5, 5))
    back = table.phone.press("See what changes")
    board = read_board(table.phone.press("Save correction"))

    assert totals_after(earlier) == [
        ["60→150", "5", "5"],
        ["110→200", "10", "10"],
        ["140→–", "15→–", "15→–"],
        ["140→200", "15→10", "15→10"],
        ["1.", "2.", "2."],
    ]
    assert totals_after(back)[2:4] == [
        ["–→140", "–→15", "–→15"],
        ["200→140", "10→15", "10→15"],
    ]
    assert "The match is over then, and won by Ada." in earlier.words
    assert "From round 3 on, rounds stand after the end and don't count" in earlier.words
    assert ended.totals == [200, 10, 10]
    assert ended.rounds == [[150, 5, 5], [50, 5, 5], [30, 5, 5]]
    assert "after the end" in ended.labels[2]
    assert ended.result.startswith("Ada wins")
    assert "The match is in play again: nobody has won yet." in back.words
    assert board.totals == [140, 15, 15]
    assert board.result == ""


def test_the_table_lets_rounds_after_the_end_count(table: Table) -> None:
    """And takes that back; each is a revision of its own, and the totals follow."""
    table.start(KUNIBERT, rules={"target": 200})
    for points in (60, 50, 90):
        table.record(kunibert(points, 5, 5))
    table.record(kunibert(150, 5, 5), replaces=1)
    table.phone.open(table.phone.page.path)
    counting = read_board(table.phone.press("Count them all the same"))
    again = read_board(table.phone.press("Don't count them"))

    assert counting.totals == [290, 15, 15]
    assert "after the end" not in counting.labels[2]
    assert again.totals == [200, 10, 10]
    assert table.acts[-2:] == ["count_after_end", "count_after_end"]


def test_two_correcting_one_round_see_both_and_choose(table: Table) -> None:
    """Known fault 15: the second is shown the first one's numbers, at the look and on saving."""
    table.start(MITTLERE)
    board = table.enter(ENTRIES[MITTLERE])
    other = table.join("score")
    form = correct(table, 1)
    form.fill(typed({"points": [60, 62, 35]}))
    looked = table.phone.press("See what changes")
    other.open(board.path + "rounds/1/correct").fill(typed({"points": [52, 70, 35]}))
    other.press("See what changes")
    other.press("Save correction")
    looked.fill({"reason": "mine"})
    page = table.phone.press("Save correction", expect=409)
    shown = differences(table.phone)
    kept = page.value("reason")
    replaced = read_board(table.phone.press("Replace round 1"))

    assert shown == [["Ada, Points", "52", "60"], ["Ben, Points", "70", "62"]]
    assert kept == "mine"
    assert replaced.rounds == [[-2, 1, 1]]
    assert table.acts == ["start", "record 1", "correct 1", "correct 1"]


def test_a_look_at_a_round_that_was_corrected_meanwhile_shows_both(table: Table) -> None:
    """What would change is said of what stands now."""
    table.start(MITTLERE)
    table.enter(ENTRIES[MITTLERE])
    form = correct(table, 1)
    table.record({"points": [52, 70, 35]}, replaces=1)
    form.fill(typed({"points": [60, 62, 35]}))
    table.phone.press("See what changes")

    assert differences(table.phone) == [["Ada, Points", "52", "60"], ["Ben, Points", "70", "62"]]


def test_a_correction_sent_three_times_is_made_once(table: Table) -> None:
    """A double tap makes one revision."""
    table.start(MITTLERE)
    board = table.enter(ENTRIES[MITTLERE])
    form = correct(table, 1)
    fill_round(form, OTHER_ENTRIES[MITTLERE])
    sending = table.phone.press("See what changes").sending("Save correction")

    assert thrice(table.phone, sending) == [(303, board.path)] * 3
    assert table.acts == ["start", "record 1", "correct 1"]


def test_a_long_reason_is_refused_beside_it_and_kept(table: Table) -> None:
    """With how long it is; nothing is saved."""
    table.start(MITTLERE)
    table.enter(ENTRIES[MITTLERE])
    form = correct(table, 1)
    fill_round(form, OTHER_ENTRIES[MITTLERE])
    page = table.phone.press("See what changes")
    page.fill({"reason": "x" * 281})
    page = table.phone.press("Save correction", expect=422)

    assert page.texts("#reason-error") == ["A note has at most 280 characters; this one has 281."]
    assert page.value("reason") == "x" * 281
    assert table.acts == ["start", "record 1"]


def test_what_cannot_be_right_is_no_correction(table: Table) -> None:
    """It is refused as a new round would be, with everything typed kept."""
    table.start(MITTLERE)
    table.enter(ENTRIES[MITTLERE])
    form = correct(table, 1)
    form.fill(typed({"points": [70, 52, 36]}))
    page = table.phone.press("See what changes")

    assert "The points add up to 158; all the cards make 157." in page.alerts
    assert page.value("seat_2-points") == "36"
    assert page.heading == "Correct round 1"


def test_what_was_typed_outlives_whatever_happens_to_the_round(table: Table) -> None:
    """Undone by another phone: the look says so, keeps all, and it can be saved as a new round."""
    table.start(MITTLERE)
    board = table.enter(ENTRIES[MITTLERE])
    form = correct(table, 1)
    form.fill({**typed({"points": [60, 62, 35]}), "reason": "mine"})
    other = table.join("score")
    other.open(board.path)
    other.press("Undo round 1")
    looked = table.phone.press("See what changes")
    saved = read_board(table.phone.press("Save round 1"))

    assert "Your numbers are still here" in looked.alerts
    assert looked.value("seat_0-points") == "60"
    assert looked.value("reason") == "mine"
    assert saved.rounds == [[-2, 1, 1]]
    assert table.acts[-2:] == ["void 1", "record 1"]


def test_a_look_at_a_round_that_is_not_due_any_more_keeps_all(table: Table) -> None:
    """Round 2 was typed while another phone undid round 1: Check says which round is due."""
    table.start(MITTLERE)
    board = table.enter(ENTRIES[MITTLERE])
    table.open_form({"points": [60, 62, 35]})
    other = table.join("score")
    other.open(board.path)
    other.press("Undo round 1")
    page = table.phone.press("Check")

    assert "round 1 is due now" in page.alerts
    assert page.value("seat_0-points") == "60"


def test_an_earlier_version_is_brought_back_as_a_correction(table: Table) -> None:
    """From the history, with a look first; it is one more revision."""
    table.start(MITTLERE)
    board = table.enter(ENTRIES[MITTLERE])
    table.record({"points": [60, 62, 35]}, replaces=1, reason="misread")
    table.phone.open(board.path + "rounds/1/history")
    page = table.phone.follow("Correct it back to this")
    back = read_board(table.phone.press("Save correction"))

    assert page.texts(".changes li") == [
        "Ada, points 60 → 70: −2 → 1",
        "Ben, points 62 → 52: 1 → −2",
    ]
    assert back.rounds == [[1, -2, 1]]
    assert table.acts == ["start", "record 1", "correct 1", "correct 1"]
    table.phone.open(board.path + "rounds/1/correct?from=0", expect=404)


# Recording anyway -------------------------------------------------------------------------

SHORT = {**RULEBOOK, "numbers": [{"red": 4}, *RULEBOOK["numbers"][1:]]}
"""The rulebook's round, in which a card of Arne's got lost."""


def test_a_round_with_a_card_too_few_is_recorded_anyway_with_a_reason(table: Table) -> None:
    """Blocked first, then marked wherever it shows, with the reason."""
    table.start(MUECKENSTICH)
    table.open_form(SHORT)
    refused = table.save(expect=422)
    refused.fill({"anyway": "1", "reason": "shuffled before we counted"})
    board = table.save()
    shown = table.show()

    assert "Arne has 4 of 5 cards." in refused.alerts
    assert refused.texts(".anyway .standings b") == ["8", "−1", "−10", "−3", "10"]
    assert read_board(board).rounds == [[8, -1, -10, -3, 10]]
    assert "anyway" in read_board(board).labels[0]
    assert "Recorded although the cards don't add up:" in shown.words
    assert "shuffled before we counted" in shown.words
    assert table.ask("SELECT anyway FROM revision WHERE kind = 'record'") == [(1,)]


def test_recording_anyway_needs_its_reason(table: Table) -> None:
    """Without one it is refused beside the box, ticked as it was."""
    table.start(MUECKENSTICH)
    table.open_form(SHORT)
    table.save(expect=422).fill({"anyway": "1"})
    page = table.save(expect=422)

    assert page.texts("#reason-error") == ["Say in a few words why the cards don't add up."]
    assert page.field("anyway").has_attr("checked")
    assert table.acts == ["start"]


def test_what_is_wrong_otherwise_cannot_be_recorded_anyway(table: Table) -> None:
    """A choice that nobody could make, or points that don't add up, are offered no way."""
    table.start(MUECKENSTICH)
    table.open_form({**SHORT, "doubled": None})
    page = table.save(expect=422)
    sending = page.sending("Save round 1").having(anyway="1", reason="because")
    table.phone.send(sending, expect=422)
    table.start(MITTLERE)
    table.open_form({"points": [50, 50, 50]})
    mittlere = table.save(expect=422)

    assert page.all(".anyway") == []
    assert mittlere.all(".anyway") == []
    assert table.ask("SELECT count(*) FROM revision WHERE kind = 'record'") == [(0,)]


def test_a_correction_is_made_anyway_after_the_look(table: Table) -> None:
    """The look keeps the tick and the reason, and says what would change."""
    table.start(MUECKENSTICH)
    table.enter(RULEBOOK)
    form = correct(table, 1)
    fill_round(form, SHORT)
    page = table.phone.press("See what changes")
    page.fill({"anyway": "1", "reason": "one is under the sofa"})
    page = table.phone.press("See what changes")
    board = read_board(table.phone.press("Save correction"))

    assert page.texts(".changes li") == ["Arne, red cards 5 → 4: 10 → 8"]
    assert board.rounds == [[8, -1, -10, -3, 10]]
    assert table.acts == ["start", "record 1", "correct 1"]
