"""What makes bots strong at Minelfield: how likely a soldier is to be blown onto a commander, from every cell.

The die makes every neighbour of a mine equally likely, whatever the direction of the step. So what a lone soldier can
hope for on an empty board without red stars follows from its cell and the commander's alone, and is worked out once.
"""

import numpy as np

from tablier.core.compile import rule
from tablier.core.records import Array
from tablier.games.minelfield.board import CELLS, LARGEST_SIDE, OFF, SMALLEST_SIDE, neighbours
from tablier.games.minelfield.options import Options
from tablier.games.minelfield.state import ENTER, MOST_PIECES, State, decode, is_green

PLAN = {"playout_limit": 12}  # long enough for a few blasts; later hopes say as much
NETWORK_PLAN = {"explore": 0.1, "width": 3.0}  # its judgement is no throw of dice, so it pays to look deeper
CALIBRATION = (0.5, 0.0)  # fitted to 60 games: hopes are too sure of themselves

PATIENCE = 0.8  # what a hit one turn later is worth
ROUNDS = 40  # of improving the hopes
LEAST = 1
FACES = 6  # of the die that lead somewhere
COMMANDER_STEP = 0.1  # of a commander that may strike the other
SCALE = 100.0
LEAD = 2.0  # how much a lead in hopes says about who wins
GUARD = 1.0  # weight of an enemy soldier's hopes against ours

# What a network sees: soldiers with the commander that they threaten, as the seat sees the board
OWN_PAIRS, ENEMY_PAIRS = 0, CELLS * CELLS
OWN_COMMANDER, ENEMY_COMMANDER = 2 * CELLS * CELLS, 2 * CELLS * CELLS + CELLS
WAITS = 2 * CELLS * CELLS + 2 * CELLS  # it is the other seat's turn
OWN_SUN, ENEMY_SUN = WAITS + 1, WAITS + 2  # lives to lose
FEATURES = WAITS + 3


def worked_out(side: int) -> Array:
    """For commander's and soldier's cells the hope of a hit, counting turns, of a soldier that moves as best it can."""
    around = np.array(neighbours(side))
    count = len(around)
    hopes = np.zeros((count, OFF + 1))
    for _ in range(ROUNDS):
        np.fill_diagonal(hopes, 1.0)
        blown = np.zeros((count, OFF + 1))
        blown[:, :count] = hopes[:, around].mean(axis=2)
        hopes[:, :count] = PATIENCE * blown[:, around].max(axis=2)
    np.fill_diagonal(hopes, 1.0)
    return hopes


def table() -> Array:
    """The hopes on boards of all sides: side, commander, soldier."""
    hopes = np.zeros((LARGEST_SIDE + 1, OFF + 1, OFF + 1))
    for side in range(SMALLEST_SIDE, LARGEST_SIDE + 1):
        found = worked_out(side)
        hopes[side, : len(found)] = found
    return hopes


def blown_table(hopes: Array) -> Array:
    """What a soldier that has stepped onto a mine can hope for, in the same order."""
    blown = np.zeros_like(hopes)
    for side in range(SMALLEST_SIDE, LARGEST_SIDE + 1):
        around = np.array(neighbours(side))
        blown[side, :, : len(around)] = hopes[side][:, around].mean(axis=2)
    return blown


def near_table() -> Array:
    """Which cells are neighbours: side, cell, cell."""
    near = np.zeros((LARGEST_SIDE + 1, OFF + 1, OFF + 1), dtype=np.uint8)
    for side in range(SMALLEST_SIDE, LARGEST_SIDE + 1):
        for cell, around in enumerate(neighbours(side)):
            near[side, cell, around] = 1
    near[:, :, OFF] = 0
    return near


HOPES = table()
BLOWN = blown_table(HOPES)
NEAR = near_table()


@rule
def favour(options: Options, state: State, moves: Array, count: int, careful: bool, out: Array) -> None:
    """Weights by what a step or an entry can hope for; the commander strikes, flees or stays."""
    for index in range(count):
        score = hope_of(options, state, int(moves[index]))
        out[index] = LEAST + int(SCALE * score * score)


