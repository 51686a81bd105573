"""What is in the ledger stays: no statement through the app's own connection changes or removes it.

Deleting a whole circle is the one way out, and there is no way back in.
"""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import delete, text, update
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import IntegrityError

from scorekeeper.scorebook.models import Circle, Match, Revision, table_of
from tests.builders import mittlere, rows, tampering, wrong

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sqlalchemy.orm import Session

    from tests.builders import Table

COLUMNS = tuple(table_of(Revision).c.keys())
LEDGER = "SELECT * FROM revision ORDER BY id"
DELETED = "UPDATE circle SET deleted_at = '2026-11-28 00:00:00.000000'"


@pytest.fixture
def ledger(table: Table, database: Path) -> list[dict[str, Any]]:
    """Play two rounds; a revision that another one could replace is the last but one."""
    match = table.begin("mittlere", 3)
    table.record(match, mittlere(0), mittlere(1))
    return rows(database, LEDGER)


CHANGING = (
    "UPDATE revision SET COLUMN = OTHER WHERE seq = 1",
    "UPDATE OR REPLACE revision SET COLUMN = OTHER WHERE seq = 1",
    "UPDATE OR IGNORE revision SET COLUMN = OTHER WHERE seq = 1",
    "UPDATE OR FAIL revision SET COLUMN = OTHER WHERE seq = 1",
    "UPDATE OR ROLLBACK revision SET COLUMN = OTHER WHERE seq = 1",
    "UPDATE revision SET COLUMN = OTHER FROM match WHERE match.id = match_id",
    "INSERT OR REPLACE INTO revision (ALL) SELECT CHANGED FROM revision WHERE seq = 1",
    "REPLACE INTO revision (ALL) SELECT CHANGED FROM revision WHERE seq = 1",
    "UPSERT ON CONFLICT (id) DO UPDATE SET COLUMN = OTHER",
    "UPSERT ON CONFLICT (match_id, seq) DO UPDATE SET COLUMN = OTHER",
    "UPSERT ON CONFLICT DO UPDATE SET COLUMN = OTHER",
)


def attempts(column: str) -> list[str]:
    """Give the statements that would give a column of a revision another value."""
    other = "99" if column in ("id", "match_id", "seq") else "'9'"
    words = {
        "UPSERT": "INSERT INTO revision (ALL) SELECT ALL FROM revision WHERE seq = 1",
        "CHANGED": ", ".join(other if name == column else name for name in COLUMNS),
        "ALL": ", ".join(COLUMNS),
        "COLUMN": column,
        "OTHER": other,
    }
    made = []
    for sql in CHANGING:
        statement = sql
        for word, meant in words.items():
            statement = statement.replace(word, meant)
        made.append(statement)
    return made


@pytest.mark.parametrize("recursive", ["ON", "OFF"])
@pytest.mark.parametrize("column", COLUMNS)
def test_no_column_of_a_revision_can_be_given_another_value(
    table: Table, database: Path, ledger: list[dict[str, Any]], column: str, recursive: str
) -> None:
    """By UPDATE, REPLACE and UPSERT of every kind, even if recursive triggers are switched off."""
    for sql in attempts(column):
        with pytest.raises(IntegrityError), table.pen() as pen:  # noqa: PT012 - one write
            pen.session.execute(text(f"PRAGMA recursive_triggers = {recursive}"))
            pen.session.execute(text(sql))
            pytest.fail(f"let through: {sql}")

    assert rows(database, LEDGER) == ledger


def orm_change(session: Session) -> None:
    """Change a revision as an object."""
    session.get_one(Revision, 2).scores = "[9,9,9]"
    session.flush()


def orm_delete(session: Session) -> None:
    """Delete a revision as an object."""
    session.delete(session.get_one(Revision, 2))
    session.flush()


def orm_merge(session: Session) -> None:
    """Put another object in a revision's place."""
    session.merge(Revision(id=2, scores="[9,9,9]"))
    session.flush()


def orm_bulk(session: Session) -> None:
    """Change a revision by its key."""
    session.execute(update(Revision), [{"id": 2, "scores": "[9,9,9]"}])


def core_upsert(session: Session) -> None:
    """Insert a revision that is there, and let it change."""
    values = dict(session.execute(text("SELECT * FROM revision WHERE id = 2")).one()._mapping)  # noqa: SLF001 - a row's public view
    insert_it = insert(table_of(Revision)).values({**values, "actor": None, "device": None})
    session.execute(insert_it.on_conflict_do_update(index_elements=["id"], set_={"seq": 9}))


