"""Sharing a circle: links and their codes, joining, leaving, handing on, putting out."""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING

import pytest

from tests.web.phone import Phone, attribute
from tests.web.table import MITTLERE, OTHER_ENTRIES, Table, fill_round

if TYPE_CHECKING:
    from tests.web.phone import Page
    from tests.web.table import Clock

SHARE = "Share this circle"
LAST_OWNER = "Nobody would own the circle then. Hand the ownership on first."
JOIN = re.compile(r"http://localhost(/join/[\w.-]+)")


@pytest.fixture
def circle(table: Table) -> str:
    """Give the address of a circle with a match in play; its owner's phone is at home."""
    table.start(MITTLERE)
    address = table.circle
    table.phone.open(address)
    return address


def shared(page: Page) -> str:
    """Give the path of the link that a page shows."""
    found = JOIN.fullmatch(attribute(page.only("#address"), "value"))
    assert found
    return found[1]


def link(table: Table, circle: str, role: str, name: str = "") -> str:
    """Make a link by its form, and give its path."""
    table.phone.open(f"{circle}share")
    table.phone.fill({"role": role, "name": name})
    page = table.phone.press("Make a new link")
    if role != "score":
        page = table.phone.follow(name)
    return shared(page)


def join(table: Table, path: str, **answers: str) -> Phone:
    """Join with a new phone, which answers the question."""
    phone = Phone(table.app)
    phone.open(path)
    phone.fill(answers)
    phone.press("Join")
    return phone


def members(page: Page) -> list[str]:
    """Read who has joined."""
    listed = page.all("ul.members")[1]
    return [" ".join(item.select(".what")[0].get_text().split()) for item in listed.select("li")]


# The page ---------------------------------------------------------------------------------


def test_the_share_page_is_for_owners(table: Table, circle: str) -> None:
    """An owner finds it from home; a scorer has no way there, and 403 by its address."""
    page = table.phone.follow(SHARE)
    scorer = table.join("score")
    home = scorer.open(circle)

    assert page.heading == "Share the circle"
    assert not home.has("a", SHARE)
    scorer.open(f"{circle}share", expect=403)


def test_a_circle_without_links_says_what_to_do(table: Table, circle: str) -> None:
    """Nothing is shown as a code before there is a link."""
    page = table.phone.open(f"{circle}share")

    assert page.all(".qr") == []
    assert "No link yet" in page.words


def test_a_link_is_shown_with_its_code(table: Table, circle: str) -> None:
    """A drawing dark on white with its quiet zone, a label, and the address to copy."""
    path = link(table, circle, "score")
    page = table.phone.page
    drawing = str(page.only(".qr svg"))

    assert attribute(page.only(".qr"), "aria-label") == "QR code of the link below"
    assert "#fff" in drawing
    assert "#000" in drawing
    assert "style=" not in drawing
    assert Phone(table.app).open(path).heading == "Join the circle Friday circle?"


def test_several_links_are_named_each_with_what_it_permits(table: Table, circle: str) -> None:
    """The newest for scoring is shown; each other one is a tap away, at its own address."""
    kitchen = link(table, circle, "view", "Kitchen")
    heirs = link(table, circle, "own", "Heirs")
    tuesday = link(table, circle, "score", "Tuesday")
    page = table.phone.open(f"{circle}share")
    listed = [" ".join(item.get_text().split()) for item in page.all("ul.members")[0].select("li")]

    assert [text.split(" Revoke")[0] for text in listed] == [
        "Tuesday write down scores · 0 devices joined",
        "Heirs own the circle · 0 devices joined",
        "Kitchen watch · 0 devices joined",
    ]
    assert shared(page) == tuesday
    assert len({kitchen, heirs, tuesday}) == 3
    assert shared(table.phone.follow("Kitchen")) == kitchen


@pytest.mark.parametrize("name", ["x" * 41, "a\u202eb", "\u200b"])
def test_a_links_name_that_cant_be_one_is_refused_and_kept(
    table: Table, circle: str, name: str
) -> None:
    """422 with a sentence; what was typed and chosen is still there, and nothing was made."""
    table.phone.open(f"{circle}share")
    table.phone.fill({"role": "view", "name": name})
    page = table.phone.press("Make a new link", expect=422)

    assert "A name" in page.alerts
    assert page.value("name") == name
    assert page.value("role") == "view"
    assert table.count("link") == 0


