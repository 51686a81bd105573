"""Circles go out as a file and come in again: whole, once, and granting nothing."""

from __future__ import annotations

import json
import os
import re
from io import BytesIO
from typing import TYPE_CHECKING, Any, TypeAlias
from uuid import UUID, uuid4

import pytest

from scorekeeper.scorebook import links, matches, members, stances
from scorekeeper.scorebook.access import access_to
from scorekeeper.scorebook.demo import fill
from scorekeeper.scorebook.errors import Refused
from scorekeeper.scorebook.exchange.export import circles_to_export
from scorekeeper.scorebook.exchange.importing import Coming, Job, kept, look, merge
from scorekeeper.scorebook.exchange.people import named
from scorekeeper.scorebook.ledger import Pen
from scorekeeper.scorebook.models import Circle, Night
from scorekeeper.scorebook.stances import Word
from scorekeeper.scorebook.store import write
from tests.builders import EVENING, MINUTE, Table, kunibert, mittlere, rows, wrong
from tests.exchanged import a_file, chained, dump, exported, imported, jsonl, lines_of, uid

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

    from tests.exchanged import Line

Json: TypeAlias = Any
Other: TypeAlias = "Callable[[], Flask]"

ODD = ('=Ada, "the 1st"', "Bén 🦟", "−Cem;")
"""Names in which some format could stumble."""

ODD_PLACE = '=1+1, "Zoë\'s"; 🏠'


def played(app: Flask) -> tuple[Table, UUID]:
    """Play in a circle of odd names what an export could forget: all kinds of acts and words."""
    table = Table(app, 'The =1st, "odd" circle 🦟')
    over = table.begin("mittlere", ODD, rounds=2)
    table.record(over, mittlere(0), mittlere(1))
    table.correct(over, 1, mittlere(2))
    table.undo(over)
    table.restore(over)
    for who in ODD[:2]:
        with table.pen(who) as pen:
            player = seated(app, over, who)
            members.admit(pen, table.id, members.Joining("score", None, player, who))
    said(table, over, ODD[0], Word("dispute", 1, 5, "=I had “70”, not 52"))
    said(table, over, ODD[1], Word("confirm", None, 5))
    said(table, over, ODD[1], Word("dispute", None, 5, "no"))
    early = table.begin("kunibert", [*ODD, "Ines"], target=500)
    table.record(early, kunibert(60, 5, 5, 5))
    table.end(early)
    table.begin("mueckenstich", 5)
    with table.pen() as pen:
        night = pen.session.query(Night).filter_by(circle_id=table.id).one()
        night.place, night.note = ODD_PLACE, "-late, 'again'"
    return table, over


def seated(app: Flask, match: UUID, name: str) -> int:
    """Give the id of a player."""
    [row] = rows(
        app.config["DATABASE"],
        "SELECT p.id FROM player p JOIN seat s ON s.player_id = p.id JOIN match m "
        "ON m.id = s.match_id WHERE m.uid = ? AND p.name = ?",
        match.hex,
        name,
    )
    return int(row["id"])


def said(table: Table, match: UUID, name: str, word: Word) -> None:
    """Say something as a player."""
    with table.app.app_context():
        actor = access_to(name, table.uid).actor
        table.at += MINUTE
        with write() as session:
            opened = matches.open_match(session, table.id, match)
            stances.say(Pen(session, actor, table.at), opened, word)


# Out and in -------------------------------------------------------------------------------------


def test_a_circle_comes_back_byte_for_byte(app: Flask, other: Other) -> None:
    """Export, import into an empty scorebook, export: the same bytes, and verify is content."""
    played(app)
    content = exported(app)
    there = other()
    done = imported(there, content)

    assert exported(there) == content
    assert wrong(there) == []
    assert done.matches == 3


def test_hundreds_of_demo_matches_come_back_byte_for_byte(app: Flask, other: Other) -> None:
    """So it is with all that the demo plays, in several circles."""
    with app.app_context():
        for _ in fill(240, 3, 5):
            pass
    content = exported(app)
    there = other()
    imported(there, content)

    assert exported(there) == content
    assert wrong(there) == []


