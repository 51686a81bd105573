"""The form for a new match: what its address says, and how its buttons change that.

The whole plan stands in the address, so that Reload and Back work and nothing is written
before the match begins.
"""

from __future__ import annotations

import datetime as dt
import secrets
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from flask_babel import gettext as _

from scorekeeper.rules import GAMES
from scorekeeper.rules.problems import N_, Problem
from scorekeeper.scorebook.circles import Seatable
from scorekeeper.scorebook.errors import Refused
from scorekeeper.scorebook.matches import Plan
from scorekeeper.scorebook.names import clean_name, name_key
from scorekeeper.web.forms import DIGITS, new_key

if TYPE_CHECKING:
    from collections.abc import Sequence

    from werkzeug.datastructures import MultiDict

    from scorekeeper.rules.base import Game
    from scorekeeper.rules.house_rules import HouseRule
    from scorekeeper.rules.problems import Json

MOST_SEATS = 12
"""Seats that an address may list; no game has as many."""

RESULTS = "results"
"""The button by which only final totals are asked for, and what a draft says then."""

NEW = "+"
"""What stands before the name of a player who is new."""


@dataclass(frozen=True)
class Draft:
    """A match as planned so far; ``rules`` as typed, ``name`` in the box for a new player.

    ``past``: it was played already, on a ``date`` and at a ``place`` as typed; ``how`` is
    "results" where only its final totals are known.
    """

    game: str = ""
    seats: tuple[Seatable, ...] = ()
    first_dealer: int = 0
    rules: dict[str, str] = field(default_factory=dict)
    name: str = ""
    key: str = ""
    past: bool = False
    date: str = ""
    place: str = ""
    how: str = ""

    @classmethod
    def read(cls, args: MultiDict[str, str], known: Sequence[Seatable]) -> Draft:
        """Read an address or a sent form; players that the circle doesn't have are left out."""
        by_uid = {str(who.uid): who for who in known}
        seats = [
            Seatable(text[1:]) if text.startswith(NEW) else by_uid[text]
            for text in args.getlist("seat")[:MOST_SEATS]
            if text.startswith(NEW) or text in by_uid
        ]
        dealer = args.get("first_dealer", "0")
        return cls(
            game=args.get("game", ""),
            seats=tuple(seats),
            first_dealer=int(dealer) if dealer in map(str, range(MOST_SEATS)) else 0,
            rules={
                name.removeprefix("rule-"): value
                for name, value in args.items()
                if name.startswith("rule-")
            },
            name=args.get("name", ""),
            key=args.get("key", "")[:64] or new_key(),
            past=args.get("past") == "1",
            date=args.get("date", ""),
            place=args.get("place", ""),
            how=args.get("how", ""),
        )

    def address(self) -> dict[str, Any]:
        """Give the address that says all this."""
        return {
            "game": self.game,
            "seat": [NEW + who.name if who.uid is None else str(who.uid) for who in self.seats],
            "first_dealer": self.first_dealer,
            **{f"rule-{name}": value for name, value in self.rules.items()},
            "name": self.name or None,
            "key": self.key,
            **self.when(),
        }

    def when(self) -> dict[str, Any]:
        """Give what the address says of a match that was played already."""
        if not self.past:
            return {}
        return {
            "past": 1,
            "date": self.date or None,
            "place": self.place or None,
            "how": self.how or None,
        }

    def played_on(self) -> dt.date:
        """Give the date on which it was played.

        Raises:
            Refused: there is none, or what was typed isn't one.
        """
        return read_date(self.date)

    @property
    def game_class(self) -> type[Game] | None:
        """The game, if one is chosen."""
        return GAMES.get(self.game)

    def plan(self) -> Plan:
        """Give the plan, house rules read.

        Raises:
            Refused: a house rule's number isn't one, or its value none of those it has.
        """
        rules: dict[str, Json] = {}
        problems = []
        for rule in self.game_class.HOUSE_RULES if self.game_class else ():
            text = self.rules.get(rule.name, "").strip()
            if not text:
                continue
            if rule.values:
                values = {value_text(value): value for value in rule.values}
            else:
                values = {text: int(text)} if _is_number(text) else {}
            if text in values and rule.allows(values[text]):
                rules[rule.name] = values[text]
            else:
                problems.append(_rule_problem(rule))
        if problems:
            raise Refused(problems)
        return Plan(self.game, rules, self.seats, self.first_dealer)

    # The buttons -----------------------------------------------------------------------

    def press(self, button: str, known: Sequence[Seatable]) -> Draft:
        """Give the draft after a button: ``add``, ``seat:UID``, ``up:N``, ``roll:RULE``.

        Raises:
            Refused: a name that can't be one, or sits at the table already.
        """
        what, _colon, value = button.partition(":")
        if what == "add" and self.name.strip():
            return self._seated(self._named(known))
        if what == "seat":
            chosen = [who for who in known if str(who.uid) == value]
            return self._seated(chosen[0]) if chosen else self
        if what == "roll":
            return self._rolled(value)
        if what == "set":
            rule, _colon, face = value.partition(":")
            return replace(self, rules={**self.rules, rule: face})
        if value.isascii() and value.isdigit() and int(value[:3]) < len(self.seats):
            return self._moved(what, int(value))
        return self

    def _named(self, known: Sequence[Seatable]) -> Seatable:
        name = clean_name(self.name)
        same = [who for who in known if name_key(who.name) == name_key(name)]
        return same[0] if same else Seatable(name)

    def _seated(self, who: Seatable) -> Draft:
        if name_key(who.name) in {name_key(seated.name) for seated in self.seats}:
            text = _("%(name)s sits at this table already.")
            raise Refused([Problem("SEATED_TWICE", text, "/name", facts={"name": who.name})])
        return replace(self, seats=(*self.seats, who), name="")

    def _moved(self, what: str, place: int) -> Draft:
        seats = list(self.seats)
        dealer = seats[self.first_dealer] if self.first_dealer < len(seats) else None
        who = seats.pop(place)
        if what == "up":
            seats.insert(max(place - 1, 0), who)
        elif what == "down":
            seats.insert(place + 1, who)
        elif what != "remove":
            return self
        first = seats.index(dealer) if dealer in seats else 0
        return replace(self, seats=tuple(seats), first_dealer=first)

    def _rolled(self, name: str) -> Draft:
        rules = self.game_class.HOUSE_RULES if self.game_class else ()
        for rule in rules:
            if rule.name == name and rule.faces:
                sides = [
                    face
                    for face, weight in zip(rule.faces, rule.weights, strict=True)
                    for _side in range(weight)
                ]
                return replace(self, rules={**self.rules, name: str(secrets.choice(sides))})
        return self


def read_date(text: str) -> dt.date:
    """Read a date as a form sends it.

    Raises:
        Refused: it isn't one.
    """
    try:
        return dt.datetime.strptime(text.strip(), "%Y-%m-%d").replace(tzinfo=dt.UTC).date()
    except ValueError:
        problem = Problem("NO_DATE", N_("Choose the date of the night."), "/date")
        raise Refused([problem]) from None


def value_text(value: Json) -> str:
    """Give a house rule's value as a form sends it."""
    return str(value).lower()


def _is_number(text: str) -> bool:
    """Tell whether a text is a whole number that is short enough to be read."""
    return text.isascii() and text.isdigit() and len(text) <= DIGITS


def _rule_problem(rule: HouseRule) -> Problem:
    facts: dict[str, int | str] = {"rule": rule.name, "title": rule.title}
    if rule.values:
        return Problem("RULE_VALUE", N_("“%(title)s” has no such choice."), facts=facts)
    text = N_("“%(title)s” must be a whole number from %(low)s to %(high)s.")
    return Problem("RULE_VALUE", text, facts={**facts, "low": rule.low, "high": rule.high})
