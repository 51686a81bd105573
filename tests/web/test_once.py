"""Whatever is sent twice is done once (fault 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.table import ENTRIES, KUNIBERT, MITTLERE, MUECKENSTICH

if TYPE_CHECKING:
    from tests.web.table import Table

from tests.web.sent import thrice

GAMES = (MUECKENSTICH, KUNIBERT, MITTLERE)


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
