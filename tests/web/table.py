"""The table at which these tests sit: matches started and rounds typed in through the forms."""

from __future__ import annotations

import datetime as dt
import json
import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest
from sqlalchemy import select, update

from scorekeeper import create_app
from scorekeeper.scorebook.ledger import Actor, Pen
from scorekeeper.scorebook.links import NewLink, make_link, newest_circle, sign_link
from scorekeeper.scorebook.matches import open_match
from scorekeeper.scorebook.models import Device, Link, Match
from scorekeeper.scorebook.rounds import Writing, record
from scorekeeper.scorebook.store import write
from tests.web.phone import Page, Phone, attribute, kind, words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from flask import Flask

    from scorekeeper.rules.problems import Json

SECRET = "a secret of these tests"

MUECKENSTICH, KUNIBERT, MITTLERE = "mueckenstich", "kunibert", "mittlere"
FIVE = ("Arne", "Geli", "Ernst", "Harald", "Fritz")
THREE = ("Ada", "Ben", "Cem")
SEATED: Mapping[str, tuple[str, ...]] = {MUECKENSTICH: FIVE, KUNIBERT: THREE, MITTLERE: THREE}
RULES: Mapping[str, Mapping[str, object]] = {
    MUECKENSTICH: {},
    KUNIBERT: {"target": 300},
    MITTLERE: {},
}

RULEBOOK: Mapping[str, Json] = {
    "tricks": [1, 2, 2, 2, 3],
    "numbers": [
        {"red": 5},
        {"blue": 6, "green": 1, "red": 1},
        {"blue": 2, "black": 1, "green": 3},
        {"black": 3, "green": 1, "red": 3},
        {"blue": 3, "black": 3, "green": 4, "red": 4},
    ],
    "mosquitoes": [
        {},
        {"blue": 1, "green": 1},
        {"green": 2, "blue": 1, "red": 1},
        {"black": 2, "red": 1},
        {"black": 1},
    ],
    "doubled": "red",
    "removed": "black",
}
"""The worked example of Mückenstich §5, which scores 10, -1, -10, -3, 10."""

RULEBOOK_SCORES = [10, -1, -10, -3, 10]

ENTRIES: Mapping[str, Mapping[str, Json]] = {
    MUECKENSTICH: RULEBOOK,
    KUNIBERT: {
        "captured": [
            {"low": 4, "mid": 2, "black12": 1},
            {"low": 6, "mid": 3, "black12": 1, "red12": 1},
            {},
        ],
        "last_card": 2,
    },
    MITTLERE: {"points": [70, 52, 35]},
}
"""A round of each game as its form can be filled in."""

SCORES: Mapping[str, list[int]] = {
    MUECKENSTICH: RULEBOOK_SCORES,
    KUNIBERT: [55, 95, 30],
    MITTLERE: [1, -2, 1],
}

OTHER_ENTRIES: Mapping[str, Mapping[str, Json]] = {
    MUECKENSTICH: {**RULEBOOK, "doubled": "green"},
    KUNIBERT: {**ENTRIES[KUNIBERT], "last_card": 0},
    MITTLERE: {"points": [60, 62, 35]},
}
"""Another round of each game, as if something had been misread."""

OTHER_SCORES: Mapping[str, list[int]] = {
    MUECKENSTICH: [5, -1, -7, -5, 10],
    KUNIBERT: [85, 95, 0],
    MITTLERE: [-2, 1, 1],
}

PHASES = (
    {
        "tricks": [2, 3, 3],
        "numbers": [{"red": 5}, {"blue": 7, "black": 2}, {"green": 7}],
        "mosquitoes": [{"red": 1}, {}, {"green": 2}],
        "doubled": "red",
        "removed": "blue",
    },
    {
        "tricks": [3, 3, 2],
        "numbers": [{"black": 9}, {"blue": 5, "red": 3}, {"green": 4}],
        "mosquitoes": [{}, {"blue": 1}, {"red": 1, "black": 1}],
        "doubled": "black",
        "removed": "green",
    },
)
"""Both phases of a round with three players; in each of them two choices are due."""

PILES = ("numbers", "mosquitoes", "captured", "hands")


def make_app(path: Path, **config: object) -> Flask:
    """Make the application on a scorebook, with the settings of this machine kept out."""
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith("SCOREKEEPER_")]:
            patch.delenv(name)
        patch.setenv("SCOREKEEPER_INSTANCE", str(path.parent))
        return create_app(
            {
                "SECRET_KEY": SECRET,
                "DATABASE": path,
                "TESTING": True,
                "CIRCLES_A_DAY": 1_000_000,
                **config,
            }
        )


