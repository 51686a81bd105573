"""A phone without JavaScript: it opens pages, and sends only what their forms offer.

So a test that presses a button proves that the button is there, in a form that a browser would
send this way.  Tests that attack change a ``Sending`` before it goes out.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from io import BytesIO
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

from bs4 import BeautifulSoup, Tag
from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from tests.web.soundness import faults_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from flask import Flask
    from werkzeug.test import TestResponse

ORIGIN = "http://localhost"
MOST_REDIRECTS = 3
OTHER_TYPES = {"button", "reset", "image"}
"""Kinds of controls that send nothing here; no page of ours has any."""


def words(tag: Tag) -> str:
    """Give a tag's text as it is read, white space folded."""
    return " ".join(tag.get_text().split())


def attribute(tag: Tag, name: str, default: str = "") -> str:
    """Give an attribute as one string."""
    value = tag.get(name, default)
    return value if isinstance(value, str) else " ".join(value or ())


def called(tag: Tag) -> str:
    """Give the name by which a button or link is known: its label, or else its text."""
    return attribute(tag, "aria-label") or words(tag)


@dataclass(frozen=True)
class Sending:
    """What a pressed button sends."""

    method: str
    address: str
    fields: tuple[tuple[str, str], ...]
    files: tuple[tuple[str, bytes], ...] = ()

    def without(self, *names: str) -> Sending:
        """Give the same without some of its fields."""
        return replace(self, fields=tuple(pair for pair in self.fields if pair[0] not in names))

    def having(self, **values: str) -> Sending:
        """Give the same with other values, of fields whose names are words."""
        return self.changed(values)

    def changed(self, values: Mapping[str, str]) -> Sending:
        """Give the same with other values."""
        kept = self.without(*values).fields
        return replace(self, fields=(*kept, *values.items()))

    def adding(self, *pairs: tuple[str, str]) -> Sending:
        """Give the same with more fields."""
        return replace(self, fields=(*self.fields, *pairs))


