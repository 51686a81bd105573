"""A second scorer: an oracle for the scoring rules, kept deliberately apart.

This module answers the same question as ``scorekeeper score`` does: given one line
of input, what are the scores, or what is wrong with the entry? It shares no code with
the engine and is built the other way round on purpose. It is slow and literal: every
count is laid out as a pile of single cards and the cards are then counted, the decks
are listed card by card, and the prompts of Mittlere Jass are decided by writing down,
for each of the five, of which players it is true. When the engine and this module
disagree, at least one of them has misread the rules.

Answers are reduced to what two readers of the rules must agree on. A violation or a
warning is its code with those of ``seat``, ``colour``, ``group`` and ``card`` that apply
beyond doubt; messages, fields and the expected and found numbers are left out. The
order of violations and warnings means nothing.
"""

from collections import Counter
from itertools import combinations
from typing import Any, NamedTuple, TypeAlias

Json: TypeAlias = Any
Finding: TypeAlias = dict[str, Json]

GAMES = ("mueckenstich", "kunibert", "mittlere")


class Card(NamedTuple):
    """One card lying on the table.

    ``family`` is its colour or suit, or ``None`` where only a group was typed.
    ``value`` is what is printed on it, or ``None`` where only a number of cards was
    typed.
    """

    family: str | None
    value: int | str | None


# --------------------------------------------------------------------------------------
# Small questions about JSON values
# --------------------------------------------------------------------------------------


def _is_integer(value: Json) -> bool:
    """Say whether the value is a JSON integer; true and false are not."""
    return isinstance(value, int) and not isinstance(value, bool)


def _is_integer_between(value: Json, low: int, high: int) -> bool:
    """Say whether the value is an integer from low to high, both included."""
    return _is_integer(value) and low <= value <= high


def _is_count(value: Json) -> bool:
    """Say whether the value can be a number of cards, tricks or points."""
    return _is_integer_between(value, 0, 999)


def _is_text_among(value: Json, texts: tuple[str, ...]) -> bool:
    """Say whether the value is one of the given texts."""
    return isinstance(value, str) and value in texts


def _is_seat(value: Json, seats: int) -> bool:
    """Say whether the value is a seat of this match."""
    return _is_integer_between(value, 0, seats - 1)


def _is_list_of_objects(value: Json) -> bool:
    """Say whether the value is a list whose members are all objects."""
    return isinstance(value, list) and all(isinstance(each, dict) for each in value)


def _alone_at(numbers: list[int], wanted: int) -> int | None:
    """Return the only seat that has the wanted number, or None if several have it."""
    seats = [seat for seat, number in enumerate(numbers) if number == wanted]
    return seats[0] if len(seats) == 1 else None


# --------------------------------------------------------------------------------------
# Stage 1, as far as an already parsed line can show it, and stage 2
# --------------------------------------------------------------------------------------


def _check_line(line: Json) -> list[Finding]:
    """Stage 1: the keys of the line and their types, one MALFORMED for each place."""
    malformed: Finding = {"code": "MALFORMED"}
    if not isinstance(line, dict):
        return [malformed]
    found: list[Finding] = []
    for key in line:
        if key not in ("seats", "rules", "entry", "anyway", "id"):
            found.append(dict(malformed))
    if not _is_integer(line.get("seats")):
        found.append(dict(malformed))
    if not isinstance(line.get("entry"), dict):
        found.append(dict(malformed))
    if "rules" in line and not isinstance(line["rules"], dict):
        found.append(dict(malformed))
    if "anyway" in line and not isinstance(line["anyway"], bool):
        found.append(dict(malformed))
    return found


def _names_of_house_rules(game: str) -> tuple[str, ...]:
    """Return the names of the house rules of a game."""
    if game == "mueckenstich":
        return ("set_aside", "scoring", "removal_chooser", "rounds")
    if game == "kunibert":
        return ("hand_cards_count_against", "pro_rule", "target", "tie")
    return ("no_trick_and_hundred", "rounds")


def _is_value_of_house_rule(game: str, name: str, value: Json) -> bool:
    """Say whether a house rule of this game can have this value."""
    if name in ("set_aside", "scoring"):
        return _is_text_among(value, ("per_phase", "per_round"))
    if name == "removal_chooser":
        return _is_text_among(value, ("mosquitoes", "tricks"))
    if name in ("hand_cards_count_against", "pro_rule"):
        return isinstance(value, bool)
    if name == "target":
        return _is_integer_between(value, 5, 5000)
    if name == "tie":
        return _is_text_among(value, ("shared", "extra_round"))
    if name == "no_trick_and_hundred":
        return _is_text_among(value, ("list_order", "third_takes_two"))
    if name == "rounds" and game == "mueckenstich":
        return _is_integer_between(value, 1, 30)
    if name == "rounds" and game == "mittlere":
        return _is_integer_between(value, 1, 60)
    raise AssertionError(f"no such house rule: {game} {name}")


