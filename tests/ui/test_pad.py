"""The pad: a round in few taps, asked in the order of the rules, and never a score of its own."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect

from tests.builders import played
from tests.ui.beforehand import begun
from tests.ui.looking import misplaced, small_targets
from tests.ui.playing import (
    FIVE,
    KUNIBERT,
    MIDDLE,
    MUECKENSTICH,
    RULEBOOK,
    RULEBOOK_SCORES,
    SHARED,
    Match,
    Round,
    Row,
    captured,
    choices,
    count_field,
    points,
    previews,
)
from tests.ui.test_pages import LARGE_TEXT, RULES, WIDTHS, looks
from tests.ui.thumb import Thumb
from tests.ui.watching import SEEN

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Route

    from tests.ui.phone import Phone
    from tests.ui.serving import Server

SIX = ("Arne", "Geli", "Ernst", "Harald", "Fritz", "Zoë")
FOUR = ("Ada", "Ben", "Cem", "Dee")
LONG = ("W" * 40, "🦟" * 40, "م" * 40, "Maximiliane von und zu Hohenstein-Rottal", "李" * 40, "<b>")
IN_TURN = re.compile(r"\bat\b")
"""The class of the field that the next key is for."""
COLOURS = ("red", "blue", "green", "black")


def match(game: str, names: tuple[str, ...], **rules: str) -> Match:
    """Make a match of which only the beginning is of interest."""
    return Match(game, names, rules, (), (), (), "", ())


def of_entry(entry: dict[str, object]) -> Round:
    """Give an entry of Mückenstich as it is typed."""
    rows: list[Row] = []
    tricks, numbers, mosquitoes = (entry[key] for key in ("tricks", "numbers", "mosquitoes"))
    assert isinstance(tricks, list)
    assert isinstance(numbers, list)
    assert isinstance(mosquitoes, list)
    for of, held, bites in zip(tricks, numbers, mosquitoes, strict=True):
        row = {"Tricks": of}
        row |= {colour.capitalize(): held.get(colour, 0) for colour in COLOURS}
        row |= {f"Mosquitoes {colour.capitalize()}": bites.get(colour, 0) for colour in COLOURS}
        rows.append(row)
    chosen = [str(entry[name] or "None: shared").capitalize() for name in ("doubled", "removed")]
    return Round(tuple(rows), choices(*chosen))


def open_pad(phone: Phone, of: Match) -> Thumb:
    """Begin a match and open its first round."""
    begun(phone, of)
    phone.follow("Enter round 1")
    return Thumb(phone)


def drafts(phone: Phone) -> list[str]:
    """Give the drafts that this browser keeps."""
    found: list[str] = phone.page.evaluate(
        "() => Object.keys(localStorage).filter((name) => name.startsWith('draft '))"
    )
    return found


# Taps ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("of", "round_", "most"),
    [
        (SHARED, RULEBOOK, 30),
        (match(MUECKENSTICH, SIX), of_entry(played("mueckenstich", 6, 1)[0]), 38),
        (match(MUECKENSTICH, SIX), of_entry(played("mueckenstich", 6, 2)[0]), 38),
        (match(MUECKENSTICH, FIVE), of_entry(played("mueckenstich", 5, 3)[0]), 34),
        (MIDDLE, points(52, 61, 44), 8),
        (MIDDLE, points(102, 55, 0, tricks={2: "No"}), 8),
        (
            match(KUNIBERT, FOUR, Target="300"),
            captured(
                {"1–5": 6, "6–9": 3, "Black 12": 1},
                {"1–5": 12, "6–9": 4, "Black 12": 1, "Red 12": 1},
                {"1–5": 0, "6–9": 0},
                {"1–5": 5, "6–9": 7, "Red 12": 1},
                last_card="Cem",
            ),
            14,
        ),
    ],
    ids=["rulebook", "six", "six again", "five", "mittlere", "mittlere, no trick", "kunibert"],
)
def test_a_round_takes_no_more_taps_than_its_budget(
    ui_phone: Phone, ui_server: Server, of: Match, round_: Round, most: int
) -> None:
    """From the opened form to the saved round, every tap counted: the rulebook's takes 30."""
    thumb = open_pad(ui_phone, of)
    thumb.type(of.names, round_)
    thumb.save(1)

    ui_phone.has_rounds(1)
    assert ui_server.acts == ["start", "record 1"]
    assert thumb.taps <= most


def test_s5_the_rulebooks_round_scores_as_printed(ui_phone: Phone) -> None:
    """Mückenstich §5, through the pad: the preview is the printed score, and so is what's saved."""
    thumb = open_pad(ui_phone, SHARED)
    thumb.type(FIVE, RULEBOOK)

    previews(ui_phone, RULEBOOK_SCORES)

    thumb.save(1)

    ui_phone.shows_row("Round 1", *RULEBOOK_SCORES)


