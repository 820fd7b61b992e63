"""What lies on the table of Samarra: tents, the characters under them, powers, and what is known and remembered.

There are six ways to hide three characters under three tents, and so 36 pairs of such assignments, one for each seat.
What can be known of a game is a set of these pairs, held as a mask: bit ``6 * a + b`` for assignment ``a`` of seat 0
and ``b`` of seat 1.
"""

from itertools import permutations
from typing import Any

import numpy as np

from tablier.core.boards import STEPS
from tablier.core.compile import rule
from tablier.core.contract import BaseState
from tablier.core.records import Array, i8, u8, u64
from tablier.games.samarra.board import CELLS, LARGEST_CITY, SIDE

TENTS = 3
SERVANT, MERCHANT, DEATH = range(3)
CHARACTERS = "SMD"
UNKNOWN = 3  # a character that the viewer cannot know
OFF = -1  # the cell of a piece that is dead or not yet placed
NO_TENT = -1

SEAT_0_SETS_UP, SEAT_1_SETS_UP, PLAY = range(3)  # stages of a game
FULL_TURN = 2  # actions; the very first turn has fewer
FIRST_TURN = 1

DIRECTIONS = len(STEPS)
MOVE_KIND, REVEAL_KIND, KILL_KIND = KINDS = range(3)
PASS = len(KINDS) * TENTS * DIRECTIONS  # codes: before it kind, tent and direction of an action
SET_UP = PASS + 1  # the places in the city, from 0, of Servant, Merchant and Death
SET_UPS = LARGEST_CITY**TENTS

NONE = np.uint64(0)  # an empty mask
ASSIGNMENTS = tuple(permutations(range(TENTS)))  # the character under each tent
PAIRS = len(ASSIGNMENTS) ** 2
ALL_PAIRS = np.uint64((1 << PAIRS) - 1)


def pairs_in_which(seat: int, tent: int, character: int) -> int:
    """The mask of all pairs in which a tent hides a character."""
    return sum(
        1 << (len(ASSIGNMENTS) * a + b)
        for a in range(len(ASSIGNMENTS))
        for b in range(len(ASSIGNMENTS))
        if ASSIGNMENTS[(a, b)[seat]][tent] == character
    )


def reached(cell: int, direction: int) -> int:
    """The mask of the cell one step away, empty beyond the largest board."""
    column, row = cell % SIDE + STEPS[direction][0], cell // SIDE + STEPS[direction][1]
    return 1 << (SIDE * row + column) if 0 <= column < SIDE and 0 <= row < SIDE else 0


def masks(values: object) -> Array:
    """A table of masks."""
    return np.array(values, dtype=np.uint64)


BIT = masks([1 << number for number in range(CELLS)])
AHEAD = masks([[reached(cell, direction) for direction in range(DIRECTIONS)] for cell in range(CELLS)])
HIDES = masks(
    [[[pairs_in_which(seat, t, c) for c in range(len(CHARACTERS))] for t in range(TENTS)] for seat in range(2)]
)
CHARACTER = np.array(ASSIGNMENTS, dtype=np.int8)
ASSIGNMENT = np.zeros((TENTS, TENTS), dtype=np.int8)  # by the characters under the first two tents
for number, assignment in enumerate(ASSIGNMENTS):
    ASSIGNMENT[assignment[:2]] = number
STRIDE = np.array([SIDE * north + east for east, north in STEPS], dtype=np.int8)  # to the cell in each direction


SET_UP_CODE = SET_UP + np.arange(SET_UPS, dtype=np.int16).reshape((LARGEST_CITY,) * TENTS)  # by the three places
PLACES = np.array(list(np.ndindex(SET_UP_CODE.shape)), dtype=np.int8)  # the places, by the code less SET_UP
ACTION_CODE = np.arange(PASS, dtype=np.int16).reshape(len(KINDS), TENTS, DIRECTIONS)  # by kind, tent and direction
KIND, TENT, DIRECTION = np.array(list(np.ndindex(ACTION_CODE.shape)), dtype=np.int8).T.copy()  # by the code

