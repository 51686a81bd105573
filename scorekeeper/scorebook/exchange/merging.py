"""What of a file isn't in the scorebook, written into it."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING
from uuid import UUID

from sqlalchemy import func, insert, select, update

from scorekeeper.scorebook import state
from scorekeeper.scorebook.exchange.checking import at_of, settle_by
from scorekeeper.scorebook.models import (
    Circle,
    Imported,
    Match,
    Night,
    Note,
    Player,
    Revision,
    Seat,
    Stance,
    table_of,
)
from scorekeeper.scorebook.names import name_key
from scorekeeper.scorebook.statistics_rows import refill

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection, Table
    from sqlalchemy.orm import Session

    from scorekeeper.rules.problems import Json
    from scorekeeper.scorebook.exchange.comparing import Compared, KnownNight, Target
    from scorekeeper.scorebook.exchange.reading import Said

_circle, _player, _night = table_of(Circle), table_of(Player), table_of(Night)
_match, _revision, _stance = table_of(Match), table_of(Revision), table_of(Stance)


class Merging:
    """A circle of a file being written into the scorebook, in one open write."""

    def __init__(self, session: Session, target: Target, at: dt.datetime) -> None:
        """Bring in the circle, its players and its nights, as far as they aren't there."""
        self.session, self.target, self.at = session, target, at
        self.connection: Connection = session.connection()
        self.circle_id = target.circle_id or self._make_circle()
        self.players: dict[UUID, int] = {}
        self.nights: dict[UUID, int] = {}
        self._seat_players()
        self._date_nights()

    # The circle, its players, its nights --------------------------------------------------------

    def _make_circle(self) -> int:
        said = self.target.file.said
        circle = {
            "uid": said.uid,
            "name": said.of["name"],
            "time_zone": said.of["time_zone"],
            "version": 0,
            "created_at": at_of(said, "created_at"),
        }
        return self._insert(_circle, circle)

    def _insert(self, table: Table, row: dict[str, Json]) -> int:
        key = self.connection.execute(insert(table), row).inserted_primary_key
        return int(key[0]) if key is not None else 0

    def _seat_players(self) -> None:
        who = self.target.people
        self.players = {known.uid: known.id for known in who.circle}
        coming = [said for uid, said in self.target.file.players.items() if uid not in who.here]
        for said in sorted(coming, key=lambda said: said.uid in who.into):  # who is merged: last
            uid, into = said.uid, who.into.get(said.uid)
            name: str = who.names.get(uid) or said.of["name"]
            row = {
                "uid": uid,
                "circle_id": self.circle_id,
                "name": name,
                "name_key": name_key(name) if into is None else str(uid),
                "created_at": at_of(said, "created_at"),
                "merged_into": None if into is None else self.players[into],
            }
            self.players[uid] = self._insert(_player, row)

    def _date_nights(self) -> None:
        """Bring in all nights of a new circle; of one that is there, those that are needed."""
        for uid, known in self.target.nights.items():
            self.nights[uid] = known.id
        for uid, said in self.target.file.nights.items():
            if uid in self.target.nights:
                self._fill(self.target.nights[uid], said)
            elif self.target.circle_id is None:
                self._night(uid)

    def _fill(self, known: KnownNight, said: Said) -> None:
        """Tell a night's place and note, where it has none."""
        told = known.lacking(said)
        if told:
            change = update(_night).where(_night.c.id == known.id)
            self.connection.execute(change.values(**told, version=_night.c.version + 1))

    def _night(self, uid: UUID) -> int:
        """Give a night's id; it comes in when it is asked for first."""
        if uid not in self.nights:
            of = self.target.file.nights[uid].of
            row = {
                "uid": uid,
                "circle_id": self.circle_id,
                "date": dt.date.fromisoformat(of["date"]),
                "place": of["place"],
                "note": of["note"],
            }
            self.nights[uid] = self._insert(_night, row)
        return self.nights[uid]

    # Its matches --------------------------------------------------------------------------------

    def take(self, matches: Sequence[Compared]) -> None:
        """Bring in matches and revisions that aren't there, with what was said of them."""
        rows: dict[str, list[dict[str, Json]]] = {
            "match": [], "seat": [], "revision": [], "note": [], "imported": [], "stance": [],
        }  # fmt: skip
        next_match = self._newest(_match) + 1
        next_revision = self._newest(_revision) + 1
        taken: list[int] = []
        for compared in matches:
            if not compared.missing:
                continue
            match_id = compared.match_id
            if match_id is None:
                match_id, next_match = next_match, next_match + 1
                self._begin(compared, match_id, rows)
            else:
                self._go_on(compared)
            for said in compared.checked.file.revisions[compared.known :]:
                self._write(said, match_id, next_revision, rows)
                next_revision += 1
            rows["stance"] += self._stances(compared, match_id)
            taken.append(match_id)
        for model in (Match, Seat, Revision, Note, Imported, Stance):
            if rows[model.__tablename__]:
                self.connection.execute(insert(table_of(model)), rows[model.__tablename__])
        refill(self.session, taken)

    def _newest(self, table: Table) -> int:
        return self.connection.execute(select(func.max(table.c.id))).scalar() or 0

    def _begin(
        self, compared: Compared, match_id: int, rows: dict[str, list[dict[str, Json]]]
    ) -> None:
        match, said = compared.checked.state, compared.checked.file.said
        match.id, match.circle_id = match_id, self.circle_id
        match.night_id = self._night(UUID(said.of["night"]))
        match.version = match.revisions + 2 * len(compared.checked.file.stances)
        for seat, uid in zip(match.seats, compared.checked.players, strict=True):
            seat.player_id = self.players[uid]
        rows["match"].append(match.columns())
        rows["seat"] += match.seat_columns()

    def _go_on(self, compared: Compared) -> None:
        checked = compared.checked
        match = state.load(self.session, self.circle_id, checked.state.uid)
        match.version += compared.missing + 2 * len(checked.file.stances)
        settle_by(match, checked.game, checked.file.revisions)
        state.save(self.session, match)

    def _write(
        self, said: Said, match_id: int, revision_id: int, rows: dict[str, list[dict[str, Json]]]
    ) -> None:
        of, ours = said.of, {"circle_id": self.circle_id}
        note = of["note"]
        columns = {key: value for key, value in of.items() if key not in ("type", "match")}
        rows["revision"].append(
            {
                **columns,
                **ours,
                "id": revision_id,
                "match_id": match_id,
                "actor": said.to("actor"),
                "device": said.to("device"),
                "note": note and note["digest"],
            }
        )
        rows["imported"].append({"revision_id": revision_id, **ours, "at": self.at})
        if note is not None:
            text = {"salt": note["salt"], "text": note["text"]}
            rows["note"].append({"revision_id": revision_id, **ours, **text})

    def _stances(self, compared: Compared, match_id: int) -> list[dict[str, Json]]:
        """Give what was said of the revisions that come in, in the order in which it was said.

        What was said of those that were here before is told by who said it, and by no file.
        """
        said_now = [
            said for said in compared.checked.file.stances if said.of["seq"] >= compared.known
        ]
        return [
            {
                "uid": said.uid,
                "circle_id": self.circle_id,
                "match_id": match_id,
                "round_no": said.of["round_no"],
                "seq": said.of["seq"],
                "kind": said.of["kind"],
                "player_id": self.players[UUID(said.of["player"])],
                "device": UUID(said.of["device"]),
                "at": at_of(said),
                "text": said.of["text"],
                "withdrawn_at": said.of["withdrawn_at"] and at_of(said, "withdrawn_at"),
                "withdrawn_by": said.to("withdrawn_by"),
            }
            for said in sorted(said_now, key=lambda said: (said.of["at"], said.of["uid"]))
        ]
