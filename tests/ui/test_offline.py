"""A round that can't be sent: kept here, shown, sent when it can be, and recorded exactly once."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING, Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from filelock import FileLock
from playwright.sync_api import expect

from scorekeeper.scorebook.database import make_key
from tests.ui.beforehand import begun
from tests.ui.looking import misplaced, small_targets
from tests.ui.phone import SCREEN
from tests.ui.playing import MIDDLE, THREE, begin, count_field, points, type_round
from tests.ui.program import Program, Relay, running
from tests.ui.test_pages import RULES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Locator

    from tests.ui.conftest import Unpack
    from tests.ui.phone import Phone
    from tests.ui.serving import Server

ROUND, SCORES = MIDDLE.rounds[0]
OTHER, OTHER_SCORES = points(70, 35, 52), (1, 1, -2)
REFUSED = (
    r"failed: http://127\.0\.0\.1:\d+/.*: "
    r"net::ERR_(CONNECTION_REFUSED|EMPTY_RESPONSE|CONNECTION_RESET|SOCKET_NOT_CONNECTED)"
)
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
AWHILE = 20_000
"""Milliseconds in which what is tried again every few seconds must have come about."""


def waiting(phone: Phone) -> Locator:
    """Find what says that a round is saved here only."""
    return phone.page.get_by_text("saved here, not sent yet")


def refusal(phone: Phone) -> Locator:
    """Find what says that a round couldn't be saved."""
    return phone.page.get_by_role("alert").filter(has_text="couldn't be saved")


@pytest.fixture
def service_workers() -> str:
    """Let phones keep pages: that is what is looked at."""
    return "allow"


@pytest.fixture
def board(ui_phone: Phone) -> str:
    """Begin a match, and have its scoreboard and the form that is due kept; give its path."""
    begun(ui_phone, MIDDLE)
    ui_phone.await_worker(ui_phone.path, f"{ui_phone.path}rounds/1/enter")
    return ui_phone.path


def enter(phone: Phone) -> None:
    """Type the first round and save it."""
    phone.follow("Enter round 1")
    type_round(phone, THREE, ROUND)
    phone.press("Save round 1")


def is_recorded(phone: Phone) -> None:
    """Wait until the round stands on the scoreboard, and nothing waits or is kept any more."""
    phone.page.wait_for_url(re.compile(r"/matches/[-0-9a-f]+/$"))
    expect(phone.row("Round 1")).to_have_text(
        [str(score).replace("-", "−") for score in SCORES], timeout=AWHILE
    )
    phone.has_rounds(1)
    expect(waiting(phone)).to_have_count(0)
    assert phone.stored == []


# Each way to lose it ------------------------------------------------------------------------------


def test_a_round_entered_offline_is_sent_once_when_the_network_is_back(
    ui_phone: Phone, ui_server: Server, board: str
) -> None:
    """Offline the form opens, the round is saved here, and the kept scoreboard says so (no. 9)."""
    ui_phone.goes_offline(ui_server)
    enter(ui_phone)
    ui_phone.page.wait_for_url(f"**{board}")
    row = ui_phone.page.locator("table.board").get_by_role("row", name=re.compile("^Round 1"))

    expect(row).to_have_text("Round 1 saved here, not sent yet", use_inner_text=True)
    expect(ui_phone.page.locator("#stood")).to_have_text(
        re.compile(r"^You are offline\. This is how it stood at \d\d:\d\d\.$")
    )
    assert ui_server.acts == ["start"]

    ui_phone.comes_back(ui_server)

    is_recorded(ui_phone)
    expect(ui_phone.page.locator("#stood")).to_be_hidden()
    assert ui_server.acts == ["start", "record 1"]
    assert len(ui_server.posts) == 3


def test_a_reload_loses_nothing_that_waits(ui_phone: Phone, ui_server: Server, board: str) -> None:
    """Reloading the kept scoreboard while offline shows the row again; later it is sent once."""
    ui_phone.goes_offline(ui_server)
    enter(ui_phone)
    expect(waiting(ui_phone)).to_be_visible()
    ui_phone.page.reload()

    expect(waiting(ui_phone)).to_be_visible()
    assert ui_phone.path == board

    ui_phone.comes_back(ui_server)

    is_recorded(ui_phone)
    assert ui_server.acts == ["start", "record 1"]


