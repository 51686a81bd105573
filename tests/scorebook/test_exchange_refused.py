"""A broken, hostile or newer file: one sentence with its line, and nothing changed."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeAlias
from uuid import UUID

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.scorebook.errors import Refused
from scorekeeper.scorebook.exchange import lines, reading
from scorekeeper.scorebook.ledger import canonical, chain
from tests.builders import wrong
from tests.exchanged import a_file, chained, dump, imported, jsonl, uid

if TYPE_CHECKING:
    from flask import Flask

    from tests.exchanged import Line

Json: TypeAlias = Any

HEADER, CIRCLE, ADA, NIGHT, MATCH, START, RECORD, CORRECT = 0, 1, 2, 5, 6, 7, 8, 9
"""Which line of a file from ``a_file`` is what, from 0."""


def refused(app: Flask, content: bytes) -> str:
    """Give the sentence by which a file is refused; nothing may be changed by it."""
    before = dump(app)
    with pytest.raises(Refused) as found:
        imported(app, content)

    assert dump(app) == before
    [problem] = found.value.problems
    said = problem.words()
    assert "\n" not in said
    return said


def changed(line: int, **values: Json) -> list[Line]:
    """Give a good file in which a line says something else."""
    good = a_file()
    good[line] |= values
    return good


def test_a_made_file_is_good(app: Flask) -> None:
    """What the tests below change is taken in as it stands, and verify is content."""
    done = imported(app, jsonl(a_file()))

    assert (done.matches, done.revisions) == (1, 4)
    assert wrong(app) == []


# The file as such -------------------------------------------------------------------------------


def raw(*more: bytes) -> bytes:
    """Write the header, and lines as they are."""
    return b"".join([lines.header(), *more])


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "Line 1 isn't the beginning of a file of Scorekeeper's."),
        (b"SQLite format 3\x00", "Line 1 is no JSON."),
        (b"\xff\xfe{\x00}\x00\n", "Line 1 is no text in UTF-8."),
        (b"[1]\n", "Line 1 is no JSON object."),
        (b'{"type":"header","format":"other","version":1}\n', "Line 1 isn't the beginning"),
        (b'{"type":"header","format":"scorekeeper","version":"1"}\n', "Line 1 isn't the beginning"),
        (
            b'{"type":"header","format":"scorekeeper","version":true}\n',
            "Line 1 isn't the beginning",
        ),
        (
            b'{"type":"header","format":"scorekeeper","version":2,"new":{}}\n',
            "Line 1: the file was written by a newer Scorekeeper (its format is 2, this program",
        ),
        (raw(), "Line 1 is the last one, but the file should go on: it broke off."),
        (raw(b"\n"), "Line 2 is no JSON."),
        (raw(b'{"type":"end","lines":2}\n', b"\n"), "Line 3 comes after the end of the file."),
        (raw(b'{"type":"end","lines":3}\n'), "Line 2 says that the file has 3 lines"),
        (raw(b'{"type":"grant","role":"own"}\n'), "Line 2 is of no kind that this program knows."),
        (raw(b'{"type":["circle"]}\n'), "Line 2 is of no kind that this program knows."),
        (raw(b'{"a":1,"a":2}\n'), "Line 2 has a key twice in one object."),
        (raw(b'{"a":NaN}\n'), "Line 2 has a number that isn't whole."),
        (raw(b'{"a":1e3}\n'), "Line 2 has a number that isn't whole."),
        (raw(b'{"a":' + b"9" * 5000 + b"}\n"), "Line 2 has a number that is too large."),
        (raw(b"[" * 200 + b"]" * 200 + b"\n"), "Line 2 is nested too deep."),
        (raw(b'{"a":"\\ud800"}\n'), "Line 2 holds half a character."),
        (raw(b'{"a":"' + b"x" * lines.LONGEST_LINE + b'"}\n'), "Line 2 is too long"),
    ],
)
def test_what_is_no_file_of_ours_is_named_with_its_line(
    app: Flask, content: bytes, said: str
) -> None:
    """Whatever is no export, or a newer program's, is told by a sentence that names the line."""
    assert refused(app, content).startswith(said)


