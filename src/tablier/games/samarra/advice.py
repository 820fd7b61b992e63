"""What makes bots good at Samarra: who sees what of a set-up, and how moves look to the seat that decides.

A seat knows its own characters, and of the enemy's what the mask of possible pairs leaves: every number here about a
hidden tent is a share, in per cent, of the assignments that the seat cannot rule out.
"""

import numpy as np

from tablier.core.compile import rule
from tablier.core.records import Array
from tablier.games.samarra.board import SIDE
from tablier.games.samarra.options import Options
from tablier.games.samarra.state import (
    ASSIGNMENT,
    ASSIGNMENTS,
    BIT,
    DEATH,
    FULL_TURN,
    KILL_KIND,
    NONE,
    OFF,
    PASS,
    PLAY,
    REVEAL_KIND,
    SERVANT,
    SET_UP,
    SET_UPS,
    STRIDE,
    TENTS,
    State,
    action_of,
    is_in,
    set_up_of,
    tent_on,
)

WHOLE = 100  # per cent
REACH = 2  # steps of a turn: a Death so near kills, a Servant so near arrives

PLAN = {"trust": 2.0}  # few moves, and the best looking one is mostly right
EFFORT, ENOUGH = 0.25, 12_000  # measured: more make it no stronger
CALIBRATION = (1.9, -1.15)  # fitted to 60 games: whoever is to move expects too much

# Weights of moves
WINS = 20_000
QUIET = 4  # any move
POOR = 1
REVEALS = 12
FORWARD = 16  # the Servant nearer to the enemy city
BACK = 2
HOME = 40  # Death towards a city that the enemy Servant may reach
STRIKES = 20  # a kill of anything that may be worth it
RISKY = 10  # times less to be hoped for where a mistake is death
FAR = 99  # steps


def shares() -> Array:
    """By the assignments that are possible, one bit each: how likely every tent hides every character."""
    table = np.zeros((1 << len(ASSIGNMENTS), TENTS, TENTS), dtype=np.int32)
    for mask in range(1, len(table)):
        left = [way for number, way in enumerate(ASSIGNMENTS) if mask >> number & 1]
        for tent in range(TENTS):
            for character in range(TENTS):
                table[mask, tent, character] = WHOLE * sum(way[tent] == character for way in left) // len(left)
    return table


LIKELY = shares()


# What is seen


@rule
def seen(options: Options, state: State, move: int, seat: int) -> int:
    """A set-up is seen as the cells it takes, and by a seat that has yet to decide not even so; all else is open."""
    if move < SET_UP or seat == state.turn:
        return move
    taken = 0
    if state.turn == 1:
        for character in range(TENTS):
            taken |= 1 << int(set_up_of(move)[character])
    return int(SET_UP + SET_UPS + taken)


# What a seat believes


@rule
def beliefs(state: State, seat: int) -> int:
    """The assignments of the enemy's tents that a seat cannot rule out, one bit each."""
    own = int(ASSIGNMENT[state.characters[seat, 0], state.characters[seat, 1]])
    first, stride = (len(ASSIGNMENTS) * own, 1) if seat == 0 else (own, len(ASSIGNMENTS))
    found = 0
    for number in range(len(ASSIGNMENTS)):
        if state.possible & BIT[first + stride * number] != NONE:
            found |= 1 << number
    return found


@rule
def secret(options: Options, state: State, seat: int) -> int:
    """The assignment of a seat's own tents, once they stand."""
    if state.stage != PLAY:
        return -1
    return int(ASSIGNMENT[state.characters[seat, 0], state.characters[seat, 1]])


