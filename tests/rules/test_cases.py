"""The printed and worked-out examples of tests/cases, each one line in and one line out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scorekeeper.rules import GAMES
from tests.rules.table import ask, said, same_problems

if TYPE_CHECKING:
    from scorekeeper.rules.problems import Json

CASE_FILES = Path(__file__).parents[1] / "cases"
CASES = [
    pytest.param(game, case["input"], case["output"], id=f"{case['id']}: {case['title']}")
    for game in GAMES
    for case in json.loads((CASE_FILES / f"{game}.json").read_text(encoding="utf-8"))
]


@pytest.mark.parametrize(("game", "line", "output"), CASES)
def test_case(game: str, line: dict[str, Json], output: dict[str, Json]) -> None:
    """Every key of the output is equal; problems match on the keys given, in any order."""
    read = ask(game, line)

    assert output.keys() <= read.keys()
    for key, value in output.items():
        if key in ("violations", "warnings"):
            assert same_problems(read[key], value)
        else:
            assert said(read[key]) == said(value)
