"""What a learner sees of Sprawl: planes of one value per cell, column by row, seats counted from its own.

0-23    upright pieces, by seat and size        24-47  lying pieces, by seat and size
48-51   branches that point n, e, s, w          52-55  branches that lie n, e, s, w of their source
56-58   cells of the board, towers, neutralised towers
59-61   spores taken back in this turn, by size
62      the tower of this turn's spore
63-86   stashes, by seat and size, in fifths    87-94  cards, by seat, in tenths
95-102  whose turn it is                        103-110 who is asked or has asked
111-118 the seat at whose turn the game ends
119-123 what is decided now                     124 builds left, in halves
125-130 the options                             131 the number of seats, in eighths
"""

from tablier.core.compile import rule
from tablier.core.records import Array
from tablier.games.sprawl.board import SIDE
from tablier.games.sprawl.options import MOST_SEATS, SIZES, Options
from tablier.games.sprawl.state import CARD, DIRECTIONS, EACH, FIRST, NOWHERE, TURNING_UP, Cells, State, bit, lowest

STANDING = 0
LYING = STANDING + MOST_SEATS * SIZES
POINTS = LYING + MOST_SEATS * SIZES
GREW = POINTS + DIRECTIONS
GROUND = GREW + DIRECTIONS  # the board, towers, neutralised towers
WITHDRAWN = GROUND + 3
SPORE = WITHDRAWN + SIZES
STASH = SPORE + 1
CARDS = STASH + MOST_SEATS * SIZES
TURN = CARDS + MOST_SEATS
ASKED = TURN + MOST_SEATS
ENDING = ASKED + MOST_SEATS
PHASE = ENDING + MOST_SEATS
LEFT = PHASE + TURNING_UP + 1
VARIANT = LEFT + 1
SEATS = VARIANT + 6

PLANES = (SEATS + 1, SIDE, SIDE)
ACTIONS = CARD + 2  # the two cards come last
CARD_SCALE, BUILD_SCALE = 10.0, 2.0


@rule
def mark(planes: Array, plane: int, cells: Cells) -> None:
    """Set a plane to 1 on these cells."""
    while cells:
        cell = lowest(cells)
        planes[plane, cell // SIDE, cell % SIDE] = 1.0
        cells &= cells - FIRST


@rule
def flag(options: Options, planes: Array, plane: int, seat: int, own: int) -> None:
    """Set the plane of a seat, if it is one, among the planes of all seats."""
    if seat >= 0:
        planes[plane + (seat - own) % int(options.seats)] = 1.0


@rule
def observe(options: Options, state: State, seat: int, planes: Array) -> None:
    """Fill the planes as one seat sees them."""
    planes[:] = 0.0
    show_seats(options, state, seat, planes)
    show_board(options, state, planes)
    flag(options, planes, TURN, int(state.turn), seat)
    flag(options, planes, ASKED, int(state.asked), seat)
    flag(options, planes, ENDING, int(state.ending), seat)
    planes[PHASE + int(state.phase)] = 1.0
    planes[LEFT] = int(state.left) / BUILD_SCALE
    show_options(options, planes)


@rule
def show_seats(options: Options, state: State, own: int, planes: Array) -> None:
    """What each seat has on the board, in its stash and in cards."""
    for seat in range(int(options.seats)):
        place = (seat - own) % int(options.seats)
        for size in range(SIZES):
            mark(planes, STANDING + place * SIZES + size, state.holds[seat, size] & state.towers)
            mark(planes, LYING + place * SIZES + size, state.holds[seat, size] & ~state.towers)
            planes[STASH + place * SIZES + size] = int(state.stash[seat, size]) / float(EACH)
        planes[CARDS + place] = int(state.cards[seat]) / CARD_SCALE


@rule
def show_board(options: Options, state: State, planes: Array) -> None:
    """Directions, the ground, and what is pending on it."""
    for direction in range(DIRECTIONS):
        mark(planes, POINTS + direction, state.points[direction])
        mark(planes, GREW + direction, state.grew[direction])
    mark(planes, GROUND, options.board)
    mark(planes, GROUND + 1, state.towers)
    mark(planes, GROUND + 2, state.neutralised)
    for size in range(SIZES):
        mark(planes, WITHDRAWN + size, state.withdrawn[size])
    if state.tower != NOWHERE:
        mark(planes, SPORE, bit(int(state.tower)))


@rule
def show_options(options: Options, planes: Array) -> None:
    """Which game is played."""
    planes[VARIANT] = float(options.loose)
    planes[VARIANT + 1] = float(options.friendly_fire)
    planes[VARIANT + 2] = float(options.coup)
    planes[VARIANT + 3] = float(options.sprawlgame)
    planes[VARIANT + 4] = float(options.fast_building)
    planes[VARIANT + 5] = float(options.strongest)
    planes[SEATS] = int(options.seats) / float(MOST_SEATS)
