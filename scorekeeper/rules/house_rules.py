"""What a table may agree on before a match."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as made
from typing import TYPE_CHECKING, TypeAlias

from scorekeeper.rules.problems import N_, Json, Problem

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

RuleValue: TypeAlias = bool | int | str | None


@dataclass(frozen=True)
class HouseRule:
    """One thing the table may agree on before a match.

    Either ``values`` (with a meaning for each, the rulebook's own first) or a whole number
    from ``low`` to ``high``.  A number without default (None) is left to the game, unless
    ``needed``: then a match can't start without it.  ``faces`` are the values of a die that may
    be rolled for it, each on ``weights`` of its sides.  ``seats`` are the numbers of players for
    which it has an effect.
    """

    name: str
    title: str
    meaning: str
    values: Mapping[RuleValue, str] = made(default_factory=dict)
    default: RuleValue = None
    low: int = 0
    high: int = 0
    needed: bool = False
    faces: tuple[int, ...] = ()
    weights: tuple[int, ...] = ()
    unit: str = ""
    seats: tuple[int, ...] = ()

    def allows(self, value: Json) -> bool:
        """Tell whether a value is one of this rule's, of exactly its kind."""
        if self.values:
            return any(
                value.__class__ is known.__class__ and value == known for known in self.values
            )
        return value.__class__ is int and self.low <= value <= self.high

    def applies(self, seats: int) -> bool:
        """Tell whether the rule has an effect with so many players."""
        return not self.seats or seats in self.seats


def settle_rules(
    house_rules: Sequence[HouseRule], chosen: Mapping[str, Json]
) -> tuple[dict[str, RuleValue], list[Problem]]:
    """Fill in the defaults, and say what was chosen wrongly.

    Returns:
        Every house rule with its value, and UNKNOWN_RULE and RULE_VALUE problems.
    """
    known = {rule.name: rule for rule in house_rules}
    problems = [
        Problem("UNKNOWN_RULE", N_("This game has no house rule “%(rule)s”."), facts={"rule": name})
        for name in chosen
        if name not in known
    ]
    settled: dict[str, RuleValue] = {}
    for name, rule in known.items():
        value = chosen.get(name, rule.default)
        if name in chosen and not rule.allows(value):
            problems.append(_rule_value(rule))
        settled[name] = value
    return settled, problems


def _rule_value(rule: HouseRule) -> Problem:
    if rule.values:
        may_be = ", ".join(str(value).lower() for value in rule.values)
        text = N_("The house rule “%(rule)s” must be one of: %(may_be)s.")
        return Problem("RULE_VALUE", text, facts={"rule": rule.name, "may_be": may_be})
    text = N_("The house rule “%(rule)s” must be a whole number from %(low)s to %(high)s.")
    facts: dict[str, int | str] = {"rule": rule.name, "low": rule.low, "high": rule.high}
    return Problem("RULE_VALUE", text, facts=facts)
