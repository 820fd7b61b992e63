"""Kernels that step many games, each a row of some arrays. What becomes of a game depends on its row alone.

A game has two generators: one for chance, one for moves that are drawn at random for its seats. What is done to one
game (``begin_game``) is the same on every device. Here it is done to one game after the other, on a core of the
processor (``begin_games``); ``launching.py`` has a GPU do it to all of them at once.
"""

from typing import Any

from tablier.core.compile import kernel, rule
from tablier.core.contract import CHANCE, NOBODY
from tablier.core.generic import actor, apply, conceal, legal_moves, observe, returns, start, weights
from tablier.core.kernels import pick
from tablier.core.random import below
from tablier.core.records import Array, Record, u8

NONE = 0  # of the games, which are counted from 1 where one is named
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
    options: Any, state: Any, wanted: Any, aside: Any, decider: int, moves: Array, chances: Array, mask: Array,
    planes: Array,
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
        see(options, state, wanted, aside, decider, planes)
    return count


@kernel
def see(options: Any, state: Any, wanted: Any, aside: Any, seat: int, planes: Array) -> None:
    """What a seat sees of a position, nothing if it is chance; with secrets, of a record that was concealed for it."""
    if seat < 0:
        planes[:] = 0
    elif wanted.hidden:
        aside[0] = state
        conceal(options, aside[0], seat)
        observe(options, aside[0], seat, planes)
    else:
        observe(options, state, seat, planes)


# One game


@kernel
def begin_game(
    options: Any, state: Any, wanted: Any, aside: Any, game: int, rngs: Array,
    actors: Array, counts: Array, moves: Array, chances: Array, masks: Array, planes: Array,
    rewards: Array, ended: Array, reasons: Array,
) -> None:  # fmt: skip
    """Start a game."""
    rewards[game] = 0
    ended[game], reasons[game] = 0, 0
    start(options, state)
    actors[game] = go_on(options, state, wanted, moves[game], chances[game], rngs[game, FOR_CHANCE])
    look_at_game(options, state, wanted, aside, game, actors, counts, moves, chances, masks, planes)


@kernel
def step_game(
    options: Any, state: Any, wanted: Any, aside: Any, game: int, rngs: Array,
    actors: Array, counts: Array, moves: Array, chances: Array, masks: Array, planes: Array,
    codes: Array, rewards: Array, ended: Array, reasons: Array,
) -> None:  # fmt: skip
    """Make a move in a game, which must be legal; one that is over stands still."""
    rewards[game] = 0
    ended[game] = 0
    if actors[game] == NOBODY:
        return
    if wanted.masks:
        mark(masks[game], moves[game], int(counts[game]), 0)
    apply(options, state, int(codes[game]))
    decider = go_on(options, state, wanted, moves[game], chances[game], rngs[game, FOR_CHANCE])
    if decider == NOBODY:
        ended[game] = 1
        reasons[game] = returns(options, state, rewards[game])
        decider = go_again(options, state, wanted, moves[game], chances[game], rngs[game, FOR_CHANCE])
    actors[game] = decider
    counts[game] = look_at(
        options, state, wanted, aside, decider, moves[game], chances[game], masks[game], planes[game]
    )


@kernel
def go_again(options: Any, state: Any, wanted: Any, moves: Array, chances: Array, rng: Array) -> int:
    """Begin a game that is over anew, if that is wanted; who decides then."""
    if not wanted.restart:
        return NOBODY
    start(options, state)
    return go_on(options, state, wanted, moves, chances, rng)


@kernel
def wander_game(
    options: Any, state: Any, wanted: Any, decider: int, steps: int,
    moves: Array, chances: Array, for_chance: Array, for_seats: Array,
) -> tuple[int, int]:  # fmt: skip
    """Make so many random moves in a game, chance's beside them; how many were made, and who decides then."""
    made = 0
    while made < steps and decider != NOBODY:
        count = legal_moves(options, state, moves)
        if decider == CHANCE:
            weights(options, state, chances)
        apply(options, state, int(moves[drawn(decider, chances, count, for_seats)]))
        made += 1
        decider = go_on(options, state, wanted, moves, chances, for_chance)
        if decider == NOBODY:
            decider = go_again(options, state, wanted, moves, chances, for_chance)
    return made, decider


@rule
def drawn(decider: int, chances: Array, count: int, rng: Array) -> int:
    """The place of a move drawn at random: by weight if it is chance's, else each is as likely."""
    if decider == CHANCE:
        return pick(chances, count, rng)
    return below(rng, count)


