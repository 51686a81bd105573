"""A match as its printed sheet shows it: the scoreboard, and what the ledger holds behind it."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import and_, bindparam, func, or_, select

from scorekeeper.scorebook.boards import board
from scorekeeper.scorebook.models import (
    Device,
    Grant,
    Match,
    Night,
    Note,
    Player,
    Revision,
    table_of,
)
from scorekeeper.scorebook.store import db

if TYPE_CHECKING:
    import uuid
    from collections.abc import Iterable, Mapping, Sequence

    from sqlalchemy import Row

    from scorekeeper.rules.problems import Json
    from scorekeeper.rules.results import Score
    from scorekeeper.scorebook.boards import Board

HEAD_DIGITS = 12
"""Digits of a chain's head that are printed: enough that nobody makes another chain with them."""

GROUP_DIGITS = 4


@dataclass(frozen=True)
class Change:
    """Something done to a match besides writing its rounds down as they should be.

    ``by`` is the player, or else what the circle calls the device; None if it has no name.
    ``reason`` is what was written with it: empty if that was erased, None if nothing was.
    ``before`` and ``after`` are the round's points by seat, where there were and are some;
    ``anyway``: it was written although the cards don't add up.
    """

    kind: str
    number: int | None
    at: dt.datetime
    by: str | None
    reason: str | None
    before: Sequence[int] | None
    after: Sequence[int] | None
    anyway: bool

    @property
    def moved(self) -> list[tuple[int, int, int]]:
        """The seats whose points it changed, each with those before and after."""
        pairs = zip(self.before or (), self.after or (), strict=False)
        return [(seat, old, new) for seat, (old, new) in enumerate(pairs) if old != new]


class Derived(NamedTuple):
    """A round with the lines that derive its points."""

    number: int
    entry: Mapping[str, Json]
    score: Score


@dataclass(frozen=True)
class Sheet:
    """All that the printed page says of a match.

    ``nth`` is which match of its night it is, from 1; ``head`` the chain's, 64 hexadecimal
    digits. ``reasons`` are those of rounds that were recorded although the cards don't add up.
    """

    board: Board
    night: dt.date
    nth: int
    head: str
    changes: list[Change]
    reasons: dict[int, str | None]
    derived: list[Derived] = field(default_factory=list)

    @property
    def digits(self) -> str:
        """The head's first 12 digits in groups of 4, as somebody types them in."""
        starts = range(0, HEAD_DIGITS, GROUP_DIGITS)
        return " ".join(self.head[start : start + GROUP_DIGITS] for start in starts)


_match, _night, _revision, _note, _player, _device, _grant = (
    table_of(model).c for model in (Match, Night, Revision, Note, Player, Device, Grant)
)
_other = table_of(Match).alias()
_nth = (
    select(func.count())
    .where(
        _other.c.night_id == _match.night_id,
        or_(
            _other.c.started_at < _match.started_at,
            and_(_other.c.started_at == _match.started_at, _other.c.id <= _match.id),
        ),
    )
    .correlate(table_of(Match))
    .scalar_subquery()
)
_ACTS = (
    select(
        _night.date,
        _nth.label("nth"),
        _match.head,
        _revision.seq,
        _revision.kind,
        _revision.round_no,
        _revision.entry,
        _revision.scores,
        _revision.anyway,
        _revision.at,
        _revision.note,
        _note.text,
        func.coalesce(_player.name, func.nullif(_grant.name, "")).label("by"),
    )
    .join_from(table_of(Match), table_of(Night), _night.id == _match.night_id)
    .join(table_of(Revision), _revision.match_id == _match.id)
    .outerjoin(table_of(Note), _note.revision_id == _revision.id)
    .outerjoin(
        table_of(Player),
        and_(_player.uid == _revision.actor, _player.circle_id == _match.circle_id),
    )
    .outerjoin(table_of(Device), _device.uid == _revision.device)
    .outerjoin(
        table_of(Grant),
        and_(_grant.device_id == _device.id, _grant.circle_id == _match.circle_id),
    )
    .where(_match.uid == bindparam("uid"), _match.circle_id == bindparam("circle_id"))
    .order_by(_revision.seq)
)


def sheet(circle_id: int, uid: uuid.UUID, *, why: bool = False) -> Sheet:
    """Read a match for its sheet, in three statements.

    Args:
        circle_id: whose it is.
        uid: the match's.
        why: whether each round's points are derived, too.

    Raises:
        NotFound: the circle has no such match.
    """
    shown = board(circle_id, uid)
    asked = {"uid": uid, "circle_id": circle_id}
    acts = db.session.connection().execute(_ACTS, asked).all()
    by_seq = {act.seq: act for act in acts}
    return Sheet(
        shown,
        acts[0].date,
        acts[0].nth,
        acts[0].head,
        list(_changes(acts)),
        {
            held.number: _reason(by_seq[held.since])
            for held in shown.ledger.rounds
            if held.row.anyway
        },
        _derive(shown, acts) if why else [],
    )


def _changes(acts: Iterable[Row[*tuple[Any, ...]]]) -> Iterable[Change]:
    """Give what isn't the start, or a round that is written down for the first time and adds up."""
    points: dict[int | None, list[int]] = {}
    for act in acts:
        before = points.get(act.round_no)
        after = None if act.scores is None else json.loads(act.scores)
        usual = act.kind in ("record", "result") and before is None and not act.anyway
        if act.kind != "start" and not usual:
            at, why = dt.datetime.fromisoformat(act.at), _reason(act)
            yield Change(act.kind, act.round_no, at, act.by, why, before, after, act.anyway)
        if after is not None:
            points[act.round_no] = after


def _reason(act: Row[*tuple[Any, ...]]) -> str | None:
    return None if act.note is None else act.text or ""


def _derive(shown: Board, acts: Iterable[Row[*tuple[Any, ...]]]) -> list[Derived]:
    entries = {act.round_no: act.entry for act in acts if act.entry is not None}
    derived = []
    for held in shown.ledger.rounds:
        entry = json.loads(entries[held.number])
        score = shown.game.score(entry, anyway=held.row.anyway)
        derived.append(Derived(held.number, entry, score))
    return derived
