"""Pictures of figures, as SVG: lines over time, and bars.

Each is a document of its own, read by ``<img>`` or from a file: it follows the light or dark scheme
by itself, tells its series apart without colour, and names no script and no other address.
``templates/_macros/figure.html`` shows one with its table.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import partial
from typing import Protocol
from urllib.parse import quote

from flask import Response, request

from scorekeeper.web.drawing import bars as drawing_bars
from scorekeeper.web.drawing import lines as drawing_lines
from scorekeeper.web.drawing.figures import Figures, Series
from scorekeeper.web.drawing.marks import STYLE_SOURCE

__all__ = ["Figures", "Picture", "Series", "bars", "lines", "places", "send", "totals"]

POLICY = (
    "default-src 'none'",
    f"style-src {STYLE_SOURCE}",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "sandbox",
)
"""What a picture that is opened by its address may do: use the one style of all pictures."""

NO_FILE_NAME = re.compile(r"[^\w.-]+")


class Drawing(Protocol):
    """What draws a picture."""

    def __call__(self, *, headed: bool) -> bytes:
        """Give its bytes.

        Args:
            headed: whether its title is seen in it, as in a file that is taken along.
        """


@dataclass(frozen=True)
class Picture:
    """A picture of figures, drawn only when somebody asks for it; ``height`` is as shown."""

    figures: Figures
    height: int
    draw: Drawing


def lines(figures: Figures) -> Picture:
    """Picture a line for each series; it is interrupted where a figure is missing."""
    scale = drawing_lines.scale_from_zero(figures.known)
    return _with_lines(figures, partial(drawing_lines.draw, figures, scale=scale))


def totals(figures: Figures) -> Picture:
    """Picture running totals: lines that all begin at 0, before the first label."""
    grown = [Series(of.name, [0, *of.values]) for of in figures.series]
    labels = ["0", *figures.labels]
    begun = Figures(figures.title, figures.corner, labels, grown, figures.written)
    scale = drawing_lines.scale_from_zero(figures.known)
    return _with_lines(figures, partial(drawing_lines.draw, begun, scale=scale, begun=True))


def places(figures: Figures, seats: int = 0) -> Picture:
    """Picture placing night by night: a line for each series, place 1 on top.

    Args:
        figures: the places; the labels are dates.
        seats: how many played at the largest table: as many places are shown, three at least.
    """
    scale = drawing_lines.scale_of_places(figures.known, seats)
    return _with_lines(figures, partial(drawing_lines.draw, figures, scale=scale, dated=True))


def bars(figures: Figures) -> Picture:
    """Picture how often or how much: below each label, a bar for each series."""
    height = drawing_bars.height_of(figures)
    return Picture(figures, height, partial(drawing_bars.draw, figures))


def _with_lines(figures: Figures, draw: Drawing) -> Picture:
    return Picture(figures, drawing_lines.height_of(figures), draw)


def send(picture: Picture, name: str) -> Response:
    """Answer with a picture; with ``download=1`` as a file to keep, its title in it.

    Args:
        picture: what is drawn.
        name: what the file is called, without its ending.
    """
    kept = request.args.get("download") == "1"
    response = Response(picture.draw(headed=kept), mimetype="image/svg+xml")
    response.headers["Content-Security-Policy"] = "; ".join(POLICY)
    if kept:
        response.headers["Content-Disposition"] = _attached(f"{name}.svg")
    return response


def _attached(name: str) -> str:
    """Name a file for old programs in ASCII, and for others as it is (RFC 6266, RFC 5987)."""
    folded = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    plain = NO_FILE_NAME.sub("-", folded)
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
