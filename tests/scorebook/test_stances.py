"""Confirming and disputing: who may, what falls away, and what stays until it is settled."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

import pytest
from sqlalchemy import select

from scorekeeper.scorebook import matches, rounds, stances
from scorekeeper.scorebook.access import access_to, pen_of
from scorekeeper.scorebook.errors import Refused, Stale
from scorekeeper.scorebook.ledger import Pen
from scorekeeper.scorebook.members import Joining, admit
from scorekeeper.scorebook.models import Player
from scorekeeper.scorebook.notes import NOTE_LENGTH
from scorekeeper.scorebook.rounds import Writing
from scorekeeper.scorebook.stances import Word
from scorekeeper.scorebook.store import write
from tests.builders import Table, kunibert, mittlere, plain, rows, wrong

if TYPE_CHECKING:
    import uuid
    from collections.abc import Iterator
    from pathlib import Path

    from scorekeeper.scorebook.matches import Opened
    from scorekeeper.scorebook.stances import Voices

THREE = ("Ada", "Ben", "Cem")


class Phone(NamedTuple):
    """A device that has joined the circle, as a player or as nobody."""

    table: Table
    match: uuid.UUID
    secret: str

    @contextmanager
    def opened(self) -> Iterator[tuple[Pen, Opened]]:
        """Open the match for changing it, as whom the circle takes this device for."""
        with self.table.app.app_context():
            actor = access_to(self.secret, self.table.uid).actor
            with write() as session:
                yield (
                    Pen(session, actor, self.table.at),
                    matches.open_match(session, self.table.id, self.match),
                )

    def say(self, kind: str, number: int | None, text: str = "", seq: int | None = None) -> None:
        """Say something of a round, as its page shows it now or showed it at ``seq``."""
        with self.opened() as (pen, opened):
            at = opened.ledger.seq if seq is None else seq
            stances.say(pen, opened, Word(kind, number, at, text))

    def take_back(self, kind: str, number: int | None) -> None:
        """Take back what was said."""
        with self.opened() as (pen, opened):
            stances.take_back(pen, opened, Word(kind, number, opened.ledger.seq))

    def record(self, entry: object) -> None:
        """Record the next round."""
        with self.opened() as (pen, opened):
            writing = Writing(opened.ledger.next_number, opened.match.revisions, entry)
            rounds.record(pen, opened, writing)


class Evening(NamedTuple):
    """A match, and the phones of its players by their first letters; D is nobody's."""

    table: Table
    match: uuid.UUID
    a: Phone
    b: Phone
    c: Phone
    d: Phone

    @property
    def voices(self) -> Voices:
        """What is said, as the scoreboard tells it."""
        return self.table.board(self.match).voices

    @property
    def disputed(self) -> list[tuple[int | None, int, str | None]]:
        """The open disputes: round, seat, text."""
        return [(said.round_no, said.seat, said.text) for said in self.voices.disputes]


@pytest.fixture
def evening(table: Table) -> Evening:
    """Begin a short match of Mittlere, of which Ada's phone has recorded the first round."""
    match = table.begin("mittlere", THREE, rounds=2)
    phones = []
    for name in (*THREE, None):
        with table.app.app_context(), write() as session:
            pen = pen_of(session, f"phone of {name}", table.at)
            player = session.scalar(select(Player.id).where(Player.name == name))
            admit(pen, table.id, Joining("score", player_id=player))
        phones.append(Phone(table, match, f"phone of {name}"))
    phones[0].record(mittlere(0))
    return Evening(table, match, *phones)


def refused(phone: Phone, kind: str, number: int | None, text: str = "") -> str:
    """Give the one code with which a phone's word is refused."""
    with pytest.raises(Refused) as refusal:
        phone.say(kind, number, text)
    [problem] = refusal.value.problems
    assert problem.words().endswith(".")
    return problem.code


def test_players_confirm_a_round_each_once(evening: Evening) -> None:
    """Whoever counted it too; saying it twice, or from a second phone, says it once."""
    evening.b.say("confirm", 1)
    evening.c.say("confirm", 1)
    before = evening.table.board(evening.match)
    evening.b.say("confirm", 1)

    assert evening.voices.confirmed == {1: [1, 2]}
    assert evening.table.board(evening.match).version == before.version


