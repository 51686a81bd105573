"""Check a whole scorebook: every chain, every score, every total that is kept."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select, text
from sqlalchemy.exc import DatabaseError

from scorekeeper.rules.problems import Unscorable
from scorekeeper.scorebook.ledger import GENESIS, Row, canonical, chain, fold, note_digest
from scorekeeper.scorebook.matches import outcome_of, seated_game
from scorekeeper.scorebook.models import Match, Note, Player, Revision, Seat
from scorekeeper.scorebook.store import db
from scorekeeper.scorebook.triggers import TRIGGERS

if TYPE_CHECKING:
    import uuid
    from collections.abc import Iterator, Sequence

    from sqlalchemy import Row as SqlRow

    from scorekeeper.rules.base import Game
    from scorekeeper.rules.problems import Json

AT_ONCE = 500
"""Matches that are read together, so that memory stays bounded."""

UNREADABLE = (AttributeError, LookupError, TypeError, ValueError)
"""What is raised by values that the scorebook never writes; whoever tampers may write anything."""

HOLD_ENTRIES = ("record", "correct", "restore")

HASHED = (
    "seq",
    "kind",
    "round_no",
    "entry",
    "rules_version",
    "scores",
    "anyway",
    "actor",
    "device",
    "at",
    "note",
)


@dataclass(frozen=True)
class Finding:
    """One thing wrong, with its place: match, round and revision, as far as there are any."""

    what: str
    match: uuid.UUID | None = None
    round_no: int | None = None
    seq: int | None = None

    def __str__(self) -> str:
        """Say it in one line."""
        place = []
        if self.match is not None:
            place.append(f"match {self.match}")
        if self.round_no is not None:
            place.append(f"round {self.round_no}")
        if self.seq is not None:
            place.append(f"revision {self.seq}")
        return f"{', '.join(place)}: {self.what}" if place else self.what


@dataclass
class Checked:
    """How much was checked so far."""

    matches: int = 0
    revisions: int = 0


def verify(checked: Checked) -> Iterator[Finding]:
    """Recompute everything from the entries, and say where anything differs.

    Args:
        checked: counts what was checked, while the findings are read.
    """
    try:
        yield from _triggers()
        newest = 0
        while ids := _next_ids(newest):
            newest = ids[-1]
            yield from _between(checked, ids[0], newest)
        yield from _strays()
    except DatabaseError as error:
        yield Finding(f"the file is damaged, and can't be read any further: {error.orig}")


def _next_ids(after: int) -> Sequence[int]:
    query = select(Match.id).where(Match.id > after).order_by(Match.id).limit(AT_ONCE)
    return db.session.scalars(query).all()


def _between(checked: Checked, first: int, last: int) -> Iterator[Finding]:
    """Check the matches between two ids; what can't even be read is narrowed down to its match."""
    try:
        matches = db.session.execute(
            select(Match.__table__).where(Match.id.between(first, last)).order_by(Match.id)
        ).all()
        seats = _grouped(_seats(first, last))
        revisions = _grouped(_revisions(first, last))
    except UNREADABLE as error:
        if first == last:
            yield Finding(f"the match stored as number {first} can't be read: {error}")
        else:
            middle = (first + last) // 2
            yield from _between(checked, first, middle)
            yield from _between(checked, middle + 1, last)
        return
    for match in matches:
        of_match = revisions.get(match.id, [])
        checked.matches += 1
        checked.revisions += len(of_match)
        try:
            yield from _match(match, seats.get(match.id, []), of_match)
        except UNREADABLE as error:
            yield Finding(f"something in it can't be read: {error}", match.uid)


def _seats(first: int, last: int) -> Sequence[SqlRow[*tuple[Any, ...]]]:
    return db.session.execute(
        select(Seat.match_id, Seat.number, Seat.total, Seat.rank, Seat.won, Player.uid)
        .join(Player, Player.id == Seat.player_id)
        .where(Seat.match_id.between(first, last))
        .order_by(Seat.match_id, Seat.number)
    ).all()


def _revisions(first: int, last: int) -> Sequence[SqlRow[*tuple[Any, ...]]]:
    return db.session.execute(
        select(Revision.__table__, Note.revision_id, Note.salt, Note.text)
        .outerjoin(Note, Note.revision_id == Revision.id)
        .where(Revision.match_id.between(first, last))
        .order_by(Revision.match_id, Revision.seq)
    ).all()


def _grouped(rows: Sequence[SqlRow[*tuple[Any, ...]]]) -> dict[int, list[SqlRow[*tuple[Any, ...]]]]:
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


def _strays() -> Iterator[Finding]:
    strays = db.session.scalar(
        select(func.count()).select_from(Revision).where(Revision.match_id.not_in(select(Match.id)))
    )
    if strays:
        yield Finding(f"{strays} revisions belong to no match")


