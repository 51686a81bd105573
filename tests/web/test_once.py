"""Whatever is sent twice is done once; what has changed since is asked about, never overwritten."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.phone import local
from tests.web.table import (
    ENTRIES,
    KUNIBERT,
    MITTLERE,
    MUECKENSTICH,
    OTHER_ENTRIES,
    OTHER_SCORES,
    SCORES,
    fields_of,
    fill_round,
    read_board,
    typed,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.rules.problems import Json
    from tests.web.phone import Phone, Sending
    from tests.web.table import Table

GAMES = (MUECKENSTICH, KUNIBERT, MITTLERE)


def thrice(phone: Phone, sending: Sending) -> list[tuple[int, str]]:
    """Send the same three times, as a double tap and a reload do; give the answers."""
    answers = []
    for _time in range(3):
        response = phone.request(sending)
        answers.append((response.status_code, local_location(response.headers["Location"])))
        response.close()
    return answers


def local_location(location: str) -> str:
    """Give where an answer sends the browser, within our origin."""
    return location if location.startswith("/") else local(location)


def differences(phone: Phone) -> list[list[str]]:
    """Read the table that shows what is saved beside what was typed."""
    return [
        [" ".join(cell.get_text().split()) for cell in row.select("th, td")]
        for row in phone.page.all("table.difference tbody tr")
    ]


# Sent twice ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_round_that_is_sent_three_times_is_recorded_once(table: Table, game: str) -> None:
    """The same form gets the same answer again, and the ledger one round (fault 8)."""
    board = table.start(game)
    sending = table.open_form(ENTRIES[game]).sending("Save round 1")
    answers = thrice(table.phone, sending)

    assert answers == [(303, board.path)] * 3
    assert table.acts == ["start", "record 1"]
    assert table.count("submission") == 2


def test_a_match_that_is_begun_three_times_is_one(table: Table) -> None:
    """A first visitor's double tap makes one circle, one match, and each player once."""
    table.start(MITTLERE)
    plan = table.phone.open("/matches/new?game=mittlere&seat=%2BAda&seat=%2BBen&seat=%2BCem")
    answers = thrice(table.phone, plan.sending("Start the match"))

    assert len(set(answers)) == 1
    assert answers[0][0] == 303
    assert table.count("match") == 2
    assert table.count("circle") == 2
    assert table.count("player") == 6


def test_a_match_begun_twice_in_a_circle_is_one(table: Table) -> None:
    """In a circle that is there already, a double tap makes one match, too."""
    table.start(MITTLERE)
    table.phone.follow("Home")
    table.phone.follow("Rematch")
    answers = thrice(table.phone, table.phone.page.sending("Start the match"))

    assert len(set(answers)) == 1
    assert table.count("match") == 2


@pytest.mark.parametrize(
    ("button", "acts"),
    [
        ("Undo round 2", ["void 2"]),
        ("Restore it", ["void 2", "restore 2"]),
        ("End it here", ["end"]),
        ("Undo the end", ["end", "reopen"]),
    ],
)
def test_an_act_that_is_sent_three_times_is_done_once(
    table: Table, button: str, acts: list[str]
) -> None:
    """A double tap on Undo takes back one round, and so with every other button."""
    board = table.start(MITTLERE)
    table.enter(ENTRIES[MITTLERE])
    table.enter(ENTRIES[MITTLERE])
    if button == "Restore it":
        table.phone.press("Undo round 2")
    if "end" in acts:
        table.phone.follow("End the match early")
    if button == "Undo the end":
        table.phone.press("End it here")
    answers = thrice(table.phone, table.phone.page.sending(button))

    assert answers == [(303, board.path)] * 3
    assert table.acts == ["start", "record 1", "record 2", *acts]


def test_joining_again_is_harmless(table: Table) -> None:
    """A link that is opened and accepted twice lets the browser in once."""
    table.start(MITTLERE)
    other = table.join("score")
    page = other.open(table.invitation("score"))
    answers = thrice(other, page.sending("Join"))

    assert len(set(answers)) == 1
    assert table.count("device") == 2
    assert [role for (role,) in table.ask('SELECT role FROM "grant" ORDER BY id')] == [
        "own",
        "score",
    ]


def test_settings_that_are_sent_three_times_change_once(table: Table) -> None:
    """Saving the settings twice is one change."""
    table.start(MITTLERE)
    page = table.phone.open(f"{table.circle}settings")
    page.fill({"name": "Tuesday table"})
    answers = thrice(table.phone, page.sending("Save"))

    assert answers == [(303, table.circle)] * 3
    assert table.ask("SELECT name, version FROM circle") == [("Tuesday table", 1)]


