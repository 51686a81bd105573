"""The demo: legal matches of every kind, the same ones for a seed."""

from __future__ import annotations

import datetime as dt
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from scorekeeper.rules import GAMES
from scorekeeper.scorebook.demo import LAST_NIGHT, AlreadyThere, fill
from scorekeeper.scorebook.matches import ENDED_EARLY
from tests.builders import Table, mittlere, rows, wrong

if TYPE_CHECKING:
    from flask import Flask


def play(app: Flask, matches: int, circles: int = 1, seed: int = 1) -> int:
    """Fill a scorebook, and give how many steps it took."""
    with app.app_context():
        return sum(1 for _ in fill(matches, circles, seed))


def heads(database: Path) -> list[dict[str, Any]]:
    """Give everything about the matches that an export would name."""
    return rows(
        database,
        "SELECT circle.uid AS circle, match.uid, head, revisions, started_at, over_at, reason"
        " FROM match JOIN circle ON circle.id = circle_id ORDER BY match.id",
    )


def test_demo_is_the_same_for_a_seed(
    app: Flask, database: Path, empty_database: Path, tmp_path: Path
) -> None:
    """Hashes, uids and times, also in another process and beside matches that were there."""
    other = tmp_path / "other" / "scorekeeper.db"
    other.parent.mkdir()
    other.write_bytes(empty_database.read_bytes())
    instance = {"SCOREKEEPER_INSTANCE": str(other.parent), "PYTHONHASHSEED": "7"}
    (other.parent / "secret_key").write_text("a test's")
    command = ["demo", "--matches", "12", "--circles", "2", "--seed", "5"]
    subprocess.run(
        [sys.executable, "-m", "scorekeeper", *command],
        cwd=Path(__file__).parents[2],
        env={**os.environ, **instance},
        check=True,
        capture_output=True,
    )
    table = Table(app)
    table.record(table.begin("mittlere", 3), mittlere(0))
    play(app, 12, 2, 5)

    assert len(heads(other)) == 12
    assert heads(database)[1:] == heads(other)
    assert wrong(app) == []


def test_another_seed_makes_another_demo_beside_the_first(app: Flask, database: Path) -> None:
    """Nothing of it is the same, and both are sound."""
    play(app, 5, seed=1)
    play(app, 5, seed=2)
    made = heads(database)

    assert len({match["head"] for match in made}) == 10
    assert len({match["circle"] for match in made}) == 2
    assert wrong(app) == []


@pytest.mark.parametrize("seed", [1, 2])
def test_seed_that_was_used_here_is_refused(app: Flask, database: Path, seed: int) -> None:
    """With a sentence that names one which wasn't, and nothing is added."""
    play(app, 2, seed=seed)

    with pytest.raises(AlreadyThere) as refusal:
        play(app, 2, seed=seed)
    assert str(refusal.value).endswith(f"Choose another one: --seed {seed + 1}")
    assert len(heads(database)) == 2


@pytest.mark.parametrize(
    ("matches", "circles", "spread"),
    [(1, 1, [1]), (7, 3, [3, 2, 2]), (2, 4, [1, 1]), (12, 6, [2] * 6)],
)
def test_matches_are_spread_over_circles(
    app: Flask, database: Path, matches: int, circles: int, spread: list[int]
) -> None:
    """Evenly; each circle has a name of its own, players of its own and nights of its own."""
    steps = play(app, matches, circles)
    found = rows(database, "SELECT count(*) AS n FROM match GROUP BY circle_id ORDER BY circle_id")
    names = rows(database, "SELECT DISTINCT name FROM circle")
    mixed = rows(
        database,
        "SELECT 1 FROM seat JOIN match ON match_id = match.id JOIN player ON player_id = player.id"
        " JOIN night ON night_id = night.id WHERE seat.circle_id != match.circle_id"
        " OR player.circle_id != match.circle_id OR night.circle_id != match.circle_id",
    )

    assert steps == matches
    assert [row["n"] for row in found] == spread
    assert len(names) == circles
    assert mixed == []


