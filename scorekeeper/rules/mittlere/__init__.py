"""Mittlere Jass: three piles that make 157, five prompts, sticks and potatoes."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from scorekeeper.rules.base import Entry, Game
from scorekeeper.rules.exact import Card, Exact
from scorekeeper.rules.facts import Fact
from scorekeeper.rules.house_rules import HouseRule
from scorekeeper.rules.inputs import Choice, Count, Inputs, Question, Sum
from scorekeeper.rules.mittlere.deal import ALL_POINTS, RANKS, SEATS, SUITS, read
from scorekeeper.rules.mittlere.play import play_round
from scorekeeper.rules.mittlere.prompts import (
    ALL_TRICKS,
    AT_HUNDRED,
    HUNDRED,
    MIDDLE,
    NO_TRICK,
    SAME,
    Followed,
    follow,
)
from scorekeeper.rules.problems import N_, Json
from scorekeeper.rules.results import Line, Outcome, Score, add_up, rank
from scorekeeper.rules.totals import Totals

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from scorekeeper.rules.facts import Told

PROMPTS = {
    ALL_TRICKS: N_("Won all tricks"),
    NO_TRICK: N_("Won no trick"),
    AT_HUNDRED: N_("At 100 or more"),
    SAME: N_("The same points as another"),
    MIDDLE: N_("In the middle"),
}
TWO_AT_ONCE = 2  # Scoring 4: it is two who have the same points


class Mittlere(Game):
    """Mittlere Jass for exactly 3 players."""

    key: ClassVar[str] = "mittlere"
    title: ClassVar[str] = "Mittlere Jass"
    tagline: ClassVar[str] = N_("Stay out of the middle: sticks are good, potatoes aren't.")
    RULES_VERSION: ClassVar[int] = 1
    PLAYERS: ClassVar[range] = range(SEATS, SEATS + 1)
    DEAL_STEP: ClassVar[int] = -1  # dealt and played counterclockwise
    FACTS: ClassVar[tuple[Fact, ...]] = (
        *(
            Fact(
                f"prompt:{prompt}",
                title,
                N_("Prompts"),
                str(prompt),
                brings=True,
                seats=TWO_AT_ONCE if prompt == SAME else 1,
            )
            for prompt, title in PROMPTS.items()
        ),
        Fact("sticks", N_("Sticks"), N_("Sticks and potatoes"), N_("sticks")),
        Fact("potatoes", N_("Potatoes"), N_("Sticks and potatoes"), N_("potatoes")),
    )
    HOUSE_RULES: ClassVar[tuple[HouseRule, ...]] = (
        HouseRule(
            "no_trick_and_hundred",
            N_("No trick, and another at 100"),
            N_("When one player has no trick and another 100 points or more."),
            values={
                "list_order": N_("The list's order: the one without a trick takes 2 potatoes"),
                "third_takes_two": N_("Those two 1 potato each, the third 2 sticks"),
            },
            default="list_order",
        ),
        HouseRule(
            "rounds",
            N_("Rounds"),
            N_("The rulebook plays 12."),
            default=12,
            low=1,
            high=60,
        ),
    )

    @property
    def length(self) -> int:
        """As many rounds as agreed."""
        return int(self.rules["rounds"] or 0)

    @property
    def totals(self) -> Totals:
        """Each deal gives 2 sticks and 2 potatoes, which cancel out."""
        return Totals(together=0)

    def _declare(self, phase: int | None) -> Inputs:
        del phase
        return Inputs(
            counts=(Count(("points",), N_("Points"), 0, ALL_POINTS, noun=N_("points")),),
            questions=(
                Question(
                    ("won_trick",),
                    N_("Took a trick?"),
                    about="points",
                    when=0,
                    noun=N_("took a trick"),
                ),
            ),
            sums=(Sum(N_("points"), ("points",), total=ALL_POINTS),),
            steps=(("points",),),
            exact=Exact(
                tuple(Card(("cards", suit), of) for suit in SUITS for of in RANKS),
                whole=True,
                choices=(
                    Choice(
                        ("trump",),
                        N_("Which suit was trump?"),
                        N_("None: no trump arose"),
                        tuple((suit, N_(suit.capitalize())) for suit in SUITS),
                        required=True,
                        noun=N_("trump"),
                    ),
                    Choice(
                        ("last_trick",),
                        N_("Who won the last trick?"),
                        "",
                        required=True,
                        noun=N_("last trick"),
                    ),
                ),
            ),
        )

    def entry(self, typed: Mapping[str, Json], number: int) -> dict[str, Json]:
        """Make the entry: who has points has a trick, who has none was asked."""
        entry = super().entry(typed, number)
        if "points" not in entry:
            return entry
        answers = [seat["won_trick"] for seat in typed["seats"]]
        asked = [points == 0 for points in entry["points"]]
        if any(asked) and all(
            answer is not None for answer, due in zip(answers, asked, strict=True) if due
        ):
            entry["won_trick"] = [
                answer if due else True for answer, due in zip(answers, asked, strict=True)
            ]
        return entry

    def score(self, entry: Json, *, anyway: bool = False, beside: Sequence[Entry] = ()) -> Score:
        """Score a deal (Scoring 1 to 5): see Game.score.

        The first prompt that is true of anybody is followed, once: 2 sticks and 2 potatoes.
        There is nothing to record anyway: without 157 points no prompt can be trusted.
        """
        del anyway, beside
        deal = read(entry, self.seats)
        followed = follow(
            deal.points,
            deal.won,
            third_takes_two=self.rules["no_trick_and_hundred"] == "third_takes_two",
        )
        sticks, potatoes = followed.sticks, followed.potatoes
        return Score(
            (sticks[0] - potatoes[0], sticks[1] - potatoes[1], sticks[2] - potatoes[2]),
            tuple([_lines(followed, seat) for seat in range(SEATS)]),
            tuple(deal.warnings),
            {
                "prompts": followed.prompts,
                "also_true": followed.also_true,
                "subjects": followed.subjects,
                "card_points": deal.points,
                "sticks": sticks,
                "potatoes": potatoes,
            },
        )

    def tally(self, entry: Entry) -> tuple[Mapping[str, int], ...]:
        """Give each seat's points."""
        return tuple({"points": points} for points in read(entry, self.seats).points)

    def outcome(self, rounds: Sequence[Sequence[int]]) -> Outcome:
        """Tell the standing; over after the agreed rounds, the most sticks win."""
        counted = rounds[: self.length]
        reason = "all_rounds_played" if len(rounds) >= self.length else ""
        return Outcome(rank(add_up(counted, self.seats)), reason, len(counted))

    def tell(self, entry: Entry, score: Score) -> Told:
        """Tell which prompt was about whom, and the sticks and potatoes: see Game.tell."""
        del entry
        told: Told = tuple([{} for _ in score.scores])
        facts, points = score.facts, score.scores
        first, *second = facts["prompts"]
        for seat in facts["subjects"]:
            both = second and facts["card_points"][seat] >= HUNDRED
            told[seat][f"prompt:{second[0] if both else first}"] = 1, points[seat]
        for name, sign in (("sticks", 1), ("potatoes", -1)):
            for seat, many in enumerate(facts[name]):
                if many:
                    told[seat][name] = many, sign * many
        return told

    def simulate(self, rng: Random, *, dealer: int, exact: bool) -> list[dict[str, Json]]:
        """Play one deal legally: see Game.simulate."""
        return play_round(rng, self.seats, dealer=dealer, exact=exact)


def _lines(followed: Followed, seat: int) -> tuple[Line, ...]:
    cite = f"Scoring {followed.prompt_of(seat)}"
    sticks, potatoes = followed.sticks[seat], followed.potatoes[seat]
    if sticks:
        return ({"kind": "sticks", "count": sticks, "points": sticks, "cite": cite},)
    return ({"kind": "potatoes", "count": potatoes, "points": -potatoes, "cite": cite},)
