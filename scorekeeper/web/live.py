"""Pages that follow a match: they ask every two seconds, and are sent only what has changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Response, abort, request

from scorekeeper.scorebook.access import version_seen
from scorekeeper.web.access import known_secret

if TYPE_CHECKING:
    from flask import Flask

FOLLOWING = ("matches.board", "matches.table")
SEEN = "v"
"""What of an address tells the version of the match that the page shows already."""


def register(app: Flask) -> None:
    """Answer who asks for news in vain before anything else is looked up."""
    app.url_value_preprocessor(_answer_at_once)


def asks_for_news() -> bool:
    """Tell whether a page asks that is shown already: it needs neither head nor styles."""
    return SEEN in request.args


def _answer_at_once(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Answer 204, all but free, if a match is as the page that follows it shows it.

    The query is compared as it came: nobody has checked yet that it can be read.
    """
    asked = request.query_string
    if endpoint not in FOLLOWING or not values or not asked.startswith(b"v="):
        return
    secret = known_secret()
    version = version_seen(secret, values["circle"], values["match"]) if secret else None
    if version is not None and asked == b"v=%d" % version:
        abort(Response(status=204))
