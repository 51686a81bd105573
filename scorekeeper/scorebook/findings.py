"""What ``verify`` finds, and what it reads to find it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    import uuid
    from collections.abc import Sequence

    from sqlalchemy import Row

FileRow: TypeAlias = "Row[*tuple[Any, ...]]"

UNREADABLE = (AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What is raised by values that the scorebook never writes; whoever tampers may write anything."""


@dataclass(frozen=True)
class Finding:
    """One thing found, with its place: match, round and revision, as far as there are any.

    ``wrong``: it can't have come about by the scorebook's own means; else it is only to know.
    """

    what: str
    match: uuid.UUID | None = None
    round_no: int | None = None
    seq: int | None = None
    wrong: bool = True

    def __str__(self) -> str:
        """Say it in one line."""
        place = []
        if self.match is not None:
            place.append(f"match {self.match}")
        if self.round_no is not None:
            place.append(f"round {self.round_no}")
        if self.seq is not None:
            place.append(f"revision {self.seq}")
        return f"{', '.join(place)}: {self.what}" if place else self.what


class Stored(NamedTuple):
    """A match as it stands in the file: its row, with those of all that belongs to it.

    ``statistics`` are its rows of ``played`` and ``told``, or None where none are kept yet.
    """

    match: FileRow
    seats: Sequence[FileRow]
    revisions: Sequence[FileRow]
    stances: Sequence[FileRow]
    statistics: tuple[Sequence[FileRow], Sequence[FileRow]] | None = None


def place_of(match: FileRow, revision: FileRow) -> tuple[uuid.UUID, int | None, int]:
    """Give what a finding about a revision names."""
    return match.uid, revision.round_no, revision.seq
