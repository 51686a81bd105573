"""The sheet: what was played, changed, confirmed and disputed, on a page that can be printed."""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING

import pytest

from tests.builders import NAMES, kunibert, mittlere, played, printed
from tests.sheets import (
    PHONE,
    READER,
    THREE,
    Played,
    kunibert_of_twelve_rounds,
    mittlere_of_twelve_rounds,
    mueckenstich_of_six_rounds,
    one_card_short,
)
from tests.web.phone import Phone, attribute, words
from tests.web.table import KUNIBERT, MITTLERE, MUECKENSTICH, number
from tests.web.test_speed import statements

if TYPE_CHECKING:
    from flask import Flask

    from scorekeeper.rules.problems import Json
    from tests.web.phone import Page
    from tests.web.table import Clock, Table


def sheet(of: Played, query: str = "") -> Page:
    """Open a match's sheet, as somebody who may only look."""
    phone = Phone(of.table.app)
    phone.client.set_cookie("device", READER)
    return phone.open(of.address + query)


def rows(page: Page) -> list[list[str]]:
    """Read the table: a list of texts for each row, the head first."""
    return [
        [words(cell) for cell in row.select("th, td")] for row in page.all(".sheet table.board tr")
    ]


def test_all_of_a_match_stands_on_its_sheet(table_app: Flask) -> None:
    """Rounds, totals, places, marks, who confirmed, the house rules, and when it began."""
    of = mueckenstich_of_six_rounds(table_app, NAMES[:5])
    page = sheet(of)
    board = of.table.board(of.match)
    head, *rounds, totals, places = rows(page)

    assert page.heading == "Mückenstich"
    assert page.texts("header p") == ["Friday circle · Fri 27 November 2026"]
    assert head == ["Round", *NAMES[:5], "Confirmed"]
    assert [row[0] for row in rounds] == ["1", "2 corrected", "3", "4 corrected", "5", "6"]
    assert [[number(cell) for cell in row[1:6]] for row in rounds] == board.ledger.scores
    assert [row[6] for row in rounds] == ["–", "✓ 3 of 5", "–", "–", "–", "–"]
    assert [number(cell) for cell in totals[1:6]] == [
        standing.total for standing in board.outcome.standings
    ]
    assert places[1:6] == [f"{standing.rank}." for standing in board.outcome.standings]
    assert page.texts(".winner") == ["Ernst wins"]
    assert page.texts(".confirmed") == ["✓ The result is confirmed by Arne and Geli (2 of 5)."]
    assert " ".join(page.texts(".match p")) == (
        "Match 1 of the night, begun at 20:31 (Europe/Zurich). "
        "5 players, in the order of their seats; Geli dealt first."
    )
    assert page.texts(".rules li") == [
        "Rounds: 6",
        "Who removes a colour: Whoever alone has the most mosquito cards",
    ]
    assert page.texts(".rules b") == ["6"]


def test_a_correction_says_when_who_why_and_which_points_moved(table_app: Flask) -> None:
    """Old and new points of each player who has others now, and nobody else."""
    of = Played(table_app, MUECKENSTICH, NAMES[:5])
    of.record(printed(), printed())
    of.correct(2, {**printed(), "doubled": "green"}, "green, not red")

    assert " ".join(sheet(of).texts(".changes li")) == (
        f"Round 2 corrected · 20:36 · {PHONE}: “green, not red” · "
        "Arne 10 → 5, Ernst −10 → −7, Harald −3 → −5"
    )


def test_a_correction_that_moves_nothing_says_so(table_app: Flask) -> None:
    """Other cards, the same points."""
    of = Played(table_app, MITTLERE, THREE)
    of.record({"points": [52, 70, 35]})
    of.correct(1, {"points": [53, 70, 34]}, "counted again")

    assert sheet(of).texts(".changes li") == [
        f"Round 1 corrected · 20:35 · {PHONE}: “counted again” · the points stay as they were"
    ]


def test_undone_restored_and_new_rounds_are_told_too(table_app: Flask) -> None:
    """Nothing that was done to a match is left out, and the first writing isn't a change."""
    of = Played(table_app, MITTLERE, THREE)
    of.record(mittlere(0))
    of.table.undo(of.match)
    of.table.restore(of.match)
    of.table.undo(of.match)
    of.record(mittlere(1))
    of.table.end(of.match)
    of.table.undo(of.match)
    page = sheet(of)

    assert [text.replace(f" · {PHONE}", "") for text in page.texts(".changes li")] == [
        "Round 1 undone · 20:35",
        "Round 1 restored · 20:36",
        "Round 1 undone · 20:37",
        "Round 1 written anew · 20:38 · Ada −2 → 1, Ben 1 → −2",
        "Ended early · 20:39",
        "End undone · 20:40",
    ]
    assert page.texts(".winner") == ["In play: Ada and Cem lead together"]


