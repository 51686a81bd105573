"""A match's chart: the scoreboard's own figures, in a picture and as a table, to be kept."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from itertools import accumulate
from typing import TYPE_CHECKING

import pytest

from scorekeeper.scorebook.ledger import Act, canonical
from scorekeeper.scorebook.matches import act
from scorekeeper.web.charts import Figures, Series, bars
from tests.builders import NAMES, kunibert, mittlere, played, printed
from tests.sheets import LONGEST_NAMES, READER, THREE, Played, mueckenstich_of_six_rounds
from tests.web.drawings import Drawing
from tests.web.phone import Page, Phone, attribute, words
from tests.web.table import KUNIBERT, MITTLERE, MUECKENSTICH, number, read_board
from tests.web.test_headers import HEADERS
from tests.web.test_speed import statements

if TYPE_CHECKING:
    from flask import Flask
    from werkzeug.test import TestResponse

    from scorekeeper.rules.problems import Json
    from scorekeeper.web.charts import Picture


def reader(of: Played) -> Phone:
    """Unpack the phone of somebody who may only look."""
    phone = Phone(of.table.app)
    phone.client.set_cookie("device", READER)
    return phone


def board(of: Played) -> str:
    """Give the scoreboard's address."""
    return of.address.removesuffix("sheet")


def chart(of: Played) -> Page:
    """Open a match's chart, from its scoreboard."""
    phone = reader(of)
    phone.open(board(of))
    return phone.follow("Chart")


def answer(of: Played, query: str = "") -> TestResponse:
    """Ask for the picture itself."""
    return reader(of).client.get(f"{board(of)}chart.svg{query}")


def drawing(of: Played) -> Drawing:
    """Read the picture."""
    with answer(of) as response:
        assert response.status_code == 200
        return Drawing(response.get_data())


def rows(page: Page) -> dict[str, list[int]]:
    """Read the table: the figures of each row."""
    return {
        words(row.select("th")[0]): [number(words(cell)) for cell in row.select("td")]
        for row in page.all(".figure tbody tr")
    }


def know_result(of: Played, totals: list[int]) -> None:
    """Write down a match of which only the result is known."""
    with of.table.opened(of.match) as (pen, opened):
        entry = canonical({"totals": list(totals)})
        act(pen, opened, Act("result", None, entry, 1, canonical(list(totals))))


@pytest.mark.parametrize("game", [MUECKENSTICH, KUNIBERT, MITTLERE])
def test_table_and_picture_are_the_scoreboards_running_totals(table_app: Flask, game: str) -> None:
    """Round by round, after a correction: what the rounds add up to, and the totals at last."""
    rules: dict[str, Json] = {"target": 5000} if game == KUNIBERT else {}
    of = Played(table_app, game, NAMES[:3], **rules)
    entries = [entry for seed in range(3) for entry in played(game, 3, seed)][:3]
    of.record(*entries)
    of.correct(2, entries[0], "misread")
    shown = read_board(reader(of).open(board(of)))
    running = list(
        accumulate(
            shown.rounds, lambda one, other: [a + b for a, b in zip(one, other, strict=True)]
        )
    )
    page, picture = chart(of), drawing(of)

    assert list(rows(page).values()) == running
    assert running[-1] == shown.totals
    for seat, line in enumerate(picture.lines):
        heights = [picture.height_of(total) for total in (0, *(row[seat] for row in running))]
        assert [y for _, y in line] == pytest.approx(heights, abs=0.3)


def test_the_picture_says_what_is_seen_in_it(table_app: Flask) -> None:
    """Whoever hears the page hears who ends where; the table's rows lead to their rounds."""
    of = Played(table_app, MUECKENSTICH, NAMES[:5])
    of.record(printed(), printed())
    page = chart(of)
    image = page.only("img")
    links = [page.leads(link) for link in page.all(".figure tbody a")]

    assert attribute(image, "alt") == (
        "A line for each player's total, from 0 over 2 rounds to "
        "Arne 20, Fritz 20, Geli −2, Harald −6 and Ernst −20."
    )
    assert attribute(image, "src") == f"{board(of)}chart.svg"
    assert (attribute(image, "width"), attribute(image, "height")) == ("328", "220")
    assert links == [f"{board(of)}rounds/1/", f"{board(of)}rounds/2/"]
    assert page.links_to(f"{board(of)}chart.svg?download=1")
    assert page.texts("thead th") == ["Round", *NAMES[:5]]


