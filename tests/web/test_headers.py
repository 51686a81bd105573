"""Headers: the same safe set on every answer, static files that last, and small answers."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import struct
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from scorekeeper.scorebook.store import db
from tests.web.phone import Phone
from tests.web.table import Table, fill_round, make_app

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask import Flask
    from werkzeug.test import TestResponse

    from tests.web.doors import House

POLICY = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
)
HEADERS = {
    "Content-Security-Policy": "; ".join(POLICY),
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "strict-origin",
}
"""What every answer has; the policy lets in our own files only, nothing inline or framed."""

HTML = "text/html; charset=utf-8"
ALWAYS = {*HEADERS, "Cache-Control", "Content-Type", "Content-Length"}
COOKIES = {"Set-Cookie", "Vary"}


def answers(house: House) -> Iterator[tuple[str, TestResponse, int, set[str]]]:
    """Give an answer of every kind, with its status and the headers it has besides."""
    client = house.owner.client
    noindex = {"X-Robots-Tag"}
    board = house.address("matches.board")
    save = house.sending("rounds.save")
    yield "page", client.get(board), 200, noindex | {"Vary"}
    yield "home", client.get("/"), 200, COOKIES
    yield "form", client.get(house.address("rounds.enter", number="2")), 200, noindex | {"Vary"}
    yield "rules", client.get("/rules/kunibert/"), 200, {"Vary"}
    yield "slash", client.get(board.removesuffix("/")), 308, noindex | {"Location", "Vary"}
    yield "404", client.get("/nothing"), 404, {"Vary"}
    yield "404 in a circle", client.get(f"{board}rounds/9/"), 404, noindex | {"Vary"}
    yield "405", client.post("/"), 405, {"Allow", "Vary"}
    yield "413", client.post("/matches", data=b"1" * 70_000), 413, {"Connection", "Vary"}
    yield "400", house.owner.request(save.without("csrf_token")), 400, noindex | {"Vary"}
    bad = save.changed({"seat_0-points": "x"})
    yield "422", house.owner.request(bad), 422, noindex | {"Vary"}
    yield "303", house.owner.request(save), 303, noindex | {"Location", "Vary"}
    other = save.changed({"seat_0-points": "59", "seat_1-points": "63"})
    yield "409", house.owner.request(other), 409, noindex | {"Vary"}
    yield "join", client.get(house.address("join.ask")), 200, noindex | COOKIES
    yield "no link", client.get("/join/?link=x"), 404, noindex | {"Vary"}
    pasted = client.get(house.address("join.paste"))
    yield "pasted", pasted, 303, noindex | {"Location", "Vary"}
    yield "share", client.get(house.address("share.share")), 200, noindex | {"Vary"}
    yield "a link", client.get(house.address("share.show_link")), 200, noindex | {"Vary"}
    yield "leave", client.get(house.address("share.ask_leave")), 200, noindex | {"Vary"}
    recovery = house.owner.request(house.sending("share.recovery"))
    yield "recovery", recovery, 200, noindex | {"Vary"}
    yield "403", house.guest.client.get(house.address("share.share")), 403, noindex | {"Vary"}
    stranger = Phone(house.app)
    nameless = house.sending("join.join", stranger).having(player="new", name="")
    yield "join, 422", stranger.request(nameless), 422, noindex | COOKIES
    joined = stranger.request(house.sending("join.join", stranger))
    yield "joined", joined, 303, noindex | COOKIES | {"Location"}
    house.app.config["CIRCLES_A_DAY"], most = 0, house.app.config["CIRCLES_A_DAY"]
    too_many = stranger.request(house.sending("planning.begin_first", stranger))
    house.app.config["CIRCLES_A_DAY"] = most
    yield "429", too_many, 429, COOKIES


def test_every_answer_has_exactly_these_headers(house: House) -> None:
    """Pages, redirects and errors have the policy, may not be kept, and tell nothing else."""
    for kind, response, status, besides in answers(house):
        names = set(response.headers.keys())

        assert (kind, response.status_code) == (kind, status)
        assert names == ALWAYS | besides, kind
        assert {name: response.headers[name] for name in HEADERS} == HEADERS, kind
        assert response.headers["Cache-Control"] == "no-store", kind
        assert response.headers["Content-Type"] == HTML, kind
        response.close()


def test_robots_are_kept_out_of_circles_and_invitations(house: House) -> None:
    """Circles and invitations are noindex on every answer; the front page and rules aren't."""
    for endpoint, address in house.pages():
        response = house.owner.client.get(address)
        private = address.startswith(("/circles/", "/join/"))

        assert ("X-Robots-Tag" in response.headers) is private, endpoint
        response.close()
    robots = house.owner.client.get("/robots.txt")
    assert robots.get_data(as_text=True).splitlines() == [
        "User-agent: *",
        "Disallow: /circles/",
        "Disallow: /join/",
    ]
    robots.close()