def _check_match(game: str, seats: int, rules: dict[str, Json]) -> list[Finding]:
    """Stage 2: the house rules and the number of players."""
    found: list[Finding] = []
    for name, value in rules.items():
        if name not in _names_of_house_rules(game):
            found.append({"code": "UNKNOWN_RULE"})
        elif not _is_value_of_house_rule(game, name, value):
            found.append({"code": "RULE_VALUE"})
    players = [3] if game == "mittlere" else [3, 4, 5, 6]
    if seats not in players:
        found.append({"code": "PLAYER_COUNT"})
    return found


def _check_lengths(seats: int, entry: dict[str, Json]) -> list[Finding]:
    """Stage 4: every list directly in the entry must have one member per seat."""
    return [
        {"code": "LENGTH"}
        for value in entry.values()
        if isinstance(value, list) and len(value) != seats
    ]


# --------------------------------------------------------------------------------------
# Mückenstich
# --------------------------------------------------------------------------------------

MUECKENSTICH_COLOURS = ("blue", "black", "green", "red")

MUECKENSTICH_NUMBER_DECK = [
    Card(colour, value)
    for colour in MUECKENSTICH_COLOURS
    for value in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 12)
]

MUECKENSTICH_MOSQUITO_DECK = [
    Card(colour, "mosquito")
    for colour in MUECKENSTICH_COLOURS
    for _ in ("first", "second", "third")
]

MUECKENSTICH_CONSERVATION = (
    "TRICKS_SUM",
    "CARDS_MISMATCH",
    "COLOUR_OVER",
    "MOSQUITO_OVER",
    "CARD_DUPLICATE",
)


def _mueckenstich_by_phases(seats: int, rules: dict[str, Json]) -> bool:
    """Say whether each phase is an entry of its own."""
    return seats == 3 and rules.get("scoring", "per_round") == "per_phase"


def _mueckenstich_shape_is_right(
    seats: int, rules: dict[str, Json], entry: dict[str, Json]
) -> bool:
    """Stage 3 for Mückenstich."""
    required = {"tricks", "numbers", "mosquitoes"}
    optional = {"doubled", "removed"}
    if _mueckenstich_by_phases(seats, rules):
        required.add("phase")
    keys = set(entry)
    if not required <= keys or not keys <= required | optional:
        return False
    if "phase" in required and not _is_integer_between(entry["phase"], 0, 1):
        return False
    return (
        isinstance(entry["tricks"], list)
        and _is_list_of_objects(entry["numbers"])
        and _is_list_of_objects(entry["mosquitoes"])
    )


def _mueckenstich_values(seats: int, entry: dict[str, Json]) -> list[Finding]:
    """Stage 5 for Mückenstich."""
    found: list[Finding] = []
    for seat in range(seats):
        if not _is_count(entry["tricks"][seat]):
            found.append({"code": "NOT_A_COUNT", "seat": seat})

        for colour, held in entry["numbers"][seat].items():
            if colour not in MUECKENSTICH_COLOURS:
                found.append({"code": "UNKNOWN_COLOUR", "seat": seat})
            elif isinstance(held, list):
                for value in held:
                    if not _is_integer_between(value, 1, 12):
                        found.append({"code": "BAD_VALUE", "seat": seat, "colour": colour})
            elif not _is_count(held):
                found.append({"code": "NOT_A_COUNT", "seat": seat, "colour": colour})

        for colour, held in entry["mosquitoes"][seat].items():
            if colour not in MUECKENSTICH_COLOURS:
                found.append({"code": "UNKNOWN_COLOUR", "seat": seat})
            elif not _is_count(held):
                found.append({"code": "NOT_A_COUNT", "seat": seat, "colour": colour})

    for choice in ("doubled", "removed"):
        chosen = entry.get(choice)
        if chosen is not None and not _is_text_among(chosen, MUECKENSTICH_COLOURS):
            found.append({"code": "UNKNOWN_COLOUR"})
    return found