def test_neither_an_outsider_nor_the_author_confirms(evening: Evening, database: Path) -> None:
    """Known fault 14: not who entered it, not who isn't at the table, not who is nobody."""
    with evening.table.app.app_context(), write() as session:
        pen = pen_of(session, "other phone of Ada", evening.table.at)
        player = session.scalar(select(Player.id).where(Player.name == "Ada"))
        admit(pen, evening.table.id, Joining("score", player_id=player))
    elsewhere = evening.table.begin("mittlere", ("Dee", "Eva", "Fay"))
    Phone(evening.table, elsewhere, "phone of Ben").record(mittlere(0))

    assert refused(evening.a, "confirm", 1) == "OWN_NUMBERS"
    assert refused(evening.a._replace(secret="other phone of Ada"), "confirm", 1) == "OWN_NUMBERS"
    assert refused(evening.d, "confirm", 1) == "NOT_AT_THE_TABLE"
    assert refused(evening.c._replace(match=elsewhere), "confirm", 1) == "NOT_AT_THE_TABLE"
    assert rows(database, "SELECT * FROM stance") == []


def test_author_confirms_what_another_corrected(evening: Evening) -> None:
    """The numbers are that other's then, who can't confirm them any more."""
    with evening.b.opened() as (pen, opened):
        seq = opened.ledger.rounds[0].row.seq
        rounds.record(pen, opened, Writing(1, opened.match.revisions, mittlere(1), seq))
    evening.a.say("confirm", 1)

    assert refused(evening.b, "confirm", 1) == "OWN_NUMBERS"
    assert evening.voices.confirmed == {1: [0]}


def test_confirmations_fall_away_with_a_correction(evening: Evening, database: Path) -> None:
    """Known fault 14: those of that round only; they stay on record."""
    evening.b.record(mittlere(0))
    evening.c.say("confirm", 1)
    evening.c.say("confirm", 2)
    evening.table.correct(evening.match, 1, mittlere(2))

    assert evening.voices.confirmed == {2: [2]}
    assert len(rows(database, "SELECT * FROM stance")) == 2


def test_confirmations_survive_undo_and_restore_but_no_new_numbers(evening: Evening) -> None:
    """An undone round has none to show; restored it has the numbers that were confirmed."""
    evening.b.say("confirm", 1)
    evening.table.undo(evening.match)
    undone = evening.voices.confirmed
    evening.table.restore(evening.match)
    restored = evening.voices.confirmed
    evening.table.undo(evening.match)
    evening.table.record(evening.match, mittlere(0))

    assert undone == {}
    assert restored == {1: [1]}
    assert evening.voices.confirmed == {}


def test_nobody_confirms_what_has_changed_under_them(evening: Evening) -> None:
    """A page from before a correction, an undo, or the round itself is stale."""
    seen = evening.table.board(evening.match).ledger.seq
    evening.table.correct(evening.match, 1, mittlere(2))
    with pytest.raises(Stale):
        evening.b.say("confirm", 1, seq=seen)
    with pytest.raises(Stale):
        evening.b.say("confirm", 2)
    with pytest.raises(Stale):
        evening.b.say("confirm", None)
    evening.table.undo(evening.match)
    with pytest.raises(Stale):
        evening.b.say("confirm", 1)

    assert evening.voices.confirmed == {}


def test_dispute_stays_until_it_is_settled_by_a_correction(evening: Evening) -> None:
    """It outlives more rounds, undo and restore; only new numbers for its round settle it."""
    evening.b.say("dispute", 1, "Cem had the  ace\nof roses ")
    evening.c.record(mittlere(1))
    evening.table.undo(evening.match)
    evening.table.undo(evening.match)
    undone = evening.disputed
    evening.table.record(evening.match, mittlere(0))
    anew = evening.disputed
    evening.table.correct(evening.match, 1, mittlere(2))

    assert undone == anew == [(1, 1, "Cem had the ace of roses")]
    assert evening.disputed == []


def test_dispute_is_settled_by_its_author_only(evening: Evening, database: Path) -> None:
    """Nobody else can take it back; it stays on record."""
    evening.b.say("dispute", 1, "I had 70")
    with pytest.raises(Refused) as refusal:
        evening.c.take_back("dispute", 1)
    still = evening.disputed
    evening.b.take_back("dispute", 1)

    assert [problem.code for problem in refusal.value.problems] == ["NOT_YOURS"]
    assert still == [(1, 1, "I had 70")]
    assert evening.disputed == []
    assert [row["text"] for row in rows(database, "SELECT text FROM stance")] == ["I had 70"]


def test_author_may_dispute_but_not_without_a_word(evening: Evening) -> None:
    """What one entered oneself can be wrong as well; what is wrong must be said, in short."""
    evening.a.say("dispute", 1, "I mistyped Ben")

    assert refused(evening.b, "dispute", 1, " \n ") == "DISPUTE_EMPTY"
    assert refused(evening.b, "dispute", 1, "x" * (NOTE_LENGTH + 1)) == "NOTE_TOO_LONG"
    assert refused(evening.b, "dispute", 1, "a\u202eb") == "NOTE_CONTROL"
    assert evening.disputed == [(1, 0, "I mistyped Ben")]


