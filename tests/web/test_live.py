"""Pages that follow their match: nothing new costs next to nothing, news is the page itself."""

from __future__ import annotations

import re
import socket
from typing import TYPE_CHECKING

import pytest
from bs4 import BeautifulSoup, Tag
from flask import template_rendered

from tests.ui.serving import Server
from tests.web.phone import Page, attribute
from tests.web.table import ENTRIES, KUNIBERT, MITTLERE, OTHER_ENTRIES, read_board
from tests.web.test_speed import statements

if TYPE_CHECKING:
    from collections.abc import Callable

    from werkzeug.test import TestResponse

    from tests.web.phone import Phone
    from tests.web.table import Table

PAGES = ("", "table")
both_pages = pytest.mark.parametrize("suffix", PAGES, ids=["scoreboard", "large"])


@pytest.fixture
def match(table: Table) -> str:
    """Begin a match of Mittlere, with a round, and give its address."""
    table.start(MITTLERE)
    return table.enter(ENTRIES[MITTLERE]).path


def version(page: Page) -> str:
    """Give the version of the match that a page shows."""
    return attribute(page.only("main"), "data-version")


def ask(phone: Phone, address: str, seen: str) -> TestResponse:
    """Ask for what is new since a version."""
    return phone.client.get(f"{address}?v={seen}")


def same(tag: Tag) -> str:
    """Give a tag as markup, without what is minted for every page anew."""
    for field in tag.select('input[name="key"], input[name="csrf_token"]'):
        field["value"] = ""
    return re.sub(r"\s*\n\s*|(?<=>) +(?=<)", "", str(tag))


@both_pages
def test_nothing_new_is_204_with_two_headers(table: Table, match: str, suffix: str) -> None:
    """Asked with the version that stands, an answer has no body, no cookie, no word too much."""
    shown = table.phone.open(match + suffix)
    response = ask(table.phone, match + suffix, version(shown))

    assert response.status_code == 204
    assert response.get_data() == b""
    assert dict(response.headers) == {
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
    }


@both_pages
def test_nothing_new_takes_one_statement_and_no_template(
    table: Table, match: str, suffix: str
) -> None:
    """Device and version are looked up at once; nothing is rendered, nothing is written."""
    shown = table.phone.open(match + suffix)
    before = table.dump()
    rendered: list[object] = []

    def note(sender: object, **more: object) -> None:
        rendered.append((sender, more))

    with statements(table.app) as sent, template_rendered.connected_to(note, table.app):
        response = ask(table.phone, match + suffix, version(shown))

    assert response.status_code == 204
    assert len(sent) == 1
    assert sent[0].startswith("SELECT")
    assert rendered == []
    assert table.dump() == before


def test_nothing_new_is_at_most_300_bytes_on_the_wire(table: Table, match: str) -> None:
    """Everything that a server sends for it, its own headers included."""
    shown = table.phone.open(match)
    names = ("device", "session")
    cookies = {name: table.phone.client.get_cookie(name) for name in names}
    sent = "; ".join(f"{name}={cookie.value}" for name, cookie in cookies.items() if cookie)
    with Server(table.app).running() as server:
        host, port = server.origin.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port))) as connection:
            connection.sendall(
                f"GET {match}?v={version(shown)} HTTP/1.1\r\nHost: {host}\r\n"
                f"Cookie: {sent}\r\nConnection: close\r\n\r\n".encode()
            )
            with connection.makefile("rb") as read:
                answer = read.read()

    assert answer.startswith(b"HTTP/1.1 204 ")
    assert len(answer) <= 300


def undone(table: Table) -> None:
    """Undo the round."""
    table.phone.press("Undo round 1")


def ended(table: Table) -> None:
    """End the match early."""
    table.phone.follow("End the match early")
    table.phone.press("End it here")


def corrected(table: Table) -> None:
    """Correct the round."""
    table.record(OTHER_ENTRIES[MITTLERE], replaces=1)


def entered(table: Table) -> None:
    """Enter another round."""
    table.record(OTHER_ENTRIES[MITTLERE])


