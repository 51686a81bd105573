"""History: nights newest first, looked through, a page at a time; edited, joined, moved."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import event, select

from scorekeeper.scorebook import nights
from scorekeeper.scorebook.afterwards import Past, enter
from scorekeeper.scorebook.circles import Seatable
from scorekeeper.scorebook.errors import NotFound, Refused, Stale
from scorekeeper.scorebook.matches import Plan
from scorekeeper.scorebook.models import Circle, Player
from scorekeeper.scorebook.night_changes import NIGHT_THERE, Wish, change_night, move_match
from scorekeeper.scorebook.nights import MATCHES_A_PAGE, Cursor, NightView, Page
from scorekeeper.scorebook.searching import NOTHING, Wanted, places
from scorekeeper.scorebook.store import db
from tests.builders import Json, Table, mittlere, rows, wrong

if TYPE_CHECKING:
    import uuid
    from collections.abc import Sequence
    from pathlib import Path

THREE = ("Ada", "Ben", "Cem")
FRIDAY, NEXT = dt.date(2026, 11, 20), dt.date(2026, 11, 27)
AGO = dt.date(2019, 3, 9)


def played(
    table: Table,
    date: dt.date,
    names: Sequence[str] = THREE,
    totals: Sequence[int] = (3, 0, -3),
    game: str = "mittlere",
) -> uuid.UUID:
    """Write a past match down by its totals, and give its uid."""
    rules = {"target": 5} if game == "kunibert" else {}
    with table.pen() as pen:
        circle = pen.session.get_one(Circle, table.id)
        plan = Plan(game, rules, tuple(map(Seatable, names)), 0)
        return enter(pen, circle, plan, Past(date, totals)).uid


def history(table: Table, wanted: Wanted = NOTHING, before: Cursor | None = None) -> Page:
    """Read a page of the circle's history."""
    with table.app.app_context():
        return nights.page(table.id, wanted, before)


def matches(page: Page) -> list[uuid.UUID]:
    """Give the matches of a page in their order."""
    return [match.uid for night in page.nights for match in night.matches]


def night(table: Table, date: dt.date, after: Cursor | None = None) -> NightView:
    """Read a night."""
    with table.app.app_context():
        return nights.night(table.id, date, after)


def change(
    table: Table,
    of: dt.date,
    *,
    version: int | None = None,
    date: dt.date | None = None,
    place: str = "",
    note: str = "",
    join: bool = False,
) -> None:
    """Edit a night, from a page that is up to date or has another version."""
    shown = night(table, of)
    seen = shown.version if version is None else version
    with table.pen() as pen:
        wish = Wish(date or of, place, note, join)
        change_night(pen, table.id, shown.uid, seen, wish)


def move(table: Table, match: uuid.UUID, date: dt.date, version: int | None = None) -> None:
    """Move a match to another night."""
    seen = table.board(match).version if version is None else version
    with table.pen() as pen:
        move_match(pen, table.id, match, seen, date)


def player(table: Table, name: str) -> uuid.UUID:
    """Give a player's uid."""
    with table.app.app_context():
        return db.session.scalars(
            select(Player.uid).where(Player.circle_id == table.id, Player.name == name)
        ).one()


# The list ------------------------------------------------------------------------------------


def test_nights_are_listed_newest_first_with_who_was_there(table: Table) -> None:
    """By their date, not by when they were written down; finished or in play."""
    first = played(table, FRIDAY)
    second = played(table, FRIDAY, ("Änne", "Ben", "Cem"))
    ago = played(table, AGO)
    running = table.begin("mittlere", THREE)
    change(table, FRIDAY, place="Harbour", note="Rain")
    page = history(table)

    assert [of.date for of in page.nights] == [NEXT, FRIDAY, AGO]
    assert matches(page) == [running, second, first, ago]
    assert [of.people for of in page.nights] == [THREE, (*THREE, "Änne"), THREE]
    assert [(of.place, of.note) for of in page.nights] == [("", ""), ("Harbour", "Rain"), ("", "")]
    assert page.older is None


