"""The ledger: its hash chain, the triggers that guard it, and the state that follows from it."""

from __future__ import annotations

import datetime as dt
import json
import sqlite3
import uuid
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from scorekeeper.scorebook.ledger import (
    Act,
    Actor,
    Row,
    append,
    canonical,
    chain,
    fold,
    moment,
    newest_entry,
    note_digest,
)
from scorekeeper.scorebook.matches import act
from scorekeeper.scorebook.models import KINDS
from scorekeeper.scorebook.triggers import TRIGGERS
from tests.builders import kunibert, mittlere, plain, printed, rows, wrong

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.builders import Table

APPEND_ONLY = "revisions are append-only"


# The chain ------------------------------------------------------------------------------------


def dashed(stored: str | None) -> str | None:
    """Write a uid, which SQLite keeps as 32 digits, as it is hashed."""
    return None if stored is None else str(uuid.UUID(hex=stored))


def rehash(prev: str, match: str, row: dict[str, Any]) -> str:
    """Compute a revision's hash as architecture.md documents it, without the ledger's code.

    SHA-256 over the hash before it (32 bytes) and the JSON of the preimage: keys in alphabetical
    order, nothing but what is needed between them, UTF-8.
    """
    preimage = {
        "actor": dashed(row["actor"]),
        "anyway": bool(row["anyway"]),
        "at": row["at"],
        "device": dashed(row["device"]),
        "entry": row["entry"],
        "kind": row["kind"],
        "match": dashed(match),
        "note": row["note"],
        "round_no": row["round_no"],
        "rules_version": row["rules_version"],
        "scores": row["scores"],
        "seq": row["seq"],
        "v": 1,
    }
    members = [
        json.dumps(name) + ":" + json.dumps(value, ensure_ascii=False)
        for name, value in preimage.items()
    ]
    return sha256(bytes.fromhex(prev) + ("{" + ",".join(members) + "}").encode()).hexdigest()


def played_out(table: Table) -> uuid.UUID:
    """Play a match in which everything happens that the ledger knows so far."""
    match = table.begin("mittlere", ["Ada", "李", "O'Ré"], rounds=3)
    table.record(match, mittlere(0), mittlere(1))
    table.correct(match, 1, mittlere(2))
    table.undo(match)
    table.restore(match)
    table.end(match)
    table.undo(match)
    with table.opened(match) as (pen, opened):
        append(pen, opened.match, Act("rescore"), note="Counted anew: ‘−2’ 🂡")
        somebody = Actor(1, pen.by.device, uuid.UUID(int=5))
        act(pen._replace(by=somebody), opened, Act("count_after_end"))
    return match


def test_chain_can_be_recomputed_by_anybody(table: Table, database: Path) -> None:
    """Each hash covers the one before it and the revision's own columns; the match has the head."""
    played_out(table)
    [match] = rows(database, "SELECT * FROM match")
    revisions = rows(database, "SELECT * FROM revision ORDER BY seq")
    prev = "0" * 64
    for seq, revision in enumerate(revisions):
        assert revision["seq"] == seq
        assert revision["prev"] == prev
        prev = rehash(prev, match["uid"], revision)
        assert revision["hash"] == prev

    assert match["head"] == prev
    assert match["revisions"] == len(revisions) == 10
    assert {revision["kind"] for revision in revisions} == set(KINDS) - {"result"}