def test_demo_has_everything_that_happens_at_a_table(app: Flask, database: Path) -> None:
    """All games and numbers of players, exact cards, corrections, undos, ends, shared wins."""
    play(app, 150)
    matches = rows(
        database,
        "SELECT game, rules, state, reason, count(*) AS seats, sum(won) AS winners"
        " FROM match JOIN seat ON match.id = match_id GROUP BY match.id",
    )
    revisions = rows(database, "SELECT kind, entry, note FROM revision")
    kinds = Counter(revision["kind"] for revision in revisions)
    tables = {(match["game"], match["seats"]) for match in matches}
    exact = [
        revision["entry"]
        for revision in revisions
        if revision["entry"] and revision["kind"] == "record" and ":[" in revision["entry"]
    ]

    assert tables == {(game, seats) for game in GAMES for seats in GAMES[game].PLAYERS}
    assert set(kinds) == {"start", "record", "correct", "void", "restore", "end"}
    assert any(match["winners"] > 1 for match in matches)
    assert {match["reason"] for match in matches} >= {
        "all_rounds_played",
        "target_reached",
        ENDED_EARLY,
    }
    assert exact
    assert sum(revision["note"] is not None for revision in revisions) == kinds["correct"]
    assert any(json.loads(match["rules"]).get("scoring") == "per_phase" for match in matches)
    assert any(json.loads(match["rules"]).get("tie") == "extra_round" for match in matches)
    assert wrong(app) == []


def test_about_a_third_of_the_matches_has_exact_cards(app: Flask, database: Path) -> None:
    """The others are typed in by counts."""
    play(app, 150)
    exact = rows(
        database,
        "SELECT match_id FROM revision WHERE kind = 'record'"
        " AND (entry LIKE '%{\"red\":[%' OR entry LIKE '%{\"black\":[%' OR entry LIKE '%:[\"%')"
        " GROUP BY match_id",
    )

    assert 30 <= len(exact) <= 70


def test_every_round_of_the_demo_is_legal(app: Flask, database: Path) -> None:
    """As it stands in the end it has no violation and no warning, whatever the house rules."""
    play(app, 60)
    entries = rows(
        database,
        "SELECT game, rules, entry, (SELECT count(*) FROM seat WHERE seat.match_id = match.id)"
        " AS seats FROM match JOIN revision ON match_id = match.id WHERE kind != 'start'"
        " AND entry IS NOT NULL",
    )

    assert len(entries) > 300
    for held in entries:
        game = GAMES[held["game"]](held["seats"], json.loads(held["rules"]))
        assert game.check(json.loads(held["entry"])) == ()


def test_demo_happened_over_past_nights_with_the_newest_last(app: Flask, database: Path) -> None:
    """Up to three a night in each circle, on every machine; now and then one is in play."""
    play(app, 40, 4)
    begun = [row["started_at"] for row in heads(database)]
    last = dt.datetime.fromisoformat(max(begun)).replace(tzinfo=dt.UTC)
    night_of_match = "SELECT date, count(*) AS n FROM night JOIN match ON night_id = night.id"
    nights = rows(database, f"{night_of_match} GROUP BY night.id")
    playing = rows(database, "SELECT id FROM match WHERE state = 'playing'")

    assert LAST_NIGHT <= last < LAST_NIGHT + dt.timedelta(hours=5)
    assert [night["n"] for night in nights if night["n"] > 3] == []
    assert len({night["date"] for night in nights}) == 4
    assert all(dt.date.fromisoformat(night["date"]) <= LAST_NIGHT.date() for night in nights)
    assert {row["id"] for row in playing} <= set(range(37, 41))


def test_demo_goes_on_from_a_scorebook_in_use(app: Flask, database: Path) -> None:
    """Its rows get the next ids; what was there stays, and new matches can be begun after."""
    table = Table(app)
    first = table.begin("mittlere", 3)
    play(app, 3)
    second = table.begin("mittlere", 3)
    table.record(first, mittlere(0))
    table.record(second, mittlere(1))

    assert [row["id"] for row in rows(database, "SELECT id FROM match ORDER BY id")] == [
        1,
        2,
        3,
        4,
        5,
    ]
    assert wrong(app) == []
