"""Flask's extensions, unbound until an application is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask_babel import Babel
from flask_compress import Compress

from scorekeeper.scorebook.store import db, prepare

if TYPE_CHECKING:
    from flask import Flask

babel = Babel()
compress = Compress()


def bind(app: Flask) -> None:
    """Bind them to an application."""
    db.init_app(app)
    with app.app_context():
        prepare(db.engine)
    babel.init_app(app)
    compress.init_app(app)
