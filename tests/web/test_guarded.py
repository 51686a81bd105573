"""Who may send what: CSRF tokens on every form, and what each role may do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.doors import EVERYBODYS, FORMS, OWNERS, QUESTIONS, House, rules_of
from tests.web.phone import Phone, attribute, kind
from tests.web.table import MITTLERE, SCORES, Table, read_board

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

    from tests.web.phone import Page, Sending

ENDPOINTS = sorted(FORMS)


def typed(page: Page, sending: Sending) -> dict[str, str]:
    """Give what stands in those fields of a page that somebody typed or chose before."""
    names = {name for name, _value in sending.fields} - {"csrf_token", "key", "version"}
    shown = {
        attribute(tag, "name")
        for tag in page.all("input[name]")
        if kind(tag) != "hidden" or attribute(tag, "name") == "seat"
    }
    return {name: page.value(name) for name in names & shown if name != "seat"}


def done(endpoint: str) -> tuple[int, ...]:
    """Give how a form that did its work leads on; a recovery link is shown in the answer itself."""
    return () if endpoint == "share.recovery" else (303,)


def test_every_route_that_takes_a_form_is_tested_here(table_app: Flask) -> None:
    """A form that is added to the application must be described in ``doors.FORMS``."""
    assert {rule.endpoint for rule in rules_of(table_app, "POST")} == {*FORMS, *QUESTIONS}


def test_nothing_but_get_and_post_is_taken(table_app: Flask) -> None:
    """No route takes PUT, PATCH or DELETE, which no form can send."""
    methods = {method for rule in table_app.url_map.iter_rules() for method in rule.methods or ()}

    assert methods == {"GET", "HEAD", "OPTIONS", "POST"}


@pytest.mark.parametrize("endpoint", ENDPOINTS)
def test_every_form_works_as_it_is_filled_in(house: House, endpoint: str) -> None:
    """What the tests below take away from each form is all that keeps it from working."""
    sending = house.sending(endpoint)
    before = house.table.dump()
    page = house.owner.send(sending)

    assert page.redirects == done(endpoint)
    assert house.table.dump() != before


@pytest.mark.parametrize("endpoint", ENDPOINTS)
def test_a_form_without_a_good_token_changes_nothing(
    house: House, new_phone: Callable[[], Phone], endpoint: str
) -> None:
    """Without this session's token a form is 400, and nothing is written."""
    other = new_phone().open("/matches/new?game=mittlere")
    sending = house.sending(endpoint)
    good = dict(sending.fields)["csrf_token"]
    foreign = attribute(other.field("csrf_token"), "value")
    before = house.table.dump()
    bad = [sending.without("csrf_token")]
    bad += [
        sending.having(csrf_token=token)
        for token in (
            "",
            "x",
            good[:-1],
            good.upper(),
            foreign,
            good.split(".")[0],
            "é",
            "x" * 9999,
        )
    ]
    for attempt in bad:
        page = house.owner.send(attempt, expect=400)

        assert "nothing was saved" in page.alerts
    assert house.table.dump() == before


@pytest.mark.parametrize("endpoint", ENDPOINTS)
def test_a_lapsed_form_comes_again_with_what_was_typed_and_then_works(
    house: House, endpoint: str
) -> None:
    """A browser that lost its session gets the form again, and its button does the work."""
    sending = house.sending(endpoint)
    filled_in = typed(house.owner.page, sending)
    before = house.table.dump()
    house.owner.client.delete_cookie("session")
    page = house.owner.send(sending, expect=400)
    kept = typed(page, sending)
    unchanged = house.table.dump()
    page = house.owner.press(FORMS[endpoint].button)

    assert kept == filled_in
    assert unchanged == before
    assert page.redirects == done(endpoint)
    assert house.table.dump() != before


