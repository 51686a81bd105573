"""The pages of statistics: what they say, where each figure leads, and what can be chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlsplit

import pytest

from scorekeeper.rules import GAMES
from tests.builders import kunibert, mittlere, printed
from tests.web.phone import attribute, words
from tests.web.table import FIVE, KUNIBERT, MITTLERE, MUECKENSTICH, number

if TYPE_CHECKING:
    from bs4 import Tag

    from tests.web.phone import Page
    from tests.web.table import Table

TWO_ROUNDS = {"rounds": 2}


def figures(page: Page, caption: str) -> dict[str, list[str]]:
    """Read a table: by the head of each line, what its cells say."""
    return {
        words(row.select("th")[0]): [words(cell) for cell in row.select("td")]
        for row in table_of(page, caption).select("tbody tr")
    }


def table_of(page: Page, caption: str) -> Tag:
    """Find a table by its caption; pictures have tables of their own."""
    [found] = [
        tag for tag in page.all("table.figures") if words(tag.select("caption")[0]) == caption
    ]
    return found


def behind(tag: Tag) -> dict[str, list[str]]:
    """Read what a link asks the history for."""
    parts = urlsplit(attribute(tag, "href"))
    assert parts.path.endswith("/history")
    asked: dict[str, list[str]] = {}
    for name, value in parse_qsl(parts.query):
        asked.setdefault(name, []).append(value)
    return asked


@pytest.fixture
def evening(table: Table) -> Table:
    """Play three matches of Mittlere, one of Mückenstich and one of Kunibert, all to their end.

    Of Mittlere Ada wins the first alone, shares the second with Cem and the third with Ben.
    """
    table.start(MITTLERE, rules=TWO_ROUNDS)
    circle = table.circle
    table.record(mittlere(1), mittlere(2))
    table.start(MITTLERE, rules=TWO_ROUNDS, circle=circle)
    table.record(mittlere(1), mittlere(1))
    table.start(MITTLERE, ("Cem", "Ada", "Ben"), rules=TWO_ROUNDS, circle=circle)
    table.record(mittlere(0), mittlere(0))
    table.start(MUECKENSTICH, FIVE, rules={"rounds": 1}, circle=circle)
    table.record(printed())
    table.start(KUNIBERT, rules={"target": 300}, circle=circle)
    table.record(kunibert(150, 40, 20, last_card=0), kunibert(150, 40, 20, last_card=1))
    return table


def look(table: Table, path: str = "", *, expect: int = 200) -> Page:
    """Open a page of statistics."""
    return table.phone.open(f"{table.circle}statistics/{path}", expect=expect)


def uid_of(table: Table, name: str) -> str:
    """Give a player's uid, as the form's choice has it."""
    page = look(table)
    [option] = [tag for tag in page.all("#by-player option") if words(tag) == name]
    return attribute(option, "value")


def test_home_leads_to_the_statistics(evening: Table) -> None:
    """By a link that everybody has, also who only watches."""
    evening.phone.open(evening.circle)
    page = evening.phone.follow("Statistics")
    watcher = evening.join("view")
    watcher.open(evening.circle)

    assert page.heading == "Statistics"
    assert watcher.follow("Statistics").heading == "Statistics"


def test_circle_counts_who_played_and_won(evening: Table) -> None:
    """Shared wins for each, the rate, the longest run; five matches in all."""
    players = figures(look(evening), "Players")

    assert evening.phone.page.texts("p.lead") == ["5 finished matches"]
    assert players["Ada"] == ["4", "4 2 shared", "100% few", "4"]
    assert players["Ben"] == ["4", "1 1 shared", "25% few", "1"]
    assert players["Arne"] == ["1", "1 1 shared", "100% few", "1"]
    assert players["Geli"] == ["1", "0", "0% few", "0"]


def test_circle_tells_games_tables_seats_and_years(evening: Table) -> None:
    """How many matches of each, and how often each seat won."""
    page = look(evening)

    assert figures(page, "Games") == {
        "Mückenstich": ["1"],
        "Ritter Kunibert's 12er Stich": ["1"],
        "Mittlere Jass": ["3"],
    }
    assert figures(page, "By number of players") == {"3 players": ["4"], "5 players": ["1"]}
    assert figures(page, "By seat")["Seat 1"] == ["5", "4 2 shared", "80% few"]
    assert [*figures(page, "By first dealer")] == [
        "Dealt first",
        "Dealt second",
        "Dealt third",
        "Dealt 4.",
        "Dealt 5.",
    ]
    assert figures(page, "By year") == {"2026": ["5"]}


def test_each_figure_leads_to_the_matches_behind_it(evening: Table) -> None:
    """Played, won, by game, seats and year: an address of the history that asks for them."""
    ada = uid_of(evening, "Ada")
    page = look(evening, "?game=mittlere")
    [row] = [tag for tag in table_of(page, "Players").select("tr") if "Ada" in words(tag)]
    played, won = (cell.select("a")[0] for cell in row.select("td")[:2])
    [seats] = table_of(page, "By number of players").select("td a")
    [year] = table_of(page, "By year").select("td a")
    asked = {"game": [MITTLERE], "over": ["1"]}

    assert behind(played) == {**asked, "player": [ada]}
    assert behind(won) == {**asked, "player": [ada], "won": [ada]}
    assert behind(seats) == {**asked, "seats": ["3"]}
    assert behind(year) == {**asked, "year": ["2026"]}


def test_seat_leads_to_matches_only_where_the_history_means_the_same(evening: Table) -> None:
    """A player's seats do, and everybody's; not everybody's in the matches with a player."""
    ada = uid_of(evening, "Ada")
    of_ada = table_of(look(evening, f"players/{ada}"), "By seat").select("td a")
    of_all = table_of(look(evening), "By first dealer").select("td a")
    with_ada = table_of(look(evening, f"?player={ada}"), "By seat").select("td a")

    assert behind(of_ada[0]) == {"player": [ada], "seat": ["1"], "over": ["1"]}
    assert behind(of_all[0]) == {"dealt": ["1"], "over": ["1"]}
    assert with_ada == []


