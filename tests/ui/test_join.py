"""Joining the table: scanned from one phone, joined on another; watched; put out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.ui.beforehand import begun
from tests.ui.playing import MIDDLE, THREE, type_round
from tests.ui.scanning import scan

if TYPE_CHECKING:
    from tests.ui.conftest import Unpack
    from tests.ui.phone import Phone
    from tests.ui.serving import Server

ONE, ONE_SCORES = MIDDLE.rounds[0]


@pytest.fixture
def owner(ui_phone: Phone) -> Phone:
    """Begin a match, and go to the circle's share page."""
    begun(ui_phone, MIDDLE)
    ui_phone.open("/")
    ui_phone.follow("Share this circle")
    return ui_phone


def make_link(owner: Phone, permits: str, name: str) -> str:
    """Make a link, show its code, and give its address."""
    page = owner.page
    page.get_by_text(permits, exact=True).first.tap()
    page.get_by_label("Name of the link").fill(name)
    owner.press("Make a new link")
    owner.follow(name)
    expect(owner.link(name)).to_have_attribute("aria-current", "true")
    return page.get_by_label("Link", exact=True).input_value()


def enter_round(phone: Phone) -> None:
    """Enter the first round from home."""
    phone.follow("Enter round 1")
    type_round(phone, THREE, ONE)
    phone.press("Save round 1")
    phone.shows_row("Round 1", *ONE_SCORES)


def test_a_scan_lets_a_phone_in_and_its_rounds_carry_the_name(
    owner: Phone, unpack: Unpack, ui_server: Server
) -> None:
    """Scanned from a screenshot in dark mode; joined as a new player, who then enters a round."""
    address = make_link(owner, "write down scores", "Table")
    owner.page.emulate_media(color_scheme="dark")
    scanned = scan(owner.page.screenshot())
    guest = unpack(ui_server)
    guest.page.goto(scanned)
    guest.page.get_by_text("Somebody new", exact=True).tap()
    guest.page.get_by_label("If you are new: your name").fill("Zoë")
    guest.press("Join")
    enter_round(guest)
    guest.page.get_by_role("link", name="Round 1").first.tap()

    expect(guest.page.locator("header")).to_contain_text("entered by Zoë at")
    assert scanned == address
    owner.page.reload()
    expect(owner.page.locator("ul.members").last).to_contain_text("Zoë")


def test_who_just_scans_and_confirms_is_in_by_two_taps(
    owner: Phone, unpack: Unpack, ui_server: Server
) -> None:
    """The camera's tap on the link, and Join: the match is there to write down scores."""
    address = make_link(owner, "write down scores", "Table")
    guest = unpack(ui_server)
    guest.page.goto(address)
    guest.press("Join")

    expect(guest.link("Enter round 1")).to_be_visible()


def test_a_viewer_sees_no_way_to_write(owner: Phone, unpack: Unpack, ui_server: Server) -> None:
    """Who may only watch finds no form and no button, at home or on the scoreboard."""
    address = make_link(owner, "watch", "Kitchen")
    viewer = unpack(ui_server)
    viewer.page.goto(address)
    viewer.press("Join")
    expect(viewer.page.get_by_role("heading", level=1)).to_have_text("Friday circle")
    for _page in ("home", "board"):
        expect(viewer.page.locator("form, button, input")).to_have_count(0)
        viewer.page.locator("section.card h2 a, header .tool").first.tap()


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_an_open_page_of_a_device_that_was_put_out_is_dead(
    owner: Phone, unpack: Unpack, ui_server: Server, *, scripts: bool
) -> None:
    """A round typed into a page that was open saves nothing: there is nothing here any more."""
    address = make_link(owner, "write down scores", "Table")
    lost = unpack(ui_server, scripts=scripts)
    lost.page.goto(address)
    lost.page.get_by_label("This device is called").fill("Old tablet")
    lost.press("Join")
    lost.follow("Enter round 1")
    type_round(lost, THREE, ONE)
    owner.page.reload()
    owner.page.get_by_role("button", name="Put out Old tablet").tap()
    expect(owner.page.get_by_text("Old tablet")).to_have_count(0)
    lost.press("Save round 1")

    expect(lost.page.get_by_role("heading", level=1)).to_have_text("There is nothing here.")
    assert ui_server.acts == ["start"]


def test_the_link_is_copied(owner: Phone) -> None:
    """With scripts a button puts it on the clipboard, and says so."""
    address = make_link(owner, "write down scores", "Table")
    owner.context.grant_permissions(["clipboard-read", "clipboard-write"])
    owner.press("Copy")

    expect(owner.page.get_by_role("status")).to_have_text("Copied")
    assert owner.page.evaluate("navigator.clipboard.readText()") == address


@pytest.mark.parametrize("scripts", [False])
def test_without_scripts_there_is_no_button_that_does_nothing(owner: Phone) -> None:
    """The address can be selected and copied by hand; Copy and Send aren't shown."""
    address = make_link(owner, "write down scores", "Table")

    expect(owner.page.get_by_label("Link", exact=True)).to_have_value(address)
    for name in ("Copy", "Send"):
        expect(owner.button(name)).to_have_count(0)
