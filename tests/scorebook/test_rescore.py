"""A new version of the rules: stored scores stay until somebody asks for other ones."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from scorekeeper.scorebook import matches
from scorekeeper.scorebook.ledger import Act
from scorekeeper.scorebook.matches import act
from scorekeeper.scorebook.rescore import rescore
from scorekeeper.scorebook.verify import Checked, verify
from tests.builders import Table, lines, mittlere, rows, tampering, wrong
from tests.later import LATER

if TYPE_CHECKING:
    import uuid
    from pathlib import Path

    from scorekeeper.rules.problems import Json
    from scorekeeper.scorebook.findings import Finding

NOBODY_IN_THE_MIDDLE: Json = {"points": [157, 0, 0], "won_trick": [True, False, False]}
"""Both versions make 2, −1, −1 of it."""

THIRTY_SIX: Json = {"points": [70, 36, 51]}
"""Version 1 makes 1, 1, −2 of it; version 2 can't score it."""

WOULD = "by version 2 of the rules they would be"


@pytest.fixture
def match(table: Table) -> uuid.UUID:
    """Play four rounds by version 1: two that version 2 scores otherwise, one of them corrected."""
    match = table.begin("mittlere", ["Ada", "Ben", "Cem"], rounds=6)
    table.record(match, mittlere(0), NOBODY_IN_THE_MIDDLE, mittlere(2), THIRTY_SIX)
    table.correct(match, 3, mittlere(1))
    return match


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch, match: uuid.UUID) -> uuid.UUID:
    """Install version 2 of the rules when the match has been played."""
    monkeypatch.setattr(matches, "GAMES", LATER)
    return match


def at(match: uuid.UUID, number: int, seq: int, what: str) -> str:
    """Write a line as a finding does."""
    return f"match {match}, round {number}, revision {seq}: {what}"


def scored_anew(table: Table) -> tuple[Checked, list[Finding]]:
    """Verify, then rescore, as the command does; give what the second found."""
    checked = Checked()
    with table.app.app_context():
        list(verify(checked))
        return checked, list(rescore(checked, table.at))


def totals(database: Path) -> list[int]:
    """Give the totals that are kept, by seat."""
    return [row["total"] for row in rows(database, "SELECT total FROM seat ORDER BY number")]


def test_verify_reports_what_today_s_rules_would_change_and_changes_nothing(
    table: Table, later: uuid.UUID, database: Path
) -> None:
    """A line for the newest revision of each such round, and nothing of it is wrong."""
    before = rows(database, "SELECT * FROM revision"), totals(database)
    checked = Checked()
    with table.app.app_context():
        found = [str(finding) for finding in verify(checked)]

    assert found == [
        at(later, 1, 1, f"its scores are [-2,1,1]; {WOULD} [-4,1,1]"),
        at(later, 3, 5, f"its scores are [1,-2,1]; {WOULD} [1,-4,1]"),
        at(
            later,
            4,
            4,
            "its scores [1,1,-2] stay, since by version 2 of the rules it can't be scored: "
            "Nobody can have 36 points.",
        ),
    ]
    assert checked.wrong == 0
    assert [outdated.rounds for outdated in checked.outdated] == [2]
    assert (rows(database, "SELECT * FROM revision"), totals(database)) == before