class Watcher(Thumb):
    """A thumb that looks after each tap where the pad is, and what can be seen."""

    def __init__(self, phone: Phone) -> None:
        """Wait for the pad."""
        super().__init__(phone)
        self.places: set[tuple[float, float, float, float]] = set()

    def look(self) -> None:
        """Write down where the pad stands, and whether the field in turn is covered."""
        box = self.page.locator(".keys").bounding_box()
        assert box is not None
        self.places.add((box["x"], box["y"], box["width"], box["height"]))
        covered = self.page.evaluate(
            """() => [...document.querySelectorAll("input.at")].some((one) => {
              const box = one.getBoundingClientRect();
              const top = document.elementFromPoint(box.x + box.width / 2, box.bottom - 2);
              return top !== one;
            })"""
        )
        assert not covered

    def tap(self, target: Locator) -> None:
        """Tap, and look."""
        super().tap(target)
        self.look()


@pytest.mark.parametrize(
    ("of", "round_"),
    [(SHARED, RULEBOOK), (MIDDLE, points(90, 67, 0, tricks={2: "Yes"}))],
    ids=["mueckenstich", "mittlere"],
)
def test_the_pad_stays_put_and_never_covers_the_field(
    ui_phone: Phone, of: Match, round_: Round
) -> None:
    """From the first tap to the last the keys stand in one place, in the screen's lower half."""
    open_pad(ui_phone, of)
    watcher = Watcher(ui_phone)
    watcher.type(of.names, round_)
    [(_x, y, _width, _height)] = watcher.places

    assert y >= 320


@pytest.mark.parametrize(("width", "height"), [(640, 360), (844, 390), (768, 1024), (1280, 800)])
def test_keys_and_field_are_seen_together_on_any_screen(
    ui_phone: Phone, width: int, height: int
) -> None:
    """Also on a phone's side and on a tablet: keys for a thumb, and no jump from tap to tap."""
    ui_phone.page.set_viewport_size({"width": width, "height": height})
    open_pad(ui_phone, SHARED)
    watcher = Watcher(ui_phone)
    watcher.type(SHARED.names, RULEBOOK)
    [(_x, y, _width, high)] = watcher.places

    assert y + high <= height
    assert small_targets(ui_phone.page) == []
    assert misplaced(ui_phone.page, width) == []


def test_keys_follow_the_bounds_of_the_field(ui_phone: Phone) -> None:
    """Three players can win up to 16 tricks, and hold 13 cards of a colour."""
    thumb = open_pad(ui_phone, match(MUECKENSTICH, ("Ada", "Ben", "Cem")))

    expect(thumb.key(16)).to_be_enabled()

    thumb.press(5, 5)
    expect(thumb.field("Ada", "Red")).to_have_class(IN_TURN)

    expect(thumb.key(13)).to_be_enabled()
    expect(thumb.key(14)).to_be_disabled()


def turn(thumb: Thumb, *texts: str) -> None:
    """Tap the key to further numbers, again and again, reading what it leads to."""
    more = thumb.page.locator(".key.more")
    for text in texts:
        expect(more).to_have_text(text)
        thumb.tap(more)


def test_a_number_above_12_is_two_taps(ui_phone: Phone) -> None:
    """Kunibert: behind "13+" stand the numbers up to 25; the one above them takes a third."""
    thumb = open_pad(ui_phone, match(KUNIBERT, FOUR, Target="300"))
    low, mid = (thumb.field("Ada", label) for label in ("1–5", "6–9"))
    thumb.press("13+", 25)

    expect(low).to_have_value("25")

    thumb.tap(low)
    turn(thumb, "13+", "26+")
    thumb.press(26)

    expect(low).to_have_value("26")

    thumb.press("13+")

    expect(thumb.key(16)).to_be_enabled()
    expect(thumb.key(17)).to_be_disabled()

    thumb.press(14)
    thumb.turn_to("Ada")

    expect(mid).to_have_value("14")
    expect(thumb.key(12)).to_be_visible()


def test_the_key_to_the_larger_numbers_leads_back(ui_phone: Phone) -> None:
    """Whoever taps "13+" by mistake taps there again: 0 to 12 are back, after 26, too."""
    thumb = open_pad(ui_phone, match(KUNIBERT, FOUR, Target="300"))
    more = ui_phone.page.locator(".key.more")
    place = more.bounding_box()
    turn(thumb, "13+", "26+")
    expect(thumb.key(26)).to_be_enabled()
    assert more.bounding_box() == place
    turn(thumb, "0–12")
    thumb.press(2)
    turn(thumb, "13+", "0–12")
    thumb.press(3)
    thumb.turn_to("Ada")

    expect(thumb.field("Ada", "1–5")).to_have_value("2")
    expect(thumb.field("Ada", "6–9")).to_have_value("3")
    assert more.bounding_box() == place