@dataclass
class Page:
    """What was answered, as a browser would show it."""

    address: str
    status: int
    headers: Mapping[str, str]
    text: str = field(repr=False)
    redirects: tuple[int, ...] = ()

    @cached_property
    def soup(self) -> BeautifulSoup:
        """The page as parsed; what is typed into its fields stands here, too."""
        return BeautifulSoup(self.text, "html.parser")

    @cached_property
    def _controls(self) -> list[Tag]:
        return list(self.soup.find_all(["input", "button", "select", "textarea"]))

    @cached_property
    def _by_name(self) -> dict[str, list[Tag]]:
        found: dict[str, list[Tag]] = {}
        for tag in self._controls:
            found.setdefault(attribute(tag, "name"), []).append(tag)
        return found

    @property
    def path(self) -> str:
        """Where the browser is, without the query."""
        return urlsplit(self.address).path

    @property
    def words(self) -> str:
        """All that is read in the page."""
        return words(self.only("body"))

    @property
    def heading(self) -> str:
        """The page's heading."""
        return words(self.only("h1"))

    @property
    def alerts(self) -> str:
        """What the page warns of."""
        return " ".join(words(tag) for tag in self.all('[role="alert"]:not([hidden])'))

    def all(self, selector: str) -> list[Tag]:
        """Give all tags that a CSS selector finds."""
        return list(self.soup.select(selector))

    def only(self, selector: str) -> Tag:
        """Give the one tag that a CSS selector finds."""
        [tag] = self.all(selector)
        return tag

    def texts(self, selector: str) -> list[str]:
        """Give the words of all tags that a CSS selector finds."""
        return [words(tag) for tag in self.all(selector)]

    def has(self, selector: str, text: str) -> bool:
        """Tell whether one of the tags that a selector finds is called so."""
        return any(called(tag) == text for tag in self.all(selector))

    def offers(self, button: str) -> bool:
        """Tell whether there is such a button."""
        return self.has("button", button)

    def links_to(self, address: str) -> bool:
        """Tell whether a link leads to an address."""
        return address in (self.leads(link) for link in self.all("a[href]"))

    def leads(self, link: Tag) -> str:
        """Give the address to which a link leads."""
        return local(urljoin(ORIGIN + self.address, attribute(link, "href")))

    def button(self, text: str) -> Tag:
        """Give the button of this name that is seen; a hidden twin may do the same."""
        buttons = [tag for tag in self._controls if tag.name == "button"]
        found = [tag for tag in buttons if called(tag) == text]
        assert found, f"no button {text!r} among {[called(tag) for tag in buttons]}"
        seen = [tag for tag in found if "visually-hidden" not in attribute(tag, "class").split()]
        assert len(seen) == 1, f"{len(seen)} buttons {text!r}"
        return seen[0]

    def form_of(self, button: Tag) -> Tag:
        """Give the form that a button sends."""
        named = attribute(button, "form")
        if named:
            return self.only(f'form[id="{named}"]')
        form = button.find_parent("form")
        assert isinstance(form, Tag), f"{called(button)!r} belongs to no form"
        return form

    def controls(self, form: Tag) -> list[Tag]:
        """Give a form's controls in the order of the page."""
        identity = attribute(form, "id")
        return [
            tag
            for tag in self._controls
            if (
                attribute(tag, "form") == identity
                if tag.has_attr("form")
                else tag.find_parent("form") is form
            )
        ]

    def named(self, name: str) -> list[Tag]:
        """Give the controls of this name."""
        assert name in self._by_name, f"no field {name!r}"
        return self._by_name[name]

    def field(self, name: str) -> Tag:
        """Give the one control of this name."""
        [tag] = self.named(name)
        return tag

    def value(self, name: str) -> str:
        """Give what stands in a field, or is chosen; nothing where nothing is."""
        tags = self.named(name)
        if kind(tags[0]) != "radio":
            return attribute(self.field(name), "value")
        return next((attribute(tag, "value") for tag in tags if tag.has_attr("checked")), "")

    def values(self, names: Iterable[str]) -> dict[str, str]:
        """Give what stands in several fields."""
        return {name: self.value(name) for name in names}

    def fill(self, values: Mapping[str, str]) -> None:
        """Type into fields, and choose among radio buttons, as a person can."""
        for name, value in values.items():
            tags = self.named(name)
            if kind(tags[0]) == "radio":
                offered = [attribute(tag, "value") for tag in tags]
                assert value in offered, f"{name!r} offers {offered}, not {value!r}"
                for tag in tags:
                    del tag["checked"]
                tags[offered.index(value)]["checked"] = ""
            elif tags[0].name == "select":
                options = {attribute(tag, "value"): tag for tag in tags[0].select("option")}
                for tag in options.values():
                    del tag["selected"]
                options[value]["selected"] = ""
            elif kind(tags[0]) == "checkbox":
                self.field(name)["checked"] = ""
                assert value == attribute(tags[0], "value"), f"{name!r} can only be ticked"
            else:
                tag = self.field(name)
                assert kind(tag) != "hidden", f"nobody can type into {name!r}"
                longest = int(attribute(tag, "maxlength", "524288"))
                assert len(value.encode("utf-16-le")) // 2 <= longest, f"{name!r} takes {longest}"
                tag["value"] = value.replace("\r", "").replace("\n", "")

    def sending(self, text: str) -> Sending:
        """Give what a button would send."""
        return self.sent_by(self.button(text))

    def sent_by_enter(self, name: str) -> Sending:
        """Give what the Enter key in a field would send: its form's first button is pressed."""
        form = self.field(name).find_parent("form")
        assert isinstance(form, Tag)
        buttons = [tag for tag in self.controls(form) if tag.name == "button"]
        return self.sent_by(buttons[0])

    def sent_by(self, button: Tag) -> Sending:
        """Give what a button would send."""
        form = self.form_of(button)
        assert attribute(button, "type", "submit") == "submit"
        assert not button.has_attr("disabled")
        pairs = []
        for tag in self.controls(form):
            sent = self._sent(tag, button, validates=not form.has_attr("novalidate"))
            if sent is not None:
                pairs.append(sent)
        method = attribute(button, "formmethod") or attribute(form, "method") or "get"
        action = attribute(button, "formaction") or attribute(form, "action")
        address = local(urljoin(ORIGIN + self.address, action))
        return Sending(method.upper(), address, tuple(pairs))

    def _sent(self, tag: Tag, button: Tag, *, validates: bool) -> tuple[str, str] | None:
        name, value = attribute(tag, "name"), attribute(tag, "value")
        if not name or tag.has_attr("disabled") or (tag.name == "button" and tag is not button):
            return None
        if tag.name == "select":
            first, *_ = tag.select("option[selected]") or tag.select("option")
            return name, attribute(first, "value")
        if kind(tag) == "file":  # whose content a test sends by itself
            return None
        assert tag.name in {"input", "button"}
        assert kind(tag) not in OTHER_TYPES
        if kind(tag) in {"radio", "checkbox"} and not tag.has_attr("checked"):
            return None
        if validates and tag.has_attr("required"):
            assert value, f"a browser asks for {name!r} first"
        return name, value


