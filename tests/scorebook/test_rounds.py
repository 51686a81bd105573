"""Rounds: recorded once, corrected on purpose, in conflict when two write, and explained."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from scorekeeper.rules import GAMES
from scorekeeper.scorebook import rounds
from scorekeeper.scorebook.access import access_to
from scorekeeper.scorebook.errors import KeyReused, NotFound, Refused, Stale, Taken
from scorekeeper.scorebook.ledger import scored
from scorekeeper.scorebook.matches import act, open_match
from scorekeeper.scorebook.rounds import Writing
from scorekeeper.scorebook.submissions import earlier_answer, keep_answer, request_hash
from tests.builders import (
    NAMES,
    Table,
    cases,
    kunibert,
    mittlere,
    mueckenstich,
    plain,
    played,
    printed,
    rows,
    wrong,
)

if TYPE_CHECKING:
    import uuid
    from collections.abc import Sequence
    from pathlib import Path

    from scorekeeper.rules.problems import Json
    from scorekeeper.rules.results import Score


def write_down(table: Table, match: uuid.UUID, *writing: Json) -> None:
    """Send a round: its number, the version its page was made from, entry, what it replaces."""
    with table.opened(match) as (pen, opened):
        rounds.record(pen, opened, Writing(*writing))


def refusal_of(
    table: Table, match: uuid.UUID, number: int, entry: Json
) -> list[tuple[str, str | None]]:
    """Give the codes, and colours, with which an entry is refused in its place of a match."""
    with pytest.raises(Refused) as refusal:
        write_down(table, match, number, table.board(match).revisions, entry)
    return [(problem.code, problem.colour) for problem in refusal.value.problems]


def kinds(database: Path) -> list[str]:
    """Give the kinds of all revisions."""
    return [row["kind"] for row in rows(database, "SELECT kind FROM revision ORDER BY id")]


# Recording ------------------------------------------------------------------------------------


def test_rulebooks_round_is_recorded_as_it_is_printed(table: Table) -> None:
    """Mückenstich §5: Arne 10, Geli −1, Ernst −10, Harald −3, Fritz 10."""
    match = table.begin("mueckenstich", NAMES[:5])
    table.record(match, printed())

    assert table.board(match).ledger.scores == [[10, -1, -10, -3, 10]]
    assert table.round(match, 1).score.scores == (10, -1, -10, -3, 10)


def lines(*, scored: bool) -> list[Any]:
    """Give the worked cases that are scored, or those that are refused."""
    return [
        pytest.param(held, id=number)
        for number, held in cases().items()
        if ("scores" in held["output"]) is scored and not held["input"].get("anyway")
    ]


def begin_case(table: Table, held: Json) -> uuid.UUID:
    """Begin a match like a worked case's."""
    rules = dict(held["input"].get("rules", {}))
    if held["game"] == "kunibert":
        rules.setdefault("target", 5000)
    return table.begin(held["game"], held["input"]["seats"], **rules)


@pytest.mark.parametrize("held", lines(scored=True))
def test_worked_case_is_recorded_with_its_scores(table: Table, held: Json) -> None:
    """What ``score`` says of a line, the scorebook keeps; warnings don't stop it."""
    match = begin_case(table, held)
    table.record(match, held["input"]["entry"])

    assert table.board(match).ledger.scores == [held["output"]["scores"]]
    assert len(table.round(match, 1).score.warnings) == len(held["output"].get("warnings", []))
    assert wrong(table.app) == []


@pytest.mark.parametrize("held", lines(scored=False))
def test_worked_case_is_refused_for_its_violations(table: Table, held: Json) -> None:
    """What ``score`` refuses of a line, the scorebook refuses too, and with the same codes."""
    with pytest.raises(Refused) as refusal:
        table.record(begin_case(table, held), held["input"]["entry"])
    found = [problem.code for problem in refusal.value.problems]

    assert sorted(found) == sorted(each["code"] for each in held["output"]["violations"])