def test_next_after_a_number_that_went_on_by_itself_skips_nobody(ui_phone: Phone) -> None:
    """Mittlere: 70 leads on to Ben; a → or Enter then does nothing until his field is typed."""
    thumb = open_pad(ui_phone, MIDDLE)
    ada, ben = (thumb.field(name, "Points") for name in ("Ada", "Ben"))
    thumb.press(7, 0, "Next field", "Next field")
    ui_phone.page.keyboard.press("Enter")

    expect(ben).to_have_class(IN_TURN)

    thumb.press(5, "Next field")

    expect(ben).to_have_value("5")
    expect(thumb.field("Cem", "Points")).to_have_value("82")

    thumb.tap(ada)
    thumb.press(6, "Next field")

    expect(ada).to_have_value("6")
    expect(ada).not_to_have_class(IN_TURN)


def test_undo_is_dead_while_there_is_nothing_to_undo(ui_phone: Phone) -> None:
    """On a new form, after the last thing is taken back, and after a reload."""
    thumb = open_pad(ui_phone, SHARED)
    undo = ui_phone.button("Undo")

    expect(undo).to_be_disabled()

    thumb.press(1)

    expect(undo).to_be_enabled()

    thumb.tap(undo)

    expect(undo).to_be_disabled()
    expect(thumb.field("Arne", "Tricks")).to_be_focused()

    thumb.press(1)
    ui_phone.page.reload()

    expect(thumb.field("Arne", "Tricks")).to_have_value("1")
    expect(undo).to_be_disabled()


def test_undo_takes_back_one_tap_after_the_other(ui_phone: Phone) -> None:
    """Across fields, players and questions, each Undo leads back to before a tap."""
    thumb = open_pad(ui_phone, SHARED)
    thumb.press(1, 2, 2, 2)
    red = ui_phone.group("Which colour counts double?").get_by_text("Red", exact=True)
    thumb.tap(red)
    thumb.press(5)
    expect(ui_phone.group("Geli")).to_be_visible()
    undo = ui_phone.button("Undo")
    thumb.tap(undo)

    expect(thumb.field("Arne", "Red")).to_have_value("")
    expect(thumb.field("Arne", "Red")).to_have_class(IN_TURN)

    thumb.tap(undo)

    expect(red).to_be_visible()
    expect(
        ui_phone.group("Which colour counts double?").get_by_role("radio", checked=True)
    ).to_have_count(0)

    thumb.tap(undo)

    expect(thumb.field("Harald", "Tricks")).to_have_value("")
    expect(thumb.field("Ernst", "Tricks")).to_have_value("2")
    expect(ui_phone.group("Which colour counts double?")).to_be_hidden()


def test_two_taps_in_one_place_at_once_are_one(ui_phone: Phone) -> None:
    """A shaking thumb's second tap within a tenth of a second counts nothing."""
    thumb = open_pad(ui_phone, SHARED)
    ui_phone.page.evaluate(
        """() => {
          const key = document.querySelector('.key[value="2"]');
          const tap = { bubbles: true, detail: 1 };
          key.dispatchEvent(new MouseEvent("click", tap));
          key.dispatchEvent(new MouseEvent("click", tap));
        }"""
    )

    expect(thumb.field("Arne", "Tricks")).to_have_value("2")
    expect(thumb.field("Geli", "Tricks")).to_have_value("")


def test_any_field_can_be_tapped_and_typed_anew(ui_phone: Phone) -> None:
    """A tap on a name and on a field leads there; what follows from it changes with it."""
    thumb = open_pad(ui_phone, SHARED)
    thumb.type(FIVE, RULEBOOK)
    thumb.tap(thumb.tab("Geli"))
    thumb.tap(thumb.field("Geli", "Blue"))
    thumb.press(5)

    expect(thumb.field("Geli", "Blue")).to_have_value("5")
    expect(thumb.field("Geli", "Black")).to_have_value("1")
    expect(thumb.tab("Geli")).to_have_attribute("aria-current", "true")


# What follows from the rest --------------------------------------------------------------------


def test_what_follows_is_filled_in_and_looks_so(ui_phone: Phone) -> None:
    """The last player's tricks are what is left of ten; dashed and italic, unlike what is typed."""
    thumb = open_pad(ui_phone, SHARED)
    thumb.press(1, 2, 2, 2)
    typed, derived = (thumb.field(name, "Tricks") for name in ("Harald", "Fritz"))

    expect(derived).to_have_value("3")
    expect(derived).to_have_css("font-style", "italic")
    expect(derived).to_have_css("border-top-style", "dashed")
    expect(typed).to_have_css("font-style", "normal")


