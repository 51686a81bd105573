"""A circle with its players and nights."""

from __future__ import annotations

import datetime as dt
import uuid

from sqlalchemy import (
    CheckConstraint,
    ForeignKey,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.scorebook.models.base import Base

NAME_LENGTH = 40
"""Characters in the name of a player or circle; the form and the CHECK say the same."""


class Circle(Base):
    """A group of friends: the unit of privacy."""

    __tablename__ = "circle"
    __table_args__ = (
        CheckConstraint(f"length(name) BETWEEN 1 AND {NAME_LENGTH}", name="name_length"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[uuid.UUID] = mapped_column(unique=True)
    name: Mapped[str]
    time_zone: Mapped[str]
    version: Mapped[int] = mapped_column(default=0)
    created_at: Mapped[dt.datetime]
    deleted_at: Mapped[dt.datetime | None]


class Player(Base):
    """A person who plays in a circle."""

    __tablename__ = "player"
    __table_args__ = (
        UniqueConstraint("circle_id", "name_key"),
        CheckConstraint(f"length(name) BETWEEN 1 AND {NAME_LENGTH}", name="name_length"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[uuid.UUID] = mapped_column(unique=True)
    circle_id: Mapped[int] = mapped_column(ForeignKey("circle.id"))
    name: Mapped[str]
    name_key: Mapped[str]
    created_at: Mapped[dt.datetime]
    merged_into: Mapped[int | None] = mapped_column(ForeignKey("player.id"))


class Night(Base):
    """A game night: the circle's date, the day turning at 06:00."""

    __tablename__ = "night"
    __table_args__ = (UniqueConstraint("circle_id", "date"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[uuid.UUID] = mapped_column(unique=True)
    circle_id: Mapped[int] = mapped_column(ForeignKey("circle.id"))
    date: Mapped[dt.date]
    place: Mapped[str] = mapped_column(server_default=text("''"))
    note: Mapped[str] = mapped_column(server_default=text("''"))
    version: Mapped[int] = mapped_column(server_default=text("0"))
