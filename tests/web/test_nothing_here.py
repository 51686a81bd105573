"""Unknown and foreign addresses and wrong methods: 404 and 405, with a way home."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from itsdangerous import URLSafeSerializer

from tests.web.doors import FORMS, INNER, QUESTIONS, House, rules_of
from tests.web.phone import Phone
from tests.web.table import SECRET, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from flask import Flask


UNKNOWN = {
    "circle": (str(uuid4()), "1", "9" * 30, "x", str(uuid4()).replace("-", ""), "%", "\x00", "¹"),
    "match": (str(uuid4()), "1", "9" * 30, "x", "..", "%s", "-1"),
    "link": (str(uuid4()), "1", "9" * 30, "x", "..", "%s", "-1"),
    "device": (str(uuid4()), "1", "9" * 30, "x", "..", "%s", "-1"),
    "night": (str(uuid4()), "1", "9" * 30, "x", "..", "%s", "-1"),
    "date": ("1999-01-01", "2026-02-31", "0000-00-00", "9" * 30, "x", "..", "\uff12026-11-27"),
    "player": (str(uuid4()), "1", "9" * 30, "x", "..", "%s", "-1"),
    "one": (str(uuid4()), "1", "9" * 30, "x", "..", "%s", "-1"),
    "other": (str(uuid4()), "1", "9" * 30, "x", "..", "%s", "-1"),
    "group": ("9", "0", "9" * 30, "-1", "1.0", "x", "\uff11"),
    "number": ("0", "3", "-1", "9" * 30, "9" * 5000, "1.0", "x", "", "10000", "0001", "\uff11"),
    "place": ("0", "4", "-1", "9" * 30, "9" * 5000, "1.0", "x", "10000", "0001", "\uff11"),
    "token": ("x", "9" * 30, ".", "..", "a.b.c", "é", "\ud7ff", "-" * 3000, "%00"),
    "game": ("poker", "MITTLERE", "../mittlere", "9" * 30, "mittlere/rules.html"),
    "table": ("players", "..", "x", "%00", "ROUNDS"),
    "version": ("x", "9" * 30, "..", "0" * 12),
    "name": (
        "css/none.css",
        "../config.py",
        "..%2f..%2fREADME.md",
        "css",
        ".",
        "%00",
        "//etc/passwd",
    ),
}
"""For each name in an address, what nothing is called."""


@pytest.fixture
def other_house(house: House) -> House:
    """Give another circle, of another phone."""
    return House(Table(house.app, Phone(house.app)))


def wrong_addresses(app: Flask, method: str) -> Iterator[tuple[str, str, str]]:
    """Give each route that takes a method, with a name in it and what nothing is called."""
    for rule in rules_of(app, method):
        for name in sorted(rule.arguments):
            for unknown in UNKNOWN[name]:
                yield rule.endpoint, name, unknown


def test_what_isnt_there_is_404_with_a_way_home(house: House) -> None:
    """Unknown circles, matches, rounds, games, tokens, files, ids of 30 digits: 404, and Home."""
    for endpoint, name, unknown in wrong_addresses(house.app, "GET"):
        if (endpoint, unknown) == ("rounds.enter", "3"):
            continue
        page = house.owner.open(house.address(endpoint, **{name: unknown}), expect=404)

        assert page.heading == "There is nothing here."
        assert page.links_to("/")


def test_round_2_can_be_entered_but_not_seen_and_round_3_neither(house: House) -> None:
    """The round that is due has a form and no page yet; the one after it has neither."""
    house.owner.open(house.address("rounds.enter", number="2"))
    house.owner.open(house.address("rounds.show", number="2"), expect=404)
    page = house.owner.open(house.address("rounds.enter", number="3"), expect=404)

    assert page.links_to("/")


def test_a_form_sent_to_what_isnt_there_is_404(house: House) -> None:
    """A form with a good token, sent to an unknown circle, match or link, changes nothing."""
    sendings = {endpoint: house.sending(endpoint) for endpoint in (*FORMS, *QUESTIONS)}
    before = house.table.dump()
    for endpoint, name, unknown in wrong_addresses(house.app, "POST"):
        if (name, unknown) == ("number", "3"):
            continue  # round 3 may have been due before rounds were undone: that is a conflict
        address = house.address(endpoint, **{name: unknown})
        sending = sendings[endpoint]
        page = house.owner.send(type(sending)("POST", address, sending.fields), expect=404)

        assert page.links_to("/")
    assert house.table.dump() == before


def test_a_form_without_its_token_sent_to_what_isnt_there_is_404(house: House) -> None:
    """Whether a match exists can't be found out by forms without a token, either."""
    for endpoint in (*FORMS, *QUESTIONS):
        if "match" in rule_arguments(house.app, endpoint):
            address = house.address(endpoint, match=str(uuid4()))
            sending = house.sending(endpoint).without("csrf_token")
            house.owner.send(type(sending)("POST", address, sending.fields), expect=404)

    assert "match" in rule_arguments(house.app, "matches.undo")