def test_hash_of_a_revision_stays_for_ever() -> None:
    """A chain that was printed once can be checked in years: this is what it gave in 2026."""
    match, device = uuid.UUID(int=1), uuid.UUID(int=2)
    revision = {
        "seq": 1,
        "kind": "record",
        "round_no": 1,
        "entry": '{"points":[70,52,35]}',
        "rules_version": 1,
        "scores": "[1,-2,1]",
        "anyway": False,
        "actor": None,
        "device": device,
        "at": "2026-11-27T19:31:00.000000Z",
        "note": None,
    }
    by_hand = (
        '{"actor":null,"anyway":false,"at":"2026-11-27T19:31:00.000000Z",'
        '"device":"00000000-0000-0000-0000-000000000002",'
        '"entry":"{\\"points\\":[70,52,35]}","kind":"record",'
        '"match":"00000000-0000-0000-0000-000000000001","note":null,"round_no":1,'
        '"rules_version":1,"scores":"[1,-2,1]","seq":1,"v":1}'
    )

    assert chain("ab" * 32, match, revision) == sha256(b"\xab" * 32 + by_hand.encode()).hexdigest()


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("seq", 2),
        ("kind", "correct"),
        ("round_no", 2),
        ("entry", "{}"),
        ("rules_version", 2),
        ("scores", "[1,-2,2]"),
        ("anyway", True),
        ("actor", uuid.UUID(int=9)),
        ("device", uuid.UUID(int=9)),
        ("at", "2026-11-27T19:31:00.000001Z"),
        ("note", "ff" * 32),
    ],
)
def test_every_column_is_in_the_hash(column: str, value: object) -> None:
    """Nothing of a revision can be changed without its hash; no database id is in it."""
    match = uuid.UUID(int=1)
    revision = {
        "seq": 1,
        "kind": "record",
        "round_no": 1,
        "entry": "[]",
        "rules_version": 1,
        "scores": "[1,-2,1]",
        "anyway": False,
        "actor": None,
        "device": None,
        "at": "2026-11-27T19:31:00.000000Z",
        "note": None,
    }
    before = chain("0" * 64, match, {**revision, "id": 1, "match_id": 1, "circle_id": 1})

    assert chain("0" * 64, match, {**revision, column: value}) != before
    assert chain("0" * 64, match, {**revision, "id": 2, "match_id": 3, "circle_id": 4}) == before
    assert chain("0" * 64, uuid.UUID(int=2), revision) != before
    assert chain("1" * 64, match, revision) != before


def test_start_says_game_rules_players_and_dealer(table: Table, database: Path) -> None:
    """Revision 0 holds what the match began with: the players by uid, in the order of seats."""
    table.begin("kunibert", ["Ada", "Ben", "Cem"], dealer=2, target=300)
    [revision] = rows(database, "SELECT * FROM revision")
    uids = [
        dashed(row["uid"])
        for row in rows(
            database,
            "SELECT uid FROM player JOIN seat ON player_id = player.id ORDER BY number",
        )
    ]

    assert (revision["seq"], revision["kind"], revision["round_no"]) == (0, "start", None)
    assert json.loads(revision["entry"]) == {
        "game": "kunibert",
        "rules": {
            "target": 300,
            "hand_cards_count_against": False,
            "pro_rule": False,
            "tie": "shared",
        },
        "players": uids,
        "first_dealer": 2,
    }


def test_entry_is_stored_as_it_is_hashed(table: Table, database: Path) -> None:
    """Sorted keys, no spaces, real characters; the scores likewise."""
    match = table.begin("mueckenstich", 5)
    table.record(match, printed())
    [stored] = rows(database, "SELECT entry, scores, at FROM revision WHERE seq = 1")

    assert stored["entry"] == canonical(printed())
    assert stored["scores"] == "[10,-1,-10,-3,10]"
    assert stored["at"] == moment(table.at) == "2026-11-27T19:32:00.000000Z"


def test_moment_is_utc_to_the_microsecond() -> None:
    """Whatever zone it comes in, so that it sorts and hashes alike everywhere."""
    zone = dt.timezone(dt.timedelta(hours=5, minutes=45))
    at = dt.datetime(2026, 11, 28, 1, 15, 0, 7, tzinfo=zone)

    assert moment(at) == "2026-11-27T19:30:00.000007Z"


def test_note_is_kept_apart_with_its_salted_digest_in_the_chain(
    table: Table, database: Path
) -> None:
    """SHA-256 of salt and text, so that the text can be erased and the chain stays whole."""
    played_out(table)
    [note] = rows(
        database,
        "SELECT salt, text, revision.note AS digest FROM note JOIN revision ON revision_id = id",
    )

    assert note["text"] == "Counted anew: ‘−2’ 🂡"
    assert note["digest"] == sha256((note["salt"] + note["text"]).encode()).hexdigest()
    assert note["digest"] == note_digest(note["salt"], note["text"])
    assert len(note["salt"]) == 32
    assert wrong(table.app) == []


def test_equal_notes_have_different_digests(table: Table, database: Path) -> None:
    """The salt is new each time, so a digest tells nothing about an erased text."""
    match = table.begin("mittlere", 3)
    with table.opened(match) as (pen, opened):
        for _ in range(2):
            append(pen, opened.match, Act("rescore"), note="again")
    digests = rows(database, "SELECT note FROM revision WHERE note IS NOT NULL")

    assert len({row["note"] for row in digests}) == 2


# The triggers ---------------------------------------------------------------------------------

