"""The equipment of Sam Liam: the figures, what fits into a cell, what the seats show, and the codes of moves.

A *slot* is a cell with a facing, numbered ``cell * 4 + facing``; cells go by column, then row. Facings of one cell are
kept together as four bits.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tablier.core.compile import compiled, rule
from tablier.core.contract import BaseState
from tablier.core.records import Array, i8, i16, u8, u16
from tablier.games.samliam.board import CELLS, LARGE
from tablier.games.samliam.options import Options


def constant(number: int) -> int:
    """A number that compiled rules take for any of 64 bits, so that they are not compiled anew for this one."""
    fixed: Any = np.int64(number)
    return fixed  # type: ignore[no-any-return]


FACINGS = ("ne", "se", "sw", "nw")
NE, SE, SW, NW = range(4)
ALL_FACINGS = constant(15)
SLOTS = CELLS * 4
KIND_NAMES = ("square", "cross", "line")  # in the order in which they name a win
SQUARE, CROSS, LINE = 1, 2, 3

Slots = tuple[int, ...]


def slot(column: int, row: int, facing: int) -> int:
    """The number of a cell with a facing, -1 off the board."""
    on_board = 0 <= column < LARGE and 0 <= row < LARGE
    return (column * LARGE + row) * 4 + facing if on_board else -1


# Codes of moves

PLACE, LIFT = 0, 1
CODES = SLOTS * 3


@rule
def encode(lifts: int, slot: int, announced: int) -> int:
    """The code of a placement, announced or not, or of a lift; lifts come after all placements."""
    return SLOTS * 2 + slot if lifts else slot * 2 + announced


@rule
def decode(move: int) -> tuple[bool, int, bool]:
    """What a code stands for: whether it is a lift, the slot, and whether it is announced."""
    lifts = move >= SLOTS * 2
    return lifts, move - SLOTS * 2 if lifts else move >> 1, not lifts and move & 1 == 1


# Figures


def opposite(facing: int) -> int:
    """The facing of the other half of a cell."""
    return facing ^ 2


def squares() -> Iterator[Slots]:
    """All squares: by their south-west corner and side, outward and inward."""
    for column, row, side in np.ndindex(LARGE, LARGE, LARGE):
        corners = ((0, 0, SW), (side, 0, SE), (side, side, NE), (0, side, NW))
        if side:
            yield tuple(slot(column + east, row + north, facing) for east, north, facing in corners)
            yield tuple(slot(column + east, row + north, opposite(facing)) for east, north, facing in corners)


def crosses() -> Iterator[Slots]:
    """All crosses: by their middle, arm and facing."""
    for column, row, arm, facing in np.ndindex(LARGE, LARGE, LARGE, 4):
        ends = ((0, arm), (arm, 0), (0, -arm), (-arm, 0))
        if arm:
            yield tuple(slot(column + east, row + north, facing) for east, north in ends)


def lines() -> Iterator[Slots]:
    """All lines: by their first cell, direction, step and facing."""
    for column, row, step, facing in np.ndindex(LARGE, LARGE, LARGE, 4):
        for east, north in ((0, 1), (1, 0), (1, 1), (1, -1)):
            if step:
                yield tuple(slot(column + east * step * k, row + north * step * k, facing) for k in range(4))


FIGURES = tuple(
    (kind, figure)
    for kind, found in ((SQUARE, squares()), (CROSS, crosses()), (LINE, lines()))
    for figure in found
    if -1 not in figure
)
"""Every figure with its kind, squares first."""

KINDS = {2: (SQUARE,), 3: (SQUARE, CROSS), 4: (SQUARE, LINE)}
"""The kinds of figures that count, by the number of seats."""


def figures_through() -> tuple[Array, Array, Array]:
    """For each number of seats and slot, the range of its figures; the other three slots and the kind of each."""
    first = np.zeros((max(KINDS) + 1, SLOTS + 1), np.int32)
    others: list[Slots] = []
    kinds: list[int] = []
    for seats, counted in KINDS.items():
        through: list[list[tuple[int, Slots]]] = [[] for _ in range(SLOTS)]
        for kind, figure in FIGURES:
            for part in figure:
                if kind in counted:
                    through[part].append((kind, tuple(other for other in figure if other != part)))
        for number, found in enumerate(through):
            first[seats, number] = len(others)
            others += [rest for _, rest in found]
            kinds += [kind for kind, _ in found]
        first[seats, SLOTS] = len(others)
    return first, np.array(others, np.int16), np.array(kinds, np.int8)


FIRST, OTHERS, KIND = figures_through()
"""The figures through a slot are FIRST[seats, slot] to FIRST[seats, slot + 1], squares first, in OTHERS and KIND."""


# What fits into a cell


def fitting() -> Array:
    """By the facings taken in a cell: the facings that still fit in."""
    fits = np.zeros(ALL_FACINGS + 1, np.uint8)
    fits[0] = ALL_FACINGS
    for facing in range(4):
        fits[1 << facing] = 1 << opposite(facing)
    return fits


def gaining() -> Array:
    """By the facings taken in a cell, and those a seat shows there: the facings that one more triangle can add.

    A second triangle of its own makes the cell show all four.
    """
    gains = np.repeat(FITS[:, None], ALL_FACINGS + 1, axis=1)
    for facing in range(4):
        gains[1 << facing, 1 << facing] = ALL_FACINGS ^ 1 << facing
    return gains


def blocking() -> Array:
    """By the facings with which a rival would complete a figure in an empty cell: those that lessen its threats.

    Where all four would, any triangle leaves one of two blocks to do; otherwise the half that stays free must not be
    one that completes.
    """
    blocks = np.zeros(ALL_FACINGS + 1, np.uint8)
    for threats in range(1, ALL_FACINGS):
        blocks[threats] = sum(1 << facing for facing in range(4) if not threats >> opposite(facing) & 1)
    blocks[ALL_FACINGS] = ALL_FACINGS
    return blocks


FITS = fitting()
GAINS = gaining()
BLOCKS = blocking()
FIT_COUNT = np.array([int(fits).bit_count() for fits in FITS], np.uint64)
"""How many facings still fit into a cell, by those taken."""


def placements(cell: int, fits: int) -> list[int]:
    """The codes of placements into a cell, ascending, first those that fit, then the others."""
    facings = sorted(range(4), key=lambda facing: not fits >> facing & 1)
    return [encode(PLACE, cell * 4 + facing, 0) for facing in facings]


PLACEMENTS = np.array([[placements(cell, int(fits)) for fits in FITS] for cell in range(CELLS)], np.int16)
"""The same, by cell and the facings taken there."""


# What is taken and shown

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


@compiled
def trace_seats(options: Options, state: State) -> int:
    """Find the threats of all seats anew; returns the kind of a figure that stands, or NO_FIGURE."""
    best = NO_FIGURE
    for seat in range(wide(options.seats)):
        best = first_kind(best, trace_all(options, state, seat))
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
