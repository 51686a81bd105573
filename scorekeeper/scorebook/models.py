"""The tables.  ``circle_id`` stands on all that a circle owns, so that every query is scoped."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any, cast

from sqlalchemy import (
    CheckConstraint,
    DateTime,
    ForeignKey,
    Index,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    Uuid,
    text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship
from sqlalchemy.types import TypeDecorator

NAME_LENGTH = 40
"""Characters in the name of a player or circle; the form and the CHECK say the same."""

ROLES = ("view", "score", "own")
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


class Utc(TypeDecorator[dt.datetime]):
    """A moment, aware and in UTC on both sides, whatever the database's own habits."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: dt.datetime | None, dialect: Any) -> dt.datetime | None:  # noqa: ANN401, ARG002 - SQLAlchemy's signature
        """Store UTC without its zone."""
        return None if value is None else value.astimezone(dt.UTC).replace(tzinfo=None)

    def process_result_value(self, value: Any, dialect: Any) -> dt.datetime | None:  # noqa: ANN401, ARG002 - SQLAlchemy's signature
        """Give UTC back with its zone."""
        return None if value is None else value.replace(tzinfo=dt.UTC)


class Base(DeclarativeBase):
    """What all tables share: names for constraints, and types."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_N_label)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {  # noqa: RUF012 - SQLAlchemy reads it from the class
        dt.datetime: Utc(),
        uuid.UUID: Uuid(),
        str: Text(),
    }


def table_of(model: type[Base]) -> Table:
    """Give a model's table, for statements that go past the ORM."""
    return cast("Table", model.__table__)


def _one_of(column: str, values: tuple[str, ...]) -> CheckConstraint:
    listed = ", ".join(f"'{value}'" for value in values)
    return CheckConstraint(f"{column} IN ({listed})", name=column)


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


class Match(Base):
    """One play of a game; what happened stands in its revisions, the newest as ``head``.

    ``state``, ``reason`` and ``rounds`` are derived, and kept for lists and statistics.
    """

    __tablename__ = "match"
    __table_args__ = (
        _one_of("state", ("playing", "over")),
        _one_of("origin", ORIGINS),
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
    __table_args__ = (UniqueConstraint("match_id", "seq"), _one_of("kind", KINDS))

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
    __table_args__ = (_one_of("kind", STANCES), Index(None, "match_id"))

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
    __table_args__ = (_one_of("role", ROLES),)

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
    __table_args__ = (UniqueConstraint("device_id", "circle_id"), _one_of("role", ROLES))

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
