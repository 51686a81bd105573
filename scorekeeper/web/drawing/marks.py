"""How the series of a picture are told apart: a colour, a mark, and a dash or a pattern each.

A picture is a document of its own, so its style stands here and not in static/css. Colours are
written out: programs that show a file that was taken along know neither variables nor, some of
them, the dark scheme.
"""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from typing import NamedTuple

TYPE_PX = 14
"""The size of all type: at 320 px, the narrowest page, it still is 12 px."""

HUES = (
    ("#0f6b64", "#63cfc2"),
    ("#a84a08", "#f2a65a"),
    ("#6d3fb0", "#c6a6f7"),
    ("#1f1b16", "#f3ecdf"),
    ("#b01c5f", "#f792ba"),
    ("#586410", "#c6cf70"),
    ("#0b669c", "#7fc6f2"),
    ("#7b4a2c", "#dba985"),
    ("#5f574b", "#b3a894"),
)
"""In light and in dark, each at least 4.5 : 1 on the card; the suits' own hues are left to them."""

DASHES = ("", "7 3", "2 3", "10 3 2 3", "14 5", "4 4", "10 3 2 3 2 3", "1 5", "14 3 5 3")


class Mark(NamedTuple):
    """A shape around the point where its path begins, and whether it is filled."""

    path: str
    fill: str = "full"


MARKS = (
    Mark("m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z"),
    Mark("m-3.6-3.6h7.2v7.2h-7.2z"),
    Mark("m0-5l4.8 8.4h-9.6z"),
    Mark("m0-5.2l5.2 5.2-5.2 5.2-5.2-5.2z"),
    Mark("m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z", "hollow"),
    Mark("m-3.6-3.6h7.2v7.2h-7.2z", "hollow"),
    Mark("m0 5l4.8-8.4h-9.6z", "hollow"),
    Mark("m-5 0h10m-5-5v10", "hollow"),
    Mark("m-4-4l8 8m0-8l-8 8", "hollow"),
)

PATTERNS = (
    "",
    "M-2 2l4-4M0 8l8-8M6 10l4-4",
    "M2 2h1.5M6 6h1.5",
    "M0 2h8M0 6h8",
    "M-2 6l4 4M0 0l8 8M6-2l4 4",
    "M2 0v8M6 0v8",
    "M0 4h8M4 0v8",
    "M0 8l8-8M0 0l8 8",
    "M4 4h.1",
)
"""What is drawn on 8 × 8 of a bar; the first is filled."""


def hue(number: int) -> str:
    """Give the class of a series' colour."""
    return f"s{number % len(HUES)}"


def mark(number: int) -> Mark:
    """Give a series' mark."""
    return MARKS[number % len(MARKS)]


def dash(number: int) -> str:
    """Give a series' dash pattern; no two have both mark and dash in common."""
    return DASHES[(number + number // len(MARKS)) % len(DASHES)]


def pattern(number: int) -> str:
    """Give the pattern of a series' bars, or nothing where they are filled."""
    return PATTERNS[number % len(PATTERNS)]


def _scheme(dark: int, card: str, ink: str, soft: str, line: str) -> str:
    hues = "".join(f".s{number}{{color:{pair[dark]}}}" for number, pair in enumerate(HUES))
    return (
        f".card,.hollow{{fill:{card}}}text{{fill:{ink}}}.axis text{{fill:{soft}}}"
        f".guide{{stroke:{line}}}.zero{{stroke:{soft}}}{hues}"
    )


STYLE = (
    f"text{{font:{TYPE_PX}px system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif;"
    "font-variant-numeric:tabular-nums}.value,.title{font-weight:600}"
    ".axis.x text{text-anchor:middle}.axis.y text,.axis.x .end,.end{text-anchor:end}"
    ".axis.x .start{text-anchor:start}"
    ".guide,.zero{stroke-width:1;fill:none}"
    ".line{fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round}"
    ".mark{stroke:currentColor;stroke-width:2;stroke-linejoin:round}.full{fill:currentColor}"
    ".tint{fill:currentColor;fill-opacity:.18}.lead{fill:none;stroke:currentColor;stroke-width:1}.bar{stroke:currentColor}"
    ".hatch{fill:none;stroke:currentColor;stroke-width:1.5;stroke-linecap:round}"
    + _scheme(0, "#fffdf8", "#1f1b16", "#6b6255", "#ded5c4")
    + "@media (prefers-color-scheme:dark){"
    + _scheme(1, "#26221d", "#f3ecdf", "#b3a894", "#3c362d")
    + "}"
)
"""The same in every picture, so that a policy can allow this very style and no other."""

STYLE_SOURCE = f"'sha256-{b64encode(sha256(STYLE.encode()).digest()).decode()}'"
