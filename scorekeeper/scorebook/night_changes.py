"""Nights edited: another place, note or date; and matches that belong to another night."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import select, update

from scorekeeper.rules.problems import N_, Problem
from scorekeeper.scorebook import state
from scorekeeper.scorebook.afterwards import check_date
from scorekeeper.scorebook.circles import night_on
from scorekeeper.scorebook.errors import NotFound, Refused, Stale
from scorekeeper.scorebook.models import Circle, Match, Night, Played
from scorekeeper.scorebook.notes import clean_note, clean_place

if TYPE_CHECKING:
    import datetime as dt
    import uuid
    from collections.abc import Sequence

    from scorekeeper.scorebook.ledger import Pen

NIGHT_THERE = "NIGHT_THERE"
"""The code of what is refused until somebody says that two nights are one."""


class Wish(NamedTuple):
    """A night as somebody wants it; ``join``: its matches move to the night of that date."""

    date: dt.date
    place: str
    note: str
    join: bool = False


def change_night(pen: Pen, circle_id: int, uid: uuid.UUID, version: int, wish: Wish) -> None:
    """Give a night another date, place or note.

    Where the circle has another night on that date, its matches move there if the wish says so;
    that night keeps its place, or takes this one's, and its note tells what both had besides.

    Raises:
        NotFound: the circle has no such night.
        Stale: somebody changed it since ``version``.
        Refused: NIGHT_THERE, or a date, place or note that can't be.
    """
    session = pen.session
    night = session.scalar(select(Night).where(Night.circle_id == circle_id, Night.uid == uid))
    if night is None:
        raise NotFound
    if night.version != version:
        raise Stale(night.version)
    place, note = clean_place(wish.place), clean_note(wish.note, "/note") or ""
    if wish.date != night.date:
        _check(pen, circle_id, wish.date)
        other = _other(pen, night, wish.date)
        if other is not None:
            if not wish.join:
                raise Refused([_there()])
            _join(pen, night, other, place, note)
            return
        night.date = wish.date
    night.place, night.note = place, note
    night.version += 1
    session.flush()
    _follow(pen, night, _matches(pen, night))


def move_match(pen: Pen, circle_id: int, uid: uuid.UUID, version: int, date: dt.date) -> None:
    """Move a match to the night of another date, which makes itself.

    Raises:
        NotFound: the circle has no such match.
        Stale: somebody changed it since ``version``.
        Refused: a date that can't be.
    """
    match = state.load(pen.session, circle_id, uid)
    if match.version != version:
        raise Stale(match.version)
    _check(pen, circle_id, date)
    night = night_on(pen.session, circle_id, date)
    if night.id != match.night_id:
        _follow(pen, night, [match.id])


def _check(pen: Pen, circle_id: int, date: dt.date) -> None:
    check_date(date, pen.at, pen.session.get_one(Circle, circle_id).time_zone)


def _there() -> Problem:
    text = N_("The circle has another night on this date.")
    return Problem(NIGHT_THERE, text, "/date")


def _other(pen: Pen, night: Night, date: dt.date) -> Night | None:
    """Give the circle's other night of a date; one of which nothing is left makes way."""
    other = pen.session.scalar(
        select(Night).where(Night.circle_id == night.circle_id, Night.date == date)
    )
    if other is not None and not (other.place or other.note or _matches(pen, other)):
        pen.session.delete(other)
        pen.session.flush()
        return None
    return other


def _join(pen: Pen, night: Night, other: Night, place: str, note: str) -> None:
    lost = place if other.place and other.place != place else ""
    other.place = other.place or place
    notes = [text for text in (other.note, note, lost) if text]
    other.note = clean_note(" · ".join(dict.fromkeys(notes)), "/note") or ""
    other.version += 1
    moved = _matches(pen, night)
    _follow(pen, other, moved)
    pen.session.delete(night)


def _matches(pen: Pen, night: Night) -> Sequence[int]:
    return pen.session.scalars(select(Match.id).where(Match.night_id == night.id)).all()


def _follow(pen: Pen, night: Night, matches: Sequence[int]) -> None:
    """Put matches on a night as it is now, with all that is kept of them and of its date."""
    pen.session.execute(
        update(Match)
        .where(Match.id.in_(matches))
        .values(night_id=night.id, version=Match.version + 1)
    )
    pen.session.execute(
        update(Played)
        .where(Played.match_id.in_(matches))
        .values(night_id=night.id, date=night.date)
    )
