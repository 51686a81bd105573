"""The append-only ledger of a match: its hash chain, and the state that follows from it."""

from __future__ import annotations

import datetime as dt
import json
import secrets
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import insert

from scorekeeper.scorebook.models import Note, Revision, table_of

if TYPE_CHECKING:
    import uuid
    from collections.abc import Iterable, Mapping, Sequence

    from sqlalchemy.orm import Session

    from scorekeeper.rules.problems import Json
    from scorekeeper.rules.results import Score
    from scorekeeper.scorebook.state import MatchState

PREIMAGE_VERSION = 1
GENESIS = "0" * 64
"""What the first revision of a match has for its predecessor's hash."""


# Past the unit of work, which has nothing to do for a row that never changes.
_INSERT_REVISION = insert(table_of(Revision))
_INSERT_NOTE = insert(table_of(Note))


@dataclass(frozen=True)
class Actor:
    """Who acts: a device's uid (public, never its secret), and the player it says it is."""

    device_id: int
    device: uuid.UUID
    player: uuid.UUID | None = None


class Pen(NamedTuple):
    """What writing takes: the open write, who writes, and when."""

    session: Session
    by: Actor
    at: dt.datetime


class Act(NamedTuple):
    """What is done to a match: the part of a revision that somebody decides."""

    kind: str
    round_no: int | None = None
    entry: str | None = None
    rules_version: int | None = None
    scores: str | None = None
    anyway: bool = False