def test_a_file_that_broke_off_is_refused_wherever_it_did(app: Flask) -> None:
    """Half a file isn't a small one: cut after any line, it is refused."""
    whole = jsonl(a_file()).splitlines(keepends=True)
    for lasting in range(1, len(whole)):
        said = refused(app, b"".join(whole[:lasting]))

        assert said == (f"Line {lasting} is the last one, but the file should go on: it broke off.")


# Line by line -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "values", "said"),
    [
        (CIRCLE, {"uid": "X"}, "“uid” must be a uid in small letters."),
        (CIRCLE, {"uid": str(uid("x")).upper()}, "“uid” must be a uid in small letters."),
        (CIRCLE, {"name": ""}, "“name” must be a name as it is kept."),
        (CIRCLE, {"name": " x"}, "“name” must be a name as it is kept."),
        (CIRCLE, {"name": "a\u202eb"}, "“name” must be a name as it is kept."),
        (CIRCLE, {"name": "a\nb"}, "“name” must be a name as it is kept."),
        (CIRCLE, {"name": "x" * 41}, "“name” must be a name as it is kept."),
        (CIRCLE, {"name": 7}, "“name” must be a name as it is kept."),
        (CIRCLE, {"time_zone": "Mars/Olympus"}, "“time_zone” must be a time zone."),
        (CIRCLE, {"created_at": "2026-11-27"}, "“created_at” must be a moment such as"),
        (CIRCLE, {"created_at": "9999-12-31T23:59:59.999999Z"}, "“created_at” must be a moment"),
        (CIRCLE, {"created_at": "2026-02-30T00:00:00.000000Z"}, "“created_at” must be a moment"),
        (CIRCLE, {"id": 1}, "Line 2 has a key that isn't known."),
        (ADA, {"merged_into": str(uid("x"))}, "who this player really is isn't in the file."),
        (ADA, {"circle": str(uid("x"))}, "is another circle's than those before it."),
        (NIGHT, {"date": "2026-13-01"}, "“date” must be a date such as 2026-11-30."),
        (NIGHT, {"place": "a\u2066b"}, "“place” must be a text as it is kept."),
        (NIGHT, {"note": "a\x00b"}, "“note” must be a text as it is kept."),
        (MATCH, {"night": str(uid("x"))}, "the match's night isn't in the file."),
        (MATCH, {"origin": "invented"}, "“origin” must be one that this program knows."),
        (START, {"kind": "record"}, "the beginning of the match is missing."),
        (START, {"seq": 1}, "should be revision 0: one is missing or was added."),
        (START, {"entry": "{}"}, "no match can begin like this."),
        (START, {"entry": "[1]"}, "no match can begin like this."),
        (START, {"entry": '{"a": 1}'}, "“entry” must be JSON in its canonical form."),
        (START, {"entry": '{"a":NaN}'}, "“entry” must be JSON in its canonical form."),
        (START, {"entry": None}, "no match can begin like this."),
        (START, {"scores": "[0,0,0]"}, "“scores” has no place there."),
        (START, {"actor": str(uid("x"))}, "names a player who isn't in the file."),
        (START, {"match": str(uid("x"))}, "doesn't follow the match that it is of."),
        (START, {"prev": "1" * 64}, "it doesn't follow the revision before it."),
        (START, {"at": "2026-11-27T19:30:00.000001Z"}, "it was changed: its hash doesn't fit."),
        (RECORD, {"seq": 9}, "should be revision 1: one is missing or was added."),
        (RECORD, {"kind": "invented"}, "“kind” must be one that this program knows."),
        (RECORD, {"kind": "start", "scores": None}, "this can't be done to the match as it stood."),
        (RECORD, {"round_no": 2}, "this can't be done to the match as it stood."),
        (RECORD, {"round_no": 0}, "“round_no” must be a whole number."),
        (RECORD, {"round_no": True}, "“round_no” must be a whole number."),
        (RECORD, {"round_no": None}, "this can't be done to the match as it stood."),
        (RECORD, {"kind": "void"}, "has no place there."),
        (RECORD, {"scores": "[1,2]"}, "its scores can't be."),
        (RECORD, {"scores": "[1,2,99999999]"}, "its scores can't be."),
        (RECORD, {"scores": '["1",2,3]'}, "its scores can't be."),
        (RECORD, {"anyway": 1}, "“anyway” must be true or false."),
        (RECORD, {"entry": "7"}, "this is no entry for its round."),
        (RECORD, {"rules_version": None}, "“rules_version” is missing."),
        (CORRECT, {"note": None}, "it was changed: its hash doesn't fit."),
        (CORRECT, {"note": {"digest": "0" * 64}}, "“note” must be a note's digest, salt and text."),
    ],
)
def test_what_a_line_cant_hold_is_named(
    app: Flask, line: int, values: dict[str, Json], said: str
) -> None:
    """Each key holds what it can, refers to what is there, and fits into its chain."""
    found = refused(app, jsonl(changed(line, **values)))

    assert found.startswith(f"Line {line + 1}")
    assert said in found


