"""Any line of input at all gives one line of JSON: what is wrong with it, or its scores."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules import GAMES
from scorekeeper.rules.lines import answer
from scorekeeper.rules.problems import Json, pointer
from tests.rules.mutations import places, put
from tests.rules.table import VALID, ask, codes, said

if TYPE_CHECKING:
    from collections.abc import Mapping

EVERY_GAME = pytest.mark.parametrize("game", [*GAMES])
ENTRY = json.dumps(VALID["mittlere"]["entry"])
THIRTY_DIGITS = 123456789012345678901234567890


def mittlere(seats: str = "3", entry: str = ENTRY, more: str = "") -> bytes:
    """Write a line of Mittlere by hand, the shortest entry of all."""
    return f'{{"seats": {seats}, "entry": {entry}{more}}}'.encode()


def nested(depth: int, *, opening: str = "[", closing: str = "]") -> bytes:
    """Write a line in which the id makes the nesting so deep, the line itself counted."""
    return mittlere(more=f', "id": {opening * (depth - 1)}{closing * (depth - 1)}')


# Stage 1: the line --------------------------------------------------------------------


@EVERY_GAME
@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"   ",
        b"\n",
        b"\r\n",
        b"null",
        b"true",
        b"1",
        b"-0",
        b"1e999",
        b"NaN",
        b"-Infinity",
        b'"text"',
        b'"\\ud800"',
        b"[]",
        b"[{}]",
        b"{",
        b"}",
        b"{}{}",
        b"{} {}",
        b"{'seats': 3}",
        b'{"seats": 3,}',
        b'{"seats": 03}',
        b'{"seats": +3}',
        b'{"seats": 0x3}',
        b"seats: 3",
        b"\x00",
        b"9" * 5000,
        b"[" * 101 + b"]" * 101,
        b"[" * 10_000,
        b"]" * 10_000,
        b'{"":' * 10_000,
        b'"' + b"\\" * 10_001,
    ],
    ids=lambda line: line[:20].decode("ascii").replace("\x00", "NUL") or "empty",
)
def test_a_line_that_is_no_json_object_is_malformed(game: str, line: bytes) -> None:
    """Arrays, scalars, broken and blank lines are answered, each with one MALFORMED."""
    read = ask(game, line)

    assert codes(read) == ["MALFORMED"]
    assert "id" not in read


@EVERY_GAME
@pytest.mark.parametrize(
    "line",
    [
        pytest.param(b"\xff", id="no UTF-8"),
        pytest.param(b'{"seats": 3, "id": "\xe9"}', id="Latin-1"),
        pytest.param(b'{"id": "\xed\xa0\x80"}', id="a surrogate in UTF-8"),
        pytest.param('{"id": 1}'.encode("utf-16"), id="UTF-16"),
        pytest.param(b'\xef\xbb\xbf{"id": 1}', id="a byte order mark"),
    ],
)
def test_a_line_is_utf_8_without_byte_order_mark(game: str, line: bytes) -> None:
    """Any other encoding is MALFORMED, and its id can't be trusted."""
    read = ask(game, line)

    assert codes(read) == ["MALFORMED"]
    assert "id" not in read


@pytest.mark.parametrize("ending", [b"", b"\n", b"\r\n", b" \t\r\n"])
def test_any_ending_of_a_line_is_taken(ending: bytes) -> None:
    """Lines may end as they do on any system, or not at all."""
    read = ask("mittlere", mittlere() + ending)

    assert read["scores"] == [1, -2, 1]


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(mittlere(more=', "id": [' + '"[[{{",' * 200 + "0]"), id="only in texts"),
        pytest.param(mittlere(more=', "id": [' + "[]," * 200 + "0]"), id="side by side"),
        pytest.param(mittlere(more=r', "id": "' + r"\"[" * 200 + '"'), id="after quotes"),
        pytest.param(nested(100), id="lists"),
        pytest.param(
            nested(100, opening='{"a":', closing="}").replace(b":}", b":0}"), id="objects"
        ),
    ],
)
def test_nesting_to_100_is_taken(line: bytes) -> None:
    """The line itself is the first level; brackets in texts and side by side don't nest."""
    read = ask("mittlere", line)

    assert read["scores"] == [1, -2, 1]
    assert said(read["id"]) == said(json.loads(line)["id"])


