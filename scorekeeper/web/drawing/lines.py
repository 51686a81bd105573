"""Lines: what grows or changes from one label to the next."""

from __future__ import annotations

from itertools import count, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.etree.ElementTree import Element, SubElement

from scorekeeper.web.drawing import marks, paper
from scorekeeper.web.drawing.lettering import fitting, isolated, width_of
from scorekeeper.web.drawing.marks import TYPE_PX

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorekeeper.web.drawing.figures import Figures

LINE_HEIGHT = 17
TOP = 12
NAME_MOST = 76
MOST_TICKS = 5
SMALL_STEP = 5
MARK_EVERY = 26
"""Units from one mark of a line to the next, at least."""

ALONE_EVERY = 9
"""As many where no other line's marks are between."""

FEWEST_PLACES = 3


class Scale(NamedTuple):
    """The figures at the side, and which ones are the lowest and the highest in the plot."""

    low: float
    high: float
    ticks: Sequence[float]


class Spot(NamedTuple):
    """Where a figure stands in the plot, and at which label, from 0."""

    place: int
    x: float
    y: float


class Beside(NamedTuple):
    """What is written beside the end of a line."""

    name: str
    figure: str


class Edge(NamedTuple):
    """Where the plot ends at the right and at the bottom, and where the picture ends."""

    right: float
    bottom: float
    end: float


def height_of(figures: Figures) -> int:
    """Give the height of the picture without a heading: there is room for every name."""
    return max(220, TOP + 31 + LINE_HEIGHT * len(figures.series))


