"""History: nights found again, edited and joined; matches moved."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import pytest

from tests.web.phone import attribute, words
from tests.web.table import KUNIBERT, MITTLERE

if TYPE_CHECKING:
    from tests.web.phone import Page
    from tests.web.table import Clock, Table

FRIDAY = dt.datetime(2026, 11, 20, 20, tzinfo=dt.UTC)
NEXT = dt.datetime(2026, 11, 27, 20, tzinfo=dt.UTC)
ENTRY = {"points": [70, 52, 35]}

MORE_MATCHES = """
WITH RECURSIVE more(n) AS (SELECT 101 UNION SELECT n + 1 FROM more WHERE n < 121)
INSERT INTO match
SELECT n, lower(hex(randomblob(16))), circle_id, night_id, game, rules, first_dealer, started_at,
  version, revisions, head, state, reason, rounds, over_at, origin
FROM match, more WHERE state = 'over'
"""
MORE_SEATS = """
INSERT INTO seat
SELECT match.id, number, seat.circle_id, player_id, total, rank, won FROM match, seat
WHERE match.id > 100 AND match_id = (SELECT min(id) FROM match)
"""


@pytest.fixture
def circle(table: Table, table_clock: Clock) -> str:
    """Play on two nights: Mittlere on one, Kunibert on the other; give the circle's address."""
    table_clock.at = FRIDAY
    table.start(MITTLERE, rules={"rounds": 1})
    table.enter(ENTRY)
    circle = table.circle
    table_clock.at = NEXT
    table.start(KUNIBERT, ("Änne", "Ben", "Dee"), circle=circle)
    return circle


def history(table: Table, circle: str, query: str = "") -> Page:
    """Open history."""
    return table.phone.open(f"{circle}history{query}")


def nights(page: Page) -> list[str]:
    """Give the nights that a page of history lists."""
    return page.texts("section.night h2")


def players(page: Page) -> dict[str, str]:
    """Give the players that can be looked for, each with what its box sends."""
    labels = page.all("form#filter label:has(input[name=player])")
    return {words(tag): attribute(tag.select("input")[0], "value") for tag in labels}


def edit(table: Table, circle: str, date: str, **typed: str) -> Page:
    """Edit a night through its page."""
    table.phone.open(f"{circle}nights/{date}/")
    table.phone.follow("Edit night")
    table.phone.fill(typed)
    return table.phone.press("Save")


# The list ------------------------------------------------------------------------------------


def test_home_leads_to_history(table: Table, circle: str) -> None:
    """All nights stand there, the newest first, also what is still in play."""
    table.phone.open(circle)
    page = table.phone.follow("History")

    assert nights(page) == ["Fri 27 November 2026", "Fri 20 November 2026"]
    assert page.texts("section.night > p.soft") == ["Ben, Dee and Änne", "Ada, Ben and Cem"]
    assert page.texts("section.night .what b") == ["Ritter Kunibert's 12er Stich", "Mittlere Jass"]
    assert page.texts("section.night .won") == ["in play", "Ada and Cem"]


def test_match_is_found_by_words(table: Table, circle: str) -> None:
    """Upper case, umlauts and spaces don't matter; what is folded away stays folded."""
    history(table, circle)
    table.phone.fill({"q": " äNNE  ben "})
    page = table.phone.press("Search")

    assert nights(page) == ["Fri 27 November 2026"]
    assert attribute(page.only("#q"), "value") == " äNNE  ben "
    assert not page.only("form#filter details").has_attr("open")


def test_history_is_narrowed_down_without_a_script(table: Table, circle: str) -> None:
    """Game, players, place and year are chosen in a form, and stand in the address."""
    edit(table, circle, "2026-11-20", place="Harbour")
    history(table, circle)
    table.phone.fill({"game": MITTLERE, "place": "harbour", "year": "2026"})
    page = table.phone.press("Show these")

    assert nights(page) == ["Fri 20 November 2026"]
    assert "game=mittlere" in page.address


