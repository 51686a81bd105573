"""One of every page: what must hold of all of them is asked of all of them."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from sqlalchemy import select

from scorekeeper.scorebook.access import access_to, pen_of
from scorekeeper.scorebook.afterwards import Past, correct_result, enter
from scorekeeper.scorebook.boards import board
from scorekeeper.scorebook.circles import Seatable, found, night_on, players_of
from scorekeeper.scorebook.ledger import Pen
from scorekeeper.scorebook.links import NewLink, make_link
from scorekeeper.scorebook.matches import Plan, open_match
from scorekeeper.scorebook.members import Joining, admit
from scorekeeper.scorebook.models import Circle, Player
from scorekeeper.scorebook.rounds import Writing, record
from scorekeeper.scorebook.stances import Word, say
from scorekeeper.scorebook.store import write
from scorekeeper.web.forms.entry import as_typed
from tests.builders import NAMES, Json, Table, kunibert, mittlere, played, printed
from tests.exchanged import a_file, jsonl

if TYPE_CHECKING:
    import uuid
    from pathlib import Path

    from tests.exchanged import Line
    from tests.ui.phone import Phone
    from tests.ui.serving import Server

LONG_NAMES = (
    "W" * 40,
    "🦟" * 40,
    "م" * 40,
    "Maximiliane von und zu Hohenstein-Rottal",
    "李" * 40,
    '<b>O\'Ré & $x</b> {{ 7 }} %s \\ "quoted"',
)
"""Six players with names of 40 characters, most of them without any place to break."""

NONE_OF_SEAT_0 = {f"seat_0-numbers_{of}": "0" for of in ("red", "blue", "green", "black")}
HANDS = {"hand_cards_count_against": True}


@dataclass(frozen=True)
class Sight:
    """A page, and how to come to see it."""

    name: str
    path: str
    who: str = "owner"
    unfolds: bool = False
    """Whether what is folded in it is opened."""
    types: tuple[str, str] | None = None
    """What is typed into which field."""
    sends: bool = False
    """Whether its main button is tapped: what is looked at is the answer."""
    presses: str = ""
    """Which other button is tapped: what is looked at is the answer."""
    status: int = 200
    """How it is answered."""
    primary: int = 1
    """How many main buttons it has: none where there is only something to read."""

    def __str__(self) -> str:
        """Give the name, for the tests' names."""
        return self.name.replace("ü", "ue")


