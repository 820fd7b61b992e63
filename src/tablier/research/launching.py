"""The kernels of ``stepping.py`` as a GPU runs them: each thread steps one game, all of them at once.

A launch loads a game's record from the words in which all records lie beside each other, works on it in the thread's
own memory, and stores it again: rules write small fields here and there, which is slow in memory that all share. Each
launch is called as the kernel of the same name is for a core, but that ``total``, where there is one, takes what that
kernel returns: a sum over all threads, or the highest of them.
"""

from typing import Any

import numpy as np
from numba import cuda

from tablier.core.compile import rule
from tablier.core.records import Array
from tablier.research.stepping import (
    FOR_CHANCE,
    FOR_SEATS,
    begin_game,
    draw_code,
    is_illegal,
    look_at_game,
    see,
    step_game,
    wander_game,
)

STATE: Any = None  # this and the next two are put in for each game: the record, how many words it takes,
WORDS, MOST_MOVES = 0, 0  # and how many moves there may be


@rule
def load(words: Array, states: Array, game: int) -> None:
    """Take the record of a game into words that belong to the thread."""
    for number in range(words.size):
        words[number] = states[game, number]


@rule
def store(words: Array, states: Array, game: int) -> None:
    """Put the record of a game back where all can see it."""
    for number in range(words.size):
        states[game, number] = words[number]


def begin_games(
    options: Any, states: Array, wanted: Any, total: Array, rngs: Array,
    actors: Array, counts: Array, moves: Array, chances: Array, masks: Array, planes: Array,
    rewards: Array, ended: Array, reasons: Array,
) -> None:  # fmt: skip
    """Start all games."""
    game = cuda.grid(1)
    if game < states.shape[0]:
        words, spare = cuda.local.array(WORDS, np.uint64), cuda.local.array(WORDS, np.uint64)
        load(words, states, game)
        begin_game(
            options[0], words.view(STATE)[0], wanted[0], spare.view(STATE), game, rngs,
            actors, counts, moves, chances, masks, planes, rewards, ended, reasons,
        )  # fmt: skip
        store(words, states, game)


def step_games(
    options: Any, states: Array, wanted: Any, total: Array, rngs: Array,
    actors: Array, counts: Array, moves: Array, chances: Array, masks: Array, planes: Array,
    codes: Array, rewards: Array, ended: Array, reasons: Array,
) -> None:  # fmt: skip
    """Make a move in every game."""
    game = cuda.grid(1)
    if game < states.shape[0]:
        words, spare = cuda.local.array(WORDS, np.uint64), cuda.local.array(WORDS, np.uint64)
        load(words, states, game)
        step_game(
            options[0], words.view(STATE)[0], wanted[0], spare.view(STATE), game, rngs,
            actors, counts, moves, chances, masks, planes, codes, rewards, ended, reasons,
        )  # fmt: skip
        store(words, states, game)


def wander_games(
    options: Any, states: Array, wanted: Any, total: Array, rngs: Array,
    actors: Array, moves: Array, chances: Array, steps: int,
) -> None:  # fmt: skip
    """Make so many random moves in every game, with moves and generators in the thread's own memory too."""
    game = cuda.grid(1)
    if game < states.shape[0]:
        words, rng = cuda.local.array(WORDS, np.uint64), cuda.local.array((2, 1), np.uint64)
        listed, likely = cuda.local.array(MOST_MOVES, np.int16), cuda.local.array(MOST_MOVES, np.int32)
        rng[FOR_CHANCE, 0], rng[FOR_SEATS, 0] = rngs[game, FOR_CHANCE, 0], rngs[game, FOR_SEATS, 0]
        load(words, states, game)
        made, decider = wander_game(
            options[0], words.view(STATE)[0], wanted[0], int(actors[game]), steps,
            listed, likely, rng[FOR_CHANCE], rng[FOR_SEATS],
        )  # fmt: skip
        actors[game] = decider
        rngs[game, FOR_CHANCE, 0], rngs[game, FOR_SEATS, 0] = rng[FOR_CHANCE, 0], rng[FOR_SEATS, 0]
        store(words, states, game)
        cuda.atomic.add(total, 0, made)


def look_at_games(
    options: Any, states: Array, wanted: Any, total: Array,
    actors: Array, counts: Array, moves: Array, chances: Array, masks: Array, planes: Array,
) -> None:  # fmt: skip
    """Fill in anew what can be chosen in every game."""
    game = cuda.grid(1)
    if game < states.shape[0]:
        words, spare = cuda.local.array(WORDS, np.uint64), cuda.local.array(WORDS, np.uint64)
        load(words, states, game)
        look_at_game(
            options[0], words.view(STATE)[0], wanted[0], spare.view(STATE), game,
            actors, counts, moves, chances, masks, planes,
        )  # fmt: skip


def see_games(options: Any, states: Array, wanted: Any, total: Array, seat: int, planes: Array) -> None:
    """What one seat sees of every game."""
    game = cuda.grid(1)
    if game < states.shape[0]:
        words, spare = cuda.local.array(WORDS, np.uint64), cuda.local.array(WORDS, np.uint64)
        load(words, states, game)
        see(options[0], words.view(STATE)[0], wanted[0], spare.view(STATE), seat, planes[game])


def draw_codes(
    options: Any, states: Array, wanted: Any, total: Array, rngs: Array,
    actors: Array, counts: Array, moves: Array, chances: Array, codes: Array,
) -> None:  # fmt: skip
    """A random legal move in every game."""
    game = cuda.grid(1)
    if game < states.shape[0]:
        draw_code(game, rngs, actors, counts, moves, chances, codes)


def first_illegal(
    options: Any, states: Array, wanted: Any, total: Array, actors: Array, counts: Array, moves: Array, codes: Array
) -> None:
    """A game in which the move is not legal, counted from 1."""
    game = cuda.grid(1)
    if game < states.shape[0] and is_illegal(game, actors, counts, moves, codes):
        cuda.atomic.max(total, 0, game + 1)


def take_codes(options: Any, states: Array, wanted: Any, total: Array, given: Array, codes: Array) -> None:
    """Moves that another library has left on the GPU, in whatever whole numbers."""
    game = cuda.grid(1)
    if game < states.shape[0]:
        codes[game] = given[game]
