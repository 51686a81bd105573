"""A file taken into the scorebook: read and checked as a whole first, then written in one go."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from sqlalchemy.exc import IntegrityError

from scorekeeper.rules.problems import N_
from scorekeeper.scorebook.exchange.checking import Checked, check_match, settled
from scorekeeper.scorebook.exchange.comparing import Compared, Target, compare, find_target
from scorekeeper.scorebook.exchange.lines import BadFile
from scorekeeper.scorebook.exchange.merging import Merging
from scorekeeper.scorebook.exchange.reading import FileCircle, FileMatch, Reading
from scorekeeper.scorebook.store import db

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable, Iterator, Mapping
    from uuid import UUID

    from sqlalchemy import Connection
    from sqlalchemy.orm import Session

AT_ONCE = 50
"""Matches that are compared and written together, so that memory stays bounded."""

PIECE = 1024 * 1024


class Coming(NamedTuple):
    """Where a file goes: into another circle than its own (None: its own), and who is who."""

    into: int | None = None
    who: Mapping[UUID, UUID | None] = {}


@dataclass
class Found:
    """What a file holds that isn't here: counted, with the circles that it goes into."""

    digest: str = ""
    circles: list[Target] = field(default_factory=list)
    matches: int = 0
    longer: int = 0
    known: int = 0
    revisions: int = 0

    @property
    def nothing_new(self) -> bool:
        """Whether all that would come in is here."""
        return not self.matches + self.longer and all(target.known for target in self.circles)

    def count(self, compared: Compared) -> None:
        """Count a match."""
        self.revisions += compared.missing
        if compared.match_id is None:
            self.matches += 1
        elif compared.missing:
            self.longer += 1
        else:
            self.known += 1


@contextmanager
def kept(source: BinaryIO) -> Iterator[BinaryIO]:
    """Give a file that can be read twice: a pipe is kept on the disk meanwhile."""
    if source.seekable():
        yield source
        return
    with TemporaryFile() as spool:
        while piece := source.read(PIECE):
            spool.write(piece)
        spool.seek(0)
        yield spool


def _silent(done: int) -> None:
    del done


class Job(NamedTuple):
    """A file to import: open at its beginning, where it goes, and who is told how far it got.

    ``progress`` hears now and then how many bytes have been done since it was told last.
    """

    source: BinaryIO
    coming: Coming = Coming()
    progress: Callable[[int], object] = _silent


def look(job: Job) -> Found:
    """Check a whole file, and tell what of it isn't here; nothing is written.

    Raises:
        BadFile: anything in it can't be, or doesn't go together with what is here.
    """
    found = Found()
    connection = db.session.connection()
    reading = Reading(job.source)
    for target, matches in _batches(connection, reading, job, check_match):
        if not found.circles or found.circles[-1] is not target:
            found.circles.append(target)
        _check_one(found, job.coming)
        for compared in compare(connection, target, matches):
            found.count(compared)
    found.digest = reading.digest.hexdigest()
    return found


def _check_one(found: Found, coming: Coming) -> None:
    if coming.into is not None and len(found.circles) > 1:
        line = found.circles[-1].file.said.line
        text = N_("Line %(line)s begins a second circle, and only one can be put into another.")
        raise BadFile(line, text)


def merge(session: Session, job: Job, found: Found, at: dt.datetime) -> Found:
    """Write what of a file isn't here.

    Args:
        session: the open write.
        job: the file.
        found: what ``look`` found in it.
        at: when this is done.

    Returns:
        What was written; somebody may have written some of it since ``look``.

    Raises:
        BadFile: the file isn't the one that was looked at, or the scorebook has changed so that
            it doesn't go together with it any more.
    """
    written = Found()
    connection = session.connection()
    reading = Reading(job.source)
    merging: Merging | None = None
    try:
        for target, matches in _batches(connection, reading, job, settled):
            if merging is None or merging.target is not target:
                merging = Merging(session, target, at)
                written.circles.append(target)
            compared = list(compare(connection, target, matches))
            merging.take(compared)
            for each in compared:
                written.count(each)
    except IntegrityError:
        text = N_("Line %(line)s, or one before it, gives a name or a uid that is taken already.")
        raise BadFile(reading.line, text) from None
    if reading.digest.hexdigest() != found.digest:
        raise BadFile(1, N_("The file has changed while it was read. Nothing was imported."))
    return written


def _batches(
    connection: Connection, reading: Reading, job: Job, check: Callable[[FileMatch], Checked]
) -> Iterator[tuple[Target, list[Checked]]]:
    """Read a file's circles, each with its matches, a few at a time; at first with none."""
    target: Target | None = None
    matches: list[Checked] = []
    done = 0
    for part in reading.parts():
        if target is not None and (isinstance(part, FileCircle) or len(matches) >= AT_ONCE):
            yield target, matches
            matches = []
        if isinstance(part, FileCircle):
            target = find_target(connection, part, job.coming.into, job.coming.who)
            yield target, matches
        else:
            matches.append(check(part))
        job.progress(reading.bytes - done)
        done = reading.bytes
    if target is not None:
        yield target, matches
    job.progress(reading.bytes - done)
