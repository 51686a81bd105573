"""A phone: a real browser at 360 × 640 that is tapped, and a guard who watches over it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import (
        BrowserContext,
        ConsoleMessage,
        Locator,
        Request,
        Response,
        ViewportSize,
        WebError,
    )

    from tests.ui.serving import Server

SCREEN: ViewportSize = {"width": 360, "height": 640}

TELL_VIOLATIONS = """
document.addEventListener("securitypolicyviolation", (event) => {
  console.error(`the policy forbids ${event.violatedDirective}: ${event.blockedURI}`);
});
"""

NOT_FOUND = 400
BROKEN = 500


class Guard:
    """Writes down what must never happen: errors, violated policies, requests to others."""

    def __init__(self, context: BrowserContext, origin: str) -> None:
        """Watch over all pages of a browser that has business only with one origin."""
        self.origin = origin
        self.faults: list[str] = []
        context.add_init_script(TELL_VIOLATIONS)
        context.on("console", self._hear)
        context.on("weberror", self._see)
        context.on("request", self._follow)
        context.on("requestfailed", self._miss)
        context.on("response", self._read)

    def _hear(self, message: ConsoleMessage) -> None:
        # That a page was answered with 409 or 422 is news to the console; `_read` knows better.
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            self.faults.append(f"console: {message.text}")

    def _see(self, error: WebError) -> None:
        self.faults.append(f"error: {error.error}")

    def _follow(self, request: Request) -> None:
        if not request.url.startswith((self.origin + "/", "data:")):
            self.faults.append(f"leaves the origin: {request.url}")

    def _miss(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # which is what a second tap does to the first
            self.faults.append(f"failed: {request.url}: {request.failure}")

    def _read(self, response: Response) -> None:
        page = response.request.is_navigation_request()
        if response.status >= (BROKEN if page else NOT_FOUND):
            self.faults.append(f"{response.status}: {response.url}")


class Phone:
    """A browser with cookies of its own; what it taps must be there to be seen."""

    def __init__(self, context: BrowserContext, origin: str, *, scripts: bool = True) -> None:
        """Unpack it, and have it watched over."""
        self.context, self.origin, self.scripts = context, origin, scripts
        self.guard = Guard(context, origin)
        self.page = context.new_page()

    def becomes(self, secret: str) -> None:
        """Become the device that has this cookie, or one that was never here."""
        self.context.clear_cookies()
        if secret:
            self.context.add_cookies([{"name": "device", "value": secret, "url": self.origin}])

    def open(self, path: str) -> None:
        """Open an address."""
        self.page.goto(self.origin + path)

    @property
    def path(self) -> str:
        """Where the browser is."""
        return self.page.url.removeprefix(self.origin)

    def button(self, name: str) -> Locator:
        """Find the button of this very name."""
        return self.page.get_by_role("button", name=name, exact=True)

    def link(self, name: str) -> Locator:
        """Find the link of this very name."""
        return self.page.get_by_role("link", name=name, exact=True)

    def press(self, name: str) -> None:
        """Tap a button."""
        self.button(name).tap()

    def follow(self, name: str) -> None:
        """Tap a link."""
        self.link(name).tap()

    def drum(self, name: str, server: Server, times: int) -> None:
        """Tap a button again and again while the answer to the first tap is on its way."""
        box = self.button(name).bounding_box()
        assert box is not None
        before = len(server.posts)
        with server.slow():
            for tap in range(times):
                self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
                server.await_posts(before + tap + 1)

    def group(self, name: str) -> Locator:
        """Find the group of fields whose name begins so: a player, a house rule, a question."""
        return self.page.get_by_role("group", name=re.compile("^" + re.escape(name)))

    # The scoreboard -------------------------------------------------------------------------

    def row(self, name: str) -> Locator:
        """Find the cells of a row of the scoreboard: "Round 1", "Total", "Place"."""
        rows = self.page.get_by_role("row", name=re.compile(rf"^{name}\b"))
        return rows.get_by_role("cell")

    def shows_row(self, name: str, *texts: object) -> None:
        """Wait until a row of the scoreboard reads so."""
        expect(self.row(name)).to_have_text([str(text).replace("-", "−") for text in texts])

    def has_rounds(self, number: int) -> None:
        """Wait until the scoreboard has so many rounds."""
        expect(self.page.get_by_role("row", name=re.compile(r"^Round \d"))).to_have_count(number)
