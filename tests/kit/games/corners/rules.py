"""Men step straight on and take what they step on; on the last row they become kings, which step anywhere near."""

from tablier.kit import (
    OFF,
    Array,
    BaseOptions,
    BaseState,
    Moves,
    Squares,
    cell,
    cleared,
    counter,
    draw,
    kind_of_piece,
    next_turn,
    owner,
    piece,
    pieces,
    rule,
    win,
)  # fmt: skip

BOARD = Squares(5, 5)
STEP = BOARD.step
SIZE = BOARD.size
WALL = BOARD.numbers["c3"]
MOVES = Moves(slide=(BOARD, BOARD), rest=())
slide, rest = MOVES.codes
part, kind_of = MOVES.part, MOVES.kind_of
REASONS = ("taken", "limit")
TAKEN, LIMIT = 1, 2
LONGEST = 40


class State(BaseState):
    """The pieces, what was taken, and where it was moved last."""

    cells: Array = pieces(BOARD, "man", "king", neutral=("wall",))
    captured: Array = counter(5, seats=2)
    last: int = cell(BOARD)


clear = cleared(State)


@rule
def start(options: BaseOptions, state: State) -> None:
    """A row of men each, and a wall between them."""
    clear(state)
    for column in range(5):
        state.cells[column] = piece(0, 0)
        state.cells[SIZE - 1 - column] = piece(1, 0)
    state.cells[WALL] = -1


@rule
def can_step(state: State, place: int, direction: int) -> bool:
    """Whether a piece may step in a direction: men straight on, kings along rows and columns."""
    seat, target = int(state.turn), int(STEP[place, direction])
    if owner(int(state.cells[place])) != seat or target == OFF or state.cells[target] < 0:
        return False
    is_king = kind_of_piece(int(state.cells[place])) == 1
    ahead = direction == (0 if seat == 0 else 4)
    return (is_king or ahead) and owner(int(state.cells[target])) != seat


@rule
def legal_moves(options: BaseOptions, state: State, moves: Array) -> int:
    """All steps, and to rest."""
    count = 0
    for place in range(SIZE):
        for target in range(SIZE):
            for direction in range(0, 8, 2):
                if STEP[place, direction] == target and can_step(state, place, direction):
                    moves[count] = slide(place, target)
                    count += 1
    moves[count] = rest()
    return count + 1


@rule
def apply(options: BaseOptions, state: State, move: int) -> None:
    """Step, take and become a king."""
    seat = int(state.turn)
    state.last = OFF
    if kind_of(move) == 0:
        place, target = part(move, 0), part(move, 1)
        if state.cells[target] != 0:
            state.captured[seat] += 1
        state.cells[target] = state.cells[place]
        state.cells[place] = 0
        if target // 5 == (4 if seat == 0 else 0):
            state.cells[target] = piece(seat, 1)
        state.last = target
    if state.captured[seat] == 5:
        win(state, seat, TAKEN)
    next_turn(options, state)
    if state.reason == 0 and state.turns == LONGEST:
        draw(options, state, LIMIT)
