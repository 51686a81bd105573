"""The rows that statistics are read from follow the ledger, and only finished matches have any."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import event

from scorekeeper import create_app
from scorekeeper.scorebook import database as files
from scorekeeper.scorebook import statistics, statistics_rows
from scorekeeper.scorebook.statistics import Filter
from scorekeeper.scorebook.store import db, write
from tests.builders import kunibert, mittlere, plain, played, rows, tampering, wrong
from tests.scorebook.test_database import SCHEMAS

if TYPE_CHECKING:
    import uuid
    from pathlib import Path

    from flask import Flask

    from tests.builders import Table

PLAYED = "SELECT * FROM played ORDER BY match_id, number"
TOLD = "SELECT * FROM told ORDER BY match_id, what, player_id"


def kept(database: Path) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Read all rows."""
    return rows(database, PLAYED), rows(database, TOLD)


def wins(table: Table) -> dict[str, tuple[int, int]]:
    """Tell by name how many matches were won, and the points in all."""
    with table.app.app_context():
        names = statistics.people(table.id)
        sums = statistics.added(statistics.cells(table.id, Filter()), lambda cell: cell.player)
    return {names[of].name: (held.won, held.total) for of, held in sums.items()}


@pytest.fixture
def match(table: Table) -> uuid.UUID:
    """Give a match of four rounds that Ada wins, Ben being in the middle."""
    match = table.begin("mittlere", ["Ada", "Ben", "Cem"], rounds=4)
    table.record(match, mittlere(1), mittlere(1), mittlere(1), mittlere(2))
    return match


def test_correcting_round_1_of_4_changes_the_statistics_at_once(
    table: Table, match: uuid.UUID
) -> None:
    """Who won, the totals, and what the rounds tell."""
    before = wins(table)
    table.correct(match, 1, mittlere(0))
    table.correct(match, 2, mittlere(0))

    assert before == {"Ada": (1, 4), "Ben": (0, -5), "Cem": (0, 1)}
    assert wins(table) == {"Ada": (0, -2), "Ben": (1, 1), "Cem": (1, 1)}


def test_what_the_rounds_tell_follows_a_correction(
    table: Table, match: uuid.UUID, database: Path
) -> None:
    """Prompts, at whom, sticks and potatoes."""
    sql = "SELECT player_id, times FROM told WHERE what = 'prompt:5' ORDER BY player_id"
    before = [(row["player_id"], row["times"]) for row in rows(database, sql)]
    table.correct(match, 1, mittlere(0))

    assert before == [(2, 3), (3, 1)]
    assert [(row["player_id"], row["times"]) for row in rows(database, sql)] == [
        (1, 1),
        (2, 2),
        (3, 1),
    ]


def test_match_in_play_has_no_rows_and_asks_for_none(table: Table, database: Path) -> None:
    """Recording a round of it touches neither table."""
    match = table.begin("kunibert", 3, target=500)
    said: list[str] = []
    with table.app.app_context():
        event.listen(db.engine, "before_cursor_execute", lambda *args: said.append(str(args[2])))
    table.record(match, kunibert(50, 30, 20), kunibert(50, 30, 20))

    assert kept(database) == ([], [])
    assert any("revision" in sql for sql in said)
    assert not any("played" in sql or "told" in sql for sql in said)


def test_rows_go_when_a_match_is_reopened_and_come_back(
    table: Table, match: uuid.UUID, database: Path
) -> None:
    """Undoing the last round leaves none; restoring it makes the same again."""
    before = kept(database)
    table.undo(match)
    undone = kept(database)
    table.restore(match)

    assert len(before[0]) == 3
    assert undone == ([], [])
    assert kept(database) == before


def test_match_ended_before_its_first_round_is_not_counted(table: Table, database: Path) -> None:
    """Nobody has won it; one that was ended later counts as far as it went."""
    table.end(table.begin("mittlere", 3))
    none = kept(database)
    early = table.begin("mittlere", 3)
    table.record(early, mittlere(0))
    table.end(early)

    assert none == ([], [])
    assert [(row["rounds"], row["winners"]) for row in rows(database, PLAYED)] == [(1, 2)] * 3


