"""The command line, as a terminal sees it: a process, its exit code and its lines."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import uuid
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from select import select
from time import monotonic
from typing import IO, TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

import pytest
import zxingcpp
from bs4 import BeautifulSoup
from filelock import FileLock

from scorekeeper import create_app
from scorekeeper.rules import GAMES
from scorekeeper.scorebook.database import HEAD, make_key
from scorekeeper.scorebook.store import db
from tests.builders import cases, plain, rows, tampering
from tests.exchanged import a_file, jsonl
from tests.rules.table import said, same_problems

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


PROJECT = Path(__file__).parents[1]
PATIENCE = 60
"""Seconds after which something that should happen is taken for never happening."""


class Ran(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


@pytest.fixture
def instance(tmp_path: Path) -> Path:
    """Give a folder for the database and the key; there is nothing in it yet."""
    return tmp_path / "instance"


def environment(instance: Path, **more: str) -> dict[str, str]:
    """Give a process's environment: nothing of the machine's own scorekeeper is in it."""
    kept = {name: value for name, value in os.environ.items() if "SCOREKEEPER" not in name}
    return {**kept, "SCOREKEEPER_INSTANCE": str(instance), **more}


def run(
    instance: Path,
    *words: str,
    stdin: bytes = b"",
    env: dict[str, str] | None = None,
    program: str = "scorekeeper",
) -> Ran:
    """Run a command to its end; ``program`` is the module that is run."""
    ended = subprocess.run(
        [sys.executable, "-m", program, *words],
        cwd=PROJECT,
        env=environment(instance, **(env or {})),
        input=stdin,
        capture_output=True,
        check=False,
        timeout=PATIENCE,
    )
    return Ran(ended.returncode, ended.stdout.decode(), ended.stderr.decode())


def failure(ran: Ran) -> str:
    """Give the one plain line on standard error with which a command failed (exit 1)."""
    assert ran.code == 1, ran.err
    [line] = ran.err.splitlines()
    assert line.startswith("scorekeeper: ")
    return line


@pytest.fixture
def ready(instance: Path, empty_database: Path) -> Path:
    """Give a folder as ``init`` leaves it."""
    instance.mkdir()
    shutil.copy(empty_database, instance / "scorekeeper.db")
    make_key(instance / "secret_key")
    return instance


@pytest.fixture(scope="module")
def made_demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ran]:
    """Run ``demo`` where nothing is yet, and say how that went."""
    instance = tmp_path_factory.mktemp("demo") / "instance"
    return instance, run(instance, "demo", "--matches", "300", "--circles", "2")


@pytest.fixture
def demo(ready: Path, made_demo: tuple[Path, Ran]) -> Path:
    """Give a folder with the demo in its database."""
    with plain(made_demo[0] / "scorekeeper.db") as source, plain(ready / "scorekeeper.db") as copy:
        source.backup(copy)
    return ready


# score ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_score_answers_every_worked_case(instance: Path, game: str) -> None:
    """One line out for each line in, in order; exit 1, for some can't be scored."""
    asked = [held for held in cases().values() if held["game"] == game]
    lines = [json.dumps({**held["input"], "id": held["id"]}) for held in asked]
    ran = run(instance, "score", game, stdin="\n".join(lines).encode())
    answers = [json.loads(line) for line in ran.out.splitlines()]

    assert ran.code == 1
    assert ran.err == ""
    assert [answer["id"] for answer in answers] == [held["id"] for held in asked]
    for answer, held in zip(answers, asked, strict=True):
        for key, value in held["output"].items():
            if key in ("violations", "warnings"):
                assert same_problems(answer[key], value)
            else:
                assert said(answer[key]) == said(value)
    assert not instance.exists()


def test_score_exits_zero_when_every_line_was_scored(instance: Path) -> None:
    """Warnings count as scored."""
    lines = [cases()[number]["input"] for number in ("K01", "K08")]
    ran = run(instance, "score", "kunibert", stdin="\n".join(map(json.dumps, lines)).encode())

    assert (ran.code, ran.err) == (0, "")
    assert json.loads(ran.out.splitlines()[1])["warnings"]


def test_score_of_nothing_is_nothing(instance: Path) -> None:
    """Empty input is scored to its end."""
    assert run(instance, "score", "mittlere") == Ran(0, "", "")


def test_score_answers_any_line_at_all(instance: Path) -> None:
    """MALFORMED, and the line after it is scored; never a traceback."""
    bad = [
        *(b"", b"[]", b"NaN", b"\xff\xfe", b"[" * 10_000, b'{"seats": 1e999}'),
        *(b'{"seats": 3, "seats": 3}', b'{"seats": true}', b'"\\ud800"', b"9" * 5000),
    ]
    good = json.dumps(cases()["J01"]["input"]).encode()
    lines = [line for each in bad for line in (each, good)]
    ran = run(instance, "score", "mittlere", stdin=b"\n".join(lines))
    answers = [json.loads(answered) for answered in ran.out.splitlines()]
    codes = [[problem["code"] for problem in refused["violations"]] for refused in answers[::2]]

    assert (ran.code, ran.err) == (1, "")
    assert codes == [["MALFORMED"]] * len(bad)
    assert [scored["scores"] for scored in answers[1::2]] == (
        [cases()["J01"]["output"]["scores"]] * len(bad)
    )


@pytest.mark.parametrize("game", ["poker", "Mueckenstich"])
def test_score_of_an_unknown_game_is_bad_usage(instance: Path, game: str) -> None:
    """Exit 2, with the games that there are."""
    ran = run(instance, "score", game, stdin=b"{}\n")

    assert (ran.code, ran.out) == (2, "")
    assert "There is no game" in ran.err
    assert all(key in ran.err for key in GAMES)


