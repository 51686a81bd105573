"""Taking a circle along, as a file or into other programs, and taking a file in."""

from __future__ import annotations

from contextlib import contextmanager
from io import BytesIO
from itertools import chain, islice
from typing import TYPE_CHECKING
from uuid import UUID

from flask import (
    Blueprint,
    Response,
    abort,
    redirect,
    render_template,
    request,
    stream_with_context,
    url_for,
)
from flask_babel import gettext as _
from flask_babel import ngettext
from wtforms import HiddenField
from wtforms.validators import InputRequired, Length

from scorekeeper.rules.problems import N_, Problem
from scorekeeper.scorebook.errors import Refused, ScorebookError
from scorekeeper.scorebook.exchange import plays
from scorekeeper.scorebook.exchange.export import export
from scorekeeper.scorebook.exchange.importing import Coming, Found, Job, look, merge
from scorekeeper.scorebook.exchange.spreadsheets import SEPARATORS, matches_table, rounds_table
from scorekeeper.web import spool
from scorekeeper.web.access import here, needs
from scorekeeper.web.doing import once
from scorekeeper.web.errors import FormWrong, ask_again
from scorekeeper.web.forms import SentOnce, new_key
from scorekeeper.web.limits import TOO_MUCH, UPLOAD_BYTES
from scorekeeper.web.words import day

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import BinaryIO

    from werkzeug.wrappers import Response as Answer

    from scorekeeper.scorebook.exchange.people import Newcomer

blueprint = Blueprint("exchange", __name__, url_prefix="/circles/<uuid:circle>")

NEW = "new"
"""What is chosen for a player of the file who is nobody of the circle."""

FIELD = "player-{}"
"""The field that tells who a player of the file is."""

MOST_ASKED = 500
"""Players that a page asks about: a form has at most 1,000 fields."""

MOST_CHOICES = 20_000
"""What can be chosen in it, all in all."""

_TABLES = {"rounds": rounds_table, "matches": matches_table}


class FileForm(SentOnce):
    """A file to look at; it comes beside the fields."""


class WhoForm(SentOnce):
    """Which file it is about; who is who stands in fields named after its players."""

    file = HiddenField(validators=[InputRequired(), Length(max=64)])

    @property
    def digest(self) -> str:
        """The digest of the file."""
        return str(self.file.data or "")


# Out ----------------------------------------------------------------------------------------


@blueprint.get("/along/")
def show() -> str:
    """Show what can be taken along, and for owners the way in."""
    return _page()


def _page(error: ScorebookError | None = None) -> str:
    return render_template(
        "exchange/show.html",
        error=error,
        key=new_key(),
        done=request.args.get("done") == "import",
    )


@blueprint.get("/circle.jsonl")
def circle_file() -> Response:
    """Send the circle as a file."""
    pieces = export([here().circle_id])
    return _sent(pieces, "circle.jsonl", "application/x-ndjson")


@blueprint.get("/<any(rounds, matches):table>.csv")
def table_file(table: str) -> Response:
    """Send the circle's rounds or matches as a table; ``separator`` may be ``semicolon``."""
    separator = SEPARATORS.get(request.args.get("separator", ""), ",")
    pieces = _TABLES[table](here().circle_id, separator)
    return _sent(pieces, f"{table}.csv", "text/csv")


