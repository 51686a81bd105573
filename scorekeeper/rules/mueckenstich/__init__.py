"""Mückenstich: number cards +1, mosquitoes -5 a colour, one colour doubled, one removed."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from scorekeeper.rules.base import Entry, Game
from scorekeeper.rules.exact import Card, Exact
from scorekeeper.rules.inputs import Ask, Choice, Count, Inputs, Sum
from scorekeeper.rules.mueckenstich.captured import (
    CARDS_OF_A_COLOUR,
    COLOURS,
    COPIES,
    MOSQUITOES_OF_A_COLOUR,
    Captured,
    over_the_deck,
    read,
)
from scorekeeper.rules.mueckenstich.choosers import (
    ask_doubling,
    ask_removing,
    choice_problems,
    only_highest,
    only_lowest,
)
from scorekeeper.rules.mueckenstich.derived import lines_of, points_so_far
from scorekeeper.rules.mueckenstich.house import HOUSE_RULES, IN_PHASES
from scorekeeper.rules.mueckenstich.otherwise import as_typed_under
from scorekeeper.rules.mueckenstich.play import play_round
from scorekeeper.rules.mueckenstich.sums import card_problems, trick_problems
from scorekeeper.rules.mueckenstich.told import FACTS, tell
from scorekeeper.rules.problems import N_, Json, Unscorable
from scorekeeper.rules.results import Outcome, Place, Score, add_up, points_of, rank

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random
    from typing import Self

    from scorekeeper.rules.facts import Fact, Told
    from scorekeeper.rules.house_rules import HouseRule

TRICKS = {4: 13, 5: 10, 6: 10}  # §3: (cards dealt - set aside) of each player
TRICKS_OF_THREE = {"per_phase": (8, 8), "per_round": (8, 10)}  # §3: 10 + 10 dealt

CARDS = {
    "blue": N_("blue cards"),
    "black": N_("black cards"),
    "green": N_("green cards"),
    "red": N_("red cards"),
}
MOSQUITOES = {
    "blue": N_("blue mosquitoes"),
    "black": N_("black mosquitoes"),
    "green": N_("green mosquitoes"),
    "red": N_("red mosquitoes"),
}


class Mueckenstich(Game):
    """Mückenstich for 3 to 6 players (§1 to §6)."""

    key: ClassVar[str] = "mueckenstich"
    title: ClassVar[str] = "Mückenstich"
    tagline: ClassVar[str] = N_("Collect number cards, dodge the mosquitoes.")
    RULES_VERSION: ClassVar[int] = 1
    PLAYERS: ClassVar[range] = range(3, 7)
    FACTS: ClassVar[tuple[Fact, ...]] = FACTS
    HOUSE_RULES: ClassVar[tuple[HouseRule, ...]] = HOUSE_RULES

    def __init__(self, seats: int, rules: Mapping[str, Json]) -> None:
        """Work out the number of tricks, and the phases of three players."""
        super().__init__(seats, rules)
        if self.rules["rounds"] is None:
            self.rules["rounds"] = seats
        self.phased = seats == IN_PHASES and self.rules["scoring"] == "per_phase"

    def tricks(self, phase: int | None, *, set_aside: str = "") -> int:
        """Tell the number of tricks that an entry must have (§3).

        Args:
            phase: 0 or 1 when each phase is scored, else None.
            set_aside: the reading of §3, if not this table's.
        """
        if self.seats in TRICKS:
            return TRICKS[self.seats]
        by_phase = TRICKS_OF_THREE[set_aside or str(self.rules["set_aside"])]
        return sum(by_phase) if phase is None else by_phase[phase]

    @property
    def length(self) -> int:
        """As many rounds as agreed; two entries a round when each phase is scored."""
        rounds = int(self.rules["rounds"] or 0)
        return 2 * rounds if self.phased else rounds

    def place(self, number: int) -> Place:
        """Tell round and phase of the n-th entry (§2)."""
        if self.phased:
            earlier, phase = divmod(number - 1, 2)
            return Place(earlier + 1, phase)
        return Place(number)

    def companions(self, number: int) -> tuple[int, ...]:
        """Give the round's other phase: both are played with one deck."""
        if not self.phased:
            return ()
        return (number + 1 if self.place(number).phase == 0 else number - 1,)

    def leader(self, first: int, number: int) -> int | None:
        """Tell who leads: the second phase is led by the first's last winner (house reading)."""
        return None if self.place(number).phase else super().leader(first, number)

    def _declare(self, phase: int | None) -> Inputs:
        tricks = self.tricks(phase)
        labels = {colour: N_(colour.capitalize()) for colour in COLOURS}
        numbers = tuple(
            Count(
                ("numbers", colour),
                labels[colour],
                0,
                CARDS_OF_A_COLOUR,
                sign=colour,
                noun=CARDS[colour],
            )
            for colour in COLOURS
        )
        mosquitoes = tuple(
            Count(
                ("mosquitoes", colour),
                labels[colour],
                0,
                MOSQUITOES_OF_A_COLOUR,
                start=0,
                sign=colour,
                group=N_("Mosquitoes"),
                group_sign="mosquito",
                noun=MOSQUITOES[colour],
            )
            for colour in COLOURS
        )
        options = tuple((colour, labels[colour]) for colour in COLOURS)
        by_tricks = self.rules["removal_chooser"] == "tricks"
        return Inputs(
            counts=(
                Count(("tricks",), N_("Tricks"), 0, tricks, noun=N_("tricks")),
                *numbers,
                *mosquitoes,
            ),
            choices=(
                Choice(
                    ("doubled",),
                    N_("Which colour counts double?"),
                    N_("None: the fewest tricks are shared"),
                    options,
                    hint=N_("Chosen by the only player with the fewest tricks."),
                    noun=N_("doubled colour"),
                ),
                Choice(
                    ("removed",),
                    N_("Which colour is removed?"),
                    N_("None: the most tricks are shared")
                    if by_tricks
                    else N_("None: the most mosquitoes are shared"),
                    options,
                    hint=N_("Chosen by the only player with the most tricks.")
                    if by_tricks
                    else N_("Chosen by the only player with the most mosquito cards."),
                    noun=N_("removed colour"),
                ),
            ),
            sums=(
                Sum(N_("tricks"), ("tricks",), total=tricks),
                Sum(
                    N_("cards"),
                    tuple(count.name for count in (*numbers, *mosquitoes)),
                    across=False,
                    times=self.seats,
                    of="tricks",
                ),
            ),
            # §5: tricks tell who doubles; the mosquitoes, counted after that, who removes.
            steps=(
                ("tricks",),
                ("doubled",),
                tuple(count.name for count in (*mosquitoes, *numbers)),
                ("removed",),
            ),
            exact=Exact(
                tuple(
                    Card(("numbers", colour), value, COPIES[value], count=f"numbers_{colour}")
                    for colour in COLOURS
                    for value in COPIES
                )
            ),
        )

    def asks(self, typed: Mapping[str, Json], number: int) -> Mapping[str, Ask]:
        """Tell who doubles, once all tricks are counted, and who removes, once all cards are."""
        del number
        seats, doubled = typed["seats"], typed["doubled"]
        tricks = [seat["tricks"] for seat in seats]
        if None in tricks:
            return {}
        asks = {"doubled": ask_doubling(tricks)}
        by_tricks = self.rules["removal_chooser"] == "tricks"
        counted = by_tricks or not any(None in seat.values() for seat in seats)
        if counted and (doubled is not None or not asks["doubled"].due):
            deciding = (
                tricks
                if by_tricks
                else [sum(seat[f"mosquitoes_{colour}"] for colour in COLOURS) for seat in seats]
            )
            asks["removed"] = ask_removing(deciding, doubled, by_tricks=by_tricks)
        return asks

    def so_far(self, typed: Mapping[str, Json]) -> tuple[int | None, ...]:
        """Count the cards of those that are counted, by the colours that are chosen."""
        chosen = Captured([], [], [], typed["doubled"], typed["removed"], None, [])
        return tuple(points_so_far(seat, chosen) for seat in typed["seats"])

    def score(self, entry: Json, *, anyway: bool = False, beside: Sequence[Entry] = ()) -> Score:
        """Score a round (§5): see Game.score.

        Every number card +1, doubled or removed by the colours chosen; -5 for each colour of
        which a player has a mosquito.
        """
        captured = self.read(entry)
        problems = trick_problems(self, captured)
        problems += card_problems(captured, self.seats)
        problems += over_the_deck([captured, *(self.read(other) for other in beside)])
        doubler = only_lowest(captured.tricks)
        deciding = self.deciding(captured)
        remover = only_highest(deciding)
        problems += choice_problems(captured, doubler, remover, deciding)
        if problems and not (anyway and all(problem.conservation for problem in problems)):
            raise Unscorable(problems)
        lines = tuple(
            lines_of(numbers, mosquitoes, captured, doubler, remover)
            for numbers, mosquitoes in zip(captured.numbers, captured.mosquitoes, strict=True)
        )
        return Score(
            points_of(lines),
            lines,
            tuple(problems),
            {"doubled_by": doubler, "removed_by": remover},
        )

    def deciding(self, captured: Captured) -> Sequence[int]:
        """Give, by seat, what the removal is decided by: mosquito cards, or tricks."""
        if self.rules["removal_chooser"] == "tricks":
            return captured.tricks
        return [sum(held.values()) for held in captured.mosquitoes]

    def under(self, entry: Entry, other: Self) -> Score:
        """Score an entry as other house rules would: see Game.under, ``as_typed_under``."""
        return super().under(as_typed_under(entry, self, other), other)

    def read(self, entry: Entry) -> Captured:
        """Read an entry: see ``captured.read``."""
        return read(entry, self.seats, phased=self.phased)

    def tally(self, entry: Entry) -> tuple[Mapping[str, int], ...]:
        """Give each seat's tricks, number cards and mosquitoes by colour."""
        captured = self.read(entry)
        return tuple(
            {
                "tricks": tricks,
                **{f"numbers_{colour}": numbers.get(colour, 0) for colour in COLOURS},
                **{f"mosquitoes_{colour}": mosquitoes.get(colour, 0) for colour in COLOURS},
            }
            for tricks, numbers, mosquitoes in zip(
                captured.tricks, captured.numbers, captured.mosquitoes, strict=True
            )
        )

    def outcome(self, rounds: Sequence[Sequence[int]]) -> Outcome:
        """Tell the standing; over after the agreed rounds, the highest total wins (§2, §6)."""
        counted = rounds[: self.length]
        reason = "all_rounds_played" if len(rounds) >= self.length else ""
        return Outcome(rank(add_up(counted, self.seats)), reason, len(counted))

    def tell(self, entry: Entry, score: Score) -> Told:
        """Tell bites, and what the choices brought: see Game.tell."""
        return tell(entry, score)

    def simulate(self, rng: Random, *, dealer: int, exact: bool) -> list[dict[str, Json]]:
        """Play one round legally: see Game.simulate."""
        return play_round(rng, self.seats, self.rules, dealer=dealer, exact=exact)