@kernel
def look_at_game(
    options: Any, state: Any, wanted: Any, aside: Any, game: int,
    actors: Array, counts: Array, moves: Array, chances: Array, masks: Array, planes: Array,
) -> None:  # fmt: skip
    """Fill in anew what can be chosen in a game."""
    masks[game] = 0
    counts[game] = look_at(
        options, state, wanted, aside, int(actors[game]), moves[game], chances[game], masks[game], planes[game]
    )


@rule
def draw_code(game: int, rngs: Array, actors: Array, counts: Array, moves: Array, chances: Array, codes: Array) -> None:
    """A random legal move in a game."""
    codes[game] = 0
    if counts[game]:
        place = drawn(int(actors[game]), chances[game], int(counts[game]), rngs[game, FOR_SEATS])
        codes[game] = moves[game, place]


@rule
def is_illegal(game: int, actors: Array, counts: Array, moves: Array, codes: Array) -> bool:
    """Whether the move in a game is not legal; in one that is over anything may stand."""
    if actors[game] == NOBODY:
        return False
    low, high = 0, int(counts[game])
    while low < high:
        middle = (low + high) // 2
        if moves[game, middle] < codes[game]:
            low = middle + 1
        else:
            high = middle
    return low == counts[game] or moves[game, low] != codes[game]  # type: ignore[no-any-return]


# The games from ``first`` to ``last``


@kernel
def begin_games(
    options: Any, states: Any, wanted: Any, aside: Any, first: int, last: int, rngs: Array,
    actors: Array, counts: Array, moves: Array, chances: Array, masks: Array, planes: Array,
    rewards: Array, ended: Array, reasons: Array,
) -> None:  # fmt: skip
    """Start these games."""
    for game in range(first, last):
        begin_game(
            options[0], states[game], wanted[0], aside, game, rngs,
            actors, counts, moves, chances, masks, planes, rewards, ended, reasons,
        )  # fmt: skip


@kernel
def step_games(
    options: Any, states: Any, wanted: Any, aside: Any, first: int, last: int, rngs: Array,
    actors: Array, counts: Array, moves: Array, chances: Array, masks: Array, planes: Array,
    codes: Array, rewards: Array, ended: Array, reasons: Array,
) -> None:  # fmt: skip
    """Make a move in each of these games."""
    for game in range(first, last):
        step_game(
            options[0], states[game], wanted[0], aside, game, rngs,
            actors, counts, moves, chances, masks, planes, codes, rewards, ended, reasons,
        )  # fmt: skip


@kernel
def wander_games(
    options: Any, states: Any, wanted: Any, aside: Any, first: int, last: int, rngs: Array,
    actors: Array, moves: Array, chances: Array, steps: int,
) -> int:  # fmt: skip
    """Make so many random moves in each of these games; returns how many were made in all."""
    total = 0
    for game in range(first, last):
        made, decider = wander_game(
            options[0], states[game], wanted[0], int(actors[game]), steps,
            moves[game], chances[game], rngs[game, FOR_CHANCE], rngs[game, FOR_SEATS],
        )  # fmt: skip
        actors[game] = decider
        total += made
    return total


@kernel
def look_at_games(
    options: Any, states: Any, wanted: Any, aside: Any, first: int, last: int,
    actors: Array, counts: Array, moves: Array, chances: Array, masks: Array, planes: Array,
) -> None:  # fmt: skip
    """Fill in anew what can be chosen in these games."""
    for game in range(first, last):
        look_at_game(options[0], states[game], wanted[0], aside, game, actors, counts, moves, chances, masks, planes)


@kernel
def see_games(
    options: Any, states: Any, wanted: Any, aside: Any, first: int, last: int, seat: int, planes: Array
) -> None:
    """What one seat sees of these games."""
    for game in range(first, last):
        see(options[0], states[game], wanted[0], aside, seat, planes[game])


@kernel
def draw_codes(
    options: Any, states: Any, wanted: Any, aside: Any, first: int, last: int, rngs: Array,
    actors: Array, counts: Array, moves: Array, chances: Array, codes: Array,
) -> None:  # fmt: skip
    """A random legal move in each of these games."""
    for game in range(first, last):
        draw_code(game, rngs, actors, counts, moves, chances, codes)


@kernel
def first_illegal(
    options: Any, states: Any, wanted: Any, aside: Any, first: int, last: int,
    actors: Array, counts: Array, moves: Array, codes: Array,
) -> int:  # fmt: skip
    """Of these games the first in which the move is not legal, counted from 1, or NONE."""
    for game in range(first, last):
        if is_illegal(game, actors, counts, moves, codes):
            return game + 1
    return NONE
