"""A match, its ledger, and what players say of it."""

from __future__ import annotations

import datetime as dt
import uuid

from sqlalchemy import (
    ForeignKey,
    Index,
    String,
    UniqueConstraint,
)
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorekeeper.scorebook.models.base import Base, one_of
from scorekeeper.scorebook.models.circles import Player

STANCES = ("confirm", "dispute")
KINDS = (
    "start",
    "record",
    "correct",
    "void",
    "restore",
    "end",
    "reopen",
    "count_after_end",
    "rescore",
    "result",
)
ORIGINS = ("live", "afterwards", "results")
"""How a match came to be written down: at the table, afterwards round by round, totals only."""


class Match(Base):
    """One play of a game; what happened stands in its revisions, the newest as ``head``.

    ``state``, ``reason`` and ``rounds`` are derived, and kept for lists and statistics.
    """

    __tablename__ = "match"
    __table_args__ = (
        one_of("state", ("playing", "over")),
        one_of("origin", ORIGINS),
        Index(None, "circle_id", "state", "started_at"),
        Index(None, "night_id", "started_at"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[uuid.UUID] = mapped_column(unique=True)
    circle_id: Mapped[int] = mapped_column(ForeignKey("circle.id"))
    night_id: Mapped[int] = mapped_column(ForeignKey("night.id"))
    game: Mapped[str] = mapped_column(String(40))
    rules: Mapped[str]
    first_dealer: Mapped[int]
    started_at: Mapped[dt.datetime]
    version: Mapped[int] = mapped_column(default=0)
    revisions: Mapped[int] = mapped_column(default=0)
    head: Mapped[str] = mapped_column(String(64))
    state: Mapped[str] = mapped_column(String(8), default="playing")
    reason: Mapped[str] = mapped_column(String(40), default="")
    rounds: Mapped[int] = mapped_column(default=0)
    over_at: Mapped[dt.datetime | None]
    origin: Mapped[str] = mapped_column(String(10), default="live", server_default="live")

    seats: Mapped[list[Seat]] = relationship(order_by="Seat.number")


class Seat(Base):
    """A player's place in one match, clockwise from 0; total, rank and won are derived."""

    __tablename__ = "seat"
    __table_args__ = (
        UniqueConstraint("match_id", "player_id"),
        Index(None, "circle_id", "player_id"),
    )

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    circle_id: Mapped[int] = mapped_column(ForeignKey("circle.id"))
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"))
    total: Mapped[int] = mapped_column(default=0)
    rank: Mapped[int] = mapped_column(default=1)
    won: Mapped[bool] = mapped_column(default=False)

    player: Mapped[Player] = relationship()


class Revision(Base):
    """One act on a match: never changed, never deleted (the triggers of the migration).

    ``at``, ``entry`` and ``scores`` are stored as the text that is hashed; ``actor`` and
    ``device`` are uids, so that a chain survives export and import.
    """

    __tablename__ = "revision"
    __table_args__ = (UniqueConstraint("match_id", "seq"), one_of("kind", KINDS))

    id: Mapped[int] = mapped_column(primary_key=True)
    circle_id: Mapped[int] = mapped_column(ForeignKey("circle.id"))
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"))
    seq: Mapped[int]
    kind: Mapped[str] = mapped_column(String(16))
    round_no: Mapped[int | None]
    entry: Mapped[str | None]
    rules_version: Mapped[int | None]
    scores: Mapped[str | None]
    anyway: Mapped[bool]
    actor: Mapped[uuid.UUID | None]
    device: Mapped[uuid.UUID | None]
    at: Mapped[str] = mapped_column(String(27))
    note: Mapped[str | None] = mapped_column(String(64))
    prev: Mapped[str] = mapped_column(String(64))
    hash: Mapped[str] = mapped_column(String(64))


class Imported(Base):
    """A revision that came by import: outside its chain, and not exported."""

    __tablename__ = "imported"

    revision_id: Mapped[int] = mapped_column(ForeignKey("revision.id"), primary_key=True)
    circle_id: Mapped[int] = mapped_column(ForeignKey("circle.id"))
    at: Mapped[dt.datetime]


class Note(Base):
    """A revision's free text, apart from it so that it can be erased (``text`` gone)."""

    __tablename__ = "note"

    revision_id: Mapped[int] = mapped_column(ForeignKey("revision.id"), primary_key=True)
    circle_id: Mapped[int] = mapped_column(ForeignKey("circle.id"))
    salt: Mapped[str] = mapped_column(String(32))
    text: Mapped[str | None]


class Stance(Base):
    """A player's word on a round, or (without a round) on the result: counted too, or disputed.

    ``seq`` is the match's newest revision then: a later correction settles what was said before.
    It is kept when it is taken back; its text may be erased, and nothing else of it changes (the
    triggers of the migration).
    """

    __tablename__ = "stance"
    __table_args__ = (one_of("kind", STANCES), Index(None, "match_id"))

    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[uuid.UUID] = mapped_column(unique=True)
    circle_id: Mapped[int] = mapped_column(ForeignKey("circle.id"))
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"))
    round_no: Mapped[int | None]
    seq: Mapped[int]
    kind: Mapped[str] = mapped_column(String(8))
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"))
    device: Mapped[uuid.UUID]
    at: Mapped[dt.datetime]
    text: Mapped[str | None]
    withdrawn_at: Mapped[dt.datetime | None]
    withdrawn_by: Mapped[uuid.UUID | None]
