"""Access: devices, their grants in circles, and the links that let them in."""

from __future__ import annotations

import uuid
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest
from itsdangerous import Signer, URLSafeSerializer

from scorekeeper.scorebook.access import Access, access_to, accesses, pen_of
from scorekeeper.scorebook.errors import NotFound
from scorekeeper.scorebook.links import NewLink, invitation, make_link, newest_circle, sign_link
from scorekeeper.scorebook.members import Joining, admit
from tests.builders import Table, plain, rows

if TYPE_CHECKING:
    from pathlib import Path

ROLES = ("view", "score", "own")
KEY = "a test's"
PHONE = "the cookie of a phone"


def look(table: Table, secret: str = PHONE) -> Access:
    """Give what a device may do in a table's circle."""
    with table.app.app_context():
        return access_to(secret, table.uid)


def circles_of(table: Table, secret: str) -> list[str]:
    """Give the circles that a device is in."""
    with table.app.app_context():
        return [access.circle_name for access in accesses(secret)]


def join(table: Table, role: str, secret: str = PHONE, link_id: int | None = None) -> None:
    """Let a device into a table's circle."""
    with table.pen(secret) as pen:
        admit(pen, table.id, Joining(role, link_id))


def token_of(table: Table, role: str = "score") -> str:
    """Make a link into a table's circle, and give its token."""
    with table.pen() as pen:
        return sign_link(KEY, make_link(pen.session, table.id, NewLink(role), pen.at))


def change(database: Path, sql: str) -> None:
    """Change the file from outside, as an owner's later page will."""
    with plain(database) as connection:
        connection.execute(sql)


# Devices --------------------------------------------------------------------------------------


def test_of_a_cookie_only_its_hash_is_stored(table: Table, database: Path) -> None:
    """Nowhere in the file, nor in the write-ahead log, does the secret stand."""
    join(table, "score")
    [_, device] = rows(database, "SELECT * FROM device ORDER BY id")
    files = [database, database.with_name(database.name + "-wal")]

    assert device["secret_hash"] == sha256(PHONE.encode()).hexdigest()
    assert not any(PHONE.encode() in file.read_bytes() for file in files if file.exists())


def test_device_is_known_from_its_first_write_on(table: Table, database: Path) -> None:
    """One row, whatever it does; its uid is public and is what the ledger holds."""
    for _ in range(3):
        with table.pen(PHONE) as pen:
            by = pen.by
    devices = rows(database, "SELECT * FROM device")

    assert len(devices) == 2
    assert uuid.UUID(hex=devices[1]["uid"]) == by.device
    assert by.device_id == devices[1]["id"]
    assert by.player is None


def test_founder_owns_the_circle(table: Table) -> None:
    """Whoever starts a circle may do everything in it."""
    access = look(table, table.secret)

    assert access.role == "own"
    assert (access.circle_id, access.circle_uid) == (table.id, table.uid)
    assert (access.circle_name, access.time_zone) == ("Tuesday circle", "Europe/Zurich")
    assert access.circle_version == 0
    assert all(access.may(role) for role in ROLES)


@pytest.mark.parametrize("role", ROLES)
def test_role_includes_the_lower_ones(table: Table, role: str) -> None:
    """Of view, score and own each is more than the one before."""
    join(table, role)
    access = look(table)

    assert [of for of in ROLES if access.may(of)] == list(ROLES[: ROLES.index(role) + 1])


def test_grant_is_for_one_circle(table: Table) -> None:
    """In any other circle the device is a stranger: NotFound, as for a circle that never was."""
    other = Table(table.app, "Other circle")
    join(table, "own")

    assert look(table).role == "own"
    for uid in (other.uid, uuid.UUID(int=1)):
        with table.app.app_context(), pytest.raises(NotFound):
            access_to(PHONE, uid)


