"""Options of Minelfield."""

from collections.abc import Mapping
from typing import Any

from tablier.core.contract import BaseOptions
from tablier.core.errors import BadOption
from tablier.core.options import OURS, SHEET, Option
from tablier.core.records import Array, i8, i16, u8
from tablier.core.words import seat_words
from tablier.games.minelfield.board import (
    BOARDS,
    CELLS,
    ENTRIES,
    LARGEST_SIDE,
    OFF,
    SMALLEST_SIDE,
    axial,
    entries,
    names,
    neighbours,
)

GAME = "minelfield"
seat_word = seat_words(GAME)


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


def check_board(board: Any) -> None:
    """Refuse a board of one's own that the rules do not allow."""
    check_stars(board)
    check_green(board["side"], board)


def check_stars(board: Any) -> None:
    """Refuse what is no board with stars on its cells."""
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
    fill_field(record, board)
    for seat in range(2):
        record.entries[seat] = entries(board["side"], int(record.green[seat]))
    record.die, record.lives, record.turn_limit = values["die"], values["lives"], values["turn_limit"]


def fill_field(record: Any, board: Mapping[str, Any]) -> None:
    """Write the cells and their stars, wherever these are."""
    side = board["side"]
    known = names(side)
    record.side, record.cells = side, len(known)
    record.grid[: len(known)] = [(row, column + side - 1) for row, column in axial(side)]
    record.neighbours[:] = OFF
    record.neighbours[: len(known)] = neighbours(side)
    for cell in board["red"]:
        record.red[known.index(cell)] = 1
    record.green[:] = [known.index(cell) for cell in board["green"]]
