"""The pages by which a circle goes along and a file comes in, as a browser without JavaScript."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from scorekeeper.web import spool
from scorekeeper.web.limits import UPLOAD_BYTES
from tests.exchanged import a_file, jsonl, lines_of, uid
from tests.web.doors import choosing
from tests.web.phone import Phone, attribute, words
from tests.web.table import MITTLERE, Table, read_board

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.web.phone import Page

ODD = ('=Ada, "the 1st"', "<b>Bén</b> 🦟", "Cem")
EVIL = "</textarea><script>alert(1)</script>"


def along(table: Table) -> Page:
    """Open what can be taken along, from home."""
    table.phone.open("/")
    return table.phone.follow("Take it along")


def sent(table: Table, content: bytes, *, expect: int = 200) -> Page:
    """Choose a file, and have it looked at."""
    return table.phone.send(choosing(along(table), content), expect=expect)


def play(table: Table) -> Page:
    """Play a short match to its end, and give its scoreboard."""
    table.start(MITTLERE, ODD, rules={"rounds": 1})
    return table.enter({"points": [70, 52, 35]})


def asked(page: Page) -> dict[str, tuple[list[str], str]]:
    """Give who is asked about: what may be chosen, and what is."""
    found = {}
    for group in page.all("form#who fieldset"):
        choices = [(words(tag), tag.select("input")[0]) for tag in group.select("label")]
        [chosen] = [text for text, tag in choices if tag.has_attr("checked")]
        found[words(group.select("legend")[0])] = ([text for text, _ in choices], chosen)
    return found


# Out --------------------------------------------------------------------------------------------


def test_a_circle_is_saved_as_a_file(table: Table) -> None:
    """Home leads to the page, and its button to a file that is whole and never kept by others."""
    play(table)
    page = along(table)
    [link] = [tag for tag in page.all("a.button") if words(tag) == "Save the circle as a file"]
    response = table.phone.client.get(page.leads(link))
    content = response.get_data()

    assert response.headers["Content-Disposition"] == 'attachment; filename="circle.jsonl"'
    assert response.mimetype == "application/x-ndjson"
    assert response.headers["Cache-Control"] == "no-store"
    assert [line["name"] for line in lines_of(content) if line["type"] == "circle"]
    assert {line["name"] for line in lines_of(content) if line["type"] == "player"} == set(ODD)


def test_tables_are_saved_with_commas_or_semicolons(table: Table) -> None:
    """One form, two buttons, and the chosen separator; nothing in a name becomes a formula."""
    play(table)
    for separator, mark in (("comma", ","), ("semicolon", ";")):
        for button, name in (("Rounds as a table", "rounds"), ("Matches as a table", "matches")):
            along(table).fill({"separator": separator})
            response = table.phone.request(table.phone.page.sending(button))
            text = response.get_data(as_text=True)
            disposition = response.headers["Content-Disposition"]
            response.close()

            assert disposition == f'attachment; filename="{name}.csv"'
            assert text.startswith("\ufeffdate" + mark)
            assert "'=Ada" in text


def test_a_finished_match_goes_into_other_programs(table: Table) -> None:
    """Its scoreboard leads to BG Stats' link and file, and to the play as text."""
    play(table)
    page = table.phone.follow("Take it along")
    [link] = [tag for tag in page.all("a.button") if words(tag) == "Open in BG Stats"]
    [file] = [tag for tag in page.all("a.button") if words(tag) == "Save as a file"]
    response = table.phone.client.get(page.leads(file))
    held = json.loads(response.get_data())

    assert attribute(link, "href").startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B")
    assert attribute(link, "rel") == "noreferrer"
    assert response.headers["Content-Disposition"].endswith('2026-11-27-mittlere.bgsplay"')
    assert {who["name"] for who in held["players"]} == set(ODD)
    assert page.only("textarea").get_text().splitlines() == [
        "Mittlere Jass, Fri 27 November 2026",
        '1. =Ada, "the 1st": 1 (won)',
        "1. Cem: 1 (won)",
        "3. <b>Bén</b> 🦟: −2",
        "1 round",
    ]


def test_a_match_in_play_isnt_offered_but_goes_as_it_stands(table: Table) -> None:
    """Its scoreboard has no such link; the page says that it isn't over."""
    board = table.start(MITTLERE)
    page = table.phone.open(f"{board.path}along")

    assert not board.has("a", "Take it along")
    assert "still in play" in page.words


def test_no_name_breaks_out_of_the_text(table: Table) -> None:
    """Markup in a name is text in the box, too."""
    table.start(MITTLERE, (EVIL[:40], "Ben", "Cem"), rules={"rounds": 1})
    table.enter({"points": [70, 52, 35]})
    page = table.phone.follow("Take it along")

    assert EVIL[:40] in page.only("textarea").get_text()
    assert [tag for tag in page.all("script") if not tag.has_attr("src")] == []