def draw(
    figures: Figures, *, headed: bool, scale: Scale, begun: bool = False, dated: bool = False
) -> bytes:
    """Draw a line for each series, with its name and last figure at its end.

    Args:
        figures: what is drawn; a line is interrupted where a figure is missing.
        headed: whether the title is seen.
        scale: the figures at the side; if the lowest stands on top, ``low`` is the greater one.
        begun: whether all lines begin at one point, which gets no marks.
        dated: whether labels are as long as dates: the first and the last are what counts.
    """
    texts = [_beside(name, figures.say(_last(values))) for name, values in figures.series]
    figure_px = max([width_of(text.figure) for text in texts], default=0)
    column = 36 + figure_px + max([width_of(text.name) for text in texts], default=0)
    room = paper.WIDTH - column - 2 * TYPE_PX
    labels = (_outer if dated else _thinned)(figures.labels, room)
    drawn = paper.drawn(_chart(figures, labels, scale, column))
    if dated:
        _turn_inwards(drawn.plot)
    across = paper.WIDTH - column - drawn.left
    root = paper.frame(figures.title, height_of(figures), headed=headed)
    root.append(drawn.plot)
    for of, group in enumerate(paper.series_of(drawn.plot)):
        group.set("class", marks.hue(of))
        for path in group:
            path.attrib.update({"class": "line", "stroke-dasharray": marks.dash(of) or "none"})
    layer = SubElement(root, "g", {"transform": drawn.plot.get("transform", "")})
    spots = _spots(figures, drawn.dots)
    alone = len(spots) == 1
    apart = ALONE_EVERY if alone else MARK_EVERY
    every = max(1, round(apart * len(figures.labels) / across))
    for of, found in enumerate(spots):
        group = SubElement(layer, "g", {"class": marks.hue(of)})
        for spot in _marked(found, every, of * every // len(spots), alone=alone):
            if spot.place or not begun:
                paper.mark(group, of, spot.x, spot.y)
    ends = [found[-1] if found else None for found in spots]
    _write_beside(layer, texts, ends, Edge(across, drawn.height, paper.WIDTH - drawn.left))
    return paper.finished(root)


def scale_from_zero(known: Sequence[float]) -> Scale:
    """Give a scale with few, round figures, 0 among them."""
    low, high = min([0, *known]), max([0, *known])
    high = high if high > low else 1
    step = next(step for step in _steps() if (high - low) / step <= MOST_TICKS)
    return Scale(low, high, [at * step for at in range(-int(-low // step), int(high // step) + 1)])


def scale_of_places(known: Sequence[float], seats: int = 0) -> Scale:
    """Give a scale with every place that there was at a table of so many, the first on top."""
    last = int(max([FEWEST_PLACES, seats, *known]))
    return Scale(last, 1, list(range(1, last + 1)))


def _steps() -> Iterator[int]:
    return (of * 10**power for power in count() for of in (1, 2, 5))


def _chart(figures: Figures, labels: Sequence[str], scale: Scale, column: float) -> Any:  # noqa: ANN401 - pygal's
    pygal = paper.library()
    chart = pygal.Line(
        **paper.BARE,
        width=paper.WIDTH,
        height=height_of(figures),
        margin=paper.EDGE,
        margin_top=TOP,
        margin_right=column,
        spacing=9,
        allow_interruptions=True,
        inverse_y_axis=scale.low > scale.high,
        range=sorted(scale[:2]),
        y_labels=scale.ticks,
        value_formatter=figures.written,
        style=pygal.style.Style(label_font_size=TYPE_PX, major_label_font_size=TYPE_PX),
    )
    chart.x_labels = list(labels)
    for of in figures.series:
        chart.add("", list(of.values))
    return chart


def _beside(name: str, figure: str) -> Beside:
    return Beside(fitting(name, NAME_MOST), figure)


def _write_beside(
    layer: Element, texts: Sequence[Beside], ends: Sequence[Spot | None], edge: Edge
) -> None:
    """Write names and last figures one below the other, each led to from where its line ends.

    A line alone is told from no other one: it ends with a mark of its own.
    """
    wanted = [edge.bottom if end is None else end.y for end in ends]
    for of, y in enumerate(_spread(wanted, edge.bottom)):
        group = SubElement(layer, "g", {"class": marks.hue(of)})
        end = ends[of]
        if end is not None and len(texts) > 1:
            lead = f"M{end.x} {end.y}L{edge.right + 8} {y}"
            SubElement(group, "path", {"class": "lead", "d": lead})
        if len(texts) > 1:
            paper.mark(group, of, edge.right + 12, y)
        paper.write(group, isolated(texts[of].name), edge.right + 22, y)
        paper.write(group, texts[of].figure, edge.end - paper.EDGE - 2, y, "value end")


def _last(values: Sequence[float | None]) -> float | None:
    return next((value for value in reversed(values) if value is not None), None)


def _thinned(labels: Sequence[str], px: float) -> list[str]:
    """Leave labels out, so that those that stay have room."""
    widest = max([width_of(label) for label in labels], default=0) + TYPE_PX
    room = max(1, px / widest)
    step = next(step for step in count(1) if len(labels) <= room * step)
    if step > SMALL_STEP:
        step += -step % SMALL_STEP
    return ["" if index % step else label for index, label in enumerate(labels)]


def _outer(labels: Sequence[str], px: float) -> list[str]:
    """Leave out all but the first and the last, unless all have room."""
    widest = max([width_of(label) for label in labels], default=0)
    if (len(labels) - 1) * (1.5 * widest + TYPE_PX) <= px:
        return list(labels)
    return [labels[0], *[""] * (len(labels) - 2), labels[-1]]


def _turn_inwards(plot: Element) -> None:
    """Begin the first label and end the last one where its figure stands: nothing cuts it off."""
    below = [text for axis in plot if axis.get("class") == "axis x" for text in axis.iter("text")]
    if len(below) > 1:
        below[0].set("class", "start")
        below[-1].set("class", "end")


def _spots(figures: Figures, dots: Element) -> list[list[Spot]]:
    """Read where pygal has put the figures."""
    found = []
    groups = paper.series_of(dots) or [Element("g") for _ in figures.series]  # no figure at all
    for of, group in zip(figures.series, groups, strict=True):
        there = [index for index, value in enumerate(of.values) if value is not None]
        at = [(float(dot.get("cx", "")), float(dot.get("cy", ""))) for dot in group.iter("circle")]
        found.append([Spot(index, x, y) for index, (x, y) in zip(there, at, strict=True)])
    return found


def _marked(spots: Sequence[Spot], every: int, shift: int, *, alone: bool) -> list[Spot]:
    """Choose the figures that get a mark: some of many, and whatever no line leads to.

    The last one has its mark beside it, with the name; only that of a line alone is marked itself.
    """
    joined = {
        spot.place
        for one, other in pairwise(spots)
        if other.place == one.place + 1
        for spot in (one, other)
    }
    return [
        spot
        for spot in spots
        if spot.place not in joined or (alone if spot is spots[-1] else spot.place % every == shift)
    ]


def _spread(wanted: Sequence[float], floor: float) -> list[float]:
    """Move heights apart, as little as will do, until each has a line of text to itself."""
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    blocks: list[tuple[float, int]] = []
    for at in order:
        start, size = wanted[at], 1
        while blocks and blocks[-1][0] + blocks[-1][1] * LINE_HEIGHT > start:
            above, more = blocks.pop()
            middle = (above * more + (start - more * LINE_HEIGHT) * size) / (more + size)
            size += more
            start = min(max(middle, 0), max(0, floor - (size - 1) * LINE_HEIGHT))
        blocks.append((start, size))
    spread = [start + line * LINE_HEIGHT for start, size in blocks for line in range(size)]
    heights = dict(zip(order, spread, strict=True))
    return [heights[at] for at in range(len(wanted))]
