"""Files of circles on the command line: written whole or not at all, read with a progress bar."""

from __future__ import annotations

import datetime as dt
import os
import sys
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from scorekeeper.scorebook.errors import NotFound, Refused
from scorekeeper.scorebook.exchange.export import circles_to_export, export
from scorekeeper.scorebook.exchange.importing import Coming, Job, kept, look, merge
from scorekeeper.scorebook.exchange.people import named
from scorekeeper.scorebook.links import newest_circle
from scorekeeper.scorebook.store import db, write

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from contextlib import AbstractContextManager
    from uuid import UUID

DASH = Path("-")
"""Standard input, or standard output."""

BAD_USAGE = 2


class Failed(Exception):
    """What was asked can't be done: a sentence, and the code to exit with."""

    def __init__(self, said: str, code: int = 1) -> None:
        """Carry them."""
        super().__init__(said)
        self.code = code


def export_to(file: Path, uid: UUID | None, *, everything: bool) -> str:
    """Write circles to a file, and say how many.

    Args:
        file: where to; it is replaced when the new one is whole.
        uid: the circle; None for the only one.
        everything: all circles, if there are any.

    Raises:
        Failed: there is no such circle, there are several, or the file can't be written.
    """
    circles = circles_to_export(uid)
    if not circles and not everything:
        raise Failed("There is no such circle." if uid else "There is no circle to export.")
    if len(circles) > 1 and not everything:
        said = f"There are {len(circles)} circles: choose one by --circle UID, or --all."
        raise Failed(said, BAD_USAGE)
    matches = sum(many for _, many in circles)
    pieces = export([circle_id for circle_id, _ in circles])
    try:
        with (
            _written(file) as out,
            click.progressbar(length=matches, label="Exporting", file=sys.stderr) as bar,
        ):
            for piece in pieces:
                out.write(piece)
                bar.update(b'"type":"match"' in piece)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Failed(f"{file} can't be written: {error.strerror}.") from error
    of = "circle" if len(circles) == 1 else "circles"
    return f"Exported {matches} matches of {len(circles)} {of}."


@contextmanager
def _written(file: Path) -> Iterator[BinaryIO]:
    """Give a file to write to; under its own name it stands only when it is whole."""
    if file == DASH:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    if file.exists() and not file.is_file():  # such as /dev/stdout
        with file.open("wb") as out:
            yield out
        return
    unfinished = file.with_name(f"{file.name}.new-{os.getpid()}")
    try:
        with unfinished.open("xb") as out:
            yield out
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)


def import_from(file: Path, uid: UUID | None, who: Sequence[str], *, same_names: bool) -> str:
    """Take a file's circles in, and say what came.

    Args:
        file: the file; a pipe is kept on the disk meanwhile.
        uid: the circle that it is put into; None for the file's own.
        who: “NAME=NAME” for each player of the file who is somebody in the circle.
        same_names: players of the same name are the same people.

    Raises:
        Failed: the file can't be read, or anything in it can't be; nothing was changed.
    """
    try:
        into = None if uid is None else newest_circle(uid).id
        with _opened(file) as source, kept(source) as twice:
            return _import(twice, into, who, same_names=same_names)
    except NotFound:
        raise Failed("There is no such circle to put it into.") from None
    except Refused as error:
        raise Failed(f"{error} Nothing was imported.") from None
    except OSError as error:
        raise Failed(f"{file} can't be read: {error.strerror}.") from error


def _opened(file: Path) -> AbstractContextManager[BinaryIO]:
    return nullcontext(sys.stdin.buffer) if file == DASH else file.open("rb")


def _import(source: BinaryIO, into: int | None, who: Sequence[str], *, same_names: bool) -> str:
    size = source.seek(0, os.SEEK_END)
    source.seek(0)
    with click.progressbar(length=2 * size, label="Importing", file=sys.stderr) as bar:
        found = look(Job(source, Coming(into), bar.update))
        people = [circle.people for circle in found.circles]
        coming = Coming(into, named(people, who, same_names=same_names))
        source.seek(0)
        if coming.who:
            look(Job(source, coming))
            source.seek(0)
        db.session.rollback()  # nobody has to wait for what was read
        with write() as session:
            job = Job(source, coming, bar.update)
            done = merge(session, job, found, dt.datetime.now(dt.UTC))
    return (
        f"Imported {done.matches} matches, and what {done.longer} had in addition; "
        f"{done.known} were here already. {done.revisions} revisions came in."
    )