def _mueckenstich_number_pile(held_by_colour: dict[str, Json]) -> list[Card]:
    """Lay out one player's number cards."""
    pile: list[Card] = []
    for colour, held in held_by_colour.items():
        if isinstance(held, list):
            for value in held:
                pile.append(Card(colour, value))
        else:
            for _ in range(held):
                pile.append(Card(colour, None))
    return pile


def _mueckenstich_mosquito_pile(held_by_colour: dict[str, Json]) -> list[Card]:
    """Lay out one player's mosquitoes."""
    pile: list[Card] = []
    for colour, held in held_by_colour.items():
        for _ in range(held):
            pile.append(Card(colour, "mosquito"))
    return pile


def _mueckenstich_tricks_expected(
    seats: int, rules: dict[str, Json], entry: dict[str, Json]
) -> int:
    """Return how many tricks the round, or the phase, has."""
    if seats == 3:
        if rules.get("set_aside", "per_phase") == "per_phase":
            phases = [10 - 2, 10 - 2]
        else:
            phases = [10 - 2, 10 - 0]
        if _mueckenstich_by_phases(seats, rules):
            phase: int = entry["phase"]
            return phases[phase]
        return phases[0] + phases[1]
    dealt = {4: 15, 5: 12, 6: 10}
    set_aside = {4: 2, 5: 2, 6: 0}
    return dealt[seats] - set_aside[seats]


def _mueckenstich_answer(
    seats: int, rules: dict[str, Json], entry: dict[str, Json], *, anyway: bool
) -> Finding:
    """Stage 6 for Mückenstich, and the score."""
    tricks: list[int] = entry["tricks"]
    number_piles = [_mueckenstich_number_pile(held) for held in entry["numbers"]]
    mosquito_piles = [_mueckenstich_mosquito_pile(held) for held in entry["mosquitoes"]]
    doubled: str | None = entry.get("doubled")
    removed: str | None = entry.get("removed")

    all_numbers = [card for pile in number_piles for card in pile]
    all_mosquitoes = [card for pile in mosquito_piles for card in pile]

    doubled_by = _alone_at(tricks, min(tricks))
    if rules.get("removal_chooser", "mosquitoes") == "mosquitoes":
        mosquito_cards = [len(pile) for pile in mosquito_piles]
        removed_by = _alone_at(mosquito_cards, max(mosquito_cards))
    else:
        removed_by = _alone_at(tricks, max(tricks))

    found: list[Finding] = []

    if sum(tricks) != _mueckenstich_tricks_expected(seats, rules, entry):
        found.append({"code": "TRICKS_SUM"})

    for seat in range(seats):
        cards_held = number_piles[seat] + mosquito_piles[seat]
        if len(cards_held) != tricks[seat] * seats:
            found.append({"code": "CARDS_MISMATCH", "seat": seat})

    for colour in MUECKENSTICH_COLOURS:
        typed = [card for card in all_numbers if card.family == colour]
        exist = [card for card in MUECKENSTICH_NUMBER_DECK if card.family == colour]
        if len(typed) > len(exist):
            found.append({"code": "COLOUR_OVER", "colour": colour})

    for colour in MUECKENSTICH_COLOURS:
        typed = [card for card in all_mosquitoes if card.family == colour]
        exist = [card for card in MUECKENSTICH_MOSQUITO_DECK if card.family == colour]
        if len(typed) > len(exist):
            found.append({"code": "MOSQUITO_OVER", "colour": colour})

    exact_cards = Counter(card for card in all_numbers if card.value is not None)
    for card, times in exact_cards.items():
        if times > MUECKENSTICH_NUMBER_DECK.count(card):
            found.append({"code": "CARD_DUPLICATE", "card": f"{card.family}:{card.value}"})

    if doubled is not None and doubled_by is None:
        found.append({"code": "DOUBLE_NOT_ALLOWED"})
    if doubled is None and doubled_by is not None:
        found.append({"code": "DOUBLE_MISSING"})
    if removed is not None and removed_by is None:
        found.append({"code": "REMOVE_NOT_ALLOWED"})
    if removed is None and removed_by is not None:
        found.append({"code": "REMOVE_MISSING"})
    if removed is not None and removed == doubled:
        found.append({"code": "REMOVE_EQUALS_DOUBLE"})

    if _blocks(found, MUECKENSTICH_CONSERVATION, anyway=anyway):
        return {"violations": found}

    lines: list[list[Finding]] = []
    for seat in range(seats):
        steps: list[Finding] = []
        for colour in MUECKENSTICH_COLOURS:
            held = [card for card in number_piles[seat] if card.family == colour]
            if not held:
                continue
            factor, by = 1, None
            if colour == doubled:
                factor, by = 2, doubled_by
            if colour == removed:
                factor, by = 0, removed_by
            steps.append(
                {
                    "kind": "number_cards",
                    "colour": colour,
                    "cards": len(held),
                    "factor": factor,
                    "by": by,
                    "points": sum(factor for _ in held),
                    "cite": "§5",
                }
            )
        for colour in MUECKENSTICH_COLOURS:
            held = [card for card in mosquito_piles[seat] if card.family == colour]
            if not held:
                continue
            steps.append(
                {
                    "kind": "mosquitoes",
                    "colour": colour,
                    "cards": len(held),
                    "points": -5,
                    "cite": "§5",
                }
            )
        lines.append(steps)

    return {
        "scores": _sums_of_points(lines),
        "warnings": found,
        "lines": lines,
        "doubled_by": doubled_by,
        "removed_by": removed_by,
    }


