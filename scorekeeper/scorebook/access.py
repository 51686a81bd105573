"""Who may do what: devices, their grants in circles, and the links that let them in."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, TypeAlias

from itsdangerous import BadData, URLSafeSerializer
from sqlalchemy import bindparam, select

from scorekeeper.scorebook.errors import NotFound
from scorekeeper.scorebook.ledger import Actor, Pen
from scorekeeper.scorebook.models import ROLES, Circle, Device, Grant, Link, Player, table_of
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
    actor: Actor

    def may(self, role: str) -> bool:
        """Tell whether the device has this role in the circle, or a higher one."""
        return ROLES.index(self.role) >= ROLES.index(role)


def hash_secret(secret: str) -> str:
    """Give what is kept of a device's cookie."""
    return sha256(secret.encode()).hexdigest()


Columns: TypeAlias = tuple[int, uuid.UUID, str, str, int, str, int, uuid.UUID, uuid.UUID]

_device, _grant, _circle, _player = (table_of(model) for model in (Device, Grant, Circle, Player))

# Made once and sent past the ORM: every page of a circle asks this first.
_ACCESSES = (
    select(
        _circle.c.id,
        _circle.c.uid,
        _circle.c.name,
        _circle.c.time_zone,
        _circle.c.version,
        _grant.c.role,
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


def _access(row: Row[*Columns]) -> Access:
    circle_id, circle_uid, name, zone, version, role, device_id, device, player = row
    actor = Actor(device_id, device, player)
    return Access(circle_id, circle_uid, name, zone, version, role, actor)


def pen_of(session: Session, secret: str, at: dt.datetime) -> Pen:
    """Give the device that has this cookie the pen; its first write makes it known."""
    digest = hash_secret(secret)
    device = session.scalar(select(Device).where(Device.secret_hash == digest))
    if device is None:
        device = Device(uid=uuid.uuid4(), secret_hash=digest, created_at=at)
        session.add(device)
        session.flush()
    return Pen(session, Actor(device.id, device.uid), at)


def admit(pen: Pen, circle_id: int, role: str, *, link_id: int | None = None) -> None:
    """Let a device into a circle; one that is in keeps its role, if that is the higher one."""
    grant = pen.session.scalar(
        select(Grant).where(Grant.device_id == pen.by.device_id, Grant.circle_id == circle_id)
    )
    if grant is None:
        grant = Grant(device_id=pen.by.device_id, circle_id=circle_id, role=role, created_at=pen.at)
        pen.session.add(grant)
    elif grant.revoked_at is not None or ROLES.index(role) > ROLES.index(grant.role):
        grant.role, grant.revoked_at, grant.created_at = role, None, pen.at
    else:
        return
    grant.link_id = link_id


# Links ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Invitation:
    """What a link opens: a circle, with a role in it."""

    link_id: int
    circle_id: int
    circle_uid: uuid.UUID
    circle_name: str
    role: str


def _signer(secret_key: str) -> URLSafeSerializer:
    return URLSafeSerializer(secret_key, salt="join")


def sign_link(secret_key: str, link: uuid.UUID) -> str:
    """Give the token of a link: its signed uid, so that nobody can make one up."""
    return str(_signer(secret_key).dumps(link.hex))


def make_link(session: Session, circle_id: int, role: str, at: dt.datetime) -> Link:
    """Make an invitation to a circle."""
    link = Link(uid=uuid.uuid4(), circle_id=circle_id, role=role, created_at=at)
    session.add(link)
    session.flush()
    return link


def invitation(secret_key: str, token: str) -> Invitation:
    """Give what a link's token opens.

    Raises:
        NotFound: the token was never signed here, or its link is revoked, or its circle gone.
    """
    try:
        uid = uuid.UUID(hex=_signer(secret_key).loads(token))
    except (BadData, ValueError, TypeError, AttributeError):
        raise NotFound from None
    row = db.session.execute(
        select(Link.id, Circle.id, Circle.uid, Circle.name, Link.role)
        .join(Circle, Circle.id == Link.circle_id)
        .where(Link.uid == uid, Link.revoked_at.is_(None), Circle.deleted_at.is_(None))
    ).first()
    if row is None:
        raise NotFound
    return Invitation(*row)


def newest_circle(uid: uuid.UUID | None = None) -> Circle:
    """Give a circle by its uid, or the one that was made last.

    Raises:
        NotFound: there is none.
    """
    query = select(Circle).where(Circle.deleted_at.is_(None)).order_by(Circle.id.desc()).limit(1)
    if uid is not None:
        query = query.where(Circle.uid == uid)
    circle = db.session.scalar(query)
    if circle is None:
        raise NotFound
    return circle
