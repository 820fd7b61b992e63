"""Put a stone down in turn: the first to have some in a row wins."""

from tablier.authors.templates.placing.board import BOARD, IN_A_ROW
from tablier.kit import Array, BaseOptions, BaseState, Moves, draw, next_turn, pieces, rule, win

ROWS = BOARD.lines(IN_A_ROW)
CELLS = BOARD.size
MOVES = Moves(place=(BOARD,))
REASONS = ("line", "full")
LINE, FULL = 1, 2


class State(BaseState):
    """The stones on the board."""

    cells: Array = pieces(BOARD)


@rule
def is_legal(options: BaseOptions, state: State, move: int) -> bool:
    """A stone goes to any empty cell."""
    return bool(state.cells[move] == 0)


@rule
def apply(options: BaseOptions, state: State, move: int) -> None:
    """Put a stone down; see whether that ends the game."""
    seat = int(state.turn)
    state.cells[move] = seat + 1
    next_turn(options, state)
    if has_row(state, seat):
        win(state, seat, LINE)
    elif state.turns == CELLS:
        draw(options, state, FULL)


@rule
def has_row(state: State, seat: int) -> bool:
    """Whether a seat has a whole row."""
    for row in range(ROWS.shape[0]):
        count = 0
        for index in range(IN_A_ROW):
            count += state.cells[ROWS[row, index]] == seat + 1
        if count == IN_A_ROW:
            return True
    return False