def _sent(pieces: Iterator[bytes], name: str, kind: str) -> Response:
    # What can fail does so with the first pieces, while there is still an answer to give.
    begun = list(islice(pieces, 2))
    response = Response(stream_with_context(chain(begun, pieces)), mimetype=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@blueprint.get("/matches/<uuid:match>/along")
def match_page(match: UUID) -> str:
    """Show the ways of a match into other programs."""
    play = plays.play(here().circle_id, match)
    return render_template(
        "exchange/match.html", play=play, link=plays.link(play), text=_as_text(play)
    )


def _as_text(play: plays.Play) -> list[str]:
    """Say a play in lines, as BoardGameGeek's comments take it."""
    lines = [", ".join(filter(None, (play.title, day(play.night), play.place)))]
    for who in sorted(play.players, key=lambda who: who.rank):
        said = (
            _("%(rank)s. %(name)s: %(points)s (won)")
            if who.won
            else _("%(rank)s. %(name)s: %(points)s")
        )
        points = str(who.total).replace("-", "−")
        lines.append(said % {"rank": who.rank, "name": who.name, "points": points})
    rounds = play.board.outcome.counted
    if rounds:
        lines.append(ngettext("%(num)d round", "%(num)d rounds", rounds))
    if play.minutes:
        lines.append(ngettext("%(num)d minute", "%(num)d minutes", play.minutes))
    return [*lines, play.note] if play.note else lines


@blueprint.get("/matches/<uuid:match>/play.bgsplay")
def play_file(match: UUID) -> Response:
    """Send a match as the file that BG Stats opens."""
    access = here()
    play = plays.play(access.circle_id, match)
    content = plays.bgsplay(play, access.circle_uid, access.actor.player)
    return _sent(iter([content]), f"{play.night}-{play.board.game.key}.bgsplay", "application/json")


# In -----------------------------------------------------------------------------------------


@blueprint.post("/along/")
@needs("own")
def upload() -> Answer:
    """Check a file, keep it, and lead on to who is who; nothing is written yet."""
    form = FileForm()
    ask_again(_page)
    form.check()
    sent = request.files.get("file")
    content = sent.read() if sent is not None else b""
    if not content:
        raise Refused([Problem("NO_FILE", N_("Choose a file first."), "/file")])
    if len(content) > UPLOAD_BYTES:
        abort(TOO_MUCH)
    _look(BytesIO(content), {})
    return redirect(url_for("exchange.ask", file=spool.keep(content)), 303)


def _look(source: BinaryIO, who: Mapping[UUID, UUID | None]) -> Found:
    """Check a file, and tell what of it isn't in this circle.

    Raises:
        Refused: it can't be taken in, holds no circle, or more players than a page can ask about.
    """
    found = look(Job(source, Coming(here().circle_id, who)))
    if not found.circles:
        raise Refused([Problem("NO_CIRCLE", N_("There is no circle in this file."), "/file")])
    of = found.circles[0].people
    asked = len(of.newcomers)
    if asked > MOST_ASKED or asked * len(of.circle) > MOST_CHOICES:
        text = N_("A page can't ask about %(found)s new players. Take the file in on the server.")
        raise Refused([Problem("TOO_MANY_ASKED", text, "/file", found=asked)])
    source.seek(0)
    return found


@contextmanager
def _kept(digest: str) -> Iterator[BinaryIO]:
    """Open a file that was sent.

    Raises:
        Refused: it isn't there any more.
    """
    source = spool.fetch(digest)
    if source is None:
        raise _gone()
    with source:
        yield source


def _gone() -> Refused:
    return Refused([Problem("FILE_GONE", N_("The file isn't here any more. Choose it again."))])


@blueprint.get("/along/who")
@needs("own")
def ask() -> Answer | str:
    """Ask who is who in the file that was sent, and say what would come in."""
    try:
        with _kept(request.args.get("file", "")) as source:
            found = _look(source, {})
    except Refused:
        return redirect(url_for("exchange.show"), 303)
    return _who_page(found, WhoForm(formdata=None, key=new_key(), file=found.digest))


def _who_page(found: Found, form: WhoForm, error: ScorebookError | None = None) -> str:
    form.renew_key(error)
    [target] = found.circles
    newcomers = target.people.newcomers
    return render_template(
        "exchange/who.html",
        found=found,
        target=target,
        form=form,
        chosen={who.uid: _chosen(who) for who in newcomers},
        error=error,
    )


def _chosen(who: Newcomer) -> str:
    usual = NEW if who.namesake is None else str(who.namesake)
    return request.form.get(FIELD.format(who.uid), usual)


def _again(error: ScorebookError, form: WhoForm) -> str:
    """Ask once more, with what was chosen; without the file, begin anew."""
    try:
        with _kept(form.digest) as source:
            found = _look(source, {})
    except Refused:
        return _page(error)
    return _who_page(found, form, error)


@blueprint.post("/along/who")
@needs("own")
def take_in() -> Answer:
    """Take the file in, with what was told of who is who."""
    form = WhoForm()
    ask_again(lambda error: _again(error, form))
    form.check()
    who = _told()
    values = [form.digest, *sorted([str(uid), str(told)] for uid, told in who.items())]
    home = url_for("exchange.show", done="import")
    source = spool.fetch(form.digest)
    with source or BytesIO():
        found = None if source is None else _look(source, who)
        with once(form, values, home) as pen:
            if pen is not None:
                if source is None or found is None:
                    raise _gone()
                merge(pen.session, Job(source, Coming(here().circle_id, who)), found, pen.at)
    spool.drop(form.digest)
    return redirect(home, 303)


def _told() -> dict[UUID, UUID | None]:
    """Read who is who.

    Raises:
        FormWrong: somebody is said to be what is nobody at all.
    """
    who: dict[UUID, UUID | None] = {}
    before = FIELD.format("")
    try:
        for name, told in request.form.items():
            if name.startswith(before):
                who[UUID(name.removeprefix(before))] = None if told == NEW else UUID(told)
    except ValueError:
        raise FormWrong from None
    return who
