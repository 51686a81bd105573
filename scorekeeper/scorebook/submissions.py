"""Forms that were answered, so that sending one twice does nothing twice."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, insert, select

from scorekeeper.scorebook.errors import KeyReused
from scorekeeper.scorebook.ledger import canonical
from scorekeeper.scorebook.models import Submission, table_of
from scorekeeper.scorebook.store import db

if TYPE_CHECKING:
    from scorekeeper.rules.problems import Json
    from scorekeeper.scorebook.ledger import Pen


_submission = table_of(Submission)
_INSERT = insert(_submission)
_EARLIER = select(_submission.c.request_hash, _submission.c.answer).where(
    _submission.c.device_id == bindparam("device_id"), _submission.c.key == bindparam("key")
)


def request_hash(values: Json) -> str:
    """Give the digest of a form's cleaned values (without its key and CSRF token)."""
    return sha256(canonical(values).encode()).hexdigest()


def earlier_answer(pen: Pen, key: str, values: Json) -> str | None:
    """Give the answer that this form got before, if it was sent before.

    Raises:
        KeyReused: it was sent before, with other values.
    """
    asked = {"device_id": pen.by.device_id, "key": key}
    submission = pen.session.connection().execute(_EARLIER, asked).first()
    if submission is None:
        return None
    earlier_hash, answer = submission
    if earlier_hash != request_hash(values):
        raise KeyReused(answer)
    return str(answer)


def has_saved(device_id: int, key: str) -> bool:
    """Tell whether a form has done its work already."""
    asked = {"device_id": device_id, "key": key}
    return db.session.connection().execute(_EARLIER, asked).first() is not None


def keep_answer(pen: Pen, circle_id: int, key: str, values: Json, answer: str) -> None:
    """Remember what a form was answered: where the browser was sent."""
    submission = {
        "device_id": pen.by.device_id,
        "key": key,
        "circle_id": circle_id,
        "request_hash": request_hash(values),
        "answer": answer,
        "at": pen.at,
    }
    pen.session.connection().execute(_INSERT, submission)
