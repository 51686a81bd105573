"""A match as other programs for plays know one: BG Stats' file and link."""

from __future__ import annotations

import datetime as dt
import json
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

from sqlalchemy import func, select
from sqlalchemy.orm import aliased

from scorekeeper.scorebook.boards import Board, board
from scorekeeper.scorebook.models import Match, Night, Player, Revision, Seat
from scorekeeper.scorebook.store import db

if TYPE_CHECKING:
    from scorekeeper.rules.problems import Json

SOURCE = "Scorekeeper"
LINK = "https://app.bgstatsapp.com/createPlay.html?data="

NAMESPACE = uuid.UUID("6f1f9e1c-54f2-5a2b-9c3d-0d5a2f3f6f0e")
"""From which the uuids of other programs are made, so that a second import doubles nothing."""

NOON = dt.time(12, tzinfo=dt.UTC)
"""When a match was played that was written down afterwards: its night's date is known only."""


@dataclass(frozen=True)
class PlayedBy:
    """A player's part in a play; ``uid`` is whom it turned out to be."""

    uid: uuid.UUID
    name: str
    total: int
    rank: int
    won: bool
    starts: bool


@dataclass(frozen=True)
class Play:
    """A match as one play: when, where, by whom, and how it stands or ended."""

    board: Board
    night: dt.date
    place: str
    note: str
    at: dt.datetime
    changed: dt.datetime
    minutes: int
    players: tuple[PlayedBy, ...]

    @property
    def title(self) -> str:
        """The game's name."""
        return self.board.game.title


def play(circle_id: int, uid: uuid.UUID) -> Play:
    """Read a match as a play.

    Raises:
        NotFound: the circle has no such match.
    """
    of = board(circle_id, uid)
    query = (
        select(Night.date, Night.place, Night.note, Match.origin, Match.over_at, Revision.at)
        .join(Match, Match.night_id == Night.id)
        .join(Revision, Revision.match_id == Match.id)
        .where(Match.uid == uid, Match.circle_id == circle_id)
        .order_by(Revision.seq.desc())
        .limit(1)
    )
    date, place, note, origin, over_at, changed = db.session.execute(query).one()
    live = origin == "live"
    lasted = over_at - of.started_at if live and over_at is not None else dt.timedelta()
    return Play(
        of,
        date,
        place,
        note,
        of.started_at if live else dt.datetime.combine(date, NOON),
        dt.datetime.fromisoformat(changed),
        max(0, lasted // dt.timedelta(minutes=1)),
        _players(of, circle_id, uid),
    )


def _players(of: Board, circle_id: int, uid: uuid.UUID) -> tuple[PlayedBy, ...]:
    other = aliased(Player)
    query = (
        select(func.coalesce(other.uid, Player.uid))
        .join_from(Seat, Player, Player.id == Seat.player_id)
        .join(Match, Match.id == Seat.match_id)
        .outerjoin(other, other.id == Player.merged_into)
        .where(Match.uid == uid, Match.circle_id == circle_id)
        .order_by(Seat.number)
    )
    leads = of.game.leader(of.first_dealer, 1)
    return tuple(
        PlayedBy(
            who,
            of.names[seat],
            of.outcome.standings[seat].total,
            of.outcome.standings[seat].rank,
            seat in of.winners,
            seat == leads,
        )
        for seat, who in enumerate(db.session.scalars(query))
    )


def _uuid(kind: str, name: object) -> str:
    return str(uuid.uuid5(NAMESPACE, f"{kind} {name}")).upper()


def _second(at: dt.datetime) -> str:
    return at.astimezone(dt.UTC).strftime("%Y-%m-%d %H:%M:%S")


# BG Stats -----------------------------------------------------------------------------------


def bgsplay(of: Play, circle: uuid.UUID, me: uuid.UUID | None = None) -> bytes:
    """Give a play as the file that BG Stats opens.

    Args:
        of: the play.
        circle: the circle's uid: a place of the same name in another circle is another place.
        me: the player whose device asks, if it is one of them.
    """
    changed = _second(of.changed)
    locations = (
        [
            {
                "uuid": _uuid("place", f"{circle} {of.place}"),
                "id": 1,
                "name": of.place,
                "modificationDate": changed,
            }
        ]
        if of.place
        else []
    )
    uids = [who.uid for who in of.players]
    file: dict[str, Json] = {
        "about": SOURCE,
        "players": [_player(number, who, changed) for number, who in enumerate(of.players, 1)],
        "locations": locations,
        "games": [_game(of, changed)],
        "plays": [_play(of, changed)],
        "userInfo": {"meRefId": uids.index(me) + 1 if me in uids else 0},
    }
    return json.dumps(file, ensure_ascii=False, indent=1).encode()


def _player(number: int, who: PlayedBy, changed: str) -> Json:
    return {
        "uuid": _uuid("player", who.uid),
        "id": number,
        "name": who.name,
        "isAnonymous": False,
        "modificationDate": changed,
        "bggUsername": "",
    }


def _game(of: Play, changed: str) -> Json:
    return {
        "uuid": _uuid("game", of.board.game.key),
        "id": 1,
        "name": of.title,
        "modificationDate": changed,
        "bggId": 0,
        "bggName": "",
        "bggYear": 0,
        "cooperative": False,
        "highestWins": True,
        "noPoints": False,
        "usesTeams": False,
        "isBaseGame": 1,
        "isExpansion": 0,
    }


def _play(of: Play, changed: str) -> Json:
    return {
        "uuid": _uuid("match", of.board.uid),
        "playDate": _second(of.at),
        "playDateYmd": int(of.night.strftime("%Y%m%d")),
        "entryDate": _second(of.board.started_at),
        "modificationDate": changed,
        "gameRefId": 1,
        "locationRefId": 1 if of.place else 0,
        "durationMin": of.minutes,
        "rounds": of.board.outcome.counted,
        "board": "",
        "comments": of.note,
        "usesTeams": False,
        "ignored": False,
        "manualWinner": False,
        "rating": 0,
        "scoringSetting": 0,
        "playImages": "[]",
        "expansionPlays": [],
        "playerScores": [
            {
                "playerRefId": number,
                "score": str(who.total),
                "winner": who.won,
                "newPlayer": False,
                "startPlayer": who.starts,
                "rank": who.rank,
                "seatOrder": number,
                "role": "",
                "metaData": "{}",
            }
            for number, who in enumerate(of.players, 1)
        ],
    }


def link(of: Play) -> str:
    """Give the link by which BG Stats takes a play over; it fails without all of these."""
    data: dict[str, Json] = {
        "sourceName": SOURCE,
        "sourcePlayId": _uuid("match", of.board.uid),
        "playDate": _second(of.at),
        "game": {
            "name": of.title,
            "sourceGameId": _uuid("game", of.board.game.key),
            "highestWins": True,
            "noPoints": False,
            "cooperative": False,
        },
        "players": [
            {
                "name": who.name,
                "sourcePlayerId": _uuid("player", who.uid),
                "startPlayer": who.starts,
                "winner": who.won,
                "score": str(who.total),
                "rank": who.rank,
            }
            for who in of.players
        ],
        "location": of.place,
        "comments": of.note,
        "durationMin": of.minutes,
    }
    return LINK + quote(json.dumps(data, ensure_ascii=False, separators=(",", ":")), safe="")
