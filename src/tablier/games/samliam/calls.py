"""The announcement that stands on the table, for pictures and stories."""

from dataclasses import dataclass

import numpy as np

from tablier.core.compile import compiled
from tablier.core.contract import RUNNING
from tablier.core.records import Array, Bytes, remembered, revived
from tablier.games.samliam.board import CELLS
from tablier.games.samliam.duty import is_banned
from tablier.games.samliam.options import OFF, Options
from tablier.games.samliam.rules import ANNOUNCED
from tablier.games.samliam.state import NOWHERE, State, put, wide
from tablier.games.samliam.threats import AS_IT_IS, SILENCE, call, forks_in, open_facings

IS_OPEN, IS_FORK = 1, 2  # marks of cells
CALLS_KEPT = 256  # a position is asked for its call several times


@dataclass(frozen=True)
class Call:
    """What a seat announced, and the cells it speaks of: open ones or, for SONG, forks."""

    seat: int
    number: int
    cells: tuple[int, ...]


def standing_call(options: Options, state: State) -> Call | None:
    """The announcement of the seat that played last, unless the game was won or drawn without one."""
    if state.reason == RUNNING:
        return call_of(options, state, (int(state.turn) - 1) % int(options.seats))
    return call_of(options, state, int(state.turn)) if state.reason == ANNOUNCED else None


@remembered(CALLS_KEPT)
def call_of(options: Options, state: State, seat: int) -> Call | None:
    """The announcement that a seat made at the end of its turn; a lift made since is undone."""
    marks = np.zeros(CELLS, np.uint8)
    number = int(read_call(revived(Options, options), revived(State, state), seat, marks))
    return Call(seat, number, tuple(np.flatnonzero(marks).tolist())) if number != SILENCE else None


@compiled
def read_call(variants: Bytes, states: Bytes, seat: int, marks: Array) -> int:
    """Mark the cells that an announcement speaks of, and return it; options and record are given as arrays of one."""
    options, state = variants[0], states[0]
    if options.announcements == OFF or is_banned(state, seat):
        return SILENCE
    if state.lifted != NOWHERE:
        put(options, state, wide(state.turn), wide(state.lifted) >> 2, wide(state.lifted) & 3)
    number = call(options, state, seat)
    opens = False
    for cell in range(CELLS):
        marks[cell] = IS_OPEN if open_facings(state, seat, cell) else 0
        opens = opens or marks[cell] != 0
    for cell in range(CELLS):
        if not opens and forks_in(options, state, seat, cell, *AS_IT_IS):
            marks[cell] = IS_FORK
    return number