def test_before_the_first_round_there_is_nothing_to_see(table_app: Flask) -> None:
    """The page says what will be there; the scoreboard leads to it from the beginning.

    A link that came with the first round would move the others, under a keyboard's focus.
    """
    of = Played(table_app, MITTLERE, THREE)
    phone = reader(of)
    page = phone.open(f"{board(of)}chart")

    assert page.texts(".empty p") == [
        "The picture comes with the first round: a line for each player."
    ]
    assert page.all("img") == []
    assert phone.open(board(of)).links_to(f"{board(of)}chart")
    assert phone.status(f"{board(of)}chart.svg") == 404


def test_one_round_is_a_line_already(table_app: Flask) -> None:
    """From 0 to the first totals."""
    of = Played(table_app, MITTLERE, THREE)
    of.record(mittlere(0))

    assert [len(line) for line in drawing(of).lines] == [2, 2, 2]
    assert "over 1 round to" in attribute(chart(of).only("img"), "alt")


def test_sixty_rounds_take_as_many_statements_as_one(table_app: Flask) -> None:
    """The device, the seats, the rounds, the night."""
    of = Played(table_app, MITTLERE, THREE, rounds=60)
    of.record(mittlere(0))
    with statements(table_app) as few:
        drawing(of)
    of.record(*[mittlere(number % 3) for number in range(59)])
    with statements(table_app) as many:
        shown = drawing(of)

    assert len(few) == len(many) == 4
    assert [len(line) for line in shown.lines] == [61, 61, 61]


def test_phases_are_points_of_their_own(table_app: Flask) -> None:
    """Three players who score after each phase have rounds 1a and 1b."""
    of = Played(table_app, MUECKENSTICH, THREE, scoring="per_phase")
    of.record(*played(MUECKENSTICH, 3, scoring="per_phase"))

    assert list(rows(chart(of))) == ["1a", "1b"]
    assert {"0", "1a", "1b"} <= {text.text for text in drawing(of).texts}


def test_rounds_after_the_end_are_left_out_until_they_count(table_app: Flask) -> None:
    """As they are of the totals; the page says so."""
    of = Played(table_app, KUNIBERT, THREE, target=200)
    of.record(kunibert(100, 50, 0), kunibert(50, 100, 0), kunibert(0, 0, 60))
    of.correct(1, kunibert(200, 50, 0), "misread")
    before = chart(of)
    of.table.count_after_end(of.match)
    after = chart(of)

    assert rows(before) == {"1": [200, 50, 0]}
    assert before.texts("figcaption") == [
        "The last 2 rounds stand after the end of the match, so they aren't in the picture."
    ]
    assert rows(after)["3"] == [250, 150, 60]
    assert after.texts("figcaption") == []


def test_of_a_result_alone_the_totals_are_bars(table_app: Flask) -> None:
    """No way led there that anybody knows: a bar for each player, and the page says why."""
    of = Played(table_app, MUECKENSTICH, THREE)
    know_result(of, [12, -6, 3])
    page, shown = chart(of), drawing(of)
    unit = shown.bars[2][1] / 12

    assert page.heading == "Totals"
    assert rows(page) == {"Ada": [12], "Ben": [-6], "Cem": [3]}
    assert page.texts("figcaption") == ["Of this match only the result is known."]
    assert attribute(page.only("img"), "alt") == (
        "A bar for each player's total: Ada 12, Cem 3 and Ben −6."
    )
    assert [wide / unit for _, wide in shown.bars] == pytest.approx([3, 6, 12], abs=0.1)


def test_markup_in_names_is_only_text(table_app: Flask) -> None:
    """On the page and in the picture, players are called as they were typed."""
    names = ("<b>Ben</b>", '"><script>', "%(who)s {{7*7}}")
    of = Played(table_app, MITTLERE, names)
    of.record(mittlere(0))
    page, shown = chart(of), drawing(of)

    assert page.texts("thead bdi") == list(names)
    assert page.all(".figure :is(b, script)") == []
    assert names[0] in attribute(page.only("img"), "alt")
    assert {"b", "script"}.isdisjoint(shown.names)
    assert len([text for text in shown.texts if text.text.startswith(("<b>", '"><', "%(w"))]) == 3