REMEMBERED = 32  # ends of a seat's turns


# Codes of moves


@rule
def action_code(kind: int, tent: int, direction: int) -> int:
    """The code of a step, a reveal or a kill."""
    return int(ACTION_CODE[kind, tent, direction])


@rule
def action_of(move: int) -> tuple[int, int, int]:
    """Kind, tent and direction of such a code."""
    return int(KIND[move]), int(TENT[move]), int(DIRECTION[move])


@rule
def set_up_code(servant: int, merchant: int, death: int) -> int:
    """The code of a set-up, by the places of the characters in the city."""
    return int(SET_UP_CODE[servant, merchant, death])


@rule
def set_up_of(move: int) -> tuple[int, int, int]:
    """The places of Servant, Merchant and Death of such a code."""
    number = move - SET_UP
    return int(PLACES[number, SERVANT]), int(PLACES[number, MERCHANT]), int(PLACES[number, DEATH])


# What lies on the table


class State(BaseState):
    """Tents by number, 0 to 2 for disc, triangle and square; what a seat knows follows from ``possible``."""

    standing: Array = u64(2)  # the cells each seat's pieces stand on
    possible: np.uint64 = u64()  # the pairs of assignments that a spectator cannot rule out; the true one after the end
    began: np.uint64 = u64()  # where this turn began, if an action was made since and could be taken back
    ends: Array = u64(2, REMEMBERED)  # where each seat's last turns ended, since something last changed for ever
    cells: Array = i8(2, TENTS)
    characters: Array = u8(2, TENTS)  # UNKNOWN where concealed
    revealed: Array = u8(2, TENTS)
    kill_used: Array = u8(2)
    reveal_used: Array = u8(2)
    stage: int = i8()
    actions: int = i8()  # left in this turn
    passes: int = i8()  # made in this turn
    passed_turns: int = i8()  # in a row
    lost_turns: int = i8()  # in a row, for want of any legal action


@rule
def tent_of(state: State, seat: int, character: int) -> int:
    """The tent that hides one of a seat's characters, NO_TENT if it is concealed."""
    for tent in range(TENTS):
        if state.characters[seat, tent] == character:
            return tent
    return NO_TENT


@rule
def tent_on(state: State, seat: int, cell: int) -> int:
    """A seat's tent on a cell, or NO_TENT."""
    for tent in range(TENTS):
        if state.cells[seat, tent] == cell:
            return tent
    return NO_TENT


@rule
def is_in(city: Any, cell: int) -> bool:
    """Whether a cell belongs to a city; a dead piece's does not."""
    return cell != OFF and city & BIT[cell] != 0


@rule
def hidden(state: State, seat: int) -> Any:
    """The cells of a seat's pieces that are still hidden."""
    cells = state.standing[seat]
    for tent in range(TENTS):
        if state.revealed[seat, tent] and state.cells[seat, tent] != OFF:
            cells &= ~BIT[state.cells[seat, tent]]
    return cells


@rule
def put(state: State, seat: int, tent: int, cell: int) -> None:
    """Put a tent on an empty cell, wherever it was."""
    take(state, seat, tent)
    state.cells[seat, tent] = cell
    state.standing[seat] |= BIT[cell]


@rule
def take(state: State, seat: int, tent: int) -> None:
    """Take a tent off the board, if it is there."""
    if state.cells[seat, tent] != OFF:
        state.standing[seat] &= ~BIT[state.cells[seat, tent]]
        state.cells[seat, tent] = OFF


@rule
def truth(state: State) -> Any:
    """The mask that holds only the pair of assignments this game is played with."""
    first = int(ASSIGNMENT[state.characters[0, 0], state.characters[0, 1]])
    second = int(ASSIGNMENT[state.characters[1, 0], state.characters[1, 1]])
    return BIT[len(ASSIGNMENTS) * first + second]
