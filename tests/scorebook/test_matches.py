"""Matches: begun, undone, restored, ended, and what is kept of them for the lists."""

from __future__ import annotations

import datetime as dt
import json
import uuid
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from scorekeeper.rules import GAMES
from scorekeeper.scorebook import matches
from scorekeeper.scorebook.circles import Seatable
from scorekeeper.scorebook.errors import NotFound, Refused, ScorebookError, Stale
from scorekeeper.scorebook.matches import Plan, check_plan
from tests.builders import NAMES, Table, kunibert, mittlere, played, rows, wrong

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from scorekeeper.rules.problems import Json


def codes(refusal: pytest.ExceptionInfo[Refused]) -> list[str]:
    """Give the codes of a refusal, each of which says itself in a sentence."""
    assert all(problem.words().endswith(".") for problem in refusal.value.problems)
    return [problem.code for problem in refusal.value.problems]


def seats(database: Path) -> list[tuple[int, int, bool]]:
    """Give what is kept of the seats of the only match: total, rank, won."""
    kept = rows(database, "SELECT total, rank, won FROM seat ORDER BY match_id, number")
    return [(row["total"], row["rank"], bool(row["won"])) for row in kept]


def kept(database: Path) -> dict[str, Any]:
    """Give the row of the only match."""
    [match] = rows(database, "SELECT * FROM match")
    return match


# Beginning ------------------------------------------------------------------------------------


def test_match_begins_with_nothing_scored(table: Table, database: Path) -> None:
    """In play, everybody first with 0, nobody has won; the start is its only revision."""
    match = table.begin("mueckenstich", 5, dealer=3)
    board = table.board(match)

    assert seats(database) == [(0, 1, False)] * 5
    assert kept(database)["state"] == "playing"
    assert kept(database)["reason"] == ""
    assert kept(database)["over_at"] is None
    assert (board.version, board.dealer, board.leader, board.winners) == (1, 3, 4, ())
    assert board.outcome.leaders == ()
    assert board.names == NAMES[:5]


def test_match_keeps_the_house_rules_that_it_began_with(table: Table, database: Path) -> None:
    """Defaults are written out, so that a later default changes no running match."""
    table.begin("mueckenstich", 3, scoring="per_phase")

    assert json.loads(kept(database)["rules"]) == {
        "rounds": 3,
        "removal_chooser": "mosquitoes",
        "scoring": "per_phase",
        "set_aside": "per_phase",
    }


@pytest.mark.parametrize(
    ("plan", "found"),
    [
        (("poker", 3, {}, 0), ["UNKNOWN_GAME"]),
        (("", 3, {}, 0), ["UNKNOWN_GAME"]),
        (("mueckenstich", 0, {}, 0), ["PLAYER_COUNT"]),
        (("mueckenstich", 2, {}, 0), ["PLAYER_COUNT"]),
        (("mueckenstich", 7, {}, 0), ["PLAYER_COUNT"]),
        (("kunibert", 2, {"target": 300}, 0), ["PLAYER_COUNT"]),
        (("kunibert", 7, {"target": 300}, 0), ["PLAYER_COUNT"]),
        (("mittlere", 2, {}, 0), ["PLAYER_COUNT"]),
        (("mittlere", 4, {}, 0), ["PLAYER_COUNT"]),
        (("mueckenstich", 5, {"target": 300}, 0), ["UNKNOWN_RULE"]),
        (("mueckenstich", 5, {"rounds": 0}, 0), ["RULE_VALUE"]),
        (("mueckenstich", 5, {"rounds": 31}, 0), ["RULE_VALUE"]),
        (("mueckenstich", 5, {"rounds": True}, 0), ["RULE_VALUE"]),
        (("mueckenstich", 5, {"removal_chooser": "dealer"}, 0), ["RULE_VALUE"]),
        (("mittlere", 3, {"rounds": 10**20}, 0), ["RULE_VALUE"]),
        (
            ("mittlere", 4, {"rounds": 61, "x": 1}, 0),
            ["UNKNOWN_RULE", "RULE_VALUE", "PLAYER_COUNT"],
        ),
        (("kunibert", 3, {"target": 4}, 0), ["RULE_VALUE"]),
        (("kunibert", 3, {"target": 5001}, 0), ["RULE_VALUE"]),
        (("kunibert", 3, {"target": "300"}, 0), ["RULE_VALUE"]),
        (("kunibert", 3, {}, 0), ["RULE_NEEDED"]),
        (("kunibert", 3, {"target": 300}, 3), ["FIRST_DEALER"]),
        (("mittlere", 3, {}, -1), ["FIRST_DEALER"]),
        (("kunibert", 3, {}, 10**20), ["RULE_NEEDED", "FIRST_DEALER"]),
    ],
)
def test_plan_that_cannot_be_played_is_refused(
    table: Table, database: Path, plan: tuple[str, int, Json, int], found: list[str]
) -> None:
    """With everything that is wrong with it, and nothing is left of it: no player, no night."""
    game, players, rules, dealer = plan
    names = tuple(f"Player {number}" for number in range(players))

    with pytest.raises(Refused) as refusal:
        table.begin(game, names, dealer=dealer, **rules)
    assert codes(refusal) == found
    assert rows(database, "SELECT 1 FROM player UNION ALL SELECT 1 FROM night") == []
    assert rows(database, "SELECT 1 FROM match") == []


