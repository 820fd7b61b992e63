"""What a learner sees of Sam Liam."""

from itertools import product

from tablier.core.compile import rule
from tablier.core.kit.planes import whose
from tablier.core.records import Array
from tablier.games.samliam.board import CELLS, LARGE
from tablier.games.samliam.options import OFF, STRICT, Options
from tablier.games.samliam.state import FACINGS, MOST_SEATS, NOWHERE, SLOTS, TRIANGLES, State, triangles

OWN = 0  # for each seat, the viewer first, and facing: its triangles
LIFTED = OWN + MOST_SEATS * 4  # for each facing: the triangle lifted in this turn
BANNED = LIFTED + 4  # for each seat: the cells it may not use
RESERVE = BANNED + MOST_SEATS  # for each seat: the part of its triangles it still has to place
TO_MOVE = RESERVE + MOST_SEATS  # for each seat: whether it is to move
PRESENT = TO_MOVE + MOST_SEATS  # for each seat: whether it plays
ON_BOARD = PRESENT + MOST_SEATS  # the cells of the board
IS_STRICT = ON_BOARD + 1  # announcements are left to the players
IS_OFF = IS_STRICT + 1  # there are no announcements
TIME = IS_OFF + 1  # the part of the turns up to the limit that is over
PLANES = (TIME + 1, LARGE, LARGE)
SEATS = tuple(whose(order) for order in range(MOST_SEATS))
PLANE_NAMES = (
    *(f"{seat} triangles that face {facing}" for seat, facing in product(SEATS, FACINGS)),
    *(f"the triangle lifted in this turn, if it faces {facing}" for facing in FACINGS),
    *(f"cells that are banned: {seat}" for seat in SEATS),
    *(f"triangles still to be placed: {seat}, as a share" for seat in SEATS),
    *(f"1 throughout if this turn is {seat}" for seat in SEATS),
    *(f"1 throughout if there is such a seat: {seat}" for seat in SEATS),
    "cells of the board",
    "1 throughout with the option announcements=strict",
    "1 throughout with the option announcements=off",
    "turns, as a share of the limit",
)
ACTIONS = 3 * SLOTS  # placements, silent and announced, and lifts


@rule
def observe(options: Options, state: State, seat: int, planes: Array) -> None:
    """Rows from the bottom, columns from the left; seats in the order in which they play after the viewer."""
    planes[:] = 0
    for order in range(int(options.seats)):
        observe_seat(state, (max(seat, 0) + order) % int(options.seats), order, planes)
    if state.lifted != NOWHERE:
        cell = state.lifted >> 2
        planes[LIFTED + (state.lifted & 3), cell % LARGE, cell // LARGE] = 1
    side = int(options.side)
    planes[ON_BOARD, :side, :side] = 1
    planes[IS_STRICT] = int(options.announcements == STRICT)
    planes[IS_OFF] = int(options.announcements == OFF)
    planes[TIME] = int(state.turns) / int(options.turn_limit) if options.turn_limit else 0


@rule
def observe_seat(state: State, seat: int, order: int, planes: Array) -> None:
    """What a seat has, and may not use."""
    for cell in range(CELLS):
        column, row = cell // LARGE, cell % LARGE
        own = triangles(state, seat, cell)
        for facing in range(4):
            planes[OWN + order * 4 + facing, row, column] = (own >> facing) & 1
        planes[BANNED + order, row, column] = (int(state.banned[seat, column]) >> row) & 1
    planes[RESERVE + order] = int(state.reserve[seat]) / TRIANGLES
    planes[TO_MOVE + order] = int(seat == state.turn)
    planes[PRESENT + order] = 1
