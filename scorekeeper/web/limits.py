"""Bounds on what is sent, checked before anything is parsed."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from flask import Response, abort, current_app, g, request
from werkzeug.routing import BaseConverter, IntegerConverter, ValidationError

if TYPE_CHECKING:
    from flask import Flask

FIELDS = 1000
"""Form fields that a request may have; urlencoded bodies know no limit of their own."""

TOO_MUCH = 413

UPLOAD_BYTES = 5 * 1024 * 1024
"""The longest file that a browser may send; the command line takes any."""

UPLOAD = "exchange.upload"
"""The one route that takes a file, and from owners only."""


class RoundNumber(IntegerConverter):
    """A round's number in an address; any other text is no address of ours."""

    regex = "[1-9][0-9]{0,3}"


class NightDate(BaseConverter):
    """A night's date in an address: 2026-11-27."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> dt.date:
        """Read it."""
        try:
            return dt.date.fromisoformat(value)
        except ValueError:
            raise ValidationError from None

    def to_url(self, value: dt.date) -> str:
        """Write it."""
        return value.isoformat()


def register(app: Flask) -> None:
    """Check every request."""
    app.url_map.converters["round"] = RoundNumber
    app.url_map.converters["night"] = NightDate
    app.before_request(_widen)
    app.before_request(_bound_body)
    app.before_request(_check_query)
    app.before_request(_count_fields)
    app.after_request(_close_after_too_much)


def _widen() -> None:
    """Let an owner's file be longer than a form, with a form's length around it."""
    if request.endpoint == UPLOAD and g.access.may("own"):
        longest = UPLOAD_BYTES + current_app.config["MAX_CONTENT_LENGTH"]
        # Of both: a part of a form in which a line ends at the wrong place counts as its field.
        request.max_content_length = request.max_form_memory_size = longest


def _bound_body() -> None:
    """Read the whole body, else the connection couldn't be used again; refuse a long one.

    Werkzeug refuses one that tells its length, and would cut another one off.
    """
    length, limit = len(request.get_data(cache=True)), request.max_content_length
    if request.content_length is None and limit is not None and length >= limit:
        abort(TOO_MUCH)


def _close_after_too_much(response: Response) -> Response:
    """Say that the connection ends: what is left of the body is never read from it."""
    if response.status_code == TOO_MUCH:
        response.headers["Connection"] = "close"
    return response


def _check_query() -> None:
    """Refuse bytes behind the question mark that are no text; Werkzeug would fail on them."""
    try:
        request.query_string.decode()
    except UnicodeDecodeError:
        abort(400)


def _count_fields() -> None:
    """Refuse forms of more than 1,000 fields, in the body or in the address."""
    if request.query_string.count(b"&") >= FIELDS:
        abort(TOO_MUCH)
    if request.mimetype == "application/x-www-form-urlencoded" and (
        request.get_data(cache=True).count(b"&") >= FIELDS
    ):
        abort(TOO_MUCH)
