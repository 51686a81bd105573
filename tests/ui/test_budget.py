"""What a phone loads before it shows a scoreboard: little, and in few requests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Request

    from tests.ui.conftest import Unpack
    from tests.ui.gallery import Gallery

BYTES = 14_000
REQUESTS = 3

BLOCKING = """() => performance.getEntriesByType("resource").filter(
  (one) => one.renderBlockingStatus === "blocking",
).map((one) => one.name)"""

EARLY = """() => {
  const [{ loadEventStart }] = performance.getEntriesByType("navigation");
  const resources = performance.getEntriesByType("resource");
  return resources.filter((one) => one.startTime < loadEventStart).map((one) => one.name);
}"""
"""What is loaded before the page stands; the rest, such as the queue's script, comes after it."""


def sizes(requests: list[Request]) -> tuple[int, int]:
    """Give what answers weigh on the wire: with their headers, and without."""
    found = [request.sizes() for request in requests]
    bodies = sum(of["responseBodySize"] for of in found)
    return bodies + sum(of["responseHeadersSize"] for of in found), bodies


@pytest.mark.parametrize(
    "address", ["{five}", "{five}table", "/device"], ids=["scoreboard", "large", "device"]
)
def test_a_cold_page_is_small_and_painted_after_three_requests(
    unpack: Unpack, gallery: Gallery, address: str
) -> None:
    """Up to the first paint at most 14 kB, headers too; until it stands 14 kB of content."""
    phone = unpack(gallery.server)
    phone.becomes("owner")
    loaded: list[Request] = []
    phone.page.on("requestfinished", lambda request: loaded.append(request))  # noqa: PLW0108 - a list's method has no signature to look at
    phone.open(address.format_map(gallery.addresses))
    phone.page.wait_for_load_state("load")
    blocking = phone.page.evaluate(BLOCKING)
    early = phone.page.evaluate(EARLY)
    script = phone.page.locator("script").get_attribute("src") or "/"
    first = [
        request
        for request in loaded
        if request.resource_type in ("document", "stylesheet") or request.url.endswith(script)
    ]
    standing = [
        request
        for request in loaded
        if request.resource_type == "document"
        or (request.url in early and "/icons/" not in request.url)
    ]

    assert all(file.endswith(".css") for file in blocking)
    assert len(first) == 2 + len(blocking) <= REQUESTS
    assert sizes(first)[0] <= BYTES
    assert sizes(standing)[1] <= BYTES