@pytest.mark.parametrize("line", range(1, 11))
def test_no_line_may_be_missing_twice_or_out_of_place(app: Flask, line: int) -> None:
    """Without a line, with one twice, or with two changed about, a file is refused."""
    good = a_file()
    missing = [*good[:line], *good[line + 1 :]]
    twice = [*good[:line], good[line], *good[line:]]
    about = [*good[: line - 1], good[line], good[line - 1], *good[line + 1 :]]
    if line < len(good) - 1:  # without its last revision the match is as it was before
        assert refused(app, jsonl(missing)).startswith("Line ")
    assert refused(app, jsonl(twice)).startswith("Line ")
    assert refused(app, jsonl(about)).startswith("Line ")


def rehashed(good: list[Line]) -> list[Line]:
    """Forge a file's chain so that it fits together again."""
    prev = "0" * 64
    for line in good:
        if line["type"] == "revision":
            flat = {**line, "note": line["note"] and line["note"]["digest"]}
            line["prev"] = prev
            line["hash"] = prev = chain(prev, uid("Elsewhere match"), flat)
    return good


def test_scores_that_the_rules_dont_make_are_refused_with_a_sound_chain(app: Flask) -> None:
    """Who forges the whole chain still can't bring in points that nobody made."""
    found = refused(app, jsonl(rehashed(changed(RECORD, scores="[9,9,9]"))))

    assert found.startswith("Line 9: its scores are [9,9,9], but the entry makes")


def test_entries_that_cant_be_are_refused_with_a_sound_chain(app: Flask) -> None:
    """Nor a round that no cards can give, nor a version of the rules that isn't known."""
    impossible = canonical({"points": [1, 1, 1]})
    newer = refused(app, jsonl(rehashed(changed(RECORD, rules_version=7))))
    entry = refused(app, jsonl(rehashed(changed(RECORD, entry=impossible))))

    assert newer == "Line 9: this program doesn't know version 7 of its rules."
    assert entry.startswith("Line 9: its entry can't be scored")


def start_with(**values: Json) -> list[Line]:
    """Give a file whose match begins in another way, its chain made to fit."""
    good = a_file()
    entry = json.loads(good[START]["entry"]) | values
    good[START]["entry"] = canonical(entry)
    return rehashed(good)


