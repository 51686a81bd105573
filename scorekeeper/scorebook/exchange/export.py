"""Circles written out as JSON Lines, match by match: a scorebook of any size fits."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select
from sqlalchemy.orm import aliased

from scorekeeper.scorebook.exchange.lines import header, written
from scorekeeper.scorebook.ledger import moment
from scorekeeper.scorebook.models import (
    Circle,
    Match,
    Night,
    Note,
    Player,
    Revision,
    Stance,
    table_of,
)
from scorekeeper.scorebook.store import db

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterator, Sequence
    from uuid import UUID

    from sqlalchemy import Row, Select

    from scorekeeper.rules.problems import Json

AT_ONCE = 200
"""Matches that are read together."""

_revision, _note = table_of(Revision), table_of(Note)
_REVISIONS = (
    select(*_revision.c, _note.c.salt, _note.c.text)
    .outerjoin_from(_revision, _note, _note.c.revision_id == _revision.c.id)
    .order_by(_revision.c.match_id, _revision.c.seq)
)
_STANCES = (
    select(*table_of(Stance).c, Player.uid.label("player"))
    .join(Player, Player.id == Stance.player_id)
    .order_by(Stance.match_id, Stance.uid)
)


def circles_to_export(uid: UUID | None = None) -> list[tuple[int, int]]:
    """Give the circles there are, or the one that is named: their ids, and how many matches."""
    query = select(Circle.id).where(Circle.deleted_at.is_(None)).order_by(Circle.uid)
    if uid is not None:
        query = query.where(Circle.uid == uid)
    return [(circle_id, _many(circle_id)) for circle_id in db.session.scalars(query)]


def _many(circle_id: int) -> int:
    matches = select(func.count()).where(Match.circle_id == circle_id)
    return db.session.scalar(matches) or 0


def export(circle_ids: Sequence[int]) -> Iterator[bytes]:
    """Give the lines of a file with these circles, in pieces: one for each match, and between.

    Nothing of it depends on when or where it is written.

    Args:
        circle_ids: the circles' ids, in the order of their uids.
    """
    lines = 0
    for piece in _pieces(circle_ids):
        lines += piece.count(b"\n")
        yield piece
    yield written("end", {"lines": lines + 1})


def _pieces(circle_ids: Sequence[int]) -> Iterator[bytes]:
    yield header()
    for circle_id in circle_ids:
        yield _circle(circle_id)
        yield from _matches(circle_id)


def _moment(at: dt.datetime | None) -> str | None:
    return None if at is None else moment(at)


def _text(uid: UUID | None) -> str | None:
    return None if uid is None else str(uid)


def _circle(circle_id: int) -> bytes:
    """Write a circle with its players and nights."""
    circle = db.session.get_one(Circle, circle_id)
    of = {"circle": str(circle.uid)}
    lines = [
        written(
            "circle",
            {
                "uid": str(circle.uid),
                "name": circle.name,
                "time_zone": circle.time_zone,
                "created_at": moment(circle.created_at),
            },
        )
    ]
    other = aliased(Player)
    players = (
        select(Player.uid, Player.name, Player.created_at, other.uid)
        .outerjoin(other, other.id == Player.merged_into)
        .where(Player.circle_id == circle_id)
        .order_by(Player.uid)
    )
    for uid, name, created_at, merged_into in db.session.execute(players):
        who = {"uid": str(uid), "name": name, "created_at": moment(created_at)}
        lines.append(written("player", {**of, **who, "merged_into": _text(merged_into)}))
    nights = (
        select(Night.uid, Night.date, Night.place, Night.note)
        .where(Night.circle_id == circle_id)
        .order_by(Night.uid)
    )
    for uid, date, place, note in db.session.execute(nights):
        when = {"uid": str(uid), "date": date.isoformat(), "place": place, "note": note}
        lines.append(written("night", {**of, **when}))
    return b"".join(lines)


def _matches(circle_id: int) -> Iterator[bytes]:
    connection = db.session.connection()
    query = (
        select(Match.id, Match.uid, Match.origin, Night.uid.label("night"), Circle.uid)
        .join(Night, Night.id == Match.night_id)
        .join(Circle, Circle.id == Match.circle_id)
        .where(Match.circle_id == circle_id)
        .order_by(Match.uid)
    )
    for matches in connection.execute(query).partitions(AT_ONCE):
        ids = [match.id for match in matches]
        revisions = _of(_REVISIONS.where(_revision.c.match_id.in_(ids)))
        stances = _of(_STANCES.where(Stance.match_id.in_(ids)))
        for match_id, uid, origin, night, circle in matches:
            match = {"circle": str(circle), "uid": str(uid), "night": str(night), "origin": origin}
            yield b"".join(
                [
                    written("match", match),
                    *(_revision_line(uid, row) for row in revisions.get(match_id, ())),
                    *(_stance_line(uid, row) for row in stances.get(match_id, ())),
                ]
            )


def _of(query: Select[*tuple[Any, ...]]) -> dict[int, list[Row[*tuple[Any, ...]]]]:
    rows = db.session.connection().execute(query)
    return {key: list(group) for key, group in groupby(rows, key=lambda row: row.match_id)}


def _revision_line(match: UUID, row: Row[*tuple[Any, ...]]) -> bytes:
    note: Json = None
    if row.note is not None:
        note = {"digest": row.note, "salt": row.salt, "text": row.text}
    revision: dict[str, Json] = {
        "match": str(match),
        "seq": row.seq,
        "kind": row.kind,
        "round_no": row.round_no,
        "entry": row.entry,
        "rules_version": row.rules_version,
        "scores": row.scores,
        "anyway": row.anyway,
        "actor": _text(row.actor),
        "device": _text(row.device),
        "at": row.at,
        "note": note,
        "prev": row.prev,
        "hash": row.hash,
    }
    return written("revision", revision)


def _stance_line(match: UUID, row: Row[*tuple[Any, ...]]) -> bytes:
    stance: dict[str, Json] = {
        "match": str(match),
        "uid": str(row.uid),
        "round_no": row.round_no,
        "seq": row.seq,
        "kind": row.kind,
        "player": str(row.player),
        "device": str(row.device),
        "at": moment(row.at),
        "text": row.text,
        "withdrawn_at": _moment(row.withdrawn_at),
        "withdrawn_by": _text(row.withdrawn_by),
    }
    return written("stance", stance)
