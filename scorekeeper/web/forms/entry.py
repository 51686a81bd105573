"""The form for a round, built from what the game declares as its inputs."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from flask_babel import gettext as _
from wtforms import Field, Form, FormField, IntegerField, RadioField
from wtforms.validators import NumberRange, Optional, StopValidation

from scorekeeper.web.forms import LARGEST, Versioned

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scorekeeper.rules.base import Game
    from scorekeeper.rules.inputs import Choice, Count, Inputs, Sum
    from scorekeeper.rules.problems import Json, Problem

NOBODY = "none"
"""What a choice's radio button sends for None."""

_WHOLE = re.compile(r"[0-9]{1,3}", re.ASCII)


class CountField(Field):
    """A whole number from ``low`` to ``high``; a blank isn't 0."""

    def __init__(self, count: Count, **options: Any) -> None:  # noqa: ANN401 - WTForms' own
        """Take the bounds from the declared count."""
        super().__init__(validators=[self._check], **options)
        self.count = count

    def process_formdata(self, valuelist: list[str]) -> None:
        """Keep the text, and read it if it is a number."""
        self.text = valuelist[0].strip() if valuelist else ""
        self.data = int(self.text) if _WHOLE.fullmatch(self.text) else None

    @property
    def shown(self) -> str:
        """What stands in the field: what was typed, or what it starts with."""
        if self.raw_data is not None and self.raw_data:
            return str(self.raw_data[0])
        return "" if self.data is None else str(self.data)

    @staticmethod
    def _check(form: Form, field: CountField) -> None:  # noqa: ARG004 - WTForms' signature
        low, high = field.count.low, field.count.high
        if field.data is not None and low <= field.data <= high:
            return
        if not (field.raw_data and field.raw_data[0].strip()):
            raise StopValidation(_("Type a number here, 0 if there is none."))
        raise StopValidation(
            _("Type a whole number from %(low)s to %(high)s here.", low=low, high=high)
        )


def _row(inputs: Inputs) -> type[Form]:
    """Make the form of one seat."""
    fields: dict[str, Any] = {count.name: _count_field(count) for count in inputs.counts}
    for question in inputs.questions:
        fields[question.name] = RadioField(
            choices=[("yes", "yes"), ("no", "no")], validators=[Optional()]
        )
    return type("Row", (Form,), fields)


def _count_field(count: Count) -> Any:  # noqa: ANN401 - WTForms gives an UnboundField
    return CountField(count, default=count.start)


def _choice_field(choice: Choice, game: Game) -> RadioField:
    values = [value for value, _label in choice.options] or [str(s) for s in range(game.seats)]
    return RadioField(
        choices=[(value, value) for value in (*values, NOBODY)],
        default=None if choice.required else NOBODY,
        validators=[_chosen],
    )


def _chosen(form: Form, field: RadioField) -> None:
    del form
    if field.data is None:
        raise StopValidation(_("Choose one of these."))


class EntryForm(Versioned):
    """A round as typed: a row for each seat, and the choices."""

    game: Game
    number: int
    replaces = IntegerField(validators=[Optional(), NumberRange(0, LARGEST)])

    @property
    def inputs(self) -> Inputs:
        """What the game declares for this entry."""
        return self.game.inputs(self.number)

    @property
    def rows(self) -> list[Form]:
        """The rows by seat."""
        return [
            cast("FormField[Form]", self[f"seat_{seat}"]).form for seat in range(self.game.seats)
        ]

    def choice(self, choice: Choice) -> RadioField:
        """Give a choice's field."""
        return cast("RadioField", self[choice.name])

    def entry(self) -> dict[str, Json]:
        """Give the entry that was typed; only after ``check``."""
        typed: dict[str, Json] = {
            "seats": [self._seat(row) for row in self.rows],
        }
        for choice in self.inputs.choices:
            value = self[choice.name].data
            if value == NOBODY:
                value = None
            elif not choice.options:
                value = int(value)
            typed[choice.name] = value
        return self.game.entry(typed, self.number)

    def _seat(self, row: Form) -> dict[str, Json]:
        typed = {count.name: row[count.name].data for count in self.inputs.counts}
        for question in self.inputs.questions:
            typed[question.name] = {"yes": True, "no": False}.get(row[question.name].data or "")
        return typed

    def values(self) -> dict[str, Any]:
        """Give what tells one sending from another."""
        return {
            "round": self.number,
            "entry": self.entry(),
            "replaces": self.replaces.data,
        }

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
        for question in self.inputs.questions:
            if path[0] == question.path[0]:
                return None
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
    row = _row(inputs)
    fields: dict[str, Any] = {f"seat_{seat}": FormField(row) for seat in range(game.seats)}
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
