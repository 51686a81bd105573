"""Charts: what is drawn is what the figures say, for every eye, and nothing else is in it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

import pytest

from scorekeeper.web.charts import Figures, Picture, Series, bars, lines, places, totals
from scorekeeper.web.drawing import marks
from scorekeeper.web.drawing.lettering import fitting, width_of
from tests.web.drawings import Drawing, places_in

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

ELEMENTS = {"svg", "title", "style", "defs", "pattern", "g", "rect", "path", "text"}
NINE = ("Arne", "Geli", "Ernst", "Harald", "Fritz", "Ada", "Ben", "Cem", "Dee")
HOSTILE = (
    "<script>alert(1)</script>",
    "]]>&amp;&lt;",
    "=1+1",
    "\"' onload=x",
    "محمد",
    "🦟🦟",
    "\ufffe\uffff.",
)

every_kind = pytest.mark.parametrize("picture", [lines, totals, places, bars])


def figures(
    *values: Sequence[int | None], names: Sequence[str] = NINE, title: str = "Points"
) -> Figures:
    """Make figures of some players, round by round."""
    labels = [str(number + 1) for number in range(len(values[0]))]
    series = [Series(name, list(of)) for name, of in zip(names, values, strict=False)]
    return Figures(title, "Round", labels, series)


def drawn(picture: Picture, *, headed: bool = False) -> Drawing:
    """Draw a picture, and read it."""
    return Drawing(picture.draw(headed=headed))


# What is in it ----------------------------------------------------------------------------------


@every_kind
def test_a_picture_holds_shapes_texts_and_one_style_only(
    picture: Callable[[Figures], Picture],
) -> None:
    """No script, no handler, no style of an element, no address but that of the format."""
    made = picture(figures([3, 1, 2], [1, None, 3]))
    text = made.draw(headed=True).decode()
    shown = Drawing(text.encode())

    assert shown.names <= ELEMENTS
    assert [name for name in shown.attributes if name.startswith(("on", "style", "{"))] == []
    assert "href" not in text
    assert "<!--" not in text
    assert re.findall(r"[a-z]+://[^\"]*", text) == ["http://www.w3.org/2000/svg"]
    assert re.findall(r"url\((?!#)|@import", text) == []
    assert [style.text for style in shown.root.iter() if style.tag.endswith("style")] == [
        marks.STYLE
    ]


@every_kind
def test_the_same_figures_are_the_same_bytes(picture: Callable[[Figures], Picture]) -> None:
    """No random name and no time is in a picture."""
    made = picture(figures([3, 1, 2], [1, None, 3]))
    again = picture(figures([3, 1, 2], [1, None, 3]))

    assert made.draw(headed=False) == again.draw(headed=False)
    assert re.search(r"\bid=\"(?!p\d\")", made.draw(headed=False).decode()) is None


@every_kind
def test_names_are_text_whatever_stands_in_them(picture: Callable[[Figures], Picture]) -> None:
    """Markup, signs of formulas, emoji and other directions stay what was typed."""
    made = picture(figures(*([1, 2] for _ in HOSTILE), names=HOSTILE, title=HOSTILE[0]))
    shown = drawn(made, headed=True)
    texts = [text.text for text in shown.texts]

    for name in HOSTILE:
        begin = name.replace("\ufffe\uffff", "\ufffd\ufffd")[:2]
        assert [text for text in texts if text.startswith(begin)], name
    assert shown.names <= ELEMENTS


@every_kind
def test_figures_that_nobody_knows_are_no_error(picture: Callable[[Figures], Picture]) -> None:
    """The names, or the labels, stand in a picture without lines or bars."""
    shown = drawn(picture(figures([None, None], [None, None])))

    assert {"Arne", "Geli"} <= {text.text for text in shown.texts}
    assert shown.bars == []
    assert all(len(line) == 1 for line in shown.lines)


def test_a_title_is_seen_in_a_file_that_is_taken_along_only() -> None:
    """On a page its heading says it; the file has room above for it."""
    made = lines(figures([1, 2], title="Mückenstich"))
    plain, headed = drawn(made), drawn(made, headed=True)

    assert "Mückenstich" not in [text.text for text in plain.texts]
    assert headed.text("Mückenstich").y < 0
    assert plain.root.get("viewBox") == f"0 0 328 {made.height}"
    assert headed.root.get("viewBox") == f"0 -28 328 {made.height + 28}"


# Lines ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "values",
    [
        ([10, 20, 15], [-1, -2, -13]),
        ([0, 0, 0], [0, 0, 0]),
        ([155, 1440, 1441], [3, 999, 5]),
        ([-5, -50, -45], [-1, -2, -3]),
    ],
)
def test_a_line_goes_through_its_figures(values: tuple[list[int], ...]) -> None:
    """Each point stands where the figures at the side say."""
    shown = drawn(totals(figures(*values)))

    for line, of in zip(shown.lines, values, strict=True):
        heights = [shown.height_of(figure) for figure in (0, *of)]
        assert [y for _, y in line] == pytest.approx(heights, abs=0.3)
        assert len({round(after[0] - before[0]) for before, after in pairwise(line)}) == 1


def test_the_last_figure_stands_beside_the_name() -> None:
    """On one height, with a real minus, within the picture."""
    shown = drawn(totals(figures([10, 20], [-1, -12])))

    for name, final in (("Arne", "20"), ("Geli", "−12")):
        [beside] = [text for text in shown.texts if text.text == final and text.x > 300]
        assert beside.y == shown.text(name).y
    assert not any("-" in text.text for text in shown.texts)


@pytest.mark.parametrize("finals", [[5] * 9, [0, 1, 2, 90, 91, 92, 200, 200, 201], [200] * 12])
def test_no_name_is_written_over_another(finals: list[int]) -> None:
    """Equal ends get a line of text each, and none leaves the picture."""
    names = [f"Player {number}" for number in range(len(finals))]
    made = totals(figures(*([final] for final in finals), names=names))
    heights = sorted(text.y for text in drawn(made).texts if text.text.startswith("Player"))

    assert all(after - before >= 16.9 for before, after in pairwise(heights))
    assert heights[0] >= 14
    assert heights[-1] <= made.height - 4


def test_every_line_has_a_dash_and_a_mark_of_its_own() -> None:
    """Nine players, and twenty: no two lines look alike without their colour."""
    twenty = [f"Player {number}" for number in range(20)]
    nine = drawn(totals(figures(*([of, of + 1] for of in range(9))))).looks
    looks = [(marks.dash(of), marks.mark(of)) for of in range(20)]
    drawn_twenty = drawn(lines(figures(*([of, 2] for of in range(20)), names=twenty)))

    assert len({dash for dash, _ in nine}) == 9
    assert len({mark for _, mark in nine}) == 9
    assert len(set(looks)) == 20
    assert len(drawn_twenty.lines) == 20


def test_a_line_is_interrupted_where_a_figure_is_missing() -> None:
    """Nothing is drawn that nobody knows; a figure alone has its mark."""
    shown = drawn(lines(figures([1, 2, None, 4, None, 6, 7], [None] * 7)))
    marked = [path.get("d", "").partition("m")[0] for path in shown.of("mark")]

    assert [len(line) for line in shown.lines] == [2, 2]
    assert len(marked) >= 3
    assert shown.text("Geli")


def test_the_first_place_is_on_top() -> None:
    """Placing over time: 1 above 2 above 3, and every place at the side."""
    shown = drawn(places(figures([1, 2, 3], [2, 1, 1])))
    [rising, _] = shown.lines

    assert [figure for figure, _ in shown.scale] == [1, 2, 3]
    assert [y for _, y in rising] == sorted(y for _, y in rising)
    assert [y for _, y in rising] == pytest.approx([y for _, y in shown.scale], abs=0.2)


@pytest.mark.parametrize(("reached", "seats", "shown"), [(1, 0, 3), (2, 5, 5), (4, 3, 4)])
def test_every_place_of_the_table_is_at_the_side(reached: int, seats: int, shown: int) -> None:
    """Also those that were never reached, and three at least."""
    picture = drawn(places(figures([1, reached]), seats))

    assert [figure for figure, _ in picture.scale] == [*range(1, shown + 1)]


@pytest.mark.parametrize("name", ["Geli", "Wilhelmina Maximiliana"])
def test_twenty_nights_have_a_mark_each_and_their_first_and_last_date(name: str) -> None:
    """Each mark has room; the dates begin and end with the line, so that nothing cuts them off."""
    dates = [f"{day + 1} Nov 26" for day in range(20)]
    made = places(Figures("Places", "Night", dates, [Series(name, [1, 2] * 10)]))
    picture = drawn(made)
    [line] = picture.lines
    marked = [places_in(path.get("d", "").replace("M", ""))[:1] for path in picture.of("mark")]
    [first], [last] = (
        picture.of("start"),
        [tag for tag in picture.of("end") if "Nov" in str(tag.text)],
    )

    assert [x for x, _ in line] == pytest.approx([at[0][0] for at in marked], abs=0.2)
    assert (first.text, last.text) == (dates[0], dates[-1])
    assert float(first.get("x", "")) == pytest.approx(line[0][0], abs=0.2)
    assert float(last.get("x", "")) == pytest.approx(line[-1][0], abs=0.2)


def test_sixty_rounds_stay_readable() -> None:
    """Labels below have room, and marks stand apart, each player's at rounds of their own."""
    shown = drawn(totals(figures(*(list(range(60)) for _ in range(6)))))
    below = sorted(text.x for text in shown.texts if text.y > 205)
    places_of = [path.get("d", "").partition("m")[0] for path in shown.of("mark")]

    assert all(after - before > 25 for before, after in pairwise(below))
    assert len(places_of) == len(set(places_of))
    assert len(places_of) < 6 * 12


