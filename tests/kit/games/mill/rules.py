"""Three stones each are placed on points, then slid along lines; three in a row win."""

from tablier.kit import (
    OFF,
    Array,
    BaseOptions,
    BaseState,
    Graph,
    Moves,
    cleared,
    counter,
    draw,
    next_turn,
    pieces,
    rule,
    win,
)  # fmt: skip

POINTS = {f"{'abc'[x]}{y + 1}": (x * 2.0, y * 2.0) for y in range(3) for x in range(3)}
ROWS = [[f"{x}{y}" for x in "abc"] for y in "123"]
COLUMNS = [[f"{x}{y}" for y in "123"] for x in "abc"]
BOARD = Graph(POINTS, [*ROWS, *COLUMNS, ["a1", "b2", "c3"], ["a3", "b2", "c1"]])
STEP, LINES = BOARD.step, BOARD.lines(3)
SIZE, WAYS, COUNT = BOARD.size, BOARD.step.shape[1], len(LINES)
MOVES = Moves(place=(BOARD,), slide=(BOARD, BOARD), rest=())
place, slide, rest = MOVES.codes
part, kind_of = MOVES.part, MOVES.kind_of
REASONS = ("line", "limit")
LINE, LIMIT = 1, 2
LONGEST = 60


class State(BaseState):
    """The stones on the points, and those in hand."""

    cells: Array = pieces(BOARD)
    left: Array = counter(3, seats=2)


clear = cleared(State)


@rule
def start(options: BaseOptions, state: State) -> None:
    """Three stones each."""
    clear(state)
    state.left[0] = state.left[1] = 3


@rule
def are_near(one: int, other: int) -> bool:
    """Whether a line leads from one point to the next."""
    near = False
    for way in range(WAYS):
        near = near or (STEP[one, way] == other and other != OFF)
    return near


@rule
def legal_moves(options: BaseOptions, state: State, moves: Array) -> int:
    """Place, or slide, or rest if neither is possible."""
    count, seat = 0, int(state.turn)
    for target in range(SIZE):
        if state.left[seat] > 0 and state.cells[target] == 0:
            moves[count] = place(target)
            count += 1
    for stone in range(SIZE):
        for target in range(SIZE):
            own = state.left[seat] == 0 and state.cells[stone] == seat + 1
            if own and state.cells[target] == 0 and are_near(stone, target):
                moves[count] = slide(stone, target)
                count += 1
    if count == 0:
        moves[0] = rest()
        count = 1
    return count


@rule
def apply(options: BaseOptions, state: State, move: int) -> None:
    """Make a move, and see whether it wins."""
    seat, kind = int(state.turn), kind_of(move)
    if kind == 0:
        state.cells[part(move, 0)] = seat + 1
        state.left[seat] -= 1
    elif kind == 1:
        state.cells[part(move, 0)] = 0
        state.cells[part(move, 1)] = seat + 1
    for line in range(COUNT):
        found = 0
        for point in range(3):
            found += state.cells[LINES[line, point]] == seat + 1
        if found == 3:
            win(state, seat, LINE)
    next_turn(options, state)
    if state.reason == 0 and state.turns == LONGEST:
        draw(options, state, LIMIT)
