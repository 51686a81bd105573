"""Every statistic against a slow recomputation from the entries, before and after corrections."""

from __future__ import annotations

import shutil
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import pytest

from scorekeeper.rules import GAMES
from scorekeeper.scorebook import statistics, statistics_games, statistics_pairs
from scorekeeper.scorebook.demo import fill
from scorekeeper.scorebook.store import db, write
from tests import oracle
from tests.builders import wrong
from tests.scorebook.book import (
    CIRCLE,
    Book,
    change_in_every_way,
    merge,
    move_a_night,
    open_book,
    write_results_only,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from scorekeeper.scorebook.statistics import Filter

MANY, CIRCLES = 320, 2

Both: TypeAlias = list[tuple[oracle.Match, oracle.Sat, oracle.Sat]]
"""The matches that two played together, with where each of them sat."""


# A scorebook full of matches ------------------------------------------------------------------


@pytest.fixture(scope="module")
def played(empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Play hundreds of matches."""
    path = tmp_path_factory.mktemp("played") / "scorekeeper.db"
    shutil.copy(empty_database, path)
    app = open_book(path)
    with app.app_context():
        assert sum(1 for _ in fill(MANY, CIRCLES, seed=8)) == MANY
        db.engine.dispose()
    return path


@pytest.fixture(scope="module")
def changed(played: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Change them in every way there is; two people turn out to be one, a night moves."""
    path = tmp_path_factory.mktemp("changed") / "scorekeeper.db"
    shutil.copy(played, path)
    app = open_book(path)
    change_in_every_way(app, path)
    with app.app_context(), write() as session:
        merge(session)
        move_a_night(session)
    with app.app_context():
        db.engine.dispose()
    return path


@pytest.fixture(scope="module", params=["played", "changed", "with results only"])
def book(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Book]:
    """Give a scorebook as it was played, as it was changed, and with matches without rounds."""
    source: Path = request.getfixturevalue("played" if request.param == "played" else "changed")
    path = tmp_path_factory.mktemp("book") / "scorekeeper.db"
    shutil.copy(source, path)
    made = Book(open_book(path), path)
    if request.param == "with results only":
        for number in range(5):
            write_results_only(made.app, number)
    with made.app.app_context():
        yield made
        db.engine.dispose()


# The figures ----------------------------------------------------------------------------------


def test_there_is_enough_to_count(book: Book) -> None:
    """All games, shared wins, several years and places, several kinds of ends."""
    assert len(book.matches) > 140
    assert {match.game for match in book.matches} == set(GAMES)
    assert any(len(match.winners) > 1 for match in book.matches)
    assert len({match.date.year for match in book.matches}) > 1
    assert {"The Anchor", ""} < {match.place for match in book.matches}
    assert len({match.reason for match in book.matches}) > 1


class By(NamedTuple):
    """What figures are grouped by: of a cell, with the players' names, and of the oracle's seat."""

    cell: Callable[[statistics.Cell, dict[int, str]], Any]
    seat: Callable[[oracle.Match, oracle.Sat], Any]


GROUPS = {
    "in all": By(lambda _, __: None, lambda _, __: None),
    "player": By(lambda cell, names: names[cell.player], lambda _, sat: sat.player),
    "player and game": By(
        lambda cell, names: (names[cell.player], cell.game),
        lambda match, sat: (sat.player, match.game),
    ),
    "number of players": By(lambda cell, _: cell.seats, lambda match, _: len(match.seats)),
    "seat": By(lambda cell, _: cell.number, lambda _, sat: sat.number),
    "deal": By(lambda cell, _: cell.dealt, lambda _, sat: sat.dealt),
}


@pytest.mark.parametrize("by", GROUPS.values(), ids=GROUPS)
def test_sums_are_those_of_the_entries(book: Book, by: By) -> None:
    """Played, won, shared, points and rounds, by everything that they are told by."""
    for which, expected in book.filtered():
        cells = statistics.cells(CIRCLE, which)
        found = statistics.added(cells, lambda cell: by.cell(cell, book.names))

        assert {name: asdict(of) for name, of in found.items()} == oracle.by(
            oracle.seats(expected), by.seat
        )


def test_sums_of_one_player_are_theirs_alone(book: Book) -> None:
    """And one seat a match counts matches."""
    for which, expected in book.filtered():
        every = statistics.a_match(statistics.cells(CIRCLE, which))

        assert sum(cell.sums.played for cell in every) == len(expected)
        for name, of in book.ids.items():
            found = statistics.added(
                statistics.cells(CIRCLE, which, of), lambda cell: (cell.game, cell.seats)
            )

            assert {key: asdict(sums) for key, sums in found.items()} == oracle.by(
                oracle.seats(expected, name), lambda match, _: (match.game, len(match.seats))
            )


def test_years_and_months_are_those_of_the_nights(book: Book) -> None:
    """By year, or by month of the year that is chosen; of matches, or of a player's seats."""
    [name, of] = next(iter(book.ids.items()))
    for which, expected in book.filtered():
        found = statistics.by_year(CIRCLE, which)
        theirs = statistics.by_year(CIRCLE, which, of)

        def when(match: oracle.Match, _: object, which: Filter = which) -> int:
            return match.date.month if which.year else match.date.year

        assert [*found] == sorted(found)
        assert {key: asdict(sums) for key, sums in found.items()} == oracle.by(
            [(match, match.seats[0]) for match in expected], when
        )
        assert {key: asdict(sums) for key, sums in theirs.items()} == oracle.by(
            oracle.seats(expected, name), when
        )


def test_streaks_are_runs_of_wins(book: Book) -> None:
    """In the order of the nights, and of what was begun first on each."""
    for which, expected in book.filtered():
        found = statistics.streaks(CIRCLE, which)
        for name, of in book.ids.items():
            wins = [sat.won for _, sat in oracle.seats(expected, name)]

            assert tuple(found.get(of, statistics.Streak())) == oracle.streak(wins)
            assert statistics.streaks(CIRCLE, which, of) == ({of: found[of]} if of in found else {})


def test_head_to_head_is_who_came_out_ahead(book: Book) -> None:
    """By the rank, of each pair that sat at one table."""
    for which, expected in book.filtered():
        for name, of in book.ids.items():
            met: dict[str, list[int]] = {}
            for match, sat in oracle.seats(expected, name):
                for other in match.seats:
                    if other is not sat:
                        numbers = met.setdefault(other.player, [0, 0, 0])
                        numbers[0] += 1
                        numbers[1] += sat.total > other.total
                        numbers[2] += sat.total < other.total
            found = statistics_pairs.versus(CIRCLE, which, of)

            assert {book.names[other]: [*numbers] for other, numbers in found.items()} == met


def test_pair_is_what_two_did_with_each_other(book: Book) -> None:
    """In all, by game and by year; who won, who was ahead in a row, and furthest."""
    names = list(book.ids)[:3]
    for which, expected in book.filtered():
        for one, other in ((names[0], names[1]), (names[2], names[0])):
            pair = statistics_pairs.pair(CIRCLE, which, (book.ids[one], book.ids[other]))
            both = [
                (match, first, second)
                for match in expected
                if (first := match.of(one)) and (second := match.of(other))
            ]
            _check_pair(pair, both, months=which.year is not None)


def _check_pair(pair: statistics_pairs.Pair, both: Both, *, months: bool) -> None:
    """Compare a pair with the matches that two played together, and their seats there."""
    ahead = [first.total > second.total for _, first, second in both]
    behind = [first.total < second.total for _, first, second in both]

    assert tuple(pair.all) == (len(both), sum(ahead), sum(behind))
    assert pair.all.level == sum(first.total == second.total for _, first, second in both)
    assert pair.won == (
        sum(first.won for _, first, _ in both),
        sum(second.won for _, _, second in both),
        sum(first.won and second.won for _, first, second in both),
    )
    assert [tuple(streak) for streak in pair.streaks] == [
        oracle.streak(ahead),
        oracle.streak(behind),
    ]
    assert {when: tuple(versus) for when, versus in pair.years.items()} == {
        when: (
            sum(when == of for of in _times(both, months=months)),
            sum(
                won and when == of
                for won, of in zip(ahead, _times(both, months=months), strict=True)
            ),
            sum(
                won and when == of
                for won, of in zip(behind, _times(both, months=months), strict=True)
            ),
        )
        for when in _times(both, months=months)
    }
    assert {*pair.games} == {match.game for match, *_ in both}
    for game, duel in pair.games.items():
        theirs = [(match, seats) for match, *seats in both if match.game == game]

        assert [asdict(sums) for sums in duel.sums] == [
            oracle.sums((match, seats[side]) for match, seats in theirs) for side in (0, 1)
        ]
        for side, lead in enumerate(duel.leads):
            leads = [
                (seats[side].total - seats[1 - side].total, match.uid) for match, seats in theirs
            ]
            largest = max(points for points, _ in leads)
            if lead is None:
                assert largest <= 0
            else:
                assert (lead.points, lead.match) == next(of for of in leads if of[0] == largest)


def _times(both: Both, *, months: bool) -> list[int]:
    return [match.date.month if months else match.date.year for match, *_ in both]


def test_records_are_the_best_and_the_worst_total(book: Book) -> None:
    """The earliest of equal ones, with the match; of all, or of a player."""
    for which, expected in book.filtered():
        for game in GAMES:
            for name in (None, *book.ids):
                theirs = [seat for seat in oracle.seats(expected, name) if seat[0].game == game]
                of = None if name is None else book.ids[name]
                found = statistics_games.records(CIRCLE, which._replace(game=game), of)
                if which.game in ("", game) and theirs:
                    best = max(theirs, key=lambda seat: seat[1].total)
                    worst = min(theirs, key=lambda seat: seat[1].total)

                    assert found is not None
                    assert [
                        (held.total, book.names[held.player], held.match, held.date)
                        for held in found
                    ] == [
                        (sat.total, sat.player, match.uid, match.date)
                        for match, sat in (best, worst)
                    ]
                elif which.game in ("", game):
                    assert found is None


def test_what_games_tell_is_what_happened_in_the_rounds(book: Book) -> None:
    """Bites, choices, last cards, prompts, sticks and potatoes: times and points, by player."""
    for which, expected in book.filtered():
        for game in GAMES:
            theirs = [match for match in expected if match.game == game]
            for name in (None, next(iter(book.ids))):
                if which.game not in ("", game):
                    continue
                of = None if name is None else book.ids[name]
                found = statistics_games.told(CIRCLE, game, which, of)

                assert {
                    (what, book.names[player]): tuple(happened)
                    for what, by in found.items()
                    for player, happened in by.items()
                } == oracle.told(theirs, name)


def test_rounds_to_the_target_are_those_of_matches_that_reached_it(book: Book) -> None:
    """By the target; what was ended early, or is known by its result only, isn't among them."""
    for which, expected in book.filtered():
        for game in GAMES.values():
            if game.LASTING is None or which.game not in ("", game.key):
                continue
            found = statistics_games.lasted(CIRCLE, game.LASTING, which._replace(game=game.key))
            wanted: dict[object, list[int]] = {}
            for match in expected:
                if match.game == game.key and match.reason == game.LASTING.reason:
                    wanted.setdefault(match.rules[game.LASTING.rule], []).append(match.rounds)

            assert {value: (of.matches, of.rounds) for value, of in found.items()} == {
                value: (len(lengths), sum(lengths)) for value, lengths in wanted.items()
            }


def test_what_can_be_chosen_is_what_there_is(book: Book) -> None:
    """The players by name, without those who turned out to be another; places, years."""
    years = [match.date.year for match in book.matches]

    assert {who.name for who in statistics.people(CIRCLE).values()} == set(book.ids)
    assert statistics.places(CIRCLE) == sorted(
        {match.place for match in book.matches if match.place}
    )
    assert [*statistics.years(CIRCLE)] == [*range(min(years), max(years) + 1)]


def test_rates_and_averages_are_of_what_was_played() -> None:
    """A shared win counts whole; matches without rounds don't count for points a round."""
    sums = statistics.Sums(played=10, won=4, shared=1, total=35, rounds=10, in_rounds=30)

    assert (sums.rate, sums.average, sums.a_round) == (0.4, 3.5, 3.0)
    assert statistics.Sums().a_round is None
    assert (statistics.Sums().rate, statistics.Sums().average) == (0, 0)


@pytest.mark.parametrize(("played", "few"), [(9, True), (10, False)])
def test_fewer_than_ten_matches_are_few(played: int, few: bool) -> None:
    """Whatever is counted."""
    assert statistics.Sums(played=played).few is few
    assert statistics_pairs.Versus(played, 0, 0).few is few
    assert statistics_games.Lasted(matches=played).few is few
    assert statistics_pairs.Duel((statistics.Sums(played), statistics.Sums(played))).few is few


def test_changed_rows_are_those_that_verify_recomputes(changed: Path) -> None:
    """After corrections, undoing, ending, a merged player and a moved night."""
    app = open_book(changed)
    found = wrong(app)
    with app.app_context():
        db.engine.dispose()

    assert found == []