# Bars -------------------------------------------------------------------------------------------


def test_a_bar_is_as_long_as_its_figure() -> None:
    """From one line on, to the right; below it to the left; none where no figure is."""
    shown = drawn(bars(figures([12, 3, 0], [6, None, -3])))
    unit = shown.bars[2][1] / 12
    zero = shown.bars[2][0]

    assert [wide / unit for _, wide in shown.bars] == pytest.approx([0, 3, 12, 3, 6], abs=0.05)
    begins = [zero, zero, zero, zero - 3 * unit, zero]
    assert [x for x, _ in shown.bars] == pytest.approx(begins, abs=0.1)
    feet = [places_in(path.get("d", ""))[0][0] for path in shown.of("zero")]
    assert feet == pytest.approx([zero] * 5, abs=0.1)
    assert {"12", "3", "0", "6", "−3"} <= {text.text for text in shown.texts}


def test_bars_of_several_have_a_key_and_patterns() -> None:
    """Each series has a pattern of its own, which the key names; one alone needs none."""
    one, three = drawn(bars(figures([1, 2]))), drawn(bars(figures([1, 2], [3, 4], [5, 6])))
    fills = {path.get("fill") for path in three.of("bar")}

    assert fills == {"currentColor", "url(#p1)", "url(#p2)"}
    assert len(set(marks.PATTERNS)) == len(marks.PATTERNS)
    assert [text.text for text in three.texts][:3] == list(NINE[:3])
    assert "Arne" not in [text.text for text in one.texts]


