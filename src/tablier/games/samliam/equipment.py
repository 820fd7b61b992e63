"""The equipment of Sam Liam: the board, what the seats show on it, and the figures they have begun."""

from typing import Any

import numpy as np

from tablier.core.compile import rule
from tablier.core.contract import BaseState
from tablier.core.records import Array, i8, i16, u8, u16
from tablier.games.samliam.options import CELLS, LARGE, Options
from tablier.games.samliam.tables import ALL_FACINGS, FIRST, KIND, OTHERS, constant

MOST_SEATS = 4
TRIANGLES = 40  # of each seat
NOWHERE = constant(-1)  # no cell, no slot
NO_FIGURE = constant(0)


class State(BaseState):
    """What is taken and shown in each cell, as sets of facings, and what is held back, lifted and forbidden.

    The triangles follow from this: all four facings are shown where both triangles taken are one's own.
    """

    taken: Array = u8(CELLS)  # by whichever seat; OUTSIDE off the board
    shown: Array = u8(MOST_SEATS, CELLS)
    threats: Array = u8(MOST_SEATS, CELLS)  # the facings that would complete a figure, whether or not they fit in
    banned: Array = u16(MOST_SEATS, LARGE)  # the cells of a silent turn: a bit per row, for each column
    reserve: Array = i8(MOST_SEATS)
    lifted: int = i16()  # the slot from which a triangle was lifted in this turn, or NOWHERE


@rule
def wide(number: Any) -> int:
    """A number read from a small field, in 64 bits: rules are then compiled once, not for every size."""
    return np.int64(number)  # type: ignore[return-value]


@rule
def triangles(state: State, seat: int, cell: int) -> int:
    """The facings of a seat's own triangles in a cell."""
    shown = wide(state.shown[seat, cell])
    return wide(state.taken[cell]) if shown == ALL_FACINGS else shown


@rule
def shows(state: State, seat: int, slot: int) -> int:
    """1 if the seat shows the slot's facing in the slot's cell, otherwise 0."""
    return (wide(state.shown[seat, slot >> 2]) >> (slot & 3)) & 1


@rule
def with_triangle(shown: int, facing: int) -> int:
    """What a seat shows in a cell after one more triangle: all four facings if that is its second one."""
    return ALL_FACINGS if shown else 1 << facing


@rule
def put(options: Options, state: State, seat: int, cell: int, facing: int) -> int:
    """Put a triangle on the board; returns the kind of the figure that it completes, or NO_FIGURE."""
    before = wide(state.shown[seat, cell])
    after = with_triangle(before, facing)
    state.taken[cell] = np.uint8(int(state.taken[cell]) | 1 << facing)
    state.shown[seat, cell] = np.uint8(after)
    state.threats[seat, cell] = np.uint8(int(state.threats[seat, cell]) & ~after)
    return trace_cell(options, state, seat, cell, after & ~before)


@rule
def take(options: Options, state: State, seat: int, cell: int, facing: int) -> None:
    """Take a seat's triangle off the board."""
    before = wide(state.shown[seat, cell])
    after = triangles(state, seat, cell) & ~(1 << facing)
    state.taken[cell] = np.uint8(int(state.taken[cell]) & ~(1 << facing))
    state.shown[seat, cell] = np.uint8(after)
    for gone in range(4):
        if ((before & ~after) >> gone) & 1:
            forget(options, state, seat, cell * 4 + gone)


@rule
def trace_all(options: Options, state: State, seat: int) -> int:
    """Find a seat's threats anew; returns the kind of a figure that stands, or NO_FIGURE."""
    best = NO_FIGURE
    for cell in range(CELLS):
        state.threats[seat, cell] = 0
    for cell in range(CELLS):
        best = first_kind(best, trace_cell(options, state, seat, cell, wide(state.shown[seat, cell])))
    return best


@rule
def trace_cell(options: Options, state: State, seat: int, cell: int, facings: int) -> int:
    """Trace the figures through some facings of a cell."""
    best = NO_FIGURE
    for facing in range(4):
        if (facings >> facing) & 1:
            best = first_kind(best, trace(options, state, seat, cell * 4 + facing))
    return best


@rule
def first_kind(one: int, other: int) -> int:
    """The kind that names the win, of two that may be NO_FIGURE."""
    return other if one == NO_FIGURE or NO_FIGURE < other < one else one


@rule
def others(figure: int) -> tuple[int, int, int]:
    """The other three slots of a figure in the tables."""
    return wide(OTHERS[figure, 0]), wide(OTHERS[figure, 1]), wide(OTHERS[figure, 2])


@rule
def trace(options: Options, state: State, seat: int, slot: int) -> int:
    """Note the threats of figures through a slot that is shown; returns the kind of one that is complete."""
    best = NO_FIGURE
    for figure in range(FIRST[options.seats, slot], FIRST[options.seats, slot + 1]):
        one, two, three = others(figure)
        has_one, has_two, has_three = shows(state, seat, one), shows(state, seat, two), shows(state, seat, three)
        shown = has_one + has_two + has_three
        if shown == 3:
            best = first_kind(best, wide(KIND[figure]))
        elif shown == 2:
            gap = one if not has_one else two if not has_two else three
            state.threats[seat, gap >> 2] = np.uint8(int(state.threats[seat, gap >> 2]) | 1 << (gap & 3))
    return best


@rule
def forget(options: Options, state: State, seat: int, slot: int) -> None:
    """Forget the threats of figures through a slot that is no longer shown."""
    for figure in range(FIRST[options.seats, slot], FIRST[options.seats, slot + 1]):
        one, two, three = others(figure)
        has_one, has_two, has_three = shows(state, seat, one), shows(state, seat, two), shows(state, seat, three)
        if has_one + has_two + has_three == 2:
            gap = one if not has_one else two if not has_two else three
            if not is_threat(options, state, seat, gap):
                state.threats[seat, gap >> 2] = np.uint8(int(state.threats[seat, gap >> 2]) & ~(1 << (gap & 3)))


@rule
def is_threat(options: Options, state: State, seat: int, slot: int) -> bool:
    """Whether a figure lacks nothing but this slot."""
    for figure in range(FIRST[options.seats, slot], FIRST[options.seats, slot + 1]):
        one, two, three = others(figure)
        if shows(state, seat, one) + shows(state, seat, two) + shows(state, seat, three) == 3:
            return True
    return False