def test_a_link_for_a_role_that_there_isnt_is_refused(table: Table, circle: str) -> None:
    """A crafted form makes no link that permits something else."""
    page = table.phone.open(f"{circle}share")
    for role in ("god", "", "OWN"):
        table.phone.send(page.sending("Make a new link").having(role=role), expect=422)

    assert table.count("link") == 0


def test_a_form_that_was_used_for_another_link_makes_one_when_pressed_again(
    table: Table, circle: str
) -> None:
    """Back, another name, sent: the page says that it has changed; its button then works."""
    page = table.phone.open(f"{circle}share")
    sending = page.sending("Make a new link")
    table.phone.send(sending)
    table.phone.send(sending)
    once = table.count("link")
    table.phone.send(sending.having(name="Kitchen"), expect=409)
    table.phone.press("Make a new link")

    assert once == 1
    assert table.ask("SELECT name FROM link ORDER BY id") == [("",), ("Kitchen",)]


# Recovery ---------------------------------------------------------------------------------


def recovery(table: Table, circle: str) -> str:
    """Make a recovery link, and give its path."""
    table.phone.open(f"{circle}share")
    return shared(table.phone.press("Make a recovery link"))


def test_a_recovery_link_is_shown_once_with_advice(table: Table, circle: str) -> None:
    """It is listed to be revoked, never with its address; its own page is 404."""
    path = recovery(table, circle)
    advice = table.phone.page.words
    page = table.phone.follow("I have kept it")
    [(uid,)] = table.ask("SELECT uid FROM link")

    assert "Keep this now: it is shown only here." in advice
    assert "Recovery link" in page.words
    assert path not in page.text
    assert not page.has("a", "Recovery link")
    table.phone.open(
        f"{circle}links/{uid[:8]}-{uid[8:12]}-{uid[12:16]}-{uid[16:20]}-{uid[20:]}", expect=404
    )


def test_a_recovery_link_brings_an_owner_back(table: Table, circle: str) -> None:
    """After lost cookies it makes a browser an owner again."""
    path = recovery(table, circle)
    again = join(table, path)

    assert again.open(circle).has("a", SHARE)


def test_the_form_that_made_a_recovery_link_shows_that_one_again(table: Table, circle: str) -> None:
    """Sent twice it makes one; a later one of another owner isn't shown; a revoked one is 404."""
    page = table.phone.open(f"{circle}share")
    sending = page.sending("Make a recovery link")
    first = shared(table.phone.send(sending))
    again = shared(table.phone.send(sending))
    other = table.join("own")
    other.open(f"{circle}share")
    others = shared(other.press("Make a recovery link"))
    third = shared(table.phone.send(sending))
    table.do("UPDATE link SET revoked_at = '2026-11-27 20:00:00' WHERE recovery")
    table.phone.send(sending, expect=404)

    assert first == again == third != others
    assert table.ask("SELECT count(*) FROM link WHERE recovery") == [(2,)]


# Joining ----------------------------------------------------------------------------------


def test_joining_asks_which_player_one_is(table: Table, circle: str) -> None:
    """The circle's players, somebody new, or just watching."""
    phone = Phone(table.app)
    page = phone.open(link(table, circle, "score"))
    chips = page.texts("fieldset .chips label")

    assert page.heading == "Join the circle Friday circle?"
    assert page.texts("legend") == ["Which player are you?"]
    assert chips == ["Ada", "Ben", "Cem", "Somebody new", "I just watch"]
    assert page.value("player") == "nobody"


def known(page: Page, name: str) -> str:
    """Give what a player's button sends."""
    for label in page.all("fieldset .chips label"):
        if " ".join(label.get_text().split()) == name:
            return attribute(label.select("input")[0], "value")
    raise AssertionError(name)


@pytest.mark.parametrize(
    ("who", "typed", "name"),
    [("Ben", "", "Ben"), ("Somebody new", "Zoë", "Zoë"), ("Somebody new", "bEN", "Ben")],
)
def test_acts_carry_the_name_of_the_player_who_joined(
    table: Table, circle: str, who: str, typed: str, name: str
) -> None:
    """A round says who entered it; a name that differs in case only is the known player's."""
    phone = Phone(table.app)
    page = phone.open(link(table, circle, "score"))
    phone.fill({"player": known(page, who), "name": typed})
    phone.press("Join")
    [board] = [phone.page.leads(a) for a in phone.page.all("section.card h2 a")]
    fill_round(phone.open(f"{board}rounds/1/enter"), OTHER_ENTRIES[MITTLERE])
    phone.press("Save round 1")
    shown = phone.open(f"{board}rounds/1/")

    assert f"entered by {name} at" in shown.words
    assert table.ask("SELECT count(*) FROM player") == [(4 if name == "Zoë" else 3,)]