def test_target_that_is_needed_is_named_by_its_title() -> None:
    """The sentence says what is to be settled."""
    players = tuple(Seatable(name) for name in NAMES[:3])

    with pytest.raises(Refused) as refusal:
        check_plan(Plan("kunibert", {}, players, 0))
    [problem] = refusal.value.problems
    assert problem.words() == "“Target” must be settled before the match begins."
    assert problem.facts["rule"] == "target"


def test_plan_as_json_tells_plans_apart() -> None:
    """Same values, same JSON; another dealer, order, player or rule makes another."""
    ada, ben = Seatable("Ada"), Seatable("Ben", uuid.UUID(int=1))
    plan = Plan("mittlere", {"rounds": 3}, (ada, ben), 0)
    others = [
        plan,
        Plan("kunibert", {"rounds": 3}, (ada, ben), 0),
        Plan("mittlere", {"rounds": 4}, (ada, ben), 0),
        Plan("mittlere", {"rounds": 3}, (ben, ada), 0),
        Plan("mittlere", {"rounds": 3}, (ada, Seatable("Ben")), 0),
        Plan("mittlere", {"rounds": 3}, (ada, ben), 1),
    ]

    assert Plan("mittlere", {"rounds": 3}, (ada, ben), 0).as_json() == plan.as_json()
    assert len({json.dumps(other.as_json()) for other in others}) == len(others)


# Undo, restore, end ---------------------------------------------------------------------------


def test_undo_takes_back_the_last_round_and_restore_brings_it_back(
    table: Table, database: Path
) -> None:
    """As revisions of their own; nothing is lost, and the totals follow each time."""
    match = table.begin("mittlere", 3)
    table.record(match, mittlere(0), mittlere(0))
    both = seats(database)
    table.undo(match)
    one = seats(database)
    table.restore(match)
    kinds = [row["kind"] for row in rows(database, "SELECT kind FROM revision ORDER BY seq")]

    assert both == seats(database) == [(-4, 3, False), (2, 1, False), (2, 1, False)]
    assert one == [(-2, 3, False), (1, 1, False), (1, 1, False)]
    assert kinds == ["start", "record", "record", "void", "restore"]
    assert table.board(match).ledger.restorable is None
    assert wrong(table.app) == []


def test_undo_and_restore_walk_back_and_forth_over_several_rounds(table: Table) -> None:
    """Undone one by one to the start, and brought back one by one in the order of play."""
    match = table.begin("mittlere", 3)
    table.record(match, mittlere(0), mittlere(1), mittlere(2))
    standing = table.board(match).ledger.scores
    left = []
    for _ in range(3):
        table.undo(match)
        left.append(len(table.board(match).ledger.rounds))
    for _ in range(3):
        table.restore(match)

    assert left == [2, 1, 0]
    assert table.board(match).ledger.scores == standing
    with pytest.raises(Refused) as refusal:
        table.restore(match)
    assert codes(refusal) == ["NOTHING_TO_RESTORE"]


