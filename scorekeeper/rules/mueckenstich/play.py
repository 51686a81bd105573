"""One round of Mückenstich, played card by card, legally but without much thought.

A card is a small int: its colour's index in COLOURS times 16 plus its rank, which is 1 to 12
for a number card and 13 for a mosquito. Within a colour the greater int is the higher card, and
equal cards (the 12s, the mosquitoes) are equal ints.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorekeeper.rules.mueckenstich.house import IN_PHASES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

COLOURS = ("blue", "black", "green", "red")
MOSQUITO = 13
NO_COLOUR = 4  # every hand has an empty fifth list for it, so it never needs a special case
DECK = tuple(
    colour << 4 | rank
    for colour in range(4)
    for rank in (*range(1, 13), 12, MOSQUITO, MOSQUITO, MOSQUITO)
)
IN_PLAY = 60  # of 64; 4 are left over, whatever the number of players (§3)
DEALT = {3: 10, 4: 15, 5: 12, 6: 10}  # for each player; with 3 players in each phase
SET_ASIDE = {3: 2, 4: 2, 5: 2, 6: 0}
# How often players do what makes sense, or don't.
SHEDS_MOSQUITO, NAMES_LYING_COLOUR, KEEPS_TRUMP, CHOOSES_ANY = 0.5, 0.5, 0.1, 0.15

Hand = list[list[int]]  # by colour
Pile = list[int]


def play_round(
    rng: Random, seats: int, rules: Mapping[str, object], *, dealer: int, exact: bool
) -> list[dict[str, Any]]:
    """Deal and play one round, make the choices, and return what the table would enter.

    The seat after the dealer leads. With 3 players there are two phases; the winner of the
    first one's last trick leads the second (house reading), and the trump stays, for only a
    round begins without one. Source: Mückenstich §3, §4, §5.

    Args:
        rng: the only source of chance; equal states give equal rounds.
        seats: number of players, 3 to 6.
        rules: every house rule of the game; `set_aside`, `scoring` and `removal_chooser` matter.
        dealer: the dealer's seat, 0 to seats - 1.
        exact: True lists each number card by its value, False counts them by colour.

    Returns:
        One entry; two, for phase 0 and phase 1, with 3 players and `scoring: per_phase`.
    """
    deck = rng.sample(DECK, IN_PLAY)
    piles: list[Pile] = [[] for _ in range(seats)]
    if seats != IN_PHASES:
        _play_phase(rng, _hands(deck, seats, SET_ASIDE[seats]), piles, (dealer + 1) % seats)
        return [_entry(rng, piles, rules, exact=exact)]
    half = IN_PLAY // 2
    first = _hands(deck[:half], seats, SET_ASIDE[seats])
    second = _hands(deck[half:], seats, 0 if rules["set_aside"] == "per_round" else 2)
    leader, trump = _play_phase(rng, first, piles, (dealer + 1) % seats)
    if rules["scoring"] != "per_phase":
        _play_phase(rng, second, piles, leader, trump)
        return [_entry(rng, piles, rules, exact=exact)]
    later: list[Pile] = [[] for _ in range(seats)]
    _play_phase(rng, second, later, leader, trump)
    return [
        _entry(rng, phase_piles, rules, exact=exact) | {"phase": phase}
        for phase, phase_piles in enumerate((piles, later))
    ]


def _hands(deck: Sequence[int], seats: int, aside: int) -> list[Hand]:
    """Deal, and set `aside` cards of each hand aside: the last, as good as any after a shuffle."""
    dealt = DEALT[seats]
    hands: list[Hand] = []
    for start in range(0, seats * dealt, dealt):
        hand: Hand = [[], [], [], [], []]
        for card in deck[start : start + dealt - aside]:
            hand[card >> 4].append(card)
        hands.append(hand)
    return hands


def _play_phase(
    rng: Random, hands: list[Hand], piles: list[Pile], leader: int, trump: int = NO_COLOUR
) -> tuple[int, int]:
    """Play all tricks into the piles; return the last trick's winner and the trump."""
    seats = len(hands)
    for _ in range(sum(map(len, hands[0]))):
        trick, trump = _play_trick(rng, hands, leader, trump)
        leader = (leader + _winning_place(trick, trump)) % seats
        piles[leader] += trick
    return leader, trump


