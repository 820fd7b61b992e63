"""Throw a die for how many stones to put down: the first to have some in a row wins."""

from tablier.authors.templates.rolling.board import BOARD, IN_A_ROW
from tablier.kit import (
    CHANCE,
    NOBODY,
    RUNNING,
    Array,
    BaseOptions,
    BaseState,
    Moves,
    Range,
    counter,
    draw,
    next_turn,
    pieces,
    rule,
    win,
)

ROWS = BOARD.lines(IN_A_ROW)
CELLS = BOARD.size
MOST_STONES = 2
MOVES = Moves(roll=(Range("stones", 1, MOST_STONES),), place=(BOARD,))
roll, place = MOVES.codes
kind_of, part = MOVES.kind_of, MOVES.part
ROLL, PLACE = MOVES.kinds
REASONS = ("line", "full")
LINE, FULL = 1, 2


class State(BaseState):
    """The stones on the board, and how many may still be put down in this turn."""

    cells: Array = pieces(BOARD)
    stones: int = counter(MOST_STONES)


@rule
def actor(options: BaseOptions, state: State) -> int:
    """The die, then the seat whose turn it is."""
    if state.reason != RUNNING:
        return NOBODY
    return CHANCE if state.stones == 0 else int(state.turn)


@rule
def is_legal(options: BaseOptions, state: State, move: int) -> bool:
    """The die shows any number; a stone goes to any empty cell."""
    if state.stones == 0:
        return kind_of(move) == ROLL
    return kind_of(move) == PLACE and bool(state.cells[part(move, 0)] == 0)


@rule
def weights(options: BaseOptions, state: State, out: Array) -> None:
    """A fair die."""
    for number in range(MOST_STONES):
        out[number] = 1


@rule
def apply(options: BaseOptions, state: State, move: int) -> None:
    """Throw the die, or put a stone down."""
    if kind_of(move) == ROLL:
        state.stones = part(move, 0)
    else:
        put(options, state, part(move, 0))


@rule
def put(options: BaseOptions, state: State, cell: int) -> None:
    """Put a stone down; see whether that ends the turn or the game."""
    seat = int(state.turn)
    state.cells[cell] = seat + 1
    state.stones -= 1
    if has_row(state, seat):
        win(state, seat, LINE)
    elif is_full(state):
        draw(options, state, FULL)
    elif state.stones == 0:
        next_turn(options, state)


@rule
def is_full(state: State) -> bool:
    """Whether no cell is empty."""
    count = 0
    for cell in range(CELLS):
        count += state.cells[cell] != 0
    return bool(count == CELLS)


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
