"""What a learner sees of Minelfield."""

from tablier.core.compile import rule
from tablier.core.records import Array
from tablier.games.minelfield.board import DIRECTIONS, LARGEST_SIDE, OFF
from tablier.games.minelfield.options import Options
from tablier.games.minelfield.state import DIES, MOST_PIECES, ROLL, State, encode

SPAN = 2 * LARGEST_SIDE - 1  # rows, and slanted columns, of the largest board
CELL, RED, OWN_STAR, ENEMY_STAR = 0, 1, 2, 3  # planes with a 1 on those cells
OWN_COMMANDER, OWN_SOLDIER, ENEMY_COMMANDER, ENEMY_SOLDIER = 4, 5, 6, 7
WAITS = 8  # the piece that waits for the die
DIRECTION = 9  # six planes, one of which is full of 1 while a piece waits: the direction of its last step
OWN_TURN, OWN_LIVES, ENEMY_LIVES, LARGE_DIE, TIME = 15, 16, 17, 18, 19  # planes full of one number
PLANES = (20, SPAN, SPAN)
PLANE_NAMES = (
    "cells of the board",
    "red stars",
    "own green star",
    "the enemy's green star",
    "own commander",
    "own soldiers",
    "the enemy's commander",
    "the enemy's soldiers",
    "the piece that waits for the die",
    *(f"1 throughout while a piece waits that stepped {step}, as the seat sees the board" for step in DIRECTIONS),
    "1 throughout if it is the seat's own turn",
    "own lives",
    "the enemy's lives",
    "1 throughout if the die has 8 faces",
    "turns, as a share of the limit",
)
ACTIONS = encode(ROLL, 0, DIES - 1) + 1  # the last face of the larger die has the last code


@rule
def observe(options: Options, state: State, seat: int, planes: Array) -> None:
    """Rows from the bottom, slanted columns from the left, so that ``ne`` keeps the column.

    The board is turned so that seat 0 and seat 1 see their own side alike.
    """
    planes[:] = 0
    observe_field(options, seat, planes)
    observe_pieces(options, state, seat, seat, planes, OWN_COMMANDER)
    observe_pieces(options, state, 1 - seat, seat, planes, ENEMY_COMMANDER)
    if state.scatter != OFF:
        mark(options, int(state.scatter), seat, planes, WAITS)
        planes[DIRECTION + (int(state.direction) + 3 * seat) % 6] = 1
    planes[OWN_TURN] = 1 if state.turn == seat else 0
    planes[OWN_LIVES] = int(state.lives[seat])
    planes[ENEMY_LIVES] = int(state.lives[1 - seat])
    planes[LARGE_DIE] = 1 if options.die > 6 else 0
    if options.turn_limit:
        planes[TIME] = int(state.turns) / int(options.turn_limit)


@rule
def mark(options: Options, cell: int, viewer: int, planes: Array, plane: int) -> None:
    """Mark a cell on a plane, as a seat sees the board."""
    row, column = int(options.grid[cell, 0]), int(options.grid[cell, 1])
    if viewer == 1:
        last = 2 * int(options.side) - 2
        row, column = last - row, last - column
    planes[plane, row, column] = 1


@rule
def observe_field(options: Options, viewer: int, planes: Array) -> None:
    """The cells, and the stars on them."""
    for cell in range(int(options.cells)):
        mark(options, cell, viewer, planes, CELL)
        if options.red[cell]:
            mark(options, cell, viewer, planes, RED)
    mark(options, int(options.green[viewer]), viewer, planes, OWN_STAR)
    mark(options, int(options.green[1 - viewer]), viewer, planes, ENEMY_STAR)


@rule
def observe_pieces(options: Options, state: State, seat: int, viewer: int, planes: Array, commander: int) -> None:
    """A seat's commander and, on the plane after it, its soldiers."""
    for slot in range(MOST_PIECES):
        cell = int(state.pieces[seat, slot])
        if cell == OFF:
            break
        mark(options, cell, viewer, planes, commander if cell == state.commander[seat] else commander + 1)
