"""Two phones at one table: what one has saved, the other can't overwrite unasked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.ui.beforehand import begun
from tests.ui.playing import MIDDLE, THREE, count_field, points, type_round

if TYPE_CHECKING:
    from tests.ui.conftest import Unpack
    from tests.ui.phone import Phone
    from tests.ui.serving import Server

both_ways = pytest.mark.parametrize(
    "scripts", [True, False], ids=["with JavaScript", "without JavaScript"]
)

ONE, ONE_SCORES = MIDDLE.rounds[0]
TWO, TWO_SCORES = points(70, 35, 52), (1, 1, -2)


@pytest.fixture
def other_phone(unpack: Unpack, ui_phone: Phone, ui_server: Server, scripts: bool) -> Phone:
    """Let a second phone into the circle of the first, by a link; both have round 1 open."""
    begun(ui_phone, MIDDLE)
    other = unpack(ui_server, scripts=scripts)
    other.open(ui_server.invitation())
    expect(other.page.get_by_role("heading", level=1)).to_have_text(
        "Join the circle Friday circle?"
    )
    other.press("Join")
    for phone in (ui_phone, other):
        phone.follow("Enter round 1")
        expect(phone.button("Save round 1")).to_be_visible()
    return other


@both_ways
def test_the_second_phone_sees_both_versions_and_overwrites_nothing(
    ui_phone: Phone, other_phone: Phone, ui_server: Server
) -> None:
    """Both enter round 1 with other numbers: the second is asked, and may correct (fault 15)."""
    type_round(ui_phone, THREE, ONE)
    type_round(other_phone, THREE, TWO)
    ui_phone.press("Save round 1")
    ui_phone.shows_row("Round 1", *ONE_SCORES)
    other_phone.press("Save round 1")
    page = other_phone.page

    expect(page.get_by_role("alert")).to_contain_text("already saved, with other numbers")
    expect(page.get_by_role("table").locator("tr:not(.scored)")).to_have_text(
        ["Field saved yours", "Ben, Points 52 35", "Cem, Points 35 52"]
    )
    expect(count_field(other_phone, "Ben", "Points")).to_have_value("35")
    assert ui_server.acts == ["start", "record 1"]

    ui_phone.page.reload()

    ui_phone.shows_row("Round 1", *ONE_SCORES)

    other_phone.press("Replace round 1")

    other_phone.shows_row("Round 1", *TWO_SCORES)
    assert ui_server.acts == ["start", "record 1", "correct 1"]


@both_ways
def test_two_phones_that_agree_record_one_round(
    ui_phone: Phone, other_phone: Phone, ui_server: Server
) -> None:
    """Both enter the same numbers: there is one round, and nobody is asked."""
    for phone in (ui_phone, other_phone):
        type_round(phone, THREE, ONE)
        phone.press("Save round 1")
        phone.shows_row("Round 1", *ONE_SCORES)

    other_phone.has_rounds(1)
    assert ui_server.acts == ["start", "record 1"]


@both_ways
def test_an_undo_from_a_page_that_is_out_of_date_takes_nothing_back(
    ui_phone: Phone, other_phone: Phone, ui_server: Server
) -> None:
    """Undo on a scoreboard that didn't hear of the other phone's round shows it, and asks."""
    ui_phone.page.route("**/?v=*", lambda route: route.abort("aborted"))  # as on a bad network
    type_round(ui_phone, THREE, ONE)
    ui_phone.press("Save round 1")
    ui_phone.has_rounds(1)
    other_phone.follow("Back to the scoreboard")
    other_phone.follow("Enter round 2")
    type_round(other_phone, THREE, TWO)
    other_phone.press("Save round 2")
    other_phone.has_rounds(2)
    ui_phone.press("Undo round 1")

    expect(ui_phone.page.get_by_role("alert")).to_contain_text("This has changed")
    ui_phone.has_rounds(2)
    assert ui_server.acts == ["start", "record 1", "record 2"]