def test_who_just_watches_enters_without_a_name(table: Table, circle: str) -> None:
    """Nothing is said of who entered a round if nobody is known to have."""
    phone = join(table, link(table, circle, "score"))
    [board] = [phone.page.leads(a) for a in phone.page.all("section.card h2 a")]
    fill_round(phone.open(f"{board}rounds/1/enter"), OTHER_ENTRIES[MITTLERE])
    phone.press("Save round 1")
    shown = phone.open(f"{board}rounds/1/")

    assert "entered by" not in shown.words
    assert table.ask("SELECT count(*) FROM player") == [(3,)]


@pytest.mark.parametrize(
    ("name", "device", "wrong"),
    [
        ("", "My phone", "name"),
        ("x" * 41, "My phone", "name"),
        ("a\u202eb", "My phone", "name"),
        ("Zoë", "x" * 41, "device"),
        ("Zoë", "\u200b", "device"),
    ],
)
def test_names_that_cant_be_ones_are_422_with_everything_kept(
    table: Table, circle: str, name: str, device: str, wrong: str
) -> None:
    """The field that is wrong is marked, what was chosen and typed stays, and nobody is in."""
    phone = Phone(table.app)
    phone.open(link(table, circle, "score"))
    before = table.dump()
    phone.fill({"player": "new", "name": name, "device": device})
    page = phone.press("Join", expect=422)

    assert page.alerts.startswith("A name")
    assert page.values(["player", "name", "device"]) == {
        "player": "new",
        "name": name,
        "device": device,
    }
    assert [attribute(tag, "name") for tag in page.all("[aria-invalid]")] == [wrong]
    assert table.dump() == before


def test_a_device_without_a_name_is_422(table: Table, circle: str) -> None:
    """The owners must be able to tell devices apart."""
    phone = Phone(table.app)
    page = phone.open(link(table, circle, "score"))
    phone.send(page.sending("Join").having(device=""), expect=422)

    assert table.count("grant") == 1


def test_a_player_of_another_circle_cant_be_chosen(table: Table, circle: str) -> None:
    """A crafted answer is 404, and lets nobody in."""
    path = link(table, circle, "score")
    other = Table(table.app, Phone(table.app))
    other.start(MITTLERE, ("Xaver", "Yves", "Zora"))
    [(uid,)] = table.ask("SELECT uid FROM player WHERE name = 'Xaver'")
    phone = Phone(table.app)
    page = phone.open(path)
    before = table.dump()
    for answer in (f"{uid[:8]}-{uid[8:12]}-{uid[12:16]}-{uid[16:20]}-{uid[20:]}", "x"):
        phone.send(page.sending("Join").having(player=answer), expect=404)

    assert table.dump() == before


def test_a_device_is_called_what_it_says_it_is(table: Table, circle: str) -> None:
    """The question proposes a name after the browser's own words; the list has it."""
    path = link(table, circle, "view", "Kitchen")
    phone = Phone(table.app)
    phone.client.environ_base["HTTP_USER_AGENT"] = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)"
    page = phone.open(path)
    phone.press("Join")
    shown = table.phone.open(f"{circle}share")

    assert page.value("device") == "iPhone"
    assert members(shown)[1] == "iPhone watch · last active Fri 27 November 2026"


def test_who_has_joined_is_listed_with_player_device_role_and_day(
    table: Table, circle: str, table_clock: Clock
) -> None:
    """The owners see whose device it is, what it may do, and when it did something last."""
    path = link(table, circle, "score", "Table")
    phone = join(table, path, player="new", name="Zoë", device="Zoë's phone")
    table_clock.at += dt.timedelta(days=3)
    [board] = [phone.page.leads(a) for a in phone.page.all("section.card h2 a")]
    fill_round(phone.open(f"{board}rounds/1/enter"), OTHER_ENTRIES[MITTLERE])
    phone.press("Save round 1")
    page = table.phone.open(f"{circle}share")

    assert members(page)[1] == (
        "Zoë Zoë's phone · write down scores · last active Mon 30 November 2026"
    )
    assert "Table write down scores · 1 device joined" in page.words


def test_joining_renews_the_devices_cookie(table: Table, circle: str) -> None:
    """A cookie that somebody planted before is worth nothing afterwards (fixation)."""
    path = link(table, circle, "own", "Heirs")
    phone, attacker = Phone(table.app), Phone(table.app)
    for each in (phone, attacker):
        each.client.set_cookie("device", "planted")
    phone.open(path)
    phone.press("Join")
    cookie = phone.client.get_cookie("device")

    assert cookie is not None
    assert cookie.value != "planted"
    assert len(cookie.value) >= 43
    attacker.open(circle, expect=404)
    assert phone.open(circle).has("a", SHARE)


