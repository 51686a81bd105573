"""What players said stays: it can be taken back, once, and its text erased; nothing else of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from scorekeeper.scorebook.models import Stance, table_of
from tests.builders import mittlere, plain, rows, wrong

if TYPE_CHECKING:
    from pathlib import Path

    from tests.builders import Table

COLUMNS = tuple(table_of(Stance).c.keys())
SAID = "SELECT * FROM stance ORDER BY id"
WHEN = "2026-11-28 00:00:00.000000"
WHO = "3" * 32
TAKE_BACK = f"SET withdrawn_at = '{WHEN}', withdrawn_by = '{WHO}'"


@pytest.fixture
def said(table: Table, database: Path) -> list[dict[str, Any]]:
    """Dispute a round twice; the second time it was taken back."""
    match = table.begin("mittlere", 3)
    table.record(match, mittlere(0), mittlere(1))
    with plain(database) as connection:
        for number, *withdrawn in ((1, None, None), (2, WHEN, WHO)):
            connection.execute(
                "INSERT INTO stance SELECT ?1, printf('%032d', ?1), circle_id, match_id, round_no,"
                " seq, 'dispute', 1, device, '2026-11-27 21:00:00.000000', 'I had 70', ?2, ?3"
                " FROM revision WHERE seq = 1",
                (number, *withdrawn),
            )
    return rows(database, SAID)


def refused(table: Table, *attempts: str) -> None:
    """Try each statement by itself; none is let through, whatever recursive triggers are."""
    for sql in attempts:
        for recursive in ("ON", "OFF"):
            with pytest.raises(IntegrityError), table.pen() as pen:  # noqa: PT012 - one write
                pen.session.execute(text(f"PRAGMA recursive_triggers = {recursive}"))
                pen.session.execute(text(sql))
                pytest.fail(f"let through: {sql}")


CHANGING = (
    "UPDATE stance SET COLUMN = OTHER WHERE id = 2",
    "UPDATE OR REPLACE stance SET COLUMN = OTHER WHERE id = 2",
    "REPLACE INTO stance (ALL) SELECT CHANGED FROM stance WHERE id = 2",
    "UPSERT (id) DO UPDATE SET COLUMN = OTHER",
    "UPSERT (uid) DO UPDATE SET COLUMN = OTHER",
)


@pytest.mark.parametrize("column", COLUMNS)
def test_no_column_of_what_was_said_can_be_given_another_value(
    table: Table, database: Path, said: list[dict[str, Any]], column: str
) -> None:
    """By UPDATE, REPLACE and UPSERT, of what stands and of what was taken back."""
    other = {"round_no": "NULL", "kind": "'confirm'", "text": "'I had 80'"}.get(column, "99")
    words = {
        "UPSERT": "INSERT INTO stance (ALL) SELECT ALL FROM stance WHERE id = 2 ON CONFLICT",
        "CHANGED": ", ".join(other if name == column else name for name in COLUMNS),
        "ALL": ", ".join(COLUMNS),
        "COLUMN": column,
        "OTHER": other,
    }
    for sql in CHANGING:
        statement = sql
        for word, meant in words.items():
            statement = statement.replace(word, meant)
        refused(table, statement)

    assert rows(database, SAID) == said
    assert wrong(table.app) == []


def test_nothing_that_was_said_can_be_removed_or_come_back(
    table: Table, database: Path, said: list[dict[str, Any]]
) -> None:
    """Not even if it was taken back; who took it back, and when, can't be told otherwise."""
    refused(
        table,
        "DELETE FROM stance",
        "DELETE FROM stance WHERE id = 2 RETURNING id",
        "UPDATE stance SET withdrawn_at = NULL WHERE id = 2",
        "UPDATE stance SET withdrawn_at = NULL, withdrawn_by = NULL WHERE id = 2",
        "UPDATE stance SET withdrawn_by = NULL WHERE id = 2",
        "UPDATE stance SET withdrawn_by = device WHERE id = 1",
        "UPDATE stance SET withdrawn_by = device WHERE id = 2",
    )

    assert rows(database, SAID) == said


def test_words_are_taken_back_once_and_their_text_may_be_erased(
    table: Table, database: Path, said: list[dict[str, Any]]
) -> None:
    """Together or one after the other, with or without who it was."""
    with table.pen() as pen:
        pen.session.execute(text("UPDATE stance SET text = NULL WHERE id = 2"))
        pen.session.execute(text(f"UPDATE stance {TAKE_BACK} WHERE id = 1"))
        pen.session.execute(text("UPDATE stance SET text = NULL"))
    refused(table, "UPDATE stance SET text = 'I had 70'")

    assert rows(database, SAID) == [
        {**said[0], "text": None, "withdrawn_at": WHEN, "withdrawn_by": WHO},
        {**said[1], "text": None},
    ]


@pytest.mark.usefixtures("said")
def test_words_of_a_deleted_circle_can_be_removed(table: Table, database: Path) -> None:
    """As its ledger can: the one way out."""
    with table.pen() as pen:
        pen.session.execute(text("UPDATE circle SET deleted_at = created_at"))
        pen.session.execute(text("DELETE FROM stance"))

    assert rows(database, SAID) == []