@pytest.mark.parametrize(
    "values",
    [
        {"game": "poker"},
        {"game": ["mittlere"]},
        {"rules": {"rounds": -1}},
        {"rules": {"invented": 1}},
        {"rules": []},
        {"players": []},
        {"players": "abc"},
        {"players": [1, 2, 3]},
        {"players": [str(uid("Elsewhere Ada"))] * 3},
        {"first_dealer": 3},
        {"first_dealer": -1},
        {"first_dealer": True},
        {"first_dealer": "0"},
        {"more": 1},
    ],
)
def test_a_match_that_cant_begin_is_refused(app: Flask, values: dict[str, Json]) -> None:
    """Game, house rules, seats and dealer must be such that the table could begin with them."""
    assert refused(app, jsonl(start_with(**values))) == "Line 8: no match can begin like this."


def test_a_player_at_the_table_must_be_in_the_file(app: Flask) -> None:
    """A seat refers to a player of the circle."""
    players = [str(uid(f"Elsewhere {name}")) for name in ("Ada", "Ben", "Nobody")]
    found = refused(app, jsonl(start_with(players=players)))

    assert found == "Line 8 names a player who isn't in the file."


WORD = {
    "type": "stance",
    "match": str(uid("Elsewhere match")),
    "uid": str(uid("word")),
    "round_no": 1,
    "seq": 3,
    "kind": "dispute",
    "player": str(uid("Elsewhere Ben")),
    "device": str(uid("device")),
    "at": "2026-11-27T20:30:00.000000Z",
    "text": "no",
    "withdrawn_at": None,
    "withdrawn_by": None,
}


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"seq": 9}, "Line 12: what this was said of is missing."),
        ({"player": str(uid("x"))}, "Line 12 names a player who isn't in the file."),
        ({"round_no": 7}, "a dispute is of a round that wasn't there."),
        ({"withdrawn_by": str(uid("x"))}, "Line 12: it was taken back by somebody at some time"),
        ({"text": "x" * 281}, "Line 12: “text” must be a text as it is kept."),
    ],
)
def test_words_are_of_what_was_there(app: Flask, values: dict[str, Json], said: str) -> None:
    """Who says something sat there, and there was something to say it of."""
    assert said in refused(app, jsonl([*a_file(), WORD | values]))
    assert imported(app, jsonl([*a_file(), WORD])).matches == 1


def test_who_didnt_sit_there_says_nothing(app: Flask) -> None:
    """A player of the circle who wasn't at the table has no word on the match."""
    good = a_file()
    dee = {**good[ADA], "uid": str(UUID(int=2**128 - 1)), "name": "Dee"}
    found = refused(app, jsonl([*good[:NIGHT], dee, *good[NIGHT:], WORD | {"player": dee["uid"]}]))

    assert found == "Line 13: somebody who didn't sit at the table can't say this."


def test_a_circles_lines_stand_in_their_order(app: Flask) -> None:
    """Players before nights, nights before matches, then words; each name and date once."""
    good = [*a_file(), WORD]
    late_player = [*good[:ADA], *good[ADA + 1 : NIGHT + 1], good[ADA], *good[MATCH:]]
    late_night = [*good, {**good[NIGHT], "uid": str(uid("x")), "date": "2026-01-01"}]
    late_revision = [*good[:-2], WORD | {"seq": 0}, good[-2]]
    twice_named = changed(ADA + 1, name=a_file()[ADA]["name"].upper())
    night = {**good[NIGHT], "uid": str(UUID(int=2**128 - 1))}
    twice_dated = [*good[:MATCH], night, *good[MATCH:]]
    no_circle = [good[HEADER], *good[ADA:]]

    assert "players come before its nights" in refused(app, jsonl(late_player))
    assert "nights come before its matches" in refused(app, jsonl(late_night))
    assert "should be revision 3" in refused(app, jsonl(late_revision))
    assert "two players of this name" in refused(app, jsonl(twice_named))
    assert "two nights of this date" in refused(app, jsonl(twice_dated))
    assert refused(app, jsonl(no_circle)) == "Line 2 belongs to no circle before it."


