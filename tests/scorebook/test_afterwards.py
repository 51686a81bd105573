"""Past matches entered afterwards, and matches of which only the final totals are known."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from scorekeeper.scorebook import history, sheets, stances, whatif
from scorekeeper.scorebook.access import pen_of
from scorekeeper.scorebook.afterwards import Past, correct_result, enter
from scorekeeper.scorebook.circles import Seatable
from scorekeeper.scorebook.errors import Refused, Stale
from scorekeeper.scorebook.ledger import Pen
from scorekeeper.scorebook.matches import RESULT_KNOWN, Plan, end_early, open_match, undo
from scorekeeper.scorebook.members import Joining, admit
from scorekeeper.scorebook.models import Circle, Player
from scorekeeper.scorebook.rounds import Writing, record
from scorekeeper.scorebook.stances import Word
from scorekeeper.scorebook.store import write
from tests.builders import Json, Table, kunibert, mittlere, rows, tampering, wrong

if TYPE_CHECKING:
    import uuid
    from collections.abc import Sequence
    from pathlib import Path

    from flask import Flask

PAST = dt.date(2019, 3, 9)
THREE = ("Ada", "Ben", "Cem")


def past(
    table: Table,
    totals: Sequence[int] | None,
    *,
    game: str = "mittlere",
    date: dt.date = PAST,
    **rules: object,
) -> uuid.UUID:
    """Enter a past match of three, and give its uid."""
    with table.pen() as pen:
        circle = pen.session.get_one(Circle, table.id)
        plan = Plan(game, rules, tuple(map(Seatable, THREE)), 0)
        return enter(pen, circle, plan, Past(date, totals)).uid


def correct(
    table: Table, match: uuid.UUID, *totals: int, version: int = 2, reason: str = ""
) -> None:
    """Correct a match's final totals, from a page that showed so many revisions."""
    with table.opened(match) as (pen, opened):
        correct_result(pen, opened, version, totals, reason)


def test_past_match_is_entered_round_by_round_on_its_own_night(table: Table) -> None:
    """It goes on like any other match, is marked, and its night has the date it was played on."""
    match = past(table, None, rounds=1)
    table.record(match, mittlere(1))
    board = table.board(match)
    [(night, [listed])] = table.nights()

    assert (board.origin, board.date, board.reason) == ("afterwards", PAST, "all_rounds_played")
    assert (night, listed.origin) == (PAST, "afterwards")
    assert board.started_at.date() == dt.date(2026, 11, 27)
    assert wrong(table.app) == []


def test_final_results_end_a_match_at_once(table: Table) -> None:
    """Totals, ranks and winners are there without any round, in the list too."""
    match = past(table, [3, 3, -6])
    board = table.board(match)
    [(_, [listed])] = table.nights()

    assert (board.origin, board.reason, board.winners) == ("results", RESULT_KNOWN, (0, 1))
    assert [(each.total, each.rank) for each in board.outcome.standings] == [
        (3, 1),
        (3, 1),
        (-6, 3),
    ]
    assert (listed.winners, listed.rounds, listed.origin) == (["Ada", "Ben"], 0, "results")
    assert [seat.total for seat in listed.seats] == [3, 3, -6]
    assert wrong(table.app) == []


def test_final_results_of_nothing_but_zeros_count(table: Table) -> None:
    """0 is a total like any other: all three share the win."""
    assert table.board(past(table, [0, 0, 0])).winners == (0, 1, 2)


def test_corrected_results_stand_and_the_old_ones_stay_visible(table: Table) -> None:
    """A new revision with its reason: lists follow, the history and the sheet show both."""
    match = past(table, [3, 3, -6])
    correct(table, match, 4, 2, -6, reason="misread")
    board = table.board(match)
    [(_, [listed])] = table.nights()
    with table.app.app_context():
        events = history.events(table.id, board)
        sheet = sheets.sheet(table.id, match)

    assert board.ledger.result == [4, 2, -6]
    assert listed.winners == ["Ada"]
    assert [(event.kind, event.scores, event.again, event.reason) for event in events] == [
        ("start", None, False, None),
        ("result", (3, 3, -6), False, None),
        ("result", (4, 2, -6), True, "misread"),
    ]
    assert [(change.kind, change.moved) for change in sheet.changes] == [
        ("result", [(0, 3, 4), (1, 3, 2)])
    ]
    assert wrong(table.app) == []