def test_a_killed_tab_loses_nothing_that_waits(
    ui_phone: Phone, ui_server: Server, board: str
) -> None:
    """A tab that is closed before the round is sent: any page opened later sends it, once."""
    ui_phone.goes_offline(ui_server)
    enter(ui_phone)
    expect(waiting(ui_phone)).to_be_visible()
    ui_phone.page.close()
    ui_phone.comes_back(ui_server)
    ui_phone.page = ui_phone.context.new_page()
    ui_phone.open("/")

    expect(ui_phone.link("Enter round 2")).to_be_visible()
    ui_phone.open(board)
    is_recorded(ui_phone)
    assert ui_server.acts == ["start", "record 1"]


def test_two_tabs_that_send_at_once_record_one_round(
    ui_phone: Phone, ui_server: Server, board: str
) -> None:
    """Both tabs wake up when the network is back; the round is there once, and none complains."""
    ui_phone.goes_offline(ui_server)
    enter(ui_phone)
    expect(waiting(ui_phone)).to_be_visible()
    first = ui_phone.page
    ui_phone.page = ui_phone.context.new_page()
    ui_phone.open(board)
    expect(waiting(ui_phone)).to_be_visible()
    with ui_server.slow():
        ui_phone.comes_back(ui_server)
        ui_server.await_posts(3)

    is_recorded(ui_phone)
    ui_phone.page = first
    is_recorded(ui_phone)
    assert ui_server.acts == ["start", "record 1"]


def test_a_stale_token_is_renewed_unseen(ui_phone: Phone, ui_server: Server, board: str) -> None:
    """A form whose session has ended is sent again with a new token: nobody notices."""
    ui_phone.follow("Enter round 1")
    type_round(ui_phone, THREE, ROUND)
    ui_phone.context.clear_cookies(name="session")
    ui_phone.guard.expect(r"400: .*/preview")
    ui_phone.press("Save round 1")

    is_recorded(ui_phone)
    assert ui_phone.path == board
    assert ui_server.acts == ["start", "record 1"]
    assert len(ui_server.posts) == 3


def test_a_busy_scorebook_gets_the_round_later(
    ui_phone: Phone, ui_server: Server, board: str
) -> None:
    """Answered with 503, the round waits, and is sent again by itself until it is taken."""
    ui_phone.guard.expect(r"503: .*/enter")
    with FileLock(f"{ui_server.path}.lock"):
        enter(ui_phone)
        ui_phone.page.wait_for_url(f"**{board}", timeout=AWHILE)

        expect(waiting(ui_phone)).to_be_visible()
        assert ui_server.acts == ["start"]

    is_recorded(ui_phone)
    assert ui_server.acts == ["start", "record 1"]


FILL = """() => {
  for (let size = 2 ** 22; size >= 1; size /= 2) {
    try {
      for (let at = 0; ; at += 1) localStorage.setItem(`full ${size} ${at}`, "x".repeat(size));
    } catch {
      // The rest is filled with less.
    }
  }
}"""

BLOCK = """
Object.defineProperty(window, "localStorage", {
  get: () => {
    throw new DOMException("blocked", "SecurityError");
  },
});
CacheStorage.prototype.keys = () => Promise.reject(new DOMException("blocked", "SecurityError"));
"""
"""A browser that lets no page store anything, as some do without cookies."""


