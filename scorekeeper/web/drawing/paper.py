"""What every picture is drawn on, and what is kept of pygal's own drawing."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.etree.ElementTree import Element, SubElement, fromstring, tostring

from scorekeeper.web.drawing import marks
from scorekeeper.web.drawing.lettering import fitting, isolated
from scorekeeper.web.drawing.marks import TYPE_PX

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

WIDTH = 328
"""What a phone of 360 px has between its margins: there, a unit is a pixel."""

EDGE = 4
HEADING = 28
BASELINE = 0.36 * TYPE_PX
"""How far below its middle a text stands."""

BARE = {"no_prefix": True, "js": [], "css": [], "show_legend": False, "truncate_label": -1}
"""What pygal leaves out from the start: random names, scripts, others' style sheets, its legend."""

NUMBER = re.compile(r"-?\d+\.\d+")


class Drawn(NamedTuple):
    """What pygal has drawn: axes with the lines or bars, the dots, and where they begin."""

    plot: Element
    dots: Element
    left: float
    height: float


def library() -> ModuleType:
    """Give pygal, which only who looks at a picture pays for.

    It leaves a finder of plugins in Python's import, which every import that fails would complain
    about (ImportWarning): that is taken out again.
    """
    import pygal  # noqa: PLC0415 - see above

    sys.meta_path[:] = [of for of in sys.meta_path if not isinstance(of, pygal.PluginImportFixer)]
    return pygal


def frame(title: str, height: int, *, headed: bool) -> Element:
    """Begin a picture: its style, its ground, and its title if that is to be seen."""
    over = HEADING if headed else 0
    size = {"width": str(WIDTH), "height": str(height + over)}
    box = f"0 {-over} {WIDTH} {height + over}"
    ns = "http://www.w3.org/2000/svg"
    root = Element("svg", {"xmlns": ns, "viewBox": box, **size, "role": "img"})
    SubElement(root, "title").text = fitting(title, float("inf"))
    SubElement(root, "style").text = marks.STYLE
    SubElement(root, "rect", {"class": "card", "y": str(-over), "rx": "8", **size})
    if headed:
        text = SubElement(root, "text", {"class": "title", "x": "8", "y": "-6"})
        text.text = isolated(fitting(title, WIDTH - 16))
    return root


def drawn(chart: Any) -> Drawn:  # noqa: ANN401 - pygal has no types
    """Let pygal draw, and keep its axes, lines, bars and dots; scripts and tooltips are dropped.

    It is read as text, so that it is the same whichever XML library pygal has found.
    """
    tree = fromstring(chart.render())  # noqa: S314 - drawn a moment ago, and by pygal
    for element in tree.iter():
        element.tag = element.tag.partition("}")[2]
    groups = [one for one in tree.iter("g") if one.get("class", "").split()[:1] == ["plot"]]
    plot, dots = groups[:2]
    left = float(plot.get("transform", "").partition("(")[2].partition(",")[0])
    ground = plot[0]
    plot.remove(ground)
    for axis in [one for one in plot if one.get("class", "").startswith("axis")]:
        _clean_axis(axis)
    return Drawn(plot, dots, left, float(ground.get("height", "")))


def series_of(group: Element) -> list[Element]:
    """Give the groups of the series, in the order of their numbers."""
    found = [one for one in group if one.get("class", "").startswith("series")]
    return sorted(found, key=lambda one: int(one.get("class", "").split("-")[-1]))


def _clean_axis(axis: Element) -> None:
    """Keep labels that say something, and the guides of heights."""
    vertical = axis.get("class", "").split()[1] == "y"
    axis.set("class", "axis y" if vertical else "axis x")
    parts = list(_parts(axis, vertical=vertical))
    for old in list(axis):
        axis.remove(old)
    axis.extend(parts)


def _parts(axis: Element, *, vertical: bool) -> Iterator[Element]:
    for group in axis.findall("g"):
        path, text = group.find("path"), group.find("text")
        if path is not None and vertical:
            zero = "axis" in path.get("class", "").split()
            path.set("class", "zero" if zero else "guide")
            yield path
        if text is not None and text.text:
            del text.attrib["class"]
            yield text


def mark(group: Element, of: int, x: float, y: float) -> None:
    """Draw a series' mark."""
    shape = marks.mark(of)
    path = f"M{short(x)} {short(y)}{shape.path}"
    SubElement(group, "path", {"class": f"mark {shape.fill}", "d": path})


def write(group: Element, text: str, x: float, y: float, kind: str = "") -> None:
    """Write a text at a height: from a place on, or (of the class "end") up to it."""
    where = {"x": short(x), "y": short(y + BASELINE)}
    SubElement(group, "text", {"class": kind, **where} if kind else where).text = text


def short(value: float) -> str:
    """Write a place to a tenth of a unit."""
    return f"{value:.1f}".removesuffix(".0")


def finished(root: Element) -> bytes:
    """Give the picture's bytes; the same figures have the same."""
    for element in root.iter():
        for name, value in element.attrib.items():
            if name in {"d", "x", "y", "width", "height"}:
                element.set(name, NUMBER.sub(lambda found: short(float(found[0])), value))
    written: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return written
