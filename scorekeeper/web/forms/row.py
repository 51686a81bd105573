"""What is typed for one seat of a round: counts, answers, and exact cards."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from flask_babel import gettext as _
from wtforms import Field

if TYPE_CHECKING:
    from werkzeug.datastructures import MultiDict

    from scorekeeper.rules.inputs import Count, Inputs
    from scorekeeper.rules.problems import Json, Problem
    from scorekeeper.web.forms.entry import EntryForm

ANSWERS = {"yes": True, "no": False}

LONGEST = 24
"""So much is repeated of what should have been a card's name."""

_WHOLE = re.compile(r"[0-9]{1,3}", re.ASCII)


@dataclass(slots=True)
class Cell:
    """One number of a row: its name in the form, what was typed, what it means, what's wrong.

    ``fault`` names the first count of its group that is wrong in the same way.  Where exact cards
    say the number, ``kept`` is what was typed before them.
    """

    name: str
    shown: str = ""
    data: Any = None
    errors: tuple[str, ...] = ()
    fault: str = ""
    kept: str | None = None


class RowField(Field):
    """What is typed for one seat: all its counts and answers, or exact cards instead.

    ``exact``: the cards take the place of their counts.  Cards without it came with an entry that
    has some cards and some counts in one pile; they are kept as long as the counts are.

    One field for the whole row, since a form with a field for each of its fifty numbers takes
    WTForms longer than all the rest of a request.
    """

    def __init__(self, inputs: Inputs, **options: Any) -> None:  # noqa: ANN401 - WTForms' own
        """Take the cells from what the game declares."""
        super().__init__(validators=[], **options)
        self.inputs = inputs
        self.problems: list[Problem] = []
        self.exact = False
        self.cards: list[str] = []
        self.fault = ""

    def process(
        self,
        formdata: Any,  # noqa: ANN401 - WTForms' signature
        data: Any = None,  # noqa: ANN401 - likewise
        extra_filters: object = None,
    ) -> None:
        """Read the cells from what was sent, or from the numbers of an entry."""
        del extra_filters
        given = data if isinstance(data, dict) else {}
        self.cells = {}
        for count in self.inputs.counts:
            cell = self._cell(count.name, formdata, given.get(count.name, count.start))
            if formdata is not None:
                text = cell.shown.strip()
                cell.data = int(text) if _WHOLE.fullmatch(text) else None
            self.cells[count.name] = cell
        for question in self.inputs.questions:
            cell = self._cell(question.name, formdata, given.get(question.name))
            if cell.data not in ANSWERS:
                cell.data = None
            self.cells[question.name] = cell
        self._process_cards(formdata, given)

    def _process_cards(self, formdata: MultiDict[str, str] | None, given: dict[str, Json]) -> None:
        exact = self.inputs.exact
        if exact is None:
            return
        if formdata is None:
            self.exact, names = given.get("exact", False), given.get("cards", [])
        else:
            self.exact = formdata.get(f"{self.name}-exact") == "1"
            names = formdata.getlist(f"{self.name}-cards")
        if not self.exact and exact.whole:
            return
        known = [name for name in names if name in exact.by_name]
        self.cards = known[: exact.deck.total()]
        if len(known) < len(names):
            unknown = next(name for name in names if name not in exact.by_name)
            self.fault = _("“%(card)s” is no card of this game.", card=unknown[:LONGEST])
        elif len(self.cards) < len(known):
            self.fault = _("These are more cards than the deck has.")
        if self.exact:
            counted = exact.counted(self.cards)
            for name in exact.refined(self.cards):
                cell = self.cells[name]
                cell.kept = cell.shown
                cell.data = counted[name]
                cell.shown = str(cell.data)

    def _cell(self, name: str, formdata: MultiDict[str, str] | None, start: Json) -> Cell:
        full = f"{self.name}-{name}"
        if formdata is not None:
            sent = formdata.get(full, "")
            return Cell(full, sent, sent)
        return Cell(full, "" if start is None else str(start), start)

    def __getitem__(self, name: str) -> Cell:
        """Give a count's or question's cell."""
        return self.cells[name]

    def validate(self, form: object, extra_validators: object = ()) -> bool:
        """Check that every count is a whole number within its bounds; a blank isn't 0."""
        del extra_validators
        self.errors = (self.fault,) if self.fault else ()
        if cast("EntryForm", form).by_cards:
            return not self.errors
        first: dict[tuple[str, ...], str] = {}
        for count in self.inputs.counts:
            cell = self.cells[count.name]
            if cell.kept is not None:
                continue
            if cell.data is None or not count.low <= cell.data <= count.high:
                cell.errors = (_wrong(count, cell.shown),)
                cell.fault = first.setdefault((count.group, *cell.errors), count.name)
        return not self.errors and not any(cell.errors for cell in self.cells.values())

    def typed(self) -> dict[str, Json]:
        """Give the row's values by name; what is missing or wrong is None."""
        typed = {
            count.name: None if self.cells[count.name].errors else self.cells[count.name].data
            for count in self.inputs.counts
        }
        for question in self.inputs.questions:
            typed[question.name] = ANSWERS.get(self.cells[question.name].data)
        if self.given is not None:
            typed["cards"] = self.given
        return typed

    @property
    def given(self) -> list[str] | None:
        """The cards that are given one by one, which may be none; None where all is counted."""
        return self.cards if self.exact or self.cards else None


def _wrong(count: Count, text: str) -> str:
    if not text.strip():
        return str(_("Type a number here, 0 if there is none."))
    return str(
        _("Type a whole number from %(low)s to %(high)s here.", low=count.low, high=count.high)
    )