@both_pages
@pytest.mark.parametrize("happens", [entered, corrected, undone, ended])
def test_news_is_what_the_page_would_show(
    table: Table, match: str, suffix: str, happens: Callable[[Table], None]
) -> None:
    """A fragment has the page's title, content and buttons, and nothing else."""
    seen = version(table.phone.open(match + suffix))
    table.phone.open(match)
    happens(table)
    response = ask(table.phone, match + suffix, seen)
    fragment = BeautifulSoup(response.get_data(as_text=True), "html.parser")
    shown = table.phone.open(match + suffix)

    assert response.status_code == 200
    assert version(shown) != seen
    assert [tag.name for tag in fragment.find_all(recursive=False)] == ["div", "main"]
    for place in (".title", "main"):
        assert [same(tag) for tag in fragment.select(place)] == [same(shown.only(place))]


@pytest.mark.parametrize(
    ("happens", "said"),
    [
        (entered, "Round 2 was saved."),
        (undone, "Round 1 was undone."),
        (ended, "Ada and Cem share the win"),
        (corrected, "Round 1 was saved."),
    ],
)
def test_a_page_says_what_has_happened_in_one_sentence(
    table: Table, match: str, happens: Callable[[Table], None], said: str
) -> None:
    """It is for who doesn't see the change; a correction is none that is announced."""
    before = attribute(table.phone.open(match).only("main"), "data-news")
    happens(table)
    after = attribute(table.phone.open(match).only("main"), "data-news")

    assert before == "Round 1 was saved."
    assert after == said


@both_pages
@pytest.mark.parametrize("seen", ["", "x", "-1", "0", "9" * 40, "1.0", "\u0661", "1&v=2", "%FF"])
def test_any_other_version_gets_the_news(table: Table, match: str, suffix: str, seen: str) -> None:
    """Whatever a page says that it shows, if that isn't how the match stands it is told."""
    response = ask(table.phone, match + suffix, seen)

    assert response.status_code == 200
    assert BeautifulSoup(response.get_data(as_text=True), "html.parser").main is not None


def test_the_forms_of_a_fragment_work(table: Table, match: str) -> None:
    """What is swapped in has keys and tokens of its own, made from the version that it shows."""
    table.record(OTHER_ENTRIES[MITTLERE])
    response = ask(table.phone, match, "0")
    text = response.get_data(as_text=True)
    table.phone.page = Page(match, 200, {}, text)
    board = table.phone.press("Undo round 2")

    assert board.redirects == (303,)
    assert table.acts == ["start", "record 1", "record 2", "void 2"]
    assert len(read_board(board).rounds) == 1


@both_pages
@pytest.mark.parametrize("role", ["view", "score", "own"])
def test_whoever_is_in_may_follow(table: Table, match: str, suffix: str, role: str) -> None:
    """Every role is told that nothing is new."""
    other = table.join(role)
    shown = other.open(match + suffix)

    assert ask(other, match + suffix, version(shown)).status_code == 204


@both_pages
def test_who_was_put_out_is_told_at_once(table: Table, match: str, suffix: str) -> None:
    """A revoked device and a stranger get 404, whatever version they ask with."""
    other = table.join("score")
    seen = version(other.open(match + suffix))
    before = ask(other, match + suffix, seen)
    table.do("UPDATE \"grant\" SET revoked_at = '2026-11-27' WHERE role = 'score'")
    after = ask(other, match + suffix, seen)
    stranger = table.app.test_client().get(f"{match}{suffix}?v={seen}")

    assert [answer.status_code for answer in (before, after, stranger)] == [204, 404, 404]


@both_pages
def test_a_match_of_another_circle_is_404(table: Table, match: str, suffix: str) -> None:
    """Nobody follows a match through a circle that it doesn't belong to."""
    circle = table.start(KUNIBERT).path.split("/matches/")[0]
    foreign = f"{circle}/matches/{match.split('/matches/')[1]}{suffix}"

    assert ask(table.phone, foreign, "2").status_code == 404


def test_a_confirmation_is_news(table: Table, match: str) -> None:
    """The version rises with all that anybody could see, be it only a tick."""
    seen = version(table.phone.open(match))
    other = table.join("score")
    circle = match.split("matches/", maxsplit=1)[0]
    [(ben,)] = table.ask("SELECT uid FROM player WHERE name = 'Ben'")
    other.open(f"{circle}you/")
    other.fill({"player": f"{ben[:8]}-{ben[8:12]}-{ben[12:16]}-{ben[16:20]}-{ben[20:]}"})
    other.press("Save")
    other.open(f"{match}rounds/1/")
    other.press("I counted this too")
    response = ask(table.phone, match, seen)

    assert response.status_code == 200
    assert "✓ 1 of 3" in response.get_data(as_text=True)
