"""A thumb on the pad: it types a round as a person does, and counts its taps."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import Locator

    from tests.ui.phone import Phone
    from tests.ui.playing import Round

BOUNCE_MS = 100
"""Two taps in one place within this time are one."""

KEY = """(keys, text) => {
  const name = (key) => key.getAttribute("aria-label") ?? key.textContent.trim();
  const key = keys.find((one) => name(one) === text && one.checkVisibility());
  if (!key || key.disabled) return null;
  const { x, y, width, height } = key.getBoundingClientRect();
  const middle = [x + width / 2, y + height / 2];
  return key.contains(document.elementFromPoint(...middle)) ? middle : null;
}"""
"""Where a key of the pad is tapped, if it is there to be tapped: no other thing covers it."""

WRONG = """(boxes, [row, first]) => {
  const label = (box) => box.labels[0].textContent.trim().replace(/\\s+/g, " ");
  const wanted = boxes.map((box) => String(row[label(box)] ?? 0));
  const place = boxes.findIndex((box, at) => at >= first && box.value !== wanted[at]);
  return place < 0 ? null : [place, wanted[place]];
}"""
"""Which is the next of a player's fields to hold another number than it should, and that number."""

FIELD = """(box) => {
  const is = (name, one = box) => one.classList.contains(name);
  return { value: box.value, tapped: is("tapped", box.closest(".count")), at: is("at") };
}"""
"""What a field holds, whether its values follow one another by taps on it, and whether it is at."""


class Thumb:
    """A thumb that taps a phone whose entry page is open."""

    def __init__(self, phone: Phone) -> None:
        """Wait for the pad."""
        self.page = phone.page
        self.phone = phone
        self.taps = 0
        self._last = ""
        expect(self.page.locator("form.padded")).to_be_visible()
        # Until the server has answered for the first time, what stands below it may still move.
        answered = self.page.locator(".glance, .so-far[hidden]")
        expect(answered).to_be_attached()

    def tap(self, target: Locator) -> None:
        """Tap, as soon as a second tap in the same place counts."""
        self._wait_for(str(target))
        target.tap()

    def _wait_for(self, place: str) -> None:
        if self._last == place:
            since = self.page.evaluate("() => performance.now()") + BOUNCE_MS
            self.page.wait_for_function("since => performance.now() > since", arg=since)
        self._last = place
        self.taps += 1

    def save(self, number: int) -> None:
        """Tap the button that saves the round, and leave the pad."""
        self.phone.press(f"Save round {number}")
        self.taps += 1

    def key(self, text: str | int) -> Locator:
        """Find a key of the pad."""
        return self.page.locator(".keys").get_by_role("button", name=str(text), exact=True)

    def tab(self, name: str) -> Locator:
        """Find a player's tab."""
        tabs = self.page.get_by_role("group", name="Players")
        return tabs.get_by_role("button", name=re.compile("^" + re.escape(name)))

    def field(self, name: str, label: str) -> Locator:
        """Find a player's field that is shown."""
        return self.phone.group(name).get_by_role("textbox", name=label, exact=True)

    def press(self, *numbers: int | str) -> None:
        """Tap keys of the pad."""
        for number in numbers:
            found = self._keys.evaluate_all(KEY, str(number))
            assert found is not None, f"no key {number} to tap"
            self._wait_for(f"key {number}")
            self.page.touchscreen.tap(*found)

    @property
    def _keys(self) -> Locator:
        return self.page.locator(".keys button")

    def turn_to(self, name: str) -> None:
        """See to it that a player's part is shown."""
        if self.page.locator(".tabs").is_visible() and not self.phone.group(name).is_visible():
            self.tap(self.tab(name))

    # A whole round ------------------------------------------------------------------------

    def type(self, names: Sequence[str], played: Round) -> None:
        """Type a round in the order in which the pad asks; what follows by itself isn't tapped."""
        asked = dict(played.answers)
        if self.page.locator("form.across").is_visible():
            self._type_across(names, played)
            if asked:
                self._answer(*next(iter(asked.items())))
                del asked[next(iter(asked))]
        if self.page.locator(".tabs").is_visible():
            for number, name in enumerate(names):
                self._type_seat(name, played, number)
        for number, answer in played.tricks.items():
            self.tap(self.phone.group(names[number]).get_by_text(answer, exact=True))
        for question, answer in asked.items():
            self._answer(question, answer)

    def _type_across(self, names: Sequence[str], played: Round) -> None:
        for name, row in zip(names, played.rows, strict=True):
            box = self.phone.group(name).get_by_role("textbox")
            self._type(box, next(iter(row.values())))

    def _type_seat(self, name: str, played: Round, number: int) -> None:
        boxes = self.page.locator(f"#seat-{number} .count input")
        place = -1
        while wrong := boxes.evaluate_all(WRONG, [played.rows[number], place + 1]):
            place, wanted = wrong
            self.turn_to(name)
            self._type(boxes.nth(place), wanted)

    def _type(self, box: Locator, number: int | str) -> None:
        field = box.evaluate(FIELD)
        if field["value"] == str(number):
            return
        if field["tapped"]:
            while box.input_value() != str(number):
                self.tap(box)
            return
        if not field["at"]:
            self.tap(box)
        if self.page.locator(".keys.digits").is_visible():
            self.press(*str(number))
            return
        if self._keys.evaluate_all(KEY, str(number)) is None:
            self.tap(self.page.locator(".key.more"))
        self.press(number)

    def _answer(self, question: str, answer: str) -> None:
        """Answer a question once it is asked; what is shared isn't asked at all."""
        if answer.startswith("None:"):
            expect(self.page.locator(".choice.idle").last).to_be_visible()
            return
        chip = self.phone.group(question).get_by_text(answer, exact=True)
        expect(chip).to_be_visible()
        if not self.phone.group(question).get_by_role("radio", name=answer).is_checked():
            self.tap(chip)
