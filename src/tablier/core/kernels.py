"""Kernels generic over the contract: one step of a game for callers in Python, and whole random games and trees.

They take records as arrays of one, which cost a call from Python least, and are bound to a game by ``compile.bind``.
"""

from typing import Any

from tablier.core.compile import kernel, rule
from tablier.core.contract import CHANCE, NOBODY
from tablier.core.generic import actor, apply, conceal, legal_moves, observe, redeal, returns, start, weights
from tablier.core.random import below
from tablier.core.records import Array


@kernel
def begin(options: Any, states: Any) -> None:
    """Put a record at the start."""
    start(options[0], states[0])


@kernel
def who(options: Any, states: Any) -> int:
    """Who decides."""
    return actor(options[0], states[0])


@kernel
def survey(options: Any, states: Any, moves: Array, chances: Array) -> tuple[int, int]:
    """Who decides and how many legal moves there are; fills in the moves and, at CHANCE, their weights."""
    decider = actor(options[0], states[0])
    if decider == NOBODY:
        return decider, 0
    count = legal_moves(options[0], states[0], moves)
    if decider == CHANCE:
        weights(options[0], states[0], chances)
    return decider, count


@kernel
def advance(options: Any, states: Any, move: int) -> None:
    """Make a move."""
    apply(options[0], states[0], move)


@kernel
def judge(options: Any, states: Any, scores: Array) -> int:
    """Fill in the scores and return the reason."""
    return returns(options[0], states[0], scores)


@kernel
def erase(options: Any, states: Any, seat: int) -> None:
    """Conceal."""
    conceal(options[0], states[0], seat)


@kernel
def deal(options: Any, states: Any, seat: int, rng: Array) -> None:
    """Redeal."""
    redeal(options[0], states[0], seat, rng)


@kernel
def look(options: Any, states: Any, seat: int, planes: Array) -> None:
    """Observe."""
    observe(options[0], states[0], seat, planes)


@rule
def pick(chances: Array, count: int, rng: Array) -> int:
    """An index drawn by weight: all weights are looked at without branching, which is faster than stopping early."""
    total = 0
    for index in range(count):
        total += int(chances[index])
    rest = below(rng, total)
    chosen, reached = 0, 0
    for index in range(count):
        reached += int(chances[index])
        chosen += reached <= rest
    return chosen


@kernel
def random_move(options: Any, state: Any, moves: Array, chances: Array, rng: Array) -> int:
    """A random legal move: chance by its weights, seats evenly; -1 when the game is over."""
    who = actor(options, state)
    if who == NOBODY:
        return -1
    count = legal_moves(options, state, moves)
    if who != CHANCE:
        return int(moves[below(rng, count)])
    weights(options, state, chances)
    return int(moves[pick(chances, count, rng)])


@kernel
def wander(options: Any, states: Any, moves: Array, chances: Array, rng: Array, played: Array) -> int:
    """Play at random until the game is over or ``played``, which takes the moves, is full; returns how many."""
    for number in range(played.size):
        move = random_move(options[0], states[0], moves, chances, rng)
        if move < 0:
            return number
        played[number] = move
        apply(options[0], states[0], move)
    return int(played.size)


@kernel
def playouts(options: Any, states: Any, moves: Array, chances: Array, rng: Array, games: int) -> int:
    """Play that many random games from the start; returns the number of decisions."""
    decisions = 0
    for _ in range(games):
        start(options[0], states[0])
        move = random_move(options[0], states[0], moves, chances, rng)
        while move >= 0:
            apply(options[0], states[0], move)
            decisions += 1
            move = random_move(options[0], states[0], moves, chances, rng)
    return decisions


@kernel
def count_sequences(options: Any, states: Any, moves: Array, counts: Array, depth: int) -> int:
    """The number of sequences of ``depth`` decisions from ``states[0]``: states, moves and counts have a row per level.

    ``counts[level]`` is how many moves of that level are still to be looked at, from the last to the first.
    """
    total = 0
    level = 0
    counts[0] = -1
    while level >= 0:
        if counts[level] < 0:
            over = actor(options[0], states[level]) == NOBODY
            counts[level] = 0 if over else legal_moves(options[0], states[level], moves[level])
            if level == depth - 1:
                total += counts[level]
                counts[level] = 0
        if counts[level] == 0:
            level -= 1
            continue
        counts[level] -= 1
        states[level + 1] = states[level]
        apply(options[0], states[level + 1], int(moves[level, counts[level]]))
        level += 1
        counts[level] = -1
    return total
