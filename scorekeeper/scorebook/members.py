"""The devices that are in a circle: let in, put out, handed its ownership."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import select

from scorekeeper.rules.problems import N_, Problem
from scorekeeper.scorebook.circles import night_date
from scorekeeper.scorebook.errors import NotFound, Refused
from scorekeeper.scorebook.models import ROLES, Device, Grant, Link, Player
from scorekeeper.scorebook.store import db

if TYPE_CHECKING:
    import datetime as dt
    import uuid

    from sqlalchemy.orm import Session

    from scorekeeper.scorebook.ledger import Pen


@dataclass(frozen=True)
class Member:
    """A device in a circle, as its owners see it; ``active_on`` is the circle's date."""

    device: uuid.UUID
    name: str
    player: str | None
    role: str
    link: str | None
    active_on: dt.date | None


def members_of(circle_id: int) -> list[Member]:
    """Give the devices that are in a circle, those that came first before the others."""
    rows = db.session.execute(
        select(Device.uid, Grant.name, Player.name, Grant.role, Link.name, Grant.active_on)
        .join(Device, Device.id == Grant.device_id)
        .outerjoin(Player, Player.id == Grant.player_id)
        .outerjoin(Link, Link.id == Grant.link_id)
        .where(Grant.circle_id == circle_id, Grant.revoked_at.is_(None))
        .order_by(Grant.id)
    )
    return [Member(*row) for row in rows]


class Joining(NamedTuple):
    """How a device comes in: its role, by which link, whose it is, and what it is called."""

    role: str
    link_id: int | None = None
    player_id: int | None = None
    name: str = ""


def admit(pen: Pen, circle_id: int, joining: Joining) -> None:
    """Let a device into a circle; one that is in keeps its role, if that is the higher one."""
    grant = pen.session.scalar(
        select(Grant).where(Grant.device_id == pen.by.device_id, Grant.circle_id == circle_id)
    )
    role, link_id, player_id, name = joining
    if grant is None:
        grant = Grant(
            device_id=pen.by.device_id,
            circle_id=circle_id,
            created_at=pen.at,
            role=role,
            link_id=link_id,
        )
        pen.session.add(grant)
    elif grant.revoked_at or ROLES.index(role) > ROLES.index(grant.role):
        grant.role, grant.link_id, grant.revoked_at = role, link_id, None
    grant.player_id = player_id
    grant.name = name
    pen.session.flush()


def touch(pen: Pen, circle_id: int, time_zone: str) -> None:
    """Note the day on which a device last did something in a circle."""
    grant = pen.session.scalar(
        select(Grant).where(Grant.device_id == pen.by.device_id, Grant.circle_id == circle_id)
    )
    if grant is not None:
        grant.active_on = night_date(pen.at, time_zone)


def be_player(pen: Pen, circle_id: int, player: uuid.UUID | None) -> None:
    """Take the acting device for a player's, or (None) for nobody's.

    Raises:
        NotFound: the circle has no such player.
    """
    grant = _grant_of(pen.session, circle_id, pen.by.device)
    grant.player_id = None
    if player is not None:
        grant.player_id = pen.session.scalar(
            select(Player.id).where(Player.uid == player, Player.circle_id == circle_id)
        )
        if grant.player_id is None:
            raise NotFound


def _grant_of(session: Session, circle_id: int, device: uuid.UUID) -> Grant:
    grant = session.scalar(
        select(Grant)
        .join(Device, Device.id == Grant.device_id)
        .where(Device.uid == device, Grant.circle_id == circle_id, Grant.revoked_at.is_(None))
    )
    if grant is None:
        raise NotFound
    return grant


def put_out(pen: Pen, circle_id: int, device: uuid.UUID) -> None:
    """Take away what a device may do in a circle; it may be the acting one, which leaves.

    Raises:
        NotFound: the device isn't in the circle.
        Refused: nobody would own the circle.
    """
    _grant_of(pen.session, circle_id, device).revoked_at = pen.at
    check_owned(pen.session, circle_id)


def hand_on(pen: Pen, circle_id: int, device: uuid.UUID) -> None:
    """Make another device an owner; the one that hands on goes on scoring.

    Raises:
        NotFound: one of them isn't in the circle.
        Refused: it is the same device.
    """
    heir = _grant_of(pen.session, circle_id, device)
    giver = _grant_of(pen.session, circle_id, pen.by.device)
    if heir is giver:
        raise Refused([Problem("SAME_DEVICE", N_("This device owns the circle already."))])
    heir.role, giver.role = "own", "score"
    # An owner's standing mustn't hang on a link that was for something less.
    heir.link_id = None


def check_owned(session: Session, circle_id: int) -> None:
    """Refuse what leaves a circle without an owner.

    Raises:
        Refused: LAST_OWNER.
    """
    session.flush()
    owner = session.scalar(
        select(Grant.id).where(
            Grant.circle_id == circle_id, Grant.role == "own", Grant.revoked_at.is_(None)
        )
    )
    if owner is None:
        text = N_("Nobody would own the circle then. Hand the ownership on first.")
        raise Refused([Problem("LAST_OWNER", text)])