def test_round_that_cannot_be_right_is_refused_with_all_its_problems(
    table: Table, database: Path
) -> None:
    """And nothing is written, nor does the match get another version."""
    match = table.begin("mueckenstich", 5)
    entry = {**printed(), "tricks": [1, 2, 2, 2, 4], "doubled": None}

    assert refusal_of(table, match, 1, entry) == [
        ("TRICKS_SUM", None),
        ("CARDS_MISMATCH", None),
        ("DOUBLE_MISSING", None),
    ]
    assert kinds(database) == ["start"]
    assert table.board(match).revisions == 1


@pytest.mark.parametrize(
    "entry", [None, [], {}, 7, "x", {"points": None}, {"points": [10**20, 0, 0]}]
)
def test_any_json_is_refused_in_sentences(table: Table, entry: Json) -> None:
    """An entry that is none at all is a refusal, never an error of ours."""
    match = table.begin("mittlere", 3)

    assert refusal_of(table, match, 1, entry)


def test_zero_is_a_value(table: Table) -> None:
    """0 points with a trick is not "no trick" (known faults 4 and 7)."""
    match = table.begin("mittlere", 3)
    table.record(match, {"points": [90, 67, 0], "won_trick": [True, True, True]})
    table.record(match, {"points": [90, 67, 0], "won_trick": [True, True, False]})

    assert table.board(match).ledger.scores == [[1, -2, 1], [1, 1, -2]]


# Conflicts ------------------------------------------------------------------------------------


def test_same_entry_again_is_no_conflict(table: Table, database: Path) -> None:
    """Known faults 8 and 15: two phones write the same round down; it stands once."""
    match = table.begin("mittlere", 3)
    write_down(table, match, 1, 1, mittlere(0))
    write_down(table, match, 1, 1, mittlere(0))
    write_down(table, match, 1, 2, {**mittlere(0)})

    assert kinds(database) == ["start", "record"]
    assert table.board(match).revisions == 2


def test_same_entry_again_is_no_conflict_in_a_match_that_is_over(
    table: Table, database: Path
) -> None:
    """The last round sent twice is as harmless as any."""
    match = table.begin("mittlere", 3, rounds=1)
    write_down(table, match, 1, 1, mittlere(0))
    write_down(table, match, 1, 1, mittlere(0))

    assert kinds(database) == ["start", "record"]


def test_another_entry_for_a_round_that_stands_is_taken(table: Table, database: Path) -> None:
    """Known fault 15: the second sees both, and nothing is overwritten."""
    match = table.begin("mittlere", 3)
    write_down(table, match, 1, 1, mittlere(0))

    with pytest.raises(Taken) as taken:
        write_down(table, match, 1, 1, mittlere(1))
    assert taken.value.number == 1
    assert taken.value.entry == mittlere(0)
    assert taken.value.seq == 1
    assert (taken.value.version, taken.value.next_number) == (2, 2)
    assert kinds(database) == ["start", "record"]
    assert table.board(match).ledger.scores == [[-2, 1, 1]]


def test_page_made_before_somebody_elses_round_is_stale(table: Table) -> None:
    """A round for a place that is not the next one any more."""
    match = table.begin("mittlere", 3)
    write_down(table, match, 1, 1, mittlere(0))

    with pytest.raises(Stale) as stale:
        write_down(table, match, 2, 1, mittlere(1))
    assert not isinstance(stale.value, Taken)
    assert (stale.value.version, stale.value.next_number) == (2, 2)


@pytest.mark.parametrize("number", [-1, 0, 3, 10**6])
def test_round_out_of_turn_is_stale(table: Table, number: int) -> None:
    """Only the next one may be recorded: no holes."""
    match = table.begin("mittlere", 3)
    table.record(match, mittlere(0))

    with pytest.raises(Stale):
        write_down(table, match, number, 2, mittlere(1))


def test_page_of_a_round_that_was_undone_is_stale(table: Table) -> None:
    """The round isn't corrected silently, nor recorded anew over the undo."""
    match = table.begin("mittlere", 3)
    write_down(table, match, 1, 1, mittlere(0))
    table.undo(match)

    with pytest.raises(Stale):
        write_down(table, match, 1, 2, mittlere(1), 1)
    assert table.board(match).ledger.rounds == []


