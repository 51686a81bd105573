"""Who is who: the players of a file, and those of the circle that it is put into."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import select

from scorekeeper.rules.problems import N_, Problem
from scorekeeper.scorebook.errors import Refused
from scorekeeper.scorebook.exchange.lines import BadFile
from scorekeeper.scorebook.models import NAME_LENGTH, Player
from scorekeeper.scorebook.names import name_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from uuid import UUID

    from sqlalchemy import Connection

    from scorekeeper.scorebook.exchange.reading import FileCircle, FileMatch, Said

AT_ONCE = 500
"""Uids that are looked for in one statement."""


class Known(NamedTuple):
    """A player who is in the scorebook already."""

    id: int
    uid: UUID
    circle_id: int
    name: str
    name_key: str
    merged_into: int | None


@dataclass(frozen=True)
class Newcomer:
    """A player of the file whom the circle doesn't have, and who that may be of those it has.

    ``namesake`` has the same name; ``new_name`` is what another person is called here.
    """

    uid: UUID
    name: str
    new_name: str
    namesake: UUID | None


@dataclass
class People:
    """The players of a file's circle, as they come into the scorebook.

    ``here`` are those that are there already; ``into`` says who a player of the file turned out
    to be, ``names`` what a new one is called.  ``newcomers`` are those of whom it is to be told.
    """

    here: dict[UUID, Known] = field(default_factory=dict)
    into: dict[UUID, UUID] = field(default_factory=dict)
    names: dict[UUID, str] = field(default_factory=dict)
    newcomers: list[Newcomer] = field(default_factory=list)
    circle: list[Known] = field(default_factory=list)

    def single(self) -> list[Known]:
        """Give the circle's players, without those who turned out to be another one."""
        return [known for known in self.circle if known.merged_into is None]

    def really(self, uid: UUID) -> UUID:
        """Tell who a player of the file is."""
        return self.into.get(uid, uid)

    def check_table(self, match: FileMatch, players: Iterable[UUID]) -> None:
        """Refuse to take two players for one who sit at one table.

        Raises:
            BadFile: they do.
        """
        seated: dict[UUID, UUID] = {}
        for uid in players:
            other = seated.setdefault(self.really(uid), uid)
            if other != uid:
                names = match.circle.players
                text = N_(
                    "Line %(line)s: %(first)s and %(second)s sit at one table there, so they "
                    "can't be the same player."
                )
                first, second = names[other].of["name"], names[uid].of["name"]
                raise BadFile(match.said.line, text, first=first, second=second)


def chunks(uids: Iterable[UUID]) -> Iterator[list[UUID]]:
    """Give uids in lists that fit into a statement."""
    listed = list(uids)
    for first in range(0, len(listed), AT_ONCE):
        yield listed[first : first + AT_ONCE]


_KNOWN = select(
    Player.id, Player.uid, Player.circle_id, Player.name, Player.name_key, Player.merged_into
)


def people(
    connection: Connection,
    file: FileCircle,
    circle_id: int | None,
    who: Mapping[UUID, UUID | None],
) -> People:
    """Tell who of a file's circle is who here.

    Args:
        connection: where the scorebook is read.
        file: the file's circle.
        circle_id: the circle that it is put into; None for a new one.
        who: what was told: a player of the file is one of the circle, or (None) somebody new.

    Raises:
        BadFile: a player is in another circle, or was told to be who isn't there.
    """
    found = People()
    if circle_id is not None:
        rows = connection.execute(
            _KNOWN.where(Player.circle_id == circle_id).order_by(Player.name_key)
        )
        found.circle = [Known(*row) for row in rows]
    of_circle = {known.uid: known for known in found.circle}
    by_id = {known.id: known for known in found.circle}
    _check_elsewhere(connection, file, of_circle)
    for uid, known in of_circle.items():
        if uid in file.players:
            found.here[uid] = known
        if known.merged_into is not None:
            found.into[uid] = by_id[known.merged_into].uid
    _newcomers(found, file, who)
    for uid, said in file.players.items():
        into = said.to("merged_into")
        if uid not in found.here and into is not None:
            found.into[uid] = found.really(into)
            if found.into[uid] in of_circle:
                found.names[uid] = of_circle[found.into[uid]].name
    return found


