"""Settings: defaults, then instance/config.py, then SCOREKEEPER_* of the environment."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from scorekeeper.scorebook import database
from scorekeeper.scorebook.store import database_url, engine_options

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Flask

PREFIX = "SCOREKEEPER"
PACKAGE = Path(__file__).parent

DEFAULTS: Final[dict[str, Any]] = {
    "TIME_ZONE": "UTC",
    "HTTPS": False,
    "TRUSTED_PROXIES": 0,
    "CIRCLES_A_DAY": 20,
    "PERMANENT_SESSION_LIFETIME": 400 * 24 * 3600,
    "SESSION_REFRESH_EACH_REQUEST": False,
    "SESSION_COOKIE_HTTPONLY": True,
    "SESSION_COOKIE_SAMESITE": "Lax",
    "WTF_CSRF_TIME_LIMIT": None,  # a form left open all evening still saves
    "WTF_I18N_ENABLED": False,  # our messages are our own: no second catalogue for each form
    "MAX_CONTENT_LENGTH": 64 * 1024,
    "MAX_FORM_MEMORY_SIZE": 64 * 1024,
    "MAX_FORM_PARTS": 1000,
    "COMPRESS_ALGORITHM": "gzip",
    "COMPRESS_LEVEL": 4,
    "COMPRESS_MIN_SIZE": 1000,
    "SQLALCHEMY_RECORD_QUERIES": False,
}


def folder(name: str) -> Path:
    """Find templates/ or static/: in the package when installed, beside it in a checkout."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name


def instance() -> Path:
    """Give the folder that holds the database, the secret key and config.py."""
    named = os.environ.get(f"{PREFIX}_INSTANCE")
    if named:
        return Path(named).absolute()
    checkout = PACKAGE.parent / "instance"
    return checkout if checkout.is_dir() else Path.home() / ".local" / "share" / "scorekeeper"


def database_file() -> Path:
    """Give the database's file."""
    return Path(os.environ.get(f"{PREFIX}_DATABASE") or instance() / "scorekeeper.db").absolute()


def key_file() -> Path | None:
    """Give the secret key's file, or None when the environment has the key itself."""
    return None if os.environ.get(f"{PREFIX}_SECRET_KEY") else instance() / "secret_key"


def load(app: Flask, test_config: Mapping[str, Any] | None) -> None:
    """Load an application's settings, and refuse to start without a usable database.

    Raises:
        Unusable: there is no secret key, or no database of this program's version.
    """
    app.config.from_mapping(DEFAULTS)
    app.config.from_pyfile(str(instance() / "config.py"), silent=True)
    app.config.from_prefixed_env(PREFIX)
    app.config["DATABASE"] = database_file()
    if key := os.environ.get(f"{PREFIX}_SECRET_KEY"):
        app.config["SECRET_KEY"] = key  # as it stands: one of digits only is no number
    if test_config is not None:
        app.config.from_mapping(test_config)
    file = key_file()
    if file is not None and not app.config["SECRET_KEY"]:
        app.config["SECRET_KEY"] = _read_key(file)
    path = Path(app.config["DATABASE"])
    version = database.check(path)
    if version != database.HEAD:
        raise database.Unusable(f"{path} is of an older version. Bring it up: scorekeeper upgrade")
    app.config["SQLALCHEMY_DATABASE_URI"] = database_url(path)
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = engine_options()
    if app.config["HTTPS"]:
        app.config["SESSION_COOKIE_NAME"] = "__Host-session"
        app.config["SESSION_COOKIE_SECURE"] = True


def _read_key(file: Path) -> str:
    try:
        key = file.read_text().strip()
    except (OSError, ValueError) as error:
        raise database.Unusable(
            f"The secret key {file} can't be read ({error}). Make one: scorekeeper init"
        ) from error
    if not key:
        raise database.Unusable(
            f"The secret key {file} is empty. Remove it, and make another one: scorekeeper init"
        )
    return key