def test_who_counts_everything_has_nothing_filled_in(ui_phone: Phone) -> None:
    """With the setting on, a miscount can't hide in what follows; this browser remembers it."""
    thumb = open_pad(ui_phone, MIDDLE)
    setting = ui_phone.page.get_by_text("Count every pile: fill in nothing")
    setting.tap()
    thumb.press(5, 2, 6, 1)

    expect(thumb.field("Cem", "Points")).to_have_value("")

    ui_phone.page.reload()

    expect(ui_phone.page.get_by_label("Count every pile")).to_be_checked()
    expect(thumb.field("Cem", "Points")).to_have_value("")

    setting.tap()

    expect(thumb.field("Cem", "Points")).to_have_value("44")


def test_a_miscount_names_the_player_and_the_numbers(ui_phone: Phone, ui_server: Server) -> None:
    """At Geli's tab, beside her and in the preview: 9 of 10 cards; Save doesn't save it."""
    thumb = open_pad(ui_phone, SHARED)
    ui_phone.page.get_by_text("Count every colour: fill in nothing").tap()
    thumb.type(FIVE, RULEBOOK)
    thumb.tap(thumb.tab("Geli"))
    thumb.tap(thumb.field("Geli", "Blue"))
    thumb.press(5)

    expect(thumb.tab("Geli")).to_have_accessible_name("Geli doesn't add up")
    expect(thumb.tab("Arne")).to_have_accessible_name("Arne complete")
    expect(ui_phone.group("Geli").locator(".tally")).to_have_text("9 of 10 cards")
    expect(ui_phone.page.locator(".so-far .error")).to_have_text("Geli has 9 of 10 cards.")

    thumb.save(1)

    expect(ui_phone.page.get_by_role("alert")).to_contain_text("Geli has 9 of 10 cards")
    assert ui_server.acts == ["start"]

    thumb.tap(thumb.tab("Geli"))
    expect(thumb.field("Geli", "Blue")).to_have_value("5")
    thumb.tap(thumb.field("Geli", "Blue"))
    thumb.press(6)
    thumb.save(1)

    ui_phone.shows_row("Round 1", *RULEBOOK_SCORES)


def test_a_moved_card_shows_with_both_players_at_once(ui_phone: Phone) -> None:
    """What one has less and another more changes both previews, and so does the doubled colour."""
    thumb = open_pad(ui_phone, SHARED)
    thumb.type(FIVE, RULEBOOK)
    previews(ui_phone, RULEBOOK_SCORES)
    for name, colour, number in (("Geli", "Blue", 5), ("Ernst", "Blue", 3)):
        thumb.tap(thumb.tab(name))
        thumb.tap(thumb.field(name, colour))
        thumb.press(number)

    previews(ui_phone, (10, -2, -9, -3, 10))

    double = ui_phone.group("Which colour counts double?")
    thumb.tap(double.get_by_text("Red", exact=True))
    thumb.tap(double.get_by_text("Green", exact=True))

    previews(ui_phone, (5, -2, -6, -5, 10))


# Questions -------------------------------------------------------------------------------------


def test_s5_a_choice_is_asked_when_its_chooser_is_known(ui_phone: Phone) -> None:
    """After the tricks Arne doubles; after the last card Ernst removes one of the three others."""
    thumb = open_pad(ui_phone, SHARED)
    double = ui_phone.group("Which colour counts double?")
    remove = ui_phone.group("Which colour is removed?")

    expect(double).to_be_hidden()

    thumb.press(1, 2, 2, 2)

    expect(double).to_contain_text("Arne has the fewest tricks (1): which colour counts double?")
    expect(double.get_by_role("radio")).to_have_count(4)
    expect(remove).to_be_hidden()

    thumb.type(FIVE, RULEBOOK)
    thumb.tap(remove.get_by_text("Black", exact=True))

    expect(remove).to_contain_text("Ernst has the most mosquitoes (4): which colour is removed?")
    expect(remove.get_by_role("radio")).to_have_count(3)
    expect(remove.get_by_role("radio", name="Red")).to_have_count(0)


def test_s5_a_tie_is_skipped_and_says_why(ui_phone: Phone) -> None:
    """Two share the fewest tricks: the pad goes on to the cards, and the reason stands there."""
    thumb = open_pad(ui_phone, SHARED)
    thumb.press(1, 1, 2, 3)

    expect(thumb.field("Arne", "Red")).to_have_class(IN_TURN)
    expect(ui_phone.page.locator("#choice-doubled")).to_have_text(
        re.compile("Nobody alone has the fewest tricks"), use_inner_text=True
    )
    expect(ui_phone.page.locator("#choice-doubled").get_by_role("radio")).to_have_count(0)


