"""Every address that the application has, and every form that it takes.

Both are found in its map of addresses, so that a page or a form that is added later is tested,
or fails a test until it is described here.
"""

from __future__ import annotations

import re
from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote
from uuid import UUID

from flask import url_for

from tests.builders import kunibert
from tests.exchanged import a_file, jsonl
from tests.web.table import ENTRIES, KUNIBERT, MITTLERE, OTHER_ENTRIES, Table, fill_round

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from flask import Flask
    from werkzeug.routing import Rule

    from scorekeeper.rules.problems import Json
    from tests.web.phone import Page, Phone, Sending

PLAN: Mapping[str, Json] = {"game": "mittlere", "seat": ["+Ada", "+Ben", "+Cem"]}
"""What an address says of a match that could begin."""

NAMED = re.compile(r"<(?:[^:<>]*:)?(\w+)>")
"""A name in a rule, with or without its converter."""


PAST: Mapping[str, Json] = {"past": 1, "date": "2026-11-27", "how": "results"}
"""What it says besides of a match of which only the final results are known."""


class Form(NamedTuple):
    """Where a form is found, the button that sends it, and the page's query."""

    page: str
    button: str
    query: Mapping[str, Json] = {}


FORMS: Mapping[str, Form] = {
    "planning.begin_first": Form("planning.plan_first", "Start the match", PLAN),
    "planning.begin": Form("planning.plan", "Start the match", PLAN),
    "rounds.save": Form("rounds.enter", "Save round 2"),
    "matches.undo": Form("matches.board", "Undo round 1"),
    "matches.restore": Form("matches.board", "Restore it"),
    "matches.end": Form("matches.ask_end", "End it here"),
    "matches.count_after_end": Form("matches.board", "Count them all the same"),
    "stances.say": Form("rounds.show", "Dispute"),
    "stances.take_back": Form("rounds.show", "My dispute is settled"),
    "you.change": Form("you.ask", "Save"),
    "circles.change": Form("circles.settings", "Save"),
    "join.join": Form("join.ask", "Join"),
    "share.new_link": Form("share.share", "Make a new link"),
    "share.recovery": Form("share.share", "Make a recovery link"),
    "share.revoke": Form("share.share", "Revoke Kitchen (watch)"),
    "share.revoke_device": Form("share.share", "Put out Guest"),
    "share.give": Form("share.share", "Hand on the ownership to Guest"),
    "share.leave": Form("share.ask_leave", "Leave"),
    "history.change": Form("history.edit", "Save"),
    "history.move": Form("history.ask_move", "Move the match"),
    "results.correct": Form("results.ask", "Save correction"),
    "exchange.take_in": Form("exchange.ask", "Take it in"),
}
"""The form of each route that takes a POST and writes, by endpoint."""

TYPED: Mapping[str, Mapping[str, str]] = {
    "stances.say": {"text": "I had 70"},
    "history.move": {"date": "2019-03-09"},
    "history.change": {"place": "Harbour"},
    "results.correct": {"total_0": "1", "minus_1": "1", "total_1": "1"},
    "circles.change": {"name": "Another name", "time_zone": "Asia/Tokyo"},
}
"""What is typed into a form besides what it shows already, by endpoint."""

QUESTIONS = ("preview.show", "exchange.upload")
"""The routes that take a form and write nothing: what it would do is asked first."""

OWNERS = (
    "circles.settings",
    "circles.change",
    "share.share",
    "share.show_link",
    "share.new_link",
    "share.recovery",
    "share.revoke",
    "share.revoke_device",
    "share.give",
    "exchange.upload",
    "exchange.ask",
    "exchange.take_in",
)
"""What only owners may do."""

EVERYBODYS = ("stances.say", "stances.take_back", "you.change", "share.leave")
"""What whoever is in the circle may do, also by a link to watch."""

INNER = ("match", "link", "device", "night", "player", "one", "other")
"""What an address names within a circle."""


def rules_of(app: Flask, method: str) -> list[Rule]:
    """Give the application's routes that take a method."""
    return [rule for rule in app.url_map.iter_rules() if method in (rule.methods or ())]


def choosing(page: Page, content: bytes) -> Sending:
    """Give what a page that takes a file sends with this one."""
    return replace(page.sending("Look at the file"), files=(("file", content),))


