"""What browser tests begin with: the app on a port of its own, and phones that open it."""

from __future__ import annotations

import datetime as dt
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pytest
from jinja2 import FileSystemBytecodeCache

from scorekeeper import create_app
from tests.ui.gallery import Gallery
from tests.ui.phone import SCREEN, Phone
from tests.ui.serving import Server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from flask import Flask
    from playwright.sync_api import Browser, BrowserContext

    from tests.ui.serving import Reached

CHROMIUM = Path("/usr/bin/chromium")
SHELL = Path("/usr/bin/chromium-headless-shell")
"""Chromium without the windows that nobody would see: the tests take two thirds of the time."""

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--host-resolver-rules=MAP scorebook.test 127.0.0.1",  # as in a LAN: plain http, by name
)
TONIGHT = dt.datetime(2026, 11, 27, 20, 30, tzinfo=dt.UTC)


class Unpack(Protocol):
    """What unpacks phones."""

    def __call__(self, server: Reached, *, scripts: bool = True) -> Phone:
        """Unpack a phone.

        Args:
            server: what it has business with.
            scripts: whether it runs JavaScript.
        """


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Launch the system's Chromium where there is one, else Playwright's own."""
    found = [{"executable_path": str(path)} for path in (SHELL, CHROMIUM) if path.exists()]
    own = found[0] if found else {}
    return {**browser_type_launch_args, **own, "args": list(ARGUMENTS)}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Give every browser a phone's screen."""
    return {
        **browser_context_args,
        "viewport": SCREEN,
        "is_mobile": True,
        "has_touch": True,
        "locale": "en-GB",
        "timezone_id": "Europe/Zurich",
    }


@pytest.fixture(scope="session")
def ui_app(
    empty_database: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[], Flask]]:
    """Give what makes applications, each on a database of its own."""
    home = tmp_path_factory.mktemp("ui")

    def make() -> Flask:
        path = tmp_path_factory.mktemp("scorebook") / "scorekeeper.db"
        shutil.copyfile(empty_database, path)
        settings: Mapping[str, object] = {
            "SECRET_KEY": "a secret of these tests",
            "CIRCLES_A_DAY": 1_000_000,
            "DATABASE": path,
            "CLOCK": lambda: TONIGHT,
        }
        app = create_app(settings)
        app.jinja_env.bytecode_cache = FileSystemBytecodeCache(str(home))
        return app

    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith("SCOREKEEPER_")]:
            patch.delenv(name)
        patch.setenv("SCOREKEEPER_INSTANCE", str(home))
        yield make


@pytest.fixture
def ui_server(ui_app: Callable[[], Flask]) -> Iterator[Server]:
    """Serve a scorebook in which nothing is written yet."""
    with Server(ui_app()).running() as server:
        yield server


@pytest.fixture
def service_workers() -> str:
    """Tell whether phones keep pages: only where a test is about that, since it takes long."""
    return "block"


@pytest.fixture
def unpack(new_context: Callable[..., BrowserContext], service_workers: str) -> Iterator[Unpack]:
    """Unpack phones; nothing may go wrong on any of them."""
    phones = []

    def make(server: Reached, *, scripts: bool = True) -> Phone:
        context = new_context(java_script_enabled=scripts, service_workers=service_workers)
        phones.append(Phone(context, server.origin, scripts=scripts))
        return phones[-1]

    yield make

    assert [phone.guard.faults for phone in phones if phone.guard.faults] == []


@pytest.fixture
def scripts() -> bool:
    """Tell whether the phone runs JavaScript: it does, unless a test says otherwise."""
    return True


@pytest.fixture
def ui_phone(unpack: Unpack, ui_server: Server, scripts: bool) -> Phone:
    """Unpack a phone that has never been here."""
    return unpack(ui_server, scripts=scripts)


@pytest.fixture(scope="session")
def gallery(ui_app: Callable[[], Flask]) -> Iterator[Gallery]:
    """Hang up one of every page that there is."""
    with Server(ui_app()).running() as server:
        yield Gallery(server)


@pytest.fixture(scope="session")
def visitor(
    browser: Browser, browser_context_args: dict[str, Any], gallery: Gallery
) -> Iterator[Phone]:
    """Go through the gallery with one phone: a new one for every page would take minutes."""
    context = browser.new_context(**browser_context_args)
    yield Phone(context, gallery.server.origin)
    context.close()
