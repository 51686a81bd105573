"""A match of a file, checked before it comes in as ``verify`` checks those that are there."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import dataclass
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast
from uuid import UUID

from scorekeeper.rules import GAMES
from scorekeeper.rules.problems import N_, Unscorable
from scorekeeper.scorebook.checks import check
from scorekeeper.scorebook.exchange.lines import BadFile
from scorekeeper.scorebook.findings import UNREADABLE, Stored
from scorekeeper.scorebook.ledger import Ledger, Recorded, Row, canonical, fold
from scorekeeper.scorebook.matches import outcome_of, seated_game, settle
from scorekeeper.scorebook.state import MatchState, SeatState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.rules.base import Game
    from scorekeeper.rules.problems import Json
    from scorekeeper.scorebook.exchange.reading import FileMatch, Said
    from scorekeeper.scorebook.findings import FileRow

FURTHEST = 1_000_000
"""No round of any game is worth more points, or less."""

MOST_AFTER_END = 200
"""What is done to a match after its end; of a longer file the end is looked for no further back."""

START_KEYS = {"game", "rules", "players", "first_dealer"}
HOLD_ROUNDS = ("record", "correct", "restore", "rescore")
HOLD_ENTRIES = ("start", "result", *HOLD_ROUNDS)


@dataclass(frozen=True)
class Checked:
    """A match that may be taken in: its state, with seats without players, and who sits there."""

    file: FileMatch
    game: Game
    state: MatchState
    players: tuple[UUID, ...]


def check_match(match: FileMatch) -> Checked:
    """Recompute a match from its entries, and settle what follows from them.

    Raises:
        BadFile: its chain is broken, its scores aren't what the rules make of its entries, it was
            played as no match can be, or somebody said something of what wasn't there.
    """
    checked = settled(match)
    _check_stances(checked)
    try:
        wrong = next((found for found in check(_as_stored(checked), []) if found.wrong), None)
    except UNREADABLE:
        raise BadFile(match.said.line, N_("Line %(line)s: the match can't be read.")) from None
    if wrong is not None:
        line = match.said.line if wrong.seq is None else match.revisions[wrong.seq].line
        raise BadFile(line, N_("Line %(line)s: %(what)s."), what=wrong.what)
    return checked


def settled(match: FileMatch) -> Checked:
    """Settle a match by its revisions, without a look at its chain and its scores.

    Raises:
        BadFile: it can't have begun, or gone on, as the file says.
    """
    begun = next(iter(match.revisions), match.said)
    if begun.of.get("kind") != "start":
        raise BadFile(begun.line, N_("Line %(line)s: the beginning of the match is missing."))
    game, players, state = _seated(match)
    _check_acts(game, match.revisions)
    settle_by(state, game, match.revisions)
    return Checked(match, game, state, players)


def _seated(match: FileMatch) -> tuple[Game, tuple[UUID, ...], MatchState]:
    """Seat the match's players at its game, as its first revision says."""
    start = match.revisions[0]
    entry = json.loads(start.of["entry"] or "null")
    bad = BadFile(start.line, N_("Line %(line)s: no match can begin like this."))
    if not isinstance(entry, dict) or entry.keys() != START_KEYS:
        raise bad
    uids, dealer = entry["players"], entry["first_dealer"]
    try:
        players = tuple(UUID(uid) for uid in uids)
        game = GAMES[entry["game"]](len(players), entry["rules"])
        rules = canonical(entry["rules"])
        seated_game(entry["game"], len(players), rules)
    except (*UNREADABLE, Unscorable):
        raise bad from None
    if (
        game.unsettled
        or [str(uid) for uid in players] != uids
        or len(set(players)) < len(players)
        or not (dealer.__class__ is int and 0 <= dealer < game.seats)
        or start.of["rules_version"] not in range(1, game.RULES_VERSION + 1)
    ):
        raise bad
    if not match.circle.players.keys() >= set(players):
        raise BadFile(start.line, N_("Line %(line)s names a player who isn't in the file."))
    state = MatchState(
        uid=match.said.uid,
        circle_id=0,
        night_id=0,
        game=entry["game"],
        rules=rules,
        first_dealer=dealer,
        started_at=at_of(start),
        seats=[SeatState(number) for number in range(game.seats)],
        origin=match.said.of["origin"],
    )
    return game, players, state


def at_of(said: Said, key: str = "at") -> dt.datetime:
    """Give a moment that a line holds."""
    return dt.datetime.fromisoformat(said.of[key])


# What can be done to a match ----------------------------------------------------------------


def _check_acts(game: Game, revisions: Sequence[Said]) -> None:
    """Check that each act could follow those before it, as a scorebook lets them."""
    standing = 0
    entered: set[int] = set()
    for said in revisions:
        kind, number = said.of["kind"], said.of["round_no"]
        _check_filled(game, said)
        due = {
            "record": standing + 1,
            "restore": standing + 1 if standing + 1 in entered else None,
            "void": standing or None,
        }
        if kind in ("correct", "rescore"):
            follows = number is not None and number <= standing
        elif kind in due:
            follows = number is not None and number == due[kind]
        else:
            follows = number is None and (kind == "start") == (said.of["seq"] == 0)
        if not follows:
            text = N_("Line %(line)s: this can't be done to the match as it stood.")
            raise BadFile(said.line, text)
        if number is not None:
            standing += {"record": 1, "restore": 1, "void": -1}.get(kind, 0)
            entered.add(number)


