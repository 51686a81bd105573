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
    history,
    home,
    join,
    language,
    limits,
    live,
    logs,
    matches,
    pictures,
    planning,
    preview,
    proxies,
    quota,
    results,
    rounds,
    rules,
    share,
    sheet,
    signs,
    stances,
    statistics,
    statistics_pictures,
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
        statistics,
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
        pictures,
        history,
        results,
        statistics,
        statistics_pictures,
        exchange,
    ):
        app.register_blueprint(noun.blueprint)
