"""What a learner sees of Sam Liam."""

from tablier.core.compile import rule
from tablier.core.records import Array
from tablier.games.samliam.board import CELLS, LARGE
from tablier.games.samliam.options import OFF, STRICT, Options
from tablier.games.samliam.state import MOST_SEATS, NOWHERE, SLOTS, TRIANGLES, State, triangles

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
ACTIONS = 3 * SLOTS  # placements, silent and announced, and lifts


@rule
def observe(options: Options, state: State, seat: int, planes: Array) -> None:
    """Rows from the bottom, columns from the left; seats in the order in which they play after the viewer."""
    viewer = max(seat, 0)
    for cell in range(CELLS):
        observe_cell(options, state, viewer, cell, planes[:, cell % LARGE, cell // LARGE])
    if state.lifted != NOWHERE:
        cell = state.lifted >> 2
        planes[LIFTED + (state.lifted & 3), cell % LARGE, cell // LARGE] = 1


@rule
def observe_cell(options: Options, state: State, viewer: int, cell: int, plane: Array) -> None:
    """All planes of one cell."""
    column, row = cell // LARGE, cell % LARGE
    plane[:] = 0
    for order in range(int(options.seats)):
        seat = (viewer + order) % int(options.seats)
        own = triangles(state, seat, cell)
        for facing in range(4):
            plane[OWN + order * 4 + facing] = (own >> facing) & 1
        plane[BANNED + order] = (int(state.banned[seat, column]) >> row) & 1
        plane[RESERVE + order] = int(state.reserve[seat]) / TRIANGLES
        plane[TO_MOVE + order] = int(seat == state.turn)
        plane[PRESENT + order] = 1
    plane[ON_BOARD] = int(column < options.side and row < options.side)
    plane[IS_STRICT] = int(options.announcements == STRICT)
    plane[IS_OFF] = int(options.announcements == OFF)
    plane[TIME] = int(state.turns) / int(options.turn_limit) if options.turn_limit else 0
