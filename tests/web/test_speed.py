"""The part of the speed contract that is the same on every machine: statements, not seconds."""

from __future__ import annotations

from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import event

from scorekeeper.rules import GAMES
from scorekeeper.scorebook.store import db
from tests.web.table import FIVE, MITTLERE, MUECKENSTICH, THREE, read_board

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask

    from scorekeeper.rules.problems import Json
    from tests.web.table import Table

ROUNDS = 60


@contextmanager
def statements(app: Flask) -> Iterator[list[str]]:
    """Note every SQL statement that is sent."""
    sent: list[str] = []

    def note(*given: object) -> None:
        sent.append(str(given[2]))

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(engine, "before_cursor_execute", note)


def play(table: Table, game: str, rounds: int) -> str:
    """Play rounds card by card, and give the scoreboard's address."""
    names = FIVE if game == MUECKENSTICH else THREE
    agreed = {"rounds": min(rounds, 30) if game == MUECKENSTICH else rounds}
    board = table.start(game, names, rules=agreed)
    seated = GAMES[game](len(names), agreed)
    rng = Random(5)
    entries: list[dict[str, Json]] = []
    while len(entries) < agreed["rounds"] - 1:
        entries += seated.simulate(rng, dealer=0, exact=False)
    table.record(*entries)
    return board.path


@pytest.mark.parametrize(
    ("game", "rounds"), [(MITTLERE, 1), (MITTLERE, ROUNDS), (MUECKENSTICH, 30)]
)
def test_a_scoreboard_takes_three_statements_however_long(
    table: Table, game: str, rounds: int
) -> None:
    """The device, the seats, the revisions: at most 3 SQL statements, also at 60 rounds."""
    address = play(table, game, rounds)
    with statements(table.app) as sent:
        page = table.phone.open(address)

    assert len(sent) <= 3
    assert len(read_board(page).rounds) == rounds - 1
    assert all(statement.startswith("SELECT") for statement in sent)


def test_home_takes_the_same_number_of_statements_however_much_was_played(table: Table) -> None:
    """Home doesn't ask once for each match."""
    table.start(MITTLERE)
    circle = table.circle
    with statements(table.app) as few:
        table.phone.open(circle)
    for _match in range(6):
        table.start(MITTLERE, circle=circle, rules={"rounds": 1})
        table.enter({"points": [70, 52, 35]})
    with statements(table.app) as many:
        table.phone.open(circle)

    assert len(few) == len(many) <= 4


def test_a_round_is_recorded_in_few_statements_however_long_the_match(table: Table) -> None:
    """Saving round 60 sends as many statements as saving round 2."""
    numbers = []
    for rounds in (2, ROUNDS):
        address = play(table, MITTLERE, rounds)
        table.phone.open(address)
        table.open_form({"points": [70, 52, 35]})
        sending = table.phone.page.sending(f"Save round {rounds}")
        with statements(table.app) as sent:
            response = table.phone.request(sending)
        numbers.append(len(sent))
        assert response.status_code == 303

    assert numbers[0] == numbers[1] <= 14
