"""The digits of a chain's head, as somebody reads them from a printed sheet."""

from __future__ import annotations

import re
import uuid
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import select

from scorekeeper.scorebook.errors import ScorebookError
from scorekeeper.scorebook.models import Match
from scorekeeper.scorebook.store import db

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

MATCH_DIGITS = re.compile(r"[0-9a-f]{8,32}")
HEAD_DIGITS = re.compile(r"[0-9a-f]{8,64}")


class Unclear(ScorebookError):
    """What was typed can't be read, or may mean several matches."""


class Heads(NamedTuple):
    """Digits printed of heads, by match, and how the uids of matches begin that aren't there."""

    printed: Mapping[uuid.UUID, Sequence[str]]
    gone: Sequence[str] = ()


def printed_heads(typed: Iterable[str]) -> Heads:
    """Read MATCH=DIGITS, and find the matches.

    Args:
        typed: MATCH is its uid or how that begins, DIGITS how its head begins; from 8
            hexadecimal digits on, dashes, spaces and upper case as the reader likes.

    Raises:
        Unclear: it can't be read, or means several matches.
    """
    printed: dict[uuid.UUID, list[str]] = {}
    gone: dict[str, None] = {}
    for words in typed:
        match, _, digits = (_bare(part) for part in words.partition("="))
        if not MATCH_DIGITS.fullmatch(match) or not HEAD_DIGITS.fullmatch(digits):
            raise Unclear(
                f"{words!r} can't be read. Type MATCH=DIGITS: at least 8 of the digits that the "
                "sheet names the match by, and at least 8 of those it prints as its head."
            )
        uid = _match(match)
        if uid is None:
            gone[match] = None
        else:
            printed.setdefault(uid, []).append(digits)
    return Heads(printed, list(gone))


def _bare(typed: str) -> str:
    return re.sub(r"[\s-]", "", typed).lower()


def _match(digits: str) -> uuid.UUID | None:
    first, last = (uuid.UUID(hex=digits.ljust(32, fill)) for fill in "0f")
    found = db.session.scalars(
        select(Match.uid).where(Match.uid.between(first, last)).limit(2)
    ).all()
    if len(found) > 1:
        raise Unclear(f"Several matches' uids begin with {digits}; type more of it.")
    return found[0] if found else None