def test_matches_are_chosen_by_a_form(evening: Table) -> None:
    """What was chosen stands in the address, is kept on the next page, and can be dropped."""
    look(evening)
    evening.phone.fill({"game": MITTLERE, "year": "2026"})
    page = evening.phone.press("Show")
    [link] = [a for a in table_of(page, "Players").select("a") if words(a) == "Ada"]
    players_page = evening.phone.open(page.leads(link))
    everything = evening.phone.follow("Show all matches")

    assert "game=mittlere" in page.address or page.all("option[value=mittlere][selected]")
    assert set(figures(page, "Players")) == {"Ada", "Ben", "Cem"}
    assert figures(page, "By month") == {"November": ["3"]}
    assert [*figures(players_page, "Games")] == ["Mittlere Jass"]
    assert len(figures(everything, "Games")) == 2


def test_choosing_a_player_counts_the_matches_with_them(evening: Table) -> None:
    """Of everybody who sat there."""
    page = look(evening, f"?player={uid_of(evening, 'Geli')}")

    assert set(figures(page, "Players")) == set(FIVE)
    assert page.texts("p.lead") == ["1 finished match"]


def test_chosen_player_stays_chosen_on_another_players_page(evening: Table) -> None:
    """Ben's matches with Cem; on the page of whoever was chosen nobody is."""
    cem = uid_of(evening, "Cem")
    page = look(evening, f"?player={cem}&game=mittlere")
    links = {words(a): page.leads(a) for a in table_of(page, "Players").select("th a")}
    ben = evening.phone.open(links["Ben"])
    cems = evening.phone.open(links["Cem"])

    assert [attribute(tag, "value") for tag in ben.all("#by-player option[selected]")] == [cem]
    assert figures(ben, "Games")["Mittlere Jass"][0] == "3"
    assert cems.all("#by-player option[selected]") == []


def test_player_sees_each_game_with_best_and_worst(evening: Table) -> None:
    """The average by game alone; the records lead to their matches."""
    page = look(evening, f"players/{uid_of(evening, 'Ada')}")
    records = page.all("ul.rows a")
    best = evening.phone.open(attribute(records[0], "href"))

    assert page.heading == "Ada"
    assert figures(page, "Games")["Mittlere Jass"] == ["3", "3 2 shared", "100% few", "2.0"]
    assert figures(page, "Games")["Ritter Kunibert's 12er Stich"][3] == "300.0"
    assert [words(tag.select(".won")[0]) for tag in records[:2]] == ["300", "300"]
    assert "150.0 points a round" in page.texts("p.soft")
    assert best.heading == "Ritter Kunibert's 12er Stich"


def test_player_sees_who_was_ahead(evening: Table) -> None:
    """With a way to each pair, and to their matches."""
    ada, ben = uid_of(evening, "Ada"), uid_of(evening, "Ben")
    page = look(evening, f"players/{ada}")
    [link] = [a for a in table_of(page, "Against each other").select("a") if words(a) == "Ben"]
    pair = evening.phone.open(attribute(link, "href"))
    [together] = pair.all("p.lead a")

    assert figures(page, "Against each other")["Ben"] == ["4", "3 few", "0"]
    assert pair.heading == "Ada and Ben"
    assert figures(pair, "All games")["Ahead of the other"] == ["3", "0"]
    assert figures(pair, "All games")["Won"] == ["4", "1"]
    assert behind(together)["player"] == [ada, ben]


