"""A new match, or one that was played already: planned in the address, then begun."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from flask import Blueprint, current_app, g, redirect, render_template, request, url_for
from flask_babel import format_date
from flask_babel import gettext as _

from scorekeeper.rules import GAMES
from scorekeeper.scorebook import afterwards, boards, circles, matches
from scorekeeper.scorebook.access import pen_of
from scorekeeper.scorebook.afterwards import Past
from scorekeeper.scorebook.circles import Seatable
from scorekeeper.scorebook.errors import KeyReused, NotAllowed, Refused, ScorebookError
from scorekeeper.scorebook.members import Joining, admit
from scorekeeper.scorebook.models import Circle
from scorekeeper.scorebook.searching import places
from scorekeeper.scorebook.store import write
from scorekeeper.scorebook.submissions import earlier_answer, keep_answer
from scorekeeper.web.access import device_name, device_secret, here, needs
from scorekeeper.web.clock import now
from scorekeeper.web.errors import ask_again
from scorekeeper.web.forms import SentOnce, new_key
from scorekeeper.web.forms.match import RESULTS, Draft
from scorekeeper.web.forms.totals import read_totals, typed_totals
from scorekeeper.web.quota import count_circle

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from werkzeug.datastructures import MultiDict
    from werkzeug.wrappers import Response

    from scorekeeper.scorebook.ledger import Pen
    from scorekeeper.scorebook.matches import Plan

blueprint = Blueprint("planning", __name__)

IN_CIRCLE = "/circles/<uuid:circle>/matches"


class BeginForm(SentOnce):
    """The button that begins a match; the plan itself is read by ``Draft``."""


def _url(action: str, **values: Any) -> str:  # noqa: ANN401 - whatever an address holds
    """Give an address of this circle, or of the one that is yet to be made."""
    return url_for(f"planning.{action}" if "access" in g else f"planning.{action}_first", **values)


def _known() -> list[Seatable]:
    if "access" not in g:
        return []
    if not here().may("score"):
        raise NotAllowed
    return circles.players_of(here().circle_id)


@blueprint.get("/matches/new", endpoint="plan_first")
@blueprint.get(IN_CIRCLE + "/new", endpoint="plan")
def plan() -> str | Response:
    """Show the plan that the address says, or do what its pressed button says."""
    known = _known()
    device_secret()
    draft = _draft(request.args, known)
    button = request.args.get("do")
    if button is None:
        return _page(draft, known)
    ask_again(lambda error: _page(draft, known, error))
    if button == RESULTS:
        _check(draft)
        pressed = replace(draft, how=RESULTS)
    else:
        pressed = draft.press(button, known)
    return redirect(_url("plan", **pressed.address()), 303)


def _draft(args: MultiDict[str, str], known: Sequence[Seatable]) -> Draft:
    """Read a plan; only a circle has a past."""
    draft = Draft.read(args, known)
    return draft if "access" in g else replace(draft, past=False)


def _check(draft: Draft) -> Plan:
    """Give the plan, once it could begin, and could have been on its date.

    Raises:
        Refused: it can't.
    """
    planned = draft.plan()
    matches.check_plan(planned)
    if draft.past:
        afterwards.check_date(draft.played_on(), now(), here().time_zone)
    return planned


def _page(draft: Draft, known: Sequence[Seatable], error: ScorebookError | None = None) -> str:
    if draft.game_class is None:
        return render_template(
            "matches/games.html", games=GAMES.values(), draft=draft, error=error, url=_url
        )
    if draft.past and draft.how == RESULTS and _could_be(draft):
        return _results_page(draft, error)
    seated = {who.name for who in draft.seats}
    return render_template(
        "matches/plan.html",
        draft=draft,
        game=draft.game_class,
        offered=[who for who in known if who.name not in seated],
        places=places(here().circle_id) if draft.past else (),
        error=error,
        problems=error.problems if isinstance(error, Refused) else (),
        key=new_key() if isinstance(error, KeyReused) else draft.key,
        url=_url,
    )


def _could_be(draft: Draft) -> bool:
    try:
        _check(draft)
    except Refused:
        return False
    return True


def _results_page(draft: Draft, error: ScorebookError | None) -> str:
    """Ask for the final totals of a planned match."""
    return render_template(
        "matches/results.html",
        draft=draft,
        typed=typed_totals(request.form, len(draft.seats)),
        names=[who.name for who in draft.seats],
        error=error,
        problems=error.problems if isinstance(error, Refused) else (),
        key=new_key() if isinstance(error, KeyReused) else draft.key,
        url=_url,
    )


@blueprint.post("/matches", endpoint="begin_first")
@blueprint.post(IN_CIRCLE, endpoint="begin")
def begin() -> Response:
    """Begin a match; a first visitor gets a circle with it, and owns it."""
    known = _known()
    draft = _draft(request.form, known)
    form = BeginForm()
    ask_again(lambda error: _page(draft, known, error))
    form.check()
    planned = _check(draft)
    past = _past(draft)
    values = planned.as_json() | ({"past": [str(past.date), *past[1:]]} if past else {})
    with write() as session:
        pen = pen_of(session, device_secret(), now())
        answer = earlier_answer(pen, form.sent_key, values)
        if answer is None:
            circle, pen = _circle(pen)
            if past is None:
                match = matches.begin(pen, circle, planned)
            else:
                match = afterwards.enter(pen, circle, planned, past)
            answer = url_for("matches.board", circle=circle.uid, match=match.uid)
            keep_answer(pen, circle.id, form.sent_key, values, answer)
    return redirect(answer, 303)


def _past(draft: Draft) -> Past | None:
    """Give when the match was played, if it was already, and its totals if they are all there is.

    Raises:
        Refused: totals that aren't numbers.
    """
    if not draft.past:
        return None
    totals = None
    if draft.how == RESULTS:
        totals = read_totals(typed_totals(request.form, len(draft.seats)))
    return Past(draft.played_on(), totals, draft.place)


def _circle(pen: Pen) -> tuple[Circle, Pen]:
    """Give the circle of the request, or make one that the device owns."""
    if "access" in g:
        return pen.session.get_one(Circle, here().circle_id), pen._replace(by=here().actor)
    count_circle()
    told = request.form.get("time_zone", "")
    zone = told if circles.known_zone(told) else current_app.config["TIME_ZONE"]
    weekday = format_date(circles.night_date(pen.at, zone), "EEEE")
    circle = circles.found(pen.session, _("%(weekday)s circle", weekday=weekday), zone, pen.at)
    admit(pen, circle.id, Joining("own", name=device_name()))
    return circle, pen


@blueprint.get(IN_CIRCLE + "/<uuid:match>/rematch")
@needs("score")
def rematch(match: UUID) -> Response:
    """Plan the same match again: same players and house rules, the deal moved on."""
    before = boards.board(here().circle_id, match)
    rolled = {rule.name for rule in before.game.HOUSE_RULES if rule.faces}
    draft = Draft(
        game=before.game.key,
        seats=tuple(map(Seatable, before.names, before.players)),
        first_dealer=before.dealer,
        rules={
            name: str(value).lower()
            for name, value in before.game.rules.items()
            if name not in rolled and value is not None
        },
        key=new_key(),
    )
    return redirect(_url("plan", **draft.address()), 303)