def test_a_round_without_all_its_cards_has_its_reason_below(table_app: Flask) -> None:
    """“Anyway” is marked, and the footnote gives what was written, restored or not."""
    of = Played(table_app, MUECKENSTICH, NAMES[:5])
    of.record(printed())
    of.correct(1, one_card_short(), "a card is lost")
    of.table.undo(of.match)
    of.table.restore(of.match)
    page = sheet(of, "?why=1")

    assert rows(page)[1][0] == "1 corrected anyway*"
    assert page.texts(".footnotes li") == [
        "* Round 1 was recorded although the cards don't add up: “a card is lost”"
    ]
    assert len(page.all(".derived .warning")) == 1


def test_a_round_that_was_first_recorded_anyway_says_so_for_good(table_app: Flask) -> None:
    """With its reason, also when a correction made it right; so does a correction, or a second."""
    of = Played(table_app, MUECKENSTICH, NAMES[:5])
    short, whole = one_card_short(), printed()
    of.record_anyway(short, "a card is lost")
    of.correct(1, whole, "it lay under the table")
    of.table.undo(of.match)
    of.record_anyway(short, "lost again")
    of.correct(1, {**short, "doubled": "green"}, "misread")
    page = sheet(of)
    told = [text.replace(f" · {PHONE}", "") for text in page.texts(".changes li")]

    assert [line.partition(" · Arne")[0] for line in told] == [
        "Round 1 recorded anyway · 20:34: “a card is lost”",
        "Round 1 corrected · 20:35: “it lay under the table”",
        "Round 1 undone · 20:36",
        "Round 1 written anew anyway · 20:37: “lost again”",
        "Round 1 corrected anyway · 20:38: “misread”",
    ]
    assert page.texts(".footnotes li") == [
        "* Round 1 was recorded although the cards don't add up: “misread”"
    ]


def test_rounds_after_the_end_are_marked_until_they_count(table_app: Flask) -> None:
    """A correction moved the end: what stands after it doesn't count, unless the table says so."""
    of = Played(table_app, KUNIBERT, THREE, target=200)
    of.record(kunibert(100, 50, 0), kunibert(50, 100, 0), kunibert(0, 0, 60))
    of.correct(1, kunibert(200, 50, 0), "misread")
    before = sheet(of)
    of.table.count_after_end(of.match)
    after = sheet(of)

    assert [row[0] for row in rows(before)[1:]] == [
        *("1 corrected", "2 after the end", "3 after the end"),
        *("Total", "Place"),
    ]
    assert rows(before)[4][1:4] == ["200", "50", "0"]
    assert before.texts(".footnotes li") == ["Rounds after the end stand here, but don't count."]
    assert rows(after)[4][1:4] == ["250", "150", "60"]
    assert after.texts(".footnotes li") == []
    assert after.texts(".changes li b")[-1] == "Whether rounds after the end count, changed"


def test_open_disputes_stand_with_their_words(table_app: Flask) -> None:
    """Of a round and of the result: who disputes it, and what they say."""
    of = mittlere_of_twelve_rounds(table_app)
    of.say(0, "dispute", None, "the bonus is missing")
    page = sheet(of)

    assert page.texts(".disputes li") == [
        "Round 5 · Ernst: “I had 52 points, not 35: ask Geli, who wrote it down”",
        "The result · Arne: “the bonus is missing”",
    ]
    assert page.texts(".confirmed") == ["Nobody has confirmed the result."]


def test_erased_texts_are_said_to_be_erased(table_app: Flask, table: Table) -> None:
    """A reason and a dispute whose text is gone still stand there as having been given."""
    of = mittlere_of_twelve_rounds(table_app)
    table.do("UPDATE note SET text = NULL")
    table.do("UPDATE stance SET text = NULL")
    page = sheet(of)

    assert page.texts(".disputes li") == ["Round 5 · Ernst: the text was erased"]
    assert page.texts(".changes li")[2] == (
        f"Round 3 corrected · 20:48 · {PHONE}: the text was erased · Arne 1 → −2, Ernst −2 → 1"
    )