# The same form with other values -------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_back_change_and_save_asks_and_overwrites_nothing(table: Table, game: str) -> None:
    """The same form with other values is 409: both are shown, and what was typed is kept."""
    table.start(game)
    form = table.open_form(ENTRIES[game])
    saved = read_board(table.save())
    before = table.dump()
    table.phone.page = form  # Back
    fill_round(form, OTHER_ENTRIES[game])
    page = table.save(expect=409)

    assert "Round 1 is already saved, with other numbers." in page.alerts
    assert page.values(fields_of(page)) == form.values(fields_of(form))
    assert page.texts("button.primary") == ["Replace round 1"]
    assert table.dump() == before
    assert read_board(table.phone.follow("Keep what is saved")) == saved


@pytest.mark.parametrize(
    ("game", "rows"),
    [
        (MUECKENSTICH, [["Which colour counts double?", "red", "green"]]),
        (KUNIBERT, [["Who played their last card?", "Cem", "Ada"]]),
        (MITTLERE, [["Ada, Points", "70", "60"], ["Ben, Points", "52", "62"]]),
    ],
)
def test_a_conflict_shows_where_both_differ(table: Table, game: str, rows: list[list[str]]) -> None:
    """Of both entries exactly what differs is shown, by player and in words."""
    table.start(game)
    form = table.open_form(ENTRIES[game])
    table.save()
    table.phone.page = form
    fill_round(form, OTHER_ENTRIES[game])
    table.save(expect=409)

    assert differences(table.phone) == rows


def test_a_conflict_shows_answers_that_differ(table: Table) -> None:
    """Mittlere: whether somebody took a trick is part of what differs."""
    entry: Mapping[str, Json] = {"points": [97, 60, 0], "won_trick": [True, True, False]}
    table.start(MITTLERE)
    form = table.open_form()
    form.fill({**typed({"points": [97, 60, 0]}), "seat_2-won_trick": "no"})
    table.save()
    table.phone.page = form
    form.fill({"seat_2-won_trick": "yes"})
    table.save(expect=409)

    assert table.entries == [entry]
    assert differences(table.phone) == [["Cem, Took a trick?", "no", "yes"]]


@pytest.mark.parametrize("game", GAMES)
def test_replace_corrects_the_round(table: Table, game: str) -> None:
    """Who then presses Replace corrects: no new round (fault 1), marked, totals following."""
    table.start(game)
    form = table.open_form(ENTRIES[game])
    table.save()
    table.phone.page = form
    fill_round(form, OTHER_ENTRIES[game])
    table.save(expect=409)
    page = table.phone.press("Replace round 1")
    board = read_board(page)

    assert board.rounds == [OTHER_SCORES[game]]
    assert board.totals == OTHER_SCORES[game]
    assert "corrected" in board.labels[0]
    assert page.texts("a.primary") == ["Enter round 2"]
    assert table.acts == ["start", "record 1", "correct 1"]


def test_replace_sent_three_times_corrects_once(table: Table) -> None:
    """A double tap on Replace makes one correction."""
    board = table.start(MITTLERE)
    form = table.open_form(ENTRIES[MITTLERE])
    table.save()
    table.phone.page = form
    fill_round(form, OTHER_ENTRIES[MITTLERE])
    sending = table.save(expect=409).sending("Replace round 1")
    answers = thrice(table.phone, sending)

    assert answers == [(303, board.path)] * 3
    assert table.acts == ["start", "record 1", "correct 1"]


def test_what_is_replaced_must_be_what_was_shown(table: Table) -> None:
    """Replace asks again if somebody corrected the round in the meantime."""
    board = table.start(MITTLERE)
    table.enter(ENTRIES[MITTLERE])
    other = table.join("score")
    page = other.open(f"{board.path}rounds/1/enter")
    fill_round(page, {"points": [80, 42, 35]})
    asked = other.press("Save round 1", expect=409)
    mine = table.phone.open(f"{board.path}rounds/1/enter")
    fill_round(mine, OTHER_ENTRIES[MITTLERE])
    table.save(expect=409)
    table.phone.press("Replace round 1")
    other.page = asked
    again = other.press("Replace round 1", expect=409)
    replaced = other.press("Replace round 1")

    assert set(again.texts("table.difference td")) == {"60", "62", "80", "42"}
    assert read_board(replaced).rounds == [[1, -2, 1]]
    assert table.acts == ["start", "record 1", "correct 1", "correct 1"]


