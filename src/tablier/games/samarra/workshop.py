"""Drawing boards of Samarra: desert, rock and the streets of both towns, row by row."""

from collections.abc import Iterator
from typing import Any

from tablier.core.records import new
from tablier.core.scene import Scene
from tablier.core.tools import CELL, COUNTS, Tool
from tablier.core.words import word
from tablier.games.samarra.board import BOARDS, CITIES, DESERT, LARGEST_CITY, ROCK, SIDE, city, drawn, numbers, rows
from tablier.games.samarra.geometry import Map
from tablier.games.samarra.options import Options, check_drawing
from tablier.games.samarra.view import LABEL, backdrop

OPTION = "board"
KINDS = {"desert": (DESERT, "cell"), "rock": (ROCK, "rock"), "baghdad": (CITIES[0], "street-0"),
         "samarra": (CITIES[1], "street-1")}  # fmt: skip
"""The kinds of cells, each with its mark in a drawing and its symbol."""
SIZES = ("wider", "narrower", "taller", "lower")


def board(value: Any) -> str:
    """A drawing; that of a board that has a name."""
    value = BOARDS.get(value, value) if isinstance(value, str) else value
    check_drawing(value)
    return str(value)


def tools(board: str) -> Iterator[Tool]:
    """The kinds of cells, and the size of the board as far as it can change."""
    for kind, (_, symbol) in KINDS.items():
        yield Tool(kind, word(f"samarra.workshop.{kind}"), symbol)
    for size in SIZES:
        if fits(resized(board, size)):
            yield Tool(size, word(f"samarra.workshop.{size}"), group=COUNTS, at_once=True)


def fits(board: str) -> bool:
    """Whether a drawing is of a size that there is."""
    lines = rows(board)
    return 0 < len(lines) <= SIDE and 0 < len(lines[0]) <= SIDE


def resized(board: str, size: str) -> str:
    """A drawing with a row more or less above, or a column more or less at the right."""
    lines = board.split("/")
    if size == "taller":
        lines = [DESERT * len(lines[0]), *lines]
    elif size == "lower":
        lines = lines[1:]
    else:
        lines = [line + DESERT if size == "wider" else line[:-1] for line in lines]
    return "/".join(lines)


def targets(board: str, tool: str) -> list[str]:
    """All cells that are not so already."""
    mark, cells = KINDS[tool][0], drawn(board)
    known = numbers(len(rows(board)[0]), len(rows(board)))
    return [CELL + name for name, cell in known.items() if cells[cell] != mark]


def edit(board: str, tool: str, target: str) -> str:
    """The drawing with another kind of cell, or of another size."""
    if tool in SIZES:
        return resized(board, tool)
    lines = rows(board)
    cell = numbers(len(lines[0]), len(lines))[target.removeprefix(CELL)]
    row, column = divmod(cell, SIDE)
    lines[row] = lines[row][:column] + KINDS[tool][0] + lines[row][column + 1 :]
    return "/".join(lines[::-1])


def scene(board: str) -> Scene:
    """The towns with the drawing between them, and nobody there."""
    chart = Map(sketched(board), 0)
    return Scene("samarra", chart.width, chart.height, backdrop(chart), [], LABEL)


def sketched(board: str) -> Options:
    """Options with all that can be seen of a drawing; a wall goes around no more streets than a town may have."""
    record: Options = new(Options)[0]
    cells = drawn(board)
    record.width, record.height = len(rows(board)[0]), len(rows(board))
    for cell, mark in cells.items():
        record.board[cell] = ord(mark)
    for seat in range(2):
        streets = city(cells, seat)[:LARGEST_CITY]
        record.city_cells[seat, : len(streets)] = streets
        record.city_size[seat] = len(streets)
    return record