# --------------------------------------------------------------------------------------
# Ritter Kunibert's 12er Stich
# --------------------------------------------------------------------------------------

KUNIBERT_GROUPS = ("low", "mid", "black12", "red12")
KUNIBERT_COLOURS = ("black", "red")

KUNIBERT_DECK = [
    Card(colour, value)
    for colour in KUNIBERT_COLOURS
    for value in (
        *(1, 1, 1, 1),
        *(2, 2, 2),
        *(3, 3),
        *(4, 4),
        *(5, 5),
        *(6, 6),
        *(7, 7),
        *(8, 8),
        *(9, 9),
        *(12, 12),
    )
]

KUNIBERT_VALUES = {"low": 5, "mid": 10, "black12": 15, "red12": 20}

KUNIBERT_CONSERVATION = ("DECK_OVER",)


class GroupedCard(NamedTuple):
    """One Kunibert card: its group, and the exact card where that was typed."""

    group: str
    exact: Card | None


def _kunibert_group(card: Card) -> str:
    """Return the value group that an exact card belongs to."""
    if card.value in (1, 2, 3, 4, 5):
        return "low"
    if card.value in (6, 7, 8, 9):
        return "mid"
    return "black12" if card.family == "black" else "red12"


def _kunibert_shape_is_right(rules: dict[str, Json], entry: dict[str, Json]) -> bool:
    """Stage 3 for Kunibert."""
    required = {"captured", "last_card"}
    optional = {"hands"}
    if rules.get("hand_cards_count_against", False):
        required.add("hands")
    keys = set(entry)
    if not required <= keys or not keys <= required | optional:
        return False
    for name in ("captured", "hands"):
        if name not in entry:
            continue
        if not _is_list_of_objects(entry[name]):
            return False
        for held in entry[name]:
            for colour in KUNIBERT_COLOURS:
                if colour in held and not isinstance(held[colour], list):
                    return False
    return True


def _kunibert_values(seats: int, entry: dict[str, Json]) -> list[Finding]:
    """Stage 5 for Kunibert."""
    found: list[Finding] = []
    for name in ("captured", "hands"):
        for seat, pile in enumerate(entry.get(name, [])):
            for key, held in pile.items():
                if key in KUNIBERT_COLOURS:
                    for value in held:
                        if not (_is_integer(value) and Card(key, value) in KUNIBERT_DECK):
                            found.append({"code": "NO_SUCH_CARD", "seat": seat})
                elif key in KUNIBERT_GROUPS:
                    if not _is_count(held):
                        found.append({"code": "NOT_A_COUNT", "seat": seat, "group": key})
                else:
                    found.append({"code": "UNKNOWN_GROUP", "seat": seat})
    last_card = entry["last_card"]
    if last_card is not None and not _is_seat(last_card, seats):
        found.append({"code": "LAST_CARD_UNKNOWN_SEAT"})
    return found


def _kunibert_pile(held: dict[str, Json]) -> list[GroupedCard]:
    """Lay out one pile, or one hand, card by card."""
    pile: list[GroupedCard] = []
    for group in KUNIBERT_GROUPS:
        for _ in range(held.get(group, 0)):
            pile.append(GroupedCard(group, None))
    for colour in KUNIBERT_COLOURS:
        for value in held.get(colour, []):
            card = Card(colour, value)
            pile.append(GroupedCard(_kunibert_group(card), card))
    return pile


