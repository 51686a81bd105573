"""What this browser keeps for when there is no network: which pages, of when, and until when."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from scorekeeper.scorebook.database import make_key
from tests.ui.beforehand import begun
from tests.ui.conftest import CHROMIUM
from tests.ui.phone import Phone
from tests.ui.playing import MIDDLE, THREE, count_field, points, type_round
from tests.ui.program import running

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Browser

    from tests.ui.conftest import Unpack
    from tests.ui.serving import Server

UID = "[0-9a-f-]{36}"
KEPT = re.compile(
    rf"/(offline|rules/([a-z]+/)?|circles/{UID}/(matches/{UID}/(rounds/\d+/(enter)?)?)?)?"
)
"""The pages that are kept: home, circles, scoreboards, rounds, forms of rounds, and rules.

And one for all others, which says that they aren't.
"""

ALL_KEPT = """async () => {
  const names = await caches.keys();
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return kept.flat().map(({ url }) => url);
}"""

FORGOTTEN = """async (circle) => {
  const names = await caches.keys();
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  const left = [...kept.flat().map(({ url }) => url), ...Object.keys(localStorage)];
  return !left.some((one) => one.includes(circle));
}"""

AGE = re.compile(r"^You are offline\. This is how it stood at \d\d:\d\d\.$")


@pytest.fixture
def service_workers() -> str:
    """Let phones keep pages: that is what is looked at."""
    return "allow"


@pytest.fixture
def board(ui_phone: Phone) -> str:
    """Begin a match and enter a round; give the path of its scoreboard, once it is kept."""
    begun(ui_phone, MIDDLE, 1)
    ui_phone.await_worker(ui_phone.path, f"{ui_phone.path}rounds/2/enter")
    return ui_phone.path


@pytest.fixture
def guest(unpack: Unpack, ui_server: Server, board: str) -> Phone:
    """Let a second phone in, which may score; it has typed half a round, and keeps its pages."""
    phone = unpack(ui_server)
    phone.open(ui_server.invitation())
    phone.press("Join")
    expect(phone.link("Enter round 2")).to_be_visible()
    phone.open(board)
    phone.follow("Enter round 2")
    expect(phone.page.locator("form.padded")).to_be_visible()
    count_field(phone, "Ada", "Points").fill("70")
    phone.await_worker(board, f"{board}rounds/2/enter")
    assert phone.stored == [f"draft {board}rounds/2/enter"]
    return phone


def fill(phone: Phone, *values: tuple[str, str]) -> None:
    """Fill in players' points."""
    for name, value in values:
        count_field(phone, name, "Points").fill(value)


def circle_of(board: str) -> str:
    """Give the path of a scoreboard's circle."""
    return board.partition("matches/")[0]


def keeps_nothing_of(phone: Phone, circle: str) -> None:
    """Wait until nothing of a circle is kept: no page, nothing typed."""
    phone.awaits(FORGOTTEN, circle)

    assert [path for path in phone.kept_pages if circle in path] == []
    assert [name for name in phone.stored if circle in name] == []


def test_what_was_seen_is_shown_without_a_network_and_says_of_when_it_is(
    ui_phone: Phone, ui_server: Server, board: str
) -> None:
    """Offline the scoreboard, home and a round open as last seen; another page doesn't."""
    ui_phone.open("/")
    ui_phone.open(f"{board}rounds/1/")
    ui_phone.await_worker("/", f"{board}rounds/1/")
    ui_phone.goes_offline(ui_server)
    for path in (board, "/", f"{board}rounds/1/"):
        ui_phone.open(path)

        expect(ui_phone.page.locator("#stood")).to_have_text(AGE)
        expect(ui_phone.page.locator("body")).to_have_css("max-width", "720px")

    ui_phone.open(board)
    ui_phone.shows_row("Round 1", *MIDDLE.rounds[0][1])


def test_a_page_that_was_not_kept_says_so_and_leads_back(
    ui_phone: Phone, ui_server: Server, board: str
) -> None:
    """Offline a round's history isn't there, in words of ours; Back leads to the scoreboard."""
    heading = ui_phone.page.get_by_role("heading", level=1)
    ui_phone.open(board)
    ui_phone.goes_offline(ui_server)
    for path in (f"{board}rounds/1/history", f"{board}rounds/2/enter?seat_0-points=70"):
        ui_phone.open(path)

        expect(heading).to_have_text("You are offline")
        expect(ui_phone.page.locator("body")).to_have_css("max-width", "720px")
        assert ui_phone.path == path

        ui_phone.press("Back")

        expect(ui_phone.page.locator("#stood")).to_have_text(AGE)
        assert ui_phone.path == board

    ui_phone.open(f"{board}rounds/1/history")
    expect(heading).to_have_text("You are offline")
    ui_phone.comes_back(ui_server)

    expect(ui_phone.page.locator(".events h2")).to_have_text(["Entered round 1"])


