"""Self-play in which a network learns: whole games, each learned from when it is over (TD(λ), from its end backwards).

A seat looks one move ahead: it makes the move after which it expects most, chance weighed, and sometimes any move, lest
it see the same game for ever. What it then expected, and what came later, is what the position should have been worth.
"""

import math
from typing import Any, NamedTuple

from tablier.bots.network import ALONE, LEAK, RESTING, SAYING, TWO, foresee, notice, think
from tablier.core.compile import kernel, rule
from tablier.core.contract import CHANCE, NOBODY
from tablier.core.generic import actor, apply, conceal, favour, legal_moves, redeal, returns, start, weights
from tablier.core.kernels import pick
from tablier.core.networks import ROWS
from tablier.core.random import below
from tablier.core.records import Array, Bytes, Record, f64, i32

LEARNER, DRAWER = 0, 1  # who sits on a seat: the network, or whoever draws by how good moves look
GRAIN = 1 << 20  # of a chance


class Practice(Record):
    """How is learned."""

    explore: float = f64()  # how often any move is made, as it looks
    later: float = f64()  # how much of what came later counts, λ
    rate: float = f64()  # of learning
    loss: float = f64()  # the sum of it, over positions learned from
    positions: int = i32()
    decisions: int = i32()
    openings: int = i32()  # at most so many decisions at the start of a game are drawn
    candidates: int = i32()  # at most so many moves are looked at
    deals: int = i32()  # redeals in which a seat looks ahead


class Slate(NamedTuple):
    """Room to work in: records, lists of moves, and what a game was like."""

    now: Bytes  # of the game, as it is
    ahead: Bytes  # the record that is redealt, after a move, after a throw
    moves: Array  # a row each for a seat and for chance
    chances: Array
    worth: Array  # by candidate, what a seat may expect of it: a row for each seat
    scores: Array
    past: Bytes  # the positions of a game at which a seat decided
    expected: Array  # what seats expected there
    strayed: Array  # whether any move was made there


@kernel
def settle(options: Any, state: Any, network: Array, sight: Any, slate: Any, rng: Array, scores: Array) -> None:
    """Let chance come to rest, and say what seats may then expect."""
    who = actor(options, state)
    while who == CHANCE:
        apply(options, state, int(slate.moves[1, drawn(options, state, slate, rng)]))
        who = actor(options, state)
    if who == NOBODY:
        returns(options, state, scores)
    else:
        foresee(options, state, network, sight, scores)


@kernel
def drawn(options: Any, state: Any, slate: Any, rng: Array) -> int:
    """What chance draws, as a place in its list of moves."""
    count = legal_moves(options, state, slate.moves[1])
    weights(options, state, slate.chances[1])
    return pick(slate.chances[1], count, rng)


@kernel
def weigh(options: Any, network: Array, sight: Any, slate: Any, rng: Array, worth: Array) -> None:
    """Add to what seats may expect after a move that has been made: the next throw weighed, later ones drawn."""
    state, seats = slate.ahead[1], int(options.seats)
    if actor(options, state) != CHANCE:
        settle(options, state, network, sight, slate, rng, slate.scores)
        for seat in range(seats):
            worth[seat] += slate.scores[seat]
        return
    count, total = legal_moves(options, state, slate.moves[2]), 0
    weights(options, state, slate.chances[2])
    for index in range(count):
        total += int(slate.chances[2, index])
    for index in range(count):
        slate.ahead[2] = slate.ahead[1]
        apply(options, slate.ahead[2], int(slate.moves[2, index]))
        settle(options, slate.ahead[2], network, sight, slate, rng, slate.scores)
        for seat in range(seats):
            worth[seat] += slate.scores[seat] * int(slate.chances[2, index]) / total


@rule
def shortened(moves: Array, chances: Array, count: int, most: int, rng: Array) -> int:
    """Leave at most so many moves in a list, drawn by how good they look; returns how many."""
    for place in range(most):
        if count <= most:
            break
        chosen = place + pick(chances[place:count], count - place, rng)
        moves[place], moves[chosen] = moves[chosen], moves[place]
        chances[place], chances[chosen] = chances[chosen], chances[place]
    return min(count, most)


@kernel
def look_ahead(
    options: Any, state: Any, network: Array, sight: Any, practice: Any, slate: Any, rng: Array, count: int
) -> int:
    """The place of the move after which the seat that decides expects most, of those listed and shortened."""
    seat, seats = actor(options, state), int(options.seats)
    for index in range(count):
        for other in range(seats):
            slate.worth[index, other] = 0.0
    for _ in range(practice.deals):
        slate.ahead[0] = state
        conceal(options, slate.ahead[0], seat)
        redeal(options, slate.ahead[0], seat, rng)
        for index in range(count):
            slate.ahead[1] = slate.ahead[0]
            apply(options, slate.ahead[1], int(slate.moves[0, index]))
            weigh(options, network, sight, slate, rng, slate.worth[index])
    best = 0
    for index in range(1, count):
        if slate.worth[index, seat] > slate.worth[best, seat]:
            best = index
    return best


