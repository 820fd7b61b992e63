"""The boards of Sprawl: their cells, how they are called, and what lies ahead of them."""

from functools import cache

from tablier.core import boards
from tablier.core.boards import STEPS

Cell = tuple[int, int]  # column and row

SIDE = 8  # of the largest board; cells are numbered by it on all boards: column * SIDE + row
CELLS = SIDE * SIDE
DIRECTIONS = ("n", "e", "s", "w")  # in the order of STEPS

COLUMNS_ROWS = {3: (5, 6), 4: (6, 6), 5: (6, 6), 6: (6, 6), 7: (8, 8), 8: (8, 8)}  # by the number of seats


@cache
def cell_name(cell: int) -> str:
    """The name of a cell."""
    return boards.cell_name(*divmod(cell, SIDE))


@cache
def numbers(columns: int, rows: int) -> dict[str, int]:
    """The cells of a board by name, by column, then row, with their numbers in the records."""
    cells = [(column, row) for column in range(columns) for row in range(rows)]
    return {boards.cell_name(*cell): number(cell) for cell in cells}


def number(cell: Cell) -> int:
    """The number of a cell in the records."""
    return cell[0] * SIDE + cell[1]


def beside(cell: Cell, direction: int) -> Cell:
    """The neighbour in a direction, on the board or not."""
    return cell[0] + STEPS[direction][0], cell[1] + STEPS[direction][1]


def mask(cells: set[Cell]) -> int:
    """Cells, as columns and rows, as a mask."""
    return sum(1 << number(cell) for cell in cells)


def ahead(cells: set[Cell], direction: int, steps: int) -> set[Cell]:
    """The cells so many steps ahead of these, as far as they are among these."""
    right, up = STEPS[direction]
    return {(column + right * steps, row + up * steps) for column, row in cells} & cells
