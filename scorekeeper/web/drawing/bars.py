"""Bars: how often, or how much, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element, SubElement

from scorekeeper.web.drawing import marks, paper
from scorekeeper.web.drawing.lettering import fitting, isolated, width_of
from scorekeeper.web.drawing.marks import TYPE_PX

if TYPE_CHECKING:
    from scorekeeper.web.drawing.figures import Figures

LABEL, BAR, GAP = 20, 18, 12
KEY_LINE = 22
KEY_NAME = 130
SWATCH = 12
MARGIN = 8
INSET = 1.04
"""pygal leaves 2 % of a plot free at each side."""
ALSO_LEFT = 19
"""What pygal leaves free at the left besides a margin: room for a label, and those 2 %."""


def height_of(figures: Figures) -> int:
    """Give the height of the picture without a heading."""
    return round(_plot_height(figures) * INSET) + len(_key(figures)) * KEY_LINE + MARGIN


def draw(figures: Figures, *, headed: bool) -> bytes:
    """Draw, below each label, a bar for each series, with its figure at its end."""
    drawn = paper.drawn(_chart(figures))
    root = paper.frame(figures.title, height_of(figures), headed=headed)
    key = _key(figures)
    _patterns(root, len(figures.series))
    for line, entries in enumerate(key):
        for of, x in entries:
            _swatch(root, of, x, MARGIN + KEY_LINE * (line + 0.5))
            name = fitting(figures.series[of].name, KEY_NAME)
            paper.write(root, isolated(name), x + SWATCH + 6, MARGIN + KEY_LINE * (line + 0.5))
    down = len(key) * KEY_LINE + MARGIN / 2
    body = SubElement(root, "g", {"transform": f"translate({paper.short(drawn.left)} {down})"})
    _labels(figures, drawn, body)
    for of, group in enumerate(paper.series_of(drawn.plot)):
        _bars(figures, of, group, body)
    return paper.finished(root)


def _plot_height(figures: Figures) -> int:
    return len(figures.labels) * (LABEL + BAR * len(figures.series) + GAP)


def _chart(figures: Figures) -> Any:  # noqa: ANN401 - pygal's
    pygal = paper.library()

    known = figures.known
    beside = max([width_of(figures.say(value)) for value in known], default=0) + 10
    chart = pygal.HorizontalBar(
        **paper.BARE,
        width=paper.WIDTH,
        height=_plot_height(figures) * INSET,
        margin=0,
        margin_right=beside,
        margin_left=MARGIN - ALSO_LEFT + (beside if any(value < 0 for value in known) else 0),
        spacing=0,
        show_x_labels=False,
        range=(min([0, *known]), max([1, *known])),
        style=pygal.style.Style(label_font_size=TYPE_PX, major_label_font_size=TYPE_PX),
    )
    block = LABEL + BAR * len(figures.series) + GAP
    chart._series_margin = (LABEL + GAP) / 2 / block  # noqa: SLF001 - it takes it no other way
    chart._serie_margin = 0.09  # noqa: SLF001 - nor this
    chart.x_labels = [" "] * len(figures.labels)  # whose heights are read, and written anew
    for of in figures.series:
        chart.add("", list(reversed(of.values)))  # pygal begins at the bottom
    return chart


def _key(figures: Figures) -> list[list[tuple[int, float]]]:
    """Give the lines of the key: which series begins where. One series needs none."""
    if len(figures.series) < 2:  # noqa: PLR2004 - a series alone is what the title says
        return []
    key: list[list[tuple[int, float]]] = [[]]
    x = float(MARGIN)
    for of, series in enumerate(figures.series):
        wide = SWATCH + 6 + width_of(fitting(series.name, KEY_NAME)) + 14
        if key[-1] and x + wide > paper.WIDTH:
            key.append([])
            x = MARGIN
        key[-1].append((of, x))
        x += wide
    return key


def _patterns(root: Element, series: int) -> None:
    """Define what the bars of each series are filled with, where it isn't their colour alone."""
    defs = SubElement(root, "defs")
    for of in filter(marks.pattern, range(series)):
        size = {"width": "8", "height": "8", "patternUnits": "userSpaceOnUse"}
        into = SubElement(defs, "pattern", {"id": f"p{of}", "class": marks.hue(of), **size})
        SubElement(into, "rect", {"class": "tint", "width": "8", "height": "8"})
        SubElement(into, "path", {"class": "hatch", "d": marks.pattern(of)})


def _fill(of: int) -> str:
    return f"url(#p{of})" if marks.pattern(of) else "currentColor"


def _swatch(root: Element, of: int, x: float, y: float) -> None:
    group = SubElement(root, "g", {"class": marks.hue(of)})
    size = {"width": str(SWATCH), "height": str(SWATCH), "rx": "2"}
    place = {"x": paper.short(x), "y": paper.short(y - SWATCH / 2)}
    SubElement(group, "rect", {"class": "bar", "fill": _fill(of), **place, **size})


def _labels(figures: Figures, drawn: paper.Drawn, body: Element) -> None:
    heights = [float(text.get("y", "")) - 0.35 * TYPE_PX for text in drawn.plot.iter("text")]
    over = (BAR * len(figures.series) + GAP) / 2
    for label, height in zip(figures.labels, reversed(heights), strict=True):
        text = isolated(fitting(label, paper.WIDTH - 2 * MARGIN))
        paper.write(body, text, MARGIN - drawn.left, height - over)


def _bars(figures: Figures, of: int, group: Element, body: Element) -> None:
    """Draw the bars of a series, from pygal's own, and write their figures beside them."""
    known = [value for value in reversed(figures.series[of].values) if value is not None]
    into = SubElement(body, "g", {"class": marks.hue(of)})
    for value, rect in zip(known, group.iter("rect"), strict=True):
        x, y, wide, high = (float(rect.get(name) or 0) for name in ("x", "y", "width", "height"))
        y += (LABEL - GAP) / 2
        zero = x + wide if value < 0 else x
        line = f"M{paper.short(zero)} {paper.short(y - 2)}v{paper.short(high + 4)}"
        SubElement(into, "path", {"class": "zero", "d": line})
        place = {"x": str(x), "y": str(y), "width": str(wide), "height": str(high)}
        SubElement(into, "rect", {"class": "bar", "fill": _fill(of), "rx": "2", **place})
        if value < 0:
            paper.write(into, figures.say(value), x - 5, y + high / 2, "value end")
        else:
            paper.write(into, figures.say(value), x + wide + 5, y + high / 2, "value")
