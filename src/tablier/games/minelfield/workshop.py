"""Drawing fields of Minelfield: its side, the green star of each seat, and the red stars."""

from collections.abc import Iterator
from typing import Any

from tablier.core.errors import BadOption
from tablier.core.records import new
from tablier.core.scene import Scene
from tablier.core.tools import CELL, COUNTS, Tool
from tablier.core.words import word
from tablier.games.minelfield.board import BOARDS, LARGEST_SIDE, SMALLEST_SIDE, axial, names
from tablier.games.minelfield.geometry import Map
from tablier.games.minelfield.options import Options, check_stars, fill_field, saved_board, seat_word
from tablier.games.minelfield.view import LABEL, ground

OPTION = "board"
GREEN, RED, PLAIN = "green", "red", "plain"
SIZES = {"larger": 1, "smaller": -1}
BoardData = dict[str, Any]


def board(value: Any) -> BoardData:
    """A field with two green stars, wherever they are; that of a board that has a name."""
    value = BOARDS.get(value, value) if isinstance(value, str) else value
    check_stars(value)
    if len(value[GREEN]) != len(set(value[GREEN])) or len(value[GREEN]) != 2:
        raise BadOption("minelfield.board.green_count")
    field: BoardData = saved_board(value)
    return field


def tools(board: BoardData) -> Iterator[Tool]:
    """The stars, the plain field, and the size of the board as far as it can change."""
    for seat in range(2):
        label = word("minelfield.workshop.green", seat=seat_word(seat))
        yield Tool(f"{GREEN}.{seat}", label, GREEN, f"seat{seat}")
    yield Tool(RED, word("minelfield.workshop.red"), RED)
    yield Tool(PLAIN, word("minelfield.workshop.plain"), "cell")
    for size, more in SIZES.items():
        if SMALLEST_SIDE <= board["side"] + more <= LARGEST_SIDE:
            yield Tool(size, word(f"minelfield.workshop.{size}"), group=COUNTS, at_once=True)


def targets(board: BoardData, tool: str) -> list[str]:
    """Every cell that can become so: green stars are moved, never taken away."""
    kind, _, seat = tool.partition(".")
    taken = board[GREEN][int(seat) : int(seat) + 1] if kind == GREEN else [*board[GREEN]]
    if kind == RED:
        taken += board[RED]
    return [CELL + cell for cell in names(board["side"]) if cell not in taken and (kind != PLAIN or cell in board[RED])]


def edit(board: BoardData, tool: str, target: str) -> BoardData:
    """The field with another star, or of another size."""
    (kind, _, seat), cell = tool.partition("."), target.removeprefix(CELL)
    if kind in SIZES:
        return resized(board, board["side"] + SIZES[kind])
    green, red = list(board[GREEN]), [star for star in board[RED] if star != cell]
    if kind == GREEN:
        green = moved(green, int(seat), cell)
    elif kind == RED:
        red.append(cell)
    return board | {GREEN: green, RED: red}


def moved(green: list[str], seat: int, cell: str) -> list[str]:
    """The green stars after one was moved; if the other one is there, they change places."""
    if cell == green[1 - seat]:
        return green[::-1]
    return [cell if owner == seat else star for owner, star in enumerate(green)]


def resized(board: BoardData, side: int) -> BoardData:
    """A field of another side: red stars stay where they are from the middle, green ones go to their rims."""
    shift = side - board["side"]
    places = dict(zip(axial(side), names(side), strict=True))
    old = dict(zip(names(board["side"]), axial(board["side"]), strict=True))
    green = [names(side)[(side - 1) // 2], names(side)[-1 - (side - 1) // 2]]
    kept = [places.get((old[star][0] + shift, old[star][1])) for star in board[RED]]
    return {"side": side, GREEN: green, RED: [star for star in kept if star and star not in green]}


def scene(board: BoardData) -> Scene:
    """The field, and nobody on it."""
    record: Options = new(Options)[0]
    fill_field(record, board)
    chart = Map(record)
    return Scene("minelfield", chart.width, chart.height, ground(chart), [], LABEL)