@pytest.mark.parametrize("depth", [101, 102, 1000, 10_000, 100_000])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_nesting_over_100_is_malformed(depth: int, opening: str, closing: str) -> None:
    """Depth is refused before it is read, so that no depth exhausts anything."""
    line = nested(depth, opening=opening, closing=closing).replace(b":}", b":0}")
    read = ask("mittlere", line)

    assert codes(read) == ["MALFORMED"]
    assert "deep" in read["violations"][0]["message"]


@pytest.mark.parametrize("constant", ["NaN", "Infinity", "-Infinity"])
@pytest.mark.parametrize("place", ["seats", "points", "id", "rules"])
def test_what_python_alone_calls_numbers_is_malformed(constant: str, place: str) -> None:
    """NaN and Infinity are no JSON, wherever they stand."""
    line = {
        "seats": mittlere(seats=constant),
        "points": mittlere(entry=f'{{"points": [{constant}, 70, 87]}}'),
        "id": mittlere(more=f', "id": {constant}'),
        "rules": mittlere(more=f', "rules": {{"rounds": {constant}}}'),
    }[place]
    read = ask("mittlere", line)

    assert codes(read) == ["MALFORMED"]
    assert "NaN" in read["violations"][0]["message"]


@pytest.mark.parametrize("number", ["1e999", "-1e999"])
def test_a_number_too_large_for_a_float_is_no_count(number: str) -> None:
    """1e999 is JSON, but no seat, no count, no value of a house rule and no id to repeat."""
    count = ask("mittlere", mittlere(entry=f'{{"points": [{number}, 70, 87]}}'))
    seats = ask("mittlere", mittlere(seats=number))
    rule = ask("mittlere", mittlere(more=f', "rules": {{"rounds": {number}}}'))
    named = ask("mittlere", mittlere(more=f', "id": {number}'))
    inside = ask("mittlere", mittlere(more=f', "id": {{"a": [{number}]}}'))

    assert codes(count) == ["NOT_A_COUNT"]
    assert codes(seats) == ["MALFORMED"]
    assert codes(rule) == ["RULE_VALUE"]
    assert codes(named) == ["MALFORMED"]
    assert codes(inside) == ["MALFORMED"]
    assert "id" not in named
    assert "id" not in inside


@pytest.mark.parametrize("digits", [30, 900, 5000])
@pytest.mark.parametrize("sign", ["", "-"])
def test_a_whole_number_of_any_length_is_read(digits: int, sign: str) -> None:
    """No number of digits stops a line from being answered."""
    number = sign + "7" * digits
    count = ask("mittlere", mittlere(entry=f'{{"points": [{number}, 70, 87]}}'))
    seats = ask("mittlere", mittlere(seats=number))
    rule = ask("mittlere", mittlere(more=f', "rules": {{"rounds": {number}}}'))

    assert codes(count) == ["NOT_A_COUNT"]
    assert codes(seats) == ["PLAYER_COUNT"]
    assert codes(rule) == ["RULE_VALUE"]


@pytest.mark.parametrize("number", ["7" * 30, "-" + "7" * 30, "9" * 998, "-" + "9" * 998])
def test_a_long_number_is_repeated_as_id(number: str) -> None:
    """An id of up to 998 digits comes back to the last of them."""
    text, scored = answer("mittlere", mittlere(more=f', "id": {number}'))

    assert scored
    assert text.endswith(f'"id":{number}}}')


