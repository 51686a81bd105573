"""What if: a match scored by other house rules, round by round, with nothing written."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from scorekeeper.scorebook import boards
from scorekeeper.scorebook.errors import NotFound, Refused
from scorekeeper.scorebook.whatif import WhatIf, what_if
from tests.builders import (
    Table,
    kunibert,
    mittlere,
    mueckenstich,
    played,
    printed,
    rows,
    tampering,
)

if TYPE_CHECKING:
    import uuid
    from pathlib import Path

    from scorekeeper.rules.problems import Json

AGAINST: Json = {"hand_cards_count_against": True}


def ask(table: Table, match: uuid.UUID, **rules: Json) -> WhatIf:
    """Ask what would be if these house rules had been agreed on."""
    with table.app.app_context():
        return what_if(table.id, boards.board(table.id, match), rules)


def held(entry: Json, *hands: Json) -> Json:
    """Add to a round of Kunibert what was left in hand."""
    return {**entry, "hands": list(hands)}


def totals(told: WhatIf) -> list[int]:
    """Give the totals under the other house rules."""
    assert told.other is not None
    return [standing.total for standing in told.other.outcome.standings]


def ranks(told: WhatIf) -> list[int]:
    """Give the places under the other house rules."""
    assert told.other is not None
    return [standing.rank for standing in told.other.outcome.standings]


def two_rounds(table: Table) -> uuid.UUID:
    """Play Kunibert to 150: Arne wins 160 to 150, with 40 points in his hand once."""
    match = table.begin("kunibert", 3, target=150)
    table.record(
        match,
        held(kunibert(80, 70, 0), {"low": 8}, {}, {"low": 1}),
        held(kunibert(80, 80, 0), {}, {}, {}),
    )
    return match


def dump(database: Path) -> str:
    """Give everything that the database holds."""
    with closing(sqlite3.connect(database)) as connection:
        return "\n".join(connection.iterdump())


def test_somebody_else_would_have_won_if_hand_cards_counted(table: Table) -> None:
    """Arne won; with his 40 points of hand cards taken off Geli has more."""
    told = ask(table, two_rounds(table), **AGAINST)

    assert [each.real for each in told.rounds] == [(80, 70, 0), (80, 80, 0)]
    assert [each.other for each in told.rounds] == [(40, 70, -5), (80, 80, 0)]
    assert [each.number for each in told.rounds] == [1, 2]
    assert told.board.winners == (0,)
    assert totals(told) == [120, 150, -5]
    assert ranks(told) == [2, 1, 3]
    assert told.other is not None
    assert (told.other.reason, told.other.winners) == ("target_reached", (1,))
    assert [rule.name for rule in told.changed] == ["hand_cards_count_against"]
    assert not told.same


def test_nothing_is_written(table: Table, database: Path) -> None:
    """Neither the match nor its ledger nor anything else has changed afterwards."""
    match = two_rounds(table)
    before = dump(database)
    version, head = table.board(match).version, rows(database, "SELECT head FROM match")
    ask(table, match, **AGAINST)
    ask(table, match, target=5)

    assert dump(database) == before
    assert (table.board(match).version, rows(database, "SELECT head FROM match")) == (version, head)
    assert table.board(match).ledger.scores == [[80, 70, 0], [80, 80, 0]]
    assert table.board(match).game.rules["hand_cards_count_against"] is False


def test_where_a_round_doesnt_tell_its_points_no_total_is_guessed(table: Table) -> None:
    """One round without hands: it says so, the others are told, and nobody has won."""
    match = table.begin("kunibert", 3, target=500)
    table.record(match, held(kunibert(80, 70, 0), {}, {"low": 1}, {}), kunibert(80, 80, 0))
    told = ask(table, match, **AGAINST)

    assert told.other is None
    assert not told.same
    assert [each.other for each in told.rounds] == [(80, 65, 0), ()]
    assert [problem.words() for problem in told.rounds[1].problems] == [
        "The cards left in hand weren't written down."
    ]
    assert all(each.would_count for each in told.rounds)


def test_a_round_that_wouldnt_have_been_played_needs_no_points(table: Table) -> None:
    """To 80 the match is over after round 1; round 2 without hands changes nothing."""
    match = table.begin("kunibert", 3, target=500)
    table.record(match, held(kunibert(80, 70, 0), {}, {"low": 1}, {}), kunibert(80, 80, 0))
    told = ask(table, match, target=80, **AGAINST)

    assert totals(told) == [80, 65, 0]
    assert told.other is not None
    assert told.other.winners == (0,)
    assert [each.counts for each in told.rounds] == [True, True]
    assert [each.would_count for each in told.rounds] == [True, False]


def test_to_a_higher_target_the_match_would_still_be_in_play(table: Table) -> None:
    """No more rounds were played: there are leaders, but no winner."""
    told = ask(table, two_rounds(table), target=200)

    assert told.other is not None
    assert (told.other.reason, told.other.winners) == ("", ())
    assert told.other.outcome.leaders == (0,)
    assert told.board.winners == (0,)


def test_a_tie_that_isnt_shared_would_be_played_on(table: Table) -> None:
    """Two at the target with as much: they share, or one more round is needed."""
    match = table.begin("kunibert", 3, target=100)
    table.record(match, kunibert(100, 100, 0))
    told = ask(table, match, tie="extra_round")

    assert told.board.winners == (0, 1)
    assert told.other is not None
    assert told.other.reason == ""


def test_fewer_and_more_rounds(table: Table) -> None:
    """Two rounds were agreed on: one ends earlier, three aren't over."""
    match = table.begin("mittlere", 3, rounds=2)
    table.record(match, mittlere(0), mittlere(1))
    fewer, more = ask(table, match, rounds=1), ask(table, match, rounds=3)

    assert (fewer.other and fewer.other.winners) == (1, 2)
    assert [each.would_count for each in fewer.rounds] == [True, False]
    assert (more.other and more.other.reason) == ""
    assert ranks(fewer) == [3, 1, 1]