@pytest.mark.parametrize("storage", ["full", "blocked"])
def test_without_storage_a_round_waits_in_its_page(
    ui_phone: Phone, ui_server: Server, board: str, storage: str
) -> None:
    """Nothing can be kept: the form stays, says that it isn't sent, and sends it later, once."""
    if storage == "blocked":
        ui_phone.page.add_init_script(BLOCK)
    ui_phone.follow("Enter round 1")
    expect(ui_phone.page.locator("form.padded")).to_be_visible()
    if storage == "full":
        ui_phone.page.evaluate(FILL)
    type_round(ui_phone, THREE, ROUND)
    ui_phone.goes_offline(ui_server)
    ui_phone.press("Save round 1")

    expect(waiting(ui_phone)).to_be_visible()
    expect(count_field(ui_phone, "Ada", "Points")).to_have_value("70")
    assert ui_phone.path == f"{board}rounds/1/enter"

    ui_phone.comes_back(ui_server)

    ui_phone.page.wait_for_url(f"**{board}", timeout=AWHILE)
    ui_phone.shows_row("Round 1", *SCORES)
    assert ui_server.acts == ["start", "record 1"]


def test_a_round_that_lacks_a_number_is_never_kept_to_be_sent(
    ui_phone: Phone, ui_server: Server, board: str
) -> None:
    """Offline the form says that nothing was saved; online the server does; no page complains."""
    lacking = ui_phone.page.locator("#lacking")
    ui_phone.follow("Enter round 1")
    expect(ui_phone.page.locator("form.padded")).to_be_visible()
    count_field(ui_phone, "Ada", "Points").fill("70")
    ui_phone.goes_offline(ui_server)
    ui_phone.press("Save round 1")

    expect(lacking).to_have_text(
        "Nothing was saved: something is missing here, and the scorebook can't be reached."
    )
    expect(lacking).to_be_in_viewport()
    expect(count_field(ui_phone, "Ada", "Points")).to_have_value("70")
    assert ui_phone.stored == [f"draft {board}rounds/1/enter"]

    ui_phone.comes_back(ui_server)
    with ui_phone.page.expect_navigation():
        ui_phone.press("Save round 1")

    expect(ui_phone.page.get_by_role("alert")).to_have_count(1)
    expect(count_field(ui_phone, "Ada", "Points")).to_have_value("70")
    assert ui_phone.stored == [f"draft {board}rounds/1/enter"]

    ui_phone.open(board)

    expect(ui_phone.link("Enter round 1")).to_be_visible()
    expect(refusal(ui_phone)).to_have_count(0)
    assert ui_server.acts == ["start"]


# A real server that dies --------------------------------------------------------------------------


@pytest.fixture
def program(tmp_path: Path, empty_database: Path) -> Iterator[Program]:
    """Run the program as a process of its own."""
    instance = tmp_path / "instance"
    instance.mkdir()
    shutil.copy(empty_database, instance / "scorekeeper.db")
    make_key(instance / "secret_key")
    with running(instance) as started:
        yield started


def test_a_server_killed_before_it_has_saved_gets_the_round_again(
    unpack: Unpack, program: Program
) -> None:
    """Kill -9 while the round waits to be written: after a restart it is there once."""
    phone = unpack(program)
    begun(phone, MIDDLE)
    phone.await_worker(phone.path)
    phone.guard.expect(REFUSED)
    with FileLock(f"{program.database}.lock"):
        with phone.page.expect_request(
            lambda request: request.url.endswith("/enter") and request.method == "POST"
        ):
            enter(phone)
        program.kill()
    expect(waiting(phone)).to_be_visible(timeout=AWHILE)
    assert program.acts == ["start"]
    program.start()

    is_recorded(phone)
    assert program.acts == ["start", "record 1"]


def test_a_server_killed_before_it_has_answered_gives_the_first_answer_again(
    unpack: Unpack, program: Program
) -> None:
    """Kill -9 after it is written and before the phone knows: no second round comes of it."""
    with Relay(program).relaying() as relay:
        phone = unpack(relay)
        begun(phone, MIDDLE)
        phone.await_worker(phone.path)
        phone.guard.expect(REFUSED)
        relay.loses = True
        enter(phone)
        assert relay.lost.wait(AWHILE / 1000)
        program.kill()

        expect(waiting(phone)).to_be_visible(timeout=AWHILE)
        assert program.acts == ["start", "record 1"]

        relay.loses = False
        program.start()

        is_recorded(phone)
        assert program.acts == ["start", "record 1"]


# Plain http in a LAN ------------------------------------------------------------------------------


