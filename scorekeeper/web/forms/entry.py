"""The form for a round, built from what the game declares as its inputs."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from flask_babel import gettext as _
from wtforms import BooleanField, Form, StringField
from wtforms.validators import NumberRange, Optional, StopValidation

from scorekeeper.rules.problems import Unscorable
from scorekeeper.web.forms import LARGEST, Versioned, Whole
from scorekeeper.web.forms.row import RowField

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scorekeeper.rules.base import Game
    from scorekeeper.rules.inputs import Choice, Inputs, Sum
    from scorekeeper.rules.problems import Json, Problem

NOBODY = "none"
"""What a choice's radio button sends for None."""

UNCHECKED = "unchecked"
"""What an address says besides when it only brings back what was typed so far."""


def _choice_field(choice: Choice, game: Game) -> StringField:
    values = [value for value, _label in choice.options] or [str(s) for s in range(game.seats)]
    if choice.nothing:
        values.append(NOBODY)

    def chosen(form: Form, field: StringField) -> None:
        if choice in cast("EntryForm", form).choices and field.data not in values:
            raise StopValidation(_("Choose one of these."))

    return StringField(default=None if choice.required else NOBODY, validators=[chosen])


class EntryForm(Versioned):
    """A round as typed: a row for each seat, the choices, and why it is as it is.

    ``replaces`` makes it the correction of a revision; ``anyway`` is the button that records it
    although cards are missing or too many.
    """

    game: Game
    number: int
    replaces = Whole(validators=[Optional(), NumberRange(0, LARGEST)])
    reason = StringField(default="")
    anyway = BooleanField()

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

    @property
    def by_cards(self) -> bool:
        """Whether the cards of all seats take the place of all that is declared besides."""
        exact = self.inputs.exact
        return exact is not None and exact.whole and any(row.exact for row in self.rows)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The choices that are due; those that come with exact cards only among these."""
        exact = self.inputs.exact
        return exact.choices if exact and self.by_cards else self.inputs.choices

    def cards(self, seat: int) -> list[str] | None:
        """Give a seat's exact cards, which may be what the others leave; None if it has none."""
        exact, rows = self.inputs.exact, self.rows
        if exact and self.by_cards:
            return exact.completed([row.given for row in rows])[seat]
        return rows[seat].given

    def validate(self, extra_validators: Any = None) -> bool:  # noqa: ANN401 - WTForms' signature
        """Check every field; of cards that take all else's place no seat's may be missing."""
        valid = super().validate(extra_validators)
        if self.by_cards:
            for seat, row in enumerate(self.rows):
                if self.cards(seat) is None:
                    row.errors = (
                        *row.errors,
                        _("These cards are missing. The last one without has the rest."),
                    )
                    valid = False
        return bool(valid)

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
        for choice in self.choices:
            field = self[choice.name]
            value = None if field.errors or field.data == NOBODY else field.data
            typed[choice.name] = value if value is None or choice.options else int(value)
        return typed

    def show(self, problems: tuple[Problem, ...]) -> list[Problem]:
        """Put each problem beside its field; give those that belong to no single one."""
        left = []
        for problem in problems:
            fields = self._fields_of(problem)
            for field in fields:
                field.problems = [*getattr(field, "problems", []), problem]
            if not fields:
                left.append(problem)
        return left

    def _fields_of(self, problem: Problem) -> list[Any]:
        path = problem.field.strip("/").split("/")
        if path == ["reason"]:
            return [self.reason]
        for choice in self.choices:
            if path == list(choice.path):
                return [self[choice.name]]
        seats = problem.seats if problem.seat is None else (problem.seat,)
        return [self.rows[seat] for seat in seats]

    def sums(self) -> Iterator[tuple[Sum, int | None]]:
        """Give the declared sums over all seats, as far as the numbers are typed."""
        for declared in () if self.by_cards else self.inputs.sums:
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
    exact = inputs.exact.choices if inputs.exact else ()
    fields |= {choice.name: _choice_field(choice, game) for choice in (*inputs.choices, *exact)}
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
    """Give an entry as the form's data: what is counted, and the cards that are exact."""
    typed: dict[str, Json] = {
        f"seat_{seat}": dict(counts) for seat, counts in enumerate(game.tally(entry))
    }
    inputs = game.inputs(number)
    choices = inputs.choices
    cards = game.exact(entry, number)
    for seat, names in enumerate(cards):
        row = typed[f"seat_{seat}"]
        for question in inputs.questions:
            answers = entry.get(question.path[0])
            if answers and row[question.about] == question.when:
                row[question.name] = "yes" if answers[seat] else "no"
        row["cards"] = list(names)
        row["exact"] = _is_exact(inputs, row, names)
    if inputs.exact and inputs.exact.whole and any(cards):
        choices = inputs.exact.choices
        for seat in range(game.seats):
            typed[f"seat_{seat}"]["exact"] = True
    for choice in choices:
        value = entry.get(choice.path[0])
        typed[choice.name] = NOBODY if value is None else str(value)
    return typed


def says_the_same(form: EntryForm, entry: Mapping[str, Json], *, in_counts: bool) -> bool:
    """Tell whether a checked form says what an entry says.

    Args:
        form: the form.
        entry: a round that stands.
        in_counts: whether counts alone are enough, since the form knew of no exact cards.
    """
    game, said = form.game, form.entry()
    try:
        mine, theirs = (as_typed(game, form.number, one) for one in (said, entry))
    except Unscorable:  # it doesn't add up, so it isn't what stands
        return False
    asked = any(question.path[0] in said for question in form.inputs.questions)
    if in_counts and not asked and not any(form.cards(seat) for seat in range(game.seats)):
        return game.tally(said) == game.tally(entry) and all(
            mine[choice.name] == theirs.get(choice.name) for choice in form.choices
        )
    return mine == theirs


def _is_exact(inputs: Inputs, counts: Mapping[str, Json], names: Sequence[str]) -> bool:
    """Tell whether a seat's cards are all that it has where they take the place of counts."""
    if inputs.exact is None or not names:
        return False
    counted = inputs.exact.counted(names)
    return all(counts[name] == counted[name] for name in inputs.exact.refined(names))