def test_match_after_midnight_is_of_the_night_before(table: Table) -> None:
    """Fault 10: one night, the circle's date, in history too."""
    table.at = dt.datetime(2026, 11, 27, 22, 50, tzinfo=dt.UTC)
    before = table.begin("mittlere", THREE)
    table.at = dt.datetime(2026, 11, 27, 23, 20, tzinfo=dt.UTC)  # 00:20 in Zurich
    after = table.begin("mittlere", THREE)
    [of] = history(table).nights

    assert (of.date, [match.uid for match in of.matches]) == (NEXT, [after, before])


def test_pages_hold_every_match_once(table: Table) -> None:
    """Also where a night is longer than a page, and when something is written down meanwhile."""
    written = [played(table, AGO) for _ in range(MATCHES_A_PAGE + 3)]
    written += [played(table, FRIDAY) for _ in range(2)]
    first = history(table)
    played(table, NEXT)

    assert first.older is not None
    second = history(table, before=Cursor.read(first.older.text()))
    assert matches(first) + matches(second) == written[::-1]
    assert [of.date for of in second.nights] == [AGO]
    assert second.older is None


def test_full_last_page_has_no_next(table: Table) -> None:
    """Twenty matches are one page, and nothing follows."""
    for _ in range(MATCHES_A_PAGE):
        played(table, AGO)

    assert history(table).older is None


def test_matches_of_one_moment_are_told_apart(table: Table) -> None:
    """A cursor names the match too: none is left out or shown twice."""
    at = table.at
    written = []
    for _ in range(MATCHES_A_PAGE + 5):
        table.at = at
        written.append(played(table, AGO))
    first = history(table)
    second = history(table, before=first.older)

    assert matches(first) + matches(second) == written[::-1]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "20261127",
        "20261340-1-1",
        "20261127-1",
        "20261127-99999999999999999-1",
        "٢٠٢٦١١٢٧-1-1",
    ],
)
def test_address_that_is_no_cursor_is_none(text: str) -> None:
    """Whatever somebody types there, it is no error."""
    assert Cursor.read(text) is None


def test_history_costs_as_many_statements_for_many_matches(table: Table) -> None:
    """The page, its seats, its people: three, for one match and for thirty."""
    played(table, AGO)
    seen: list[str] = []

    def note(*args: object) -> None:
        seen.append(str(args[2]))

    with table.app.app_context():
        event.listen(db.engine, "before_cursor_execute", note)
    history(table)
    one = len(seen)
    for _ in range(30):
        played(table, AGO)
    seen.clear()
    history(table)

    assert (one, len(seen)) == (3, 3)


def test_history_is_the_circles_own(table: Table) -> None:
    """Another circle's nights are neither listed nor found nor opened."""
    other = Table(table.app, "Other circle")
    played(other, AGO)

    assert history(table).nights == ()
    assert history(table, Wanted(words="ada")).nights == ()
    with pytest.raises(NotFound):
        night(table, AGO)


# Looked for ----------------------------------------------------------------------------------


@pytest.fixture
def book(table: Table) -> dict[str, uuid.UUID]:
    """Write a small book of evenings, and give its matches by letter."""
    written = {
        "a": played(table, dt.date(2025, 12, 31), THREE, (3, 0, -3)),
        "b": played(table, dt.date(2026, 1, 1), ("Ada", "Ben", "ÄNNE"), (3, 3, -6)),
        "c": played(
            table, dt.date(2026, 2, 5), ("Ben", "Cem", "Dee", "Ada"), (5, 0, 0, 10), "kunibert"
        ),
        "d": table.begin("mittlere", ("Dee", "Ben", "100%_")),
    }
    change(table, dt.date(2025, 12, 31), place="Bärs Hütte", note="New Year's Eve")
    change(table, dt.date(2026, 1, 1), place="bärs hütte")
    change(table, dt.date(2026, 2, 5), place="Harbour", note="Ada's birthday")
    return written


