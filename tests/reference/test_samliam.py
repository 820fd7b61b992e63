"""Sam Liam against the slow engine in every variant, from random positions and in whole games."""

import random
from typing import Any

import pytest

from tablier import Match
from tests.reference import samliam
from tests.reference.kit import compare, compare_now
from tests.reference.samliam_positions import board_of, random_position

AUTOMATIC: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (2, {"size": 7}),
    (2, {"announcements": "off"}),
    (3, {}),
    (4, {}),
]
STRICT: list[tuple[int, dict[str, Any]]] = [(2, {"size": 7}), (2, {}), (3, {}), (4, {})]
VARIANTS = AUTOMATIC + [(seats, {**options, "announcements": "strict"}) for seats, options in STRICT]
POSITIONS = 4  # of each variant
PLAYED = 4  # moves of each position
SHORT = 60  # turns of a whole game
ENOUGH = 2 * SHORT  # decisions: at most a lift and a placement a turn

each_variant = pytest.mark.parametrize(("seats", "options"), VARIANTS, ids=str)


@each_variant
def test_legal_moves_of_random_positions_and_what_they_do_agree(seats: int, options: dict[str, Any]) -> None:
    rng = random.Random(f"{seats}{options}")
    for _ in range(POSITIONS):
        position = random_position(rng, seats, options)
        match, other = Match.from_position(position), samliam.load(position)
        assert match.position() == position
        compare_now(match, other)
        for move in rng.sample(match.legal(), min(PLAYED, len(match.legal()))):
            match.play(move)
            after = samliam.load(position)
            after.play(move)
            compare_now(match, after)
            match.undo()


@each_variant
def test_whole_games_agree_decision_by_decision(seats: int, options: dict[str, Any]) -> None:
    match = Match("samliam", seats, {**options, "turn_limit": SHORT})
    compare(match, samliam.start(seats, match.options), ENOUGH, random.Random(f"{options}{seats}"))
    assert match.outcome


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_slow_engine_finds_winning_cells_as_if_by_trying(seats: int) -> None:
    rng = random.Random(seats)
    for _ in range(3):
        board = board_of(random_position(rng, seats, {}))
        tried = {cell for cell, facing in board.placements() if board.after(0, cell, facing).standing(0)}
        assert board.winning_cells(0) == tried


def test_the_slow_engine_finds_forks_as_if_by_trying() -> None:
    rng = random.Random(3)
    found = set()
    for _ in range(10):
        board = board_of(random_position(rng, 2, {"size": 7}))
        tried = {cell for cell, facing in board.placements() if len(board.after(0, cell, facing).winning_cells(0)) >= 2}
        assert board.forking_cells(0) == tried
        found |= tried
    assert found
