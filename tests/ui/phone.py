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

AWAITS = """async (given) => {
  const holds = %s;
  for (let tries = 0; tries < 1200; tries += 1) {
    if (await holds(given)) return true;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return false;
}"""
"""Playwright's own waiting takes a promise for a yes."""

KEEPS = """async (paths) => {
  const found = (path) => caches.match(path, { ignoreVary: true });
  const kept = await Promise.all(paths.map(found));
  return navigator.serviceWorker.controller && kept.every(Boolean);
}"""

KEPT_PAGES = """async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith("pages "));
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return kept.flat().map(({ url }) => new URL(url).pathname).sort();
}"""

NOT_FOUND = 400
BROKEN = 500


NEAR_THE_LAST_TAP = """(button) => {
  const { x, y, width, height } = button.getBoundingClientRect();
  const tap = JSON.parse(sessionStorage.getItem("tap"));
  return tap && Math.hypot(tap[0] - x - width / 2, tap[1] - y - height / 2) < 70;
}"""


class Guard:
    """Writes down what must never happen: errors, violated policies, requests to others."""

    def __init__(self, context: BrowserContext, origin: str) -> None:
        """Watch over all pages of a browser that has business only with one origin."""
        self.origin = origin
        self.faults: list[str] = []
        self._expected: list[str] = []
        context.add_init_script(TELL_VIOLATIONS)
        context.on("console", self._hear)
        context.on("weberror", self._see)
        context.on("request", self._follow)
        context.on("requestfailed", self._miss)
        context.on("response", self._read)

    def expect(self, *faults: str) -> None:
        """Let these very faults pass: patterns of what a test brings about on purpose."""
        self._expected += faults

    def _note(self, fault: str) -> None:
        if not any(re.fullmatch(pattern, fault) for pattern in self._expected):
            self.faults.append(fault)

    def _hear(self, message: ConsoleMessage) -> None:
        # That a page was answered with 409 or 422 is news to the console; `_read` knows better.
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            self._note(f"console: {message.text}")

    def _see(self, error: WebError) -> None:
        self._note(f"error: {error.error}")

    def _follow(self, request: Request) -> None:
        if not request.url.startswith((self.origin + "/", "data:")):
            self._note(f"leaves the origin: {request.url}")

    def _miss(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # which is what a second tap does to the first
            self._note(f"failed: {request.url}: {request.failure}")

    def _read(self, response: Response) -> None:
        request = response.request
        # Scripts that send a round, and the worker for whoever opens a page, are answered with one.
        round_sent = request.method == "POST" and request.url.endswith("/enter")
        page = request.is_navigation_request() or round_sent or request.service_worker is not None
        if response.status >= (BROKEN if page else NOT_FOUND):
            self._note(f"{response.status}: {response.url}")


class Phone:
    """A browser with cookies of its own; what it taps must be there to be seen."""

    def __init__(self, context: BrowserContext, origin: str, *, scripts: bool = True) -> None:
        """Unpack it, and have it watched over."""
        self.context, self.origin, self.scripts = context, origin, scripts
        self.guard = Guard(context, origin)
        self.page = context.new_page()

    def becomes(self, secret: str) -> None:
        """Become the device that has this cookie, or one that was never here; nothing is kept."""
        if self.page.url.startswith(self.origin):
            self.page.evaluate(
                "() => { try { localStorage.clear(); sessionStorage.clear(); } catch {} }"
            )
            self.page.goto("about:blank")
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
        """Tap a button; where the last tap was, once it can't be taken for a second one."""
        button = self.button(name)
        button.scroll_into_view_if_needed()
        if self.scripts and button.evaluate(NEAR_THE_LAST_TAP):
            self.takes_a_breath()
        button.tap()

    def follow(self, name: str) -> None:
        """Tap a link."""
        self.link(name).tap()

    def drum(self, name: str, server: Server, times: int, *, sent: int) -> None:
        """Tap a button again and again while the answer to the first tap is on its way.

        Args:
            name: the button's.
            server: what takes the form.
            times: how often it is tapped.
            sent: how many of these taps send the form: all, or only the first.
        """
        box = self.button(name).bounding_box()
        assert box is not None
        before = len(server.posts)
        with server.slow():
            for tap in range(times):
                self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
                server.await_posts(before + min(tap + 1, sent))
        self.page.wait_for_load_state()

        assert len(server.posts) == before + sent

    def group(self, name: str) -> Locator:
        """Find the group of fields whose name begins so: a player, a house rule, a question."""
        return self.page.get_by_role("group", name=re.compile("^" + re.escape(name)))

    # Without a network ----------------------------------------------------------------------

    def goes_offline(self, server: Server) -> None:
        """Lose the network; what can't be fetched then is no fault.

        Chromium lets the first request of a new page through when it plays being offline, so that
        the server takes nothing from this phone either.
        """
        lost = "net::ERR_(INTERNET_DISCONNECTED|EMPTY_RESPONSE)"
        self.guard.expect(rf"failed: {re.escape(self.origin)}/.*: {lost}")
        server.unreachable |= self._secrets
        self.context.set_offline(True)

    def comes_back(self, server: Server) -> None:
        """Have the network again."""
        server.unreachable -= self._secrets
        self.context.set_offline(False)

    @property
    def _secrets(self) -> set[str]:
        cookies = self.context.cookies()
        return {str(cookie["value"]) for cookie in cookies if cookie["name"] == "device"}

    def await_worker(self, *paths: str) -> None:
        """Wait until the service worker has pages in its keeping."""
        self.awaits(KEEPS, list(paths))

    def awaits(self, holds: str, given: object) -> None:
        """Wait until an asynchronous function in the page, given this, gives something true."""
        assert self.page.evaluate(AWAITS % holds, given), f"never true: {holds}"

    @property
    def kept_pages(self) -> list[str]:
        """The pages in the service worker's keeping."""
        pages: list[str] = self.page.evaluate(KEPT_PAGES)
        return pages

    @property
    def stored(self) -> list[str]:
        """The names of what is in the browser's storage."""
        names: list[str] = self.page.evaluate("() => Object.keys(localStorage)")
        return names

    # The scoreboard -------------------------------------------------------------------------

    def row(self, name: str) -> Locator:
        """Find the cells of a row of the scoreboard: "Round 1", "Total", "Place"."""
        rows = self.page.get_by_role("row", name=re.compile(rf"^{name}\b"))
        return rows.get_by_role("cell")

    def shows_row(self, name: str, *texts: object) -> None:
        """Wait until a row of the scoreboard reads so."""
        expect(self.row(name)).to_have_text([str(text).replace("-", "−") for text in texts])

    def takes_a_breath(self) -> None:
        """Wait until a tap on this page can't be meant for the page before any more."""
        if self.page.evaluate("() => performance.getEntriesByType('navigation').length === 0"):
            self.page.clock.fast_forward(1000)  # a clock that stands still unless it is told
            return
        self.page.wait_for_function(
            """() => {
              const [{ domContentLoadedEventEnd }] = performance.getEntriesByType("navigation");
              return performance.now() > domContentLoadedEventEnd + 700;
            }"""
        )

    def has_rounds(self, number: int) -> None:
        """Wait until the scoreboard has so many rounds; one that waits in the browser isn't yet."""
        rounds = self.page.get_by_role("row", name=re.compile(r"^Round \d"))
        expect(rounds.and_(self.page.locator(".board tr:not(.unsent)"))).to_have_count(number)