def test_round_after_the_end_is_refused(table: Table, database: Path) -> None:
    """ALREADY_OVER, with the way on: undo the end."""
    match = table.begin("mittlere", 3, rounds=1)
    table.record(match, mittlere(0))

    assert refusal_of(table, match, 2, mittlere(0)) == [("ALREADY_OVER", None)]
    assert kinds(database) == ["start", "record"]


# Correcting -----------------------------------------------------------------------------------


def test_correction_names_the_revision_that_it_replaces(table: Table, database: Path) -> None:
    """Known fault 1: the round is corrected, no new one is made."""
    match = table.begin("mittlere", 3)
    table.record(match, mittlere(0), mittlere(0))
    write_down(table, match, 1, 3, mittlere(1), 1)

    assert kinds(database) == ["start", "record", "record", "correct"]
    assert table.board(match).ledger.scores == [[1, -2, 1], [-2, 1, 1]]
    assert len(table.board(match).ledger.rounds) == 2
    assert table.round(match, 1).corrected
    assert not table.round(match, 2).corrected


def test_correction_of_what_was_corrected_meanwhile_is_taken(table: Table) -> None:
    """The second one sees the first one's entry, and may decide again."""
    match = table.begin("mittlere", 3)
    table.record(match, mittlere(0))
    write_down(table, match, 1, 2, mittlere(1), 1)

    with pytest.raises(Taken) as taken:
        write_down(table, match, 1, 2, mittlere(2), 1)
    assert (taken.value.seq, taken.value.entry) == (2, mittlere(1))
    write_down(table, match, 1, 3, mittlere(2), 2)
    assert table.board(match).ledger.scores == [[1, 1, -2]]


def test_correction_counts_although_another_round_was_recorded_meanwhile(table: Table) -> None:
    """What it replaces still stands, so nothing unseen is overwritten."""
    match = table.begin("mittlere", 3)
    table.record(match, mittlere(0))
    table.record(match, mittlere(0))
    write_down(table, match, 1, 2, mittlere(1), 1)

    assert table.board(match).ledger.scores == [[1, -2, 1], [-2, 1, 1]]


def test_correction_that_cannot_be_right_is_refused(table: Table) -> None:
    """The round stays as it stands."""
    match = table.begin("mittlere", 3)
    table.record(match, mittlere(0))

    with pytest.raises(Refused):
        write_down(table, match, 1, 2, {"points": [1, 2, 3]}, 1)
    assert table.board(match).ledger.scores == [[-2, 1, 1]]
    assert table.board(match).revisions == 2


# Once only ------------------------------------------------------------------------------------


def send(table: Table, match: uuid.UUID, key: str, entry: Json, *, phone: str = "A") -> str:
    """Send a round's form as the web does: it is answered once for its key."""
    with table.pen(phone) as pen:
        answer = earlier_answer(pen, key, entry)
        if answer is None:
            opened = open_match(pen.session, table.id, match)
            number, version = opened.ledger.next_number, opened.match.revisions
            rounds.record(pen, opened, Writing(number, version, entry))
            answer = f"/matches/{match}#{number}"
            keep_answer(pen, table.id, key, entry, answer)
    return answer


def test_form_sent_twice_records_one_round(table: Table, database: Path) -> None:
    """Known fault 8: same key and values, the first answer again – also after other rounds."""
    match = table.begin("mittlere", 3)
    first = send(table, match, "k1", mittlere(0))
    second = send(table, match, "k2", mittlere(0))
    again = send(table, match, "k1", mittlere(0))

    assert (first, again) == (f"/matches/{match}#1",) * 2
    assert second == f"/matches/{match}#2"
    assert kinds(database) == ["start", "record", "record"]


