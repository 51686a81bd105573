"""Files of circles that never were in any scorebook here: made, changed and forged line by line."""

from __future__ import annotations

import json
from io import BytesIO
from typing import TYPE_CHECKING, Any, TypeAlias
from uuid import UUID, uuid5

from scorekeeper.rules import GAMES
from scorekeeper.scorebook.exchange.export import circles_to_export, export
from scorekeeper.scorebook.exchange.importing import Coming, Found, Job, look, merge
from scorekeeper.scorebook.ledger import Act, Actor, canonical, note_digest, revise, scored
from scorekeeper.scorebook.state import MatchState, SeatState
from scorekeeper.scorebook.store import write
from tests.builders import EVENING, MINUTE, mittlere, plain

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Mapping, Sequence

    from flask import Flask

Json: TypeAlias = Any
Line: TypeAlias = dict[str, Json]

SPACE = UUID("00000000-0000-4000-8000-000000000000")
SALT = "5a" * 16
ELSEWHERE = "Elsewhere"


def uid(name: str) -> UUID:
    """Give the uid of something by its name."""
    return uuid5(SPACE, name)


def jsonl(lines: Iterable[Line]) -> bytes:
    """Write a file, its last line put right."""
    whole = list(lines)
    return b"".join(canonical(line).encode() + b"\n" for line in [*whole, ending(whole)])


def ending(lines: Sequence[Line]) -> Line:
    """Give the last line of a file."""
    return {"type": "end", "lines": len(lines) + 1}


def lines_of(content: bytes) -> list[Line]:
    """Read a file's lines, without its last one."""
    return [json.loads(line) for line in content.splitlines()][:-1]


def a_file(
    names: Sequence[str] = ("Ada", "Ben", "Zoë"),
    *,
    circle: str = ELSEWHERE,
    place: str = "Ada's kitchen",
    note: str = "it snowed",
    rounds: int = 2,
) -> list[Line]:
    """Make a file with one night and one match of Mittlere, its last line left out."""
    stamp: Line = {"created_at": "2026-11-20T19:30:00.000000Z"}
    here = {"circle": str(uid(circle))}
    players = [uid(f"{circle} {name}") for name in names]
    night, match = uid(f"{circle} night"), uid(f"{circle} match")
    return [
        {"type": "header", "format": "scorekeeper", "version": 1},
        {"type": "circle", "uid": here["circle"], "name": circle, "time_zone": "Asia/Tokyo"}
        | stamp,
        *sorted(
            (
                {"type": "player", **here, "uid": str(who), "name": name, "merged_into": None}
                | stamp
                for who, name in zip(players, names, strict=True)
            ),
            key=lambda line: str(line["uid"]),
        ),
        {"type": "night", **here, "uid": str(night), "date": "2026-11-27", "place": place}
        | {"note": note},
        {"type": "match", **here, "uid": str(match), "night": str(night), "origin": "live"},
        *chained(match, players, rounds),
    ]


# Out and in ---------------------------------------------------------------------------------


def exported(app: Flask) -> bytes:
    """Export everything."""
    with app.app_context():
        return b"".join(export([circle_id for circle_id, _ in circles_to_export()]))


def imported(
    app: Flask,
    content: bytes,
    into: int | None = None,
    who: Mapping[UUID, UUID | None] | None = None,
) -> Found:
    """Take a file in, as both doors do."""
    coming = Coming(into, who or {})
    with app.app_context():
        found = look(Job(BytesIO(content), coming))
        with write() as session:
            return merge(session, Job(BytesIO(content), coming), found, EVENING)


def dump(app: Flask) -> list[str]:
    """Give all that a scorebook holds."""
    with plain(app.config["DATABASE"]) as connection:
        return list(connection.iterdump())


# A match ------------------------------------------------------------------------------------


def chained(match: UUID, players: Sequence[UUID], rounds: int) -> list[Line]:
    """Play a match of Mittlere with two rounds in all; the first of them is corrected."""
    game = GAMES["mittlere"](len(players), {"rounds": 2})
    state = MatchState(
        uid=match,
        circle_id=0,
        night_id=0,
        game=game.key,
        rules=canonical(game.rules),
        first_dealer=0,
        started_at=EVENING,
        seats=[SeatState(number) for number in range(game.seats)],
    )
    entry = {
        "game": game.key,
        "rules": game.rules,
        "players": [str(who) for who in players],
        "first_dealer": 0,
    }
    acts: list[tuple[Act, str | None]] = [
        (Act("start", None, canonical(entry), game.RULES_VERSION), None)
    ]
    for number in range(1, rounds + 1):
        acts.append((_act("record", number, number % 3), None))
        if number == 1:
            acts.append((_act("correct", number, 2), "“counted”, again = 7 🦟"))
    return list(revised(state, acts, players[0]))


def _act(kind: str, number: int, middle: int) -> Act:
    game, entry = GAMES["mittlere"](3, {}), mittlere(middle)
    return scored(kind, number, entry, game.RULES_VERSION, game.score(entry))


def revised(
    state: MatchState, acts: Iterable[tuple[Act, str | None]], player: UUID
) -> Iterable[Line]:
    """Give the lines of some acts, chained."""
    at: dt.datetime = EVENING
    for act, text in acts:
        digest = None if text is None else note_digest(SALT, text)
        revision = revise(state, act, Actor(0, uid("device"), player), at, note=digest)
        at += MINUTE
        del revision["circle_id"], revision["match_id"]
        note = None if text is None else {"digest": digest, "salt": SALT, "text": text}
        by = {"actor": str(player), "device": str(uid("device"))}
        yield {"type": "revision", "match": str(state.uid), **revision, **by, "note": note}
