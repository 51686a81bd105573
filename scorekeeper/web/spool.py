"""Uploaded files between the two steps of an import: kept beside the database for an hour.

On the disk, since the second step may come to another worker. A circle has room for a few, and all
of them for some more; a further one takes the oldest one's place.
"""

from __future__ import annotations

import os
import re
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

MOST_OF_A_CIRCLE = 4

DIGEST = re.compile(r"[0-9a-f]{64}")


def _folder() -> Path:
    database = Path(current_app.config["DATABASE"])
    return database.with_name(database.name + ".uploads")


def _path(digest: str) -> Path:
    return _folder() / f"{here().circle_uid.hex}-{digest}"


def keep(content: bytes) -> str:
    """Keep a file for the second step, and give the digest by which it is found again.

    Raises:
        Busy: it can't be written.
    """
    digest = sha256(content).hexdigest()
    path = _path(digest)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(mode=0o700, exist_ok=True)
        descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        unfinished.replace(path)
        _sweep()
    except OSError as error:
        current_app.logger.error("An upload can't be kept: %s", error)  # noqa: TRY400 - no fault of ours
        raise Busy from error
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
    return digest


def _sweep() -> None:
    """Remove what is too old, and the oldest of what is too many."""
    until = time.time() - SECONDS
    kept = sorted(_folder().iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    ours = here().circle_uid.hex
    of_circle = 0
    for number, path in enumerate(kept):
        of_circle += path.name.startswith(ours)
        much = number >= MOST or (path.name.startswith(ours) and of_circle > MOST_OF_A_CIRCLE)
        if much or path.stat().st_mtime < until:
            path.unlink(missing_ok=True)


def fetch(digest: str) -> BinaryIO | None:
    """Open a file of this circle, or give None if it isn't there, or too old."""
    if not DIGEST.fullmatch(digest):
        return None
    path = _path(digest)
    try:
        if path.stat().st_mtime < time.time() - SECONDS:
            return None
        return path.open("rb")
    except OSError:
        return None


def drop(digest: str) -> None:
    """Forget a file: it has been imported."""
    if DIGEST.fullmatch(digest):
        with suppress(OSError):
            _path(digest).unlink(missing_ok=True)
