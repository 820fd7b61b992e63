"""Rules shared by all games: how a game ends, and the contract's functions for games without secrets or chance."""

from typing import Any

import numpy as np

from tablier.core.compile import rule
from tablier.core.contract import RUNNING
from tablier.core.records import Array


@rule
def win(state: Any, seat: int, reason: int) -> None:
    """One seat wins."""
    state.winners = np.uint8(1 << seat)
    state.reason = np.int8(reason)


@rule
def draw(options: Any, state: Any, reason: int) -> None:
    """All seats share the win."""
    state.winners = np.uint8((1 << int(options.seats)) - 1)
    state.reason = np.int8(reason)


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
def weights(options: Any, state: Any, out: Array) -> None:
    """Nothing is left to chance in this game."""