def kind(tag: Tag) -> str:
    """Give the type of an input or button."""
    return attribute(tag, "type", "submit" if tag.name == "button" else "text")


def local(address: str) -> str:
    """Give an address within our origin, as path and query."""
    parts = urlsplit(address)
    assert (parts.scheme, parts.netloc) in {("http", "localhost"), ("https", "localhost")}
    return parts.path + (f"?{parts.query}" if parts.query else "")


class Phone:
    """A browser with cookies of its own."""

    def __init__(self, app: Flask) -> None:
        """Unpack a new phone: it has never been here."""
        self.app = app
        self.client = app.test_client()
        self.page = Page("/", 0, {}, "")

    def twin(self) -> Phone:
        """Unpack a phone that has the same cookies."""
        other = Phone(self.app)
        for name in ("device", "session"):
            cookie = self.client.get_cookie(name)
            if cookie is not None:
                until, age = cookie.expires, cookie.max_age
                other.client.set_cookie(name, cookie.value, expires=until, max_age=age)
        return other

    def open(self, address: str, *, expect: int = 200) -> Page:
        """Open an address."""
        return self.send(Sending("GET", address, ()), expect=expect)

    def reload(self, *, expect: int = 200) -> Page:
        """Load the page anew that is shown."""
        return self.open(self.page.address, expect=expect)

    def follow(self, text: str, *, expect: int = 200) -> Page:
        """Tap a link."""
        found = [tag for tag in self.page.all("a[href]") if called(tag) == text]
        assert found, f"no link {text!r} among {[called(a) for a in self.page.all('a[href]')]}"
        return self.open(self.page.leads(found[0]), expect=expect)

    def fill(self, values: Mapping[str, str]) -> None:
        """Type into fields of the page, and choose among its radio buttons."""
        self.page.fill(values)

    def press(self, text: str, *, expect: int = 200) -> Page:
        """Press a button."""
        return self.send(self.page.sending(text), expect=expect)

    def send(self, sending: Sending, *, expect: int = 200) -> Page:
        """Send what a form says, follow where that leads, and show it."""
        response = self.request(sending)
        redirects = []
        while response.status_code in {301, 302, 303, 307, 308}:
            redirects.append(response.status_code)
            assert response.status_code in {302, 303, 308}, "a form would be sent again"
            assert len(redirects) <= MOST_REDIRECTS
            away = local(urljoin(ORIGIN + _path(response), response.headers["Location"]))
            response.close()
            response = self.client.get(away)
        self.page = self.read(response, tuple(redirects))
        assert self.page.status == expect, f"{self.page.status}, not {expect}: {self.page.words}"
        return self.page

    def request(self, sending: Sending) -> TestResponse:
        """Send what a form says, and give the answer itself."""
        if sending.method == "GET":
            if not sending.fields:
                return self.client.get(sending.address)
            return self.client.get(urlsplit(sending.address).path + "?" + urlencode(sending.fields))
        if sending.files:
            chosen = {name: FileStorage(BytesIO(held), "a file") for name, held in sending.files}
            boundary, body = encode_multipart({**dict(sending.fields), **chosen})
            kind_sent = f"multipart/form-data; boundary={boundary}"
            return self.client.post(sending.address, data=body, content_type=kind_sent)
        return self.client.open(
            sending.address,
            method=sending.method,
            data=urlencode(sending.fields),
            content_type="application/x-www-form-urlencoded",
        )

    def status(self, address: str) -> int:
        """Give the status of an address that may be no page."""
        response = self.client.get(address)
        response.close()
        return response.status_code

    def read(self, response: TestResponse, redirects: tuple[int, ...] = ()) -> Page:
        """Read an answer; whatever page it is, its markup must be sound."""
        text = response.get_data(as_text=True)
        assert response.mimetype == "text/html", response.mimetype
        page = Page(
            _path(response),
            response.status_code,
            dict(response.headers),
            text,
            redirects,
        )
        response.close()
        assert faults_of(text) == [], page.address
        return page


def _path(response: TestResponse) -> str:
    query = response.request.query_string.decode()
    return response.request.path + (f"?{query}" if query else "")


def query_of(address: str) -> list[tuple[str, str]]:
    """Give what an address says behind its question mark."""
    return parse_qsl(urlsplit(address).query, keep_blank_values=True)
