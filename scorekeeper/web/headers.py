"""The headers that every answer has."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from flask import current_app, request

if TYPE_CHECKING:
    from flask import Flask, Response

POLICY = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
)

HEADERS = {
    "Content-Security-Policy": "; ".join(POLICY),
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "strict-origin",
}


BARE = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": HEADERS["X-Content-Type-Options"],
}
"""What an answer without a body has: it comes every two seconds, and has nothing to guard."""

NO_CONTENT = 204

OPENER = {"Cross-Origin-Opener-Policy": "same-origin"}
"""Over plain http, browsers heed it on their own machine only, and complain about it elsewhere."""

OWN_MACHINE = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:\d+)?")


def register(app: Flask) -> None:
    """Put the headers on every answer, errors included."""
    app.after_request(_add)


def _add(response: Response) -> Response:
    if response.status_code == NO_CONTENT:
        response.headers.clear()
        response.headers.extend(BARE)
        return response
    host = request.environ.get("HTTP_HOST", "")  # which may be one that isn't served
    heeded = request.scheme == "https" or OWN_MACHINE.fullmatch(host)
    for name, value in {**HEADERS, **(OPENER if heeded else {})}.items():
        response.headers.setdefault(name, value)
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "no-store"
    if current_app.config["HTTPS"]:
        response.headers["Strict-Transport-Security"] = "max-age=31536000"
    if request.path.startswith(("/circles/", "/join/")):
        response.headers["X-Robots-Tag"] = "noindex"
    return response
