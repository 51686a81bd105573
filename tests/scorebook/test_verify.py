"""Verify: nothing wrong where nothing is; else what, in which match, round and revision."""

from __future__ import annotations

import re
import shutil
import uuid
from typing import TYPE_CHECKING

import pytest

from scorekeeper import create_app
from scorekeeper.scorebook import verify as verifying
from scorekeeper.scorebook.demo import fill
from scorekeeper.scorebook.heads import Heads
from scorekeeper.scorebook.ledger import Act, append, chain
from scorekeeper.scorebook.matches import act
from scorekeeper.scorebook.store import db
from scorekeeper.scorebook.triggers import TRIGGERS
from scorekeeper.scorebook.verify import Checked, verify
from tests.builders import Table, kunibert, lines, mittlere, plain, rows, tampering, wrong

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Flask

RECORD, SECOND, CORRECT, VOID, RESTORE, NOTED = range(1, 7)
"""The revisions of the match under test, after its start."""


def copied(source: Path, database: Path) -> None:
    """Put a scorebook that was made once in the place of a test's empty one."""
    with plain(source) as made, plain(database) as copy:
        made.backup(copy)


@pytest.fixture(scope="module")
def made(empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a folder with two scorebooks: an evening's, and a demo of 300 matches."""
    folder = tmp_path_factory.mktemp("verify")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SCOREKEEPER_INSTANCE", str(folder))
        for name, work in (("evening.db", play_evening), ("demo.db", play_demo)):
            shutil.copy(empty_database, folder / name)
            app = create_app({"SECRET_KEY": "a test's", "DATABASE": folder / name})
            work(app)
            with app.app_context():
                db.engine.dispose()
    return folder


def play_evening(app: Flask) -> None:
    """Play three matches; the second with a correction, an undo, a note and three rounds."""
    table = Table(app)
    table.begin("mittlere", 3)
    match = table.begin("mittlere", ["Ada", "Ben", "Cem"], rounds=4)
    table.record(match, mittlere(0), mittlere(1))
    table.correct(match, 1, mittlere(2))
    table.undo(match)
    table.restore(match)
    with table.opened(match) as (pen, opened):
        append(pen, opened.match, Act("rescore"), note="counted again")
        act(pen, opened, Act("record", 3, '{"points":[70,35,52]}', 1, "[1,1,-2]"))
    table.record(table.begin("kunibert", 4, target=100), kunibert(100, 0, 0, 0))


def play_demo(app: Flask) -> None:
    """Play 300 matches in two circles."""
    with app.app_context():
        for _ in fill(300, 2, 1):
            pass


@pytest.fixture
def match(made: Path, database: Path) -> uuid.UUID:
    """Have an evening behind us, and look at its second match."""
    copied(made / "evening.db", database)
    [row] = rows(database, "SELECT uid FROM match WHERE id = 2")
    return uuid.UUID(hex=row["uid"])


@pytest.fixture
def demo(made: Path, database: Path, app: Flask) -> Flask:
    """Give an application on a scorebook of 300 matches."""
    copied(made / "demo.db", database)
    return app


def at(match: uuid.UUID, *, round_no: int | None = None, seq: int | None = None) -> str:
    """Write a place as a finding does."""
    place = f"match {match}"
    if round_no is not None:
        place += f", round {round_no}"
    return place if seq is None else f"{place}, revision {seq}"


@pytest.mark.usefixtures("match")
def test_scorebook_that_nobody_touched_is_sound(app: Flask) -> None:
    """Whatever was done in it by its own means."""
    checked = Checked()
    with app.app_context():
        findings = list(verify(checked))

    assert findings == []
    assert (checked.matches, checked.revisions) == (3, 11)


def test_empty_scorebook_is_sound(app: Flask) -> None:
    """There is nothing in it to be wrong."""
    assert wrong(app) == []


# One thing changed ------------------------------------------------------------------------------

CHANGED = "it was changed: its hash doesn't fit"
NO_GAME = "its game, seats and house rules don't go together"
BEGAN_OTHERWISE = "its players, house rules or dealer aren't those it began with"

TAMPERED: dict[str, tuple[str, tuple[int | None, int], str]] = {
    # what was done: the statement, and the round and revision that must be named, and why
    "one digit of an old entry": (
        "UPDATE revision SET entry = replace(entry, '70', '71') WHERE REVISION 1",
        (1, RECORD),
        CHANGED,
    ),
    "an entry, still adding up": (
        "UPDATE revision SET entry = '{\"points\":[53,69,35]}' WHERE REVISION 1",
        (1, RECORD),
        CHANGED,
    ),
    "an entry that scores otherwise": (
        "UPDATE revision SET entry = '{\"points\":[70,35,52]}' WHERE REVISION 2",
        (2, SECOND),
        "its scores are [1,-2,1], but the entry makes [1,1,-2]",
    ),
    "an entry that can't be": (
        "UPDATE revision SET entry = '{\"points\":[70,35,53]}' WHERE REVISION 2",
        (2, SECOND),
        "its entry can't be scored: The points add up to 158; all the cards make 157.",
    ),
    "an entry that is no JSON": (
        "UPDATE revision SET entry = 'points' WHERE REVISION 2",
        (2, SECOND),
        "its entry can't be scored",
    ),
    "an entry that is gone": (
        "UPDATE revision SET entry = NULL WHERE REVISION 2",
        (2, SECOND),
        "its entry can't be scored",
    ),
    "the scores": (
        "UPDATE revision SET scores = '[2,-2,0]' WHERE REVISION 2",
        (2, SECOND),
        "its scores are [2,-2,0], but the entry makes [1,-2,1]",
    ),
    "the scores, gone": (
        "UPDATE revision SET scores = NULL WHERE REVISION 2",
        (2, SECOND),
        "its scores are None, but the entry makes [1,-2,1]",
    ),
    "the scores, for too few": (
        "UPDATE revision SET scores = '[1]' WHERE REVISION 2",
        (2, SECOND),
        "its scores are [1], but the entry makes [1,-2,1]",
    ),
    "entry and scores together": (
        (
            "UPDATE revision SET entry = '{\"points\":[9,74,74]}', scores = '[2,-1,-1]'"
            " WHERE REVISION 2"
        ),
        (2, SECOND),
        CHANGED,
    ),
    "when": (
        "UPDATE revision SET at = replace(at, '19:3', '19:4') WHERE REVISION 3",
        (1, CORRECT),
        CHANGED,
    ),
    "by which device": (
        "UPDATE revision SET device = '" + "1" * 32 + "' WHERE REVISION 3",
        (1, CORRECT),
        CHANGED,
    ),
    "by whom": (
        "UPDATE revision SET actor = '00000000000000000000000000000001' WHERE REVISION 3",
        (1, CORRECT),
        CHANGED,
    ),
    "what was done": (
        "UPDATE revision SET kind = 'record' WHERE REVISION 3",
        (1, CORRECT),
        CHANGED,
    ),
    "recorded anyway": (
        "UPDATE revision SET anyway = 1 WHERE REVISION 5",
        (2, RESTORE),
        CHANGED,
    ),
    "by which rules": (
        "UPDATE revision SET rules_version = 2 WHERE REVISION 5",
        (2, RESTORE),
        CHANGED,
    ),
    "the round's number": (
        "UPDATE revision SET round_no = 1 WHERE REVISION 4",
        (1, VOID),
        CHANGED,
    ),
    "the hash": (
        "UPDATE revision SET hash = replace(hash, substr(hash, 9, 4), '0') WHERE REVISION 2",
        (2, SECOND),
        CHANGED,
    ),
    "the hash before": (
        "UPDATE revision SET prev = '" + "0" * 64 + "' WHERE REVISION 2",
        (2, SECOND),
        "it doesn't follow the revision before it",
    ),
    "the hash before, to no hash": (
        "UPDATE revision SET prev = 'none' WHERE REVISION 2",
        (2, SECOND),
        CHANGED,
    ),
    "a revision in the middle removed": (
        "DELETE FROM revision WHERE REVISION 2",
        (1, CORRECT),
        "it should be revision 2: one is missing or was added",
    ),
    "the last revision removed": (
        "DELETE FROM revision WHERE REVISION 7",
        (None, 7),
        "it is missing",
    ),
    "a revision inserted": (
        (
            "INSERT INTO revision SELECT NULL, circle_id, match_id, 8, kind, 4, entry,"
            " rules_version, scores, anyway, actor, device, at, note, hash, hash"
            " FROM revision WHERE REVISION 7"
        ),
        (4, 8),
        CHANGED,
    ),
    "a revision inserted in the middle, the later ones renumbered": (
        (
            "UPDATE revision SET seq = seq + 100 WHERE match_id = 2 AND seq > 1;"
            "UPDATE revision SET seq = seq - 99 WHERE seq > 100;"
            "INSERT INTO revision SELECT NULL, circle_id, match_id, 2, kind, 1, entry,"
            " rules_version, scores, anyway, actor, device, at, note, prev, hash"
            " FROM revision WHERE REVISION 1;"
            "UPDATE match SET revisions = 9, version = 9 WHERE id = 2"
        ),
        (1, 2),
        "it doesn't follow the revision before it",
    ),
    "a revision in the middle removed, the later ones renumbered": (
        (
            "DELETE FROM revision WHERE REVISION 2;"
            "UPDATE revision SET seq = seq + 100 WHERE match_id = 2 AND seq > 2;"
            "UPDATE revision SET seq = seq - 101 WHERE seq > 100;"
            "UPDATE match SET revisions = 7 WHERE id = 2"
        ),
        (1, 2),
        "it doesn't follow the revision before it",
    ),
    "the last revision removed, and not counted": (
        "DELETE FROM revision WHERE REVISION 7; UPDATE match SET revisions = 7 WHERE id = 2",
        (None, NOTED),
        "the match names another one as its last",
    ),
    "revisions in another order": (
        (
            "UPDATE revision SET seq = CASE seq WHEN 1 THEN 102 ELSE 101 END"
            " WHERE match_id = 2 AND seq IN (1, 2);"
            "UPDATE revision SET seq = seq - 100 WHERE seq > 100"
        ),
        (2, 1),
        "it doesn't follow the revision before it",
    ),
    "a note's text": (
        "UPDATE note SET text = 'counted thrice'",
        (None, NOTED),
        "its note was changed",
    ),
    "a note's salt": (
        "UPDATE note SET salt = 'x'",
        (None, NOTED),
        "its note was changed",
    ),
    "a note removed": (
        "DELETE FROM note",
        (None, NOTED),
        "its note is missing",
    ),
    "a note's digest": (
        "UPDATE revision SET note = NULL WHERE REVISION 6",
        (None, NOTED),
        "it has a note that its chain doesn't know",
    ),
    "what it began with": (
        "UPDATE revision SET entry = replace(entry, 's\":4', 's\":5') WHERE REVISION 0",
        (None, 0),
        CHANGED,
    ),
    "players swapped, also in what it began with": (
        (
            "UPDATE seat SET number = CASE number WHEN 0 THEN 11 ELSE 10 END"
            " WHERE match_id = 2 AND number IN (0, 1);"
            "UPDATE seat SET number = number - 10 WHERE number >= 10;"
            "UPDATE revision SET entry = json_set(entry,"
            " '$.players[0]', json_extract(entry, '$.players[1]'),"
            " '$.players[1]', json_extract(entry, '$.players[0]')) WHERE REVISION 0"
        ),
        (None, 0),
        CHANGED,
    ),
    "the house rules": (
        "UPDATE match SET rules = replace(rules, '4', '5') WHERE id = 2",
        (None, 0),
        BEGAN_OTHERWISE,
    ),
    "players swapped": (
        (
            "UPDATE seat SET number = CASE number WHEN 0 THEN 11 ELSE 10 END"
            " WHERE match_id = 2 AND number IN (0, 1);"
            "UPDATE seat SET number = number - 10 WHERE number >= 10"
        ),
        (None, 0),
        BEGAN_OTHERWISE,
    ),
    "another player": (
        (
            "UPDATE seat SET player_id = (SELECT id FROM player WHERE name = 'Arne')"
            " WHERE match_id = 2 AND number = 1"
        ),
        (None, 0),
        BEGAN_OTHERWISE,
    ),
    "the first dealer": (
        "UPDATE match SET first_dealer = 1 WHERE id = 2",
        (None, 0),
        BEGAN_OTHERWISE,
    ),
    "the head": (
        "UPDATE match SET head = '" + "f" * 64 + "' WHERE id = 2",
        (None, 7),
        "the match names another one as its last",
    ),
    "how many revisions": (
        "UPDATE match SET revisions = 7 WHERE id = 2",
        (None, 7),
        "the match names another one as its last",
    ),
}


@pytest.mark.parametrize(("sql", "place", "what"), TAMPERED.values(), ids=TAMPERED)
def test_tampering_is_named_with_match_round_and_revision(
    app: Flask,
    database: Path,
    match: uuid.UUID,
    *,
    sql: str,
    place: tuple[int | None, int],
    what: str,
) -> None:
    """The triggers dropped and put back, one thing changed: it is found, and where."""
    with tampering(database) as connection:
        connection.executescript(re.sub(r"REVISION (\d)", r"match_id = 2 AND seq = \1", sql))
    round_no, seq = place
    found = wrong(app)

    assert any(
        line.startswith(f"{at(match, round_no=round_no, seq=seq)}: {what}") for line in found
    )
    assert all(line.startswith(f"match {match}") for line in found)


def test_erased_note_is_reported_and_not_wrong(
    app: Flask, database: Path, match: uuid.UUID
) -> None:
    """Its text may go at its writer's wish: the chain holds a digest, and stays whole."""
    with plain(database) as connection:
        connection.execute("UPDATE note SET text = NULL")

    assert lines(app) == [f"{at(match, seq=NOTED)}: its note was erased"]
    assert wrong(app) == []


def test_forged_revision_with_a_right_hash_is_not_the_last_that_the_match_names(
    app: Flask, database: Path, match: uuid.UUID
) -> None:
    """Whoever knows how to hash must change the match as well."""
    [last] = rows(database, "SELECT * FROM revision WHERE match_id = 2 AND seq = 7")
    forged = {**last, "id": None, "seq": 8, "kind": "end", "prev": last["hash"]}
    forged |= {"round_no": None, "entry": None, "scores": None, "rules_version": None}
    device = uuid.UUID(hex=last["device"])
    forged["hash"] = chain(last["hash"], match, {**forged, "device": device})
    with plain(database) as connection:
        places = ", ".join(f":{name}" for name in forged)
        connection.execute("INSERT INTO revision VALUES (PLACES)".replace("PLACES", places), forged)

    assert f"{at(match, seq=8)}: the match names another one as its last" in wrong(app)


KEPT = {
    # what was changed beside the ledger: the statement, and what is said of the match
    "a total": (
        "UPDATE seat SET total = 7 WHERE match_id = 2 AND number = 1",
        "the total kept of seat 1 is 7, and should be 0",
    ),
    "a rank": (
        "UPDATE seat SET rank = 1 WHERE match_id = 2 AND number = 2",
        "the rank kept of seat 2 is 1, and should be 3",
    ),
    "a win": (
        "UPDATE seat SET won = 1 WHERE match_id = 2 AND number = 0",
        "the win kept of seat 0 is True, and should be False",
    ),
    "the state": (
        "UPDATE match SET state = 'over' WHERE id = 2",
        "it is kept as “over”, and should not be",
    ),
    "the reason": (
        "UPDATE match SET reason = 'ended_early' WHERE id = 2",
        "it is kept as “playing”, and should not be",
    ),
    "the rounds": (
        "UPDATE match SET rounds = 2 WHERE id = 2",
        "2 rounds are kept as counting, and should be 3",
    ),
    "the rounds, the last one removed from the whole ledger": (
        (
            "DELETE FROM revision WHERE match_id = 2 AND seq = 7;"
            "UPDATE match SET revisions = 7,"
            " head = (SELECT hash FROM revision WHERE match_id = 2 AND seq = 6) WHERE id = 2"
        ),
        "3 rounds are kept as counting, and should be 2",
    ),
    "since when it is over": (
        "UPDATE match SET over_at = started_at WHERE id = 2",
        "it is kept as over since 2026-11-27T19:32:00.000000Z, and should not be",
    ),
    "the version": (
        "UPDATE match SET version = 7 WHERE id = 2",
        "its version is 7, although it has 8 revisions",
    ),
    "the night": (
        "UPDATE night SET circle_id = 9",
        "its night is another circle's",
    ),
    "the night, to none": (
        "UPDATE match SET night_id = 9 WHERE id = 2",
        "its night is another circle's",
    ),
    "a seat's circle": (
        "UPDATE seat SET circle_id = 9 WHERE match_id = 2 AND number = 1",
        "seat 1 or its player is another circle's",
    ),
    "a player's circle": (
        "UPDATE player SET circle_id = 9 WHERE name = 'Cem'",
        "seat 2 or its player is another circle's",
    ),
    "the game": ("UPDATE match SET game = 'poker' WHERE id = 2", NO_GAME),
    "the rules, to no JSON": ("UPDATE match SET rules = '{' WHERE id = 2", NO_GAME),
    "the rules, to no object": ("UPDATE match SET rules = '[1]' WHERE id = 2", NO_GAME),
    "a seat": ("DELETE FROM seat WHERE match_id = 2 AND number = 2", NO_GAME),
    "the whole ledger": (
        "DELETE FROM note; DELETE FROM revision WHERE match_id = 2",
        "its beginning is missing",
    ),
}


@pytest.mark.parametrize(("sql", "what"), KEPT.values(), ids=KEPT)
def test_what_is_kept_beside_the_ledger_is_recomputed(
    app: Flask, database: Path, match: uuid.UUID, sql: str, what: str
) -> None:
    """Totals, ranks, wins and states that don't follow are found."""
    with tampering(database) as connection:
        connection.executescript(sql)

    assert f"{at(match)}: {what}" in wrong(app)


ELSEWHERE = {
    # what was changed of a revision: the statement, its place, and what is said of it
    "when the match began": (
        "UPDATE match SET started_at = '2026-11-27 18:00:00.000000' WHERE id = 2",
        (None, 0),
        "the match is kept as begun at another time",
    ),
    "a revision's circle": (
        "UPDATE revision SET circle_id = 9 WHERE match_id = 2 AND seq = 3",
        (1, CORRECT),
        "it is another circle's",
    ),
    "a note's circle": (
        "UPDATE note SET circle_id = 9",
        (None, NOTED),
        "its note is another circle's",
    ),
    "a word's circle": (
        "UPDATE stance SET circle_id = 9",
        (2, RESTORE),
        "a confirmation of it is another circle's",
    ),
    "a word on a revision that isn't there": (
        "UPDATE stance SET seq = 8",
        (2, 8),
        "a confirmation is of it, but it is missing",
    ),
    "a word on a round that isn't there": (
        "UPDATE stance SET round_no = 4, kind = 'dispute'",
        (4, RESTORE),
        "a dispute is of a round that wasn't there",
    ),
    "a word on a round before it was there": (
        "UPDATE stance SET seq = 1",
        (2, RECORD),
        "a confirmation is of a round that wasn't there",
    ),
    "a stranger's word": (
        "UPDATE stance SET player_id = (SELECT id FROM player WHERE name = 'Arne')",
        (2, RESTORE),
        "a confirmation is of somebody who didn't sit at the table",
    ),
}


@pytest.mark.parametrize(("sql", "place", "what"), ELSEWHERE.values(), ids=ELSEWHERE)
def test_what_the_chain_does_not_hold_must_go_together_with_it(
    app: Flask,
    database: Path,
    match: uuid.UUID,
    *,
    sql: str,
    place: tuple[int | None, int],
    what: str,
) -> None:
    """Circles, times, and what players say of rounds: one line, with its place."""
    with plain(database) as connection:
        connection.execute(
            "INSERT INTO circle SELECT 9, ?, 'Another', time_zone, 0, created_at, NULL FROM circle",
            ("9" * 32,),
        )
        connection.execute(
            "INSERT INTO stance SELECT 1, ?, 1, 2, 2, 5, 'confirm', id, ?, created_at, NULL,"
            " NULL, NULL FROM player WHERE name = 'Cem'",
            ("1" * 32, "2" * 32),
        )
    sound = wrong(app)
    with tampering(database) as connection:
        connection.execute(sql)
    round_no, seq = place

    assert sound == []
    assert wrong(app) == [f"{at(match, round_no=round_no, seq=seq)}: {what}"]


@pytest.mark.usefixtures("match")
def test_win_in_a_finished_match_is_recomputed(app: Flask, database: Path) -> None:
    """A winner made, a winner unmade."""
    with plain(database) as connection:
        connection.execute("UPDATE seat SET won = NOT won WHERE match_id = 3")
    found = wrong(app)

    assert [line.split(": ")[1] for line in found] == [
        "the win kept of seat 0 is False, and should be True",
        *(f"the win kept of seat {seat} is True, and should be False" for seat in (1, 2, 3)),
    ]


TRIGGERS_CHANGED = {
    "missing": ("DROP TRIGGER revision_no_delete", "is missing"),
    "weakened": (
        (
            "DROP TRIGGER revision_no_delete;"
            "CREATE TRIGGER revision_no_delete BEFORE DELETE ON revision WHEN 0"
            " BEGIN SELECT RAISE(ABORT, 'revisions are append-only'); END"
        ),
        "was changed",
    ),
    "moved to another table": (
        (
            "DROP TRIGGER revision_no_delete;"
            "CREATE TRIGGER revision_no_delete BEFORE DELETE ON note"
            " BEGIN SELECT RAISE(ABORT, 'revisions are append-only'); END"
        ),
        "was changed",
    ),
}


@pytest.mark.parametrize("name", TRIGGERS)
def test_each_trigger_that_is_away_is_named(app: Flask, database: Path, name: str) -> None:
    """Those of the circles, too, which let a ledger go."""
    with plain(database) as connection:
        connection.execute(f"DROP TRIGGER {name}")

    assert wrong(app) == [f"the trigger {name}, which guards the ledger, is missing"]


def test_trigger_that_somebody_added_is_found(app: Flask, database: Path) -> None:
    """It could change totals whenever a round is recorded."""
    with plain(database) as connection:
        connection.execute(
            "CREATE TRIGGER helper AFTER INSERT ON revision BEGIN UPDATE seat SET total = 0; END"
        )

    assert wrong(app) == ["the trigger helper isn't the scorebook's"]


@pytest.mark.parametrize(("sql", "what"), TRIGGERS_CHANGED.values(), ids=TRIGGERS_CHANGED)
def test_trigger_that_guards_no_more_is_found(
    app: Flask, database: Path, sql: str, what: str
) -> None:
    """A ledger whose guard is away may have been changed and put right again."""
    with plain(database) as connection:
        connection.executescript(sql)

    assert wrong(app) == [f"the trigger revision_no_delete, which guards the ledger, {what}"]


@pytest.mark.usefixtures("match")
def test_revisions_of_no_match_are_found(app: Flask, database: Path) -> None:
    """A match removed leaves them behind."""
    with plain(database) as connection:
        connection.executescript(
            "DELETE FROM seat WHERE match_id = 2; DELETE FROM match WHERE id = 2"
        )

    assert wrong(app) == ["8 rows of “revision” belong to no match"]


@pytest.mark.usefixtures("match")
def test_words_on_no_match_are_found(app: Flask, database: Path) -> None:
    """Nobody's confirmation of nothing."""
    with plain(database) as connection:
        connection.execute(
            "INSERT INTO stance SELECT 1, ?, 1, 99, 2, 5, 'confirm', 1, ?, created_at, NULL,"
            " NULL, NULL FROM circle",
            ("1" * 32, "2" * 32),
        )

    assert wrong(app) == ["1 rows of “stance” belong to no match"]


UNREADABLE = {
    "a device that is no uid": "UPDATE revision SET device = 'x' WHERE match_id = 2 AND seq = 2",
    "a match that has no uid": "UPDATE match SET uid = 'x' WHERE id = 2",
    "a player who has no uid": "UPDATE player SET uid = 'x' WHERE name = 'Ada'",
    "a beginning at no time": "UPDATE match SET started_at = 'soon' WHERE id = 2",
    "a round without number": "UPDATE revision SET round_no = 'two' WHERE match_id = 2 AND seq = 2",
    "an entry without end": (
        "UPDATE revision SET entry = printf('%.*c', 100000, '[') WHERE match_id = 2 AND seq = 2"
    ),
    "an entry of bytes": "UPDATE revision SET entry = x'ff00' WHERE match_id = 2 AND seq = 2",
    "scores of bytes": "UPDATE revision SET scores = x'ff00' WHERE match_id = 2 AND seq = 2",
    "a hash of bytes": "UPDATE revision SET prev = x'ff00' WHERE match_id = 2 AND seq = 2",
    "rules of a number": "UPDATE match SET rules = 7 WHERE id = 2",
    "rules of bytes": "UPDATE match SET rules = x'ff00' WHERE id = 2",
    "a total of text": "UPDATE seat SET total = 'many' WHERE match_id = 2",
    "a note of bytes": "UPDATE note SET text = x'ff00'",
    "a salt that is gone": "UPDATE note SET salt = x''",
    "a count of text": "UPDATE match SET revisions = 'many' WHERE id = 2",
    "anyway or not": "UPDATE revision SET anyway = 'perhaps' WHERE match_id = 2 AND seq = 2",
}


@pytest.mark.parametrize("sql", UNREADABLE.values(), ids=UNREADABLE)
def test_values_that_cannot_be_read_are_found_too(
    app: Flask, database: Path, match: uuid.UUID, sql: str
) -> None:
    """Whoever tampers may write anything: it is a finding about that match, never an error."""
    with tampering(database) as connection:
        connection.executescript(sql)
    found = wrong(app)
    of_it = (f"match {match}", "the match stored as number 2 can't be read")

    assert found
    assert all(line.startswith(of_it) for line in found)


# Digits on a sheet ------------------------------------------------------------------------------


def compared(app: Flask, match: uuid.UUID, *digits: str) -> list[str]:
    """Verify with digits that were printed of a match."""
    with app.app_context():
        return [str(finding) for finding in verify(Checked(), Heads({match: digits}))]


def test_printed_digits_are_looked_for_among_the_hashes(
    app: Flask, database: Path, match: uuid.UUID
) -> None:
    """The head's fit, an earlier revision's say when they were printed; others are wrong."""
    hashes = [row["hash"] for row in rows(database, "SELECT hash FROM revision WHERE match_id = 2")]
    strange = "".join("0" if digit != "0" else "1" for digit in hashes[-1][:12])
    earlier = {hashes[RESTORE][:12]: RESTORE, hashes[NOTED]: NOTED, hashes[0][:8]: 0}

    assert compared(app, match, hashes[-1], hashes[-1][:8]) == [
        f"the digits {hashes[-1]} fit match {match}",
        f"the digits {hashes[-1][:8]} fit match {match}",
    ]
    assert compared(app, match, *earlier) == [
        f"{at(match)}: the digits {digits} were printed after {seq + 1} "
        f"{'revisions' if seq else 'revision'}; {len(hashes) - seq - 1} "
        f"{'has' if seq == NOTED else 'have'} followed"
        for digits, seq in earlier.items()
    ]
    assert compared(app, match, strange) == [
        f"{at(match)}: no revision has the printed digits {strange}"
    ]


# A whole scorebook ------------------------------------------------------------------------------


def test_demo_of_three_hundred_matches_is_sound(demo: Flask) -> None:
    """Corrections, voids, notes, early ends and phases included."""
    checked = Checked()
    with demo.app_context():
        found = list(verify(checked))

    assert found == []
    assert checked.matches == 300
    assert checked.revisions > 2000


def test_one_digit_among_three_hundred_matches_is_found(demo: Flask, database: Path) -> None:
    """In a match of each game: the round and the revision are named, and nothing else is."""
    for game in ("mueckenstich", "kunibert", "mittlere"):
        [revision] = rows(
            database,
            "SELECT revision.*, match.uid AS of FROM revision JOIN match ON match_id = match.id"
            " WHERE game = ? AND kind = 'record' AND round_no = 2 LIMIT 1",
            game,
        )
        place = next(i for i, sign in enumerate(revision["entry"]) if sign in "123456789")
        entry = revision["entry"]
        digit = str((int(entry[place]) + 1) % 10)
        changed = f"{entry[:place]}{digit}{entry[place + 1 :]}"
        update = "UPDATE revision SET entry = ? WHERE id = ?"
        with tampering(database) as connection:
            connection.execute(update, (changed, revision["id"]))
        found = wrong(demo)
        with tampering(database) as connection:
            connection.execute(update, (entry, revision["id"]))
        named = at(uuid.UUID(hex=revision["of"]), round_no=2, seq=revision["seq"])

        assert f"{named}: {CHANGED}" in found
        assert all(line.startswith(f"match {uuid.UUID(hex=revision['of'])}") for line in found)
    assert wrong(demo) == []


def test_matches_are_read_a_few_at_a_time(demo: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """However few, each is checked once."""
    monkeypatch.setattr(verifying, "AT_ONCE", 7)
    checked = Checked()
    with demo.app_context():
        found = list(verify(checked))

    assert found == []
    assert checked.matches == 300


def test_unreadable_match_hides_no_other(demo: Flask, database: Path) -> None:
    """The 299 others are checked all the same, and what is wrong with them is found."""
    with tampering(database) as connection:
        connection.execute("UPDATE match SET uid = 'x' WHERE id = 150")
        connection.execute(
            "UPDATE seat SET total = total + 1 WHERE match_id IN (1, 300) AND number = 0"
        )
    checked = Checked()
    with demo.app_context():
        found = [str(finding) for finding in verify(checked)]

    assert len(found) == 3
    assert "the match stored as number 150 can't be read" in found[1]
    assert "the total kept of seat 0" in found[0]
    assert "the total kept of seat 0" in found[2]
    assert checked.matches == 299


@pytest.mark.parametrize("name", ["revision", "match"])
def test_damaged_file_is_a_finding(demo: Flask, database: Path, name: str) -> None:
    """Pages overwritten on the disk: it says so, and what was found before it stays said."""
    with plain(database) as connection:
        connection.execute("DROP TRIGGER revision_no_update")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    [table] = rows(database, "SELECT rootpage FROM sqlite_master WHERE name = ?", name)
    [page] = rows(database, "SELECT page_size FROM pragma_page_size")
    with database.open("r+b") as file:
        file.seek((table["rootpage"] - 1) * page["page_size"])
        file.write(b"\xff" * page["page_size"])
    guard, damage = wrong(demo)

    assert guard == "the trigger revision_no_update, which guards the ledger, is missing"
    assert damage.startswith("the file is damaged, and can't be read any further: ")
