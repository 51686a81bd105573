"""What each kind of line holds: its keys, and what each of them may be."""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.rules.problems import N_
from scorekeeper.scorebook.circles import known_zone
from scorekeeper.scorebook.errors import Refused
from scorekeeper.scorebook.exchange.lines import FORMAT, VERSION, BadFile, strict
from scorekeeper.scorebook.ledger import canonical, moment
from scorekeeper.scorebook.models import KINDS, ORIGINS, STANCES
from scorekeeper.scorebook.names import clean_name
from scorekeeper.scorebook.notes import clean_note

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from scorekeeper.rules.problems import Json

YEARS = range(1900, 3000)
"""Years that a date may be in: any clock of the world can show them."""

LAST_ROUND = 9999
LAST_VERSION = 999_999
LAST_SEQ = 10_000_000

_UID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_SALT = re.compile(r"[0-9a-f]{32}")
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)


class Part(NamedTuple):
    """What a key may hold, and what that is called."""

    fits: Callable[[Json], bool]
    called: str

    def optional(self) -> Part:
        """Give the same, or null."""
        return Part(lambda value: value is None or self.fits(value), self.called)


def _matches(pattern: re.Pattern[str]) -> Callable[[Json], bool]:
    return lambda value: isinstance(value, str) and pattern.fullmatch(value) is not None


def _one_of(values: tuple[str, ...]) -> Callable[[Json], bool]:
    return lambda value: isinstance(value, str) and value in values


def _whole(first: int, last: int) -> Part:
    return Part(
        lambda value: value.__class__ is int and first <= value <= last, N_("a whole number")
    )


def _is_date(value: Json) -> bool:
    if not (isinstance(value, str) and _DATE.fullmatch(value)):
        return False
    try:
        return dt.date.fromisoformat(value).year in YEARS
    except ValueError:
        return False


def _is_moment(value: Json) -> bool:
    if not (isinstance(value, str) and _MOMENT.fullmatch(value)):
        return False
    try:
        at = dt.datetime.fromisoformat(value)
    except ValueError:
        return False
    return at.year in YEARS and moment(at) == value


def _is_name(value: Json) -> bool:
    try:
        return isinstance(value, str) and clean_name(value) == value
    except Refused:
        return False


def _is_text(value: Json) -> bool:
    try:
        return isinstance(value, str) and clean_note(value) == value
    except Refused:
        return False


def _is_words(value: Json) -> bool:
    return value == "" or _is_text(value)


def _is_zone(value: Json) -> bool:
    return isinstance(value, str) and known_zone(value)


def _is_canonical(value: Json) -> bool:
    try:
        return isinstance(value, str) and canonical(strict(value)) == value
    except ValueError:
        return False


def _is_note(value: Json) -> bool:
    return (
        isinstance(value, dict)
        and value.keys() == _NOTE.keys()
        and all(part.fits(value[key]) for key, part in _NOTE.items())
    )


_uid = Part(_matches(_UID), N_("a uid in small letters"))
_digest = Part(_matches(_DIGEST), N_("64 hexadecimal digits"))
_moment = Part(_is_moment, N_("a moment such as 2026-11-30T21:04:05.123456Z"))
_name = Part(_is_name, N_("a name as it is kept"))
_text = Part(_is_text, N_("a text as it is kept"))
_words = Part(_is_words, N_("a text as it is kept"))
_truth = Part(lambda value: isinstance(value, bool), N_("true or false"))
_json = Part(_is_canonical, N_("JSON in its canonical form"))

_NOTE: Mapping[str, Part] = {
    "digest": _digest,
    "salt": Part(_matches(_SALT), ""),
    "text": _text.optional(),
}

SHAPES: Mapping[str, Mapping[str, Part]] = {
    "circle": {"uid": _uid, "name": _name, "time_zone": Part(_is_zone, N_("a time zone")),
               "created_at": _moment},
    "player": {"circle": _uid, "uid": _uid, "name": _name, "created_at": _moment,
               "merged_into": _uid.optional()},
    "night": {"circle": _uid, "uid": _uid, "date": Part(_is_date, N_("a date such as 2026-11-30")),
              "place": _words, "note": _words},
    "match": {"circle": _uid, "uid": _uid, "night": _uid,
              "origin": Part(_one_of(ORIGINS), N_("one that this program knows"))},
    "revision": {
        "match": _uid,
        "seq": _whole(0, LAST_SEQ),
        "kind": Part(_one_of(KINDS), N_("one that this program knows")),
        "round_no": _whole(1, LAST_ROUND).optional(),
        "entry": _json.optional(),
        "rules_version": _whole(1, LAST_VERSION).optional(),
        "scores": _json.optional(),
        "anyway": _truth,
        "actor": _uid.optional(),
        "device": _uid.optional(),
        "at": _moment,
        "note": Part(_is_note, N_("a note's digest, salt and text")).optional(),
        "prev": _digest,
        "hash": _digest,
    },
    "stance": {
        "match": _uid,
        "uid": _uid,
        "round_no": _whole(1, LAST_ROUND).optional(),
        "seq": _whole(0, LAST_SEQ),
        "kind": Part(_one_of(STANCES), N_("one that this program knows")),
        "player": _uid,
        "device": _uid,
        "at": _moment,
        "text": _text.optional(),
        "withdrawn_at": _moment.optional(),
        "withdrawn_by": _uid.optional(),
    },
    "end": {"lines": _whole(2, 10**15)},
}  # fmt: skip


def check_header(line: int, said: Mapping[str, Json]) -> None:
    """Check the first line of a file.

    Raises:
        BadFile: the file is none of ours, or a newer program's.
    """
    if said.get("type") != "header" or said.get("format") != FORMAT:
        raise BadFile(line, N_("Line %(line)s isn't the beginning of a file of Scorekeeper's."))
    version = said.get("version")
    if version.__class__ is int and version > VERSION:
        text = N_(
            "Line %(line)s: the file was written by a newer Scorekeeper (its format is %(found)s, "
            "this program reads up to %(known)s). Update this one first."
        )
        raise BadFile(line, text, found=version, known=VERSION)
    if version.__class__ is not int or version != VERSION or len(said) != len(("type", *_HEADER)):
        raise BadFile(line, N_("Line %(line)s isn't the beginning of a file of Scorekeeper's."))


_HEADER = ("format", "version")


def check_shape(line: int, said: Mapping[str, Json]) -> str:
    """Check that a line holds what its kind holds, and give the kind.

    Raises:
        BadFile: an unknown kind; a key is missing, unknown, or holds what it can't.
    """
    kind = said.get("type")
    shape = SHAPES.get(kind) if isinstance(kind, str) else None
    if shape is None or not isinstance(kind, str):
        raise BadFile(line, N_("Line %(line)s is of no kind that this program knows."))
    for key in shape:
        if key not in said:
            raise BadFile(line, N_("Line %(line)s: “%(key)s” is missing."), key=key)
    if len(said) != len(shape) + 1:
        raise BadFile(line, N_("Line %(line)s has a key that isn't known."))
    for key, part in shape.items():
        if not part.fits(said[key]):
            text = N_("Line %(line)s: “%(key)s” must be %(called)s.")
            raise BadFile(line, text, key=key, called=part.called)
    return kind