COLUMNS = (
    "circle_id, match_id, seq, kind, round_no, entry, rules_version, scores, anyway, actor, "
    "device, at, note, prev, hash"
)
FORGERIES = {
    what: sql.replace("ALL_COLUMNS", COLUMNS)
    for what, sql in {
        "UPDATE": "UPDATE revision SET scores = '[9,9,9]' WHERE seq = 1",
        "UPDATE of nothing": "UPDATE revision SET seq = seq",
        "UPDATE OR REPLACE": "UPDATE OR REPLACE revision SET seq = 1 WHERE seq = 2",
        "DELETE": "DELETE FROM revision WHERE seq = 2",
        "DELETE of all": "DELETE FROM revision",
        "INSERT OR REPLACE by id": "INSERT OR REPLACE INTO revision (id, ALL_COLUMNS) "
        "SELECT id, ALL_COLUMNS FROM revision WHERE seq = 1",
        "REPLACE by seq": "REPLACE INTO revision (ALL_COLUMNS) "
        "SELECT ALL_COLUMNS FROM revision WHERE seq = 1",
        "UPSERT": "INSERT INTO revision (ALL_COLUMNS) "
        "SELECT ALL_COLUMNS FROM revision WHERE seq = 1 "
        "ON CONFLICT (match_id, seq) DO UPDATE SET scores = '[9,9,9]'",
    }.items()
}


@pytest.mark.parametrize("sql", FORGERIES.values(), ids=FORGERIES)
def test_ledger_is_append_only_inside_write(table: Table, database: Path, sql: str) -> None:
    """Whoever has the pen still can't change, delete or replace what was written."""
    match = table.begin("mittlere", 3)
    table.record(match, mittlere(0), mittlere(1))
    before = rows(database, "SELECT * FROM revision")

    with pytest.raises(IntegrityError, match=APPEND_ONLY), table.pen() as pen:
        pen.session.execute(text(sql))
    assert rows(database, "SELECT * FROM revision") == before


@pytest.mark.parametrize("sql", FORGERIES.values(), ids=FORGERIES)
def test_ledger_is_append_only_for_strangers(table: Table, database: Path, sql: str) -> None:
    """Any program that opens the file with recursive triggers on meets the same triggers."""
    match = table.begin("mittlere", 3)
    table.record(match, mittlere(0), mittlere(1))
    before = rows(database, "SELECT * FROM revision")

    with plain(database) as connection:
        connection.execute("PRAGMA recursive_triggers = ON")
        with pytest.raises(sqlite3.IntegrityError, match=APPEND_ONLY):
            connection.execute(sql)
    assert rows(database, "SELECT * FROM revision") == before


def test_deleting_a_circle_is_the_one_way_out_of_the_ledger(table: Table, database: Path) -> None:
    """Once ``deleted_at`` is set its revisions may be deleted, though never changed."""
    table.begin("mittlere", 3)
    delete = text("DELETE FROM revision WHERE circle_id = :circle")
    with table.pen() as pen:
        pen.session.execute(text("UPDATE circle SET deleted_at = '2026-11-28 00:00:00'"))
    with pytest.raises(IntegrityError, match=APPEND_ONLY), table.pen() as pen:
        pen.session.execute(text("UPDATE revision SET anyway = 1"))
    with table.pen() as pen:
        pen.session.execute(delete, {"circle": table.id})

    assert rows(database, "SELECT * FROM revision") == []


def test_deleting_one_circle_keeps_the_ledger_of_another(table: Table, database: Path) -> None:
    """Only the deleted circle's own revisions are let go."""
    table.begin("mittlere", 3)
    other = type(table)(table.app, "Other circle")
    other.begin("mittlere", 3)
    with other.pen() as pen:
        pen.session.execute(
            text("UPDATE circle SET deleted_at = '2026-11-28 00:00:00' WHERE id = :id"),
            {"id": other.id},
        )

    with pytest.raises(IntegrityError, match=APPEND_ONLY), other.pen() as pen:
        pen.session.execute(text("DELETE FROM revision"))
    with other.pen() as pen:
        pen.session.execute(text("DELETE FROM revision WHERE circle_id = 2"))
    assert [row["circle_id"] for row in rows(database, "SELECT * FROM revision")] == [table.id]


def test_triggers_in_the_file_are_those_that_are_checked(database: Path) -> None:
    """What the migration makes and what ``verify`` looks for is one text."""
    standing = rows(database, "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")

    assert {row["name"]: row["sql"] for row in standing} == TRIGGERS


# What follows ---------------------------------------------------------------------------------