def test_same_results_sent_again_change_nothing(table: Table) -> None:
    """Even from a page that is older, since nothing is overwritten."""
    match = past(table, [3, 3, -6])
    correct(table, match, 3, 3, -6, version=1)

    assert table.board(match).revisions == 2


def test_results_are_corrected_from_an_up_to_date_page_only(table: Table) -> None:
    """Somebody else's correction isn't overwritten unseen."""
    match = past(table, [3, 3, -6])
    correct(table, match, 4, 2, -6)
    with pytest.raises(Stale):
        correct(table, match, 6, 0, -6)

    assert table.board(match).ledger.result == [4, 2, -6]


@pytest.mark.parametrize(
    ("game", "totals", "code"),
    [
        ("mittlere", [3, 3, 6], "TOTALS_SUM"),
        ("mittlere", [0, 0], "LENGTH"),
        ("mittlere", [100_000, -50_000, -50_000], "TOTAL_VALUE"),
        ("kunibert", [305, 12, 0], "TOTAL_STEP"),
        ("kunibert", [305, -5, 0], "TOTAL_LOW"),
    ],
)
def test_totals_that_a_game_cannot_give_are_refused(
    table: Table, game: str, totals: list[int], code: str
) -> None:
    """Mittlere cancels out, Kunibert counts in fives, and no number is huge; nothing is kept."""
    rules: dict[str, Json] = {"target": 300} if game == "kunibert" else {}
    with pytest.raises(Refused) as refused:
        past(table, totals, game=game, **rules)

    assert [problem.code for problem in refused.value.problems] == [code]
    assert table.nights() == []


def test_cards_left_in_hand_let_totals_go_below_zero(table: Table) -> None:
    """The variant of Kunibert's §10 is the only way down."""
    rules: dict[str, Json] = {"target": 300, "hand_cards_count_against": True}
    match = past(table, [305, -5, 0], game="kunibert", **rules)

    assert table.board(match).winners == (0,)


@pytest.mark.parametrize("date", [dt.date(1899, 12, 31), dt.date(2026, 11, 29)])
def test_night_is_not_before_1900_and_not_in_the_future(table: Table, date: dt.date) -> None:
    """Tomorrow goes, for who travels; nothing beyond."""
    with pytest.raises(Refused) as refused:
        past(table, [0, 0, 0], date=date)

    assert [problem.code for problem in refused.value.problems] == ["NIGHT_DATE"]
    assert table.board(past(table, [0, 0, 0], date=dt.date(2026, 11, 28))).reason


def test_night_was_at_one_place_only(table: Table) -> None:
    """Another place isn't dropped without a word; the same one, or none, is fine."""

    def played(place: str) -> None:
        with table.pen() as pen:
            circle = pen.session.get_one(Circle, table.id)
            plan = Plan("mittlere", {}, tuple(map(Seatable, THREE)), 0)
            enter(pen, circle, plan, Past(PAST, (3, 0, -3), place))

    for place in ("Harbour", "", "Harbour"):
        played(place)
    with pytest.raises(Refused) as refused:
        played("Hut")

    [problem] = refused.value.problems
    assert (problem.code, problem.field) == ("NIGHT_PLACE", "/place")
    assert "at Harbour" in problem.words()


def test_match_of_results_takes_no_rounds_no_undo_and_no_end(table: Table) -> None:
    """It is over, and there is nothing that could be undone."""
    match = past(table, [3, 3, -6])
    for work in (
        undo,
        end_early,
        lambda pen, opened: record(pen, opened, Writing(1, 2, mittlere(1))),
    ):
        with pytest.raises(Refused), table.opened(match) as (pen, opened):
            work(pen, opened)

    assert table.board(match).revisions == 2