def test_the_digits_are_those_of_the_chains_head(table_app: Flask, table: Table) -> None:
    """Match, the first 12 digits in groups of 4, the number of revisions, and how to check."""
    of = kunibert_of_twelve_rounds(table_app)
    [(head, revisions)] = table.ask("SELECT head, revisions FROM match")
    page = sheet(of)
    shown = dict(zip(page.texts(".evidence dt"), page.texts(".evidence dd"), strict=True))

    assert shown == {
        "Match": str(of.match),
        "Digits": f"{head[:4]} {head[4:8]} {head[8:12]}",
        "Revisions": str(revisions),
        "Printed": "Fri 27 November 2026, 20:30",
    }
    assert page.texts(".evidence code") == ["scorekeeper verify --head MATCH=DIGITS"]


@pytest.mark.parametrize(
    ("game", "seats", "rules"),
    [
        (MUECKENSTICH, 5, {}),
        (MUECKENSTICH, 3, {"scoring": "per_phase"}),
        (KUNIBERT, 4, {"target": 5000, "hand_cards_count_against": True}),
        (MITTLERE, 3, {}),
    ],
)
def test_on_request_every_point_is_derived(
    table_app: Flask, game: str, seats: int, rules: dict[str, Json]
) -> None:
    """With why=1 each player's lines of each round add up to the points in the table."""
    of = Played(table_app, game, NAMES[:seats], **rules)
    for seed in (1, 2):
        of.record(*played(game, seats, seed, exact=seed == 1, **rules))
    plain = sheet(of)
    page = sheet(of, "?why=1")
    sums = [
        [
            sum(number(words(line).lstrip("+")) for line in player.select(".points"))
            for player in derived.select(".player")
        ]
        for derived in page.all(".derived")
    ]

    assert plain.all(".derived") == []
    assert sums == of.table.board(of.match).ledger.scores
    assert rows(page) == rows(plain)


def test_a_link_puts_the_reasons_in_and_takes_them_out(table_app: Flask) -> None:
    """The sheet leads to itself with the reasons, and back."""
    of = mittlere_of_twelve_rounds(table_app)
    page = sheet(of)
    phone = Phone(of.table.app)
    phone.client.set_cookie("device", READER)
    phone.page = page
    with_reasons = phone.follow("Add how the points come about")
    without = phone.follow("Leave out how the points come about")
    back = phone.follow("Back to the scoreboard")

    assert len(with_reasons.all(".derived")) == 12
    assert without.all(".derived") == []
    assert back.links_to(of.address)


def test_phases_are_told_apart(table_app: Flask) -> None:
    """Three players who score after each phase have rounds 1a and 1b."""
    of = Played(table_app, MUECKENSTICH, THREE, scoring="per_phase")
    of.record(*played(MUECKENSTICH, 3, scoring="per_phase"))
    of.table.undo(of.match)
    page = sheet(of, "?why=1")

    assert [row[0] for row in rows(page)[1:]] == ["1a", "Total", "Place"]
    assert page.texts(".derived h3") == ["Round 1, phase 1"]
    assert page.texts(".changes b") == ["Round 1, phase 2 undone"]
    assert "Scoring with three: After each phase, with choices of its own" in page.texts(
        ".rules li"
    )


def test_house_rules_are_all_there_and_those_of_ones_own_stand_out(table_app: Flask) -> None:
    """The rulebook's are listed plainly; a target, which every match has, stands out neither."""
    of = kunibert_of_twelve_rounds(table_app)
    page = sheet(of)

    assert page.texts(".rules li") == [
        "Target: 1440 points",
        "Cards left in hand: Don't count",
        "Pro rule: Black always adds",
        "Equal at the top: All play on until one alone leads",
    ]
    assert page.texts(".rules b") == ["All play on until one alone leads"]


@pytest.mark.parametrize(
    ("rounds", "ends", "says"),
    [
        ([], False, "In play: no round is written down yet"),
        ([], True, "Nobody wins"),
        ([mittlere(0), mittlere(1)], False, "In play: Cem leads"),
        ([mittlere(1)], True, "Ada and Cem share the win"),
    ],
)
def test_a_sheet_says_where_the_match_stands(
    table_app: Flask,
    rounds: list[object],
    ends: bool,
    says: str,
) -> None:
    """In play or over, ended early or not: who leads, wins or shares the win."""
    of = Played(table_app, MITTLERE, THREE)
    of.record(*rounds)
    if ends:
        of.table.end(of.match)
    page = sheet(of)

    assert page.texts(".winner") == [says]
    assert any("ended the match early" in text for text in page.texts(".confirmed")) == ends


