"""Kernels that step many games, each a row of some arrays. What becomes of a game depends on its row alone.

A game has two generators: one for chance, one for moves that are drawn at random for its seats.
"""

from typing import Any

from tablier.core.compile import kernel, rule
from tablier.core.contract import CHANCE, NOBODY
from tablier.core.generic import actor, apply, conceal, legal_moves, observe, returns, start, weights
from tablier.core.kernels import pick
from tablier.core.random import below
from tablier.core.records import Array, Record, u8

ILLEGAL = -1
FOR_CHANCE, FOR_SEATS = 0, 1  # generators of a game


class Wanted(Record):
    """What is to be done at every step."""

    chance: int = u8()  # chance decides by itself
    restart: int = u8()  # a game that is over begins anew
    masks: int = u8()  # legal moves are marked
    observed: int = u8()  # whoever decides sees planes
    hidden: int = u8()  # the seats of the game know different things


@kernel
def go_on(options: Any, state: Any, wanted: Any, moves: Array, chances: Array, rng: Array) -> int:
    """Let chance decide as long as it is to, if that is wanted; who decides then."""
    decider = actor(options, state)
    while decider == CHANCE and wanted.chance:
        count = legal_moves(options, state, moves)
        weights(options, state, chances)
        apply(options, state, int(moves[pick(chances, count, rng)]))
        decider = actor(options, state)
    return decider


@rule
def mark(mask: Array, moves: Array, count: int, legal: int) -> None:
    """Mark some moves as legal, or no longer."""
    for place in range(count):
        mask[moves[place]] = legal


@kernel
def look_at(
    options: Any, state: Any, wanted: Any, decider: int, moves: Array, chances: Array, mask: Array, planes: Array,
    aside: Any,
) -> int:  # fmt: skip
    """Fill in what can be chosen in a game, and what whoever decides sees; returns how many moves there are."""
    if decider == NOBODY:
        if wanted.observed:
            planes[:] = 0
        return 0
    count = legal_moves(options, state, moves)
    if decider == CHANCE:
        weights(options, state, chances)
    if wanted.masks:
        mark(mask, moves, count, 1)
    if wanted.observed:
        see(options, state, wanted, decider, planes, aside)
    return count


@kernel
def see(options: Any, state: Any, wanted: Any, seat: int, planes: Array, aside: Any) -> None:
    """What a seat sees of a position, nothing if it is chance; with secrets, of a record that was concealed for it."""
    if seat < 0:
        planes[:] = 0
    elif wanted.hidden:
        aside[0] = state
        conceal(options, aside[0], seat)
        observe(options, aside[0], seat, planes)
    else:
        observe(options, state, seat, planes)


@kernel
def begin_games(
    options: Any, states: Any, wanted: Any, aside: Any, first: int, last: int, rngs: Array,
    actors: Array, counts: Array, moves: Array, chances: Array, masks: Array, planes: Array,
) -> None:  # fmt: skip
    """Start the games from ``first`` to ``last``."""
    for game in range(first, last):
        if wanted[0].masks:
            mark(masks[game], moves[game], counts[game], 0)
        start(options[0], states[game])
        decider = go_on(options[0], states[game], wanted[0], moves[game], chances[game], rngs[game, FOR_CHANCE])
        actors[game] = decider
        counts[game] = look_at(
            options[0], states[game], wanted[0], decider, moves[game], chances[game], masks[game], planes[game], aside
        )