def test_rounds_that_are_known_are_not_overruled_by_totals(table: Table) -> None:
    """A match with rounds is corrected round by round."""
    match = table.begin("kunibert", 3, target=100)
    table.record(match, kunibert(100, 80, 30))
    with pytest.raises(Refused) as refused:
        correct(table, match, 5, 5, 5)

    assert [problem.code for problem in refused.value.problems] == ["ROUNDS_KNOWN"]


def test_what_if_of_results_stands_as_it_is(table: Table) -> None:
    """Other house rules can't change what has no rounds."""
    match = past(table, [3, 3, -6])
    with table.app.app_context():
        found = whatif.what_if(table.id, table.board(match), {"rounds": 3})

    assert found.same


# Confirmed and disputed ------------------------------------------------------------------------


def say(table: Table, who: str, player: str, match: uuid.UUID, word: Word) -> None:
    """Let a player's own phone say something of a result."""
    with table.pen(who) as pen:
        whose = select(Player).where(Player.circle_id == table.id, Player.name == player)
        found = pen.session.scalars(whose).one()
        admit(pen, table.id, Joining("score", player_id=found.id))
        uid = found.uid
    with table.app.app_context(), write() as session:
        pen = pen_of(session, who, table.at)
        by = replace(pen.by, player=uid)
        stances.say(Pen(session, by, table.at), open_match(session, table.id, match), word)


def test_results_are_confirmed_by_others_and_a_correction_drops_that(table: Table) -> None:
    """As with rounds: a confirmation is of what stood there, and a dispute is settled."""
    match = past(table, [3, 3, -6])
    say(table, "bens", "Ben", match, Word("confirm", None, 1))
    say(table, "cems", "Cem", match, Word("dispute", None, 1, "I had -4"))
    before = table.board(match).voices
    correct(table, match, 4, 0, -4)
    after = table.board(match).voices

    assert before.confirmed == {None: [1]}
    assert [said.seat for said in before.disputes] == [2]
    assert (after.confirmed, after.disputes) == ({}, [])


def test_whoever_wrote_the_results_cannot_confirm_them(table: Table) -> None:
    """Fault 14: neither the author's device nor the author."""
    match = past(table, [3, 3, -6])
    with pytest.raises(Refused) as refused:
        say(table, table.secret, "Ada", match, Word("confirm", None, 1))

    assert [problem.code for problem in refused.value.problems] == ["OWN_NUMBERS"]


# Verified --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sql", "says"),
    [
        ("UPDATE match SET origin = 'live'", "it is kept as “live”, which its ledger isn't"),
        ("UPDATE seat SET total = 9 WHERE number = 0", "the total kept of seat 0 is 9"),
        ("UPDATE revision SET scores = '[9,3,-12]' WHERE seq = 1", "but the totals are [3, 3, -6]"),
        (
            """UPDATE revision SET entry = '{"totals":[9,9,9]}' WHERE seq = 1""",
            "All totals together make 0 in this game; these make 27.",
        ),
    ],
)
def test_verify_finds_forged_results(
    app: Flask, table: Table, database: Path, sql: str, says: str
) -> None:
    """Totals, their points, what lists keep of them and how the match came about."""
    past(table, [3, 3, -6])
    with tampering(database) as connection:
        connection.execute(sql)

    assert any(says in finding for finding in wrong(app)), wrong(app)


def test_verify_finds_rounds_beside_results(app: Flask, table: Table, database: Path) -> None:
    """A match has either; both can't have come about here."""
    past(table, [3, 3, -6])
    with tampering(database) as connection:
        connection.execute(
            "INSERT INTO revision SELECT 99, circle_id, match_id, 2, 'record', 1, ?, 1, "
            "'[1,-2,1]', 0, actor, device, at, NULL, hash, hash FROM revision WHERE seq = 1",
            ('{"points":[70,52,35]}',),
        )

    assert any("it has rounds beside final totals" in finding for finding in wrong(app))


def test_origin_is_written_down(table: Table, database: Path) -> None:
    """A match begun at the table is live; the others say how they came to be known."""
    table.begin("mittlere", 3)
    past(table, None)
    past(table, [0, 0, 0])

    assert [row["origin"] for row in rows(database, "SELECT origin FROM match ORDER BY id")] == [
        "live",
        "afterwards",
        "results",
    ]
