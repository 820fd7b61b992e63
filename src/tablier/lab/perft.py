"""Perft: the number of sequences of so many decisions, chance included; a game that is over earlier counts none."""

import numpy as np

from tablier.core import kernels
from tablier.core.engine import Engine
from tablier.core.records import Bytes


def perft(engine: Engine, state: Bytes, depth: int) -> int:
    """The number of sequences of ``depth`` decisions from a position."""
    if depth == 0:
        return 1
    states = engine.blank(depth + 1)
    states[0] = state[0]
    moves = np.zeros((depth + 1, engine.game.rules.MOST_MOVES), dtype=np.int16)
    counts = np.zeros(depth + 1, dtype=np.int64)
    return int(engine.call(kernels.count_sequences, states, moves, counts, depth))
