"""Boards in letters, for terminals, as they follow from the declared fields of a record.

Every seat has a sign of its own, ``X`` for the first; a piece of another kind than the first has its letter before it.
A cell that a field points out stands in brackets, and what is hidden is a question mark.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from tablier.core.boards import line_name
from tablier.core.contract import RUNNING
from tablier.core.kit.boards import Board, Graph, Rhombus, Squares, Track
from tablier.core.kit.equipment import HIDDEN, Cards, Counter, Kept, Pieces, Place, kind_of_piece, owner
from tablier.core.kit.geometry import PanelRow, boards_of, table_of
from tablier.core.kit.naming import said
from tablier.core.kit.symbols import signs_of
from tablier.core.records import fields
from tablier.core.scene import Line
from tablier.core.words import Word

SIGNS = "XO#@%&$+"
"""The signs of the seats."""
EMPTY, POINT = "·", "+"
MARGIN = 4  # columns for names on the left

Sign = tuple[str, str]
"""A text and its style."""
Inscription = tuple[str | Word, str]
"""The same, or a word and its style."""
Canvas = dict[tuple[int, int], Sign]
"""Texts by row, from above, and column."""


def draw(game: Any, options: Any, state: Any, seat: int) -> Sequence[Line]:
    """The board with its pieces, and what each seat has beside it."""
    table = table_of(game, int(options.seats))
    boards = [line for board in boards_of(game) for line in (*board_lines(game, state, board), [])]
    seats = [seat_line(table, state, seat) for seat in range(table.seats)]
    common: list[Inscription] = [part for row in table.common for part in told(game, row, getattr(state, row.name))]
    return [*boards, *seats, *([[], [("  ", ""), *common]] if common else [])]


# Boards


def board_lines(game: Any, state: Any, board: Board) -> list[Line]:
    """A board, row by row from above, with its names at the rim."""
    width = 1 + (is_mixed(game, board) > 1)
    canvas: Canvas = {}
    for cell in range(board.size):
        row, column = spot(board, cell, width)
        sign = cell_sign(game, state, board, cell)
        start, end = column + width - len(sign[0]), column + width
        canvas[row, start] = sign
        if pointed(game, state, board, cell):
            canvas |= {(row, start - 1): ("[", "mark"), (row, end): ("]", "mark")}
    for place, sign in (*ways(board, width), *names(board, width)):
        canvas.setdefault(place, sign)
    return list(rows(canvas))


def is_mixed(game: Any, board: Board) -> int:
    """How many kinds of pieces stand on a board."""
    return max((len(field.kinds) for field in game.boards.values() if field.board is board), default=1)


def steps(board: Board, width: int) -> tuple[int, int]:
    """How many rows and columns of text lie between neighbours on the board's grid."""
    if isinstance(board, Squares | Track):
        return 1, 2 + width
    return (2, 3 + width) if isinstance(board, Graph) else (1, 1 + width)


def spot(board: Board, cell: int, width: int) -> tuple[int, int]:
    """PanelRow, from above, and column of a cell in the text."""
    row, column = (0, cell) if isinstance(board, Track) else board.places[cell]
    down, along = steps(board, width)
    last = 0 if isinstance(board, Track) else board.grid[0] - 1
    return (last - row) * down, MARGIN + 1 + column * along


def cell_sign(game: Any, state: Any, board: Board, cell: int) -> Sign:
    """What stands on a cell."""
    for name, field in reversed(game.boards.items()):
        number = int(getattr(state, name)[cell]) if field.board is board else 0
        if number:
            return piece_sign(field, number)
    return POINT if isinstance(board, Graph) else EMPTY, "quiet"


def piece_sign(field: Pieces, number: int) -> Sign:
    """The sign of a piece."""
    if number < 0:
        return signs_of(field.neutral)[field.neutral[-number - 1]], ""
    seat, kind = owner(number), kind_of_piece(number)
    letter = signs_of(field.kinds)[field.kinds[kind]][:1] if kind else ""
    return letter + SIGNS[seat], f"seat{seat}"


