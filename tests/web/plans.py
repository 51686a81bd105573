"""The plan of a match, as a person fills it in and reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from scorekeeper.rules import GAMES
from tests.web.table import SEATED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.web.phone import Page, Phone


TITLES = {key: game.title for key, game in GAMES.items()}


def plan(phone: Phone, game: str, names: Sequence[str] = (), **rules: str) -> Page:
    """Open the plan of a match as its address says it."""
    pairs = [("game", game), *(("seat", f"+{name}") for name in names or SEATED[game])]
    pairs += [(f"rule-{name}", value) for name, value in rules.items()]
    return phone.open(f"/matches/new?{urlencode(pairs)}")


def add(phone: Phone, *names: str) -> Page:
    """Add players by their names."""
    for name in names:
        phone.fill({"name": name})
        phone.press("Add")
    return phone.page


def seated(page: Page) -> list[str]:
    """Read who is seated."""
    return page.texts("ol.seats .who bdi")


def offered(page: Page) -> list[str]:
    """Read which known players are offered."""
    return page.texts(".chips[aria-label='Players of this circle'] button")
