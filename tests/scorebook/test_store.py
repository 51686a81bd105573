"""The store: how a connection is set, and that ``write()`` is the only way to write."""

from __future__ import annotations

import sqlite3
import threading
import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest
from filelock import FileLock
from sqlalchemy import delete, event, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError, OperationalError

from scorekeeper.scorebook import store
from scorekeeper.scorebook.errors import Busy
from scorekeeper.scorebook.models import Circle, Player
from scorekeeper.scorebook.store import database_path, database_url, db, engine_options, write
from scorekeeper.server import BLOCKING_THREADS
from tests.builders import EVENING, plain, rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from flask import Flask

    from tests.builders import Table

READ_ONLY = "attempt to write a readonly database"
A_CIRCLE = {
    "uid": uuid.UUID(int=7),
    "name": "Quiet circle",
    "time_zone": "UTC",
    "version": 0,
    "created_at": EVENING,
}
AS_TEXT = (
    "circle (uid, name, time_zone, version, created_at) "
    "VALUES ('00000000000000000000000000000007', 'Quiet circle', 'UTC', 0, '2026-11-27 19:30:00')"
)


@pytest.fixture
def at_work(app: Flask) -> Iterator[Flask]:
    """Stand in a request's place: its reads are in one application context."""
    with app.app_context():
        yield app


def pragma(name: str) -> Any:  # noqa: ANN401 - whatever the setting's value is
    """Ask a connection of the pool for a setting."""
    return db.session.execute(text(f"PRAGMA {name}")).scalar()


def circles_kept(database: Path) -> list[str]:
    """Give the names of the circles in the file."""
    return [row["name"] for row in rows(database, "SELECT name FROM circle ORDER BY id")]


# Settings -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("busy_timeout", 15000),
        ("journal_mode", "wal"),
        ("synchronous", 2),
        ("foreign_keys", 1),
        ("recursive_triggers", 1),
        ("trusted_schema", 0),
        ("query_only", 1),
    ],
)
def test_each_connection_has_the_settings_of_the_store(
    at_work: Flask, name: str, value: object
) -> None:
    """WAL, synchronous=FULL (2), foreign keys, recursive triggers, and query_only but to write."""
    del at_work

    assert pragma(name) == value