def _check_elsewhere(
    connection: Connection, file: FileCircle, of_circle: Mapping[UUID, Known]
) -> None:
    for uids in chunks(file.players):
        for row in connection.execute(_KNOWN.where(Player.uid.in_(uids))):
            if row.uid not in of_circle:
                text = N_("Line %(line)s: this player is in another circle of this scorebook.")
                raise BadFile(file.players[row.uid].line, text)


def _newcomers(found: People, file: FileCircle, who: Mapping[UUID, UUID | None]) -> None:
    """Find those whom the circle doesn't have, and apply what was told of them."""
    single = {known.uid: known for known in found.single()}
    keys = {known.name_key: known.uid for known in single.values()}
    coming = [
        said
        for uid, said in file.players.items()
        if uid not in found.here and said.to("merged_into") is None
    ]
    coming.sort(key=lambda said: name_key(said.of["name"]))
    taken = {*keys, *(name_key(said.of["name"]) for said in coming)}
    for said in coming:
        name = said.of["name"]
        namesake = keys.get(name_key(name))
        new_name = name if namesake is None else _other_name(name, taken)
        taken.add(name_key(new_name))
        found.newcomers.append(Newcomer(said.uid, name, new_name, namesake))
        found.names[said.uid] = new_name
        if (told := who.get(said.uid)) is not None:
            _check_told(said, told, single)
            found.into[said.uid] = told
            found.names[said.uid] = single[told].name


def _check_told(said: Said, told: UUID, single: Mapping[UUID, Known]) -> None:
    if told not in single:
        text = N_("Line %(line)s: whom %(name)s was said to be isn't in the circle.")
        raise BadFile(said.line, text, name=said.of["name"])


def _other_name(name: str, taken: set[str]) -> str:
    """Make a name that nobody has here: “Arne (2)”."""
    for number in count(2):
        after = f" ({number})"
        made = name[: NAME_LENGTH - len(after)].rstrip() + after
        if name_key(made) not in taken:
            break
    return made


def named(
    circles: Iterable[People], pairs: Iterable[str], *, same_names: bool
) -> dict[UUID, UUID | None]:
    """Read who is who from names.

    Args:
        circles: the file's circles, as they were found.
        pairs: “NAME=NAME”: a player of the file, and who that is here; nothing for somebody new.
        same_names: of whom nothing is told, the same name is the same person.

    Raises:
        Refused: a name that nobody has; a player of whom it has to be told.
    """
    told = dict(_pair(pair) for pair in pairs)
    who: dict[UUID, UUID | None] = {}
    unclear = []
    for people_of in circles:
        here = {known.name_key: known.uid for known in people_of.single()}
        for newcomer in people_of.newcomers:
            key = name_key(newcomer.name)
            if key in told:
                who[newcomer.uid] = _whom(here, told.pop(key))
            elif newcomer.namesake is not None:
                unclear.append(newcomer.name)
                who[newcomer.uid] = newcomer.namesake
    if told:
        text = N_("Nobody who comes in by the file is called %(name)s.")
        raise Refused([Problem("NOBODY", text, facts={"name": next(iter(told))})])
    if unclear and not same_names:
        text = N_(
            "%(names)s: are these the same people here? Say so by --same-names, or of each by "
            "--who NAME=NAME (--who NAME= for somebody new)."
        )
        raise Refused([Problem("WHO_IS_WHO", text, facts={"names": ", ".join(unclear)})])
    return who


def _pair(pair: str) -> tuple[str, str]:
    name, _, whom = pair.partition("=")
    return name_key(name.strip()), whom.strip()


def _whom(here: Mapping[str, UUID], name: str) -> UUID | None:
    if name and name_key(name) not in here:
        text = N_("Nobody in the circle is called %(name)s.")
        raise Refused([Problem("NOBODY", text, facts={"name": name})])
    return here[name_key(name)] if name else None
