"""Matches: begun, undone, restored, ended, and read for the scoreboard and the lists."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from scorekeeper.rules import GAMES
from scorekeeper.rules.problems import N_, Problem, Unscorable
from scorekeeper.rules.results import Outcome, add_up, rank
from scorekeeper.scorebook import state, statistics_rows
from scorekeeper.scorebook.circles import Seatable, night_of, seat_players
from scorekeeper.scorebook.errors import Refused, Stale
from scorekeeper.scorebook.ledger import (
    Act,
    Ledger,
    Pen,
    Row,
    append,
    canonical,
    fold,
    newest_entry,
    scored,
)
from scorekeeper.scorebook.state import MatchState, SeatState

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Mapping, Sequence

    from sqlalchemy.orm import Session

    from scorekeeper.rules.base import Game
    from scorekeeper.rules.problems import Json
    from scorekeeper.rules.results import Score
    from scorekeeper.scorebook.ledger import Recorded
    from scorekeeper.scorebook.models import Circle

ENDED_EARLY = "ended_early"
"""Why a match is over that the table ended; the other reasons are the games' own."""

RESULT_KNOWN = "result_known"
"""Why a match is over of which only the final totals were written down."""


def seated_game(key: str, seats: int, rules: str) -> Game:
    """Give a match's game from what is stored of it: its key, seats and house rules as JSON."""
    return _seated(GAMES[key], seats, rules)


@lru_cache(maxsize=512)
def _seated(kind: type[Game], seats: int, rules: str) -> Game:
    return kind(seats, json.loads(rules))


@dataclass(frozen=True)
class Plan:
    """A match as the table wants it, before it begins."""

    game: str
    rules: Mapping[str, Json]
    players: tuple[Seatable, ...]
    first_dealer: int

    def as_json(self) -> dict[str, Json]:
        """Give its values, for telling whether a form was sent with the same ones."""
        return {
            "game": self.game,
            "rules": dict(self.rules),
            "players": [[str(who.uid), who.name] for who in self.players],
            "first_dealer": self.first_dealer,
        }


def check_plan(plan: Plan) -> Game:
    """Give the game for a plan.

    Raises:
        Refused: no such game, house rules or number of players that can't be, a house rule
            that a match needs, a first dealer who isn't at the table.
    """
    if plan.game not in GAMES:
        raise Refused([Problem("UNKNOWN_GAME", N_("Choose one of the games."), "/game")])
    try:
        game = GAMES[plan.game](len(plan.players), plan.rules)
    except Unscorable as unscorable:
        raise Refused(unscorable.problems) from None
    problems = [
        Problem(
            "RULE_NEEDED",
            N_("“%(title)s” must be settled before the match begins."),
            facts={"rule": rule.name, "title": rule.title},
        )
        for rule in game.unsettled
    ]
    if not 0 <= plan.first_dealer < game.seats:
        text = N_("Choose who deals first.")
        problems.append(Problem("FIRST_DEALER", text, "/first_dealer"))
    if problems:
        raise Refused(problems)
    return game


def begin(
    pen: Pen, circle: Circle, plan: Plan, night_id: int | None = None, origin: str = "live"
) -> MatchState:
    """Begin a match in a circle.

    Args:
        pen: who begins it, and when.
        circle: the circle.
        plan: what is played, and by whom.
        night_id: the night it belongs to; None for the one that it is.
        origin: one of ORIGINS.

    Raises:
        Refused: see ``check_plan`` and ``seat_players``.
        NotFound: a player who isn't of this circle.
    """
    game = check_plan(plan)
    players = seat_players(pen.session, circle, list(plan.players), pen.at)
    match = MatchState(
        uid=uuid.uuid4(),
        circle_id=circle.id,
        night_id=night_id or night_of(pen.session, circle, pen.at).id,
        game=plan.game,
        rules=canonical(game.rules),
        first_dealer=plan.first_dealer,
        started_at=pen.at,
        origin=origin,
        seats=[SeatState(player.id) for player in players],
    )
    state.add(pen.session, match)
    append(pen, match, start_act(match, [player.uid for player in players]))
    state.save(pen.session, match)
    return match


def start_act(match: MatchState, players: Sequence[uuid.UUID]) -> Act:
    """Make the ledger's first act: what is played, by whom, and by which house rules."""
    entry = {
        "game": match.game,
        "rules": json.loads(match.rules),
        "players": [str(uid) for uid in players],
        "first_dealer": match.first_dealer,
    }
    return Act("start", None, canonical(entry), GAMES[match.game].RULES_VERSION)


def outcome_of(game: Game, ledger: Ledger) -> Outcome:
    """Tell where a match stands, by the game's rules and by what the table said besides.

    Args:
        game: the match's.
        ledger: its rounds, whether the table ended it, and whether rounds after the end count.
    """
    if ledger.result is not None:
        return Outcome(rank(ledger.result), RESULT_KNOWN, 0, final=True)
    outcome = game.outcome(ledger.scores)
    if ledger.counts_all and outcome.counted < len(ledger.rounds):
        totals = rank(add_up(ledger.scores, game.seats))
        outcome = replace(outcome, standings=totals, counted=len(ledger.rounds))
    if ledger.ended and not outcome.reason:
        outcome = replace(outcome, reason=ENDED_EARLY)
    return outcome


