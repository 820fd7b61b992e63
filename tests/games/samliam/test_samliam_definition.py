"""The compiled rules against the slow and obvious definition, in every variant."""

import random
from typing import Any

import pytest

from tablier import Match
from tests.games.samliam import definition
from tests.games.samliam.chance import random_position
from tests.games.samliam.definition import Board, Position

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

each_variant = pytest.mark.parametrize(("seats", "options"), VARIANTS, ids=str)


def without_bookkeeping(position: Position) -> Position:
    """A finished game's turn carries no meaning."""
    if "outcome" not in position:
        return position
    return {key: value for key, value in position.items() if key not in ("turn", "turns")}


@each_variant
def test_legal_moves_and_what_they_do_are_as_defined(seats: int, options: dict[str, Any]) -> None:
    rng = random.Random(f"{seats}{options}")
    for _ in range(POSITIONS):
        position = random_position(rng, seats, options)
        match = Match.from_position(position)
        assert match.position() == position
        assert set(match.legal()) == definition.legal(position)
        for move in rng.sample(match.legal(), min(PLAYED, len(match.legal()))):
            match.play(move)
            assert without_bookkeeping(match.position()) == without_bookkeeping(definition.played(position, move))
            match.undo()


@each_variant
def test_whole_games_go_as_defined(seats: int, options: dict[str, Any]) -> None:
    rng = random.Random(f"{options}{seats}")
    match = Match("samliam", seats, {**options, "turn_limit": 60})
    while match.outcome is None:
        position, move = match.position(), rng.choice(match.legal())
        match.play(move)
        assert without_bookkeeping(match.position()) == without_bookkeeping(definition.played(position, move))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_definition_finds_open_cells_as_if_by_trying(seats: int) -> None:
    rng = random.Random(seats)
    for _ in range(3):
        board = Board(random_position(rng, seats, {}))
        tried = {cell for cell, facing in board.placements() if board.with_triangle(0, cell, facing).standing(0)}
        assert definition.open_cells(board, 0) == tried


def test_the_definition_finds_forks_as_if_by_trying() -> None:
    rng = random.Random(3)
    found = set()
    for _ in range(10):
        board = Board(random_position(rng, 2, {"size": 7}))
        tried = {
            cell
            for cell, facing in board.placements()
            if len(definition.open_cells(board.with_triangle(0, cell, facing), 0)) >= 2
        }
        assert set(definition.forks(board, 0)) == tried
        found |= tried
    assert found
