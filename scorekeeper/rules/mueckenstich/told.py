"""What players of Mückenstich talk about: bites, and the colours that they chose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.rules.facts import Fact
from scorekeeper.rules.mueckenstich.captured import COLOURS
from scorekeeper.rules.mueckenstich.derived import DOUBLED, REMOVED
from scorekeeper.rules.problems import N_

if TYPE_CHECKING:
    from scorekeeper.rules.base import Entry
    from scorekeeper.rules.facts import Told
    from scorekeeper.rules.results import Score

BITES = "bites"
CHOSEN = {
    "doubled": N_("Colours doubled"),
    "removed": N_("Colours removed"),
}
FACTS = (
    Fact(BITES, N_("Bites"), N_("Mosquitoes"), sign="mosquito", brings=True),
    *(
        fact
        for how, group in CHOSEN.items()
        for fact in (
            *(
                Fact(f"{how}:{colour}", N_(colour.capitalize()), group, sign=colour, brings=True)
                for colour in COLOURS
            ),
            Fact(f"{how}:others", N_("To the others"), group, N_("all"), brings=True),
        )
    ),
)


def tell(entry: Entry, score: Score) -> Told:
    """Tell a round: a bite for each colour with a mosquito, and what a choice brought.

    A doubled colour brings a point for each of its cards, a removed one takes it: to whoever
    chose it, and to all others together.
    """
    told: Told = tuple([{} for _ in score.lines])
    brought: dict[int, list[int]] = {DOUBLED: [0] * len(told), REMOVED: [0] * len(told)}
    for seat, lines in enumerate(score.lines):
        bites = points = 0
        for line in lines:
            if line["kind"] == "mosquitoes":
                bites += 1
                points += int(line["points"] or 0)
            elif line["factor"] in brought:
                brought[int(line["factor"] or 0)][seat] = int(line["cards"] or 0)
        if bites:
            told[seat][BITES] = bites, points
    for how, by, factor in (
        ("doubled", score.facts["doubled_by"], DOUBLED),
        ("removed", score.facts["removed_by"], REMOVED),
    ):
        colour = entry.get(how)
        if colour is not None:
            sign = factor - 1
            own = brought[factor][by]
            told[by][f"{how}:{colour}"] = 1, sign * own
            told[by][f"{how}:others"] = 1, sign * (sum(brought[factor]) - own)
    return told
