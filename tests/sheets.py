"""Matches as they are when their sheet is printed: corrected, confirmed, disputed."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from sqlalchemy import select

from scorekeeper.scorebook.access import access_to
from scorekeeper.scorebook.ledger import Pen, scored
from scorekeeper.scorebook.matches import act, open_match, score_for
from scorekeeper.scorebook.members import Joining, admit
from scorekeeper.scorebook.models import Player
from scorekeeper.scorebook.rounds import Writing, record
from scorekeeper.scorebook.stances import Word, say
from scorekeeper.scorebook.store import write
from tests.builders import NAMES, Json, Table, kunibert, mittlere, played, printed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from flask import Flask

    from scorekeeper.scorebook.matches import Opened

READER = "reader"
"""The cookie of a device that may look at all of these matches."""

PHONE = "The phone on the table"
"""What the circle calls the device that writes."""

LONGEST_NAMES = tuple(f"{name:W<40}" for name in ("Ada", "Ben", "Cem", "Dee", "Eva", "Fin"))
"""Six players with names of 40 characters, which have no place to break."""

THREE = ("Ada", "Ben", "Cem")


class Played:
    """A match in a circle of its own; its players may have a say, its corrections a reason."""

    def __init__(
        self,
        app: Flask,
        game: str,
        players: Sequence[str],
        circle: str = "Friday circle",
        **rules: Json,
    ) -> None:
        """Begin it; the second player deals first."""
        self.table, self.players = Table(app, circle), players
        self.match = self.table.begin(game, players, dealer=1, **rules)
        self.address = f"/circles/{self.table.uid}/matches/{self.match}/sheet"
        with self.table.pen() as pen:
            admit(pen, self.table.id, Joining("own", name=PHONE))
        with self.table.pen(READER) as pen:
            admit(pen, self.table.id, Joining("view"))

    def record(self, *entries: Json) -> None:
        """Record rounds, one after the other."""
        self.table.record(self.match, *entries)

    def record_anyway(self, entry: Json, why: str) -> None:
        """Record a round although the cards don't add up, and say why."""
        with self.table.opened(self.match) as (pen, opened):
            number, version = opened.ledger.next_number, opened.match.revisions
            record(pen, opened, Writing(number, version, entry, reason=why, anyway=True))

    def correct(self, number: int, entry: Json, why: str, seat: int | None = None) -> None:
        """Correct a round, perhaps as a player, and say why; the cards needn't add up."""
        opening = self.table.opened(self.match) if seat is None else self._opened(seat)
        with opening as (pen, opened):
            score = score_for(opened.game, number, entry, opened.ledger.rounds, anyway=True)
            act(pen, opened, scored("correct", number, entry, 1, score), note=why)

    def say(self, seat: int, kind: str, number: int | None, text: str = "") -> None:
        """Let a player say something of a round or (None) the result, on a phone of their own."""
        with self._opened(seat) as (pen, opened):
            say(pen, opened, Word(kind, number, opened.ledger.seq, text))

    @contextmanager
    def _opened(self, seat: int) -> Iterator[tuple[Pen, Opened]]:
        """Open the match for changing it, as a player whose phone has joined as theirs."""
        table, secret = self.table, f"seat {seat}"
        with table.pen(secret) as pen:
            mine = (Player.circle_id == table.id, Player.name == self.players[seat])
            player_id = pen.session.scalars(select(Player.id).where(*mine)).one()
            admit(pen, table.id, Joining("score", player_id=player_id))
        with table.app.app_context():
            by = access_to(secret, table.uid).actor
            with write() as session:
                pen = Pen(session, by, table.at)
                yield pen, open_match(session, table.id, self.match)


def one_card_short() -> Json:
    """Give the rulebook's round of Mückenstich without one of its red cards."""
    entry = printed()
    first, *others = entry["numbers"]
    return {**entry, "numbers": [{**first, "red": first["red"] - 1}, *others]}


def mueckenstich_of_six_rounds(
    app: Flask, players: Sequence[str], circle: str = "Friday circle"
) -> Played:
    """Play six rounds, two of which are corrected; two players confirm the result."""
    of = Played(app, "mueckenstich", players, circle, rounds=6)
    entries = [entry for seed in range(6) for entry in played("mueckenstich", len(players), seed)]
    of.record(*entries)
    of.correct(2, entries[5], "a card lay under the table")
    of.correct(4, entries[1], "two colours were swapped, and nobody saw it before the end")
    for seat in (1, 2, 3):
        of.say(seat, "confirm", 2)
    of.say(0, "confirm", None)
    of.say(1, "confirm", None)
    return of


def mittlere_of_twelve_rounds(app: Flask) -> Played:
    """Play twelve rounds; the last is undone and restored, one corrected, one disputed."""
    of = Played(app, "mittlere", NAMES[:3], "Monday circle")
    of.record(*[mittlere(number % 3) for number in range(12)])
    of.table.undo(of.match)
    of.table.restore(of.match)
    of.correct(3, mittlere(0), "counted again")
    of.say(2, "dispute", 5, "I had 52 points, not 35: ask Geli, who wrote it down")
    return of


def kunibert_of_twelve_rounds(app: Flask) -> Played:
    """Play twelve rounds with the longest names; all of them are confirmed, and the result."""
    of = Played(app, "kunibert", LONGEST_NAMES, "K" * 40, target=1440, tie="extra_round")
    of.record(*[kunibert(120, 90, 60, 30, 20, 10, last_card=0)] * 12)
    for number in (*range(1, 13), None):
        for seat in range(6):
            of.say(seat, "confirm", number)
    return of


def usual(app: Flask) -> Mapping[str, str]:
    """Give the addresses of the sheets that must fit on a page."""
    sheets = {
        "Mückenstich with 5": mueckenstich_of_six_rounds(app, NAMES[:5]),
        "Mückenstich with 6": mueckenstich_of_six_rounds(app, (*NAMES[:5], "Zoë")),
        "Mückenstich, longest names": mueckenstich_of_six_rounds(app, LONGEST_NAMES, "W" * 40),
        "Mittlere": mittlere_of_twelve_rounds(app),
        "Kunibert, longest names": kunibert_of_twelve_rounds(app),
    }
    return {name: of.address for name, of in sheets.items()}
