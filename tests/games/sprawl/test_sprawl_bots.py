"""Bots play Sprawl well: strikes, rescues, large pieces, and the advice behind that."""

from typing import Any

import numpy as np
import pytest

from tablier import Bot, Match
from tablier.core.registry import load
from tests.games.sprawl.boards import drawn
from tests.series import series

RULES = load("sprawl").rules
VARIANTS: tuple[dict[str, Any], ...] = (
    {},
    {"branching": "loose"},
    {"friendly_fire": False},
    {"strongest": True},
    {"sprawlgame": True},
)
COUP = {"coup": True, "fast_building": True}

STRIKE = """
    .   .   .   .   .
    b2n .   .   .   C3
    b3n .   .   .   c3s
    B32 .   A3  a3e .
    b3s .   a3s .   .
    .   .   .   .   .
"""
RESCUE = """
    .   .   .   .   .
    a2n .   .   .   C3
    a3n .   .   .   .
    A32 .   B321 .  .
    .   .   .   .   .
    B1  .   .   .   .
"""
LARGE = """
    .   .   .   .   .
    .   b1n .   .   C3
    .   B321 b2e .  .
    .   b1s .   .   .
    A321 a2e .  .   .
    .   .   .   .   .
"""
SPORES = """
    .   .   .   .   .
    .   .   .   .   C3
    .   .   .   B3  .
    a2n .   .   .   .
    A3  a2e .   .   .
    .   .   .   .   .
"""
TWO_TOWERS = """
    .   .   .   .   .
    B3  .   .   .   C3
    .   .   .   .   .
    .   .   .   .   .
    A3  .   A3  .   .
    .   .   .   .   .
"""
GATE = """
    .   .   .   .   .
    .   .   .   .   C3
    B3  .   .   .   .
    .   .   .   .   .
    A3  .   .   .   .
    .   .   .   .   .
"""
# Seat 1 is stuck and will announce the end, so seat 0 has two turns more and seat 2 one between them.
ROOM_FOR_A_SPORE = """
    .   .   .   .   .
    B3  c2w C1  .   .
    .   .   .   .   .
    .   .   .   .   .
    .   .   .   .   .
    A1  a3e .   .   C2
"""
TWO_STRIKES = """
    .   .   .   .   .
    B3  c3w C32 .   .
    c1n .   .   .   c2n
    c2n a2w A321 .  C1
    c3n .   a3s .   .
    C321 c3e c2e c1e A321
"""


def favoured(match: Match) -> dict[str, int]:
    """The weight of every legal move."""
    state, moves = match.known(match.actor)[0], np.zeros(RULES.MOST_MOVES, dtype=np.int16)
    count = RULES.legal_moves(match.engine.record[0], state, moves)
    weights = np.zeros(count, dtype=np.int32)
    load("sprawl").advice.favour(match.engine.record[0], state, moves, count, True, weights)
    return dict(zip(match.legal(), map(int, weights), strict=True))


@pytest.mark.parametrize("level", [4, 5, 6])
@pytest.mark.parametrize("seed", [1, 2, 3])
class TestOneTurn:
    def test_strikes_the_leader_in_the_last_turn(self, level: int, seed: int) -> None:
        assert Bot("sprawl", level=level, seed=seed).choose(drawn(STRIKE, ending=1)) == "R1b3w"

    def test_builds_the_missing_size_before_it_is_struck(self, level: int, seed: int) -> None:
        assert Bot("sprawl", level=level, seed=seed).choose(drawn(RESCUE, ending=2)) == "B1a3"

    def test_lays_a_large_piece_when_only_that_is_enough(self, level: int, seed: int) -> None:
        assert Bot("sprawl", level=level, seed=seed).choose(drawn(LARGE, ending=1))[1] == "3"


@pytest.mark.parametrize("seed", series(1, 2, 3))
class TestTwoTurns:
    def test_lays_the_branch_that_leaves_a_spore_rather_than_the_largest(self, seed: int) -> None:
        assert Bot("sprawl", level=8, seed=seed).choose(drawn(ROOM_FOR_A_SPORE)) == "R2a2n"

    def test_strikes_first_what_could_still_be_saved(self, seed: int) -> None:
        assert Bot("sprawl", level=8, seed=seed).choose(drawn(TWO_STRIKES)) == "R1c4n"


class TestFavour:
    def test_a_strike_looks_better_than_anything(self) -> None:
        weights = favoured(drawn(STRIKE))
        assert max(weights, key=weights.get) == "R1b3w"

    def test_striking_oneself_looks_worst(self) -> None:
        weights = favoured(drawn(TWO_TOWERS))
        assert weights["R2b2e"] == min(weights.values()) < weights["R3b2e"]

    def test_a_spore_out_of_reach_looks_better(self) -> None:
        weights = favoured(drawn(SPORES))
        assert weights["T3a5"] > weights["T3d2"]

    def test_the_larger_branch_looks_better(self) -> None:
        weights = favoured(drawn(TWO_TOWERS))
        assert weights["R1d2e"] < weights["R2d2e"] < weights["R3d2e"]

    def test_closing_the_way_to_an_own_tower_looks_better(self) -> None:
        weights = favoured(drawn(GATE))
        assert weights["R3a3n"] > weights["R3b2e"]

    @pytest.mark.parametrize("options", [*VARIANTS, COUP])
    def test_all_weights_are_positive(self, options: dict[str, Any]) -> None:
        match, chooser = Match("sprawl", 4, options, seed=5), Bot("sprawl", kind="random", seed=5)
        while match.actor is not None:
            if isinstance(match.actor, int):
                assert min(favoured(match).values()) > 0
                match.play(chooser.choose(match))
            else:
                match.roll()
