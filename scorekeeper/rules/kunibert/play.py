"""One round of Ritter Kunibert's 12er Stich, played card by card, legally.

A card is a small int: its value, negative for a red card. So a card adds itself to the running
total, and while the colours are swapped (§11) it subtracts itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

IN_EACH_COLOUR: tuple[int, ...] = (*(1,) * 4, *(2,) * 3, *range(3, 10), *range(3, 10), 12, 12)
DECK = tuple(value * colour for colour in (1, -1) for value in IN_EACH_COLOUR)  # 46 cards
HAND = 6
MOST = 12  # the total may be 0 to 12, and either end wins
GROUPS = ("low", "mid", "black12", "red12")
# Index in GROUPS by card; a red card's negative value counts from the end.
GROUP_OF = (0, *(0,) * 5, *(1,) * 4, 0, 0, 2, 3, 0, 0, *(1,) * 4, *(0,) * 5)

DECLINES = 0.03  # how often a player keeps a drawn card that could be played
WINS_IF_POSSIBLE = 0.7
SWAPS = 0.35


def play_round(
    rng: Random, seats: int, rules: Mapping[str, object], *, dealer: int, exact: bool
) -> list[dict[str, Any]]:
    """Deal and play one round, and return what the table would enter.

    The seat after the dealer leads (house reading). The round ends with somebody's last card,
    or when the draw pile is empty and nobody can play. Source: Kunibert §4 to §7, §10, §11.

    Args:
        rng: the only source of chance; equal states give equal rounds.
        seats: number of players, 3 to 6.
        rules: every house rule of the game; `hand_cards_count_against` (then the hands are in
            the entry) and `pro_rule` matter.
        dealer: the dealer's seat, 0 to seats - 1.
        exact: True lists each card by colour and value, False counts them by group.

    Returns:
        One entry, in a list.
    """
    table = _Table(rng, seats, pro_rule=bool(rules["pro_rule"]))
    last_card = table.play((dealer + 1) % seats)
    write = _exact_cards if exact else _groups
    entry: dict[str, Any] = {"captured": [write(pile) for pile in table.won]}
    if rules["hand_cards_count_against"]:
        entry["hands"] = [write(hand) for hand in table.hands]
    entry["last_card"] = last_card
    return [entry]


class _Table:
    """Everything that lies on the table during a round."""

    __slots__ = ("adding", "draw_pile", "hands", "open", "pro_rule", "rng", "total", "won")

    def __init__(self, rng: Random, seats: int, *, pro_rule: bool) -> None:
        deck = rng.sample(DECK, len(DECK))
        self.hands = [deck[HAND * seat : HAND * (seat + 1)] for seat in range(seats)]
        self.draw_pile = deck[HAND * seats :]
        self.won: list[list[int]] = [[] for _ in range(seats)]
        self.open: list[int] = []
        self.total = 0
        self.adding = 1  # -1 while red adds
        self.rng = rng
        self.pro_rule = pro_rule

    def play(self, seat: int) -> int | None:
        """Play to the end; return the seat that played its last card, or None."""
        seats = len(self.hands)
        passes = 0
        while passes < seats or self.draw_pile:
            card = self._choose(seat)
            if card:
                passes = 0
                won = self._put(seat, card)
                if not self.hands[seat]:
                    return seat
                if won:
                    continue  # the winner leads (§5)
            elif card is None:
                passes += 1
            else:
                passes = 0  # kept a card that could be played: not stuck
            seat = (seat + 1) % seats
        return None

    def _choose(self, seat: int) -> int | None:
        """The card to play, drawing if none can be played; None for can't, 0 for won't.

        A new total must be 0 to 12. From 0 this also makes a led card one of the adding colour.
        """
        hand, total, random = self.hands[seat], self.total, self.rng.random
        low, high = (-total, MOST - total) if self.adding > 0 else (total - MOST, total)
        legal = [card for card in hand if low <= card <= high]
        if not legal:
            return self._draw(hand, low, high)
        if total and random() < WINS_IF_POSSIBLE:  # a led card wins nothing
            legal = [card for card in legal if card in (low, high)] or legal
        return legal[int(random() * len(legal))]

    def _draw(self, hand: list[int], low: int, high: int) -> int | None:
        """Draw a card, if there is one: it may be played, but needn't be (§5)."""
        if not self.draw_pile:
            return None
        card = self.draw_pile.pop()
        hand.append(card)
        if not low <= card <= high:
            return None
        return 0 if self.rng.random() < DECLINES else card

    def _put(self, seat: int, card: int) -> bool:
        """Play a card; True if it wins the trick."""
        led = not self.open
        self.hands[seat].remove(card)
        self.open.append(card)
        self.total += card * self.adding
        if led or 0 < self.total < MOST:
            return False
        self.won[seat] += self.open
        self.open.clear()
        self.total = 0
        if self.pro_rule and self.rng.random() < SWAPS:
            self.adding = -self.adding
        return True


def _groups(cards: list[int]) -> dict[str, int]:
    """How many cards of each scoring group, leaving out zeros."""
    counts = [0, 0, 0, 0]
    for card in cards:
        counts[GROUP_OF[card]] += 1
    return {group: count for group, count in zip(GROUPS, counts, strict=True) if count}


def _exact_cards(cards: list[int]) -> dict[str, list[int]]:
    """The values by colour, ascending, leaving out a colour without cards."""
    black = sorted(card for card in cards if card > 0)
    red = sorted(-card for card in cards if card < 0)
    return {colour: values for colour, values in (("black", black), ("red", red)) if values}
