"""Samarra's numbers: characters, move codes, and what an assignment of characters to tents says, as masks of pairs.

There are six ways to hide three characters under three tents, and so 36 pairs of such assignments, one for each seat.
What can be known of a game is a set of these pairs, held as a mask: bit ``6 * a + b`` for assignment ``a`` of seat 0
and ``b`` of seat 1.
"""

from itertools import permutations

import numpy as np

from tablier.core.records import Array
from tablier.games.samarra.options import CELLS, LARGEST_CITY, SIDE, STEPS

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
MOVE = 0  # codes: tent and direction
REVEAL = MOVE + TENTS * DIRECTIONS
KILL = REVEAL + TENTS * DIRECTIONS
PASS = KILL + TENTS * DIRECTIONS
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
ACTION_CODE = np.arange(PASS, dtype=np.int16).reshape(-1, TENTS, DIRECTIONS)  # by kind, tent and direction
MOVE_KIND, REVEAL_KIND, KILL_KIND = range(len(ACTION_CODE))
KIND, TENT, DIRECTION = np.array(list(np.ndindex(ACTION_CODE.shape)), dtype=np.int8).T.copy()  # by the code