def test_device_may_be_in_several_circles(table: Table) -> None:
    """They are listed by name, each with its own role."""
    other, third = Table(table.app, "Aunts"), Table(table.app, "Zoo")
    join(table, "view")
    join(other, "own")

    assert circles_of(table, PHONE) == ["Aunts", "Tuesday circle"]
    assert (look(table).role, look(other).role) == ("view", "own")
    assert circles_of(table, third.secret) == ["Zoo"]


@pytest.mark.parametrize("secret", ["", "?", "the cookie of a phone ", PHONE.upper(), "x" * 5000])
def test_unknown_cookie_is_a_stranger(table: Table, secret: str) -> None:
    """Guessed, cut or changed: nothing is found, and nothing is told."""
    join(table, "own")

    with pytest.raises(NotFound):
        look(table, secret)
    assert circles_of(table, secret) == []


@pytest.mark.parametrize("hashed", [sha256(PHONE.encode()).hexdigest(), "demo"])
def test_stored_hash_is_no_cookie(table: Table, hashed: str) -> None:
    """Whoever reads a backup can't enter with what stands in it."""
    join(table, "own")

    with pytest.raises(NotFound):
        look(table, hashed)


def test_revoked_grant_works_no_more_on_the_next_request(table: Table, database: Path) -> None:
    """Known fault 16: it is read each time."""
    join(table, "own")
    assert look(table).role == "own"
    change(database, "UPDATE \"grant\" SET revoked_at = '2026-11-28' WHERE device_id = 2")

    with pytest.raises(NotFound):
        look(table)
    assert circles_of(table, PHONE) == []
    assert look(table, table.secret).role == "own"


def test_deleted_circle_is_not_found(table: Table, database: Path) -> None:
    """Not even by its owner, nor by a link into it."""
    token = token_of(table)
    change(database, "UPDATE circle SET deleted_at = '2026-11-28'")

    with pytest.raises(NotFound):
        look(table, table.secret)
    assert circles_of(table, table.secret) == []
    with table.app.app_context():
        with pytest.raises(NotFound):
            invitation(KEY, token)
        with pytest.raises(NotFound):
            newest_circle()


# Joining --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "kept"),
    [
        ("view", "score", "score"),
        ("score", "own", "own"),
        ("view", "own", "own"),
        ("score", "view", "score"),
        ("own", "view", "own"),
        ("own", "score", "own"),
        ("score", "score", "score"),
    ],
)
def test_joining_twice_keeps_the_higher_role(
    table: Table, database: Path, first: str, second: str, kept: str
) -> None:
    """In one grant, whichever link was opened first."""
    join(table, first)
    join(table, second)

    assert look(table).role == kept
    assert len(rows(database, 'SELECT * FROM "grant" WHERE device_id = 2')) == 1


def test_joining_after_a_revocation_gives_the_new_role(table: Table, database: Path) -> None:
    """Not the old, higher one: that was taken away."""
    join(table, "own")
    change(database, "UPDATE \"grant\" SET revoked_at = '2026-11-28' WHERE device_id = 2")
    join(table, "view")

    assert look(table).role == "view"


def test_grant_remembers_the_link_that_gave_it(table: Table, database: Path) -> None:
    """So that revoking a link can tell whom it let in; a lower link doesn't take its place."""
    for role in ("score", "view"):
        token_of(table, role)
    join(table, "score", link_id=1)
    join(table, "view", link_id=2)
    [grant] = rows(database, 'SELECT * FROM "grant" WHERE device_id = 2')

    assert (grant["role"], grant["link_id"]) == ("score", 1)


# Links ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ROLES)
def test_link_opens_its_circle_with_its_role(table: Table, role: str) -> None:
    """Whatever circle was made since."""
    token = token_of(table, role)
    Table(table.app, "Other circle")
    with table.app.app_context():
        opened = invitation(KEY, token)

    assert (opened.circle_id, opened.circle_uid) == (table.id, table.uid)
    assert (opened.circle_name, opened.role) == ("Tuesday circle", role)