def test_correcting_the_first_of_four_rounds_moves_everything_after_it(table: Table) -> None:
    """Totals, places, winner and home follow from the corrected round (fault 2)."""
    board = table.start(MITTLERE, rules={"rounds": 4})
    for entry in (OTHER_ENTRIES[MITTLERE], *[ENTRIES[MITTLERE]] * 3):
        page = table.enter(entry)
    before = read_board(page)
    form = table.phone.open(f"{board.path}rounds/1/enter")
    fill_round(form, {"points": [62, 35, 60]})
    table.save(expect=409)
    after = read_board(table.phone.press("Replace round 1"))
    home = table.phone.open("/")

    assert before.totals == [1, -5, 4]
    assert before.result.startswith("Cem wins")
    assert after.rounds == [[1, 1, -2], *[[1, -2, 1]] * 3]
    assert after.totals == [4, -5, 1]
    assert after.ranks == ["1.", "3.", "2."]
    assert after.result.startswith("Ada wins")
    assert home.texts("section li .won") == ["Ada"]


def test_a_saved_round_opens_as_it_stands(table: Table) -> None:
    """A round's form is filled with what is saved, and says so; saving it anew does nothing."""
    for game in GAMES:
        board = table.start(game)
        saved = table.open_form(ENTRIES[game])
        table.save()
        page = table.phone.open(f"{board.path}rounds/1/enter")
        before = table.acts
        table.save()

        assert "This round is saved as it stands here." in page.words
        assert page.values(fields_of(page)) == saved.values(fields_of(saved))
        assert table.acts == before


def test_a_plan_that_has_begun_a_match_asks_before_it_begins_another(table: Table) -> None:
    """Back, another name, Start: 409 with the way to the match; pressed again it begins one."""
    plan = table.phone.open("/matches/new?game=mittlere&seat=%2BAda&seat=%2BBen&seat=%2BCem")
    begun = table.phone.press("Start the match")
    table.phone.page = plan
    sending = plan.sending("Start the match").without("seat")
    sending = sending.adding(*(("seat", f"+{name}") for name in ("Ada", "Ben", "Dee")))
    asked = table.phone.send(sending, expect=409)
    matches = table.count("match")
    another = table.phone.press("Start the match")

    assert "This page has begun a match already." in asked.alerts
    assert asked.links_to(begun.path)
    assert asked.texts("ol.seats bdi") == ["Ada", "Ben", "Dee"]
    assert matches == 1
    assert another.path != begun.path
    assert read_board(another).names == ["Ada", "Ben", "Dee"]


def test_settings_sent_with_other_values_ask_and_can_then_be_saved(table: Table) -> None:
    """Back, another name, Save: 409 with both names, what was typed kept; then it saves."""
    table.start(MITTLERE)
    form = table.phone.open(f"{table.circle}settings")
    form.fill({"name": "Tuesday table"})
    table.phone.press("Save")
    table.phone.page = form
    form.fill({"name": "Wednesday table"})
    asked = table.phone.press("Save", expect=409)
    kept = asked.value("name")
    standing = table.ask("SELECT name FROM circle")
    table.phone.press("Save")

    assert kept == "Wednesday table"
    assert "Tuesday table" in asked.alerts
    assert standing == [("Tuesday table",)]
    assert table.ask("SELECT name, version FROM circle") == [("Wednesday table", 2)]


# Changed by somebody else --------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_second_of_two_who_enter_a_round_sees_both(table: Table, game: str) -> None:
    """Two phones, one round, other numbers: the second is asked, and nothing is lost (fault 15)."""
    board = table.start(game)
    other = table.join("score")
    mine, theirs = (p.open(f"{board.path}rounds/1/enter") for p in (table.phone, other))
    fill_round(mine, ENTRIES[game])
    fill_round(theirs, OTHER_ENTRIES[game])
    table.save()
    page = other.press("Save round 1", expect=409)

    assert "Round 1 is already saved, with other numbers." in page.alerts
    assert page.values(fields_of(page)) == theirs.values(fields_of(theirs))
    assert differences(other)
    assert table.acts == ["start", "record 1"]
    assert read_board(other.press("Replace round 1")).rounds == [OTHER_SCORES[game]]
    assert read_board(table.phone.reload()).rounds == [OTHER_SCORES[game]]


@pytest.mark.parametrize("game", GAMES)
def test_two_who_enter_the_same_numbers_are_in_no_conflict(table: Table, game: str) -> None:
    """Two phones, one round, the same numbers: it's recorded once, and both are content."""
    board = table.start(game)
    other = table.join("score")
    mine, theirs = (p.open(f"{board.path}rounds/1/enter") for p in (table.phone, other))
    for form in (mine, theirs):
        fill_round(form, ENTRIES[game])
    first = read_board(table.save())
    second = read_board(other.press("Save round 1"))

    assert first.rounds == second.rounds == [SCORES[game]]
    assert table.acts == ["start", "record 1"]


