"""Server CPU of the statistics of a circle with thousands of matches, with every filter."""

from __future__ import annotations

import datetime as dt
import secrets
import tempfile
from pathlib import Path
from urllib.parse import urlencode

from bench.wsgi import Browser, best
from scorekeeper import create_app
from scorekeeper.scorebook import access, database, members, statistics
from scorekeeper.scorebook.demo import fill
from scorekeeper.scorebook.links import newest_circle
from scorekeeper.scorebook.store import write

MATCHES = 5000
GOAL_MS = 100


def _pages(circle_id: int) -> dict[str, str]:
    """Give the pages that are measured, each with the filters that let most or least through."""
    one, other = [who.uid for who in statistics.people(circle_id).values()][:2]
    place, year = statistics.places(circle_id)[0], statistics.years(circle_id)[-2]
    filters: dict[str, dict[str, object]] = {
        "": {},
        ", with a player": {"player": one},
        ", at a place": {"place": place},
        ", of a year": {"year": year},
        ", by all of it": {"player": one, "place": place, "year": year},
    }
    pages = {
        "circle": "",
        "player": f"players/{other}",
        "game": "games/mueckenstich",
        "pair": f"pairs/{one}/{other}",
    }
    return {
        f"{name}{how}": f"{path}?{urlencode(query)}"
        for name, path in pages.items()
        for how, query in filters.items()
    }


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / "bench.db"
        database.create(file)
        app = create_app({"SECRET_KEY": secrets.token_hex(), "DATABASE": file})
        browser = Browser(app)
        browser.cookies["device"] = secrets.token_urlsafe()
        with app.app_context():
            for _ in fill(MATCHES, 1, seed=1):
                pass
            circle = newest_circle()
            with write() as session:
                pen = access.pen_of(session, browser.cookies["device"], dt.datetime.now(dt.UTC))
                members.admit(pen, circle.id, members.Joining("own"))
            pages = _pages(circle.id)
        print(f"\nStatistics: server CPU a request, {MATCHES:,} matches   goal ≤ {GOAL_MS} ms")
        for page, path in pages.items():
            address = f"/circles/{circle.uid}/statistics/{path}"

            def once(address: str = address) -> float:
                answer = browser.get(address)
                if not answer.status.startswith("200"):
                    raise SystemExit(f"A page that is measured answered {answer.status}.")
                return browser.seconds

            print(f"  {page:28} {best(once, 3) * 1e3:6.1f} ms")


if __name__ == "__main__":
    main()
