"""What follows from the ledger, and is kept for statistics."""

from __future__ import annotations

import datetime as dt

from sqlalchemy import (
    ForeignKey,
    Index,
    String,
)
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.scorebook.models.base import Base


class Played(Base):
    """A seat of a finished match, as statistics count it: all derived, one covering row a seat.

    ``player_id`` is who the player turned out to be (``merged_into``), ``date`` the night's,
    ``dealt`` the seat's place after the first dealer (0 dealt first), ``winners`` how many share
    the win.
    """

    __tablename__ = "played"
    __table_args__ = (
        Index(None, "match_id"),
        {"sqlite_with_rowid": False},
    )

    circle_id: Mapped[int] = mapped_column(ForeignKey("circle.id"), primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), primary_key=True)
    number: Mapped[int]
    night_id: Mapped[int] = mapped_column(ForeignKey("night.id"))
    date: Mapped[dt.date]
    started_at: Mapped[dt.datetime]
    game: Mapped[str] = mapped_column(String(40))
    seats: Mapped[int]
    dealt: Mapped[int]
    total: Mapped[int]
    rank: Mapped[int]
    won: Mapped[bool]
    winners: Mapped[int]
    rounds: Mapped[int]


class Told(Base):
    """What a game tells of a seat in a finished match besides its points: all derived.

    ``what`` is the game's name for it; ``times`` how often it was, ``points`` what it brought.
    """

    __tablename__ = "told"
    __table_args__ = (
        Index(None, "match_id"),
        {"sqlite_with_rowid": False},
    )

    circle_id: Mapped[int] = mapped_column(ForeignKey("circle.id"), primary_key=True)
    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    what: Mapped[str] = mapped_column(String(40), primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), primary_key=True)
    times: Mapped[int]
    points: Mapped[int]