DERIVED = (
    "SELECT m.uid, m.state, m.reason, m.rounds, m.over_at, m.started_at, m.revisions, m.head, "
    "m.origin, s.number, s.total, s.rank, s.won FROM match m JOIN seat s ON s.match_id = m.id "
    "ORDER BY m.uid, s.number"
)


def test_what_is_derived_is_the_same_there(app: Flask, other: Other) -> None:
    """Totals, ranks, winners, state and the time of the end follow there as they did here."""
    played(app)
    with app.app_context():
        for _ in fill(60, 1, 3):
            pass
    there = other()
    imported(there, exported(app))

    assert rows(there.config["DATABASE"], DERIVED) == rows(app.config["DATABASE"], DERIVED)


def test_a_match_that_is_corrected_after_its_end_is_over_since_then(
    app: Flask, other: Other
) -> None:
    """What is done afterwards moves the end only if the match went on meanwhile."""
    table = Table(app)
    match = table.begin("mittlere", 3, rounds=2)
    table.record(match, mittlere(0), mittlere(1))
    for middle in (2, 1, 0):
        table.correct(match, 1, mittlere(middle))
    going_on = table.begin("kunibert", 3, target=100)
    table.record(going_on, kunibert(100, 5, 5))
    table.correct(going_on, 1, kunibert(60, 5, 5))
    table.record(going_on, kunibert(60, 5, 5))
    there = other()
    imported(there, exported(app))
    ends = [row["over_at"] for row in rows(there.config["DATABASE"], DERIVED)][::3]

    assert ends == [row["over_at"] for row in rows(app.config["DATABASE"], DERIVED)][::3]
    assert {end[11:16] for end in ends} == {"19:33", "19:40"}


def test_importing_twice_adds_nothing(app: Flask, other: Other) -> None:
    """The second time everything is known, and not a row more is there."""
    played(app)
    content = exported(app)
    there = other()
    imported(there, content)
    before = dump(there)
    done = imported(there, content)

    assert dump(there) == before
    assert (done.matches, done.longer, done.revisions, done.known) == (0, 0, 0, 3)


def test_no_secret_and_no_time_of_export_is_in_a_file(app: Flask) -> None:
    """No link, token, cookie, its digest, database id or moment of the export: twice the same."""
    table, _ = played(app)
    with table.pen() as pen:
        link = links.make_link(pen.session, table.id, links.NewLink("own", "Kitchen"), pen.at)
    token = links.sign_link(app.config["SECRET_KEY"], link)
    content = exported(app).decode()
    hashes = [row["secret_hash"] for row in rows(app.config["DATABASE"], "SELECT * FROM device")]
    keys = {key for line in content.splitlines() for key in json.loads(line)}

    assert len(hashes) == 3
    for secret in (table.secret, str(link), link.hex, token, "Kitchen", *hashes):
        assert secret not in content
    assert exported(app).decode() == content
    assert not any(key == "id" or key.endswith("_id") for key in keys)


def test_lines_stand_in_the_order_of_uids_and_seqs(app: Flask) -> None:
    """One object a line, in its canonical form; each kind by uid, revisions by seq."""
    played(app)
    content = exported(app)
    parts = [json.loads(line) for line in content.splitlines()]
    kinds = ("circle", "player", "night", "match")

    assert [part["type"] for part in parts][0 :: len(parts) - 1] == ["header", "end"]
    assert parts[0] == {"type": "header", "format": "scorekeeper", "version": 1}
    assert parts[-1]["lines"] == len(parts)
    for kind in kinds:
        uids = [part["uid"] for part in parts if part["type"] == kind]
        assert uids == sorted(uids)
        assert uids
    revisions = [part for part in parts if part["type"] == "revision"]
    order = [(part["match"], part["seq"]) for part in revisions]
    assert order == sorted(order)
    for line, part in zip(content.splitlines(), parts, strict=True):
        assert line.decode() == json.dumps(
            part, ensure_ascii=False, sort_keys=True, separators=(",", ":")
        )


