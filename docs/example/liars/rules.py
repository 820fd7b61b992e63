"""Liar's Dice: bid on what lies under all cups, or doubt the last bid."""

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
    win,
)

SEATS, DICE, FACES = 4, 5, 6
MOVES = Moves(
    roll=(Range("face", 1, FACES),),
    bid=(Range("count", 1, SEATS * DICE), Range("face", 1, FACES)),
    doubt=(),
    secret=("roll",),
)
roll, bid, doubt = MOVES.codes
kind_of, part = MOVES.kind_of, MOVES.part
ROLL, BID, DOUBT = MOVES.kinds
REASONS = ("last",)
LAST = 1


class State(BaseState):
    """Who has which dice, and what was bid."""

    cups: Array = dice(DICE, seats=SEATS, shown_by="open")
    left: Array = counter(DICE, seats=SEATS)
    count: int = counter(SEATS * DICE)
    face: int = counter(FACES)
    open: int = flag()
    rolled: int = counter(DICE, shown=False)  # dice of the seat whose turn it is that are thrown
    rolling: int = flag()
    first: int = counter(SEATS, shown=False)


clear = cleared(State)


@rule
def start(options: BaseOptions, state: State) -> None:
    """Five dice each."""
    clear(state)
    for seat in range(int(options.seats)):
        state.left[seat] = DICE
    begin_round(options, state, 0)


@rule
def begin_round(options: BaseOptions, state: State, seat: int) -> None:
    """All dice are thrown again; a seat bids first."""
    state.count, state.face, state.rolling, state.rolled, state.first = 0, 0, 1, 0, seat
    state.turn = seat


@rule
def actor(options: BaseOptions, state: State) -> int:
    """Whose turn it is; first the dice are thrown."""
    if state.reason != RUNNING:
        return NOBODY
    return CHANCE if state.rolling else int(state.turn)


@rule
def legal_moves(options: BaseOptions, state: State, moves: Array) -> int:
    """A die, a higher bid, or doubt."""
    if state.rolling:
        for face in range(FACES):
            moves[face] = roll(face + 1)
        return FACES
    count = 0
    for number in range(max(1, int(state.count)), total(options, state) + 1):
        for face in range(1, FACES + 1):
            if number > state.count or face > state.face:
                moves[count] = bid(number, face)
                count += 1
    if state.count:
        moves[count] = doubt()
        count += 1
    return count


@rule
def weights(options: BaseOptions, state: State, out: Array) -> None:
    """Fair dice."""
    for face in range(FACES):
        out[face] = 1


@rule
def total(options: BaseOptions, state: State) -> int:
    """How many dice there are."""
    count = 0
    for seat in range(int(options.seats)):
        count += int(state.left[seat])
    return count


@rule
def apply(options: BaseOptions, state: State, move: int) -> None:
    """Throw a die, bid or doubt."""
    kind = kind_of(move)
    if kind == ROLL:
        throw(options, state, part(move, 0))
    elif kind == BID:
        state.count, state.face = part(move, 0), part(move, 1)
        state.turns += 1
        pass_on(options, state)
    else:
        settle(options, state)


@rule
def throw(options: BaseOptions, state: State, face: int) -> None:
    """One die of the seat whose turn it is; then the next seat throws, until all have."""
    if state.open:
        state.open = 0
        for seat in range(SEATS):
            for place in range(DICE):
                state.cups[seat, place] = 0
    state.cups[state.turn, state.rolled] = face
    state.rolled += 1
    if state.rolled == state.left[state.turn]:
        state.rolled = 0
        pass_on(options, state)
        if state.turn == state.first:
            state.rolling = 0


@rule
def pass_on(options: BaseOptions, state: State) -> None:
    """The next seat that still has dice."""
    seat = (int(state.turn) + 1) % int(options.seats)
    while state.left[seat] == 0:
        seat = (seat + 1) % int(options.seats)
    state.turn = seat


@rule
def settle(options: BaseOptions, state: State) -> None:
    """Count the dice; whoever was wrong loses one, and begins the next round if still in."""
    found = 0
    for seat in range(int(options.seats)):
        for place in range(int(state.left[seat])):
            found += state.cups[seat, place] == state.face
    doubter, loser = int(state.turn), int(state.turn)
    if found < state.count:
        loser = before(options, state, doubter)
    state.left[loser] -= 1
    state.turns += 1
    state.open = 1
    finish(options, state, loser)


@rule
def before(options: BaseOptions, state: State, seat: int) -> int:
    """The seat in play before another."""
    seat = (seat - 1) % int(options.seats)
    while state.left[seat] == 0:
        seat = (seat - 1) % int(options.seats)
    return seat


@rule
def finish(options: BaseOptions, state: State, loser: int) -> None:
    """The last seat with dice wins; else another round."""
    alive, last = 0, 0
    for seat in range(int(options.seats)):
        if state.left[seat] > 0:
            alive, last = alive + 1, seat
    if alive == 1:
        win(state, last, LAST)
        return
    state.turn = loser
    if state.left[loser] == 0:
        pass_on(options, state)
    begin_round(options, state, int(state.turn))
