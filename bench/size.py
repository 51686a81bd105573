"""The same circle's pages, alone in a scorebook and among 100,000 matches of 1,000 others."""

from __future__ import annotations

import datetime as dt
import os
import secrets
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa

from bench.pages import page_seconds
from bench.wsgi import Browser
from scorekeeper import create_app
from scorekeeper.scorebook.access import pen_of
from scorekeeper.scorebook.members import Joining, admit
from scorekeeper.scorebook.models import Circle, Match
from scorekeeper.scorebook.store import db, write

MATCHES, CIRCLES = 100_000, 1_000
OWN_MATCHES, LARGE = 100, 5_000
SEED = 2
"""Of the circle that is looked at; the others have the demo's own."""

KEPT = "BENCH_BOOKS"
"""Names a folder in which the scorebooks are kept for the next run: they take minutes."""

GOAL = 1.15
SERIES = 5
"""How often both are measured in turn, so that what else runs disturbs them alike."""


class Book(NamedTuple):
    """A scorebook with a browser that is in the circle looked at, and its pages' addresses."""

    browser: Browser
    paths: dict[str, str]


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(os.environ.get(KEPT) or name)
        books = [_open(folder / "alone"), _open(folder / "among", MATCHES)]
        large = _open(folder / "large", own=LARGE)
        print(f"\nAt size: server CPU a request, alone and among {MATCHES:,} matches")
        for what in books[0].paths:
            series = [[_seconds(book, what) for book in books] for _ in range(SERIES)]
            alone, among = (min(of) for of in zip(*series, strict=True))
            print(
                f"  {what:26}{alone * 1e3:6.2f} ms, {among * 1e3:6.2f} ms: "
                f"{among / alone:.2f} ×   goal ≤ {GOAL} ×"
            )
        print(f"  In a circle of {LARGE:,} matches:")
        for what in large.paths:
            print(f"  {what:26}{_seconds(large, what) * 1e3:6.2f} ms")


def _seconds(book: Book, what: str) -> float:
    return page_seconds(book.browser, book.paths[what], times=20, of=3)


def _open(instance: Path, others: int = 0, own: int = OWN_MATCHES) -> Book:
    """Fill a scorebook, unless it is kept from another run, and let a browser into its circle."""
    instance.mkdir(parents=True, exist_ok=True)
    if not (instance / "scorekeeper.db").exists():
        _run(instance, "init")
        if others:
            _run(instance, "demo", "--matches", str(others), "--circles", str(CIRCLES))
        _run(instance, "demo", "--matches", str(own), "--seed", str(SEED))
    app = create_app({"SECRET_KEY": secrets.token_hex(), "DATABASE": instance / "scorekeeper.db"})
    browser = Browser(app)
    browser.cookies["device"] = secrets.token_urlsafe()
    at = dt.datetime.now(dt.UTC)
    with app.app_context():
        circle = db.session.scalars(sa.select(Circle).order_by(Circle.id.desc()).limit(1)).one()
        with write() as session:
            admit(pen_of(session, browser.cookies["device"], at), circle.id, Joining("own"))
        longest = sa.select(Match.uid).where(Match.circle_id == circle.id)
        match = db.session.scalars(longest.order_by(Match.rounds.desc(), Match.id).limit(1)).one()
    home = f"/circles/{circle.uid}/"
    paths = {
        "home": home,
        "history's first page": f"{home}history",
        "history of one game": f"{home}history?game=mittlere",
        "a search in history": f"{home}history?q=nobody",
        "scoreboard": f"{home}matches/{match}/",
    }
    return Book(browser, paths)


def _run(instance: Path, *arguments: str) -> None:
    environment = {**os.environ, "SCOREKEEPER_INSTANCE": str(instance)}
    command = [sys.executable, "-m", "scorekeeper", *arguments]
    subprocess.run(command, env=environment, capture_output=True, check=True)
