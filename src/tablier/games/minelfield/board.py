"""The board of Minelfield: its cells, how they are called, and which lie beside each other."""

from functools import cache
from typing import Any

from tablier.core.kit.boards import OFF as NOWHERE
from tablier.core.kit.boards import Hexagons

LARGEST_SIDE, SMALLEST_SIDE = 6, 3
CELLS = 3 * LARGEST_SIDE * (LARGEST_SIDE - 1) + 1  # of the largest board
DIRECTIONS = ("ne", "e", "se", "sw", "w", "nw")
STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # rows up and slanted columns, in the same order
ENTRIES = 3  # for any green star: onto it, and onto either neighbour along the rim
OFF = CELLS  # beyond the rim: no cell, after all cells

BOARDS: dict[str, dict[str, Any]] = {
    "classic": {"side": 5, "green": ["a3", "i3"], "red": ["d4", "d5", "e4", "e5", "e6", "f4", "f5"]},
    "small": {"side": 4, "green": ["a2", "g3"], "red": ["d3", "d4", "d5"]},
    "calm": {"side": 5, "green": ["a3", "i3"], "red": []},
}


board = cache(Hexagons)
"""The hexagon with so many cells along a side."""


def names(side: int) -> tuple[str, ...]:
    """The cells of a board by name, in the order of their numbers in the records: by row, then from the left."""
    return board(side).names


def numbers(side: int) -> dict[str, int]:
    """The cells of a board by name, with their numbers."""
    return board(side).numbers


def axial(side: int) -> tuple[tuple[int, int], ...]:
    """Row and slanted column of every cell, so that ``ne`` keeps the column and ``e`` keeps the row."""
    return board(side).slanted


@cache
def neighbours(side: int) -> list[list[int]]:
    """For every cell its six neighbours, OFF where the board ends."""
    return [[OFF if cell == NOWHERE else cell for cell in around] for around in board(side).step.tolist()]


def entries(side: int, green: int) -> list[tuple[int, int]]:
    """The steps onto the board from the fictitious cells around a green star: cell and direction, in order.

    All that lead onto the star itself are one entry, with direction 0.
    """
    cells = axial(side)
    numbers = {cell: number for number, cell in enumerate(cells)}
    row, column = cells[green]
    outside = [(row + up, column + along) for up, along in STEPS if (row + up, column + along) not in numbers]
    found = set()
    for row, column in outside:
        for direction, (up, along) in enumerate(STEPS):
            cell = numbers.get((row + up, column + along), OFF)
            if cell != OFF:
                found.add((cell, 0 if cell == green else direction))
    return sorted(found)