def test_a_lapsed_round_keeps_every_number(house: House) -> None:
    """All that was typed into a round is there again when its session is gone."""
    sending = house.sending("rounds.save")
    form = house.owner.page
    house.owner.client.delete_cookie("session")
    page = house.owner.send(sending, expect=400)

    names = [f"seat_{seat}-points" for seat in range(3)]
    assert (
        page.values(names)
        == form.values(names)
        == {
            "seat_0-points": "60",
            "seat_1-points": "62",
            "seat_2-points": "35",
        }
    )


def test_a_lapsed_plan_keeps_players_dealer_and_house_rules(house: House) -> None:
    """All that was planned of a match is there again when its session is gone."""
    page = house.owner.open(house.plan("planning.plan"))
    page.fill({"first_dealer": "2", "rule-rounds": "7", "name": "Dee"})
    sending = page.sending("Start the match")
    house.owner.client.delete_cookie("session")
    again = house.owner.send(sending, expect=400)

    assert again.texts("ol.seats bdi") == ["Ada", "Ben", "Cem"]
    assert again.values(["first_dealer", "rule-rounds", "name"]) == {
        "first_dealer": "2",
        "rule-rounds": "7",
        "name": "Dee",
    }


def test_a_token_lasts_the_evening(house: House) -> None:
    """A form that was left open since the match began still saves."""
    cookie = house.owner.client.get_cookie("session")

    assert house.app.config["WTF_CSRF_TIME_LIMIT"] is None
    assert house.app.permanent_session_lifetime.days == 400
    assert cookie is not None
    assert cookie.expires is not None


# Roles ---------------------------------------------------------------------------------------


def with_token_of(phone: Phone, sending: Sending) -> Sending:
    """Give what another phone would send, with this phone's own token."""
    page = phone.open("/matches/new?game=mittlere")
    return sending.having(csrf_token=attribute(page.field("csrf_token"), "value"))


IN_CIRCLES = [name for name in ENDPOINTS if name not in {"planning.begin_first", "join.join"}]


@pytest.mark.parametrize("endpoint", [name for name in IN_CIRCLES if name not in EVERYBODYS])
def test_who_may_only_watch_changes_nothing(house: House, endpoint: str) -> None:
    """A form sent by a viewer, with a good token, is 403 with a way home."""
    viewer = house.table.join("view")
    sending = with_token_of(viewer, house.sending(endpoint))
    before = house.table.dump()
    page = viewer.send(sending, expect=403)

    assert page.heading == "This browser may not do that."
    assert page.links_to("/")
    assert house.table.dump() == before


@pytest.mark.parametrize("endpoint", IN_CIRCLES)
def test_who_may_score_does_all_that_isnt_the_owners(house: House, endpoint: str) -> None:
    """A scorer's forms work, but for the circle's settings, its links and its devices."""
    scorer = house.table.join("score")
    house.be_ada(scorer)
    sending = with_token_of(scorer, house.sending(endpoint))
    before = house.table.dump()
    owners_only = endpoint in OWNERS
    scorer.send(sending, expect=403 if owners_only else 200)

    assert (house.table.dump() == before) is owners_only


@pytest.mark.parametrize(
    ("role", "closed"),
    [
        (
            "view",
            {
                "circles.settings",
                "share.share",
                "share.show_link",
                "planning.plan",
                "planning.rematch",
                "matches.ask_end",
                "rounds.enter",
                "rounds.correct",
                "exact.grid",
                "history.edit",
                "history.ask_move",
                "results.ask",
                "exchange.ask",
            },
        ),
        ("score", {"circles.settings", "share.share", "share.show_link", "exchange.ask"}),
        ("own", set()),
    ],
)
def test_pages_are_open_to_the_roles_that_need_them(
    house: House, role: str, closed: set[str]
) -> None:
    """What a role may not do it has no page for either: 403 with a way home."""
    phone = house.table.join(role)
    found = set()
    for endpoint, address in house.pages():
        status = phone.status(address)
        if status == 403:
            found.add(endpoint)
            assert phone.open(address, expect=403).links_to("/")
        else:
            assert status in {200, 303}

    assert found == closed


