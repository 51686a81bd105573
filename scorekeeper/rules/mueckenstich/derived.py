"""How the points of a round of Mückenstich come about: the lines that derive them (§5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.rules.mueckenstich.captured import COLOURS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.rules.mueckenstich.captured import Captured
    from scorekeeper.rules.results import Line

MOSQUITO_POINTS = -5  # §5: for each colour with at least one mosquito
DOUBLED, PLAIN, REMOVED = 2, 1, 0  # §5: what a number card of a colour counts


def lines_of(
    numbers: Mapping[str, int],
    mosquitoes: Mapping[str, int],
    captured: Captured,
    doubler: int | None,
    remover: int | None,
) -> tuple[Line, ...]:
    """Give a seat's lines.

    Args:
        numbers: its number cards by colour.
        mosquitoes: its mosquitoes by colour.
        captured: the round, for the colours that were chosen.
        doubler: the seat that doubled a colour, if any.
        remover: the seat that removed one, if any.
    """
    doubled, removed = captured.doubled, captured.removed
    lines: list[Line] = []
    for colour in COLOURS:
        cards = numbers.get(colour)
        if cards:
            if colour == doubled:
                factor, by = DOUBLED, doubler
            elif colour == removed:
                factor, by = REMOVED, remover
            else:
                factor, by = PLAIN, None
            lines.append(
                {
                    "kind": "number_cards",
                    "colour": colour,
                    "cards": cards,
                    "factor": factor,
                    "by": by,
                    "points": cards * factor,
                    "cite": "§5",
                }
            )
    for colour in COLOURS:
        cards = mosquitoes.get(colour)
        if cards:
            lines.append(
                {
                    "kind": "mosquitoes",
                    "colour": colour,
                    "cards": cards,
                    "points": MOSQUITO_POINTS,
                    "cite": "§5",
                }
            )
    return tuple(lines)


def points_so_far(seat: Mapping[str, int | None], chosen: Captured) -> int | None:
    """Give a seat's points by what is chosen so far, or None until its cards are counted."""
    if None in seat.values():
        return None
    numbers, mosquitoes = (
        {colour: seat[f"{name}_{colour}"] or 0 for colour in COLOURS}
        for name in ("numbers", "mosquitoes")
    )
    lines = lines_of(numbers, mosquitoes, chosen, None, None)
    return sum(int(line["points"] or 0) for line in lines)