def test_score_ends_quietly_when_nobody_reads_on(instance: Path) -> None:
    """As behind ``| head -1``: no traceback."""
    line = json.dumps(cases()["J01"]["input"]).encode() + b"\n"
    with subprocess.Popen(
        [sys.executable, "-m", "scorekeeper", "score", "mittlere"],
        cwd=PROJECT,
        env=environment(instance),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        _, err = _talk(process, line * 20_000)

    assert err == b""
    assert process.returncode == 1


def _talk(process: subprocess.Popen[bytes], text: bytes) -> tuple[None, bytes]:
    assert process.stdin is not None
    assert process.stderr is not None
    try:
        process.stdin.write(text)
        process.stdin.close()
    except BrokenPipeError:
        pass
    return None, process.stderr.read()


# Usage ------------------------------------------------------------------------------------------

COMMANDS = {
    *("serve", "init", "upgrade", "score", "verify", "demo", "link", "backup"),
    *("export", "import"),
}


def test_help_names_every_command(instance: Path) -> None:
    """``-h`` and ``--help`` alike, and needs no database."""
    short, long = run(instance, "-h"), run(instance, "--help")
    listed = {line.split()[0] for line in short.out.partition("Commands:")[2].splitlines() if line}

    assert short == long
    assert short.code == 0
    assert listed == COMMANDS
    assert not instance.exists()


def test_version_is_told(instance: Path) -> None:
    """For a report of a fault."""
    ran = run(instance, "--version")

    assert ran.code == 0
    assert re.search(r"\d+\.\d+", ran.out)


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["shuffle"],
        ["score"],
        ["backup"],
        ["demo", "--matches", "0"],
        ["demo", "--seed", "x"],
        ["link", "--role", "god"],
        ["serve", "--port", "0"],
        ["serve", "--workers", "0"],
        ["verify", "--quickly"],
    ],
    ids=" ".join,
)
def test_bad_usage_is_exit_two(instance: Path, words: Sequence[str]) -> None:
    """With what may be said instead, and nothing is done."""
    ran = run(instance, *words)

    assert ran.code == 2
    assert "Usage:" in ran.out + ran.err
    assert "Traceback" not in ran.err
    assert not instance.exists()


# init, upgrade, backup --------------------------------------------------------------------------


def test_init_makes_database_and_key_once(instance: Path) -> None:
    """And says so; the second time nothing is changed."""
    first = run(instance, "init")
    key = (instance / "secret_key").read_bytes()
    second = run(instance, "init")

    assert first.code == second.code == 0
    assert first.out == (
        f"Made the database {instance}/scorekeeper.db.\n"
        f"Made the secret key {instance}/secret_key.\n"
    )
    assert second.out == "All is there already; nothing was changed.\n"
    assert (instance / "secret_key").read_bytes() == key
    assert (first.err, second.err) == ("", "")


def test_environment_names_another_database(instance: Path, tmp_path: Path) -> None:
    """SCOREKEEPER_DATABASE is the file, SCOREKEEPER_SECRET_KEY the key itself."""
    other = tmp_path / "other" / "book.db"
    env = {"SCOREKEEPER_DATABASE": str(other), "SCOREKEEPER_SECRET_KEY": "12345678"}
    made = run(instance, "init", env=env)
    played = run(instance, "demo", "--matches", "1", env=env)
    link = run(instance, "link", env=env)

    assert made.out == f"Made the database {other}.\n"
    assert played.code == link.code == 0
    assert not instance.exists()


def test_upgrade_says_when_nothing_is_to_do(ready: Path) -> None:
    """Exit 0."""
    ran = run(ready, "upgrade")

    assert ran == Ran(0, f"{ready}/scorekeeper.db is up to date (version {HEAD}).\n", "")


def test_backup_copies_the_database(ready: Path, tmp_path: Path) -> None:
    """To a file that isn't there yet; else exit 1."""
    copy = tmp_path / "copy.db"
    ran = run(ready, "backup", str(copy))
    again = run(ready, "backup", str(copy))

    assert ran == Ran(0, f"Copied {ready}/scorekeeper.db to {copy}.\n", "")
    assert failure(again) == f"scorekeeper: {copy} is there already. Name a file that isn't."
    assert rows(copy, "SELECT version_num FROM alembic_version") == [{"version_num": HEAD}]


# demo, verify, link -----------------------------------------------------------------------------


def test_demo_of_three_hundred_matches_is_verified(made_demo: tuple[Path, Ran]) -> None:
    """It makes the database if need be, shows how far it is, and ``verify`` finds all well."""
    instance, made = made_demo
    verified = run(instance, "verify")

    assert made.code == 0
    assert made.out.startswith("Made 300 matches in 2 circles. ")
    assert "Traceback" not in made.err
    assert re.fullmatch(r"300 matches, \d{4} revisions: all is well\.\n", verified.out)
    assert (verified.code, verified.err) == (0, "")


def test_demo_of_a_seed_twice_is_refused(demo: Path) -> None:
    """With a seed that may be taken instead."""
    assert failure(run(demo, "demo")) == (
        "scorekeeper: The demo of this seed is in this scorebook already. "
        "Choose another one: --seed 2"
    )


def test_verify_names_match_round_and_revision(demo: Path) -> None:
    """One line for the changed digit, the count of what was found, exit 1."""
    database = demo / "scorekeeper.db"
    [revision] = rows(
        database,
        "SELECT revision.id, seq, entry, lower(match.uid) AS uid FROM revision"
        " JOIN match ON match_id = match.id WHERE game = 'mittlere' AND kind = 'record'"
        " AND round_no = 3 LIMIT 1",
    )
    digit = re.search(r"[0-8]", revision["entry"])
    assert digit is not None
    with tampering(database) as connection:
        connection.execute(
            "UPDATE revision SET entry = ? WHERE id = ?",
            (
                f"{revision['entry'][: digit.start()]}9{revision['entry'][digit.end() :]}",
                revision["id"],
            ),
        )
    ran = run(demo, "verify")
    *found, summary = ran.out.splitlines()
    uid = revision["uid"]
    match = dashed(uid)
    place = f"match {match}, round 3, revision {revision['seq']}: "

    assert (ran.code, ran.err) == (1, "")
    assert f"{place}it was changed: its hash doesn't fit" in found
    assert all(line.startswith(place) for line in found)
    assert summary.endswith(f"revisions: {len(found)} found wrong.")


