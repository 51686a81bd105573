"""What can't be right is kept as it was typed, and a sentence beside it says what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.ui.beforehand import begun
from tests.ui.playing import (
    FIVE,
    MIDDLE,
    RULEBOOK,
    RULEBOOK_SCORES,
    SHARED,
    THREE,
    Match,
    count_field,
    open_plan,
    previews,
    seat,
    set_rules,
    type_round,
)

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.ui.phone import Phone
    from tests.ui.serving import Server

both_ways = pytest.mark.parametrize(
    "scripts", [True, False], ids=["with JavaScript", "without JavaScript"]
)
plain = pytest.mark.parametrize("scripts", [False], ids=["without JavaScript"])
"""The ordinary form; what the pad makes of it is in test_pad.py."""

NO_NUMBERS = (
    ("3.5", "−1", "１２"),  # noqa: RUF001 - full-width digits, as some keyboards type them
    ("-1", "x", "100000000000000000000"),
    ("1e2", "٣", "158"),
)
BESIDE = 60
"""How far below its field a sentence may stand."""


def is_refused(box: Locator, typed: str, sentence: str) -> None:
    """Wait until a field holds what was typed, with a sentence beside it, and can be focused."""
    expect(box).to_have_value(typed)
    expect(box).to_have_attribute("aria-invalid", "true")
    expect(box).to_have_accessible_description(sentence)
    named = str(box.get_attribute("aria-describedby")).split()[-1]
    error = box.page.locator(f"[id='{named}']")
    expect(error).to_be_visible()
    box.focus()
    expect(box).to_be_focused()
    field, beside = box.bounding_box(), error.bounding_box()

    assert field is not None
    assert beside is not None
    assert 0 <= beside["y"] - (field["y"] + field["height"]) <= BESIDE


@both_ways
def test_no_number_is_refused_beside_its_field_and_kept(ui_phone: Phone, ui_server: Server) -> None:
    """Fractions, signs, letters, other digits, too much: a sentence each, all kept (fault 9)."""
    begun(ui_phone, MIDDLE)
    ui_phone.follow("Enter round 1")
    for button in ("Save round 1",) if ui_phone.scripts else ("Check", "Save round 1"):
        for typed in NO_NUMBERS:
            for name, text in zip(THREE, typed, strict=True):
                count_field(ui_phone, name, "Points").fill(text)
            with ui_phone.page.expect_navigation():
                ui_phone.press(button)

            for name, text in zip(THREE, typed, strict=True):
                box = count_field(ui_phone, name, "Points")
                is_refused(box, text, "Points: Type a whole number from 0 to 157 here.")
    assert ui_server.acts == ["start"]


@plain
def test_a_blank_is_pointed_out_and_0_is_a_number(ui_phone: Phone, ui_server: Server) -> None:
    """0 is taken, a blank isn't; 0 points don't tell whether a trick was won (faults 4, 7)."""
    begun(ui_phone, MIDDLE)
    ui_phone.follow("Enter round 1")
    count_field(ui_phone, "Ada", "Points").fill("157")
    count_field(ui_phone, "Ben", "Points").fill("0")
    ui_phone.press("Save round 1")
    blank = count_field(ui_phone, "Cem", "Points")

    is_refused(blank, "", "Points: Type a number here, 0 if there is none.")
    expect(count_field(ui_phone, "Ben", "Points")).not_to_have_attribute("aria-invalid", "true")

    blank.fill("0")
    ui_phone.press("Save round 1")

    expect(ui_phone.page.get_by_role("alert")).to_contain_text("doesn't add up")
    assert ui_server.acts == ["start"]

    for name in ("Ben", "Cem"):
        ui_phone.group(name).get_by_text("No", exact=True).tap()
    ui_phone.press("Save round 1")

    ui_phone.shows_row("Round 1", 2, -1, -1)


@plain
def test_a_miscount_names_the_player_and_the_numbers(ui_phone: Phone, ui_server: Server) -> None:
    """What doesn't add up stands beside whom it concerns, and nothing typed is lost."""
    begun(ui_phone, SHARED)
    ui_phone.follow("Enter round 1")
    type_round(ui_phone, FIVE, RULEBOOK)
    count_field(ui_phone, "Geli", "Blue").fill("5")
    double = ui_phone.group("Which colour counts double?")
    double.get_by_text("None: the fewest tricks are shared", exact=True).tap()
    ui_phone.press("Save round 1")

    alert = ui_phone.page.get_by_role("alert")
    expect(alert).to_contain_text("Geli has 9 of 10 cards")
    expect(alert).to_contain_text("Arne has the fewest tricks (1): which colour counts double?")
    expect(ui_phone.group("Geli").locator(".tally")).to_have_text("9 of 10 cards")
    expect(ui_phone.group("Geli").locator(".error")).to_contain_text("Geli has 9 of 10 cards")
    expect(double.locator(".error")).to_contain_text("Arne has the fewest tricks")
    for name, row in zip(FIVE, RULEBOOK.rows, strict=True):
        for label, number in row.items():
            kept = 5 if (name, label) == ("Geli", "Blue") else number
            expect(count_field(ui_phone, name, label)).to_have_value(str(kept))
    assert ui_server.acts == ["start"]

    count_field(ui_phone, "Geli", "Blue").fill("6")
    double.get_by_text("Red", exact=True).tap()
    ui_phone.press("Save round 1")

    ui_phone.shows_row("Round 1", *RULEBOOK_SCORES)