def test_a_round_whose_predecessor_was_undone_isnt_saved(table: Table) -> None:
    """Round 2 is sent after somebody undid round 1: 409, what was typed kept, round 1 named."""
    board = table.start(MITTLERE)
    saved = table.enter(ENTRIES[MITTLERE])
    form = table.open_form(OTHER_ENTRIES[MITTLERE])
    other = table.join("score")
    other.open(saved.path)
    other.press("Undo round 1")
    page = table.save(expect=409)

    assert "round 1 is due now" in page.alerts
    assert page.links_to(board.path)
    assert page.values(fields_of(page)) == form.values(fields_of(form))
    assert table.acts == ["start", "record 1", "void 1"]


def test_a_round_sent_after_other_changes_is_asked_about_and_saves_then(table: Table) -> None:
    """The match changed and the round is still due: 409 with everything kept, then it saves."""
    board = table.start(MITTLERE)
    form = table.open_form(ENTRIES[MITTLERE])
    other = table.join("score")
    other.open(board.path)
    other.follow("End the match early")
    other.press("End it here")
    other.press("Undo the end")
    page = table.save(expect=409)
    acts = table.acts
    saved = read_board(table.save())

    assert "The match has changed since this page was made." in page.alerts
    assert page.values(fields_of(page)) == form.values(fields_of(form))
    assert acts == ["start", "end", "reopen"]
    assert saved.rounds == [SCORES[MITTLERE]]


def test_a_round_of_a_match_that_has_ended_isnt_saved(table: Table) -> None:
    """After the end no round is added: first asked as any change is, then refused in words."""
    board = table.start(MITTLERE)
    table.open_form(ENTRIES[MITTLERE])
    other = table.join("score")
    other.open(board.path)
    other.follow("End the match early")
    other.press("End it here")
    table.save(expect=409)
    page = table.save(expect=422)

    assert "This match is over." in page.alerts
    assert table.acts == ["start", "end"]


@pytest.mark.parametrize("button", ["Undo round 1", "Restore it", "End it here"])
def test_an_act_on_a_match_that_has_changed_shows_how_it_stands(table: Table, button: str) -> None:
    """Undo, Restore and End from an old page are 409 with the scoreboard as it is now."""
    board = table.start(MITTLERE)
    table.enter(ENTRIES[MITTLERE])
    if button == "Restore it":
        table.enter(ENTRIES[MITTLERE])
        table.phone.press("Undo round 2")
    if button == "End it here":
        table.phone.follow("End the match early")
    other = table.join("score")
    page = other.open(f"{board.path}rounds/2/enter")
    fill_round(page, ENTRIES[MITTLERE])
    other.press("Save round 2")
    before = table.acts
    stale = table.phone.press(button, expect=409)

    assert "This has changed since the page was made." in stale.alerts
    assert read_board(stale).rounds == [SCORES[MITTLERE]] * 2
    assert table.acts == before


def test_undo_from_an_old_page_can_be_pressed_again_where_it_is_shown(table: Table) -> None:
    """The scoreboard that a stale Undo is answered with has an Undo that works."""
    board = table.start(MITTLERE)
    table.enter(ENTRIES[MITTLERE])
    other = table.join("score")
    page = other.open(f"{board.path}rounds/2/enter")
    fill_round(page, ENTRIES[MITTLERE])
    other.press("Save round 2")
    table.phone.press("Undo round 1", expect=409)
    undone = read_board(table.phone.press("Undo round 2"))

    assert undone.rounds == [SCORES[MITTLERE]]


def test_settings_changed_by_somebody_else_arent_overwritten(table: Table) -> None:
    """Settings from an old page are 409: both versions are shown, what was typed is kept."""
    table.start(MITTLERE)
    circle = table.circle
    mine = table.phone.open(f"{circle}settings")
    other = table.join("own")
    theirs = other.open(f"{circle}settings")
    theirs.fill({"name": "Their name", "time_zone": "Europe/Zurich"})
    other.press("Save")
    mine.fill({"name": "My name"})
    page = table.phone.press("Save", expect=409)
    standing = table.ask("SELECT name, time_zone FROM circle")
    kept = page.value("name")
    table.phone.press("Save")

    assert kept == "My name"
    assert "Their name" in page.alerts
    assert "Europe/Zurich" in page.alerts
    assert standing == [("Their name", "Europe/Zurich")]
    assert table.ask("SELECT name FROM circle") == [("My name",)]


def test_a_key_works_for_its_own_phone_only(table: Table) -> None:
    """Two phones that mint the same key by chance don't take each other's answers."""
    board = table.start(MITTLERE)
    other = table.join("score")
    mine = table.phone.open(f"{board.path}rounds/1/enter")
    fill_round(mine, ENTRIES[MITTLERE])
    table.save()
    theirs = other.open(f"{board.path}rounds/2/enter")
    fill_round(theirs, OTHER_ENTRIES[MITTLERE])
    sending = theirs.sending("Save round 2").having(key=mine.value("key"))
    page = other.send(sending)

    assert read_board(page).rounds == [SCORES[MITTLERE], OTHER_SCORES[MITTLERE]]
