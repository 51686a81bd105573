"""One line of an export: written in one form only, and read with suspicion."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from scorekeeper.rules.lines import DEEPEST, depth
from scorekeeper.rules.problems import N_, Problem
from scorekeeper.scorebook.errors import Refused
from scorekeeper.scorebook.ledger import canonical

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.rules.problems import Json

FORMAT = "scorekeeper"
VERSION = 1
"""The format's version; a program reads its own and those before it."""

LONGEST_LINE = 256 * 1024
"""Bytes of a line: an entry came in by a form of 64 kB at most."""

LONGEST_NUMBER = 16
"""Digits of a whole number; what the database holds has fewer."""


class BadFile(Refused):
    """A file that can't be imported: its line, and in a sentence what is wrong there."""

    def __init__(self, line: int, text: str, **facts: int | str) -> None:
        """Carry the sentence.

        Args:
            line: the line, from 1.
            text: a translatable sentence; ``%(line)s`` in it is the line.
            facts: what its other places hold.
        """
        super().__init__([Problem("BAD_FILE", text, facts={"line": line, **facts})])
        self.line = line


class NotStrict(ValueError):
    """What is wrong with a text as JSON, as a translatable sentence."""


def written(kind: str, members: Mapping[str, Json]) -> bytes:
    """Write an object as a line of the file."""
    return canonical({"type": kind, **members}).encode() + b"\n"


def header() -> bytes:
    """Give the first line of a file."""
    return written("header", {"format": FORMAT, "version": VERSION})


def read_line(number: int, line: bytes) -> dict[str, Json]:
    """Read a line: an object, without anything by which two readers could see two things in it.

    Raises:
        BadFile: it is too long, no text, no JSON or no object; a key stands twice, a number is no
            whole one or too large, it is nested too deep, or holds half a character.
    """
    if len(line) > LONGEST_LINE:
        raise BadFile(number, N_("Line %(line)s is too long for anything of a scorebook."))
    try:
        value = strict(line.decode())
    except UnicodeDecodeError:
        raise BadFile(number, N_("Line %(line)s is no text in UTF-8.")) from None
    except NotStrict as fault:
        raise BadFile(number, str(fault)) from None
    if not isinstance(value, dict):
        raise BadFile(number, N_("Line %(line)s is no JSON object."))
    return value


def strict(text: str) -> Json:
    """Read JSON of whole numbers, texts, lists and objects.

    Raises:
        NotStrict: it isn't that; its text is a translatable sentence about a line.
    """
    if depth(text) > DEEPEST:
        raise NotStrict(N_("Line %(line)s is nested too deep."))
    try:
        value = _DECODER.decode(text)
        if "\\u" in text:
            canonical(value).encode()
    except NotStrict:
        raise
    except UnicodeEncodeError:
        raise NotStrict(N_("Line %(line)s holds half a character.")) from None
    except ValueError:
        raise NotStrict(N_("Line %(line)s is no JSON.")) from None
    return value


def _pairs(members: list[tuple[str, Json]]) -> dict[str, Json]:
    read = dict(members)
    if len(read) != len(members):
        raise NotStrict(N_("Line %(line)s has a key twice in one object."))
    return read


def _whole(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise NotStrict(N_("Line %(line)s has a number that is too large."))
    return int(digits)


def _fraction(text: str) -> float:
    del text
    raise NotStrict(N_("Line %(line)s has a number that isn't whole."))


_DECODER = json.JSONDecoder(
    object_pairs_hook=_pairs,
    parse_int=_whole,
    parse_float=_fraction,
    parse_constant=_fraction,
)
