"""What a learner sees of Minelfield."""

from tablier.core.compile import rule
from tablier.core.records import Array
from tablier.games.minelfield.board import LARGEST_SIDE, OFF
from tablier.games.minelfield.options import Options
from tablier.games.minelfield.state import DIES, ROLL, State, encode

SPAN = 2 * LARGEST_SIDE - 1  # rows, and slanted columns, of the largest board
CELL, RED, OWN_STAR, ENEMY_STAR = 0, 1, 2, 3  # planes with a 1 on those cells
OWN_COMMANDER, OWN_SOLDIER, ENEMY_COMMANDER, ENEMY_SOLDIER = 4, 5, 6, 7
WAITS = 8  # the piece that waits for the die
DIRECTION = 9  # six planes, one of which is full of 1 while a piece waits: the direction of its last step
OWN_TURN, OWN_LIVES, ENEMY_LIVES, LARGE_DIE, TIME = 15, 16, 17, 18, 19  # planes full of one number
PLANES = (20, SPAN, SPAN)
ACTIONS = encode(ROLL, 0, DIES - 1) + 1  # the last face of the larger die has the last code


@rule
def observe(options: Options, state: State, seat: int, planes: Array) -> None:
    """Fill in the planes; the board is turned so that seat 0 and seat 1 see their own side alike."""
    planes[:] = 0
    for cell in range(int(options.cells)):
        observe_cell(options, state, seat, planes, cell)
    if state.scatter != OFF:
        direction = (int(state.direction) + 3 * seat) % 6
        planes[DIRECTION + direction] = 1
    planes[OWN_TURN] = 1 if state.turn == seat else 0
    planes[OWN_LIVES] = int(state.lives[seat])
    planes[ENEMY_LIVES] = int(state.lives[1 - seat])
    planes[LARGE_DIE] = 1 if options.die > 6 else 0
    if options.turn_limit:
        planes[TIME] = int(state.turns) / int(options.turn_limit)


@rule
def observe_cell(options: Options, state: State, seat: int, planes: Array, cell: int) -> None:
    """What there is on one cell."""
    row, column = int(options.grid[cell, 0]), int(options.grid[cell, 1])
    if seat == 1:
        last = 2 * int(options.side) - 2
        row, column = last - row, last - column
    planes[CELL, row, column] = 1
    planes[RED, row, column] = int(options.red[cell])
    planes[OWN_STAR, row, column] = cell == options.green[seat]
    planes[ENEMY_STAR, row, column] = cell == options.green[1 - seat]
    planes[OWN_COMMANDER, row, column] = cell == state.commander[seat]
    planes[ENEMY_COMMANDER, row, column] = cell == state.commander[1 - seat]
    planes[OWN_SOLDIER, row, column] = state.board[cell] == seat + 1 and cell != state.commander[seat]
    planes[ENEMY_SOLDIER, row, column] = state.board[cell] == 2 - seat and cell != state.commander[1 - seat]
    planes[WAITS, row, column] = cell == state.scatter
