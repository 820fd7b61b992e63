"""Moves of Sam Liam as text."""

from functools import cache

from tablier.games.samliam.board import NAMES
from tablier.games.samliam.options import Options
from tablier.games.samliam.positions import place, position
from tablier.games.samliam.state import CODES, FACINGS, State, decode

__all__ = ["place", "position", "write"]


def write(options: Options, state: State, move: int) -> str:
    """The one notation of a legal move."""
    return WRITTEN[move]


@cache
def spelled(slot: int) -> str:
    """A cell with a facing."""
    return NAMES[slot >> 2] + FACINGS[slot & 3]


def spelled_move(move: int) -> str:
    """The notation that a code has in any position."""
    lifts, slot, announced = decode(move)
    return "-" * lifts + spelled(slot) + "!" * announced


WRITTEN = tuple(map(spelled_move, range(CODES)))
