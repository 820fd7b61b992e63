"""Konane: jump over stones of the other seat and take them; whoever cannot jump loses."""

from tablier.kit import Array, BaseOptions, BaseState, Moves, Squares, cleared, next_turn, pieces, rule, win

BOARD = Squares(6, 6)
STEP, CELLS, WIDTH = BOARD.step, BOARD.size, BOARD.width
MIDDLE = BOARD.cells("c3", "d3")
MOVES = Moves(jump=(BOARD, BOARD))
(jump,) = MOVES.codes
part = MOVES.part
REASONS = ("blocked",)
BLOCKED = 1


class State(BaseState):
    """The stones."""

    cells: Array = pieces(BOARD)


clear = cleared(State)


@rule
def start(options: BaseOptions, state: State) -> None:
    """A full board, the colours by turns, but for two stones in the middle."""
    clear(state)
    for cell in range(CELLS):
        state.cells[cell] = 1 + (cell // WIDTH + cell % WIDTH) % 2
    for cell in range(2):
        state.cells[MIDDLE[cell]] = 0


@rule
def landing(state: State, cell: int, direction: int, seat: int) -> int:
    """Where a jump from a cell over one stone of the other seat ends; -1 if there is none."""
    over = STEP[cell, direction]
    if over < 0 or state.cells[over] != 2 - seat:
        return -1
    target = STEP[over, direction]
    return int(target) if target >= 0 and state.cells[target] == 0 else -1


@rule
def way(state: State, cell: int, target: int, seat: int) -> int:
    """The direction in which one or more jumps lead from a cell to another; -1 if none does."""
    for direction in range(0, 8, 2):
        here = landing(state, cell, direction, seat)
        while here >= 0:
            if here == target:
                return direction
            here = landing(state, here, direction, seat)
    return -1


@rule
def legal_moves(options: BaseOptions, state: State, moves: Array) -> int:
    """All jumps, one or more in a straight line."""
    seat, count = int(state.turn), 0
    for cell in range(CELLS):
        if state.cells[cell] == seat + 1:
            for target in range(CELLS):
                if way(state, cell, target, seat) >= 0:
                    moves[count] = jump(cell, target)
                    count += 1
    return count


@rule
def can_jump(state: State, seat: int) -> bool:
    """Whether a seat has a move."""
    count = 0
    for cell in range(CELLS):
        for direction in range(0, 8, 2):
            count += state.cells[cell] == seat + 1 and landing(state, cell, direction, seat) >= 0
    return count > 0


@rule
def apply(options: BaseOptions, state: State, move: int) -> None:
    """Jump, and take what is jumped over; the other seat loses if it cannot."""
    cell, target, seat = part(move, 0), part(move, 1), int(state.turn)
    direction = way(state, cell, target, seat)
    state.cells[cell] = 0
    while cell != target:
        cell = STEP[cell, direction]
        state.cells[cell] = 0
    state.cells[target] = seat + 1
    next_turn(options, state)
    if not can_jump(state, 1 - seat):
        win(state, seat, BLOCKED)
