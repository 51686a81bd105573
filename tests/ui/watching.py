"""What a browser tells of itself: whether it is seen, and what a page asks of the device."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.ui.conftest import Unpack
    from tests.ui.phone import Phone
    from tests.ui.serving import Server

SEEN = """
let seen = true;
Object.defineProperty(Document.prototype, "hidden", { get: () => !seen });
Object.defineProperty(Document.prototype, "visibilityState", {
  get: () => (seen ? "visible" : "hidden"),
});
window.show = (whether) => {
  seen = whether;
  if (!seen) window.forgetLocks?.();
  document.dispatchEvent(new Event("visibilitychange"));
};
"""
"""A page that can be hidden, as by another tab: a headless browser has its tabs all in front."""

LOCKS = """
window.locks = [];
window.refuses = false;
const held = new Set();
class Held extends EventTarget {
  async release() {
    window.locks.push("released");
    this.lose();
  }
  lose() {
    held.delete(this);
    this.dispatchEvent(new Event("release"));
  }
}
window.forgetLocks = () => held.forEach((lock) => lock.lose());
Object.defineProperty(Navigator.prototype, "wakeLock", {
  configurable: true,
  value: {
    request: async (kind) => {
      window.locks.push(window.refuses ? "refused" : kind);
      if (window.refuses) throw new DOMException("no", "NotAllowedError");
      const lock = new Held();
      held.add(lock);
      return lock;
    },
  },
});
"""
"""A screen that can be kept awake: a headless browser has none. A hidden page loses its locks."""

BUZZES = """
Navigator.prototype.vibrate = (milliseconds) => {
  const before = JSON.parse(sessionStorage.getItem("buzzes") ?? "[]");
  sessionStorage.setItem("buzzes", JSON.stringify([...before, milliseconds]));
  return true;
};
"""
"""A phone that vibrates: what it did is kept from page to page."""

GLOWS = """
window.glows = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  window.glows.push(this.textContent);
  return animate.apply(this, how);
};
"""
"""A browser that tells what it animates."""

LACKING = "delete Navigator.prototype.wakeLock; delete Navigator.prototype.vibrate;"
"""A browser that can do neither."""


def follower(unpack: Unpack, server: Server, phone: Phone, suffix: str = "") -> Phone:
    """Unpack a phone that joins by a link, and follows the match that another one shows.

    Its clock can be turned on; whether it is seen is up to the test.
    """
    other = unpack(server)
    other.open(server.invitation())
    other.press("Join")
    expect(other.link("This device")).to_be_visible()
    other.page.clock.install()
    for script in (SEEN, LOCKS, GLOWS):
        other.page.add_init_script(script)
    other.open(phone.path + suffix)
    other.page.evaluate("() => { window.stays = true; }")
    follows(other)
    return other


def follows(phone: Phone) -> None:
    """Wait until a page follows its match: what does that comes after the page."""
    expect(phone.page.get_by_role("status")).to_be_attached()


def asked(phone: Phone) -> list[str]:
    """Keep a list of the questions that a page asks: whether there is anything new."""
    found: list[str] = []
    phone.page.on("request", lambda sent: found.append(sent.url) if "?v=" in sent.url else None)
    return found


def wait(phone: Phone, seconds: int = 2) -> None:
    """Turn a phone's clock on."""
    phone.page.clock.fast_forward(seconds * 1000)


def stays(phone: Phone) -> bool:
    """Tell whether a page is still the one that was opened, not one that was loaded anew."""
    found: bool = phone.page.evaluate("() => window.stays === true")
    return found