def test_form_sent_again_with_other_values_is_refused(table: Table, database: Path) -> None:
    """Known fault 8: Back, change a value, Save: KeyReused says where the first one led."""
    match = table.begin("mittlere", 3)
    answer = send(table, match, "k1", mittlere(0))

    with pytest.raises(KeyReused) as reused:
        send(table, match, "k1", mittlere(1))
    assert reused.value.answer == answer
    assert str(reused.value) == "This form has already been saved."
    assert kinds(database) == ["start", "record"]


def test_key_belongs_to_its_device(table: Table, database: Path) -> None:
    """Two phones may mint the same key; each gets its own answer."""
    match = table.begin("mittlere", 3)
    send(table, match, "k1", mittlere(0), phone="A")
    send(table, match, "k1", mittlere(1), phone="B")

    assert kinds(database) == ["start", "record", "record"]
    assert len(rows(database, "SELECT * FROM submission")) == 2


def test_write_that_failed_keeps_no_answer(table: Table, database: Path) -> None:
    """A form whose round was refused may be sent again, put right, with the same key."""
    match = table.begin("mittlere", 3)

    with pytest.raises(Refused):
        send(table, match, "k1", {"points": [1, 2, 3]})
    assert rows(database, "SELECT * FROM submission") == []
    assert send(table, match, "k1", mittlere(0))
    assert kinds(database) == ["start", "record"]


def test_request_hash_is_over_the_values_alone() -> None:
    """Not over their order; 1, true and "1" are three values."""
    assert request_hash({"a": 1, "b": [2]}) == request_hash({"b": [2], "a": 1})
    assert len({request_hash(value) for value in (1, True, "1", [1], None, 1.0)}) == 6


# Phases ---------------------------------------------------------------------------------------


def phases(seed: int = 1, *, exact: bool = False, **rules: Json) -> Sequence[Json]:
    """Play a round of three in two phases."""
    both: Sequence[Json] = played(
        "mueckenstich", 3, seed, exact=exact, scoring="per_phase", **rules
    )
    assert [entry["phase"] for entry in both] == [0, 1]
    return both


def clashing() -> Sequence[Json]:
    """Make two phases, each possible on its own, that together have too many red and blue cards."""
    return [mueckenstich([2, 3, 3], doubled="black", phase=phase) for phase in (0, 1)]


def matching() -> Json:
    """Make a second phase that goes with ``clashing()``'s first: black and green cards."""
    numbers = [{"black": 6}, {"black": 7, "green": 2}, {"green": 9}]
    return {**clashing()[1], "numbers": numbers, "doubled": "red"}


def begin_phased(table: Table, **rules: Json) -> uuid.UUID:
    """Begin a match of three in which each phase is scored."""
    return table.begin("mueckenstich", 3, scoring="per_phase", **rules)


@pytest.mark.parametrize("set_aside", ["per_phase", "per_round"])
def test_each_phase_is_an_entry_of_its_own(table: Table, set_aside: str) -> None:
    """Two for each of three rounds, of 8 + 8 or 8 + 10 tricks; then the match is over."""
    match = begin_phased(table, set_aside=set_aside)
    for seed in range(3):
        table.record(match, *phases(seed, set_aside=set_aside))
    board = table.board(match)

    assert len(board.ledger.rounds) == board.game.length == 6
    assert board.reason == "all_rounds_played"
    assert wrong(table.app) == []


def test_dealer_moves_on_after_the_second_phase(table: Table) -> None:
    """One dealer for both; the first phase's last winner leads the second (§5, house reading)."""
    match = begin_phased(table)
    seen = []
    for entry in [*phases(1), *phases(2)]:
        board = table.board(match)
        place = board.game.place(board.ledger.next_number)
        seen.append((place.round, place.phase, board.dealer, board.leader))
        table.record(match, entry)

    assert seen == [(1, 0, 0, 1), (1, 1, 0, None), (2, 0, 1, 2), (2, 1, 1, None)]


def test_both_phases_share_one_deck(table: Table) -> None:
    """More than 13 of a colour over both are too many, though each phase has fewer."""
    match = begin_phased(table)
    first, second = clashing()
    table.record(match, first)

    assert refusal_of(table, match, 2, second) == [
        ("COLOUR_OVER", "red"),
        ("COLOUR_OVER", "blue"),
    ]


