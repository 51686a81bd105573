"""Whose browser this is, and what it may do in the circle that the address names."""

from __future__ import annotations

import base64
import hmac
import secrets
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from flask import current_app, g, request
from flask_babel import gettext as _

from scorekeeper.scorebook.access import Access, access_to
from scorekeeper.scorebook.errors import NotAllowed, NotFound

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask, Response

COOKIE_SECONDS = 400 * 24 * 3600  # the longest that browsers keep one
SECRET_BYTES = 32
LONGEST_SECRET = 128

P = ParamSpec("P")
R = TypeVar("R")


def register(app: Flask) -> None:
    """Look up the circle of each request, and keep the device's cookie."""
    app.url_value_preprocessor(_enter_circle)
    app.url_defaults(_stay_in_circle)
    app.after_request(_keep_cookie)
    app.context_processor(lambda: {"here": g.get("access"), "outside": g.get("outside", False)})


def cookie_name() -> str:
    """Give the device cookie's name; under https one that only this host may set."""
    return "__Host-device" if current_app.config["HTTPS"] else "device"


def device_secret() -> str:
    """Give this browser's secret; a new browser gets one with the answer."""
    if "device_secret" not in g:
        g.device_secret = known_secret() or secrets.token_urlsafe(SECRET_BYTES)
    return str(g.device_secret)


def known_secret() -> str | None:
    """Give this browser's secret if it has one already; a long text is none of ours."""
    secret = request.cookies.get(cookie_name(), "")
    return secret if 0 < len(secret) <= LONGEST_SECRET else None


def renew_secret(key: str) -> str:
    """Give this browser a new secret, so that one which somebody else knew is worth nothing.

    Derived from the form's key, so that a form that is sent twice gives the same one twice.
    """
    derived = hmac.digest(
        current_app.config["SECRET_KEY"].encode(), f"{device_secret()} {key}".encode(), "sha256"
    )
    return base64.urlsafe_b64encode(derived).rstrip(b"=").decode()


def device_name() -> str:
    """Guess what this device is, for the list of those that have joined."""
    told = request.user_agent.string
    kinds = {
        "iPhone": _("iPhone"),
        "iPad": _("iPad"),
        "Android": _("Android phone"),
        "Windows": _("Windows computer"),
        "Macintosh": _("Mac"),
        "Linux": _("Linux computer"),
    }
    return next((name for mark, name in kinds.items() if mark in told), _("Browser"))


def _enter_circle(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Find what this device may do in the circle; unknown and foreign are both 404."""
    del endpoint
    if values and "circle" in values:
        g.outside = True
        secret = known_secret()
        if secret is None:
            raise NotFound
        g.access = access_to(secret, values.pop("circle"))
        g.outside = False


def _stay_in_circle(endpoint: str, values: dict[str, Any]) -> None:
    expecting = current_app.url_map.is_endpoint_expecting
    if "access" in g and "circle" not in values and expecting(endpoint, "circle"):
        values["circle"] = g.access.circle_uid


def here() -> Access:
    """Give what this device may do in the circle of this request."""
    access: Access = g.access
    return access


def needs(role: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Let only devices act that have a role in the circle, or a higher one."""

    def guard(view: Callable[P, R]) -> Callable[P, R]:
        @wraps(view)
        def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
            if not here().may(role):
                raise NotAllowed
            return view(*args, **kwargs)

        return guarded

    return guard


def _keep_cookie(response: Response) -> Response:
    if "device_secret" in g:
        response.set_cookie(
            cookie_name(),
            g.device_secret,
            max_age=COOKIE_SECONDS,
            secure=current_app.config["HTTPS"],
            httponly=True,
            samesite="Lax",
        )
    return response
