"""Forms that were answered, so that sending one twice does nothing twice."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from scorekeeper.scorebook.errors import KeyReused
from scorekeeper.scorebook.ledger import canonical
from scorekeeper.scorebook.models import Submission

if TYPE_CHECKING:
    from scorekeeper.rules.problems import Json
    from scorekeeper.scorebook.ledger import Pen


def request_hash(values: Json) -> str:
    """Give the digest of a form's cleaned values (without its key and CSRF token)."""
    return sha256(canonical(values).encode()).hexdigest()


def earlier_answer(pen: Pen, key: str, values: Json) -> str | None:
    """Give the answer that this form got before, if it was sent before.

    Raises:
        KeyReused: it was sent before, with other values.
    """
    submission = pen.session.get(Submission, (pen.by.device_id, key))
    if submission is None:
        return None
    if submission.request_hash != request_hash(values):
        raise KeyReused(submission.answer)
    return submission.answer


def keep_answer(pen: Pen, circle_id: int, key: str, values: Json, answer: str) -> None:
    """Remember what a form was answered: where the browser was sent."""
    pen.session.add(
        Submission(
            device_id=pen.by.device_id,
            key=key,
            circle_id=circle_id,
            request_hash=request_hash(values),
            answer=answer,
            at=pen.at,
        )
    )
