"""What a round would score, told while it is being typed.

All that is written is who is entering it: not by GET, and only now and then.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from flask import Blueprint, jsonify, render_template
from flask_babel import gettext as _

from scorekeeper.rules.problems import pointer
from scorekeeper.rules.results import add_up
from scorekeeper.scorebook import boards, rounds
from scorekeeper.scorebook.entering import is_due, say_entering
from scorekeeper.scorebook.errors import Busy, Refused
from scorekeeper.scorebook.ledger import Pen
from scorekeeper.scorebook.store import write
from scorekeeper.scorebook.submissions import has_saved
from scorekeeper.web.access import here, needs
from scorekeeper.web.clock import now
from scorekeeper.web.errors import FormLapsed
from scorekeeper.web.forms.entry import entry_form
from scorekeeper.web.live import others_entering
from scorekeeper.web.rounds import blueprint as of_rounds
from scorekeeper.web.signs import number as written
from scorekeeper.web.words import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from uuid import UUID

    from flask import Response

    from scorekeeper.rules.inputs import Ask, Inputs, Question
    from scorekeeper.rules.problems import Json
    from scorekeeper.rules.results import Score
    from scorekeeper.scorebook.boards import Board
    from scorekeeper.web.forms.entry import EntryForm

blueprint = Blueprint("preview", __name__, url_prefix=of_rounds.url_prefix)


@blueprint.post("/preview")
@needs("score")
def show(match: UUID, number: int) -> Response:
    """Tell what is known of a round so far: who chooses, what is wrong, what it would score."""
    board = boards.board(here().circle_id, match)
    form = entry_form(board.game, number)
    whole = form.validate()
    if form["csrf_token"].errors:
        raise FormLapsed
    stands = _stands(board, number)
    if not stands and (board.reason or number != board.ledger.next_number):
        return _too_late(board, form)
    if not stands:
        _say_entering(board, number)
    typed = form.so_far()
    score, wrong = _score(board, form) if whole else (None, [*_sums(board, form.inputs, typed)])
    points = board.game.so_far(typed) if score is None else score.scores
    return jsonify(
        saved=has_saved(here().actor.device_id, form.key.data or ""),
        choices=_choices(board, board.game.asks(typed, number)),
        says=_announcement(board, score, wrong),
        html=render_template(
            "rounds/_glance.html",
            board=board,
            form=form,
            saved_meanwhile=stands
            and form.replaces.data is None
            and form.made_from < board.revisions,
            entering=[one for one in others_entering(board) if one.round_no == number],
            score=score,
            wrong=wrong,
            points=points,
            totals=_totals(board, number),
        ),
    )


def _too_late(board: Board, form: EntryForm) -> Response:
    """Say that the round isn't due any more, or not yet again: others went on meanwhile."""
    due = board.game.place(board.ledger.next_number)
    if board.reason:
        told = _("This match is over by now. Your numbers are still here.")
    elif due.phase is None:
        told = _("Round %(n)s is due by now. Your numbers are still here.", n=due.round)
    else:
        told = _(
            "Round %(n)s, phase %(phase)s is due by now. Your numbers are still here.",
            n=due.round,
            phase=due.phase + 1,
        )
    html = render_template("rounds/_too_late.html", board=board, told=told)
    saved = has_saved(here().actor.device_id, form.key.data or "")
    return jsonify(saved=saved, choices={}, says=told, html=html)


def _say_entering(board: Board, number: int) -> None:
    """Let the others see who is entering the round; if the scorebook is busy, they don't."""
    access, at = here(), now()
    if is_due(board.typing, access.actor.device_id, number, at):
        with suppress(Busy), write() as session:
            say_entering(Pen(session, access.actor, at), access.circle_id, board.uid, number)


def _stands(board: Board, number: int) -> bool:
    return any(held.number == number for held in board.ledger.rounds)


def _score(board: Board, form: EntryForm) -> tuple[Score | None, list[str]]:
    """Score a round of which all is typed; what is still to be answered is no fault yet."""
    try:
        return rounds.preview(here().circle_id, board, form.number, form.entry()), []
    except Refused as refused:
        asked = {pointer(*choice.path) for choice in form.inputs.choices}
        asked |= {pointer(*question.path) for question in _unanswered(form)}
        wrong = [problem for problem in refused.problems if problem.field not in asked]
        return None, [say(problem, board.name) for problem in wrong]


def _unanswered(form: EntryForm) -> list[Question]:
    return [
        question
        for question in form.inputs.questions
        for row in form.rows
        if row[question.about].data == question.when and row[question.name].data is None
    ]


def _sums(board: Board, inputs: Inputs, typed: Mapping[str, Json]) -> Iterator[str]:
    """Say which declared sums can't come out right any more, whatever is typed yet."""
    seats = typed["seats"]
    for declared in inputs.sums:
        if declared.across:
            numbers = [seat[name] for seat in seats for name in declared.names]
            if _is_off(numbers, declared.total, at_most=declared.at_most):
                what = _(declared.label)
                yield _(
                    "%(what)s: %(found)s, but there are %(expected)s.",
                    what=what[:1].upper() + what[1:],
                    found=sum(filter(None, numbers)),
                    expected=declared.total,
                )
            continue
        for number, seat in enumerate(seats):
            numbers = [seat[name] for name in declared.names]
            of = seat[declared.of]
            if of is not None and _is_off(numbers, of * declared.times, at_most=declared.at_most):
                yield _(
                    "%(who)s has %(found)s of %(expected)s %(what)s.",
                    who=board.names[number],
                    found=sum(filter(None, numbers)),
                    expected=of * declared.times,
                    what=_(declared.label),
                )


def _is_off(numbers: Sequence[int | None], expected: int, *, at_most: bool) -> bool:
    found = sum(filter(None, numbers))
    return found > expected or (found < expected and not at_most and None not in numbers)


def _choices(board: Board, asks: Mapping[str, Ask]) -> dict[str, Json]:
    return {
        name: {
            "due": ask.due,
            "seat": None if ask.about is None else ask.about.seat,
            "says": "" if ask.about is None else say(ask.about, board.name),
            "barred": ask.barred,
        }
        for name, ask in asks.items()
    }


def _announcement(board: Board, score: Score | None, wrong: Sequence[str]) -> str:
    """Say in a sentence what changed, for those who don't see it."""
    if score is None:
        return " ".join(wrong)
    told = zip(board.names, score.scores, strict=True)
    scores = ", ".join(f"{name} {written(points)}" for name, points in told)
    return str(_("It adds up: %(scores)s.", scores=scores))


def _totals(board: Board, number: int) -> list[int]:
    """Give each seat's total of all other rounds."""
    others = [held.scores for held in board.ledger.rounds if held.number != number]
    return add_up(others, board.game.seats)
