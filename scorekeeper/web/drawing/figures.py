"""The figures that a picture shows, and that its table says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from scorekeeper.web.signs import number

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Series(NamedTuple):
    """The figures of one player or thing, a figure for each label; None where there is none."""

    name: str
    values: Sequence[float | None]


@dataclass(frozen=True)
class Figures:
    """What a picture shows and its table says: at least one label, and one series.

    ``labels`` say what the figures are of, one after the other: rounds, nights, prompts;
    ``corner`` is what all labels are. ``written`` writes a figure as it is read.
    """

    title: str
    corner: str
    labels: Sequence[str]
    series: Sequence[Series]
    written: Callable[[Any], str] = number

    @property
    def known(self) -> list[float]:
        """All figures that there are."""
        return [value for of in self.series for value in of.values if value is not None]

    @property
    def rows(self) -> list[tuple[str, list[str]]]:
        """The rows of the table: a label, and the figure of each series, or a dash."""
        columns = [[self.say(value) or "–" for value in of.values] for of in self.series]
        cells = zip(*columns, strict=True) if columns else [()] * len(self.labels)
        return [(label, list(row)) for label, row in zip(self.labels, cells, strict=True)]

    def say(self, value: float | None) -> str:
        """Write a figure, or nothing where there is none."""
        return "" if value is None else self.written(value)