@pytest.mark.parametrize(
    "number", ["1" + "0" * 998, "-1" + "0" * 998, "9" * 999, "-" + "9" * 999, "1" + "0" * 4999]
)
@pytest.mark.parametrize("wrap", ["%s", "[0, %s]", '{"a": [%s]}'])
def test_a_number_too_long_to_repeat_is_no_id(number: str, wrap: str) -> None:
    """Rather than answer under another id, the line is refused."""
    read = ask("mittlere", mittlere(more=f', "id": {wrap % number}'))

    assert codes(read) == ["MALFORMED"]
    assert "id" not in read


@EVERY_GAME
@pytest.mark.parametrize(
    "change",
    [
        {"seats": None},
        {"seats": True},
        {"seats": 3.0},
        {"seats": "3"},
        {"seats": [3]},
        {"entry": None},
        {"entry": []},
        {"entry": "points"},
        {"entry": 0},
        {"rules": None},
        {"rules": []},
        {"rules": ""},
        {"anyway": None},
        {"anyway": 0},
        {"anyway": 1},
        {"anyway": "true"},
        {"player": "Arne"},
        {"Seats": 3},
        {"": 0},
    ],
    ids=said,
)
def test_s1_a_lines_keys_and_their_kinds(game: str, change: Mapping[str, Json]) -> None:
    """A key not named, or a value of the wrong kind, is MALFORMED – and the id is echoed."""
    read = ask(game, {**VALID[game], "id": 7, **change})

    assert codes(read) == ["MALFORMED"]
    assert read["id"] == 7


@EVERY_GAME
@pytest.mark.parametrize("missing", ["seats", "entry"])
def test_s1_seats_and_entry_are_needed(game: str, missing: str) -> None:
    """Without them there is nothing to score."""
    line = {key: value for key, value in VALID[game].items() if key != missing}

    assert codes(ask(game, line)) == ["MALFORMED"]


@pytest.mark.parametrize(
    "line",
    [
        b'{"seats": 3, "seats": 3, "entry": {}, "id": 7}',
        mittlere(entry='{"points": [70, 52, 35], "points": [70, 52, 35]}', more=', "id": 7'),
        mittlere(entry='{"cards": [{"bells": [], "bells": []}]}', more=', "id": 7'),
        mittlere(more=', "rules": {"rounds": 12, "rounds": 12}, "id": 7'),
        mittlere(entry='{"id": 1, "id": 2}', more=', "id": 7'),
    ],
)
def test_s1_a_duplicate_key_is_malformed_at_any_depth(line: bytes) -> None:
    """Two values under one key leave open which is meant; the line's own id is still echoed."""
    read = ask("mittlere", line)

    assert codes(read) == ["MALFORMED"]
    assert "twice" in read["violations"][0]["message"]
    assert read["id"] == 7


def test_s1_a_duplicate_among_very_many_keys_is_found() -> None:
    """However many keys a line has, each is looked at once."""
    keys = ", ".join(f'"{number}": 0' for number in range(50_000))
    read = ask("mittlere", mittlere(entry=f'{{{keys}, "7": 0}}', more=', "id": 7'))

    assert codes(read) == ["MALFORMED"]
    assert read["id"] == 7


def test_s1_an_id_given_twice_is_no_id() -> None:
    """Which of two ids would be the right one can't be known."""
    read = ask("mittlere", mittlere(more=', "id": 1, "id": 2'))

    assert codes(read) == ["MALFORMED"]
    assert "id" not in read


# The id -------------------------------------------------------------------------------

IDS = [
    None,
    True,
    0,
    -7,
    1.5,
    "",
    "M01",
    "Mückenstich ♣\u2028\u0085\n\t",
    "\ud800",
    ["\udfff", {"\ud83d": "\ude00"}],
    "\N{GAME DIE}",
    [],
    {},
    {"a": [1, {"b": None}]},
    THIRTY_DIGITS,
]
ANSWERS: dict[str, tuple[list[str] | None, dict[str, Json]]] = {
    "scored": (None, {}),
    "warned": (None, {"entry": {"points": [1, 100, 56]}}),
    "the line": (["MALFORMED"], {"seats": None}),
    "the match": (["UNKNOWN_RULE"], {"rules": {"": 0}}),
    "the shape": (["MALFORMED"], {"entry": {}}),
    "the length": (["LENGTH"], {"entry": {"points": []}}),
    "the values": (["NOT_A_COUNT"], {"entry": {"points": [0.5, 70, 87]}}),
    "the sums": (["POINTS_SUM"], {"entry": {"points": [70, 52, 34]}}),
}


