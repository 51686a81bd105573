"""Rounds: entered, checked without saving, saved, corrected, and explained."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for

from scorekeeper.scorebook import boards, history, matches, rounds
from scorekeeper.scorebook.corrections import correction
from scorekeeper.scorebook.errors import KeyReused, NotFound, Refused, ScorebookError, Stale, Taken
from scorekeeper.scorebook.notes import clean_note
from scorekeeper.scorebook.rounds import Writing
from scorekeeper.web.access import here, needs
from scorekeeper.web.doing import once
from scorekeeper.web.errors import FormWrong, ask_again
from scorekeeper.web.forms import new_key
from scorekeeper.web.forms.declared import declared
from scorekeeper.web.forms.entry import UNCHECKED, EntryForm, as_typed, entry_form, says_the_same

if TYPE_CHECKING:
    from uuid import UUID

    from werkzeug.wrappers import Response

    from scorekeeper.rules.problems import Json
    from scorekeeper.rules.results import Score
    from scorekeeper.scorebook.boards import Board
    from scorekeeper.scorebook.corrections import Correction
    from scorekeeper.scorebook.rounds import RoundView, Version


class Found(NamedTuple):
    """What a form's page says besides: the round as it stands, and what the typed one makes."""

    standing: RoundView | None = None
    score: Score | None = None
    changed: Correction | None = None


blueprint = Blueprint(
    "rounds",
    __name__,
    url_prefix="/circles/<uuid:circle>/matches/<uuid:match>/rounds/<round:number>",
)


@blueprint.get("/")
def show(match: UUID, number: int) -> str:
    """Show what was entered, and how each player's points come about."""
    return show_round(match, number)


def show_round(
    match: UUID, number: int, error: ScorebookError | None = None, text: str = ""
) -> str:
    """Show a round, perhaps with what went wrong when somebody wanted to say something of it."""
    view = rounds.view(here().circle_id, match, number)
    board = boards.board(here().circle_id, match)
    return render_template(
        "rounds/round.html", view=view, board=board, error=error, text=text, key=new_key()
    )


@blueprint.get("/history")
def show_history(match: UUID, number: int) -> str:
    """Show all that happened to a round, be it undone now."""
    board = boards.board(here().circle_id, match)
    events = history.events(here().circle_id, board, number)
    if not events:
        raise NotFound
    return render_template("matches/history.html", board=board, number=number, events=events)


@blueprint.get("/enter")
@needs("score")
def enter(match: UUID, number: int) -> str | Response:
    """Show the form, empty, as the round stands, or as typed and checked."""
    board = boards.board(here().circle_id, match)
    if request.args:
        return _typed(board, number)
    standing = _standing(board, number)
    if standing is None:
        if number != board.ledger.next_number:
            raise NotFound
        if board.reason:  # over: there is no round to enter
            return redirect(url_for("matches.board", match=match), 303)
    return _page(board, _filled_in(board, number, standing), found=Found(standing))


@blueprint.get("/correct")
@needs("score")
def correct(match: UUID, number: int) -> str:
    """Show the form as the round stands or stood once, or what a correction would change."""
    board = boards.board(here().circle_id, match)
    earlier = request.args.get("from", type=int)
    if request.args and earlier is None:
        return _typed(board, number, correcting=True)
    standing = _standing(board, number)
    if standing is None:
        raise NotFound
    form = _filled_in(board, number, standing)
    form.replaces.data = standing.seq
    if earlier is None:
        return _page(board, form, found=Found(standing))
    version = rounds.version(here().circle_id, match, number, earlier)
    form = _filled_in(board, number, version)
    form.replaces.data = standing.seq
    return _looked(board, form, standing)


def _filled_in(board: Board, number: int, standing: RoundView | Version | None) -> EntryForm:
    data = as_typed(board.game, number, standing.entry) if standing else {}
    form = entry_form(board.game, number, formdata=None, meta={"csrf": False}, data=data)
    form.key.data, form.version.data = new_key(), board.revisions
    if standing and standing.anyway:
        form.anyway.data, form.reason.data = True, standing.reason
    return form


def _standing(board: Board, number: int) -> RoundView | None:
    """Give the round if it stands already."""
    if any(held.number == number for held in board.ledger.rounds):
        return rounds.view(here().circle_id, board.uid, number)
    return None