def _play_trick(rng: Random, hands: list[Hand], leader: int, trump: int) -> tuple[list[int], int]:
    """Let everybody play a card, following colour; return the cards in order and the trump."""
    trick: list[int] = []
    led = NO_COLOUR
    for hand in hands[leader:] + hands[:leader]:
        cards = hand[led] or _free_choice(rng, hand, led)
        card = cards[int(rng.random() * len(cards))]
        hand[card >> 4].remove(card)
        trick.append(card)
        led = trick[0] >> 4
        if card & 15 == MOSQUITO:
            trump = _name_trump(rng, trick, trump)
    return trick, trump


def _free_choice(rng: Random, hand: Hand, led: int) -> list[int]:
    """The cards considered by a player who leads or can't follow: often just the mosquitoes.

    Who can't follow gladly leaves a mosquito to somebody else.
    """
    cards = hand[0] + hand[1] + hand[2] + hand[3]
    if led != NO_COLOUR and rng.random() < SHEDS_MOSQUITO:
        return [card for card in cards if card & 15 == MOSQUITO] or cards
    return cards


def _name_trump(rng: Random, trick: list[int], trump: int) -> int:
    """The trump that the player of the trick's last card, a mosquito, names (or keeps).

    Mostly the colour of an earlier card, so that the mosquito goes to that card's player.
    """
    whim = rng.random()
    if whim < NAMES_LYING_COLOUR and len(trick) > 1:
        return trick[int(rng.random() * (len(trick) - 1))] >> 4
    if whim > 1 - KEEPS_TRUMP and trump != NO_COLOUR:  # else there is none to keep
        return trump
    return int(rng.random() * 4)


def _winning_place(trick: list[int], trump: int) -> int:
    """Who won, counted from the leader: highest trump, else highest of the led colour (§4).

    The trump is the one named last, so it counts for the cards before its mosquito, too. Of two
    equal cards the later is higher.
    """
    colours = [card >> 4 for card in trick]
    winning = trump if trump in colours else colours[0]
    best = best_place = 0
    for place, card in enumerate(trick):
        if colours[place] == winning and card >= best:
            best, best_place = card, place
    return best_place


def _entry(
    rng: Random, piles: list[Pile], rules: Mapping[str, object], *, exact: bool
) -> dict[str, Any]:
    """What the table enters for these piles, with the choices of §5."""
    seats = len(piles)
    tricks = [len(pile) // seats for pile in piles]
    values: list[list[list[int]]] = [[[], [], [], []] for _ in piles]
    mosquitoes = [[0, 0, 0, 0] for _ in piles]
    for pile, by_colour, bites in zip(piles, values, mosquitoes, strict=True):
        for card in sorted(pile) if exact else pile:
            if card & 15 == MOSQUITO:
                bites[card >> 4] += 1
            else:
                by_colour[card >> 4].append(card & 15)
    counts = [list(map(len, by_colour)) for by_colour in values]
    most = tricks if rules["removal_chooser"] == "tricks" else list(map(sum, mosquitoes))
    doubled = _choice(rng, counts, _only(tricks, min(tricks)), 1, NO_COLOUR)
    removed = _choice(rng, counts, _only(most, max(most)), -1, doubled)
    return {
        "tricks": tricks,
        "numbers": [_by_name(row) for row in (values if exact else counts)],
        "mosquitoes": [_by_name(row) for row in mosquitoes],
        "doubled": None if doubled == NO_COLOUR else COLOURS[doubled],
        "removed": None if removed == NO_COLOUR else COLOURS[removed],
    }


def _only(numbers: list[int], best: int) -> int:
    """The only seat with this number, or -1 if it is shared, for then nobody chooses."""
    return numbers.index(best) if numbers.count(best) == 1 else -1


def _choice(rng: Random, counts: list[list[int]], chooser: int, sign: int, barred: int) -> int:
    """The colour chosen: mostly the best for the chooser against the others, sometimes any.

    `sign` is 1 to double, -1 to remove. Equally good colours are equally likely.
    """
    if chooser < 0:
        return NO_COLOUR
    colours = [colour for colour in range(4) if colour != barred]
    rng.shuffle(colours)
    if rng.random() < CHOOSES_ANY:
        return colours[0]
    own, seats = counts[chooser], len(counts)
    return max(colours, key=lambda c: sign * (own[c] * seats - sum(row[c] for row in counts)))


def _by_name(row: Sequence[object]) -> dict[str, Any]:
    """By colour, leaving out what is empty or zero."""
    return {colour: number for colour, number in zip(COLOURS, row, strict=True) if number}