# Changing a match ---------------------------------------------------------------------------


@dataclass
class Opened:
    """A match that is being changed, read anew inside the write."""

    match: MatchState
    game: Game
    rows: list[Row]

    @property
    def ledger(self) -> Ledger:
        """Where the match stands."""
        return fold(self.rows)


def open_match(session: Session, circle_id: int, uid: uuid.UUID) -> Opened:
    """Read a match for changing it.

    Raises:
        NotFound: the circle has no such match.
    """
    match = state.load(session, circle_id, uid)
    rows = state.read_rows(session, match.id)
    return Opened(match, seated_game(match.game, len(match.seats), match.rules), rows)


def check_version(opened: Opened, version: int) -> None:
    """Refuse to act on a page that was made before the match last changed.

    Raises:
        Stale: it has changed since it had ``version`` revisions.
    """
    if opened.match.revisions != version:
        raise Stale(opened.match.revisions, opened.ledger.next_number)


def act(pen: Pen, opened: Opened, what: Act, *, note: str | None = None) -> Ledger:
    """Do something to a match, and let everything that follows from it follow."""
    opened.rows.append(append(pen, opened.match, what, note=note))
    ledger = opened.ledger
    if opened.match.state == "over":
        statistics_rows.forget(pen.session, [opened.match.id])
    settle(opened.match, opened.game, ledger, pen.at)
    state.save(pen.session, opened.match)
    if opened.match.state == "over":
        statistics_rows.keep(pen.session, opened.match, opened.game, ledger)
    return ledger


def settle(match: MatchState, game: Game, ledger: Ledger, at: dt.datetime) -> None:
    """Bring what is kept for lists in line with the ledger: totals, ranks, winners, state."""
    outcome = outcome_of(game, ledger)
    match.rounds = outcome.counted
    match.reason = outcome.reason
    match.state = "over" if outcome.finished else "playing"
    match.over_at = (match.over_at or at) if outcome.finished else None
    for seat, standing in zip(match.seats, outcome.standings, strict=True):
        seat.total, seat.rank = standing.total, standing.rank
        seat.won = standing.seat in outcome.winners


def score_for(
    game: Game, number: int, entry: Json, rounds: list[Recorded], *, anyway: bool = False
) -> Score:
    """Score an entry in its place of the match, beside those played with the same cards.

    Args:
        game: the match's.
        number: which entry of the match it is, from 1.
        entry: the round as typed in.
        rounds: those that stand recorded.
        anyway: score it although cards are missing or too many.

    Raises:
        Refused: it can't be right.
    """
    companions = game.companions(number)
    beside = [json.loads(held.row.entry or "null") for held in rounds if held.number in companions]
    phase = game.place(number).phase
    try:
        score = game.score(entry, anyway=anyway, beside=beside)
    except Unscorable as unscorable:
        raise Refused(unscorable.problems) from None
    if phase is not None and entry["phase"] != phase:
        text = N_("This is the place of the other phase.")
        raise Refused([Problem("WRONG_PHASE", text, "/phase")])
    return score


def undo(pen: Pen, opened: Opened) -> None:
    """Take back what was done last: the early end, or else the last round (a ``void``).

    Raises:
        Refused: there is nothing to undo.
    """
    ledger = opened.ledger
    if ledger.ended:
        act(pen, opened, Act("reopen"))
    elif ledger.rounds:
        act(pen, opened, Act("void", ledger.rounds[-1].number))
    else:
        text = N_("There is no round to undo.")
        raise Refused([Problem("NOTHING_TO_UNDO", text)])


def restore(pen: Pen, opened: Opened) -> None:
    """Bring back the round that was undone last, be it to stand after the end of the match.

    Raises:
        Refused: none was, or its place has been filled since; or it doesn't go together any
            more with what was corrected meanwhile.
    """
    ledger, game = opened.ledger, opened.game
    number = ledger.restorable
    held = None if number is None else newest_entry(opened.rows, number)
    if number is None or held is None:
        raise Refused([Problem("NOTHING_TO_RESTORE", N_("There is no undone round to restore."))])
    entry = json.loads(held.entry or "null")
    score = score_for(game, number, entry, ledger.rounds, anyway=held.anyway)
    act(pen, opened, scored("restore", number, entry, game.RULES_VERSION, score))


def end_early(pen: Pen, opened: Opened) -> None:
    """End a match before its rules do; whoever leads wins.

    Raises:
        Refused: it is over already.
    """
    if opened.match.state == "over":
        raise Refused([Problem("ALREADY_OVER", N_("This match is over already."))])
    act(pen, opened, Act("end"))


def count_after_end(pen: Pen, opened: Opened) -> None:
    """Let rounds count that stand after the end of the match; said again, let them not.

    There are such rounds where a correction moved the end.

    Raises:
        Refused: no round stands after the end.
    """
    ledger = opened.ledger
    if opened.game.outcome(ledger.scores).counted == len(ledger.rounds):
        text = N_("No round stands after the end of this match.")
        raise Refused([Problem("NOTHING_AFTER_END", text)])
    act(pen, opened, Act("count_after_end"))
