"""Whose browser this is, and what it may do in which circle."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, TypeAlias

from sqlalchemy import bindparam, select

from scorekeeper.scorebook.entering import BUSY, LAPSES_AFTER
from scorekeeper.scorebook.errors import NotFound
from scorekeeper.scorebook.ledger import Actor, Pen
from scorekeeper.scorebook.models import ROLES, Circle, Device, Grant, Match, Player, table_of
from scorekeeper.scorebook.store import db

if TYPE_CHECKING:
    import datetime as dt

    from sqlalchemy import Row
    from sqlalchemy.orm import Session


@dataclass(frozen=True)
class Access:
    """What the device before us may do in one circle, and what a page says of the circle."""

    circle_id: int
    circle_uid: uuid.UUID
    circle_name: str
    time_zone: str
    circle_version: int
    role: str
    active_on: dt.date | None
    actor: Actor

    def may(self, role: str) -> bool:
        """Tell whether the device has this role in the circle, or a higher one."""
        return ROLES.index(self.role) >= ROLES.index(role)


def hash_secret(secret: str) -> str:
    """Give what is kept of a device's cookie."""
    return sha256(secret.encode()).hexdigest()


Columns: TypeAlias = tuple[
    int, uuid.UUID, str, str, int, str, "dt.date | None", int, uuid.UUID, uuid.UUID
]

_device, _grant, _circle, _player, _match = (
    table_of(model) for model in (Device, Grant, Circle, Player, Match)
)

# Made once and sent past the ORM: every page of a circle asks this first.
_ACCESSES = (
    select(
        _circle.c.id,
        _circle.c.uid,
        _circle.c.name,
        _circle.c.time_zone,
        _circle.c.version,
        _grant.c.role,
        _grant.c.active_on,
        _device.c.id,
        _device.c.uid,
        _player.c.uid,
    )
    .join_from(_device, _grant, _grant.c.device_id == _device.c.id)
    .join(_circle, _circle.c.id == _grant.c.circle_id)
    .outerjoin(_player, _player.c.id == _grant.c.player_id)
    .where(
        _device.c.secret_hash == bindparam("secret_hash"),
        _grant.c.revoked_at.is_(None),
        _circle.c.deleted_at.is_(None),
    )
    .order_by(_circle.c.name, _circle.c.id)
)
_ACCESS = _ACCESSES.where(_circle.c.uid == bindparam("circle_uid"))
_VERSION = (
    _ACCESS.with_only_columns(_match.c.version, BUSY)
    .join(_match, _match.c.circle_id == _circle.c.id)
    .where(_match.c.uid == bindparam("match_uid"))
)


def accesses(secret: str) -> list[Access]:
    """Give what a device may do, circle by circle, by the circles' names."""
    rows = db.session.connection().execute(_ACCESSES, {"secret_hash": hash_secret(secret)})
    return [_access(row) for row in rows]


def access_to(secret: str, circle_uid: uuid.UUID) -> Access:
    """Give what a device may do in a circle.

    Raises:
        NotFound: nothing: there is no such circle, or not for this device.
    """
    asked = {"secret_hash": hash_secret(secret), "circle_uid": circle_uid}
    row = db.session.connection().execute(_ACCESS, asked).first()
    if row is None:
        raise NotFound
    return _access(row)


def version_seen(
    secret: str, circle_uid: uuid.UUID, match_uid: uuid.UUID, at: dt.datetime
) -> tuple[int, int] | None:
    """Give the version of a match, and who else is entering a round (``busy``).

    Or None if there is no such match that this device may see.

    In a connection of its own, without a session: every phone asks for it every two seconds.
    """
    asked = {
        "secret_hash": hash_secret(secret),
        "circle_uid": circle_uid,
        "match_uid": match_uid,
        "since": at - LAPSES_AFTER,
    }
    with db.engine.connect() as connection:
        seen = connection.execute(_VERSION, asked).first()
    return None if seen is None else (seen[0], seen[1])


def _access(row: Row[*Columns]) -> Access:
    circle_id, circle_uid, name, zone, version, role, active_on, device_id, device, player = row
    actor = Actor(device_id, device, player)
    return Access(circle_id, circle_uid, name, zone, version, role, active_on, actor)


def pen_of(session: Session, secret: str, at: dt.datetime, *, renewed: str = "") -> Pen:
    """Give the device that has this cookie the pen; its first write makes it known.

    Args:
        session: the open write.
        secret: the cookie.
        at: when it acts.
        renewed: another cookie, which the device has from now on; it may have it already.
    """
    digests = [hash_secret(cookie) for cookie in (renewed, secret) if cookie]
    known = session.scalars(select(Device).where(Device.secret_hash.in_(digests))).all()
    device = max(known, key=lambda device: device.secret_hash == digests[0], default=None)
    if device is None:
        device = Device(uid=uuid.uuid4(), secret_hash=digests[0], created_at=at)
        session.add(device)
    device.secret_hash = digests[0]
    session.flush()
    return Pen(session, Actor(device.id, device.uid), at)
