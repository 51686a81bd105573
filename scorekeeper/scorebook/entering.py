"""Who is entering a round right now: said by the form while it is being typed, and soon lapsed."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, delete, func, insert, select

from scorekeeper.scorebook.models import Device, Entering, Match, table_of

if TYPE_CHECKING:
    import uuid
    from collections.abc import Iterable

    from scorekeeper.scorebook.ledger import Pen

LAPSES_AFTER = dt.timedelta(seconds=60)
"""Who hasn't typed for so long isn't entering any more."""

SAID_AGAIN_AFTER = dt.timedelta(seconds=20)
"""A form that goes on being typed says so no sooner: each time is a write."""

_entering, _match, _device = (table_of(model) for model in (Entering, Match, Device))


class Typing(NamedTuple):
    """A device that typed a round of a match at a moment, and who that is; the name may be ''."""

    device_id: int
    name: str
    round_no: int
    at: dt.datetime


def others(typing: Iterable[Typing], device_id: int, at: dt.datetime) -> list[Typing]:
    """Give the other devices that are entering a round at a moment."""
    return [one for one in typing if one.device_id != device_id and at - one.at < LAPSES_AFTER]


def is_due(typing: Iterable[Typing], device_id: int, number: int, at: dt.datetime) -> bool:
    """Tell whether a device that is typing should say so (again)."""
    return not any(
        one.device_id == device_id
        and one.round_no == number
        and dt.timedelta(0) <= at - one.at < SAID_AGAIN_AFTER
        for one in typing
    )


def say_entering(pen: Pen, circle_id: int, match: uuid.UUID, number: int) -> None:
    """Note that the acting device is entering a round; what has lapsed goes."""
    connection = pen.session.connection()
    of_match = select(_match.c.id, _match.c.revisions).where(
        _match.c.uid == match, _match.c.circle_id == circle_id
    )
    match_id, revisions = connection.execute(of_match).one()
    lapsed = (_entering.c.at <= pen.at - LAPSES_AFTER) | (_entering.c.device_id == pen.by.device_id)
    connection.execute(delete(_entering).where(_entering.c.match_id == match_id, lapsed))
    connection.execute(
        insert(_entering),
        {
            "match_id": match_id,
            "device_id": pen.by.device_id,
            "circle_id": circle_id,
            "round_no": number,
            "at": pen.at,
            "revisions": revisions,
        },
    )


BUSY = (
    select(func.coalesce(func.sum(_entering.c.device_id), 0))
    .where(
        _entering.c.match_id == _match.c.id,
        _entering.c.revisions == _match.c.revisions,
        _entering.c.device_id != _device.c.id,
        _entering.c.at > bindparam("since"),
    )
    .correlate(_match, _device)
    .scalar_subquery()
)
"""Which devices other than a statement's own are entering a round of its match: see ``busy``."""


def busy(typing: Iterable[Typing]) -> int:
    """Tell by a number which devices are entering a round: another one when they change."""
    return sum(one.device_id for one in typing)
