"""Everybody throws a die and moves on a loop; whoever comes to its end first wins."""

from tablier.kit import (
    CHANCE,
    NOBODY,
    OFF,
    RUNNING,
    Array,
    BaseOptions,
    BaseState,
    Moves,
    Range,
    Track,
    cell,
    cleared,
    dice,
    next_turn,
    pieces,
    rule,
    win,
)  # fmt: skip

BOARD = Track(16, loop=True)
LAST = BOARD.size - 1
SIZE = BOARD.size
MOVES = Moves(roll=(Range("face", 1, 6),), go=(BOARD,), stay=())
roll, go, stay = MOVES.codes
part, kind_of = MOVES.part, MOVES.kind_of
REASONS = ("goal",)
GOAL = 1


class State(BaseState):
    """The pawns, and the die."""

    cells: Array = pieces(BOARD)
    thrown: Array = dice(1)
    goal: int = cell(BOARD)


clear = cleared(State)


@rule
def start(options: BaseOptions, state: State) -> None:
    """The pawns stand one behind the other."""
    clear(state)
    state.goal = LAST
    for seat in range(int(options.seats)):
        state.cells[seat] = seat + 1


@rule
def actor(options: BaseOptions, state: State) -> int:
    """First the die is thrown."""
    if state.reason != RUNNING:
        return NOBODY
    return CHANCE if state.thrown[0] == 0 else int(state.turn)


@rule
def where(state: State, seat: int) -> int:
    """Where a seat's pawn stands."""
    for place in range(SIZE):
        if state.cells[place] == seat + 1:
            return place
    return OFF


@rule
def target(state: State) -> int:
    """Where the pawn would come to; OFF if it is taken."""
    place = min(where(state, int(state.turn)) + int(state.thrown[0]), LAST)
    return place if state.cells[place] == 0 else OFF


@rule
def legal_moves(options: BaseOptions, state: State, moves: Array) -> int:
    """A face; then to go, or to stay if that cannot be."""
    if state.thrown[0] == 0:
        for face in range(6):
            moves[face] = roll(face + 1)
        return 6
    moves[0] = stay() if target(state) == OFF else go(target(state))
    return 1


@rule
def weights(options: BaseOptions, state: State, out: Array) -> None:
    """A fair die."""
    for face in range(6):
        out[face] = 1


@rule
def apply(options: BaseOptions, state: State, move: int) -> None:
    """Throw, go or stay."""
    if kind_of(move) == 0:
        state.thrown[0] = part(move, 0)
        return
    seat = int(state.turn)
    if kind_of(move) == 1:
        state.cells[where(state, seat)] = 0
        state.cells[part(move, 0)] = seat + 1
        if part(move, 0) == LAST:
            win(state, seat, GOAL)
    state.thrown[0] = 0
    next_turn(options, state)
