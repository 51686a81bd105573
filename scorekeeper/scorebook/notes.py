"""Free texts: why a round was corrected, what isn't right about it, where a night was."""

from __future__ import annotations

import unicodedata

from scorekeeper.rules.problems import N_, Problem
from scorekeeper.scorebook.errors import Refused
from scorekeeper.scorebook.names import BIDI_OVERRIDES, CONTROL

NOTE_LENGTH = 280
"""Characters in a note; the forms say the same."""

PLACE_LENGTH = 80
"""Characters in a night's place; the form says the same."""


def clean_note(text: str, place: str = "/reason") -> str | None:
    """Give a note as it is kept: on one line and in NFC, up to 280 characters; None if empty.

    Args:
        text: as typed.
        place: where it was typed, for the message.

    Raises:
        Refused: NOTE_TOO_LONG, NOTE_CONTROL.
    """
    note = _on_one_line(text)
    if _has_control(note):
        text = N_("A note can't hold control characters or turn the writing direction.")
        raise Refused([Problem("NOTE_CONTROL", text, place)])
    if len(note) > NOTE_LENGTH:
        text = N_("A note has at most %(expected)s characters; this one has %(found)s.")
        problem = Problem("NOTE_TOO_LONG", text, place, expected=NOTE_LENGTH, found=len(note))
        raise Refused([problem])
    return note or None


def clean_place(text: str) -> str:
    """Give a night's place as it is kept: on one line and in NFC, up to 80 characters, or none.

    Raises:
        Refused: PLACE_TOO_LONG, PLACE_CONTROL.
    """
    place = _on_one_line(text)
    if _has_control(place):
        text = N_("A place can't hold control characters or turn the writing direction.")
        raise Refused([Problem("PLACE_CONTROL", text, "/place")])
    if len(place) > PLACE_LENGTH:
        text = N_("A place has at most %(expected)s characters; this one has %(found)s.")
        found = len(place)
        raise Refused(
            [Problem("PLACE_TOO_LONG", text, "/place", expected=PLACE_LENGTH, found=found)]
        )
    return place


def _on_one_line(text: str) -> str:
    return unicodedata.normalize("NFC", " ".join(text.split()))


def _has_control(text: str) -> bool:
    categories = {unicodedata.category(character) for character in text}
    return bool(CONTROL & categories or BIDI_OVERRIDES.intersection(text))
