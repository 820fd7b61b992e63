"""Bots play Sprawl well: strikes, rescues, large pieces, and the advice behind that."""

import numpy as np
import pytest

from tablier import Bot, Match
from tablier.core.registry import load
from tests.games.sprawl.boards import drawn

RULES = load("sprawl").rules
VARIANTS = ({}, {"branching": "loose"}, {"friendly_fire": False}, {"strongest": True}, {"sprawlgame": True})
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
    def test_strikes_the_leader_in_the_last_turn(self, level, seed):
        assert Bot("sprawl", level=level, seed=seed).choose(drawn(STRIKE, ending=1)) == "R1b3w"

    def test_builds_the_missing_size_before_it_is_struck(self, level, seed):
        assert Bot("sprawl", level=level, seed=seed).choose(drawn(RESCUE, ending=2)) == "B1a3"

    def test_lays_a_large_piece_when_only_that_is_enough(self, level, seed):
        assert Bot("sprawl", level=level, seed=seed).choose(drawn(LARGE, ending=1))[1] == "3"


class TestFavour:
    def test_a_strike_looks_better_than_anything(self):
        weights = favoured(drawn(STRIKE))
        assert max(weights, key=weights.get) == "R1b3w"

    def test_striking_oneself_looks_worst(self):
        weights = favoured(drawn(TWO_TOWERS))
        assert weights["R2b2e"] == min(weights.values()) < weights["R3b2e"]

    def test_a_spore_out_of_reach_looks_better(self):
        weights = favoured(drawn(SPORES))
        assert weights["T3a5"] > weights["T3d2"]

    @pytest.mark.parametrize("options", [*VARIANTS, COUP])
    def test_all_weights_are_positive(self, options):
        match, chooser = Match("sprawl", 4, options, seed=5), Bot("sprawl", kind="random", seed=5)
        while match.actor is not None:
            if isinstance(match.actor, int):
                assert min(favoured(match).values()) > 0
                match.play(chooser.choose(match))
            else:
                match.roll()
