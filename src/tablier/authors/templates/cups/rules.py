"""Two dice under each cup, and one chance to throw them again: the highest takes a point, three points win."""

from tablier.kit import (
    CHANCE,
    NOBODY,
    RUNNING,
    Array,
    BaseOptions,
    BaseState,
    Moves,
    Range,
    cleared,
    counter,
    dice,
    flag,
    rule,
)

SEATS, DICE, FACES, GOAL = 2, 2, 6, 3
MOVES = Moves(throw=(Range("face", 1, FACES),), keep=(), again=(), secret=("throw",))
throw, keep, again = MOVES.codes
kind_of, part = MOVES.kind_of, MOVES.part
THROW, KEEP, AGAIN = MOVES.kinds
REASONS = ("goal",)
REACHED = 1


class State(BaseState):
    """The dice, the points, and how far the round is."""

    cups: Array = dice(DICE, FACES, seats=SEATS, shown_by="open")
    points: Array = counter(GOAL, seats=SEATS)
    open: int = flag()  # whether the cups are lifted
    left: int = counter(DICE, shown=False)  # dice that are still to be thrown
    first: int = flag()  # whether they are thrown for the first time
    starter: int = counter(SEATS - 1, shown=False)


clear = cleared(State)


@rule
def start(options: BaseOptions, state: State) -> None:
    """All dice are thrown."""
    clear(state)
    state.left, state.first = DICE, 1


@rule
def actor(options: BaseOptions, state: State) -> int:
    """The dice, then the seat whose turn it is."""
    if state.reason != RUNNING:
        return NOBODY
    return CHANCE if state.left > 0 else int(state.turn)


@rule
def is_legal(options: BaseOptions, state: State, move: int) -> bool:
    """A die shows any face; a seat keeps its dice, or throws them again."""
    return (kind_of(move) == THROW) == (state.left > 0)


@rule
def weights(options: BaseOptions, state: State, out: Array) -> None:
    """Fair dice."""
    for face in range(FACES):
        out[face] = 1


@rule
def apply(options: BaseOptions, state: State, move: int) -> None:
    """Throw a die, keep what there is, or begin to throw again."""
    kind = kind_of(move)
    if kind == THROW:
        roll(options, state, part(move, 0))
    elif kind == KEEP:
        pass_on(options, state)
    else:
        empty(state, int(state.turn))
        state.left = DICE


@rule
def empty(state: State, seat: int) -> None:
    """Take the dice from under a cup."""
    for place in range(DICE):
        state.cups[seat, place] = 0


@rule
def roll(options: BaseOptions, state: State, face: int) -> None:
    """One die under the cup of the seat whose turn it is; with the last one its throw is over."""
    if state.open:
        state.open = 0
        for seat in range(SEATS):
            empty(state, seat)
    state.cups[state.turn, DICE - int(state.left)] = face
    state.left -= 1
    if state.left == 0:
        pass_on(options, state)


@rule
def pass_on(options: BaseOptions, state: State) -> None:
    """The next seat throws or decides; after the last one the cups are thrown for, or lifted."""
    state.turn = (int(state.turn) + 1) % int(options.seats)
    if state.turn != state.starter:
        state.left = DICE if state.first else 0
    elif state.first:
        state.first = 0
    else:
        lift(options, state)


@rule
def total(state: State, seat: int) -> int:
    """What the dice of a seat add up to."""
    count = 0
    for place in range(DICE):
        count += int(state.cups[seat, place])
    return count


@rule
def lift(options: BaseOptions, state: State) -> None:
    """Lift the cups: the highest take a point each, and another round begins unless somebody has enough."""
    best, winners = 0, 0
    for seat in range(int(options.seats)):
        best = max(best, total(state, seat))
    for seat in range(int(options.seats)):
        if total(state, seat) == best:
            state.points[seat] += 1
            if state.points[seat] == GOAL:
                winners |= 1 << seat
    state.open = 1
    state.turns += 1
    state.starter = (int(state.starter) + 1) % int(options.seats)
    state.turn = state.starter
    if winners:
        state.winners, state.reason = winners, REACHED
    else:
        state.left, state.first = DICE, 1