def _match(
    match: SqlRow[*tuple[Any, ...]],
    seats: list[SqlRow[*tuple[Any, ...]]],
    revisions: list[SqlRow[*tuple[Any, ...]]],
) -> Iterator[Finding]:
    yield from _chain(match, revisions)
    try:
        game = seated_game(match.game, len(seats), match.rules)
    except (*UNREADABLE, Unscorable):
        yield Finding("its game, seats and house rules don't go together", match.uid)
        return
    yield from _start(match, seats, revisions)
    rows: list[Row] = []
    for revision in revisions:
        yield from _score(match, game, revision, rows)
    if len(rows) == len(revisions):
        yield from _derived(match, game, seats, rows)


def _chain(
    match: SqlRow[*tuple[Any, ...]], revisions: list[SqlRow[*tuple[Any, ...]]]
) -> Iterator[Finding]:
    prev = GENESIS
    for seq, revision in enumerate(revisions):
        place = (match.uid, revision.round_no, revision.seq)
        if revision.seq != seq:
            yield Finding(f"it should be revision {seq}: one is missing or was added", *place)
            return
        if revision.prev != prev:
            yield Finding("it doesn't follow the revision before it", *place)
        prev = revision.hash
        if not _hash_fits(match, revision):
            yield Finding("it was changed: its hash doesn't fit", *place)
        yield from _note(revision, place)
    if match.revisions > len(revisions):
        yield Finding("it is missing", match.uid, None, len(revisions))
    elif match.head != prev or match.revisions != len(revisions):
        what = "the match names another one as its last"
        yield Finding(what, match.uid, None, len(revisions) - 1)


def _hash_fits(match: SqlRow[*tuple[Any, ...]], revision: SqlRow[*tuple[Any, ...]]) -> bool:
    columns = {name: getattr(revision, name) for name in HASHED}
    try:
        return bool(chain(revision.prev, match.uid, columns) == revision.hash)
    except UNREADABLE:
        return False


def _note(revision: SqlRow[*tuple[Any, ...]], place: tuple[Any, ...]) -> Iterator[Finding]:
    if revision.note is None:
        if revision.revision_id is not None:
            yield Finding("it has a note that its chain doesn't know", *place)
    elif revision.revision_id is None:
        yield Finding("its note is missing", *place)
    elif revision.text is None:
        yield Finding("its note was erased", *place)
    elif note_digest(revision.salt, revision.text) != revision.note:
        yield Finding("its note was changed", *place)


def _start(
    match: SqlRow[*tuple[Any, ...]],
    seats: list[SqlRow[*tuple[Any, ...]]],
    revisions: list[SqlRow[*tuple[Any, ...]]],
) -> Iterator[Finding]:
    if not revisions or revisions[0].kind != "start":
        yield Finding("its beginning is missing", match.uid)
        return
    kept: Json = {
        "game": match.game,
        "rules": json.loads(match.rules),
        "players": [str(seat.uid) for seat in seats],
        "first_dealer": match.first_dealer,
    }
    if revisions[0].entry != canonical(kept):
        what = "its players, house rules or dealer aren't those it began with"
        yield Finding(what, match.uid, None, 0)


def _score(
    match: SqlRow[*tuple[Any, ...]],
    game: Game,
    revision: SqlRow[*tuple[Any, ...]],
    rows: list[Row],
) -> Iterator[Finding]:
    """Score a revision's entry anew; what the rest follows from is added to ``rows``."""
    place = (match.uid, revision.round_no, revision.seq)
    scores = None
    if revision.kind in HOLD_ENTRIES or (revision.kind == "rescore" and revision.entry is not None):
        try:
            score = game.score(json.loads(revision.entry), anyway=revision.anyway)
        except (*UNREADABLE, Unscorable) as error:
            yield Finding(f"its entry can't be scored: {error}", *place)
            return
        scores = canonical(score.scores)
        if scores != revision.scores:
            what = f"its scores are {revision.scores}, but the entry makes {scores}"
            yield Finding(what, *place)
    rows.append(Row(revision.seq, revision.kind, revision.round_no, scores))


def _derived(
    match: SqlRow[*tuple[Any, ...]],
    game: Game,
    seats: list[SqlRow[*tuple[Any, ...]]],
    rows: list[Row],
) -> Iterator[Finding]:
    ledger = fold(rows)
    outcome = outcome_of(game, ledger)
    for seat, standing in zip(seats, outcome.standings, strict=True):
        for name, kept, right in (
            ("total", seat.total, standing.total),
            ("rank", seat.rank, standing.rank),
            ("win", seat.won, standing.seat in outcome.winners),
        ):
            if kept != right:
                what = f"the {name} kept of seat {seat.number} is {kept}, and should be {right}"
                yield Finding(what, match.uid)
    if match.reason != outcome.reason or match.state != ("over" if outcome.finished else "playing"):
        yield Finding(f"it is kept as “{match.state}”, and should not be", match.uid)
    if match.rounds != outcome.counted:
        what = f"{match.rounds} rounds are kept as counting, and should be {outcome.counted}"
        yield Finding(what, match.uid)
