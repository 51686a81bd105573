"""Whole evenings: matches of the three games, from the first round to the winner."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.table import (
    ENTRIES,
    KUNIBERT,
    MITTLERE,
    MUECKENSTICH,
    PHASES,
    RULEBOOK,
    RULEBOOK_SCORES,
    SCORES,
    THREE,
    read_board,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.rules.problems import Json
    from tests.web.table import Table


GAMES = (MUECKENSTICH, KUNIBERT, MITTLERE)
FOUR = ("Ada", "Ben", "Cem", "Dee")
FOUR_PLAYERS = {
    "tricks": [1, 3, 4, 5],
    "numbers": [
        {"red": 4},
        {"red": 5, "blue": 5, "green": 1},
        {"blue": 7, "green": 8},
        {"black": 13, "green": 3, "red": 1},
    ],
    "mosquitoes": [{}, {"red": 1}, {"blue": 1}, {"green": 3}],
    "doubled": "red",
    "removed": "black",
}
"""Ada alone has the fewest tricks, Dee alone the most mosquitoes."""


def test_s5_the_rulebooks_five_player_round_scores_as_printed(table: Table) -> None:
    """Mückenstich §5: the printed example gives 10, -1, -10, -3, 10 on the scoreboard."""
    table.start(MUECKENSTICH)
    board = read_board(table.enter(RULEBOOK))

    assert board.rounds == [RULEBOOK_SCORES]
    assert board.totals == RULEBOOK_SCORES
    assert board.ranks == ["1.", "3.", "5.", "4.", "1."]
    assert board.leads == [0, 4]


@pytest.mark.parametrize("game", GAMES)
def test_a_blank_scoreboard_leads_to_the_first_round(table: Table, game: str) -> None:
    """Before the first round nobody leads, nobody has a place, and there is nothing to undo."""
    page = table.start(game)
    board = read_board(page)

    assert board.rounds == []
    assert board.totals == [0] * len(board.names)
    assert set(board.ranks) == {""}
    assert board.leads == []
    assert not any(button.startswith("Undo") for button in page.texts("button"))
    assert page.texts("a.primary") == ["Enter round 1"]


@pytest.mark.parametrize("game", GAMES)
def test_a_saved_round_stands_on_the_scoreboard_with_its_points(table: Table, game: str) -> None:
    """A round that is typed in and saved leads back to the scoreboard, where it stands."""
    table.start(game)
    page = table.enter(ENTRIES[game])
    board = read_board(page)

    assert page.redirects == (303,)
    assert board.rounds == [SCORES[game]]
    assert board.totals == SCORES[game]
    assert table.acts == ["start", "record 1"]


def test_mueckenstich_ends_after_as_many_rounds_as_players(table: Table) -> None:
    """Mückenstich §2 and §6: four players play four rounds, and the highest total wins."""
    table.start(MUECKENSTICH, FOUR)
    subtitles = []
    for _round in range(4):
        subtitles.append(read_board(table.phone.page).subtitle)
        page = table.enter(FOUR_PLAYERS)
    board = read_board(page)

    assert subtitles == [f"Round {n} of 4" for n in (1, 2, 3, 4)]
    assert board.rounds[0] == [8, 11, 10, 0]
    assert board.totals == [32, 44, 40, 0]
    assert board.ranks == ["3.", "1.", "2.", "4."]
    assert board.subtitle == "4 rounds played"
    assert board.result.startswith("Ben wins All rounds are played")
    assert "Equal totals" not in board.result
    assert board.deal == ""
    assert page.texts("a.primary") == ["Rematch"]


def test_mueckenstich_can_be_shared(table: Table) -> None:
    """Equal totals at the end share the win: both are named, with places 1, 1, 3 (fault 6)."""
    table.start(MUECKENSTICH, rules={"rounds": 2})
    table.enter(RULEBOOK)
    board = read_board(table.enter(RULEBOOK))

    assert board.totals == [20, -2, -20, -6, 20]
    assert board.ranks == ["1.", "3.", "5.", "4.", "1."]
    assert board.leads == [0, 4]
    assert board.result.startswith("Arne and Fritz share the win")
    assert board.result.endswith("Equal totals share the win.")


def test_mittlere_ends_after_twelve_rounds(table: Table) -> None:
    """Mittlere Jass: after 12 rounds the highest net number of sticks wins; two may share it."""
    table.start(MITTLERE)
    for _round in range(11):
        page = table.enter(ENTRIES[MITTLERE])
    before = read_board(page)
    after = read_board(table.enter(ENTRIES[MITTLERE]))

    assert before.subtitle == "Round 12 of 12"
    assert before.result == ""
    assert after.totals == [12, -24, 12]
    assert after.ranks == ["1.", "3.", "1."]
    assert after.result.startswith("Ada and Cem share the win")


def test_kunibert_ends_when_the_target_is_reached_exactly(table: Table) -> None:
    """Kunibert §8: a total of exactly the target ends the match (fault 5)."""
    table.start(KUNIBERT, rules={"target": 190})
    first = read_board(table.enter(ENTRIES[KUNIBERT]))
    second = read_board(table.enter(ENTRIES[KUNIBERT]))

    assert first.subtitle == "To 190 points, 95 to go"
    assert first.result == ""
    assert second.totals == [110, 190, 60]
    assert second.subtitle == "To 190 points"
    assert second.result.startswith("Ben wins The target of 190 was reached")


def test_kunibert_one_point_short_of_the_target_plays_on(table: Table) -> None:
    """Kunibert §8: one point below the target nobody has won yet."""
    table.start(KUNIBERT, rules={"target": 96})
    page = table.enter(ENTRIES[KUNIBERT])

    assert read_board(page).result == ""
    assert read_board(page).subtitle == "To 96 points, 1 to go"
    assert page.texts("a.primary") == ["Enter round 2"]


def test_kunibert_counts_the_highest_total_whoever_was_first_at_the_target(table: Table) -> None:
    """Kunibert §8: of two who pass the target in one round the higher total wins."""
    table.start(KUNIBERT, rules={"target": 50})
    board = read_board(table.enter(ENTRIES[KUNIBERT]))

    assert board.totals == [55, 95, 30]
    assert board.result.startswith("Ben wins")


LEVEL: Mapping[str, Json] = {"captured": [{"low": 10}, {"mid": 2}, {"low": 6}], "last_card": 1}
"""Kunibert: 50, 50 and 30 points."""


def test_kunibert_equal_at_the_top_share_the_win(table: Table) -> None:
    """Kunibert, house reading: two with the same highest total at the target share the win."""
    table.start(KUNIBERT, rules={"target": 50})
    board = read_board(table.enter(LEVEL))

    assert board.totals == [50, 50, 30]
    assert board.ranks == ["1.", "1.", "3."]
    assert board.result.startswith("Ada and Ben share the win")


def test_kunibert_with_an_extra_round_plays_on_until_one_alone_leads(table: Table) -> None:
    """Kunibert's extra_round: at a tie all play on; the first who leads alone wins."""
    table.start(KUNIBERT, rules={"target": 30, "tie": "extra_round"})
    tied = read_board(table.enter(LEVEL))
    decided = read_board(table.enter({**LEVEL, "last_card": 2}))

    assert tied.result == ""
    assert "−" not in tied.subtitle
    assert decided.totals == [100, 70, 90]
    assert decided.result.startswith("Ada wins")