def _kunibert_deck_over(cards: list[GroupedCard]) -> list[Finding]:
    """Find the groups and the exact cards of which there are too many."""
    found: list[Finding] = []
    for group in KUNIBERT_GROUPS:
        typed = [card for card in cards if card.group == group]
        exist = [card for card in KUNIBERT_DECK if _kunibert_group(card) == group]
        if len(typed) > len(exist):
            found.append({"code": "DECK_OVER", "group": group})
    exact_cards = Counter(card.exact for card in cards if card.exact is not None)
    for exact, times in exact_cards.items():
        if exact.value == 12:
            continue  # the 12s are reported as a group only
        if times > KUNIBERT_DECK.count(exact):
            found.append({"code": "DECK_OVER", "card": f"{exact.family}:{exact.value}"})
    return found


def _kunibert_checksum_is_wrong(pile: list[GroupedCard], *, pro_rule: bool) -> bool:
    """Say whether a pile of exact cards cannot be made of whole tricks."""
    exact = [card.exact for card in pile if card.exact is not None]
    if not exact or len(exact) != len(pile):
        return False
    running = 0
    for card in exact:
        assert isinstance(card.value, int)
        if card.family == "black":
            running = running + card.value
        else:
            running = running - card.value
    return running % 12 != 0 or (running < 0 and not pro_rule)


def _kunibert_answer(
    seats: int, rules: dict[str, Json], entry: dict[str, Json], *, anyway: bool
) -> Finding:
    """Stage 6 for Kunibert, and the score."""
    hands_count: bool = rules.get("hand_cards_count_against", False)
    pro_rule: bool = rules.get("pro_rule", False)
    last_card: int | None = entry["last_card"]
    piles = [_kunibert_pile(held) for held in entry["captured"]]
    hands = [_kunibert_pile(held) for held in entry.get("hands", [{}] * seats)]

    found = _kunibert_deck_over([card for held in piles + hands for card in held])
    if hands_count and last_card is not None and len(hands[last_card]) > 0:
        found.append({"code": "LAST_CARD_HAS_HAND", "seat": last_card})

    if _blocks(found, KUNIBERT_CONSERVATION, anyway=anyway):
        return {"violations": found}

    warnings = list(found)
    for seat in range(seats):
        groups = Counter(card.group for card in piles[seat])
        if len(piles[seat]) == 1:
            warnings.append({"code": "SINGLE_CARD", "seat": seat})
        if groups["red12"] > groups["black12"] and not pro_rule:
            warnings.append({"code": "RED12_WITHOUT_BLACK12", "seat": seat})
        if _kunibert_checksum_is_wrong(piles[seat], pro_rule=pro_rule):
            warnings.append({"code": "CHECKSUM", "seat": seat})
        if hands_count and len(hands[seat]) == 0 and seat != last_card:
            warnings.append({"code": "HAND_EMPTY_NO_BONUS", "seat": seat})

    lines: list[list[Finding]] = []
    for seat in range(seats):
        steps: list[Finding] = []
        for group in KUNIBERT_GROUPS:
            held = [card for card in piles[seat] if card.group == group]
            if held:
                steps.append(
                    {
                        "kind": "captured",
                        "group": group,
                        "cards": len(held),
                        "value": KUNIBERT_VALUES[group],
                        "points": sum(KUNIBERT_VALUES[card.group] for card in held),
                        "cite": "§7",
                    }
                )
        if seat == last_card:
            steps.append({"kind": "last_card", "points": 30, "cite": "§6"})
        if hands_count:
            for group in KUNIBERT_GROUPS:
                held = [card for card in hands[seat] if card.group == group]
                if held:
                    steps.append(
                        {
                            "kind": "hand",
                            "group": group,
                            "cards": len(held),
                            "value": KUNIBERT_VALUES[group],
                            "points": -sum(KUNIBERT_VALUES[card.group] for card in held),
                            "cite": "§10",
                        }
                    )
        lines.append(steps)

    return {"scores": _sums_of_points(lines), "warnings": warnings, "lines": lines}


# --------------------------------------------------------------------------------------
# Mittlere Jass
# --------------------------------------------------------------------------------------

MITTLERE_SUITS = ("acorns", "shields", "roses", "bells")
MITTLERE_RANKS = ("A", "K", "O", "U", "B", "9", "8", "7", "6")

MITTLERE_DECK = [Card(suit, rank) for suit in MITTLERE_SUITS for rank in MITTLERE_RANKS]

PLAIN_SUIT = dict(zip(MITTLERE_RANKS, (11, 4, 3, 2, 10, 0, 0, 0, 0), strict=True))
TRUMP_SUIT = dict(zip(MITTLERE_RANKS, (11, 4, 3, 20, 10, 14, 0, 0, 0), strict=True))
NO_TRUMP_AROSE = dict(zip(MITTLERE_RANKS, (11, 4, 3, 2, 10, 0, 8, 0, 0), strict=True))

