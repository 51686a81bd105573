"""One deal of Mittlere Jass, played card by card, legally.

A card is a small int: its suit's index in SUITS times 16 plus its place in the plain order,
0 for the 6 up to 8 for the Ace.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from random import Random

SUITS = ("acorns", "shields", "roses", "bells")
RANKS = ("6", "7", "8", "9", "B", "U", "O", "K", "A")  # ascending in a plain suit
TRUMP_ORDER = (0, 1, 2, 7, 3, 8, 4, 5, 6)  # the same ranks' places in the trump suit
UNDER = 5
NO_SUIT = 4  # every hand has an empty fifth list for it, so it never needs a special case
PLAIN_VALUES = (0, 0, 0, 0, 10, 2, 3, 4, 11)
TRUMP_VALUES = (0, 0, 0, 14, 10, 20, 3, 4, 11)
NO_TRUMP_VALUES = (0, 0, 8, 0, 10, 2, 3, 4, 11)
LAST_TRICK = 5
TRICKS = 12
DECK = tuple(suit << 4 | rank for suit in range(4) for rank in range(9))
# A player's manner in this deal: any card, mostly low cards, mostly high ones.
ANY, LOW, HIGH = range(3)
WHIM = 0.3  # how often a player departs from it

Hand = list[list[int]]  # by suit, ascending


def play_round(
    rng: Random,
    seats: int,
    *,
    dealer: int,
    exact: bool,
) -> list[dict[str, Any]]:
    """Deal and play one deal, and return what the table would enter.

    The seat to the dealer's right leads, and the play goes on to the right. Source: Mittlere,
    "Setup" and "Gameplay", which has no section numbers.

    Args:
        rng: the only source of chance; equal states give equal deals.
        seats: number of players, always 3.
        dealer: the dealer's seat, 0 to 2.
        exact: True gives the cards, the trump and the winner of the last trick. False gives
            the points, and by chance the tricks, who won one, or neither; never neither when
            somebody has 0 points.

    Returns:
        One entry, in a list.
    """
    deck = rng.sample(DECK, len(DECK))
    hands = [_hand(deck[TRICKS * seat : TRICKS * (seat + 1)]) for seat in range(seats)]
    manners = [int(rng.random() * 3) for _ in range(seats)]
    piles: list[list[int]] = [[] for _ in range(seats)]
    leader, trump = (dealer - 1) % seats, NO_SUIT
    for _ in range(TRICKS):
        trick, place, trump = _play_trick(rng, hands, manners, leader, trump)
        leader = (leader - place) % seats
        piles[leader] += trick
    if exact:
        return [_cards_entry(piles, trump, leader)]
    return [_points_entry(rng, piles, trump, leader)]


def _hand(cards: list[int]) -> Hand:
    """Sort a hand by suits."""
    hand: Hand = [[], [], [], [], []]
    for card in sorted(cards):
        hand[card >> 4].append(card)
    return hand


def _play_trick(
    rng: Random, hands: list[Hand], manners: list[int], leader: int, trump: int
) -> tuple[list[int], int, int]:
    """Let everybody play; return the cards, the winner's place after the leader, the trump."""
    seats = len(hands)
    trick: list[int] = []
    led, best, best_place, over = NO_SUIT, -1, 0, -1  # over: the highest trump on a plain suit
    for place in range(seats):
        seat = (leader - place) % seats
        card = _pick(rng, _legal(hands[seat], led, trump, over), manners[seat])
        suit, rank = card >> 4, card & 15
        hands[seat][suit].remove(card)
        trick.append(card)
        if not place:
            led = suit
        elif trump == NO_SUIT and suit != led:
            trump = suit  # the first card out of suit, at once a trump itself
        if suit == trump:
            rank = TRUMP_ORDER[rank] + 16
            if led != trump and rank > over:
                over = rank
        elif suit != led:
            continue
        if rank > best:
            best, best_place = rank, place
    return trick, best_place, trump


def _legal(hand: Hand, led: int, trump: int, over: int) -> list[int]:
    """The cards that may be played: follow suit or trump, on a trump only with a higher one.

    Who can do neither plays a lower trump, and who has no trump either plays anything. As the
    Under of trumps need never be played, somebody who has only that one is as free.
    """
    suit, trumps = hand[led], hand[trump]
    under = trump << 4 | UNDER
    if led != NO_SUIT:
        cards = suit if led == trump else suit + _higher(trumps, over)
        if cards and cards != [under]:
            return cards
        if trumps and trumps != [under]:
            return trumps
    return hand[0] + hand[1] + hand[2] + hand[3]


def _higher(trumps: list[int], over: int) -> list[int]:
    """Those of the trumps that beat what has been played; all of them if no trump has been."""
    if over < 0:
        return trumps
    return [card for card in trumps if TRUMP_ORDER[card & 15] + 16 > over]


def _pick(rng: Random, cards: list[int], manner: int) -> int:
    """One of the cards, by the player's manner."""
    if len(cards) == 1:
        return cards[0]
    if manner == ANY or rng.random() < WHIM:
        return cards[int(rng.random() * len(cards))]
    return max(cards, key=_rank) if manner == HIGH else min(cards, key=_rank)


def _rank(card: int) -> int:
    return card & 15


def _cards_entry(piles: list[list[int]], trump: int, last: int) -> dict[str, Any]:
    """The entry by cards, each suit from the Ace down, leaving out a suit without cards."""
    cards = []
    for pile in piles:
        by_suit: dict[str, list[str]] = {}
        for card in sorted(pile, reverse=True):
            by_suit.setdefault(SUITS[card >> 4], []).append(RANKS[card & 15])
        cards.append(by_suit)
    named = None if trump == NO_SUIT else SUITS[trump]
    return {"cards": cards, "trump": named, "last_trick": last}


def _points_entry(rng: Random, piles: list[list[int]], trump: int, last: int) -> dict[str, Any]:
    """The entry by points, with the tricks where a player's 0 points leave them open."""
    values = [NO_TRUMP_VALUES if trump == NO_SUIT else PLAIN_VALUES] * len(SUITS)
    if trump != NO_SUIT:
        values[trump] = TRUMP_VALUES
    points = [sum(values[card >> 4][card & 15] for card in pile) for pile in piles]
    points[last] += LAST_TRICK
    kind = int(rng.random() * (3 if all(points) else 2))
    if kind == 0:
        return {"points": points, "tricks": [len(pile) // 3 for pile in piles]}
    if kind == 1:
        return {"points": points, "won_trick": [bool(pile) for pile in piles]}
    return {"points": points}