# Static files --------------------------------------------------------------------------------


def test_static_files_never_change_under_their_address(house: House) -> None:
    """A file stands under an address with its content's hash, to be kept for a year."""
    page = house.owner.open("/matches/new?game=mittlere")
    files = [
        page.leads(tag) if tag.has_attr("href") else str(tag["src"])
        for tag in page.all("link[href], script[src]")
    ]

    assert len(files) == 5
    for address in files:
        assert re.fullmatch(r"/static/[0-9a-f]{12}/((css|js|icons)/)?[\w.-]+", address)
        response = house.owner.client.get(address)
        kept = response.headers["Cache-Control"]
        assert response.status_code == 200
        assert set(kept.split(", ")) == {"public", "max-age=31536000", "immutable"}
        assert {name: response.headers[name] for name in HEADERS} == HEADERS
        assert "Set-Cookie" not in response.headers
        response.close()


def test_a_static_file_of_another_version_is_404(house: House) -> None:
    """What an old page asks for isn't answered with a new file."""
    for version in ("000000000000", "x", house.names["version"].upper() + "0"):
        page = house.owner.open(f"/static/{version}/css/app.css", expect=404)

        assert page.headers["Cache-Control"] == "no-store"


def test_static_files_are_asked_for_again_without_being_sent_again(house: House) -> None:
    """A browser that has a file is told so: 304, without a body."""
    address = house.address("assets.file")
    first = house.owner.client.get(address)
    again = house.owner.client.get(address, headers={"If-None-Match": first.headers["ETag"]})

    assert again.status_code == 304
    assert again.get_data() == b""
    for response in (first, again):
        response.close()


def test_what_the_browser_asks_for_unasked_is_there(house: House) -> None:
    """/favicon.ico and /robots.txt are answered, and without a cookie."""
    for address, kind in (("/favicon.ico", "image/svg+xml"), ("/robots.txt", "text/plain")):
        response = house.owner.client.get(address)

        assert (response.status_code, response.mimetype) == (200, kind)
        assert "Set-Cookie" not in response.headers
        response.close()


def test_the_service_worker_is_another_for_each_release(house: House) -> None:
    """/worker.js is asked for anew each time, and names the files of this very release."""
    response = house.owner.client.get("/worker.js")
    text = response.get_data(as_text=True)
    found = re.fullmatch(r'self\.shell = (\{.*\});\nimportScripts\("(.+)"\);\n', text)
    assert found is not None
    shell = json.loads(found[1])

    assert response.mimetype == "text/javascript"
    assert response.headers["Cache-Control"] == "no-cache"
    assert {name: response.headers[name] for name in HEADERS} == HEADERS
    assert "Set-Cookie" not in response.headers
    assert shell["version"] == house.names["version"]
    assert house.address("assets.file") in shell["files"]
    away = house.owner.client.get(shell["away"])
    assert (away.status_code, "Set-Cookie" in away.headers) == (200, False)
    for address in (*shell["files"], found[2]):
        file = house.owner.client.get(address)
        assert address.startswith(f"/static/{shell['version']}/")
        assert file.status_code == 200
        file.close()