def canonical(value: Json) -> str:
    """Write a JSON value in the one form that is stored and hashed."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def moment(at: dt.datetime) -> str:
    """Write a moment in UTC as it is stored and hashed: 2026-11-30T21:04:05.123456Z."""
    return at.astimezone(dt.UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def note_digest(salt: str, text: str) -> str:
    """Give what the chain holds of a note, so that its text can be erased."""
    return sha256((salt + text).encode()).hexdigest()


def chain(prev: str, match_uid: uuid.UUID, revision: Mapping[str, Json]) -> str:
    """Give a revision's hash: SHA-256 of its predecessor's and its own canonical JSON.

    Args:
        prev: the hash before, 64 hexadecimal digits.
        match_uid: the match's name in exports.
        revision: its columns by name; no database id is among those that are hashed.
    """
    actor, device = revision["actor"], revision["device"]
    preimage = {
        "v": PREIMAGE_VERSION,
        "match": str(match_uid),
        "seq": revision["seq"],
        "kind": revision["kind"],
        "round_no": revision["round_no"],
        "entry": revision["entry"],
        "rules_version": revision["rules_version"],
        "scores": revision["scores"],
        "anyway": bool(revision["anyway"]),
        "actor": None if actor is None else str(actor),
        "device": None if device is None else str(device),
        "at": revision["at"],
        "note": revision["note"],
    }
    return sha256(bytes.fromhex(prev) + canonical(preimage).encode()).hexdigest()


def revise(
    match: MatchState, act: Act, by: Actor, at: dt.datetime, *, note: str | None = None
) -> dict[str, Json]:
    """Make the next revision of a match, and move its head and version on.

    Returns:
        The revision's columns, hashed; the caller inserts them in the same transaction.
    """
    revision: dict[str, Json] = {
        **act._asdict(),
        "circle_id": match.circle_id,
        "match_id": match.id,
        "seq": match.revisions,
        "actor": by.player,
        "device": by.device,
        "at": moment(at),
        "note": note,
        "prev": match.head or GENESIS,
    }
    revision["hash"] = chain(revision["prev"], match.uid, revision)
    match.head = revision["hash"]
    match.revisions += 1
    match.version += 1
    return revision


def append(pen: Pen, match: MatchState, act: Act, *, note: str | None = None) -> Row:
    """Write the next revision of a match, with its note if it has one."""
    salt = secrets.token_hex(16)
    digest = None if note is None else note_digest(salt, note)
    revision = revise(match, act, pen.by, pen.at, note=digest)
    connection = pen.session.connection()
    written = connection.execute(_INSERT_REVISION, revision).inserted_primary_key
    if note is not None and written is not None:
        of = {"revision_id": written[0], "circle_id": match.circle_id}
        connection.execute(_INSERT_NOTE, {**of, "salt": salt, "text": note})
    return Row(revision["seq"], act.kind, act.round_no, act.scores, act.entry, act.anyway)


def scored(kind: str, number: int, entry: Json, version: int, score: Score) -> Act:
    """Make the act that records or corrects a round."""
    scores = canonical(score.scores)
    anyway = any(problem.conservation for problem in score.warnings)
    return Act(kind, number, canonical(entry), version, scores, anyway)


# The state that follows ------------------------------------------------------------------


class Row(NamedTuple):
    """What of a revision is needed to say where the match stands."""

    seq: int
    kind: str
    round_no: int | None
    scores: str | None
    entry: str | None = None
    anyway: bool = False


class Recorded(NamedTuple):
    """A round as it stands: its newest revision, its points, and whether it was corrected.

    ``since`` is the revision that its numbers come from: a restored round has the old ones.
    """

    number: int
    row: Row
    corrected: bool
    scores: list[int]
    since: int


@dataclass
class Ledger:
    """Where a match stands after its revisions: the newest row of each round counts.

    ``restorable`` is the round that was undone last and can come back, or None.
    ``counts_all``: the table wants rounds to count that were played after the end.
    ``seq`` is the newest revision's, ``corrections`` the newest correction's of each round.
    ``result`` is the totals by seat of a match of which only these are known, or None;
    ``result_since`` the revision that they come from, ``result_corrected`` whether it was another
    one at first.
    """

    rounds: list[Recorded] = field(default_factory=list)
    ended: bool = False
    counts_all: bool = False
    restorable: int | None = None
    seq: int = -1
    corrections: dict[int, int] = field(default_factory=dict)
    result: list[int] | None = None
    result_since: int = -1
    result_corrected: bool = False

    @property
    def next_number(self) -> int:
        """The number of the entry that is due."""
        return len(self.rounds) + 1

    @property
    def scores(self) -> list[list[int]]:
        """The points of each round, by seat."""
        return [recorded.scores for recorded in self.rounds]


def fold(rows: Iterable[Row]) -> Ledger:
    """Read a match's revisions in the order of ``seq``."""
    newest: dict[int, Row] = {}
    since: dict[int, int] = {}
    corrected: set[int] = set()
    ledger = Ledger()
    recorded_last = 0
    for row in rows:
        ledger.seq = row.seq
        if row.kind in ("end", "reopen"):
            ledger.ended = row.kind == "end"
        elif row.kind == "count_after_end":  # said once more, it is taken back
            ledger.counts_all = not ledger.counts_all
        elif row.kind == "result":
            ledger.result_corrected = ledger.result is not None
            ledger.result, ledger.result_since = json.loads(row.scores or "[]"), row.seq
        elif row.round_no is not None:
            newest[row.round_no] = row
            if row.kind == "record":
                recorded_last = since[row.round_no] = row.seq
                corrected.discard(row.round_no)
            elif row.kind == "correct":
                since[row.round_no] = ledger.corrections[row.round_no] = row.seq
                corrected.add(row.round_no)
    standing = [number for number in sorted(newest) if newest[number].kind != "void"]
    # One parse for all: a scoreboard of 60 rounds would spend its time on 60 of them.
    scores = json.loads(f"[{','.join([newest[number].scores or '[]' for number in standing])}]")
    ledger.rounds = [
        Recorded(number, newest[number], number in corrected, points, since.get(number, 0))
        for number, points in zip(standing, scores, strict=True)
    ]
    undone = newest.get(ledger.next_number)
    if undone is not None and undone.seq > recorded_last and not ledger.ended:
        ledger.restorable = undone.round_no
    return ledger


def newest_entry(rows: Sequence[Row], number: int) -> Row | None:
    """Give the newest revision of a round that holds an entry: what ``restore`` brings back."""
    held = [row for row in rows if row.round_no == number and row.entry is not None]
    return held[-1] if held else None