def test_verify_finds_a_damaged_file(demo: Path) -> None:
    """Pages overwritten on the disk: a line, exit 1, no traceback."""
    database = demo / "scorekeeper.db"
    with plain(database) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        [root] = rows(database, "SELECT rootpage FROM sqlite_master WHERE name = 'revision'")
    with database.open("r+b") as file:
        file.seek((root["rootpage"] - 1) * 4096)
        file.write(b"\xff" * 4096)
    ran = run(demo, "verify")

    assert (ran.code, ran.err) == (1, "")
    assert "the file is damaged, and can't be read any further" in ran.out


def dashed(uid: str) -> str:
    """Write a match's uid as a finding does."""
    return str(uuid.UUID(hex=uid))


TAMPERED = {
    # what was done to a match of its own: the statement, and the line's place and words
    "changed": (
        "UPDATE revision SET at = replace(at, 'Z', 'z') WHERE match_id = :match AND seq = 2",
        "round 2, revision 2: it was changed: its hash doesn't fit",
    ),
    "missing": (
        "DELETE FROM revision WHERE match_id = :match AND seq = 2",
        "round 3, revision 3: it should be revision 2: one is missing or was added",
    ),
    "reordered": (
        (
            "UPDATE revision SET seq = CASE seq WHEN 2 THEN 1003 ELSE 1002 END"
            " WHERE match_id = :match AND seq IN (2, 3);"
            "UPDATE revision SET seq = seq - 1000 WHERE seq > 1000"
        ),
        "round 3, revision 2: it doesn't follow the revision before it",
    ),
    "inserted": (
        (
            "UPDATE revision SET seq = seq + 1001 WHERE match_id = :match AND seq > 2;"
            "UPDATE revision SET seq = seq - 1000 WHERE seq > 1000;"
            "INSERT INTO revision SELECT NULL, circle_id, match_id, 3, kind, round_no, entry,"
            " rules_version, scores, anyway, actor, device, at, note, prev, hash"
            " FROM revision WHERE match_id = :match AND seq = 2"
        ),
        "round 2, revision 3: it doesn't follow the revision before it",
    ),
    "last removed": (
        (
            "DELETE FROM revision WHERE match_id = :match AND seq ="
            " (SELECT max(seq) FROM revision WHERE match_id = :match)"
        ),
        "revision 12: it is missing",
    ),
    "seats swapped": (
        (
            "UPDATE seat SET number = number + 10 WHERE match_id = :match AND number < 2;"
            "UPDATE seat SET number = 11 - number WHERE number >= 10"
        ),
        "revision 0: its players, house rules or dealer aren't those it began with",
    ),
    "house rules": (
        (
            "UPDATE match SET rules = replace(rules, 'list_order', 'third_takes_two')"
            " WHERE id = :match"
        ),
        "revision 0: its players, house rules or dealer aren't those it began with",
    ),
    "total": (
        "UPDATE seat SET total = 777 WHERE match_id = :match AND number = 1",
        "the total kept of seat 1 is 777, and should be ",
    ),
    "rank": (
        "UPDATE seat SET rank = 7 WHERE match_id = :match AND number = 1",
        "the rank kept of seat 1 is 7, and should be ",
    ),
    "winner": (
        "UPDATE seat SET won = NOT won WHERE match_id = :match AND number = 1",
        "the win kept of seat 1 is ",
    ),
}


def test_verify_names_every_kind_of_tampering_in_a_line_with_its_place(demo: Path) -> None:
    """Each is done to another match with plain sqlite3, the triggers dropped and put back."""
    database = demo / "scorekeeper.db"
    matches = rows(
        database,
        "SELECT id, lower(uid) AS uid FROM match WHERE game = 'mittlere' AND revisions = 13"
        " AND rounds = 12 AND instr(rules, 'list_order') AND NOT EXISTS (SELECT 1 FROM revision"
        " WHERE match_id = match.id AND kind NOT IN ('start', 'record'))",
    )
    expected, touched = [], set()
    with tampering(database) as connection:
        for (sql, line), match in zip(TAMPERED.values(), matches, strict=False):
            connection.executescript(sql.replace(":match", str(match["id"])))
            place = f"match {dashed(match['uid'])}"
            expected.append(place + (": " if line.startswith("the ") else ", ") + line)
            touched.add(place)
    with plain(database) as connection:
        connection.execute("DROP TRIGGER revision_no_update")
    ran = run(demo, "verify")
    *found, summary = ran.out.splitlines()

    assert len(expected) == len(TAMPERED)
    assert (ran.code, ran.err) == (1, "")
    for line in expected:
        assert any(said.startswith(line) for said in found), line
    assert "the trigger revision_no_update, which guards the ledger, is missing" in found
    assert {re.split("[,:]", line)[0] for line in found[1:]} == touched
    assert summary.endswith(f"revisions: {len(found)} found wrong.")


def test_verify_reports_an_erased_note_and_finds_all_well(demo: Path) -> None:
    """It is no fault: exit 0."""
    with plain(demo / "scorekeeper.db") as connection:
        connection.execute(
            "UPDATE note SET text = NULL WHERE revision_id = (SELECT min(id) FROM"
            " revision WHERE note IS NOT NULL)"
        )
    ran = run(demo, "verify")
    line, summary = ran.out.splitlines()

    assert (ran.code, ran.err) == (0, "")
    assert re.fullmatch(r"match [0-9a-f-]{36}, round \d+, revision \d+: its note was erased", line)
    assert summary.endswith("revisions: all is well.")


# verify --head ----------------------------------------------------------------------------------


class Headed(NamedTuple):
    """A match with the hashes of its revisions, the last of which is its head."""

    uid: str
    hashes: list[str]


def headed(instance: Path) -> Headed:
    """Give a match of the demo with its hashes."""
    [match] = rows(
        instance / "scorekeeper.db",
        "SELECT id, lower(uid) AS uid FROM match WHERE revisions = 13 AND game = 'mittlere'"
        " LIMIT 1",
    )
    hashes = rows(
        instance / "scorekeeper.db",
        "SELECT hash FROM revision WHERE match_id = ? ORDER BY seq",
        match["id"],
    )
    return Headed(match["uid"], [row["hash"] for row in hashes])