def test_token_of_a_link_is_stored_nowhere(table: Table, database: Path) -> None:
    """It is the link's signed uid, and can be made again as long as the key stays."""
    token = token_of(table)
    [link] = rows(database, "SELECT * FROM link")

    assert token not in {str(value) for value in link.values()}
    assert sign_link(KEY, uuid.UUID(hex=link["uid"])) == token
    assert sign_link("another key", uuid.UUID(hex=link["uid"])) != token


def test_revoked_link_opens_nothing(table: Table, database: Path) -> None:
    """Known fault 16: neither asking nor joining goes on."""
    token = token_of(table)
    change(database, "UPDATE link SET revoked_at = '2026-11-28'")

    with table.app.app_context(), pytest.raises(NotFound):
        invitation(KEY, token)


def test_link_signed_with_another_key_opens_nothing(table: Table) -> None:
    """A changed secret revokes every link."""
    token = token_of(table)

    with table.app.app_context(), pytest.raises(NotFound):
        invitation("another key", token)


def test_token_for_another_purpose_opens_nothing(table: Table, database: Path) -> None:
    """The signature says what it was made for."""
    token_of(table)
    [link] = rows(database, "SELECT uid FROM link")
    other = URLSafeSerializer(KEY, salt="something else").dumps(link["uid"])

    with table.app.app_context(), pytest.raises(NotFound):
        invitation(KEY, str(other))


@pytest.mark.parametrize(
    "token",
    [
        "",
        ".",
        "x",
        "a.b.c",
        "\x00",
        "ü🂡",
        "\ud800",
        "x" * 100_000,
        ".eJw" + "A" * 50,
        "%2e%2e/%2e%2e",
        "IjEi.",
    ],
    ids=lambda token: ascii(token)[:20],
)
def test_garbled_token_opens_nothing(table: Table, token: str) -> None:
    """Any text at all is NotFound, never an error."""
    with table.app.app_context(), pytest.raises(NotFound):
        invitation(KEY, token)


@pytest.mark.parametrize("change_at", [0, 5, -1])
def test_forged_token_opens_nothing(table: Table, change_at: int) -> None:
    """One character changed, in the uid or in the signature."""
    token = list(token_of(table))
    token[change_at] = "A" if token[change_at] != "A" else "E"

    with table.app.app_context(), pytest.raises(NotFound):
        invitation(KEY, "".join(token))


@pytest.mark.parametrize(
    "said", [None, 1, 1.5, True, [], {}, "", "link", "00000000000000000000000000000001"]
)
def test_signed_token_of_no_link_opens_nothing(table: Table, said: object) -> None:
    """Signed right, but it names no link here: one of a scorebook that shared the key."""
    token = str(URLSafeSerializer(KEY, salt="join").dumps(said))

    with table.app.app_context(), pytest.raises(NotFound):
        invitation(KEY, token)


def test_signed_rubbish_opens_nothing(table: Table) -> None:
    """Signed right, but no JSON and no compressed JSON either."""
    for payload in (b"rubbish", b".rubbish", b"\xff"):
        token = Signer(KEY, salt="join").sign(payload).decode("latin-1")
        with table.app.app_context(), pytest.raises(NotFound):
            invitation(KEY, token)


def test_newest_circle_is_the_one_made_last(table: Table) -> None:
    """Or the one that is named; an unknown one is not found."""
    other = Table(table.app, "Other circle")
    with table.app.app_context():
        assert newest_circle().id == other.id
        assert newest_circle(table.uid).id == table.id
        with pytest.raises(NotFound):
            newest_circle(uuid.UUID(int=1))


def test_nothing_is_asked_of_a_database_without_circles(table: Table, database: Path) -> None:
    """A new scorebook has none to join."""
    change(database, 'DELETE FROM "grant"')
    change(database, "DELETE FROM circle")

    with table.app.app_context(), pytest.raises(NotFound):
        newest_circle()
    with table.pen() as pen:
        assert pen_of(pen.session, table.secret, table.at).by == pen.by
