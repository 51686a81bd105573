"""What went wrong, as an answer: the only place that turns errors into HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask import (
    Response,
    current_app,
    g,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask_babel import gettext as _
from sqlalchemy.exc import DatabaseError, OperationalError
from werkzeug.exceptions import BadHost, HTTPException, SecurityError

from scorekeeper.scorebook.errors import (
    Busy,
    KeyReused,
    NotAllowed,
    NotFound,
    Refused,
    ScorebookError,
    Stale,
    TooMany,
)
from scorekeeper.web.limits import TOO_MUCH, UPLOAD

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

RETRY_SECONDS = 2


class FormLapsed(ScorebookError):
    """A form without a valid CSRF token: its session is gone, or it isn't our form."""


class FormWrong(ScorebookError):
    """A form whose own checks failed; its fields know why."""


STATUS: dict[type[ScorebookError], int] = {
    NotFound: 404,
    NotAllowed: 403,
    FormLapsed: 400,
    FormWrong: 422,
    Refused: 422,
    KeyReused: 409,
    Stale: 409,
    TooMany: 429,
    Busy: 503,
}


def ask_again(page: Callable[[ScorebookError], str]) -> None:
    """Say which page answers if this request can't be done: the form, with what was typed."""
    g.ask_again = page


def register(app: Flask) -> None:
    """Give every error its page."""
    app.register_error_handler(ScorebookError, _refuse)
    app.register_error_handler(DatabaseError, _no_storage)
    app.register_error_handler(HTTPException, _http)
    app.after_request(_stay_here)


def _refuse(error: ScorebookError) -> Response:
    page = g.pop("ask_again", None)
    body = None
    if page is not None and not isinstance(error, NotFound):  # whose page leads home
        try:
            body = page(error)
        except ScorebookError as instead:  # what the form was about is gone, too
            error = instead
        except DatabaseError as failed:
            _check_storage(failed)
            error = Busy()
    status = next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)
    response = make_response(_page(status, error) if body is None else body, status)
    if isinstance(error, Busy):
        response.headers["Retry-After"] = str(RETRY_SECONDS)
    return response


def _no_storage(error: DatabaseError) -> Response:
    """Answer when the database can't be read or written: a full disk, a lost or broken file."""
    _check_storage(error)
    return _refuse(Busy())


def _check_storage(error: DatabaseError) -> None:
    """Log what failed; raise it if it is a fault of ours and not the database's."""
    if type(error) not in (DatabaseError, OperationalError):
        raise error
    current_app.logger.error("The database failed: %s", error.orig)


def _stay_here(response: Response) -> Response:
    """Lead on by a path only; Werkzeug's own redirects name the host that was asked for."""
    location = response.headers.get("Location", "/")
    if location.startswith("/") and not location.startswith("//"):
        return response
    parts = urlsplit(location)
    path = "/" + parts.path.lstrip("/")
    target = f"{path}?{parts.query}" if parts.query else path
    response.headers["Location"] = target
    response.set_data(redirect(target).get_data())
    return response


def _http(error: HTTPException) -> Response:
    status = error.code or 500
    response = make_response(error.get_response())
    if isinstance(request.routing_exception, (SecurityError, BadHost)):
        # Such a host has no addresses to link to, whatever else is wrong with the request.
        response.set_data(_("This host isn't served here."))
        response.content_type = "text/plain; charset=utf-8"
        return response
    response.set_data(_page(status, None))
    response.content_type = "text/html; charset=utf-8"
    return response


def _page(status: int, error: ScorebookError | None) -> str:
    title, advice = _words(status, error)
    too_long = status == TOO_MUCH and request.endpoint == UPLOAD
    back = url_for("exchange.show") if too_long else None
    return render_template("errors/page.html", title=title, advice=advice, way_back=back)


def _words(status: int, error: ScorebookError | None) -> tuple[str, str]:
    if isinstance(error, Refused):
        return _("That can't be done."), " ".join(problem.words() for problem in error.problems)
    known = {
        400: (
            _("This form has lapsed."),
            _("Nothing was saved. Go back, load the page anew and try again."),
        ),
        403: (
            _("This browser may not do that."),
            _("It is in the circle, but by a link for less. Ask an owner for another one."),
        ),
        404: (
            _("There is nothing here."),
            _("The page doesn't exist, or this browser isn't in its circle."),
        ),
        405: (
            _("That isn't done this way."),
            _("Go back and use the page's own buttons."),
        ),
        409: (
            _("Somebody was quicker."),
            _("This page was made before the match last changed. Look at it now, then decide."),
        ),
        413: (
            _("That was too much."),
            _("A form may have at most 1,000 fields and 64 kB, a file 5 MB. Nothing was saved."),
        ),
        429: (
            _("That's enough circles for today."),
            _("This address has made as many as it may. Join one by its link, or come tomorrow."),
        ),
        503: (
            _("The scorebook is busy."),
            _("Nothing was saved, and nothing is lost. Try again in a few seconds."),
        ),
    }
    return known.get(
        status,
        (
            _("That didn't work."),
            _("Nothing was saved. Go back and try again; if it stays so, tell who runs this."),
        ),
    )
