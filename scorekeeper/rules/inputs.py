"""What is typed in for a round, as a game declares it: forms and pads are built from this."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorekeeper.rules.exact import Exact
    from scorekeeper.rules.problems import Problem


@dataclass(frozen=True)
class Count:
    """A whole number for each seat, at ``/path[0]/<seat>/path[1:]`` of the entry.

    ``start`` is what stands there before anybody types; None means that it must be typed.
    ``noun`` says in a sentence what is counted: "green cards".  ``sign`` names the suit or colour
    whose sign is shown with the label; counts with the same ``group`` stand together, under that
    heading or under its sign (``group_sign``).
    """

    path: tuple[str, ...]
    label: str
    low: int
    high: int
    start: int | None = None
    sign: str = ""
    group: str = ""
    group_sign: str = ""
    noun: str = ""

    @property
    def name(self) -> str:
        """The name in a form."""
        return "_".join(self.path)


@dataclass(frozen=True)
class Question:
    """A yes-or-no question to a seat, asked only while ``about`` stands at ``when``.

    ``noun`` says in a sentence what is asked: "a trick".
    """

    path: tuple[str, ...]
    label: str
    about: str
    when: int
    noun: str = ""

    @property
    def name(self) -> str:
        """The name in a form."""
        return "_".join(self.path)


@dataclass(frozen=True)
class Choice:
    """One choice a round: of a colour or suit, or (``options`` empty) of a seat.

    ``noun`` says in a sentence what is chosen: "doubled colour"; ``nothing`` is what None means;
    where it is empty, None can't be chosen.  ``required``: None must be chosen, too.
    """

    path: tuple[str, ...]
    label: str
    nothing: str
    options: tuple[tuple[str, str], ...] = ()
    required: bool = False
    hint: str = ""
    noun: str = ""

    @property
    def name(self) -> str:
        """The name in a form."""
        return "_".join(self.path)


@dataclass(frozen=True)
class Ask:
    """Whether a choice is to be made, once a round that is being typed tells.

    ``about`` is the question, with the seat that chooses, or else the reason why there is
    nothing to choose; None where the whole table is asked.  ``barred`` are values that are out.
    """

    due: bool
    about: Problem | None = None
    barred: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sum:
    """What some counts must add up to.

    ``across``: over all seats, to ``total`` (or at most that: ``at_most``).  Otherwise for each
    seat, to ``times`` × that seat's count ``of``.
    """

    label: str
    names: tuple[str, ...]
    across: bool = True
    total: int = 0
    at_most: bool = False
    times: int = 0
    of: str = ""


@dataclass(frozen=True)
class Inputs:
    """Everything that is typed in for one entry, and how it hangs together.

    ``steps`` is the order in which a table counts, each step the names of some counts, asked
    seat after seat, or of one choice.
    """

    counts: tuple[Count, ...]
    choices: tuple[Choice, ...] = ()
    questions: tuple[Question, ...] = ()
    sums: tuple[Sum, ...] = ()
    steps: tuple[tuple[str, ...], ...] = ()
    exact: Exact | None = None
