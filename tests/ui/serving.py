"""The app on a port of its own, as phones reach it, and a look at what it wrote down."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any, Protocol, cast

from werkzeug.datastructures import Headers
from werkzeug.serving import WSGIRequestHandler, make_server

from scorekeeper.scorebook.links import NewLink, make_link, newest_circle, sign_link
from scorekeeper.scorebook.store import db, write

if TYPE_CHECKING:
    import uuid
    from collections.abc import Generator, Iterable, Iterator
    from pathlib import Path
    from wsgiref.types import StartResponse, WSGIEnvironment

    from flask import Flask

PATIENCE = 10
"""Seconds until what should have happened is taken not to happen any more."""


class Reached(Protocol):
    """What browsers have business with: an address."""

    origin: str


class _Quiet(WSGIRequestHandler):
    """Answers without writing down that it did."""

    def log(self, type: str, message: str, *args: object) -> None:  # noqa: A002 - Werkzeug's name
        """Say nothing."""


class Server:
    """The app behind a door: it counts the forms that are sent, and can be slow to take them."""

    def __init__(self, app: Flask) -> None:
        """Take a free port; ``running`` opens it."""
        self.app = app
        self.path: Path = app.config["DATABASE"]
        self.posts: list[str] = []
        self.kept = False
        """Whether browsers keep pages, so that Back shows them as they were."""
        self.unreachable: set[str] = set()
        """The cookies of devices whose requests get lost on their way."""
        self._arrived = threading.Condition()
        self._open = threading.Event()
        self._open.set()
        self._http = make_server(
            "127.0.0.1", 0, self._answer, threaded=True, request_handler=_Quiet
        )
        self.origin = f"http://127.0.0.1:{self._http.server_port}"

    @contextmanager
    def running(self) -> Iterator[Server]:
        """Serve until the block ends."""
        thread = threading.Thread(target=self._http.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield self
        finally:
            self._open.set()
            self._http.shutdown()
            thread.join()
            self._http.server_close()
            with self.app.app_context():
                db.engine.dispose()

    def _answer(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if any(secret in environ.get("HTTP_COOKIE", "") for secret in self.unreachable):
            raise ConnectionError
        asks = environ["PATH_INFO"].endswith("/preview")
        if environ["REQUEST_METHOD"] == "POST" and not asks:
            with self._arrived:
                self.posts.append(environ["PATH_INFO"])
                self._arrived.notify_all()
            self._open.wait(PATIENCE)
        answer = self.app(environ, _keeping(start_response) if self.kept else start_response)
        # Werkzeug's server forgets to close an answer when a browser goes away in the middle.
        with closing(cast("Generator[bytes]", answer)) as parts:
            return list(parts)

    @contextmanager
    def slow(self) -> Iterator[None]:
        """Let everything that is posted wait until the block ends, as on a bad network."""
        self._open.clear()
        try:
            yield
        finally:
            self._open.set()

    def await_posts(self, number: int) -> None:
        """Wait until so many forms have arrived."""
        with self._arrived:
            arrived = self._arrived.wait_for(lambda: len(self.posts) >= number, PATIENCE)

        assert arrived, f"{len(self.posts)} of {number} forms arrived"

    def invitation(self, circle: uuid.UUID | None = None) -> str:
        """Make a link into a circle, by which a phone may write down scores."""
        with self.app.app_context():
            found = newest_circle(circle)
            with write() as session:
                link = make_link(session, found.id, NewLink("score"), found.created_at)
                return f"/join/{sign_link(self.app.config['SECRET_KEY'], link)}"

    # What was written down -----------------------------------------------------------------

    @property
    def acts(self) -> list[str]:
        """What the ledger holds, in order: "start", "record 1", "void 1", …."""
        return acts(self.path)

    @property
    def matches(self) -> int:
        """How many matches there are."""
        return len(_ask(self.path, "SELECT id FROM match"))


def _keeping(start_response: StartResponse) -> StartResponse:
    def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:  # noqa: ANN401
        of = Headers(headers)
        if of.get("Content-Type", "").startswith("text/html"):
            of["Cache-Control"] = "private, max-age=600"
        return start_response(status, of.to_wsgi_list(), *error)

    return start


def acts(database: Path) -> list[str]:
    """Give what a database's ledger holds, in order: "start", "record 1", "void 1", …."""
    found = _ask(database, "SELECT kind, round_no FROM revision ORDER BY id")
    return [str(kind) if number is None else f"{kind} {number}" for kind, number in found]


def _ask(database: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(sql).fetchall()
