"""One line of JSON in, one line of JSON out: the public form of the rules.

This is what ``scorekeeper score`` prints, described in docs/rules/.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from typing import TYPE_CHECKING

from scorekeeper.rules import GAMES
from scorekeeper.rules.problems import N_, Json, Unscorable, malformed

if TYPE_CHECKING:
    from scorekeeper.rules.results import Score

DEEPEST = 100
"""How far arrays and objects may be nested in a line, the line itself being the first."""

SMALLEST_UNREAD = 10**998

LONGEST_NUMBER = 1000
"""Digits of a whole number that are read; a longer one is too large for anything here."""

KEYS = frozenset({"seats", "rules", "entry", "anyway", "id"})

_TEXTS = re.compile(r'"(?:[^"\\]|\\.)*"?')


def answer(game: str, line: bytes) -> tuple[str, bool]:
    """Score one line of input.

    Args:
        game: a key of GAMES.
        line: JSON in UTF-8: seats, entry, and if wanted rules, anyway and id.

    Returns:
        The answer as a line of JSON, and whether the entry was scored.
    """
    said, fault = _parse(line)
    try:
        if fault is not None:
            raise fault
        result = score_json(_score(game, said))
        scored = True
    except Unscorable as unscorable:
        result = {"violations": [problem.as_json() for problem in unscorable.problems]}
        scored = False
    if "id" in said:
        result["id"] = said["id"]
    text = json.dumps(result, ensure_ascii=False, separators=(",", ":"))
    try:
        text.encode()
    except UnicodeEncodeError:  # a lone surrogate is repeated: JSON can say it in ASCII
        text = json.dumps(result, separators=(",", ":"))
    return text, scored


def score_json(score: Score) -> dict[str, Json]:
    """Give the public form of a score."""
    return {
        "scores": score.scores,
        "warnings": [warning.as_json() for warning in score.warnings],
        "lines": score.lines,
        **score.facts,
    }


def _score(game: str, said: dict[str, Json]) -> Score:
    seated = GAMES[game](said["seats"], said.get("rules", {}))
    return seated.score(said["entry"], anyway=said.get("anyway", False))


def _parse(line: bytes) -> tuple[dict[str, Json], Unscorable | None]:
    """Read a line; give what it said (for its id) and what is wrong with it as a line."""
    faults: list[str] = []
    doubled: set[str] = set()

    def whole(digits: str) -> int:
        return int(digits[:LONGEST_NUMBER])  # still far too large for anything here

    def constant(name: str) -> float:
        faults.append(N_("NaN and Infinity are no JSON."))
        return float(name)

    def pairs(members: list[tuple[str, Json]]) -> dict[str, Json]:
        read = dict(members)
        doubled.clear()  # the line's own object is read last, so its keys are what remains
        if len(read) != len(members):
            faults.append(N_("A key stands twice in one object."))
            times = Counter(name for name, _ in members)
            doubled.update(name for name in read if times[name] > 1)
        return read

    try:
        text = line.decode()
        if depth(text) > DEEPEST:
            return {}, malformed(N_("Arrays and objects are nested too deep."))
        said = json.loads(text, object_pairs_hook=pairs, parse_int=whole, parse_constant=constant)
    except ValueError:
        return {}, malformed(N_("This line is no JSON."))
    if not isinstance(said, dict):
        return {}, malformed(N_("This line is no JSON object."))
    if "id" in said and ("id" in doubled or not _can_repeat(said["id"])):
        del said["id"]
        faults.append(N_("The id holds a number that can't be repeated."))
    if faults:
        return said, malformed(faults[0])
    return said, _line_fault(said)


def _line_fault(said: dict[str, Json]) -> Unscorable | None:
    if not said.keys() <= KEYS:
        return malformed(N_("The line has a key that isn't known."))
    if said.get("seats").__class__ is not int:
        return malformed(N_("“seats” must be a whole number."))
    for name in ("rules", "entry"):
        if not isinstance(said.get(name, {} if name == "rules" else None), dict):
            return malformed(N_("“rules” and “entry” must be objects."))
    if not isinstance(said.get("anyway", False), bool):
        return malformed(N_("“anyway” must be true or false."))
    return None


def depth(text: str) -> int:
    """Tell how far arrays and objects are nested in a text of JSON; 0 if not far at all."""
    if text.count("[") + text.count("{") <= DEEPEST:
        return 0
    deepest = depth = 0
    for mark in _TEXTS.sub("", text):
        if mark in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif mark in "]}":
            depth -= 1
    return deepest


def _can_repeat(value: Json) -> bool:
    """Tell whether JSON can say this value again as it was said."""
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, int):
        return -SMALLEST_UNREAD < value < SMALLEST_UNREAD
    if isinstance(value, list):
        return all(_can_repeat(member) for member in value)
    if isinstance(value, dict):
        return all(_can_repeat(member) for member in value.values())
    return True
