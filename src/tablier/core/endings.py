"""Rules shared by all games: how the turn passes on, and how a game ends."""

from typing import Any

import numpy as np

from tablier.core.compile import rule


@rule
def next_turn(options: Any, state: Any) -> None:
    """A turn is completed, and the next seat has its turn."""
    state.turns += 1
    state.turn = (int(state.turn) + 1) % int(options.seats)


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