def test_rescore_appends_a_revision_with_its_reason_for_each_round_that_changes(
    table: Table, later: uuid.UUID, database: Path
) -> None:
    """Entry as it stood, scores and version of today, a note that says why; totals follow."""
    first, third = (
        rows(database, "SELECT entry, at FROM revision WHERE seq = ?", seq)[0] for seq in (1, 5)
    )
    checked, found = scored_anew(table)
    added = rows(
        database,
        "SELECT kind, round_no, entry, rules_version, scores, anyway, actor, text, secret_hash"
        " FROM revision JOIN note ON revision_id = revision.id"
        " JOIN device ON device.uid = revision.device WHERE seq > 5 ORDER BY seq",
    )
    alike = {"kind": "rescore", "rules_version": 2, "anyway": 0, "actor": None}
    alike |= {
        "text": "Scored anew by version 2 of the rules.",
        "secret_hash": "scorekeeper verify --rescore",
    }

    assert added == [
        {**alike, "round_no": 1, "entry": first["entry"], "scores": "[-4,1,1]"},
        {**alike, "round_no": 3, "entry": third["entry"], "scores": "[1,-4,1]"},
    ]
    assert [str(finding) for finding in found] == [
        at(later, 1, 6, "scored anew by version 2 of the rules: [-4,1,1] for [-2,1,1]"),
        at(later, 3, 7, "scored anew by version 2 of the rules: [1,-4,1] for [1,-2,1]"),
    ]
    assert checked.wrong == 0
    assert totals(database) == [0, -3, -1]
    assert table.board(later).ledger.scores == [[-4, 1, 1], [2, -1, -1], [1, -4, 1], [1, 1, -2]]
    assert wrong(table.app) == []


@pytest.mark.usefixtures("later")
def test_rescoring_twice_adds_nothing(table: Table, database: Path) -> None:
    """What was scored anew is of today's version."""
    scored_anew(table)
    before = rows(database, "SELECT * FROM revision"), rows(database, "SELECT * FROM device")
    checked, found = scored_anew(table)

    assert (checked.outdated, found) == ([], [])
    after = rows(database, "SELECT * FROM revision"), rows(database, "SELECT * FROM device")
    assert after == before


