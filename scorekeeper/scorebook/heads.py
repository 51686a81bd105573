"""The digits of a chain's head, as somebody reads them from a printed sheet."""

from __future__ import annotations

import re
import uuid
from typing import TYPE_CHECKING

from sqlalchemy import select

from scorekeeper.scorebook.errors import ScorebookError
from scorekeeper.scorebook.models import Match
from scorekeeper.scorebook.store import db

if TYPE_CHECKING:
    from collections.abc import Iterable

MATCH_DIGITS = re.compile(r"[0-9a-f]{8,32}")
HEAD_DIGITS = re.compile(r"[0-9a-f]{8,64}")


class Unclear(ScorebookError):  # noqa: N818 - the case, not a class of errors
    """What was typed names no match, or no digits."""


def printed_heads(typed: Iterable[str]) -> dict[uuid.UUID, list[str]]:
    """Read MATCH=DIGITS, and give the digits by match.

    Args:
        typed: MATCH is its uid or how that begins, DIGITS how its head begins; from 8
            hexadecimal digits on, dashes, spaces and upper case as the reader likes.

    Raises:
        Unclear: it can't be read, or means no match or several.
    """
    heads: dict[uuid.UUID, list[str]] = {}
    for words in typed:
        match, _, digits = (_bare(part) for part in words.partition("="))
        if not MATCH_DIGITS.fullmatch(match) or not HEAD_DIGITS.fullmatch(digits):
            raise Unclear(
                f"{words!r} can't be read. Type MATCH=DIGITS: at least 8 of the digits that the "
                "sheet names the match by, and at least 8 of those it prints as its head."
            )
        heads.setdefault(_match(match), []).append(digits)
    return heads


def _bare(typed: str) -> str:
    return re.sub(r"[\s-]", "", typed).lower()


def _match(digits: str) -> uuid.UUID:
    first, last = (uuid.UUID(hex=digits.ljust(32, fill)) for fill in "0f")
    found = db.session.scalars(
        select(Match.uid).where(Match.uid.between(first, last)).limit(2)
    ).all()
    if not found:
        raise Unclear(f"There is no match whose uid begins with {digits}.")
    if len(found) > 1:
        raise Unclear(f"Several matches' uids begin with {digits}; type more of it.")
    return found[0]
