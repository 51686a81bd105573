"""What of a file is in the scorebook already, and what would come in."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import select

from scorekeeper.rules.problems import N_
from scorekeeper.scorebook.exchange.lines import BadFile
from scorekeeper.scorebook.exchange.people import People, chunks, people
from scorekeeper.scorebook.models import Circle, Match, Night, Revision, Stance, table_of

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterator, Mapping, Sequence
    from uuid import UUID

    from sqlalchemy import Connection

    from scorekeeper.scorebook.exchange.checking import Checked
    from scorekeeper.scorebook.exchange.reading import FileCircle, Said

_match, _revision, _stance = table_of(Match), table_of(Revision), table_of(Stance)


_NIGHTS = select(Night.id, Night.uid, Night.date, Night.place, Night.note)


class KnownNight(NamedTuple):
    """A night that is in the scorebook already."""

    id: int
    uid: UUID
    date: dt.date
    place: str
    note: str

    def lacking(self, said: Said) -> dict[str, str]:
        """Give the place and the note that a file tells, as far as the night has none."""
        here = {"place": self.place, "note": self.note}
        return {name: said.of[name] for name in here if said.of[name] and not here[name]}


@dataclass
class Target:
    """The circle that a file's is put into; ``circle_id`` is None for one that is made."""

    file: FileCircle
    circle_id: int | None
    people: People
    nights: dict[UUID, KnownNight] = field(default_factory=dict)

    @property
    def known(self) -> bool:
        """Whether the circle, its players and what is told of its nights are all here."""
        nights = [(self.nights.get(uid), said) for uid, said in self.file.nights.items()]
        return (
            self.circle_id is not None
            and all(uid in self.people.here for uid in self.file.players)
            and not any(night.lacking(said) for night, said in nights if night is not None)
        )


class Compared(NamedTuple):
    """A match of a file, and how much of it is here: so many revisions, under this id."""

    checked: Checked
    match_id: int | None = None
    known: int = 0

    @property
    def missing(self) -> int:
        """How many revisions would come in."""
        return len(self.checked.file.revisions) - self.known


def find_target(
    connection: Connection,
    file: FileCircle,
    into: int | None,
    who: Mapping[UUID, UUID | None],
) -> Target:
    """Find the circle that a file's circle is put into, and what of it is there.

    Args:
        connection: where the scorebook is read.
        file: the file's circle.
        into: the id of another circle that it is put into; None for its own.
        who: what was told of who is who.

    Raises:
        BadFile: the circle was deleted here; a player or night of it is another circle's.
    """
    circle_id = into if into is not None else _own(connection, file)
    target = Target(file, circle_id, people(connection, file, circle_id, who))
    by_date: dict[str, KnownNight] = {}
    if circle_id is not None:
        for row in connection.execute(_NIGHTS.where(Night.circle_id == circle_id)):
            night = KnownNight(*row)
            target.nights[night.uid] = by_date[night.date.isoformat()] = night
    for uids in chunks(file.nights):
        for row in connection.execute(_NIGHTS.where(Night.uid.in_(uids))):
            if row.uid not in target.nights:
                text = N_("Line %(line)s: this night is in another circle of this scorebook.")
                raise BadFile(file.nights[row.uid].line, text)
    for uid, said in file.nights.items():
        if uid not in target.nights and said.of["date"] in by_date:
            target.nights[uid] = by_date[said.of["date"]]
    return target


def _own(connection: Connection, file: FileCircle) -> int | None:
    query = select(Circle.id, Circle.deleted_at).where(Circle.uid == file.said.uid)
    row = connection.execute(query).first()
    if row is None:
        return None
    if row.deleted_at is not None:
        raise BadFile(file.said.line, N_("Line %(line)s: this circle was deleted here for good."))
    return int(row.id)


def compare(
    connection: Connection, target: Target, matches: Sequence[Checked]
) -> Iterator[Compared]:
    """Tell of each match how much of it is here.

    Raises:
        BadFile: it is in another circle; it went on in another way here; two who sit at one table
            would be the same player; somebody's word is another match's.
    """
    uids = [checked.state.uid for checked in matches]
    query = select(_match.c.id, _match.c.uid, _match.c.circle_id).where(_match.c.uid.in_(uids))
    found = {row.uid: row for row in connection.execute(query)}
    hashes = _hashes(connection, [row.id for row in found.values()])
    _check_stances(connection, matches, {row.id: row.uid for row in found.values()})
    for checked in matches:
        row = found.get(checked.state.uid)
        if row is None:
            target.people.check_table(checked.file, checked.players)
            yield Compared(checked)
            continue
        if row.circle_id != target.circle_id:
            text = N_("Line %(line)s: this match is in another circle of this scorebook.")
            raise BadFile(checked.file.said.line, text)
        here = hashes.get(row.id, [])
        for said, known in zip(checked.file.revisions, here, strict=False):
            if said.of["hash"] != known:
                text = N_("Line %(line)s: here the match went on in another way since then.")
                raise BadFile(said.line, text)
        yield Compared(checked, row.id, min(len(here), len(checked.file.revisions)))


def _hashes(connection: Connection, match_ids: Sequence[int]) -> dict[int, list[str]]:
    query = (
        select(_revision.c.match_id, _revision.c.hash)
        .where(_revision.c.match_id.in_(match_ids))
        .order_by(_revision.c.match_id, _revision.c.seq)
    )
    rows = connection.execute(query)
    return {
        key: [row.hash for row in of] for key, of in groupby(rows, key=lambda row: row.match_id)
    }


def _check_stances(
    connection: Connection, matches: Sequence[Checked], found: Mapping[int, UUID]
) -> None:
    lines = {
        said.uid: (said.line, checked.state.uid)
        for checked in matches
        for said in checked.file.stances
    }
    for uids in chunks(lines):
        query = select(_stance.c.uid, _stance.c.match_id).where(_stance.c.uid.in_(uids))
        for uid, match_id in connection.execute(query):
            line, match_uid = lines[uid]
            if found.get(match_id) != match_uid:
                text = N_("Line %(line)s: this was said of another match here.")
                raise BadFile(line, text)