def test_game_tells_what_its_players_talk_about(evening: Table) -> None:
    """Bites and choices, how often the bonus and rounds to the target, prompts and at whom."""
    mueckenstich = look(evening, f"games/{MUECKENSTICH}")
    kuniberts = look(evening, f"games/{KUNIBERT}")
    mittleres = look(evening, f"games/{MITTLERE}")

    assert figures(mueckenstich, "Mosquitoes") == {"Bites": ["8", "8.00", "−40"]}
    assert figures(mueckenstich, "Colours doubled")["Red"] == ["1", "1.00", "+5"]
    assert figures(mueckenstich, "Colours removed")["To the others"] == ["1", "1.00", "−6"]
    assert figures(mueckenstich, "Mosquitoes, by player")["Ernst"] == ["3"]
    assert figures(kuniberts, "Last card") == {"30 for the last card": ["2", "1.00", "+60"]}
    assert figures(kuniberts, "Rounds to the target") == {"300 points": ["1", "2.0 few"]}
    assert figures(mittleres, "Prompts")["In the middle"] == ["6", "1.00", "−12"]
    assert figures(mittleres, "Prompts, by player")["Ben"][-1] == "3"
    assert figures(mittleres, "Sticks and potatoes")["Sticks"] == ["12", "2.00"]


def test_prompt_about_two_is_counted_once_a_round(table: Table) -> None:
    """Though it is told of both."""
    table.start(MITTLERE, rules={"rounds": 1})
    table.record({"points": [50, 57, 50]})
    page = look(table, f"games/{MITTLERE}")

    assert figures(page, "Prompts")["The same points as another"] == ["1", "1.00", "−2"]
    assert [row[3] for row in figures(page, "Prompts, by player").values()] == ["0", "1", "1"]


def test_correcting_a_round_changes_every_page_at_once(evening: Table) -> None:
    """The last match's first round: who won it, its best total, its last card."""
    before = figures(look(evening), "Players")
    evening.record(kunibert(40, 150, 20, last_card=1), replaces=1)
    evening.record(kunibert(40, 150, 20, last_card=1), replaces=2)
    after = figures(look(evening), "Players")
    game = look(evening, f"games/{KUNIBERT}")

    assert (before["Ada"][1], after["Ada"][1]) == ("4 2 shared", "3 2 shared")
    assert (before["Ben"][1], after["Ben"][1]) == ("1 1 shared", "2 1 shared")
    assert "Ben" in words(game.all("ul.rows a")[0])
    assert figures(game, "Last card, by player")["Ben"] == ["2"]


def test_page_without_matches_says_what_will_be_there(table: Table) -> None:
    """Before anything is finished, and where nothing is like what was chosen."""
    table.start(MITTLERE)
    empty = look(table)
    table.start(MITTLERE, rules={"rounds": 1}, circle=table.circle)
    table.record(mittlere(0))
    nothing = look(table, "?year=1999")
    player = look(table, f"players/{uid_of(table, 'Ada')}?game=kunibert")

    assert empty.texts("section.empty h2") == ["No match is finished yet"]
    assert empty.texts("section.empty a") == ["New match"]
    assert empty.all("details.filter") == []
    assert nothing.texts("details.filter a") == ["Show all matches"]
    assert nothing.texts("section.empty h2") == ["No finished match is like this"]
    assert player.texts("section.empty h2") == ["No finished match is like this"]
    for key in GAMES:
        assert look(table, f"games/{key}").status == 200


@pytest.mark.parametrize(
    "query",
    [
        "game=poker",
        "player=x",
        "player=00000000-0000-4000-8000-000000000000",
        "year=x",
        "year=0",
        "year=99999",
        "year=" + "9" * 5000,
        "year=1_000",
        "year=\uff12\uff10\uff12\uff16",
    ],
)
def test_what_cannot_be_chosen_is_left_out(evening: Table, query: str) -> None:
    """No such game, player or year: as the history does, all matches are shown."""
    assert look(evening, f"?{query}").texts("p.lead") == ["5 finished matches"]


def test_nobody_is_compared_with_themselves(evening: Table) -> None:
    """There is no such page."""
    ada = uid_of(evening, "Ada")
    page = look(evening, f"pairs/{ada}/{ada}", expect=404)

    assert page.heading == "There is nothing here."


def test_numbers_are_read_as_they_are_written(evening: Table) -> None:
    """Averages below 0 have a real minus."""
    page = look(evening, f"games/{MITTLERE}")

    assert float(figures(page, "Players")["Ben"][3].replace("−", "-")) == -1.0
    assert number(figures(page, "Prompts")["In the middle"][2]) == -12