@pytest.fixture
def lan_phone(unpack: Unpack, ui_server: Server) -> Phone:
    """Unpack a phone that reaches the server by a name, and so has no service worker."""
    ui_server.origin = ui_server.origin.replace("127.0.0.1", "scorebook.test")
    phone = unpack(ui_server)
    begin(phone, MIDDLE)
    assert phone.page.evaluate("() => [isSecureContext, typeof caches]") == [False, "undefined"]
    return phone


def test_without_a_worker_the_form_stays_until_the_round_is_sent(
    lan_phone: Phone, ui_server: Server
) -> None:
    """Over plain http no page can be kept: the form says what waits, and leads on later."""
    lan_phone.follow("Enter round 1")
    type_round(lan_phone, THREE, ROUND)
    lan_phone.goes_offline(ui_server)
    lan_phone.press("Save round 1")

    expect(waiting(lan_phone)).to_be_visible()
    expect(count_field(lan_phone, "Ada", "Points")).to_have_value("70")
    assert ui_server.acts == ["start"]

    lan_phone.comes_back(ui_server)

    is_recorded(lan_phone)
    assert ui_server.acts == ["start", "record 1"]


# Refused rounds -----------------------------------------------------------------------------------


@pytest.fixture
def other_phone(unpack: Unpack, ui_server: Server, board: str) -> Phone:
    """Let a second phone in, which opens the scoreboard."""
    phone = unpack(ui_server)
    phone.open(ui_server.invitation())
    phone.press("Join")
    expect(phone.link("Enter round 1")).to_be_visible()
    phone.open(board)
    return phone


@pytest.fixture
def conflict(ui_phone: Phone, other_phone: Phone, ui_server: Server, board: str) -> Phone:
    """Have a round waiting that another phone enters with other numbers, and reconnect."""
    ui_phone.goes_offline(ui_server)
    enter(ui_phone)
    expect(waiting(ui_phone)).to_be_visible()
    other_phone.follow("Enter round 1")
    type_round(other_phone, THREE, OTHER)
    other_phone.press("Save round 1")
    other_phone.has_rounds(1)
    ui_phone.comes_back(ui_server)
    expect(refusal(ui_phone)).to_be_visible(timeout=AWHILE)
    assert ui_phone.path == board
    return ui_phone


def test_a_round_in_conflict_stays_until_somebody_looks(
    conflict: Phone, ui_server: Server, board: str
) -> None:
    """A 409 is shown on every page, until a look shows both and Replace corrects (no. 10)."""
    expect(refusal(conflict)).to_contain_text("Round 1 is already saved, with other numbers.")

    conflict.open("/")

    expect(refusal(conflict)).to_contain_text("Round 1, Mittlere Jass couldn't be saved")

    conflict.open(board)
    conflict.shows_row("Round 1", *OTHER_SCORES)
    conflict.press("Look at it")

    expect(conflict.page.get_by_role("table", name="Where they differ")).to_be_visible()
    expect(count_field(conflict, "Ben", "Points")).to_have_value("52")
    assert ui_server.acts == ["start", "record 1"]

    conflict.press("Replace round 1")

    is_recorded(conflict)
    expect(refusal(conflict)).to_have_count(0)
    assert ui_server.acts == ["start", "record 1", "correct 1"]


def test_keeping_what_is_saved_settles_a_conflict(conflict: Phone, ui_server: Server) -> None:
    """Whoever looks and keeps the other numbers has nothing kept here any more."""
    conflict.press("Look at it")
    conflict.follow("Keep what is saved")

    conflict.shows_row("Round 1", *OTHER_SCORES)
    expect(refusal(conflict)).to_have_count(0)
    assert conflict.stored == []
    assert ui_server.acts == ["start", "record 1"]


def test_a_refused_round_is_discarded_only_when_that_is_meant(
    conflict: Phone, ui_server: Server
) -> None:
    """Discard asks; whoever keeps it has it still, whoever discards it is rid of it."""
    conflict.press("Discard")
    expect(conflict.page.get_by_role("dialog")).to_contain_text(
        "Round 1: discard it? What was typed is gone then."
    )
    conflict.press("Keep it")

    expect(refusal(conflict)).to_be_visible()

    conflict.press("Discard")
    conflict.press("Discard it")

    expect(refusal(conflict)).to_have_count(0)
    assert conflict.stored == []
    assert ui_server.acts == ["start", "record 1"]