MOST_POINTS_OF_TRICKS = {1: 50, 2: 83, 3: 113, 4: 131, 5: 142, 6: 151}
LEAST_POINTS_OF_TRICKS = {6: 6, 7: 15, 8: 26, 9: 44, 10: 74, 11: 107}


def _mittlere_shape_is_right(entry: dict[str, Json]) -> bool:
    """Stage 3 for Mittlere."""
    keys = set(entry)
    allowed_sets = [
        {"points"},
        {"points", "tricks"},
        {"points", "won_trick"},
        {"cards", "trump", "last_trick"},
    ]
    if keys not in allowed_sets:
        return False
    for name in ("points", "tricks", "won_trick", "cards"):
        if name in entry and not isinstance(entry[name], list):
            return False
    for member in entry.get("won_trick", []):
        if not isinstance(member, bool):
            return False
    for pile in entry.get("cards", []):
        if not isinstance(pile, dict):
            return False
        for suit in MITTLERE_SUITS:
            if suit in pile and not isinstance(pile[suit], list):
                return False
    return True


def _mittlere_values(seats: int, entry: dict[str, Json]) -> list[Finding]:
    """Stage 5 for Mittlere."""
    found: list[Finding] = []
    for name in ("points", "tricks"):
        for seat, number in enumerate(entry.get(name, [])):
            if not _is_count(number):
                found.append({"code": "NOT_A_COUNT", "seat": seat})
    if "cards" in entry:
        for seat, pile in enumerate(entry["cards"]):
            for suit, ranks in pile.items():
                if suit not in MITTLERE_SUITS:
                    found.append({"code": "UNKNOWN_SUIT", "seat": seat})
                    continue
                for rank in ranks:
                    if not _is_text_among(rank, MITTLERE_RANKS):
                        found.append({"code": "NO_SUCH_CARD", "seat": seat})
        trump = entry["trump"]
        if trump is not None and not _is_text_among(trump, MITTLERE_SUITS):
            found.append({"code": "UNKNOWN_SUIT"})
        if not _is_seat(entry["last_trick"], seats):
            found.append({"code": "LAST_TRICK_UNKNOWN_SEAT"})
    return found


class MittlereRound(NamedTuple):
    """What the prompts look at: the points, and whether each player won a trick."""

    points: list[int]
    won_a_trick: list[bool]


def _mittlere_violations_by_points(entry: dict[str, Json]) -> list[Finding]:
    """Stage 6 for Mittlere, when the points were typed."""
    found: list[Finding] = []
    points: list[int] = entry["points"]
    if sum(points) != 157:
        found.append({"code": "POINTS_SUM"})
    if "tricks" in entry and sum(entry["tricks"]) != 12:
        found.append({"code": "TRICKS_SUM"})
    if "won_trick" in entry and True not in entry["won_trick"]:
        found.append({"code": "TRICKS_SUM"})
    if "tricks" not in entry and "won_trick" not in entry and 0 in points:
        found.append({"code": "TRICKS_NEEDED"})
    for seat in range(3):
        without_a_trick = ("tricks" in entry and entry["tricks"][seat] == 0) or (
            "won_trick" in entry and entry["won_trick"][seat] is False
        )
        if without_a_trick and points[seat] > 0:
            found.append({"code": "POINTS_WITHOUT_TRICK", "seat": seat})
    return found


def _mittlere_warnings_by_points(entry: dict[str, Json]) -> list[Finding]:
    """Find the players whose points cannot have arisen."""
    found: list[Finding] = []
    for seat in range(3):
        points: int = entry["points"][seat]
        impossible = points in (1, 156)
        if "tricks" in entry:
            tricks: int = entry["tricks"][seat]
            if tricks in MOST_POINTS_OF_TRICKS:
                impossible = impossible or points > MOST_POINTS_OF_TRICKS[tricks]
            if tricks in LEAST_POINTS_OF_TRICKS:
                impossible = impossible or points < LEAST_POINTS_OF_TRICKS[tricks]
        if impossible:
            found.append({"code": "POINTS_IMPOSSIBLE", "seat": seat})
    return found