def test_what_was_chosen_stands_in_one_line_above_the_first_match(
    table: Table, circle: str
) -> None:
    """The form stays folded; a link beside the line clears it."""
    edit(table, circle, "2026-11-20", place="Harbour")
    people = players(history(table, circle))
    asked = f"&player={people['Ben']}&player={people['Ada']}&won={people['Ada']}"
    page = history(
        table,
        circle,
        f"?game=mittlere{asked}&place=harbour&year=2026&month=11&seats=3&dealt=2&q=ada&over=1",
    )
    cleared = table.phone.follow("Show all nights")

    assert not page.only("form#filter details").has_attr("open")
    assert page.texts(".chosen li") == [
        "Mittlere Jass",
        "Ben",
        "harbour",
        "2026",
        "November",
        "won by Ada",
        "3 players",
        "dealt second",
        "finished",
        "ada",
    ]
    assert len(nights(cleared)) == 2
    assert cleared.all(".chosen") == []


def test_players_of_the_circle_can_be_chosen(table: Table, circle: str) -> None:
    """Several: all of them sat there."""
    page = history(table, circle)
    boxes = players(page)
    both = history(table, circle, f"?player={boxes['Ben']}&player={boxes['Dee']}")
    nobody = history(table, circle, f"?player={boxes['Ada']}&player={boxes['Dee']}")

    assert list(boxes) == ["Ada", "Ben", "Cem", "Dee", "Änne"]
    assert nights(both) == ["Fri 27 November 2026"]
    assert [attribute(tag, "value") for tag in both.named("player") if tag.has_attr("checked")] == [
        boxes["Ben"],
        boxes["Dee"],
    ]
    assert nights(nobody) == []


def test_nothing_found_offers_to_clear_the_search(table: Table, circle: str) -> None:
    """One tap, and all nights are there again."""
    page = history(table, circle, "?q=nobody")
    cleared = table.phone.follow("Show all nights")

    assert page.texts("section.empty h2") == ["Nothing found"]
    assert len(nights(cleared)) == 2


def test_questions_that_come_by_a_link_are_shown_and_kept(table: Table, circle: str) -> None:
    """Month, winner, number of players and what is over stand as ticked, and can be unticked."""
    ada = players(history(table, circle))["Ada"]
    page = history(
        table, circle, f"?year=2026&month=11&won={ada}&seats=3&over=1&seat=1&player={ada}"
    )
    shown = page.texts("form#filter fieldset:last-of-type label")
    again = table.phone.press("Show these")

    assert shown == ["November", "won by Ada", "3 players", "at seat 1", "finished"]
    assert nights(again) == ["Fri 20 November 2026"]
    assert f"won={ada}" in again.address


@pytest.mark.parametrize(
    "query",
    [
        "?player=x&year=x&month=13&seats=-1&won=1&before=1",
        "?year=0&month=0&seats=0",
        "?year=99999&q=%00",
        "?before=99991231-9999999999999999-1",
    ],
)
def test_nonsense_in_the_address_is_left_out(table: Table, circle: str, query: str) -> None:
    """Nobody gets an error for an address that was cut off."""
    page = history(table, circle, query)

    assert page.status == 200


def test_blank_history_says_what_will_be_there(table: Table, circle: str) -> None:
    """And offers the first step; where nothing is, nothing is searched."""
    table.do("UPDATE night SET circle_id = 99")
    page = history(table, circle)

    assert page.texts("section.empty h2") == ["No night yet"]
    assert page.all("form#filter") == []
    assert page.texts("a.primary") == ["Enter a past match"]


def test_earlier_nights_are_a_page_away(table: Table, circle: str) -> None:
    """Twenty matches a page, the filter kept; and back to the newest."""
    table.do(MORE_MATCHES)
    table.do(MORE_SEATS)
    first = history(table, circle, "?game=mittlere")
    second = table.phone.follow("Earlier")
    newest = table.phone.follow("Newest")

    assert [len(page.all("section.night li")) for page in (first, second, newest)] == [20, 2, 20]
    assert "game=mittlere" in newest.address


# A night -------------------------------------------------------------------------------------


def test_night_shows_who_was_there_its_matches_and_their_rounds(table: Table, circle: str) -> None:
    """Each round is a link to how its points came about."""
    history(table, circle)
    page = table.phone.follow("Fri 20 November 2026")
    said = page.texts("main p.soft")[0]
    standings = page.texts("ol.standings li")
    shown = table.phone.open(page.leads(page.only("details .chips a")))

    assert said == "Ada, Ben and Cem were there."
    assert sorted(standings) == ["1 Ada", "1 Cem", "−2 Ben"]
    assert shown.path.endswith("/rounds/1/")