@pytest.mark.parametrize(
    ("game", "names", "deals", "leads"),
    [
        (MUECKENSTICH, FOUR, ["Cem", "Dee", "Ada"], ["Dee", "Ada", "Ben"]),
        (KUNIBERT, FOUR, ["Cem", "Dee", "Ada"], ["Dee", "Ada", "Ben"]),
        (MITTLERE, THREE, ["Cem", "Ben", "Ada"], ["Ben", "Ada", "Cem"]),
    ],
)
def test_the_deal_goes_round_in_the_games_own_direction(
    table: Table, game: str, names: Sequence[str], deals: list[str], leads: list[str]
) -> None:
    """The deal goes to the left, with Mittlere to the right; the next player leads."""
    entry = {
        MUECKENSTICH: FOUR_PLAYERS,
        KUNIBERT: {"captured": [{"low": 2}, {"low": 2}, {}, {}], "last_card": 3},
        MITTLERE: ENTRIES[MITTLERE],
    }[game]
    table.start(game, names, dealer=2)
    said = [read_board(table.phone.page).deal]
    said += [read_board(table.enter(entry)).deal for _round in range(2)]

    assert said == [
        f"{dealer} deals next · {leader} leads" for dealer, leader in zip(deals, leads, strict=True)
    ]


def test_three_players_score_each_phase_with_choices_of_its_own(table: Table) -> None:
    """Mückenstich per phase: two entries a round; the deal moves on after the second."""
    rules = {"scoring": "per_phase", "rounds": 2}
    start = table.start(MUECKENSTICH, THREE, rules=rules)
    form = table.open_form(PHASES[0])
    first = table.save()
    second_form = table.open_form(PHASES[1])
    second = table.save()

    assert start.texts("a.primary") == ["Enter round 1, phase 1"]
    assert form.heading == "Round 1, phase 1"
    assert read_board(first).deal == "Ada deals next · whoever won the last trick leads"
    assert read_board(first).subtitle == "Round 1 of 2, phase 2"
    assert second_form.heading == "Round 1, phase 2"
    assert read_board(second).rounds == [[5, 2, 2], [18, 3, -10]]
    assert read_board(second).deal == "Ben deals next · Cem leads"
    assert read_board(second).subtitle == "Round 2 of 2, phase 1"
    assert second.texts("a.primary") == ["Enter round 2, phase 1"]


def test_the_phases_of_a_round_are_named_by_it_when_undone_and_over(table: Table) -> None:
    """Mückenstich per phase: undo, restore and the end speak of the round and its phase."""
    page = table.start(MUECKENSTICH, THREE, rules={"scoring": "per_phase", "rounds": 1})
    for entry in PHASES:
        page = table.enter(entry)
    over = read_board(page)
    undone = table.phone.press("Undo round 1, phase 2")

    assert over.labels == ["Round 1, phase a", "Round 1, phase b"]
    assert over.subtitle == "1 round played"
    assert over.result.startswith("Ada wins")
    assert "Round 1, phase 2 was undone." in undone.words


def test_both_phases_are_played_with_one_deck(table: Table) -> None:
    """Mückenstich per phase: more than 13 cards of a colour over both phases are refused."""
    table.start(MUECKENSTICH, THREE, rules={"scoring": "per_phase"})
    table.enter(PHASES[0])
    too_many = {
        **PHASES[1],
        "numbers": [{"black": 9}, {"blue": 8}, {"green": 4}],
    }
    page = table.enter(too_many, expect=422)

    assert "blue" in page.alerts
    assert "15" in page.alerts
    assert table.acts == ["start", "record 1"]
