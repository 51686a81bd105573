"""A match of which only the final results are known: corrected, with the old ones kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, redirect, render_template, request, url_for
from wtforms import StringField

from scorekeeper.scorebook import boards, matches
from scorekeeper.scorebook.afterwards import correct_result
from scorekeeper.scorebook.errors import NotFound, Refused, ScorebookError
from scorekeeper.web.access import here, needs
from scorekeeper.web.doing import once
from scorekeeper.web.errors import ask_again
from scorekeeper.web.forms import Versioned, new_key
from scorekeeper.web.forms.totals import as_typed, read_totals, typed_totals

if TYPE_CHECKING:
    from uuid import UUID

    from werkzeug.wrappers import Response

    from scorekeeper.scorebook.boards import Board

blueprint = Blueprint(
    "results", __name__, url_prefix="/circles/<uuid:circle>/matches/<uuid:match>/results"
)


class ResultsForm(Versioned):
    """Why the totals are corrected; they themselves are read by seat."""

    reason = StringField()


@blueprint.get("")
@needs("score")
def ask(match: UUID) -> str:
    """Show the final results, to be corrected."""
    board = _board(match)
    form = ResultsForm(formdata=None, key=new_key(), version=board.revisions)
    return _page(board, form, None)


def _board(uid: UUID) -> Board:
    """Read a match of which only the final results are known; others have no such page."""
    board = boards.board(here().circle_id, uid)
    if board.ledger.result is None:
        raise NotFound
    return board


def _page(board: Board, form: ResultsForm, error: ScorebookError | None) -> str:
    changed = form.renew(error, board.revisions)
    problems = error.problems if isinstance(error, Refused) else ()
    if request.method == "POST":
        typed = typed_totals(request.form, board.game.seats)
    else:
        typed = [as_typed(total) for total in board.ledger.result or ()]
    return render_template(
        "matches/correct_results.html",
        board=board,
        form=form,
        typed=typed,
        reason={
            "data": form.reason.data,
            "problems": [problem for problem in problems if problem.field == "/reason"],
        },
        error=error,
        changed=changed,
        problems=problems,
    )


@blueprint.post("")
@needs("score")
def correct(match: UUID) -> Response:
    """Correct the final results."""
    form = ResultsForm()
    ask_again(lambda error: _page(_board(match), form, error))
    form.check()
    totals = read_totals(typed_totals(request.form, _board(match).game.seats))
    reason = form.reason.data or ""
    home = url_for("matches.board", match=match)
    with once(form, [str(match), *totals, reason, form.made_from], home) as pen:
        if pen is not None:
            opened = matches.open_match(pen.session, here().circle_id, match)
            correct_result(pen, opened, form.made_from, totals, reason)
    return redirect(home, 303)