class Clock:
    """A clock on the wall that goes only when somebody sets it."""

    def __init__(self, at: dt.datetime) -> None:
        """Hang it up."""
        self.at = at

    def __call__(self) -> dt.datetime:
        """Look at it."""
        return self.at


def typed(entry: Mapping[str, Json]) -> dict[str, str]:
    """Give an entry as the texts of its form's fields; what isn't in a pile is left alone."""
    texts: dict[str, str] = {}
    for name, value in entry.items():
        if not isinstance(value, list):
            texts[name] = "none" if value is None else str(value)
            continue
        for seat, member in enumerate(value):
            if name in PILES:
                for of, cards in member.items():
                    texts[f"seat_{seat}-{name}_{of}"] = str(cards)
            elif name == "won_trick":
                texts[f"seat_{seat}-{name}"] = "yes" if member else "no"
            else:
                texts[f"seat_{seat}-{name}"] = str(member)
    return texts


def counts_of(page: Page) -> list[str]:
    """Give the names of all fields for numbers in a round's form."""
    return [
        attribute(tag, "name")
        for tag in page.all("form#round input")
        if kind(tag) == "text" and attribute(tag, "name").startswith("seat_")
    ]


def fields_of(page: Page) -> list[str]:
    """Give the names of everything that can be typed or chosen in a round's form."""
    names = [
        attribute(tag, "name") for tag in page.all("form#round input") if kind(tag) != "hidden"
    ]
    return list(dict.fromkeys(names))


def fill_round(page: Page, entry: Mapping[str, Json]) -> None:
    """Type a whole round: 0 wherever the entry names nothing."""
    page.fill(dict.fromkeys(counts_of(page), "0"))
    page.fill(typed(entry))


def number(text: str) -> int:
    """Read a number as the pages write it, with a real minus."""
    assert "-" not in text, "a minus must be a minus"
    return int(text.replace("−", "-"))


@dataclass(frozen=True)
class Board:
    """A scoreboard as it is read."""

    names: list[str]
    labels: list[str]
    rounds: list[list[int]]
    totals: list[int]
    ranks: list[str]
    leads: list[int]
    subtitle: str
    deal: str
    result: str


def read_board(page: Page) -> Board:
    """Read a page's scoreboard."""
    rows = page.all("table.board tbody tr:not(.none)")
    totals = page.all("table.board tr.total td")
    return Board(
        names=page.texts("table.board thead th")[1:],
        labels=[words(row.select("th")[0]) for row in rows],
        rounds=[[number(words(cell)) for cell in row.select("td")] for row in rows],
        totals=[number(words(cell)) for cell in totals],
        ranks=page.texts("table.board tr.ranks td"),
        leads=[seat for seat, cell in enumerate(totals) if "leads" in attribute(cell, "class")],
        subtitle=" ".join(page.texts("header p")),
        deal=" ".join(page.texts("p.deal")),
        result=" ".join(page.texts("section.over")),
    )


def errors_beside(page: Page, name: str) -> str:
    """Give what stands beside a field: what describes it, or its group's messages."""
    tag = page.named(name)[0]
    described = attribute(tag, "aria-describedby").split()
    beside = [words(page.only(f'[id="{identity}"]')) for identity in described]
    group = tag.find_parent("fieldset")
    if group is not None and not beside:
        beside = [words(error) for error in group.select(".error")]
    return " ".join(beside)


