"""The compiled rules against the slow, obvious definition, along random games."""

import itertools
import random
from typing import Any

import pytest

from tablier import Match
from tests.games.minelfield.definition import DIRECTIONS, Definition

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
DECISIONS = 250


def played(options: dict[str, Any], seed: int) -> list[tuple[dict[str, Any], set[str], str]]:
    """Random decisions of some games in a row: position before, legal moves, and the one chosen."""
    chosen = random.Random(seed)
    found: list[tuple[dict[str, Any], set[str], str]] = []
    match = Match("minelfield", options=options, seed=seed)
    while len(found) < DECISIONS:
        if match.outcome:
            found.append((match.position(), set(match.legal()), ""))
            match = Match("minelfield", options=options, seed=seed)
        careful = [move for move in match.legal() if not is_commanders(match, move)] or match.legal()
        move = chosen.choice(careful)
        found.append((match.position(), set(match.legal()), move))
        match.play(move)
    return found


def is_commanders(match: Match, move: str) -> bool:
    """Whether a commander would leave its cell, which makes for short games."""
    commanders = [piece["cell"] for piece in match.position()["pieces"] if piece["kind"] == "commander"]
    return move.split("-")[0] in commanders


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_random_games_agree_with_the_definition_decision_by_decision(options: dict[str, Any]) -> None:
    games = played(options, seed=5)
    definition = Definition(games[0][0]["options"])
    for (position, legal, move), (following, _, _) in itertools.pairwise(games):
        assert legal == definition.legal(position)
        if move:
            assert definition.play(position, move) == following


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_every_position_of_random_games_loads_and_saves_as_the_same_json(options: dict[str, Any]) -> None:
    for position, legal, _ in played(options, seed=6)[::5]:
        loaded = Match.from_position(position)
        assert loaded.position() == position
        assert list(loaded.position()) == list(position)
        assert set(loaded.legal()) == legal


def test_a_loaded_position_has_the_bytes_of_the_position_that_was_played_to() -> None:
    match = Match("minelfield", options={"lives": 2}, seed=3)
    chosen = random.Random(1)
    for _ in range(60):
        if match.outcome:
            break
        match.play(chosen.choice(match.legal()))
        assert Match.from_position(match.position()).state.tobytes() == match.state.tobytes()


@pytest.mark.parametrize("side", [3, 4, 5, 6])
def test_neighbours_are_numbered_as_the_rows_grow_and_shrink(side: int) -> None:
    definition = Definition({"board": {"side": side, "green": [], "red": []}})
    for row in range(2 * side - 1):
        for number in range(1, definition.length(row) + 1):
            for direction in ("ne", "se", "sw", "nw"):
                other = row + (1 if direction[0] == "n" else -1)
                if 0 <= other < 2 * side - 1:
                    longer = definition.length(other) > definition.length(row)
                    expected = number + (direction[1] == "e") - (not longer)
                    found = definition.neighbour(definition.cell(f"{'abcdefghijk'[row]}{number}"), direction)
                    assert found == definition.cell(f"{'abcdefghijk'[other]}{expected}")
    assert DIRECTIONS == ["ne", "e", "se", "sw", "w", "nw"]