def test_an_erased_note_stays_erased(app: Flask, other: Other) -> None:
    """Of a note whose text is gone the salt and digest go along, and verify says erased."""
    table, _ = played(app)
    with table.pen() as pen:
        pen.session.connection().exec_driver_sql("UPDATE note SET text = NULL")
    content = exported(app)
    there = other()
    imported(there, content)

    assert exported(there) == content
    assert wrong(there) == []


# What import doesn't do -------------------------------------------------------------------------


def test_import_grants_nothing(app: Flask, other: Other) -> None:
    """No grant, link or device comes by a file: whoever brings it gets into nothing."""
    played(app)
    there = other()
    imported(there, exported(app))
    path = there.config["DATABASE"]

    assert rows(path, 'SELECT id FROM "grant" UNION ALL SELECT id FROM link') == []
    assert rows(path, "SELECT id FROM device UNION ALL SELECT device_id FROM submission") == []


def test_what_came_by_import_stands_in_a_table_of_its_own(app: Flask, other: Other) -> None:
    """Each revision that came in is there; what was written here isn't, and no file tells it."""
    table, over = played(app)
    content = exported(app)
    there = other()
    imported(there, content)
    imported(app, content)
    query = "SELECT count(*) n FROM revision r JOIN imported i ON i.revision_id = r.id"
    [[all_rows], [marked], [none]] = [
        rows(there.config["DATABASE"], "SELECT count(*) n FROM revision"),
        rows(there.config["DATABASE"], query),
        rows(app.config["DATABASE"], query),
    ]

    assert marked == all_rows
    assert none == {"n": 0}
    assert table.board(over).reason
    assert b"imported" not in content


# Into a circle that is there --------------------------------------------------------------------


def test_a_match_that_went_on_gets_what_is_missing(app: Flask, other: Other) -> None:
    """A shorter chain of the same beginning is continued, and only the rest counts as imported."""
    table = Table(app)
    match = table.begin("mittlere", 3, rounds=2)
    table.record(match, mittlere(0))
    there = other()
    imported(there, exported(app))
    table.record(match, mittlere(1))
    content = exported(app)
    done = imported(there, content)

    assert exported(there) == content
    assert (done.matches, done.longer, done.revisions) == (0, 1, 1)
    assert wrong(there) == []
    [held] = rows(there.config["DATABASE"], "SELECT state, version FROM match")
    assert held == {"state": "over", "version": 3}


def test_a_file_that_is_behind_changes_nothing(app: Flask) -> None:
    """A shorter chain than the one here is known already."""
    table = Table(app)
    match = table.begin("mittlere", 3)
    table.record(match, mittlere(0))
    content = exported(app)
    table.record(match, mittlere(1))
    before = dump(app)
    done = imported(app, content)

    assert (done.known, done.revisions) == (1, 0)
    assert dump(app) == before


def test_a_chain_that_went_another_way_is_refused(app: Flask, other: Other) -> None:
    """Where both went on differently nothing is imported, and the line is named."""
    table = Table(app)
    match = table.begin("mittlere", 3)
    there = other()
    imported(there, exported(app))
    twin = Table.__new__(Table)
    twin.app, twin.secret, twin.at = there, "another cookie", EVENING
    [held] = rows(there.config["DATABASE"], "SELECT id FROM circle")
    twin.id, twin.uid = held["id"], table.uid
    twin.record(match, mittlere(1))
    table.record(match, mittlere(0))
    before = dump(there)

    with pytest.raises(
        Exception, match=r"Line \d+: here the match went on in another way"
    ) as found:
        imported(there, exported(app))
    line = int(str(found.value).split()[1].strip(":"))
    assert json.loads(exported(app).splitlines()[line - 1])["seq"] == 1
    assert dump(there) == before


