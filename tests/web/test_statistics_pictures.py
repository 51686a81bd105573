"""Statistics in pictures: the figures beside them are those of the pages, and they can be kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.builders import mittlere, printed
from tests.web.drawings import Drawing
from tests.web.phone import attribute, words
from tests.web.table import FIVE, KUNIBERT, MITTLERE, MUECKENSTICH
from tests.web.test_statistics import evening, figures, look, uid_of

if TYPE_CHECKING:
    from bs4 import Tag

    from tests.web.phone import Page
    from tests.web.table import Table

__all__ = ["evening"]


def pictures(page: Page) -> dict[str, Tag]:
    """Give a page's pictures, by the captions of their tables."""
    return {words(tag.select("caption")[0]): tag for tag in page.all("figure")}


def rows(picture: Tag) -> list[list[str]]:
    """Read the figures of a picture's table, line by line, with their labels."""
    return [[words(cell) for cell in row.select("th, td")] for row in picture.select("tbody tr")]


def seen(table: Table, picture: Tag) -> set[str]:
    """Read what is written in the picture itself."""
    with table.phone.client.get(attribute(picture.select("img")[0], "src")) as response:
        assert response.status_code == 200
        return {text.text for text in Drawing(response.get_data()).texts}


def test_a_players_places_are_pictured_match_by_match(evening: Table) -> None:
    """The oldest first, each line of the table leads to its match."""
    page = look(evening, f"players/{uid_of(evening, 'Cem')}")
    picture = pictures(page)["Places of Cem"]
    links = [page.leads(link) for link in picture.select("tbody a")]

    assert rows(picture) == [
        ["27 Nov 26", "2"],
        ["27 Nov 26", "1"],
        ["27 Nov 26", "3"],
        ["27 Nov 26", "3"],
    ]
    assert len(set(links)) == 4
    assert all("/matches/" in link for link in links)
    assert "2, 1, 3 and 3" in attribute(picture.select("img")[0], "alt")
    assert "Cem" in seen(evening, picture)


def test_picture_of_the_newest_places_says_so(evening: Table) -> None:
    """Twenty matches, where there were more."""
    few = pictures(look(evening, f"players/{uid_of(evening, 'Cem')}"))["Places of Cem"]
    for _ in range(17):
        evening.start(MITTLERE, rules={"rounds": 1}, circle=evening.circle)
        evening.record(mittlere(0))
    many = pictures(look(evening, f"players/{uid_of(evening, 'Cem')}"))["Places of Cem"]

    assert few.select("figcaption") == []
    assert [words(tag) for tag in many.select("figcaption")] == ["The last 20 matches"]
    assert len(rows(many)) == 20


def test_places_follow_the_filter(evening: Table) -> None:
    """Also one that names another player: their matches together."""
    cem, ada = uid_of(evening, "Cem"), uid_of(evening, "Ada")
    page = look(evening, f"players/{cem}?game={KUNIBERT}&player={ada}")
    picture = pictures(page)["Places of Cem"]

    assert [row[1] for row in rows(picture)] == ["3"]
    assert "3" in seen(evening, picture)


def test_prompts_and_colours_are_bars_of_the_pages_own_figures(evening: Table) -> None:
    """As many times as the table beside them says."""
    for game, group in ((MITTLERE, "Prompts"), (MUECKENSTICH, "Colours doubled")):
        page = look(evening, f"games/{game}")
        picture = pictures(page)[group]
        told = figures(page, group)

        assert rows(picture) == [[label, cells[0]] for label, cells in told.items()]
        assert set(told) <= seen(evening, picture)


def test_bites_are_a_bar_for_each_player(evening: Table) -> None:
    """A round: who played more rounds isn't bitten more for that."""
    page = look(evening, f"games/{MUECKENSTICH}")
    picture = pictures(page)["Bites a round"]
    bites = [sum(map(bool, bitten.values())) for bitten in printed()["mosquitoes"]]

    assert [row[0] for row in rows(picture)] == [*figures(page, "Players")]
    assert dict(rows(picture)) == {name: f"{of}.00" for name, of in zip(FIVE, bites, strict=True)}
    assert set(FIVE) <= seen(evening, picture)


def test_a_picture_stands_below_its_title(evening: Table) -> None:
    """Also the first one; the table after it says the same to who hears it only."""
    page = look(evening, f"games/{MITTLERE}")
    titles = page.texts("h3:has(+ figure)")
    captions = page.texts("table.figures caption.visually-hidden")

    assert len(titles) == len(page.all("figure"))
    assert titles == captions
    assert titles[0] == "Prompts"


def test_a_picture_of_statistics_can_be_kept(evening: Table) -> None:
    """As a file that is called after what it shows."""
    page = look(evening, f"games/{MITTLERE}")
    [link] = [tag for tag in pictures(page)["Prompts"].select("a") if "download=1" in tag["href"]]
    with evening.phone.client.get(page.leads(link)) as response:
        kept = response.headers["Content-Disposition"]

    assert 'filename="Mittlere-Jass-Prompts.svg"' in kept


def test_nothing_is_pictured_where_nothing_was_played(evening: Table) -> None:
    """No picture on the page, and none by its address."""
    cem = uid_of(evening, "Cem")
    page = look(evening, f"players/{cem}?year=1999")
    before = f"{evening.circle}statistics/"

    assert page.all("figure") == []
    evening.phone.open(f"{before}players/{cem}/places.svg?year=1999", expect=404)
    evening.phone.open(f"{before}games/{MITTLERE}/9.svg", expect=404)
    evening.phone.open(f"{before}games/poker/1.svg", expect=404)
