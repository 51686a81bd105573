"""What every page must be: well formed, of one heading, each reference resolved, nothing inline.

The phone of these tests asks this of every page that it is shown.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import pairwise

VOID = frozenset({"meta", "link", "input", "br", "hr", "img"})
INTERACTIVE = frozenset({"a", "button", "input", "select", "textarea"})
BLOCKS = frozenset({"div", "p", "ul", "ol", "dl", "table", "section", "fieldset", "form", "h2"})
SPOKEN = frozenset({"a", "button", "summary", "legend", "label", "caption", "h1", "h2", "h3"})
GROUPS = frozenset({"nav", "section"})
FORBIDDEN = frozenset({"style", "iframe", "object", "embed", "base"})
HEADINGS = ("h1", "h2", "h3", "h4")
REFERENCES = ("aria-describedby", "aria-labelledby", "aria-controls", "for", "form", "list")
ADDRESSES = ("href", "src", "action", "formaction")

LEFT_OVER = re.compile(r"None\b|undefined|Undefined|%\(|\{\{|\}\}|\{%|<bdi|&lt;|Markup")
RUN_ON = re.compile(r"[a-z0-9§)][.!?:;,][A-Za-z(]|[a-z)][(A-Z]")


HANDS_OVER = "https://app.bgstatsapp.com/createPlay.html?data="
"""The one address elsewhere that a page may link to: a match is handed over to another program."""


def _hands_over(element: Element) -> bool:
    """Tell whether a link hands a match over, and doesn't tell from where."""
    href = element.attributes.get("href", "")
    quiet = element.attributes.get("rel") == "noreferrer"
    return element.tag == "a" and quiet and href.startswith(HANDS_OVER)


def left_over(text: str) -> list[str]:
    """Find what a template has left unfinished in its words."""
    return LEFT_OVER.findall(text)


def run_on(text: str) -> list[str]:
    """Find sentences that run into the next one, and words into a bracket."""
    return RUN_ON.findall(text)


@dataclass
class Element:
    """A tag that is being read."""

    tag: str
    attributes: dict[str, str]
    text: str = ""
    children: list[str] = field(default_factory=list)

    @property
    def spoken(self) -> bool:
        """Whether a screen reader has something to say of it."""
        return bool(self.attributes.get("aria-label") or self.text.strip())


