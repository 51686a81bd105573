"""What happened to a match or to one of its rounds: every revision, and all that was said."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import select
from sqlalchemy.orm import aliased

from scorekeeper.rules.differences import Change, change
from scorekeeper.scorebook.models import Device, Grant, Match, Note, Player, Revision, Stance
from scorekeeper.scorebook.store import db

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sqlalchemy import Row

    from scorekeeper.rules.base import Game
    from scorekeeper.rules.problems import Json
    from scorekeeper.scorebook.boards import Board


@dataclass(frozen=True)
class Event:
    """One thing that was done or said: when, by whom from which device, why, and what it changed.

    ``kind`` is a revision's, or ``confirm`` or ``dispute``.  ``player`` is whom the device said
    it was; ``erased`` tells that there was a reason whose text is gone, ``counts`` whether a
    ``count_after_end`` lets rounds count, ``again`` whether a ``result`` takes another's place.
    """

    seq: int
    kind: str
    number: int | None
    at: dt.datetime
    player: str | None
    device: str | None
    reason: str | None = None
    erased: bool = False
    anyway: bool = False
    scores: tuple[int, ...] | None = None
    change: Change | None = None
    counts: bool = False
    again: bool = False
    withdrawn_at: dt.datetime | None = None
    withdrawn_by: str | None = None


def events(circle_id: int, board: Board, number: int | None = None) -> list[Event]:
    """Give all that happened to a match, or to one of its rounds, in its order.

    Args:
        circle_id: the circle's.
        board: the match.
        number: a round's entry number; None for all, and for what is about the match itself.
    """
    other, other_grant = aliased(Device), aliased(Grant)
    of_match = select(Match.id).where(Match.uid == board.uid, Match.circle_id == circle_id)
    revisions = (
        select(
            Revision.seq,
            Revision.kind,
            Revision.round_no,
            Revision.entry,
            Revision.scores,
            Revision.anyway,
            Revision.at,
            Revision.note,
            Note.text,
            Player.name.label("player"),
            Grant.name.label("device"),
        )
        .outerjoin(Note, Note.revision_id == Revision.id)
        .outerjoin(Player, Player.uid == Revision.actor)
        .outerjoin(Device, Device.uid == Revision.device)
        .outerjoin(Grant, (Grant.device_id == Device.id) & (Grant.circle_id == circle_id))
        .where(Revision.match_id == of_match.scalar_subquery())
        .order_by(Revision.seq)
    )
    stances = (
        select(
            Stance.seq,
            Stance.kind,
            Stance.round_no,
            Stance.at,
            Stance.text,
            Stance.withdrawn_at,
            Player.name.label("player"),
            Grant.name.label("device"),
            other_grant.name.label("withdrawn_by"),
        )
        .join(Player, Player.id == Stance.player_id)
        .outerjoin(Device, Device.uid == Stance.device)
        .outerjoin(Grant, (Grant.device_id == Device.id) & (Grant.circle_id == circle_id))
        .outerjoin(other, other.uid == Stance.withdrawn_by)
        .outerjoin(
            other_grant,
            (other_grant.device_id == other.id) & (other_grant.circle_id == circle_id),
        )
        .where(Stance.match_id == of_match.scalar_subquery())
        .order_by(Stance.id)
    )
    if number is not None:
        revisions = revisions.where(Revision.round_no == number)
        stances = stances.where(Stance.round_no == number)
    done = list(_done(board.game, db.session.execute(revisions).all()))
    said = [_said(row) for row in db.session.execute(stances)]
    # Sorting keeps the order of equals: a word follows the revision that it was about.
    return sorted([*done, *said], key=lambda event: event.seq)


def _done(game: Game, rows: Sequence[Row[*tuple[Any, ...]]]) -> Iterable[Event]:
    newest: dict[int, tuple[Json, tuple[int, ...]]] = {}
    counts = known = again = False
    for row in rows:
        scores = found = None
        counts ^= row.kind == "count_after_end"
        if row.kind == "result":
            scores, again, known = tuple(json.loads(row.scores)), known, True
        if row.round_no is not None and row.entry is not None:
            scores = tuple(json.loads(row.scores))
            version = (json.loads(row.entry), scores)
            if row.round_no in newest:
                found = change(game, row.round_no, newest[row.round_no], version)
            newest[row.round_no] = version
        yield Event(
            row.seq,
            row.kind,
            row.round_no,
            dt.datetime.fromisoformat(row.at),
            row.player,
            row.device,
            row.text,
            row.note is not None and row.text is None,
            row.anyway,
            scores,
            found,
            counts,
            again,
        )


def _said(row: Row[*tuple[Any, ...]]) -> Event:
    return Event(
        row.seq,
        row.kind,
        row.round_no,
        row.at,
        row.player,
        row.device,
        row.text,
        erased=row.kind == "dispute" and row.text is None,
        withdrawn_at=row.withdrawn_at,
        withdrawn_by=row.withdrawn_by,
    )
