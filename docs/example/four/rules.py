"""Connect Four: drop discs into columns; the first to have four in a row wins."""

from tablier.kit import Array, BaseOptions, BaseState, Moves, Squares, draw, next_turn, pieces, rule, win

BOARD = Squares(7, 6)
STEP = BOARD.step
MOVES = Moves(drop=(BOARD,))
WIDTH, CELLS = BOARD.width, BOARD.size
REASONS = ("line", "full")
LINE, FULL = 1, 2
FOUR = 4


class State(BaseState):
    """The discs."""

    cells: Array = pieces(BOARD)


@rule
def is_legal(options: BaseOptions, state: State, move: int) -> bool:
    """A disc falls onto the lowest empty cell of its column."""
    return state.cells[move] == 0 and (move < WIDTH or state.cells[move - WIDTH] != 0)


@rule
def reach(state: State, cell: int, direction: int) -> int:
    """How many discs like that on a cell follow it in a direction."""
    count, here = 0, STEP[cell, direction]
    while here >= 0 and state.cells[here] == state.cells[cell]:
        count += 1
        here = STEP[here, direction]
    return count


@rule
def apply(options: BaseOptions, state: State, move: int) -> None:
    """Drop a disc."""
    state.cells[move] = int(state.turn) + 1
    for direction in range(4):
        if reach(state, move, direction) + reach(state, move, direction + 4) + 1 >= FOUR:
            win(state, int(state.turn), LINE)
    next_turn(options, state)
    if state.reason == 0 and state.turns == CELLS:
        draw(options, state, FULL)