def found(table: Table, book: dict[str, uuid.UUID], wanted: Wanted) -> str:
    """Give the letters of the matches that are found, the newest first."""
    letters = {uid: letter for letter, uid in book.items()}
    return "".join(letters[uid] for uid in matches(history(table, wanted)))


@pytest.mark.parametrize(
    ("wanted", "letters"),
    [
        (Wanted(), "dcba"),
        (Wanted(game="kunibert"), "c"),
        (Wanted(game="poker"), ""),
        (Wanted(year=2026), "dcb"),
        (Wanted(year=2025), "a"),
        (Wanted(year=2025, month=12), "a"),
        (Wanted(year=2026, month=1), "b"),
        (Wanted(year=9999, month=12), ""),
        (Wanted(place="BÄRS HÜTTE"), "ba"),
        (Wanted(place="Bärs"), ""),
        (Wanted(seats=3), "dba"),
        (Wanted(seats=4), "c"),
        (Wanted(seats=5), ""),
        (Wanted(over=True), "cba"),
        (Wanted(words="änne"), "b"),
        (Wanted(words="HÜTTE"), "ba"),
        (Wanted(words="hu\u0308tte"), "ba"),
        (Wanted(words="ada harbour"), "c"),
        (Wanted(words="birthday"), "c"),
        (Wanted(words="%"), "d"),
        (Wanted(words="_"), "d"),
        (Wanted(words="nobody"), ""),
        (Wanted(words="  "), "dcba"),
        (Wanted(game="mittlere", year=2026, over=True), "b"),
    ],
)
def test_history_is_narrowed_down(
    table: Table, book: dict[str, uuid.UUID], wanted: Wanted, letters: str
) -> None:
    """By game, place, year, month, number of players and words; all of it must hold."""
    assert found(table, book, wanted) == letters


@pytest.mark.parametrize(
    ("names", "won", "letters"),
    [
        (("Ada",), "", "cba"),
        (("Dee",), "", "dc"),
        (("Ada", "Dee"), "", "c"),
        (("Ada", "Cem", "ÄNNE"), "", ""),
        ((), "Ben", "b"),
        (("Ben",), "Ada", "cba"),
    ],
)
def test_history_is_narrowed_down_to_players(
    table: Table, book: dict[str, uuid.UUID], names: Sequence[str], won: str, letters: str
) -> None:
    """All of them sat there; whoever shares a win has won."""
    wanted = Wanted(
        players=tuple(player(table, name) for name in names),
        won=player(table, won) if won else None,
    )

    assert found(table, book, wanted) == letters


@pytest.mark.parametrize(
    ("name", "seat", "letters"),
    [("Ada", 1, "ba"), ("Ada", 4, "c"), ("Ben", 1, "c"), ("Ben", 3, ""), ("", 4, "c")],
)
def test_history_is_narrowed_down_to_a_seat(
    table: Table, book: dict[str, uuid.UUID], name: str, seat: int, letters: str
) -> None:
    """The player's, counted from 1; without a player it is a seat of the match."""
    players = (player(table, name),) if name else ()

    assert found(table, book, Wanted(players=players, seat=seat)) == letters


def test_history_is_narrowed_down_to_whose_turn_the_deal_was(
    table: Table, book: dict[str, uuid.UUID]
) -> None:
    """By what is kept of finished matches for statistics: 1 dealt first."""
    ada = (player(table, "Ada"),)

    assert found(table, book, Wanted(players=ada, dealt=1)) == "ba"
    assert found(table, book, Wanted(players=ada, dealt=4)) == "c"
    assert found(table, book, Wanted(dealt=4)) == "c"


