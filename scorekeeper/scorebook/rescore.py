"""Score anew what an earlier version of the rules scored otherwise."""

from __future__ import annotations

import json
import uuid
from typing import TYPE_CHECKING

from sqlalchemy import select

from scorekeeper.scorebook.checks import Due, check
from scorekeeper.scorebook.findings import Finding
from scorekeeper.scorebook.ledger import Actor, Pen, scored
from scorekeeper.scorebook.matches import act, open_match
from scorekeeper.scorebook.models import Device
from scorekeeper.scorebook.store import write
from scorekeeper.scorebook.verify import read, readable

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Iterator

    from sqlalchemy.orm import Session

    from scorekeeper.scorebook.verify import Checked, Outdated

PROGRAM = "scorekeeper verify --rescore"
"""What stands in the place of a cookie's digest: no browser can be this device."""


def rescore(checked: Checked, at: dt.datetime) -> Iterator[Finding]:
    """Append a ``rescore`` revision for each round that today's rules score otherwise.

    A match in which anything is wrong stays as it is.

    Args:
        checked: what ``verify`` made of the scorebook.
        at: when this is done.
    """
    return checked.count(_rescore(checked.outdated, at))


def _rescore(outdated: Iterable[Outdated], at: dt.datetime) -> Iterator[Finding]:
    for match in outdated:
        findings = None
        if match.sound:
            with write() as session:
                findings = _match(session, match.match_id, at)
        yield from findings or [Finding("it isn't sound, so nothing was scored anew", match.match)]


def _match(session: Session, match_id: int, at: dt.datetime) -> list[Finding]:
    """Score a match's rounds anew, if it is still sound; else do nothing."""
    [stored] = read(session.connection(), match_id, match_id)
    match = stored.match
    due: list[Due] = []
    if any(finding.wrong for finding in readable(check(stored, due), match.uid)):
        return []
    pen = Pen(session, _program(session, at), at)
    opened = open_match(session, match.circle_id, match.uid)
    version = opened.game.RULES_VERSION
    reason = f"Scored anew by version {version} of the rules."
    findings = []
    for row, score in due:
        entry = json.loads(row.entry or "null")
        anew = scored("rescore", row.round_no or 0, entry, version, score)
        seq = act(pen, opened, anew, note=reason).seq
        what = f"scored anew by version {version} of the rules: {anew.scores} for {row.scores}"
        findings.append(Finding(what, match.uid, row.round_no, seq, wrong=False))
    return findings


def _program(session: Session, at: dt.datetime) -> Actor:
    """Give the device that the program itself is in this scorebook; it makes itself."""
    device = session.scalar(select(Device).where(Device.secret_hash == PROGRAM))
    if device is None:
        device = Device(uid=uuid.uuid4(), secret_hash=PROGRAM, created_at=at)
        session.add(device)
        session.flush()
    return Actor(device.id, device.uid)