@plain
def test_a_form_whose_session_is_gone_comes_back_as_typed(
    ui_phone: Phone, ui_server: Server
) -> None:
    """It saves nothing, but is shown again, and a second tap saves it; a script does that tap."""
    begun(ui_phone, MIDDLE)
    ui_phone.follow("Enter round 1")
    type_round(ui_phone, THREE, MIDDLE.rounds[0][0])
    previews(ui_phone, MIDDLE.rounds[0][1])
    ui_phone.context.clear_cookies(name="session")
    ui_phone.press("Save round 1")

    expect(ui_phone.page.get_by_role("alert")).to_contain_text("press the button again")
    expect(count_field(ui_phone, "Ben", "Points")).to_have_value("52")
    assert ui_server.acts == ["start"]

    ui_phone.press("Save round 1")

    ui_phone.shows_row("Round 1", 1, -2, 1)
    assert ui_server.acts == ["start", "record 1"]


@both_ways
def test_a_wrong_plan_is_refused_beside_its_fields_and_kept(
    ui_phone: Phone, ui_server: Server
) -> None:
    """A name that sits there already and a house rule that is none: a sentence beside each."""
    open_plan(ui_phone, Match(MIDDLE.game, ("Ada", "Ben"), {}, (), (), (), "", ()))
    page = ui_phone.page
    name = page.get_by_label("Name of a new player")
    name.fill(" ADA ")
    ui_phone.press("Add")

    is_refused(name, " ADA ", "ADA sits at this table already.")

    name.fill("Cem")
    ui_phone.press("Add")
    expect(page.locator(".seats .who")).to_have_text(["1. Ada", "2. Ben", "3. Cem"])
    set_rules(ui_phone, {"Rounds": "61"})
    ui_phone.press("Start the match")

    rounds = ui_phone.group("Rounds").get_by_role("textbox")
    is_refused(rounds, "61", "“Rounds” must be a whole number from 1 to 60.")
    assert ui_server.matches == 0

    rounds.fill("60")
    ui_phone.press("Start the match")

    expect(page.locator(".top")).to_contain_text("Round 1 of 60")


def test_a_name_may_be_anything_but_markup_is_only_text(ui_phone: Phone) -> None:
    """O'Ré, 李, an emoji, <b> and $x simply work, on the plan as on the scoreboard."""
    names = ("O'Ré & Søn", "李", "🦟", "<b>Ben</b>", "$x {{ 7 }} %s")
    ui_phone.open("/matches/new?game=mueckenstich")
    seat(ui_phone, names)
    ui_phone.press("Start the match")

    expect(ui_phone.page.get_by_role("columnheader").locator("bdi")).to_have_text(names)
    expect(ui_phone.page.locator(".deal")).to_have_text("O'Ré & Søn deals next · 李 leads")


def test_wrong_settings_are_refused_beside_their_field_and_kept(ui_phone: Phone) -> None:
    """A time zone that there isn't is kept as typed; a right one is saved."""
    begun(ui_phone, MIDDLE)
    ui_phone.follow("Home")
    ui_phone.follow("Settings of this circle")
    page = ui_phone.page
    zone = page.get_by_role("combobox", name="Time zone")
    zone.fill("Mars/Olympus")
    page.get_by_label("Name of the circle").fill("Card night")
    ui_phone.press("Save")

    expect(zone).to_have_value("Mars/Olympus")
    expect(zone).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_label("Name of the circle")).to_have_value("Card night")

    zone.fill("Asia/Tokyo")
    ui_phone.press("Save")

    expect(page.get_by_role("heading", level=1)).to_have_text("Card night")
    expect(page.locator(".top")).to_contain_text("Fri 27 November 2026")
