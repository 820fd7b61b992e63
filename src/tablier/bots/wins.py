"""Wins and losses that need no search: within a turn, or proved by the game itself."""

from typing import Any

from tablier.core.compile import kernel, rule
from tablier.core.contract import CHANCE, NOBODY
from tablier.core.generic import actor, apply, forced_win, legal_moves, redeal
from tablier.core.records import Array

NO_MOVE = -1


@rule
def holds(moves: Array, count: int, move: int) -> bool:
    """Whether a move is in a list."""
    for index in range(count):  # noqa: SIM110 (numba compiles no generators)
        if moves[index] == move:
            return True
    return False


@kernel
def has_won(options: Any, state: Any, seat: int) -> bool:
    """Whether a seat alone has won."""
    return actor(options, state) == NOBODY and int(state.winners) == 1 << seat


@kernel
def surely_wins(
    options: Any, roots: Any, states: Any, seat: int, first: int, second: int, moves: Array, rng: Array, deals: int
) -> bool:
    """Whether one action, or two in a row unless ``second`` is NO_MOVE, win at once in so many redeals."""
    for _ in range(deals):
        states[0] = roots[0]
        redeal(options[0], states[0], seat, rng)
        apply(options[0], states[0], first)
        if second != NO_MOVE:
            if actor(options[0], states[0]) != seat:
                return False
            if not holds(moves, legal_moves(options[0], states[0], moves), second):
                return False
            apply(options[0], states[0], second)
        if not has_won(options[0], states[0], seat):
            return False
    return True


@kernel
def wins_now(options: Any, roots: Any, states: Any, seat: int, lists: Array, rng: Array, deals: int) -> int:
    """The first action of a win within this turn, in one or two actions, whatever is hidden; or NO_MOVE."""
    firsts, seconds, room = lists[0], lists[1], lists[2]
    count = legal_moves(options[0], roots[0], firsts)
    for index in range(count):
        if surely_wins(options, roots, states, seat, int(firsts[index]), NO_MOVE, room, rng, deals):
            return int(firsts[index])
    for index in range(count):
        states[0] = roots[0]
        redeal(options[0], states[0], seat, rng)
        apply(options[0], states[0], int(firsts[index]))
        if actor(options[0], states[0]) != seat:
            continue
        for other in range(legal_moves(options[0], states[0], seconds)):
            if surely_wins(options, roots, states, seat, int(firsts[index]), int(seconds[other]), room, rng, deals):
                return int(firsts[index])
    return NO_MOVE


@kernel
def can_win(options: Any, states: Any, lists: Array) -> bool:
    """Whether the seat to move at ``states[0]`` wins within its turn, in one or two actions, if it knows everything."""
    seat, firsts, seconds = actor(options[0], states[0]), lists[0], lists[1]
    for index in range(legal_moves(options[0], states[0], firsts)):
        states[1] = states[0]
        apply(options[0], states[1], int(firsts[index]))
        if has_won(options[0], states[1], seat):
            return True
        if actor(options[0], states[1]) != seat:
            continue
        for other in range(legal_moves(options[0], states[1], seconds)):
            states[2] = states[1]
            apply(options[0], states[2], int(seconds[other]))
            if has_won(options[0], states[2], seat):
                return True
    return False


@kernel
def rival_wins(options: Any, states: Any, seat: int, lists: Array) -> bool:
    """Whether at ``states[0]`` another seat is to move and can win within its turn."""
    return actor(options[0], states[0]) not in (seat, CHANCE, NOBODY) and can_win(options, states, lists)


@kernel
def is_lost(options: Any, states: Any, seat: int, lists: Array) -> bool:
    """Whether the next seat can win within its turn, whatever a seat that is still to move does before."""
    if actor(options[0], states[0]) != seat:
        return rival_wins(options, states, seat, lists)
    states[3], moves = states[0], lists[2]
    for index in range(legal_moves(options[0], states[3], moves)):
        states[0] = states[3]
        apply(options[0], states[0], int(moves[index]))
        if not rival_wins(options, states, seat, lists):
            return False
    return True


@kernel
def gives_away(
    options: Any, roots: Any, states: Any, seat: int, move: int, lists: Array, rng: Array, deals: int
) -> bool:
    """Whether after a move the game is lost, in each of so many redeals."""
    for _ in range(deals):
        states[0] = roots[0]
        redeal(options[0], states[0], seat, rng)
        apply(options[0], states[0], move)
        if not is_lost(options, states, seat, lists):
            return False
    return True


@kernel
def prove(options: Any, states: Any, moves: Array, budget: int) -> int:
    """The first move of a forced win, or NO_MOVE."""
    return forced_win(options[0], states, moves, budget)