def test_winners_of_a_finished_match_are_today_s_once_it_is_scored_anew(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until then they are those that the table knows."""
    match = table.begin("mittlere", ["Ada", "Ben", "Cem"], rounds=3)
    table.record(match, NOBODY_IN_THE_MIDDLE, mittlere(0), mittlere(2))
    monkeypatch.setattr(matches, "GAMES", LATER)
    before = table.board(match)
    scored_anew(table)
    after = table.board(match)

    assert (before.winners, after.winners) == ((0, 1), (1,))
    assert before.reason == after.reason == "all_rounds_played"
    assert wrong(table.app) == []


@pytest.mark.usefixtures("later")
def test_undone_round_is_neither_reported_nor_scored_anew(table: Table, later: uuid.UUID) -> None:
    """Once it comes back, today's rules score it."""
    table.undo(later)
    table.undo(later)
    checked, _ = scored_anew(table)
    table.restore(later)

    assert [outdated.rounds for outdated in checked.outdated] == [1]
    assert table.board(later).ledger.scores == [[-4, 1, 1], [2, -1, -1], [1, -4, 1]]
    assert lines(table.app) == []


def test_several_matches_are_scored_anew_by_one_and_the_same_device(
    table: Table, match: uuid.UUID, monkeypatch: pytest.MonkeyPatch, database: Path
) -> None:
    """It is the program itself; no circle knows it."""
    other = table.begin("mittlere", ["Ada", "Ben", "Cem"])
    table.record(other, mittlere(0))
    monkeypatch.setattr(matches, "GAMES", LATER)
    _, found = scored_anew(table)
    devices = rows(database, "SELECT DISTINCT device FROM revision WHERE kind = 'rescore'")

    assert [finding.match for finding in found] == [match, match, other]
    assert len(devices) == 1
    assert rows(database, 'SELECT device_id FROM "grant"') == [{"device_id": 1}]
    assert wrong(table.app) == []


def test_match_in_which_anything_is_wrong_is_not_scored_anew(
    table: Table, later: uuid.UUID, database: Path
) -> None:
    """Its chain is broken: that is said, and not a row is added to it; the others are."""
    other = table.begin("mittlere", ["Ada", "Ben", "Cem"], rounds=6)
    with table.opened(other) as (pen, opened):
        entry = '{"points":[52,70,35]}'
        act(pen, opened, Act("record", 1, entry, 1, "[-2,1,1]"))
    with tampering(database) as connection:
        connection.execute("UPDATE revision SET anyway = 1 WHERE match_id = 1 AND seq = 2")
    checked, found = scored_anew(table)
    kinds = rows(database, "SELECT match_id FROM revision WHERE kind = 'rescore'")

    assert [str(finding) for finding in found] == [
        f"match {later}: it isn't sound, so nothing was scored anew",
        at(other, 1, 2, "scored anew by version 2 of the rules: [-4,1,1] for [-2,1,1]"),
    ]
    assert checked.wrong == 2
    assert kinds == [{"match_id": 2}]


def test_match_that_was_tampered_with_since_it_was_verified_is_not_scored_anew(
    table: Table, later: uuid.UUID, database: Path
) -> None:
    """It is checked once more in the very write that would append to it."""
    checked = Checked()
    with table.app.app_context():
        list(verify(checked))
        with tampering(database) as connection:
            connection.execute("UPDATE seat SET total = 99 WHERE number = 0")
        found = [str(finding) for finding in rescore(checked, table.at)]

    assert found == [f"match {later}: it isn't sound, so nothing was scored anew"]
    assert checked.wrong == 1
    assert rows(database, "SELECT * FROM revision WHERE kind = 'rescore'") == []


def test_scores_that_an_earlier_version_made_cannot_be_anything(
    table: Table, later: uuid.UUID, database: Path
) -> None:
    """Today's rules can't say whether they were right, but they must be points of three seats."""
    for scores in ("[1,2]", "[1,2,true]", "[1,2,3.0]", "{}", "soon", None):
        with tampering(database) as connection:
            connection.execute("UPDATE revision SET scores = ? WHERE seq = 1", (scores,))

        assert at(later, 1, 1, f"its scores are {scores}, and can't be") in wrong(table.app)


@pytest.mark.parametrize("version", [0, -1, 2, 10**9])
def test_version_of_the_rules_that_never_was_is_wrong(
    table: Table, match: uuid.UUID, database: Path, version: int
) -> None:
    """Newer than the program, or older than the first one."""
    with tampering(database) as connection:
        connection.execute("UPDATE revision SET rules_version = ? WHERE seq IN (0, 1)", (version,))
    what = f"this program doesn't know version {version} of its rules"
    found = wrong(table.app)

    assert f"match {match}, revision 0: {what}" in found
    assert at(match, 1, 1, what) in found


def test_round_without_a_version_of_the_rules_is_wrong(
    table: Table, match: uuid.UUID, database: Path
) -> None:
    """Nobody could say by what it was scored."""
    with tampering(database) as connection:
        connection.execute("UPDATE revision SET rules_version = NULL WHERE seq = 1")

    what = "this program doesn't know version None of its rules"
    assert at(match, 1, 1, what) in wrong(table.app)


# As the page shows it -------------------------------------------------------------------------


def test_round_shows_its_stored_points_whatever_today_s_rules_make_of_them(
    table: Table, later: uuid.UUID
) -> None:
    """Until it is scored anew; who entered it and when stays the same."""
    before = [table.round(later, number) for number in (1, 2, 4)]
    scored_anew(table)
    after = table.round(later, 1)

    assert [view.scores for view in before] == [(-2, 1, 1), (2, -1, -1), (1, 1, -2)]
    assert [view.outdated for view in before] == [True, False, True]
    assert [view.version for view in before] == [1, 1, 1]
    assert before[0].score.scores == (-4, 1, 1)
    assert [view.scorable for view in before] == [True, True, False]
    assert (after.scores, after.outdated, after.version) == ((-4, 1, 1), False, 2)
    assert (after.at, after.by, after.corrected) == (before[0].at, None, False)


def test_rescore_leaves_confirmations_of_rounds_alone(table: Table, later: uuid.UUID) -> None:
    """The numbers are those that were confirmed: the round's ``since`` is where they came from."""
    scored_anew(table)

    assert [held.since for held in table.board(later).ledger.rounds] == [1, 2, 5, 4]
    assert json.loads(table.board(later).ledger.rounds[0].row.scores or "") == [-4, 1, 1]