SIGHTS = (
    Sight("welcome", "/", who="stranger"),
    Sight("games", "{circle}matches/new", primary=0),
    Sight("first games", "/matches/new", who="stranger", primary=0),
    Sight("plan, empty", "/matches/new?game=mueckenstich", who="stranger"),
    Sight("plan, six players", "{circle}matches/new?game=mueckenstich&{six}"),
    Sight("plan, house rules", "{circle}matches/new?game=mueckenstich&{three}", unfolds=True),
    Sight("plan, target", "{circle}matches/new?game=kunibert&{three}&rule-target=300"),
    Sight("plan, known players", "{circle}matches/new?game=mittlere"),
    Sight(
        "plan, refused",
        "{circle}matches/new?game=kunibert&{three}&rule-target=x",
        sends=True,
        status=422,
    ),
    Sight(
        "plan, too few",
        "{circle}matches/new?game=mittlere&seat=%2BAda&name=Ada",
        sends=True,
        status=422,
    ),
    Sight("board, empty", "{blank}"),
    Sight("board", "{five}"),
    Sight("board, undone", "{undone}"),
    Sight("board, phases", "{phases}"),
    Sight("board, target", "{hands}"),
    Sight("board, shared win", "{shared}"),
    Sight("board, one winner", "{won}"),
    Sight("board, ended early", "{early}"),
    Sight("board, watched", "{five}", who="watcher", primary=0),
    Sight("large board, empty", "{blank}table", primary=0),
    Sight("large board", "{five}table", primary=0),
    Sight("large board, turned", "{hands}table?flip=1", primary=0),
    Sight("large board, over", "{shared}table", primary=0),
    Sight("large board of results", "{results}table", primary=0),
    Sight("entry of Mückenstich", "{five}rounds/3/enter"),
    Sight("entry of a phase", "{phases}rounds/2/enter"),
    Sight("entry of Kunibert", "{won}rounds/1/enter"),
    Sight("entry of Kunibert, hands", "{hands}rounds/2/enter"),
    Sight("entry of Mittlere", "{mittlere}rounds/2/enter"),
    Sight("entry, errors", "{five}rounds/3/enter?{bad}"),
    Sight("entry, sums", "{five}rounds/3/enter?{off}"),
    Sight("entry of Mittlere, errors", "{mittlere}rounds/2/enter?seat_0-points=3.5"),
    Sight("entry of Kunibert, errors", "{hands}rounds/2/enter?seat_1-captured_low=27"),
    Sight("check of Mückenstich", "{five}rounds/3/enter?{printed}"),
    Sight("check of Kunibert", "{hands}rounds/2/enter?{counted}"),
    Sight("check of Mittlere", "{mittlere}rounds/2/enter?{nothing}"),
    Sight("entry of Mückenstich, exact", "{five}rounds/3/enter?unchecked=1&{exact}"),
    Sight("entry of Mückenstich, exact errors", "{five}rounds/3/enter?{claimed}"),
    Sight("entry of Kunibert, exact", "{hands}rounds/2/enter?unchecked=1&{held}"),
    Sight("entry of Mittlere, exact", "{mittlere}rounds/2/enter?{dealt}"),
    Sight("entry of Mittlere, exact errors", "{mittlere}rounds/2/enter?{one}"),
    Sight("cards of Mückenstich", "{five}rounds/3/enter/cards/2?{printed}"),
    Sight("cards of Mückenstich, claimed", "{five}rounds/3/enter/cards/2?{claimed}"),
    Sight("cards of Kunibert", "{hands}rounds/2/enter/cards/2?{held}"),
    Sight("cards of Mittlere", "{mittlere}rounds/2/enter/cards/1?{dealt}"),
    Sight("conflict of exact cards", "{five}rounds/2/enter?{exact}", sends=True, status=409),
    Sight("conflict", "{five}rounds/2/enter?{other}", sends=True, status=409),
    Sight("conflict of Mittlere", "{mittlere}rounds/1/enter?{nothing}", sends=True, status=409),
    Sight("lapsed entry", "{mittlere}rounds/2/enter?{late}", sends=True, status=409),
    Sight("round of Mückenstich", "{five}rounds/1/"),
    Sight("round of Kunibert", "{hands}rounds/1/"),
    Sight("round of Mittlere", "{mittlere}rounds/1/"),
    Sight("round, in question", "{asked}rounds/1/", who="geli", unfolds=True),
    Sight("round, disputed by me", "{asked}rounds/1/", who="ernst", unfolds=True),
    Sight("board, in question", "{asked}"),
    Sight("result, in question", "{beyond}", who="geli", unfolds=True),
    Sight("board, after the end", "{beyond}"),
    Sight("history of a round", "{asked}rounds/1/history", primary=0),
    Sight("history of a match", "{asked}history", primary=0),
    Sight("correction", "{five}rounds/2/correct"),
    Sight("correction, what changes", "{five}rounds/2/correct?{changed}"),
    Sight("correction, another end", "{beyond}rounds/1/correct?{earlier}"),
    Sight("correction, nothing changes", "{five}rounds/2/correct?{printed}"),
    Sight("entry, a card short", "{five}rounds/3/enter?{short}"),
    Sight("entry, anyway without a reason", "{five}rounds/3/enter?{any}", sends=True, status=422),
    Sight("which player", "{circle}you/"),
    Sight("sheet", "{five}sheet", primary=0),
    Sight("sheet, over", "{shared}sheet", primary=0),
    Sight("sheet of results", "{results}sheet", primary=0),
    Sight("sheet, reasons", "{hands}sheet?why=1", primary=0),
    Sight("sheet, reasons of phases", "{phases}sheet?why=1", primary=0),
    Sight("chart", "{five}chart", primary=0),
    Sight("chart of phases", "{phases}chart", primary=0),
    Sight("chart, after the end", "{beyond}chart", primary=0),
    Sight("chart, no round", "{blank}chart", primary=0),
    Sight("end early", "{five}end"),
    Sight("what if, nothing asked", "{five}what-if"),
    Sight("what if, nobody can tell", "{five}what-if?rule-removal_chooser=tricks"),
    Sight("what if, other points", "{hands}what-if?rule-hand_cards_count_against=false"),
    Sight("what if, still in play", "{won}what-if?rule-target=300"),
    Sight("what if, over earlier", "{shared}what-if?rule-rounds=1", unfolds=True),
    Sight("what if, refused", "{won}what-if?rule-target=3OO", status=422),
    Sight("what if, no round", "{blank}what-if", primary=0),
    Sight("home", "{circle}"),
    Sight("home, several circles", "{circle}", who="regular"),
    Sight("home, empty", "{other_circle}", who="regular"),
    Sight("history", "{circle}history"),
    Sight("history, watched", "{circle}history", who="watcher", primary=0),
    Sight("night, watched", "{circle}nights/2026-11-27/", who="watcher", primary=0),
    Sight("history, narrowed", "{circle}history?game=mittlere&year=2026&month=11&seats=3&over=1"),
    Sight("history, nothing found", "{circle}history?q=nobody", unfolds=True),
    Sight("history, empty", "{other_circle}history", who="regular"),
    Sight("night", "{circle}nights/2026-11-27/", primary=0),
    Sight("night, past", "{circle}nights/2019-03-09/", primary=0, unfolds=True),
    Sight("night, edited", "{night}edit"),
    Sight(
        "night, of another date",
        "{night}edit",
        types=("Date", "2026-11-27"),
        sends=True,
        status=422,
    ),
    Sight("match that moves", "{results}night"),
    Sight("match that moves, refused", "{results}night", sends=True, status=422),
    Sight("past match, games", "{circle}matches/new?past=1", primary=0),
    Sight("past match", "{circle}matches/new?past=1&game=kunibert&{three}&date=2019-03-09"),
    Sight(
        "past match, refused",
        "{circle}matches/new?past=1&game=mittlere&{three}",
        sends=True,
        status=422,
    ),
    Sight(
        "past match, results", "{circle}matches/new?past=1&how=results&game=mittlere&{three}&{then}"
    ),
    Sight(
        "past match, results refused",
        "{circle}matches/new?past=1&how=results&game=mittlere&{three}&{then}",
        sends=True,
        status=422,
    ),
    Sight("board of results", "{results}"),
    Sight("history of results", "{results}history", primary=0),
    Sight("results, corrected", "{results}results"),
    Sight("board, entered afterwards", "{later}"),
    Sight("settings", "{circle}settings"),
    Sight(
        "settings, refused",
        "{other_circle}settings",
        who="regular",
        types=("Time zone", "Mars"),
        sends=True,
        status=422,
    ),
    Sight("this device", "/device", primary=0),
    Sight("join", "{link}", who="stranger"),
    Sight("share", "{circle}share"),
    Sight("share, no link", "{other_circle}share", who="regular"),
    Sight("share, another link", "{shown}"),
    Sight("recovery", "{circle}share", presses="Make a recovery link"),
    Sight("leave", "{circle}leave"),
    Sight("leave, refused", "{own_circle}leave", who="regular", sends=True, status=422),
    Sight("statistics", "{circle}statistics/", primary=0),
    Sight("statistics, filtered", "{circle}statistics/?year=2026&game=mittlere", primary=0),
    Sight("statistics, nothing", "{circle}statistics/?year=1999", primary=0),
    Sight("statistics, empty", "{other_circle}statistics/", who="regular", primary=0),
    Sight("statistics of a player", "{circle}statistics/players/{arne}", primary=0),
    Sight("statistics of Mückenstich", "{circle}statistics/games/mueckenstich", primary=0),
    Sight("statistics of Kunibert", "{circle}statistics/games/kunibert", primary=0),
    Sight("statistics of Mittlere", "{circle}statistics/games/mittlere", primary=0),
    Sight("statistics of a pair", "{circle}statistics/pairs/{arne}/{geli}", primary=0),
    Sight("rules", "/rules/", primary=0),
    Sight("rules of Mückenstich", "/rules/mueckenstich/", primary=0),
    Sight("rules of Kunibert", "/rules/kunibert/", primary=0),
    Sight("rules of Mittlere", "/rules/mittlere/", primary=0),
    Sight("offline", "/offline"),
    Sight("nothing there", "/nowhere", status=404),
    Sight("take along", "{circle}along/", primary=0),
    Sight("take along, watched", "{circle}along/", who="watcher", primary=0),
    Sight("take along, done", "{circle}along/?done=import", primary=0),
    Sight("take a match along", "{shared}along", primary=0),
    Sight("take a match along, in play", "{five}along", primary=0),
    Sight("who is who", "{circle}along/who?file={sent}"),
)