def test_another_chooser_is_asked_anew(ui_phone: Phone) -> None:
    """The colour that Arne doubled isn't kept when Geli turns out to have the fewest tricks."""
    thumb = open_pad(ui_phone, SHARED)
    thumb.press(1, 2, 2, 2)
    double = ui_phone.group("Which colour counts double?")
    thumb.tap(double.get_by_text("Red", exact=True))
    thumb.tap(thumb.field("Arne", "Tricks"))
    thumb.press(2)
    thumb.tap(thumb.tab("Geli"))
    thumb.tap(thumb.field("Geli", "Tricks"))
    thumb.press(1)

    expect(double).to_contain_text("Geli has the fewest tricks (1)")
    expect(double.get_by_role("radio", checked=True)).to_have_count(0)


def test_no_points_ask_whether_there_was_a_trick(ui_phone: Phone) -> None:
    """Mittlere: Cem's 0 follows from the rest, and is asked about; then the prompt is read out."""
    thumb = open_pad(ui_phone, MIDDLE)
    thumb.press(9, 0)

    expect(ui_phone.page.get_by_text("Took a trick?")).to_have_count(3)
    expect(ui_phone.group("Cem").get_by_text("Took a trick?")).to_be_hidden()

    thumb.press(6, 7)

    expect(ui_phone.group("Cem").get_by_text("Took a trick?")).to_be_visible()

    thumb.tap(ui_phone.group("Cem").get_by_text("No", exact=True))

    expect(ui_phone.page.locator(".so-far")).to_contain_text("Cem won no trick: 2 potatoes")
    previews(ui_phone, (1, 1, -2))


# The keyboard ----------------------------------------------------------------------------------


def test_a_round_is_typed_by_a_keyboard(ui_phone: Phone, ui_server: Server) -> None:
    """Digits, Enter and Tab go on, Backspace takes back, arrows move, Enter on Save saves."""
    open_pad(ui_phone, MIDDLE)
    keyboard, thumb = ui_phone.page.keyboard, Thumb(ui_phone)
    fields = [thumb.field(name, "Points") for name in MIDDLE.names]
    keyboard.type("90")

    expect(fields[0]).to_be_focused()

    keyboard.press("Enter")
    keyboard.type("66")
    keyboard.press("Backspace")

    expect(fields[1]).to_have_value("6")

    keyboard.type("7")
    keyboard.press("ArrowLeft")

    expect(fields[0]).to_be_focused()

    keyboard.press("ArrowDown")

    expect(fields[1]).to_be_focused()
    expect(fields[1]).to_have_value("67")

    keyboard.press("Enter")

    expect(ui_phone.group("Cem").get_by_role("radio", name="Yes")).to_be_focused()

    keyboard.press("ArrowRight")
    expect(ui_phone.group("Cem").get_by_role("radio", name="No")).to_be_checked()
    expect(ui_phone.button("Save round 1")).to_be_focused()
    keyboard.press("Enter")

    ui_phone.shows_row("Round 1", 1, 1, -2)
    assert ui_server.acts == ["start", "record 1"]


def test_a_text_beside_the_numbers_keeps_its_keys(ui_phone: Phone) -> None:
    """Digits and Backspace in another field of the page belong to that field."""
    thumb = open_pad(ui_phone, MIDDLE)
    thumb.press(7)
    ui_phone.page.evaluate(
        """() => {
          const text = document.createElement("textarea");
          document.getElementById("round").append(text);
          text.focus();
        }"""
    )
    ui_phone.page.keyboard.type("12")
    ui_phone.page.keyboard.press("Backspace")

    expect(ui_phone.page.locator("textarea")).to_have_value("1")
    expect(thumb.field("Ada", "Points")).to_have_value("7")


# Nothing typed is lost -------------------------------------------------------------------------


def half(thumb: Thumb) -> None:
    """Type half a round of Mückenstich."""
    thumb.press(1, 2, 2, 2)
    thumb.tap(thumb.phone.group("Which colour counts double?").get_by_text("Red", exact=True))
    thumb.press(5)
    thumb.tap(thumb.field("Geli", "Mosquitoes Blue"))
    thumb.press(1)


def holds_half(thumb: Thumb) -> None:
    """Wait until the pad holds that half, and goes on where it stopped."""
    expect(thumb.field("Geli", "Red")).to_have_value("1")
    expect(thumb.field("Geli", "Mosquitoes Blue")).to_have_value("1")
    expect(thumb.field("Geli", "Tricks")).to_have_value("2")
    expect(thumb.field("Geli", "Blue")).to_have_class(IN_TURN)
    expect(thumb.tab("Arne")).to_have_accessible_name("Arne complete")
    expect(thumb.phone.group("Which colour counts double?").get_by_role("radio")).to_be_checked()


