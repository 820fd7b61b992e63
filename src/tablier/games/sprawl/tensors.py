"""What a learner sees of Sprawl: planes of one value per cell, column by row, seats counted from its own."""

from itertools import product

from tablier.core.compile import rule
from tablier.core.kit.planes import whose
from tablier.core.records import Array
from tablier.games.sprawl.board import DIRECTIONS as NAMED
from tablier.games.sprawl.board import SIDE
from tablier.games.sprawl.options import FLAGS, MOST_SEATS, SIZES, Options
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
PIPS = ("small", "medium", "large")
ALL_SEATS = tuple(whose(order) for order in range(MOST_SEATS))
EACH_PIECE = tuple(product(ALL_SEATS, PIPS))
PLANE_NAMES = (
    *(f"{seat} {size} upright pieces" for seat, size in EACH_PIECE),
    *(f"{seat} {size} lying pieces" for seat, size in EACH_PIECE),
    *(f"branches that point {direction}" for direction in NAMED),
    *(f"branches that lie {direction} of their source" for direction in NAMED),
    "cells of the board",
    "towers",
    "neutralised towers",
    *(f"{size} spores taken back in this turn" for size in PIPS),
    "the tower of this turn's spore",
    *(f"{seat} {size} pieces in the stash, in fifths" for seat, size in EACH_PIECE),
    *(f"cards: {seat}, in tenths" for seat in ALL_SEATS),
    *(f"1 throughout if this turn is {seat}" for seat in ALL_SEATS),
    *(f"1 throughout if who is asked, or has asked, is this seat: {seat}" for seat in ALL_SEATS),
    *(f"1 throughout if the game ends at this turn: {seat}" for seat in ALL_SEATS),
    *(f"1 throughout {now}" for now in ("at the start of a turn", "while building", "while asking")),
    *(f"1 throughout {now}" for now in ("while answering", "while cards are turned up")),
    "builds left, in halves",
    "1 throughout with the option branching=loose",
    *(f"1 throughout with the option {option}" for option in FLAGS),
    "the number of seats, in eighths",
)
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
    """Columns from the left, in each its cells from the bottom; seats in the order in which they play after it."""
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