LONG_SIGHTS = (
    Sight("plan", "{long_six}rematch", who="namesake"),
    Sight("plan, known players", "{long_circle}matches/new?game=kunibert", who="namesake"),
    Sight(
        "plan, seated twice",
        "{long_circle}matches/new?game=mueckenstich&{long_seats}&do=add",
        status=422,
        who="namesake",
    ),
    Sight("board of six", "{long_six}", who="namesake"),
    Sight("board of three", "{long_three}", who="namesake"),
    Sight("large board of six", "{long_six}table", primary=0, who="namesake"),
    Sight("large board of three", "{long_three}table", primary=0, who="namesake"),
    Sight("entry", "{long_six}rounds/3/enter", who="namesake"),
    Sight("entry, sums", "{long_six}rounds/3/enter?{long_off}", who="namesake"),
    Sight("check", "{long_six}rounds/3/enter?{long_played}", who="namesake"),
    Sight(
        "conflict", "{long_six}rounds/1/enter?{long_played}", sends=True, status=409, who="namesake"
    ),
    Sight("entry, exact", "{long_six}rounds/3/enter?unchecked=1&{long_exact}", who="namesake"),
    Sight("cards", "{long_six}rounds/3/enter/cards/1?{long_exact}", who="namesake"),
    Sight("entry of Kunibert", "{long_hands}rounds/2/enter", who="namesake"),
    Sight("round", "{long_six}rounds/1/", who="namesake"),
    Sight("round of Kunibert", "{long_hands}rounds/1/", who="namesake"),
    Sight("round of Mittlere", "{long_three}rounds/1/", who="namesake"),
    Sight("history", "{long_six}history", primary=0, who="namesake"),
    Sight("correction", "{long_six}rounds/1/correct?{long_played}", who="namesake"),
    Sight("entry, a card short", "{long_six}rounds/3/enter?{long_short}", who="namesake"),
    Sight("which player", "{long_circle}you/", who="namesake"),
    Sight("sheet", "{long_six}sheet", primary=0, who="namesake"),
    Sight("sheet, reasons", "{long_hands}sheet?why=1", primary=0, who="namesake"),
    Sight("chart", "{long_six}chart", primary=0, who="namesake"),
    Sight("end early", "{long_six}end", who="namesake"),
    Sight(
        "what if",
        "{long_hands}what-if?rule-hand_cards_count_against=false&rule-target=5",
        who="namesake",
    ),
    Sight(
        "what if, nobody can tell", "{long_six}what-if?rule-removal_chooser=tricks", who="namesake"
    ),
    Sight("home", "{long_circle}", who="namesake"),
    Sight("history", "{long_circle}history", who="namesake", unfolds=True),
    Sight("night", "{long_circle}nights/2026-11-27/", primary=0, who="namesake"),
    Sight(
        "past match, results",
        "{long_circle}matches/new?past=1&how=results&game=mueckenstich&{long_seats}&date=2019-03-09",
        who="namesake",
    ),
    Sight("settings", "{long_circle}settings", who="namesake"),
    Sight("statistics", "{long_circle}statistics/?year=2026", primary=0, who="namesake"),
    Sight(
        "statistics of a player",
        "{long_circle}statistics/players/{long_player}",
        primary=0,
        who="namesake",
    ),
    Sight(
        "statistics of Mittlere",
        "{long_circle}statistics/games/mittlere",
        primary=0,
        who="namesake",
    ),
    Sight(
        "statistics of a pair",
        "{long_circle}statistics/pairs/{long_player}/{long_other}",
        primary=0,
        who="namesake",
    ),
    Sight("join", "{long_link}", who="stranger"),
    Sight("share", "{long_circle}share", who="namesake"),
    Sight("leave", "{long_circle}leave", who="namesake"),
    Sight("take along", "{long_circle}along/", who="namesake", primary=0),
    Sight("take a match along", "{long_three}along", who="namesake", primary=0),
    Sight("who is who", "{long_circle}along/who?file={long_sent}", who="namesake"),
)