def test_what_happens_on_another_night_has_its_date(table_app: Flask, table_clock: Clock) -> None:
    """A time alone is of the match's night, to 06:00; what was done later has a date, too."""
    of = Played(table_app, MITTLERE, THREE)
    of.record(mittlere(0))
    of.table.at = dt.datetime(2026, 11, 28, 4, 58, tzinfo=dt.UTC)
    of.correct(1, mittlere(1), "late")
    of.correct(1, mittlere(2), "later")
    table_clock.at = dt.datetime(2026, 12, 1, 23, 30, tzinfo=dt.UTC)
    texts = sheet(of).texts(".changes li")

    assert [re.split(" · ", text)[1] for text in texts] == ["05:59", "Sat 28 November 2026, 06:00"]
    assert sheet(of).texts(".evidence dd")[3] == "Wed 2 December 2026, 00:30"


def test_matches_of_a_night_are_counted(table_app: Flask) -> None:
    """The second match of a night says so; the next night begins with its first."""
    of = Played(table_app, MITTLERE, THREE)
    second = of.table.begin(MITTLERE, of.players)
    of.table.at += dt.timedelta(days=1)
    third = of.table.begin(MITTLERE, of.players)
    texts = []
    for match in (of.match, second, third):
        of.address = f"/circles/{of.table.uid}/matches/{match}/sheet"
        texts += sheet(of).texts(".match p")

    assert [text[:20] for text in texts] == [
        "Match 1 of the night",
        "Match 2 of the night",
        "Match 1 of the night",
    ]


def test_markup_in_names_and_texts_is_only_text(table_app: Flask) -> None:
    """Players, circle, reasons and disputes are shown as they were typed."""
    names = ("<b>Ben</b>", '"><script>alert(1)</script>', "%(who)s {{7*7}}")
    of = Played(table_app, MITTLERE, names, "<i>Circle</i> %s")
    of.record(mittlere(0), mittlere(0))
    of.correct(1, mittlere(1), "<u>why</u> {{ x }} %s")
    of.say(0, "dispute", 1, "<em>no</em> %(n)s")
    of.say(1, "confirm", 2)
    page = sheet(of, "?why=1")

    assert page.texts("thead bdi") == list(names)
    assert page.texts("header p bdi") == ["<i>Circle</i> %s"]
    assert "“<u>why</u> {{ x }} %s” · <b>Ben</b> −2 → 1" in page.texts(".changes li")[0]
    assert page.texts(".disputes li") == ["Round 1 · <b>Ben</b>: “<em>no</em> %(n)s”"]
    assert page.texts(".derived .name bdi") == [*names, *names]
    assert page.all(".sheet :is(i, u, em, script)") == []


def test_whoever_acts_as_a_player_is_called_by_name(table_app: Flask) -> None:
    """A device that is a player's is that player; one without any name is left out."""
    of = Played(table_app, MITTLERE, THREE)
    of.record(mittlere(0))
    of.correct(1, mittlere(1), "mine", seat=1)
    of.table.secret = "a stranger's"
    of.correct(1, mittlere(2), "nobody's")
    texts = sheet(of).texts(".changes li")

    assert [text.split("“")[0] for text in texts] == [
        "Round 1 corrected · 20:35 · Ben: ",
        "Round 1 corrected · 20:36: ",
    ]


def test_a_sheet_takes_four_statements_however_long(table_app: Flask) -> None:
    """The device, the seats, the rounds, the acts: as many for 40 rounds as for none."""
    of = Played(table_app, MITTLERE, THREE, rounds=60)
    with statements(table_app) as few:
        sheet(of, "?why=1")
    of.record(*[mittlere(1)] * 40)
    with statements(table_app) as many:
        sheet(of, "?why=1")

    assert len(few) == len(many) == 4
    assert all(statement.startswith("SELECT") for statement in many)


def test_only_the_sheet_loads_its_style_and_no_script_of_its_own(table_app: Flask) -> None:
    """The scoreboard doesn't pay for the sheet, and the sheet needs no script but every page's."""
    of = mittlere_of_twelve_rounds(table_app)
    page = sheet(of)
    phone = Phone(table_app)
    phone.client.set_cookie("device", READER)
    board = phone.open(of.address.removesuffix("sheet"))
    styles = [
        [attribute(tag, "href").rsplit("/", 1)[1] for tag in one.all('link[rel="stylesheet"]')]
        for one in (page, board)
    ]

    assert styles == [["app.css", "sheet.css"], ["app.css"]]
    [script] = page.all("script")
    assert attribute(script, "src").endswith("/js/page.js")
    assert board.has("p.links a", "Sheet")