def test_undo_before_the_first_round_is_refused(table: Table) -> None:
    """There is nothing to take back; a match doesn't vanish."""
    match = table.begin("mittlere", 3)

    with pytest.raises(Refused) as refusal:
        table.undo(match)
    assert codes(refusal) == ["NOTHING_TO_UNDO"]
    assert table.board(match).version == 1


def test_restore_is_refused_when_nothing_was_undone(table: Table) -> None:
    """Neither at the start nor after a round."""
    match = table.begin("mittlere", 3)

    with pytest.raises(Refused) as refusal:
        table.restore(match)
    assert codes(refusal) == ["NOTHING_TO_RESTORE"]
    table.record(match, mittlere(0))
    with pytest.raises(Refused):
        table.restore(match)


def test_restore_is_refused_once_the_place_is_filled(table: Table) -> None:
    """A round recorded anew in its place stays."""
    match = table.begin("mittlere", 3)
    table.record(match, mittlere(0))
    table.undo(match)
    table.record(match, mittlere(1))

    with pytest.raises(Refused) as refusal:
        table.restore(match)
    assert codes(refusal) == ["NOTHING_TO_RESTORE"]
    assert table.board(match).ledger.scores == [[1, -2, 1]]


def test_corrected_round_comes_back_as_it_was_corrected(table: Table) -> None:
    """Undo and restore don't go back behind the correction."""
    match = table.begin("mittlere", 3)
    table.record(match, mittlere(0))
    table.correct(match, 1, mittlere(2))
    table.undo(match)
    table.restore(match)

    assert table.board(match).ledger.scores == [[1, 1, -2]]
    assert table.round(match, 1).corrected


def test_undo_of_the_last_round_reopens_a_finished_match(table: Table, database: Path) -> None:
    """Nobody has won any more; restoring it finishes the match again."""
    match = table.begin("mittlere", 3, rounds=1)
    table.record(match, mittlere(0))
    over = kept(database)
    table.undo(match)
    undone, nobody = kept(database), seats(database)
    table.restore(match)

    assert (over["state"], over["reason"], over["rounds"]) == ("over", "all_rounds_played", 1)
    assert over["over_at"] is not None
    assert (undone["state"], undone["reason"], undone["rounds"]) == ("playing", "", 0)
    assert undone["over_at"] is None
    assert nobody == [(0, 1, False)] * 3
    assert kept(database)["state"] == "over"
    assert seats(database) == [(-2, 3, False), (1, 1, True), (1, 1, True)]
    assert kept(database)["over_at"] > over["over_at"]


def test_match_ended_early_is_won_by_whoever_leads(table: Table, database: Path) -> None:
    """All who share the lead; and nothing more may be recorded."""
    match = table.begin("mittlere", 3)
    table.record(match, mittlere(0))
    table.end(match)
    board = table.board(match)

    assert (kept(database)["state"], kept(database)["reason"]) == ("over", "ended_early")
    assert (board.reason, board.winners) == ("ended_early", (1, 2))
    assert seats(database) == [(-2, 3, False), (1, 1, True), (1, 1, True)]
    with pytest.raises(Refused) as refusal:
        table.record(match, mittlere(0))
    assert codes(refusal) == ["ALREADY_OVER"]
    assert wrong(table.app) == []


def test_match_ended_before_its_first_round_has_no_winner(table: Table, database: Path) -> None:
    """Nobody leads with nothing played."""
    match = table.begin("mittlere", 3)
    table.end(match)

    assert seats(database) == [(0, 1, False)] * 3
    assert table.board(match).winners == ()
    assert kept(database)["state"] == "over"
    assert wrong(table.app) == []


def test_undo_reopens_a_match_ended_early(table: Table, database: Path) -> None:
    """The end is what was done last; its rounds stay, and play goes on."""
    match = table.begin("mittlere", 3)
    table.record(match, mittlere(0))
    table.end(match)
    table.undo(match)
    table.record(match, mittlere(1))

    assert kept(database)["state"] == "playing"
    assert table.board(match).ledger.scores == [[-2, 1, 1], [1, -2, 1]]
    assert table.board(match).winners == ()


def test_match_that_is_over_cannot_be_ended(table: Table) -> None:
    """Neither one that was ended nor one that was played out."""
    ended, finished = table.begin("mittlere", 3), table.begin("mittlere", 3, rounds=1)
    table.end(ended)
    table.record(finished, mittlere(0))

    for match in (ended, finished):
        with pytest.raises(Refused) as refusal:
            table.end(match)
        assert codes(refusal) == ["ALREADY_OVER"]