@pytest.mark.parametrize("way", ["reload", "back", "killed"])
def test_every_value_returns_after_reload_back_and_a_killed_tab(ui_phone: Phone, way: str) -> None:
    """Each tap is kept at once; the page says that it is back, and can start over (fault 12)."""
    thumb = open_pad(ui_phone, SHARED)
    half(thumb)
    address = ui_phone.page.url
    if way == "reload":
        ui_phone.page.reload()
    elif way == "back":
        ui_phone.follow("Back to the scoreboard")
        expect(ui_phone.link("Enter round 1")).to_be_visible()
        ui_phone.page.go_back()
    else:
        ui_phone.page.close()
        ui_phone.page = ui_phone.context.new_page()
        ui_phone.page.goto(address)
        thumb = Thumb(ui_phone)

    holds_half(thumb)
    expect(ui_phone.page.get_by_text("What was typed here before is back.")).to_be_visible()

    ui_phone.press("Start over")

    expect(thumb.field("Arne", "Tricks")).to_have_value("")
    assert drafts(ui_phone) == []

    ui_phone.press("Undo")

    expect(thumb.field("Geli", "Red")).to_have_value("1")


SENT = """() => {
  const [name] = Object.keys(localStorage).filter((one) => one.startsWith("draft "));
  const draft = JSON.parse(localStorage.getItem(name));
  localStorage.setItem(name, JSON.stringify({ ...draft, sent: true }));
}"""
"""A form that was sent, and whose answer never came: the page asks first whether it was saved."""


def holds_back(phone: Phone, address: str) -> list[Route]:
    """Hold back the next request for this, until it is let through."""
    held: list[Route] = []
    phone.page.route(address, lambda route: held.append(route), times=1)  # noqa: PLW0108 - Playwright can't mark a list's own method
    return held


def test_what_is_typed_before_a_draft_is_back_is_newer(ui_phone: Phone) -> None:
    """On a slow network the old numbers come late, and take nothing away that was typed since."""
    thumb = open_pad(ui_phone, MIDDLE)
    thumb.press(7, 0)
    thumb.tap(thumb.field("Ben", "Points"))
    thumb.press(5, 2)
    previews(ui_phone, (1, -2, 1))
    ui_phone.page.evaluate(SENT)
    asked = holds_back(ui_phone, "**/preview")
    with ui_phone.page.expect_request("**/preview"):
        ui_phone.page.reload()
    count_field(ui_phone, "Cem", "Points").fill("30")
    asked[0].continue_()

    expect(thumb.field("Ada", "Points")).to_have_value("70")
    expect(thumb.field("Ben", "Points")).to_have_value("52")
    expect(thumb.field("Cem", "Points")).to_have_value("30")

    ui_phone.page.reload()

    expect(thumb.field("Ada", "Points")).to_have_value("70")
    expect(thumb.field("Cem", "Points")).to_have_value("30")


def test_what_is_typed_before_the_script_comes_is_newer(ui_phone: Phone) -> None:
    """A page that is there before its script can be typed into, as any form."""
    thumb = open_pad(ui_phone, MIDDLE)
    thumb.press(7, 0)
    address = ui_phone.page.url
    ui_phone.follow("Back to the scoreboard")
    late = holds_back(ui_phone, "**/js/entry.js")
    with ui_phone.page.expect_request("**/js/entry.js"):
        ui_phone.page.goto(address, wait_until="commit")
    count_field(ui_phone, "Ben", "Points").fill("60")
    late[0].continue_()

    expect(thumb.field("Ada", "Points")).to_have_value("70")
    expect(thumb.field("Ben", "Points")).to_have_value("60")
    expect(thumb.field("Cem", "Points")).to_have_value("27")


PAINTED = "() => performance.getEntriesByName('first-contentful-paint').length > 0"

SHIFTS = """() => new Promise((resolve) => {
  const seen = new PerformanceObserver((list) => {
    const moved = list.getEntries().filter((one) => one.value > 0.001);
    resolve(moved.flatMap(({ sources }) => sources.map(({ node }) => String(node?.outerHTML))));
  });
  seen.observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve([]), 200);
})"""


def test_nothing_moves_when_the_pad_comes(ui_phone: Phone) -> None:
    """On a slow network the script comes after the first sight; until then the form is hidden."""
    open_pad(ui_phone, SHARED)
    address = ui_phone.page.url
    late = holds_back(ui_phone, "**/js/entry.js")
    chromium = ui_phone.context.new_cdp_session(ui_phone.page)
    chromium.send("Animation.enable")
    chromium.send("Animation.setPlaybackRate", {"playbackRate": 0})
    with ui_phone.page.expect_request("**/js/entry.js"):
        ui_phone.page.goto(address, wait_until="commit")
    ui_phone.page.wait_for_function(PAINTED)
    expect(ui_phone.page.locator("form.entry")).to_be_hidden()
    late[0].continue_()
    Thumb(ui_phone)

    assert ui_phone.page.evaluate(SHIFTS) == []