def _mittlere_round_by_points(entry: dict[str, Json]) -> MittlereRound:
    """Read a sound entry by points."""
    if "tricks" in entry:
        won = [number > 0 for number in entry["tricks"]]
    elif "won_trick" in entry:
        won = list(entry["won_trick"])
    else:
        won = [True, True, True]  # everybody has points, so everybody won a trick
    return MittlereRound(list(entry["points"]), won)


def _mittlere_piles(entry: dict[str, Json]) -> list[list[Card]]:
    """Lay out the three piles card by card."""
    return [
        [Card(suit, rank) for suit, ranks in pile.items() for rank in ranks]
        for pile in entry["cards"]
    ]


def _mittlere_violations_by_cards(entry: dict[str, Json]) -> list[Finding]:
    """Stage 6 for Mittlere, when the cards were typed."""
    found: list[Finding] = []
    piles = _mittlere_piles(entry)
    times = Counter(card for pile in piles for card in pile)
    for card in MITTLERE_DECK:
        if times[card] > 1:
            found.append({"code": "CARD_DUPLICATE", "card": f"{card.family}:{card.value}"})
    if any(times[card] == 0 for card in MITTLERE_DECK):
        found.append({"code": "CARDS_MISSING"})
    for seat, pile in enumerate(piles):
        if len(pile) % 3 != 0:
            found.append({"code": "PILE_NOT_MULTIPLE_OF_3", "seat": seat})
    if piles[entry["last_trick"]] == []:
        found.append({"code": "LAST_TRICK", "seat": entry["last_trick"]})
    return found


def _mittlere_warnings_by_cards(entry: dict[str, Json]) -> list[Finding]:
    """Find out whether a trump must have arisen though none was typed."""
    if entry["trump"] is not None:
        return []
    for pile in _mittlere_piles(entry):
        for suit in MITTLERE_SUITS:
            if len([card for card in pile if card.family == suit]) % 3 != 0:
                return [{"code": "TRUMP_AROSE"}]
    return []


def _mittlere_round_by_cards(entry: dict[str, Json]) -> MittlereRound:
    """Read a sound entry by cards."""
    points: list[int] = []
    won: list[bool] = []
    for seat, pile in enumerate(_mittlere_piles(entry)):
        total = 0
        for card in pile:
            rank = str(card.value)
            if entry["trump"] is None:
                total = total + NO_TRUMP_AROSE[rank]
            elif card.family == entry["trump"]:
                total = total + TRUMP_SUIT[rank]
            else:
                total = total + PLAIN_SUIT[rank]
        if seat == entry["last_trick"]:
            total = total + 5
        points.append(total)
        won.append(len(pile) > 0)
    return MittlereRound(points, won)


def _mittlere_true_of(played: MittlereRound) -> dict[int, set[int]]:
    """Write down, for each of the five prompts, the players it is true of."""
    everybody = {0, 1, 2}
    points = played.points
    with_trick = {seat for seat in everybody if played.won_a_trick[seat]}

    took_all = with_trick if len(with_trick) == 1 else set()
    took_none = everybody - with_trick
    at_a_hundred = {seat for seat in everybody if points[seat] >= 100}
    same_points: set[int] = set()
    for one, other in combinations(sorted(everybody), 2):
        if points[one] == points[other]:
            same_points = same_points | {one, other}
    in_the_middle = {
        seat
        for seat in everybody
        if len([n for n in points if n < points[seat]]) == 1
        and len([n for n in points if n > points[seat]]) == 1
    }
    return {
        1: took_all,
        2: took_none,
        3: at_a_hundred,
        4: same_points,
        5: in_the_middle,
    }