def test_board_leads_to_its_night(table: Table, circle: str) -> None:
    """From a match to the evening that it belongs to."""
    del circle
    page = table.phone.follow("Its night")

    assert page.path.endswith("/nights/2026-11-27/")


def test_night_that_is_not_there_is_nothing(table: Table, circle: str) -> None:
    """Nor is a date that doesn't exist."""
    assert table.phone.status(f"{circle}nights/2026-11-21/") == 404
    assert table.phone.status(f"{circle}nights/2026-02-31/") == 404


def test_nights_place_and_note_are_shown_everywhere(table: Table, circle: str) -> None:
    """On its page and in the list, as they were typed."""
    page = edit(table, circle, "2026-11-20", place="Café «Bär»", note="<b>Rain</b>, 2nd try")
    listed = history(table, circle)

    assert page.texts("header p") == ["Café «Bär»"]
    assert page.texts("p.note") == ["<b>Rain</b>, 2nd try"]
    assert listed.texts("section.night > p.soft")[1] == "Café «Bär» · Ada, Ben and Cem"


def test_two_who_edit_a_night_see_each_other(table: Table, circle: str) -> None:
    """The second one is shown what stands there now; what was typed is kept, and can be saved."""
    table.phone.open(f"{circle}nights/2026-11-20/")
    table.phone.follow("Edit night")
    table.phone.fill({"place": "Hut"})
    late = table.phone.page.sending("Save")
    edit(table, circle, "2026-11-20", place="Harbour")
    page = table.phone.send(late, expect=409)
    saved = table.phone.press("Save")

    assert "Fri 20 November 2026 · Harbour" in page.texts("[role=alert] p")
    assert attribute(page.only("#place"), "value") == "Hut"
    assert saved.texts("header p") == ["Hut"]


def test_what_was_left_alone_is_as_the_other_has_left_it(table: Table, circle: str) -> None:
    """One phone changes the note, the other the place: neither wipes what it never touched."""
    table.phone.open(f"{circle}nights/2026-11-20/")
    table.phone.follow("Edit night")
    other = table.join("score")
    other.open(f"{circle}nights/2026-11-20/")
    other.follow("Edit night")
    other.fill({"note": "Rain"})
    other.press("Save")
    table.phone.fill({"place": "Hut"})
    page = table.phone.press("Save", expect=409)
    saved = table.phone.press("Save")

    assert attribute(page.only("#note"), "value") == "Rain"
    assert attribute(page.only("#place"), "value") == "Hut"
    assert saved.texts("p.note") == ["Rain"]
    assert saved.texts("header p") == ["Hut"]


def test_night_that_is_saved_twice_is_saved_once(table: Table, circle: str) -> None:
    """A double tap gets the same answer."""
    table.phone.open(f"{circle}nights/2026-11-20/")
    table.phone.follow("Edit night")
    table.phone.fill({"place": "Hut"})
    sending = table.phone.page.sending("Save")
    table.phone.send(sending)
    table.phone.send(sending)

    assert table.ask("SELECT place, version FROM night ORDER BY date") == [("Hut", 1), ("", 0)]


def test_date_of_another_night_offers_to_join_them(table: Table, circle: str) -> None:
    """Nothing moves until it is said; then both nights are one."""
    table.phone.open(f"{circle}nights/2026-11-20/")
    table.phone.follow("Edit night")
    table.phone.fill({"date": "2026-11-27", "note": "Rain"})
    asked = table.phone.press("Save", expect=422)
    joined = table.phone.press("They are one night")

    assert attribute(asked.only("#date"), "value") == "2026-11-27"
    assert joined.texts("h1") == ["Fri 27 November 2026"]
    assert len(joined.all("section.card")) == 2
    assert joined.texts("p.note") == ["Rain"]
    assert nights(history(table, circle)) == ["Fri 27 November 2026"]


