"""What cards are worth in Kunibert, and the lines that derive a seat's points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.rules.kunibert.piles import GROUPS, Pile

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.rules.results import Line

VALUES = {"low": 5, "mid": 10, "black12": 15, "red12": 20}  # §7
LAST_CARD_POINTS = 30  # §6
POINTS_STEP = 5  # §7: the least that anything is worth, and all is a multiple of it


def pile_of(counts: Mapping[str, int], name: str) -> Pile:
    """Give a pile of typed counts: the ``captured`` or the ``hands``."""
    return Pile({group: counts[f"{name}_{group}"] for group in GROUPS})


def lines_of(pile: Pile, hand: Pile | None, *, last: bool) -> tuple[Line, ...]:
    """Derive a seat's points, step by step (§6, §7, §10).

    Args:
        pile: the cards of the tricks won.
        hand: the cards left in hand, where they count against whoever holds them.
        last: whether the seat played the last card.
    """
    lines: list[Line] = []
    for group, cards in pile.cards.items():
        if cards:
            value = VALUES[group]
            lines.append(
                {
                    "kind": "captured",
                    "group": group,
                    "cards": cards,
                    "value": value,
                    "points": cards * value,
                    "cite": "§7",
                }
            )
    if last:
        lines.append({"kind": "last_card", "points": LAST_CARD_POINTS, "cite": "§6"})
    if hand is not None:
        for group, cards in hand.cards.items():
            if cards:
                value = VALUES[group]
                lines.append(
                    {
                        "kind": "hand",
                        "group": group,
                        "cards": cards,
                        "value": value,
                        "points": -cards * value,
                        "cite": "§10",
                    }
                )
    return tuple(lines)
