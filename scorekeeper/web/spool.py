"""Uploaded files between the two steps of an import: kept beside the database for an hour.

A browser has room for one file in each of its circles, and all of them for so many; a further one
takes the oldest one's place. On the disk, since the second step may come to another worker.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from flask import current_app

from scorekeeper.scorebook.errors import Busy
from scorekeeper.web.access import here

if TYPE_CHECKING:
    from typing import BinaryIO

SECONDS = 3600
MOST = 40
"""Files that are kept at most: 200 MB, since each has at most 5."""


def _folder() -> Path:
    database = Path(current_app.config["DATABASE"])
    return database.with_name(database.name + ".uploads")


def _path() -> Path:
    """Give the place of this browser's file in this circle; no other browser knows its name."""
    access = here()
    name = sha256(f"{access.actor.device} {access.circle_uid}".encode()).hexdigest()
    return _folder() / name


def keep(content: bytes) -> None:
    """Keep a file for this browser's second step; an earlier one goes.

    Raises:
        Busy: it can't be written.
    """
    path = _path()
    unfinished = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(mode=0o700, exist_ok=True)
        _sweep(path.parent)
        descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        unfinished.replace(path)
    except OSError as error:
        current_app.logger.error("An upload can't be kept: %s", error)  # noqa: TRY400 - no fault of ours
        raise Busy from error
    finally:
        unfinished.unlink(missing_ok=True)


def _sweep(folder: Path) -> None:
    """Remove what is too old, and the oldest of what is too many."""
    until = time.time() - SECONDS
    ages = sorted((path.stat().st_mtime, path) for path in folder.iterdir())
    for number, (at, path) in enumerate(ages):
        if at < until or number <= len(ages) - MOST:
            path.unlink(missing_ok=True)


def fetch() -> BinaryIO | None:
    """Open this browser's file, or give None if there is none, or it is too old."""
    path = _path()
    try:
        if path.stat().st_mtime < time.time() - SECONDS:
            return None
        return path.open("rb")
    except OSError:
        return None


def drop() -> None:
    """Forget this browser's file: it has been imported."""
    with suppress(OSError):
        _path().unlink(missing_ok=True)
