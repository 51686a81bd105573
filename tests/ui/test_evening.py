"""Evenings at the table, played to their winners with a browser's thumb."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.ui.beforehand import begun
from tests.ui.playing import (
    FIVE,
    KUNIBERT,
    MATCHES,
    MIDDLE,
    RACE,
    RULEBOOK,
    RULEBOOK_SCORES,
    SHARED,
    THREE,
    Match,
    begin,
    enter,
    open_plan,
    previews,
    type_round,
)

if TYPE_CHECKING:
    from tests.ui.phone import Phone
    from tests.ui.serving import Server

both_ways = pytest.mark.parametrize(
    "scripts", [True, False], ids=["with JavaScript", "without JavaScript"]
)


@both_ways
def test_s5_the_rulebooks_round_is_typed_in_and_scores_as_printed(ui_phone: Phone) -> None:
    """Mückenstich §5: from the first visit on, the printed round gives 10, −1, −10, −3, 10."""
    begin(ui_phone, SHARED)
    enter(ui_phone, FIVE, 1, RULEBOOK)

    ui_phone.shows_row("Round 1", *RULEBOOK_SCORES)
    ui_phone.shows_row("Total", *RULEBOOK_SCORES)
    ui_phone.shows_row("Place", "1.", "3.", "5.", "4.", "1.")

    ui_phone.follow("Round 1")

    for name, score in zip(FIVE, RULEBOOK_SCORES, strict=True):
        heading = ui_phone.page.get_by_role("heading", name=re.compile(rf"^{name}\b"))
        expect(heading).to_have_text(f"{name} {score}".replace("-", "−"))
    ernst = ui_phone.page.get_by_role("region", name=re.compile("^Ernst"))
    expect(ernst.get_by_role("listitem")).to_have_text(
        [
            "Blue 2 × 1 one point a card (§5) +2",
            "Green 3 × 1 one point a card (§5) +3",
            "Black 1 × 0 removed by Ernst (§5) 0",
            "Red mosquito one mosquito (§5) −5",
            "Blue mosquito one mosquito (§5) −5",
            "Green mosquito 2 mosquitoes, only the first of a colour bites (§5) −5",
        ]
    )


@both_ways
@pytest.mark.parametrize("match", MATCHES, ids=["mueckenstich", "kunibert", "mittlere"])
def test_a_whole_match_is_played_to_its_winner(ui_phone: Phone, match: Match) -> None:
    """Every game is played from the first visit to its winner, or to who shares the win."""
    begin(ui_phone, match)
    page = ui_phone.page
    for number, (played, scores) in enumerate(match.rounds, start=1):
        expect(page.locator(".deal")).to_contain_text(f"{match.dealers[number - 1]} deals next")
        expect(page.get_by_role("region", name="Result")).to_have_count(0)

        ui_phone.follow(f"Enter round {number}")
        type_round(ui_phone, match.names, played)

        previews(ui_phone, scores)

        ui_phone.press(f"Save round {number}")

        ui_phone.shows_row(f"Round {number}", *scores)
    expect(page.get_by_role("region", name="Result")).to_contain_text(match.result)
    ui_phone.shows_row("Total", *match.totals)
    ui_phone.shows_row("Place", *(f"{place}." for place in match.places))
    expect(ui_phone.link("Rematch")).to_be_visible()

    ui_phone.follow("Home")

    expect(page.get_by_role("heading", name="No match in play")).to_be_visible()
    winners = match.result.removesuffix(" share the win").removesuffix(" wins")
    listed = page.get_by_role("link", name=re.compile(f"^{match.game}"))
    expect(listed.locator(".won")).to_have_text(winners)


@both_ways
def test_known_players_are_tapped_and_put_in_their_order(ui_phone: Phone) -> None:
    """The second match offers the first one's players; they move, leave, and one deals first."""
    begun(ui_phone, RACE)
    page = ui_phone.page
    ui_phone.follow("Home")
    ui_phone.follow("New match")
    page.get_by_role("link", name=re.compile("^Mittlere Jass")).tap()
    seats = page.locator(".seats .who")
    for number, name in enumerate(("Cem", "Ada", "Ben"), start=1):
        ui_phone.press(name)
        expect(seats).to_have_count(number)
    ui_phone.press("Remove Ada")
    expect(seats).to_have_text(["1. Cem", "2. Ben"])
    ui_phone.press("Ada")
    expect(seats).to_have_text(["1. Cem", "2. Ben", "3. Ada"])
    page.get_by_text("deals first: Ada").tap()
    ui_phone.press("Move Ada up")
    expect(seats).to_have_text(["1. Cem", "2. Ada", "3. Ben"])
    ui_phone.press("Start the match")

    expect(page.get_by_role("columnheader").nth(1)).to_have_text("Cem")
    expect(page.locator(".deal")).to_have_text("Ada deals next · Cem leads")


@both_ways
def test_a_rematch_has_the_same_players_and_the_deal_moved_on(ui_phone: Phone) -> None:
    """Rematch offers the same table and house rules again, dealt by whose turn it is."""
    begun(ui_phone, MIDDLE, 2)
    page = ui_phone.page
    ui_phone.follow("Rematch")

    expect(page.locator(".seats .who")).to_have_text(["1. Ada", "2. Ben", "3. Cem"])
    expect(page.get_by_role("radio", name=re.compile("deals"), checked=True)).to_have_value("1")

    ui_phone.press("Start the match")

    expect(page.locator(".deal")).to_contain_text("Ben deals next")
    expect(page.locator(".top")).to_contain_text("Round 1 of 2")


@both_ways
def test_kuniberts_target_is_rolled_in_the_app_or_told_from_the_table(
    ui_phone: Phone, ui_server: Server
) -> None:
    """Kunibert §4: the app rolls 200 to 500, or takes the face that was rolled at the table."""
    open_plan(ui_phone, Match(KUNIBERT, THREE, {}, (), (), (), "", ()))
    target = ui_phone.group("Target").get_by_role("textbox")

    expect(target).to_have_value("")

    ui_phone.press("Roll the die")

    expect(target).to_have_value(re.compile("^[2345]00$"))

    ui_phone.press("200")

    expect(target).to_have_value("200")
    expect(ui_phone.button("200")).to_have_attribute("aria-pressed", "true")

    ui_phone.press("Start the match")

    expect(ui_phone.page.locator(".top")).to_contain_text("To 200 points, 200 to go")
    assert ui_server.acts == ["start"]