def test_words_come_only_with_the_revisions_they_are_about(app: Flask, other: Other) -> None:
    """A file can't confirm what was here before: whoever wrote it isn't who they say."""
    _, over = played(app)
    content = exported(app)
    forged = lines_of(content)
    [at] = [
        n for n, line in enumerate(forged) if line.get("seq") == 5 and line["type"] == "revision"
    ]
    forged.insert(
        at + 1,
        {
            "type": "stance",
            "match": str(over),
            "uid": "00000000-0000-0000-0000-000000000000",
            "round_no": None,
            "seq": 5,
            "kind": "confirm",
            "player": next(line["uid"] for line in forged if line.get("name") == ODD[2]),
            "device": str(uuid4()),
            "at": "2026-11-27T20:30:00.000000Z",
            "text": None,
            "withdrawn_at": None,
            "withdrawn_by": None,
        },
    )
    before = dump(app)
    imported(app, jsonl(forged))
    there = other()
    imported(there, jsonl(forged))

    assert dump(app) == before
    assert len(rows(there.config["DATABASE"], "SELECT * FROM stance")) == 4


def test_an_empty_place_is_filled_and_a_told_one_kept(app: Flask) -> None:
    """Of a night that both know, what is written here stays, and what is empty here comes in."""
    table = Table(app, "Friday circle")
    table.begin("mittlere", 3)
    with table.pen() as pen:
        pen.session.query(Night).one().note = "we sang"
    imported(app, jsonl(a_file()), table.id)

    [night] = rows(app.config["DATABASE"], "SELECT place, note, version FROM night")
    assert night == {"place": "Ada's kitchen", "note": "we sang", "version": 1}


# Who is who -------------------------------------------------------------------------------------


def players_here(app: Flask) -> dict[str, Json]:
    """Give the players of the scorebook by uid, with who they turned out to be."""
    query = (
        "SELECT p.uid, p.name, p.name_key, o.uid AS really FROM player p "
        "LEFT JOIN player o ON o.id = p.merged_into"
    )
    return {row["uid"]: row for row in rows(app.config["DATABASE"], query)}


def test_a_player_who_is_one_of_the_circle_keeps_his_uid(app: Flask) -> None:
    """The chain names him still; he is merged into whom he turned out to be, under that name."""
    table = Table(app)
    table.begin("mittlere", ["Ada", "Ben", "Cem"])
    [ada] = [
        row["uid"] for row in rows(app.config["DATABASE"], "SELECT * FROM player WHERE name='Ada'")
    ]
    zoe = uid("Elsewhere Zoë")
    imported(app, jsonl(a_file()), table.id, {zoe: UUID(ada)})
    found = players_here(app)

    assert found[zoe.hex] == {"uid": zoe.hex, "name": "Ada", "name_key": str(zoe), "really": ada}
    assert found[uid("Elsewhere Ben").hex]["name"] == "Ben (2)"
    assert found[uid("Elsewhere Ada").hex] == {
        "uid": uid("Elsewhere Ada").hex,
        "name": "Ada (2)",
        "name_key": "ada (2)",
        "really": None,
    }
    assert wrong(app) == []


def test_a_second_import_knows_who_is_who(app: Flask) -> None:
    """What was told once needn't be told again, and adds nothing."""
    table = Table(app)
    table.begin("mittlere", ["Ada", "Ben", "Cem"])
    who = same_names(app, table, ("Ada", "Ben"))
    imported(app, jsonl(a_file()), table.id, who)
    before = dump(app)
    with app.app_context():
        [target] = look(Job(BytesIO(jsonl(a_file())), Coming(table.id))).circles
    imported(app, jsonl(a_file()), table.id)

    assert target.people.newcomers == []
    assert dump(app) == before


def same_names(app: Flask, table: Table, names: tuple[str, ...]) -> dict[UUID, UUID | None]:
    """Tell that some players of the file are those of the same name in the circle."""
    with app.app_context():
        [target] = look(Job(BytesIO(jsonl(a_file())), Coming(table.id))).circles
    return {who.uid: who.namesake for who in target.people.newcomers if who.name in names}


def test_two_of_one_table_cant_be_the_same_player(app: Flask) -> None:
    """Who sat at one table were two: the file is refused with both names and its line."""
    table = Table(app)
    table.begin("mittlere", ["Ada", "Ben", "Cem"])
    who = same_names(app, table, ("Ada",))
    [ada] = who.values()
    before = dump(app)

    with pytest.raises(Refused, match=r"Line 7: Ada and Zoë sit at one table there"):
        imported(app, jsonl(a_file()), table.id, {**who, uid("Elsewhere Zoë"): ada})
    assert dump(app) == before


