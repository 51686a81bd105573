"""Why an entry can't be right: violations and warnings, and their words."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as made
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

Json: TypeAlias = Any
"""A value as ``json.loads`` gives it; what is inside is checked, never trusted."""

COUNT_LIMIT = 999
"""The largest number an entry may hold anywhere; no game comes near it."""


UNTOLD = "UNTOLD"
"""The code of what an entry doesn't tell under other house rules: no violation, so the public
format never has it."""


def N_(text: str) -> str:  # noqa: N802 - gettext's own name for "translate this later"
    """Mark a text for translation; the reader's language is applied where it is shown."""
    return text


TOO_OFTEN = N_("The deck has %(expected)s × %(card)s, but %(found)s were typed in: %(names)s.")


def pointer(*parts: str | int) -> str:
    """Give the JSON Pointer (RFC 6901) of a place in an entry."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)


def is_count(value: Json) -> bool:
    """Tell whether a value is a whole number from 0 to 999; booleans, floats, texts aren't."""
    return value.__class__ is int and 0 <= value <= COUNT_LIMIT


@dataclass(frozen=True)
class Problem:
    """Why an entry can't be right (a violation), or looks wrong (a warning).

    ``text`` is a translatable sentence with named places; ``field`` a JSON Pointer into the
    entry.  ``seats`` are those that it concerns, where it isn't one alone.  ``conservation``
    marks violations of the number of cards only: the score is still defined, so that a table
    which has shuffled already may record the round anyway.
    """

    code: str
    text: str
    field: str = ""
    seat: int | None = None
    colour: str | None = None
    group: str | None = None
    card: str | None = None
    expected: int | None = None
    found: int | None = None
    cards: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()
    facts: Mapping[str, int | str] = made(default_factory=dict)
    conservation: bool = False

    def words(
        self,
        name: Callable[[int], str] = lambda seat: f"Seat {seat}",
        translate: Callable[[str], str] = N_,
    ) -> str:
        """Say it in a sentence, with players' names and in a language.

        Args:
            name: gives a player's name for a seat.
            translate: gettext, or nothing for English.
        """
        facts: dict[str, int | str] = {
            key: translate(value) if isinstance(value, str) and value else value
            for key, value in self.facts.items()
        }
        for key in ("colour", "card"):
            value = getattr(self, key)
            if value is not None and key not in facts:
                facts[key] = card_words(value, translate)
        if self.seat is not None:
            facts["who"] = name(self.seat)
        if self.seats:
            facts["names"] = ", ".join(map(name, self.seats))
        if self.cards:
            facts["cards"] = ", ".join(card_words(card, translate) for card in self.cards)
        for key in ("expected", "found"):
            number = getattr(self, key)
            if number is not None:
                facts[key] = number
        return translate(self.text) % {key: _signed(fact) for key, fact in facts.items()}

    def as_json(self) -> dict[str, Json]:
        """Give the public form: code, message, field, and what applies of the rest."""
        answer: dict[str, Json] = {"code": self.code}
        for key in ("seat", "colour", "group", "card"):
            value = getattr(self, key)
            if value is not None:
                answer[key] = value
        if self.cards:
            answer["cards"] = list(self.cards)
        answer["field"] = self.field
        answer["message"] = self.words()
        for key in ("expected", "found"):
            value = getattr(self, key)
            if value is not None:
                answer[key] = value
        return answer


def _signed(fact: int | str) -> int | str:
    """Write a number with a real minus sign."""
    return str(fact).replace("-", "−") if isinstance(fact, int) else fact


def card_words(card: str, translate: Callable[[str], str] = N_) -> str:
    """Say a colour or a card: ``red`` as "red", ``red:12`` as "red 12"."""
    colour, _, rank = card.partition(":")
    return f"{translate(colour)} {rank}" if rank else translate(colour)


class Unscorable(Exception):
    """An entry, house rules or a number of players that can't be scored.

    ``problems`` has everything found in the first stage that found anything.
    """

    def __init__(self, problems: Sequence[Problem]) -> None:
        """Carry what was found, in order."""
        super().__init__("; ".join(problem.words() for problem in problems))
        self.problems = tuple(problems)


def untold(text: str, **about: Json) -> Unscorable:
    """Say why an entry doesn't tell its points under house rules that it wasn't typed under.

    Args:
        text: a translatable sentence with named places.
        about: ``seat``, ``expected`` and ``found``, as a ``Problem`` has them.
    """
    return Unscorable([Problem(UNTOLD, text, **about)])


def malformed(text: str, place: str = "") -> Unscorable:
    """Give the one answer to an entry whose shape is wrong."""
    return Unscorable([Problem("MALFORMED", text, place)])


def count_problem(
    place: str, seat: int | None = None, *, colour: str | None = None, group: str | None = None
) -> Problem:
    """Say that a place must hold a whole number from 0 to 999."""
    text = N_("%(place)s must be a whole number from 0 to 999.")
    facts: dict[str, int | str] = {"place": place}
    return Problem("NOT_A_COUNT", text, place, seat=seat, colour=colour, group=group, facts=facts)
