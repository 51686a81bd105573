"""The house rules of Kunibert: what a table agrees on before a match."""

from __future__ import annotations

from scorekeeper.rules.house_rules import HouseRule
from scorekeeper.rules.problems import N_

DIE = (2, 3, 3, 4, 4, 5)  # §1
DIE_FACTOR = 100  # §4

HOUSE_RULES = (
    HouseRule(
        "target",
        N_("Target"),
        N_("Rolled before the game, or agreed: who reaches it ends the match."),
        low=5,
        high=5000,
        needed=True,
        faces=tuple(sorted({face * DIE_FACTOR for face in DIE})),
        weights=tuple(DIE.count(face) for face in sorted(set(DIE))),
        unit=N_("points"),
    ),
    HouseRule(
        "hand_cards_count_against",
        N_("Cards left in hand"),
        N_("The variant of §10 takes them off the score of whoever still holds them."),
        values={False: N_("Don't count"), True: N_("Count against you (§10)")},
        default=False,
    ),
    HouseRule(
        "pro_rule",
        N_("Pro rule"),
        N_("With §11 the winner of a trick may swap which colour adds."),
        values={False: N_("Black always adds"), True: N_("A trick's winner may swap (§11)")},
        default=False,
    ),
    HouseRule(
        "tie",
        N_("Equal at the top"),
        N_("When several at the target have the same highest total."),
        values={
            "shared": N_("They share the win"),
            "extra_round": N_("All play on until one alone leads"),
        },
        default="shared",
    ),
)
