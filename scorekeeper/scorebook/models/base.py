"""What all tables share: names for constraints, types of columns."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any, cast

from sqlalchemy import (
    CheckConstraint,
    DateTime,
    MetaData,
    Table,
    Text,
    Uuid,
)
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.types import TypeDecorator


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


def one_of(column: str, values: tuple[str, ...]) -> CheckConstraint:
    """Let a column hold one of these values only."""
    listed = ", ".join(f"'{value}'" for value in values)
    return CheckConstraint(f"{column} IN ({listed})", name=column)