def test_date_of_a_night_is_explained_beside_its_field(table: Table, circle: str) -> None:
    """Which night a match after midnight is of; whoever hears the field hears it, too."""
    table.phone.open(f"{circle}nights/2026-11-20/")
    page = table.phone.follow("Edit night")
    hint = attribute(page.only("#date"), "aria-describedby")

    assert page.texts(f"#{hint}") == [
        "A match begun before six in the morning belongs to the night before."
    ]


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("x" * 240, "A place has at most 80 characters; this one has 240."),
        (
            "a\u202eb",
            "A place can't hold control characters or turn the writing direction.",
        ),
    ],
)
def test_what_cannot_be_a_place_is_told_of_the_place(
    table: Table, circle: str, place: str, said: str
) -> None:
    """Beside its field: a place isn't a note."""
    table.phone.open(f"{circle}nights/2026-11-20/")
    table.phone.follow("Edit night")
    table.phone.fill({"place": place})
    page = table.phone.press("Save", expect=422)

    assert page.texts("#place-error") == [said]


@pytest.mark.parametrize("date", ["", "x", "2026-13-01", "1899-01-01", "2026-12-24", "9" * 50])
def test_date_that_cannot_be_is_pointed_out(table: Table, circle: str, date: str) -> None:
    """Beside its field, with all else kept."""
    table.phone.open(f"{circle}nights/2026-11-20/")
    table.phone.follow("Edit night")
    table.phone.fill({"date": date, "note": "Rain"})
    page = table.phone.press("Save", expect=422)

    assert page.texts("#date-error")
    assert attribute(page.only("#note"), "value") == "Rain"
    assert table.ask("SELECT DISTINCT version FROM night") == [(0,)]


# Moved ---------------------------------------------------------------------------------------


def test_match_is_moved_to_a_night_that_is_offered(table: Table, circle: str) -> None:
    """A night that is left without any match isn't listed any more."""
    table.phone.open(f"{circle}nights/2026-11-20/")
    table.phone.follow("Move to another night")
    table.phone.fill({"night": "2026-11-27"})
    page = table.phone.press("Move the match")

    assert page.texts("section.card h2") == ["Mittlere Jass", "Ritter Kunibert's 12er Stich"]
    assert nights(history(table, circle)) == ["Fri 27 November 2026"]


def test_match_is_not_moved_to_one_of_two_nights(table: Table, circle: str) -> None:
    """A night that is tapped and another date that is typed: which one is asked."""
    table.phone.open(f"{circle}nights/2026-11-20/")
    table.phone.follow("Move to another night")
    table.phone.fill({"night": "2026-11-27", "date": "2019-03-09"})
    page = table.phone.press("Move the match", expect=422)
    table.phone.fill({"night": ""})
    moved = table.phone.press("Move the match")

    assert page.texts("#date-error")[0].startswith("One night is chosen, and another date typed.")
    assert moved.texts("h1") == ["Sat 9 March 2019"]


def test_match_is_moved_to_a_new_date(table: Table, circle: str) -> None:
    """The night makes itself."""
    table.phone.open(f"{circle}nights/2026-11-20/")
    table.phone.follow("Move to another night")
    table.phone.fill({"date": "2019-03-09"})
    page = table.phone.press("Move the match")

    assert page.texts("h1") == ["Sat 9 March 2019"]
    assert nights(history(table, circle)) == ["Fri 27 November 2026", "Sat 9 March 2019"]


def test_match_without_a_date_is_not_moved(table: Table, circle: str) -> None:
    """The page says that one is missing."""
    table.phone.open(f"{circle}nights/2026-11-20/")
    table.phone.follow("Move to another night")
    page = table.phone.press("Move the match", expect=422)

    assert page.texts("#date-error") == ["Choose the date of the night."]


def test_match_that_has_changed_asks_again(table: Table, circle: str) -> None:
    """Somebody has moved it meanwhile: both dates are seen, and the typed one is kept."""
    table.phone.open(f"{circle}nights/2026-11-20/")
    table.phone.follow("Move to another night")
    table.phone.fill({"date": "2019-03-09"})
    late = table.phone.page.sending("Move the match")
    table.phone.send(late.changed({"date": "2026-11-27", "key": "other"}))
    page = table.phone.send(late, expect=409)

    assert "Fri 27 November 2026" in page.texts("[role=alert] p")[0]
    assert attribute(page.only("#date"), "value") == "2019-03-09"
