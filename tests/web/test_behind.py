"""Each figure of the statistics leads to as many matches in the history as it says."""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING

import pytest

from scorekeeper.scorebook import access, members, statistics
from scorekeeper.scorebook.demo import fill
from scorekeeper.scorebook.links import newest_circle
from scorekeeper.scorebook.store import write
from tests.web.phone import Phone, attribute, words

if TYPE_CHECKING:
    from flask import Flask

MANY = 60
MATCH = re.compile(r"/matches/[0-9a-f-]{36}/$")
NUMBER = re.compile(r"\d[\d,]*")

PAGES = (
    "",
    "?game=kunibert&year=2026",
    "?player={one}",
    "?place=The+Anchor",
    "players/{one}",
    "players/{one}?player={other}",
    "games/mittlere",
    "pairs/{one}/{other}",
)


@pytest.fixture
def played(table_app: Flask) -> tuple[Phone, str, dict[str, str]]:
    """Play many matches; give a phone in their circle, its statistics and two of its players."""
    phone = Phone(table_app)
    phone.client.set_cookie("device", "somebody")
    with table_app.app_context():
        assert sum(1 for _ in fill(MANY, 1, seed=3)) == MANY
        circle = newest_circle()
        with write() as session:
            pen = access.pen_of(session, "somebody", dt.datetime.now(dt.UTC))
            members.admit(pen, circle.id, members.Joining("view"))
        one, other, *_ = statistics.people(circle.id).values()
    names = {"one": str(one.uid), "other": str(other.uid)}
    return phone, f"/circles/{circle.uid}/statistics/", names


def listed(phone: Phone, address: str) -> int:
    """Count the matches of the history, page by page."""
    seen = 0
    while address:
        page = phone.open(address)
        seen += len({a["href"] for a in page.all("main a") if MATCH.search(attribute(a, "href"))})
        older = [page.leads(a) for a in page.all("a[href]") if "before=" in attribute(a, "href")]
        address = older[0] if older else ""
    return seen


def test_figures_lead_to_as_many_matches_as_they_say(
    played: tuple[Phone, str, dict[str, str]],
) -> None:
    """Played and won, by player, game, number of players, seat, deal, year and month."""
    phone, statistics_of, names = played
    followed = 0
    for path in PAGES:
        page = phone.open(statistics_of + path.format_map(names))
        for link in page.all('a[href*="/history?"]'):
            number = NUMBER.search(words(link))
            followed += 1

            assert number is not None
            assert listed(phone, attribute(link, "href")) == int(number[0].replace(",", ""))
    assert followed > 150
