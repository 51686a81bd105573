"""What holds of every round of every game, on rounds that are played card by card."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from copy import deepcopy
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scorekeeper.rules import GAMES
from scorekeeper.rules.problems import Json, Problem, Unscorable
from tests.rules.mutations import mutate
from tests.rules.table import ask, play, tables

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.rules.base import Entry, Game
    from scorekeeper.rules.inputs import Inputs


class Played(NamedTuple):
    """A round at a table: the game with its house rules, and the entry."""

    game: Game
    line: dict[str, Json]

    @property
    def entry(self) -> dict[str, Json]:
        """The entry of the line."""
        entry: dict[str, Json] = self.line["entry"]
        return entry


TABLES = list(tables())
COUNTED = [table for table in TABLES if not table[3]]
EXACT = [table for table in TABLES if table[3]]
SEEDS = st.integers(0, 2**32)


def _play(table: tuple[str, int, dict[str, Json], bool], seed: int, which: int) -> Played:
    key, seats, rules, exact = table
    lines = play(Random(seed), key, seats, rules, exact=exact)
    return Played(GAMES[key](seats, rules), lines[which % len(lines)])


def played(
    of: Sequence[tuple[str, int, dict[str, Json], bool]] = TABLES,
) -> st.SearchStrategy[Played]:
    """Play a round at one of these tables; of two phases give one."""
    return st.builds(_play, st.sampled_from(of), SEEDS, st.integers(0, 1))


def seated(entry: Entry, order: Sequence[int]) -> dict[str, Json]:
    """Seat the players anew: who sat at ``order[n]`` sits at ``n``."""
    moved: dict[str, Json] = {}
    for key, value in entry.items():
        if isinstance(value, list):
            moved[key] = [value[seat] for seat in order]
        elif key in ("last_card", "last_trick") and value is not None:
            moved[key] = order.index(value)
        else:
            moved[key] = value
    return moved


@given(played(), st.data())
def test_permuting_the_seats_permutes_the_scores(round_: Played, data: st.DataObject) -> None:
    """Who sits where changes nothing: scores and lines move with the players."""
    game, entry = round_.game, round_.entry
    order = data.draw(st.permutations(range(game.seats)))
    plain, moved = game.score(entry), game.score(seated(entry, order))

    assert moved.scores == tuple(plain.scores[seat] for seat in order)
    for seat, before in enumerate(order):
        kinds = [{**line, "by": None} for line in moved.lines[seat]]
        assert kinds == [{**line, "by": None} for line in plain.lines[before]]
    for name in ("doubled_by", "removed_by"):
        if plain.facts.get(name) is not None:
            assert order[moved.facts[name]] == plain.facts[name]
    for name in ("card_points", "sticks", "potatoes"):
        if name in plain.facts:
            assert list(moved.facts[name]) == [plain.facts[name][seat] for seat in order]
    assert moved.facts.get("prompts") == plain.facts.get("prompts")
    assert moved.facts.get("also_true") == plain.facts.get("also_true")


@given(played(), SEEDS)
def test_lines_sum_to_the_score(round_: Played, seed: int) -> None:
    """Each seat's lines add up to its points, in sound rounds and in rounds recorded anyway."""
    sound = round_.game.score(round_.entry)
    read = ask(round_.game.key, mutate(Random(seed), round_.line))
    recorded = zip(read.get("scores", []), read.get("lines", []), strict=True)

    for points, lines in (*zip(sound.scores, sound.lines, strict=True), *recorded):
        assert points == sum(line["points"] for line in lines)


@given(played([table for table in TABLES if table[0] == "mittlere"]))
def test_mittlere_gives_out_two_sticks_and_two_potatoes(round_: Played) -> None:
    """Exactly one prompt is followed, or 2 and 3 together, and the scores sum to 0."""
    scored = round_.game.score(round_.entry)
    facts = scored.facts

    assert facts["prompts"] in ([1], [2], [3], [4], [5], [2, 3])
    assert not set(facts["prompts"]) & set(facts["also_true"])
    assert facts["also_true"] == sorted(facts["also_true"])
    assert sum(facts["sticks"]) == sum(facts["potatoes"]) == 2
    assert sum(scored.scores) == 0
    assert sum(facts["card_points"]) == 157
    assert scored.scores == tuple(
        up - down for up, down in zip(facts["sticks"], facts["potatoes"], strict=True)
    )


@given(st.lists(st.integers(0, 157), min_size=2, max_size=2), st.data())
def test_mittlere_has_a_prompt_for_any_157_points(cuts: list[int], data: st.DataObject) -> None:
    """Whatever three numbers make 157, one prompt is followed; it takes 2 and gives 2."""
    low, high = sorted(cuts)
    points = [low, high - low, 157 - high]
    won = [of > 0 or data.draw(st.booleans()) for of in points]
    choice = data.draw(st.sampled_from(["list_order", "third_takes_two"]))
    game = GAMES["mittlere"](3, {"no_trick_and_hundred": choice})
    facts = game.score({"points": points, "won_trick": won}).facts

    assert len(facts["prompts"]) == 1 or facts["prompts"] == [2, 3]
    assert sum(facts["sticks"]) == sum(facts["potatoes"]) == 2


