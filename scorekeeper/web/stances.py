"""What a player says of a round or of the result: counted it too, or disputes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, redirect, url_for
from wtforms import StringField
from wtforms.validators import AnyOf, InputRequired, NumberRange, Optional

from scorekeeper.scorebook import matches, stances
from scorekeeper.scorebook.errors import NotFound
from scorekeeper.scorebook.models import STANCES
from scorekeeper.scorebook.stances import Word
from scorekeeper.web.access import here
from scorekeeper.web.doing import once
from scorekeeper.web.errors import ask_again
from scorekeeper.web.forms import LARGEST, SentOnce, Whole
from scorekeeper.web.matches import show_board
from scorekeeper.web.rounds import show_round

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from werkzeug.wrappers import Response

    from scorekeeper.scorebook.errors import ScorebookError
    from scorekeeper.scorebook.ledger import Pen
    from scorekeeper.scorebook.matches import Opened

blueprint = Blueprint("stances", __name__, url_prefix="/circles/<uuid:circle>/matches/<uuid:match>")


class WordForm(SentOnce):
    """A player's word, on a round or (without one) on the result, as it stood at ``seq``."""

    kind = StringField(validators=[AnyOf(STANCES)])
    round = Whole(validators=[Optional(), NumberRange(1, LARGEST)])
    seq = Whole(validators=[InputRequired(), NumberRange(0, LARGEST)])
    text = StringField(default="")

    @property
    def word(self) -> Word:
        """What is said; only after ``check``."""
        return Word(
            str(self.kind.data),
            self.round.data,
            int(self.seq.data or 0),
            self.text.data or "",
        )


@blueprint.post("/say")
def say(match: UUID) -> Response:
    """Confirm or dispute."""
    return _do(match, stances.say)


@blueprint.post("/take-back")
def take_back(match: UUID) -> Response:
    """Take a confirmation or a dispute back."""
    return _do(match, stances.take_back)


def _do(uid: UUID, work: Callable[[Pen, Opened, Word], None]) -> Response:
    form = WordForm()
    ask_again(lambda error: _page(uid, form, error))
    form.check()
    word = form.word
    home = url_for("matches.board", match=uid)
    if word.round_no is not None:
        home = url_for("rounds.show", match=uid, number=word.round_no)
    with once(form, [work.__name__, str(uid), *word], home) as pen:
        if pen is not None:
            work(pen, matches.open_match(pen.session, here().circle_id, uid), word)
    return redirect(home, 303)


def _page(uid: UUID, form: WordForm, error: ScorebookError) -> str:
    """Show the page again on which it was said; a round that was undone has none."""
    text = form.text.data or ""
    if form.round.data is not None:
        try:
            return show_round(uid, form.round.data, error, text)
        except NotFound:
            pass
    return show_board(uid, error, text)