@kernel
def step_games(
    options: Any, states: Any, wanted: Any, aside: Any, first: int, last: int, rngs: Array,
    actors: Array, counts: Array, moves: Array, chances: Array, masks: Array, planes: Array,
    codes: Array, rewards: Array, ended: Array, reasons: Array,
) -> None:  # fmt: skip
    """Make a move in each of these games, which must be legal; those that are over stand still."""
    for game in range(first, last):
        rewards[game] = 0
        if actors[game] == NOBODY:
            ended[game] = 0
            continue
        if wanted[0].masks:
            mark(masks[game], moves[game], counts[game], 0)
        apply(options[0], states[game], int(codes[game]))
        decider = go_on(options[0], states[game], wanted[0], moves[game], chances[game], rngs[game, FOR_CHANCE])
        ended[game] = decider == NOBODY
        if decider == NOBODY:
            reasons[game] = returns(options[0], states[game], rewards[game])
            if wanted[0].restart:
                start(options[0], states[game])
                decider = go_on(options[0], states[game], wanted[0], moves[game], chances[game], rngs[game, FOR_CHANCE])
        actors[game] = decider
        counts[game] = look_at(
            options[0], states[game], wanted[0], decider, moves[game], chances[game], masks[game], planes[game], aside
        )


@kernel
def wander_games(
    options: Any, states: Any, wanted: Any, aside: Any, first: int, last: int, rngs: Array,
    actors: Array, moves: Array, chances: Array, steps: int,
) -> int:  # fmt: skip
    """Make so many random moves in each of these games, chance's beside them; returns how many were made in all."""
    made = 0
    for game in range(first, last):
        decider = int(actors[game])
        for _ in range(steps):
            if decider == NOBODY:
                break
            count = legal_moves(options[0], states[game], moves[game])
            if decider == CHANCE:
                weights(options[0], states[game], chances[game])
            place = drawn(decider, chances[game], count, rngs[game, FOR_SEATS])
            apply(options[0], states[game], int(moves[game, place]))
            made += 1
            decider = go_on(options[0], states[game], wanted[0], moves[game], chances[game], rngs[game, FOR_CHANCE])
            if decider == NOBODY and wanted[0].restart:
                start(options[0], states[game])
                decider = go_on(options[0], states[game], wanted[0], moves[game], chances[game], rngs[game, FOR_CHANCE])
        actors[game] = decider
    return made


@rule
def drawn(decider: int, chances: Array, count: int, rng: Array) -> int:
    """The place of a move drawn at random: by weight if it is chance's, else each is as likely."""
    if decider == CHANCE:
        return pick(chances, count, rng)
    return below(rng, count)


@kernel
def look_at_games(
    options: Any, states: Any, wanted: Any, aside: Any, first: int, last: int,
    actors: Array, counts: Array, moves: Array, chances: Array, masks: Array, planes: Array,
) -> None:  # fmt: skip
    """Fill in anew what can be chosen in these games."""
    for game in range(first, last):
        masks[game] = 0
        counts[game] = look_at(
            options[0], states[game], wanted[0], int(actors[game]), moves[game], chances[game], masks[game],
            planes[game], aside,
        )  # fmt: skip


@kernel
def see_games(
    options: Any, states: Any, wanted: Any, aside: Any, first: int, last: int, seat: int, planes: Array
) -> None:
    """What one seat sees of these games."""
    for game in range(first, last):
        see(options[0], states[game], wanted[0], seat, planes[game], aside)


@kernel
def draw_codes(
    options: Any, states: Any, wanted: Any, aside: Any, first: int, last: int, rngs: Array,
    actors: Array, counts: Array, moves: Array, chances: Array, codes: Array,
) -> None:  # fmt: skip
    """A random legal move in each of these games."""
    for game in range(first, last):
        codes[game] = 0
        if counts[game]:
            place = drawn(int(actors[game]), chances[game], int(counts[game]), rngs[game, FOR_SEATS])
            codes[game] = moves[game, place]


@kernel
def first_illegal(
    options: Any, states: Any, wanted: Any, aside: Any, first: int, last: int,
    actors: Array, counts: Array, moves: Array, codes: Array,
) -> int:  # fmt: skip
    """The first of these games in which the move is not legal, or -1; in games that are over anything may stand."""
    for game in range(first, last):
        if actors[game] == NOBODY:
            continue
        low, high = 0, int(counts[game])
        while low < high:
            middle = (low + high) // 2
            if moves[game, middle] < codes[game]:
                low = middle + 1
            else:
                high = middle
        if low == counts[game] or moves[game, low] != codes[game]:
            return game
    return ILLEGAL