def test_a_merged_circle_comes_back_byte_for_byte(app: Flask, other: Other) -> None:
    """Who turned out to be whom goes along, too."""
    table = Table(app)
    table.begin("mittlere", ["Ada", "Ben", "Cem"])
    imported(app, jsonl(a_file()), table.id, same_names(app, table, ("Ada", "Ben")))
    content = exported(app)
    there = other()
    imported(there, content)

    assert exported(there) == content
    assert wrong(there) == []
    assert content.count(b'"merged_into":null') == 4


def test_what_is_in_another_circle_here_stays_there(app: Flask) -> None:
    """A file whose people are in a circle of their own here can't be put into another one."""
    imported(app, jsonl(a_file()))
    table = Table(app)
    before = dump(app)

    with pytest.raises(Refused, match=r"Line 3: this player is in another circle"):
        imported(app, jsonl(a_file()), table.id)
    assert dump(app) == before


def test_of_several_circles_none_is_put_into_another(app: Flask) -> None:
    """Only a file of one circle can go into a circle that isn't its own."""
    table = Table(app)
    two = sorted([a_file()[1:], a_file(circle="Nowhere")[1:]], key=lambda of: str(of[0]["uid"]))

    with pytest.raises(Refused, match=r"Line \d+ begins a second circle"):
        imported(app, jsonl([a_file()[0], *two[0], *two[1]]), table.id)
    assert imported(app, jsonl([a_file()[0], *two[0], *two[1]])).matches == 2


@pytest.mark.parametrize(
    ("pairs", "others", "found"),
    [
        ([], "the same", {"Ada": "Ada", "Ben": "Ben"}),
        (["ADA=ben", " Ben = Ada "], "unclear", {"Ada": "Ben", "Ben": "Ada"}),
        (["Ada=", "Zoë=Cem"], "the same", {"Ada": None, "Ben": "Ben", "Zoë": "Cem"}),
        (["Ada=Ada"], "unclear", "Ben: are these the same people here?"),
        (["Dee=Ada"], "the same", "Nobody who comes in by the file is called dee."),
        (["Ada=Dee"], "the same", "Nobody in the circle is called Dee."),
    ],
)
def test_who_is_who_is_told_by_names(
    app: Flask, pairs: list[str], others: str, found: Json
) -> None:
    """Each by a pair of names, the rest by the same name; what isn't told is asked for."""
    table = Table(app)
    table.begin("mittlere", ["Ada", "Ben", "Cem"])
    with app.app_context():
        [target] = look(Job(BytesIO(jsonl(a_file())), Coming(table.id))).circles
    same_names = others == "the same"
    here = {known.uid: known.name for known in target.people.single()}
    there = {who.uid: who.name for who in target.people.newcomers}
    if isinstance(found, str):
        with pytest.raises(Refused, match=re.escape(found)):
            named([target.people], pairs, same_names=same_names)
    else:
        who = named([target.people], pairs, same_names=same_names)

        assert {there[uid]: told and here[told] for uid, told in who.items()} == found


def test_a_night_comes_in_with_its_first_match(app: Flask, other: Other) -> None:
    """An empty night goes along into a new circle, and isn't put among the nights of an old one."""
    empty = {"date": "2026-01-01", "place": "", "note": "nobody came"}
    night = a_file()[5]
    content = a_file()
    content[5:6] = sorted(
        [night, {**night, **empty, "uid": str(uid("empty"))}], key=lambda line: str(line["uid"])
    )
    table = Table(app)
    imported(app, jsonl(content), table.id)
    there = other()
    imported(there, jsonl(content))
    dates = [
        [row["date"] for row in rows(made.config["DATABASE"], "SELECT date FROM night ORDER BY 1")]
        for made in (app, there)
    ]

    assert dates == [["2026-11-27"], ["2026-01-01", "2026-11-27"]]


