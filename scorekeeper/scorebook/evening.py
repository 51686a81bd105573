"""One demo match being played, card by card, and what is written down of it."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.scorebook.ledger import Act, Actor, Row, fold, note_digest, revise, scored
from scorekeeper.scorebook.matches import seated_game, settle, start_act
from scorekeeper.scorebook.statistics_rows import Rows, rows_of

if TYPE_CHECKING:
    from random import Random

    from scorekeeper.rules.problems import Json
    from scorekeeper.rules.results import Score
    from scorekeeper.scorebook.models import Circle, Player
    from scorekeeper.scorebook.state import MatchState

NOTES = ("counted again", "a card lay under the table", "two colours were swapped")
MINUTES_A_ROUND = 9
ROUNDS_OF_A_SHORT_MATCH = 2

EXACT, CORRECTED, VOIDED, ENDED = 1 / 3, 0.06, 0.04, 0.03
"""How often: exact cards, by match; a round corrected, voided; a match ended early."""


@dataclass
class Table:
    """A circle that plays: its row, players and nights, and the device that writes."""

    circle: Circle
    players: list[Player]
    by: Actor
    nights: dict[dt.date, int]


class Sheet(NamedTuple):
    """The rows of some matches, ready to be inserted."""

    matches: list[dict[str, Json]]
    seats: list[dict[str, Json]]
    revisions: list[dict[str, Json]]
    notes: list[dict[str, Json]]
    statistics: Rows


class Evening:
    """One match being played: what is written down of it, round by round."""

    def __init__(self, rng: Random, table: Table, match: MatchState, revision_id: int) -> None:
        """Sit down at the table."""
        self.rng, self.table, self.match = rng, table, match
        self.game = seated_game(match.game, len(match.seats), match.rules)
        self.revision_id = revision_id
        self.at = match.started_at
        self.revisions: list[dict[str, Json]] = []
        self.notes: list[dict[str, Json]] = []
        self.scores: list[Score] = []
        self.entries: list[Json] = []

    def do(self, act: Act, note: str | None = None) -> None:
        """Write an act into the ledger."""
        self.revision_id += 1
        digest = None
        if note is not None:
            salt = f"{self.rng.getrandbits(128):032x}"
            digest = note_digest(salt, note)
            self.notes.append(
                {
                    "revision_id": self.revision_id,
                    "circle_id": self.match.circle_id,
                    "salt": salt,
                    "text": note,
                }
            )
        revision = revise(self.match, act, self.table.by, self.at, note=digest)
        self.revisions.append({"id": self.revision_id, **revision})

    def play(self, *, unfinished: bool) -> None:
        """Play until the rules, or the table, end the match."""
        uids = {player.id: player.uid for player in self.table.players}
        self.do(start_act(self.match, [uids[seat.player_id] for seat in self.match.seats]))
        exact = self.rng.random() < EXACT
        ends_early = self.rng.random() < ENDED
        while not self.game.outcome([score.scores for score in self.scores]).finished:
            if len(self.scores) > ROUNDS_OF_A_SHORT_MATCH:
                if ends_early:
                    self.do(Act("end"))
                if ends_early or unfinished:
                    break
            number = len(self.scores) + 1
            dealer = self.game.dealer(self.match.first_dealer, number)
            for entry in self.game.simulate(self.rng, dealer=dealer, exact=exact):
                self.at += dt.timedelta(minutes=MINUTES_A_ROUND)
                self._round(len(self.scores) + 1, entry)

    def _round(self, number: int, entry: Json) -> None:
        companions = self.game.companions(number)
        beside = [self.entries[place - 1] for place in companions if place < number]
        score = self.game.score(entry, beside=beside)
        record = self._scored("record", number, entry, score)
        if not companions and self.rng.random() < CORRECTED:
            dealer = self.game.dealer(self.match.first_dealer, number)
            [mistaken] = self.game.simulate(self.rng, dealer=dealer, exact=False)
            mistake = self.game.score(mistaken)
            self.do(self._scored("record", number, mistaken, mistake))
            record = record._replace(kind="correct")
            self.do(record, self.rng.choice(NOTES))
        else:
            self.do(record)
        if self.rng.random() < VOIDED:
            self.do(Act("void", number))
            self.do(record._replace(kind=self.rng.choice(("restore", "record"))))
        self.entries.append(entry)
        self.scores.append(score)

    def _scored(self, kind: str, number: int, entry: Json, score: Score) -> Act:
        return scored(kind, number, entry, self.game.RULES_VERSION, score)

    def write_on(self, sheet: Sheet, date: dt.date) -> None:
        """Settle the match, and put its rows on a sheet; ``date`` is its night's."""
        ledger = fold(
            Row(row["seq"], row["kind"], row["round_no"], row["scores"]) for row in self.revisions
        )
        settle(self.match, self.game, ledger, self.at)
        sheet.matches.append(self.match.columns())
        sheet.seats.extend(self.match.seat_columns())
        sheet.revisions.extend(self.revisions)
        sheet.notes.extend(self.notes)
        if self.match.state == "over":
            players = [seat.player_id for seat in self.match.seats]
            entries = zip(self.entries, self.scores, strict=True)
            rows = rows_of(self.match, self.match.seats, (date, players), self.game, entries)
            sheet.statistics.played.extend(rows.played)
            sheet.statistics.told.extend(rows.told)
