"""What comes of sending the same form again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.web.phone import local

if TYPE_CHECKING:
    from tests.web.phone import Phone, Sending


def thrice(phone: Phone, sending: Sending) -> list[tuple[int, str]]:
    """Send the same three times, as a double tap and a reload do; give the answers."""
    answers = []
    for _time in range(3):
        response = phone.request(sending)
        answers.append((response.status_code, local_location(response.headers["Location"])))
        response.close()
    return answers


def local_location(location: str) -> str:
    """Give where an answer sends the browser, within our origin."""
    return location if location.startswith("/") else local(location)


def differences(phone: Phone, rows: str = "tr:not(.scored)") -> list[list[str]]:
    """Read the table that shows what is saved beside what was typed, or (.scored) the points."""
    return [
        [" ".join(cell.get_text().split()) for cell in row.select("th, td")]
        for row in phone.page.all(f"table.difference tbody {rows}")
    ]
