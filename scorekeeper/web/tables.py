"""The rows of a scoreboard.

Written here and not in a template: sixty rounds of five players are most of what the page costs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask_babel import gettext as _
from markupsafe import Markup, escape

from scorekeeper.web.signs import number

if TYPE_CHECKING:
    from flask import Flask

    from scorekeeper.rules.base import Game
    from scorekeeper.scorebook.ledger import Recorded

PHASES = "ab"


def register(app: Flask) -> None:
    """Let the scoreboard use them."""
    app.add_template_global(round_rows)


def round_rows(game: Game, rounds: list[Recorded], url: str) -> Markup:
    """Write a table row for each round: the way to it, its marks, and the points by seat.

    Args:
        game: tells which round and phase an entry belongs to.
        rounds: as they stand.
        url: the scoreboard's address, which the rounds' addresses begin with.
    """
    hidden = '<span class="visually-hidden">{}</span>'
    word = hidden.format(escape(_("Round")) + " ")
    phase_word = hidden.format(", " + escape(_("phase")) + " ")
    corrected, anyway = (
        f'<span class="mark">{escape(mark)}</span>' for mark in (_("corrected"), _("anyway"))
    )
    url = escape(url)
    parts = []
    for held in rounds:
        place = game.place(held.number)
        label = f"{word}{place.round}"
        if place.phase is not None:
            label += phase_word + PHASES[place.phase]
        if held.corrected:
            label += corrected
        if held.row.anyway:
            label += anyway
        cells = "".join([f"<td>{number(points)}</td>" for points in held.scores])
        parts.append(
            f'<tr><th scope="row"><a href="{url}rounds/{held.number}/">{label}</a></th>{cells}</tr>'
        )
    return Markup("".join(parts))  # noqa: S704 - numbers, and words that were escaped