@pytest.mark.parametrize("kind", [*ANSWERS])
@pytest.mark.parametrize("name", IDS, ids=ascii)
def test_the_id_is_echoed_on_every_kind_of_answer(kind: str, name: Json) -> None:
    """Any JSON value may be an id, and comes back unchanged whatever the answer is."""
    wanted, change = ANSWERS[kind]
    read = ask("mittlere", {**VALID["mittlere"], **change, "id": name})

    assert "scores" in read if wanted is None else codes(read) == wanted
    assert said(read["id"]) == said(name)


@EVERY_GAME
def test_without_an_id_none_is_made_up(game: str) -> None:
    """An answer has an id only if its line had one."""
    assert "id" not in ask(game, VALID[game])
    assert "id" not in ask(game, {})


# The stages ---------------------------------------------------------------------------

STAGES: dict[str, tuple[Json, list[tuple[str, Json]]]] = {
    "mueckenstich": (
        VALID["mueckenstich"],
        [
            ("MALFORMED", {"/player": "Arne"}),
            (
                "PLAYER_COUNT RULE_VALUE UNKNOWN_RULE",
                {"/seats": 7, "/rules": {"rounds": 0, "x": 1}},
            ),
            ("MALFORMED", {"/entry/phase": 0}),
            ("LENGTH LENGTH", {"/entry/numbers": [{"red": -1}], "/entry/tricks": [True]}),
            (
                "BAD_VALUE NOT_A_COUNT UNKNOWN_COLOUR",
                {
                    "/entry/tricks/0": "1",
                    "/entry/numbers/1/red": [13],
                    "/entry/mosquitoes/2/pink": 1,
                },
            ),
            (
                "CARDS_MISMATCH DOUBLE_MISSING TRICKS_SUM",
                {"/entry/tricks/4": 4, "/entry/doubled": None},
            ),
        ],
    ),
    "kunibert": (
        VALID["kunibert"],
        [
            ("MALFORMED", {"/player": "Arne"}),
            ("PLAYER_COUNT RULE_VALUE UNKNOWN_RULE", {"/seats": 2, "/rules": {"tie": 0, "x": 1}}),
            ("MALFORMED", {"/entry/captured/0/red": 1}),
            ("LENGTH LENGTH", {"/entry/captured": [{"low": -1}], "/entry/hands": []}),
            (
                "LAST_CARD_UNKNOWN_SEAT NOT_A_COUNT NO_SUCH_CARD UNKNOWN_GROUP",
                {
                    "/entry/last_card": 3,
                    "/entry/captured/0/low": -1,
                    "/entry/captured/2/black": [10],
                    "/entry/hands/2/pink": 1,
                },
            ),
            (
                "DECK_OVER DECK_OVER LAST_CARD_HAS_HAND",
                {
                    "/rules": {"hand_cards_count_against": True},
                    "/entry/captured/0/mid": 17,
                    "/entry/captured/2/black": [1, 1, 1, 1, 1],
                    "/entry/hands/0/mid": 1,
                },
            ),
        ],
    ),
    "mittlere": (
        VALID["mittlere"],
        [
            ("MALFORMED", {"/player": "Arne"}),
            (
                "PLAYER_COUNT RULE_VALUE UNKNOWN_RULE",
                {"/seats": 4, "/rules": {"rounds": 0, "x": 1}},
            ),
            ("MALFORMED", {"/entry/trump": None}),
            ("LENGTH LENGTH", {"/entry/points": [-1], "/entry/tricks": [1]}),
            ("NOT_A_COUNT NOT_A_COUNT", {"/entry/points/0": -1, "/entry/tricks/2": False}),
            ("POINTS_SUM TRICKS_SUM", {"/entry/points/1": 53, "/entry/tricks/1": 5}),
        ],
    ),
}