def test_verify_compares_the_digits_on_a_sheet_with_the_head(demo: Path) -> None:
    """However they are typed: from 8 digits of each on, dashes, spaces and capitals or not."""
    uid, hashes = headed(demo)
    head = hashes[-1]
    ways = [
        f"{uid[:8]}={head[:12]}",
        f"{uid}={head}",
        f"{dashed(uid).upper()}={head[:4]} {head[4:8]} {head[8:12]}".upper(),
        f" {dashed(uid)[:13]} = {head[:4]}-{head[4:8]} ",
    ]
    ran = run(demo, "verify", *(word for way in ways for word in ("--head", way)))

    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[:-1] == [
        f"the digits {digits} fit match {dashed(uid)}"
        for digits in (head[:12], head, head[:12], head[:8])
    ]
    assert re.search(r"\n300 matches, \d+ revisions: all is well\.\n$", ran.out)


def test_digits_of_an_earlier_revision_are_a_sheet_that_was_printed_then(demo: Path) -> None:
    """It is said after how many, as the sheet counts them, and how many followed; exit 0."""
    uid, hashes = headed(demo)
    said = [run(demo, "verify", "--head", f"{uid[:8]}={hashes[seq][:12]}") for seq in (12, 11, 4)]
    place = f"match {dashed(uid)}: the digits"

    assert [ran.code for ran in said] == [0, 0, 0]
    assert [ran.out.splitlines()[:-1] for ran in said] == [
        [f"the digits {hashes[12][:12]} fit match {dashed(uid)}"],
        [f"{place} {hashes[11][:12]} were printed after 12 revisions; 1 has followed"],
        [f"{place} {hashes[4][:12]} were printed after 5 revisions; 8 have followed"],
    ]


def test_digits_that_no_revision_has_are_wrong(demo: Path) -> None:
    """A line with the match, exit 1; what else is wrong is said, too."""
    uid, hashes = headed(demo)
    database = demo / "scorekeeper.db"
    with plain(database) as connection:
        connection.execute("UPDATE seat SET total = total + 1 WHERE match_id = 1 AND number = 0")
    digits = hashes[-1][:11] + ("0" if hashes[-1][11] != "0" else "1")
    ran = run(demo, "verify", "--head", f"{uid[:8]}={digits}")

    assert (ran.code, ran.err) == (1, "")
    assert f"match {dashed(uid)}: no revision has the printed digits {digits}\n" in ran.out
    assert "the total kept of seat 0 is" in ran.out
    assert ran.out.endswith(": 2 found wrong.\n")


def test_last_revision_removed_without_a_trace_is_found_by_a_printed_head(demo: Path) -> None:
    """Whoever forges all that is kept as well can't forge a sheet of paper."""
    database = demo / "scorekeeper.db"
    [match] = rows(
        database,
        "SELECT match.id, lower(match.uid) AS uid, head FROM match"
        " JOIN revision ON match_id = match.id AND seq = revisions - 1"
        " WHERE kind = 'record' AND state = 'playing' AND revisions > 2"
        " AND NOT EXISTS (SELECT 1 FROM revision AS other WHERE match_id = match.id"
        " AND kind NOT IN ('start', 'record')) LIMIT 1",
    )
    with tampering(database) as connection:
        connection.executescript(
            """
            DELETE FROM revision WHERE match_id = :match AND seq =
              (SELECT revisions - 1 FROM match WHERE id = :match);
            UPDATE match SET revisions = revisions - 1, rounds = rounds - 1 WHERE id = :match;
            UPDATE match SET head = (SELECT hash FROM revision
              WHERE match_id = match.id AND seq = revisions - 1) WHERE id = :match;
            UPDATE seat SET total = (SELECT sum(json_extract(scores, '$[' || number || ']'))
              FROM revision WHERE revision.match_id = seat.match_id) WHERE match_id = :match;
            UPDATE seat SET rank = 1 + (SELECT count(*) FROM seat AS other
              WHERE other.match_id = seat.match_id AND other.total > seat.total)
              WHERE match_id = :match;
            """.replace(":match", str(match["id"]))
        )
    unseen = run(demo, "verify")
    seen = run(demo, "verify", "--head", f"{match['uid'][:8]}={match['head'][:12]}")

    assert unseen.code == 0
    assert seen.code == 1
    assert seen.out.splitlines()[0] == (
        f"match {dashed(match['uid'])}: no revision has the printed digits {match['head'][:12]}"
    )


def test_match_that_was_removed_without_a_trace_is_found_by_its_sheet(demo: Path) -> None:
    """Its file is sound, but somebody holds a sheet: one line, and all else is verified."""
    uid, hashes = headed(demo)
    database = demo / "scorekeeper.db"
    [match] = rows(database, "SELECT id FROM match WHERE lower(uid) = ?", uid)
    with tampering(database) as connection:
        connection.executescript(
            """
            DELETE FROM note WHERE revision_id IN
              (SELECT id FROM revision WHERE match_id = :match);
            DELETE FROM revision WHERE match_id = :match;
            DELETE FROM stance WHERE match_id = :match;
            DELETE FROM played WHERE match_id = :match;
            DELETE FROM told WHERE match_id = :match;
            DELETE FROM seat WHERE match_id = :match;
            DELETE FROM match WHERE id = :match;
            """.replace(":match", str(match["id"]))
        )
    unseen = run(demo, "verify")
    seen = run(demo, "verify", "--head", f"{dashed(uid)}={hashes[-1]}")

    assert (unseen.code, unseen.err) == (0, "")
    assert (seen.code, seen.err) == (1, "")
    assert seen.out.splitlines()[:-1] == [
        f"no match's uid begins with {uid}: it is gone, or was never here"
    ]
    assert re.search(r"\n299 matches, \d+ revisions: 1 found wrong\.\n$", seen.out)


@pytest.mark.parametrize("head", ["abcdef012345", "00000000=abcdef", "bbbbbbbb=abcdef012345"])
def test_head_that_means_nothing_is_bad_usage(demo: Path, head: str) -> None:
    """Exit 2 and one plain line: it can't be read, or means two matches."""
    with plain(demo / "scorekeeper.db") as connection:
        for number in (1, 2):
            uid = f"{'b' * 31}{number}"
            connection.execute("UPDATE match SET uid = ? WHERE id = ?", (uid, number))
    ran = run(demo, "verify", "--head", head)

    assert (ran.code, ran.out) == (2, "")
    assert re.fullmatch(r"scorekeeper: .+\.\n", ran.err)