def test_undone_round_comes_back_after_the_end_that_a_correction_moved(table: Table) -> None:
    """What Undo took, Restore gives back; it stands after the end, and doesn't count."""
    match = table.begin("kunibert", 3, target=100)
    table.record(match, kunibert(50, 40, 30), kunibert(60, 0, 0))
    table.undo(match)
    table.correct(match, 1, kunibert(100, 40, 30))

    assert table.board(match).reason == "target_reached"

    table.restore(match)

    assert table.board(match).ledger.scores == [[100, 40, 30], [60, 0, 0]]
    assert table.board(match).outcome.counted == 1
    assert wrong(table.app) == []


def test_time_of_the_end_stays_when_the_match_is_corrected_later(
    table: Table, database: Path
) -> None:
    """It was over when it was over."""
    match = table.begin("mittlere", 3, rounds=1)
    table.record(match, mittlere(0))
    over_at = kept(database)["over_at"]
    table.correct(match, 1, mittlere(1))

    assert over_at == kept(database)["over_at"]
    assert seats(database) == [(1, 1, True), (-2, 3, False), (1, 1, True)]


# Versions and scope ---------------------------------------------------------------------------

CHANGES: dict[str, Callable[[Table, uuid.UUID], None]] = {
    "record": lambda table, match: table.record(match, mittlere(0)),
    "correct": lambda table, match: table.correct(match, 1, mittlere(2)),
    "undo": Table.undo,
    "restore": Table.restore,
    "end": Table.end,
    "reopen": Table.undo,
}


def test_version_rises_with_every_change(table: Table, database: Path) -> None:
    """One for each revision, so that a page made before is known to be stale."""
    match = table.begin("mittlere", 3)
    for version, change in zip(count(2), CHANGES.values(), strict=False):
        change(table, match)

        assert table.board(match).version == version
        assert kept(database)["revisions"] == version


def test_page_that_is_not_up_to_date_is_stale(table: Table) -> None:
    """Undo on a page that doesn't show the newest round would take back what nobody saw."""
    match = table.begin("mittlere", 3)
    table.record(match, mittlere(0))

    with pytest.raises(Stale) as stale, table.opened(match) as (_, opened):
        matches.check_version(opened, 1)
    assert (stale.value.version, stale.value.next_number) == (2, 2)
    with table.opened(match) as (_, opened):
        matches.check_version(opened, 2)


def test_match_of_another_circle_is_not_found(table: Table) -> None:
    """Neither for reading nor for changing; as little as one that never was."""
    other = Table(table.app, "Other circle")
    match = other.begin("mittlere", 3)
    other.record(match, mittlere(0))
    looks: list[Callable[[], object]] = [
        lambda: table.board(match),
        lambda: table.game(match),
        lambda: table.round(match, 1),
        lambda: table.undo(match),
        lambda: table.record(match, mittlere(0)),
        lambda: table.board(uuid.UUID(int=1)),
        lambda: table.round(uuid.UUID(int=1), 1),
        lambda: table.undo(uuid.UUID(int=1)),
    ]

    for look in looks:
        with pytest.raises(NotFound):
            look()
    assert other.board(match).version == 2
    assert other.game(match).key == "mittlere"


# What is kept ---------------------------------------------------------------------------------


def test_correcting_an_old_round_changes_all_that_follows(table: Table, database: Path) -> None:
    """Known fault 2: round 1 of 4 corrected – totals, ranks, winner and lists follow."""
    match = table.begin("mittlere", ["Ada", "Ben", "Cem"], rounds=4)
    table.record(match, mittlere(0), mittlere(1), mittlere(2), mittlere(2))
    before, [(_, [listed_before])] = seats(database), table.nights()
    table.correct(match, 1, mittlere(1))
    [(_, [listed])] = table.nights()

    assert before == [(1, 1, True), (1, 1, True), (-2, 3, False)]
    assert seats(database) == [(4, 1, True), (-2, 2, False), (-2, 2, False)]
    assert table.board(match).winners == (0,)
    assert listed_before.winners == ["Ada", "Ben"]
    assert listed.winners == ["Ada"]
    assert [(seat.name, seat.total, seat.rank) for seat in listed.by_rank] == [
        ("Ada", 4, 1),
        ("Ben", -2, 2),
        ("Cem", -2, 2),
    ]
    assert len(table.board(match).ledger.rounds) == listed.rounds == 4
    assert wrong(table.app) == []


