"""The database as the scorebook uses it: read everywhere, written only through ``write()``."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import quote, unquote
from weakref import WeakKeyDictionary

from filelock import FileLock, Timeout
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import URL, event
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from scorekeeper.scorebook.errors import Busy
from scorekeeper.scorebook.models import Base

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection, Engine

WAIT_SECONDS = 3
"""How long a writer waits for the others before it gives up as Busy."""

POLL_SECONDS = 0.005

WRITING = "scorekeeper_writing"

PRAGMAS = (
    "busy_timeout=15000",
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "recursive_triggers=ON",  # else INSERT OR REPLACE walks round the ledger's triggers
    "trusted_schema=OFF",
    "query_only=ON",
)

db = SQLAlchemy(metadata=Base.metadata, disable_autonaming=True)


def database_url(path: Path) -> URL:
    """Give the URL of a database file, which must exist: only ``create`` may make one."""
    file = "file:" + quote(str(path.absolute()))
    return URL.create("sqlite", database=file, query={"mode": "rw", "uri": "true"})


def database_path(url: URL) -> Path:
    """Give the file that a database URL names."""
    return Path(unquote((url.database or "").removeprefix("file:")))


def engine_options() -> dict[str, int]:
    """Give the pool's settings: 8 connections, 8 more for a rush, and one to write.

    A server has 16 threads. Each may hold a connection that it has read with while it waits to
    write; without one to spare the first of them would wait for the others for ever.
    """
    return {"pool_size": 8, "max_overflow": 9}


def prepare(engine: Engine) -> None:
    """Give each new connection its settings, and each transaction its kind."""
    event.listen(engine, "connect", _settings)
    event.listen(engine, "begin", _begin)


def _settings(connection: Any, record: object) -> None:  # noqa: ANN401 - SQLAlchemy's signature
    del record
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    # Past SQLAlchemy's cursor events: a BEGIN is no statement that a page costs.
    sql = "BEGIN IMMEDIATE" if connection.get_execution_options().get(WRITING) else "BEGIN"
    try:
        _raw(connection).execute(sql)
    except sqlite3.OperationalError as error:
        raise OperationalError(sql, None, error) from error  # as SQLAlchemy says it


def _raw(connection: Connection) -> sqlite3.Connection:
    """Give the driver's own connection, past SQLAlchemy's events and transactions."""
    return cast("sqlite3.Connection", connection.connection.dbapi_connection)


class _Lock:
    """One writer at a time: among this process's threads, and among processes."""

    def __init__(self, path: Path) -> None:
        self.threads = threading.Lock()
        self.processes = FileLock(
            path.with_name(path.name + ".lock"),
            poll_interval=POLL_SECONDS,
            thread_local=False,
        )

    @contextmanager
    def held(self) -> Iterator[None]:
        until = monotonic() + WAIT_SECONDS
        if not self.threads.acquire(timeout=WAIT_SECONDS):
            raise Busy
        try:
            with self.processes.acquire(timeout=max(0, until - monotonic())):
                yield
        except Timeout:
            raise Busy from None
        finally:
            self.threads.release()


_locks: WeakKeyDictionary[Engine, _Lock] = WeakKeyDictionary()
_locks_guard = threading.Lock()


def _lock_of(engine: Engine) -> _Lock:
    with _locks_guard:
        if engine not in _locks:
            _locks[engine] = _Lock(database_path(engine.url))
        return _locks[engine]


@contextmanager
def write() -> Iterator[Session]:
    """Open the one way to write: a session of its own in an immediate transaction.

    Commits when the block ends, while still holding the lock; rolls back if it raises.

    Raises:
        Busy: others have been writing for three seconds, or the database is locked.
    """
    engine = db.engine
    with _lock_of(engine).held(), engine.connect() as plain:
        connection = plain.execution_options(**{WRITING: True})
        raw = _raw(connection)
        raw.execute("PRAGMA query_only=OFF")
        try:
            with Session(bind=connection, expire_on_commit=False) as session, session.begin():
                yield session
        except OperationalError as error:
            if getattr(error.orig, "sqlite_errorname", "").startswith("SQLITE_BUSY"):
                raise Busy from error
            raise
        finally:
            raw.execute("PRAGMA query_only=ON")
            db.session.rollback()  # what is read from here on sees what was written
