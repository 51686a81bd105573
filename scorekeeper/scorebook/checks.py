"""What is checked of one match: its chain, its scores, and all that follows from them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.rules.problems import Unscorable
from scorekeeper.scorebook.chains import check_chain, check_printed
from scorekeeper.scorebook.findings import UNREADABLE, Finding, place_of
from scorekeeper.scorebook.ledger import Row, canonical, fold, moment
from scorekeeper.scorebook.matches import outcome_of, seated_game
from scorekeeper.scorebook.statistics_checks import check_statistics
from scorekeeper.scorebook.totals import check_totals

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorekeeper.rules.base import Game
    from scorekeeper.rules.problems import Json
    from scorekeeper.rules.results import Score
    from scorekeeper.scorebook.findings import FileRow, Stored
    from scorekeeper.scorebook.ledger import Ledger
    from scorekeeper.scorebook.statistics_checks import Made

HOLD_ENTRIES = ("record", "correct", "restore")
SAID = {"confirm": "a confirmation", "dispute": "a dispute"}


class Found(NamedTuple):
    """What the revisions of a match give: their rows, and the scores that today's rules make.

    ``earlier`` has the ``seq`` of those that an earlier version of the rules scored.
    """

    rows: list[Row]
    earlier: set[int]
    made: Made


class Due(NamedTuple):
    """A round that stands as an earlier version of the rules scored it, and today's score."""

    row: Row
    score: Score


def check(stored: Stored, due: list[Due], printed: Sequence[str] = ()) -> Iterator[Finding]:
    """Recompute a match from its entries, and say where anything differs.

    Args:
        stored: the match.
        due: gets the rounds that today's rules score otherwise than an earlier version did.
        printed: digits of its head that stand on sheets of paper.
    """
    match, seats, revisions = stored[:3]
    yield from check_chain(stored)
    yield from check_printed(stored, printed)
    yield from _belongs(stored)
    try:
        game = seated_game(match.game, len(seats), match.rules)
    except (*UNREADABLE, Unscorable):
        yield Finding("its game, seats and house rules don't go together", match.uid)
        return
    begun = [*_start(stored)]
    yield from begun
    rows: list[Row] = []
    earlier: set[int] = set()
    made: Made = {}
    for revision in revisions:
        yield from _scored(match, game, revision, Found(rows, earlier, made))
    if len(rows) < len(revisions):
        return
    ledger = fold(rows)
    kept = [*_kept(stored, game, ledger)]
    yield from kept
    if stored.statistics is not None and not begun and not kept:
        yield from check_statistics(stored, stored.statistics, game, ledger, made)
    yield from _said(stored)
    if earlier:
        yield from _today(stored, game, [held.row for held in ledger.rounds], earlier, due)


def _belongs(stored: Stored) -> Iterator[Finding]:
    """Check that all of a match is of one circle: each query goes by that."""
    match, seats, revisions, stances = stored[:4]
    circle = match.circle_id
    if match.night_circle != circle:
        yield Finding("its night is another circle's", match.uid)
    for seat in seats:
        if not circle == seat.circle_id == seat.player_circle:
            yield Finding(f"seat {seat.number} or its player is another circle's", match.uid)
    for revision in revisions:
        if revision.circle_id != circle:
            yield Finding("it is another circle's", *place_of(match, revision))
        if revision.revision_id is not None and revision.note_circle != circle:
            yield Finding("its note is another circle's", *place_of(match, revision))
    for stance in stances:
        if stance.circle_id != circle:
            what = f"{SAID[stance.kind]} of it is another circle's"
            yield Finding(what, *place_of(match, stance))
    if match.version < match.revisions:
        what = f"its version is {match.version}, although it has {match.revisions} revisions"
        yield Finding(what, match.uid)


def _start(stored: Stored) -> Iterator[Finding]:
    match, seats, revisions = stored[:3]
    if not revisions or revisions[0].kind != "start":
        yield Finding("its beginning is missing", match.uid)
        return
    kept: Json = {
        "game": match.game,
        "rules": json.loads(match.rules),
        "players": [str(seat.uid) for seat in seats],
        "first_dealer": match.first_dealer,
    }
    if revisions[0].entry != canonical(kept):
        what = "its players, house rules or dealer aren't those it began with"
        yield Finding(what, match.uid, None, 0)
    if revisions[0].at != moment(match.started_at):
        yield Finding("the match is kept as begun at another time", match.uid, None, 0)