def set_at(line: Json, place: str, value: Json) -> None:
    """Put a value where a JSON Pointer points."""
    *path, last = place.split("/")[1:]
    for key in path:
        line = line[int(key)] if isinstance(line, list) else line.setdefault(key, {})
    if isinstance(line, list):
        line[int(last)] = value
    else:
        line[last] = value


@pytest.mark.parametrize("stage", range(6))
@EVERY_GAME
def test_the_first_stage_that_finds_anything_answers_with_everything(game: str, stage: int) -> None:
    """A line wrong in this and all later stages is told all of this stage, and nothing else."""
    valid, stages = STAGES[game]
    line = deepcopy(valid)
    for _, changes in reversed(stages[stage:]):
        for place, value in changes.items():
            if not place.startswith("/entry/") or _is_there(line, place):
                set_at(line, place, deepcopy(value))
    read = ask(game, line)

    assert codes(read) == stages[stage][0].split()


def _is_there(line: Json, place: str) -> bool:
    """Tell whether a list on the way is long enough for the place."""
    for key in place.split("/")[1:-1]:
        if isinstance(line, list):
            if int(key) >= len(line):
                return False
            line = line[int(key)]
        else:
            line = line.get(key, {})
    return True


@pytest.mark.parametrize(
    ("game", "key", "code", "place"),
    [
        ("mueckenstich", "numbers", "UNKNOWN_COLOUR", "/numbers/0/"),
        ("mueckenstich", "mosquitoes", "UNKNOWN_COLOUR", "/mosquitoes/0/"),
        ("kunibert", "captured", "UNKNOWN_GROUP", "/captured/0/"),
        ("kunibert", "hands", "UNKNOWN_GROUP", "/hands/0/"),
        ("mittlere", "cards", "UNKNOWN_SUIT", "/cards/0/"),
    ],
)
@pytest.mark.parametrize("odd", ["", "/", "~", "~1", "a/b~c", "rot und grün", "\ud800", "%(who)s"])
def test_an_odd_key_is_pointed_at_with_escapes(
    game: str, key: str, code: str, place: str, odd: str
) -> None:
    """A field is a JSON Pointer even where a key holds a slash, a tilde or nothing."""
    line = deepcopy(dict(VALID[game]))
    if key == "cards":
        line["entry"] = {"cards": [{}, {}, {}], "trump": None, "last_trick": 0}
    line["entry"][key][0][odd] = 1
    (violation,) = ask(game, line)["violations"]

    assert violation["code"] == code
    assert violation["field"] == place + pointer(odd)[1:]
    assert violation["seat"] == 0


@pytest.mark.parametrize("odd", ["", "a/b~c", "\ud800", "%(who)s", "%"])
@EVERY_GAME
def test_an_odd_key_of_the_entry_or_an_odd_house_rule_is_told(game: str, odd: str) -> None:
    """Unknown keys and unknown house rules are repeated as they were typed."""
    entry = ask(game, {**VALID[game], "entry": {**VALID[game]["entry"], odd: 1}})
    rules = ask(game, {**VALID[game], "rules": {odd: 1}})

    assert codes(entry) == ["MALFORMED"]
    assert entry["violations"][0]["field"] == pointer(odd)
    assert codes(rules) == ["UNKNOWN_RULE"]
    assert f"“{odd}”" in rules["violations"][0]["message"]


@EVERY_GAME
def test_anyway_false_and_rules_empty_are_the_defaults(game: str) -> None:
    """Leaving out what is optional is the same as giving its default."""
    short = ask(game, VALID[game])
    long = ask(game, {**VALID[game], "rules": {}, "anyway": False})

    assert said(short) == said(long)


