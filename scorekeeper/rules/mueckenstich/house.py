"""The house rules of Mückenstich: what a table agrees on before a match."""

from __future__ import annotations

from scorekeeper.rules.house_rules import HouseRule
from scorekeeper.rules.problems import N_

IN_PHASES = 3
"""So many players play each round in two phases (§3)."""

HOUSE_RULES = (
    HouseRule(
        "rounds",
        N_("Rounds"),
        N_("The rulebook plays as many rounds as there are players."),
        low=1,
        high=30,
    ),
    HouseRule(
        "removal_chooser",
        N_("Who removes a colour"),
        N_("If two share the most, nothing is removed."),
        values={
            "mosquitoes": N_("Whoever alone has the most mosquito cards"),
            "tricks": N_("Whoever alone has the most tricks"),
        },
        default="mosquitoes",
    ),
    HouseRule(
        "scoring",
        N_("Scoring with three"),
        N_("Three players play each round in two phases."),
        values={
            "per_round": N_("Once, after both phases"),
            "per_phase": N_("After each phase, with choices of its own"),
        },
        default="per_round",
        seats=(IN_PHASES,),
    ),
    HouseRule(
        "set_aside",
        N_("Setting aside with three"),
        N_("How many cards each player puts away before playing."),
        values={
            "per_phase": N_("Two cards in each phase: 8 + 8 tricks"),
            "per_round": N_("Two cards in the whole round: 8 + 10 tricks"),
        },
        default="per_phase",
        seats=(IN_PHASES,),
    ),
)