# verify --rescore -------------------------------------------------------------------------------


def test_new_version_of_the_rules_changes_scores_only_when_asked(demo: Path) -> None:
    """``verify`` tells what would change, ``--rescore`` writes it down, once; exit 0 each time."""
    later = "tests.later"
    database = demo / "scorekeeper.db"
    count = "SELECT count(*) AS n FROM revision WHERE kind = 'rescore'"
    told = run(demo, "verify", program=later)
    none = rows(database, count)
    written = run(demo, "verify", "--rescore", program=later)
    some = rows(database, count)
    again = run(demo, "verify", "--rescore", program=later)
    would = [line for line in told.out.splitlines() if "they would be" in line]
    done = [line for line in written.out.splitlines() if ": scored anew by version 2" in line]

    assert [(ran.code, ran.err) for ran in (told, written, again)] == [(0, "")] * 3
    assert len(would) > 50
    assert told.out.splitlines()[-2].endswith("revisions: all is well.")
    assert told.out.splitlines()[-1] == (
        f"Today's rules change {len(would)} rounds: scorekeeper verify --rescore"
    )
    assert none == [{"n": 0}]
    assert len(done) == len(would) == some[0]["n"]
    assert rows(database, count) == some
    assert "scored anew" not in again.out
    assert "they would be" not in again.out
    assert again.out.endswith("revisions: all is well.\n")


def test_program_of_before_does_not_know_what_was_scored_anew(demo: Path) -> None:
    """The rules' version is newer than its own: found wrong, and nothing is scored back."""
    run(demo, "verify", "--rescore", program="tests.later")
    ran = run(demo, "verify", "--rescore")
    *found, _ = ran.out.splitlines()

    assert (ran.code, ran.err) == (1, "")
    assert all(
        line.endswith(": this program doesn't know version 2 of its rules") for line in found
    )


@pytest.mark.parametrize("role", ["view", "score", "own"])
def test_link_lets_a_browser_into_the_circle(demo: Path, role: str) -> None:
    """Its page asks "Join the circle …?"; before the answer the browser is a stranger."""
    ran = run(demo, "link", "--role", role, "--url", "https://cards.example/")
    address = ran.out.strip()
    path = address.removeprefix("https://cards.example")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SCOREKEEPER_INSTANCE", str(demo))
        app = create_app()
    browser = app.test_client()
    question = browser.get(path)
    asked = BeautifulSoup(question.text, "html.parser")
    hidden = {str(field["name"]): str(field["value"]) for field in asked.select("form [name]")}
    joined = browser.post(path, data=hidden)
    inside, outside = browser.get(joined.location), app.test_client().get(joined.location)
    with app.app_context():
        db.engine.dispose()

    assert (ran.code, ran.err) == (0, "")
    assert re.fullmatch(r"https://cards\.example/join/[\w.-]+", address)
    assert question.status_code == 200
    assert "The cousins" in asked.get_text()
    assert joined.status_code == 303
    assert (inside.status_code, outside.status_code) == (200, 404)
    assert rows(demo / "scorekeeper.db", 'SELECT role FROM "grant"') == [{"role": role}]


def test_link_names_the_circle_made_last_or_another(demo: Path) -> None:
    """By its uid; one that isn't there is exit 1."""
    database = demo / "scorekeeper.db"
    first, second = rows(database, "SELECT id, lower(uid) AS uid FROM circle ORDER BY id")
    last = run(demo, "link")
    named = run(demo, "link", "--circle", first["uid"])
    strange = run(demo, "link", "--circle", "00000000-0000-0000-0000-000000000001")

    assert last.out.startswith("http://127.0.0.1:8000/join/")
    assert last.code == named.code == 0
    assert [row["circle_id"] for row in rows(database, "SELECT circle_id FROM link")] == [
        second["id"],
        first["id"],
    ]
    assert failure(strange).startswith("scorekeeper: There is no such circle.")


def test_link_into_a_scorebook_without_circles_is_refused(ready: Path) -> None:
    """With what makes one."""
    assert failure(run(ready, "link")) == (
        "scorekeeper: There is no such circle. Start a match in the browser first, or run the demo."
    )


def test_command_waits_for_a_writer_and_then_says_that_it_is_busy(demo: Path) -> None:
    """Another program has held the lock for too long: one line, exit 1, nothing half done."""
    with FileLock(demo / "scorekeeper.db.lock"):
        ran = run(demo, "link")

    assert failure(ran).startswith("scorekeeper: The scorebook is busy")
    assert rows(demo / "scorekeeper.db", "SELECT * FROM link") == []


# What can't be used -----------------------------------------------------------------------------


# export, import ---------------------------------------------------------------------------------


def heard(ran: Ran) -> str:
    """Give what a command says on standard error that is no progress bar."""
    return "\n".join(line for line in ran.err.splitlines() if line[:6] not in {"Export", "Import"})


def test_export_and_import_into_an_empty_scorebook_are_byte_identical(
    demo: Path, tmp_path: Path
) -> None:
    """All circles go into a file and come out of it: the same file again, and verify is content."""
    there, file = tmp_path / "there", tmp_path / "all.jsonl"
    out = run(demo, "export", "--all", str(file))
    run(there, "init")
    brought = run(there, "import", str(file))
    again = run(there, "export", "--all", "-")
    verified = run(there, "verify")

    assert out.code == brought.code == again.code == verified.code == 0
    assert "Exported 300 matches of 2 circles." in out.err
    assert brought.out.startswith("Imported 300 matches, and what 0 had in addition; 0 were here")
    assert again.out.encode() == file.read_bytes()
    assert verified.out.endswith("all is well.\n")