def test_a_form_that_comes_back_refused_can_start_over(ui_phone: Phone) -> None:
    """After a refused save there is nothing to undo, but all that is typed can go at once."""
    thumb = open_pad(ui_phone, MIDDLE)
    for name, number in zip(MIDDLE.names, ("70", "52", "34"), strict=True):
        thumb.field(name, "Points").fill(number)
    with ui_phone.page.expect_navigation():
        thumb.save(1)

    expect(ui_phone.page.get_by_role("alert")).to_contain_text("This doesn't add up yet")
    expect(ui_phone.button("Undo")).to_be_disabled()

    ui_phone.press("Start over")

    expect(thumb.field("Ada", "Points")).to_have_value("")
    expect(ui_phone.button("Start over")).to_be_hidden()
    assert drafts(ui_phone) == []


def test_the_reason_of_a_correction_returns_with_its_numbers(
    ui_phone: Phone, ui_server: Server
) -> None:
    """Typed first or last, it is back after a reload; Start over clears it; saving drops it."""
    begun(ui_phone, MIDDLE, 1)
    ui_phone.row("Round 1").first.click()
    ui_phone.page.locator(".board").get_by_role("link", name="Round 1").tap()
    ui_phone.follow("Correct this round")
    thumb = Thumb(ui_phone)
    reason = ui_phone.page.get_by_label("Why is it corrected?")
    reason.fill("Ben and Cem were mixed up")
    ui_phone.page.reload()

    expect(reason).to_have_value("Ben and Cem were mixed up")
    expect(ui_phone.page.get_by_text("What was typed here before is back.")).to_be_visible()

    ui_phone.press("Start over")

    expect(reason).to_have_value("")
    assert drafts(ui_phone) == []

    for name, number in zip(MIDDLE.names, ("70", "35", "52"), strict=True):
        thumb.field(name, "Points").fill(number)
    reason.fill("Ben and Cem")
    ui_phone.page.reload()

    expect(reason).to_have_value("Ben and Cem")
    expect(thumb.field("Ben", "Points")).to_have_value("35")

    ui_phone.press("See what changes")
    ui_phone.press("Save correction")

    ui_phone.shows_row("Round 1", 1, 1, -2)
    assert drafts(ui_phone) == []
    assert ui_server.acts == ["start", "record 1", "correct 1"]


def test_a_turned_and_a_locked_phone_go_on_where_they_were(ui_phone: Phone) -> None:
    """On its side, and after its screen was dark, every value is where it was (fault 12)."""
    ui_phone.page.add_init_script(SEEN)
    thumb = open_pad(ui_phone, SHARED)
    half(thumb)
    ui_phone.page.set_viewport_size({"width": 640, "height": 360})
    holds_half(thumb)
    ui_phone.page.evaluate("() => { show(false); show(true); }")
    ui_phone.page.set_viewport_size({"width": 360, "height": 640})
    thumb.press(2)

    expect(thumb.field("Geli", "Blue")).to_have_value("2")
    expect(thumb.field("Geli", "Red")).to_have_value("1")


def test_a_saved_rounds_draft_is_dropped(ui_phone: Phone, ui_server: Server) -> None:
    """The next round's form is empty, and so is this browser's memory of the saved one."""
    thumb = open_pad(ui_phone, MIDDLE)
    thumb.press(7, 0, 5, 2)
    assert len(drafts(ui_phone)) == 1

    thumb.save(1)
    ui_phone.follow("Enter round 2")

    expect(thumb.field("Ada", "Points")).to_have_value("")
    assert drafts(ui_phone) == []
    assert ui_server.acts == ["start", "record 1"]


def test_a_round_undone_after_it_was_saved_begins_empty(ui_phone: Phone, ui_server: Server) -> None:
    """What is kept of a form that has saved isn't taken for a new round's numbers."""
    thumb = open_pad(ui_phone, MIDDLE)
    thumb.press(7, 0, 5, 2)
    thumb.save(1)
    ui_phone.press("Undo round 1")
    ui_phone.follow("Enter round 1")

    expect(ui_phone.page.locator(".glance")).to_be_visible()
    expect(thumb.field("Ada", "Points")).to_have_value("")

    thumb.press(7, 0, 5, 2)
    thumb.save(1)

    ui_phone.has_rounds(1)
    assert ui_server.acts == ["start", "record 1", "void 1", "record 1"]


def loses(route: Route) -> None:
    """Lose what is sent; pages can be opened."""
    if route.request.method == "POST":
        route.abort("aborted")
    else:
        route.continue_()


def test_a_round_whose_sending_failed_is_still_there(ui_phone: Phone, ui_server: Server) -> None:
    """Save without a network, and the form opened anew: the numbers are back, and go out then."""
    thumb = open_pad(ui_phone, MIDDLE)
    thumb.press(7, 0, 5, 2)
    page = ui_phone.page
    page.route("**/enter", loses)
    with page.expect_event("requestfailed"):
        thumb.save(1)
    page.goto(page.url)

    expect(thumb.field("Ben", "Points")).to_have_value("52")
    assert ui_server.acts == ["start"]

    page.unroute("**/enter")
    page.evaluate("() => { dispatchEvent(new Event('online')); }")

    ui_phone.has_rounds(1)
    assert ui_server.acts == ["start", "record 1"]