@kernel
def play_game(options: Any, network: Array, sight: Any, practice: Any, slate: Any, rng: Array) -> int:
    """Play a game, noting the positions at which seats decide; returns how many, with the scores left in the slate."""
    state, noted, drawn_first = slate.now[0], 0, below(rng, int(practice.openings) + 1)
    start(options, state)
    who = actor(options, state)
    while who != NOBODY and noted < slate.past.size:
        if who == CHANCE:
            apply(options, state, int(slate.moves[1, drawn(options, state, slate, rng)]))
        else:
            count = legal_moves(options, state, slate.moves[0])
            favour(options, state, slate.moves[0], count, False, slate.chances[0])
            if drawn_first > 0:
                drawn_first -= 1
                chosen = pick(slate.chances[0], count, rng)
            else:
                chosen = decided(options, state, network, sight, practice, slate, rng, count, noted)
                noted += 1
            apply(options, state, int(slate.moves[0, chosen]))
        who = actor(options, state)
    if who == NOBODY:
        returns(options, state, slate.scores)
    elif noted:
        for seat in range(int(options.seats)):
            slate.scores[seat] = slate.expected[noted - 1, seat]
    return noted


@kernel
def decided(
    options: Any, state: Any, network: Array, sight: Any, practice: Any, slate: Any, rng: Array, count: int, noted: int
) -> int:
    """The place of the move that a seat makes; its position and what it expects are noted."""
    strays = below(rng, GRAIN) < practice.explore * GRAIN
    stray = pick(slate.chances[0], count, rng)
    code = slate.moves[0, stray]
    count = shortened(slate.moves[0], slate.chances[0], count, int(practice.candidates), rng)
    best = look_ahead(options, state, network, sight, practice, slate, rng, count)
    slate.past[noted], slate.strayed[noted] = state, strays
    for seat in range(int(options.seats)):
        slate.expected[noted, seat] = slate.worth[best, seat] / practice.deals
    if strays:
        slate.moves[0, best] = code
    return best


@kernel
def learn_from_game(
    options: Any, network: Array, squares: Array, sight: Any, practice: Any, slate: Any, noted: int
) -> None:
    """Go back through a game: each position should have been worth what was expected there, and what came later."""
    seats = int(options.seats)
    for number in range(noted - 1, -1, -1):
        kept = 0.0 if slate.strayed[number] else float(practice.later)
        for seat in range(seats):
            slate.scores[seat] = (1.0 - kept) * slate.expected[number, seat] + kept * slate.scores[seat]
        learn_position(options, slate.past[number], network, squares, sight, practice, slate)


@kernel
def learn_position(
    options: Any, state: Any, network: Array, squares: Array, sight: Any, practice: Any, slate: Any
) -> None:
    """Move what is foreseen of a position towards the scores in the slate."""
    foreseen, seats = slate.worth[0], int(options.seats)
    foresee(options, state, network, sight, foreseen)
    for seat in range(seats):
        practice.loss += (foreseen[seat] - slate.scores[seat]) ** 2 / seats
    practice.positions += 1
    for seat in range(seats):
        if seats > TWO or seat == state.turn:
            count = notice(options, state, seat, sight)
            think(network, sight, count)
            correct(network, squares, sight, practice, count, foreseen[seat] - slate.scores[seat])


@rule
def correct(network: Array, squares: Array, sight: Any, practice: Any, count: int, error: float) -> None:
    """Take a step down the slope of the error in all numbers that had a part in it."""
    rest = network.shape[0] - ROWS
    nudge(network, squares, rest + ALONE, 0, error, practice.rate)
    for unit in range(sight.units.size):
        held = float(sight.units[unit])
        back = error * float(network[rest + SAYING, unit]) * (1.0 if held > 0 else LEAK)
        nudge(network, squares, rest + SAYING, unit, error * (held if held > 0 else held * LEAK), practice.rate)
        nudge(network, squares, rest + RESTING, unit, back, practice.rate)
        sight.units[unit] = back
    for index in range(count):
        row, amount = int(sight.places[index]), float(sight.amounts[index])
        for unit in range(sight.units.size):
            nudge(network, squares, row, unit, float(sight.units[unit]) * amount, practice.rate)


@rule
def nudge(network: Array, squares: Array, row: int, unit: int, slope: float, rate: float) -> None:
    """Change one number, the less the more it has been changed (AdaGrad)."""
    squares[row, unit] += slope * slope
    network[row, unit] -= rate * slope / math.sqrt(squares[row, unit])


@kernel
def learn_games(
    options: Any, network: Array, squares: Array, sight: Any, practices: Any, slate: Any, rng: Array, games: int
) -> None:
    """Play so many games and learn from each."""
    for _ in range(games):
        noted = play_game(options[0], network, sight, practices[0], slate, rng)
        practices[0].decisions += noted
        learn_from_game(options[0], network, squares, sight, practices[0], slate, noted)


@kernel
def meet(
    options: Any, network: Array, sight: Any, practices: Any, slate: Any, rng: Array, games: int, most: int
) -> float:
    """The points of a seat that looks ahead by the network in games against seats that draw by how good moves look."""
    points, state = 0.0, slate.now[0]
    for number in range(games):
        learner, made = number % int(options[0].seats), 0
        start(options[0], state)
        who = actor(options[0], state)
        while who != NOBODY and made < most:
            if who == CHANCE:
                apply(options[0], state, int(slate.moves[1, drawn(options[0], state, slate, rng)]))
            else:
                count = legal_moves(options[0], state, slate.moves[0])
                favour(options[0], state, slate.moves[0], count, False, slate.chances[0])
                if who == learner:
                    count = shortened(slate.moves[0], slate.chances[0], count, int(practices[0].candidates), rng)
                    chosen = look_ahead(options[0], state, network, sight, practices[0], slate, rng, count)
                else:
                    chosen = pick(slate.chances[0], count, rng)
                apply(options[0], state, int(slate.moves[0, chosen]))
                made += 1
            who = actor(options[0], state)
        returns(options[0], state, slate.scores)
        points += slate.scores[learner] if who == NOBODY else 1.0 / int(options[0].seats)
    return points / games
