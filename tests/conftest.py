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


@pytest.fixture
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the settings of whoever runs the tests away from them."""
    for name in [name for name in os.environ if name.startswith("SCOREKEEPER_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))


@pytest.fixture
def database(empty_database: Path, tmp_path: Path) -> Path:
    """Give the file of an empty database."""
    path = tmp_path / "scorekeeper.db"
    shutil.copy(empty_database, path)
    return path


@pytest.fixture
def app(database: Path, own_settings: None) -> Iterator[Flask]:
    """Give an application on a database of its own."""
    del own_settings
    made = create_app({"SECRET_KEY": "a test's", "DATABASE": database, "TESTING": True})
    yield made
    with made.app_context():
        db.engine.dispose()


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
