"""Flask's extensions, unbound until an application is made."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from flask_babel import Babel
from flask_compress import Compress

from scorekeeper.scorebook.store import db, prepare

if TYPE_CHECKING:
    from flask import Flask, Response

REFUSED = 400
"""From this status on an answer is an error's page."""


class Packing(Compress):
    """Packs the pages of errors as well: a refused form is as long as a fresh one."""

    def after_request(self, response: Response | None) -> Response:
        """Pack an answer, whatever its status; Flask-Compress packs what is below 300."""
        if response is not None and response.status_code == HTTPStatus.NO_CONTENT:
            return response
        if response is None or response.status_code < REFUSED:
            return super().after_request(response)
        status, response.status_code = response.status_code, 200
        packed = super().after_request(response)
        response.status_code = status
        return packed


babel = Babel()
compress = Packing()


def bind(app: Flask) -> None:
    """Bind them to an application."""
    db.init_app(app)
    with app.app_context():
        prepare(db.engine)
    babel.init_app(app)
    compress.init_app(app)
