"""Links into a circle: made, named, listed, revoked."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

import pytest

from scorekeeper.scorebook.access import access_to
from scorekeeper.scorebook.errors import NotFound, Refused
from scorekeeper.scorebook.links import (
    ListedLink,
    NewLink,
    invitation,
    link_of,
    links_of,
    make_link,
    revoke_link,
    score_link,
    sign_link,
)
from scorekeeper.scorebook.members import Joining, admit, hand_on, put_out
from tests.builders import Table

if TYPE_CHECKING:
    from flask import Flask

KEY = "a test's"
PHONE = "the cookie of a phone"


def make(table: Table, role: str = "score", name: str = "", *, recovery: bool = False) -> uuid.UUID:
    """Make a link into a table's circle."""
    with table.pen() as pen:
        return make_link(pen.session, table.id, NewLink(role, name, recovery=recovery), pen.at)


def listed(table: Table) -> list[ListedLink]:
    """Give the links of a table's circle."""
    with table.app.app_context():
        return links_of(table.id)


def join(table: Table, link: uuid.UUID, secret: str = PHONE) -> uuid.UUID:
    """Join a table's circle by a link, and give the device's uid."""
    with table.app.app_context():
        opened = invitation(KEY, sign_link(KEY, link))
    with table.pen(secret) as pen:
        admit(pen, table.id, Joining(opened.role, opened.link_id))
        return pen.by.device


def is_in(table: Table, secret: str = PHONE) -> bool:
    """Tell whether a device is in a table's circle."""
    with table.app.app_context():
        try:
            return bool(access_to(secret, table.uid).role)
        except NotFound:
            return False


def test_links_are_listed_newest_first_with_how_many_joined(table: Table) -> None:
    """Each with its name, what it permits, and the devices that are in by it."""
    kitchen = make(table, "view", "  Kitchen ")
    plain = make(table)
    recovery = make(table, "own", "Recovery link", recovery=True)
    join(table, kitchen)
    found = listed(table)

    assert [(link.uid, link.name, link.role) for link in found] == [
        (recovery, "Recovery link", "own"),
        (plain, "", "score"),
        (kitchen, "Kitchen", "view"),
    ]
    assert [link.recovery for link in found] == [True, False, False]
    assert [link.joined for link in found] == [0, 0, 1]


@pytest.mark.parametrize("name", ["x" * 41, "a\nb", "\u202ex"])
def test_a_name_that_cant_be_one_makes_no_link(table: Table, name: str) -> None:
    """A link may have no name, but not a bad one."""
    with pytest.raises(Refused):
        make(table, name=name)

    assert listed(table) == []


def test_revoking_a_link_puts_out_all_that_joined_by_it(table: Table) -> None:
    """Nobody joins by it any more, it is listed no more, and others stay."""
    lost, other = make(table), make(table)
    join(table, lost)
    join(table, other, "another cookie")
    with table.pen() as pen:
        revoke_link(pen, table.id, lost)

    assert not is_in(table)
    assert is_in(table, "another cookie")
    assert [link.uid for link in listed(table)] == [other]
    with table.app.app_context(), pytest.raises(NotFound):
        invitation(KEY, sign_link(KEY, lost))


def test_the_only_owners_link_isnt_revoked(table: Table) -> None:
    """If the one owner joined by it."""
    link = make(table, "own")
    join(table, link)
    with table.pen() as pen:
        revoke = pen.by.device
    with table.pen() as pen:
        put_out(pen, table.id, revoke)
    with pytest.raises(Refused) as refused, table.pen(PHONE) as pen:
        revoke_link(pen, table.id, link)

    assert [problem.code for problem in refused.value.problems] == ["LAST_OWNER"]
    assert is_in(table)
    assert [found.uid for found in listed(table)] == [link]


def test_an_heirs_ownership_doesnt_hang_on_the_link_they_came_by(table: Table) -> None:
    """A link for watching, revoked later, doesn't take it away."""
    link = make(table, "view")
    heir = join(table, link)
    with table.pen() as pen:
        hand_on(pen, table.id, heir)
    with table.pen(PHONE) as pen:
        revoke_link(pen, table.id, link)

    assert is_in(table)


def test_links_of_other_circles_arent_found(app: Flask, table: Table) -> None:
    """Neither unknown nor foreign ones, nor one that is revoked already."""
    other = Table(app, "Monday circle")
    foreign, gone = make(other), make(table)
    with table.pen() as pen:
        revoke_link(pen, table.id, gone)
    for link in (foreign, gone, uuid.uuid4()):
        with pytest.raises(NotFound), table.pen() as pen:
            revoke_link(pen, table.id, link)
        with app.app_context(), pytest.raises(NotFound):
            link_of(table.id, link)

    assert [found.uid for found in listed(other)] == [foreign]


def test_the_score_link_is_the_newest_or_made(table: Table) -> None:
    """Never one for recovery, watching or owning, nor a revoked one."""
    make(table, "own", recovery=True)
    make(table, "view")
    with table.pen() as pen:
        made = score_link(pen.session, table.id, pen.at)
        again = score_link(pen.session, table.id, pen.at)
    newer = make(table)
    with table.pen() as pen:
        newest = score_link(pen.session, table.id, pen.at)
        revoke_link(pen, table.id, newer)
        back = score_link(pen.session, table.id, pen.at)

    assert made == again == back
    assert newest == newer