def test_imported_player_is_who_they_turned_out_to_be(
    table: Table, book: dict[str, uuid.UUID]
) -> None:
    """Matches of both rows are found by either uid, and one name stands for both."""
    with table.pen() as pen:
        pen.session.connection().exec_driver_sql(
            "UPDATE player SET merged_into = (SELECT id FROM player WHERE name = 'Ada'), "
            "name = 'Ada', name_key = 'x' WHERE name = 'Dee'"
        )
    both = history(table, Wanted(players=(player_by_key(table, "x"),)))

    assert matches(both) == matches(history(table, Wanted(players=(player_by_key(table, "ada"),))))
    assert len(matches(both)) == len(book)
    assert [of.people for of in both.nights][1] == ("Ada", "Ben", "Cem")


def player_by_key(table: Table, key: str) -> uuid.UUID:
    """Give a player's uid by what the name's key is."""
    with table.app.app_context():
        return db.session.scalars(select(Player.uid).where(Player.name_key == key)).one()


def test_unknown_player_is_in_no_match(table: Table, book: dict[str, uuid.UUID]) -> None:
    """A uid of nobody, or of another circle's player, finds nothing."""
    other = Table(table.app, "Other circle")
    played(other, AGO)

    assert found(table, book, Wanted(players=(player(other, "Ada"),))) == ""


def test_places_and_years_are_offered(table: Table, book: dict[str, uuid.UUID]) -> None:
    """All places by name, and the years from the first night to the last, newest first."""
    del book
    with table.app.app_context():
        offered, years = places(table.id), nights.years(table.id)

    assert offered == ["Bärs Hütte", "bärs hütte", "Harbour"]
    assert list(years) == [2026, 2025]


def test_blank_book_offers_no_year(table: Table) -> None:
    """Where nothing was played there is nothing to choose."""
    with table.app.app_context():
        assert list(nights.years(table.id)) == []


# One night -----------------------------------------------------------------------------------


def test_night_shows_its_matches_as_they_were_begun(table: Table) -> None:
    """The first one first, a page at a time."""
    written = [played(table, AGO) for _ in range(MATCHES_A_PAGE + 1)]
    first = night(table, AGO)
    second = night(table, AGO, first.later)

    assert [match.uid for match in first.matches + second.matches] == written
    assert second.later is None


def test_night_has_a_place_and_a_note(table: Table) -> None:
    """Trimmed, on one line; its matches are new to whoever follows them."""
    match = played(table, AGO)
    before = table.board(match).version
    change(table, AGO, place="  The\nHarbour ", note="Ada's birthday")
    shown = night(table, AGO)

    assert (shown.place, shown.note, shown.version) == ("The Harbour", "Ada's birthday", 1)
    assert table.board(match).version == before + 1
    assert wrong(table.app) == []


def test_night_is_edited_from_an_up_to_date_page_only(table: Table) -> None:
    """Two owners at once: the second one sees both, and nothing is overwritten."""
    played(table, AGO)
    change(table, AGO, place="Harbour")
    with pytest.raises(Stale):
        change(table, AGO, version=0, place="Hut")

    assert night(table, AGO).place == "Harbour"


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ({"place": "x" * 81}, "PLACE_TOO_LONG"),
        ({"place": "x" * 281}, "PLACE_TOO_LONG"),
        ({"place": "\u202e"}, "PLACE_CONTROL"),
        ({"note": "x" * 281}, "NOTE_TOO_LONG"),
        ({"note": "\u202e"}, "NOTE_CONTROL"),
        ({"date": dt.date(1899, 12, 31)}, "NIGHT_DATE"),
        ({"date": dt.date(2026, 11, 29)}, "NIGHT_DATE"),
    ],
)
def test_what_a_night_cannot_be_is_refused(table: Table, typed: dict[str, Json], code: str) -> None:
    """With where it was typed; nothing is kept."""
    played(table, AGO)
    with pytest.raises(Refused) as refused:
        change(table, AGO, **typed)

    assert [problem.code for problem in refused.value.problems] == [code]
    assert night(table, AGO).version == 0


def test_nights_date_is_changed_with_its_matches(table: Table) -> None:
    """All of them go along, and so do its place and note."""
    match = played(table, AGO)
    change(table, AGO, date=FRIDAY, place="Harbour")

    assert table.board(match).date == FRIDAY
    assert night(table, FRIDAY).place == "Harbour"
    with pytest.raises(NotFound):
        night(table, AGO)