class House:
    """A circle with a match in play, whose second round was undone, and an invitation.

    A guest, who may watch, has joined by the link "Kitchen"; there is a second owner, too.
    """

    def __init__(self, table: Table) -> None:
        """Play a little, as the owner."""
        self.table, self.app, self.owner = table, table.app, table.phone
        board = table.start(MITTLERE)
        table.enter(ENTRIES[MITTLERE])
        table.enter(ENTRIES[MITTLERE])
        table.phone.press("Undo round 2")
        _, _, circle, _, match, _ = board.path.split("/")
        self.be_ada(self.owner, circle)
        table.phone.open(f"{board.path}rounds/1/")
        table.phone.fill({"text": "Ben had one more"})
        table.phone.press("Dispute")
        ada, ben, _ = (
            str(UUID(uid))
            for (uid,) in table.ask(
                "SELECT p.uid FROM player p JOIN circle c ON c.id = p.circle_id"
                " WHERE c.uid = ? ORDER BY p.name",
                UUID(circle).hex,
            )
        )
        guest = table.join("view", "Kitchen", "Guest")
        table.join("own", "Spare", "Spare phone")
        [(link,)] = table.ask(
            "SELECT uid FROM link WHERE name = 'Kitchen' ORDER BY id DESC LIMIT 1"
        )
        [(device,)] = table.ask(
            'SELECT d.uid FROM device d JOIN "grant" g ON g.device_id = d.id '
            "WHERE g.name = 'Guest' ORDER BY g.id DESC LIMIT 1"
        )
        self.guest = guest
        [(night, date)] = table.ask(
            "SELECT n.uid, n.date FROM night n JOIN circle c ON c.id = n.circle_id WHERE c.uid = ?",
            UUID(circle).hex,
        )
        self.names = {
            "circle": circle,
            "link": str(UUID(link)),
            "device": str(UUID(device)),
            "match": match,
            "night": str(UUID(night)),
            "date": date,
            "player": ada,
            "one": ada,
            "other": ben,
            "number": "1",
            "place": "1",
            "token": table.invitation("score").rsplit("/", 1)[1],
            "game": MITTLERE,
            "version": self.app.config["ASSETS"],
            "name": "css/app.css",
            "table": "rounds",
            "group": "1",
        }

        self.known = self._result()
        # A match that is over, for the pictures of what happened in its rounds.
        table.start(MITTLERE, circle=f"/circles/{circle}/", rules={"rounds": 1})
        table.record(ENTRIES[MITTLERE])

    def again(self) -> House:
        """Give the house with new browsers, which have the same cookies."""
        other = copy(self)
        other.owner, other.guest = self.owner.twin(), self.guest.twin()
        other.table = Table(self.app, other.owner)
        return other

    def _result(self) -> str:
        """Enter a past match of which only the results are known, and give its uid."""
        with self.app.test_request_context():
            plan = url_for("planning.plan", circle=self.names["circle"], **PLAN, **PAST)
        self.owner.open(plan)
        self.owner.fill({"total_0": "0", "total_1": "0", "total_2": "0"})
        board = self.owner.press("Save the results")
        return board.path.split("/")[4]

    def be_ada(self, phone: Phone, circle: str = "") -> None:
        """Say that a phone is Ada's."""
        circle = circle or self.names["circle"]
        phone.open(f"/circles/{circle}/you/")
        [(ada,)] = self.table.ask(
            "SELECT p.uid FROM player p JOIN circle c ON c.id = p.circle_id "
            "WHERE p.name = 'Ada' AND c.uid = ?",
            UUID(circle).hex,
        )
        phone.fill({"player": str(UUID(ada))})
        phone.press("Save")

    def ended_earlier(self) -> str:
        """Play a match with a round after its end, and give its board's address."""
        circle = f"/circles/{self.names['circle']}/"
        board = self.table.start(KUNIBERT, circle=circle, rules={"target": 200})
        for points in ((60, 5, 5), (50, 5, 5), (90, 5, 5)):
            self.table.record(kunibert(*points))
        self.table.record(kunibert(150, 5, 5), replaces=1)
        return board.path

    def address(self, endpoint: str, **changed: str) -> str:
        """Give an address of this house, perhaps with some of its names changed."""
        [rule] = [rule for rule in self.app.url_map.iter_rules() if rule.endpoint == endpoint]
        names = {**self.names_in(rule.rule), **changed}
        address = NAMED.sub(lambda found: quote(names[found[1]]), rule.rule)
        return f"{address}?link={quote(names['token'])}" if endpoint == "join.paste" else address

    def names_in(self, rule: str) -> dict[str, str]:
        """Give what an address of this house names; results have a match of their own."""
        return self.names | ({"match": self.known} if rule.endswith("/results") else {})

    def pages(self) -> Iterator[tuple[str, str]]:
        """Give every address that can be opened, with its endpoint."""
        for rule in rules_of(self.app, "GET"):
            yield rule.endpoint, self.address(rule.endpoint)
        yield "planning.plan_first", self.plan("planning.plan_first")
        yield "planning.plan", self.plan("planning.plan")
        yield "rounds.enter", self.address("rounds.enter", number="2")
        yield "exact.grid", self.address("exact.grid") + "?seat_1-exact=1&seat_1-cards=bells:A"

    def plan(self, endpoint: str) -> str:
        """Give the address of a plan of a match."""
        values = {"circle": self.names["circle"]} if endpoint == "planning.plan" else {}
        with self.app.test_request_context():
            return url_for(endpoint, **values, **PLAN)

    def sending(self, endpoint: str, phone: Phone | None = None) -> Sending:
        """Fill in the form of a route that takes a POST, and give what its button sends."""
        phone = phone or self.owner
        if endpoint == "exchange.upload":
            return choosing(phone.open(self.address("exchange.show")), jsonl(a_file()))
        if endpoint in QUESTIONS:
            save = self.sending("rounds.save", phone)
            return replace(save, address=self.address(endpoint, number="2"))
        form = FORMS[endpoint]
        if form.query:
            page = phone.open(self.plan(form.page))
        elif endpoint == "rounds.save":
            page = phone.open(self.address(form.page, number="2"))
            fill_round(page, OTHER_ENTRIES[MITTLERE])
        elif endpoint == "matches.count_after_end":
            page = phone.open(self.ended_earlier())
        elif endpoint == "exchange.take_in":
            page = phone.send(self.sending("exchange.upload", phone))
        else:
            page = phone.open(self.address(form.page))
        page.fill(TYPED.get(endpoint, {}))
        return page.sending(form.button)
