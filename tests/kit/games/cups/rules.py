"""Two hidden dice each: whoever guesses how many of a face lie under all cups wins."""

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
    dice,
    draw,
    rule,
    win,
)  # fmt: skip

SEATS, DICE, FACES, ROUNDS = 4, 2, 6, 3
MOVES = Moves(roll=(Range("face", 1, FACES),), guess=(Range("count", 0, SEATS * DICE),), stop=(), secret=("roll",))
roll, guess, stop = MOVES.codes
part, kind_of = MOVES.part, MOVES.kind_of
REASONS = ("goal", "limit")
GOAL, LIMIT = 1, 2


class State(BaseState):
    """The dice, and how many are thrown."""

    cups: Array = dice(DICE, seats=SEATS)
    tries: Array = counter(ROUNDS, seats=SEATS)
    rolled: int = counter(SEATS * DICE, shown=False)
    best: int = counter(SEATS * DICE)


@rule
def actor(options: BaseOptions, state: State) -> int:
    """First all dice are thrown."""
    if state.reason != RUNNING:
        return NOBODY
    return CHANCE if state.rolled < int(options.seats) * DICE else int(state.turn)


@rule
def legal_moves(options: BaseOptions, state: State, moves: Array) -> int:
    """A face, or a guess how many sixes there are, or to stop."""
    if state.rolled < int(options.seats) * DICE:
        for face in range(FACES):
            moves[face] = roll(face + 1)
        return FACES
    for count in range(int(options.seats) * DICE + 1):
        moves[count] = guess(count)
    moves[int(options.seats) * DICE + 1] = stop()
    return int(options.seats) * DICE + 2


@rule
def weights(options: BaseOptions, state: State, out: Array) -> None:
    """Fair dice."""
    for face in range(FACES):
        out[face] = 1


@rule
def apply(options: BaseOptions, state: State, move: int) -> None:
    """Throw a die, or guess."""
    seats, seat = int(options.seats), int(state.turn)
    if kind_of(move) == 0:
        state.cups[seat, int(state.rolled) % DICE] = part(move, 0)
        state.rolled += 1
        if state.rolled % DICE == 0:
            state.turn = (seat + 1) % seats
        return
    sixes = 0
    for one in range(seats):
        for die in range(DICE):
            sixes += state.cups[one, die] == FACES
    if kind_of(move) == 1:
        state.tries[seat] += 1
        state.best = part(move, 0)
        if part(move, 0) == sixes:
            win(state, seat, GOAL)
    state.turns += 1
    state.turn = (seat + 1) % seats
    if state.reason == 0 and state.turns == ROUNDS * seats:
        draw(options, state, LIMIT)