def rule_arguments(app: Flask, endpoint: str) -> set[str]:
    """Give the names in an endpoint's address."""
    [rule] = app.url_map.iter_rules(endpoint)
    return rule.arguments


def foreign(theirs: House, arguments: set[str]) -> Iterator[dict[str, str]]:
    """Give every way in which an address can mix one's own circle with another one."""
    if "circle" not in arguments:
        return
    yield {"circle": theirs.names["circle"]}
    inner = [name for name in INNER if name in arguments]
    if inner:
        yield {name: theirs.names[name] for name in ("circle", *inner)}
    for name in inner:
        yield {name: theirs.names[name]}


def test_another_circles_pages_are_404(house: House, other_house: House) -> None:
    """A stranger sees nothing of a circle, however its ids are combined with those of one's own."""
    mine, theirs = other_house, house
    for rule in rules_of(house.app, "GET"):
        for names in foreign(theirs, rule.arguments):
            page = mine.owner.open(mine.address(rule.endpoint, **names), expect=404)

            assert page.links_to("/")
            assert theirs.names["circle"] not in page.text


def test_another_circles_forms_are_404_and_change_nothing(house: House, other_house: House) -> None:
    """A stranger's form with a good token, sent to any foreign combination of ids, does nothing."""
    mine, theirs = other_house, house
    sendings = {endpoint: mine.sending(endpoint) for endpoint in (*FORMS, *QUESTIONS)}
    before = house.table.dump()
    for endpoint, sending in sendings.items():
        for names in foreign(theirs, rule_arguments(house.app, endpoint)):
            address = mine.address(endpoint, **{**names, "number": "2"})
            page = mine.owner.send(type(sending)("POST", address, sending.fields), expect=404)

            assert page.links_to("/")
    assert house.table.dump() == before


def test_a_browser_that_was_never_here_finds_no_circle(
    house: House, new_phone: Callable[[], Phone]
) -> None:
    """Without the cookie every page of a circle is 404; with a made-up one, too."""
    stranger = new_phone()
    liar = new_phone()
    liar.client.set_cookie("device", "made up")
    liar.client.set_cookie("session", "made.up.too")
    for rule in rules_of(house.app, "GET"):
        if "circle" in rule.arguments:
            stranger.open(house.address(rule.endpoint), expect=404)
            page = liar.open(house.address(rule.endpoint), expect=404)

    assert page.links_to("/")
    assert liar.open("/").has("a", "Start a match")


@pytest.mark.parametrize(
    "cookie", ["", "x" * 4000, "\x7f", '"; device="', "é", "%00", "a=b=c", "{}"]
)
def test_cookies_that_cant_be_ours_are_as_good_as_none(
    house: House, new_phone: Callable[[], Phone], cookie: str
) -> None:
    """Whatever a browser sends as its cookies, it is a stranger or a newcomer."""
    phone = new_phone()
    header = f"device={cookie}; session={cookie}".encode().decode("latin-1")
    statuses = [
        phone.client.get(address, headers={"Cookie": header}).status_code
        for address in ("/", "/matches/new", house.address("home.circle"))
    ]

    assert statuses == [200, 200, 404]


def tokens(house: House) -> dict[str, str]:
    """Give tokens that open nothing, by what is wrong with them."""
    good = house.names["token"]
    signer = URLSafeSerializer(SECRET, salt="join")
    return {
        "cut short": good[:-1],
        "lengthened": good + "A",
        "another payload": "x" + good[1:],
        "no link": str(signer.dumps(uuid4().hex)),
        "a number": str(signer.dumps(5)),
        "a list": str(signer.dumps([])),
        "nothing": str(signer.dumps(None)),
        "another salt": str(URLSafeSerializer(SECRET, salt="else").dumps(uuid4().hex)),
        "another key": str(URLSafeSerializer("other", salt="join").dumps(uuid4().hex)),
        "revoked": house.table.invitation("score", revoked=True).rsplit("/", 1)[1],
    }


