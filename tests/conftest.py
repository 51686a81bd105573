"""The scorebook that a test begins with: a real database file of its own, and an app on it."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest

from scorekeeper import create_app
from scorekeeper.scorebook import database as database_file
from scorekeeper.scorebook.store import db
from tests.builders import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from flask import Flask
    from flask.testing import FlaskClient


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make an empty database once; tests work on copies of it."""
    path = tmp_path_factory.mktemp("empty") / "scorekeeper.db"
    database_file.create(path)
    return path


def keep_to(instance: Path, patch: pytest.MonkeyPatch) -> None:
    """Keep the settings of whoever runs the tests away from them."""
    for name in [name for name in os.environ if name.startswith("SCOREKEEPER_")]:
        patch.delenv(name)
    patch.setenv("SCOREKEEPER_INSTANCE", str(instance))


@pytest.fixture
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the settings of whoever runs the tests away from a test."""
    keep_to(tmp_path, monkeypatch)


@pytest.fixture(scope="session")
def shared_app(empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """Make the application once: its routes and templates take longer than most tests."""
    path = tmp_path_factory.mktemp("app") / "scorekeeper.db"
    shutil.copy(empty_database, path)
    with pytest.MonkeyPatch.context() as patch:
        keep_to(path.parent, patch)
        return create_app({"SECRET_KEY": "a test's", "DATABASE": path, "TESTING": True})


@pytest.fixture
def database(shared_app: Flask, empty_database: Path) -> Iterator[Path]:
    """Give the file of an empty database, the one that ``app`` works on."""
    path: Path = shared_app.config["DATABASE"]
    shutil.copy(empty_database, path)
    yield path
    with shared_app.app_context():
        db.engine.dispose()
    for left in path.parent.glob(path.name + "*"):
        left.unlink()


@pytest.fixture
def app(shared_app: Flask, database: Path, own_settings: None) -> Flask:
    """Give the application, on an empty database."""
    del database, own_settings
    return shared_app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Give a browser that was never here before."""
    return app.test_client()


@pytest.fixture
def table(app: Flask) -> Table:
    """Give a circle with its owner's device."""
    return Table(app)


@pytest.fixture
def other(
    empty_database: Path, tmp_path: Path, own_settings: None
) -> Iterator[Callable[[], Flask]]:
    """Give applications on further scorebooks, each empty and its own."""
    del own_settings
    made: list[Flask] = []

    def make() -> Flask:
        path = tmp_path / f"other-{len(made)}.db"
        shutil.copy(empty_database, path)
        made.append(create_app({"SECRET_KEY": "a test's", "DATABASE": path, "TESTING": True}))
        return made[-1]

    yield make
    for app in made:
        with app.app_context():
            db.engine.dispose()
