"""The markup of every page, and that the check of it sees what it should."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.doors import House, rules_of
from tests.web.soundness import faults_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.phone import Phone
    from tests.web.table import Table

PAGE = (
    '<!DOCTYPE html><html lang="en"><head><title>T</title></head>'
    "<body><main><h1>H</h1>{}</main></body></html>"
)

NO_PAGES = (
    *("assets.file", "assets.favicon", "assets.robots", "assets.worker"),
    *("exchange.circle_file", "exchange.table_file", "exchange.play_file"),
    *("pictures.draw", "statistics_pictures.draw_places", "statistics_pictures.draw_facts"),
)


def test_a_sound_page_has_no_faults() -> None:
    """A page with a labelled field, a group and a link is found sound."""
    inside = (
        '<form action="/x"><fieldset><legend>L</legend><label for="a">A</label>'
        '<input id="a" name="a" aria-invalid="true" aria-describedby="a-error">'
        '<p id="a-error">wrong</p><label><input type="radio" name="b"> B</label>'
        "<button>Go</button></fieldset></form>"
        '<section aria-labelledby="t"><h2 id="t">Two</h2></section><a href="#a">up</a>'
        '<svg aria-hidden="true"><path d="M0 0" /></svg>'
    )

    assert faults_of(PAGE.format(inside)) == []


@pytest.mark.parametrize(
    ("inside", "fault"),
    [
        ("<p>", "</main> closes something else"),
        ("<p></div>", "</div> closes something else"),
        ('<p id="a"></p><p id="a"></p>', "id 'a' stands 2 times"),
        ('<label for="x">X</label>', "for='x' of <label> leads nowhere"),
        ('<p aria-describedby="x y"></p>', "aria-describedby='x' of <p> leads nowhere"),
        ('<button form="x">B</button>', "form='x' of <button> leads nowhere"),
        ('<input name="a">', "nothing names the field 'a'"),
        ('<label><input name="a"></label>', "nothing names the field 'a'"),
        ('<label>A <input aria-invalid="true" name="a"></label>', "nothing beside it says why"),
        ('<p style="color: red">x</p>', "<p style> is inline"),
        ('<p onclick="x()">x</p>', "<p onclick> is inline"),
        ("<script>x</script>", "<script> is inline"),
        ("<style>p {}</style>", "<style> is inline"),
        ('<a href="javascript:x">x</a>', "leaves this place"),
        ('<a href="//elsewhere/">x</a>', "leaves this place"),
        ('<img src="https://elsewhere/x.png">', "leaves this place"),
        ("<h1>Again</h1>", "2 <h1>"),
        ("<h3>Three</h3>", "h3 follows h1"),
        ("<p><div>x</div></p>", "<div> in <p>"),
        ('<a href="/x"><button>B</button></a>', "<button> in <a>"),
        ("<form><form></form></form>", "a form in a form"),
        ("<ul><p>x</p></ul>", "<p> in <ul>"),
        ("<fieldset><p>x</p></fieldset>", "a fieldset without a legend"),
        ("<section><p>x</p></section>", "an unnamed <section>"),
        ("<button></button>", "an empty <button>"),
        ("<svg></svg>", "a drawing that is read aloud"),
        ('<p class="a" class="b">x</p>', "<p> has class twice"),
        ("<p />", "<p /> outside of a drawing"),
    ],
)
def test_a_fault_is_seen(inside: str, fault: str) -> None:
    """What a browser, a reader's aid or the policy would trip over is found."""
    assert any(fault in found for found in faults_of(PAGE.format(inside)))


@pytest.mark.parametrize("role", ["own", "score", "view", "stranger"])
def test_every_page_is_sound_for_whoever_opens_it(
    table: Table, new_phone: Callable[[], Phone], role: str
) -> None:
    """Every address gives a page that is well formed, named and free of anything inline."""
    house = House(table)
    phone = new_phone() if role == "stranger" else table.join(role)
    opened = set()
    for endpoint, address in house.pages():
        opened.add(endpoint)
        if endpoint not in NO_PAGES:
            phone.read(phone.client.get(address, follow_redirects=True))

    assert opened == {rule.endpoint for rule in rules_of(house.app, "GET")}


def test_every_page_has_a_way_back(table: Table) -> None:
    """No page is a dead end: each has a link that leads away from it."""
    house = House(table)
    for endpoint, address in house.pages():
        if endpoint in NO_PAGES:
            continue
        page = house.owner.open(address)

        assert [a for a in page.all("a[href^='/']") if page.leads(a) != page.address], endpoint


def test_every_page_has_one_main_button(table: Table) -> None:
    """A page has at most one thing that is meant to be done next (table-ux, look)."""
    house = House(table)
    for endpoint, address in house.pages():
        if endpoint not in NO_PAGES:
            page = house.owner.open(address)

            assert len(page.all(".primary")) <= 1, endpoint
