"""A database brought up to date, in one transaction: as a whole or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, event
from sqlalchemy.exc import DatabaseError
from sqlalchemy.orm import Session

from scorekeeper.scorebook.database import Unusable
from scorekeeper.scorebook.statistics_rows import refill_all
from scorekeeper.scorebook.triggers import TRIGGERS

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable
    from pathlib import Path

    from sqlalchemy import Connection


def migrate(
    database: Path, connect: Callable[[], sqlite3.Connection], scripts: Path, *, refill: bool
) -> None:
    """Run the migrations that a database lacks.

    Args:
        database: its file, to be named if it can't be done.
        connect: opens it.
        scripts: the folder of the migrations.
        refill: whether it is older than the rows that are kept for statistics.

    Raises:
        Unusable: it can't be done, or leaves the database unsound; then it is as it was.
    """
    engine = create_engine("sqlite://", creator=connect)

    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    event.listen(engine, "begin", begin)
    try:
        with engine.connect() as plain:
            plain.connection.execute("PRAGMA foreign_keys=OFF")
            with plain.begin():
                config = Config()
                config.set_main_option("script_location", str(scripts).replace("%", "%%"))
                config.attributes["connection"] = plain
                command.upgrade(config, "head")
                _check(plain)
                if refill:
                    with Session(bind=plain) as session:
                        refill_all(session)
    except DatabaseError as error:
        raise Unusable(f"{database} can't be migrated: {error.orig}. It is as it was.") from error
    finally:
        engine.dispose()


def _check(connection: Connection) -> None:
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
    standing: dict[str, str] = dict(
        tuple(row)
        for row in connection.exec_driver_sql(
            "SELECT name, sql FROM sqlite_master WHERE type='trigger'"
        )
    )
    if broken or standing != TRIGGERS:
        raise Unusable("The migration left the database unsound; it was taken back.")