def test_who_watches_takes_along_and_takes_nothing_in(table: Table) -> None:
    """A viewer has the whole page but for the way in."""
    play(table)
    viewer = table.join("view")
    viewer.open("/")
    page = viewer.follow("Take it along")

    assert page.has("a", "Save the circle as a file")
    assert not page.offers("Look at the file")


# In ---------------------------------------------------------------------------------------------


def test_a_file_of_the_same_people_asks_who_is_who(table: Table) -> None:
    """Each newcomer is asked about; the same name is the choice that stands, and can be changed."""
    table.start(MITTLERE, ("Ada", "Ben", "Cem"))
    page = sent(table, jsonl(a_file()))

    assert "1 match is new here." in page.words
    assert asked(page) == {
        "Ada of the file is": (["Ada", "Ben", "Cem", "somebody new: Ada (2)"], "Ada"),
        "Ben of the file is": (["Ada", "Ben", "Cem", "somebody new: Ben (2)"], "Ben"),
        "Zoë of the file is": (["Ada", "Ben", "Cem", "somebody new"], "somebody new"),
    }


def test_what_was_chosen_is_taken_in(table: Table) -> None:
    """The match is there, under the names of the circle, and marked as imported."""
    table.start(MITTLERE, ("Ada", "Ben", "Cem"))
    page = sent(table, jsonl(a_file()))
    page.fill({f"player-{uid('Elsewhere Ben')}": "new"})
    done = table.phone.press("Take it in")
    match = uid("Elsewhere match")
    home = table.phone.open("/")
    [link] = [a for a in home.all("ul.rows a") if str(match) in attribute(a, "href")]
    board = read_board(table.phone.open(home.leads(link)))

    assert done.redirects == (303,)
    assert "The file was taken in." in done.words
    assert board.names == ["Ada", "Ben (2)", "Zoë"]
    assert table.count("imported") == 4
    assert table.ask("SELECT count(*) FROM player WHERE merged_into IS NOT NULL") == [(1,)]


def test_sent_twice_it_comes_in_once(table: Table) -> None:
    """The same form once more, whose file is gone by then, gets the same answer."""
    table.start(MITTLERE)
    sending = sent(table, jsonl(a_file())).sending("Take it in")
    first = table.phone.send(sending)
    before = table.dump()
    again = table.phone.send(sending)

    assert again.address == first.address
    assert table.dump() == before


def test_a_file_that_was_taken_in_has_nothing_new(table: Table) -> None:
    """The second time it says so, asks about nobody, and offers nothing but the way back."""
    table.start(MITTLERE)
    sent(table, jsonl(a_file()))
    table.phone.press("Take it in")
    page = sent(table, jsonl(a_file()))
    back = table.phone.follow("Back")

    assert "Nothing is new here: all of the file is here already." in page.words
    assert "1 match is here already." in page.words
    assert asked(page) == {}
    assert not page.offers("Take it in")
    assert back.heading == "Take it along"


@pytest.mark.parametrize("statement", ["UPDATE night SET place = ''", "UPDATE night SET note = ''"])
def test_a_file_that_tells_more_of_a_night_is_taken_in(table: Table, statement: str) -> None:
    """Though no match of it is new: where a night was, or its note, is."""
    play(table)
    table.do("UPDATE night SET place = 'Harbour', note = 'Rain'")
    content = table.phone.client.get(f"{circle_of(table)}circle.jsonl").get_data()
    table.do(statement)
    sent(table, content)
    table.phone.press("Take it in")

    assert table.ask("SELECT place, note FROM night") == [("Harbour", "Rain")]


def test_the_circles_own_file_goes_back_in(table: Table) -> None:
    """What is saved here can be looked at here: all of it is known."""
    play(table)
    content = table.phone.client.get(f"{circle_of(table)}circle.jsonl").get_data()
    page = sent(table, content)

    assert "1 match is here already." in page.words
    assert asked(page) == {}


def circle_of(table: Table) -> str:
    """Give the circle's address."""
    [(circle,)] = table.ask("SELECT uid FROM circle")
    return f"/circles/{UUID(circle)}/"


def test_two_of_one_table_cant_be_one_player(table: Table) -> None:
    """The page comes again with a sentence, and with what was chosen; nothing came in."""
    table.start(MITTLERE, ("Ada", "Ben", "Cem"))
    page = sent(table, jsonl(a_file()))
    ada = page.value(f"player-{uid('Elsewhere Ada')}")
    page.fill({f"player-{uid('Elsewhere Zoë')}": ada})
    before = table.dump()
    page = table.phone.press("Take it in", expect=422)

    assert "Ada and Zoë sit at one table there" in page.alerts
    assert page.value(f"player-{uid('Elsewhere Zoë')}") == ada
    assert table.dump() == before


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "Choose a file first."),
        (b"PK\x03\x04", "Line 1 is no JSON."),
        (jsonl(a_file()[:1]), "There is no circle in this file."),
        (jsonl(a_file())[:-30], "broke off"),
        (b'{"type":"header","format":"scorekeeper","version":9}\n', "Update this one first."),
    ],
)
def test_a_bad_file_gets_a_sentence(table: Table, content: bytes, said: str) -> None:
    """The page comes again with what is wrong; nothing is kept, on the disk neither."""
    table.start(MITTLERE)
    before = table.dump()
    page = sent(table, content, expect=422)

    assert said in page.alerts
    assert page.offers("Look at the file")
    assert table.dump() == before
    assert not kept(table)