def test_every_thread_of_a_server_can_read_and_then_write_at_once(
    app: Flask, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each still holds the connection that it has read with: the pool has one more to write."""
    monkeypatch.setattr(store, "WAIT_SECONDS", 60)  # they need not be quick here
    all_have_read = threading.Barrier(BLOCKING_THREADS)

    def request(number: int) -> None:
        with app.app_context():
            db.session.scalar(select(func.count(Circle.id)))
            all_have_read.wait(60)
            with write() as session:
                session.add(Circle(**{**A_CIRCLE, "uid": uuid.UUID(int=number)}))

    with ThreadPoolExecutor(BLOCKING_THREADS) as threads:
        list(threads.map(request, range(BLOCKING_THREADS)))

    assert engine_options() == {"pool_size": 8, "max_overflow": 9}
    assert len(circles_kept(database)) == BLOCKING_THREADS


@pytest.mark.parametrize("name", ["plain.db", "with space.db", "a#b?c%20d&e.db", "Mücke ü.db"])
def test_url_names_any_file_and_never_makes_one(tmp_path: Path, name: str) -> None:
    """A path is quoted, so that # and ? stay in it, and its file is opened with mode=rw."""
    path = tmp_path / name
    url = database_url(path)

    assert database_path(url) == path
    assert url.query == {"mode": "rw", "uri": "true"}


def test_database_that_vanishes_is_not_made_anew(at_work: Flask, database: Path) -> None:
    """Only ``init`` and ``serve`` may create: a request on a lost file fails and makes none."""
    del at_work
    database.unlink()

    with pytest.raises(OperationalError, match="unable to open"):
        db.session.scalar(select(func.count(Circle.id)))
    assert not database.exists()


def test_reads_of_a_request_see_one_moment(at_work: Flask, table: Table, database: Path) -> None:
    """They share one deferred transaction: what is written meanwhile shows in the next one."""
    before = db.session.scalar(select(func.count(Circle.id)))
    with plain(database) as connection:
        connection.execute(f"INSERT INTO {AS_TEXT}")
    during = db.session.scalar(select(func.count(Circle.id)))
    with at_work.app_context():
        after = db.session.scalar(select(func.count(Circle.id)))

    assert (before, during, after) == (1, 1, 2)
    assert table.id == 1


# Writing outside write() ----------------------------------------------------------------------


def _orm_add() -> None:
    db.session.add(Circle(**A_CIRCLE))
    db.session.commit()


def _orm_change() -> None:
    db.session.get_one(Circle, 1).name = "Changed"
    db.session.commit()


def _orm_delete() -> None:
    db.session.delete(db.session.get_one(Circle, 1))
    db.session.commit()


def _driver(sql: str) -> Callable[[], None]:
    def run() -> None:
        db.session.connection().exec_driver_sql(sql)

    return run


def _text(sql: str) -> Callable[[], None]:
    def run() -> None:
        db.session.execute(text(sql.replace(":", "\\:")))

    return run


OUTSIDE: dict[str, Callable[[], Any]] = {
    "ORM add": _orm_add,
    "ORM change": _orm_change,
    "ORM delete": _orm_delete,
    "bulk insert": lambda: db.session.execute(insert(Circle), [A_CIRCLE]),
    "Core insert": lambda: db.session.execute(insert(Circle).values(**A_CIRCLE)),
    "Core update": lambda: db.session.execute(update(Circle).values(name="Changed")),
    "Core delete": lambda: db.session.execute(delete(Circle)),
    "text INSERT": _text(f"INSERT INTO {AS_TEXT}"),
    "text INSERT OR REPLACE": _text(f"INSERT OR REPLACE INTO {AS_TEXT}"),
    "text UPDATE": _text("UPDATE circle SET name = 'Changed'"),
    "text DELETE": _text("DELETE FROM circle"),
    "text CREATE": _text("CREATE TABLE leak (id)"),
    "text DROP TRIGGER": _text("DROP TRIGGER revision_no_update"),
    "driver INSERT": _driver(f"INSERT INTO {AS_TEXT}"),
    "driver REPLACE": _driver(f"REPLACE INTO {AS_TEXT}"),
    "driver UPDATE": _driver("UPDATE circle SET name = 'Changed'"),
    "driver DELETE": _driver("DELETE FROM circle"),
    "driver PRAGMA": _driver("PRAGMA user_version = 7"),
}


@pytest.mark.parametrize("attempt", OUTSIDE.values(), ids=OUTSIDE)
def test_write_outside_write_fails(
    table: Table, at_work: Flask, database: Path, attempt: Callable[[], None]
) -> None:
    """By ORM, Core or text alike, whatever the statement."""
    del at_work

    with pytest.raises(OperationalError, match=READ_ONLY):
        attempt()
    db.session.rollback()
    assert circles_kept(database) == ["Tuesday circle"]
    assert table.id == 1


def test_write_outside_write_fails_on_the_drivers_own_connection(
    at_work: Flask, database: Path
) -> None:
    """The database itself refuses, so SQLAlchemy can't be walked round."""
    del at_work
    raw: Any = db.session.connection().connection.dbapi_connection

    with pytest.raises(sqlite3.OperationalError, match=READ_ONLY):
        raw.execute(f"INSERT INTO {AS_TEXT}")
    assert circles_kept(database) == []


def test_write_outside_write_fails_also_after_a_write(
    table: Table, at_work: Flask, database: Path
) -> None:
    """The connection that wrote goes back to the pool as query_only again."""
    table.begin("mittlere", 3)
    pool: Any = db.engine.pool

    assert pool.checkedin() == 1
    assert pragma("query_only") == 1
    with pytest.raises(OperationalError, match=READ_ONLY):
        db.session.execute(update(Circle).values(name="Changed"))
    assert pool.checkedout() == 1
    assert circles_kept(database) == ["Tuesday circle"]
    del at_work


def test_write_that_raised_leaves_nothing_and_a_query_only_connection(
    app: Flask, database: Path
) -> None:
    """What the block raises takes back all that it did, also what was flushed."""
    with app.app_context():
        with pytest.raises(LookupError), write() as session:  # noqa: PT012 - the block is the point
            session.add(Circle(**A_CIRCLE))
            session.flush()
            raise LookupError
        pool: Any = db.engine.pool

        assert pool.checkedin() == 1
        assert pragma("query_only") == 1
    assert circles_kept(database) == []


@pytest.mark.parametrize("stop", [KeyboardInterrupt, SystemExit])
def test_write_that_is_interrupted_leaves_nothing(
    app: Flask, database: Path, stop: type[BaseException]
) -> None:
    """Ctrl+C in the middle of a write takes it back, and the next one goes through."""
    with app.app_context():
        with pytest.raises(stop), write() as session:  # noqa: PT012 - the block is the point
            session.execute(insert(Circle).values(**A_CIRCLE))
            raise stop
        with write() as session:
            session.add(Circle(**{**A_CIRCLE, "name": "Next circle"}))

        assert pragma("query_only") == 1
    assert circles_kept(database) == ["Next circle"]


def test_write_that_breaks_a_constraint_leaves_nothing(table: Table, database: Path) -> None:
    """A foreign key that leads nowhere is an IntegrityError, and what went before is undone."""
    stray = {"uid": uuid.UUID(int=8), "circle_id": 99, "created_at": EVENING}

    with pytest.raises(IntegrityError), table.pen() as pen:  # noqa: PT012 - the block is the point
        pen.session.add(Circle(**A_CIRCLE))
        pen.session.flush()
        pen.session.add(Player(name="Ada", name_key="ada", **stray))
    assert circles_kept(database) == ["Tuesday circle"]


def test_write_commits_when_its_block_ends(app: Flask, database: Path) -> None:
    """Another connection sees it at once."""
    with app.app_context(), write() as session:
        session.add(Circle(**A_CIRCLE))

    assert circles_kept(database) == ["Quiet circle"]


def test_write_has_a_session_of_its_own(at_work: Flask, table: Table) -> None:
    """It reads anew, whatever the request has read before."""
    del at_work
    old = db.session.get_one(Circle, table.id)
    with write() as session:
        session.get_one(Circle, table.id).name = "Renamed"
    with write() as session:
        anew = session.get_one(Circle, table.id)

    assert anew is not old
    assert anew.name == "Renamed"


def test_begin_is_no_statement_that_a_page_costs(at_work: Flask) -> None:
    """Only what a page asks is counted: SQLAlchemy's events see no BEGIN."""
    del at_work
    seen: list[str] = []

    def count(*args: Any) -> None:  # noqa: ANN401 - SQLAlchemy's signature
        seen.append(args[2])

    event.listen(db.engine, "before_cursor_execute", count)
    db.session.scalar(select(func.count(Circle.id)))

    assert len(seen) == 1
    assert seen[0].startswith("SELECT")


# Others who write -----------------------------------------------------------------------------


def test_writer_gives_up_after_three_seconds_when_another_process_holds_the_lock(
    app: Flask, database: Path
) -> None:
    """Busy: nothing is saved, and once the lock is free the next write goes through."""
    with app.app_context():
        with FileLock(f"{database}.lock"), pytest.raises(Busy), write():
            pytest.fail("two held the lock")
        with write() as session:
            session.add(Circle(**A_CIRCLE))

    assert store.WAIT_SECONDS == 3
    assert circles_kept(database) == ["Quiet circle"]


def test_writer_gives_up_when_another_thread_writes_too_long(
    app: Flask, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Threads of one process wait for one another in the same way."""
    monkeypatch.setattr(store, "WAIT_SECONDS", 0.05)
    gave_up = threading.Event()
    holds = threading.Event()

    def slow() -> None:
        with app.app_context(), write() as session:
            session.add(Circle(**A_CIRCLE))
            holds.set()
            assert gave_up.wait(60)

    with ThreadPoolExecutor(1) as other:
        writing = other.submit(slow)
        assert holds.wait(60)
        with app.app_context(), pytest.raises(Busy), write():
            pytest.fail("two wrote at once")
        gave_up.set()
        writing.result()

    assert circles_kept(database) == ["Quiet circle"]


def test_writer_is_busy_when_a_stranger_has_locked_the_database(app: Flask, database: Path) -> None:
    """A shell that holds SQLite's own lock makes a Busy as well, once its timeout is over."""
    with app.app_context(), plain(database) as stranger:
        with db.engine.connect() as connection:
            raw: Any = connection.connection.dbapi_connection
            raw.execute("PRAGMA busy_timeout=0")  # the pool's only connection: don't wait 15 s
        stranger.execute("BEGIN IMMEDIATE")

        with pytest.raises(Busy), write() as session:
            session.add(Circle(**A_CIRCLE))
        stranger.execute("ROLLBACK")
        with write() as session:
            session.add(Circle(**A_CIRCLE))
    assert circles_kept(database) == ["Quiet circle"]


def test_write_inside_a_write_gives_up(
    app: Flask, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would wait for itself for ever; what the outer one did goes on."""
    monkeypatch.setattr(store, "WAIT_SECONDS", 0.05)
    with app.app_context(), write() as session:
        session.add(Circle(**A_CIRCLE))
        with pytest.raises(Busy), write():
            pytest.fail("a write began inside a write")

    assert circles_kept(database) == ["Quiet circle"]


def test_write_to_a_lost_database_fails_and_makes_none(app: Flask, database: Path) -> None:
    """The next one, once the file is back, goes through."""
    away = database.with_name("away.db")
    database.rename(away)
    with app.app_context():
        with pytest.raises(OperationalError, match="unable to open"), write():
            pytest.fail("it wrote to nothing")
        lost = not database.exists()
        away.rename(database)
        with write() as session:
            session.add(Circle(**A_CIRCLE))

    assert lost
    assert circles_kept(database) == ["Quiet circle"]


def test_faulty_statement_is_no_busy_even_if_it_speaks_of_locks(app: Flask) -> None:
    """Busy goes by what SQLite says, not by the words of the statement that failed."""
    with app.app_context(), pytest.raises(OperationalError, match="no such table"), write() as own:
        own.execute(text("INSERT INTO locked_doors VALUES ('locked')"))


def test_lock_is_free_again_after_every_end_of_a_write(app: Flask, database: Path) -> None:
    """After a commit, a rollback and a Busy alike, another process can take it."""
    with app.app_context():
        with write():
            pass
        with pytest.raises(LookupError), write():
            raise LookupError
    with FileLock(f"{database}.lock", timeout=0) as lock:
        held = lock.is_locked

    assert held
