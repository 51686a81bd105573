"""Many write at once, and some are killed: nothing is lost, nothing doubled, nothing broken."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple

import pytest

from tests.builders import Table, kunibert, plain, rows, wrong
from tests.scorebook.writer import patiently

if TYPE_CHECKING:
    import uuid
    from collections.abc import Iterator

    from flask import Flask

PROJECT = Path(__file__).parents[2]
PROCESSES, EACH = 4, 25


@pytest.fixture
def match(table: Table) -> uuid.UUID:
    """Begin a match that goes on for a long time."""
    return table.begin("kunibert", 4, target=5000)


class Writer(NamedTuple):
    """A process that records rounds, what it is told and what it prints."""

    process: subprocess.Popen[str]
    told: IO[str]
    printed: IO[str]

    def go(self) -> None:
        """Let it begin."""
        self.told.write("go\n")
        self.told.flush()


@contextmanager
def writer(database: Path, match: uuid.UUID, name: int, many: int) -> Iterator[Writer]:
    """Start a process that is ready to record so many rounds."""
    command = [sys.executable, "-m", "tests.scorebook.writer"]
    with subprocess.Popen(
        [*command, str(database), str(match), str(name), str(many)],
        cwd=PROJECT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            yield Writer(process, process.stdin, process.stdout)
        finally:
            process.kill()


def sound(app: Flask, database: Path) -> bool:
    """Tell whether the file is whole, by SQLite's own check and by ours."""
    with plain(database) as connection:
        whole = connection.execute("PRAGMA integrity_check").fetchone()[0]
        stray = connection.execute("PRAGMA foreign_key_check").fetchall()
    return whole == "ok" and stray == [] and wrong(app) == []


def test_processes_that_write_at_once_lose_and_double_nothing(
    app: Flask, table: Table, database: Path, match: uuid.UUID
) -> None:
    """4 × 25 rounds, each sent twice: 100 rounds, each by whom it was sent, in one chain."""
    with ExitStack() as stack:
        writers = [
            stack.enter_context(writer(database, match, name, EACH)) for name in range(PROCESSES)
        ]
        for one in writers:
            one.go()
        numbers = [int(line) for one in writers for line in one.printed]
        ended = [one.process.wait() for one in writers]
    ledger = table.board(match).ledger
    by = Counter(scores.index(5) for scores in ledger.scores)
    answers = rows(database, "SELECT key, answer FROM submission")

    assert ended == [0] * PROCESSES
    assert sorted(numbers) == list(range(1, 101))
    assert len(ledger.rounds) == PROCESSES * EACH
    assert by == dict.fromkeys(range(PROCESSES), EACH)
    assert len(answers) == PROCESSES * EACH
    assert all(
        ledger.scores[int(answer["answer"]) - 1].index(5) == int(answer["key"][0])
        for answer in answers
    )
    assert sound(app, database)


def test_threads_that_write_at_once_lose_and_double_nothing(
    app: Flask, table: Table, database: Path, match: uuid.UUID
) -> None:
    """8 threads of one process, on 4 seats."""

    def play(thread: int) -> list[int]:
        with app.app_context():
            name = str(thread % 4)
            return [patiently(match, name, f"{thread}-{each}") for each in range(10)]

    with ThreadPoolExecutor(8) as at_once:
        told = list(at_once.map(play, range(8)))
    ledger = table.board(match).ledger

    assert sorted(number for numbers in told for number in numbers) == list(range(1, 81))
    assert Counter(scores.index(5) for scores in ledger.scores) == dict.fromkeys(range(4), 20)
    assert sound(app, database)


@pytest.mark.parametrize("after", [1, 8, 21])
def test_killed_writer_leaves_a_sound_database(
    app: Flask, table: Table, database: Path, match: uuid.UUID, after: int
) -> None:
    """Kill -9 in the middle of its work: what it said it had saved is saved, and nothing else."""
    with writer(database, match, 0, 1000) as one:
        one.go()
        for _ in range(after):
            one.printed.readline()
        one.process.kill()
        said = after + len(one.printed.readlines())
        ended = one.process.wait()
    saved = len(table.board(match).ledger.rounds)

    assert ended == -9
    assert said <= saved <= said + 1
    assert sound(app, database)
    table.record(match, kunibert(0, 5, 0, 0))
    assert len(table.board(match).ledger.rounds) == saved + 1


def test_half_a_write_is_no_write(
    app: Flask, table: Table, database: Path, match: uuid.UUID
) -> None:
    """Killed between its statements and the commit: nothing of it is there, and others go on."""
    table.record(match, kunibert(5, 0, 0, 0))
    with writer(database, match, 0, 0) as one:
        one.go()
        assert one.printed.readline() == "halfway\n"
        during = table.board(match).ledger.scores
        one.process.kill()
        one.process.wait()
    table.record(match, kunibert(0, 5, 0, 0))

    assert during == [[5, 0, 0, 0]]
    assert table.board(match).ledger.scores == [[5, 0, 0, 0], [0, 5, 0, 0]]
    assert rows(database, "SELECT name FROM circle") == [{"name": "Tuesday circle"}]
    assert sound(app, database)
