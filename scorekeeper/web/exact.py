"""The grid in which a seat's counts are refined to exact cards.

What is typed for the round so far stands in the address, as when it is checked; nothing is
written here.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import gettext as _
from markupsafe import Markup, escape

from scorekeeper.rules.problems import card_words
from scorekeeper.scorebook import boards
from scorekeeper.scorebook.errors import NotFound
from scorekeeper.web.access import here, needs
from scorekeeper.web.forms.entry import UNCHECKED, entry_form
from scorekeeper.web.signs import person

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from werkzeug.wrappers import Response

    from scorekeeper.rules.exact import Card, Exact
    from scorekeeper.scorebook.boards import Board
    from scorekeeper.web.forms.entry import EntryForm

blueprint = Blueprint(
    "exact",
    __name__,
    url_prefix="/circles/<uuid:circle>/matches/<uuid:match>/rounds/<round:number>/enter",
)

DROP = "drop"
"""What the button sends that goes back to counts."""


@dataclass(frozen=True)
class Slot:
    """One copy of a card in the grid: ticked, free, or with another seat."""

    card: Card
    copy: int
    ticked: bool
    holder: int | None

    @property
    def taken(self) -> bool:
        """Whether it can't be ticked, since another has it."""
        return self.holder is not None and not self.ticked

    def words(self, card: str) -> str:
        """Say which copy it is, if there are several: "the second black 12"."""
        if self.card.copies == 1:
            return card
        nth = (_("first"), _("second"), _("third"), _("fourth"))[self.copy]
        return _("the %(nth)s %(card)s", nth=nth, card=card)


@dataclass(frozen=True)
class Line:
    """The cards of one colour, under a heading if there are several piles."""

    group: str
    colour: str
    slots: tuple[Slot, ...]

    def sentences(self, names: Sequence[str]) -> list[Markup]:
        """Say which cards are with whom; a ticked one, too, if another claims it."""
        by_holder: dict[int, list[Slot]] = {}
        for slot in self.slots:
            if slot.holder is not None:
                by_holder.setdefault(slot.holder, []).append(slot)
        return [_with(names[holder], slots) for holder, slots in by_holder.items()]


def _with(name: str, slots: Sequence[Slot]) -> Markup:
    if len(slots) == 1:
        words = slots[0].words(card_words(slots[0].card.what, _))
        both = escape(_("%(card)s is with %(name)s."))
        return both % {"card": _capital(words), "name": person(name)}
    cards = ", ".join(slot.words(str(slot.card.value)) for slot in slots)
    return escape(_("With %(name)s: %(cards)s.")) % {"name": person(name), "cards": cards}


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


@blueprint.get("/cards/<round:place>")
@needs("score")
def grid(match: UUID, number: int, place: int) -> str | Response:
    """Show the cards of one seat, the n-th from 1, to be ticked; or go back to its counts.

    If the round isn't due any more, the round's form says so, with all that was typed.
    """
    board = boards.board(here().circle_id, match)
    seat = place - 1
    exact = board.game.inputs(number).exact
    if exact is None or seat >= board.game.seats:
        raise NotFound
    if not request.args:  # nothing is typed yet
        if number > board.ledger.next_number:
            raise NotFound
        return redirect(url_for("rounds.enter", match=match, number=number), 303)
    form = entry_form(board.game, number, formdata=request.args, meta={"csrf": False})
    seats = range(board.game.seats) if exact.whole and DROP in request.args else (seat,)
    carried = _carried(form, seats)
    if DROP in request.args:
        return redirect(_home(match, form, carried, seat), 303)
    home = _home(match, form, list(request.args.items(multi=True)), seat)
    if not _due(board, form):
        return redirect(home, 303)
    own = form.cards(seat) or []
    return render_template(
        "rounds/cards.html",
        board=board,
        form=form,
        seat=seat,
        row=form.rows[seat],
        lines=_lines(exact, form, seat, own),
        counted=_counted(exact, form, seat, own),
        carried=carried,
        action=_round(match, form, seat),
        home=home,
    )


def _due(board: Board, form: EntryForm) -> bool:
    """Tell whether the round stands, or is the next one to be entered."""
    if any(held.number == form.number for held in board.ledger.rounds):
        return True
    first_time = form.number == board.ledger.next_number and form.replaces.data is None
    return first_time and not board.reason


def _carried(form: EntryForm, seats: Sequence[int]) -> list[tuple[str, str]]:
    """Give all that was sent but these seats' cards, to be sent on."""
    left = {DROP, UNCHECKED}
    for seat in seats:
        left |= {f"{form.rows[seat].name}-exact", f"{form.rows[seat].name}-cards"}
    sent = request.args.items(multi=True)
    return [(UNCHECKED, "1"), *((name, value) for name, value in sent if name not in left)]


def _home(match: UUID, form: EntryForm, pairs: list[tuple[str, str]], seat: int) -> str:
    """Give the address of the round's form with this typed into it, at a seat."""
    typed: dict[str, list[str]] = {UNCHECKED: ["1"]}
    for name, value in pairs:
        if name != UNCHECKED:
            typed.setdefault(name, []).append(value)
    address, _hash, anchor = _round(match, form, seat).partition("#")
    return f"{address}?{urlencode(typed, doseq=True)}#{anchor}"


def _round(match: UUID, form: EntryForm, seat: int) -> str:
    """Give the address of the form that the grid was opened from: a round's or a correction's."""
    page = "rounds.enter" if form.replaces.data is None else "rounds.correct"
    return url_for(page, match=match, number=form.number, _anchor=f"seat-{seat}")


def _counted(exact: Exact, form: EntryForm, seat: int, own: Sequence[str]) -> int | None:
    """Give how many cards were counted before, if that was typed."""
    cells = [form.rows[seat][name] for name in exact.refined(own)]
    texts = [cell.shown if cell.kept is None else cell.kept for cell in cells]
    numbers = [int(text) for text in texts if text.isascii() and text.isdigit()]
    return sum(numbers) if numbers and len(numbers) == len(texts) else None


def _lines(exact: Exact, form: EntryForm, seat: int, own: Sequence[str]) -> list[Line]:
    """Lay out the grid: a seat's own cards first, and last the copies that others claim."""
    claims: dict[str, list[int]] = {}
    for other, row in enumerate(form.rows):
        if other != seat:
            for name in row.cards:
                claims.setdefault(exact.by_name[name].what, []).append(other)
    ticked = Counter(own)
    slots: dict[tuple[str, str], list[Slot]] = {}
    for card in exact.cards:
        holders = claims.get(card.what, [])
        free = max(card.copies - len(holders), 0)
        slots.setdefault((card.group, card.colour), []).extend(
            Slot(
                card, copy, copy < ticked[card.name], holders[copy - free] if copy >= free else None
            )
            for copy in range(card.copies)
        )
    return [Line(*where, tuple(of)) for where, of in slots.items()]
