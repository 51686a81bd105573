"""Matches as a table plays them: who sits where, what was captured, and what comes of it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from playwright.sync_api import expect

from tests.ui.thumb import Thumb

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from playwright.sync_api import Locator

    from tests.ui.phone import Phone

MUECKENSTICH, KUNIBERT, MITTLERE = "Mückenstich", "Ritter Kunibert's 12er Stich", "Mittlere Jass"
KEYS = {MUECKENSTICH: "mueckenstich", KUNIBERT: "kunibert", MITTLERE: "mittlere"}
FIVE = ("Arne", "Geli", "Ernst", "Harald", "Fritz")
THREE = ("Ada", "Ben", "Cem")

Row = dict[str, int]
"""What a player's fields hold, by their labels; the others hold 0."""


@dataclass(frozen=True)
class Round:
    """A round as it is typed: a row for each player, and the answers to the questions."""

    rows: tuple[Row, ...]
    answers: Mapping[str, str] = field(default_factory=dict)
    tricks: Mapping[int, str] = field(default_factory=dict)
    """Who with 0 points took a trick, by seat: "Yes" or "No"."""


def choices(doubled: str, removed: str) -> dict[str, str]:
    """Give Mückenstich's two choices."""
    return {"Which colour counts double?": doubled, "Which colour is removed?": removed}


RULEBOOK = Round(
    (
        {"Tricks": 1, "Red": 5},
        {"Tricks": 2, "Blue": 6, "Green": 1, "Red": 1, "Mosquitoes Blue": 1, "Mosquitoes Green": 1},
        {
            "Tricks": 2,
            "Blue": 2,
            "Black": 1,
            "Green": 3,
            "Mosquitoes Green": 2,
            "Mosquitoes Blue": 1,
            "Mosquitoes Red": 1,
        },
        {"Tricks": 2, "Black": 3, "Green": 1, "Red": 3, "Mosquitoes Black": 2, "Mosquitoes Red": 1},
        {"Tricks": 3, "Blue": 3, "Black": 3, "Green": 4, "Red": 4, "Mosquitoes Black": 1},
    ),
    choices("Red", "Black"),
)
"""The round that Mückenstich's rulebook prints (§5)."""

RULEBOOK_SCORES = (10, -1, -10, -3, 10)


def points(*of: int, tricks: Mapping[int, str] | None = None) -> Round:
    """Make a deal of Mittlere."""
    return Round(tuple({"Points": number} for number in of), tricks=tricks or {})


def captured(*rows: Row, last_card: str) -> Round:
    """Make a round of Kunibert."""
    return Round(rows, {"Who played their last card?": last_card})


@dataclass(frozen=True)
class Match:
    """A match: how it is begun, the rounds with their scores, and how it ends."""

    game: str
    names: tuple[str, ...]
    rules: Mapping[str, str]
    """Numbers to type, by the house rule's title."""
    rounds: tuple[tuple[Round, tuple[int, ...]], ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]
    result: str
    dealers: tuple[str, ...]
    """Who deals the first round, the second, …"""

    def __str__(self) -> str:
        """Give the game, for the tests' names."""
        return self.game


SHARED = Match(
    MUECKENSTICH,
    FIVE,
    {"Rounds": "2"},
    ((RULEBOOK, RULEBOOK_SCORES), (RULEBOOK, RULEBOOK_SCORES)),
    totals=(20, -2, -20, -6, 20),
    places=(1, 3, 5, 4, 1),
    result="Arne and Fritz share the win",
    dealers=("Arne", "Geli"),
)

RACE = Match(
    KUNIBERT,
    THREE,
    {"Target": "200"},
    (
        (
            captured(
                {"1–5": 4, "6–9": 2, "Black 12": 1},
                {"1–5": 6, "6–9": 3, "Black 12": 1, "Red 12": 1},
                {},
                last_card="Cem",
            ),
            (55, 95, 30),
        ),
        (
            captured({"1–5": 9, "6–9": 8}, {"6–9": 5, "Red 12": 2}, {}, last_card="Cem"),
            (125, 90, 30),
        ),
        (captured({"1–5": 1}, {"Red 12": 1}, {}, last_card="Ada"), (35, 20, 0)),
    ),
    totals=(215, 205, 60),
    places=(1, 2, 3),
    result="Ada wins",
    dealers=("Ada", "Ben", "Cem"),
)
"""Both who pass the target do so in one round: the higher total wins (§8)."""

