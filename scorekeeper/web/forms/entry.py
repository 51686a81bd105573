"""The form for a round, built from what the game declares as its inputs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from flask_babel import gettext as _
from wtforms import Field, Form, StringField
from wtforms.validators import NumberRange, Optional, StopValidation

from scorekeeper.web.forms import LARGEST, Versioned, Whole

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from werkzeug.datastructures import MultiDict

    from scorekeeper.rules.base import Game
    from scorekeeper.rules.inputs import Choice, Count, Inputs, Sum
    from scorekeeper.rules.problems import Json, Problem

NOBODY = "none"
"""What a choice's radio button sends for None."""

ANSWERS = {"yes": True, "no": False}

_WHOLE = re.compile(r"[0-9]{1,3}", re.ASCII)


@dataclass(slots=True)
class Cell:
    """One number of a row: its name in the form, what was typed, what it means, what's wrong.

    ``fault`` names the first count of its group that is wrong in the same way.
    """

    name: str
    shown: str = ""
    data: Any = None
    errors: tuple[str, ...] = ()
    fault: str = ""


class RowField(Field):
    """What is typed for one seat: all its counts and answers.

    One field for the whole row, since a form with a field for each of its fifty numbers takes
    WTForms longer than all the rest of a request.
    """

    def __init__(self, inputs: Inputs, **options: Any) -> None:  # noqa: ANN401 - WTForms' own
        """Take the cells from what the game declares."""
        super().__init__(validators=[], **options)
        self.inputs = inputs
        self.problems: list[Problem] = []

    def process(
        self,
        formdata: Any,  # noqa: ANN401 - WTForms' signature
        data: Any = None,  # noqa: ANN401
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
        del form, extra_validators
        first: dict[tuple[str, ...], str] = {}
        for count in self.inputs.counts:
            cell = self.cells[count.name]
            if cell.data is None or not count.low <= cell.data <= count.high:
                cell.errors = (_wrong(count, cell.shown),)
                cell.fault = first.setdefault((count.group, *cell.errors), count.name)
        return not any(cell.errors for cell in self.cells.values())

    def typed(self) -> dict[str, Json]:
        """Give the row's values by name; what is missing or wrong is None."""
        typed = {
            count.name: None if self.cells[count.name].errors else self.cells[count.name].data
            for count in self.inputs.counts
        }
        for question in self.inputs.questions:
            typed[question.name] = ANSWERS.get(self.cells[question.name].data)
        return typed


def _wrong(count: Count, text: str) -> str:
    if not text.strip():
        return str(_("Type a number here, 0 if there is none."))
    return str(
        _("Type a whole number from %(low)s to %(high)s here.", low=count.low, high=count.high)
    )


def _choice_field(choice: Choice, game: Game) -> StringField:
    values = [value for value, _label in choice.options] or [str(s) for s in range(game.seats)]

    def chosen(form: Form, field: StringField) -> None:
        del form
        if field.data not in (*values, NOBODY):
            raise StopValidation(_("Choose one of these."))

    return StringField(default=None if choice.required else NOBODY, validators=[chosen])


class EntryForm(Versioned):
    """A round as typed: a row for each seat, and the choices."""

    game: Game
    number: int
    replaces = Whole(validators=[Optional(), NumberRange(0, LARGEST)])

    def mend(self) -> None:
        """Renew hidden fields that are wrong."""
        super().mend()
        if self.replaces.errors:
            self.replaces.data = None

    @property
    def inputs(self) -> Inputs:
        """What the game declares for this entry."""
        return self.game.inputs(self.number)

    @property
    def rows(self) -> list[RowField]:
        """The rows by seat."""
        return [cast("RowField", self[f"seat_{seat}"]) for seat in range(self.game.seats)]

    def choice(self, choice: Choice) -> StringField:
        """Give a choice's field."""
        return cast("StringField", self[choice.name])

    def entry(self) -> dict[str, Json]:
        """Give the entry that was typed; only after ``check``."""
        return self.game.entry(self.so_far(), self.number)

    def so_far(self) -> dict[str, Json]:
        """Give what was typed, what is missing or wrong left out as None; only after ``validate``.

        It is what ``Game.asks`` takes.
        """
        typed: dict[str, Json] = {"seats": [row.typed() for row in self.rows]}
        for choice in self.inputs.choices:
            field = self[choice.name]
            value = None if field.errors or field.data == NOBODY else field.data
            typed[choice.name] = value if value is None or choice.options else int(value)
        return typed

    def show(self, problems: tuple[Problem, ...]) -> list[Problem]:
        """Put each problem beside its field; give those that belong to no single one."""
        left = []
        for problem in problems:
            field = self._field_of(problem)
            if field is None:
                left.append(problem)
            else:
                field.problems = [*getattr(field, "problems", []), problem]
        return left

    def _field_of(self, problem: Problem) -> Any:  # noqa: ANN401 - a field or a row's form
        path = problem.field.strip("/").split("/")
        for choice in self.inputs.choices:
            if path == list(choice.path):
                return self[choice.name]
        return self[f"seat_{problem.seat}"] if problem.seat is not None else None

    def sums(self) -> Iterator[tuple[Sum, int | None]]:
        """Give the declared sums over all seats, as far as the numbers are typed."""
        for declared in self.inputs.sums:
            if declared.across:
                numbers = [row[name].data for row in self.rows for name in declared.names]
                yield declared, None if None in numbers else sum(numbers)

    def seat_sum(self, seat: int) -> tuple[int, int] | None:
        """Give what a seat's cards add up to, and should; None until both are typed."""
        row = self.rows[seat]
        for declared in self.inputs.sums:
            if not declared.across:
                numbers = [row[name].data for name in declared.names]
                of = row[declared.of].data
                if None not in numbers and of is not None:
                    return sum(numbers), of * declared.times
        return None


@lru_cache(maxsize=256)
def _form_class(game: Game, phase: int | None) -> type[EntryForm]:
    inputs = game.declared(phase)
    fields: dict[str, Any] = {f"seat_{seat}": RowField(inputs) for seat in range(game.seats)}
    fields |= {choice.name: _choice_field(choice, game) for choice in inputs.choices}
    return type("RoundForm", (EntryForm,), {**fields, "game": game})


def entry_form(game: Game, number: int, **options: Any) -> EntryForm:  # noqa: ANN401 - WTForms' own
    """Give the form for a match's n-th entry.

    Args:
        game: the match's game; the one object that ``seated_game`` keeps for it.
        number: which entry of the match it is, from 1.
        options: formdata, data and meta, as WTForms takes them.
    """
    form = _form_class(game, game.place(number).phase)(**options)
    form.number = number
    return form


def as_typed(game: Game, number: int, entry: Mapping[str, Json]) -> dict[str, Json]:
    """Give an entry as the form's data, exact cards counted."""
    typed: dict[str, Json] = {
        f"seat_{seat}": dict(counts) for seat, counts in enumerate(game.tally(entry))
    }
    inputs = game.inputs(number)
    for seat in range(game.seats):
        for question in inputs.questions:
            answers = entry.get(question.path[0])
            if answers and typed[f"seat_{seat}"][question.about] == question.when:
                typed[f"seat_{seat}"][question.name] = "yes" if answers[seat] else "no"
    for choice in inputs.choices:
        value = entry.get(choice.path[0])
        typed[choice.name] = NOBODY if value is None else str(value)
    return typed
