"""Ten thousand hostile requests: nothing breaks, nothing leaks, and memory doesn't grow."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

NUMBER = 12_000
PROJECT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Attack a scorebook in a process of its own, and give what came of it."""
    folder = tmp_path_factory.mktemp("hostile")
    kept = {name: value for name, value in os.environ.items() if "SCOREKEEPER" not in name}
    ended = subprocess.run(
        [sys.executable, "-m", "tests.web.hostile", str(folder), str(NUMBER), "7"],
        cwd=PROJECT,
        env={**kept, "SCOREKEEPER_INSTANCE": str(folder)},
        capture_output=True,
        check=False,
        text=True,
    )
    assert ended.returncode == 0, ended.stderr[-3000:]
    assert "Traceback" not in ended.stderr
    found: dict[str, Any] = json.loads(ended.stdout)
    return found


def test_no_hostile_request_breaks_anything(report: dict[str, Any]) -> None:
    """No 5xx, no traceback in a page, and the safe headers on every answer."""
    assert report["faults"] == []
    assert sum(report["statuses"].values()) == NUMBER


def test_no_hostile_request_leaves_a_trace_in_the_log(report: dict[str, Any]) -> None:
    """Nothing is logged as a warning or worse."""
    assert report["logged"] == []


def test_hostile_requests_reach_every_route(report: dict[str, Any]) -> None:
    """Refusals of every kind came, and each route but the owners' riskiest ones did its work."""
    assert {"200", "303", "400", "403", "404", "405", "413", "422"} <= set(report["statuses"])
    assert set(report["untouched"]) <= {
        "circles.change",
        "join.paste",  # only until somebody revokes its link
        "matches.count_after_end",  # of another match than the one that is asked for
        "matches.restore",  # only until somebody saves a round
        "matches.undo",
        "share.give",
        "share.leave",
        "share.revoke",
        "share.revoke_device",
    }


def test_the_scorebook_is_sound_afterwards(report: dict[str, Any]) -> None:
    """``verify`` finds nothing wrong with what was written meanwhile."""
    assert report["wrong"] == []


def test_memory_doesnt_grow_with_requests(report: dict[str, Any]) -> None:
    """After 10,000 requests at most 1.02 times as much is in memory as after 2,000."""
    assert report["late"] <= 1.02 * report["early"]