def test_a_round_that_does_not_add_up_is_shown_and_can_be_mended(
    ui_phone: Phone, ui_server: Server, board: str
) -> None:
    """After a 422 a look shows the form with all that was typed, and what is wrong."""
    ui_phone.goes_offline(ui_server)
    ui_phone.follow("Enter round 1")
    for name, value in zip(THREE, ("70", "52", "34"), strict=True):
        count_field(ui_phone, name, "Points").fill(value)
    ui_phone.press("Save round 1")
    expect(waiting(ui_phone)).to_be_visible()
    ui_phone.comes_back(ui_server)
    expect(refusal(ui_phone)).to_contain_text("This doesn't add up yet", timeout=AWHILE)
    ui_phone.press("Look at it")

    expect(ui_phone.page.get_by_role("alert")).to_contain_text("This doesn't add up yet")
    for name, value in zip(THREE, ("70", "52", "34"), strict=True):
        expect(count_field(ui_phone, name, "Points")).to_have_value(value)
    assert ui_server.acts == ["start"]

    count_field(ui_phone, "Cem", "Points").fill("35")
    ui_phone.press("Save round 1")

    is_recorded(ui_phone)
    assert ui_phone.path == board
    assert ui_server.acts == ["start", "record 1"]


def test_a_round_that_is_too_much_is_kept_and_shown(
    ui_phone: Phone, ui_server: Server, board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A 413 is kept and shown like any refusal."""
    ui_phone.goes_offline(ui_server)
    enter(ui_phone)
    expect(waiting(ui_phone)).to_be_visible()
    monkeypatch.setitem(ui_server.app.config, "MAX_CONTENT_LENGTH", 10)
    ui_phone.comes_back(ui_server)

    expect(refusal(ui_phone)).to_contain_text("A form may have at most", timeout=AWHILE)
    assert ui_phone.path == board
    assert sorted(ui_phone.stored) == [
        f"{kind} {board}rounds/1/enter" for kind in ("draft", "queue")
    ]
    assert ui_server.acts == ["start"]


# How it looks -------------------------------------------------------------------------------------


def faults_of(phone: Phone) -> list[str]:
    """Give what is wrong with a page for eyes, thumbs and screen readers, in light and dark."""
    faults = small_targets(phone.page)
    if not phone.page.get_by_role("dialog").is_visible():  # which lies on all else
        faults += misplaced(phone.page, SCREEN["width"])
    phone.page.evaluate(AXE_SCRIPT)
    for scheme in SCHEMES:
        phone.page.emulate_media(color_scheme=scheme)
        found = phone.page.evaluate("rules => axe.run(rules)", RULES)["violations"]
        faults += [f"{scheme}: {violation['id']}" for violation in found]
    return faults


def test_what_waits_can_be_read_by_everybody(
    ui_phone: Phone, ui_server: Server, board: str
) -> None:
    """The row on the scoreboard, the notice at home and the line beside the form are sound."""
    ui_phone.await_worker("/")
    ui_phone.goes_offline(ui_server)
    enter(ui_phone)
    ui_phone.page.wait_for_url(f"**{board}")
    for path in (board, "/", f"{board}rounds/1/enter"):
        ui_phone.open(path)
        expect(waiting(ui_phone)).to_be_visible()

        assert faults_of(ui_phone) == []


def test_what_was_refused_can_be_read_and_tapped_by_everybody(conflict: Phone) -> None:
    """The notice of a refused round, there and on the large board, and what it asks, are sound."""
    conflict.shows_row("Round 1", *OTHER_SCORES)

    assert faults_of(conflict) == []

    conflict.follow("Large, for the middle of the table")
    expect(refusal(conflict)).to_be_visible()

    assert faults_of(conflict) == []

    conflict.press("Discard")
    expect(conflict.button("Keep it")).to_be_visible()

    assert faults_of(conflict) == []
