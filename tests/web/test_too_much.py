"""Over 64 kB or over 1,000 fields: 413, with a way home."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest

from tests.web.doors import FORMS, House

LIMIT = 64 * 1024
FIELDS = 1000


URLENCODED = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data; boundary=x"


def multipart(fields: int, length: int = 1) -> bytes:
    """Write a form of so many fields in parts."""
    part = '--x\r\nContent-Disposition: form-data; name="f"\r\n\r\n' + "1" * length + "\r\n"
    return (part * fields + "--x--\r\n").encode()


TOO_MUCH = {
    "a long body": (URLENCODED, b"f=" + b"1" * (LIMIT - 1)),
    "1,001 fields": (URLENCODED, b"&".join([b"f=1"] * (FIELDS + 1))),
    "1,001 empty fields": (URLENCODED, b"&" * FIELDS),
    "a long body in parts": (MULTIPART, multipart(1, LIMIT)),
    "1,001 parts": (MULTIPART, multipart(FIELDS + 1)),
    "a long text": ("text/plain", b"1" * (LIMIT + 1)),
    "long JSON": ("application/json", b" " * (LIMIT + 1)),
    "a long body of no kind": ("", b"1" * (LIMIT + 1)),
}


@pytest.mark.parametrize(("kind", "body"), TOO_MUCH.values(), ids=TOO_MUCH.keys())
def test_a_body_that_is_too_much_is_413_wherever_it_is_sent(
    house: House, kind: str, body: bytes
) -> None:
    """Over 64 kB or over 1,000 fields: 413 with a way home, and nothing is written."""
    before = house.table.dump()
    for endpoint in FORMS:
        address = house.address(endpoint, number="2")
        response = house.owner.client.post(address, data=body, content_type=kind)
        page = house.owner.read(response)

        assert page.status == 413
        assert page.headers["Connection"] == "close"
        assert "at most 1,000 fields and 64 kB" in page.words
        assert page.links_to("/")
    assert house.table.dump() == before


def test_a_body_that_doesnt_tell_its_length_is_bounded_too(house: House) -> None:
    """A chunked body is read up to the limit and no further."""
    response = house.owner.client.post(
        house.address("matches.undo"),
        data=b"f=" + b"1" * LIMIT,
        content_type=URLENCODED,
        headers={"Transfer-Encoding": "chunked"},
        environ_overrides={"wsgi.input_terminated": True, "CONTENT_LENGTH": ""},
    )

    assert house.owner.read(response).status == 413


def test_64_kb_and_1000_fields_are_not_too_much(house: House) -> None:
    """Exactly at the limits a form is taken, or refused for another reason."""
    full = house.sending("matches.undo")
    padding = LIMIT - len(urlencode(full.fields)) - len("&pad=")
    long = house.owner.request(full.adding(("pad", "1" * padding)))
    many = house.sending("matches.restore")
    fields = [("f", "")] * (FIELDS - len(many.fields))
    wide = house.owner.request(many.adding(*fields))

    assert long.status_code == 303
    assert wide.status_code == 303


def test_an_address_of_over_1000_fields_is_413(house: House) -> None:
    """What stands behind the question mark is bounded alike."""
    address = house.address("rounds.enter", number="2")
    few = house.owner.client.get(f"{address}?{'&'.join(['f=1'] * FIELDS)}")
    many = house.owner.client.get(f"{address}?{'&'.join(['f=1'] * (FIELDS + 1))}")

    assert few.status_code == 200
    assert house.owner.read(many).status == 413


def test_a_form_may_come_in_parts(house: House) -> None:
    """A form that a browser sends as multipart is a form like any other."""
    sending = house.sending("rounds.save")
    response = house.owner.client.post(
        sending.address, data=dict(sending.fields), content_type="multipart/form-data"
    )

    assert response.status_code == 303
    assert house.table.acts[-1] == "record 2"
