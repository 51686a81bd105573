"""Rounds and matches as tables, and a match as other programs know one."""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import func, select

from scorekeeper.scorebook.demo import fill
from scorekeeper.scorebook.exchange import plays
from scorekeeper.scorebook.exchange.spreadsheets import (
    MATCH_COLUMNS,
    ROUND_COLUMNS,
    matches_table,
    rounds_table,
    safe,
    table,
)
from scorekeeper.scorebook.models import Night, Seat
from scorekeeper.scorebook.store import db
from tests.builders import Table, kunibert, mittlere, played
from tests.exchanged import a_file, imported, jsonl, uid

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Flask

Json: TypeAlias = Any

ODD = ('=Ada, "the 1st"', "Bén 🦟;", "@Cem")
PLACE, NOTE = '+41 "home", Zoë', "-late; =again"


def cells(content: bytes, separator: str = ",") -> list[list[str]]:
    """Read a table as another program does."""
    text = content.decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True))


def unsafe(text: str) -> str:
    """Take the apostrophe away again that keeps a text from being a formula."""
    return text[1:] if text.startswith("'") and text.lstrip("'")[:1] in "=+-@\t\r" else text


@pytest.fixture
def evening(app: Flask) -> tuple[Table, UUID]:
    """Play a match of odd names at an odd place: a shared win, and a round that was corrected."""
    table = Table(app)
    match = table.begin("mittlere", ODD, rounds=2)
    table.record(match, mittlere(0), mittlere(1))
    table.correct(match, 1, mittlere(2))
    with table.pen() as pen:
        night = pen.session.query(Night).one()
        night.place, night.note = PLACE, NOTE
    return table, match


def whole(table: Table, pieces: str, separator: str = ",") -> bytes:
    """Write one of the circle's tables."""
    make = {"rounds": rounds_table, "matches": matches_table}[pieces]
    with table.app.app_context():
        return b"".join(make(table.id, separator))


# CSV --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("separator", [",", ";"])
def test_a_row_is_a_round_and_seat(evening: tuple[Table, UUID], separator: str) -> None:
    """Each round stands with its points and the total so far, as it was corrected."""
    circle, match = evening
    head, *found = cells(whole(circle, "rounds", separator), separator)
    rows = [dict(zip(head, row, strict=True)) for row in found]

    assert tuple(head) == ROUND_COLUMNS
    assert [(row["round"], row["points"], row["total"]) for row in rows] == [
        ("1", "1", "1"),
        ("1", "1", "1"),
        ("1", "-2", "-2"),
        ("2", "1", "2"),
        ("2", "-2", "-1"),
        ("2", "1", "-1"),
    ]
    assert [row["corrected"] for row in rows] == ["1", "1", "1", "0", "0", "0"]
    assert {row["match"] for row in rows} == {str(match)}
    assert [unsafe(row["player"]) for row in rows[:3]] == list(ODD)
    assert {unsafe(row["place"]) for row in rows} == {PLACE}


def test_a_row_is_a_match_and_seat(evening: tuple[Table, UUID]) -> None:
    """Each match stands with how it ended for each player."""
    circle, match = evening
    head, *found = cells(whole(circle, "matches"))
    rows = [dict(zip(head, row, strict=True)) for row in found]

    assert tuple(head) == MATCH_COLUMNS
    assert [(row["seat"], row["points"], row["rank"], row["won"]) for row in rows] == [
        ("1", "2", "1", "1"),
        ("2", "-1", "2", "0"),
        ("3", "-1", "2", "0"),
    ]
    assert rows[0]["match"] == str(match)
    assert rows[0]["date"] == "2026-11-27"
    assert rows[0]["origin"] == "live"
    assert unsafe(rows[0]["note"]) == NOTE
    assert (rows[0]["rounds"], rows[0]["players"]) == ("2", "3")


def test_the_form_is_what_spreadsheets_read(evening: tuple[Table, UUID]) -> None:
    """A byte order mark, lines that end in CR LF, and no number that was made a text."""
    content = whole(evening[0], "rounds")

    assert content.startswith(b"\xef\xbb\xbfdate,place,")
    assert content.count(b"\n") == content.count(b"\r\n") == 7
    assert b",-2,-2\r\n" in content
    assert b"'-2" not in content


