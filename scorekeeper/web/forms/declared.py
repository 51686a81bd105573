"""What a game declares of its inputs, as the phone's pad reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorekeeper.rules.problems import Json
    from scorekeeper.web.forms.entry import EntryForm


def declared(form: EntryForm) -> dict[str, Json]:
    """Give bounds, order, questions, and those sums from which a missing number follows."""
    inputs = form.inputs
    return {
        "seats": form.game.seats,
        "counts": {
            count.name: {"low": count.low, "high": count.high, "start": count.start}
            for count in inputs.counts
        },
        "questions": [
            {"name": question.name, "about": question.about, "when": question.when}
            for question in inputs.questions
        ],
        "choices": {choice.name: {"required": choice.required} for choice in inputs.choices},
        "sums": [
            {
                "names": of.names,
                "across": of.across,
                "total": of.total,
                "times": of.times,
                "of": of.of,
            }
            for of in inputs.sums
            if not of.at_most
        ],
        "steps": inputs.steps,
    }
