"""The contract test kit: variants that cover every pair of options, and random games of them."""

import os
from functools import partial

from tablier import Match
from tablier.authors.cases import LONGEST_GAME, cases, default, random_match, sampled
from tablier.authors.cases import TestedVariant as Case
from tablier.core.registry import load
from tablier.games import GAMES as OURS

__all__ = [
    "ALL_CASES",
    "GAMES",
    "LONGEST_GAME",
    "Case",
    "at_move",
    "cases",
    "default",
    "offers_choices",
    "random_match",
    "sampled",
]

GAMES = os.environ.get("TABLIER_TEST_GAMES", ",".join([*OURS, "heap"])).split(",")
"""The games to test: all, unless the environment names some."""

ALL_CASES = [case for key in GAMES for case in cases(key)]


def offers_choices(game: str) -> bool:
    """Whether a game's view offers moves in its own way, and not as the core does for it."""
    return not isinstance(load(game).view.choices, partial)


def at_move(match: Match, number: int) -> Match:
    """The same match, taken back to a move."""
    earlier = match.copy()
    while len(earlier.moves) > number:
        earlier.undo()
    return earlier