def counted(game: Game, entry: Entry) -> dict[str, Json]:
    """Type a round by its counts: what is declared is filled in, as in a form."""
    number = 1 + entry.get("phase", 0)
    inputs = game.inputs(number)
    typed: dict[str, Json] = {"seats": [dict(seat) for seat in game.tally(entry)]}
    for choice in inputs.choices:
        typed[choice.name] = entry[choice.path[0]]
    if inputs.questions:
        tricks = entry.get("won_trick") or entry.get("tricks") or entry.get("cards")
        for place, seat in enumerate(typed["seats"]):
            seat["won_trick"] = bool(tricks[place]) if tricks else None
    return game.entry(typed, number)


@given(played(EXACT))
def test_exact_cards_and_counts_score_the_same(round_: Played) -> None:
    """Typing the cards or only their number gives the same points, lines and facts."""
    game, exact = round_.game, round_.game.score(round_.entry)
    by_counts = counted(game, round_.entry)
    again = game.score(by_counts)

    assert by_counts != round_.entry
    assert again.scores == exact.scores
    assert again.facts == exact.facts
    assert [sorted(map(str, of)) for of in again.lines] == [
        sorted(map(str, of)) for of in exact.lines
    ]


def typed_by_cards(game: Game, entry: Entry) -> dict[str, Json]:
    """Type a round by its exact cards, as a form does that was made from it."""
    number = 1 + entry.get("phase", 0)
    inputs = game.inputs(number)
    assert inputs.exact is not None
    seats: list[dict[str, Json]] = [dict(seat) for seat in game.tally(entry)]
    for seat, cards in zip(seats, game.exact(entry, number), strict=True):
        seat["cards"] = list(cards)
    choices = (*inputs.choices, *inputs.exact.choices)
    typed = {choice.name: entry[choice.path[0]] for choice in choices if choice.path[0] in entry}
    return {"seats": seats, **typed}


@given(played(EXACT))
def test_exact_cards_come_back_as_they_were_typed(round_: Played) -> None:
    """entry() undoes exact(): a round made of exact cards is the same when it is typed anew."""
    game, entry = round_.game, round_.entry
    number = 1 + entry.get("phase", 0)
    again = game.entry(typed_by_cards(game, entry), number)

    assert again == entry
    assert game.exact(again, number) == game.exact(entry, number)


@given(played(EXACT))
def test_every_card_that_is_held_is_a_declared_one(round_: Played) -> None:
    """Exact cards are the declared ones, none more often than the deck has it."""
    game, number = round_.game, 1 + round_.entry.get("phase", 0)
    exact = game.inputs(number).exact
    assert exact is not None
    seats = game.exact(round_.entry, number)
    held = Counter(exact.by_name[name].what for cards in seats for name in cards)

    assert held <= exact.deck
    for counts, cards in zip(game.tally(round_.entry), seats, strict=True):
        counted = exact.counted(cards)
        assert {name: counts[name] for name in exact.counts} == {
            name: counted[name] for name in exact.counts
        }


@given(played(EXACT), st.data())
def test_some_seats_by_cards_and_some_by_counts_score_the_same(
    round_: Played, data: st.DataObject
) -> None:
    """Each seat has cards or counts as it likes; of three that share a deck one may be left out."""
    game, number = round_.game, 1 + round_.entry.get("phase", 0)
    exact = game.inputs(number).exact
    assert exact is not None
    typed = typed_by_cards(game, round_.entry)
    for seat in typed["seats"][:1] if exact.whole else typed["seats"]:
        if data.draw(st.booleans()):
            seat["cards"] = None

    assert game.score(game.entry(typed, number)).scores == game.score(round_.entry).scores


@given(played(COUNTED))
def test_typed_counts_come_back_as_they_were_typed(round_: Played) -> None:
    """tally() undoes entry(), so that a correction shows in the form what was recorded."""
    game, entry = round_.game, round_.entry

    assert game.tally(counted(game, entry)) == game.tally(entry)
    assert game.score(counted(game, entry)).scores == game.score(entry).scores


@given(round_=played(), seed=SEEDS, anyway=st.booleans())
def test_scoring_never_changes_the_entry(round_: Played, seed: int, *, anyway: bool) -> None:
    """Sound or not, an entry is only looked at, and so are those beside it."""
    game = round_.game
    spoilt = mutate(Random(seed), round_.line).get("entry")
    before = deepcopy((round_.entry, spoilt))
    for entry in (round_.entry, spoilt):
        with suppress(Unscorable):
            game.score(entry, anyway=anyway, beside=[round_.entry])
        game.check(entry)

    assert (round_.entry, spoilt) == before


@given(played())
def test_scoring_twice_gives_the_same(round_: Played) -> None:
    """A game keeps nothing from one entry to the next."""
    game, entry = round_.game, round_.entry
    once = game.score(entry)
    game.check({})

    assert game.score(entry) == once
    assert game.check(entry) == once.warnings


