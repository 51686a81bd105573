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

    from scorekeeper.scorebook.boards import Board

PHASES = "ab"
BEYOND = ' class="beyond"'


def register(app: Flask) -> None:
    """Let the scoreboard use them."""
    app.add_template_global(round_rows)


def round_rows(board: Board, url: str) -> Markup:
    """Write a table row for each round: the way to it, its marks, and the points by seat.

    Args:
        board: the match.
        url: the scoreboard's address, which the rounds' addresses begin with.
    """
    game, voices = board.game, board.voices
    disputed = {said.round_no for said in voices.disputes}
    hidden = '<span class="visually-hidden">{}</span>'
    word = hidden.format(escape(_("Round")) + " ")
    phase_word = hidden.format(", " + escape(_("phase")) + " ")
    marks = {
        "corrected": _mark(_("corrected")),
        "anyway": _mark(_("anyway")),
        "disputed": _mark(_("disputed"), "bad"),
        "beyond": _mark(_("after the end")),
    }
    url = escape(url)
    parts = []
    for counted, held in enumerate(board.ledger.rounds):
        place = game.place(held.number)
        label = f'{word}<span class="no">{place.round}'
        if place.phase is not None:
            label += phase_word + PHASES[place.phase]
        label += "</span>"
        beyond = counted >= board.outcome.counted
        if held.corrected:
            label += marks["corrected"]
        if held.row.anyway:
            label += marks["anyway"]
        if held.number in disputed:
            label += marks["disputed"]
        if beyond:
            label += marks["beyond"]
        if held.number in voices.confirmed:
            seats = len(voices.confirmed[held.number])
            label += _mark(_("✓ %(n)s of %(of)s", n=seats, of=game.seats), "good")
        cells = "".join([f"<td>{number(points)}</td>" for points in held.scores])
        row = BEYOND if beyond else ""
        link = f'<a href="{url}rounds/{held.number}/">{label}</a>'
        parts.append(f'<tr{row}><th scope="row">{link}</th>{cells}</tr>')
    return Markup("".join(parts))  # noqa: S704 - numbers, and words that were escaped


def _mark(text: str, kind: str = "") -> str:
    return f'<span class="mark {kind}">{escape(text)}</span>'
