"""Reading a picture: what stands in an SVG of ours, and where."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple
from xml.etree.ElementTree import Element, fromstring

from tests.web.table import number

if TYPE_CHECKING:
    from collections.abc import Iterator

NS = "{http://www.w3.org/2000/svg}"
PLACE = re.compile(r"(-?\d+(?:\.\d+)?) (-?\d+(?:\.\d+)?)")
ISOLATES: dict[str, str | int | None] = {"\u2068": "", "\u2069": ""}


class Text(NamedTuple):
    """A text without the marks of its direction, and where it stands in the picture."""

    text: str
    x: float
    y: float


def places_in(path: str) -> list[tuple[float, float]]:
    """Give the places that a path of straight lines leads to."""
    return [(float(x), float(y)) for x, y in PLACE.findall(path)]


class Drawing:
    """A picture as it is read."""

    def __init__(self, svg: bytes) -> None:
        """Parse it."""
        self.root = fromstring(svg)  # noqa: S314 - our own drawing

    @property
    def names(self) -> set[str]:
        """The names of all its elements."""
        return {element.tag.removeprefix(NS) for element in self.root.iter()}

    @property
    def attributes(self) -> set[str]:
        """The names of all attributes."""
        return {name for element in self.root.iter() for name in element.attrib}

    def of(self, kind: str) -> list[Element]:
        """Give the elements that have a class."""
        return [one for one in self.root.iter() if kind in one.get("class", "").split()]

    @cached_property
    def texts(self) -> list[Text]:
        """All texts that are seen, by where they stand in the whole picture."""
        return list(self._texts(self.root, 0, 0))

    def _texts(self, of: Element, left: float, top: float) -> Iterator[Text]:
        moved = re.fullmatch(r"translate\((\S+?),? (\S+)\)", of.get("transform", ""))
        if moved:
            left, top = left + float(moved[1]), top + float(moved[2])
        for child in of:
            if child.tag == f"{NS}text":
                said = (child.text or "").translate(str.maketrans(ISOLATES))
                x, y = float(child.get("x", "")), float(child.get("y", ""))
                yield Text(said, left + x, top + y)
            yield from self._texts(child, left, top)

    def text(self, said: str) -> Text:
        """Give the one text that reads so."""
        [text] = [text for text in self.texts if text.text == said]
        return text

    @property
    def lines(self) -> list[list[tuple[float, float]]]:
        """The places of each line."""
        return [places_in(path.get("d", "")) for path in self.of("line")]

    @property
    def looks(self) -> list[tuple[str, str]]:
        """The dash and the mark of each line, as they are drawn."""
        groups = [group for group in self.root.iter(f"{NS}g") if self._marks(group)]
        marks = {group.get("class", ""): self._marks(group)[0] for group in groups}
        lines = [(group, path) for group in self.root.iter(f"{NS}g") for path in group]
        return [
            (path.get("stroke-dasharray", ""), marks[group.get("class", "")])
            for group, path in lines
            if path.get("class") == "line"
        ]

    @staticmethod
    def _marks(group: Element) -> list[str]:
        found = [one for one in group if one.get("class", "").startswith("mark ")]
        return [one.get("class", "") + one.get("d", "").partition("m")[2] for one in found]

    @property
    def scale(self) -> list[tuple[int, float]]:
        """The figures at the side, each with the height of its line."""
        [axis] = [one for one in self.root.iter() if one.get("class") == "axis y"]
        heights = [places_in(path.get("d", ""))[0][1] for path in axis.iter(f"{NS}path")]
        figures = [number(text.text or "") for text in axis.iter(f"{NS}text")]
        return list(zip(figures, heights, strict=True))

    def height_of(self, figure: float) -> float:
        """Give the height at which a figure must stand, by the figures at the side."""
        (low, low_y), *_, (high, high_y) = self.scale
        return low_y + (figure - low) * (high_y - low_y) / (high - low)

    @property
    def bars(self) -> list[tuple[float, float]]:
        """Where each bar begins and how long it is, series by series, from the top."""
        rects = [one for one in self.of("bar") if one.get("width") != "12"]  # not the key's
        return [(float(one.get("x", "")), float(one.get("width", ""))) for one in rects]
