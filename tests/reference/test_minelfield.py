"""Minelfield against the slow engine where it is tight: crowded boards, corners, long games of careful commanders."""

import random
from typing import Any

import pytest

from tablier import Match
from tests.reference import minelfield
from tests.reference.kit import compare, compare_loaded
from tests.reference.minelfield_format import CLOCKWISE, neighbour, points

CROWDED = {"side": 3, "green": ["a1", "b4"], "red": ["a2", "b1", "b2", "c3", "e1"]}
CORNERS = {"side": 4, "green": ["d1", "d7"], "red": ["d2", "d6", "a1"]}
EDGES = {"side": 6, "green": ["k2", "h9"], "red": ["f6", "f5", "g5"]}
VARIANTS: list[dict[str, Any]] = [
    {},
    {"die": 8, "lives": 2},
    {"board": "small", "lives": 2},
    {"board": "calm", "die": 8},
    {"board": CROWDED, "lives": 2, "turn_limit": 25},
    {"board": CORNERS, "die": 8, "turn_limit": 0},
    {"board": EDGES},
]
DECISIONS = 250  # of each variant


def careful(rng: random.Random, match: Match) -> str:
    """A move that leaves the commanders on their cells if there is one, since others make for short games.

    The position before it is loaded again, too.
    """
    compare_loaded(match)
    commanders = [piece["cell"] for piece in match.position()["pieces"] if piece["kind"] == "commander"]
    moves = match.legal()
    return rng.choice([move for move in moves if move.split("-")[0] not in commanders] or moves)


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_careful_games_agree_decision_by_decision(options: dict[str, Any]) -> None:
    rng, left = random.Random(5), DECISIONS
    while left > 0:
        match = Match("minelfield", options=options, seed=5)
        left -= compare(match, minelfield.start(2, match.options), left, rng, careful)


@pytest.mark.parametrize("side", [3, 4, 5, 6])
def test_neighbours_are_numbered_as_the_rows_grow_and_shrink(side: int) -> None:
    """The geometry of the slow engine, by the names of cells."""
    lengths = [sum(cell[0] == row for cell in points(side)) for row in "abcdefghijk"[: 2 * side - 1]]
    for cell in points(side):
        row, number = "abcdefghijk".index(cell[0]), int(cell[1:])
        for direction in ("ne", "se", "sw", "nw"):
            other = row + (1 if direction[0] == "n" else -1)
            if 0 <= other < len(lengths):
                longer = lengths[other] > lengths[row]
                due = number + (direction[1] == "e") - (not longer)
                name = f"{'abcdefghijk'[other]}{due}"
                assert neighbour(side, cell, direction) == (name if 1 <= due <= lengths[other] else None)
    assert CLOCKWISE == ["ne", "e", "se", "sw", "w", "nw"]
