"""Text in a picture: about how wide it is, and what of it fits.

A picture is drawn where no font is at hand, so widths are estimates, on the generous side.
"""

from __future__ import annotations

import re
import unicodedata

from scorekeeper.web.drawing.marks import TYPE_PX

WIDE = set("MW@%mw—…−+<=>&#~")
NARROW = set("fijlrtI.,:;'|!()[] ")
NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
FIRST_STRONG, POP = "\u2068", "\u2069"
JOINERS = "\u200d\ufe0f"


def _em(letter: str) -> float:
    if unicodedata.category(letter) in {"Mn", "Me", "Cf"}:
        return 0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.25  # an emoji is wider than its line is high
    if letter in WIDE:
        return 0.98
    return 0.36 if letter in NARROW else 0.64


def width_of(text: str) -> float:
    """Estimate how wide a text is, in the units of a picture."""
    return TYPE_PX * sum(map(_em, text))


def fitting(text: str, width: float) -> str:
    """Give as much of a text as fits, with an ellipsis if that isn't all of it."""
    text = NO_XML.sub("\ufffd", text)
    if width_of(text) <= width:
        return text
    while text and width_of(text + "…") > width:
        text = text[:-1].rstrip(JOINERS)
    return text.rstrip() + "…"


def isolated(text: str) -> str:
    """Give a text that keeps its own writing direction, its ellipsis included."""
    return FIRST_STRONG + text + POP