def test_the_manifest_names_icons_of_the_size_that_it_says(house: House) -> None:
    """Each icon of the installed app is there, a PNG of the size that stands in the manifest."""
    page = house.owner.open("/")
    [link] = page.all('link[rel="manifest"]')
    address = page.leads(link)
    response = house.owner.client.get(address)
    manifest = json.loads(response.get_data())
    response.close()

    assert response.mimetype == "application/manifest+json"
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    assert {icon.get("purpose") for icon in manifest["icons"]} == {None, "maskable"}
    for icon in manifest["icons"]:
        image = house.owner.client.get(urljoin(address, icon["src"]))
        assert image.mimetype == icon["type"]
        if icon["type"] == "image/png":
            size = "x".join(str(side) for side in struct.unpack(">II", image.get_data()[16:24]))
            assert size == icon["sizes"]
        image.close()


# Small ---------------------------------------------------------------------------------------


def test_pages_over_a_kilobyte_are_packed(house: House) -> None:
    """A browser that takes gzip gets it, for pages, errors and files; and the same text."""
    save = house.sending("rounds.save").without("csrf_token")
    packs = {"Accept-Encoding": "gzip"}
    for address in ("/", house.address("matches.board"), "/nothing", house.address("assets.file")):
        plain = house.owner.client.get(address)
        packed = house.owner.client.get(address, headers=packs)

        assert packed.headers["Content-Encoding"] == "gzip"
        assert "Accept-Encoding" in packed.headers["Vary"]
        assert len(gzip.decompress(packed.get_data())) == len(plain.get_data())
        assert len(packed.get_data()) < len(plain.get_data())
        for response in (plain, packed):
            response.close()
    lapsed = house.owner.client.post(save.address, data=dict(save.fields), headers=packs)
    assert lapsed.headers["Content-Encoding"] == "gzip"


def test_short_answers_stay_as_they_are(house: House) -> None:
    """Packing what is under a kilobyte would only cost time."""
    for address in ("/robots.txt", house.address("matches.board").removesuffix("/")):
        response = house.owner.client.get(address, headers={"Accept-Encoding": "gzip"})

        assert "Content-Encoding" not in response.headers
        response.close()


def test_a_first_cold_page_is_small(house: House) -> None:
    """Page, style and script are at most 14 kB on the wire, in three requests."""
    packs = {"Accept-Encoding": "gzip"}
    for address in ("/", "/matches/new?game=mueckenstich", house.address("matches.board")):
        page = house.owner.open(address)
        needed = [address]
        needed += [page.leads(tag) for tag in page.all('link[rel="stylesheet"]')]
        needed += [str(tag["src"]) for tag in page.all("script[src]")]
        length = 0
        for each in needed:
            response = house.owner.client.get(each, headers=packs)
            length += len(response.get_data())
            response.close()

        assert len(needed) <= 3
        assert length <= 14_000


IMPORTS = re.compile(r'from "(\./[a-z]+\.js)"')


def modules(phone: Phone, address: str) -> dict[str, bytes]:
    """Give a script and all that it imports, packed, by address."""
    found: dict[str, bytes] = {}
    due = [address]
    while due:
        address = due.pop()
        response = phone.client.get(address)
        text = response.get_data(as_text=True)
        response.close()
        packed = phone.client.get(address, headers={"Accept-Encoding": "gzip"})
        found[address] = packed.get_data()
        packed.close()
        due += [at for name in IMPORTS.findall(text) if (at := urljoin(address, name)) not in found]
    return found


