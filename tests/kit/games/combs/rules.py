"""Stones on hexagons: the first to have four in a row wins."""

from tablier.kit import Array, BaseOptions, BaseState, Hexagons, Moves, draw, next_turn, pieces, rule, win

BOARD = Hexagons(3)
LINES = BOARD.lines(4)
COUNT = len(LINES)
SIZE = BOARD.size
MOVES = Moves(place=(BOARD,))
REASONS = ("line", "full")
LINE, FULL = 1, 2


class State(BaseState):
    """The stones."""

    cells: Array = pieces(BOARD)


@rule
def is_legal(options: BaseOptions, state: State, move: int) -> bool:
    """Any empty cell."""
    return bool(state.cells[move] == 0)


@rule
def apply(options: BaseOptions, state: State, move: int) -> None:
    """Place a stone."""
    seat = int(state.turn)
    state.cells[move] = seat + 1
    for line in range(COUNT):
        found = 0
        for place in range(4):
            found += state.cells[LINES[line, place]] == seat + 1
        if found == 4:
            win(state, seat, LINE)
    next_turn(options, state)
    if state.reason == 0 and state.turns == SIZE:
        draw(options, state, FULL)
