"""Pages that follow a match: they ask every two seconds, and are sent only what has changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Response, abort, request

from scorekeeper.scorebook.access import version_seen
from scorekeeper.scorebook.entering import busy, others
from scorekeeper.web.access import here, known_secret
from scorekeeper.web.clock import now

if TYPE_CHECKING:
    from flask import Flask

    from scorekeeper.scorebook.boards import Board
    from scorekeeper.scorebook.entering import Typing

FOLLOWING = ("matches.board", "matches.table")
SEEN = "v"
"""What of an address tells what the page shows already: the match's version, and who is busy."""


def register(app: Flask) -> None:
    """Answer who asks for news in vain before anything else is looked up."""
    app.url_value_preprocessor(_answer_at_once)
    app.add_template_global(shown)
    app.add_template_global(others_entering)


def asks_for_news() -> bool:
    """Tell whether a page asks that is shown already: it needs neither head nor styles."""
    return SEEN in request.args


def others_entering(board: Board) -> list[Typing]:
    """Give the other devices that are entering a round of a match right now."""
    return others(board.typing, here().actor.device_id, now())


def shown(board: Board) -> str:
    """Give what a page says that it shows, to be asked with for news."""
    return f"{board.version}.{busy(others_entering(board))}"


def _answer_at_once(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Answer 204, all but free, if a match is as the page that follows it shows it.

    The query is compared as it came: nobody has checked yet that it can be read.
    """
    asked = request.query_string
    if endpoint not in FOLLOWING or not values or not asked.startswith(b"v="):
        return
    secret = known_secret()
    seen = version_seen(secret, values["circle"], values["match"], now()) if secret else None
    if seen is not None and asked == b"v=%d.%d" % seen:
        abort(Response(status=204))
