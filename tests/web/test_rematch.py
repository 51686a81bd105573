"""A rematch: the same players and agreements, the deal moved on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.table import ENTRIES, KUNIBERT, MITTLERE, MUECKENSTICH, SEATED, THREE, read_board

if TYPE_CHECKING:
    from tests.web.table import Table

from tests.web.plans import TITLES, seated


@pytest.mark.parametrize(
    ("game", "dealer"), [(MUECKENSTICH, "Geli"), (KUNIBERT, "Ben"), (MITTLERE, "Cem")]
)
def test_a_rematch_seats_the_same_players_with_the_deal_moved_on(
    table: Table, game: str, dealer: str
) -> None:
    """The deal of the next match goes on where this one's ended, in the game's direction."""
    rules = {"target": 90} if game == KUNIBERT else {"rounds": 1}
    table.start(game, rules=rules)
    table.enter(ENTRIES[game])
    page = table.phone.follow("Rematch")
    names = seated(page)
    if game == KUNIBERT:
        page.fill({"rule-target": "200"})
    board = read_board(table.phone.press("Start the match"))

    assert names == list(SEATED[game])
    assert board.names == list(SEATED[game])
    assert board.deal.startswith(f"{dealer} deals next")
    assert table.count("player") == len(names)
    assert table.count("circle") == 1


def test_a_rematch_keeps_the_house_rules(table: Table) -> None:
    """What was agreed for a match is agreed for the next one, too."""
    rules = {"rounds": 1, "no_trick_and_hundred": "third_takes_two"}
    table.start(MITTLERE, rules=rules)
    table.enter(ENTRIES[MITTLERE])
    page = table.phone.follow("Rematch")

    assert page.value("rule-rounds") == "1"
    assert page.value("rule-no_trick_and_hundred") == "third_takes_two"


def test_a_rematch_of_kunibert_asks_for_the_target_anew(table: Table) -> None:
    """Kunibert §4: the die is rolled before each game; the other agreements stay."""
    table.start(KUNIBERT, rules={"target": 90, "hand_cards_count_against": "true"})
    table.phone.follow("End the match early")
    table.phone.press("End it here")
    page = table.phone.follow("Rematch")

    assert page.value("rule-target") == ""
    assert page.value("rule-hand_cards_count_against") == "true"
    assert "must be settled" in table.phone.press("Start the match", expect=422).alerts


def test_home_offers_a_rematch_of_the_newest_match(table: Table) -> None:
    """Rematch on home is of the match in play, or else of the one that ended last."""
    table.start(MITTLERE)
    table.phone.follow("Home")
    page = table.phone.follow("Rematch")

    assert page.heading == TITLES[MITTLERE]
    assert seated(page) == list(THREE)
    assert page.value("first_dealer") == "0"