def test_a_pipe_is_imported_as_a_file_is(demo: Path, tmp_path: Path) -> None:
    """One circle comes by standard input, and twice it brings nothing."""
    there = tmp_path / "there"
    [circle, _] = rows(demo / "scorekeeper.db", "SELECT uid FROM circle ORDER BY uid")
    uid = dashed(circle["uid"])
    content = run(demo, "export", "--circle", uid, "-").out.encode()
    run(there, "init")
    first, second = (run(there, "import", "-", stdin=content) for _ in range(2))
    link = run(there, "link", "--circle", uid)

    assert "Imported 150 matches" in first.out
    assert "Imported 0 matches" in second.out
    assert "150 were here already. 0 revisions came in." in second.out
    assert link.code == 0


def test_a_bad_file_is_one_line_and_changes_nothing(ready: Path, tmp_path: Path) -> None:
    """Exit 1, the line of the file, and a scorebook that is as it was."""
    file = tmp_path / "bad.jsonl"
    file.write_bytes(jsonl(a_file())[:-40])
    ran = run(ready, "import", str(file))

    assert ran.code == 1
    assert heard(ran) == (
        "scorekeeper: Line 11 is the last one, but the file should go on: it broke off. "
        "Nothing was imported."
    )
    assert rows(ready / "scorekeeper.db", "SELECT * FROM circle") == []


def test_who_is_who_is_told_by_names(ready: Path, tmp_path: Path) -> None:
    """Into a circle of the same people import asks, and is told of each or of all."""
    home, file = tmp_path / "home.jsonl", tmp_path / "away.jsonl"
    home.write_bytes(jsonl(a_file(("Ada", "Ben", "Cem"), circle="Home")))
    file.write_bytes(jsonl(a_file()))
    run(ready, "import", str(home))
    [circle] = rows(ready / "scorekeeper.db", "SELECT uid FROM circle")
    into = ["import", str(file), "--circle", dashed(circle["uid"])]
    asked = run(ready, *into)
    nobody = run(ready, *into, "--same-names", "--who", "Zoë=Dee")
    stranger = run(ready, *into, "--same-names", "--who", "Dee=Ada")
    done = run(ready, *into, "--same-names", "--who", "Zoë=Cem", "--who", "Ben=")
    query = "SELECT p.name, o.name AS really FROM player p LEFT JOIN player o ON o.id=p.merged_into"
    players = {(row["name"], row["really"]) for row in rows(ready / "scorekeeper.db", query)}

    assert asked.code == nobody.code == stranger.code == 1
    assert "Ada, Ben: are these the same people here?" in heard(asked)
    assert heard(nobody) == (
        "scorekeeper: Nobody in the circle is called Dee. Nothing was imported."
    )
    assert "Nobody who comes in by the file is called dee." in heard(stranger)
    assert done.code == 0
    assert players == {
        ("Ada", None), ("Ben", None), ("Cem", None),
        ("Ada", "Ada"), ("Ben (2)", None), ("Cem", "Cem"),
    }  # fmt: skip
    assert run(ready, "verify").code == 0


def test_export_asks_which_of_several_circles(demo: Path, tmp_path: Path) -> None:
    """Two circles and no choice is bad usage; an unknown one, or none at all, is an error."""
    file = str(tmp_path / "x.jsonl")
    empty = tmp_path / "empty"
    run(empty, "init")
    several = run(demo, "export", file)
    unknown = run(demo, "export", file, "--circle", str(uuid.uuid4()))
    none = run(empty, "export", file)
    both = run(demo, "export", file, "--all", "--circle", str(uuid.uuid4()))

    assert several.code == both.code == 2
    assert "There are 2 circles" in several.err
    assert failure(unknown) == "scorekeeper: There is no such circle."
    assert failure(none) == "scorekeeper: There is no circle to export."
    assert not (tmp_path / "x.jsonl").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("export", "--all", "/nowhere/x.jsonl"), "/nowhere/x.jsonl can't be written"),
        (("import", "/nowhere/x.jsonl"), "/nowhere/x.jsonl can't be read"),
        (("import", "-", "--circle", str(uuid.uuid4())), "There is no such circle to put it into."),
    ],
)
def test_what_cant_be_read_or_written_is_one_line(
    ready: Path, words: Sequence[str], said: str
) -> None:
    """A folder that isn't there and an unknown circle are an error, told in a line."""
    ran = run(ready, *words)

    assert ran.code == 1
    assert said in heard(ran)
    assert len(heard(ran).splitlines()) == 1


def test_a_file_that_cant_be_finished_leaves_none_behind(demo: Path, tmp_path: Path) -> None:
    """Under its name a file stands only when it is whole."""
    folder = tmp_path / "full"
    folder.mkdir()
    (folder / "all.jsonl").mkdir()
    ran = run(demo, "export", "--all", str(folder / "all.jsonl"))

    assert ran.code != 0
    assert [path.name for path in folder.iterdir()] == ["all.jsonl"]


def peak(instance: Path, *words: str) -> int:
    """Run a command, and give the most memory that it took, in KiB."""
    code = (
        "import resource, sys\nfrom scorekeeper.cli import commands\n"
        f"commands({list(words)!r}, standalone_mode=False)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code],
        cwd=PROJECT,
        env=environment(instance),
        capture_output=True,
        check=True,
        timeout=PATIENCE,
    )
    return int(ended.stdout.split()[-1])


def test_memory_is_bounded_whatever_the_size(tmp_path: Path) -> None:
    """Ten times the matches are exported and imported in (nearly) the same memory."""
    peaks = []
    for matches in ("100", "1000"):
        here, there, file = (tmp_path / f"{name}-{matches}" for name in ("here", "there", "file"))
        run(here, "demo", "--matches", matches)
        run(there, "init")
        peaks.append((peak(here, "export", str(file)), peak(there, "import", str(file))))

    for small, large in zip(*peaks, strict=True):
        assert large < small + 12 * 1024


def no_sqlite(database: Path) -> None:
    """Put a text in the database's place."""
    database.write_text("Dear diary,")


def emptied(database: Path) -> None:
    """Leave nothing of the database but its name."""
    database.write_bytes(b"")


def strangers(database: Path) -> None:
    """Put another program's database in its place."""
    database.unlink()
    with plain(database) as connection:
        connection.execute("CREATE TABLE recipe (id)")


def newer(database: Path) -> None:
    """Let a later version have written it."""
    with plain(database) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")


