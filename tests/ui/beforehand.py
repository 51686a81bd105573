"""What was played before a test begins: sent as the forms send it, without looking at the pages.

That matches are begun and rounds are typed by thumb is shown by tests of their own; where it only
comes before what a test is about, a browser that goes through it all would take minutes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode, urlsplit

from playwright.sync_api import expect

from tests.ui.playing import plan_of
from tests.web.phone import Page, attribute, kind, words

if TYPE_CHECKING:
    from bs4 import Tag

    from tests.ui.phone import Phone
    from tests.ui.playing import Match, Round


def begun(phone: Phone, match: Match, rounds: int = 0) -> None:
    """Begin a match, with its first rounds; the phone then shows its scoreboard."""
    planned = _open(phone, plan_of(match))
    _set(planned, match)
    board = _press(phone, planned, "Start the match")
    for number, (played, _scores) in enumerate(match.rounds[:rounds], start=1):
        entry = _open(phone, f"{board}rounds/{number}/enter")
        _type(entry, played)
        _press(phone, entry, f"Save round {number}")
    phone.open(board)
    expect(phone.page.locator(".board")).to_be_visible()


def _open(phone: Phone, path: str) -> Page:
    answer = phone.context.request.get(phone.origin + path)
    return Page(path, answer.status, answer.headers, answer.text())


def _press(phone: Phone, page: Page, button: str) -> str:
    """Press a button of a page, and tell where that leads."""
    sending = page.sending(button)
    answer = phone.context.request.post(
        phone.origin + sending.address,
        data=urlencode(sending.fields),
        headers={"Content-Type": "application/x-www-form-urlencoded"},
        max_redirects=0,
    )
    assert "location" in answer.headers, f"{answer.status}: {answer.text()}"
    return urlsplit(answer.headers["location"]).path


def _set(page: Page, match: Match) -> None:
    for title, value in match.rules.items():
        [group] = [of for of in page.all("fieldset") if _heading(of).startswith(title)]
        [box] = [tag for tag in group.select("input") if kind(tag) == "text"]
        box["value"] = value


def _type(page: Page, played: Round) -> None:
    for seat, row in enumerate(played.rows):
        group = page.only(f"#seat-{seat}")
        for label in group.select(".count label"):
            box = page.only(f'[id="{attribute(label, "for")}"]')
            box["value"] = str(row.get(words(label), 0))
        if seat in played.tricks:
            _choose(group, played.tricks[seat])
    for question, answer in played.answers.items():
        [group] = [of for of in page.all("fieldset") if _heading(of).startswith(question)]
        _choose(group, answer)


def _heading(group: Tag) -> str:
    legend = group.find("legend")
    return words(legend) if legend else ""


def _choose(group: Tag, answer: str) -> None:
    for label in group.select("label"):
        radio = label.find("input", type="radio")
        if radio is not None and words(label) == answer:
            radio["checked"] = ""
            return
    raise AssertionError(f"{_heading(group)!r} has no answer {answer!r}")
