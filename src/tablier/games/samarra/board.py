"""The boards of Samarra: their cells, how they are called, and the ways between them."""

from functools import cache

from tablier.core.boards import STEPS, cell_name

SIDE = 8  # of the largest board, and the difference between the numbers of a cell and of the one above it
CELLS = SIDE * SIDE
SMALLEST_CITY, LARGEST_CITY = 3, 8
DESERT, ROCK = ".", "#"
CITIES = "BS"  # in seat order: Baghdad, Samarra

BOARDS = {
    "classic": ".SSS./...../...../...../.BBB.",
    "corners": "...SS/....S/...../B..../BB...",
    "long": ".SSS./...../...../...../...../...../.BBB.",
}
EXAMPLES = ("SS.S/.##./B.BB", "#SSSSS.#/.S.SS.../..#..#../...BB.B./#.BBBBB#")


def rows(board: str) -> list[str]:
    """The rows of a preset or a drawing, from the bottom."""
    return BOARDS.get(board, board).split("/")[::-1]


def drawn(board: str) -> dict[int, str]:
    """What every cell of the board is, by number."""
    return {SIDE * row + column: mark for row, line in enumerate(rows(board)) for column, mark in enumerate(line)}


@cache
def name(cell: int) -> str:
    """A cell as it is written."""
    return cell_name(cell % SIDE, cell // SIDE)


@cache
def numbers(width: int, height: int) -> dict[str, int]:
    """The cells of a board by name, by row, then column, with their numbers."""
    return {name(cell): cell for cell in (SIDE * row + column for row in range(height) for column in range(width))}


def neighbours(cells: dict[int, str], cell: int) -> list[int]:
    """The cells that one can step to, pieces ignored."""
    column, row = cell % SIDE, cell // SIDE
    beside = [(column + east, row + north) for east, north in STEPS]
    numbers = [SIDE * y + x for x, y in beside if 0 <= x < SIDE and 0 <= y < SIDE]
    return [number for number in numbers if cells.get(number, ROCK) != ROCK]


def city(cells: dict[int, str], seat: int) -> list[int]:
    """The cells of a seat's city, lowest row first, then by column."""
    return sorted(cell for cell, mark in cells.items() if mark == CITIES[seat])


def distances(cells: dict[int, str], goals: list[int]) -> dict[int, int]:
    """The number of steps from every cell that is no rock to the nearest of some cells."""
    found = dict.fromkeys(goals, 0)
    queue = list(goals)
    for cell in queue:
        for beside in neighbours(cells, cell):
            if beside not in found:
                found[beside] = found[cell] + 1
                queue.append(beside)
    return found