def driver(session: Session) -> None:
    """Go past SQLAlchemy, to the connection itself."""
    raw: Any = session.connection().connection.dbapi_connection
    raw.execute("DELETE FROM revision WHERE id = 2")


BY_OTHER_MEANS: dict[str, Callable[[Session], object]] = {
    "ORM change": orm_change,
    "ORM delete": orm_delete,
    "ORM merge": orm_merge,
    "ORM bulk update": orm_bulk,
    "Core update": lambda session: session.execute(update(table_of(Revision)).values(seq=9)),
    "Core delete": lambda session: session.execute(delete(table_of(Revision))),
    "Core upsert": core_upsert,
    "DELETE": lambda session: session.execute(text("DELETE FROM revision WHERE seq = 1")),
    "DELETE of all": lambda session: session.execute(text("DELETE FROM revision")),
    "DELETE RETURNING": lambda session: session.execute(
        text("DELETE FROM revision WHERE seq = 2 RETURNING id")
    ),
    "the driver": driver,
    # what they belong to
    "ORM delete of the match": lambda session: session.execute(delete(Match)),
    "ORM delete of the circle": lambda session: session.execute(delete(Circle)),
    "the match's id": lambda session: session.execute(text("UPDATE match SET id = 9")),
    "the circle's id": lambda session: session.execute(text("UPDATE circle SET id = 9")),
}


@pytest.mark.parametrize("attempt", BY_OTHER_MEANS.values(), ids=BY_OTHER_MEANS)
def test_no_means_of_the_program_changes_or_removes_a_revision(
    table: Table,
    database: Path,
    ledger: list[dict[str, Any]],
    attempt: Callable[[Session], object],
) -> None:
    """ORM, Core and driver alike, and nothing cascades from a match or a circle."""
    with pytest.raises((IntegrityError, sqlite3.IntegrityError)), table.pen() as pen:
        attempt(pen.session)

    assert rows(database, LEDGER) == ledger
    assert wrong(table.app) == []


@pytest.mark.usefixtures("ledger")
def test_circle_that_was_deleted_never_comes_back(table: Table, database: Path) -> None:
    """Else a part of its ledger could be let go in between."""
    with table.pen() as pen:
        pen.session.execute(text(DELETED))
        pen.session.execute(text("DELETE FROM revision WHERE seq = 2"))
    left = rows(database, LEDGER)
    for sql in (
        "UPDATE circle SET deleted_at = NULL",
        "UPDATE OR REPLACE circle SET deleted_at = NULL",
        "REPLACE INTO circle SELECT id, uid, name, 'UTC', version, created_at, NULL FROM circle",
        "DELETE FROM circle",
        "UPDATE circle SET id = 9",
    ):
        with pytest.raises(IntegrityError), table.pen() as pen:  # noqa: PT012 - one write
            pen.session.execute(text("PRAGMA defer_foreign_keys = ON"))
            pen.session.execute(text(sql))
            pytest.fail(f"let through: {sql}")

    assert [row["seq"] for row in left] == [0, 1]
    assert rows(database, LEDGER) == left
    assert rows(database, "SELECT deleted_at FROM circle") == [
        {"deleted_at": "2026-11-28 00:00:00.000000"}
    ]


@pytest.mark.usefixtures("ledger")
def test_deleted_circle_can_be_removed_once_its_ledger_is_gone(
    table: Table, database: Path
) -> None:
    """The whole of it: nothing is left that refers to it."""
    with table.pen() as pen:
        pen.session.execute(text(DELETED))
        for name in ("revision", "seat", "match", "night", "player", '"grant"', "circle"):
            pen.session.execute(text(f"DELETE FROM {name}"))  # noqa: S608 - names of tables

    assert rows(database, LEDGER) == rows(database, "SELECT * FROM circle") == []


def test_ledger_takes_new_revisions(
    table: Table, database: Path, ledger: list[dict[str, Any]]
) -> None:
    """What guards the old ones lets new ones in, with an id or without."""
    with tampering(database) as connection:
        connection.execute(
            "INSERT INTO revision SELECT 77, circle_id, match_id, 3, 'end', NULL, NULL, NULL, NULL,"
            " 0, NULL, device, at, NULL, hash, hash FROM revision WHERE seq = 2"
        )
    with table.pen() as pen:
        pen.session.execute(
            text(
                "INSERT INTO revision SELECT NULL, circle_id, match_id, 4, kind, NULL, NULL, NULL,"
                " NULL, 0, NULL, device, at, NULL, hash, hash FROM revision WHERE id = 77"
            )
        )

    assert [row["id"] for row in rows(database, LEDGER)] == [1, 2, 3, 77, 78]
    assert rows(database, LEDGER)[:3] == ledger