def test_joining_keeps_what_the_device_was_in_before(table: Table, circle: str) -> None:
    """The renewed cookie is the same device's, in all its circles."""
    path = link(table, circle, "score")
    other = Table(table.app, Phone(table.app))
    other.start(MITTLERE)
    own = other.circle
    other.phone.open(path)
    home = other.phone.press("Join")

    assert len(home.texts("nav.switcher a")) == 2
    assert other.phone.open(own).has("a", SHARE)
    assert table.count("device") == 2


@pytest.mark.parametrize("lost", [False, True], ids=["answered", "answer lost"])
def test_a_join_that_is_sent_twice_works(table: Table, circle: str, lost: bool) -> None:
    """The same form once more, with the new cookie or still the old one: in, and in once."""
    phone = Phone(table.app)
    page = phone.open(link(table, circle, "score"))
    phone.fill({"player": "new", "name": "Zoë"})
    old = phone.client.get_cookie("device")
    sending = page.sending("Join")
    phone.send(sending)
    assert old is not None
    if lost:
        phone.client.set_cookie("device", old.value)
    home = phone.send(sending)

    assert home.path == circle
    assert table.count("grant") == 2
    assert table.count("device") == 2
    assert phone.open(circle).heading == "Friday circle"


def test_joining_again_as_somebody_else_says_so_first_and_then_does_it(
    table: Table, circle: str
) -> None:
    """Back to the question, another answer: 409, and its button then works."""
    phone = Phone(table.app)
    page = phone.open(link(table, circle, "score"))
    phone.send(page.sending("Join").having(player="new", name="Zoë"))
    asked = phone.send(page.sending("Join").having(player="new", name="Zora"), expect=409)
    phone.press("Join")
    named = 'SELECT p.name FROM "grant" g JOIN player p ON p.id = g.player_id'

    assert asked.value("name") == "Zora"
    assert table.ask(named) == [("Zora",)]


# Leaving and handing on -------------------------------------------------------------------


def test_who_leaves_is_out(table: Table, circle: str) -> None:
    """Leaving asks first; then the circle is 404, and home is a newcomer's."""
    phone = join(table, link(table, circle, "score"))
    phone.open(circle)
    asked = phone.follow("Leave the circle")
    home = phone.press("Leave")

    assert asked.heading == "Leave the circle Friday circle?"
    assert home.has("a", "Start a match")
    phone.open(circle, expect=404)


def test_the_last_owner_cant_leave(table: Table, circle: str) -> None:
    """A sentence says what to do first, and leads there."""
    join(table, link(table, circle, "score"))
    table.phone.open(f"{circle}share")
    table.phone.follow("Leave the circle")
    page = table.phone.press("Leave", expect=422)
    share = table.phone.follow("Hand the ownership on")

    assert page.alerts == LAST_OWNER
    assert share.heading == "Share the circle"


def test_ownership_is_handed_on_and_then_one_may_leave(table: Table, circle: str) -> None:
    """The heir owns the circle; who gave it goes on scoring, and can leave."""
    path = link(table, circle, "view", "Kitchen")
    heir = join(table, path, player="new", name="Zoë", device="Phone of Zoë")
    table.phone.open(f"{circle}share")
    home = table.phone.press("Hand on the ownership to Zoë")

    assert heir.open(f"{circle}share").heading == "Share the circle"
    assert home.path == "/"
    assert not home.has("a", SHARE)
    assert home.texts("a.primary")[0].startswith("Enter")
    table.phone.follow("Leave the circle")
    table.phone.press("Leave")
    table.phone.open(circle, expect=404)


def test_the_last_owner_cant_be_put_out(table: Table, circle: str) -> None:
    """By no crafted form, and not by revoking the link that it joined by."""
    page = table.phone.open(f"{circle}share")
    heir = join(table, link(table, circle, "own", "Heirs"), device="Heir")
    [(mine,), (theirs,)] = table.ask("SELECT uid FROM device ORDER BY id")
    heir.open(f"{circle}share")
    out = heir.page.sending("Make a recovery link")
    heir.open(f"{circle}share")
    heir.send(type(out)("POST", f"{circle}devices/{dashed(mine)}/revoke", out.fields))
    before = table.dump()
    page = heir.open(f"{circle}share")
    alone = heir.send(
        type(out)(
            "POST",
            f"{circle}devices/{dashed(theirs)}/revoke",
            page.sending("Make a recovery link").fields,
        ),
        expect=422,
    )
    heir.open(f"{circle}share")
    revoked = heir.press("Revoke Heirs (own the circle)", expect=422)

    assert alone.alerts == revoked.alerts == LAST_OWNER
    assert table.dump() == before
    assert heir.open(circle).has("a", SHARE)


