"""When the database fails: 503 and "try again", with what was typed; never a 500."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

from scorekeeper.scorebook.store import db
from tests.web.doors import FORMS, House, rules_of
from tests.web.table import MITTLERE, fields_of, fill_round, read_board

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask import Flask

    from tests.web.table import Table

HOLDS_THE_LOCK = """
import fcntl, sys
with open(sys.argv[1], "w") as lock:
    fcntl.flock(lock, fcntl.LOCK_EX)
    print("held", flush=True)
    sys.stdin.read()
"""


@contextmanager
def another_writer(path: Path) -> Iterator[None]:
    """Let another process hold the lock that writers of a scorebook take."""
    command = [sys.executable, "-c", HOLDS_THE_LOCK, f"{path}.lock"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        try:
            yield
        finally:
            holder.terminate()


def forget_connections(app: Flask) -> None:
    """Let the next request open the file anew, as a new worker would."""
    with app.app_context():
        db.engine.dispose()


def test_while_another_process_writes_every_form_is_asked_to_wait(house: House) -> None:
    """A writer that holds the lock makes all forms 503 with Retry-After; they work afterwards."""
    sendings = {endpoint: house.sending(endpoint) for endpoint in FORMS}
    before = house.table.dump()
    with another_writer(house.table.path), ThreadPoolExecutor(len(FORMS)) as together:
        waiting = {
            endpoint: together.submit(
                house.app.test_client(use_cookies=False).post,
                sending.address,
                data=urlencode(sending.fields),
                content_type="application/x-www-form-urlencoded",
                headers={"Cookie": cookies(house)},
            )
            for endpoint, sending in sendings.items()
        }
        answers = {endpoint: future.result() for endpoint, future in waiting.items()}
    for endpoint, response in answers.items():
        page = house.owner.read(response)

        assert page.status == 503, endpoint
        assert int(page.headers["Retry-After"]) > 0
        assert "Nothing was saved yet, and nothing is lost" in page.alerts
        assert page.offers(FORMS[endpoint].button)
    assert house.table.dump() == before
    assert house.owner.send(sendings["rounds.save"]).redirects == (303,)


def cookies(house: House) -> str:
    """Give the owner's cookies as a header."""
    client = house.owner.client
    found = [client.get_cookie(name) for name in ("device", "session")]
    return "; ".join(f"{cookie.key}={cookie.value}" for cookie in found if cookie is not None)


def test_a_round_that_had_to_wait_is_all_there_and_saves(table: Table) -> None:
    """The 503 page is the form with every number; pressed again it saves the round, once."""
    table.start(MITTLERE)
    form = table.open_form({"points": [70, 52, 35]})
    with another_writer(table.path):
        page = table.save(expect=503)
    kept = page.values(fields_of(page))
    board = read_board(table.save())

    assert kept == form.values(fields_of(form))
    assert board.rounds == [[1, -2, 1]]
    assert table.acts == ["start", "record 1"]


def test_pages_are_read_while_another_process_writes(house: House) -> None:
    """Who only looks never waits for who writes."""
    with another_writer(house.table.path):
        for _endpoint, address in house.pages():
            assert house.owner.status(address) in {200, 303}


BROKEN = {
    "no database at all": b"this is no database" * 500,
    "an empty file": b"",
    "half a database": None,
    "gone": None,
}


def break_file(path: Path, how: str) -> None:
    """Do something bad to the database's file."""
    whole = path.read_bytes()
    if how == "gone":
        path.unlink()
    elif how == "half a database":
        path.write_bytes(whole[: len(whole) // 2])
    else:
        path.write_bytes(BROKEN[how] or b"")
    for behind in ("-wal", "-shm"):
        path.with_name(path.name + behind).unlink(missing_ok=True)


@pytest.mark.parametrize("how", BROKEN)
def test_a_broken_file_never_breaks_the_server(house: House, how: str) -> None:
    """With the file gone, cut or overwritten each page says to try again, or needs no database."""
    sendings = {endpoint: house.sending(endpoint) for endpoint in FORMS}
    forget_connections(house.app)
    break_file(house.table.path, how)
    statuses = set()
    for endpoint, address in house.pages():
        response = house.owner.client.get(address)
        statuses.add(response.status_code)

        assert response.status_code in {200, 303, 404, 503}, endpoint
        if response.status_code == 503:
            assert int(response.headers["Retry-After"]) > 0
            assert house.owner.read(response).links_to("/")
        response.close()
    for endpoint, sending in sendings.items():
        response = house.owner.request(sending)
        statuses.add(response.status_code)

        assert response.status_code == 503, endpoint
        house.owner.read(response)
    forget_connections(house.app)

    assert 503 in statuses


def test_a_file_that_breaks_under_a_form_gives_the_plain_page(house: House) -> None:
    """If even the form can't be shown again, the answer still is 503 with a way home."""
    sending = house.sending("rounds.save").having(csrf_token="lapsed")
    forget_connections(house.app)
    house.table.do("ALTER TABLE revision RENAME TO lost")
    page = house.owner.send(sending, expect=503)
    forget_connections(house.app)

    assert page.links_to("/")
    assert int(page.headers["Retry-After"]) > 0


def test_what_needs_no_database_is_there_without_it(house: House) -> None:
    """Rules, style and the front page of a newcomer don't need the file."""
    forget_connections(house.app)
    break_file(house.table.path, "gone")
    stranger = type(house.owner)(house.app)
    opened = [
        stranger.status(house.address(rule.endpoint))
        for rule in rules_of(house.app, "GET")
        if rule.endpoint.startswith(("rules.", "assets.", "home.index"))
    ]

    assert set(opened) == {200}


def test_the_server_recovers_when_the_file_is_back(house: House) -> None:
    """A file that was away and is back needs no restart."""
    path = house.table.path
    forget_connections(house.app)
    away = path.with_name("away.db")
    path.rename(away)
    house.owner.open(house.address("matches.board"), expect=503)
    forget_connections(house.app)
    away.rename(path)
    page = house.owner.open(house.address("matches.board"))

    assert read_board(page).rounds == [[1, -2, 1]]


def test_a_write_that_fails_half_way_leaves_nothing_and_keeps_what_was_typed(house: House) -> None:
    """Where reading works and writing doesn't: 503, the form with its numbers, nothing written."""
    page = house.owner.open(house.address("rounds.enter", number="2"))
    fill_round(page, {"points": [60, 62, 35]})
    house.table.do(
        "CREATE TRIGGER failing BEFORE INSERT ON submission BEGIN "
        "SELECT * FROM revision WHERE no_such_function(1); END"
    )
    before = house.table.dump()
    refused = house.owner.press("Save round 2", expect=503)

    assert refused.value("seat_0-points") == "60"
    assert house.table.dump() == before
