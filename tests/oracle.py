"""What statistics should say: recomputed from the revisions in the file, slowly and plainly.

Scores come from the second scorer, which shares no code with the rules; of the scorebook nothing
is used at all.
"""

from __future__ import annotations

import datetime as dt
import json
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID

from tests.builders import rows
from tests.rules.second_scorer import answer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

Json = Any

DEALS_TO_THE_RIGHT = ("mittlere",)
BITE, LAST_CARD = -5, 30
HUNDRED = 100


@dataclass
class Sat:
    """A player in a finished match, and what happened there to them."""

    player: str
    number: int
    dealt: int
    total: int
    rank: int
    won: bool
    facts: dict[str, tuple[int, int]]


@dataclass
class Match:
    """A finished match."""

    uid: UUID
    game: str
    rules: dict[str, Json]
    date: dt.date
    place: str
    begun: str
    rounds: int
    reason: str
    seats: list[Sat]

    @property
    def winners(self) -> list[str]:
        """Who won."""
        return [sat.player for sat in self.seats if sat.won]

    def of(self, player: str) -> Sat | None:
        """Give a player's seat, if they sat there."""
        return next((sat for sat in self.seats if sat.player == player), None)


MATCHES = (
    "SELECT m.id, m.uid, n.date, n.place FROM match m JOIN night n ON n.id = m.night_id"
    " WHERE m.circle_id = ?"
)
PLAYERS = (
    "SELECT p.uid, coalesce(q.name, p.name) AS name"
    " FROM player p LEFT JOIN player q ON q.id = p.merged_into WHERE p.circle_id = ?"
)


def finished(database: Path, circle_id: int) -> list[Match]:
    """Recompute all finished matches that somebody won, in the order in which they were played."""
    names = {UUID(row["uid"]): row["name"] for row in rows(database, PLAYERS, circle_id)}
    played = []
    for match in rows(database, MATCHES, circle_id):
        ledger = rows(
            database, "SELECT * FROM revision WHERE match_id = ? ORDER BY seq", match["id"]
        )
        made = _match(match, ledger, names)
        if made is not None:
            played.append((made.date, made.begun, match["id"], made))
    return [made for *_, made in sorted(played, key=lambda of: of[:3])]


