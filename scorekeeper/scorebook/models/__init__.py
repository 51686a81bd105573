"""The tables.  ``circle_id`` stands on all that a circle owns, so that every query is scoped."""

from __future__ import annotations

from scorekeeper.scorebook.models.base import Base, Utc, table_of
from scorekeeper.scorebook.models.circles import NAME_LENGTH, Circle, Night, Player
from scorekeeper.scorebook.models.devices import ROLES, Device, Entering, Grant, Link, Submission
from scorekeeper.scorebook.models.kept import Played, Told
from scorekeeper.scorebook.models.matches import (
    KINDS,
    ORIGINS,
    STANCES,
    Imported,
    Match,
    Note,
    Revision,
    Seat,
    Stance,
)

__all__ = [
    "KINDS",
    "NAME_LENGTH",
    "ORIGINS",
    "ROLES",
    "STANCES",
    "Base",
    "Circle",
    "Device",
    "Entering",
    "Grant",
    "Imported",
    "Link",
    "Match",
    "Night",
    "Note",
    "Played",
    "Player",
    "Revision",
    "Seat",
    "Stance",
    "Submission",
    "Told",
    "Utc",
    "table_of",
]
