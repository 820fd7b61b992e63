"""Options of Sprawl."""

from collections.abc import Mapping
from typing import Any

from tablier.core.contract import BaseOptions
from tablier.core.options import OURS, SHEET, Option
from tablier.core.records import Array, i8, u8, u64
from tablier.core.words import seat_words
from tablier.games.sprawl.board import COLUMNS_ROWS, DIRECTIONS, ahead, mask

GAME = "sprawl"
seat_word = seat_words(GAME)
SEATS = (3, 4, 5, 6, 7, 8)
MOST_SEATS = SEATS[-1]
SIZES = 3


class Options(BaseOptions):
    """The board as masks, one bit per cell, and which variants are played."""

    board: int = u64()  # the cells of the board
    arrivals: Array = u64(4, SIZES)  # cells that lie 1, 2, 3 steps ahead, in that direction, of a cell of the board
    columns: int = i8()
    rows: int = i8()
    loose: int = u8()
    friendly_fire: int = u8()
    coup: int = u8()
    sprawlgame: int = u8()
    fast_building: int = u8()
    strongest: int = u8()


TABLE = (
    Option(GAME, "branching", ("strict", "loose"), SHEET),
    Option(GAME, "friendly_fire", (True, False), OURS),
    Option(GAME, "coup", (False, True), SHEET),
    Option(GAME, "sprawlgame", (False, True), SHEET),
    Option(GAME, "fast_building", (False, True), SHEET),
    Option(GAME, "strongest", (False, True), SHEET),
)
FLAGS = tuple(option.name for option in TABLE[1:])


def fill(record: Any, values: Mapping[str, Any]) -> None:
    """Write the options into a record."""
    columns, rows = COLUMNS_ROWS[int(record.seats)]
    cells = {(column, row) for column in range(columns) for row in range(rows)}
    record.columns, record.rows, record.board = columns, rows, mask(cells)
    for direction in range(len(DIRECTIONS)):
        for size in range(SIZES):
            record.arrivals[direction, size] = mask(ahead(cells, direction, size + 1))
    record.loose = values["branching"] == "loose"
    for name in FLAGS:
        setattr(record, name, values[name])
