"""Lighthouse's scores of the pages that a phone sees most, with Debian's Chromium."""

from __future__ import annotations

import datetime as dt
import json
import os
import secrets
import shutil
import subprocess
import tempfile
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from werkzeug.serving import WSGIRequestHandler, make_server

from bench.pages import fill
from scorekeeper import create_app
from scorekeeper.scorebook import access, database, demo, members, statistics
from scorekeeper.scorebook.links import NewLink, make_link, newest_circle
from scorekeeper.scorebook.store import write

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from wsgiref.types import StartResponse, WSGIEnvironment

    from flask import Flask

VERSION = "12.8.2"
CHROMIUM = "/usr/bin/chromium"
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
GOAL = 100
PLAYED = 40
"""Matches that history lists and the statistics count."""


class _Quiet(WSGIRequestHandler):
    """Answers without writing down that it did."""

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Say nothing."""


def main() -> None:
    """Print a row of scores for each page."""
    npm = shutil.which("npm")
    if npm is None or not Path(CHROMIUM).exists():
        print("\nLighthouse: left out, it needs npm and Debian's chromium.")
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run(
            [npm, "install", "--silent", "--no-fund", "--no-audit", f"lighthouse@{VERSION}"],
            cwd=folder,
            check=True,
        )
        database.create(folder / "bench.db")
        app = create_app({"SECRET_KEY": secrets.token_hex(), "DATABASE": folder / "bench.db"})
        secret = secrets.token_urlsafe()
        pages = _pages(app, secret)
        print(f"\nLighthouse {VERSION}, mobile, goal {GOAL} (seo: home; circle pages are noindex)")
        print("  " + " " * 12 + "".join(f"{category:>16}" for category in CATEGORIES))
        with _serving(app) as origin:
            for page, path in pages.items():
                is_known = page != "welcome"
                app.config["KNOWN_AS"] = secret if is_known else ""
                scores = _scores(folder, origin + path, CATEGORIES[: 3 if is_known else 4])
                row = "".join(f"{scores.get(category, '–'):>16}" for category in CATEGORIES)
                print(f"  {page:<12}{row}")


def _pages(app: Flask, secret: str) -> Mapping[str, str]:
    circle, match = fill(app, secret)
    with app.app_context(), write() as session:
        make_link(session, newest_circle().id, NewLink("score", "Table"), dt.datetime.now(dt.UTC))
    board = f"/circles/{circle}/matches/{match}/"
    return {
        "welcome": "/",
        "home": f"/circles/{circle}/",
        "scoreboard": board,
        "entry": f"{board}rounds/61/enter",
        "round": f"{board}rounds/1/",
        "share": f"/circles/{circle}/share",
        **_book(app, secret),
    }


def _book(app: Flask, secret: str) -> Mapping[str, str]:
    """Play matches to their end in another circle, and give the pages that list and count them."""
    with app.app_context():
        for _ in demo.fill(PLAYED, 1, seed=1):
            pass
        circle = newest_circle()
        with write() as session:
            pen = access.pen_of(session, secret, dt.datetime.now(dt.UTC))
            members.admit(pen, circle.id, members.Joining("own"))
        [player, *_] = statistics.people(circle.id).values()
    pages = f"/circles/{circle.uid}"
    return {
        "history": f"{pages}/history",
        "statistics": f"{pages}/statistics/",
        "player": f"{pages}/statistics/players/{player.uid}",
    }


@contextmanager
def _serving(app: Flask) -> Iterator[str]:
    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        # Lighthouse can't be given a cookie that stays beside those which it is sent.
        environ["HTTP_COOKIE"] = (
            f"device={app.config['KNOWN_AS']}; {environ.get('HTTP_COOKIE', '')}"
        )
        return app(environ, start_response)

    server = make_server("127.0.0.1", 0, answer, threaded=True, request_handler=_Quiet)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _scores(folder: Path, url: str, categories: Sequence[str]) -> dict[str, str]:
    """Give the scores in hundredths, with what keeps one from its goal behind it."""
    report = folder / "report.json"
    subprocess.run(
        [
            folder / "node_modules" / ".bin" / "lighthouse",
            url,
            "--quiet",
            "--output=json",
            f"--output-path={report}",
            f"--only-categories={','.join(categories)}",
            "--chrome-flags=--headless=new --no-sandbox --disable-gpu",
        ],
        env={**os.environ, "CHROME_PATH": CHROMIUM},
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    found = json.loads(report.read_text(encoding="utf-8"))
    scores = {}
    for category, held in found["categories"].items():
        score = round((held["score"] or 0) * 100)
        scores[category] = str(score)
        if score < GOAL:
            lost = [
                ref["id"]
                for ref in held["auditRefs"]
                if ref["weight"] and (found["audits"][ref["id"]]["score"] or 0) < 1
            ]
            print(f"    {category} {score}: {', '.join(lost)}")
    return scores