def acts(*said: str) -> list[Row]:
    """Read acts such as "record 1": the n-th is revision n, and scores n for the first seat."""
    made = []
    for seq, words in enumerate(("start", *said)):
        kind, _, number = words.partition(" ")
        holds = kind in ("record", "correct", "restore", "rescore")
        scores = f"[{seq},0,0]" if holds else None
        entry = f'{{"seq":{seq}}}' if holds and kind != "rescore" else None
        made.append(Row(seq, kind, int(number) if number else None, scores, entry))
    return made


FOLDED: list[tuple[Sequence[str], list[int], list[int], bool, int | None]] = [
    # what was done → the revision that counts for each round, rounds marked as corrected,
    # ended early, the round that can be restored
    ([], [], [], False, None),
    (["record 1"], [1], [], False, None),
    (["record 1", "record 2"], [1, 2], [], False, None),
    (["record 1", "correct 1"], [2], [1], False, None),
    (["record 1", "correct 1", "correct 1"], [3], [1], False, None),
    (["record 1", "record 2", "correct 1"], [3, 2], [1], False, None),
    (["record 1", "void 1"], [], [], False, 1),
    (["record 1", "record 2", "void 2"], [1], [], False, 2),
    (["record 1", "void 1", "restore 1"], [3], [], False, None),
    (["record 1", "void 1", "restore 1", "void 1"], [], [], False, 1),
    (["record 1", "correct 1", "void 1", "restore 1"], [4], [1], False, None),
    (["record 1", "correct 1", "void 1", "record 1"], [4], [], False, None),
    (["record 1", "void 1", "record 1"], [3], [], False, None),
    (["record 1", "void 1", "record 1", "correct 1"], [4], [1], False, None),
    # several undone: the last one undone first; a new record closes the way back
    (["record 1", "record 2", "void 2", "void 1"], [], [], False, 1),
    (["record 1", "record 2", "void 2", "void 1", "restore 1"], [5], [], False, 2),
    (["record 1", "record 2", "void 2", "void 1", "record 1"], [5], [], False, None),
    (["record 1", "record 2", "void 2", "record 2", "void 2"], [1], [], False, 2),
    (["record 1", "record 2", "void 2", "correct 1"], [4], [1], False, 2),
    # the early end
    (["record 1", "end"], [1], [], True, None),
    (["record 1", "end", "reopen"], [1], [], False, None),
    (["record 1", "end", "reopen", "end"], [1], [], True, None),
    (["record 1", "void 1", "end"], [], [], True, None),
    (["record 1", "void 1", "end", "reopen"], [], [], False, 1),
    (["record 1", "end", "correct 1"], [3], [1], True, None),
    (["end"], [], [], True, None),
    # what later parts will write changes no round's place
    (["record 1", "rescore 1"], [2], [], False, None),
]


@pytest.mark.parametrize(
    ("said", "counting", "corrected", "ended", "restorable"),
    FOLDED,
    ids=[", ".join(said) or "nothing" for said, *_ in FOLDED],
)
def test_newest_revision_of_each_round_counts(
    said: Sequence[str],
    counting: list[int],
    corrected: list[int],
    ended: bool,
    restorable: int | None,
) -> None:
    """A match stands where its revisions leave it; the round undone last can come back."""
    ledger = fold(acts(*said))

    assert [held.row.seq for held in ledger.rounds] == counting
    assert [held.number for held in ledger.rounds] == list(range(1, len(counting) + 1))
    assert [held.number for held in ledger.rounds if held.corrected] == corrected
    assert ledger.ended is ended
    assert ledger.restorable == restorable
    assert ledger.next_number == len(counting) + 1
    assert ledger.scores == [[seq, 0, 0] for seq in counting]


def test_restore_brings_back_the_newest_entry_of_the_round() -> None:
    """Not the one that was first recorded, if it was corrected before it was undone."""
    ledger = acts("record 1", "correct 1", "record 2", "void 2", "void 1")
    newest = newest_entry(ledger, 1)

    assert newest is not None
    assert newest.seq == 2
    assert newest_entry(ledger, 3) is None


def test_rows_without_entries_fold_alike(table: Table) -> None:
    """A scoreboard reads no entries, and says the same as an opened match."""
    match = table.begin("kunibert", 3, target=500)
    table.record(match, kunibert(5, 10, 15), kunibert(20, 10, 15))
    table.undo(match)
    with table.opened(match) as (_, opened):
        ledger = opened.ledger

    assert table.board(match).ledger.scores == ledger.scores == [[5, 10, 15]]
    assert table.board(match).ledger.restorable == ledger.restorable == 2
