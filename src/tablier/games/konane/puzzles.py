"""Puzzles of Konane: what a strong jump does, and which positions are alike."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tablier.core.contract import RUNNING
from tablier.core.likeness import Naming, apart_from, namings, renamed
from tablier.games.konane.rules import BOARD, JUMP, MOST_MOVES, SIDE, State, kind_of, legal_moves

PINNED = 2  # jumps that are left to a seat which is nearly blocked
FIRST = BOARD.names[0]


def theme(options: Any, before: State, move: int, after: State) -> str:
    """Whether a jump takes several stones, leaves the other seat hardly any, or ends the game."""
    if after.reason != RUNNING:
        return "blocked"
    if kind_of(move) == JUMP and stones(before) - stones(after) > 1:
        return "chain"
    jumps = legal_moves(options, after, np.zeros(MOST_MOVES, dtype=np.int16))
    return "blockade" if jumps <= PINNED else ""


def stones(state: State) -> int:
    """How many stones are left."""
    return int(np.count_nonzero(state.cells))


def twins(position: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """The position turned and mirrored; where a corner changes its colour the seats change places."""
    return [twin(position, naming) for naming in namings(SIDE, SIDE)]


def twin(position: Mapping[str, Any], naming: Naming) -> Mapping[str, Any]:
    """One of them."""
    found = apart_from(position, lambda data: renamed(data, naming))
    if BOARD.numbers[naming[FIRST]] in (0, BOARD.size - 1):
        return found
    cells = {cell: 1 - seat for cell, seat in found["cells"].items()}
    return found | {"turn": 1 - found["turn"], "cells": cells}