def test_row_tells_seat_deal_and_night(table: Table, database: Path) -> None:
    """The deal goes to the right in Mittlere; two phases are one round."""
    match = table.begin("mittlere", 3, dealer=1, rounds=1)
    table.record(match, mittlere(0))
    phases = table.begin("mueckenstich", 3, scoring="per_phase", rounds=1)
    table.record(phases, *played("mueckenstich", 3, scoring="per_phase", rounds=1))
    made = rows(database, PLAYED)

    assert [row["dealt"] for row in made[:3]] == [1, 0, 2]
    assert [row["dealt"] for row in made[3:]] == [0, 1, 2]
    assert {row["date"] for row in made} == {"2026-11-27"}
    assert [row["rounds"] for row in made[3:]] == [1, 1, 1]


def test_refilling_changes_nothing_that_is_right(
    table: Table, match: uuid.UUID, database: Path
) -> None:
    """It makes what is missing, and takes away what shouldn't be there."""
    in_play = table.begin("mittlere", 3)
    before = kept(database)
    with plain(database) as connection:
        connection.execute("DELETE FROM told")
        connection.execute("UPDATE played SET total = 99")
        connection.execute(
            "INSERT INTO played SELECT circle_id, player_id, 2, number, night_id, date,"
            " started_at, game, seats, dealt, total, rank, won, winners, rounds FROM played"
        )
    with table.app.app_context(), write() as session:
        statistics_rows.refill(session, [1, 2])

    assert len({match, in_play}) == 2
    assert kept(database) == before


def test_match_that_cannot_be_read_has_no_rows_and_stops_nobody(
    table: Table, match: uuid.UUID, database: Path
) -> None:
    """All others get theirs, as in an upgrade; verify says what is wrong."""
    other = table.begin("mittlere", ["Ada", "Ben", "Cem"], rounds=1)
    table.record(other, mittlere(0))
    with plain(database) as connection:
        connection.execute("UPDATE match SET rules = '{' WHERE id = 1")
    with table.app.app_context(), write() as session:
        statistics_rows.refill_all(session)

    assert match != other
    assert {row["match_id"] for row in rows(database, PLAYED)} == {2}
    assert len(wrong(table.app)) == 1


TAMPERED = {
    "UPDATE played SET total = total + 1 WHERE number = 1": "of seat 1 isn't how it ended",
    "DELETE FROM played WHERE number = 0": "of seat 0 isn't how it ended",
    "UPDATE played SET date = '2001-01-01' WHERE number = 2": "of seat 2 isn't how it ended",
    "UPDATE told SET times = times + 1 WHERE what = 'sticks'": "of “sticks” isn't what happened",
    "DELETE FROM told WHERE what = 'prompt:5'": "of “prompt:5” isn't what happened",
    "UPDATE told SET what = 'bites' WHERE what = 'prompt:5' AND player_id = 3": (
        "of “bites” isn't what happened"
    ),
}


@pytest.mark.parametrize(("sql", "finding"), TAMPERED.items(), ids=TAMPERED.values())
@pytest.mark.usefixtures("match")
def test_verify_recomputes_the_rows(app: Flask, database: Path, sql: str, finding: str) -> None:
    """And says of which seat or fact they differ."""
    assert wrong(app) == []
    with tampering(database) as connection:
        connection.execute(sql)
    found = wrong(app)

    assert f"what statistics keep {finding}" in found[0]
    assert all("what statistics keep" in line for line in found)


@pytest.mark.usefixtures("own_settings")
@pytest.mark.parametrize("schema", SCHEMAS[:3], ids=lambda path: path.stem)
def test_older_scorebook_gets_its_rows_when_it_is_upgraded(schema: Path, tmp_path: Path) -> None:
    """The same ones that are made anew for each of its finished matches."""
    path = tmp_path / "old.db"
    with plain(path) as connection:
        connection.executescript(schema.read_text(encoding="utf-8"))
    files.upgrade(path)
    made = kept(path)
    app = create_app({"SECRET_KEY": "a test's", "DATABASE": path})
    with app.app_context():
        with write() as session:
            statistics_rows.refill_all(session)
        db.engine.dispose()
    sql = (
        "SELECT count(*) AS many FROM seat WHERE match_id IN (SELECT match_id FROM seat WHERE won)"
    )

    assert len(made[0]) == rows(path, sql)[0]["many"] > 0
    assert made[1]
    assert kept(path) == made