def second_match(night: str) -> list[Line]:
    """Give the lines of another match, at a night of the same file."""
    match = max(uid(f"match {number}") for number in range(20))
    players = [uid(f"Elsewhere {name}") for name in ("Ada", "Ben", "Zoë")]
    head = {"type": "match", "circle": str(uid("Elsewhere")), "uid": str(match)}
    return [{**head, "night": night, "origin": "live"}, *chained(match, players, 1)]


def test_what_is_told_twice_of_two_matches_is_refused(app: Flask) -> None:
    """A word has one uid, also where another match has it; all is taken back."""
    more = second_match(a_file()[MATCH]["night"])
    other = WORD | {"match": more[0]["uid"], "seq": 2}
    good = [*a_file(), WORD, *more, other | {"uid": str(uid("more"))}]
    twice = [*a_file(), WORD, *more, other]

    assert refused(app, jsonl(twice)).endswith("gives a name or a uid that is taken already.")
    assert imported(app, jsonl(good)).matches == 2


def test_a_name_that_only_a_forger_gives_is_refused(app: Flask) -> None:
    """Nobody is called by the uid of somebody who turned out to be another one."""
    good = a_file()
    ghost = {**good[ADA], "uid": str(UUID(int=2**128 - 1)), "name": "Ghost"}
    ghost["merged_into"] = good[ADA]["uid"]
    good[ADA + 1]["name"] = ghost["uid"]
    good.insert(NIGHT, ghost)

    assert refused(app, jsonl(good)).endswith("gives a name or a uid that is taken already.")


def test_a_longest_match_and_a_fullest_circle_are_bounded(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is read as a whole has a bound, so that memory has one."""
    monkeypatch.setattr(reading, "LONGEST_MATCH", 1000)
    long = refused(app, jsonl(a_file()))
    monkeypatch.undo()
    monkeypatch.setattr(reading, "MOST_PEOPLE", 2)
    full = refused(app, jsonl(a_file()))

    assert long.endswith("its match is too long to be one.")
    assert full == "Line 5: a circle has at most 2 players, and as many nights."


# Whatever it is ---------------------------------------------------------------------------------

GOOD = jsonl([*a_file(), WORD])

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=20)
    | st.sampled_from([str(uid("x")), "0" * 64, "[]", "{}", "start", "2026-11-27", "\u202e"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@st.composite
def forged(draw: st.DrawFn) -> bytes:
    """Change a good file: some values, lines or bytes, perhaps with its chain made to fit."""
    parts = [json.loads(line) for line in GOOD.splitlines()][:-1]
    for _ in range(draw(st.integers(1, 3))):
        line = draw(st.sampled_from(parts))
        key = draw(st.sampled_from([*line, "more"]))
        value = draw(values)
        if key == "entry" and draw(st.booleans()):
            value = canonical(value)
        line[key] = value
    if draw(st.booleans()):
        parts = draw(st.permutations(parts)) if draw(st.booleans()) else parts[1:]
    if draw(st.booleans()):
        with suppress(AttributeError, KeyError, TypeError, ValueError):
            rehashed(parts)
    try:
        return jsonl(parts)
    except UnicodeEncodeError:
        return GOOD[:-1]


@st.composite
def torn(draw: st.DrawFn) -> bytes:
    """Change bytes of a good file, or cut it."""
    content = bytearray(GOOD)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(content) - 1))
        content[at : at + draw(st.integers(0, 3))] = draw(st.binary(max_size=4))
    return bytes(content[: draw(st.integers(0, len(content)))])


@settings(
    deadline=None,
    max_examples=300,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(content=forged() | torn())
def test_no_file_breaks_it_or_leaves_anything_behind(app: Flask, content: bytes) -> None:
    """Whatever was done to a file, it is taken in whole and sound, or refused without a trace."""
    before = dump(app)
    try:
        imported(app, content)
    except Refused as error:
        said = str(error)

        assert said.startswith("Line ")
        assert dump(app) == before
    else:
        assert wrong(app) == []
