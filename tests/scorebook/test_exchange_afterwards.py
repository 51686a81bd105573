"""Matches that were written down afterwards go along as those of the table do."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import pytest

from scorekeeper.scorebook.afterwards import Past, correct_result, enter
from scorekeeper.scorebook.circles import Seatable
from scorekeeper.scorebook.errors import Refused
from scorekeeper.scorebook.matches import Plan
from scorekeeper.scorebook.models import Circle
from tests.builders import Table, mittlere, wrong
from tests.exchanged import dump, exported, imported, jsonl, lines_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from flask import Flask

PLAN = Plan("mittlere", {"rounds": 2}, tuple(map(Seatable, ("Ada", "Ben", "Cem"))), 0)


def entered(table: Table, past: Past) -> UUID:
    """Enter a match of the past."""
    with table.pen() as pen:
        return enter(pen, pen.session.get_one(Circle, table.id), PLAN, past).uid


def written_afterwards(app: Flask) -> Table:
    """Enter one match round by round, and of another one its totals, which are corrected."""
    table = Table(app)
    rounds = entered(table, Past(dt.date(1999, 12, 31), None, "Zoë's"))
    table.record(rounds, mittlere(0), mittlere(1))
    results = entered(table, Past(dt.date(2001, 1, 1), [2, -1, -1]))
    with table.opened(results) as (pen, opened):
        correct_result(pen, opened, opened.match.revisions, [-1, -1, 2], "misread")
    return table


def test_what_was_written_down_afterwards_comes_back(
    app: Flask, other: Callable[[], Flask]
) -> None:
    """Rounds or totals only, corrected too: the same bytes again, and verify is content."""
    written_afterwards(app)
    content = exported(app)
    there = other()
    imported(there, content)

    assert [line["origin"] for line in lines_of(content) if line["type"] == "match"]
    assert exported(there) == content
    assert wrong(there) == []


def test_final_totals_that_the_game_cant_give_are_refused(app: Flask) -> None:
    """A file's totals obey the same law as the form's, and name their line."""
    written_afterwards(app)
    lines = lines_of(exported(app))
    [*_, last] = [line for line in lines if line.get("kind") == "result"]
    last["scores"] = "[1,1,1]"
    before = dump(app)

    with pytest.raises(Refused, match=r"Line \d+: "):
        imported(app, jsonl(lines))
    assert dump(app) == before
