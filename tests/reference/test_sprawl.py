"""Sprawl against the slow engine in every pair of options and all numbers of seats, in lively games to their end."""

import itertools
import random

import pytest

from tablier import Match
from tests.contract.kit import LONGEST_GAME
from tests.reference import sprawl
from tests.reference.kit import compare, compare_loaded

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


def livelier(rng: random.Random, match: Match) -> str:
    """A random move, more often a spore, a build or a question than their number would give."""
    moves = match.legal()
    lively = [move for move in moves if move[0] in "TBau"]
    return rng.choice(lively if lively and rng.randrange(SPREADING) else moves)


@pytest.mark.parametrize("number", range(len(PAIRS)))
def test_lively_games_agree_decision_by_decision(number: int) -> None:
    chosen = {name: OPTIONS[name] for name in PAIRS[number]}
    match = Match("sprawl", seats=3 + number % 6, options=chosen, seed=number)

    def checked(rng: random.Random, match: Match) -> str:
        compare_loaded(match)
        return livelier(rng, match)

    compare(match, sprawl.start(match.seats, match.options), LONGEST_GAME, random.Random(number), checked)
    assert match.outcome
