"""The rules' own pages: by section, with house readings and house rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scorekeeper.rules import GAMES
from tests.web.doors import House
from tests.web.soundness import left_over, run_on
from tests.web.table import KUNIBERT, MITTLERE, MUECKENSTICH, THREE

if TYPE_CHECKING:
    from tests.web.table import Table


def test_the_rules_of_each_game_are_listed(table: Table) -> None:
    """The rules' index leads to each game's page."""
    index = table.phone.open("/rules/")
    titles = []
    for link in index.all("main a"):
        page = table.phone.open(index.leads(link))
        titles.append(page.heading)

    assert titles == [game.title for game in GAMES.values()]


@pytest.mark.parametrize("key", list(GAMES))
def test_a_games_rules_are_told_by_section(table: Table, key: str) -> None:
    """Each page has its sections with their citations, house readings marked as such."""
    page = table.phone.open(f"/rules/{key}/")
    cites = {text.strip("()") for text in page.texts(".cite")}
    cited = {
        MUECKENSTICH: {"§2", "§3", "§4", "§5"},
        KUNIBERT: {"§1", "§4", "§5", "§6", "§7", "§8", "§10", "§11"},
        MITTLERE: {"Scoring"},
    }[key]

    assert all(any(cite.startswith(wanted) for cite in cites) for wanted in cited), cites
    assert "house reading" in page.words.lower()
    assert left_over(page.words) == []


@pytest.mark.parametrize("key", list(GAMES))
def test_a_games_rules_explain_every_house_rule(table: Table, key: str) -> None:
    """Every house rule that a plan offers is explained where the plan's link leads."""
    plan = table.phone.open(f"/matches/new?game={key}")
    [link] = [tag for tag in plan.all("a") if "What they change" in tag.get_text()]
    page = table.phone.open(plan.leads(link))
    anchor = str(link["href"]).partition("#")[2]
    [section] = page.all(f'[id="{anchor}"]')
    text = " ".join(section.get_text().split())

    for rule in GAMES[key].HOUSE_RULES:
        assert rule.title in text or rule.title in page.words, rule.name


def test_no_sentence_runs_into_the_next(table: Table) -> None:
    """Between two sentences or words of a paragraph there is a space, on every page."""
    house = House(table)
    pages = [address for _endpoint, address in house.pages() if "." not in address]
    pages += [f"/rules/{key}/" for key in GAMES]
    pages += [f"/matches/new?game={key}" for key in GAMES]
    for address in pages:
        page = house.owner.open(address)
        for tag in page.all("p, li, dd, dt, td, th, h1, h2, h3, legend, label, button, caption"):
            assert run_on(tag.get_text()) == [], (address, tag.get_text())


def test_the_rules_are_never_far(table: Table) -> None:
    """A page of rules is reached from the scoreboard and from the round."""
    board = table.start(MITTLERE, THREE)
    table.enter({"points": [70, 52, 35]})
    rules = table.phone.follow("Rules")
    table.phone.open(board.path)
    shown = table.show()

    assert rules.heading == "Mittlere Jass"
    assert shown.links_to("/rules/mittlere/")
