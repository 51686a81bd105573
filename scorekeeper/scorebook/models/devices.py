"""Browsers: what they may do, and what they have sent."""

from __future__ import annotations

import datetime as dt
import uuid

from sqlalchemy import (
    ForeignKey,
    String,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.scorebook.models.base import Base, one_of

ROLES = ("view", "score", "own")


class Device(Base):
    """A browser: known by the SHA-256 of its cookie.  It may belong to several circles."""

    __tablename__ = "device"

    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[uuid.UUID] = mapped_column(unique=True)
    secret_hash: Mapped[str] = mapped_column(String(64), unique=True)
    created_at: Mapped[dt.datetime]


class Link(Base):
    """An invitation: what is shared is its signed uid, no token is kept."""

    __tablename__ = "link"
    __table_args__ = (one_of("role", ROLES),)

    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[uuid.UUID] = mapped_column(unique=True)
    circle_id: Mapped[int] = mapped_column(ForeignKey("circle.id"))
    role: Mapped[str] = mapped_column(String(8))
    created_at: Mapped[dt.datetime]
    revoked_at: Mapped[dt.datetime | None]
    name: Mapped[str] = mapped_column(server_default=text("''"))
    recovery: Mapped[bool] = mapped_column(server_default=text("0"))


class Grant(Base):
    """What a device may do in a circle, as which player, and what the circle calls it."""

    __tablename__ = "grant"
    __table_args__ = (UniqueConstraint("device_id", "circle_id"), one_of("role", ROLES))

    id: Mapped[int] = mapped_column(primary_key=True)
    circle_id: Mapped[int] = mapped_column(ForeignKey("circle.id"))
    device_id: Mapped[int] = mapped_column(ForeignKey("device.id"))
    link_id: Mapped[int | None] = mapped_column(ForeignKey("link.id"))
    player_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"))
    role: Mapped[str] = mapped_column(String(8))
    created_at: Mapped[dt.datetime]
    revoked_at: Mapped[dt.datetime | None]
    name: Mapped[str] = mapped_column(server_default=text("''"))
    active_on: Mapped[dt.date | None]


class Submission(Base):
    """A form that was answered: the same key and values get the same answer again."""

    __tablename__ = "submission"

    device_id: Mapped[int] = mapped_column(ForeignKey("device.id"), primary_key=True)
    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    circle_id: Mapped[int] = mapped_column(ForeignKey("circle.id"))
    request_hash: Mapped[str] = mapped_column(String(64))
    answer: Mapped[str]
    at: Mapped[dt.datetime]


class Entering(Base):
    """A device that is entering a round right now, as its form says; it lapses by itself.

    ``revisions`` is how many the match had then: once it has more, that round is another one's.
    """

    __tablename__ = "entering"

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), primary_key=True)
    device_id: Mapped[int] = mapped_column(ForeignKey("device.id"), primary_key=True)
    circle_id: Mapped[int] = mapped_column(ForeignKey("circle.id"))
    round_no: Mapped[int]
    at: Mapped[dt.datetime]
    revisions: Mapped[int]
