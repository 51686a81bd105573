"""Starting a match: a first visitor's taps, players, dealer, house rules, die and rematch."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

from scorekeeper.rules import GAMES
from tests.web.table import (
    ENTRIES,
    FIVE,
    KUNIBERT,
    MITTLERE,
    MUECKENSTICH,
    SCORES,
    SEATED,
    THREE,
    errors_beside,
    fields_of,
    read_board,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.web.phone import Page, Phone
    from tests.web.table import Table

TITLES = {key: game.title for key, game in GAMES.items()}
FACES = {"200", "300", "400", "500"}


def plan(phone: Phone, game: str, names: Sequence[str] = (), **rules: str) -> Page:
    """Open the plan of a match as its address says it."""
    pairs = [("game", game), *(("seat", f"+{name}") for name in names or SEATED[game])]
    pairs += [(f"rule-{name}", value) for name, value in rules.items()]
    return phone.open(f"/matches/new?{urlencode(pairs)}")


def add(phone: Phone, *names: str) -> Page:
    """Add players by their names."""
    for name in names:
        phone.fill({"name": name})
        phone.press("Add")
    return phone.page


def seated(page: Page) -> list[str]:
    """Read who is seated."""
    return page.texts("ol.seats .who bdi")


def offered(page: Page) -> list[str]:
    """Read which known players are offered."""
    return page.texts(".chips[aria-label='Players of this circle'] button")


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


# House rules ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [MUECKENSTICH, KUNIBERT, MITTLERE])
def test_house_rules_are_explained_and_start_as_the_rulebook_has_them(
    table: Table, game: str
) -> None:
    """Each house rule has its meaning and values; the rulebook's own is chosen beforehand."""
    page = plan(table.phone, game)
    for rule in GAMES[game].HOUSE_RULES:
        [fieldset] = [
            tag
            for tag in page.all("fieldset.rule")
            if rule.title in tag.legend.get_text()  # type: ignore[union-attr]
        ]
        text = " ".join(fieldset.get_text().split())

        assert rule.meaning in text
        assert all(meaning in text for meaning in rule.values.values())
        if rule.values:
            assert page.value(f"rule-{rule.name}") == str(rule.default).lower()
        else:
            assert page.value(f"rule-{rule.name}") == ""


def test_house_rules_hold_for_the_match(table: Table) -> None:
    """What is agreed before a match is what it is played by."""
    plan(table.phone, MITTLERE).fill(
        {"rule-rounds": "2", "rule-no_trick_and_hundred": "third_takes_two"}
    )
    board = read_board(table.phone.press("Start the match"))
    entry = {"points": [101, 56, 0], "won_trick": [True, True, False]}
    scored = read_board(table.enter(entry))

    assert board.subtitle == "Round 1 of 2"
    assert scored.rounds == [[-1, 2, -1]]


def test_rounds_left_blank_are_as_many_as_players(table: Table) -> None:
    """Mückenstich §2: without an agreement there are as many rounds as players."""
    board = read_board(table.start(MUECKENSTICH, FIVE[:4]))

    assert board.subtitle == "Round 1 of 4"


BAD_NUMBERS = ("0", "31", "-1", "3.5", "five", "３", str(10**20), "1e1", "<b>", "%s")


def test_a_house_rule_that_is_no_number_in_its_bounds_is_pointed_out(table: Table) -> None:
    """Letters and numbers out of range are 422 with the sentence beside the field, all kept."""
    names = FIVE[:4]
    plan(table.phone, MUECKENSTICH, names).fill(
        {"rule-removal_chooser": "tricks", "first_dealer": "2", "name": "Dee"}
    )

    for text in BAD_NUMBERS:
        table.phone.fill({"rule-rounds": text})
        page = table.phone.press("Start the match", expect=422)

        assert errors_beside(page, "rule-rounds") == (
            "“Rounds” must be a whole number from 1 to 30."
        )
        assert page.value("rule-rounds") == text
        assert page.value("rule-removal_chooser") == "tricks"
        assert page.value("first_dealer") == "2"
        assert page.value("name") == "Dee"
        assert seated(page) == list(names)
        assert page.only("details").has_attr("open")
    assert table.count("match") == 0


def test_a_refused_plan_can_be_put_right_and_begun(table: Table) -> None:
    """The page that refuses a plan is a plan: put right, it begins the match."""
    plan(table.phone, MUECKENSTICH, FIVE[:4], rounds="x")
    table.phone.press("Start the match", expect=422)
    table.phone.fill({"rule-rounds": " 7 "})
    board = read_board(table.phone.press("Start the match"))

    assert board.subtitle == "Round 1 of 7"


def test_kunibert_needs_a_target(table: Table) -> None:
    """Kunibert §8: without a target the match can't begin; the sentence stands beside the die."""
    plan(table.phone, KUNIBERT)
    page = table.phone.press("Start the match", expect=422)

    assert "must be settled before the match begins" in errors_beside(page, "rule-target")
    assert table.count("match") == 0


def test_s1_the_die_rolls_one_of_its_faces(table: Table) -> None:
    """Kunibert §1 and §4: the die gives 200, 300, 400 or 500, each of them sooner or later."""
    plan(table.phone, KUNIBERT)
    rolled = {table.phone.press("Roll the die").value("rule-target") for _roll in range(60)}

    assert rolled == FACES


