"""Findings, on games that are written down here: leads, winners that are known, luck, disasters and kings."""

from typing import Any

import pytest

from tablier.core.contract import CHANCE
from tablier.lab.findings import changes, curve, first_turn, kings, known_from, lead_changes, luck, minutes, shared_view


def game(chances: list[list[float]], scores: list[float], movers: list[int] | None = None) -> dict[str, Any]:
    """A game in which both judgements of every position are the same."""
    movers = movers or [0] * len(chances)
    return {
        "number": 0, "scores": scores, "movers": movers, "branching": [4] * len(movers), "turns": len(movers),
        "chances": [[values, values] for values in chances], "first_turns": [1, 2],
    }  # fmt: skip


def test_only_a_clear_lead_changes_hands() -> None:
    assert lead_changes([[0.5, 0.5], [0.7, 0.3], [0.53, 0.47], [0.47, 0.53], [0.6, 0.4], [0.2, 0.8]]) == 1
    assert lead_changes([[0.8, 0.2], [0.2, 0.8], [1.0, 0.0]]) == 2


def test_a_winner_is_known_when_the_chances_stay_high() -> None:
    row = game([[0.9, 0.1], [0.5, 0.5], [0.85, 0.15], [0.9, 0.1]], [1.0, 0.0])
    assert known_from(row, curve(row, False)) == pytest.approx(2 / 4)
    drawn = game([[0.5, 0.5]], [0.5, 0.5])
    assert known_from(drawn, curve(drawn, False)) is None


def test_luck_is_what_chance_moves() -> None:
    row = game([[0.5, 0.5], [0.5, 0.5], [0.9, 0.1]], [1.0, 0.0], [0, CHANCE, 0])
    by_chance, everything = changes(row, False)
    assert by_chance == pytest.approx(2 * 0.16)
    assert everything == pytest.approx(2 * 0.16 + 2 * 0.01)
    assert luck([row], False)["share"] == pytest.approx(0.16 / 0.17)


def test_the_errors_of_two_searches_do_not_count_as_luck() -> None:
    row = game([[0.5, 0.5], [0.5, 0.5], [0.5, 0.5]], [0.5, 0.5], [0, CHANCE, 0])
    row["chances"][1] = [[0.6, 0.4], [0.5, 0.5]]  # one of them errs, the other does not
    assert changes(row, False) == (0.0, 0.0)


def test_where_seats_know_different_things_their_last_thoughts_are_averaged() -> None:
    assert shared_view([0, 1, 0], [[0.8, 0.2], [0.4, 0.6], [0.6, 0.4]]) == [
        [0.8, 0.2], pytest.approx([0.6, 0.4]), pytest.approx([0.5, 0.5])
    ]  # fmt: skip


def test_a_first_turn_may_decide_a_game() -> None:
    rows = [game([[0.5, 0.5], [0.04, 0.96]], [0.0, 1.0]), game([[0.5, 0.5], [0.5, 0.5]], [0.0, 1.0])]
    found = first_turn(rows, [curve(row, False) for row in rows], 0)
    assert found["decided"]["share"] == found["lost"]["share"] == 0.5
    assert found["decided"]["games"] == 2


def test_a_king_is_made_by_a_seat_without_hope() -> None:
    hopeless = game([[0.02, 0.6, 0.38], [0.02, 0.3, 0.68]], [0.0, 0.0, 1.0], [0, 1])
    assert kings(hopeless, curve(hopeless, False)) == 1
    hopeful = game([[0.2, 0.5, 0.3], [0.2, 0.2, 0.6]], [0.0, 0.0, 1.0], [0, 1])
    assert kings(hopeful, curve(hopeful, False)) == 0


def test_minutes_depend_on_choices_and_not_on_bots() -> None:
    row = game([[0.5, 0.5]] * 3, [1.0, 0.0], [0, CHANCE, 1])
    assert minutes(row) == pytest.approx((2 * (4 + 2.5 * 2) + 3) / 60)