def test_a_link_that_opens_nothing_is_404(house: House, new_phone: Callable[[], Phone]) -> None:
    """Tokens that were never signed here, or are revoked, neither ask nor let in."""
    phone = new_phone()
    sending = house.sending("join.join", phone)
    before = house.table.count("grant")
    for token in tokens(house).values():
        address = house.address("join.ask", token=token)
        page = phone.open(address, expect=404)
        phone.send(type(sending)("POST", address, sending.fields), expect=404)

        assert page.links_to("/")
    assert house.table.count("grant") == before


def test_a_revoked_grant_is_out_on_the_next_request(house: House) -> None:
    """A device whose grant is revoked finds nothing from then on, reading or writing (fault 16)."""
    phone = house.table.join("score")
    sending = house.sending("rounds.save", phone)
    house.table.do("UPDATE \"grant\" SET revoked_at = '2026-11-27 20:00:00' WHERE role = 'score'")
    before = house.table.dump()
    page = phone.open(house.address("matches.board"), expect=404)
    phone.send(sending, expect=404)
    home = phone.open("/")

    assert page.links_to("/")
    assert home.has("a", "Start a match")
    assert house.table.dump() == before


def test_a_revoked_device_can_be_let_in_again(house: House) -> None:
    """Joining by a link that is good lets a device in whose grant was revoked."""
    phone = house.table.join("score")
    house.table.do("UPDATE \"grant\" SET revoked_at = '2026-11-27 20:00:00' WHERE role = 'score'")
    phone.open(house.table.invitation("view"))
    home = phone.press("Join")

    assert home.path == house.address("home.circle")
    assert not home.has("a", "New match")


def test_a_deleted_circle_is_404_for_its_own_people(house: House) -> None:
    """Once a circle is deleted its pages and its links are gone."""
    house.table.do("UPDATE circle SET deleted_at = '2026-11-27 20:00:00'")
    for endpoint in ("home.circle", "matches.board", "rounds.show", "join.ask"):
        page = house.owner.open(house.address(endpoint), expect=404)

    assert page.links_to("/")
    assert house.owner.open("/").has("a", "Start a match")


@pytest.mark.parametrize(
    "address",
    [
        "/nothing",
        "/circles/",
        "/circles",
        "/matches/",
        "/join/",
        "/static/",
        "/index.php",
        "/%00",
        "/%ff%fe",
        "/%0d%0aX-Evil:1",
        "/..%2f..%2fetc%2fpasswd",
        "/" + "x" * 5000,
        "/{{7*7}}",
        "/%25s",
        "/circles/%2e%2e/",
    ],
)
def test_an_address_that_nothing_has_is_404(table: Table, address: str) -> None:
    """Whatever is asked for, the answer is a page with a way home."""
    page = table.phone.open(address, expect=404)

    assert page.links_to("/")
    assert "X-Evil" not in page.headers


def test_an_address_without_its_last_slash_leads_on(house: House) -> None:
    """A circle, match or round is found without the slash at its end, too."""
    board = house.owner.open(house.address("matches.board").removesuffix("/"))

    assert board.redirects == (308,)
    assert board.path == house.address("matches.board")


def test_a_wrong_method_is_405_with_a_way_home(house: House) -> None:
    """Every address says which methods it takes, and refuses all others in words."""
    by_address: dict[str, set[str]] = {}
    for rule in house.app.url_map.iter_rules():
        by_address.setdefault(house.address(rule.endpoint), set()).update(rule.methods or ())
    before = house.table.dump()
    for address, allowed in by_address.items():
        for method in {"GET", "POST", "PUT", "PATCH", "DELETE"} - allowed:
            response = house.owner.client.open(address, method=method)
            allows = set(response.headers["Allow"].split(", "))
            page = house.owner.read(response)

            assert page.status == 405
            assert allows == allowed
            assert page.heading == "That isn't done this way."
            assert page.links_to("/")
    assert house.table.dump() == before
