"""The reader's language, looked up once a request instead of once a word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import g
from flask_babel import get_domain

if TYPE_CHECKING:
    from gettext import NullTranslations

    from flask import Flask


def register(app: Flask) -> None:
    """Let templates translate."""
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]  # the i18n extension's
        lambda text: _catalogue().gettext(text),
        lambda one, many, n: _catalogue().ngettext(one, many, n),
        newstyle=True,
    )


def _catalogue() -> NullTranslations:
    if "catalogue" not in g:
        g.catalogue = get_domain().get_translations()
    catalogue: NullTranslations = g.catalogue
    return catalogue