def test_the_pad_is_small(house: House) -> None:
    """All modules and the styles of the entry are at most 30 kB on the wire, from one script."""
    page = house.owner.open(house.address("rounds.enter", number="2"))
    [script] = page.all("script")
    scripts = modules(house.owner, str(script["src"]))
    length = sum(map(len, scripts.values()))
    for style in page.all('link[rel="stylesheet"]'):
        response = house.owner.client.get(page.leads(style), headers={"Accept-Encoding": "gzip"})
        length += len(response.get_data())
        response.close()

    assert len(scripts) > 1
    assert length <= 30_000


# Cookies -------------------------------------------------------------------------------------


def cookies_of(phone: Phone, address: str) -> dict[str, str]:
    """Give the cookies that an answer sets, by name, with what stands behind their value."""
    response = phone.client.get(address)
    found = {}
    for line in response.headers.getlist("Set-Cookie"):
        name, _, rest = line.partition("=")
        found[name] = rest.partition(";")[2]
    response.close()
    return found


def test_cookies_are_out_of_reach_for_scripts_and_other_sites(phone: Phone) -> None:
    """Both cookies are HttpOnly, Lax, of the whole site, and stay for 400 days."""
    cookies = cookies_of(phone, "/matches/new?game=mittlere")

    assert set(cookies) == {"device", "session"}
    for attributes in cookies.values():
        assert {"HttpOnly", "Path=/", "SameSite=Lax"} <= {
            part.strip() for part in attributes.split(";")
        }
        assert "Expires=" in attributes
        assert "Domain=" not in attributes


def test_home_renews_the_devices_cookie(house: House) -> None:
    """A browser that keeps coming stays known: its cookie is set anew, with the same secret."""
    before = house.owner.client.get_cookie("device")
    cookies = cookies_of(house.owner, "/")
    after = house.owner.client.get_cookie("device")

    assert "device" in cookies
    assert before is not None
    assert after is not None
    assert before.value == after.value


def test_every_browser_gets_a_secret_of_its_own(table_app: Flask) -> None:
    """Device secrets are long and never the same; the scorebook keeps their digest only."""
    secrets = set()
    for _phone in range(3):
        table = Table(table_app, Phone(table_app))
        table.start("mittlere")
        cookie = table.phone.client.get_cookie("device")
        assert cookie is not None
        secrets.add(cookie.value)

    assert len(secrets) == 3
    assert all(len(secret) >= 43 for secret in secrets)
    assert not any(secret in table.dump() for secret in secrets)


def test_under_https_cookies_are_of_this_host_only(blank_scorebook: Path, tmp_path: Path) -> None:
    """With HTTPS both cookies are Secure and named __Host-, and browsers are told to stay."""
    path = tmp_path / "https.db"
    shutil.copyfile(blank_scorebook, path)
    app = make_app(path, HTTPS=True)
    response = app.test_client().get("/matches/new?game=mittlere", base_url="https://localhost")
    cookies = response.headers.getlist("Set-Cookie")
    with app.app_context():
        db.engine.dispose()

    assert sorted(line.split("=")[0] for line in cookies) == ["__Host-device", "__Host-session"]
    assert all("Secure" in line and "Path=/" in line for line in cookies)
    assert response.headers["Strict-Transport-Security"] == "max-age=31536000"


def test_over_plain_http_browsers_arent_told_what_holds_for_https(phone: Phone) -> None:
    """On a LAN without https nothing asks for it, or for what browsers would only complain of."""
    page = phone.open("/")
    lan = phone.client.get("/", base_url="http://192.168.1.20:8000")

    assert "Strict-Transport-Security" not in page.headers
    assert page.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "Cross-Origin-Opener-Policy" not in lan.headers
    lan.close()


def test_a_match_can_be_played_with_compression_asked_for(house: House) -> None:
    """A form that came packed is a form like any other."""
    address = house.address("rounds.enter", number="2")
    packed = house.owner.client.get(address, headers={"Accept-Encoding": "gzip"})
    text = gzip.decompress(packed.get_data()).decode()
    page = house.owner.open(address)
    fill_round(page, {"points": [70, 52, 35]})

    assert 'id="round"' in text
    assert house.owner.press("Save round 2").redirects == (303,)