def test_phases_and_rounds_after_the_end_are_told_apart(app: Flask) -> None:
    """A round of two phases has two entries; what doesn't count says so."""
    table = Table(app)
    match = table.begin("mueckenstich", 3, scoring="per_phase")
    table.record(match, *played("mueckenstich", 3, scoring="per_phase"))
    other = table.begin("kunibert", 3, target=200)
    table.record(other, kunibert(60, 5, 5), kunibert(50, 5, 5), kunibert(90, 5, 5))
    table.correct(other, 1, kunibert(150, 5, 5))
    head, *found = cells(whole(table, "rounds"))
    rows = [dict(zip(head, row, strict=True)) for row in found]

    assert [(row["round"], row["phase"]) for row in rows[:6:3]] == [("1", "1"), ("1", "2")]
    assert [row["counts"] for row in rows[6::3]] == ["1", "1", "0"]


def test_many_matches_come_in_pieces(app: Flask) -> None:
    """A long table is written piece by piece, and has every match and its seats."""
    with app.app_context():
        for _ in fill(230, 1, 1):
            pass
        pieces = list(matches_table(1, ","))
        seats = db.session.scalar(select(func.count()).select_from(Seat))
    _, *found = cells(b"".join(pieces))

    assert len(pieces) > 10
    assert len({row[3] for row in found}) == 230
    assert len(found) == seats


@given(text=st.text(max_size=30))
def test_every_text_comes_back_and_none_is_a_formula(text: str) -> None:
    """Whatever a text holds, newlines too, it is one cell, no formula, and comes back."""
    content = b"".join(table(("text", "number"), [(text, -7)], ";"))
    [_, [cell, number]] = cells(content, ";")

    assert unsafe(cell) == text
    assert cell[:1] not in set("=+-@\t\r")
    assert number == "-7"
    assert safe("'t Hooft") == "'t Hooft"


# BG Stats ---------------------------------------------------------------------------------------


def play(circle: Table, match: UUID) -> plays.Play:
    """Read a match as a play."""
    with circle.app.app_context():
        return plays.play(circle.id, match)


def test_the_file_has_what_bg_stats_reads(evening: tuple[Table, UUID]) -> None:
    """All lists and keys that the app exports are there, and refer to one another."""
    circle, match = evening
    file = json.loads(plays.bgsplay(play(circle, match), circle.uid))
    [game], [at], [played_] = file["games"], file["locations"], file["plays"]

    assert file.keys() == {"about", "players", "locations", "games", "plays", "userInfo"}
    assert [set(who) for who in file["players"]] == [
        {"uuid", "id", "name", "isAnonymous", "modificationDate", "bggUsername"}
    ] * 3
    assert at.keys() == {"uuid", "id", "name", "modificationDate"}
    assert game.keys() == {
        "uuid",
        "id",
        "name",
        "modificationDate",
        "bggId",
        "bggName",
        "bggYear",
        "cooperative",
        "highestWins",
        "noPoints",
        "usesTeams",
        "isBaseGame",
        "isExpansion",
    }
    assert played_.keys() == {
        "uuid",
        "playDate",
        "playDateYmd",
        "entryDate",
        "modificationDate",
        "gameRefId",
        "locationRefId",
        "durationMin",
        "rounds",
        "board",
        "comments",
        "usesTeams",
        "ignored",
        "manualWinner",
        "rating",
        "scoringSetting",
        "playImages",
        "expansionPlays",
        "playerScores",
    }
    assert (played_["playDateYmd"], played_["rounds"]) == (20261127, 2)
    assert (played_["gameRefId"], played_["locationRefId"]) == (game["id"], at["id"])
    assert (at["name"], played_["comments"]) == (PLACE, NOTE)
    assert [who["name"] for who in file["players"]] == list(ODD)
    assert [score["playerRefId"] for score in played_["playerScores"]] == [1, 2, 3]
    assert [score["score"] for score in played_["playerScores"]] == ["2", "-1", "-1"]
    assert [score["rank"] for score in played_["playerScores"]] == [1, 2, 2]
    assert file["userInfo"] == {"meRefId": 0}