def test_mosquitoes_of_both_phases_come_from_one_deck(table: Table) -> None:
    """More than 3 of a colour over both are too many."""
    match = begin_phased(table)
    bitten = {"mosquitoes": [{}, {}, {"green": 2}], "removed": "red", "doubled": "black"}
    cards = (
        [{"red": 6}, {"blue": 9}, {"black": 7}],
        [{"green": 6}, {"red": 4, "black": 5}, {"blue": 4, "green": 3}],
    )
    first, second = (
        {"tricks": [2, 3, 3], "numbers": numbers, **bitten, "phase": phase}
        for phase, numbers in enumerate(cards)
    )
    table.record(match, first)

    assert refusal_of(table, match, 2, second) == [("MOSQUITO_OVER", "green")]


def test_no_card_lies_in_both_phases(table: Table) -> None:
    """An exact card that was captured in the first can't come again in the second."""
    match = begin_phased(table)
    first, _ = phases(exact=True)
    table.record(match, first)

    assert ("CARD_DUPLICATE", None) in refusal_of(table, match, 2, {**first, "phase": 1})


def test_next_round_has_a_new_deck(table: Table) -> None:
    """Only the two phases of one round go together."""
    match = begin_phased(table)
    first, second = phases(1, exact=True)
    table.record(match, first, second, first, second)

    assert len(table.board(match).ledger.rounds) == 4


def test_correction_of_a_phase_is_checked_beside_the_other(table: Table) -> None:
    """In either direction: the phase that stands counts."""
    match = begin_phased(table)
    first, second = clashing()
    table.record(match, first, matching())

    for number, entry in ((1, {**matching(), "phase": 0}), (2, second)):
        with pytest.raises(Refused) as refusal:
            table.correct(match, number, entry)
        assert {problem.code for problem in refusal.value.problems} == {"COLOUR_OVER"}


def test_phase_in_the_other_ones_place_is_refused(table: Table) -> None:
    """The place says which phase is due."""
    match = begin_phased(table)
    first, second = phases()

    assert refusal_of(table, match, 1, second) == [("WRONG_PHASE", None)]
    table.record(match, first)
    assert ("WRONG_PHASE", None) in refusal_of(table, match, 2, {**phases(2)[0]})


def test_undone_phase_comes_back_only_beside_one_that_it_goes_with(
    table: Table, database: Path
) -> None:
    """The first may have been corrected meanwhile: over both there are still 13 of a colour."""
    match = begin_phased(table)
    first, _ = clashing()
    table.record(match, first, matching())
    table.undo(match)
    table.correct(match, 1, {**matching(), "phase": 0})

    with pytest.raises(Refused) as refusal:
        table.restore(match)
    assert {problem.code for problem in refusal.value.problems} == {"COLOUR_OVER"}
    assert kinds(database)[-1] == "correct"


# Checked without saving -----------------------------------------------------------------------


def preview(table: Table, match: uuid.UUID, number: int, entry: Json) -> Score:
    """Score an entry as the button Check does."""
    board = table.board(match)
    with table.app.app_context():
        return rounds.preview(table.id, board, number, entry)


def test_preview_scores_and_saves_nothing(table: Table, database: Path) -> None:
    """With the lines that derive the points."""
    match = table.begin("mueckenstich", 5)
    score = preview(table, match, 1, printed())

    assert score.scores == (10, -1, -10, -3, 10)
    assert all(score.lines)
    assert kinds(database) == ["start"]


def test_preview_refuses_as_recording_would(table: Table) -> None:
    """Also what only the other phase makes impossible."""
    match = begin_phased(table)
    first, second = clashing()
    table.record(match, first)

    with pytest.raises(Refused) as refusal:
        preview(table, match, 2, second)
    assert [problem.code for problem in refusal.value.problems] == ["COLOUR_OVER", "COLOUR_OVER"]
    assert preview(table, match, 1, phases(1)[0]).scores


# Read -----------------------------------------------------------------------------------------


