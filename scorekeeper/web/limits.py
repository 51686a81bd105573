"""Bounds on what is sent, checked before anything is parsed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import abort, request

if TYPE_CHECKING:
    from flask import Flask

FIELDS = 1000
"""Form fields that a request may have; urlencoded bodies know no limit of their own."""


def register(app: Flask) -> None:
    """Check every request."""
    app.before_request(_count_fields)


def _count_fields() -> None:
    """Refuse forms of more than 1,000 fields, in the body or in the address."""
    if request.query_string.count(b"&") >= FIELDS:
        abort(413)
    if request.mimetype == "application/x-www-form-urlencoded" and (
        request.get_data(cache=True).count(b"&") >= FIELDS
    ):
        abort(413)
