"""What a table would have typed under other house rules, where its entry tells (§3, §5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.rules.mueckenstich.choosers import only_highest
from scorekeeper.rules.problems import N_, untold

if TYPE_CHECKING:
    from scorekeeper.rules.base import Entry
    from scorekeeper.rules.mueckenstich import Mueckenstich


def as_typed_under(entry: Entry, mine: Mueckenstich, other: Mueckenstich) -> Entry:
    """Give an entry as the table would have typed it under other house rules.

    Whoever removed a colour removes the same one; if nobody would have, none is removed.

    Args:
        entry: a round as it was typed.
        mine: the game under whose house rules it was typed.
        other: the game under the other ones, with as many seats.

    Raises:
        Unscorable: another number of tricks would have been played, the phases can't be told
            apart or put together, or somebody else would have removed a colour.
    """
    if other.phased and not mine.phased:
        raise untold(N_("The two phases weren't written down one by one."))
    if mine.phased and not other.phased:
        raise untold(N_("Colours were chosen for each phase, not for the whole round."))
    captured = mine.read(entry)
    found, expected = (game.tricks(captured.phase) for game in (mine, other))
    if found != expected:
        text = N_("%(expected)s tricks would have been played, not %(found)s.")
        raise untold(text, expected=expected, found=found)
    chose, would_choose = (only_highest(game.deciding(captured)) for game in (mine, other))
    if would_choose is None:
        return {**entry, "removed": None}
    if would_choose != chose:
        text = N_("%(who)s would have removed a colour, and nobody knows which.")
        raise untold(text, seat=would_choose)
    return entry