def test_round_is_shown_with_what_was_entered_and_why(table: Table) -> None:
    """Names, entry, lines, what each seat has of every count, when and by whom."""
    match = table.begin("mueckenstich", NAMES[:5])
    table.record(match, printed())
    view = table.round(match, 1)

    assert view.entry == printed()
    assert view.names == NAMES[:5]
    assert view.name(4) == "Fritz"
    assert view.score.facts == {"doubled_by": 0, "removed_by": 2}
    assert view.tally[0]["numbers_red"] == 5
    assert (view.number, view.corrected, view.anyway, view.by) == (1, False, False, None)
    assert view.at == table.at


def test_round_shows_its_newest_entry(table: Table) -> None:
    """Corrected, undone, restored: what stands is shown, and that it was corrected."""
    match = table.begin("mittlere", 3)
    table.record(match, mittlere(0))
    table.correct(match, 1, mittlere(1))
    corrected = table.round(match, 1)
    table.undo(match)
    with pytest.raises(NotFound):
        table.round(match, 1)
    table.restore(match)
    restored = table.round(match, 1)
    table.undo(match)
    table.record(match, mittlere(2))
    anew = table.round(match, 1)

    assert (corrected.entry, corrected.corrected) == (mittlere(1), True)
    assert (restored.entry, restored.corrected) == (mittlere(1), True)
    assert (anew.entry, anew.corrected) == (mittlere(2), False)


@pytest.mark.parametrize("number", [-1, 0, 2, 10**9])
def test_round_that_never_was_is_not_found(table: Table, number: int) -> None:
    """As little as one of an unknown match."""
    match = table.begin("mittlere", 3)
    table.record(match, mittlere(0))

    with pytest.raises(NotFound):
        table.round(match, number)


def test_round_says_who_wrote_it_down(table: Table, database: Path) -> None:
    """Where the device said which player it is."""
    match = table.begin("mittlere", ["Ada", "Ben", "Cem"])
    with plain(database) as connection:
        connection.execute("UPDATE grant SET player_id = 2".replace("grant", '"grant"'))
    with table.app.app_context():
        actor = access_to(table.secret, table.uid).actor
    with table.opened(match) as (pen, opened):
        rounds.record(pen._replace(by=actor), opened, Writing(1, 1, mittlere(0)))

    assert table.round(match, 1).by == "Ben"
    assert wrong(table.app) == []


def test_round_recorded_anyway_is_marked_wherever_it_is_read(table: Table) -> None:
    """Shuffled before anybody counted: scored with its warnings, also after undo and restore."""
    held = cases()["M18"]
    match = begin_case(table, held)
    entry = held["input"]["entry"]
    with table.opened(match) as (pen, opened):
        score = opened.game.score(entry, anyway=True)
        act(pen, opened, scored("record", 1, entry, 1, score))
    table.undo(match)
    table.restore(match)
    view = table.round(match, 1)
    [recorded] = table.board(match).ledger.rounds

    assert view.anyway
    assert recorded.row.anyway
    assert [problem.code for problem in view.score.warnings] == [
        warning["code"] for warning in held["output"]["warnings"]
    ]
    assert recorded.scores == held["output"]["scores"]
    assert wrong(table.app) == []


def test_entry_of_every_game_survives_the_scorebook(table: Table) -> None:
    """What was typed is read back as it was typed, by counts and by exact cards."""
    for game in GAMES:
        for exact in (False, True):
            rules = {"target": 5000} if game == "kunibert" else {}
            match = table.begin(game, 3, **rules)
            [entry] = played(game, 3, exact=exact)
            table.record(match, entry)

            assert table.round(match, 1).entry == json.loads(json.dumps(entry))
    assert wrong(table.app) == []


def test_bonus_for_the_last_card_is_recorded(table: Table) -> None:
    """Kunibert §6: 30 points, with or without a trick."""
    match = table.begin("kunibert", 3, target=500)
    table.record(match, kunibert(30, 45, 0, last_card=0))

    assert table.board(match).ledger.scores == [[30, 45, 0]]