# For every eye ----------------------------------------------------------------------------------


def luminance(colour: str) -> float:
    """Give a colour's relative luminance (WCAG 2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Give the contrast of two colours (WCAG 2)."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("dark", [0, 1])
def test_lines_and_letters_stand_out_in_both_schemes(dark: int) -> None:
    """Text 4.5 : 1 and lines 3 : 1 at least, and no two hues are the same."""
    light_style, dark_style = marks.STYLE.split("@media (prefers-color-scheme:dark)")
    style = (light_style, dark_style)[dark]
    [card] = re.findall(r"\.card,\.hollow\{fill:(#\w+)\}", style)
    inks = re.findall(r"text\{fill:(#\w+)\}", style)
    hues = re.findall(r"\.s\d\{color:(#\w+)\}", style)

    assert len(inks) == 2
    assert len(set(hues)) == len(hues) == 9
    assert [ink for ink in inks if contrast(ink, card) < 4.5] == []
    assert [hue for hue in hues if contrast(hue, card) < 3] == []


def test_no_type_is_smaller_than_twelve_pixels_on_the_narrowest_page() -> None:
    """At 320 px a picture is 288 wide, and there is one size of type in it."""
    assert marks.TYPE_PX * 288 / 328 >= 12
    assert set(re.findall(r"(\d+)px", marks.STYLE)) == {str(marks.TYPE_PX)}


@pytest.mark.parametrize("name", ["Maximiliane von und zu Hohenstein", "李" * 40, "👨‍👩‍👧" * 9])
def test_a_long_name_ends_in_an_ellipsis(name: str) -> None:
    """As much of it stands there as fits, and no joiner without what it joins."""
    short = fitting(name, 76)

    assert short.endswith("…")
    assert name.startswith(short[:-1])
    assert width_of(short) <= 76
    assert "\u200d…" not in short


def test_hues_marks_and_dashes_are_all_different() -> None:
    """None of the nine of each comes twice."""
    kinds = (marks.HUES, marks.MARKS, marks.DASHES)

    assert all(one != other for kind in kinds for one, other in combinations(kind, 2))


# Beside the picture -----------------------------------------------------------------------------


def test_a_table_has_the_figures_that_are_drawn() -> None:
    """Row by row, with a real minus, and a dash where nothing is known."""
    assert figures([1, -2], [None, 30]).rows == [("1", ["1", "–"]), ("2", ["−2", "30"])]


def test_only_who_draws_loads_the_drawing_library(blank_scorebook: Path, tmp_path: Path) -> None:
    """An application starts, and shows pages, without it: its memory doesn't pay."""
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from scorekeeper import create_app\n"
        "app = create_app({'SECRET_KEY': 'x', 'DATABASE': Path(sys.argv[1])})\n"
        "assert app.test_client().get('/').status_code == 200\n"
        "assert 'pygal' not in sys.modules\n"
        "from scorekeeper.web.charts import Figures, Series, lines\n"
        "lines(Figures('t', 'c', ['1'], [Series('a', [1])])).draw(headed=False)\n"
        "assert 'pygal' in sys.modules\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code, str(blank_scorebook)],
        check=False,
        capture_output=True,
        env={**os.environ, "SCOREKEEPER_INSTANCE": str(tmp_path)},
    )

    assert (ended.returncode, ended.stderr) == (0, b"")