def _match(match: Json, ledger: list[Json], names: dict[UUID, str]) -> Match | None:
    start = json.loads(ledger[0]["entry"])
    players = [names[UUID(uid)] for uid in start["players"]]
    entries, ended, counts_all, result = _read(ledger)
    asked = {"seats": len(players), "rules": start["rules"], "anyway": True}
    answers = [answer(start["game"], {**asked, "entry": entries[n]}) for n in sorted(entries)]
    if result is not None:
        totals, counted, reason = result, 0, "result_known"
    else:
        counted, reason = _end(start, [said["scores"] for said in answers])
        if counts_all:
            counted = len(answers)
        reason = reason or ("ended_early" if ended else "")
        totals = [
            sum(said["scores"][seat] for said in answers[:counted]) for seat in range(len(players))
        ]
        if not reason or not counted:
            return None
    counting = list(zip(sorted(entries), answers, strict=True))[:counted]
    facts = _add_up(start["game"], [(entries[n], said) for n, said in counting])
    phased = len(players) == 3 and start["rules"].get("scoring") == "per_phase"
    step = -1 if start["game"] in DEALS_TO_THE_RIGHT else 1
    return Match(
        UUID(match["uid"]),
        start["game"],
        start["rules"],
        dt.date.fromisoformat(match["date"]),
        match["place"],
        ledger[0]["at"],
        -(-counted // 2) if phased else counted,
        reason,
        [
            Sat(
                who,
                seat,
                (seat - start["first_dealer"]) * step % len(players),
                totals[seat],
                1 + sum(other > totals[seat] for other in totals),
                totals[seat] == max(totals),
                facts.get(seat, {}),
            )
            for seat, who in enumerate(players)
        ],
    )


def _read(ledger: list[Json]) -> tuple[dict[int, Json], bool, bool, list[int] | None]:
    """Give the entries that stand, whether the table ended it, whether all count, the result."""
    entries: dict[int, Json] = {}
    ended, counts_all, result = False, False, None
    for revision in ledger[1:]:
        kind = revision["kind"]
        if kind in ("record", "correct", "restore", "rescore"):
            entries[revision["round_no"]] = json.loads(revision["entry"])
        elif kind == "void":
            del entries[revision["round_no"]]
        elif kind in ("end", "reopen"):
            ended = kind == "end"
        elif kind == "count_after_end":
            counts_all = not counts_all
        elif kind == "result":
            result = json.loads(revision["entry"])["totals"]
    return entries, ended, counts_all, result


def _end(start: Json, scores: list[list[int]]) -> tuple[int, str]:
    """Tell how many rounds count, and why the match is over by its rules, if it is."""
    rules, seats = start["rules"], len(start["players"])
    if start["game"] == "kunibert":
        totals = [0] * seats
        for counted, of in enumerate(scores, start=1):
            totals = [total + points for total, points in zip(totals, of, strict=True)]
            alone = totals.count(max(totals)) == 1
            if max(totals) >= rules["target"] and (alone or rules["tie"] == "shared"):
                return counted, "target_reached"
        return len(scores), ""
    length = rules["rounds"]
    if seats == 3 and rules.get("scoring") == "per_phase":
        length *= 2
    return min(len(scores), length), "all_rounds_played" if len(scores) >= length else ""


def _add_up(game: str, counting: list[tuple[Json, Json]]) -> dict[int, dict[str, tuple[int, int]]]:
    """Add up what happened in the rounds that count, by seat and fact."""
    facts: dict[int, dict[str, tuple[int, int]]] = {}
    for entry, said in counting:
        for seat, what, times, points in TELLERS[game](entry, said):
            old = facts.setdefault(seat, {}).get(what, (0, 0))
            facts[seat][what] = (old[0] + times, old[1] + points)
    return facts


def _mueckenstich(entry: Json, said: Json) -> Iterator[tuple[int, str, int, int]]:
    for seat, mosquitoes in enumerate(entry["mosquitoes"]):
        bites = sum(cards > 0 for cards in mosquitoes.values())
        if bites:
            yield seat, "bites", bites, BITE * bites
    for how, sign in (("doubled", 1), ("removed", -1)):
        colour, by = entry.get(how), said[f"{how}_by"]
        if colour:
            held = [_many(pile.get(colour, 0)) for pile in entry["numbers"]]
            yield by, f"{how}:{colour}", 1, sign * held[by]
            yield by, f"{how}:others", 1, sign * (sum(held) - held[by])


def _kunibert(entry: Json, said: Json) -> Iterator[tuple[int, str, int, int]]:
    del said
    if entry["last_card"] is not None:
        yield entry["last_card"], "last_card", 1, LAST_CARD


def _mittlere(entry: Json, said: Json) -> Iterator[tuple[int, str, int, int]]:
    del entry
    for seat in said["subjects"]:
        prompt = said["prompts"][0]
        if said["prompts"] == [2, 3] and said["card_points"][seat] >= HUNDRED:
            prompt = 3
        yield seat, f"prompt:{prompt}", 1, said["scores"][seat]
    for seat, (sticks, potatoes) in enumerate(zip(said["sticks"], said["potatoes"], strict=True)):
        if sticks:
            yield seat, "sticks", sticks, sticks
        if potatoes:
            yield seat, "potatoes", potatoes, -potatoes


TELLERS = {"mueckenstich": _mueckenstich, "kunibert": _kunibert, "mittlere": _mittlere}
"""Who tells a round of each game: the seat, what happened, how many times, and the points."""


def _many(cards: Json) -> int:
    return len(cards) if isinstance(cards, list) else cards


# Figures --------------------------------------------------------------------------------------


def sums(of: Iterable[tuple[Match, Sat]]) -> dict[str, int]:
    """Add up some seats' matches."""
    total: Counter[str] = Counter()
    for match, sat in of:
        total["played"] += 1
        total["won"] += sat.won
        total["shared"] += sat.won and len(match.winners) > 1
        total["total"] += sat.total
        total["rounds"] += match.rounds
        total["in_rounds"] += sat.total if match.rounds else 0
    names = ("played", "won", "shared", "total", "rounds", "in_rounds")
    return {name: total[name] for name in names}


def seats(matches: Sequence[Match], player: str | None = None) -> list[tuple[Match, Sat]]:
    """Give the seats of matches, perhaps one player's alone."""
    return [
        (match, sat) for match in matches for sat in match.seats if player in (None, sat.player)
    ]


def by(
    of: Iterable[tuple[Match, Sat]], key: Callable[[Match, Sat], Any]
) -> dict[Any, dict[str, int]]:
    """Add up by a key."""
    groups: dict[Any, list[tuple[Match, Sat]]] = defaultdict(list)
    for match, sat in of:
        groups[key(match, sat)].append((match, sat))
    return {name: sums(group) for name, group in groups.items()}


def streak(of: Iterable[bool]) -> tuple[int, int]:
    """Give the longest run, and the one that goes on."""
    text = "".join("x" if won else " " for won in of)
    longest = max(map(len, text.split(" ")))
    return longest, len(text) - len(text.rstrip("x"))


def told(matches: Sequence[Match], player: str | None = None) -> dict[tuple[str, str], Any]:
    """Add up what happened, by fact and player."""
    facts: dict[tuple[str, str], tuple[int, int]] = {}
    for _, sat in seats(matches, player):
        for what, (times, points) in sat.facts.items():
            old = facts.get((what, sat.player), (0, 0))
            facts[what, sat.player] = (old[0] + times, old[1] + points)
    return facts
