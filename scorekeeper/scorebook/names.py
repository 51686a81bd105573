"""Names of players and circles: what may be one, and when two are the same."""

from __future__ import annotations

import unicodedata

from scorekeeper.rules.problems import N_, Problem
from scorekeeper.scorebook.errors import Refused
from scorekeeper.scorebook.models import NAME_LENGTH

# Not Cn: what is unassigned here may be an emoji that is younger than this Python.
INVISIBLE = {"Cc", "Cf", "Co", "Cs", "Zl", "Zp", "Zs", "Mn", "Me"}
CONTROL = {"Cc", "Cs", "Zl", "Zp"}
BIDI_OVERRIDES = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def clean_name(text: str, place: str = "/name") -> str:
    """Give a name as it is kept: trimmed and in NFC, 1 to 40 characters.

    Args:
        text: as typed.
        place: where it was typed, for the message.

    Raises:
        Refused: NAME_EMPTY, NAME_TOO_LONG, NAME_CONTROL.
    """
    name = unicodedata.normalize("NFC", text.strip())
    categories = [unicodedata.category(character) for character in name]
    if CONTROL.intersection(categories) or BIDI_OVERRIDES.intersection(name):
        text = N_("A name can't hold control characters or turn the writing direction.")
        raise Refused([Problem("NAME_CONTROL", text, place)])
    if INVISIBLE.issuperset(categories):
        raise Refused([Problem("NAME_EMPTY", N_("A name needs at least one letter."), place)])
    if len(name) > NAME_LENGTH:
        text = N_("A name has at most %(expected)s characters; this one has %(found)s.")
        problem = Problem("NAME_TOO_LONG", text, place, expected=NAME_LENGTH, found=len(name))
        raise Refused([problem])
    return name


def name_key(name: str) -> str:
    """Give what two names share that differ in nothing but upper and lower case."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", name).casefold())
