"""Names: whatever people are called simply works, and nothing that would mislead is let in."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode
from uuid import UUID

import pytest

from tests.web.phone import attribute
from tests.web.table import ENTRIES, MITTLERE, RULEBOOK, errors_beside, fill_round, read_board

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.web.phone import Page
    from tests.web.table import Table

NAMES = (
    "O'Ré",
    "李",
    "🦟👩‍👩‍👧",
    "<b>Ben</b>",
    "$x",
    "%s",
    "%(who)s",
    "{{7*7}}",
    "{% raw %}",
    "&amp;",
    '"><script>alert(1)</script>',
    "محمد",
    "שרה",
    "Zoë",
    "none",
    "Ωmega ß",
    "a+b&c=d",
    "../..",
    "-1",
    "x" * 40,
    "🂡" * 40,
)


def groups() -> list[tuple[str, ...]]:
    """Give tables of three with every name at one of them."""
    return [tuple((*NAMES, *NAMES[:2])[first : first + 3]) for first in range(0, len(NAMES), 3)]


def people(page: Page, selector: str) -> list[str]:
    """Read names, white space and all."""
    return [tag.get_text() for tag in page.all(selector)]


@pytest.mark.parametrize("names", groups(), ids=range(len(groups())))
def test_names_are_shown_as_they_are_everywhere(table: Table, names: Sequence[str]) -> None:
    """O'Ré, 李, an emoji, <b>, $x, %s and right-to-left names work on every page they are on."""
    plan = table.phone.open("/matches/new?game=mittlere")
    for name in names:
        plan.fill({"name": name})
        plan = table.phone.press("Add")
    board = table.phone.press("Start the match")
    form = table.open_form({"points": [101, 28, 28]})
    checked = table.phone.press("Check")
    refused = table.phone.open(form.address)
    fill_round(refused, {"points": [101, 56, 0]})
    refused = table.phone.press("Save round 1", expect=422)
    fill_round(refused, {"points": [101, 28, 28]})
    saved = table.phone.press("Save round 1")
    shown = table.phone.open(saved.leads(saved.only("table.board tbody a")))
    table.phone.open(form.address)
    fill_round(table.phone.page, {"points": [28, 101, 28]})
    conflict = table.phone.press("Save round 1", expect=409)
    table.phone.open(board.path)
    asked = table.phone.follow("End the match early")
    over = table.phone.press("End it here")
    home = table.phone.open("/")
    again = table.phone.follow("Rematch")

    expected = list(names)
    assert people(plan, "ol.seats bdi") == expected
    assert people(board, "thead bdi") == expected
    assert [attribute(tag, "title") for tag in board.all("thead th")[1:]] == expected
    assert people(form, "fieldset.seat legend bdi") == expected
    assert people(checked, ".preview ol bdi") == expected
    assert f"{names[0]} has 100 points or more" in checked.words
    assert f"{names[2]} has 0 points: did they win a trick?" in refused.only("body").get_text()
    assert people(shown, "section.why h2 bdi") == expected
    assert people(conflict, "table.difference tr:not(.scored) th bdi") == expected[:2]
    assert f"{names[1]} and {names[2]} lead together" in asked.only("body").get_text()
    assert people(over, ".winner bdi") == expected[1:]
    assert people(home, "section li .won bdi") == expected[1:]
    assert people(again, "ol.seats bdi") == expected
    assert [name for (name,) in table.ask("SELECT name FROM player ORDER BY id")] == expected


@pytest.mark.parametrize("name", NAMES)
def test_a_circle_may_be_called_anything_too(table: Table, name: str) -> None:
    """A circle's name is shown as it is: on home, in its settings and on an invitation."""
    table.start(MITTLERE)
    table.phone.open(f"{table.circle}settings")
    table.phone.fill({"name": name})
    home = table.phone.press("Save")
    settings = table.phone.follow("Settings of this circle")
    invited = table.phone.open(table.invitation("view"))

    assert people(home, "h1 bdi") == [name]
    assert home.only("title").get_text().startswith(name)
    assert settings.value("name") == name
    assert people(invited, "h1 bdi") == [name]


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("  Ada  ", "Ada"), ("Zoe\u0308", "Zoë"), ("\u00a0Ada\u3000", "Ada"), ("x" * 40, "x" * 40)],
)
def test_names_are_trimmed_and_composed(table: Table, typed: str, kept: str) -> None:
    """White space around a name goes, and accents are kept in one form (NFC)."""
    table.phone.open("/matches/new?game=mittlere&seat=%2BBen&seat=%2BCem")
    table.phone.fill({"name": typed})
    table.phone.press("Add")
    page = table.phone.press("Start the match")

    assert read_board(page).names == ["Ben", "Cem", kept]