def test_a_preview_goes_on_when_the_session_has_ended(ui_phone: Phone) -> None:
    """It asks with a new token, and nobody notices."""
    thumb = open_pad(ui_phone, MIDDLE)
    ui_phone.context.clear_cookies(name="session")
    ui_phone.guard.expect(r"400: .*/preview")
    thumb.press(5, 2, 6, 1)

    previews(ui_phone, (-2, 1, 1))


def test_without_a_preview_the_round_is_entered_all_the_same(
    ui_phone: Phone, ui_server: Server
) -> None:
    """The server can't be asked: the choices stand there as in the ordinary form."""
    ui_phone.page.route("**/preview", lambda route: route.abort("aborted"))
    thumb = open_pad(ui_phone, SHARED)
    thumb.press(1, 2, 2, 2)

    expect(thumb.field("Arne", "Red")).to_be_visible()

    for seat, name in enumerate(FIVE):
        thumb._type_seat(name, RULEBOOK, seat)  # noqa: SLF001 - the thumb's own way, but no asking
    for question, answer in RULEBOOK.answers.items():
        thumb.tap(ui_phone.group(question).get_by_text(answer, exact=True))
    thumb.save(1)

    ui_phone.shows_row("Round 1", *RULEBOOK_SCORES)
    assert ui_server.acts == ["start", "record 1"]


# For everybody ---------------------------------------------------------------------------------


def advance(thumb: Thumb, to: str) -> None:
    """Lead the pad to one of its views."""
    if to != "tricks":
        thumb.press(0, 2, 2, 2, 2)
        expect(thumb.page.locator("#choice-doubled .says")).not_to_be_empty()
    if to == "cards":
        thumb.tap(thumb.page.locator("#choice-doubled").get_by_text("Red", exact=True))
        thumb.press(6)


@pytest.mark.parametrize("to", ["tricks", "choice", "cards"])
def test_every_view_fits_and_can_be_used_by_everybody(ui_phone: Phone, to: str) -> None:
    """Six long names: axe is content, keys are large enough, and nothing moves sideways."""
    thumb = open_pad(ui_phone, match(MUECKENSTICH, LONG))
    advance(thumb, to)
    page = ui_phone.page
    page.evaluate(AXE_SCRIPT)
    faults = small_targets(page)
    for look in looks(ui_phone):
        for violation in page.evaluate("rules => axe.run(rules)", RULES)["violations"]:
            nodes = [node["html"][:120] for node in violation["nodes"]]
            faults.append(f"{look}: {violation['id']}: {nodes}")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 640})
        faults += [f"{width}: {fault}" for fault in misplaced(page, width)]
    page.set_viewport_size({"width": 360, "height": 640})
    ui_phone.context.new_cdp_session(page).send("Page.setFontSizes", LARGE_TEXT)
    expect(page.locator("html")).to_have_css("font-size", "32px")
    faults += [f"200 %: {fault}" for fault in misplaced(page, 360) + small_targets(page)]

    assert not faults, "\n".join(faults)


def test_the_live_region_speaks_only_when_something_is_wrong_or_done(ui_phone: Phone) -> None:
    """From tap to tap nothing is announced; the finished round is, once."""
    thumb = open_pad(ui_phone, MIDDLE)
    ui_phone.page.evaluate(
        """() => {
          window.said = [];
          const region = document.querySelector("[role=status]:not(#stood)");
          new MutationObserver(() => window.said.push(region.textContent)).observe(region, {
            childList: true, characterData: true, subtree: true,
          });
        }"""
    )
    thumb.press(5, 2, 6, 1)
    previews(ui_phone, (-2, 1, 1))

    assert json.dumps(ui_phone.page.evaluate("() => window.said"), ensure_ascii=False) == (
        '["It adds up: Ada −2, Ben 1, Cem 1."]'
    )


def test_on_a_wide_screen_the_scoreboard_stands_beside_the_form(ui_phone: Phone) -> None:
    """From 768 px on; a phone has no room for it."""
    thumb = open_pad(ui_phone, MIDDLE)
    beside = ui_phone.page.get_by_role("complementary", name="Scoreboard")

    expect(beside).to_be_hidden()

    ui_phone.page.set_viewport_size({"width": 768, "height": 1024})

    expect(beside.get_by_role("row", name="Total")).to_be_visible()
    form, board = (place.bounding_box() for place in (ui_phone.page.locator("#round"), beside))
    assert form is not None
    assert board is not None
    assert form["x"] + form["width"] <= board["x"]
    assert form["y"] == board["y"]

    thumb.press(5, 2, 6, 1)
    previews(ui_phone, (-2, 1, 1))