def test_date_of_another_night_asks_whether_both_are_one(table: Table) -> None:
    """Refused at first; once said, the matches move, and no place or note is lost."""
    one, other = played(table, AGO), played(table, FRIDAY)
    change(table, FRIDAY, note="Rain")
    with pytest.raises(Refused) as refused:
        change(table, AGO, date=FRIDAY, place="Harbour", note="Snow")
    change(table, AGO, date=FRIDAY, place="Harbour", note="Snow", join=True)
    [shown] = history(table).nights

    assert [problem.code for problem in refused.value.problems] == [NIGHT_THERE]
    assert [match.uid for match in shown.matches] == [other, one]
    assert (shown.date, shown.place, shown.note) == (FRIDAY, "Harbour", "Rain · Snow")
    assert wrong(table.app) == []


def test_night_that_keeps_its_place_when_two_are_joined(table: Table) -> None:
    """The one that was there has the word; the other place isn't lost."""
    played(table, AGO)
    played(table, FRIDAY)
    change(table, FRIDAY, place="Hut", note="Rain")
    change(table, AGO, date=FRIDAY, place="Harbour", join=True)

    assert night(table, FRIDAY).place == "Hut"
    assert night(table, FRIDAY).note == "Rain · Harbour"


def test_night_that_its_last_match_has_left_keeps_what_was_written(table: Table) -> None:
    """A date change that meets it asks, too; one of which nothing is left makes way."""
    one, other = played(table, AGO), played(table, FRIDAY)
    change(table, FRIDAY, place="Hut", note="Rain")
    move(table, other, NEXT)
    with pytest.raises(Refused):
        change(table, AGO, date=FRIDAY, note="Snow")
    change(table, AGO, date=FRIDAY, note="Snow", join=True)
    shown = night(table, FRIDAY)

    assert (shown.place, shown.note) == ("Hut", "Rain · Snow")
    assert table.board(one).date == FRIDAY


def test_match_moves_to_another_night(table: Table) -> None:
    """To one that is there or a new one; a night without any match isn't listed any more."""
    one, other = played(table, AGO), played(table, FRIDAY)
    move(table, one, FRIDAY)
    joined = history(table)
    move(table, other, NEXT)

    assert [of.date for of in joined.nights] == [FRIDAY]
    assert [of.date for of in history(table).nights] == [NEXT, FRIDAY]
    assert table.board(one).date == FRIDAY
    assert wrong(table.app) == []


def test_left_night_makes_way_for_another(table: Table) -> None:
    """Nobody is asked about a night that has no match any more."""
    one = played(table, AGO)
    played(table, NEXT)
    move(table, one, FRIDAY)
    change(table, NEXT, date=AGO, place="Hut")

    assert [of.date for of in history(table).nights] == [FRIDAY, AGO]


def test_match_is_moved_from_an_up_to_date_page_only(table: Table) -> None:
    """Whoever sees an older page is asked again; a date that can't be is refused."""
    match = played(table, AGO)
    version = table.board(match).version
    move(table, match, FRIDAY)
    with pytest.raises(Stale):
        move(table, match, NEXT, version)
    with pytest.raises(Refused):
        move(table, match, dt.date(2027, 1, 1))

    assert table.board(match).date == FRIDAY


def test_what_statistics_keep_follows_its_night(table: Table, database: Path) -> None:
    """The rows by seat have the night and its date; both move along."""
    match = table.begin("mittlere", THREE, rounds=1)
    table.record(match, mittlere(1))
    move(table, match, AGO)
    moved = rows(database, "SELECT DISTINCT night_id, date FROM played")
    change(table, AGO, date=FRIDAY)

    assert moved == [{"night_id": 2, "date": "2019-03-09"}]
    assert rows(database, "SELECT DISTINCT night_id, date FROM played") == [
        {"night_id": 2, "date": "2026-11-20"}
    ]
