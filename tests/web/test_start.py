"""Starting a match: a first visitor's taps, the players and who deals."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

from tests.web.table import (
    ENTRIES,
    KUNIBERT,
    MITTLERE,
    MUECKENSTICH,
    SCORES,
    SEATED,
    THREE,
    errors_beside,
    read_board,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.web.table import Table

from tests.web.plans import TITLES, add, offered, plan, seated


@pytest.mark.parametrize("game", [MUECKENSTICH, KUNIBERT, MITTLERE])
def test_a_first_visitor_starts_a_match_without_an_account(table: Table, game: str) -> None:
    """From the front page: game, names, dealer, Start; then the first round can be entered."""
    phone = table.phone
    welcome = phone.open("/")
    phone.follow("Start a match")
    [link] = [a for a in phone.page.all("main a[href]") if TITLES[game] in a.get_text()]
    phone.open(phone.page.leads(link))
    add(phone, *SEATED[game])
    phone.fill({"first_dealer": "1"})
    if game == KUNIBERT:
        phone.press("300")
    nothing_yet = table.count("circle")
    page = phone.press("Start the match")

    assert "No account" in welcome.words
    assert nothing_yet == 0
    assert page.heading == TITLES[game]
    assert read_board(page).names == list(SEATED[game])
    assert read_board(page).deal.startswith(f"{SEATED[game][1]} deals next")
    assert table.ask('SELECT role FROM "grant"') == [("own",)]
    assert read_board(table.enter(ENTRIES[game])).rounds == [SCORES[game]]


def test_planning_writes_nothing(table: Table) -> None:
    """The plan stands in the address: until Start is pressed the database is as it was."""
    before = table.dump()
    table.phone.open("/matches/new?game=kunibert")
    add(table.phone, *THREE)
    table.phone.press("Move Ada down")
    table.phone.press("Roll the die")

    assert table.dump() == before


def test_a_plan_can_be_loaded_again(table: Table) -> None:
    """Reload and Back lose nothing of a plan: players, dealer, house rules, and its key."""
    table.phone.open("/matches/new?game=mittlere")
    add(table.phone, *THREE)
    table.phone.fill({"first_dealer": "2", "rule-rounds": "3"})
    table.phone.fill({"rule-no_trick_and_hundred": "third_takes_two"})
    page = table.phone.press("Move Cem up")
    again = table.phone.reload()

    for loaded in (page, again):
        assert seated(loaded) == ["Ada", "Cem", "Ben"]
        assert loaded.value("first_dealer") == "1"
        assert loaded.value("rule-rounds") == "3"
        assert loaded.value("rule-no_trick_and_hundred") == "third_takes_two"
    assert page.value("key") == again.value("key")


def test_players_are_added_moved_and_removed_in_seat_order(table: Table) -> None:
    """Names are seated in the order of their adding; arrows move them, the cross removes them."""
    table.phone.open("/matches/new?game=mueckenstich")
    add(table.phone, "Ada", "Ben", "Cem", "Dee")
    added = seated(table.phone.page)
    moved_up = seated(table.phone.press("Move Cem up"))
    moved_down = seated(table.phone.press("Move Ada down"))
    page = table.phone.press("Remove Ben")

    assert added == ["Ada", "Ben", "Cem", "Dee"]
    assert moved_up == ["Ada", "Cem", "Ben", "Dee"]
    assert moved_down == ["Cem", "Ada", "Ben", "Dee"]
    assert seated(page) == ["Cem", "Ada", "Dee"]
    assert read_board(table.phone.press("Start the match")).names == ["Cem", "Ada", "Dee"]


def test_the_ends_of_the_table_move_one_way_only(table: Table) -> None:
    """The first player can't move up, nor the last one down."""
    page = plan(table.phone, MITTLERE)

    assert not page.offers("Move Ada up")
    assert page.offers("Move Ada down")
    assert page.offers("Move Cem up")
    assert not page.offers("Move Cem down")


def test_the_first_deal_stays_with_the_player(table: Table) -> None:
    """Who was chosen to deal first deals, wherever they are moved."""
    plan(table.phone, MITTLERE).fill({"first_dealer": "2"})
    moved = table.phone.press("Move Cem up").value("first_dealer")
    shifted = table.phone.press("Remove Ada").value("first_dealer")

    assert moved == "1"
    assert shifted == "0"


def test_the_first_deal_falls_to_the_first_when_its_player_leaves(table: Table) -> None:
    """When the dealer is removed somebody else deals, and one is always chosen."""
    plan(table.phone, MITTLERE).fill({"first_dealer": "2"})
    page = table.phone.press("Remove Cem")

    assert page.value("first_dealer") == "0"


def test_the_enter_key_in_a_name_adds_the_player(table: Table) -> None:
    """Enter presses the form's first button, and that adds: nobody is moved or removed."""
    page = plan(table.phone, MITTLERE, ["Ada", "Ben"])
    page.fill({"name": "Cem"})
    after = table.phone.send(page.sent_by_enter("name"))

    assert seated(after) == ["Ada", "Ben", "Cem"]
    assert after.value("name") == ""


