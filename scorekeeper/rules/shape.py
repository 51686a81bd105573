"""The shape of an entry: its keys and lists, checked alike for all games (stages 3 and 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.rules.problems import N_, Json, Problem, Unscorable, malformed, pointer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def check_keys(entry: Json, allowed: frozenset[str]) -> None:
    """Refuse an entry that is no object or has a key that isn't the game's.

    Raises:
        Unscorable: MALFORMED, with the first such key.
    """
    if not isinstance(entry, dict):
        raise malformed(N_("The entry must be an object."))
    if not entry.keys() <= allowed:
        unknown = next(key for key in entry if key not in allowed)
        raise malformed(N_("The entry has a key that this game doesn't know."), pointer(unknown))


def check_lists(entry: Mapping[str, Json], names: Sequence[str], member: type | None) -> None:
    """Refuse an entry in which a named list is missing, no list, or holds no ``member``.

    Raises:
        Unscorable: MALFORMED, with the first such place.
    """
    for name in names:
        if name not in entry:
            raise malformed(N_("The entry lacks a key that it needs."), pointer(name))
        values = entry[name]
        if values.__class__ is not list:
            raise malformed(N_("A list, one member for each seat, is needed."), pointer(name))
        if member is not None:
            for seat, value in enumerate(values):
                if value.__class__ is not member:
                    raise malformed(
                        N_("This member of the list is of the wrong kind."), pointer(name, seat)
                    )


def check_lengths(entry: Mapping[str, Json], names: Sequence[str], seats: int) -> None:
    """Refuse lists that don't have one member for each seat.

    Raises:
        Unscorable: LENGTH, one for each such list.
    """
    wrong = [name for name in names if name in entry and len(entry[name]) != seats]
    if wrong:
        text = N_("%(place)s must have one member for each of the %(expected)s seats.")
        raise Unscorable(
            [
                Problem(
                    "LENGTH",
                    text,
                    pointer(name),
                    expected=seats,
                    found=len(entry[name]),
                    facts={"place": pointer(name)},
                )
                for name in wrong
            ]
        )
