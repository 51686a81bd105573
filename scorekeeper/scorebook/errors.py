"""Why the scorebook won't do what it was asked; web/errors.py says it to the browser."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.rules.problems import Json, Problem


class ScorebookError(Exception):
    """Anything that the scorebook refuses."""


class NotFound(ScorebookError):
    """There is no such thing here, or this device may not know of it."""


class NotAllowed(ScorebookError):
    """This device may see the circle, but not do this in it."""


class TooMany(ScorebookError):
    """This was done too often today; what there is stays as it is."""


class Busy(ScorebookError):
    """Others are writing; nothing was saved, and trying again soon will do."""


class Refused(ScorebookError):
    """What was asked can't be right: ``problems`` says what, where and what to do."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        """Carry everything that was found."""
        super().__init__("; ".join(problem.words() for problem in problems))
        self.problems = tuple(problems)


class KeyReused(ScorebookError):
    """A form that has already saved something is sent again with other values."""

    def __init__(self, answer: str) -> None:
        """Carry where the first answer led."""
        super().__init__("This form has already been saved.")
        self.answer = answer


@dataclass
class Stale(ScorebookError):
    """What a form was made from has changed since.

    ``version`` is the match's now, ``next_number`` the round that is due now.
    """

    version: int
    next_number: int | None = None


@dataclass
class Taken(Stale):
    """Round ``number`` stands recorded with another entry, as revision ``seq``."""

    number: int = 0
    seq: int = 0
    entry: Json = None
