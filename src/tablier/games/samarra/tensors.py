"""What a learner sees of Samarra: the board from its own side, and what it knows as probabilities.

A plane is a board of 8 × 8 cells, whose first cell is the lower left one as the seat sees the board. Planes that differ
by cell come first, then planes that hold one number throughout.
"""

from itertools import product

from tablier.core.compile import rule
from tablier.core.records import Array
from tablier.games.samarra.board import ROCK, SIDE
from tablier.games.samarra.knowledge import count_pairs, known_possible
from tablier.games.samarra.options import Options
from tablier.games.samarra.state import BIT, FULL_TURN, HIDES, NONE, OFF, PLAY, SET_UP, SET_UPS, TENTS, UNKNOWN, State

PER_SIDE = 2 * TENTS + 1  # own, then enemy: where each tent is, how likely each character is, who is revealed
LIKELY, REVEALED = TENTS, 2 * TENTS
GROUND, OWN_CITY, ENEMY_CITY = range(2 * PER_SIDE, 2 * PER_SIDE + 3)
POWERS = ENEMY_CITY + 1  # own reveal and kill left, then the enemy's
OWN_TURN, ACTIONS_LEFT, PLAYING, PASSES, PASSED_TURNS, LOST_TURNS, TURNS, LIMIT_USED = range(POWERS + 4, POWERS + 12)
CHOICES = LIMIT_USED + 1  # presence, automatic death, passing, no repetition
PLANES = (CHOICES + 4, SIDE, SIDE)
NEITHER = ("own", "the enemy's")
KNOWN = (
    *("disc tent", "triangle tent", "square tent"),
    *(f"tents, by how likely each hides {character}" for character in ("the Servant", "the Merchant", "Death")),
    "tents that are revealed",
)
PLANE_NAMES = (
    *(f"{side} {thing}" for side, thing in product(NEITHER, KNOWN)),
    "cells that are no rock",
    *(f"{side} city" for side in NEITHER),
    *(f"1 throughout if {side} {power} is left" for side, power in product(NEITHER, ("reveal", "kill"))),
    "1 throughout if it is the seat's own turn",
    "actions left in this turn, divided by 2",
    "1 throughout once both have set up",
    "passes made in this turn",
    "turns passed in a row",
    "turns lost in a row for want of an action",
    "turns, divided by 120",
    "turns, as a share of the limit",
    *(f"1 throughout with the option {option}" for option in ("arrival=presence", "automatic_death", "passing")),
    "1 throughout with the option no_repetition",
)
ACTIONS = SET_UP + SET_UPS  # set-ups come last
LONG_GAME = 120  # turns
ROCK_MARK = ord(ROCK)


@rule
def observe(options: Options, state: State, seat: int, planes: Array) -> None:
    """Rows from the bottom, columns from the left, as the seat sees the board; its own things come first.

    A spectator sees what seat 0 would without knowing its characters.
    """
    own = 1 if seat == 1 else 0
    planes[:] = 0
    observe_ground(options, own, planes)
    for owner in range(2):
        for tent in range(TENTS):
            if state.cells[owner, tent] != OFF:
                observe_tent(options, state, own, owner, tent, planes)
    observe_numbers(options, state, own, planes)


@rule
def seen_from(options: Options, own: int, cell: int) -> tuple[int, int]:
    """Row and column of a cell as a seat sees the board."""
    row, column = cell // SIDE, cell % SIDE
    if own == 1:
        return int(options.height) - 1 - row, int(options.width) - 1 - column
    return row, column


@rule
def observe_ground(options: Options, own: int, planes: Array) -> None:
    """Where one can walk, and the two cities."""
    for row in range(int(options.height)):
        for column in range(int(options.width)):
            cell = SIDE * row + column
            y, x = seen_from(options, own, cell)
            planes[GROUND, y, x] = options.board[cell] != ROCK_MARK
            planes[OWN_CITY, y, x] = options.city[own] & BIT[cell] != NONE
            planes[ENEMY_CITY, y, x] = options.city[1 - own] & BIT[cell] != NONE


@rule
def observe_tent(options: Options, state: State, own: int, owner: int, tent: int, planes: Array) -> None:
    """A tent on the board, and who is how likely under it."""
    first = 0 if owner == own else PER_SIDE
    y, x = seen_from(options, own, int(state.cells[owner, tent]))
    planes[first + tent, y, x] = 1
    planes[first + REVEALED, y, x] = state.revealed[owner, tent]
    for character in range(TENTS):
        planes[first + LIKELY + character, y, x] = likelihood(state, owner, tent, character)


@rule
def likelihood(state: State, owner: int, tent: int, character: int) -> float:
    """How likely a tent hides a character, for who knows what the record holds."""
    if state.characters[owner, tent] != UNKNOWN:
        return 1.0 if state.characters[owner, tent] == character else 0.0
    pairs = known_possible(state)
    return count_pairs(pairs & HIDES[owner, tent, character]) / count_pairs(pairs)


@rule
def observe_numbers(options: Options, state: State, own: int, planes: Array) -> None:
    """Powers left, the turn, what is counted, and the variant."""
    for side in range(2):
        owner = own if side == 0 else 1 - own
        planes[POWERS + 2 * side] = 1 - int(state.reveal_used[owner])
        planes[POWERS + 2 * side + 1] = 1 - int(state.kill_used[owner])
    planes[OWN_TURN] = state.turn == own
    planes[ACTIONS_LEFT] = int(state.actions) / FULL_TURN
    planes[PLAYING] = state.stage == PLAY
    planes[PASSES] = int(state.passes)
    planes[PASSED_TURNS] = int(state.passed_turns)
    planes[LOST_TURNS] = int(state.lost_turns)
    planes[TURNS] = int(state.turns) / LONG_GAME
    planes[LIMIT_USED] = int(state.turns) / int(options.turn_limit) if options.turn_limit else 0.0
    planes[CHOICES] = int(options.presence)
    planes[CHOICES + 1] = int(options.automatic_death)
    planes[CHOICES + 2] = int(options.passing)
    planes[CHOICES + 3] = int(options.no_repetition)
