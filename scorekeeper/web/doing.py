"""How a form's work is done: once, in one write, however often it is sent."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from scorekeeper.scorebook.circles import night_date
from scorekeeper.scorebook.ledger import Pen
from scorekeeper.scorebook.members import touch
from scorekeeper.scorebook.store import write
from scorekeeper.scorebook.submissions import earlier_answer, keep_answer
from scorekeeper.web.access import here
from scorekeeper.web.clock import now

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorekeeper.rules.problems import Json
    from scorekeeper.web.forms import SentOnce


@contextmanager
def once(form: SentOnce, values: Json, answer: str) -> Iterator[Pen | None]:
    """Give the pen for a form's work in this circle, or None if it was done before.

    Args:
        form: the form, checked.
        values: what tells this sending from one with other values.
        answer: where the browser is sent; kept, so that the same is answered again.

    Raises:
        KeyReused: the form has done its work with other values.
        Busy: others are writing.
    """
    with write() as session:
        pen = Pen(session, here().actor, now())
        if earlier_answer(pen, form.sent_key, values) is not None:
            yield None
            return
        yield pen
        access = here()
        if access.active_on != night_date(pen.at, access.time_zone):
            touch(pen, access.circle_id, access.time_zone)
        keep_answer(pen, here().circle_id, form.sent_key, values, answer)
