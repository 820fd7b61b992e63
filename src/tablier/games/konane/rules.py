"""The rules of Konane: equipment, start, play, end."""

import numpy as np

from tablier.kit import (
    OFF,
    Array,
    BaseOptions,
    BaseState,
    E,
    Moves,
    N,
    S,
    Squares,
    W,
    cleared,
    next_turn,
    owner,
    piece,
    pieces,
    rule,
    win,
)  # fmt: skip

# Equipment

SIDE = 8
BOARD = Squares(SIDE, SIDE)
STEP, CELLS = BOARD.step, BOARD.size
IS_OPENING = np.isin(range(CELLS), BOARD.cells("a1", "d4", "e5", "h8"))  # in the corners and in the middle
MOVES = Moves(lift=(BOARD,), jump=(BOARD, BOARD))
lift, jump = MOVES.codes
kind_of, part = MOVES.kind_of, MOVES.part
LIFT, JUMP = MOVES.kinds
LIFTS = 2  # turns in which a stone is lifted
MOST_MOVES = 128  # a seat has 32 stones
REASONS = ("blocked",)
BLOCKED = 1


class State(BaseState):
    """The stones."""

    cells: Array = pieces(BOARD)


clear = cleared(State)


# Start


@rule
def start(options: BaseOptions, state: State) -> None:
    """The board is full, the colours alternate, and the first seat has the corner a1."""
    clear(state)
    for cell in range(CELLS):
        state.cells[cell] = piece((cell // SIDE + cell % SIDE) % 2, 0)


# Play


@rule
def legal_moves(options: BaseOptions, state: State, moves: Array) -> int:
    """The first two turns lift a stone each; then stones jump."""
    if state.turns < LIFTS:
        return list_lifts(state, moves)
    count = 0
    for cell in range(CELLS):
        if owner(int(state.cells[cell])) == state.turn:
            count = list_jumps(state, cell, moves, count)
    return count


@rule
def list_lifts(state: State, moves: Array) -> int:
    """First a stone in a corner or in the middle, then one beside the hole."""
    count = 0
    for cell in range(CELLS):
        if may_lift(state, cell):
            moves[count] = lift(cell)
            count += 1
    return count


@rule
def may_lift(state: State, cell: int) -> bool:
    """Whether a stone of the seat whose turn it is may be lifted."""
    if owner(int(state.cells[cell])) != state.turn:
        return False
    return is_opening(cell) if state.turns == 0 else is_beside_hole(state, cell)


@rule
def is_opening(cell: int) -> bool:
    """Whether the game may begin with a stone."""
    return bool(IS_OPENING[cell])


@rule
def is_beside_hole(state: State, cell: int) -> bool:
    """Whether a cell next to a stone is empty."""
    for direction in range(N, W + 1, E):
        if STEP[cell, direction] != OFF and state.cells[STEP[cell, direction]] == 0:
            return True
    return False


@rule
def list_jumps(state: State, cell: int, moves: Array, count: int) -> int:
    """All jumps of a stone, the lowest target first, after ``count`` other moves."""
    for direction in range(S, W + 1, E):
        for jumps in range(reach(state, cell, direction), 0, -1):
            moves[count] = jump(cell, landing(cell, direction, jumps))
            count += 1
    for direction in range(E, N - 1, -E):
        for jumps in range(1, reach(state, cell, direction) + 1):
            moves[count] = jump(cell, landing(cell, direction, jumps))
            count += 1
    return count


@rule
def reach(state: State, cell: int, direction: int) -> int:
    """How many jumps a stone can make one after the other in a direction, each over a stone of the other seat."""
    jumps, other, over = 0, 1 - owner(int(state.cells[cell])), STEP[cell, direction]
    while over != OFF and owner(int(state.cells[over])) == other:
        beyond = STEP[over, direction]
        if beyond == OFF or state.cells[beyond] != 0:
            break
        jumps, over = jumps + 1, STEP[beyond, direction]
    return jumps


@rule
def landing(cell: int, direction: int, jumps: int) -> int:
    """Where so many jumps in a direction lead."""
    for _ in range(2 * jumps):
        cell = STEP[cell, direction]
    return int(cell)


@rule
def apply(options: BaseOptions, state: State, move: int) -> None:
    """Lift a stone, or jump; whoever then cannot jump has lost."""
    if kind_of(move) == LIFT:
        state.cells[part(move, 0)] = 0
    else:
        leap(state, part(move, 0), part(move, 1))
    next_turn(options, state)
    if state.turns >= LIFTS and not can_jump(state):
        win(state, 1 - int(state.turn), BLOCKED)


@rule
def leap(state: State, source: int, target: int) -> None:
    """Carry a stone to its target and take what it jumped over."""
    stone = state.cells[source]
    stride = heading(source, target)
    for cell in range(source, target, stride):
        state.cells[cell] = 0
    state.cells[target] = stone


@rule
def heading(source: int, target: int) -> int:
    """The numbers of cells on a line from one to another are so far apart."""
    stride = SIDE if source % SIDE == target % SIDE else 1
    return stride if target > source else -stride


# End


@rule
def can_jump(state: State) -> bool:
    """Whether the seat whose turn it is has a jump."""
    for cell in range(CELLS):
        if owner(int(state.cells[cell])) == state.turn:
            for direction in range(N, W + 1, E):
                if reach(state, cell, direction) > 0:
                    return True
    return False