class Gallery:
    """A scorebook in which every page has something to show."""

    def __init__(self, server: Server) -> None:
        """Found its circles and play their matches."""
        self.server = server
        self.table = Table(server.app, "Friday circle")
        self.addresses = {
            "circle": f"/circles/{self.table.uid}/",
            "six": urlencode([("seat", "+" + name) for name in (*NAMES[:5], "Zoë")]),
            "then": "date=2019-03-09&place=Harbour",
            "three": urlencode([("seat", "+" + name) for name in ("Ada", "Ben", "Cem")]),
        }
        self._play()
        self._type()
        self._invite()
        self._play_with_long_names()
        self.addresses["sent"] = self._send(self.table.uid, a_file(("Arne", "Geli", "Zoë")))

    def _send(self, circle: uuid.UUID, lines: list[Line]) -> str:
        """Lay a file where an upload waits for its second step, and give its digest."""
        content = jsonl(lines)
        digest = sha256(content).hexdigest()
        database: Path = self.server.app.config["DATABASE"]
        folder = database.with_name(database.name + ".uploads")
        folder.mkdir(exist_ok=True)
        (folder / f"{circle.hex}-{digest}").write_bytes(content)
        return digest

    def visit(self, phone: Phone, sight: Sight) -> None:
        """Open a page, and tap what must be tapped for it."""
        page = phone.page
        answer = page.goto(phone.origin + sight.path.format_map(self.addresses))
        if sight.unfolds:
            page.locator("summary").tap()
        if sight.types is not None:
            label, text = sight.types
            page.get_by_label(label).fill(text)
        if sight.sends:
            with page.expect_navigation() as navigation:
                page.locator(".button.primary").tap()
            answer = navigation.value
        if sight.presses:
            with page.expect_navigation() as navigation:
                phone.press(sight.presses)
            answer = navigation.value

        assert answer is not None
        assert answer.status == sight.status

    def secret(self, sight: Sight) -> str:
        """Give the cookie of whoever looks at a page; a stranger has none."""
        return "" if sight.who == "stranger" else sight.who

    def _hang(self, name: str, match: uuid.UUID, table: Table | None = None) -> None:
        circle = table or self.table
        self.addresses[name] = f"/circles/{circle.uid}/matches/{match}/"

    def _play(self) -> None:
        table = self.table
        self.five = table.begin("mueckenstich", 5)
        table.record(self.five, *played("mueckenstich", 5), printed())
        table.correct(self.five, 1, printed())
        blank = table.begin("mueckenstich", 6, dealer=2)
        undone = table.begin("mittlere", 3)
        table.record(undone, mittlere(0), mittlere(1))
        table.undo(undone)
        phases = table.begin("mueckenstich", 3, scoring="per_phase")
        table.record(phases, played("mueckenstich", 3, scoring="per_phase")[0])
        self.hands = table.begin("kunibert", 4, target=5000, **HANDS)
        table.record(self.hands, *played("kunibert", 4, exact=True, **HANDS))
        self.mittlere = table.begin("mittlere", 3)
        table.record(self.mittlere, mittlere(1))
        shared = table.begin("mittlere", 3, rounds=2)
        table.record(shared, mittlere(1), mittlere(1))
        won = table.begin("kunibert", 3, target=100)
        table.record(won, kunibert(100, 80, 30, last_card=1))
        early = table.begin("mueckenstich", 5)
        table.record(early, printed())
        table.end(early)
        people = self._uids(table)
        self.addresses |= {"arne": people["Arne"], "geli": people["Geli"]}
        for name, match in (
            ("five", self.five),
            ("blank", blank),
            ("undone", undone),
            ("phases", phases),
            ("hands", self.hands),
            ("mittlere", self.mittlere),
            ("shared", shared),
            ("won", won),
            ("early", early),
            ("asked", self._question()),
            ("beyond", self._end_earlier()),
            ("results", self._past("mittlere", [3, 3, -6])),
            ("later", self._past("mueckenstich", None)),
        ):
            self._hang(name, match)

    def _past(self, game: str, totals: list[int] | None) -> uuid.UUID:
        """Write a match down afterwards, on a night with a place and a note."""
        with self.table.pen() as pen:
            circle = pen.session.get_one(Circle, self.table.id)
            plan = Plan(game, {}, tuple(map(Seatable, NAMES[:3])), 0)
            past = Past(dt.date(2019, 3, 9), totals, "Harbour")
            match = enter(pen, circle, plan, past).uid
            night = night_on(pen.session, circle.id, past.date)
            night.note = "Rain all day, and Geli's birthday"
            self.addresses["night"] = f"/circles/{self.table.uid}/nights/{night.uid}/"
        if totals is not None:
            with self.table.opened(match) as (pen, opened):
                correct_result(pen, opened, 2, [4, 2, -6], "misread")
        else:
            self.table.record(match, played(game, 3)[0])
        return match

    def _uids(self, table: Table) -> dict[str, str]:
        """Give the players of a circle by name."""
        with self.server.app.app_context():
            return {who.name: str(who.uid) for who in players_of(table.id)}

    def _question(self) -> uuid.UUID:
        """Play a match of which a round was corrected, and is confirmed and disputed."""
        match = self.table.begin("mueckenstich", 5)
        self.table.record(match, played("mueckenstich", 5)[0], printed())
        for name in NAMES[1:4]:
            self._admit(name.lower(), self.table, "score", name)
        with self.table.opened(match) as (pen, opened):
            seq = opened.ledger.rounds[0].row.seq
            why = "The green ones of Harald were two"
            record(pen, opened, Writing(1, opened.match.revisions, printed(), seq, why))
        self._say("harald", match, Word("confirm", 1, 3))
        self._say("ernst", match, Word("dispute", 1, 3, "I had three mosquitoes, not four"))
        return match

    def _end_earlier(self) -> uuid.UUID:
        """Play a match of Kunibert of which a correction has moved the end."""
        match = self.table.begin("kunibert", 4, target=200)
        self.table.record(match, *(kunibert(points, 5, 5, 0) for points in (60, 50, 90)))
        self.table.correct(match, 1, kunibert(150, 5, 5, 0))
        self._say("harald", match, Word("confirm", None, 4))
        self._say("ernst", match, Word("dispute", None, 4, "Round 3 was played, wasn't it?"))
        self.beyond = match
        return match

    def _say(self, who: str, match: uuid.UUID, word: Word) -> None:
        with self.server.app.app_context():
            actor = access_to(who, self.table.uid).actor
            with write() as session:
                say(
                    Pen(session, actor, self.table.at),
                    open_match(session, self.table.id, match),
                    word,
                )

    def _type(self) -> None:
        rulebook = self._typed(self.five, 3, printed())
        [counted] = played("kunibert", 4, seed=2, **HANDS)
        nothing: Json = {"points": [90, 67, 0], "won_trick": [True, True, False]}
        late = self._typed(self.mittlere, 2, nothing)
        exact = self._typed(self.five, 3, *played("mueckenstich", 5, exact=True))
        [held] = played("kunibert", 4, seed=3, exact=True, **HANDS)
        [dealt] = played("mittlere", 3, exact=True)
        forms: dict[str, dict[str, str | list[str]]] = {
            "printed": rulebook,
            "other": {**rulebook, "doubled": "green", "seat_1-numbers_blue": "5"},
            "changed": {**rulebook, "doubled": "green", "reason": "misread"},
            "earlier": self._typed(self.beyond, 1, kunibert(60, 5, 5, 0)),
            "short": {**rulebook, "seat_0-numbers_red": "4"},
            "any": {**rulebook, "seat_0-numbers_red": "4", "anyway": "1"},
            "off": {**rulebook, "seat_1-numbers_blue": "5", "doubled": "none"},
            "bad": {**rulebook, "seat_0-tricks": "", "seat_1-numbers_red": "3.5", "doubled": ""},
            "counted": self._typed(self.hands, 2, counted),
            "nothing": late,
            "late": {**late, "version": "0"},
            "exact": exact,
            "claimed": {**exact, "seat_0-cards": ["red:12", "red:12", "red:12"]},
            "held": self._typed(self.hands, 2, held),
            "dealt": self._typed(self.mittlere, 2, dealt),
            "one": {"seat_0-points": "70", "seat_0-exact": "1", "seat_0-cards": ["bells:A"]},
        }
        self.addresses |= {name: urlencode(form, doseq=True) for name, form in forms.items()}

    def _typed(
        self, match: uuid.UUID, number: int, entry: Json, table: Table | None = None
    ) -> dict[str, str | list[str]]:
        """Give an entry as its form sends it."""
        circle = table or self.table
        with self.server.app.app_context():
            shown = board(circle.id, match)
        form: dict[str, str | list[str]] = {
            "key": f"{match}{number}",
            "version": str(shown.revisions),
        }
        for name, value in as_typed(shown.game, number, entry).items():
            if isinstance(value, dict):
                cards = {f"{name}-cards": value.pop("cards")}
                exact = {f"{name}-exact": "1"} if value.pop("exact") else {}
                form |= {f"{name}-{of}": str(number) for of, number in value.items()}
                form |= cards | exact
            else:
                form[name] = str(value)
        return form

    def _invite(self) -> None:
        other = Table(self.server.app, "Monday circle")
        self.addresses["other_circle"] = f"/circles/{other.uid}/"
        self._admit("owner", self.table, "own")
        self._admit("watcher", self.table, "view")
        self._admit("regular", self.table, "score")
        self._admit("regular", other, "own")
        with self.server.app.app_context(), write() as session:
            regular = pen_of(session, "regular", other.at)
            alone = found(session, "Sunday circle", "Europe/Zurich", other.at)
            admit(regular, alone.id, Joining("own"))
            admit(pen_of(session, "watcher", other.at), alone.id, Joining("view"))
            self.addresses["own_circle"] = f"/circles/{alone.uid}/"
        self.addresses["link"] = self.server.invitation(self.table.uid)
        with self.table.pen() as pen:
            watch = NewLink("view", "Kitchen")
            shown = make_link(pen.session, self.table.id, watch, pen.at)
        self.addresses["shown"] = f"/circles/{self.table.uid}/links/{shown}"

    def _admit(self, who: str, table: Table, role: str, player: str = "") -> None:
        """Let a device in whose cookie holds nothing but who it is."""
        with self.server.app.app_context(), write() as session:
            whose = select(Player.id).where(Player.circle_id == table.id, Player.name == player)
            joining = Joining(role, player_id=session.scalar(whose), name=f"Phone of {who}")
            admit(pen_of(session, who, table.at), table.id, joining)

    def _play_with_long_names(self) -> None:
        table = Table(self.server.app, "W" * 40)
        self._admit("namesake", table, "own")
        six = table.begin("mueckenstich", LONG_NAMES)
        rounds = [entry for seed in (1, 2) for entry in played("mueckenstich", 6, seed)]
        table.record(six, *rounds)
        table.correct(six, 2, rounds[0])
        three = table.begin("mittlere", LONG_NAMES[:3], rounds=2)
        table.record(three, mittlere(1), mittlere(1))
        people = self._uids(table)
        hands = table.begin("kunibert", LONG_NAMES, target=5000, **HANDS)
        table.record(hands, *played("kunibert", 6, exact=True, **HANDS))
        long_file = a_file(LONG_NAMES[:3], circle="Long")
        self.addresses["long_sent"] = self._send(table.uid, long_file)
        self._hang("long_six", six, table)
        self._hang("long_three", three, table)
        self._hang("long_hands", hands, table)
        form = self._typed(six, 3, played("mueckenstich", 6, 3)[0], table)
        exact = self._typed(six, 3, played("mueckenstich", 6, 3, exact=True)[0], table)
        self.addresses |= {
            "long_circle": f"/circles/{table.uid}/",
            "long_seats": urlencode(
                [*(("seat", "+" + name) for name in LONG_NAMES), ("name", LONG_NAMES[0])]
            ),
            "long_player": people[LONG_NAMES[0]],
            "long_other": people[LONG_NAMES[2]],
            "long_link": self.server.invitation(table.uid),
            "long_played": urlencode(form, doseq=True),
            "long_short": urlencode({**form, **NONE_OF_SEAT_0}, doseq=True),
            "long_off": urlencode(
                {**form, "seat_0-tricks": "9", "seat_1-numbers_red": ""}, doseq=True
            ),
            "long_exact": urlencode(exact, doseq=True),
        }
