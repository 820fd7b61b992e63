"""Hex: put stones down in turn; whoever joins the two sides of their colour wins."""

from tablier.kit import Array, BaseOptions, BaseState, Moves, Rhombus, next_turn, owner, piece, pieces, rule, win

SIDE = 7
BOARD = Rhombus(SIDE, SIDE)
STEP, CELLS = BOARD.step, BOARD.size
WAYS = STEP.shape[1]
MOVES = Moves(place=(BOARD,))
REASONS = ("connected",)
CONNECTED = 1


class State(BaseState):
    """The stones."""

    cells: Array = pieces(BOARD)


@rule
def is_legal(options: BaseOptions, state: State, move: int) -> bool:
    """Onto an empty cell."""
    return state.cells[move] == 0


@rule
def line_of(seat: int, cell: int) -> int:
    """The row of a cell for the first seat, which joins the lowest one and the highest; its column for the other."""
    return cell // SIDE if seat == 0 else cell % SIDE


@rule
def touches(cell: int, chain: int) -> bool:
    """Whether a cell lies beside one of those in a chain, which has a bit for each cell."""
    for way in range(WAYS):
        beside = int(STEP[cell, way])
        if beside >= 0 and chain >> beside & 1:
            return True
    return False


@rule
def is_joined(state: State, seat: int) -> bool:
    """Whether the stones of a seat join its two sides: a chain grows from one side until it grows no more."""
    chain, before = 0, -1
    while chain != before:
        before = chain
        for cell in range(CELLS):
            is_next = line_of(seat, cell) == 0 or touches(cell, chain)
            if is_next and owner(int(state.cells[cell])) == seat:
                chain |= 1 << cell
                if line_of(seat, cell) == SIDE - 1:
                    return True
    return False


@rule
def apply(options: BaseOptions, state: State, move: int) -> None:
    """Put a stone down, and look whether that wins."""
    seat = int(state.turn)
    state.cells[move] = piece(seat, 0)
    next_turn(options, state)
    if is_joined(state, seat):
        win(state, seat, CONNECTED)
