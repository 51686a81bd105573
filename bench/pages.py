"""Server CPU of the pages that matter, beside another Flask program's, in the same run."""

from __future__ import annotations

import datetime as dt
import gzip
import json
import re
import secrets
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import flask
import sqlalchemy as sa

from bench.wsgi import Browser, best
from scorekeeper import create_app
from scorekeeper.scorebook import access, circles, database, matches, members, rounds
from scorekeeper.scorebook.circles import Seatable
from scorekeeper.scorebook.store import db, write

if TYPE_CHECKING:
    import uuid

    from flask import Flask

    from bench.wsgi import Answer

ROUNDS = 60
NEXT = ROUNDS + 1
PAUSE_MS = 60
"""How long a form waits for another tap before it asks: static/js/preview.js."""
NAMES = ("Arne", "Geli", "Ernst", "Harald", "Fritz")
OTHER = "ihatemoney==7.2.1"


def fill(app: Flask, secret: str) -> tuple[uuid.UUID, uuid.UUID]:
    """Make a match of 60 rounds with 5 players; give the uids of circle and match."""
    rng = Random(1)
    at = dt.datetime.now(dt.UTC)
    with app.app_context():
        with write() as session:
            pen = access.pen_of(session, secret, at)
            circle = circles.found(session, "Bench", "UTC", at)
            members.admit(pen, circle.id, members.Joining("own"))
            plan = matches.Plan(
                "kunibert", {"target": 5000}, tuple(Seatable(name) for name in NAMES), 0
            )
            match = matches.begin(pen, circle, plan)
            uids = (circle.uid, match.uid)
        for number in range(1, ROUNDS + 1):
            with write() as session:
                pen = access.pen_of(session, secret, at)
                opened = matches.open_match(session, match.circle_id, match.uid)
                [entry] = opened.game.simulate(rng, dealer=0, exact=False)
                version = opened.match.revisions
                rounds.record(pen, opened, rounds.Writing(number, version, entry))
    return uids


def _plain_page(app: Flask) -> None:
    """Add the page that ours is compared with: one select, 60 rows, nothing else."""
    template = app.jinja_env.from_string(
        "<!doctype html><title>Rows</title><table>{% for row in rows %}<tr><td>{{ row[0] }}</td>"
        "<td>{{ row[1] }}</td><td>{{ row[2] }}</td><td>{{ row[3] }}</td><td>{{ row[4] }}</td></tr>"
        "{% endfor %}</table>"
    )
    select = sa.text("SELECT seq, kind, round_no, scores, at FROM revision LIMIT 60")

    @app.get("/plain")
    def plain() -> str:
        return flask.render_template(template, rows=db.session.execute(select).all())


def _record(browser: Browser, board: str) -> float:
    """Record a round through its form, undo it, and give the CPU of the recording."""
    answer = browser.post(f"{board}rounds/{NEXT}/enter", _filled(browser, board))
    seconds = browser.seconds
    _expect(answer.status, "303")
    html = _text(browser.get(board).body)
    form = html[html.index("/undo") :]
    fields = dict(re.findall(r'<input type="hidden"\s+name="(\w+)"\s+value="([^"]*)"', form)[:3])
    _expect(browser.post(f"{board}undo", fields).status, "303")
    return seconds


def _filled(browser: Browser, board: str) -> dict[str, str]:
    """Open the form of the round that is due, and fill it in."""
    html = _text(browser.get(f"{board}rounds/{NEXT}/enter").body)
    fields = dict(re.findall(r'<input type="hidden"\s+name="(\w+)"\s+value="([^"]*)"', html))
    fields |= dict.fromkeys(re.findall(r'name="(seat_[^"]+)"', html), "0")
    fields |= {"seat_0-captured_low": "4", "seat_1-captured_mid": "3", "last_card": "2"}
    return fields | {"csrf_token": _token(html)}


def _preview(browser: Browser, board: str) -> float:
    """Give the CPU of telling what a filled-in form would score, as after each tap."""
    fields = _filled(browser, board)

    def once() -> float:
        _expect(browser.post(f"{board}rounds/{NEXT}/preview", fields).status, "200")
        return browser.seconds

    return best(once, 50)


def _text(body: bytes) -> str:
    return (gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body).decode()


def _token(html: str) -> str:
    found = re.search(r'name="csrf_token"\s+value="([^"]+)"', html)
    return found.group(1) if found else ""


def _version(html: str) -> str:
    found = re.search(r'data-version="([\d.]+)"', html)
    return found.group(1) if found else ""


def _sent(answer: Answer) -> int:
    lines = [answer.status, *(f"{name}: {value}" for name, value in answer.headers)]
    return len("\r\n".join(lines)) + len(answer.body)


def _expect(status: str, begins: str) -> None:
    if not status.startswith(begins):
        raise SystemExit(f"A page that is measured answered {status}, not {begins}.")


def page_seconds(
    browser: Browser, path: str, status: str = "200", *, times: int = 200, of: int = 5
) -> float:
    """Give the CPU that a page costs; it must be answered with this status."""

    def once() -> float:
        _expect(browser.get(path).status, status)
        return browser.seconds

    return best(once, times, of)


def _other(folder: Path) -> dict[str, float]:
    """Measure the other program in an environment of its own."""
    subprocess.run([sys.executable, "-m", "venv", folder / "other"], check=True)
    python = folder / "other" / "bin" / "python"
    install: list[str | Path] = [
        python,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        OTHER,
    ]
    subprocess.run(install, check=True)
    script = Path(__file__).with_name("other_program.py")
    done = subprocess.run(
        [python, "-W", "ignore", script, str(folder)], capture_output=True, text=True, check=True
    )
    measured: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return measured


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        database.create(folder / "bench.db")
        app = create_app({"SECRET_KEY": secrets.token_hex(), "DATABASE": folder / "bench.db"})
        _plain_page(app)
        browser = Browser(app)
        browser.cookies["device"] = secrets.token_urlsafe()
        circle, match = fill(app, browser.cookies["device"])
        board_path = f"/circles/{circle}/matches/{match}/"
        board, plain = page_seconds(browser, board_path), page_seconds(browser, "/plain")
        answer = browser.get(board_path)
        size = len(answer.body)
        poll_path = f"{board_path}?v={_version(_text(answer.body))}"
        poll = page_seconds(browser, poll_path, "204")
        unchanged = browser.get(poll_path)
        preview = _preview(browser, board_path)
        record = best(lambda: _record(browser, board_path), 20)
        other = _other(folder)
    print("\nPages: server CPU a request, 5 players and 60 rounds")
    print(f"  {OTHER}: bills page {other['page'] * 1e3:.1f} ms, POST {other['post'] * 1e3:.1f} ms")
    print(f"  scoreboard         {board * 1e3:6.2f} ms, {size / 1000:.1f} kB on the wire")
    print(f"    of its bills page    1/{other['page'] / board:.0f}   goal ≤ 1/25")
    print(f"    of a 60-row page     {board / plain:.1f} ×   goal ≤ 2.2 ×")
    print(f"  a poll, no news    {poll * 1e3:6.2f} ms, {_sent(unchanged)} bytes by the app")
    print(f"    of its bills page    1/{other['page'] / poll:.0f}   goal ≤ 1/80")
    print(f"  a preview          {preview * 1e3:6.2f} ms; a form asks {PAUSE_MS} ms after a tap")
    print(f"  recording a round  {record * 1e3:6.2f} ms")
    print(f"    of its POST          1/{other['post'] / record:.1f}   goal ≤ 1/4")
