"""Scorekeeper: keeps the score of card games at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Flask


def create_app(test_config: Mapping[str, Any] | None = None) -> Flask:
    """Make the application: defaults, instance file, environment, extensions, blueprints.

    Raises:
        Unusable: there is no database, or none that this program can use.
    """
    from flask import Flask

    from scorekeeper import config, extensions, web

    app = Flask(__name__, static_folder=None, template_folder=str(config.folder("templates")))
    config.load(app, test_config)
    extensions.bind(app)
    web.register(app)
    return app
