"""Home: the matches in play, and the finished ones by night."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.web.table import ENTRIES, KUNIBERT, MITTLERE, MUECKENSTICH, PHASES, THREE

if TYPE_CHECKING:
    from tests.web.table import Table


def test_home_shows_the_matches_in_play_with_their_standings(table: Table) -> None:
    """Home leads to the next round of each match in play, the best standing first."""
    table.start(KUNIBERT)
    table.enter(ENTRIES[KUNIBERT])
    home = table.phone.open("/")
    page = table.phone.follow("Enter round 2")

    assert home.texts("section.card h2") == ["Ritter Kunibert's 12er Stich"]
    assert home.texts("section.card ol li") == ["95 Ben", "55 Ada", "30 Cem"]
    assert home.texts("section.card li.leads") == ["95 Ben"]
    assert "1 round played, to 300" in home.words
    assert page.heading == "Round 2"


def test_home_shows_the_finished_matches_by_night_with_all_winners(table: Table) -> None:
    """A match that is over stands under its night, with everybody who shares the win (fault 6)."""
    table.start(MITTLERE, rules={"rounds": 1})
    table.enter(ENTRIES[MITTLERE])
    home = table.phone.open("/")

    assert home.texts("section h3") == ["Fri 27 November 2026"]
    assert home.texts("section li .won") == ["Ada and Cem"]
    assert home.texts("section.card") == []
    assert "No match in play" in home.words


def test_home_forgets_an_undone_end(table: Table) -> None:
    """What lists show follows the ledger: an undone round takes the win with it."""
    table.start(MITTLERE, rules={"rounds": 1})
    table.enter(ENTRIES[MITTLERE])
    table.phone.press("Undo round 1")
    home = table.phone.open("/")

    assert home.texts("section h3") == []
    assert home.texts("section.card ol li") == ["0 Ada", "0 Ben", "0 Cem"]
    assert home.texts("section.card li.leads") == []
    assert "0 of 1 rounds played" in home.words


def test_home_tells_of_a_phase_by_its_round(table: Table) -> None:
    """Mückenstich per phase: home speaks of the round and phase that are due."""
    table.start(MUECKENSTICH, THREE, rules={"scoring": "per_phase"})
    table.enter(PHASES[0])
    home = table.phone.open("/")

    assert home.texts("section.card a.button") == ["Enter round 1, phase 2"]