def test_an_undo_that_cannot_be_sent_stays_on_its_page(
    ui_phone: Phone, ui_server: Server, board: str
) -> None:
    """Offline the scoreboard says that nothing has changed; with a network it is undone."""
    ui_phone.open(board)
    ui_phone.await_worker(board)
    ui_phone.goes_offline(ui_server)
    ui_phone.press("Undo round 1")

    expect(ui_phone.page.locator("#stood")).to_have_text(
        "You are offline: that can't be done now. Nothing has changed."
    )
    ui_phone.has_rounds(1)
    assert ui_phone.path == board

    ui_phone.comes_back(ui_server)
    ui_phone.press("Undo round 1")

    ui_phone.has_rounds(0)
    assert ui_server.acts == ["start", "record 1", "void 1"]


def test_a_page_from_the_network_says_nothing_of_its_age(ui_phone: Phone, board: str) -> None:
    """As long as the server answers, pages come from it."""
    ui_phone.open(board)
    ui_phone.await_worker(board)

    expect(ui_phone.page.locator("#stood")).to_be_hidden()


def test_who_may_come_in_is_never_kept(ui_phone: Phone, ui_server: Server, board: str) -> None:
    """Of links, recovery, devices, settings and answers to forms nothing is in any cache."""
    circle = circle_of(board)
    invitation = ui_server.invitation()
    for page in ("settings", "leave", "you/", "share"):
        ui_phone.open(circle + page)
    ui_phone.open(invitation)
    ui_phone.open(f"{circle}share")
    ui_phone.press("Make a recovery link")
    expect(ui_phone.button("Make a recovery link")).to_have_count(0)
    ui_phone.open(f"{board}rounds/2/enter?seat_0-points=70")
    ui_phone.open(board)
    ui_phone.press("Undo round 1")
    ui_phone.has_rounds(0)
    urls = ui_phone.page.evaluate(ALL_KEPT)
    paths = [url.removeprefix(ui_phone.origin) for url in urls]

    assert board in paths
    assert [
        path for path in paths if not path.startswith("/static/") and not KEPT.fullmatch(path)
    ] == []


# Nothing outlives a circle ------------------------------------------------------------------------


def test_leaving_takes_pages_and_drafts_along(guest: Phone, board: str) -> None:
    """Whoever leaves a circle has none of its pages and nothing typed for it any more (no. 16)."""
    circle = circle_of(board)
    guest.open(f"{circle}leave")
    guest.press("Leave")
    expect(guest.link("Start a match")).to_be_visible()

    keeps_nothing_of(guest, circle)


def test_leaving_takes_an_unsent_round_along(
    ui_phone: Phone, guest: Phone, ui_server: Server, board: str
) -> None:
    """A round that couldn't be saved goes, too, and no request is made for it any more."""
    circle = circle_of(board)
    fill(guest, ("Ben", "52"), ("Cem", "35"))
    ui_phone.follow("Enter round 2")
    type_round(ui_phone, THREE, points(70, 35, 52))
    ui_phone.press("Save round 2")
    ui_phone.has_rounds(2)
    guest.press("Save round 2")
    expect(guest.button("Replace round 2")).to_be_visible()
    guest.open(f"{circle}leave")
    expect(guest.page.get_by_role("alert")).to_contain_text("couldn't be saved")
    sent = len(ui_server.posts)
    guest.press("Leave")
    expect(guest.link("Start a match")).to_be_visible()

    keeps_nothing_of(guest, circle)
    assert ui_server.posts[sent:] == [f"{circle}leave"]
    assert ui_server.acts == ["start", "record 1", "record 2"]


def put_out(owner: Phone, circle: str, guest: Phone) -> None:
    """Put the guest's device out: whatever it asks from then on has nothing there."""
    guest.guard.expect(rf"404: .*{circle}.*")
    owner.open(f"{circle}share")
    owner.page.get_by_role("button", name=re.compile("^Put out ")).tap()
    expect(owner.page.get_by_role("button", name=re.compile("^Put out "))).to_have_count(0)


def test_a_device_that_was_put_out_keeps_nothing_after_its_next_request(
    ui_phone: Phone, guest: Phone, board: str
) -> None:
    """The 404 that says so empties the cache and the drafts, and offline nothing comes back."""
    circle = circle_of(board)
    put_out(ui_phone, circle, guest)
    guest.open(board)
    expect(guest.page.get_by_role("heading", level=1)).to_have_text("There is nothing here.")

    keeps_nothing_of(guest, circle)


def test_home_tells_what_else_to_forget(ui_phone: Phone, guest: Phone, board: str) -> None:
    """A device that was put out and opens home keeps nothing of that circle either."""
    circle = circle_of(board)
    put_out(ui_phone, circle, guest)
    guest.open("/")
    expect(guest.link("Start a match")).to_be_visible()

    keeps_nothing_of(guest, circle)


