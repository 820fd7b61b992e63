"""Exhaustive proofs: whether a seat wins whatever the others, dice and cards do. It knows no game.

Positions that were met before are remembered by two numbers made of all their bytes, one for the place in a table and
one to tell what lies there apart.
"""

from typing import Any, NamedTuple

import numpy as np

from tablier.core.compile import kernel, rule
from tablier.core.contract import NOBODY
from tablier.core.engine import Engine
from tablier.core.generic import actor, apply, favour, legal_moves
from tablier.core.records import Array, Bytes

LOST, WON, UNKNOWN = 0, 1, 2
DEEPEST = 128  # decisions
PLACES = 1 << 18  # of the table
MASK = (1 << 43) - 1  # with a factor of 20 bits no product is longer than a word
FIRST_FACTOR, SECOND_FACTOR = 1_000_003, 786_433
LISTED, TRIED, PLACE, MARK = range(4)  # of a level: moves, those looked at, and where it is remembered


@rule
def mixed(raw: Array, level: int, factor: int) -> int:
    """A number made of all bytes of a record."""
    number = 1
    for index in range(raw.shape[1]):
        number = (number * factor + int(raw[level, index]) + 1) & MASK
    return number


@kernel
def entered(
    options: Any, states: Any, raw: Array, moves: Array, rows: Array, marks: Array, verdicts: Array, seat: int,
    level: int,
) -> int:  # fmt: skip
    """What is known of a position that was just reached; if nothing is, its moves are listed."""
    if actor(options[0], states[level]) == NOBODY:
        return WON if has_won_at(states, seat, level) else LOST
    place = mixed(raw, level, FIRST_FACTOR) & (PLACES - 1)
    mark = mixed(raw, level, SECOND_FACTOR)
    if marks[place] == mark:
        return int(verdicts[place])
    rows[level, PLACE], rows[level, MARK], rows[level, TRIED] = place, mark, 0
    rows[level, LISTED] = legal_moves(options[0], states[level], moves[level])
    return UNKNOWN


@rule
def has_won_at(states: Any, seat: int, level: int) -> bool:
    """Whether a seat alone has won a game that is over."""
    return int(states[level].winners) == 1 << seat


@kernel
def solve(
    options: Any, states: Any, raw: Array, moves: Array, rows: Array, marks: Array, verdicts: Array, seat: int,
    budget: int,
) -> tuple[int, int]:  # fmt: skip
    """WON or LOST at ``states[0]``, or UNKNOWN after so many positions; and how many were looked at."""
    level, looked = 0, 1
    found = entered(options, states, raw, moves, rows, marks, verdicts, seat, 0)
    if found != UNKNOWN:
        return found, looked
    while level >= 0:
        decides = WON if actor(options[0], states[level]) == seat else LOST
        if found == decides or rows[level, TRIED] == rows[level, LISTED]:
            found = decides if found == decides else WON + LOST - decides
            marks[rows[level, PLACE]], verdicts[rows[level, PLACE]] = rows[level, MARK], found
            level -= 1
            continue
        if looked >= budget or level + 1 >= DEEPEST:
            return UNKNOWN, looked
        states[level + 1] = states[level]
        move = int(moves[level, rows[level, TRIED]])
        rows[level, TRIED] += 1
        apply(options[0], states[level + 1], move)
        looked += 1
        found = entered(options, states, raw, moves, rows, marks, verdicts, seat, level + 1)
        if found == UNKNOWN:
            level += 1
    return found, looked


class Room(NamedTuple):
    """Memory of proofs, for one seat of one game."""

    states: Bytes
    raw: Array
    moves: Array
    rows: Array
    marks: Array
    verdicts: Array


class Solver:
    """Proofs for one seat, each going on from what the others have found."""

    def __init__(self, engine: Engine, seat: int) -> None:
        self.engine, self.seat = engine, seat
        states = engine.blank(DEEPEST)
        raw = np.asarray(states).view(np.uint8).reshape(DEEPEST, -1)
        moves = np.zeros((DEEPEST, engine.game.rules.MOST_MOVES), dtype=np.int16)
        rows = np.zeros((DEEPEST, 4), dtype=np.int64)
        marks, verdicts = np.zeros(PLACES, dtype=np.int64), np.zeros(PLACES, dtype=np.int8)
        self.room = Room(states, raw, moves, rows, marks, verdicts)
        self.looked = 0

    def solved(self, state: Bytes, budget: int) -> int:
        """WON, LOST, or UNKNOWN after so many positions."""
        self.room.states[0] = state[0]
        found, looked = self.engine.call(solve, *self.room, self.seat, budget)
        self.looked += int(looked)
        return int(found)


@kernel
def looks(options: Any, states: Any, moves: Array, out: Array) -> None:
    """How good moves look to the game's advice."""
    favour(options[0], states[0], moves, moves.size, True, out)
