"""Options of Minelfield, and the board they describe."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from tablier.core.contract import BaseOptions
from tablier.core.errors import BadOption
from tablier.core.options import OURS, SHEET, Option
from tablier.core.records import Array, i8, i16, u8

GAME = "minelfield"
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


class Options(BaseOptions):
    """The board as tables, and the numbers that rules ask for."""

    turn_limit: int = i16()
    neighbours: Array = u8(CELLS, 6)  # OFF beyond the rim
    red: Array = u8(CELLS)
    green: Array = u8(2)  # in seat order
    entries: Array = u8(2, ENTRIES, 2)  # cell and direction, in the order of their codes
    grid: Array = u8(CELLS, 2)  # row and slanted column, both from 0
    cells: int = u8()
    side: int = i8()
    die: int = i8()
    lives: int = i8()


@cache
def names(side: int) -> tuple[str, ...]:
    """The cells of a board by name, in the order of their numbers in the records: by row, then from the left."""
    rows = range(2 * side - 1)
    return tuple(f"{chr(ord('a') + row)}{k + 1}" for row in rows for k in range(row_length(side, row)))


def row_length(side: int, row: int) -> int:
    """How many cells a row has."""
    return 2 * side - 1 - abs(row - (side - 1))


@cache
def axial(side: int) -> list[tuple[int, int]]:
    """Row and slanted column of every cell, so that ``ne`` keeps the column and ``e`` keeps the row."""
    rows = range(2 * side - 1)
    return [(row, k - min(row, side - 1)) for row in rows for k in range(row_length(side, row))]


@cache
def neighbours(side: int) -> list[list[int]]:
    """For every cell its six neighbours, OFF where the board ends."""
    cells = axial(side)
    numbers = {cell: number for number, cell in enumerate(cells)}
    return [[numbers.get((row + up, column + along), OFF) for up, along in STEPS] for row, column in cells]


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


def check_board(board: Any) -> None:
    """Refuse a board of one's own that the rules do not allow."""
    if not isinstance(board, dict) or set(board) != {"side", "green", "red"}:
        raise BadOption("minelfield.board.keys")
    side = board["side"]
    if type(side) is not int or not SMALLEST_SIDE <= side <= LARGEST_SIDE:
        raise BadOption("minelfield.board.side", low=SMALLEST_SIDE, high=LARGEST_SIDE)
    known = names(side)
    for colour in ("green", "red"):
        if not isinstance(board[colour], list) or any(cell not in known for cell in board[colour]):
            raise BadOption("minelfield.board.cells", colour=colour, first=known[0], last=known[-1])
        if len(set(board[colour])) < len(board[colour]):
            raise BadOption("minelfield.board.twice", colour=colour)
    check_green(side, board)


def check_green(side: int, board: dict[str, Any]) -> None:
    """Two green stars on the rim, apart, not red."""
    green = [names(side).index(cell) for cell in board["green"]]
    around = neighbours(side)
    if len(green) != 2:
        raise BadOption("minelfield.board.green_count")
    if any(OFF not in around[cell] for cell in green):
        raise BadOption("minelfield.board.rim")
    if green[1] in around[green[0]]:
        raise BadOption("minelfield.board.apart")
    if set(board["green"]) & set(board["red"]):
        raise BadOption("minelfield.board.green_red")


def saved_board(board: Any) -> Any:
    """A board as it is saved: red stars of a board of one's own sorted by row, then number."""
    if isinstance(board, str):
        return board
    known = names(board["side"])
    return {"side": board["side"], "green": list(board["green"]), "red": sorted(board["red"], key=known.index)}


TABLE = (
    Option(GAME, "board", tuple(BOARDS), OURS, own=check_board, saved=saved_board),
    Option(GAME, "die", (6, 8), SHEET),
    Option(GAME, "lives", (1, 2), SHEET),
    Option(GAME, "turn_limit", (600,), OURS, most=5000),
)


def fill(record: Any, values: Mapping[str, Any]) -> None:
    """Write the options into a record."""
    board = BOARDS[values["board"]] if isinstance(values["board"], str) else values["board"]
    side = board["side"]
    known = names(side)
    record.side, record.cells = side, len(known)
    record.grid[: len(known)] = [(row, column + side - 1) for row, column in axial(side)]
    record.neighbours[:] = OFF
    record.neighbours[: len(known)] = neighbours(side)
    for cell in board["red"]:
        record.red[known.index(cell)] = 1
    for seat, cell in enumerate(board["green"]):
        record.green[seat] = known.index(cell)
        record.entries[seat] = entries(side, known.index(cell))
    record.die, record.lives, record.turn_limit = values["die"], values["lives"], values["turn_limit"]
