"""Links that let a browser into a circle: made, shown, revoked."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from itsdangerous import BadData, URLSafeSerializer
from sqlalchemy import func, select

from scorekeeper.scorebook.errors import NotFound
from scorekeeper.scorebook.members import check_owned
from scorekeeper.scorebook.models import Circle, Grant, Link
from scorekeeper.scorebook.names import clean_name
from scorekeeper.scorebook.store import db

if TYPE_CHECKING:
    import datetime as dt

    from sqlalchemy.orm import Session

    from scorekeeper.scorebook.ledger import Pen


@dataclass(frozen=True)
class Invitation:
    """What a link opens: a circle, with a role in it."""

    link_id: int
    circle_id: int
    circle_uid: uuid.UUID
    circle_name: str
    time_zone: str
    role: str


@dataclass(frozen=True)
class ListedLink:
    """A link as the circle's owners see it; ``joined`` devices are in by it."""

    uid: uuid.UUID
    name: str
    role: str
    recovery: bool
    created_at: dt.datetime
    joined: int


def _signer(secret_key: str) -> URLSafeSerializer:
    return URLSafeSerializer(secret_key, salt="join")


def sign_link(secret_key: str, link: uuid.UUID) -> str:
    """Give the token of a link: its signed uid, so that nobody can make one up."""
    return str(_signer(secret_key).dumps(link.hex))


class NewLink(NamedTuple):
    """A link as it is asked for."""

    role: str
    name: str = ""
    recovery: bool = False


def make_link(session: Session, circle_id: int, new: NewLink, at: dt.datetime) -> uuid.UUID:
    """Make a link to a circle, and give its uid.

    Raises:
        Refused: a name that can't be one; it may have none.
    """
    link = Link(
        uid=uuid.uuid4(),
        circle_id=circle_id,
        role=new.role,
        created_at=at,
        name=clean_name(new.name) if new.name.strip() else "",
        recovery=new.recovery,
    )
    session.add(link)
    session.flush()
    return link.uid


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
        select(Link.id, Circle.id, Circle.uid, Circle.name, Circle.time_zone, Link.role)
        .join(Circle, Circle.id == Link.circle_id)
        .where(Link.uid == uid, Link.revoked_at.is_(None), Circle.deleted_at.is_(None))
    ).first()
    if row is None:
        raise NotFound
    return Invitation(*row)


def links_of(circle_id: int) -> list[ListedLink]:
    """Give a circle's links, the newest first."""
    joined = (
        select(func.count())
        .where(Grant.link_id == Link.id, Grant.revoked_at.is_(None))
        .scalar_subquery()
    )
    rows = db.session.execute(
        select(Link.uid, Link.name, Link.role, Link.recovery, Link.created_at, joined)
        .where(Link.circle_id == circle_id, Link.revoked_at.is_(None))
        .order_by(Link.id.desc())
    )
    return [ListedLink(*row) for row in rows]


def link_of(circle_id: int, uid: uuid.UUID) -> ListedLink:
    """Give one of a circle's links.

    Raises:
        NotFound: it has no such link, or it is revoked.
    """
    found = [link for link in links_of(circle_id) if link.uid == uid]
    if not found:
        raise NotFound
    return found[0]


def revoke_link(pen: Pen, circle_id: int, uid: uuid.UUID) -> None:
    """Revoke a link: nobody joins by it any more, and all that did are out.

    Raises:
        NotFound: the circle has no such link.
        Refused: nobody would own the circle.
    """
    link = pen.session.scalar(
        select(Link).where(Link.uid == uid, Link.circle_id == circle_id, Link.revoked_at.is_(None))
    )
    if link is None:
        raise NotFound
    link.revoked_at = pen.at
    for grant in pen.session.scalars(
        select(Grant).where(Grant.link_id == link.id, Grant.revoked_at.is_(None))
    ):
        grant.revoked_at = pen.at
    check_owned(pen.session, circle_id)


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


def score_link(session: Session, circle_id: int, at: dt.datetime) -> uuid.UUID:
    """Give the uid of a circle's newest link for scoring; makes one if there is none."""
    uid = session.scalar(
        select(Link.uid)
        .where(
            Link.circle_id == circle_id,
            Link.role == "score",
            Link.revoked_at.is_(None),
            Link.recovery.is_(False),
        )
        .order_by(Link.id.desc())
        .limit(1)
    )
    return uid or make_link(session, circle_id, NewLink("score"), at)
