"""Measure the program that ours is compared with; runs in that program's own environment."""

from __future__ import annotations

import gzip
import json
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.wsgi import Answer, Browser, best

BILLS = 60
MEMBERS = ("Arne", "Geli", "Ernst", "Harald", "Fritz")
SETTINGS = """
SQLALCHEMY_DATABASE_URI = "sqlite:///{folder}/other.db"
SECRET_KEY = "measured, not used"
ALLOW_PUBLIC_PROJECT_CREATION = True
RATELIMIT_ENABLED = False
"""


def _token(answer: Answer) -> str:
    body = answer.body
    html = (gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body).decode()
    found = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', html)
    return found.group(1) if found else ""


def main() -> None:
    """Print the seconds of CPU of the page and of the POST, as JSON."""
    folder = Path(sys.argv[1])
    (folder / "other_settings.py").write_text(SETTINGS.format(folder=folder))
    sys.path.insert(0, str(folder))
    # Only now is its setting to be found; mypy doesn't know a program that only the bench installs.
    from ihatemoney.run import create_app  # type: ignore[import-not-found]  # noqa: PLC0415

    browser = Browser(create_app(configuration="other_settings"))
    token = _token(browser.get("/create"))
    project = {"name": "p", "id": "p", "password": "p", "contact_email": "a@example.com"}
    browser.post("/create", {"csrf_token": token, **project, "default_currency": "XXX"})
    for name in MEMBERS:
        token = _token(browser.get("/p/"))
        browser.post("/p/members/add", {"csrf_token": token, "name": name})
    token = _token(browser.get("/p/add"))
    bill = {"date": "2026-11-30", "what": "bill", "payer": "1", "amount": "25"}
    shared = {"payed_for": ["1", "2", "3", "4", "5"], "bill_type": "Expense"}
    fields = {"csrf_token": token, **bill, **shared, "original_currency": "XXX"}

    def post() -> float:
        answer = browser.post("/p/add", fields)
        if not answer.status.startswith("302"):
            raise SystemExit(f"The other program answered {answer.status}.")
        return browser.seconds

    posted = best(post, BILLS // 5)

    def page() -> float:
        browser.get("/p/")
        return browser.seconds

    print(json.dumps({"post": posted, "page": best(page, 20)}))


if __name__ == "__main__":
    main()