def _check_filled(game: Game, said: Said) -> None:
    """Check that a revision has an entry and scores where its kind has them, and only there."""
    kind, of = said.of["kind"], said.of
    holds, scored = kind in HOLD_ENTRIES, kind in HOLD_ENTRIES and kind != "start"
    filled = {
        "entry": holds,
        "rules_version": holds,
        "scores": scored,
    }
    for key, needed in filled.items():
        if (of[key] is not None) != needed:
            text = (
                N_("Line %(line)s: “%(key)s” is missing.")
                if needed
                else N_("Line %(line)s: “%(key)s” has no place there.")
            )
            raise BadFile(said.line, text, key=key)
    if scored and not _are_points(json.loads(of["scores"]), game.seats):
        raise BadFile(said.line, N_("Line %(line)s: its scores can't be."))
    if kind in HOLD_ROUNDS:
        entry = json.loads(of["entry"])
        phase = game.place(of["round_no"]).phase if of["round_no"] is not None else None
        if not isinstance(entry, dict) or (phase is not None and entry.get("phase") != phase):
            raise BadFile(said.line, N_("Line %(line)s: this is no entry for its round."))


def _are_points(scores: Json, seats: int) -> bool:
    return (
        isinstance(scores, list)
        and len(scores) == seats
        and all(points.__class__ is int and abs(points) <= FURTHEST for points in scores)
    )


def _check_stances(checked: Checked) -> None:
    """Check that those who said something sat there, and that there was something to say it of."""
    for said in checked.file.stances:
        if said.to("player") not in checked.players:
            text = N_("Line %(line)s: somebody who didn't sit at the table can't say this.")
            raise BadFile(said.line, text)
        if said.of["seq"] >= len(checked.file.revisions):
            raise BadFile(said.line, N_("Line %(line)s: what this was said of is missing."))


# What follows from it -----------------------------------------------------------------------


def row_of(said: Said) -> Row:
    """Give what of a revision is needed to say where the match stands."""
    of = said.of
    return Row(of["seq"], of["kind"], of["round_no"], of["scores"], of["entry"], of["anyway"])


def settle_by(state: MatchState, game: Game, revisions: Sequence[Said]) -> None:
    """Bring a match in line with all its revisions; it is over since that which ended it."""
    state.revisions = len(revisions)
    state.head = revisions[-1].of["hash"]
    state.version = max(state.version, state.revisions)
    state.over_at = None
    over_since = _over_since(game, revisions) or revisions[-1]
    settle(state, game, fold(row_of(said) for said in revisions), at_of(over_since))


def _over_since(game: Game, revisions: Sequence[Said]) -> Said | None:
    """Find the revision since which a match is over; None while it is in play."""
    ledger, since = Ledger(), None
    for seq, said in enumerate(revisions):
        kind, row = said.of["kind"], row_of(said)
        if kind == "void":
            ledger.rounds.pop()
        elif row.round_no is not None:
            points = json.loads(row.scores or "[]")
            recorded = Recorded(row.round_no, row, corrected=False, scores=points, since=row.seq)
            ledger.rounds[row.round_no - 1 : row.round_no] = [recorded]
        elif kind == "result":
            ledger.result = json.loads(row.scores or "[]")
        elif kind in ("end", "reopen"):
            ledger.ended = kind == "end"
        if seq < len(revisions) - MOST_AFTER_END:
            continue
        if not outcome_of(game, ledger).finished:
            since = None
        elif since is None:
            since = said
    return since


def _as_stored(checked: Checked) -> Stored:
    """Give the match as ``verify`` would read it from a scorebook that keeps no statistics yet."""
    state, file = checked.state, checked.file
    match = SimpleNamespace(**state.columns(), night_circle=0)
    seats = [
        SimpleNamespace(**seat, uid=uid, player_circle=0)
        for seat, uid in zip(state.seat_columns(), checked.players, strict=True)
    ]
    revisions = [SimpleNamespace(**_revision(said)) for said in file.revisions]
    places = {uid: seat for seat, uid in enumerate(checked.players)}
    stances = [
        SimpleNamespace(
            circle_id=0,
            kind=said.of["kind"],
            seq=said.of["seq"],
            round_no=said.of["round_no"],
            player_id=places.get(UUID(said.of["player"]), -1),
        )
        for said in file.stances
    ]
    rows = cast("list[Sequence[FileRow]]", [seats, revisions, stances])
    return Stored(cast("FileRow", match), rows[0], rows[1], rows[2])


def _revision(said: Said) -> dict[str, Any]:
    note = said.of["note"] or {"digest": None, "salt": None, "text": None}
    return {
        **said.of,
        "circle_id": 0,
        "note": note["digest"],
        "salt": note["salt"],
        "text": note["text"],
        "revision_id": said.of["seq"] if said.of["note"] else None,
        "note_circle": 0,
    }