class Table:
    """A table with the phone that writes, and a view of the database behind it."""

    def __init__(self, app: Flask, phone: Phone) -> None:
        """Sit down."""
        self.app, self.phone = app, phone
        self.path: Path = app.config["DATABASE"]

    # Playing ------------------------------------------------------------------------------

    def start(
        self,
        game: str,
        names: Sequence[str] = (),
        *,
        dealer: int = 0,
        circle: str = "",
        rules: Mapping[str, object] | None = None,
    ) -> Page:
        """Start a match: its plan is opened by its address, and its button pressed.

        Args:
            game: a key of GAMES.
            names: the players in the order of their seats.
            dealer: the seat that deals first.
            circle: the circle's address, if the match belongs to one that is there already.
            rules: the house rules as typed or chosen.
        """
        names = names or SEATED[game]
        rules = RULES[game] if rules is None else rules
        plan = [
            ("game", game),
            *(("seat", "+" + name) for name in names),
            ("first_dealer", str(dealer)),
            *((f"rule-{name}", str(value).lower()) for name, value in rules.items()),
        ]
        self.phone.open(f"{circle or '/'}matches/new?{urlencode(plan)}")
        return self.phone.press("Start the match")

    def enter(self, entry: Mapping[str, Json], *, expect: int = 200) -> Page:
        """Type in the round that is due, from the scoreboard, and save it."""
        self.open_form(entry)
        return self.save(expect=expect)

    def open_form(self, entry: Mapping[str, Json] | None = None) -> Page:
        """Open the form of the round that is due, from the scoreboard, and type into it."""
        [link] = [a for a in self.phone.page.all("a.primary") if words(a).startswith("Enter")]
        page = self.phone.open(self.phone.page.leads(link))
        if entry is not None:
            fill_round(page, entry)
        return page

    def save(self, *, expect: int = 200) -> Page:
        """Press the button that saves the round."""
        [button] = [b for b in self.phone.page.all("button.primary") if words(b)[:4] == "Save"]
        return self.phone.press(words(button), expect=expect)

    def show(self) -> Page:
        """Open the page of the round that was entered last, from the scoreboard."""
        page = self.phone.page
        return self.phone.open(page.leads(page.all("table.board tbody a")[-1]))

    @property
    def circle(self) -> str:
        """The address of the circle that the phone is in."""
        return "/".join(self.phone.page.path.split("/")[:3]) + "/"

    # Others -------------------------------------------------------------------------------

    def invitation(self, role: str, name: str = "", *, revoked: bool = False) -> str:
        """Make a link into the newest circle, and give its address."""
        with self.app.app_context():
            circle = newest_circle().id
            with write() as session:
                link = make_link(session, circle, NewLink(role, name), dt.datetime.now(dt.UTC))
                if revoked:
                    session.execute(update(Link).values(revoked_at=dt.datetime.now(dt.UTC)))
                return f"/join/{sign_link(SECRET, link)}"

    def join(self, role: str = "score", link: str = "", device: str = "") -> Phone:
        """Let another phone into the newest circle, as somebody does who is sent a link."""
        other = Phone(self.app)
        other.open(self.invitation(role, link))
        if device:
            other.fill({"device": device})
        other.press("Join")
        return other

    def record(
        self,
        *entries: Mapping[str, Json],
        beside: int = 0,
        replaces: int | None = None,
        reason: str = "",
    ) -> None:
        """Record rounds of the newest match past the forms; or correct round ``replaces``."""
        with self.app.app_context(), write() as session:
            match = session.scalars(select(Match).order_by(Match.id.desc()).limit(1)).one()
            device = session.scalars(select(Device).limit(1)).one()
            pen = Pen(session, Actor(device.id, device.uid), dt.datetime.now(dt.UTC))
            for entry in entries:
                opened = open_match(session, match.circle_id, match.uid)
                number, seq = replaces or opened.ledger.next_number + beside, None
                if replaces:
                    seq = opened.ledger.rounds[replaces - 1].row.seq
                record(
                    pen, opened, Writing(number, opened.match.revisions, dict(entry), seq, reason)
                )

    # The database -------------------------------------------------------------------------

    def ask(self, sql: str, *values: str) -> list[tuple[Json, ...]]:
        """Ask the database itself."""
        with closing(sqlite3.connect(self.path)) as connection:
            return connection.execute(sql, values).fetchall()

    def do(self, sql: str) -> None:
        """Change the database itself, as the parts to come will."""
        with closing(sqlite3.connect(self.path)) as connection, connection:
            connection.execute(sql)

    def dump(self) -> str:
        """Give everything that the database holds."""
        with closing(sqlite3.connect(self.path)) as connection:
            return "\n".join(connection.iterdump())

    @property
    def acts(self) -> list[str]:
        """What the ledger holds, in order: "start", "record 1", "void 1", …."""
        found = self.ask("SELECT kind, round_no FROM revision ORDER BY id")
        return [kind if number is None else f"{kind} {number}" for kind, number in found]

    @property
    def entries(self) -> list[Json]:
        """The rounds' entries as the ledger holds them, corrections included."""
        found = self.ask("SELECT entry FROM revision WHERE round_no IS NOT NULL ORDER BY id")
        return [json.loads(entry) for (entry,) in found if entry is not None]

    def count(self, name: str) -> int:
        """Count the rows of a table."""
        [(found,)] = self.ask(f'SELECT count(*) FROM "{name}"')  # noqa: S608 - our tables' names
        return int(found)
