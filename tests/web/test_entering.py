"""Who is entering a round right now: the others see it, for a minute after the last tap."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.web.phone import words
from tests.web.table import ENTRIES, MITTLERE
from tests.web.test_live import ask as asks_for_news
from tests.web.test_live import version
from tests.web.test_preview import Glance
from tests.web.test_preview import ask as preview

if TYPE_CHECKING:
    from tests.web.phone import Page, Phone
    from tests.web.table import Clock, Table

LINE = "is entering round"


@pytest.fixture
def match(table: Table) -> str:
    """Begin a match of Mittlere, and give its address."""
    return table.start(MITTLERE).path


@pytest.fixture
def other(table: Table, match: str) -> Phone:
    """Let a second phone look at the match."""
    phone = table.join("score")
    phone.open(match)
    return phone


def lines(page: Page) -> list[str]:
    """Give what a scoreboard says of who is entering."""
    return [words(tag) for tag in page.all("p.soft") if LINE in words(tag)]


def type_some(table: Table) -> None:
    """Tap something on the first phone."""
    table.open_form(ENTRIES[MITTLERE])
    preview(table)


def test_the_others_see_who_is_entering_and_the_writer_does_not(
    table: Table, match: str, other: Phone
) -> None:
    """By the name that the circle has for the device, and which round."""
    before = lines(other.open(match))
    type_some(table)

    assert before == []
    assert lines(other.open(match)) == ["Browser is entering round 1."]
    assert lines(table.phone.open(match)) == []


def test_a_device_that_is_a_players_has_the_players_name(
    table: Table, match: str, other: Phone
) -> None:
    """That is whom the table knows."""
    table.do("UPDATE \"grant\" SET player_id = 1 WHERE role = 'own'")
    type_some(table)
    [(name,)] = table.ask("SELECT name FROM player WHERE id = 1")

    assert lines(other.open(match)) == [f"{name} is entering round 1."]


def test_it_lapses_after_a_minute_without_a_tap(
    table: Table, match: str, other: Phone, table_clock: Clock
) -> None:
    """A phone that was put away isn't entering; one that is tapped again is."""
    type_some(table)
    table_clock.at += dt.timedelta(seconds=59)
    still = lines(other.open(match))
    table_clock.at += dt.timedelta(seconds=1)
    lapsed = lines(other.open(match))
    preview(table)

    assert len(still) == 1
    assert lapsed == []
    assert len(lines(other.open(match))) == 1


def test_a_saved_round_is_entered_no_more(table: Table, match: str, other: Phone) -> None:
    """From then on the next one is due, and nobody has begun it."""
    type_some(table)
    table.save()

    assert lines(other.open(match)) == []


def test_who_follows_the_match_is_told_when_it_begins_and_ends(
    table: Table, match: str, other: Phone, table_clock: Clock
) -> None:
    """The page that is shown asks in vain until something changes for it."""
    nobody = version(other.open(match))
    quiet = asks_for_news(other, match, nobody).status_code
    type_some(table)
    begun = asks_for_news(other, match, nobody)
    somebody = version(other.open(match))
    answered = asks_for_news(other, match, somebody).status_code
    own = asks_for_news(table.phone, match, version(table.phone.open(match))).status_code
    table_clock.at += dt.timedelta(seconds=61)
    ended = asks_for_news(other, match, somebody)

    assert (quiet, begun.status_code, answered, own, ended.status_code) == (204, 200, 204, 204, 200)
    assert LINE in begun.get_data(as_text=True)
    assert LINE not in ended.get_data(as_text=True)
    assert version(other.open(match)) == nobody


def test_it_is_written_now_and_then_and_not_with_every_tap(
    table: Table, match: str, table_clock: Clock
) -> None:
    """A write holds up other writers; within 20 seconds the first one says enough."""
    del match
    type_some(table)
    first = table.dump()
    table_clock.at += dt.timedelta(seconds=19)
    preview(table)
    again = table.dump()
    table_clock.at += dt.timedelta(seconds=1)
    preview(table)

    assert again == first
    assert table.dump() != first


def test_what_is_corrected_is_not_being_entered(table: Table, match: str, other: Phone) -> None:
    """The line is there so that no two enter the same round."""
    table.enter(ENTRIES[MITTLERE])
    table.phone.open(f"{match}rounds/1/enter")
    preview(table)

    assert lines(other.open(match)) == []
    assert table.ask("SELECT * FROM entering") == []


def test_reading_a_form_writes_nothing(table: Table, match: str) -> None:
    """No GET writes: a form that is opened and left alone says nothing."""
    before = table.dump()
    table.phone.open(f"{match}rounds/1/enter")

    assert table.dump() == before


def test_whoever_enters_the_same_round_is_told(table: Table, match: str, other: Phone) -> None:
    """On the form itself, too: two are at it."""
    other.open(f"{match}rounds/1/enter")
    alone = told(other)
    type_some(table)

    assert alone == []
    assert told(other) == ["Browser is entering this round, too."]


def told(phone: Phone) -> list[str]:
    """Ask what a form's page asks with each tap, and give what it warns of."""
    sending = phone.page.sending("Save round 1")
    asked = replace(sending, address=sending.address.replace("/enter", "/preview"))
    return Glance(phone.request(asked).get_json()).warnings


def test_a_round_that_was_saved_and_undone_is_entered_by_nobody(
    table: Table, match: str, other: Phone
) -> None:
    """Saving ends it: the line doesn't come back with the round that is due again."""
    type_some(table)
    table.save()
    table.phone.press("Undo round 1")

    assert lines(other.open(match)) == []
