"""Where turns of Samarra began and ended: what the rule against repetition remembers.

A position is remembered as the placement of the tents alone: whenever something is revealed, spent or killed, no
earlier position can come again, and memory is emptied.
"""

from typing import Any

import numpy as np

from tablier.core.compile import rule
from tablier.games.samarra.options import Options
from tablier.games.samarra.state import AHEAD, DIRECTIONS, NONE, REMEMBERED, STRIDE, TENTS, State, is_in

NO_POSITION = np.uint64(0)
CELL_BITS = np.uint64(7)  # of a tent's cell in a placement
CELL_MASK = 127
STOOD_TO_FORBID = 2  # times


@rule
def placement(state: State) -> Any:
    """Where every piece stands, as one number."""
    number = NO_POSITION
    for seat in range(2):
        for tent in range(TENTS):
            number = (number << CELL_BITS) | np.uint64(int(state.cells[seat, tent]) & CELL_MASK)
    return number


@rule
def moved(position: Any, seat: int, tent: int, cell: int, target: int) -> Any:
    """The same placement after a tent has moved."""
    after = np.uint64(2 * TENTS - 1 - (TENTS * seat + tent))
    return position ^ (np.uint64(cell ^ target) << (CELL_BITS * after))


@rule
def forget(options: Options, state: State) -> None:
    """Empty the memory, if there is anything in it."""
    if options.no_repetition:
        clear_memory(state)


@rule
def clear_memory(state: State) -> None:
    """Remember nothing, whatever the record held."""
    state.began = NO_POSITION
    for turn in range(REMEMBERED):
        state.ends[0, turn] = NO_POSITION
        state.ends[1, turn] = NO_POSITION


@rule
def remember_beginning(options: Options, state: State) -> None:
    """A turn begins like this."""
    if options.no_repetition:
        state.began = placement(state)


@rule
def remember_end(options: Options, state: State, seat: int) -> None:
    """A turn of a seat ends like this; where it began no longer matters."""
    if options.no_repetition:
        state.began = NO_POSITION
        state.ends[seat, int(state.turns) // 2 % REMEMBERED] = placement(state)


@rule
def is_repeated(state: State, seat: int, position: Any) -> bool:
    """Whether a seat may not end its turn like this: so it began, or so its turns have ended twice."""
    times = 0
    for turn in range(REMEMBERED):
        times += state.ends[seat, turn] == position
    return position == state.began or times >= STOOD_TO_FORBID


@rule
def repeating(options: Options, state: State, seat: int, tent: int, targets: Any) -> Any:
    """Those cells to which the last step of a turn may not go, because it would repeat a position."""
    cell = int(state.cells[seat, tent])
    here = placement(state)
    found = NONE
    for direction in range(DIRECTIONS):
        target = targets & AHEAD[cell, direction]
        if target and is_repeated(state, seat, moved(here, seat, tent, cell, cell + int(STRIDE[direction]))):
            found |= target
    if not is_in(options.city[1 - seat], cell):
        found &= ~options.city[1 - seat]
    return found
