"""Options of Sam Liam."""

from collections.abc import Mapping
from typing import Any

from tablier.core.contract import BaseOptions
from tablier.core.options import OURS, SHEET, Option
from tablier.core.records import Array, i8, i16, u8
from tablier.core.words import seat_words
from tablier.games.samliam.board import CELLS, LARGE, SMALL, outside

GAME = "samliam"
seat_word = seat_words(GAME)
OUTSIDE = 15  # what cells that a small board does not have hold: every facing, so that nothing fits
AUTOMATIC, STRICT, OFF = range(3)
ANNOUNCEMENTS = ("automatic", "strict", "off")


class Options(BaseOptions):
    """The empty board, and the numbers that rules ask for."""

    turn_limit: int = i16()
    side: int = i8()  # cells along an edge
    announcements: int = i8()
    board: Array = u8(CELLS)  # what is taken in each cell at the start: nothing, or OUTSIDE


TABLE = (
    Option(GAME, "size", (LARGE, SMALL), SHEET, seats={SMALL: (2,)}),
    Option(GAME, "announcements", ANNOUNCEMENTS, SHEET, seats={"off": (2,)}),
    Option(GAME, "turn_limit", (400,), OURS, most=5000),
)


def fill(record: Any, values: Mapping[str, Any]) -> None:
    """Write the options into a record."""
    record.side, record.turn_limit = values["size"], values["turn_limit"]
    record.board[outside(values["size"])] = OUTSIDE
    record.announcements = ANNOUNCEMENTS.index(values["announcements"])