def test_a_pipe_is_kept_to_be_read_twice() -> None:
    """What can't be read twice is copied first; a file is read where it is."""
    reading, writing = os.pipe()
    os.write(writing, jsonl(a_file()))
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe, kept(pipe) as spooled:
        once = spooled.read()
        spooled.seek(0)
        twice = spooled.read()
    with BytesIO(b"x") as file, kept(file) as same:
        assert same is file

    assert once == twice == jsonl(a_file())


def test_a_file_that_changes_between_its_readings_is_refused(app: Flask) -> None:
    """What is written is what was checked, or nothing."""
    before = dump(app)
    with app.app_context():
        found = look(Job(BytesIO(jsonl(a_file()))))
        other_note = Job(BytesIO(jsonl(a_file(note="it rained"))))
        with pytest.raises(Refused, match="has changed while it was read"), write() as session:
            merge(session, other_note, found, EVENING)

    assert dump(app) == before


# What is here in another way --------------------------------------------------------------------


def moved(content: list[Line], kind: str) -> list[Line]:
    """Give a file whose circle and players are others, but the things of one kind the same."""
    others = a_file(("Dee", "Ines", "Tom"), circle="Nowhere")
    for line, other_line in zip(content, others, strict=True):
        if line["type"] == kind:
            other_line["uid"] = line["uid"]
    return others


def test_a_night_of_another_circle_stays_there(app: Flask) -> None:
    """A file that gives its own circle a night of another one is refused with its line."""
    imported(app, jsonl(a_file()))
    forged = moved(a_file(), "night")
    forged[6]["night"] = forged[5]["uid"]
    before = dump(app)

    with pytest.raises(Refused, match="Line 6: this night is in another circle"):
        imported(app, jsonl(forged))
    assert dump(app) == before


def test_a_match_of_another_circle_stays_there(app: Flask) -> None:
    """So is one that gives it a match of another one."""
    imported(app, jsonl(a_file()))
    match = uid("Elsewhere match")
    others = a_file(("Dee", "Ines", "Tom"), circle="Nowhere")
    others[6]["uid"] = str(match)
    who = [uid(f"Nowhere {name}") for name in ("Dee", "Ines", "Tom")]
    forged = [*others[:7], *chained(match, who, 2)]
    before = dump(app)

    with pytest.raises(Refused, match="Line 7: this match is in another circle"):
        imported(app, jsonl(forged))
    assert dump(app) == before


def test_a_word_of_another_match_stays_there(app: Flask, other: Other) -> None:
    """A file that puts a word under another match is refused with its line."""
    _, over = played(app)
    there = other()
    imported(there, exported(app))
    forged = lines_of(exported(app))
    [last] = [line for line in forged if line.get("kind") == "end"]
    [word, *_] = [line for line in forged if line["type"] == "stance"]
    ours = [line for line in forged if line["type"] != "stance"]
    ours.insert(ours.index(last) + 1, {**word, "match": last["match"], "seq": last["seq"]})

    assert word["match"] == str(over)
    with pytest.raises(Refused, match="this was said of another match here"):
        imported(there, jsonl(ours))


def test_a_deleted_circle_stays_deleted(app: Flask) -> None:
    """What was deleted for good comes back by no file."""
    imported(app, jsonl(a_file()))
    with Table(app).pen() as pen:
        pen.session.query(Circle).filter_by(uid=uid("Elsewhere")).one().deleted_at = pen.at
    before = dump(app)

    with pytest.raises(Refused, match="Line 2: this circle was deleted here for good"):
        imported(app, jsonl(a_file()))
    assert dump(app) == before


def test_who_somebody_is_said_to_be_must_be_there(app: Flask) -> None:
    """A newcomer can only be a player of the circle."""
    table = Table(app)

    with pytest.raises(Refused, match="whom Zoë was said to be isn't in the circle"):
        imported(app, jsonl(a_file()), table.id, {uid("Elsewhere Zoë"): uuid4()})


def test_one_circle_is_exported_by_its_uid(app: Flask) -> None:
    """Of several circles one goes along, with the number of its matches."""
    table, _ = played(app)
    Table(app, "Another circle")
    with app.app_context():
        one, every = circles_to_export(table.uid), circles_to_export()

    assert one == [(table.id, 3)]
    assert sorted(many for _, many in every) == [0, 3]