def read_only(database: Path) -> None:
    """Mark it read-only."""
    database.chmod(0o444)


UNUSABLE: dict[str, tuple[Callable[[Path], None], str]] = {
    "no SQLite": (no_sqlite, "is no SQLite database. Move it away, or put a backup"),
    "empty": (emptied, "is no SQLite database. Move it away, or put a backup"),
    "another program's": (strangers, "is a SQLite database, but not Scorekeeper's."),
    "newer": (newer, "was written by a newer Scorekeeper (its version is 9999"),
    "read-only": (read_only, "is read-only. Make it writable: chmod u+w"),
    "gone": (Path.unlink, "is gone, although its secret key"),
}


@pytest.mark.parametrize(("spoil", "why"), UNUSABLE.values(), ids=UNUSABLE)
def test_serve_refuses_a_database_that_cannot_be_used(
    ready: Path, spoil: Callable[[Path], None], why: str
) -> None:
    """Exit 1 with the file's name and the remedy, and nothing is made over it."""
    database = ready / "scorekeeper.db"
    spoil(database)
    before = {path.name: path.read_bytes() for path in ready.iterdir()}
    ran = run(ready, "serve", "--port", str(free_port()))

    assert str(database) in failure(ran)
    assert why in ran.err
    assert ran.out == ""
    assert {path.name: path.read_bytes() for path in ready.iterdir()} == before


@pytest.mark.parametrize("command", ["verify", "link", "upgrade", "backup copy.db"])
def test_command_that_needs_a_database_makes_none(instance: Path, command: str) -> None:
    """It says how to make one: one line, exit 1."""
    env = {"SCOREKEEPER_SECRET_KEY": "a test's"}
    ran = run(instance, *command.split(), env=env)

    assert failure(ran) == (
        f"scorekeeper: There is no database {instance}/scorekeeper.db. "
        "Make one with: scorekeeper init"
    )
    assert not instance.exists()


@pytest.mark.parametrize("command", ["init", "demo", "serve"])
def test_folder_that_cannot_be_made_is_one_line(tmp_path: Path, command: str) -> None:
    """A file stands in the instance folder's way."""
    (tmp_path / "file").touch()

    assert "can't be made" in failure(run(tmp_path / "file" / "instance", command))


@pytest.mark.parametrize("content", [None, b"", b"\xff"])
def test_key_that_cannot_be_used_is_one_line(ready: Path, content: bytes | None) -> None:
    """Gone, empty or no text: with its name."""
    key = ready / "secret_key"
    key.unlink()
    if content is not None:
        key.write_bytes(content)

    assert f"The secret key {key}" in failure(run(ready, "verify"))


# serve ------------------------------------------------------------------------------------------


def free_port() -> int:
    """Give a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def answer(port: int) -> str:
    """Ask for / once, and give the status line, or nothing if nobody answers."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
            connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            with connection.makefile("rb") as read:
                return read.readline().decode().strip()
    except OSError:
        return ""


def eventually(happens: Callable[[], bool]) -> bool:
    """Ask again and again until something happens, or for too long."""
    until = monotonic() + PATIENCE
    while not happens():
        if monotonic() > until:
            return False
        select([], [], [], 0.02)  # let the others run
    return True


def children(process: int) -> list[int]:
    """Give the processes that a process started and that are alive."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            number, _, rest = stat.read_text().partition(" (")
        except OSError:
            continue  # it has just ended
        state, parent, *_ = rest.rpartition(")")[2].split()
        if int(parent) == process and state != "Z":
            found.append(int(number))
    return found


def alive(process: int) -> bool:
    """Tell whether a process runs; one that is only still listed doesn't."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


class Server(NamedTuple):
    """A server that is running, and where."""

    process: subprocess.Popen[str]
    port: int
    printed: IO[str]


