"""A scoreboard follows its match while it is seen, and leaves alone what somebody does on it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.ui.beforehand import begun
from tests.ui.playing import MIDDLE, enter
from tests.ui.watching import asked, follower, follows, stays, wait

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.ui.conftest import Unpack
    from tests.ui.phone import Phone
    from tests.ui.serving import Server

(ONE, ONE_SCORES), _ = MIDDLE.rounds


@pytest.fixture
def other(unpack: Unpack, ui_phone: Phone, ui_server: Server) -> Phone:
    """Begin a match on one phone, and follow it on another."""
    begun(ui_phone, MIDDLE)
    return follower(unpack, ui_server, ui_phone)


def news(phone: Phone) -> Locator:
    """Find what is announced to who doesn't see the page."""
    return phone.page.get_by_role("status")


def focused(phone: Phone) -> str:
    """Give the text, or the name, of what has the focus."""
    found: str = phone.page.evaluate(
        "() => document.activeElement.name || document.activeElement.textContent.trim()"
    )
    return found


def test_a_round_saved_on_one_phone_appears_on_the_other(ui_phone: Phone, other: Phone) -> None:
    """Row, totals, progress and buttons follow without a reload; one sentence says what it was."""
    expect(news(other)).to_be_empty()
    enter(ui_phone, MIDDLE.names, 1, ONE)
    wait(other)

    other.shows_row("Round 1", *ONE_SCORES)
    other.shows_row("Total", *ONE_SCORES)
    expect(other.page.locator(".title")).to_contain_text("Round 2 of 2")
    expect(news(other)).to_have_text("Round 1 was saved.")
    expect(other.link("Enter round 2")).to_be_visible()
    assert stays(other)


def test_totals_that_changed_glow_where_motion_is_welcome(ui_phone: Phone, other: Phone) -> None:
    """Only what changed is marked, and nothing for who asked for less motion."""
    enter(ui_phone, MIDDLE.names, 1, ONE)
    wait(other)
    other.has_rounds(1)

    assert other.page.evaluate("() => window.glows") == ["1", "−2", "1"]

    other.page.emulate_media(reduced_motion="reduce")
    ui_phone.press("Undo round 1")
    wait(other)
    other.has_rounds(0)

    assert len(other.page.evaluate("() => window.glows")) == 3


def test_what_was_swapped_in_can_be_pressed_but_not_by_surprise(
    ui_phone: Phone, other: Phone, ui_server: Server
) -> None:
    """A tap in the first half second was meant for what stood there before: it does nothing."""
    clock = other.page.clock
    clock.pause_at(other.page.evaluate("() => Date.now() + 100"))
    enter(ui_phone, MIDDLE.names, 1, ONE)
    clock.run_for(2000)
    other.has_rounds(1)
    other.press("Undo round 1")

    assert ui_server.acts == ["start", "record 1"]

    clock.run_for(500)
    other.press("Undo round 1")

    expect(other.page.get_by_text("Round 1 was undone.").first).to_be_visible()
    assert ui_server.acts == ["start", "record 1", "void 1"]


def test_focus_and_place_stay_where_they_are(ui_phone: Phone, other: Phone) -> None:
    """Who reads on further down, or goes by the keyboard, isn't thrown back."""
    other.page.set_viewport_size({"width": 360, "height": 300})
    other.link("Rules").focus()
    other.page.evaluate("() => scrollTo(0, 120)")
    before = other.page.evaluate("() => scrollY")
    enter(ui_phone, MIDDLE.names, 1, ONE)
    wait(other)
    other.has_rounds(1)

    assert focused(other) == "Rules"
    assert other.page.evaluate("() => scrollY") == before > 0


def test_what_somebody_is_typing_stays(ui_phone: Phone, other: Phone) -> None:
    """A dispute that is being written survives another player's confirmation."""
    circle = ui_phone.path.split("matches/")[0]
    for number, (played, _scores) in enumerate(MIDDLE.rounds, start=1):
        enter(ui_phone, MIDDLE.names, number, played)
    address = ui_phone.path
    for phone, name in ((ui_phone, "Ada"), (other, "Ben")):
        phone.open(f"{circle}you/")
        phone.page.get_by_text(name, exact=True).tap()
        phone.press("Save")
        expect(phone.link("This device")).to_be_visible()
        phone.open(address)
    other.page.get_by_text("Dispute it").tap()
    other.page.get_by_label("What isn't right?").press_sequentially("I had se")
    ui_phone.page.get_by_text("Dispute it").tap()
    ui_phone.page.get_by_label("What isn't right?").fill("Was it round 2?")
    ui_phone.press("Dispute")
    expect(ui_phone.page.get_by_text("Ada disputes this:")).to_be_visible()
    wait(other)
    expect(other.page.get_by_text("Ada disputes this:")).to_be_visible()

    assert focused(other) == "text"
    other.page.keyboard.type("venty")
    expect(other.page.get_by_label("What isn't right?")).to_have_value("I had seventy")


