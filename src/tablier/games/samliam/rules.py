"""The rules of Sam Liam: start, play, end."""

import numpy as np

from tablier.core.compile import rule
from tablier.core.contract import RUNNING
from tablier.core.endings import draw, win
from tablier.core.records import Array
from tablier.games.samliam.board import CELLS
from tablier.games.samliam.duty import ban_for_silence, is_banned, lift_ban, list_restricted
from tablier.games.samliam.options import OFF, STRICT, Options
from tablier.games.samliam.state import (
    FIT_COUNT,
    KIND_NAMES,
    LIFT,
    MOST_SEATS,
    NOWHERE,
    PLACE,
    PLACEMENTS,
    SLOTS,
    TRIANGLES,
    State,
    decode,
    encode,
    put,
    take,
    triangles,
    wide,
)
from tablier.games.samliam.threats import is_unstoppable

REASONS = (*KIND_NAMES, "announced", "limit")
ANNOUNCED, LIMIT = 4, 5

MOST_MOVES = SLOTS * 2  # every slot, silent and announced


# Start


@rule
def clear(options: Options, state: State) -> None:
    """An empty board."""
    state.turns, state.turn, state.reason, state.winners = 0, 0, RUNNING, 0
    state.lifted = NOWHERE
    for cell in range(CELLS):
        state.taken[cell] = options.board[cell]
    for seat in range(MOST_SEATS):
        state.reserve[seat] = 0
        lift_ban(state, seat)
        for cell in range(CELLS):
            state.shown[seat, cell] = 0
            state.threats[seat, cell] = 0


@rule
def start(options: Options, state: State) -> None:
    """All triangles in reserve."""
    clear(options, state)
    for seat in range(int(options.seats)):
        state.reserve[seat] = TRIANGLES


# Play


@rule
def must_lift(state: State) -> bool:
    """Whether the seat to move has nothing in reserve and in hand."""
    return state.reserve[state.turn] == 0 and state.lifted == NOWHERE


@rule
def legal_moves(options: Options, state: State, moves: Array) -> int:
    """Lifts, or placements."""
    if must_lift(state):
        return list_lifts(state, moves)
    if options.seats == 2 and options.announcements != STRICT:
        return list_all(state, moves)
    return list_restricted(options, state, moves)


@rule
def list_lifts(state: State, moves: Array) -> int:
    """Every triangle of the seat to move."""
    count = 0
    for cell in range(CELLS):
        facings = triangles(state, wide(state.turn), cell)
        for facing in range(4):
            if (facings >> facing) & 1:
                moves[count] = encode(LIFT, cell * 4 + facing, 0)
                count += 1
    return count


@rule
def list_all(state: State, moves: Array) -> int:
    """Everything that fits, a lifted triangle not being put back.

    Of every cell four codes are written and only those that fit are counted: that leaves nothing to branch on.
    """
    count = np.uint64(0)
    for cell in range(CELLS):
        taken = state.taken[cell]
        for index in range(4):
            moves[count + np.uint64(index)] = PLACEMENTS[cell, taken, index]
        count += FIT_COUNT[taken]
    return strike(moves, wide(count), wide(state.lifted))


@rule
def strike(moves: Array, count: int, lifted: int) -> int:
    """Take the placement that would undo a lift out of a list, if there was a lift; returns how many are left."""
    if lifted == NOWHERE:
        return count
    index = wide(0)
    while moves[index] != encode(PLACE, lifted, 0):
        index += 1
    for later in range(index + 1, count):
        moves[later - 1] = moves[later]
    return count - 1


@rule
def apply(options: Options, state: State, move: int) -> None:
    """A lift, or a placement and with it the end of the turn."""
    lifts, slot, announced = decode(move)
    if lifts:
        take(options, state, wide(state.turn), slot >> 2, slot & 3)
        state.lifted = slot
    else:
        place(options, state, slot, announced)


@rule
def place(options: Options, state: State, slot: int, announced: bool) -> None:
    """Put a triangle down: it wins, or is announced or not, and the turn is over."""
    seat = wide(state.turn)
    if state.lifted == NOWHERE:
        state.reserve[seat] -= 1
    state.lifted = NOWHERE
    figure = put(options, state, seat, slot >> 2, slot & 3)
    if figure:
        lift_ban(state, seat)
        win(state, seat, figure)
    else:
        announce(options, state, seat, announced)
        end_turn(options, state)


@rule
def announce(options: Options, state: State, seat: int, announced: bool) -> None:
    """What follows from a turn's announcement, or from its silence. One that is banned cannot be silent again."""
    if options.announcements == OFF:
        return
    silent = options.announcements == STRICT and not announced and not is_banned(state, seat)
    lift_ban(state, seat)
    if silent:
        ban_for_silence(options, state, seat)
    elif is_unstoppable(options, state, seat):
        win(state, seat, ANNOUNCED)


# End


@rule
def end_turn(options: Options, state: State) -> None:
    """The next seat's turn, unless it is over."""
    if state.reason != RUNNING:
        return
    state.turns += 1
    state.turn = (wide(state.turn) + 1) % int(options.seats)
    if options.turn_limit and state.turns >= options.turn_limit:
        draw(options, state, LIMIT)