def test_rounds_after_the_end_count_only_if_the_table_says_so(table: Table, database: Path) -> None:
    """They stay visible; the word is a revision of its own, and can be taken back by another."""
    match = table.begin("kunibert", 3, target=200)
    table.record(match, kunibert(60, 5, 5), kunibert(50, 5, 5), kunibert(90, 5, 5))
    table.correct(match, 1, kunibert(150, 5, 5))
    ended = table.board(match)
    table.count_after_end(match)
    counting = table.board(match)
    seated = seats(database)
    table.count_after_end(match)

    assert (ended.outcome.counted, len(ended.ledger.rounds)) == (2, 3)
    assert [standing.total for standing in ended.outcome.standings] == [200, 10, 10]
    assert counting.outcome.counted == 3
    assert counting.reason == "target_reached"
    assert [standing.total for standing in counting.outcome.standings] == [290, 15, 15]
    assert [total for total, _rank, _won in seated] == [290, 15, 15]
    assert table.board(match).outcome == ended.outcome
    assert wrong(table.app) == []


def test_nothing_can_count_where_no_round_stands_after_the_end(table: Table) -> None:
    """Neither in a match in play nor in one that ended with its last round."""
    match = table.begin("kunibert", 3, target=200)
    table.record(match, kunibert(60, 5, 5))
    with pytest.raises(Refused) as in_play:
        table.count_after_end(match)
    table.record(match, kunibert(150, 5, 5))
    with pytest.raises(Refused) as over:
        table.count_after_end(match)

    assert codes(in_play) == codes(over) == ["NOTHING_AFTER_END"]
    assert table.board(match).revisions == 3


def test_correction_can_end_and_reopen_a_match(table: Table, database: Path) -> None:
    """Known fault 2: rounds after the one that reaches the target count no more – or again."""
    match = table.begin("kunibert", 3, target=100)
    table.record(match, kunibert(50, 40, 30), kunibert(10, 0, 0), kunibert(0, 60, 0))
    finished = (kept(database)["rounds"], seats(database))
    table.correct(match, 1, kunibert(100, 40, 30))
    sooner = (kept(database)["rounds"], seats(database))
    table.correct(match, 1, kunibert(50, 0, 30))

    assert finished == (3, [(60, 2, False), (100, 1, True), (30, 3, False)])
    assert sooner == (1, [(100, 1, True), (40, 2, False), (30, 3, False)])
    assert kept(database)["state"] == "playing"
    assert seats(database) == [(60, 1, False), (60, 1, False), (30, 3, False)]
    assert wrong(table.app) == []


@pytest.mark.parametrize(("points", "over"), [(195, False), (200, True), (205, True)])
def test_kunibert_at_exactly_the_target_is_over(table: Table, points: int, over: bool) -> None:
    """Known fault 5: reaching the target is enough (§8)."""
    match = table.begin("kunibert", 3, target=200)
    table.record(match, kunibert(points, 10, 10))

    assert table.board(match).reason == ("target_reached" if over else "")
    assert table.board(match).winners == ((0,) if over else ())


@pytest.mark.parametrize(
    ("points", "scores"), [([28, 100, 29], [1, -2, 1]), ([29, 99, 29], [-1, 2, -1])]
)
def test_mittlere_at_exactly_a_hundred_takes_the_potatoes(
    table: Table, points: list[int], scores: list[int]
) -> None:
    """Known fault 5: 100 is "100 points or more" (Scoring 3), 99 is not."""
    match = table.begin("mittlere", 3)
    table.record(match, {"points": points})

    assert table.board(match).ledger.scores == [scores]


def test_tie_is_shared_by_all_at_the_top(table: Table, database: Path) -> None:
    """Known fault 6: ranks 1, 1, 3, and both winners are kept and listed."""
    match = table.begin("kunibert", ["Ada", "Ben", "Cem"], target=200)
    table.record(match, kunibert(120, 150, 90), kunibert(100, 70, 110))
    [(_, [listed])] = table.nights()

    assert seats(database) == [(220, 1, True), (220, 1, True), (200, 3, False)]
    assert table.board(match).winners == (0, 1)
    assert listed.winners == ["Ada", "Ben"]


