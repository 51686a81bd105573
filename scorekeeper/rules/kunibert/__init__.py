"""Ritter Kunibert's 12er Stich: cards of won tricks, 30 for the last card, a rolled target."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from scorekeeper.rules.base import Entry, Game
from scorekeeper.rules.exact import Card, Exact
from scorekeeper.rules.facts import Fact, Lasting
from scorekeeper.rules.inputs import Ask, Choice, Count, Inputs, Sum
from scorekeeper.rules.kunibert.house import HOUSE_RULES
from scorekeeper.rules.kunibert.piles import (
    COLOURS,
    COPIES,
    GROUP_OF,
    GROUPS,
    IN_THE_DECK,
    Round,
    over_the_deck,
    pile_warnings,
    read,
)
from scorekeeper.rules.kunibert.play import play_round
from scorekeeper.rules.kunibert.points import LAST_CARD_POINTS, POINTS_STEP, lines_of, pile_of
from scorekeeper.rules.problems import N_, Json, Problem, Unscorable, pointer, untold
from scorekeeper.rules.results import Outcome, Score, add_up, points_of, rank
from scorekeeper.rules.totals import Totals

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random
    from typing import Self

    from scorekeeper.rules.facts import Told
    from scorekeeper.rules.house_rules import HouseRule


LABELS = {
    "low": N_("1–5"),
    "mid": N_("6–9"),
    "black12": N_("Black 12"),
    "red12": N_("Red 12"),
}
TWELVES = ("black12", "red12")  # few, so that they start at 0
LEFT_IN_HAND = N_("Left in hand")
NOUNS = {
    "captured": {
        "low": N_("cards 1–5"),
        "mid": N_("cards 6–9"),
        "black12": N_("black 12s"),
        "red12": N_("red 12s"),
    },
    "hands": {
        "low": N_("cards 1–5 in hand"),
        "mid": N_("cards 6–9 in hand"),
        "black12": N_("black 12s in hand"),
        "red12": N_("red 12s in hand"),
    },
}
SIGNS = {"low": "", "mid": "", "black12": "black", "red12": "red"}


class Kunibert(Game):
    """Ritter Kunibert's 12er Stich for 3 to 6 players (house reading: no number is given)."""

    key: ClassVar[str] = "kunibert"
    title: ClassVar[str] = "Ritter Kunibert's 12er Stich"
    tagline: ClassVar[str] = N_("Land on 12 or 0, and race to the target on the die.")
    RULES_VERSION: ClassVar[int] = 1
    PLAYERS: ClassVar[range] = range(3, 7)
    FACTS: ClassVar[tuple[Fact, ...]] = (
        Fact("last_card", N_("30 for the last card"), N_("Last card"), N_("times"), brings=True),
    )
    LASTING: ClassVar[Lasting] = Lasting("target", "target_reached", N_("Rounds to the target"))
    HOUSE_RULES: ClassVar[tuple[HouseRule, ...]] = HOUSE_RULES

    @property
    def target(self) -> int | None:
        """The agreed total; None where none is agreed (an entry can be scored without)."""
        target = self.rules["target"]
        return target if isinstance(target, int) else None

    @property
    def totals(self) -> Totals:
        """All that is counted is worth 5 or more; only cards left in hand take points off (§10)."""
        if self.rules["hand_cards_count_against"]:
            return Totals(step=POINTS_STEP)
        return Totals(step=POINTS_STEP, low=0)

    def _declare(self, phase: int | None) -> Inputs:
        del phase
        counts = self._group_counts("captured", start=dict.fromkeys(TWELVES, 0), group="")
        if self.rules["hand_cards_count_against"]:
            start = dict.fromkeys(GROUPS, 0)
            counts += self._group_counts("hands", start=start, group=LEFT_IN_HAND)
        sums = tuple(
            Sum(
                LABELS[group],
                tuple(count.name for count in counts if count.path[1] == group),
                total=IN_THE_DECK[group],
                at_most=True,
            )
            for group in GROUPS
        )
        choice = Choice(
            ("last_card",),
            N_("Who played their last card?"),
            N_("Nobody: the pile ran out"),
            required=True,
            hint=N_("30 points, with or without a trick (§6)."),
            noun=N_("last card"),
        )
        # What starts at 0 comes first: with the last number that must be typed, a seat is done.
        first = [count.name for count in counts if count.start is not None]
        then = [count.name for count in counts if count.start is None]
        steps = ((*first, *then), (choice.name,))
        return Inputs(counts, (choice,), sums=sums, steps=steps, exact=Exact(self._cards()))

    def _cards(self) -> tuple[Card, ...]:
        piles = {"captured": ("", "")}
        if self.rules["hand_cards_count_against"]:
            piles["hands"] = ("hand", LEFT_IN_HAND)
        return tuple(
            Card((head, colour), value, copies, f"{head}_{GROUP_OF[colour][value]}", *where)
            for head, where in piles.items()
            for colour in COLOURS
            for value, copies in COPIES.items()
        )

    def asks(self, typed: Mapping[str, Json], number: int) -> Mapping[str, Ask]:
        """Ask the table for the last card from the start; who holds cards hasn't played it."""
        del number
        holding = [
            str(seat)
            for seat, counts in enumerate(typed["seats"])
            if any(counts.get(f"hands_{group}") for group in GROUPS)
        ]
        return {"last_card": Ask(due=True, barred=tuple(holding))}

    def so_far(self, typed: Mapping[str, Json]) -> tuple[int | None, ...]:
        """Count the cards of those that are counted, and the last card."""
        against = bool(self.rules["hand_cards_count_against"])
        points: list[int | None] = []
        for seat, counts in enumerate(typed["seats"]):
            if None in counts.values():
                points.append(None)
                continue
            left = pile_of(counts, "hands") if against else None
            lines = lines_of(pile_of(counts, "captured"), left, last=seat == typed["last_card"])
            points.append(sum(int(line["points"] or 0) for line in lines))
        return tuple(points)

    @staticmethod
    def _group_counts(name: str, *, start: Mapping[str, int], group: str) -> tuple[Count, ...]:
        return tuple(
            Count(
                (name, of),
                LABELS[of],
                0,
                IN_THE_DECK[of],
                start=start.get(of),
                sign=SIGNS[of],
                group=group,
                noun=NOUNS[name][of],
            )
            for of in GROUPS
        )

    def score(self, entry: Json, *, anyway: bool = False, beside: Sequence[Entry] = ()) -> Score:
        """Score a round (§6, §7, §10): see Game.score.

        The cards of the tricks won, 30 for the last card, and with the variant the cards left
        in hand taken off.
        """
        del beside
        against = bool(self.rules["hand_cards_count_against"])
        played = read(entry, self.seats, hands_needed=against)
        problems = over_the_deck(played)
        if against:
            problems += _last_card_has_hand(played)
        if problems and not (anyway and all(problem.conservation for problem in problems)):
            raise Unscorable(problems)
        problems += pile_warnings(played, pro_rule=bool(self.rules["pro_rule"]))
        if against:
            problems += _empty_hands(played)
        last_card = played.last_card
        lines = tuple(
            [
                lines_of(pile, played.hands[seat] if against else None, last=seat == last_card)
                for seat, pile in enumerate(played.captured)
            ]
        )
        return Score(points_of(lines), lines, tuple(problems), {})

    def under(self, entry: Entry, other: Self) -> Score:
        """Score an entry as other house rules would: see Game.under.

        Cards left in hand count against nobody unless they were written down (§10).
        """
        if other.rules["hand_cards_count_against"] and "hands" not in entry:
            raise untold(N_("The cards left in hand weren't written down."))
        return super().under(entry, other)

    def tally(self, entry: Entry) -> tuple[Mapping[str, int], ...]:
        """Give each seat's cards by group, captured and (where given) in hand."""
        played = read(entry, self.seats, hands_needed=False)
        seats = []
        for seat, pile in enumerate(played.captured):
            held = {f"captured_{group}": pile.cards[group] for group in GROUPS}
            if played.hands:
                hand = played.hands[seat].cards
                held |= {f"hands_{group}": hand[group] for group in GROUPS}
            seats.append(held)
        return tuple(seats)

    def outcome(self, rounds: Sequence[Sequence[int]]) -> Outcome:
        """Tell the standing; over with the round in which somebody is at the target (§8).

        With the house rule ``extra_round`` a tie at the top plays on until one alone leads.
        """
        totals = [0] * self.seats
        target = self.target
        for counted, scores in enumerate(rounds, start=1):
            totals = [total + points for total, points in zip(totals, scores, strict=True)]
            best = max(totals)
            if target is None or best < target:
                continue
            if self.rules["tie"] == "shared" or totals.count(best) == 1:
                return Outcome(rank(totals), "target_reached", counted)
        return Outcome(rank(add_up(rounds, self.seats)), "", len(rounds))

    def tell(self, entry: Entry, score: Score) -> Told:
        """Tell who got the 30 for the last card (§6): see Game.tell."""
        told: Told = tuple([{} for _ in score.scores])
        last_card = entry["last_card"]
        if last_card is not None:
            told[last_card]["last_card"] = 1, LAST_CARD_POINTS
        return told

    def simulate(self, rng: Random, *, dealer: int, exact: bool) -> list[dict[str, Json]]:
        """Play one round legally: see Game.simulate."""
        return play_round(rng, self.seats, self.rules, dealer=dealer, exact=exact)


def _last_card_has_hand(played: Round) -> list[Problem]:
    seat = played.last_card
    if seat is None or not played.hands[seat].size:
        return []
    text = N_("%(who)s played the last card, so no card (not %(found)s) can be left in hand.")
    return [
        Problem(
            "LAST_CARD_HAS_HAND",
            text,
            pointer("hands", seat),
            seat=seat,
            expected=0,
            found=played.hands[seat].size,
        )
    ]


def _empty_hands(played: Round) -> list[Problem]:
    text = N_("%(who)s has no card left in hand, yet didn't get the 30 for the last card.")
    return [
        Problem("HAND_EMPTY_NO_BONUS", text, pointer("hands", seat), seat=seat)
        for seat, hand in enumerate(played.hands)
        if not hand.size and seat != played.last_card
    ]