def test_a_match_that_the_table_ended_stays_ended(table: Table) -> None:
    """Under other rules, too, whoever leads has won."""
    match = table.begin("kunibert", 3, target=500)
    table.record(match, held(kunibert(80, 70, 0), {"low": 4}, {}, {}))
    table.end(match)
    told = ask(table, match, **AGAINST)

    assert told.board.winners == (0,)
    assert told.other is not None
    assert (told.other.reason, told.other.winners) == ("ended_early", (1,))


def test_a_round_after_the_real_end_can_count_under_other_rules(table: Table) -> None:
    """A correction ended the match earlier; to a higher target the last round counts."""
    match = table.begin("kunibert", 3, target=150)
    table.record(match, kunibert(80, 0, 0), kunibert(80, 100, 0))
    table.correct(match, 1, kunibert(150, 0, 0))
    told = ask(table, match, target=230)

    assert [each.counts for each in told.rounds] == [True, False]
    assert [each.would_count for each in told.rounds] == [True, True]
    assert [each.real for each in told.rounds] == [(150, 0, 0), (80, 100, 0)]
    assert totals(told) == [230, 100, 0]


def test_real_points_are_those_that_were_recorded(table: Table, database: Path) -> None:
    """They are shown as stored, not reckoned anew: a rule book of today changes no match."""
    match = two_rounds(table)
    with tampering(database) as connection:
        connection.execute("UPDATE revision SET scores = '[1,2,3]' WHERE round_no = 2")
    told = ask(table, match)

    assert [each.real for each in told.rounds] == [(80, 70, 0), (1, 2, 3)]


def test_an_undone_round_isnt_there(table: Table) -> None:
    """What was undone counts neither way."""
    match = two_rounds(table)
    table.undo(match)

    assert [each.number for each in ask(table, match, **AGAINST).rounds] == [1]


def test_a_match_without_rounds_has_none_to_tell(table: Table) -> None:
    """Nothing is scored, nobody leads."""
    told = ask(table, table.begin("mittlere", 3), rounds=1)

    assert told.rounds == ()
    assert told.other is not None
    assert told.other.outcome.leaders == ()


def test_under_its_own_house_rules_all_stays_the_same(table: Table) -> None:
    """Every game, every round: nothing asked, nothing changed."""
    five = table.begin("mueckenstich", 5)
    table.record(five, printed())
    phases = table.begin("mueckenstich", 3, scoring="per_phase")
    table.record(phases, *played("mueckenstich", 3, scoring="per_phase"))
    deals = table.begin("mittlere", 3)
    table.record(deals, mittlere(1))
    for match in (five, phases, deals, two_rounds(table)):
        told = ask(table, match)

        assert told.same
        assert told.changed == ()


def test_a_house_rule_that_only_changes_play_leaves_all_the_same(table: Table) -> None:
    """Kunibert §11: the pro rule is another rule, and yet every point stays."""
    told = ask(table, two_rounds(table), pro_rule=True)

    assert [rule.name for rule in told.changed] == ["pro_rule"]
    assert told.same


def test_three_players_phases_cant_be_told_from_their_round(table: Table) -> None:
    """Every round says why, and there is no total."""
    match = table.begin("mueckenstich", 3)
    table.record(match, mueckenstich([6, 5, 5]))
    told = ask(table, match, scoring="per_phase")

    assert told.other is None
    assert [problem.words() for problem in told.rounds[0].problems] == [
        "The two phases weren't written down one by one."
    ]


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ({"target": 4}, "RULE_VALUE"),
        ({"target": None}, "RULE_VALUE"),
        ({"hand_cards_count_against": 1}, "RULE_VALUE"),
        ({"colour": "red"}, "UNKNOWN_RULE"),
    ],
)
def test_house_rules_that_cant_be_are_refused(
    table: Table, rules: dict[str, Json], code: str
) -> None:
    """As when a match begins."""
    match = two_rounds(table)
    with pytest.raises(Refused) as refusal:
        ask(table, match, **rules)

    assert [problem.code for problem in refusal.value.problems] == [code]


def test_another_circles_match_isnt_there(table: Table) -> None:
    """A circle's number that doesn't go with the match finds nothing."""
    match = two_rounds(table)
    other = Table(table.app, "Monday circle")
    with table.app.app_context():
        board = boards.board(table.id, match)
        with pytest.raises(NotFound):
            what_if(other.id, board, {})
