"""Rounds: checked, recorded, corrected, and read with the lines that derive their points."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import select

from scorekeeper.rules.problems import N_, Problem, Unscorable
from scorekeeper.rules.results import Score
from scorekeeper.scorebook.errors import NotFound, Refused, Stale, Taken
from scorekeeper.scorebook.ledger import Pen, Row, canonical, fold, scored
from scorekeeper.scorebook.matches import Opened, act, score_for, seated_game
from scorekeeper.scorebook.models import Match, Note, Player, Revision, Seat
from scorekeeper.scorebook.notes import clean_note
from scorekeeper.scorebook.state import load, read_rows
from scorekeeper.scorebook.store import db

if TYPE_CHECKING:
    import uuid
    from collections.abc import Mapping

    from scorekeeper.rules.base import Game
    from scorekeeper.rules.problems import Json
    from scorekeeper.scorebook.boards import Board


class Writing(NamedTuple):
    """A round as somebody sends it: for which place, made from which version of the match.

    ``replaces`` is the seq of the revision that it is meant to correct, once that was asked;
    ``reason`` is why, or why it is recorded ``anyway`` although cards are missing or too many.
    """

    number: int
    version: int
    entry: Json
    replaces: int | None = None
    reason: str = ""
    anyway: bool = False


def record(pen: Pen, opened: Opened, writing: Writing) -> None:
    """Record a round, or correct the one that ``writing`` says it replaces.

    The very entry that stands already is taken as said twice, not as a conflict.

    Raises:
        Taken: the round stands with another entry.
        Stale: the match has changed in another way since the form was made.
        Refused: the entry can't be right, the match is over, or the reason is missing for which
            the round is recorded anyway.
    """
    reason = clean_note(writing.reason)
    ledger = opened.ledger
    standing = next((held for held in ledger.rounds if held.number == writing.number), None)
    entry = canonical(writing.entry)
    if standing is not None:
        if standing.row.entry == entry:
            return
        if standing.row.seq != writing.replaces:
            raise Taken(
                opened.match.revisions,
                ledger.next_number,
                writing.number,
                standing.row.seq,
                json.loads(standing.row.entry or "null"),
            )
    elif opened.match.state == "over" and writing.number >= ledger.next_number:
        raise Refused([over()])
    elif opened.match.revisions != writing.version or writing.number != ledger.next_number:
        raise Stale(opened.match.revisions, ledger.next_number)
    score = score_for(
        opened.game, writing.number, writing.entry, ledger.rounds, anyway=writing.anyway
    )
    what = scored(
        "record" if standing is None else "correct",
        writing.number,
        writing.entry,
        opened.game.RULES_VERSION,
        score,
    )
    if what.anyway and reason is None:
        text = N_("Say in a few words why the cards don't add up.")
        raise Refused([Problem("REASON_NEEDED", text, "/reason")])
    act(pen, opened, what, note=reason)


def over() -> Problem:
    """Say that nothing more can be recorded."""
    text = N_("This match is over. Undo its end if there is more to write down.")
    return Problem("ALREADY_OVER", text)


# Reading ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RoundView:
    """A round as its page shows it: what was entered, its points, and how they come about.

    ``scores`` are the points that are stored, as ``version`` of the rules made them; ``score`` is
    what today's make of the entry, or those points without lines if it isn't ``scorable`` today.
    """

    number: int
    game: Game
    names: tuple[str, ...]
    entry: Mapping[str, Json]
    version: int
    scores: tuple[int, ...]
    score: Score
    scorable: bool
    tally: tuple[Mapping[str, int], ...]
    corrected: bool
    anyway: bool
    at: dt.datetime
    by: str | None
    seq: int
    reason: str | None

    @property
    def outdated(self) -> bool:
        """Whether today's rules give other points than those that are stored."""
        return not self.scorable or self.score.scores != self.scores

    def name(self, seat: int) -> str:
        """Give a seat's player."""
        return self.names[seat]


@dataclass(frozen=True)
class Version:
    """A round as it stands, or stood once: its entry, and why it was recorded anyway."""

    entry: Mapping[str, Json]
    anyway: bool
    reason: str | None


def version(circle_id: int, uid: uuid.UUID, number: int, seq: int) -> Version:
    """Read a round as a revision left it.

    Raises:
        NotFound: there is no such revision of this round.
    """
    row = db.session.execute(
        select(Revision.entry, Revision.anyway, Note.text)
        .join(Match, Match.id == Revision.match_id)
        .outerjoin(Note, Note.revision_id == Revision.id)
        .where(
            Match.uid == uid,
            Match.circle_id == circle_id,
            Revision.round_no == number,
            Revision.seq == seq,
            Revision.entry.is_not(None),
        )
    ).first()
    if row is None:
        raise NotFound
    return Version(json.loads(row.entry), row.anyway, row.text)


def preview(
    circle_id: int, board: Board, number: int, entry: Json, *, anyway: bool = False
) -> Score:
    """Score an entry without recording it, ``anyway`` although cards are missing or too many.

    Raises:
        Refused: it can't be right.
    """
    companions = board.game.companions(number)
    rows: list[Row] = []
    if companions:
        rows = read_rows(db.session(), load(db.session(), circle_id, board.uid).id)
    return score_for(board.game, number, entry, fold(rows).rounds, anyway=anyway)


def view(circle_id: int, uid: uuid.UUID, number: int) -> RoundView:
    """Read a round.

    Raises:
        NotFound: the circle has no such match, or the match no such round.
    """
    seats = db.session.execute(
        select(Match.id, Match.game, Match.rules, Player.name)
        .join(Seat, Seat.match_id == Match.id)
        .join(Player, Player.id == Seat.player_id)
        .where(Match.uid == uid, Match.circle_id == circle_id)
        .order_by(Seat.number)
    ).all()
    if not seats:
        raise NotFound
    game = seated_game(seats[0].game, len(seats), seats[0].rules)
    revisions = db.session.execute(
        select(
            Revision.seq,
            Revision.kind,
            Revision.entry,
            Revision.rules_version,
            Revision.scores,
            Revision.anyway,
            Revision.at,
            Player.name,
            Note.text.label("reason"),
        )
        .outerjoin(Player, Player.uid == Revision.actor)
        .outerjoin(Note, Note.revision_id == Revision.id)
        .where(Revision.match_id == seats[0].id, Revision.round_no == number)
        .order_by(Revision.seq)
    ).all()
    if not revisions or revisions[-1].entry is None:
        raise NotFound
    newest = revisions[-1]
    entered = [revision for revision in revisions if revision.kind != "rescore"][-1]
    numbers_from = [row for row in revisions if row.kind in ("record", "correct")][-1]
    entry = json.loads(newest.entry)
    scores = tuple(json.loads(newest.scores))
    score = _today(game, entry, anyway=newest.anyway)
    kinds = [revision.kind for revision in revisions]
    since = len(kinds) - kinds[::-1].index("record")
    return RoundView(
        number,
        game,
        tuple(seat.name for seat in seats),
        entry,
        newest.rules_version,
        scores,
        score or Score(scores, (), (), {}),
        score is not None,
        game.tally(entry),
        "correct" in kinds[since:],
        newest.anyway,
        dt.datetime.fromisoformat(entered.at),
        entered.name,
        newest.seq,
        numbers_from.reason,
    )


def _today(game: Game, entry: Json, *, anyway: bool) -> Score | None:
    try:
        return game.score(entry, anyway=anyway)
    except Unscorable:
        return None