def linked(of: plays.Play) -> Json:
    """Read what the link says, as the app does."""
    parts = urlsplit(plays.link(of))
    assert f"{parts.scheme}://{parts.netloc}{parts.path}" == (
        "https://app.bgstatsapp.com/createPlay.html"
    )
    [data] = parse_qs(parts.query, strict_parsing=True)["data"]
    return json.loads(data)


def test_the_link_says_what_bg_stats_needs(evening: tuple[Table, UUID]) -> None:
    """Names, points and place come through the address as they are."""
    circle, match = evening
    data = linked(play(circle, match))

    assert data.keys() == {
        "sourceName",
        "sourcePlayId",
        "playDate",
        "game",
        "players",
        "location",
        "comments",
        "durationMin",
    }
    assert data["playDate"] == "2026-11-27 19:31:00"
    assert data["game"]["name"] == "Mittlere Jass"
    assert [who["name"] for who in data["players"]] == list(ODD)
    assert [who["score"] for who in data["players"]] == ["2", "-1", "-1"]
    assert (data["location"], data["comments"], data["durationMin"]) == (PLACE, NOTE, 2)


def test_start_player_and_winner_are_always_sent(app: Flask) -> None:
    """Fault 18: every player says whether he began and won, also while nobody has won."""
    circle = Table(app)
    match = circle.begin("mueckenstich", 5, dealer=2)
    of = play(circle, match)
    [scores] = [each["playerScores"] for each in json.loads(plays.bgsplay(of, circle.uid))["plays"]]

    for players in (scores, linked(of)["players"]):
        assert [who["winner"] for who in players] == [False] * 5
        assert [who["startPlayer"] for who in players] == [False, False, False, True, False]


def test_all_who_share_a_win_are_winners(app: Flask) -> None:
    """A shared win is each one's."""
    circle = Table(app)
    match = circle.begin("mittlere", 3, rounds=2)
    circle.record(match, mittlere(0), mittlere(0))

    assert [who["winner"] for who in linked(play(circle, match))["players"]] == [False, True, True]


def test_the_same_match_is_the_same_play(evening: tuple[Table, UUID]) -> None:
    """Exported twice, or from the file and the link, it has the same uuids: nothing is doubled."""
    circle, match = evening
    of = play(circle, match)
    once, twice = (plays.bgsplay(play(circle, match), circle.uid) for _ in range(2))
    file, data = json.loads(once), linked(of)

    assert once == twice
    assert data["sourcePlayId"] == file["plays"][0]["uuid"]
    assert data["game"]["sourceGameId"] == file["games"][0]["uuid"]
    assert [who["sourcePlayerId"] for who in data["players"]] == [
        who["uuid"] for who in file["players"]
    ]
    assert len({who["uuid"] for who in file["players"]}) == 3


def test_a_player_who_turned_out_to_be_another_is_that_one(app: Flask) -> None:
    """In imported matches, too, Ada is the one Ada that BG Stats knows."""
    circle = Table(app)
    circle.begin("mittlere", ["Ada", "Ben", "Cem"])
    own = play(circle, circle.begin("mittlere", ["Ada", "Ben", "Cem"]))
    ada = own.players[0].uid
    imported(app, jsonl(a_file()), circle.id, {uid("Elsewhere Ada"): ada})
    theirs = play(circle, uid("Elsewhere match"))

    assert theirs.players[0].uid == ada
    assert json.loads(plays.bgsplay(theirs, circle.uid, ada))["userInfo"] == {"meRefId": 1}


def test_a_night_that_ends_after_midnight_is_one_date(app: Flask) -> None:
    """Fault 10: the play's date is the night's."""
    circle = Table(app, at=dt.datetime(2026, 11, 27, 23, 40, tzinfo=dt.UTC))
    match = circle.begin("mittlere", 3)
    [found] = json.loads(plays.bgsplay(play(circle, match), circle.uid))["plays"]

    assert found["playDateYmd"] == 20261127
    assert found["playDate"] == "2026-11-27 23:41:00"
