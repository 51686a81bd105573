"""What players say of a round or of the result: that they counted it too, or that it is wrong."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import select

from scorekeeper.rules.problems import N_, Problem
from scorekeeper.scorebook.errors import Refused, Stale
from scorekeeper.scorebook.models import Player, Revision, Stance
from scorekeeper.scorebook.notes import clean_note
from scorekeeper.scorebook.state import save

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Select

    from scorekeeper.scorebook.ledger import Ledger, Pen
    from scorekeeper.scorebook.matches import Opened


class Said(NamedTuple):
    """A player's word that wasn't taken back; on the result where ``round_no`` is None.

    ``seq`` is the newest revision that its player could know of, ``text`` why it is disputed.
    """

    seq: int
    kind: str
    round_no: int | None
    seat: int
    text: str | None


@dataclass
class Voices:
    """What is said of a match as it stands: seats that confirm, by round, and open disputes.

    The result is round None.
    """

    confirmed: dict[int | None, list[int]] = field(default_factory=dict)
    disputes: list[Said] = field(default_factory=list)

    def disputed(self, number: int | None) -> list[Said]:
        """Give the open disputes of a round, or of the result."""
        return [said for said in self.disputes if said.round_no == number]


def heard(ledger: Ledger, said: Iterable[Said]) -> Voices:
    """Tell what of all that was said still holds.

    A confirmation falls away with its round's numbers, that of the result with anything that is
    done to the match. A dispute is settled by a correction only: of its round, or, about the
    result, of any round or of the final totals; undoing and writing anew settles nothing.
    """
    since = {held.number: held.since for held in ledger.rounds}
    since_result = ledger.seq
    corrected_last = max([*ledger.corrections.values(), ledger.result_since])
    voices = Voices()
    for word in said:
        number = word.round_no
        if word.kind == "dispute":
            settled = corrected_last if number is None else ledger.corrections.get(number, -1)
            if word.seq >= settled:
                voices.disputes.append(word)
            continue
        confirmed = since_result if number is None else since.get(number, word.seq + 1)
        if word.seq < confirmed:
            continue
        if word.seat not in voices.confirmed.setdefault(word.round_no, []):
            voices.confirmed[word.round_no].append(word.seat)
    return voices


# Saying it ----------------------------------------------------------------------------------


class Word(NamedTuple):
    """What a device says: of which round (None: the result) as it stood at ``seq``."""

    kind: str
    round_no: int | None
    seq: int
    text: str = ""


def say(pen: Pen, opened: Opened, word: Word) -> None:
    """Confirm or dispute a round or the result, as the player whose device this is.

    Saying the same twice says it once; a player's new word takes the place of the old one.

    Raises:
        Stale: the round, or with the result anything, has changed since ``seq``.
        Refused: the device is no player's who sits at this match, confirms what it entered
            itself, or disputes without a word.
    """
    _check_fresh(opened, word)
    player_id = _player_at(pen, opened)
    text = None
    if word.kind == "dispute":
        text = clean_note(word.text, "/text")
        if text is None:
            reason = N_("Say in a few words what isn't right.")
            raise Refused([Problem("DISPUTE_EMPTY", reason, "/text")])
    else:
        _check_other(pen, opened, word.round_no)
    mine = pen.session.scalars(
        _standing(opened, word.round_no).where(Stance.player_id == player_id)
    ).all()
    if any((said.kind, said.text) == (word.kind, text) and said.seq >= word.seq for said in mine):
        return
    _withdraw(pen, mine)
    pen.session.add(
        Stance(
            uid=uuid.uuid4(),
            circle_id=opened.match.circle_id,
            match_id=opened.match.id,
            round_no=word.round_no,
            seq=opened.ledger.seq,
            kind=word.kind,
            player_id=player_id,
            device=pen.by.device,
            at=pen.at,
            text=text,
        )
    )
    _show(pen, opened)


def take_back(pen: Pen, opened: Opened, word: Word) -> None:
    """Take back what this device, or its player, has said: what kind of word, of which round.

    Raises:
        Refused: it has said nothing.
    """
    mine = pen.session.scalars(
        _standing(opened, word.round_no)
        .where(Stance.kind == word.kind)
        .join(Player, Player.id == Stance.player_id)
        .where((Player.uid == pen.by.player) | (Stance.device == pen.by.device))
    ).all()
    if not mine:
        text = N_("There is nothing of yours to take back.")
        raise Refused([Problem("NOT_YOURS", text)])
    _withdraw(pen, mine)
    _show(pen, opened)


def _withdraw(pen: Pen, stances: Iterable[Stance]) -> None:
    for stance in stances:
        stance.withdrawn_at, stance.withdrawn_by = pen.at, pen.by.device


def _standing(opened: Opened, number: int | None) -> Select[Stance]:
    return select(Stance).where(
        Stance.match_id == opened.match.id,
        Stance.round_no.is_not_distinct_from(number),
        Stance.withdrawn_at.is_(None),
    )


def _check_fresh(opened: Opened, word: Word) -> None:
    """Let nobody confirm what isn't there any more."""
    ledger = opened.ledger
    if word.round_no is None:
        fresh = word.seq == ledger.seq and opened.match.state == "over"
    else:
        fresh = any(
            held.number == word.round_no and held.since <= word.seq <= ledger.seq
            for held in ledger.rounds
        )
    if not fresh:
        raise Stale(opened.match.revisions, ledger.next_number)


def _player_at(pen: Pen, opened: Opened) -> int:
    player_id = pen.session.scalar(select(Player.id).where(Player.uid == pen.by.player))
    if player_id is None or player_id not in {seat.player_id for seat in opened.match.seats}:
        text = N_("Only who sits at this match can say so. Say which player you are first.")
        raise Refused([Problem("NOT_AT_THE_TABLE", text)])
    return player_id


def _check_other(pen: Pen, opened: Opened, number: int | None) -> None:
    """Let nobody confirm numbers of their own: of the round, or of any round of the result."""
    ledger = opened.ledger
    since = [held.since for held in ledger.rounds if number in (None, held.number)]
    if number is None:
        since.append(ledger.result_since)
    writers = pen.session.execute(
        select(Revision.device, Revision.actor).where(
            Revision.match_id == opened.match.id, Revision.seq.in_(since)
        )
    ).all()
    by = pen.by
    if any(device == by.device or (actor and actor == by.player) for device, actor in writers):
        text = N_("You entered this round yourself. Let somebody else confirm it.")
        if number is None:
            text = N_("You entered some of it yourself. Let somebody else confirm the result.")
        raise Refused([Problem("OWN_NUMBERS", text)])


def _show(pen: Pen, opened: Opened) -> None:
    """Let everybody see it: pages of this match are new, although its ledger isn't."""
    opened.match.version += 1
    save(pen.session, opened.match)
