"""Reading changes nothing: no GET, HEAD or OPTIONS of any address writes."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

from tests.web.doors import FORMS, House, rules_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.phone import Phone
    from tests.web.table import Table


@pytest.mark.parametrize("role", ["own", "score", "view", "stranger"])
@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
def test_no_address_writes_when_it_is_read(
    house: House, new_phone: Callable[[], Phone], method: str, role: str
) -> None:
    """Whoever opens whatever page, the database stays as it was."""
    phone = new_phone() if role == "stranger" else house.table.join(role)
    opened = []
    before = house.table.dump()
    for endpoint, address in house.pages():
        phone.client.open(address, method=method).close()
        opened.append(endpoint)

    assert house.table.dump() == before
    assert set(opened) == {rule.endpoint for rule in rules_of(house.app, "GET")}


def test_a_form_in_the_address_writes_nothing(house: House) -> None:
    """What a POST would do can't be done by a link, token and all."""
    sendings = [house.sending(endpoint) for endpoint in FORMS]
    before = house.table.dump()
    for sending in sendings:
        address = f"{sending.address}?{urlencode(sending.fields)}"
        house.owner.client.get(address).close()

    assert house.table.dump() == before


def test_head_gives_the_headers_of_get_without_a_body(house: House) -> None:
    """A HEAD is answered as a GET is, but for the body."""
    passing = {"Set-Cookie", "Location", "Content-Length", "Date"}
    for _endpoint, address in house.pages():
        got = house.owner.client.get(address)
        head = house.owner.client.head(address)

        assert head.status_code == got.status_code
        assert head.get_data() == b""
        assert set(dict(head.headers)) - passing == set(dict(got.headers)) - passing
        for response in (got, head):
            response.close()


def test_a_page_that_is_only_opened_makes_no_device(
    table: Table, new_phone: Callable[[], Phone]
) -> None:
    """A passer-by who opens the front page and a plan leaves nothing behind."""
    phone = new_phone()
    for address in (
        "/",
        "/rules/",
        "/rules/kunibert/",
        "/matches/new",
        "/matches/new?game=kunibert",
    ):
        phone.open(address)

    assert [table.count(name) for name in ("device", "circle", "grant")] == [0, 0, 0]