def test_tie_with_an_extra_round_plays_on_until_one_alone_leads(
    table: Table, database: Path
) -> None:
    """Rules: 220/220/200, then +20/+25/+60: the third wins with 260."""
    match = table.begin("kunibert", 3, target=200, tie="extra_round")
    table.record(match, kunibert(120, 150, 90), kunibert(100, 70, 110))
    tied = kept(database)["state"]
    table.record(match, kunibert(20, 25, 60))

    assert tied == "playing"
    assert seats(database) == [(240, 3, False), (245, 2, False), (260, 1, True)]
    assert table.board(match).winners == (2,)


def test_four_seats_rank_around_a_tie_in_the_middle(table: Table, database: Path) -> None:
    """Known fault 6: 1, 2, 2, 4."""
    match = table.begin("kunibert", 4, target=200)
    table.record(match, kunibert(40, 50, 10, 40))

    assert seats(database) == [(40, 2, False), (50, 1, False), (10, 4, False), (40, 2, False)]


@pytest.mark.parametrize(
    ("game", "seats_", "dealers"),
    [
        ("mueckenstich", 4, [2, 3, 0, 1]),
        ("kunibert", 3, [2, 0, 1, 2]),
        ("mittlere", 3, [2, 1, 0, 2]),
    ],
)
def test_deal_moves_on_in_the_games_direction(
    table: Table, game: str, seats_: int, dealers: list[int]
) -> None:
    """To the left in two games, to the right in Mittlere; undo gives the deal back."""
    rules = {"target": 5000} if game == "kunibert" else {}
    match = table.begin(game, seats_, dealer=2, **rules)
    dealt = []
    for number in range(4):
        dealt.append(table.board(match).dealer)
        table.record(match, *played(game, seats_, number))
    table.undo(match)

    assert dealt == dealers
    assert table.board(match).dealer == dealers[-1]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_what_is_kept_always_follows_from_the_ledger(
    table: Table, database: Path, game: str, seed: int
) -> None:
    """After any run of records, corrections, undos, restores, ends and refusals."""
    rng = Random(f"{game} {seed}")
    players = rng.choice(list(GAMES[game].PLAYERS))
    rules: Json = {"target": 600} if game == "kunibert" else {"rounds": 4}
    if players == 3 and game == "mueckenstich":
        rules["scoring"] = "per_phase"
    match = table.begin(game, players, **rules)
    phased = len(played(game, players, **rules)) == 2

    def entry(number: int) -> Json:
        return played(game, players, rng.randrange(10**6), **rules)[
            (number - 1) % 2 if phased else 0
        ]

    def record() -> None:
        table.record(match, entry(table.board(match).ledger.next_number))

    def correct() -> None:
        numbers = range(1, table.board(match).ledger.next_number)
        if numbers:
            number = rng.choice(numbers)
            table.correct(match, number, entry(number))

    refusals = 0
    deeds = [record] * 4 + [correct, lambda: table.undo(match), lambda: table.restore(match)]
    deeds.append(lambda: table.end(match))
    for _ in range(30):
        try:
            rng.choice(deeds)()
        except ScorebookError:
            refusals += 1
        board = table.board(match)
        follows = [
            (standing.total, standing.rank, standing.seat in board.winners)
            for standing in board.outcome.standings
        ]

        assert seats(database) == follows
        assert kept(database)["state"] == ("over" if board.reason else "playing")
        assert kept(database)["reason"] == board.reason
        assert kept(database)["rounds"] == board.outcome.counted
    assert refusals < 25
    assert wrong(table.app) == []


def test_moments_are_read_back_in_utc(table: Table, database: Path) -> None:
    """What the circle's clock says is for pages; the scorebook knows one time."""
    match = table.begin("mittlere", 3)
    board = table.board(match)

    assert board.started_at == dt.datetime(2026, 11, 27, 19, 31, tzinfo=dt.UTC)
    assert board.started_at.tzinfo is dt.UTC
    assert kept(database)["started_at"].startswith("2026-11-27 19:31:00")
