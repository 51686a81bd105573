"""A match's scoreboard, and what can be done from it: undo, restore, end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, redirect, render_template, request, url_for

from scorekeeper.scorebook import boards, history, matches
from scorekeeper.scorebook.errors import KeyReused, Refused, Stale
from scorekeeper.web.access import here, needs
from scorekeeper.web.doing import once
from scorekeeper.web.errors import ask_again
from scorekeeper.web.forms import Versioned, new_key
from scorekeeper.web.live import asks_for_news

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from werkzeug.wrappers import Response

    from scorekeeper.scorebook.errors import ScorebookError
    from scorekeeper.scorebook.ledger import Pen
    from scorekeeper.scorebook.matches import Opened

blueprint = Blueprint("matches", __name__, url_prefix="/circles/<uuid:circle>/matches/<uuid:match>")


class ActForm(Versioned):
    """A button that changes a match as it stood when its page was made."""


def show_board(uid: UUID, error: ScorebookError | None = None, text: str = "") -> str:
    """Show a scoreboard, perhaps with why something couldn't be done, and what was typed."""
    board = boards.board(here().circle_id, uid)
    return render_template(
        "matches/board.html",
        board=board,
        key=new_key(),
        error=error,
        text=text,
        fragment=asks_for_news(),
    )


def _question(uid: UUID, error: ScorebookError | None = None) -> str:
    """Ask about the end; if the match isn't as it was then, the scoreboard says more."""
    if isinstance(error, (KeyReused, Refused, Stale)):
        return show_board(uid, error)
    board = boards.board(here().circle_id, uid)
    return render_template("matches/end.html", board=board, key=new_key(), error=error)


@blueprint.get("/")
def board(match: UUID) -> str:
    """Show the scoreboard; to a page that follows it, only what is new."""
    return show_board(match)


@blueprint.get("/table")
def table(match: UUID) -> str:
    """Show the totals large, to lie on the table; to a page that follows it, only what is new."""
    board = boards.board(here().circle_id, match)
    flipped = request.args.get("flip") == "1"
    return render_template(
        "matches/table.html", board=board, flipped=flipped, fragment=asks_for_news()
    )


@blueprint.get("/history")
def show_history(match: UUID) -> str:
    """Show all that happened to a match."""
    board = boards.board(here().circle_id, match)
    events = history.events(here().circle_id, board)
    return render_template("matches/history.html", board=board, number=None, events=events)


@blueprint.get("/end")
@needs("score")
def ask_end(match: UUID) -> str:
    """Ask whether the match ends here."""
    return _question(match)


@blueprint.post("/undo")
@needs("score")
def undo(match: UUID) -> Response:
    """Take back the last round, or the early end."""
    return _do(match, matches.undo)


@blueprint.post("/restore")
@needs("score")
def restore(match: UUID) -> Response:
    """Bring the undone round back."""
    return _do(match, matches.restore)


@blueprint.post("/count-after-end")
@needs("score")
def count_after_end(match: UUID) -> Response:
    """Let the rounds after the end count, or let them not."""
    return _do(match, matches.count_after_end)


@blueprint.post("/end")
@needs("score")
def end(match: UUID) -> Response:
    """End the match before its rules do."""
    return _do(match, matches.end_early, _question)


def _do(
    uid: UUID,
    work: Callable[[Pen, Opened], None],
    page: Callable[[UUID, ScorebookError], str] = show_board,
) -> Response:
    form = ActForm()
    ask_again(lambda error: page(uid, error))
    form.check()
    home = url_for("matches.board", match=uid)
    with once(form, [work.__name__, str(uid), form.made_from], home) as pen:
        if pen is not None:
            opened = matches.open_match(pen.session, here().circle_id, uid)
            matches.check_version(opened, form.made_from)
            work(pen, opened)
    return redirect(home, 303)
