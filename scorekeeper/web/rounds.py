"""Rounds: entered, checked without saving, saved, and explained."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, redirect, render_template, request, url_for

from scorekeeper.scorebook import boards, matches, rounds
from scorekeeper.scorebook.errors import KeyReused, NotFound, Refused, ScorebookError, Stale, Taken
from scorekeeper.scorebook.rounds import Writing
from scorekeeper.web.access import here, needs
from scorekeeper.web.doing import once
from scorekeeper.web.errors import FormWrong, ask_again
from scorekeeper.web.forms import new_key
from scorekeeper.web.forms.declared import declared
from scorekeeper.web.forms.entry import EntryForm, as_typed, entry_form

if TYPE_CHECKING:
    from uuid import UUID

    from werkzeug.wrappers import Response

    from scorekeeper.rules.problems import Json
    from scorekeeper.rules.results import Score
    from scorekeeper.scorebook.boards import Board
    from scorekeeper.scorebook.rounds import RoundView

blueprint = Blueprint(
    "rounds",
    __name__,
    url_prefix="/circles/<uuid:circle>/matches/<uuid:match>/rounds/<round:number>",
)


@blueprint.get("/")
def show(match: UUID, number: int) -> str:
    """Show what was entered, and how each player's points come about."""
    view = rounds.view(here().circle_id, match, number)
    return render_template("rounds/round.html", view=view, match=match)


@blueprint.get("/enter")
@needs("score")
def enter(match: UUID, number: int) -> str | Response:
    """Show the form, empty, as the round stands, or as typed and checked."""
    board = boards.board(here().circle_id, match)
    standing = _standing(board, match, number)
    if standing is None and board.reason:  # over: there is no round to enter
        return redirect(url_for("matches.board", match=match), 303)
    no_token = {"csrf": False}
    if request.args:
        form = entry_form(board.game, number, formdata=request.args, meta=no_token)
        return _checked(board, form, standing)
    data = as_typed(board.game, number, standing.entry) if standing else {}
    form = entry_form(board.game, number, formdata=None, meta=no_token, data=data)
    form.key.data, form.version.data = new_key(), board.version
    return _page(board, form, standing=standing)


def _standing(board: Board, match: UUID, number: int) -> RoundView | None:
    """Give the round if it stands already; only the next one may be missing."""
    if any(held.number == number for held in board.ledger.rounds):
        return rounds.view(here().circle_id, match, number)
    if number == board.ledger.next_number:
        return None
    raise NotFound


def _checked(board: Board, form: EntryForm, standing: RoundView | None) -> str:
    """Say what the typed round would score, or what doesn't add up; save nothing."""
    if not form.validate():
        form.mend()
        return _page(board, form, FormWrong(), standing=standing)
    try:
        score = rounds.preview(here().circle_id, board, form.number, form.entry())
    except Refused as refused:
        return _page(board, form, refused, standing=standing)
    return _page(board, form, score=score, standing=standing)


@blueprint.post("/enter")
@needs("score")
def save(match: UUID, number: int) -> Response:
    """Save the round; a repeated form does nothing twice, a stale one asks."""
    form = entry_form(boards.game_of(here().circle_id, match), number)
    ask_again(lambda error: _page(boards.board(here().circle_id, match), form, error))
    form.check()
    answer = url_for("matches.board", match=match)
    writing = Writing(number, form.made_from, form.entry(), form.replaces.data)
    try:
        with once(form, [number, writing.entry, writing.replaces], answer) as pen:
            if pen is not None:
                opened = matches.open_match(pen.session, here().circle_id, match)
                rounds.record(pen, opened, writing)
    except (KeyReused, Taken) as error:
        if not _stands(match, form, error):
            raise
    return redirect(answer, 303)


def _stands(match: UUID, form: EntryForm, error: KeyReused | Taken) -> bool:
    """Tell whether the very numbers that were typed stand already, be it from exact cards."""
    if isinstance(error, Taken):
        entry = error.entry
    else:
        try:
            entry = rounds.view(here().circle_id, match, form.number).entry
        except NotFound:
            return False
    typed = as_typed(form.game, form.number, form.entry())
    return as_typed(form.game, form.number, entry) == typed


def _reused(board: Board, form: EntryForm) -> Stale:
    """Say of a form that has saved before what stands in its place now."""
    form.key.data = new_key()
    held = [held for held in board.ledger.rounds if held.number == form.number]
    if not held:
        return Stale(board.version, board.ledger.next_number)
    entry = rounds.view(here().circle_id, board.uid, form.number).entry
    seq = held[0].row.seq
    return Taken(board.version, board.ledger.next_number, form.number, seq, entry)


def _page(
    board: Board,
    form: EntryForm,
    error: ScorebookError | None = None,
    *,
    score: Score | None = None,
    standing: RoundView | None = None,
) -> str:
    problems = form.show(error.problems) if isinstance(error, Refused) else []
    taken: dict[str, Json] | None = None
    if isinstance(error, KeyReused):
        error = _reused(board, form)
    if isinstance(error, Stale):
        form.version.data = error.version
    if isinstance(error, Taken):
        taken = as_typed(board.game, form.number, error.entry)
        form.replaces.data = error.seq
    return render_template(
        "rounds/enter.html",
        board=board,
        form=form,
        error=error,
        problems=problems,
        score=score,
        entry=form.entry() if score is not None else None,
        standing=standing,
        taken=taken,
        declared=declared(form),
    )