def pointed(game: Any, state: Any, board: Board, cell: int) -> bool:
    """Whether a field points a cell out."""
    places = [name for name, field in fields(game.state).items() if isinstance(field, Place) and field.board is board]
    return any(int(getattr(state, name)) == cell for name in places)


def ways(board: Board, width: int) -> Iterator[tuple[tuple[int, int], Sign]]:
    """The lines of a graph that run along rows and columns."""
    for path in board.paths if isinstance(board, Graph) else ():
        for one, other in pairwise(path):
            (top, left), (bottom, right) = sorted((spot(board, one, width), spot(board, other, width)))
            if top == bottom:
                yield from (((top, column), ("-", "quiet")) for column in range(left + width, right))
            elif left == right:
                yield from (((row, left), ("|", "quiet")) for row in range(top + 1, bottom))


def names(board: Board, width: int) -> Iterator[tuple[tuple[int, int], Sign]]:
    """Letters below and numbers on the left; elsewhere the names of the first and last cell of each row."""
    if isinstance(board, Squares):
        below = board.height * steps(board, width)[0]
        for column, cell in enumerate(board.rows[0]):
            yield (below, spot(board, int(cell), width)[1] + width - 1), (line_name(column), "quiet")
        for row, cell in enumerate(board.columns[0]):
            yield (spot(board, int(cell), width)[0], 0), (f"{row + 1:>2}", "quiet")
        return
    edge = max(spot(board, cell, width)[1] for cell in range(board.size))
    ends: dict[int, list[int]] = {}
    for cell in range(board.size):
        ends.setdefault(spot(board, cell, width)[0], []).append(cell)
    for row, cells in ends.items():
        cells.sort(key=lambda cell: spot(board, cell, width)[1])
        first, last = (spot(board, cells[place], width)[1] for place in (0, -1))
        indent = first - MARGIN if isinstance(board, Rhombus) else 0
        yield (row, indent), (board.names[cells[0]], "quiet")
        yield (row, (edge if isinstance(board, Graph) else last) + width + 2), (board.names[cells[-1]], "quiet")


def rows(canvas: Canvas) -> Iterator[Line]:
    """A canvas line by line, blanks between its texts."""
    for row in range(max(row for row, _ in canvas) + 1):
        line: list[Sign] = []
        end = 0
        for column, (text, style) in sorted((at[1], sign) for at, sign in canvas.items() if at[0] == row):
            line += [(" " * max(column - end, 0), ""), (text, style)]
            end = max(column, end) + len(text)
        yield line


# Beside the board


def seat_line(table: Any, state: Any, seat: int) -> Line:
    """The sign of a seat, and what it has."""
    has_turn = state.reason == RUNNING and state.turn == seat
    won = state.reason != RUNNING and int(state.winners) >> seat & 1
    held = [part for row in table.rows for part in told(table.game, row, getattr(state, row.name)[seat])]
    start = "▸ " if has_turn else "★ " if won else "  "
    return [(start, "mark" if has_turn else "star"), (SIGNS[seat], f"seat{seat}"), ("   ", ""), *held]


def told(game: Any, row: PanelRow, value: Any) -> Iterator[Inscription]:
    """A field by its word, with what it holds."""
    yield said(game, "field", row.name), "quiet"
    yield " ", ""
    if isinstance(row.field, Counter):
        yield f"{int(value)}   ", ""
        return
    for number in value.tolist():
        if number:
            yield f"[{face(row.field, number)}]", ""
    yield "   ", ""


def face(field: Any, number: int) -> str:
    """A die or a card."""
    if number == HIDDEN:
        return "?"
    assert isinstance(field, Kept)
    return field.deck.names[number - 1] if isinstance(field, Cards) else str(number)
