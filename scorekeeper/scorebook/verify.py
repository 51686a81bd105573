"""Check a whole scorebook: every chain, every score, every total that is kept."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import select, text
from sqlalchemy.exc import DatabaseError

from scorekeeper.scorebook.checks import Due, check
from scorekeeper.scorebook.findings import UNREADABLE, Finding, Stored
from scorekeeper.scorebook.heads import Heads
from scorekeeper.scorebook.models import (
    Match,
    Night,
    Note,
    Played,
    Player,
    Revision,
    Seat,
    Stance,
    Told,
    table_of,
)
from scorekeeper.scorebook.statistics_rows import WHO
from scorekeeper.scorebook.store import db
from scorekeeper.scorebook.triggers import TRIGGERS

if TYPE_CHECKING:
    import uuid
    from collections.abc import Iterable, Iterator, Sequence

    from sqlalchemy import Column, Connection, Select

    from scorekeeper.scorebook.findings import FileRow

AT_ONCE = 500
"""Matches that are read together, so that memory stays bounded."""

_match, _night, _seat, _player, _revision, _note, _stance, _played, _told = (
    table_of(model) for model in (Match, Night, Seat, Player, Revision, Note, Stance, Played, Told)
)

_MATCHES = select(_match, _night.c.circle_id.label("night_circle"), _night.c.date).outerjoin_from(
    _match, _night, _night.c.id == _match.c.night_id
)
_SEATS = select(
    *_seat.c, _player.c.uid, _player.c.circle_id.label("player_circle"), WHO.label("who")
).join_from(_seat, _player, _player.c.id == _seat.c.player_id)
_REVISIONS = select(
    _revision,
    _note.c.revision_id,
    _note.c.salt,
    _note.c.text,
    _note.c.circle_id.label("note_circle"),
).outerjoin_from(_revision, _note, _note.c.revision_id == _revision.c.id)
_STANCES = select(_stance)
_PLAYED, _TOLD = select(_played), select(_told)


class Outdated(NamedTuple):
    """A match of which today's rules score so many rounds otherwise than an earlier version."""

    match_id: int
    match: uuid.UUID
    rounds: int
    sound: bool


@dataclass
class Checked:
    """How much was checked so far, and what came of it: ``wrong`` counts the findings that are."""

    matches: int = 0
    revisions: int = 0
    wrong: int = 0
    outdated: list[Outdated] = field(default_factory=list)

    def count(self, findings: Iterable[Finding]) -> Iterator[Finding]:
        """Pass findings on, and count those that are wrong."""
        for finding in findings:
            self.wrong += finding.wrong
            yield finding


NO_HEADS = Heads({})


def verify(checked: Checked, heads: Heads = NO_HEADS) -> Iterator[Finding]:
    """Recompute everything from the entries, and say where anything differs.

    Args:
        checked: counts what was checked, while the findings are read.
        heads: what stands on sheets of paper.
    """
    return checked.count(_everything(checked, heads))


def _everything(checked: Checked, heads: Heads) -> Iterator[Finding]:
    for digits in heads.gone:
        yield Finding(f"no match's uid begins with {digits}: it is gone, or was never here")
    try:
        yield from _triggers()
        newest = 0
        while ids := _next_ids(newest):
            newest = ids[-1]
            yield from _between(checked, ids[0], newest, heads)
        yield from _strays()
    except DatabaseError as error:
        checked.outdated.clear()  # nobody should write to such a file
        yield Finding(f"the file is damaged, and can't be read any further: {error.orig}")


def _next_ids(after: int) -> Sequence[int]:
    query = select(Match.id).where(Match.id > after).order_by(Match.id).limit(AT_ONCE)
    return db.session.scalars(query).all()


def _between(checked: Checked, first: int, last: int, heads: Heads) -> Iterator[Finding]:
    """Check the matches between two ids; what can't even be read is narrowed down to its match."""
    try:
        matches = read(db.session.connection(), first, last)
    except UNREADABLE as error:
        if first == last:
            yield Finding(f"the match stored as number {first} can't be read: {error}")
        else:
            middle = (first + last) // 2
            yield from _between(checked, first, middle, heads)
            yield from _between(checked, middle + 1, last, heads)
        return
    for stored in matches:
        match = stored.match
        checked.matches += 1
        checked.revisions += len(stored.revisions)
        due: list[Due] = []
        before = checked.wrong
        yield from readable(check(stored, due, heads.printed.get(match.uid, ())), match.uid)
        if due:
            sound = checked.wrong == before
            checked.outdated.append(Outdated(match.id, match.uid, len(due), sound))


def readable(findings: Iterator[Finding], match: uuid.UUID) -> Iterator[Finding]:
    """Pass a match's findings on; one more is that something in it can't be read."""
    try:
        yield from findings
    except UNREADABLE as error:
        yield Finding(f"something in it can't be read: {error}", match)


def read(connection: Connection, first: int, last: int) -> list[Stored]:
    """Read the matches between two ids, with all that belongs to them."""
    query = _MATCHES.where(_match.c.id.between(first, last)).order_by(_match.c.id)
    matches = connection.execute(query).all()
    ends = first, last
    seats = _of(connection, _SEATS, _seat.c.match_id, _seat.c.number, ends)
    revisions = _of(connection, _REVISIONS, _revision.c.match_id, _revision.c.seq, ends)
    stances = _of(connection, _STANCES, _stance.c.match_id, _stance.c.id, ends)
    played = _of(connection, _PLAYED, _played.c.match_id, _played.c.number, ends)
    told = _of(connection, _TOLD, _told.c.match_id, _told.c.what, ends)
    return [
        Stored(
            match,
            seats.get(match.id, []),
            revisions.get(match.id, []),
            stances.get(match.id, []),
            (played.get(match.id, []), told.get(match.id, [])),
        )
        for match in matches
    ]


def _of(
    connection: Connection,
    query: Select[*tuple[Any, ...]],
    match_id: Column[Any],
    then: Column[Any],
    ends: tuple[int, int],
) -> dict[int, list[FileRow]]:
    rows = connection.execute(
        query.where(match_id.between(ends[0], ends[1])).order_by(match_id, then)
    )
    return {key: list(group) for key, group in groupby(rows, key=lambda row: row.match_id)}


def _triggers() -> Iterator[Finding]:
    standing: dict[str, str] = dict(
        tuple(row)
        for row in db.session.execute(
            text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        ).all()
    )
    for name, sql in TRIGGERS.items():
        if name not in standing:
            yield Finding(f"the trigger {name}, which guards the ledger, is missing")
        elif standing[name] != sql:
            yield Finding(f"the trigger {name}, which guards the ledger, was changed")
    for name in sorted(standing.keys() - TRIGGERS.keys()):
        yield Finding(f"the trigger {name} isn't the scorebook's")


def _strays() -> Iterator[Finding]:
    """Find rows that refer to nothing, such as the revisions of a match that was removed."""
    broken = Counter(
        (table, parent)
        for table, _, parent, _ in db.session.execute(text("PRAGMA foreign_key_check"))
    )
    for (table, parent), many in sorted(broken.items()):
        yield Finding(f"{many} rows of “{table}” belong to no {parent}")
