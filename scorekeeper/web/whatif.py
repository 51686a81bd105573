"""What if other house rules had been agreed on: a question in the address, and its answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, render_template, request

from scorekeeper.scorebook import boards
from scorekeeper.scorebook.errors import Refused
from scorekeeper.scorebook.whatif import what_if
from scorekeeper.web.access import here
from scorekeeper.web.errors import ask_again
from scorekeeper.web.forms.match import Draft, value_text

if TYPE_CHECKING:
    from uuid import UUID

    from scorekeeper.scorebook.boards import Board
    from scorekeeper.scorebook.errors import ScorebookError
    from scorekeeper.scorebook.whatif import WhatIf

blueprint = Blueprint("whatif", __name__, url_prefix="/circles/<uuid:circle>/matches/<uuid:match>")


@blueprint.get("/what-if")
def show(match: UUID) -> str:
    """Show who would have won under the house rules that the address says."""
    board = boards.board(here().circle_id, match)
    draft = _asked(board)
    ask_again(lambda error: _page(board, draft, error=error))
    return _page(board, draft, told=what_if(here().circle_id, board, draft.plan().rules))


def _asked(board: Board) -> Draft:
    """Read the house rules that are asked about; what is left blank stays the match's."""
    typed = Draft.read(request.args, ()).rules
    rules = {
        name: typed[name] if typed.get(name, "").strip() else value_text(value)
        for name, value in board.game.rules.items()
    }
    return Draft(game=board.game.key, rules=rules)


def _page(
    board: Board,
    draft: Draft,
    *,
    told: WhatIf | None = None,
    error: ScorebookError | None = None,
) -> str:
    return render_template(
        "matches/what_if.html",
        board=board,
        draft=draft,
        told=told,
        error=error,
        problems=error.problems if isinstance(error, Refused) else (),
    )