def test_the_pictures_policy_lets_in_its_own_style_only(table_app: Flask) -> None:
    """Kept by nobody, guessed by nobody, and without scripts even if it is opened by itself."""
    of = Played(table_app, MITTLERE, THREE)
    of.record(mittlere(0))
    with answer(of) as response:
        [style] = re.findall("<style>(.*?)</style>", response.get_data(as_text=True))
        headers = dict(response.headers)
    digest = b64encode(sha256(style.encode()).digest()).decode()

    assert headers["Content-Type"] == "image/svg+xml; charset=utf-8"
    assert headers["Content-Security-Policy"] == (
        f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'; sandbox"
    )
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Robots-Tag"] == "noindex"
    others = set(HEADERS) - {"Content-Security-Policy"}
    assert {name: headers[name] for name in others} == {name: HEADERS[name] for name in others}
    assert "Content-Disposition" not in headers


def test_a_download_is_a_file_with_a_name_and_a_title(table_app: Flask) -> None:
    """Named after game and night, for old programs in plain letters."""
    of = Played(table_app, MUECKENSTICH, LONGEST_NAMES[:5])
    of.record(printed())
    with answer(of, "?download=1") as response:
        named = response.headers["Content-Disposition"]
        shown = Drawing(response.get_data())

    assert named == (
        'attachment; filename="Muckenstich-2026-11-27.svg"; '
        "filename*=UTF-8''M%C3%BCckenstich%202026-11-27.svg"
    )
    assert shown.text("Mückenstich, Fri 27 November 2026").y < 0


def test_only_the_chart_loads_its_style(table_app: Flask) -> None:
    """The scoreboard doesn't pay for the figure."""
    of = mueckenstich_of_six_rounds(table_app, NAMES[:5])
    styles = [
        [attribute(tag, "href").rsplit("/", 1)[1] for tag in page.all('link[rel="stylesheet"]')]
        for page in (chart(of), reader(of).open(board(of)))
    ]

    assert styles == [["app.css", "figure.css"], ["app.css"]]


def figure(app: Flask, picture: Picture, src: str, **how: object) -> Page:
    """Show a picture with its table, as any page does."""
    with app.test_request_context():
        macro = app.jinja_env.get_template("_macros/figure.html").module
        shown = macro.figure(picture, src, "What is seen", **how)  # type: ignore[attr-defined]
    return Page("/here", 200, {}, f"<body>{shown}</body>")


def test_a_figure_may_fold_its_table(web_app: Flask) -> None:
    """A page of several pictures stays short; labels lead where the page says, or nowhere."""
    picture = bars(Figures("Prompts", "Prompt", ["Low", "High"], [Series("How often", [3, None])]))
    page = figure(web_app, picture, "/stats.svg?year=2026", folded=True, note="Only three")
    plain = figure(web_app, picture, "/stats.svg", links=["/low", "/high"])

    assert page.texts("details summary") == ["The figures"]
    assert page.texts("details tbody tr") == ["Low 3", "High –"]
    assert page.texts("figcaption") == ["Only three"]
    assert page.links_to("/stats.svg?year=2026&download=1")
    assert page.all("tbody a") == []
    assert plain.all("details") == []
    assert [plain.leads(link) for link in plain.all("tbody a")] == ["/low", "/high"]
    assert plain.links_to("/stats.svg?download=1")


def test_a_picture_is_packed(table_app: Flask) -> None:
    """Sixty rounds are a few kilobytes on the wire."""
    of = Played(table_app, MITTLERE, THREE, rounds=60)
    of.record(*[mittlere(number % 3) for number in range(60)])
    address = f"{board(of)}chart.svg"
    with reader(of).client.get(address, headers={"Accept-Encoding": "gzip"}) as response:
        size = len(response.get_data())
        packed = response.headers.get("Content-Encoding")

    assert packed == "gzip"
    assert size < 5_000