def test_the_end_comes_by_itself(ui_phone: Phone, other: Phone) -> None:
    """The last round shows the winner, and the way to a rematch."""
    for number, (played, _scores) in enumerate(MIDDLE.rounds, start=1):
        enter(ui_phone, MIDDLE.names, number, played)
    wait(other)

    expect(other.page.get_by_role("region", name="Result")).to_contain_text("Ada wins")
    expect(other.link("Rematch")).to_be_visible()
    expect(news(other)).to_have_text("Ada wins")
    assert stays(other)


def test_a_page_that_isnt_seen_asks_nothing(ui_phone: Phone, other: Phone) -> None:
    """Hidden for ten minutes it is silent; on return it asks at once."""
    questions = asked(other)
    with other.page.expect_response(re.compile(r"\?v=")):
        wait(other)
    other.page.evaluate("() => show(false)")
    before = len(questions)
    for _minute in range(10):
        wait(other, 60)
    enter(ui_phone, MIDDLE.names, 1, ONE)

    assert len(questions) == before
    other.has_rounds(0)

    other.page.evaluate("() => show(true)")

    other.has_rounds(1)
    assert len(questions) == before + 1


def test_without_a_network_it_asks_less_and_less(ui_phone: Phone, other: Phone) -> None:
    """A minute offline costs a handful of questions; the first one back brings the news."""
    questions = asked(other)
    other.context.set_offline(True)
    for _second in range(60):
        wait(other, 1)
    tried = len(questions)
    enter(ui_phone, MIDDLE.names, 1, ONE)
    other.context.set_offline(False)

    other.has_rounds(1)
    assert 2 <= tried <= 8
    assert {fault.rpartition(": ")[2] for fault in other.guard.faults} == {
        "net::ERR_INTERNET_DISCONNECTED"
    }
    other.guard.faults.clear()


@pytest.mark.parametrize("script", ["board", "later", "live"])
def test_a_network_that_is_lost_right_after_the_page_is_waited_for(
    ui_phone: Phone, other: Phone, script: str
) -> None:
    """What follows the match comes after the page; if it can't, it is fetched again."""
    other.guard.expect(rf"failed: .*/js/{script}\.js: net::ERR_FAILED")
    other.page.route(f"**/js/{script}.js", lambda route: route.abort(), times=1)
    with other.page.expect_event("requestfailed"):
        other.page.reload()
    enter(ui_phone, MIDDLE.names, 1, ONE)
    wait(other, 5)
    follows(other)
    wait(other)

    other.has_rounds(1)


def test_who_is_put_out_is_told_by_the_page(ui_phone: Phone, other: Phone) -> None:
    """The next question is answered with 404, and the page says so itself."""
    ui_phone.open("/")
    ui_phone.follow("Share this circle")
    ui_phone.page.get_by_role("button", name=re.compile("^Put out")).tap()
    expect(ui_phone.page.get_by_role("button", name=re.compile("^Put out"))).to_have_count(0)
    wait(other)

    expect(other.page.get_by_role("heading", level=1)).to_have_text("There is nothing here.")
    assert [fault.split("?")[0] for fault in other.guard.faults] == [f"404: {other.page.url}"]
    other.guard.faults.clear()


def test_nothing_changes_under_a_form_that_is_on_its_way(ui_phone: Phone, other: Phone) -> None:
    """From Undo on the page asks nothing, or a second tap could undo one round more."""
    enter(ui_phone, MIDDLE.names, 1, ONE)
    wait(other)
    other.has_rounds(1)
    wait(other, 1)
    other.page.route("**/undo", lambda route: route.fulfill(status=204))  # no page comes of it
    with other.page.expect_request("**/undo"):
        other.press("Undo round 1")
    questions = asked(other)
    for _second in range(10):
        wait(other, 1)
    ui_phone.press("Undo round 1")
    ui_phone.has_rounds(0)

    assert questions == []
    other.has_rounds(1)

    other.page.evaluate("() => { show(false); show(true); }")

    other.has_rounds(0)


def test_without_javascript_the_page_stays_as_it_was(
    unpack: Unpack, ui_phone: Phone, ui_server: Server
) -> None:
    """A reload shows what is new; nothing else is promised."""
    begun(ui_phone, MIDDLE, 1)
    plain = unpack(ui_server, scripts=False)
    plain.open(ui_server.invitation())
    plain.press("Join")
    expect(plain.link("This device")).to_be_visible()
    plain.open(ui_phone.path)
    ui_phone.press("Undo round 1")
    ui_phone.has_rounds(0)

    plain.has_rounds(1)
    plain.page.reload()
    plain.has_rounds(0)