class Reader(HTMLParser):
    """Reads a page once, and writes down what is wrong with it."""

    def __init__(self) -> None:
        """Begin with a blank page."""
        super().__init__()
        self.stack: list[Element] = []
        self.faults: list[str] = []
        self.ids: Counter[str] = Counter()
        self.references: list[tuple[str, str, str]] = []
        self.labelled: set[str] = set()
        self.inputs: list[tuple[Element, Element | None]] = []
        self.headings: list[str] = []
        self.seen: Counter[str] = Counter()

    # What the parser calls -----------------------------------------------------------------

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Read an opening tag."""
        element = Element(tag, {name: value or "" for name, value in attrs})
        twice = [name for name, count in Counter(name for name, _ in attrs).items() if count > 1]
        self.faults += [f"<{tag}> has {name} twice" for name in twice]
        if self.stack:
            self.stack[-1].children.append(tag)
        self.seen[tag] += 1
        self._nesting(tag)
        self._inline(element)
        self._references(element)
        if tag == "input" and element.attributes.get("type") != "hidden":
            label = next((above for above in self.stack if above.tag == "label"), None)
            self.inputs.append((element, label))
        if tag == "svg" and not self._hidden(element):
            self.faults.append("a drawing that is read aloud")
        if tag not in VOID:
            self.stack.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Read a tag that closes itself: only drawings have such."""
        if not any(above.tag == "svg" for above in self.stack):
            self.faults.append(f"<{tag} /> outside of a drawing")
        self._inline(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        """Read a closing tag."""
        if not self.stack or self.stack[-1].tag != tag:
            self.faults.append(f"</{tag}> closes something else")
            return
        element = self.stack.pop()
        if tag in HEADINGS:
            self.headings.append(tag)
        needs_words = tag in SPOKEN or (tag == "th" and "scope" in element.attributes)
        if needs_words and not element.spoken:
            self.faults.append(f"an empty <{tag}>")
        if tag == "title" and not element.text.strip():
            self.faults.append("no title")
        if tag == "script" and element.text.strip():
            self.faults.append("an inline script")
        if tag == "label":
            self.labelled.add(element.attributes.get("for", ""))
        self._group(element)

    def handle_data(self, data: str) -> None:
        """Read text; it belongs to all that is open."""
        if data.strip():
            for element in self.stack:
                element.text += data

    # What is wrong ---------------------------------------------------------------------------

    def _hidden(self, element: Element) -> bool:
        """Tell whether what is drawn isn't read: it is hidden, or an image with its own name."""
        return any(
            above.attributes.get("aria-hidden") == "true"
            or (above.attributes.get("role") == "img" and "aria-label" in above.attributes)
            for above in (*self.stack, element)
        )

    def _nesting(self, tag: str) -> None:
        """Find what a browser would take apart and put together in another way."""
        for above in self.stack:
            if above.tag in {"a", "button"} and tag in INTERACTIVE:
                self.faults.append(f"<{tag}> in <{above.tag}>")
            if above.tag in {"p", "button", "label"} and tag in BLOCKS:
                self.faults.append(f"<{tag}> in <{above.tag}>")
            if above.tag == tag == "form":
                self.faults.append("a form in a form")
        if self.stack and self.stack[-1].tag in {"ul", "ol"} and tag != "li":
            self.faults.append(f"<{tag}> in <{self.stack[-1].tag}>")

    def _inline(self, element: Element) -> None:
        """Find what the Content-Security-Policy forbids, and what leaves this place."""
        if element.tag in FORBIDDEN or (
            element.tag == "script" and "src" not in element.attributes
        ):
            self.faults.append(f"<{element.tag}> is inline")
        for name in element.attributes:
            if name == "style" or name.startswith("on"):
                self.faults.append(f"<{element.tag} {name}> is inline")
        for name in ADDRESSES:
            address = element.attributes.get(name, "")
            if _hands_over(element):
                continue
            if ":" in address.split("/")[0] or address.startswith("//"):
                self.faults.append(f"<{element.tag} {name}={address!r}> leaves this place")

    def _references(self, element: Element) -> None:
        attributes = element.attributes
        if "id" in attributes:
            self.ids[attributes["id"]] += 1
        for name in REFERENCES:
            if name in attributes:
                for reference in attributes[name].split() or [""]:
                    self.references.append((element.tag, name, reference))
        if element.tag == "a" and attributes.get("href", "").startswith("#"):
            self.references.append(("a", "href", attributes["href"][1:]))
        if "aria-invalid" in attributes and not attributes.get("aria-describedby"):
            wrong = attributes.get("name")
            self.faults.append(f"{wrong!r} is wrong, but nothing beside it says why")

    def _group(self, element: Element) -> None:
        """Find groups that a screen reader couldn't name."""
        attributes, children = element.attributes, element.children
        named = {"aria-label", "aria-labelledby"} & attributes.keys()
        if element.tag == "fieldset" and children[:1] != ["legend"]:
            self.faults.append("a fieldset without a legend")
        if element.tag in GROUPS or attributes.get("role") in {"group", "region"}:
            headed = not {"h2", "h3"}.isdisjoint(children)
            if not named and not headed:
                self.faults.append(f"an unnamed <{element.tag}>")

    def finish(self) -> list[str]:
        """Say what only the whole page shows."""
        faults = [*self.faults, *(f"<{element.tag}> stays open" for element in self.stack)]
        faults += [f"id {name!r} stands {n} times" for name, n in self.ids.items() if n > 1]
        faults += [
            f"{name}={reference!r} of <{tag}> leads nowhere"
            for tag, name, reference in self.references
            if reference not in self.ids
        ]
        faults += [
            f"nothing names the field {element.attributes.get('name')!r}"
            for element, label in self.inputs
            if element.attributes.get("id") not in self.labelled
            and not (label and label.spoken)
            and "aria-label" not in element.attributes
        ]
        faults += [
            f"{self.seen[tag]} <{tag}>" for tag in ("h1", "title", "main") if self.seen[tag] != 1
        ]
        levels = [int(tag[1]) for tag in self.headings]
        faults += [
            f"h{below} follows h{above}" for above, below in pairwise(levels) if below > above + 1
        ]
        return faults


def faults_of(text: str) -> list[str]:
    """Say everything that is wrong with a page's markup."""
    reader = Reader()
    reader.feed(text)
    reader.close()
    faults = reader.finish()
    if not text.lstrip().startswith("<!DOCTYPE html>"):
        faults.append("no doctype")
    if '<html lang="en"' not in text:
        faults.append("no language")
    return faults
