"""Hostile input: whatever is sent to whatever form, the answer is a sound page, never a failure."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.scorebook.store import db
from tests.web.doors import FORMS, House
from tests.web.phone import Phone, Sending

if TYPE_CHECKING:
    from pathlib import Path

    from tests.web.table import Table

ANSWERS = {200, 303, 400, 404, 409, 413, 422}
BAD = (
    "",
    " ",
    "0",
    "-1",
    "none",
    "None",
    "true",
    "null",
    "1e999",
    "NaN",
    "9" * 30,
    "9" * 5000,
    "\uff13",
    "\x00",
    "\r\nX-Evil: 1",
    "\u202e",
    "\ufeff",
    "%s%n%(x)s",
    "{{ config }}",
    "{% include 'x' %}",
    "<script>alert(1)</script>",
    '" autofocus onfocus="alert(1)',
    "'; DROP TABLE circle; --",
    "../../etc/passwd",
    "+",
    "+\x00",
    "up:0",
    "remove:9" + "9" * 400,
    "roll:target",
    "set:target:<b>",
    "seat:",
    "🦟" * 300,
)

texts = st.sampled_from(BAD) | st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
changes = st.lists(
    st.tuples(st.sampled_from(["change", "drop", "twice", "rename"]), st.integers(0, 60), texts),
    min_size=1,
    max_size=8,
)
often = settings(
    max_examples=300,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


class Siege:
    """A house whose scorebook is put back after each attack, so that every form stays open."""

    def __init__(self, table: Table, kept: Path) -> None:
        """Fill in every form, and keep the scorebook as it is now."""
        self.house = House(table)
        self.sendings = {endpoint: self.house.sending(endpoint) for endpoint in sorted(FORMS)}
        self.kept = kept
        cookie = self.house.owner.client.get_cookie("device")
        self.device = cookie.value if cookie is not None else ""
        self.forget()
        shutil.copyfile(table.path, kept)

    def forget(self) -> None:
        """Close what is open."""
        with self.house.app.app_context():
            db.engine.dispose()

    def put_back(self) -> None:
        """Put the scorebook back, and the browser's cookie, which joining renews."""
        self.forget()
        self.house.owner.client.set_cookie("device", self.device)
        shutil.copyfile(self.kept, self.house.table.path)

    def attack(self, sending: Sending) -> int:
        """Send something, and give the status of its answer, which must be sound."""
        phone = Phone(self.house.app)
        phone.client = self.house.owner.client
        response = phone.request(sending)
        status = response.status_code

        assert status in ANSWERS
        assert "X-Evil" not in response.headers
        if status == 303:
            assert re.match(r"/(?!/)", response.headers["Location"])
            response.close()
        else:
            phone.read(response)
        return status


@pytest.fixture
def siege(table: Table, tmp_path: Path) -> Siege:
    """Lay siege to a house."""
    return Siege(table, tmp_path / "kept.db")


def spoiled(sending: Sending, changes: list[tuple[str, int, str]]) -> Sending:
    """Change, drop, double and rename fields of a form."""
    fields = list(sending.fields)
    for what, place, text in changes:
        if not fields:
            break
        index = place % len(fields)
        name, value = fields[index]
        if what == "change":
            fields[index] = (name, text)
        elif what == "drop":
            del fields[index]
        elif what == "twice":
            fields.append((name, text))
        else:
            fields[index] = (text, value)
    return replace(sending, fields=tuple(fields))


@often
@given(endpoint=st.sampled_from(sorted(FORMS)), changes=changes, token=st.booleans())
def test_no_form_breaks_anything(
    siege: Siege, endpoint: str, changes: list[tuple[str, int, str]], *, token: bool
) -> None:
    """Forms with fields changed, dropped, doubled and renamed are answered by sound pages."""
    sending = siege.sendings[endpoint]
    attack = spoiled(sending, changes)
    if token:
        attack = attack.having(csrf_token=dict(sending.fields)["csrf_token"])
    siege.put_back()

    assert siege.attack(attack) in ANSWERS


@settings(often, max_examples=100)
@given(
    page=st.sampled_from(["planning.plan_first", "planning.plan", "rounds.enter"]),
    changes=changes,
)
def test_no_address_breaks_anything(
    siege: Siege, page: str, changes: list[tuple[str, int, str]]
) -> None:
    """What stands behind an address's question mark is answered by a sound page, too."""
    form = {"rounds.enter": "rounds.save"}.get(page, "planning.begin")
    sending = spoiled(siege.sendings[form], changes)
    address = siege.house.address(page, number="2")

    assert siege.attack(Sending("GET", address, sending.fields)) in ANSWERS


@pytest.mark.parametrize("body", ["0", "[]", "[1]", '"x"', "null", "NaN", "{", "[" * 9999, ""])
def test_json_is_no_form(siege: Siege, body: str) -> None:
    """JSON of whatever kind is answered as a form without its token is."""
    for sending in siege.sendings.values():
        response = siege.house.owner.client.post(
            sending.address, data=body, content_type="application/json"
        )

        assert siege.house.owner.read(response).status == 400


def test_a_form_as_json_is_no_form_either(siege: Siege) -> None:
    """A page of another kind can't fill in our forms, with numbers, lists and all."""
    for sending in siege.sendings.values():
        fields = {**dict(sending.fields), "version": 1, "seat_0-points": 70, "name": ["x"]}
        response = siege.house.owner.client.post(sending.address, json=fields)

        assert siege.house.owner.read(response).status == 400


@pytest.mark.parametrize("content", [b"", b"5", b"\xff\x00"])
def test_files_are_no_fields(siege: Siege, content: bytes) -> None:
    """A file that is sent in a field's place is as good as a field that wasn't sent."""
    for endpoint, sending in siege.sendings.items():
        for name in {name for name, _value in sending.fields} - {"csrf_token"}:
            fields = dict(sending.without(name).fields)
            response = siege.house.owner.client.post(
                sending.address,
                data={**fields, name: (BytesIO(content), "5.txt")},
                content_type="multipart/form-data",
            )
            siege.put_back()

            assert response.status_code in ANSWERS, (endpoint, name)
            response.close()


@settings(often, max_examples=100)
@given(
    endpoint=st.sampled_from(sorted(FORMS)),
    body=st.binary(max_size=200),
    kind=st.sampled_from(
        [
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=x",
            "multipart/form-data",
            "application/json",
            "text/plain; charset=utf-7",
            "x" * 300,
            "",
        ]
    ),
    proper=st.booleans(),
)
def test_no_body_breaks_anything(
    siege: Siege, endpoint: str, body: bytes, kind: str, *, proper: bool
) -> None:
    """Bodies that are no form, or one that is cut or of another kind, change nothing."""
    sending = siege.sendings[endpoint]
    if proper:
        body = urlencode(sending.fields).encode()[: len(body) * 3]
    response = siege.house.owner.client.post(sending.address, data=body, content_type=kind)

    assert response.status_code in ANSWERS - {200, 303}
    siege.house.owner.read(response)