def test_a_viewer_sees_the_scores_and_no_buttons(house: House) -> None:
    """A browser that may only watch is shown the scoreboard, its rounds, and no way to write."""
    viewer = house.table.join("view")
    home = viewer.open(house.address("home.circle"))
    board = viewer.open(house.address("matches.board"))
    shown = viewer.open(house.address("rounds.show"))

    assert read_board(board).rounds == [SCORES[MITTLERE]]
    for page in (home, board, shown):
        assert page.all("form") == []
        assert [each for each in page.all("button") if not each.find_parent("template")] == []
        assert not any(
            text.startswith(("Enter", "New match", "Rematch", "End"))
            for text in page.texts("main a, .actions a")
        )
        assert not page.has("a", "Settings of this circle")


def test_a_scorer_is_offered_no_settings(house: House) -> None:
    """Home shows the settings to owners only."""
    scorer = house.table.join("score")
    home = scorer.open(house.address("home.circle"))

    assert home.has("a", "New match")
    assert not home.has("a", "Settings of this circle")


# Joining -------------------------------------------------------------------------------------


def newcomers(house: House) -> list[str]:
    """Give the roles of those who joined besides the owner, the guest and the second owner."""
    return [role for (role,) in house.table.ask('SELECT role FROM "grant" ORDER BY id')][3:]


@pytest.mark.parametrize(
    ("role", "promise"),
    [
        ("view", "You may watch."),
        ("score", "You may watch and write down scores."),
        ("own", "change the circle and who is in it."),
    ],
)
def test_a_link_asks_and_says_what_it_lets_one_do(
    house: House, new_phone: Callable[[], Phone], role: str, promise: str
) -> None:
    """Opening a link only asks; joining lets the browser in with the link's role."""
    address = house.table.invitation(role)
    before = house.table.dump()
    phone = new_phone()
    asked = phone.open(address)
    after = house.table.dump()
    home = phone.press("Join")

    assert asked.heading == "Join the circle Friday circle?"
    assert promise in asked.words
    assert after == before
    assert home.path == house.address("home.circle")
    assert home.heading == "Friday circle"
    assert newcomers(house) == [role]


def test_who_is_asked_may_say_no(house: House, new_phone: Callable[[], Phone]) -> None:
    """Saying no leads home, and lets nobody in."""
    phone = new_phone()
    phone.open(house.table.invitation("own"))
    home = phone.follow("No")

    assert home.has("a", "Start a match")
    phone.open(house.address("home.circle"), expect=404)


@pytest.mark.parametrize(
    ("first", "second", "role"),
    [("view", "score", "score"), ("score", "own", "own"), ("own", "view", "own")],
)
def test_a_second_link_never_takes_anything_away(
    house: House, new_phone: Callable[[], Phone], first: str, second: str, role: str
) -> None:
    """Of two links into a circle the higher role counts."""
    phone = new_phone()
    for link in (first, second):
        phone.open(house.table.invitation(link))
        phone.press("Join")

    assert newcomers(house) == [role]


def test_the_owner_stays_owner_by_joining_as_a_viewer(house: House) -> None:
    """Who opens a link to their own circle loses nothing by accepting."""
    house.owner.open(house.table.invitation("view"))
    home = house.owner.press("Join")

    assert home.has("a", "Settings of this circle")
    assert house.table.ask('SELECT role FROM "grant" ORDER BY id LIMIT 1') == [("own",)]
    assert newcomers(house) == []


def test_joining_brings_a_circle_beside_ones_own(
    house: House, new_phone: Callable[[], Phone]
) -> None:
    """A browser with a circle of its own finds both in the switcher."""
    table = Table(house.app, new_phone())
    invitation = house.table.invitation("score")
    table.start(MITTLERE)
    table.phone.open(invitation)
    home = table.phone.press("Join")

    assert len(home.texts("nav.switcher a")) == 2
