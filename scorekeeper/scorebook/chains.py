"""A match's hash chain, checked link by link and against what was printed of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.scorebook.findings import UNREADABLE, Finding, place_of
from scorekeeper.scorebook.ledger import GENESIS, chain, note_digest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorekeeper.scorebook.findings import FileRow, Stored

HASHED = (
    "seq",
    "kind",
    "round_no",
    "entry",
    "rules_version",
    "scores",
    "anyway",
    "actor",
    "device",
    "at",
    "note",
)


def check_chain(stored: Stored) -> Iterator[Finding]:
    """Say which revision was changed, is missing, was added or stands in another's place."""
    match, revisions = stored.match, stored.revisions
    prev = GENESIS
    for seq, revision in enumerate(revisions):
        place = place_of(match, revision)
        if revision.seq != seq:
            yield Finding(f"it should be revision {seq}: one is missing or was added", *place)
            return
        if revision.prev != prev:
            yield Finding("it doesn't follow the revision before it", *place)
        prev = revision.hash
        if not _hash_fits(match, revision):
            yield Finding("it was changed: its hash doesn't fit", *place)
        if revision.note is not None or revision.revision_id is not None:
            yield from _note(match, revision)
    if match.revisions > len(revisions):
        yield Finding("it is missing", match.uid, None, len(revisions))
    elif match.head != prev or match.revisions != len(revisions):
        what = "the match names another one as its last"
        yield Finding(what, match.uid, None, len(revisions) - 1)


def _hash_fits(match: FileRow, revision: FileRow) -> bool:
    columns = {name: getattr(revision, name) for name in HASHED}
    try:
        return bool(chain(revision.prev, match.uid, columns) == revision.hash)
    except UNREADABLE:
        return False


def _note(match: FileRow, revision: FileRow) -> Iterator[Finding]:
    place = place_of(match, revision)
    if revision.note is None:
        yield Finding("it has a note that its chain doesn't know", *place)
    elif revision.revision_id is None:
        yield Finding("its note is missing", *place)
    elif revision.text is None:
        yield Finding("its note was erased", *place, wrong=False)
    elif note_digest(revision.salt, revision.text) != revision.note:
        yield Finding("its note was changed", *place)


def check_printed(stored: Stored, printed: Sequence[str]) -> Iterator[Finding]:
    """Look for digits that were printed of the match among its hashes.

    Those of an earlier revision aren't wrong: the sheet was printed, and play went on.  Revisions
    are counted as the sheet counts them.
    """
    match, revisions = stored.match, stored.revisions
    for digits in printed:
        begin_so = [n for n, revision in enumerate(revisions) if revision.hash.startswith(digits)]
        if not begin_so:
            yield Finding(f"no revision has the printed digits {digits}", match.uid)
            continue
        then = begin_so[-1] + 1
        later = len(revisions) - then
        if later:
            after = "1 revision" if then == 1 else f"{then} revisions"
            followed = "1 has" if later == 1 else f"{later} have"
            what = f"the digits {digits} were printed after {after}; {followed} followed"
            yield Finding(what, match.uid, wrong=False)
        else:
            yield Finding(f"the digits {digits} fit match {match.uid}", wrong=False)
