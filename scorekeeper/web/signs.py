"""Icons, the signs of suits, and names: small pieces of markup that pages are full of.

Functions rather than templates, since a scoreboard has hundreds of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from scorekeeper.config import folder

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Flask

MINUS = "−"


def register(app: Flask) -> None:
    """Read the drawings, and let templates use them."""
    icons = _drawings("lucide")
    signs = _drawings("signs")

    def icon(name: str) -> Markup:
        return Markup('<span class="icon" aria-hidden="true">{}</span>').format(icons[name])

    def sign(name: str) -> Markup:
        """Give the sign of a suit or colour: a shape of its own, never the hue alone."""
        return signs.get(name, Markup())

    app.add_template_global(icon)
    app.add_template_global(sign)
    app.add_template_global(person)
    app.jinja_env.globals["MINUS"] = MINUS
    app.add_template_filter(number)
    app.add_template_filter(signed)


def _drawings(name: str) -> Mapping[str, Markup]:
    files = (folder("templates") / "icons" / name).glob("*.svg")
    return {file.stem: Markup(file.read_text().strip()) for file in files}  # noqa: S704 - our own


def person(name: str) -> Markup:
    """Give a name that keeps its own writing direction."""
    return Markup("<bdi>{}</bdi>").format(name)


def number(value: int) -> str:
    """Write a number with a real minus."""
    return str(value) if value >= 0 else f"{MINUS}{-value}"


def signed(value: int) -> str:
    """Write points that are added or taken off: +6, −10, 0."""
    return f"+{value}" if value > 0 else number(value)
