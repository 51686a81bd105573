"""Numbers, names, dates and problems in the reader's words."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from flask import session
from flask_babel import format_date, get_locale, gettext
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup, escape

from scorekeeper.web.signs import person

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from flask import Flask

    from scorekeeper.rules.problems import Problem


def register(app: Flask) -> None:
    """Let templates use these."""
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters.update(label=label, day=day, clock=clock, moment=moment, listed=listed)
    app.jinja_env.globals.update(
        csrf_token=csrf_token,
        say=say,
        names_of=names_of,
        role_words=role_words,
        month_words=month_words,
        get_locale=get_locale,
    )


def label(text: str) -> str:
    """Translate a text that the rules declare."""
    return gettext(text) if text else ""


def say(problem: Problem, name: Callable[[int], str]) -> str:
    """Say a problem with the players' names."""
    return problem.words(name, gettext)


def day(date: dt.date) -> str:
    """Write a date in the table's words: Fri 27 November 2026."""
    return str(format_date(date, "EEE d MMMM y"))


def month_words(month: int) -> str:
    """Write a month's name: November."""
    return str(format_date(dt.date(2000, month, 1), "LLLL"))


def clock(at: dt.datetime, time_zone: str) -> str:
    """Write a moment on the circle's clock: 21:04."""
    return at.astimezone(ZoneInfo(time_zone)).strftime("%H:%M")


def names_of(seats: Sequence[int], names: Sequence[str]) -> list[str]:
    """Give the players of some seats."""
    return [names[seat] for seat in seats]


def moment(at: dt.datetime, time_zone: str) -> Markup:
    """Write a moment on the circle's clock, with the day, and for programs in UTC."""
    local = at.astimezone(ZoneInfo(time_zone))
    shown = f"{format_date(local.date(), 'EEE d MMM y')}, {local:%H:%M}"
    utc = at.astimezone(dt.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return Markup('<time datetime="{}">{}</time>').format(utc, shown)


def listed(names: Sequence[str]) -> Markup:
    """List names: "Arne, Geli and Fritz"; each keeps its own writing direction."""
    marked = [person(name) for name in names]
    if not marked:
        return Markup()
    *head, last = marked
    if not head:
        return last
    both = escape(gettext("%(some)s and %(last)s"))
    return both % {"some": Markup(", ").join(head), "last": last}


def plainly(names: Sequence[str]) -> str:
    """List names where there is no markup: "Arne, Geli and Fritz"."""
    *head, last = names
    if not head:
        return last
    return gettext("%(some)s and %(last)s", some=", ".join(head), last=last)


def role_words(role: str) -> str:
    """Say what a role permits."""
    words = {
        "view": gettext("watch"),
        "score": gettext("write down scores"),
        "own": gettext("own the circle"),
    }
    return words[role]


def csrf_token() -> str:
    """Give the token that this session's forms carry; the session outlives the evening."""
    if not session.permanent:  # setting it anew would send the cookie anew
        session.permanent = True
    return str(generate_csrf())