@rule
def steps_between(cell: int, other: int) -> int:
    """How many steps two cells are apart where no rock is in the way."""
    return abs(cell % SIDE - other % SIDE) + abs(cell // SIDE - other // SIDE)


@rule
def guarded(options: Options, state: State, enemy: int, mask: int) -> int:
    """How likely the enemy's Death is at home."""
    share = 0
    for tent in range(TENTS):
        if is_in(options.city[enemy], int(state.cells[enemy, tent])):
            share += int(LIKELY[mask, tent, DEATH])
    return share


@rule
def alarm(options: Options, state: State, enemy: int, mask: int) -> int:
    """How many steps the nearest tent that may be the enemy's Servant has to go."""
    nearest = FAR
    for tent in range(TENTS):
        cell = int(state.cells[enemy, tent])
        if cell != OFF and LIKELY[mask, tent, SERVANT]:
            nearest = min(nearest, int(options.distance[enemy, cell]))
    return nearest


@rule
def danger(state: State, enemy: int, mask: int, cell: int) -> int:
    """How likely the enemy's Death can kill on a cell in its next turn."""
    share = 0
    if not state.kill_used[enemy]:
        for tent in range(TENTS):
            other = int(state.cells[enemy, tent])
            if other != OFF and steps_between(cell, other) <= REACH:
                share += int(LIKELY[mask, tent, DEATH])
    return share


# How moves look


@rule
def favour(options: Options, state: State, moves: Array, count: int, careful: bool, out: Array) -> None:
    """Win, strike, run with the Servant where no Death lurks, and keep the own Death where it is needed."""
    if state.stage != PLAY:
        for index in range(count):
            out[index] = QUIET
        return
    enemy = 1 - int(state.turn)
    mask = beliefs(state, 1 - enemy)
    guard = guarded(options, state, enemy, mask)
    near = alarm(options, state, enemy, mask)
    for index in range(count):
        out[index] = weight(options, state, int(moves[index]), mask, guard, near)


@rule
def weight(options: Options, state: State, move: int, mask: int, guard: int, near: int) -> int:
    """How good an action looks."""
    if move == PASS:
        return QUIET
    seat = int(state.turn)
    kind, tent, direction = action_of(move)
    cell = int(state.cells[seat, tent])
    target = cell + int(STRIDE[direction])
    if kind == KILL_KIND:
        return kill_weight(mask, tent_on(state, 1 - seat, target))
    if kind == REVEAL_KIND:
        return REVEALS
    character = int(state.characters[seat, tent])
    if character == SERVANT:
        return servant_weight(options, state, cell, target, mask, guard)
    if character == DEATH:
        return death_weight(options, state, cell, target, mask, near)
    return QUIET


@rule
def kill_weight(mask: int, victim: int) -> int:
    """The Servant is the game, Death half of it, the Merchant nothing."""
    servant, death = int(LIKELY[mask, victim, SERVANT]), int(LIKELY[mask, victim, DEATH])
    if servant == WHOLE:
        return WINS
    return POOR + STRIKES * (2 * servant + death) // WHOLE


@rule
def best_strike(state: State, enemy: int, mask: int, cell: int) -> int:
    """How good the best kill looks that a step of Death to a cell prepares for the same turn."""
    best = 0
    if state.actions == FULL_TURN and not state.kill_used[1 - enemy]:
        for tent in range(TENTS):
            other = int(state.cells[enemy, tent])
            if other != OFF and steps_between(cell, other) == 1:
                best = max(best, kill_weight(mask, tent))
    return best


@rule
def entry_weight(options: Options, state: State, guard: int) -> int:
    """The Servant into the enemy city: it arrives if Death is away, and may die at once if it is not."""
    if guard == 0:
        return WINS
    if options.automatic_death and not state.kill_used[1 - int(state.turn)]:
        return POOR + (WHOLE - guard) // RISKY
    return POOR + WHOLE - guard


@rule
def servant_weight(options: Options, state: State, cell: int, target: int, mask: int, guard: int) -> int:
    """Forward, and into the enemy city if Death is not there; away from where Death may strike."""
    seat = int(state.turn)
    goal = options.city[1 - seat]
    if is_in(goal, target) and not is_in(goal, cell):
        return entry_weight(options, state, guard)
    if is_in(goal, cell) and not is_in(goal, target) and state.actions == FULL_TURN and guard == 0:
        return WINS  # out and in again
    gain = int(options.distance[seat, cell]) - int(options.distance[seat, target])
    hope = FORWARD if gain > 0 else QUIET if gain == 0 else BACK
    return POOR + hope * (WHOLE - min(WHOLE, danger(state, 1 - seat, mask, target))) // WHOLE


@rule
def death_weight(options: Options, state: State, cell: int, target: int, mask: int, near: int) -> int:
    """Next to a victim in time to kill it; home, or nearer to it, when the enemy Servant nears; else anywhere."""
    enemy = 1 - int(state.turn)
    strike = best_strike(state, enemy, mask, target)
    if strike == WINS:
        return WINS
    before, after = int(options.distance[enemy, cell]), int(options.distance[enemy, target])
    if near <= before + REACH or near <= after + REACH:
        return HOME if after < before else POOR if after > before else QUIET
    return max(QUIET, strike)