def _mittlere_answer(rules: dict[str, Json], entry: dict[str, Json]) -> Finding:
    """Stage 6 for Mittlere, and the score."""
    if "points" in entry:
        violations = _mittlere_violations_by_points(entry)
    else:
        violations = _mittlere_violations_by_cards(entry)
    if violations:
        return {"violations": violations}

    if "points" in entry:
        warnings = _mittlere_warnings_by_points(entry)
        played = _mittlere_round_by_points(entry)
    else:
        warnings = _mittlere_warnings_by_cards(entry)
        played = _mittlere_round_by_cards(entry)

    true_of = _mittlere_true_of(played)
    true_prompts = [prompt for prompt in (1, 2, 3, 4, 5) if true_of[prompt]]
    first = true_prompts[0]
    prompts = [first]
    third_takes_two = rules.get("no_trick_and_hundred", "list_order") == "third_takes_two"
    if first == 2 and true_of[3] and third_takes_two:
        prompts = [2, 3]
    also_true = [prompt for prompt in true_prompts if prompt not in prompts]
    subjects = {seat for prompt in prompts for seat in true_of[prompt]}

    # What the players that it is about get, and what everybody else gets.
    if prompts == [1]:
        theirs, others = ("sticks", 2), ("potatoes", 1)
    elif prompts in ([2], [3], [5]):
        theirs, others = ("potatoes", 2), ("sticks", 1)
    else:  # [4], and [2, 3] together
        theirs, others = ("potatoes", 1), ("sticks", 2)

    gained = [theirs if seat in subjects else others for seat in range(3)]
    sticks = [count if what == "sticks" else 0 for what, count in gained]
    potatoes = [count if what == "potatoes" else 0 for what, count in gained]

    lines: list[list[Finding]] = []
    for seat in range(3):
        cited = prompts[0]
        if prompts == [2, 3] and seat in true_of[3]:
            cited = 3
        steps: list[Finding] = []
        if sticks[seat]:
            steps.append(
                {
                    "kind": "sticks",
                    "count": sticks[seat],
                    "points": sticks[seat],
                    "cite": f"Scoring {cited}",
                }
            )
        if potatoes[seat]:
            steps.append(
                {
                    "kind": "potatoes",
                    "count": potatoes[seat],
                    "points": -potatoes[seat],
                    "cite": f"Scoring {cited}",
                }
            )
        lines.append(steps)

    return {
        "scores": _sums_of_points(lines),
        "warnings": warnings,
        "lines": lines,
        "prompts": prompts,
        "also_true": also_true,
        "subjects": sorted(subjects),
        "card_points": played.points,
        "sticks": sticks,
        "potatoes": potatoes,
    }


# --------------------------------------------------------------------------------------
# What all three games share
# --------------------------------------------------------------------------------------


def _blocks(found: list[Finding], conservation: tuple[str, ...], *, anyway: bool) -> bool:
    """Say whether what stage 6 found keeps the round from being scored."""
    if not found:
        return False
    if not anyway:
        return True
    return any(finding["code"] not in conservation for finding in found)


def _sums_of_points(lines: list[list[Finding]]) -> list[int]:
    """Return the scores: each seat's lines sum to its score."""
    return [sum(step["points"] for step in steps) for steps in lines]


def _reply(game: str, line: Json) -> Finding:
    """Go through the stages; the first that finds anything answers."""
    found = _check_line(line)
    if found:
        return {"violations": found}
    seats: int = line["seats"]
    rules: dict[str, Json] = line.get("rules", {})
    entry: dict[str, Json] = line["entry"]
    anyway: bool = line.get("anyway", False)

    found = _check_match(game, seats, rules)
    if found:
        return {"violations": found}

    if game == "mueckenstich":
        shape_is_right = _mueckenstich_shape_is_right(seats, rules, entry)
    elif game == "kunibert":
        shape_is_right = _kunibert_shape_is_right(rules, entry)
    else:
        shape_is_right = _mittlere_shape_is_right(entry)
    if not shape_is_right:
        return {"violations": [{"code": "MALFORMED"}]}

    # Directly in the entry every list is one by seat, except where a list stands in
    # for a scalar; that is a fault of the next stage and no question of length.
    lists_by_seat = {
        key: value
        for key, value in entry.items()
        if key not in ("doubled", "removed", "last_card", "trump", "last_trick")
    }
    found = _check_lengths(seats, lists_by_seat)
    if found:
        return {"violations": found}

    if game == "mueckenstich":
        found = _mueckenstich_values(seats, entry)
    elif game == "kunibert":
        found = _kunibert_values(seats, entry)
    else:
        found = _mittlere_values(seats, entry)
    if found:
        return {"violations": found}

    if game == "mueckenstich":
        return _mueckenstich_answer(seats, rules, entry, anyway=anyway)
    if game == "kunibert":
        return _kunibert_answer(seats, rules, entry, anyway=anyway)
    return _mittlere_answer(rules, entry)


def answer(game: str, line: Json) -> dict[str, Json]:
    """Return what ``scorekeeper score GAME`` must print for one parsed line.

    ``game`` is "mueckenstich", "kunibert" or "mittlere". The line may have the keys
    "seats", "rules", "entry", "anyway" and "id". The answer has the keys "scores",
    "warnings", "lines" and the game's own, or else "violations" alone; in both cases
    also "id" if the line has one.
    """
    if game not in GAMES:
        raise ValueError(f"unknown game: {game}")
    reply = _reply(game, line)
    if isinstance(line, dict) and "id" in line:
        reply["id"] = line["id"]
    return reply
