"""Tables of Sam Liam, computed at import: the board, what fits into a cell, and every figure.

A *slot* is a cell with a facing, numbered ``cell * 4 + facing``; cells go by column, then row. Facings of one cell are
kept together as four bits.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tablier.core.records import Array
from tablier.games.samliam.options import CELLS, LARGE, outside


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

NAMES = tuple(f"{chr(ord('a') + cell // LARGE)}{cell % LARGE + 1}" for cell in range(CELLS))
"""The cells by name."""

Slots = tuple[int, ...]


def names(size: int) -> list[str]:
    """The names of the cells of a board."""
    return [name for name, lacks in zip(NAMES, outside(size), strict=True) if not lacks]


def slot(column: int, row: int, facing: int) -> int:
    """The number of a cell with a facing, -1 off the board."""
    on_board = 0 <= column < LARGE and 0 <= row < LARGE
    return (column * LARGE + row) * 4 + facing if on_board else -1


# Codes of moves; rules compile these functions, other modules call them as they are


def placement_code(slot: int, announced: int = 0) -> int:
    """The code of a placement."""
    return slot * 2 + announced


def lift_code(slot: int) -> int:
    """The code of a lift, after those of all placements."""
    return SLOTS * 2 + slot


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
    return [placement_code(cell * 4 + facing) for facing in facings]


PLACEMENTS = np.array([[placements(cell, int(fits)) for fits in FITS] for cell in range(CELLS)], np.int16)
"""The same, by cell and the facings taken there."""