def test_players_new_word_takes_the_place_of_the_old_one(evening: Evening, database: Path) -> None:
    """Nobody both confirms and disputes, nor disputes twice; who changed it stays on record."""
    evening.b.say("confirm", 1)
    evening.b.say("dispute", 1, "one short")
    evening.b.say("dispute", 1, "two short")
    disputed = evening.disputed
    confirmed = evening.voices.confirmed
    evening.b.say("confirm", 1)
    kept = rows(database, "SELECT withdrawn_by FROM stance ORDER BY id")
    [device] = {row["withdrawn_by"] for row in kept[:3]}

    assert disputed == [(1, 1, "two short")]
    assert confirmed == {}
    assert evening.disputed == []
    assert evening.voices.confirmed == {1: [1]}
    assert device == rows(database, "SELECT device FROM stance LIMIT 1")[0]["device"]
    assert kept[3]["withdrawn_by"] is None


def test_confirmation_can_be_taken_back(evening: Evening) -> None:
    """And given again."""
    evening.b.say("confirm", 1)
    evening.b.take_back("confirm", 1)
    taken_back = evening.voices.confirmed
    evening.b.say("confirm", 1)

    assert taken_back == {}
    assert evening.voices.confirmed == {1: [1]}


def test_result_is_confirmed_by_who_entered_none_of_it(evening: Evening) -> None:
    """It falls away with anything that is done to the match."""
    evening.b.record(mittlere(1))
    evening.c.say("confirm", None)
    confirmed = evening.voices.confirmed
    codes = [refused(phone, "confirm", None) for phone in (evening.a, evening.b)]
    evening.table.undo(evening.match)
    evening.table.restore(evening.match)

    assert confirmed == {None: [2]}
    assert codes == ["OWN_NUMBERS", "OWN_NUMBERS"]
    assert evening.voices.confirmed == {}


def test_disputed_result_is_settled_by_a_correction_of_any_round(evening: Evening) -> None:
    """As long as none is made it stays, even if the match is reopened."""
    evening.b.record(mittlere(1))
    evening.c.say("dispute", None, "Round 1 can't be right")
    evening.table.undo(evening.match)
    reopened = evening.disputed
    evening.table.restore(evening.match)
    evening.table.correct(evening.match, 1, mittlere(2))

    assert reopened == [(None, 2, "Round 1 can't be right")]
    assert evening.disputed == []


def test_a_word_stops_nobody_from_writing(table: Table, evening: Evening) -> None:
    """A round that is being typed while somebody confirms another is saved all the same."""
    with evening.a.opened() as (_, opened):
        made_from, seen = opened.match.revisions, opened.match.version
    evening.b.say("confirm", 1)
    with evening.a.opened() as (pen, opened):
        rounds.record(pen, opened, Writing(2, made_from, mittlere(1)))

    board = table.board(evening.match)
    assert len(board.ledger.rounds) == 2
    assert (board.revisions, board.version) == (made_from + 1, seen + 2)


def test_word_on_a_finished_kunibert_leaves_its_end_alone(table: Table, database: Path) -> None:
    """Saying something changes nothing that is kept of the match but its version."""
    match = table.begin("kunibert", THREE, target=100)
    table.record(match, kunibert(100, 5, 5))
    with table.app.app_context(), write() as session:
        pen = pen_of(session, "phone of Ben", table.at)
        player = session.scalar(select(Player.id).where(Player.name == "Ben"))
        admit(pen, table.id, Joining("view", player_id=player))
    [before] = rows(database, "SELECT * FROM match")
    Phone(table, match, "phone of Ben").say("confirm", None)
    [after] = rows(database, "SELECT * FROM match")

    assert after == {**before, "version": before["version"] + 1}


def test_forged_word_of_somebody_else_breaks_no_scoreboard(
    evening: Evening, database: Path
) -> None:
    """Who doesn't sit at the match says nothing there; verify names what is forged."""
    evening.b.say("confirm", 1)
    evening.table.begin("mittlere", ("Dee", "Eva", "Fay"))
    with plain(database) as connection:
        connection.execute(
            "INSERT INTO stance SELECT id + 1, hex(randomblob(16)), circle_id, match_id, round_no, "
            "seq, kind, (SELECT id FROM player WHERE name = 'Dee'), device, at, text, NULL, NULL "
            "FROM stance"
        )

    assert evening.voices.confirmed == {1: [1]}
    assert len(wrong(evening.table.app)) == 1
