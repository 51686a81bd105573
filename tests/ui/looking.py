"""What a page looks like, measured in the browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

TOUCH = 44
"""CSS pixels that a finger needs, each way."""

CONTRAST = 4.5

_SEEN = """
const seen = (element) => {
  const box = element.getBoundingClientRect();
  return element.checkVisibility({ visibilityProperty: true }) && box.width > 1 && box.height > 1;
};
const named = (element) => {
  const text = element.getAttribute("aria-label") || element.textContent || element.name || "";
  const words = text.trim().replace(/\\s+/g, " ").slice(0, 40);
  return `<${element.localName} ${element.className}> ${words}`;
};
const targets = () => {
  const all = "a[href], button, summary, select, textarea, input:not([type=hidden])";
  const found = [...document.querySelectorAll(all)].map(
    (one) => (one.matches("[type=radio], [type=checkbox]") ? one.closest("label") : one),
  );
  return found.filter(seen);
};
"""

SMALL_TARGETS = (
    "(touch) => {"
    + _SEEN
    + """
  // A link within a sentence is as high as its line: that much WCAG allows, and so do we.
  const inline = (one) => one.localName === "a" && getComputedStyle(one).display === "inline";
  const small = (one) => {
    const box = one.getBoundingClientRect();
    return box.width < touch - 0.01 || box.height < touch - 0.01;
  };
  return targets().filter((one) => !inline(one) && small(one)).map((one) => {
    const box = one.getBoundingClientRect();
    return `${named(one)} ${box.width.toFixed(1)} × ${box.height.toFixed(1)}`;
  });
}"""
)

MISPLACED = (
    "(width) => {"
    + _SEEN
    + """
  const faults = [];
  const wide = document.documentElement.scrollWidth;
  if (wide > width) faults.push(`the page is ${wide} wide`);
  const style = (element) => getComputedStyle(element);
  const floats = (element) => element.closest(".actions, .skip, .visually-hidden");
  // What is cut off by whatever it scrolls in, or is folded under, isn't seen there.
  const clipped = (box, element) => {
    let { left, right, top, bottom } = box;
    for (let above = element; above; above = above.parentElement) {
      const of = style(above);
      if (of.overflowX === "visible" && of.overflowY === "visible") continue;
      const edge = above.getBoundingClientRect();
      left = Math.max(left, edge.left);
      right = Math.min(right, edge.right);
      top = Math.max(top, edge.top);
      bottom = Math.min(bottom, edge.bottom);
    }
    return { left, right, top, bottom };
  };
  const boxes = [];
  const add = (box, element, name) => {
    const cut = clipped(box, element);
    if (cut.right - cut.left > 1 && cut.bottom - cut.top > 1) boxes.push({ ...cut, element, name });
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || !seen(element) || floats(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const name = `"${node.data.trim().slice(0, 30)}"`;
    for (const box of range.getClientRects()) add(box, element, name);
  }
  const shown = "input:not([type=hidden], [type=radio], .chip > *)";
  const controls = [...document.querySelectorAll(shown)];
  for (const one of controls) if (seen(one)) add(one.getBoundingClientRect(), one, named(one));
  const signs = [...document.querySelectorAll("svg")];
  for (const one of signs) {
    if (seen(one) && !floats(one)) add(one.getBoundingClientRect(), one, "a drawing");
  }
  for (const box of boxes) {
    if (box.left < -0.5 || box.right > width + 0.5) faults.push(`${box.name} leaves the page`);
  }
  const overlap = (one, other) => {
    const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    const height = Math.min(one.bottom - one.top, other.bottom - other.top);
    return across > 1.5 && down > height * 0.4;
  };
  boxes.forEach((one, index) => {
    for (const other of boxes.slice(index + 1)) {
      if (one.element === other.element || !overlap(one, other)) continue;
      faults.push(`${one.name} and ${other.name} lie on one another`);
    }
  });
  const reached = targets().filter((one) => !floats(one));
  reached.forEach((one, index) => {
    for (const other of reached.slice(index + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      const [box, next] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      const across = Math.min(box.right, next.right) - Math.max(box.left, next.left);
      const down = Math.min(box.bottom, next.bottom) - Math.max(box.top, next.top);
      if (across > 1 && down > 1) faults.push(`${named(one)} and ${named(other)} share a place`);
    }
  });
  return [...new Set(faults)].slice(0, 8);
}"""
)

PALE_SIGNS = """(least) => {
  const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const luminance = (colour) => {
    const [red, green, blue] = parts(colour).slice(0, 3).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ground = (element) => {
    for (let above = element; above; above = above.parentElement) {
      const colour = getComputedStyle(above).backgroundColor;
      if ((parts(colour)[3] ?? 1) > 0) return colour;
    }
    return getComputedStyle(document.documentElement).backgroundColor;
  };
  const contrast = (sign) => {
    const [one, other] = [getComputedStyle(sign).fill, ground(sign)].map(luminance);
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  };
  return [...document.querySelectorAll("svg.sign")].filter((sign) => contrast(sign) < least).map(
    (sign) => `${sign.getAttribute("class")} ${contrast(sign).toFixed(1)} on ${ground(sign)}`,
  );
}"""

WORDLESS_SIGNS = """() => {
  const colours = ["red", "blue", "green", "black"];
  const signs = [...document.querySelectorAll("svg.sign")];
  return signs.flatMap((sign) => {
    const colour = colours.find((one) => sign.classList.contains(`sign-${one}`)) ?? "mosquito";
    const said = sign.closest("label, th, td, dt, li, legend, .group-sign, .count, .run");
    const about = said.textContent.toLowerCase();
    return about.includes(colour) ? [] : [`${colour} in "${about.trim()}"`];
  });
}"""

SHAPES = """() => Object.fromEntries(
  [...document.querySelectorAll("svg.sign")].map((sign) => [
    sign.getAttribute("class"),
    sign.innerHTML,
  ]),
)"""


def small_targets(page: Page) -> list[str]:
    """Give what can be tapped and is smaller than a finger."""
    found: list[str] = page.evaluate(SMALL_TARGETS, TOUCH)
    return found


def misplaced(page: Page, width: int) -> list[str]:
    """Give what leaves a page of this width, and what lies on something else."""
    found: list[str] = page.evaluate(MISPLACED, width)
    return found


def pale_signs(page: Page) -> list[str]:
    """Give the signs of suits that hardly differ from what they are drawn on."""
    found: list[str] = page.evaluate(PALE_SIGNS, CONTRAST)
    return found


def wordless_signs(page: Page) -> list[str]:
    """Give the signs of suits beside which the suit's name isn't written."""
    found: list[str] = page.evaluate(WORDLESS_SIGNS)
    return found


def shapes(page: Page) -> dict[str, str]:
    """Give the drawing of every sign in a page."""
    found: dict[str, str] = page.evaluate(SHAPES)
    return found