@rule
def hope_of(options: Options, state: State, move: int) -> float:
    """The hope of hitting the commander, and of hitting soldiers that threaten the own one."""
    kind, cell, number = decode(move)
    seat, side = int(state.turn), int(options.side)
    target = cell if kind == ENTER else int(options.neighbours[cell, number])
    if kind != ENTER and cell == state.commander[seat]:
        strike = COMMANDER_STEP if NEAR[side, target, state.commander[1 - seat]] else 0.0
        peril = hopes_against(options, state, 1 - seat, cell) - hopes_against(options, state, 1 - seat, target)
        return strike + max(0.0, peril)
    if is_green(options, target):
        return float(HOPES[side, state.commander[1 - seat], target])
    return float(BLOWN[side, state.commander[1 - seat], target]) + GUARD * relief(options, state, target)


@rule
def relief(options: Options, state: State, mine: int) -> float:
    """What the soldiers around a mine hope for against the own commander, as far as the mine may end it."""
    seat, side, found = int(state.turn), int(options.side), 0.0
    for slot in range(MOST_PIECES):
        other = int(state.pieces[1 - seat, slot])
        if other == OFF:
            break
        if NEAR[side, mine, other] and other != state.commander[1 - seat]:
            found += HOPES[side, state.commander[seat], other]
    return found / FACES


@rule
def hopes_against(options: Options, state: State, seat: int, cell: int) -> float:
    """What a seat's soldiers hope for together, against a commander on a cell."""
    found = 0.0
    for slot in range(MOST_PIECES):
        soldier = int(state.pieces[seat, slot])
        if soldier == OFF:
            break
        if soldier != state.commander[seat]:
            found += HOPES[int(options.side), cell, soldier]
    return found


@rule
def evaluate(options: Options, state: State, out: Array) -> None:
    """The hopes of both sides' soldiers, weighed against each other."""
    first = hopes_against(options, state, 0, int(state.commander[1]))
    second = hopes_against(options, state, 1, int(state.commander[0]))
    out[0] = 1.0 / (1.0 + np.exp(LEAD * (second - first)))
    out[1] = 1.0 - out[0]


@rule
def features(options: Options, state: State, seat: int, places: Array, amounts: Array) -> int:
    """Every soldier with the commander that it threatens, the commanders alone, whose turn it is, and lives."""
    count = list_pairs(options, state, seat, seat, places, 0)
    count = list_pairs(options, state, seat, 1 - seat, places, count)
    count = listed(places, count, state.turn != seat, WAITS)
    count = listed(places, count, state.lives[seat] > 1, OWN_SUN)
    count = listed(places, count, state.lives[1 - seat] > 1, ENEMY_SUN)
    for index in range(count):
        amounts[index] = 1.0
    return count


@rule
def listed(places: Array, count: int, holds: bool, place: int) -> int:
    """Put a feature on the list if it holds; how long the list is then."""
    places[count] = place
    return count + int(holds)


@rule
def list_pairs(options: Options, state: State, viewer: int, seat: int, places: Array, count: int) -> int:
    """The soldiers of a seat with the other's commander, and its own commander, after ``count`` other features."""
    pairs, alone = (OWN_PAIRS, OWN_COMMANDER) if seat == viewer else (ENEMY_PAIRS, ENEMY_COMMANDER)
    threatened = turned(options, viewer, int(state.commander[1 - seat]))
    for slot in range(MOST_PIECES):
        cell = int(state.pieces[seat, slot])
        if cell == OFF:
            break
        here = turned(options, viewer, cell)
        places[count] = alone + here if cell == state.commander[seat] else pairs + threatened * CELLS + here
        count += 1
    return count


@rule
def turned(options: Options, viewer: int, cell: int) -> int:
    """A cell as a seat sees the board, which lies the other way round for the second."""
    return cell if viewer == 0 else int(options.cells) - 1 - cell
