"""What a phone does by itself: it stays awake in play, and buzzes; both can be switched off."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.ui.beforehand import begun
from tests.ui.playing import MIDDLE, THREE, enter, type_round
from tests.ui.thumb import Thumb
from tests.ui.watching import BUZZES, LACKING, LOCKS, follower, wait

if TYPE_CHECKING:
    from tests.ui.conftest import Unpack
    from tests.ui.phone import Phone
    from tests.ui.serving import Server

ONE, TWO = (played for played, _scores in MIDDLE.rounds)
LOCKED = "() => window.locks"


@pytest.fixture
def other(unpack: Unpack, ui_phone: Phone, ui_server: Server) -> Phone:
    """Begin a match on one phone, and follow it on another."""
    begun(ui_phone, MIDDLE)
    return follower(unpack, ui_server, ui_phone)


def locks(phone: Phone, *expected: str) -> None:
    """Wait until so much was asked of the screen, and no more."""
    phone.page.wait_for_function("(of) => locks.join() === of", arg=",".join(expected))


def buzzes(phone: Phone) -> list[int]:
    """Give how long the phone vibrated, each time."""
    found: list[int] = json.loads(phone.page.evaluate("() => sessionStorage.buzzes ?? '[]'"))
    return found


def switch(phone: Phone, name: str) -> None:
    """Turn a switch of this device, from home."""
    phone.open("/")
    phone.follow("This device")
    phone.page.get_by_text(name, exact=True).tap()


# Awake -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", ["", "table", "rounds/1/enter"])
def test_the_screen_stays_awake_while_a_match_is_in_play(
    other: Phone, ui_phone: Phone, suffix: str
) -> None:
    """Scoreboard, large board and entry ask once for a screen that stays on."""
    other.open(ui_phone.path + suffix)

    locks(other, "screen")


def test_on_return_the_screen_is_kept_awake_again(other: Phone) -> None:
    """Hidden pages lose it; seen again, the page asks again."""
    locks(other, "screen")
    other.page.evaluate("() => show(false)")
    locks(other, "screen")
    other.page.evaluate("() => show(true)")

    locks(other, "screen", "screen")


def test_a_refusal_breaks_nothing_and_the_next_tap_asks_again(other: Phone) -> None:
    """A low battery may refuse; whoever taps later gets it."""
    other.page.add_init_script("window.refuses = true")
    other.page.reload()
    locks(other, "refused")
    other.page.evaluate("() => { window.refuses = false; }")
    other.page.get_by_role("heading", level=1).tap()

    locks(other, "refused", "screen")


def test_at_the_end_the_screen_is_given_up(other: Phone, ui_phone: Phone) -> None:
    """The last round, saved elsewhere, lets it go; no tap takes it, an undo does (fault 13)."""
    for number, played in enumerate((ONE, TWO), start=1):
        enter(ui_phone, MIDDLE.names, number, played)
    wait(other)
    expect(other.page.get_by_role("region", name="Result")).to_be_visible()
    locks(other, "screen", "released")
    other.page.get_by_role("heading", level=1).tap()
    locks(other, "screen", "released")
    ui_phone.press("Undo round 2")
    ui_phone.has_rounds(1)
    wait(other)

    locks(other, "screen", "released", "screen")

    enter(ui_phone, MIDDLE.names, 2, TWO)
    other.page.reload()

    locks(other)


def test_switched_off_the_screen_may_sleep(other: Phone, ui_phone: Phone) -> None:
    """With "Keep the screen awake" off nothing is asked of it; on again, it is."""
    switch(other, "Keep the screen awake")
    other.open(ui_phone.path)
    other.page.get_by_role("heading", level=1).tap()

    locks(other)

    switch(other, "Keep the screen awake")
    other.open(ui_phone.path)

    locks(other, "screen")


def test_a_browser_that_can_do_neither_works_as_well(
    unpack: Unpack, ui_phone: Phone, ui_server: Server
) -> None:
    """Nothing fails, and the switches say that they can't be turned."""
    begun(ui_phone, MIDDLE)
    plain = unpack(ui_server)
    plain.page.add_init_script(LACKING)
    plain.open(ui_server.invitation())
    plain.press("Join")
    plain.follow("This device")

    for name, able in (
        ("Keep the screen awake", False),
        ("Vibrate", False),
        ("Count every colour", True),
    ):
        expect(plain.page.get_by_role("switch", name=name)).to_be_enabled(enabled=able)
    expect(plain.page.get_by_text("This browser can't.", exact=True)).to_be_visible()

    plain.open(ui_phone.path)
    enter(plain, MIDDLE.names, 1, ONE)
    plain.has_rounds(1)


# Buzzing ---------------------------------------------------------------------------------------


def save_round(phone: Phone) -> None:
    """Type the first round, and save it."""
    phone.follow("Enter round 1")
    type_round(phone, THREE, ONE)
    phone.press("Save round 1")
    phone.has_rounds(1)


def test_a_phone_buzzes_when_a_round_is_saved(ui_phone: Phone) -> None:
    """Shortly, and once more than its keys were tapped."""
    ui_phone.page.add_init_script(BUZZES)
    begun(ui_phone, MIDDLE)
    ui_phone.follow("Enter round 1")
    thumb = Thumb(ui_phone)
    thumb.type(THREE, ONE)
    keys = thumb.taps
    ui_phone.press("Save round 1")
    ui_phone.has_rounds(1)

    assert buzzes(ui_phone) == [15] * (keys + 1)


def test_switched_off_it_is_still(ui_phone: Phone) -> None:
    """With "Vibrate" off nothing buzzes."""
    ui_phone.page.add_init_script(BUZZES)
    begun(ui_phone, MIDDLE)
    address = ui_phone.path
    switch(ui_phone, "Vibrate")
    ui_phone.open(address)
    save_round(ui_phone)

    assert buzzes(ui_phone) == []


# The switches ----------------------------------------------------------------------------------


def test_switches_are_kept_in_this_browser(other: Phone, ui_phone: Phone) -> None:
    """Turned once they stay turned here, and nowhere else; only what isn't as usual is kept."""
    names = ("Keep the screen awake", "Vibrate", "Count every colour")
    other.page.add_init_script(LOCKS)
    other.open("/device")
    for name in names:
        other.page.get_by_text(name, exact=True).tap()
    other.page.reload()
    ui_phone.open("/device")

    for phone, turned in ((other, True), (ui_phone, False)):
        for name, usually in zip(names, (True, True, False), strict=True):
            expect(phone.page.get_by_role("switch", name=name)).to_be_checked(
                checked=usually is not turned
            )
    kept = "() => Object.entries(localStorage).sort()"
    assert ui_phone.page.evaluate(kept) == []
    assert other.page.evaluate(kept) == [
        ["count-every-colour", "yes"],
        ["keep-awake", "no"],
        ["vibrate", "no"],
    ]