def test_add_without_a_name_does_nothing(table: Table) -> None:
    """Add with a blank field leaves the plan as it is."""
    plan(table.phone, MITTLERE, ["Ada"])
    page = table.phone.press("Add")

    assert seated(page) == ["Ada"]
    assert page.alerts == ""


@pytest.mark.parametrize("name", ["Ada", "ada", "ADA", "  Ada  "])
def test_nobody_sits_at_a_table_twice(table: Table, name: str) -> None:
    """A name that is seated, in whatever case, is refused in words and kept to be changed."""
    plan(table.phone, MITTLERE, ["Ada"]).fill({"name": name})
    page = table.phone.press("Add", expect=422)

    assert "sits at this table already" in errors_beside(page, "name")
    assert page.value("name") == name
    assert seated(page) == ["Ada"]


def test_known_players_are_offered_the_next_time(table: Table) -> None:
    """Players of the circle are seated by a tap; who sits isn't offered any more."""
    table.start(MITTLERE)
    table.phone.follow("Home")
    table.phone.follow("New match")
    [link] = [a for a in table.phone.page.all("a") if "Mückenstich" in a.get_text()]
    first = table.phone.open(table.phone.page.leads(link))
    table.phone.press("Ben")
    second = table.phone.press("Cem")
    add(table.phone, "Dee")
    page = table.phone.press("Start the match")

    assert offered(first) == ["Ada", "Ben", "Cem"]
    assert seated(second) == ["Ben", "Cem"]
    assert offered(second) == ["Ada"]
    assert read_board(page).names == ["Ben", "Cem", "Dee"]
    assert table.ask("SELECT name FROM player ORDER BY id") == [
        ("Ada",),
        ("Ben",),
        ("Cem",),
        ("Dee",),
    ]


def test_a_known_player_can_be_typed_too(table: Table) -> None:
    """A name that the circle has, in whatever case, seats that player and makes no other one."""
    table.start(MITTLERE)
    table.phone.open(f"{table.circle}matches/new?game=mittlere")
    add(table.phone, "ben", "Dee", "ADA")
    page = table.phone.press("Start the match")

    assert read_board(page).names == ["Ben", "Dee", "Ada"]
    assert table.count("player") == 4


def test_another_game_can_be_chosen_with_the_same_players(table: Table) -> None:
    """Going back to the choice of the game keeps who was seated."""
    plan(table.phone, MITTLERE)
    table.phone.follow("Choose another game")
    [link] = [a for a in table.phone.page.all("main a") if "Kunibert" in a.get_text()]
    page = table.phone.open(table.phone.page.leads(link))

    assert page.heading == TITLES[KUNIBERT]
    assert seated(page) == list(THREE)


@pytest.mark.parametrize(
    ("game", "names", "sentence"),
    [
        (MUECKENSTICH, THREE[:2], "Mückenstich is for 3 to 6 players; here are 2."),
        (MUECKENSTICH, "ABCDEFG", "Mückenstich is for 3 to 6 players; here are 7."),
        (KUNIBERT, THREE[:2], "Ritter Kunibert's 12er Stich is for 3 to 6 players; here are 2."),
        (KUNIBERT, "ABCDEFG", "Ritter Kunibert's 12er Stich is for 3 to 6 players; here are 7."),
        (MITTLERE, THREE[:2], "Mittlere Jass is for exactly 3 players; here are 2."),
        (MITTLERE, "ABCD", "Mittlere Jass is for exactly 3 players; here are 4."),
    ],
)
def test_a_number_of_players_that_cant_be_gets_a_sentence(
    table: Table, game: str, names: Sequence[str], sentence: str
) -> None:
    """Too few and too many players are refused in words, and all are kept."""
    rules = {"target": "300"} if game == KUNIBERT else {}
    plan(table.phone, game, names, **rules)
    page = table.phone.press("Start the match", expect=422)

    assert sentence in page.alerts
    assert seated(page) == list(names)
    assert table.count("match") == 0


def test_a_plan_without_any_player_gets_a_sentence(table: Table) -> None:
    """Start without players is refused in words."""
    table.phone.open("/matches/new?game=mittlere")
    page = table.phone.press("Start the match", expect=422)

    assert "Mittlere Jass is for exactly 3 players; here are 0." in page.alerts


def test_a_dealer_who_isnt_at_the_table_is_refused(table: Table) -> None:
    """Whatever is sent as the first dealer, it must be a seat of this table."""
    page = plan(table.phone, MITTLERE)
    sending = page.sending("Start the match")
    refused = table.phone.send(sending.having(first_dealer="3"), expect=422)

    assert "Choose who deals first." in refused.alerts
    assert table.count("match") == 0


@pytest.mark.parametrize("game", ["", "poker", "Mittlere", "../mittlere"])
def test_a_game_that_isnt_known_leads_to_the_choice_of_games(table: Table, game: str) -> None:
    """An address with another game shows the games; a form with one is refused in words."""
    page = table.phone.open(f"/matches/new?{urlencode({'game': game})}")
    sending = plan(table.phone, MITTLERE).sending("Start the match")
    refused = table.phone.send(sending.having(game=game), expect=422)

    for shown in (page, refused):
        assert all(shown.has("main b", title) for title in TITLES.values())
    assert "Choose one of the games." in refused.alerts
