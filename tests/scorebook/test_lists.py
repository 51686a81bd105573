"""What pages read: the scoreboard, the matches in play, the last nights."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any

from sqlalchemy import event

from scorekeeper.scorebook import boards
from scorekeeper.scorebook.access import access_to
from scorekeeper.scorebook.lists import IN_PLAY, LAST_MATCHES, LAST_NIGHTS
from scorekeeper.scorebook.store import db
from tests.builders import Table, kunibert, mittlere

if TYPE_CHECKING:
    import uuid

DAY = dt.timedelta(days=1)


def finish(
    table: Table, middle: int = 0, *, names: tuple[str, ...] = ("Ada", "Ben", "Cem")
) -> uuid.UUID:
    """Play a match of one round."""
    match = table.begin("mittlere", names, rounds=1)
    table.record(match, mittlere(middle))
    return match


# The scoreboard -------------------------------------------------------------------------------


def test_scoreboard_of_sixty_rounds_takes_at_most_three_statements(table: Table) -> None:
    """The device's access, the seats, the rounds: as many for 60 rounds as for none."""
    match = table.begin("mittlere", 3, rounds=60)
    table.record(match, *(mittlere(number % 3) for number in range(60)))
    seen: list[str] = []

    def note(*args: Any) -> None:  # noqa: ANN401 - SQLAlchemy's signature
        seen.append(args[2])

    with table.app.app_context():
        event.listen(db.engine, "before_cursor_execute", note)
        access = access_to(table.secret, table.uid)
        board = boards.board(access.circle_id, match)

    assert len(board.ledger.rounds) == 60
    assert board.outcome.finished
    assert len(seen) <= 3


def test_scoreboard_shows_players_by_their_present_names(table: Table) -> None:
    """A seat is a player, and a player may be renamed."""
    match = table.begin("mittlere", ["Ada", "Ben", "Cem"])
    with table.pen() as pen:
        pen.session.connection().exec_driver_sql(
            "UPDATE player SET name = 'Bea' WHERE name = 'Ben'"
        )

    assert table.board(match).names == ("Ada", "Bea", "Cem")
    assert table.board(match).name(1) == "Bea"


def test_scoreboard_tells_winners_only_when_it_is_over(table: Table) -> None:
    """While it is in play somebody leads, but nobody has won."""
    match = table.begin("kunibert", 3, target=100)
    table.record(match, kunibert(50, 40, 30))
    leading = table.board(match)
    table.record(match, kunibert(50, 60, 0))
    over = table.board(match)

    assert (leading.winners, leading.outcome.leaders, leading.reason) == ((), (0,), "")
    assert (over.winners, over.reason) == ((0, 1), "target_reached")


# Lists ----------------------------------------------------------------------------------------


def test_matches_in_play_are_listed_with_their_standings(table: Table) -> None:
    """The newest first; names in the order of seats, and by rank."""
    first = table.begin("mittlere", ["Ada", "Ben", "Cem"])
    second = table.begin("kunibert", ["Cem", "Ada", "Ben"], target=300)
    table.record(second, kunibert(10, 40, 40))
    listed = table.in_play()

    assert [match.uid for match in listed] == [second, first]
    assert listed[0].game.key == "kunibert"
    assert listed[0].game.target == 300
    assert [seat.name for seat in listed[0].seats] == ["Cem", "Ada", "Ben"]
    assert [(seat.name, seat.total, seat.rank) for seat in listed[0].by_rank] == [
        ("Ada", 40, 1),
        ("Ben", 40, 1),
        ("Cem", 10, 3),
    ]
    assert (listed[0].rounds, listed[0].state, listed[0].winners) == (1, "playing", [])


def test_match_moves_from_play_to_its_night_and_back(table: Table) -> None:
    """As it is finished, and as its last round is undone."""
    match = finish(table)
    [(night, [listed])] = table.nights()
    none = table.in_play()
    table.undo(match)

    assert night == listed.night == dt.date(2026, 11, 27)
    assert (listed.state, listed.reason) == ("over", "all_rounds_played")
    assert listed.winners == ["Ben", "Cem"]
    assert none == []
    assert [match.uid for match in table.in_play()] == [match]
    assert table.nights() == []


def test_only_the_newest_matches_in_play_are_listed(table: Table) -> None:
    """Ten, by when they began."""
    begun = [table.begin("mittlere", 3) for _ in range(IN_PLAY + 2)]

    assert [match.uid for match in table.in_play()] == begun[:1:-1]


def test_only_the_last_nights_are_listed(table: Table) -> None:
    """Five that have a finished match, the newest first, each with all its finished matches."""
    for _ in range(LAST_NIGHTS + 1):
        finish(table)
        finish(table)
        table.at += DAY
    table.begin("mittlere", 3)  # a night without a finished match is none of them
    nights = table.nights()

    assert [date.isoformat() for date, _ in nights] == [
        "2026-12-02",
        "2026-12-01",
        "2026-11-30",
        "2026-11-29",
        "2026-11-28",
    ]
    assert [len(matches) for _, matches in nights] == [2] * 5
    assert all(one.started_at > other.started_at for _, (one, other) in nights)


def test_long_night_is_cut_on_home(table: Table) -> None:
    """At most twenty finished matches: history has the others."""
    written = [finish(table) for _ in range(LAST_MATCHES + 2)]
    [(_, listed)] = table.nights()

    assert [match.uid for match in listed] == written[:1:-1]


def test_lists_hold_only_the_circles_own(table: Table) -> None:
    """Another circle's evening doesn't show."""
    other = Table(table.app, "Other circle")
    finish(other)
    other.begin("mittlere", 3)

    assert table.in_play() == []
    assert table.nights() == []


def test_matches_that_began_at_the_same_moment_stay_apart(table: Table) -> None:
    """Each keeps its own seats, in their order."""
    at = table.at
    for names in (("Ada", "Ben", "Cem"), ("Cem", "Ben", "Ada")):
        table.at = at
        finish(table, names=names)
    [(_, listed)] = table.nights()

    assert [[seat.name for seat in match.seats] for match in listed] == [
        ["Ada", "Ben", "Cem"],
        ["Cem", "Ben", "Ada"],
    ]
