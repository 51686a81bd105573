"""A scorebook for each test, and the phones around its table."""

from __future__ import annotations

import datetime as dt
import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from scorekeeper.scorebook import database
from scorekeeper.scorebook.store import db
from tests.web.doors import House
from tests.web.phone import Phone
from tests.web.table import Clock, Table, make_app

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from flask import Flask

EVENING = dt.datetime(2026, 11, 27, 19, 30, tzinfo=dt.UTC)
"""When every test begins: a Friday."""


@pytest.fixture(scope="session")
def web_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder that holds what is made once for all tests."""
    return tmp_path_factory.mktemp("web")


@pytest.fixture(scope="session")
def blank_scorebook(web_home: Path) -> Path:
    """Make a scorebook in which nothing was written yet."""
    path = web_home / "blank.db"
    database.create(path)
    return path


@pytest.fixture(scope="session")
def web_app(web_home: Path, blank_scorebook: Path) -> Flask:
    """Make the application; all tests share it, since its caches take long to fill."""
    path = web_home / "scorekeeper.db"
    shutil.copyfile(blank_scorebook, path)
    return make_app(path, CLOCK=Clock(EVENING))


@contextmanager
def blank(app: Flask, scorebook: Path) -> Iterator[Path]:
    """Give the application a blank scorebook, and set its clock."""
    path: Path = app.config["DATABASE"]
    shutil.copyfile(scorebook, path)
    app.config["CLOCK"].at = EVENING
    yield path
    with app.app_context():
        db.engine.dispose()
    for behind in ("-wal", "-shm"):
        path.with_name(path.name + behind).unlink(missing_ok=True)


@pytest.fixture
def table_app(web_app: Flask, blank_scorebook: Path) -> Iterator[Flask]:
    """Give the application a blank scorebook."""
    with blank(web_app, blank_scorebook):
        yield web_app


@pytest.fixture(scope="session")
def built_house(web_app: Flask, web_home: Path, blank_scorebook: Path) -> tuple[House, Path]:
    """Build the house, and keep its scorebook: to play it anew for each test would take minutes."""
    with blank(web_app, blank_scorebook) as path:
        house = House(Table(web_app, Phone(web_app)))
        with web_app.app_context():
            db.engine.dispose()
        shutil.copyfile(path, web_home / "house.db")
    return house, web_home / "house.db"


@pytest.fixture
def house(table_app: Flask, built_house: tuple[House, Path]) -> House:
    """Give a circle with a match in play, as it was built."""
    built, kept = built_house
    shutil.copyfile(kept, table_app.config["DATABASE"])
    return built.again()


@pytest.fixture
def table_clock(table_app: Flask) -> Clock:
    """Give the clock on the wall; a test may set it."""
    clock: Clock = table_app.config["CLOCK"]
    return clock


@pytest.fixture
def new_phone(table_app: Flask) -> Callable[[], Phone]:
    """Unpack phones that have never been here."""
    return lambda: Phone(table_app)


@pytest.fixture
def phone(table_app: Flask) -> Phone:
    """Unpack a phone that has never been here."""
    return Phone(table_app)


@pytest.fixture
def table(table_app: Flask, phone: Phone) -> Table:
    """Sit down at a table, with the phone that will own its circle."""
    return Table(table_app, phone)