def test_a_file_of_too_many_players_is_for_the_server(table: Table) -> None:
    """A page asks about 500 players at most, and offers 20,000 choices at most."""
    table.start(MITTLERE)
    good = a_file()
    crowd = [{**good[2], "uid": str(uid(f"{n}")), "name": f"Player {n}"} for n in range(498)]
    players = sorted([*good[2:5], *crowd], key=lambda line: str(line["uid"]))
    page = sent(table, jsonl([*good[:2], *players, *good[5:]]), expect=422)
    fewer = sent(table, jsonl([*good[:2], *good[2:]]))

    assert "A page can't ask about 501 new players." in page.alerts
    assert len(asked(fewer)) == 3


def kept(table: Table) -> list[Path]:
    """Give the files that wait for their second step."""
    folder = table.path.with_name(table.path.name + ".uploads")
    return sorted(folder.iterdir()) if folder.exists() else []


@pytest.fixture(autouse=True)
def no_uploads(table: Table) -> None:
    """Begin without files that wait."""
    for path in kept(table):
        path.unlink()


def test_a_waiting_file_is_the_servers_alone_and_goes_when_it_is_done(table: Table) -> None:
    """It has no rights for others, and after the second step it is gone."""
    table.start(MITTLERE)
    sent(table, jsonl(a_file()))
    [path] = kept(table)
    rights = (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777)
    table.phone.press("Take it in")

    assert rights == (0o600, 0o700)
    assert kept(table) == []


def test_a_file_that_waited_too_long_is_asked_for_again(table: Table) -> None:
    """After an hour the page says so, and begins anew."""
    table.start(MITTLERE)
    sent(table, jsonl(a_file()))
    [path] = kept(table)
    old = path.stat().st_mtime - spool.SECONDS - 1
    os.utime(path, (old, old))
    before = table.dump()
    page = table.phone.press("Take it in", expect=422)

    assert "The file isn't here any more." in page.alerts
    assert page.offers("Look at the file")
    assert table.dump() == before


def test_few_files_wait(table: Table) -> None:
    """A circle's fifth file takes the oldest one's place."""
    table.start(MITTLERE)
    for number in range(6):
        sent(table, jsonl(a_file(note=f"note {number}")))

    assert len(kept(table)) == spool.MOST_OF_A_CIRCLE


def test_another_circle_doesnt_find_the_file(table: Table, new_phone: Callable[[], Phone]) -> None:
    """Who knows a file's digest gets it in its own circle only."""
    table.start(MITTLERE)
    page = sent(table, jsonl(a_file()))
    stranger = Table(table.app, new_phone())
    board = stranger.start(MITTLERE)
    theirs = board.path.split("matches/")[0]
    led = stranger.phone.open(f"{theirs}along/who?{page.address.partition('?')[2]}")

    assert led.path == f"{theirs}along/"


# How long it may be -----------------------------------------------------------------------------


def test_a_file_may_be_longer_than_a_form(table: Table) -> None:
    """5 MB are read, and refused for what is in them; a byte more is 413 with a way back."""
    table.start(MITTLERE)
    whole = choosing(along(table), b" " * UPLOAD_BYTES)
    longer = choosing(along(table), b" " * (UPLOAD_BYTES + 1))
    longest = choosing(along(table), b" " * (UPLOAD_BYTES + 100_000))
    page = table.phone.send(whole, expect=422)

    assert "Line 1 is too long" in page.alerts
    for sending in (longer, longest):
        page = table.phone.send(sending, expect=413)
        assert "a file 5 MB" in page.words
        assert page.links_to("/")
        assert table.phone.follow("Back").heading == "Take it along"


@pytest.mark.parametrize("length", [40, 57, 310, 1009])
def test_a_long_file_of_many_lines_is_read(table: Table, length: int) -> None:
    """Wherever its lines end among the pieces in which it comes, it isn't taken for a field."""
    table.start(MITTLERE)
    content = (b"x" * length + b"\n") * (600_000 // length)
    page = table.phone.send(choosing(along(table), content), expect=422)

    assert page.texts("[role=alert] p")[0].startswith("Line 1")


def test_only_owners_may_send_so_much(table: Table) -> None:
    """From anybody else a long body is read no further than a form's."""
    table.start(MITTLERE)
    sending = choosing(along(table), b" " * 100_000)

    table.join("score").send(sending, expect=413)


def test_without_its_token_a_file_isnt_even_looked_at(table: Table) -> None:
    """A foreign page that sends a file gets nothing kept."""
    table.start(MITTLERE)
    sending = choosing(along(table), jsonl(a_file())).without("csrf_token")

    table.phone.send(sending, expect=400)
    assert kept(table) == []
