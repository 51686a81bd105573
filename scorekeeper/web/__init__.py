"""What a phone sees: pages and forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.web import (
    access,
    assets,
    circles,
    device,
    errors,
    exact,
    exchange,
    headers,
    home,
    join,
    language,
    limits,
    live,
    logs,
    matches,
    planning,
    preview,
    proxies,
    quota,
    rounds,
    rules,
    share,
    sheet,
    signs,
    stances,
    tables,
    whatif,
    words,
    you,
)

if TYPE_CHECKING:
    from flask import Flask


def register(app: Flask) -> None:
    """Give an application its pages."""
    for part in (
        proxies,
        logs,
        quota,
        limits,
        language,
        live,
        access,
        errors,
        headers,
        signs,
        tables,
        words,
        assets,
    ):
        part.register(app)
    for noun in (
        home,
        join,
        you,
        device,
        rules,
        circles,
        share,
        planning,
        matches,
        rounds,
        preview,
        exact,
        stances,
        sheet,
        whatif,
        exchange,
    ):
        app.register_blueprint(noun.blueprint)