@contextmanager
def serving(instance: Path) -> Iterator[Server]:
    """Start the server, and wait until it answers; whatever happens, end it and its workers."""
    port = free_port()
    workers: list[int] = []
    with subprocess.Popen(
        [sys.executable, "-m", "scorekeeper", "serve", "--port", str(port)],
        cwd=PROJECT,
        env=environment(instance),
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            assert eventually(lambda: answer(port) == "HTTP/1.1 200 OK")
            assert eventually(lambda: len(children(process.pid)) == 2)
            workers = children(process.pid)
            yield Server(process, port, process.stdout)
        finally:
            workers += children(process.pid)
            process.kill()
            for worker in filter(alive, workers):
                os.kill(worker, signal.SIGKILL)


def test_serve_makes_what_is_missing_and_answers(instance: Path) -> None:
    """It says what it made and where it is, and ends at Ctrl+C with all its workers."""
    with serving(instance) as server:
        workers = children(server.process.pid)
        server.process.send_signal(signal.SIGINT)
        code = server.process.wait(PATIENCE)
        said = server.printed.read().splitlines()

    assert len(workers) == 2
    assert said == [
        f"Made the database {instance}/scorekeeper.db.",
        f"Made the secret key {instance}/secret_key.",
        f"Scorekeeper is at http://127.0.0.1:{server.port}  (Ctrl+C stops it)",
    ]
    assert code == 0
    assert not any(map(alive, workers))


@contextmanager
def half_sent(port: int, many: int) -> Iterator[None]:
    """Begin to send forms, and never come to their end."""
    head = b"POST /matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\ngame="
    with ExitStack() as stack:
        for _ in range(many):
            connection = socket.create_connection(("127.0.0.1", port), timeout=5)
            stack.enter_context(connection).sendall(head)
        yield


def test_serve_ends_although_somebody_is_still_sending(ready: Path) -> None:
    """As a service manager stops it; nobody holds it up by a form that never ends."""
    with serving(ready) as server, half_sent(server.port, 2):
        workers = children(server.process.pid)
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(PATIENCE)

    assert len(workers) == 2
    assert not any(map(alive, workers))
    assert answer(server.port) == ""


def test_connection_is_used_again_or_said_to_end(ready: Path) -> None:
    """No body is left unread in it: one that is too much ends it, any other is taken off it."""
    parts = {"Content-Type": "multipart/form-data; boundary=x"}
    with serving(ready) as server:
        connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        with closing(connection):
            told = []
            for size, address in ((60_000, "/nothing/here"), (70_000, "/nothing/here"), (0, "/")):
                method = "POST" if size else "GET"
                connection.request(method, address, b"1" * size, parts if size else {})
                response = connection.getresponse()
                response.read()
                told.append((response.status, response.will_close))

    assert told == [(404, False), (413, True), (200, False)]


def test_port_in_use_is_one_line(ready: Path) -> None:
    """With another one to try, and before any worker starts."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        line = failure(run(ready, "serve", "--port", str(port)))

    assert line == (
        f"scorekeeper: http://127.0.0.1:{port} can't be had (Address already in use). "
        f"Is it running already? Else try another port: scorekeeper serve --port {port % 65535 + 1}"
    )


@pytest.mark.parametrize("host", ["no.such.host.invalid", "192.0.2.1"])
def test_host_that_cannot_be_had_is_one_line(ready: Path, host: str) -> None:
    """A name that means nothing, an address of somebody else."""
    assert f"http://{host}:" in failure(run(ready, "serve", "--host", host))


def test_worker_that_was_killed_is_replaced(ready: Path) -> None:
    """Kill -9 of one: pages are answered again, and in the end by two workers."""
    with serving(ready) as server:
        first, second = children(server.process.pid)
        os.kill(first, signal.SIGKILL)

        assert eventually(lambda: answer(server.port) == "HTTP/1.1 200 OK")
        # The killed one may be listed for a moment longer: two aren't these two yet.
        assert eventually(lambda: first not in children(server.process.pid))
        assert eventually(lambda: len(children(server.process.pid)) == 2)
        assert second in children(server.process.pid)
        assert eventually(lambda: answer(server.port) == "HTTP/1.1 200 OK")


def test_workers_end_when_their_parent_is_killed(ready: Path) -> None:
    """Kill -9 of the server, with a dozen half-sent forms: nothing listens, no process is left."""
    with serving(ready) as server, half_sent(server.port, 12):
        workers = children(server.process.pid)
        answered = answer(server.port)
        server.process.kill()
        server.process.wait()

        assert len(workers) == 2
        assert answered == "HTTP/1.1 200 OK"
        assert eventually(lambda: not any(map(alive, workers)))
        assert answer(server.port) == ""


# In the table's network -----------------------------------------------------------------------

HALVES = {"\u2588": (0, 0), " ": (1, 1), "\u2580": (0, 1), "\u2584": (1, 0)}
"""What a printed character draws, above and below: 0 is the terminal's light colour."""


def scan(lines: Sequence[str]) -> str:
    """Read the code that a terminal shows as half blocks, as a phone's camera does."""
    scale = 4
    wide = max(map(len, lines))
    pixels = bytearray()
    for line in lines:
        drawn = [HALVES[character] for character in line.ljust(wide)]
        for half in (0, 1):
            row = b"".join(bytes([0 if two[half] else 255]) * scale for two in drawn)
            pixels += row * scale
    shape = (len(lines) * 2 * scale, wide * scale)
    [code] = zxingcpp.read_barcodes(memoryview(bytes(pixels)).cast("B", shape))
    return str(code.text)


@contextmanager
def serving_lan(instance: Path) -> Iterator[list[str]]:
    """Serve in the local network, and give what is printed up to the server's own line."""
    port = free_port()
    workers: list[int] = []
    with subprocess.Popen(
        [sys.executable, "-m", "scorekeeper", "serve", "--lan", "--port", str(port)],
        cwd=PROJECT,
        env=environment(instance, PYTHONIOENCODING="utf-8"),
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        try:
            assert process.stdout is not None
            printed: list[str] = []
            for line in process.stdout:
                printed.append(line.rstrip("\n"))
                if line.startswith("Scorekeeper is at"):
                    break
            address = printed[-1].split()[3]
            assert eventually(lambda: _get(address + "/").startswith("HTTP/1.1 200"))
            workers = children(process.pid)
            yield printed
        finally:
            workers += children(process.pid)
            process.kill()
            for worker in filter(alive, workers):
                os.kill(worker, signal.SIGKILL)


def _get(url: str) -> str:
    """Ask for an address, and give the whole answer; nothing if nobody answers."""
    parts = urlsplit(url)
    try:
        with socket.create_connection((parts.hostname or "", parts.port or 80), 5) as connection:
            connection.sendall(
                f"GET {parts.path} HTTP/1.1\r\nHost: {parts.netloc}\r\n"
                "Connection: close\r\n\r\n".encode()
            )
            with connection.makefile("rb") as read:
                return read.read().decode()
    except OSError:
        return ""


def codes(printed: Sequence[str]) -> list[str]:
    """Give the lines of a printed code."""
    return [line for line in printed if line and set(line) <= set(HALVES)]


def test_serve_lan_prints_the_newest_circles_link_and_its_code(demo: Path) -> None:
    """A phone that scans it is asked whether to join; the link is for writing down scores."""
    with serving_lan(demo) as printed:
        [url] = [line for line in printed if line.startswith("http://")]
        scanned = scan(codes(printed))
        question = _get(scanned)
    newest = rows(demo / "scorekeeper.db", "SELECT id FROM circle ORDER BY id DESC LIMIT 1")
    links = rows(demo / "scorekeeper.db", "SELECT circle_id, role FROM link")

    assert scanned == url
    assert re.fullmatch(r"http://[0-9.]+:[0-9]+/join/[\w.-]+", url)
    assert not url.startswith("http://127.")
    assert "Join the circle <bdi>" in question
    assert "You may watch and write down scores." in question
    assert links == [{"circle_id": newest[0]["id"], "role": "score"}]


def test_serve_lan_without_a_circle_prints_the_plain_address(instance: Path) -> None:
    """Whoever scans it may start one."""
    with serving_lan(instance) as printed:
        scanned = scan(codes(printed))
        welcome = _get(scanned + "/")

    assert scanned in printed
    assert re.fullmatch(r"http://[0-9.]+:[0-9]+", scanned)
    assert printed[-1] == f"Scorekeeper is at {scanned}  (Ctrl+C stops it)"
    assert "Start a match" in welcome
