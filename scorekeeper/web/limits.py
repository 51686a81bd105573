"""Bounds on what is sent, checked before anything is parsed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import abort, request
from werkzeug.routing import IntegerConverter

if TYPE_CHECKING:
    from flask import Flask

FIELDS = 1000
"""Form fields that a request may have; urlencoded bodies know no limit of their own."""


class RoundNumber(IntegerConverter):
    """A round's number in an address; any other text is no address of ours."""

    regex = "[1-9][0-9]{0,3}"


def register(app: Flask) -> None:
    """Check every request."""
    app.url_map.converters["round"] = RoundNumber
    app.before_request(_bound_body)
    app.before_request(_check_query)
    app.before_request(_count_fields)


def _bound_body() -> None:
    """Refuse a long body that doesn't tell its length; Werkzeug would cut it off instead."""
    if request.content_length is None:
        limit = request.max_content_length
        if limit is not None and len(request.get_data(cache=True)) >= limit:
            abort(413)


def _check_query() -> None:
    """Refuse bytes behind the question mark that are no text; Werkzeug would fail on them."""
    try:
        request.query_string.decode()
    except UnicodeDecodeError:
        abort(400)


def _count_fields() -> None:
    """Refuse forms of more than 1,000 fields, in the body or in the address."""
    if request.query_string.count(b"&") >= FIELDS:
        abort(413)
    if request.mimetype == "application/x-www-form-urlencoded" and (
        request.get_data(cache=True).count(b"&") >= FIELDS
    ):
        abort(413)
