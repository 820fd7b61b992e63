"""Rules of a game without secrets and chance, in which ``winners`` and ``reason`` say how it ended."""

from typing import Any

from tablier.core.compile import rule
from tablier.core.contract import RUNNING
from tablier.core.records import Array

MOVES = None


@rule
def returns(options: Any, state: Any, out: Array) -> int:
    """Winners split 1 evenly; all zero while the game runs."""
    winners = 0
    for seat in range(int(options.seats)):
        out[seat] = float((int(state.winners) >> seat) & 1)
        winners += (int(state.winners) >> seat) & 1
    if state.reason == RUNNING:
        return RUNNING
    for seat in range(int(options.seats)):
        out[seat] /= winners
    return int(state.reason)


@rule
def conceal(options: Any, state: Any, seat: int) -> None:
    """Nothing is hidden in this game."""


@rule
def redeal(options: Any, state: Any, seat: int, rng: Array) -> None:
    """Nothing is hidden in this game."""


@rule
def follow(options: Any, state: Any) -> None:
    """Nothing follows from the rest in this game."""


@rule
def weights(options: Any, state: Any, out: Array) -> None:
    """Nothing is left to chance in this game."""
