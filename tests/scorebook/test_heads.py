"""A match and the digits of its head, as they are typed from a sheet of paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scorekeeper.scorebook.heads import Heads, Unclear, printed_heads
from tests.builders import plain

if TYPE_CHECKING:
    from pathlib import Path

    from tests.builders import Table


def read(table: Table, *typed: str) -> Heads:
    """Read what was typed."""
    with table.app.app_context():
        return printed_heads(typed)


def test_match_and_digits_are_read_however_they_are_typed(table: Table) -> None:
    """Dashes, spaces and capitals as the reader likes; from 8 digits of each to all of them."""
    match, other = table.begin("mittlere", 3), table.begin("mittlere", 3)
    digits = "0123456789ABCDEF" * 4

    assert read(table) == Heads({}, [])
    assert read(
        table,
        f"{match}={digits[:12]}",
        f"{match.hex.upper()} = {digits}",
        f"{other.hex[:8]}=0123 4567 89ab",
        f" {str(match)[:9]}=0123-4567",
    ) == Heads(
        {match: [digits[:12].lower(), digits.lower(), "01234567"], other: ["0123456789ab"]}, []
    )


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "=",
        "MATCH",
        "MATCH=",
        "=abcdef012345",
        "MATCH=abcdef0",
        "MATCH=abcdefgh",
        "MATCH=abcdef01=",
        "MATCH=abcdef01=abcdef01",
        "MATCH=" + "a" * 65,
        "MATCHa=abcdef012345",
        "1234567=abcdef012345",
        "%%%%%%%%=abcdef012345",
        "١٢٣٤٥٦٧٨=abcdef012345",
        "MATCH=١٢٣٤٥٦٧٨",
        "\x00\ud800=abcdef012345",
    ],
)
def test_what_cannot_be_read_says_how_to_type_it(table: Table, typed: str) -> None:
    """In one line, whatever it was."""
    match = table.begin("mittlere", 3)

    with pytest.raises(Unclear, match=r"can't be read\. Type MATCH=DIGITS: at least 8") as unclear:
        read(table, typed.replace("MATCH", str(match)))
    assert len(str(unclear.value).splitlines()) == 1


def test_match_that_is_not_there_is_told_from_those_that_are(table: Table) -> None:
    """Once each, also if only the digits after the eighth differ."""
    match = table.begin("mittlere", 3)
    other = match.hex[:31] + ("0" if match.hex[31] != "0" else "1")

    gone = ["0" * 32, "f" * 8, other]
    typed = [f"{uid}=abcdef012345" for uid in (*gone, match, other)]

    assert read(table, *typed) == Heads({match: ["abcdef012345"]}, gone)


def test_beginning_that_two_matches_share_is_not_enough(table: Table, database: Path) -> None:
    """More of it tells them apart."""
    table.begin("mittlere", 3)
    table.begin("mittlere", 3)
    with plain(database) as connection:
        connection.execute("UPDATE match SET uid = '" + "b" * 31 + "' || id")

    with pytest.raises(Unclear, match="Several matches' uids begin with bbbbbbbb; type more"):
        read(table, "bbbbbbbb=abcdef012345")
    assert [uid.hex for uid in read(table, f"{'b' * 31}2=abcdef012345").printed] == ["b" * 31 + "2"]
