"""Options of Samarra."""

from collections.abc import Mapping
from typing import Any

from tablier.core.contract import BaseOptions
from tablier.core.errors import BadOption
from tablier.core.options import OURS, SHEET, Option
from tablier.core.records import Array, i8, i16, u8, u64
from tablier.core.words import seat_words
from tablier.games.samarra.board import (
    BOARDS,
    CELLS,
    CITIES,
    DESERT,
    EXAMPLES,
    LARGEST_CITY,
    ROCK,
    SIDE,
    SMALLEST_CITY,
    city,
    distances,
    drawn,
    neighbours,
    rows,
)

GAME = "samarra"
seat_word = seat_words(GAME)
ENTRY, PRESENCE = "entry", "presence"


class Options(BaseOptions):
    """The board as tables, and the choices that rules ask for."""

    around: Array = u64(CELLS)  # the neighbours of a cell that are no rock
    city: Array = u64(2)
    turn_limit: int = i16()
    city_cells: Array = i8(2, LARGEST_CITY)  # ascending
    city_size: Array = i8(2)
    distance: Array = i8(2, CELLS)  # steps from a cell to the city that the seat wants to reach
    board: Array = u8(CELLS)  # the drawing, for pictures
    width: int = i8()
    height: int = i8()
    presence: int = u8()
    automatic_death: int = u8()
    passing: int = u8()
    no_repetition: int = u8()


def check_board(board: Any) -> None:
    """Refuse a drawing that is no board."""
    check_drawing(board)
    check_cities(drawn(board))


def check_drawing(board: Any) -> None:
    """Refuse what is no drawing of rows, or too large a one."""
    if not isinstance(board, str) or not board:
        raise BadOption("samarra.board.drawing", boards=list(BOARDS))
    if set(board) - set(DESERT + ROCK + CITIES + "/"):
        raise BadOption("samarra.board.characters", boards=list(BOARDS))
    lines = rows(board)
    if len({len(line) for line in lines}) > 1 or not lines[0]:
        raise BadOption("samarra.board.rows")
    if len(lines) > SIDE or len(lines[0]) > SIDE:
        raise BadOption("samarra.board.size", most=SIDE)


def check_cities(cells: dict[int, str]) -> None:
    """Two cities of a fair size, and a way between any two cells."""
    if not all(SMALLEST_CITY <= len(city(cells, seat)) <= LARGEST_CITY for seat in range(2)):
        raise BadOption("samarra.board.city", low=SMALLEST_CITY, high=LARGEST_CITY)
    reached = distances(cells, city(cells, 0)[:1])
    if len(reached) < sum(mark != ROCK for mark in cells.values()):
        raise BadOption("samarra.board.connected")


TABLE = (
    Option(GAME, "board", tuple(BOARDS), OURS, own=check_board, examples=EXAMPLES),
    Option(GAME, "arrival", (ENTRY, PRESENCE), OURS),
    Option(GAME, "automatic_death", (False, True), SHEET),
    Option(GAME, "passing", (False, True), SHEET),
    Option(GAME, "no_repetition", (False, True), SHEET),
    Option(GAME, "turn_limit", (120,), OURS, most=1000),
)


def fill(record: Any, values: Mapping[str, Any]) -> None:
    """Write the options into a record."""
    fill_board(record, values["board"])
    record.presence = values["arrival"] == PRESENCE
    for choice in ("automatic_death", "passing", "no_repetition", "turn_limit"):
        record[choice] = values[choice]


def fill_board(record: Any, board: str) -> None:
    """Write the board's tables."""
    cells = drawn(board)
    record.width, record.height = len(rows(board)[0]), len(rows(board))
    for cell, mark in cells.items():
        record.board[cell] = ord(mark)
        record.around[cell] = sum(1 << beside for beside in neighbours(cells, cell))
    for seat in range(2):
        own = city(cells, seat)
        record.city[seat] = sum(1 << cell for cell in own)
        record.city_cells[seat, : len(own)] = own
        record.city_size[seat] = len(own)
        for cell, steps in distances(cells, city(cells, 1 - seat)).items():
            record.distance[seat, cell] = steps