def _sum_holds(total: int, limit: int, *, at_most: bool) -> bool:
    return total <= limit if at_most else total == limit


def declared_sums_hold(inputs: Inputs, seats: Sequence[Mapping[str, int]]) -> bool:
    """Tell whether typed counts fulfil all the sums that the inputs declare, as a pad would."""
    for declared in inputs.sums:
        by_seat = [sum(seat[name] for name in declared.names) for seat in seats]
        if declared.across:
            if not _sum_holds(sum(by_seat), declared.total, at_most=declared.at_most):
                return False
        else:
            for seat, of in zip(seats, by_seat, strict=True):
                if of != declared.times * seat[declared.of]:
                    return False
    return True


SUM_CODES = {"TRICKS_SUM", "CARDS_MISMATCH", "DECK_OVER", "POINTS_SUM"}


def _is_about_a_sum(problem: Problem) -> bool:
    return problem.code in SUM_CODES and problem.card is None


@given(played(), st.data())
def test_declared_sums_agree_with_the_check(round_: Played, data: st.DataObject) -> None:
    """The sums that a form shows hold exactly if the check has nothing against them."""
    game = round_.game
    number = 1 + round_.entry.get("phase", 0)
    inputs = game.inputs(number)
    seats = [dict(seat) for seat in game.tally(round_.entry)]
    for _ in range(data.draw(st.integers(0, 3))):
        count = data.draw(st.sampled_from(inputs.counts))
        seat = data.draw(st.sampled_from(seats))
        seat[count.name] = data.draw(st.integers(count.low, count.high))
    for seat in seats:
        seat.update({question.name: True for question in inputs.questions})
    choices = {choice.name: round_.entry.get(choice.name) for choice in inputs.choices}
    problems = game.check(game.entry({"seats": seats, **choices}, number))

    assert declared_sums_hold(inputs, seats) == (not any(map(_is_about_a_sum, problems)))


@given(played(), st.data())
def test_declared_bounds_hold_for_every_sound_round(round_: Played, data: st.DataObject) -> None:
    """A field's bounds never stand in the way of a round that was played by the rules."""
    game = round_.game
    inputs = game.inputs(1 + round_.entry.get("phase", 0))
    seat = data.draw(st.sampled_from(list(game.tally(round_.entry))))
    asked = [count for count in inputs.counts if count.name in seat]

    assert {count.name for count in inputs.counts} == {count.name for count in asked}
    assert all(count.low <= seat[count.name] <= count.high for count in asked)


@given(st.sampled_from(TABLES), st.data())
def test_outcome_shares_the_win_and_ranks_1_1_3(
    table: tuple[str, int, dict[str, Json], bool], data: st.DataObject
) -> None:
    """Totals are sums of what counts, ranks are competition ranks, winners are all at the top."""
    key, seats, rules, _ = table
    needed = {rule.name: 25 for rule in GAMES[key].HOUSE_RULES if rule.needed}
    game = GAMES[key](seats, {**rules, **needed})
    scores = st.lists(st.integers(-5, 12), min_size=seats, max_size=seats)
    rounds = data.draw(st.lists(scores, max_size=14))
    outcome = game.outcome(rounds)
    totals = [standing.total for standing in outcome.standings]

    assert totals == [sum(of[seat] for of in rounds[: outcome.counted]) for seat in range(seats)]
    for standing in outcome.standings:
        assert standing.rank == 1 + sum(total > standing.total for total in totals)
    if outcome.finished:
        assert list(outcome.winners) == [
            seat for seat in range(seats) if totals[seat] == max(totals)
        ]
        assert not game.outcome(rounds[: outcome.counted - 1]).finished
    else:
        assert outcome.winners == ()
        assert outcome.counted == len(rounds)


@given(st.sampled_from(TABLES), SEEDS, st.integers(0, 5))
def test_the_same_seed_plays_the_same_round(
    table: tuple[str, int, dict[str, Json], bool], seed: int, dealer: int
) -> None:
    """Rounds are played by the given chance alone, and are entries that can be scored."""
    key, seats, rules, exact = table
    game = GAMES[key](seats, rules)
    assume(dealer < seats)
    once = game.simulate(Random(seed), dealer=dealer, exact=exact)

    assert game.simulate(Random(seed), dealer=dealer, exact=exact) == once
    assert all(game.check(entry) == () for entry in once)


def test_every_table_is_played_at() -> None:
    """The tables above cover every game, number of players and value of a house rule."""
    seen = {(key, seats) for key, seats, _, _ in TABLES}
    values = {(key, name, said) for key, _, rules, _ in TABLES for name, said in rules.items()}

    assert seen == {(key, seats) for key, game in GAMES.items() for seats in game.PLAYERS}
    assert values == {
        (key, rule.name, value)
        for key, game in GAMES.items()
        for rule in game.HOUSE_RULES
        for value in rule.values
    }


@pytest.mark.parametrize("key", [*GAMES])
def test_rules_version_is_a_number_from_1(key: str) -> None:
    """Old revisions say which version scored them, so there is always one."""
    assert GAMES[key].RULES_VERSION >= 1
