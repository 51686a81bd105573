"""Double taps, reload and Back: whatever a thumb does, a round is recorded once."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.ui.beforehand import begun
from tests.ui.playing import (
    MIDDLE,
    RULEBOOK,
    RULEBOOK_SCORES,
    SHARED,
    THREE,
    count_field,
    enter,
    open_plan,
    plan,
    points,
    set_rules,
    start,
    type_round,
)

if TYPE_CHECKING:
    from tests.ui.phone import Phone
    from tests.ui.serving import Server

both_ways = pytest.mark.parametrize(
    "scripts", [True, False], ids=["with JavaScript", "without JavaScript"]
)
plain = pytest.mark.parametrize("scripts", [False], ids=["without JavaScript"])
"""The ordinary form; what the pad makes of it is in test_pad.py."""
back_ways = pytest.mark.parametrize("kept", [True, False], ids=["page kept", "page fetched anew"])
"""Some browsers keep the page that Back shows as it was; others ask the server for it."""

FIRST, FIRST_SCORES = MIDDLE.rounds[0]
OTHER, OTHER_SCORES = points(70, 35, 52), (1, 1, -2)


def holds(phone: Phone, *values: object) -> None:
    """Wait until the form holds these points, by seat."""
    for name, value in zip(THREE, values, strict=True):
        expect(count_field(phone, name, "Points")).to_have_value(str(value))


@both_ways
def test_a_round_saved_with_three_taps_is_recorded_once(
    ui_phone: Phone,
    ui_server: Server,
    scripts: bool,
) -> None:
    """Three fast taps on Save record one round, be it sent once or thrice (fault 8)."""
    begun(ui_phone, MIDDLE)
    ui_phone.follow("Enter round 1")
    type_round(ui_phone, THREE, FIRST)
    ui_phone.drum("Save round 1", ui_server, 3, sent=1 if scripts else 3)

    ui_phone.shows_row("Round 1", *FIRST_SCORES)
    ui_phone.has_rounds(1)
    assert ui_server.acts == ["start", "record 1"]


@both_ways
def test_reloading_the_scoreboard_after_saving_records_nothing(
    ui_phone: Phone, ui_server: Server
) -> None:
    """Reload after Save shows the scoreboard again, and sends nothing again (fault 8)."""
    begun(ui_phone, MIDDLE)
    enter(ui_phone, THREE, 1, FIRST)
    ui_phone.page.reload()

    ui_phone.shows_row("Round 1", *FIRST_SCORES)
    ui_phone.has_rounds(1)
    assert ui_server.acts == ["start", "record 1"]


@both_ways
@back_ways
def test_back_and_save_again_with_the_same_values_is_one_round(
    ui_phone: Phone, ui_server: Server, *, kept: bool
) -> None:
    """Back to the form, which still holds the numbers, and Save: the round is there (fault 8)."""
    ui_server.kept = kept
    begun(ui_phone, MIDDLE)
    enter(ui_phone, THREE, 1, FIRST)
    ui_phone.page.go_back()

    holds(ui_phone, 70, 52, 35)

    ui_phone.press("Save round 1")

    ui_phone.shows_row("Round 1", *FIRST_SCORES)
    ui_phone.has_rounds(1)
    assert ui_server.acts == ["start", "record 1"]


@both_ways
@back_ways
def test_back_a_change_and_save_asks_before_it_replaces(
    ui_phone: Phone, ui_server: Server, *, kept: bool
) -> None:
    """A changed round asks, with both versions; Replace corrects it, and makes no new one."""
    ui_server.kept = kept
    begun(ui_phone, MIDDLE)
    enter(ui_phone, THREE, 1, FIRST)
    page = ui_phone.page
    page.go_back()
    type_round(ui_phone, THREE, OTHER)
    with page.expect_response("**/enter") as answered:
        ui_phone.press("Save round 1")
    differences = page.get_by_role("table", name="Where they differ")

    assert answered.value.status == 409
    expect(page.get_by_role("alert")).to_contain_text("Round 1 is already saved")
    expect(differences.locator("tbody tr:not(.scored)")).to_have_text(
        ["Ben, Points 52 35", "Cem, Points 35 52"], use_inner_text=True
    )
    holds(ui_phone, 70, 35, 52)
    assert ui_server.acts == ["start", "record 1"]

    ui_phone.press("Replace round 1")

    ui_phone.shows_row("Round 1", *OTHER_SCORES)
    ui_phone.shows_row("Total", *OTHER_SCORES)
    ui_phone.has_rounds(1)
    expect(page.get_by_role("rowheader", name="Round 1")).to_contain_text("corrected")
    assert ui_server.acts == ["start", "record 1", "correct 1"]


@both_ways
@back_ways
def test_back_in_mid_entry_keeps_what_was_typed(
    ui_phone: Phone, ui_server: Server, *, kept: bool
) -> None:
    """A half-typed round survives a look at the scoreboard and Back (fault 12)."""
    ui_server.kept = kept
    begun(ui_phone, MIDDLE)
    ui_phone.follow("Enter round 1")
    count_field(ui_phone, "Ada", "Points").fill("70")
    count_field(ui_phone, "Cem", "Points").fill("0")
    ui_phone.group("Cem").get_by_text("No", exact=True).tap()
    ui_phone.follow("Back to the scoreboard")
    expect(ui_phone.link("Enter round 1")).to_be_visible()
    ui_phone.page.go_back()

    holds(ui_phone, 70, 87 if ui_phone.scripts else "", 0)
    expect(ui_phone.group("Cem").get_by_role("radio", name="No")).to_be_checked()


@plain
def test_a_checked_round_survives_reload(ui_phone: Phone, ui_server: Server) -> None:
    """What was checked stands in the address: Reload and Back show it as it was (fault 12)."""
    begun(ui_phone, MIDDLE)
    ui_phone.follow("Enter round 1")
    type_round(ui_phone, THREE, FIRST)
    ui_phone.press("Check")
    preview = ui_phone.page.get_by_role("region", name=re.compile("^It adds up"))
    expect(preview).to_be_visible()
    ui_phone.page.reload()

    expect(preview).to_be_visible()
    holds(ui_phone, 70, 52, 35)
    assert ui_server.acts == ["start"]


@both_ways
def test_a_conflict_can_be_left_as_it_is(ui_phone: Phone, ui_server: Server) -> None:
    """Whoever is asked and keeps what is saved goes back to it, unchanged."""
    begun(ui_phone, SHARED)
    enter(ui_phone, SHARED.names, 1, RULEBOOK)
    ui_phone.page.go_back()
    double = ui_phone.group("Which colour counts double?")
    if ui_phone.scripts:  # what is chosen is folded up
        double.get_by_text("Red", exact=True).tap()
    double.get_by_text("Green", exact=True).tap()
    ui_phone.press("Save round 1")
    differences = ui_phone.page.get_by_role("table", name="Where they differ")

    expect(differences.locator("tbody tr:not(.scored)")).to_have_count(1)
    expect(differences).to_contain_text("Which colour counts double?")

    ui_phone.follow("Keep what is saved")

    ui_phone.shows_row("Round 1", *RULEBOOK_SCORES)
    assert ui_server.acts == ["start", "record 1"]


@both_ways
def test_undo_tapped_twice_takes_one_round_back(ui_phone: Phone, ui_server: Server) -> None:
    """Two fast taps on Undo void the last round, and not the one before it."""
    begun(ui_phone, MIDDLE)
    enter(ui_phone, THREE, 1, FIRST)
    enter(ui_phone, THREE, 2, OTHER)
    ui_phone.drum("Undo round 2", ui_server, 2, sent=2)

    ui_phone.shows_row("Round 1", *FIRST_SCORES)
    ui_phone.has_rounds(1)
    assert ui_server.acts == ["start", "record 1", "record 2", "void 2"]


@both_ways
def test_start_tapped_twice_begins_one_match(ui_phone: Phone, ui_server: Server) -> None:
    """Two fast taps on the button that begins a match begin one, in one circle."""
    open_plan(ui_phone, MIDDLE)
    set_rules(ui_phone, MIDDLE.rules)
    ui_phone.drum("Start the match", ui_server, 2, sent=2)

    expect(ui_phone.link("Enter round 1")).to_be_visible()
    assert ui_server.acts == ["start"]

    ui_phone.follow("Home")

    expect(ui_phone.page.get_by_role("heading", name="Mittlere Jass")).to_have_count(1)
    expect(ui_phone.page.get_by_role("navigation", name="Circles")).to_have_count(0)


@both_ways
@back_ways
def test_back_to_the_plan_loses_nothing_and_begins_no_second_match(
    ui_phone: Phone, ui_server: Server, *, kept: bool
) -> None:
    """Back from a new match shows its plan as it was; starting it again leads to the match."""
    ui_server.kept = kept
    plan(ui_phone, MIDDLE)  # step by step: the plan's key stands in the address then
    start(ui_phone)
    board = ui_phone.path
    page = ui_phone.page
    page.go_back()

    expect(page.locator(".seats .who")).to_have_text(["1. Ada", "2. Ben", "3. Cem"])
    expect(page.get_by_label("Number")).to_have_value("2")

    ui_phone.press("Start the match")

    expect(ui_phone.link("Enter round 1")).to_be_visible()
    assert ui_phone.path == board
    assert ui_server.acts == ["start"]


def test_back_through_the_plan_loses_no_player(ui_phone: Phone) -> None:
    """Each Back takes back one step of the plan, and Forward does it again."""
    plan(ui_phone, MIDDLE)
    page = ui_phone.page
    seats = page.locator(".seats .who")
    page.go_back()

    expect(seats).to_have_text(["1. Ada", "2. Ben"])

    page.go_forward()

    expect(seats).to_have_text(["1. Ada", "2. Ben", "3. Cem"])

    page.reload()

    expect(seats).to_have_text(["1. Ada", "2. Ben", "3. Cem"])
