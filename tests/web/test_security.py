"""What stands against strangers: settings, cookies, logs, limits, links that only ask."""

from __future__ import annotations

import logging
import re
import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from scorekeeper import create_app
from scorekeeper.scorebook.store import db
from scorekeeper.web.headers import HEADERS
from scorekeeper.web.logs import scrub
from tests.web.doors import FORMS, House
from tests.web.phone import Phone
from tests.web.table import SECRET, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from flask import Flask

    from tests.web.phone import Sending

ADDRESS = "203.0.113.77"
CROWD = "198.51.100."


@pytest.fixture
def made(web_home: Path, blank_scorebook: Path, tmp_path: Path) -> Iterator[Callable[..., Flask]]:
    """Make applications with settings of their own."""
    apps: list[Flask] = []

    def make(**settings: Any) -> Flask:  # noqa: ANN401 - whatever a setting may be
        path = tmp_path / f"{len(apps)}.db"
        shutil.copyfile(blank_scorebook, path)
        app = create_app({"SECRET_KEY": SECRET, "DATABASE": path, "TESTING": True, **settings})
        apps.append(app)
        return app

    assert web_home.is_dir()
    yield make
    for app in apps:
        with app.app_context():
            db.engine.dispose()


# Settings ---------------------------------------------------------------------------------


def test_under_https_every_answer_says_so(made: Callable[..., Flask]) -> None:
    """HSTS on pages, errors, redirects and files; joining sets __Host- cookies, all Secure."""
    app = made(HTTPS=True)
    client = app.test_client()
    for address in ("/", "/nothing", "/robots.txt", "/rules/", "/rules"):
        response = client.get(address, base_url="https://localhost")

        assert response.headers["Strict-Transport-Security"] == "max-age=31536000"
        for line in response.headers.getlist("Set-Cookie"):
            assert line.startswith("__Host-")
            assert {"Secure", "HttpOnly", "Path=/", "SameSite=Lax"} <= set(line.split("; "))
            assert "Domain" not in line
        response.close()


@pytest.mark.parametrize("hosts", [["cards.example"], "cards.example, other.example"])
def test_a_host_that_isnt_served_is_400(made: Callable[..., Flask], hosts: object) -> None:
    """With TRUSTED_HOSTS a foreign Host header gets a plain sentence, and the safe headers."""
    client = made(TRUSTED_HOSTS=hosts).test_client()
    good = client.get("/", headers={"Host": "cards.example"})
    for address in ("/", "/nothing", "/circles/", "/join/x"):
        bad = client.get(address, headers={"Host": "evil.example"})

        assert bad.status_code == 400
        assert bad.mimetype == "text/plain"
        assert bad.text == "This host isn't served here."
        assert {name: bad.headers[name] for name in HEADERS} == HEADERS
    assert good.status_code == 200


FORWARDED = {
    "X-Forwarded-For": ADDRESS,
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "evil.example",
}


@pytest.mark.parametrize(("proxies", "believed"), [(0, False), (1, True)])
def test_proxies_are_believed_only_by_setting(
    made: Callable[..., Flask],
    proxies: int,
    believed: bool,
) -> None:
    """X-Forwarded-* name the host of links only if TRUSTED_PROXIES says so."""
    app = made(TRUSTED_PROXIES=proxies)
    table = Table(app, Phone(app))
    table.start("mittlere")
    table.phone.open(f"{table.circle}share")
    table.phone.press("Make a new link")
    page = table.phone.client.get(f"{table.circle}share", headers=FORWARDED)

    assert ("https://evil.example/join/" in page.text) is believed


@pytest.mark.parametrize(("proxies", "counted"), [(0, 1), (1, 3)])
def test_circles_are_counted_by_the_address_that_is_believed(
    made: Callable[..., Flask], proxies: int, counted: int
) -> None:
    """Without trusted proxies a made-up X-Forwarded-For doesn't help anybody."""
    app = made(CIRCLES_A_DAY=1, TRUSTED_PROXIES=proxies)
    statuses = []
    for number in range(3):
        phone = Phone(app)
        phone.client.environ_base["HTTP_X_FORWARDED_FOR"] = f"{CROWD}{number}"
        statuses.append(phone.request(first_plan(phone)).status_code)

    assert statuses.count(303) == counted
    assert set(statuses) <= {303, 429}


def first_plan(phone: Phone) -> Sending:
    """Fill in the plan of a first match."""
    seats = "&".join(f"seat=%2B{name}" for name in ("Ada", "Ben", "Cem"))
    page = phone.open(f"/matches/new?game=mittlere&{seats}&name=Dee&rule-rounds=7")
    return page.sending("Start the match")


def test_circles_per_address_and_day_are_limited(made: Callable[..., Flask]) -> None:
    """One too many is 429 with everything that was planned; what there is stays open."""
    app = made(CIRCLES_A_DAY=2)
    phones = [Phone(app) for _ in range(3)]
    boards = [phone.send(first_plan(phone)) for phone in phones[:2]]
    page = phones[2].send(first_plan(phones[2]), expect=429)

    assert "as many circles today as it may" in page.alerts
    assert page.texts("ol.seats bdi") == ["Ada", "Ben", "Cem"]
    assert page.value("rule-rounds") == "7"
    assert page.value("name") == "Dee"
    for phone, board in zip(phones, boards, strict=False):
        phone.open(board.path)
    elsewhere = Phone(app)
    elsewhere.client.environ_base["REMOTE_ADDR"] = ADDRESS
    assert elsewhere.send(first_plan(elsewhere)).redirects == (303,)


