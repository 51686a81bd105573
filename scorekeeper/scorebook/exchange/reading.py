"""A file read piece by piece: each circle with its people and nights, then match by match."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, BinaryIO, NamedTuple
from uuid import UUID

from scorekeeper.rules.problems import N_
from scorekeeper.scorebook.exchange.lines import LONGEST_LINE, BadFile, read_line
from scorekeeper.scorebook.exchange.shapes import check_header, check_shape
from scorekeeper.scorebook.names import name_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scorekeeper.rules.problems import Json

LONGEST_MATCH = 16 * 1024 * 1024
"""Bytes of all lines of a match, which is read as a whole."""

MOST_PEOPLE = 50_000
"""Players of a circle, and nights of one: they are read as a whole, too."""

_BROKE_OFF = N_("Line %(line)s is the last one, but the file should go on: it broke off.")


class Said(NamedTuple):
    """What a line says, and which line it is."""

    line: int
    of: dict[str, Json]

    @property
    def uid(self) -> UUID:
        """The uid of what it is about."""
        return UUID(self.of["uid"])

    def to(self, key: str) -> UUID | None:
        """Give what it refers to by a key."""
        return None if self.of[key] is None else UUID(self.of[key])


@dataclass
class FileCircle:
    """A circle of a file, with its players and nights by their uids."""

    said: Said
    players: dict[UUID, Said] = field(default_factory=dict)
    nights: dict[UUID, Said] = field(default_factory=dict)


@dataclass
class FileMatch:
    """A match of a file, with its revisions in their order and what was said of it."""

    circle: FileCircle
    said: Said
    revisions: list[Said] = field(default_factory=list)
    stances: list[Said] = field(default_factory=list)
    size: int = 0


class Reading:
    """A file being read: what it holds, checked line by line, and its digest when all is read."""

    def __init__(self, source: BinaryIO) -> None:
        """Begin."""
        self.source = source
        self.digest = sha256()
        self.line = 0
        self.bytes = 0
        self._whole = False
        self._circle: FileCircle | None = None
        self._match: FileMatch | None = None
        self._last = dict.fromkeys(("circle", "player", "night", "match", "stance"), "")
        self._take: dict[str, Callable[[Said], None]] = {
            "circle": self._begin_circle,
            "player": self._player,
            "night": self._night,
            "match": self._begin_match,
            "revision": self._revision,
            "stance": self._stance,
            "end": self._end,
        }

    def parts(self) -> Iterator[FileCircle | FileMatch]:
        """Give each circle when its players and nights are known, then its matches.

        Raises:
            BadFile: a line that can't be, or isn't where it should be; the file breaks off.
        """
        check_header(1, self._next() or {})
        told: FileCircle | None = None
        while (said := self._next()) is not None:
            kind = check_shape(self.line, said)
            if kind in ("circle", "match", "end"):
                if self._match is not None:
                    yield self._match
                    self._match = None
                if self._circle is not None and self._circle is not told:
                    told = self._circle
                    self._check_people(told)
                    yield told
            self._take[kind](Said(self.line, said))
        if not self._whole:
            raise BadFile(self.line, _BROKE_OFF)

    def _next(self) -> dict[str, Json] | None:
        line = self.source.readline(LONGEST_LINE + 1)
        if not line:
            return None
        self.line += 1
        self.bytes += len(line)
        self.digest.update(line)
        if self._whole:
            text = N_("Line %(line)s comes after the end of the file.")
            raise BadFile(self.line, text)
        if self._match is not None:
            self._match.size += len(line)
        try:
            return read_line(self.line, line)
        except BadFile:
            if self.line > 1 and not line.endswith(b"\n") and len(line) <= LONGEST_LINE:
                raise BadFile(self.line, _BROKE_OFF) from None
            raise

    # One kind of line each ----------------------------------------------------------------------

    def _circle_line(self, said: Said) -> FileCircle:
        if self._circle is None:
            raise BadFile(said.line, N_("Line %(line)s belongs to no circle before it."))
        if "circle" in said.of and said.of["circle"] != self._circle.said.of["uid"]:
            raise BadFile(said.line, N_("Line %(line)s is another circle's than those before it."))
        return self._circle

    def _in_order(self, kind: str, said: Said) -> None:
        if said.of["uid"] <= self._last[kind]:
            text = N_(
                "Line %(line)s isn't in its place: each kind stands in the order of its uids."
            )
            raise BadFile(said.line, text)
        self._last[kind] = said.of["uid"]

    def _begin_circle(self, said: Said) -> None:
        self._in_order("circle", said)
        self._last |= {"player": "", "night": "", "match": ""}
        self._circle = FileCircle(said)

    def _player(self, said: Said) -> None:
        circle = self._circle_line(said)
        if circle.nights or self._last["match"]:
            raise BadFile(
                said.line, N_("Line %(line)s: a circle's players come before its nights.")
            )
        self._in_order("player", said)
        circle.players[said.uid] = said
        _check_many(said, circle.players)

    def _night(self, said: Said) -> None:
        circle = self._circle_line(said)
        if self._last["match"]:
            text = N_("Line %(line)s: a circle's nights come before its matches.")
            raise BadFile(said.line, text)
        self._in_order("night", said)
        circle.nights[said.uid] = said
        _check_many(said, circle.nights)

    def _begin_match(self, said: Said) -> None:
        circle = self._circle_line(said)
        self._in_order("match", said)
        if said.to("night") not in circle.nights:
            raise BadFile(said.line, N_("Line %(line)s: the match's night isn't in the file."))
        self._match = FileMatch(circle, said)
        self._last["stance"] = ""

    def _of_match(self, said: Said) -> FileMatch:
        match = self._match
        if match is None or said.of["match"] != match.said.of["uid"]:
            raise BadFile(said.line, N_("Line %(line)s doesn't follow the match that it is of."))
        if match.size > LONGEST_MATCH:
            raise BadFile(said.line, N_("Line %(line)s: its match is too long to be one."))
        return match

    def _revision(self, said: Said) -> None:
        match = self._of_match(said)
        if match.stances or said.of["seq"] != len(match.revisions):
            text = N_("Line %(line)s should be revision %(seq)s: one is missing or was added.")
            raise BadFile(said.line, text, seq=len(match.revisions))
        if said.of["actor"] is not None and said.to("actor") not in match.circle.players:
            raise BadFile(said.line, N_("Line %(line)s names a player who isn't in the file."))
        match.revisions.append(said)

    def _stance(self, said: Said) -> None:
        match = self._of_match(said)
        self._in_order("stance", said)
        if said.to("player") not in match.circle.players:
            raise BadFile(said.line, N_("Line %(line)s names a player who isn't in the file."))
        if (said.of["withdrawn_at"] is None) != (said.of["withdrawn_by"] is None):
            text = N_("Line %(line)s: it was taken back by somebody at some time, or wasn't.")
            raise BadFile(said.line, text)
        match.stances.append(said)

    def _end(self, said: Said) -> None:
        if said.of["lines"] != said.line:
            text = N_("Line %(line)s says that the file has %(found)s lines: some are missing.")
            raise BadFile(said.line, text, found=said.of["lines"])
        self._whole = True

    # A circle's people --------------------------------------------------------------------------

    @staticmethod
    def _check_people(circle: FileCircle) -> None:
        names: set[str] = set()
        for said in circle.players.values():
            into = said.to("merged_into")
            if into is None:
                key = name_key(said.of["name"])
                if key in names:
                    text = N_("Line %(line)s: the circle has two players of this name.")
                    raise BadFile(said.line, text)
                names.add(key)
            elif into not in circle.players or circle.players[into].to("merged_into") is not None:
                text = N_("Line %(line)s: who this player really is isn't in the file.")
                raise BadFile(said.line, text)
        dates: set[str] = set()
        for said in circle.nights.values():
            if said.of["date"] in dates:
                raise BadFile(
                    said.line, N_("Line %(line)s: the circle has two nights of this date.")
                )
            dates.add(said.of["date"])


def _check_many(said: Said, of: dict[UUID, Said]) -> None:
    if len(of) > MOST_PEOPLE:
        text = N_("Line %(line)s: a circle has at most %(most)s players, and as many nights.")
        raise BadFile(said.line, text, most=MOST_PEOPLE)