MIDDLE = Match(
    MITTLERE,
    THREE,
    {"Rounds": "2"},
    (
        (points(70, 52, 35), (1, -2, 1)),
        (points(90, 67, 0, tricks={2: "No"}), (1, 1, -2)),
    ),
    totals=(2, -1, -1),
    places=(1, 2, 2),
    result="Ada wins",
    dealers=("Ada", "Cem"),
)

MATCHES = (SHARED, RACE, MIDDLE)


# Beginning ---------------------------------------------------------------------------------


def seat(phone: Phone, names: Sequence[str]) -> None:
    """Add new players by their names."""
    for number, name in enumerate(names, start=1):
        phone.page.get_by_label("Name of a new player").fill(name)
        phone.press("Add")
        expect(phone.page.locator(".seats").get_by_role("listitem")).to_have_count(number)


def plan(phone: Phone, match: Match) -> None:
    """Plan a match from the very first visit on, up to its last button."""
    phone.open("/")
    phone.follow("Start a match")
    phone.page.get_by_role("link", name=re.compile(match.game)).tap()
    seat(phone, match.names)
    set_rules(phone, match.rules)


def set_rules(phone: Phone, rules: Mapping[str, str]) -> None:
    """Type what the house rules ask a number for; those that are folded in are unfolded."""
    for title, value in rules.items():
        if not phone.group(title).is_visible():
            phone.page.get_by_text("House rules", exact=True).tap()
        phone.group(title).get_by_role("textbox").fill(value)


def begin(phone: Phone, match: Match) -> None:
    """Begin a match from the very first visit on."""
    plan(phone, match)
    start(phone)


def plan_of(match: Match) -> str:
    """Give the address of a plan, which holds all but the house rules."""
    seats = [("seat", "+" + name) for name in match.names]
    return "/matches/new?" + urlencode([("game", KEYS[match.game]), *seats])


def open_plan(phone: Phone, match: Match) -> None:
    """Open a plan by its address."""
    phone.open(plan_of(match))


def start(phone: Phone) -> None:
    """Press the button that begins a match."""
    phone.press("Start the match")
    expect(phone.link("Enter round 1")).to_be_visible()


# Entering ----------------------------------------------------------------------------------


LABELS = "boxes => boxes.map(box => box.labels[0].textContent.trim().replace(/\\s+/g, ' '))"


def count_field(phone: Phone, name: str, label: str) -> Locator:
    """Find the field of this very label in a player's group."""
    return phone.group(name).get_by_role("textbox", name=label, exact=True)


def type_round(phone: Phone, names: Sequence[str], played: Round) -> None:
    """Type a round: by the pad's keys, or from field to field with a number in every one."""
    if phone.scripts:
        Thumb(phone).type(names, played)
        return
    keyboard = phone.page.keyboard
    for name, row in zip(names, played.rows, strict=True):
        boxes = phone.group(name).get_by_role("textbox")
        boxes.first.select_text()
        labels = boxes.evaluate_all(LABELS)
        assert set(row) <= set(labels)
        for label in labels:
            keyboard.type(str(row.get(label, 0)))
            keyboard.press("Tab")
    for number, answer in played.tricks.items():
        phone.group(names[number]).get_by_text(answer, exact=True).tap()
    for question, answer in played.answers.items():
        phone.group(question).get_by_text(answer, exact=True).tap()


def previews(phone: Phone, scores: Sequence[int]) -> None:
    """Wait until the round is said to score so: at once, or when Check is pressed."""
    if phone.scripts:
        points = phone.page.locator(".glance tbody tr").first.get_by_role("cell")
        written = [f"+{score}" if score > 0 else str(score) for score in scores]
    else:
        phone.press("Check")
        preview = phone.page.get_by_role("region", name=re.compile("^It adds up"))
        points = preview.locator(".standings li b")
        written = [str(score) for score in scores]
    expect(points).to_have_text([text.replace("-", "−") for text in written])


def enter(phone: Phone, names: Sequence[str], number: int, played: Round) -> None:
    """Enter the round that is due, from the scoreboard, and save it."""
    phone.follow(f"Enter round {number}")
    type_round(phone, names, played)
    phone.press(f"Save round {number}")
    phone.has_rounds(number)
