"""The engine against the slow, obvious definition, along random games in all options and numbers of seats."""

import itertools
import random

import pytest

from tablier import Match
from tests.games.sprawl import plain

OPTIONS = {
    "branching": "loose",
    "friendly_fire": False,
    "coup": True,
    "sprawlgame": True,
    "fast_building": True,
    "strongest": True,
}
PAIRS = [(), *itertools.combinations(OPTIONS, 1), *itertools.combinations(OPTIONS, 2), tuple(OPTIONS)]
SPREADING = 4  # spores and captures are rare in random play, and most of the rules are about them


def livelier(rng: random.Random, moves: list[str]) -> str:
    """A random move, more often a spore, a build or a question than their number would give."""
    lively = [move for move in moves if move[0] in "TBau"]
    return rng.choice(lively if lively and rng.randrange(SPREADING) else moves)


@pytest.mark.parametrize("number", range(len(PAIRS)))
def test_legal_moves_positions_and_outcomes_agree(number: int) -> None:
    chosen = {name: OPTIONS[name] for name in PAIRS[number]}
    rng = random.Random(number)
    match = Match("sprawl", seats=3 + number % 6, options=chosen, seed=number)
    expected = match.position()
    while match.outcome is None:
        moves = match.legal()
        assert set(moves) == plain.legal(expected)
        assert len(moves) == len(set(moves))
        move = livelier(rng, moves)
        match.play(move)
        expected = plain.play(expected, move)
        assert match.position() == expected
        assert (Match.from_position(expected).state == match.state).all()