def test_a_round_of_a_device_that_was_put_out_stays_until_it_is_discarded(
    ui_phone: Phone, guest: Phone, ui_server: Server, board: str
) -> None:
    """After a 404 its pages go at once, its numbers when somebody says so."""
    circle = circle_of(board)
    fill(guest, ("Ben", "52"), ("Cem", "35"))
    guest.goes_offline(ui_server)
    guest.press("Save round 2")
    expect(guest.page.get_by_text("saved here, not sent yet")).to_be_visible()
    put_out(ui_phone, circle, guest)
    guest.comes_back(ui_server)
    refusal = guest.page.get_by_role("alert")
    expect(refusal).to_contain_text("isn't in its circle", timeout=20_000)
    guest.open("/")

    expect(refusal).to_contain_text("Round 2, Mittlere Jass couldn't be saved")
    assert guest.stored == [f"queue {board}rounds/2/enter"]

    guest.press("Discard")
    guest.press("Discard it")

    expect(refusal).to_have_count(0)
    keeps_nothing_of(guest, circle)
    assert ui_server.acts == ["start", "record 1"]


# Releases -----------------------------------------------------------------------------------------


def test_a_new_release_leaves_no_mix_behind(
    unpack: Unpack, tmp_path: Path, empty_database: Path
) -> None:
    """Files of the old release go, and pages that were kept are kept anew, with the new files."""
    instance = tmp_path / "instance"
    instance.mkdir()
    shutil.copy(empty_database, instance / "scorekeeper.db")
    make_key(instance / "secret_key")
    versions = "() => caches.keys().then((names) => names.sort())"
    with running(instance) as program:
        phone = unpack(program)
        begun(phone, MIDDLE)
        board = phone.path
        phone.await_worker(board, f"{board}rounds/1/enter")
        before = phone.page.evaluate(versions)
        phone.guard.expect("failed: .*: net::ERR_CONNECTION_REFUSED")
        program.kill()
        program.release(tmp_path / "release")
        program.start()
        phone.open("/")
        phone.awaits("async (old) => !(await caches.keys()).includes(old)", before[0])
        after = phone.page.evaluate(versions)
        phone.await_worker(board, f"{board}rounds/1/enter")
        phone.guard.expect(r"failed: .*: net::ERR_INTERNET_DISCONNECTED")
        phone.context.set_offline(True)
        phone.open(board)

        assert len(before) == len(after) == 2
        assert not set(before) & set(after)
        expect(phone.page.locator("#stood")).to_have_text(AGE)
        expect(phone.page.locator("body")).to_have_css("max-width", "720px")
        version = after[0].removeprefix("pages ")
        sheets = phone.page.locator("link[rel=stylesheet]")
        expect(sheets).to_have_attribute("href", f"/static/{version}/css/app.css")


# The app ------------------------------------------------------------------------------------------


def test_it_can_be_installed(
    launch_browser: Callable[..., Browser],
    browser_context_args: dict[str, Any],
    ui_server: Server,
) -> None:
    """Chromium finds no fault in the manifest, and nothing against it but that this is a test."""
    # Only the whole one, with windows and all, installs anything.
    own = {"executable_path": str(CHROMIUM)} if CHROMIUM.exists() else {"channel": "chromium"}
    with launch_browser(**own) as whole:
        phone = Phone(whole.new_context(**browser_context_args), ui_server.origin)
        phone.open("/")
        phone.await_worker()
        chromium = phone.context.new_cdp_session(phone.page)
        manifest = chromium.send("Page.getAppManifest")
        errors = chromium.send("Page.getInstallabilityErrors")

    assert phone.guard.faults == []
    assert manifest["errors"] == []
    assert [error["errorId"] for error in errors["installabilityErrors"]] == ["in-incognito"]


def test_a_cold_scoreboard_takes_three_requests_and_14_kb(
    unpack: Unpack, ui_server: Server
) -> None:
    """Until the scoreboard has loaded: page, style and script; all else comes after its sight."""
    owner = unpack(ui_server)
    begun(owner, MIDDLE, 1)
    board = owner.path
    cold = unpack(ui_server)
    cold.becomes(
        next(
            str(cookie["value"]) for cookie in owner.context.cookies() if cookie["name"] == "device"
        )
    )
    cold.open(board)
    cold.await_worker()
    wire = cold.page.evaluate(
        """() => {
          const [page] = performance.getEntriesByType("navigation");
          const files = performance.getEntriesByType("resource");
          const early = files.filter((one) => one.startTime < page.loadEventStart);
          const needed = early.filter((one) => !/icon|manifest/.test(one.name));
          return [page, ...needed].map((one) => [one.name, one.encodedBodySize]);
        }"""
    )

    assert len(wire) <= 3
    assert sum(size for _name, size in wire) <= 14_000
