"""The database file: made, checked before it is used, brought up to date, backed up.

Alembic is loaded only when there is something to migrate.
"""

from __future__ import annotations

import datetime as dt
import os
import secrets
import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


VERSIONS = ("0001", "0002", "0003", "0004", "0005")
"""The schema's versions, oldest first: the names of the migrations."""

HEAD = VERSIONS[-1]
STATISTICS = "0005"
"""The version that keeps rows for statistics: they are made when an older one is upgraded."""

APPLICATION_ID = 0x534B4B31  # "SKK1", by which file(1) can tell what it is
MIGRATIONS = Path(__file__).parent.parent / "migrations"
HEADER = b"SQLite format 3\x00"
WRITABLE = 0o222


class Unusable(Exception):
    """A database file that can't be used: what is wrong with it, and the remedy."""


def make_ready(database: Path, key: Path | None) -> list[str]:
    """Create the database and the secret key, or check and upgrade what is there.

    Args:
        database: the file.
        key: the secret key's file; None when the key comes from the settings.

    Returns:
        What was done, in sentences; nothing if all was ready.

    Raises:
        Unusable: what is there can't be used; nothing was changed.
    """
    done = []
    if database.exists():
        if check(database) != HEAD:
            done.append(upgrade(database))
    else:
        if key is not None and key.exists():
            raise Unusable(
                f"{database} is gone, although its secret key {key} is still there. Put the "
                f"database back (from a backup), or remove {key} to begin anew."
            )
        _make(create, database)
        done.append(f"Made the database {database}.")
    if key is not None and not key.exists():
        _make(make_key, key)
        done.append(f"Made the secret key {key}.")
    return done


def _make(how: Callable[[Path], None], file: Path) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        how(file)
    except (OSError, sqlite3.Error) as error:
        raise Unusable(
            f"{file} can't be made ({error}). Check the folder's rights, or name another one."
        ) from error


def make_key(key: Path) -> None:
    """Write a new secret key that only its owner can read."""
    with _whole(key) as unfinished:
        descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_hex(32) + "\n")


def _connect(database: Path, mode: str) -> sqlite3.Connection:
    uri = f"file:{quote(str(database.absolute()))}?mode={mode}"
    return sqlite3.connect(uri, uri=True, isolation_level=None, timeout=15)


def check(database: Path) -> str:
    """Tell the version of a database.

    Raises:
        Unusable: it is missing, no SQLite file, not ours, newer than this program, or can't
            be written.
    """
    if not database.exists():
        raise Unusable(f"There is no database {database}. Make one with: scorekeeper init")
    try:
        if not database.is_file() or not _has_header(database):
            raise Unusable(
                f"{database} is no SQLite database. Move it away, or put a backup in its place."
            )
        _check_writable(database)
        return _check_version(database)
    except (OSError, sqlite3.Error) as error:
        raise Unusable(
            f"{database} can't be read ({error}). Check the disk and the file's rights, or put "
            "a backup in its place."
        ) from error


def _has_header(database: Path) -> bool:
    with database.open("rb") as file:
        return file.read(len(HEADER)) == HEADER


def _check_writable(database: Path) -> None:
    for path in (database, database.parent):
        # The mode bits too: root may write everywhere, but a file that is marked
        # read-only was marked so for a reason.
        if not os.access(path, os.W_OK) or not path.stat().st_mode & WRITABLE:
            raise Unusable(f"{path} is read-only. Make it writable: chmod u+w {path}")


def _check_version(database: Path) -> str:
    with closing(_connect(database, "rw")) as connection:
        tables = {
            name
            for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type='table'")
        }
        versions = []
        if {"alembic_version", "revision"} <= tables:
            versions = connection.execute("SELECT version_num FROM alembic_version").fetchall()
        if len(versions) != 1:
            raise Unusable(
                f"{database} is a SQLite database, but not Scorekeeper's. Name another file, or "
                "move it away."
            )
        version = str(versions[0][0])
        if version not in VERSIONS:
            raise Unusable(
                f"{database} was written by a newer Scorekeeper (its version is {version}, this "
                f"program knows up to {HEAD}). Install the newer program, or put an older backup "
                "in its place."
            )
        if version == HEAD:
            connection.execute("BEGIN IMMEDIATE")  # says so if the file system is read-only
            connection.execute("ROLLBACK")
        return version


@contextmanager
def _whole(file: Path) -> Iterator[Path]:
    """Give a name under which to make a file; it gets its own only when it is whole."""
    unfinished = file.with_name(file.name + f".new-{os.getpid()}")
    unfinished.unlink(missing_ok=True)
    try:
        yield unfinished
        os.link(unfinished, file)  # unlike a rename it never replaces a file
    finally:
        unfinished.unlink(missing_ok=True)


def create(database: Path) -> None:
    """Make a new database."""
    with _whole(database) as unfinished:
        with closing(_connect(unfinished, "rwc")) as connection:
            connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
        _migrate(unfinished)


def upgrade(database: Path) -> str:
    """Bring a database up to date, after a backup beside it; say what was done."""
    version = check(database)
    if version == HEAD:
        return f"{database} is up to date (version {HEAD})."
    stamp = dt.datetime.now(dt.UTC).strftime("%Y%m%d-%H%M%S")
    kept = database.with_name(f"{database.name}.{version}-{stamp}.backup")
    backup(database, kept)
    _migrate(database, refill=VERSIONS.index(version) < VERSIONS.index(STATISTICS))
    return f"Upgraded {database} from version {version} to {HEAD}. The old one is kept as {kept}."


def _migrate(database: Path, *, refill: bool = False) -> None:
    from scorekeeper.scorebook.migrating import migrate  # noqa: PLC0415 - Alembic is heavy, and seldom needed

    migrate(database, lambda: _connect(database, "rw"), MIGRATIONS, refill=refill)


def backup(database: Path, target: Path) -> None:
    """Copy a database to a new file, whole even while others write to it.

    Raises:
        Unusable: the target is there already, or the copy can't be written.
    """
    if target.exists():
        raise Unusable(f"{target} is there already. Name a file that isn't.")
    try:
        with (
            _whole(target) as unfinished,
            closing(_connect(database, "rw")) as source,
            closing(sqlite3.connect(unfinished)) as copy,
        ):
            source.backup(copy)
    except (OSError, sqlite3.Error) as error:
        raise Unusable(f"The backup {target} can't be written: {error}") from error
