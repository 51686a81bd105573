"""A process that records rounds of Kunibert, for the tests of many that write at once.

    python -m tests.scorebook.writer DATABASE MATCH NAME ROUNDS

It says "ready" and waits for a line before it begins.  Each round is sent twice, as a double tap
sends it, and its number is printed once it is saved.  With 0 rounds it opens a write, does half of
its work, says so and waits there to be killed.
"""

from __future__ import annotations

import datetime as dt
import os
import sys
import tempfile
import uuid
from pathlib import Path

from sqlalchemy import text

from scorekeeper import create_app
from scorekeeper.scorebook.access import pen_of
from scorekeeper.scorebook.errors import Busy
from scorekeeper.scorebook.matches import open_match
from scorekeeper.scorebook.rounds import Writing, record
from scorekeeper.scorebook.store import write
from scorekeeper.scorebook.submissions import earlier_answer, keep_answer

CIRCLE = 1
CARDS = {"low": 1}


def send(match: uuid.UUID, name: str, key: str) -> int:
    """Record a round for the seat that is named, once for its key; give the round's number."""
    entry = {"captured": [CARDS if name == str(seat) else {} for seat in range(4)]}
    whole = {**entry, "last_card": None}
    with write() as session:
        pen = pen_of(session, f"phone {name}", dt.datetime.now(dt.UTC))
        answer = earlier_answer(pen, key, whole)
        if answer is None:
            opened = open_match(session, CIRCLE, match)
            number = opened.ledger.next_number
            record(pen, opened, Writing(number, opened.match.version, whole))
            answer = str(number)
            keep_answer(pen, CIRCLE, key, whole, answer)
    return int(answer)


def patiently(match: uuid.UUID, name: str, key: str) -> int:
    """Send a round again as long as others are busy, as a phone does."""
    while True:
        try:
            return send(match, name, key)
        except Busy:
            continue


def stop_halfway(match: uuid.UUID) -> None:
    """Begin to record a round, and never come to its end."""
    with write() as session:
        pen = pen_of(session, "phone of one who stops", dt.datetime.now(dt.UTC))
        opened = open_match(session, CIRCLE, match)
        entry = {"captured": [CARDS, {}, {}, {}], "last_card": None}
        record(pen, opened, Writing(opened.ledger.next_number, opened.match.version, entry))
        session.execute(text("UPDATE circle SET name = 'Halfway'"))
        say("halfway")
        sys.stdin.read()


def say(what: object) -> None:
    """Tell the test."""
    print(what, flush=True)  # noqa: T201 - it reads along


def main(database: str, match: str, name: str, rounds: str) -> None:
    """Record so many rounds."""
    os.environ["SCOREKEEPER_INSTANCE"] = tempfile.gettempdir() + "/nowhere"
    app = create_app({"SECRET_KEY": "a test's", "DATABASE": Path(database)})
    of = uuid.UUID(match)
    say("ready")
    sys.stdin.readline()
    with app.app_context():
        for each in range(int(rounds)):
            number = patiently(of, name, f"{name}-{each}")
            if patiently(of, name, f"{name}-{each}") != number:
                raise AssertionError("a double tap was answered in another way")
            say(number)
        if not int(rounds):
            stop_halfway(of)


if __name__ == "__main__":
    main(*sys.argv[1:])