def _typed(board: Board, number: int, *, correcting: bool = False) -> str:
    """Show the form as it was typed, whatever has happened to its round meanwhile."""
    form = entry_form(board.game, number, formdata=request.args, meta={"csrf": False})
    standing = _standing(board, number)
    if standing is None:
        if number != board.ledger.next_number or correcting:
            return _page(board, form, Stale(board.revisions, board.ledger.next_number))
        if board.reason:
            return _page(board, form, Refused([rounds.over()]))
    elif correcting:
        form.replaces.data = form.replaces.data or standing.seq
    if UNCHECKED in request.args:
        return _page(board, form, found=Found(standing))
    if not form.validate():
        form.mend()
        return _page(board, form, FormWrong(), Found(standing))
    return _looked(board, form, standing)


def _looked(board: Board, form: EntryForm, standing: RoundView | None) -> str:
    """Say what a round would score or what it would change, or what doesn't add up."""
    entry, replaces = form.entry(), form.replaces.data
    if standing and replaces is not None and replaces != standing.seq:
        taken = Taken(
            board.revisions,
            board.ledger.next_number,
            form.number,
            standing.seq,
            standing.entry,
        )
        return _page(board, form, taken, Found(standing))
    try:
        clean_note(form.reason.data or "")
        score = rounds.preview(here().circle_id, board, form.number, entry, anyway=form.anyway.data)
    except Refused as refused:
        return _page(board, form, refused, Found(standing))
    changed = None
    if standing and replaces is not None:
        changed = correction(board, standing, entry, score)
    return _page(board, form, found=Found(standing, score, changed))


@blueprint.post("/enter")
@needs("score")
def save(match: UUID, number: int) -> Response:
    """Save the round; a repeated form does nothing twice, a stale one asks."""
    form = entry_form(boards.game_of(here().circle_id, match), number)
    ask_again(lambda error: _page(boards.board(here().circle_id, match), form, error))
    form.check()
    answer = url_for("matches.board", match=match)
    writing = Writing(
        number,
        form.made_from,
        form.entry(),
        form.replaces.data,
        form.reason.data or "",
        form.anyway.data,
    )
    try:
        with once(form, [number, *writing[2:]], answer) as pen:
            if pen is not None:
                opened = matches.open_match(pen.session, here().circle_id, match)
                rounds.record(pen, opened, writing)
    except (KeyReused, Taken) as error:
        if not _stands(match, form, error):
            raise
    return redirect(answer, 303)


def _stands(match: UUID, form: EntryForm, error: KeyReused | Taken) -> bool:
    """Tell whether what was typed stands already, be it in more detail than this page knew."""
    if isinstance(error, Taken):
        entry, unseen = error.entry, form.made_from <= error.seq
    else:
        try:
            entry, unseen = rounds.view(here().circle_id, match, form.number).entry, False
        except NotFound:
            return False
    return says_the_same(form, entry, in_counts=unseen)


def _reused(board: Board, form: EntryForm) -> Stale:
    """Say of a form that has saved before what stands in its place now."""
    form.key.data = new_key()
    held = [held for held in board.ledger.rounds if held.number == form.number]
    if not held:
        return Stale(board.revisions, board.ledger.next_number)
    entry = rounds.view(here().circle_id, board.uid, form.number).entry
    seq = held[0].row.seq
    return Taken(board.revisions, board.ledger.next_number, form.number, seq, entry)


def _page(
    board: Board,
    form: EntryForm,
    error: ScorebookError | None = None,
    found: Found = Found(),  # noqa: B008 - it never changes
) -> str:
    problems = form.show(error.problems) if isinstance(error, Refused) else []
    taken: dict[str, Json] | None = None
    anyway = found.score if form.anyway.data and found.score else _anyway(board, form, error)
    if isinstance(error, KeyReused):
        error = _reused(board, form)
    if isinstance(error, Stale):
        form.version.data = error.version
    if isinstance(error, Taken):
        taken = as_typed(board.game, form.number, error.entry)
        form.replaces.data = error.seq
        found = Found(_standing(board, form.number), _score(board, form))
    elif isinstance(error, Stale):
        form.replaces.data = None  # what it was to correct isn't there any more
    return render_template(
        "rounds/enter.html",
        board=board,
        form=form,
        error=error,
        problems=problems,
        entry=form.entry() if found.score is not None else None,
        taken=taken,
        declared=declared(form),
        **found._asdict(),
        anyway=anyway,
    )


def _anyway(board: Board, form: EntryForm, error: ScorebookError | None) -> Score | None:
    """Score a round in which only the number of cards is wrong, so that it can be recorded."""
    if not isinstance(error, Refused):
        return None
    if not form.anyway.data and not all(problem.conservation for problem in error.problems):
        return None
    score = _score(board, form)
    return score if score and any(problem.conservation for problem in score.warnings) else None


def _score(board: Board, form: EntryForm) -> Score | None:
    """Score a round as well as it can be."""
    try:
        return rounds.preview(here().circle_id, board, form.number, form.entry(), anyway=True)
    except Refused:
        return None