def dashed(uid: str) -> str:
    """Write a uid as addresses have it."""
    return f"{uid[:8]}-{uid[8:12]}-{uid[12:16]}-{uid[16:20]}-{uid[20:]}"


# Putting out ------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["Put out Lost phone", "Revoke Lost (write down scores)"])
def test_who_is_put_out_is_out_on_the_next_request(table: Table, circle: str, how: str) -> None:
    """A page that is open reads nothing more, and its form saves nothing (fault 16)."""
    path = link(table, circle, "score", "Lost")
    phone = join(table, path, device="Lost phone")
    [board] = [phone.page.leads(a) for a in phone.page.all("section.card h2 a")]
    fill_round(phone.open(f"{board}rounds/1/enter"), OTHER_ENTRIES[MITTLERE])
    sending = phone.page.sending("Save round 1")
    table.phone.open(f"{circle}share")
    page = table.phone.press(how)
    before = table.dump()
    phone.send(sending, expect=404)
    for address in (board, circle, f"{board}rounds/1/enter", f"{circle}leave"):
        phone.open(address, expect=404)

    assert members(page)[1:] == []
    assert table.dump() == before
    assert Phone(table.app).status(path) == (404 if how.startswith("Revoke") else 200)


def test_revoking_a_link_leaves_those_in_who_came_otherwise(table: Table, circle: str) -> None:
    """Only what hangs on the link goes."""
    phone = join(table, link(table, circle, "view", "Kitchen"))
    link(table, circle, "score", "Table")
    table.phone.open(f"{circle}share")
    table.phone.press("Revoke Table (write down scores)")

    assert phone.open(circle).heading == "Friday circle"


def test_an_owner_who_revokes_the_link_they_came_by_is_led_home(table: Table, circle: str) -> None:
    """Who put themselves out isn't sent to a page that they can't see."""
    heir = join(table, link(table, circle, "own", "Heirs"))
    heir.open(f"{circle}share")
    home = heir.press("Revoke Heirs (own the circle)")

    assert home.path == "/"
    assert home.has("a", "Start a match")


# I have a link ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "written", ["http://localhost{}", "https://elsewhere.example{}/?x=1#y", "{}", "  {}/ ", "bare"]
)
def test_an_empty_home_takes_a_link(table: Table, circle: str, written: str) -> None:
    """Pasted in full, as its path or as the bare token, it asks about joining."""
    path = link(table, circle, "score")
    phone = Phone(table.app)
    phone.open("/")
    text = path.rsplit("/", 1)[1] if written == "bare" else written.format(path)
    phone.fill({"link": text})
    page = phone.press("Open")

    assert page.path == path
    assert page.heading == "Join the circle Friday circle?"


@pytest.mark.parametrize(
    "text", ["", "x", "http://[", "//", "https://example.com/", "é\u202e", "9" * 3000, "%00", "?"]
)
def test_what_is_no_link_is_404_with_a_way_home(phone: Phone, text: str) -> None:
    """Whatever is pasted."""
    phone.open("/")
    phone.fill({"link": text})
    page = phone.press("Open", expect=404)

    assert page.links_to("/")


def test_no_link_leads_away(table: Table, circle: str) -> None:
    """A pasted address of another place is never followed: its token opens our own page."""
    token = link(table, circle, "score").rsplit("/", 1)[1]
    response = Phone(table.app).client.get(f"/join/?link=https://evil.example/join/{token}")

    assert response.headers["Location"] == f"/join/{token}"


# Watching ---------------------------------------------------------------------------------


def test_a_viewer_sees_no_way_to_write(table: Table, circle: str) -> None:
    """Home and scoreboard of who may only watch hold no form and no way to one."""
    viewer = join(table, link(table, circle, "view", "Kitchen"), player="new", name="Zoë")
    [board] = [viewer.page.leads(a) for a in viewer.page.all("section.card h2 a")]
    for address in (circle, board):
        page = viewer.open(address)

        assert page.all("form") == []
        assert not page.has("a", SHARE)
        assert "Enter round" not in page.words