def test_a_face_rolled_at_the_table_is_one_tap(table: Table) -> None:
    """The face that the table has rolled is tapped, and shown as pressed."""
    plan(table.phone, KUNIBERT)
    page = table.phone.press("400")
    board = read_board(table.phone.press("Start the match"))

    assert page.value("rule-target") == "400"
    assert page.texts('button[aria-pressed="true"]') == ["400"]
    assert board.subtitle == "To 400 points, 400 to go"


@pytest.mark.parametrize("target", ["5", "250", "5000"])
def test_the_target_can_be_agreed(table: Table, target: str) -> None:
    """A number of points agreed at the table is typed instead of rolled."""
    plan(table.phone, KUNIBERT).fill({"rule-target": target})
    board = read_board(table.phone.press("Start the match"))

    assert board.subtitle == f"To {target} points, {target} to go"


@pytest.mark.parametrize("target", ["4", "5001", "-300", "3OO", "２００"])
def test_a_target_out_of_bounds_is_pointed_out(table: Table, target: str) -> None:
    """An agreed target is from 5 to 5000 points."""
    plan(table.phone, KUNIBERT).fill({"rule-target": target})
    page = table.phone.press("Start the match", expect=422)

    assert errors_beside(page, "rule-target") == ("“Target” must be a whole number from 5 to 5000.")
    assert page.value("rule-target") == target


def test_a_house_rule_of_another_game_changes_nothing(table: Table) -> None:
    """What an address says of house rules that the game doesn't have is left aside."""
    plan(table.phone, MITTLERE, target="300", tie="extra_round", colour="<b>")
    board = read_board(table.phone.press("Start the match"))

    assert board.subtitle == "Round 1 of 12"


def test_the_hand_cards_variant_asks_for_hands(table: Table) -> None:
    """Kunibert §10: with the variant the form asks for what is left in hand, from 0."""
    rules = {"target": 300, "hand_cards_count_against": "true"}
    table.start(KUNIBERT, rules=rules)
    form = table.open_form()
    hands = [name for name in fields_of(form) if "-hands_" in name]
    entry = {
        "captured": [{"low": 2}, {"mid": 2}, {}],
        "hands": [{}, {"red12": 1}, {"low": 1}],
        "last_card": 0,
    }
    table.phone.open(form.address.removesuffix("rounds/1/enter"))
    board = read_board(table.enter(entry))

    assert len(hands) == 12
    assert set(form.values(hands).values()) == {"0"}
    assert board.rounds == [[40, 0, -5]]


# Rematch -------------------------------------------------------------------------------------


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


# Circles -------------------------------------------------------------------------------------


def test_the_first_match_makes_a_circle_that_home_shows(table: Table) -> None:
    """A first visitor's match makes a circle named after its weekday, which is home from then."""
    table.start(MITTLERE)
    home = table.phone.open("/")

    assert home.heading == "Friday circle"
    assert home.has("a", "Settings of this circle")
    assert home.texts("nav.switcher a") == []


def test_of_several_circles_home_has_a_switcher(table: Table) -> None:
    """A second circle is begun from home; each shows its own matches only."""
    table.start(MITTLERE)
    first = table.circle
    table.phone.open(f"{first}settings")
    table.phone.fill({"name": "The cousins"})
    table.phone.press("Save")
    table.phone.follow("Start another circle")
    table.start(KUNIBERT)
    second = table.circle
    here = table.phone.open(second)
    there = table.phone.follow("The cousins")

    assert here.texts("nav.switcher a") == ["Friday circle", "The cousins"]
    assert here.texts("nav.switcher a[aria-current]") == ["Friday circle"]
    assert here.texts("section.card h2") == [TITLES[KUNIBERT]]
    assert there.path == first
    assert there.texts("section.card h2") == [TITLES[MITTLERE]]


def test_settings_rename_the_circle_and_set_its_clock(table: Table) -> None:
    """An owner may give the circle another name and time zone."""
    table.start(MITTLERE)
    table.phone.follow("Home")
    table.phone.follow("Settings of this circle")
    table.phone.fill({"name": " Harbour  table ", "time_zone": "Europe/Zurich"})
    home = table.phone.press("Save")

    assert home.heading == "Harbour table"
    assert table.ask("SELECT name, time_zone FROM circle") == [("Harbour  table", "Europe/Zurich")]


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("name", "   ", "A name needs at least one letter."),
        ("name", "x" * 41, "A name has at most 40 characters; this one has 41."),
        ("time_zone", "Mars/Olympus", "There is no time zone of this name"),
        ("time_zone", "../../etc/passwd", "There is no time zone of this name"),
        ("time_zone", " ", "There is no time zone of this name"),
    ],
)
def test_settings_that_cant_be_are_pointed_out(
    table: Table, name: str, value: str, sentence: str
) -> None:
    """A wrong name or time zone is 422 with its sentence beside the field, and kept."""
    table.start(MITTLERE)
    table.phone.open(f"{table.circle}settings")
    table.phone.fill({name: value})
    page = table.phone.press("Save", expect=422)

    assert sentence in errors_beside(page, name)
    assert page.value(name) == value
    assert table.ask("SELECT name, version FROM circle") == [("Friday circle", 0)]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("name", "A name needs at least one letter."),
        ("time_zone", "There is no time zone of this name"),
    ],
)
def test_settings_that_werent_sent_are_pointed_out(table: Table, name: str, sentence: str) -> None:
    """A form without one of its fields is answered as a form with a blank one."""
    table.start(MITTLERE)
    page = table.phone.open(f"{table.circle}settings")
    answered = table.phone.send(page.sending("Save").without(name), expect=422)

    assert sentence in errors_beside(answered, name)
    assert answered.value(name) == ""
