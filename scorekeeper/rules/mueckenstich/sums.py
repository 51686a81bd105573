"""What must add up in a round of Mückenstich: tricks, and cards to tricks (§3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.rules.problems import N_, Problem, pointer

if TYPE_CHECKING:
    from scorekeeper.rules.mueckenstich import Mueckenstich
    from scorekeeper.rules.mueckenstich.captured import Captured


def trick_problems(game: Mueckenstich, captured: Captured) -> list[Problem]:
    """Say so if the tricks don't add up (TRICKS_SUM), and whether another reading of §3 fits."""
    found = sum(captured.tricks)
    expected = game.tricks(captured.phase)
    if found == expected:
        return []
    text = N_("The tricks add up to %(found)s; there were %(expected)s.")
    if found == game.tricks(captured.phase, set_aside="per_round"):
        text = N_(
            "The tricks add up to %(found)s; there were %(expected)s. %(found)s would fit "
            "if each player set two cards aside once a round, not in each phase: that is "
            "the house rule “set_aside”."
        )
    elif found == game.tricks(captured.phase, set_aside="per_phase"):
        text = N_(
            "The tricks add up to %(found)s; there were %(expected)s. %(found)s would fit "
            "if each player set two cards aside in each phase, not once a round: that is "
            "the house rule “set_aside”."
        )
    return [
        Problem("TRICKS_SUM", text, "/tricks", expected=expected, found=found, conservation=True)
    ]


def card_problems(captured: Captured, seats: int) -> list[Problem]:
    """Say whose cards aren't tricks × players (CARDS_MISMATCH)."""
    problems = []
    for seat, tricks in enumerate(captured.tricks):
        expected = tricks * seats
        numbers, mosquitoes = captured.numbers[seat], captured.mosquitoes[seat]
        found = sum(numbers.values()) + sum(mosquitoes.values())
        if found != expected:
            problems.append(
                Problem(
                    "CARDS_MISMATCH",
                    N_("%(who)s has %(found)s of %(expected)s cards."),
                    pointer("numbers", seat),
                    seat=seat,
                    expected=expected,
                    found=found,
                    conservation=True,
                )
            )
    return problems
