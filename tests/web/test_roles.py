"""What docs/security.md says that a role may do, held against every route of the program."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web.doors import FORMS, QUESTIONS, House
from tests.web.phone import Phone, attribute
from tests.web.table import Table

if TYPE_CHECKING:
    from flask import Flask

    from tests.web.phone import Sending

DOCUMENT = Path(__file__).parents[2] / "docs" / "security.md"
LINE = re.compile(r"\| [^|]+ \| (GET|POST) \| `([\w.]+)` \| (\w+) \| (\w+) \| (\w+) \| (\w+) \|")
ROLES = ("nobody", "view", "score", "own")
OUTSIDERS = ("other circle", "revoked device", "revoked link")
"""Who gets what nobody gets."""

EVERYBODY = (*ROLES, *OUTSIDERS)

ANSWERS = {"yes": {200, 303}, "403": {403}, "404": {404}}


@dataclass(frozen=True, eq=False)
class Door:
    """What a line of the table says."""

    method: str
    endpoint: str
    says: dict[str, str]


def doors() -> list[Door]:
    """Read the table."""
    text = DOCUMENT.read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if re.search(r"\| (GET|POST) \|", line)]
    found = []
    for line in lines:
        read = LINE.fullmatch(line)
        assert read, f"a line that can't be read: {line}"
        method, endpoint, *says = read.groups()
        found.append(Door(method, endpoint, dict(zip(ROLES, says, strict=True))))
    return found


DOORS = doors()


def routes(app: Flask) -> list[tuple[str, str]]:
    """Give every method of every route that isn't there by itself."""
    return sorted(
        (method, rule.endpoint)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    )


def test_the_table_and_the_program_have_the_same_routes(table_app: Flask) -> None:
    """A route that isn't in the table fails here, and a line without its route too."""
    assert sorted((door.method, door.endpoint) for door in DOORS) == routes(table_app)
    assert {says for door in DOORS for says in door.says.values()} == set(ANSWERS)


def test_a_higher_role_may_do_what_a_lower_one_may() -> None:
    """From nobody to owner no line of the table takes anything away."""
    rank = ["404", "403", "yes"]
    for door in DOORS:
        ranks = [rank.index(door.says[role]) for role in ROLES]

        assert ranks == sorted(ranks), door.endpoint


def arrive(house: House, who: str) -> Phone:
    """Give a phone of a role, or of somebody who has none here any more."""
    if who == "own":
        return house.table.join("own")
    if who in {"view", "score"}:
        return house.table.join(who)
    phone = Phone(house.app)
    if who == "other circle":
        Table(house.app, phone).start("mittlere")
    elif who != "nobody":
        phone = house.table.join("own", "Lost", "Lost phone")
        named = "Put out Lost phone" if who == "revoked device" else "Revoke Lost (own the circle)"
        house.owner.open(house.address("share.share"))
        house.owner.press(named)
    return phone


def answer(house: House, phone: Phone, door: Door) -> int:
    """Ask at a door as this phone, with a good token of its own, and give the status."""
    if door.method == "GET":
        return phone.status(house.address(door.endpoint, number=number(door)))
    sending = signed(phone, house.sending(door.endpoint))
    response = phone.request(sending)
    response.close()
    return response.status_code


def number(door: Door) -> str:
    """Give a round that can be shown, or entered."""
    return "2" if door.endpoint.startswith("rounds.enter") else "1"


def signed(phone: Phone, sending: Sending) -> Sending:
    """Give a form as this phone would send it."""
    page = phone.open("/matches/new?game=mittlere")
    return sending.having(csrf_token=attribute(page.field("csrf_token"), "value"))


def says(door: Door, who: str) -> str:
    """Give what the table says of a door and somebody; outsiders are nobody."""
    return door.says.get(who, door.says["nobody"])


@pytest.mark.parametrize("who", EVERYBODY)
def test_every_page_opens_to_whom_the_table_says(house: House, who: str) -> None:
    """Yes, 403 or 404, as it stands there; unknown, foreign and revoked are alike."""
    phone = arrive(house, who)
    before = house.table.dump()
    for door in DOORS:
        if door.method == "GET":
            assert answer(house, phone, door) in ANSWERS[says(door, who)], door.endpoint
    assert house.table.dump() == before


@pytest.mark.parametrize("who", EVERYBODY)
def test_every_form_that_the_table_refuses_changes_nothing(house: House, who: str) -> None:
    """A form as the owner's page has it, with a good token of one's own: 403 or 404."""
    phone = arrive(house, who)
    refused = [door for door in DOORS if door.method == "POST" and says(door, who) != "yes"]
    sendings = {door: house.sending(door.endpoint) for door in refused}
    before = house.table.dump()
    for door, sending in sendings.items():
        response = phone.request(signed(phone, sending))
        response.close()

        assert response.status_code in ANSWERS[says(door, who)], door.endpoint
    assert house.table.dump() == before


ALLOWED = [
    (door, who)
    for door in DOORS
    for who in ROLES
    if door.method == "POST" and says(door, who) == "yes"
]


@pytest.mark.parametrize(("door", "who"), ALLOWED, ids=lambda part: getattr(part, "endpoint", part))
def test_every_form_that_the_table_allows_works(house: House, door: Door, who: str) -> None:
    """The same forms do their work for whom the table says yes."""
    phone = arrive(house, who)
    if who != "nobody":
        house.be_ada(phone)

    assert answer(house, phone, door) in ANSWERS["yes"]


def test_the_tests_know_every_form() -> None:
    """Each POST of the table is sent with its own form."""
    assert {door.endpoint for door in DOORS if door.method == "POST"} == {
        *FORMS,
        *QUESTIONS,
    }