@EVERY_GAME
def test_a_line_may_have_all_its_keys(game: str) -> None:
    """Seats, rules, entry, anyway and id together are a line like any other."""
    line = {**VALID[game], "rules": {}, "anyway": True, "id": "all"}

    assert "scores" in ask(game, line)


@EVERY_GAME
def test_an_answer_is_utf_8_unless_that_is_impossible(game: str) -> None:
    """Letters stay readable; only a lone surrogate makes the whole line ASCII."""
    readable, _ = answer(game, json.dumps({"id": "Mücke"}).encode())
    escaped, _ = answer(game, json.dumps({"id": "Mücke \ud800"}).encode())

    assert "Mücke" in readable
    assert escaped.isascii()


# Any line at all ----------------------------------------------------------------------

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 1001),
    st.integers(),
    st.floats(),
    st.text(),
    st.text(st.characters(), max_size=3),
    st.sampled_from(["red", "low", "acorns", "A", "per_phase", "points", "tricks"]),
)
KEYS = st.one_of(
    st.sampled_from(
        [
            *("seats", "rules", "entry", "anyway", "id", "tricks", "numbers", "mosquitoes"),
            *("doubled", "removed", "phase", "captured", "hands", "last_card", "points", "cards"),
            *("won_trick", "trump", "last_trick", "red", "black", "low", "red12", "acorns"),
            *("rounds", "scoring", "set_aside", "target", "tie"),
        ]
    ),
    st.text(max_size=3),
)
ANY_JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(KEYS, inner, max_size=6),
    max_leaves=25,
)
GAME_KEYS = st.sampled_from(list(GAMES))


@given(GAME_KEYS, st.binary())
def test_any_bytes_are_answered(game: str, line: bytes) -> None:
    """Whatever comes in, one proper line goes out."""
    read = ask(game, line)

    assert read


@given(GAME_KEYS, ANY_JSON)
def test_any_json_is_answered(game: str, value: Json) -> None:
    """Whatever JSON (and NaN) comes in, one proper line goes out."""
    read = ask(game, json.dumps(value).encode())

    assert read


@given(GAME_KEYS, st.integers(2, 7), ANY_JSON, ANY_JSON)
def test_any_rules_and_entry_are_answered(game: str, seats: int, rules: Json, entry: Json) -> None:
    """Whatever is said to be the house rules and the entry, one proper line goes out."""
    read = ask(game, json.dumps({"seats": seats, "rules": rules, "entry": entry}).encode())

    assert read


@given(st.data(), GAME_KEYS)
def test_a_valid_line_spoilt_anywhere_is_answered(data: st.DataObject, game: str) -> None:
    """A line with some of its parts replaced, removed, doubled or added is answered properly."""
    line: dict[str, Json] = {**deepcopy(dict(VALID[game])), "rules": {}, "anyway": True}
    for _ in range(data.draw(st.integers(1, 4))):
        container, key = data.draw(st.sampled_from(list(places(line)) or [(line, "seats")]))
        how = data.draw(st.sampled_from(["replace", "remove", "double", "add"]))
        if how == "replace":
            put(container, key, data.draw(ANY_JSON))
        elif how == "remove":
            del container[key]
        elif isinstance(container, list):
            container.insert(key, container[key] if how == "double" else data.draw(ANY_JSON))
        else:
            container[data.draw(KEYS)] = container[key] if how == "double" else data.draw(ANY_JSON)
    read = ask(game, json.dumps(line).encode())

    assert read


@given(GAME_KEYS, st.data())
def test_a_valid_line_cut_or_garbled_is_answered(game: str, data: st.DataObject) -> None:
    """A line that lost its end, or in which a byte was changed, is answered properly."""
    line = bytearray(json.dumps(dict(VALID[game])).encode())
    place = data.draw(st.integers(0, len(line) - 1))
    if data.draw(st.booleans()):
        del line[place:]
    else:
        line[place] = data.draw(st.integers(0, 255))
    read = ask(game, bytes(line))

    assert read