TOO_LONG = "A name has at most 40 characters; this one has 41."
CONTROL = "A name can't hold control characters or turn the writing direction."
EMPTY = "A name needs at least one letter."
BAD = (
    ("x" * 41, TOO_LONG),
    ("🂡" * 41, TOO_LONG),
    ("Ada\x00", CONTROL),
    ("A\x07da", CONTROL),
    ("A\x1bda", CONTROL),
    ("A\x7fda", CONTROL),
    ("A\x85da", CONTROL),
    ("A\u2028da", CONTROL),
    ("A\u202eda", CONTROL),
    ("A\u2066da", CONTROL),
    ("\u200b", EMPTY),
    ("\u00ad\u2060", EMPTY),
    ("\u0301", EMPTY),
)


@pytest.mark.parametrize(("name", "sentence"), BAD, ids=[ascii(name)[:12] for name, _ in BAD])
def test_a_name_that_cant_be_one_gets_a_sentence(table: Table, name: str, sentence: str) -> None:
    """41 characters, control and bidi-override characters, and nothing visible are refused."""
    table.phone.open("/matches/new?game=mittlere&seat=%2BBen")
    table.phone.fill({"name": name})
    page = table.phone.press("Add", expect=422)

    assert errors_beside(page, "name") == sentence
    assert page.texts("ol.seats bdi") == ["Ben"]


@pytest.mark.parametrize(("name", "sentence"), BAD, ids=[ascii(name)[:12] for name, _ in BAD])
def test_a_bad_name_in_an_address_is_refused_at_the_start(
    table: Table, name: str, sentence: str
) -> None:
    """A plan whose address names such a player can't begin, and nothing is written."""
    seats = [("seat", "+Ada"), ("seat", "+Ben"), ("seat", f"+{name}")]
    table.phone.open(f"/matches/new?{urlencode([('game', 'mittlere'), *seats])}")
    page = table.phone.press("Start the match", expect=422)

    assert errors_beside(page, "name") == sentence
    assert [table.count(name) for name in ("circle", "player", "match")] == [0, 0, 0]


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ada", "ADA"), ("Straße", "STRASSE"), ("Zoë", "ZOE\u0308"), ("ΟΔΟΣ", "οδος")],
)
def test_names_are_unique_whatever_the_case(table: Table, one: str, other: str) -> None:
    """Two that differ in nothing but case can't sit at one table, however they got there."""
    seats = [("seat", f"+{name}") for name in (one, other, "Ben")]
    table.phone.open(f"/matches/new?{urlencode([('game', 'mittlere'), *seats])}")
    page = table.phone.press("Start the match", expect=422)

    assert f"{one} sits at this table already." in errors_beside(page, "name")
    assert table.count("player") == 0


def test_a_seat_that_stands_twice_in_an_address_is_refused(table: Table) -> None:
    """A known player who is listed twice is refused in words."""
    table.start(MITTLERE)
    ada = uid_of(table, "Ada")
    seats = [("seat", ada), ("seat", ada), ("seat", "+Dee")]
    plan = table.phone.open(f"{table.circle}matches/new?{urlencode([('game', MITTLERE), *seats])}")
    page = table.phone.press("Start the match", expect=422)

    assert plan.texts("ol.seats bdi") == ["Ada", "Ada", "Dee"]
    assert "Ada sits at this table already." in errors_beside(page, "name")
    assert table.count("match") == 1


def uid_of(table: Table, name: str) -> str:
    """Give a player's id as addresses have it."""
    [(uid,)] = table.ask("SELECT uid FROM player WHERE name = ?", name)
    return str(UUID(uid))


def test_a_seat_that_nobody_is_is_left_out(table: Table) -> None:
    """An address with the id of an unknown or another circle's player seats nobody for it."""
    table.start(MITTLERE)
    ada = uid_of(table, "Ada")
    page = table.phone.open(f"/matches/new?game=mittlere&seat={ada}&seat=%2BBen&seat=x")

    assert page.texts("ol.seats bdi") == ["Ben"]


def test_problems_are_told_with_names_that_look_like_formats(table: Table) -> None:
    """A message is put together from names that hold %, braces and tags without harm."""
    names = ("%(found)s", "%d%%", "{who}", "<i>", "\\")
    table.start("mueckenstich", names)
    table.open_form({**RULEBOOK, "tricks": [1, 2, 2, 2, 2], "doubled": None, "removed": None})
    page = table.phone.press("Check")

    assert page.texts("#seat-4 .error") == ["\\ has 15 of 10 cards."]
    assert page.texts("#choice-doubled .error") == [
        "%(found)s has the fewest tricks (1): which colour counts double?"
    ]
    assert page.texts("#choice-removed .error") == [
        "{who} has the most mosquitoes (4): which colour is removed?"
    ]


def test_a_name_is_never_taken_for_markup(table: Table) -> None:
    """No page of a match with a player <script> has an element that its name made."""
    table.start(MITTLERE, ("<script>x</script>", "<img src=x>", "</bdi>"))
    page = table.enter(ENTRIES[MITTLERE])

    assert page.all("script") == []
    assert page.all("img") == []
    assert read_board(page).names == ["<script>x</script>", "<img src=x>", "</bdi>"]
