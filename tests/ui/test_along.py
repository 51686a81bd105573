"""Taking a circle along, and taking a file in, in a real browser: with JavaScript and without."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.exchanged import a_file, jsonl, lines_of, uid
from tests.ui.beforehand import begun
from tests.ui.playing import MIDDLE

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import FilePayload

    from tests.ui.phone import Phone


def chosen(phone: Phone, content: bytes) -> None:
    """Choose a file on the page for it, and have it looked at."""
    phone.open("/")
    phone.follow("Take it along")
    file: FilePayload = {
        "name": "circle.jsonl",
        "mimeType": "application/x-ndjson",
        "buffer": content,
    }
    phone.page.get_by_label("A circle's file").set_input_files(file)
    phone.press("Look at the file")


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_file_is_looked_at_and_taken_in(ui_phone: Phone) -> None:
    """Who is who is told by taps; then the match stands among the nights, under the names here."""
    begun(ui_phone, MIDDLE)
    chosen(ui_phone, jsonl(a_file()))
    group = ui_phone.group("Zoë of the file is")
    group.get_by_text("somebody new", exact=True).tap()
    ui_phone.press("Take it in")

    expect(ui_phone.page.get_by_role("status").first).to_contain_text("The file was taken in")
    ui_phone.follow("Home")
    ui_phone.page.locator(f"a[href*='{uid('Elsewhere match')}']").first.tap()
    expect(ui_phone.page.locator("table.board thead")).to_contain_text("Zoë")


def test_a_bad_file_is_answered_with_a_sentence(ui_phone: Phone) -> None:
    """What is wrong stands at the top of the page, and another file can be chosen."""
    begun(ui_phone, MIDDLE)
    chosen(ui_phone, b"no file of ours\n")

    expect(ui_phone.page.get_by_role("alert")).to_contain_text("Line 1 is no JSON.")
    expect(ui_phone.button("Look at the file")).to_be_visible()


def test_a_circle_is_saved_from_the_page(ui_phone: Phone, tmp_path: Path) -> None:
    """The browser saves the circle's file and its tables under their names."""
    begun(ui_phone, MIDDLE)
    ui_phone.open("/")
    ui_phone.follow("Take it along")
    saved = {}
    for name in ("Save the circle as a file", "Rounds as a table"):
        with ui_phone.page.expect_download() as started:
            ui_phone.page.get_by_text(name, exact=True).tap()
        file = tmp_path / started.value.suggested_filename
        started.value.save_as(file)
        saved[file.name] = file.read_bytes()

    assert set(saved) == {"circle.jsonl", "rounds.csv"}
    assert {line["type"] for line in lines_of(saved["circle.jsonl"])} >= {"circle", "revision"}
    assert json.loads(saved["circle.jsonl"].splitlines()[-1])["type"] == "end"
    assert saved["rounds.csv"].startswith(b"\xef\xbb\xbfdate,")
