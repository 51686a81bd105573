"""Sends what no browser would, from a seed: run as a process of its own, which then tells of it.

Usage: python -m tests.web.hostile FOLDER NUMBER SEED; the report is a line of JSON.
"""

from __future__ import annotations

import ctypes
import gc
import io
import json
import logging
import re
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import quote_from_bytes

from werkzeug.test import EnvironBuilder, run_wsgi_app

from scorekeeper import create_app
from scorekeeper.scorebook import database
from scorekeeper.scorebook.verify import Checked, verify
from tests.web.doors import FORMS, QUESTIONS, House
from tests.web.phone import Phone
from tests.web.table import SECRET, Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from flask import Flask

    from tests.web.phone import Sending

EARLY = 2_000
"""After so many requests every cache is full."""

METHODS = (
    *("GET",) * 30,
    *("POST",) * 4,
    *("HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "CONNECT", "get", "FOO", "P\xf6ST"),
)
LEAVING = {
    "matches.undo",
    "share.leave",
    "share.give",
    "share.revoke",
    "share.revoke_device",
    "circles.change",
}
"""What would put the sender out, or the house in disorder: these lack a good token."""

WORDS: tuple[bytes, ...] = (
    b"",
    b"0",
    b"-1",
    b"1",
    b"9" * 30,
    b"9" * 5000,
    b"-" + b"9" * 400,
    b"1e999",
    b"NaN",
    b"Infinity",
    b"0x10",
    b"1_000",
    b"3.5",
    b"\x00",
    b"a\x00b",
    b"\xff\xfe",
    b"\xc3\x28",
    b"\xed\xa0\x80",
    b"\xf0\x9f\xa6\x9f" * 40,
    "é".encode("latin-1"),
    "\u202eevil".encode(),
    "\u200b".encode(),
    "１２".encode(),  # noqa: RUF001 - digits of another kind
    b"\r\nX-Evil: 1",
    b"' OR 1=1 --",
    b"<script>alert(1)</script>",
    b"{{ 7*7 }}",
    b"%s%n%d",
    b"${jndi:ldap://x}",
    b"../../etc/passwd",
    b"..%2f..%2f",
    b"//evil.example",
    b"http://[",
    b"http://[::1",
    b"true",
    b"null",
    b"[]",
    b'{"a":' * 200,
    b"[" * 3000,
    b"=" * 50,
    b"&" * 50,
    b";",
    b"+" * 100,
    b"%",
    b"%zz",
    b"%u1234",
    b"x" * 41,
    b"x" * 65,
    b"x" * 9000,
    b"new",
    b"nobody",
    b"god",
    b"own",
    b"00000000-0000-0000-0000-000000000000",
)
TYPES = (
    *("application/x-www-form-urlencoded",) * 30,
    "application/x-www-form-urlencoded; charset=utf-7",
    "application/x-www-form-urlencoded; charset=nonsense",
    "multipart/form-data",
    "multipart/form-data; boundary=",
    "multipart/form-data; boundary=x",
    "multipart/form-data; boundary=" + "x" * 300,
    "application/json",
    "text/plain",
    "text/xml; charset=\x00",
    ";;;",
    "",
)
SIGNS = re.compile(rb"Traceback|File &#34;|File \"/|werkzeug|sqlalchemy|jinja2", re.IGNORECASE)
"""What a page of a program that broke has in it."""


class Attack:
    """A house, those who ask at its doors, and what came of it."""

    def __init__(self, app: Flask, seed: int) -> None:
        """Let everybody in, and take every form with them."""
        self.app, self.random = app, Random(seed)
        self.house = House(Table(app, Phone(app)))
        people = {
            "own": self.house.owner,
            "score": self.house.table.join("score"),
            "view": self.house.guest,
            "nobody": Phone(app),
        }
        people["nobody"].open("/matches/new?game=mittlere")
        self.cookies = {who: _cookies(phone) for who, phone in people.items()}
        self.sendings = {
            endpoint: self.house.sending(endpoint) for endpoint in (*FORMS, *QUESTIONS)
        }
        self.rules = sorted(app.url_map.iter_rules(), key=lambda rule: (rule.endpoint, rule.rule))
        self.posting = [rule for rule in self.rules if "POST" in (rule.methods or ())]
        self.faults: list[str] = []
        self.statuses: Counter[str] = Counter()
        self.reached: Counter[str] = Counter()

    # What is sent ---------------------------------------------------------------------------

    def word(self) -> bytes:
        """Give something nasty."""
        if self.random.random() < 0.8:
            return self.random.choice(WORDS)
        return self.random.randbytes(self.random.choice((1, 3, 40, 600)))

    def written(self, word: bytes) -> bytes:
        """Write it as a form or an address does, or raw."""
        return word if self.random.random() < 0.2 else quote_from_bytes(word, "").encode()

    def pairs(self, fields: Iterable[tuple[str, str]]) -> bytes:
        """Write a form of which some values are nasty, some names, and some are too many."""
        written = []
        rate = self.random.choice((0.02, 0.2, 0.5))
        for name, value in fields:
            held = self.word() if self.random.random() < rate else value.encode()
            label = self.word() if self.random.random() < 0.03 else name.encode()
            written.append(self.written(label) + b"=" + self.written(held))
        if self.random.random() < 0.1:
            written *= self.random.choice((2, 40))
        if self.random.random() < 0.05:
            written += [self.written(self.word()) + b"=1"] * self.random.choice((1, 990, 1100))
        self.random.shuffle(written)
        return b"&".join(written)

    def path(self, rule: str) -> bytes:
        """Give the address of a route, perhaps with some of its names changed."""
        names = {**self.house.names_in(rule), "number": self.random.choice("12")}
        nasty = self.random.random() < 0.2

        def fill(found: re.Match[str]) -> str:
            held: bytes = names[found[1]].encode()
            if nasty and self.random.random() < 0.5:
                held = self.word()
            return held.decode("latin-1")

        path = re.sub(r"<(?:[^:<>]*:)?(\w+)>", fill, rule)
        if self.random.random() < 0.03:
            path = self.random.choice(("/", "//", "/%00", "", "*")) + path * 2
        return path.encode("latin-1")

    def body(self, sending: Sending | None, endpoint: str) -> bytes:
        """Give what a POST holds: its own form, tampered with, or anything at all."""
        if sending is None or self.random.random() < 0.1:
            return self.random.choice((self.word(), self.word() * 60, b"x" * 70_000))
        if self.random.random() < 0.7:
            sending = sending.having(key=self.random.randbytes(8).hex())
        if endpoint in LEAVING:
            sending = sending.having(csrf_token="x")
        body = self.pairs(sending.fields)
        if self.random.random() < 0.08:
            parts = (
                b'--x\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n'
                % (name.encode(), self.word())
                for name, _value in sending.fields
            )
            body = b"".join(parts) + self.random.choice((b"--x--\r\n", b"--x", b""))
        return body

    def environ(self) -> tuple[str, dict[str, Any]]:
        """Give a request, and the route that it is meant for."""
        rules = self.posting if self.random.random() < 0.5 else self.rules
        rule = self.random.choice(rules)
        endpoint = rule.endpoint
        sending = self.sendings.get(endpoint)
        method = self.random.choice(METHODS)
        if sending is not None and self.random.random() < 0.9:
            method = "POST"
        builder = EnvironBuilder("/")
        made: dict[str, Any] = dict(builder.get_environ())
        builder.close()
        body = b"" if method in {"GET", "HEAD"} else self.body(sending, endpoint)
        query = b""
        if self.random.random() < 0.4:
            token = self.house.names["token"]
            asked = sending.fields if sending else (("link", token), ("game", "mittlere"))
            query = self.pairs(asked)
        made |= {
            "REQUEST_METHOD": method,
            "PATH_INFO": self.path(rule.rule).decode("latin-1"),
            "QUERY_STRING": query.decode("latin-1"),
            "CONTENT_TYPE": self.random.choice(TYPES),
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.input": io.BytesIO(body),
            # Who joins gets another cookie: the house's own people would lose theirs.
            "HTTP_COOKIE": self.cookies["nobody"] if endpoint == "join.join" else self.cookie(),
        }
        self._odd(made)
        return endpoint, made

    def cookie(self) -> str:
        """Give somebody's cookies, or what nobody has."""
        if self.random.random() < 0.85:
            who = self.random.choice(("own", "own", "own", "own", "score", "view", "nobody"))
            return self.cookies[who]
        device, session = (self.word().decode("latin-1") for _ in range(2))
        return f"device={device}; session={session}"

    def _odd(self, made: dict[str, Any]) -> None:
        """Put odd headers in, now and then."""
        for name in (
            *("HTTP_ACCEPT_LANGUAGE", "HTTP_ACCEPT_ENCODING", "HTTP_IF_NONE_MATCH", "HTTP_RANGE"),
            *("HTTP_USER_AGENT", "HTTP_REFERER", "HTTP_X_FORWARDED_FOR", "HTTP_X_CSRFTOKEN"),
            *("HTTP_IF_MODIFIED_SINCE", "HTTP_X_FORWARDED_HOST", "CONTENT_LENGTH", "HTTP_HOST"),
        ):
            if self.random.random() < 0.03:
                made[name] = self.word().decode("latin-1")

    # What comes of it -----------------------------------------------------------------------

    def send(self) -> None:
        """Send one, and write down what mustn't be."""
        endpoint, environ = self.environ()
        what = f"{environ['REQUEST_METHOD']} {endpoint} {environ['PATH_INFO'][:80]!r}"
        try:
            chunks, status, headers = run_wsgi_app(self.app, environ, buffered=True)
            text = b"".join(chunks)
        except Exception as error:  # noqa: BLE001 - whatever gets out is a fault
            self.faults.append(f"{what}: {error!r}")
            return
        self.statuses[status[:3]] += 1
        if status[:1] in "23":
            self.reached[endpoint] += 1
        if status[:1] == "5":
            self.faults.append(f"{what}: {status}")
        if SIGNS.search(text):
            self.faults.append(f"{what}: a trace in the page")
        if "Content-Security-Policy" not in headers or "X-Evil" in headers:
            self.faults.append(f"{what}: headers {dict(headers)}")


class Ear(logging.Handler):
    """Hears what is logged."""

    def __init__(self) -> None:
        """Begin with silence."""
        super().__init__(logging.WARNING)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Write it down."""
        self.heard.append(self.format(record)[-600:])


def _cookies(phone: Phone) -> str:
    held = [phone.client.get_cookie(name) for name in ("device", "session")]
    return "; ".join(f"{cookie.key}={cookie.value}" for cookie in held if cookie is not None)


def memory() -> int:
    """Give the kilobytes that this process holds, without what malloc only keeps at hand."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    status = Path("/proc/self/status").read_text(encoding="ascii")
    [found] = re.findall(r"VmRSS:\s+(\d+) kB", status)
    return int(found)


def main(folder: Path, number: int, seed: int) -> None:
    """Attack a new scorebook in a folder so many times, and say what came of it."""
    path = folder / "scorekeeper.db"
    database.create(path)
    app = create_app({"SECRET_KEY": SECRET, "DATABASE": path})
    ear = Ear()
    logging.getLogger().addHandler(ear)
    attack = Attack(app, seed)
    early = 0
    for sent in range(1, number + 1):
        attack.send()
        if sent == EARLY:
            early = memory()
    late = memory()
    with app.app_context():
        wrong = [str(finding) for finding in verify(Checked())]
    report = {
        "faults": attack.faults[:20],
        "logged": ear.heard[:20],
        "wrong": wrong,
        "statuses": attack.statuses,
        "untouched": sorted({rule.endpoint for rule in attack.rules} - set(attack.reached)),
        "early": early,
        "late": late,
    }
    sys.stdout.write(json.dumps(report) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