def _scored(match: FileRow, game: Game, revision: FileRow, found: Found) -> Iterator[Finding]:
    """Check a revision's scores, and add what the rest follows from to what was ``found``.

    Only today's version of the rules is here to score with: what an earlier one scored stands.
    """
    place = place_of(match, revision)
    kind, number, version = revision.kind, revision.round_no, revision.rules_version
    if kind == "result":
        yield from _totals(match, game, revision, found.rows)
        return
    holds = kind in HOLD_ENTRIES or (kind == "rescore" and number is not None)
    known = version.__class__ is int and 1 <= version <= game.RULES_VERSION
    if not known and (holds or version is not None):
        yield Finding(f"this program doesn't know version {version} of its rules", *place)
    scores = None
    if holds and version == game.RULES_VERSION:
        try:
            entry = json.loads(revision.entry)
            score = game.score(entry, anyway=revision.anyway)
        except (*UNREADABLE, Unscorable) as error:
            yield Finding(f"its entry can't be scored: {error}", *place)
            return
        found.made[revision.seq] = entry, score
        scores = canonical(score.scores)
        if scores != revision.scores:
            what = f"its scores are {revision.scores}, but the entry makes {scores}"
            yield Finding(what, *place)
    elif holds:
        scores = revision.scores
        if not _are_points(scores, game.seats):
            yield Finding(f"its scores are {scores}, and can't be", *place)
            return
        if known:
            found.earlier.add(revision.seq)
    found.rows.append(Row(revision.seq, kind, number, scores, revision.entry, revision.anyway))


def _totals(match: FileRow, game: Game, revision: FileRow, rows: list[Row]) -> Iterator[Finding]:
    """Check final totals: they are what was written down, and the game can have given them."""
    place = place_of(match, revision)
    totals = json.loads(revision.entry)["totals"]
    if problems := check_totals(game.totals, totals, game.seats):
        words = " ".join(problem.words() for problem in problems)
        yield Finding(f"its totals can't be: {words}", *place)
        return
    if revision.round_no is not None or revision.scores != canonical(totals):
        yield Finding(f"its scores are {revision.scores}, but the totals are {totals}", *place)
    rows.append(Row(revision.seq, "result", None, canonical(totals), revision.entry))


def _are_points(scores: str, seats: int) -> bool:
    try:
        points = json.loads(scores)
        return len(points) == seats and {point.__class__ for point in points} == {int}
    except UNREADABLE:
        return False


def _kept(stored: Stored, game: Game, ledger: Ledger) -> Iterator[Finding]:
    """Recompute what is kept beside the ledger for lists and statistics."""
    match = stored.match
    if (match.origin == "results") != (ledger.result is not None):
        yield Finding(f"it is kept as “{match.origin}”, which its ledger isn't", match.uid)
    if ledger.result is not None and ledger.rounds:
        yield Finding("it has rounds beside final totals", match.uid)
    outcome = outcome_of(game, ledger)
    for seat, standing in zip(stored.seats, outcome.standings, strict=True):
        for name, kept, right in (
            ("total", seat.total, standing.total),
            ("rank", seat.rank, standing.rank),
            ("win", seat.won, standing.seat in outcome.winners),
        ):
            if kept != right:
                what = f"the {name} kept of seat {seat.number} is {kept}, and should be {right}"
                yield Finding(what, match.uid)
    if match.reason != outcome.reason or match.state != ("over" if outcome.finished else "playing"):
        yield Finding(f"it is kept as “{match.state}”, and should not be", match.uid)
    if match.rounds != outcome.counted:
        what = f"{match.rounds} rounds are kept as counting, and should be {outcome.counted}"
        yield Finding(what, match.uid)
    over_at = None if match.over_at is None else moment(match.over_at)
    if (over_at is not None) != outcome.finished or (
        outcome.finished and all(revision.at != over_at for revision in stored.revisions)
    ):
        yield Finding(f"it is kept as over since {over_at}, and should not be", match.uid)


def _said(stored: Stored) -> Iterator[Finding]:
    """Check that players confirm and dispute what was there when they said so."""
    match, seats, revisions, stances = stored[:4]
    at_table = {seat.player_id for seat in seats}
    for stance in stances:
        place, said = place_of(match, stance), SAID[stance.kind]
        if not 0 <= stance.seq < len(revisions):
            yield Finding(f"{said} is of it, but it is missing", *place)
        elif stance.round_no is not None and all(
            revision.round_no != stance.round_no for revision in revisions[: stance.seq + 1]
        ):
            yield Finding(f"{said} is of a round that wasn't there", *place)
        if stance.player_id not in at_table:
            yield Finding(f"{said} is of somebody who didn't sit at the table", *place)


def _today(
    stored: Stored, game: Game, standing: Sequence[Row], earlier: set[int], due: list[Due]
) -> Iterator[Finding]:
    """Say which rounds today's rules score otherwise than an earlier version did."""
    by = f"by version {game.RULES_VERSION} of the rules"
    for row in standing:
        if row.seq not in earlier:
            continue
        place = stored.match.uid, row.round_no, row.seq
        try:
            score = game.score(json.loads(row.entry or "null"), anyway=row.anyway)
        except (*UNREADABLE, Unscorable) as error:
            what = f"its scores {row.scores} stay, since {by} it can't be scored: {error}"
            yield Finding(what, *place, wrong=False)
            continue
        if canonical(score.scores) != row.scores:
            due.append(Due(row, score))
            what = f"its scores are {row.scores}; {by} they would be {canonical(score.scores)}"
            yield Finding(what, *place, wrong=False)