def test_a_match_in_a_circle_that_one_has_isnt_counted(made: Callable[..., Flask]) -> None:
    """The limit is on circles, not on matches."""
    app = made(CIRCLES_A_DAY=1)
    table = Table(app, Phone(app))
    table.start("mittlere")
    circle = table.circle
    for _ in range(3):
        page = table.start("mittlere", circle=circle)

    assert page.redirects == (303,)


def test_no_address_is_stored(house: House) -> None:
    """Whoever made, joined and played: the file holds no IP address, in whatever form."""
    phone = Phone(house.app)
    phone.client.environ_base["REMOTE_ADDR"] = ADDRESS
    phone.open(house.table.invitation("own"))
    phone.press("Join")
    house.be_ada(phone)
    house.owner.client.environ_base["REMOTE_ADDR"] = ADDRESS
    sendings = [house.sending(endpoint, phone) for endpoint in FORMS if endpoint != "share.leave"]
    for sending in sendings:
        phone.request(sending).close()
    held = house.table.path.read_bytes()
    for behind in ("-wal",):
        beside = house.table.path.with_name(house.table.path.name + behind)
        held += beside.read_bytes() if beside.exists() else b""

    assert ADDRESS.encode() not in held
    assert b"127.0.0.1" not in held
    assert bytes([203, 0, 113, 77]) not in held


# Secrets ----------------------------------------------------------------------------------


@contextmanager
def failing(app: Flask, message: str) -> Iterator[None]:
    """Let the question about joining fail with an error of our own making."""
    asked = app.view_functions["join.ask"]

    def fail(**names: str) -> str:
        raise RuntimeError(message.format(**names))

    app.view_functions["join.ask"] = fail
    app.config["PROPAGATE_EXCEPTIONS"] = False
    try:
        yield
    finally:
        app.view_functions["join.ask"] = asked
        app.config["PROPAGATE_EXCEPTIONS"] = None


def test_a_links_token_is_in_no_log(house: House, caplog: pytest.LogCaptureFixture) -> None:
    """Not when a request fails, in the message or in its traceback, and not if it is pasted."""
    token, path = house.names["token"], house.address("join.ask")
    caplog.set_level(logging.DEBUG)
    with failing(house.app, "can't open /join/{token}"):
        page = Phone(house.app).open(path, expect=500)
    for name in (house.app.logger.name, "werkzeug", "_granian"):
        logging.getLogger(name).warning('"GET %s?x=1 HTTP/1.1" 200', path)
        logging.getLogger(name).warning("GET %s", f"/join/?link=http%3A%2F%2Fx%2Fjoin%2F{token}&y")

    assert "RuntimeError" in caplog.text
    assert "/join/…" in caplog.text
    assert token not in caplog.text
    assert "RuntimeError" not in page.text
    assert page.links_to("/")


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("GET /join/IjEi.abc-_ HTTP/1.1", "GET /join/… HTTP/1.1"),
        ("'/join/a.b'", "'/join/…'"),
        ("/join/a.b/?x=1", "/join/…/?x=1"),
        ("/join/?link=a.b&c=d", "/join/?link=…&c=d"),
        ("/rules/kunibert/", "/rules/kunibert/"),
    ],
)
def test_only_tokens_are_scrubbed(text: str, clean: str) -> None:
    """What else stands in a line is needed to mend what failed."""
    assert scrub(text) == clean


def test_no_title_holds_a_secret(house: House) -> None:
    """Titles end up in histories, bookmarks and screenshots: no token, cookie or uid in them."""
    cookie = house.owner.client.get_cookie("device")
    assert cookie is not None
    secrets = (cookie.value, house.names["token"], house.names["circle"])
    for endpoint, address in house.pages():
        response = house.owner.client.get(address, follow_redirects=True)
        titles = re.findall(r"<title>(.*?)</title>", response.text, re.DOTALL)
        response.close()

        assert not any(secret in title for secret in secrets for title in titles), endpoint


def test_links_are_on_no_page_but_the_share_page(house: House) -> None:
    """No other page of an owner holds a token, and none of anybody else."""
    for endpoint, address in house.pages():
        if endpoint.startswith(("share.", "join.")):
            continue
        response = house.owner.client.get(address)

        assert house.names["token"] not in response.text, endpoint
        response.close()


# Links that only ask ----------------------------------------------------------------------


def test_a_preview_bot_changes_nothing(house: House) -> None:
    """GET and HEAD of a join link, however often and by whomever, leave the file as it was."""
    before = house.table.dump()
    for phone in (Phone(house.app), house.owner, house.guest):
        for _ in range(20):
            for method in ("GET", "HEAD", "OPTIONS"):
                for endpoint in ("join.ask", "join.paste"):
                    phone.client.open(house.address(endpoint), method=method).close()

    assert house.table.dump() == before


def test_redirects_are_relative(house: House) -> None:
    """Wherever an answer leads, it is a path of ours, whatever the Host header says."""
    headers = {"Host": "evil.example"}
    found = []
    for endpoint, address in house.pages():
        for path in (address, address.rstrip("/"), f"/{address}", f"{address}?next=//evil.example"):
            response = house.owner.client.get(path, headers=headers)
            found.append((endpoint, response.headers.get("Location", "/")))
            response.close()
    sendings = {endpoint: house.sending(endpoint) for endpoint in FORMS}
    for endpoint, sending in sendings.items():
        response = house.owner.client.post(
            sending.address, data=dict(sending.fields), headers=headers
        )
        found.append((endpoint, response.headers.get("Location", "/")))
        response.close()

    assert [pair for pair in found if not re.match(r"/(?![/\\])", pair[1])] == []
    assert len(found) > 100
