"""The equipment of Sprawl: the pyramids on the board, the codes of moves, and what the words of the rules mean."""

from functools import lru_cache
from typing import Any

import numpy as np

from tablier.core.compile import rule
from tablier.core.contract import BaseState
from tablier.core.records import Array, i8, remembered, u8, u64
from tablier.games.sprawl.board import CELLS
from tablier.games.sprawl.options import MOST_SEATS, SIZES, Options

Cells = Any  # a mask of cells, np.uint64; never mixed with signed numbers, which would make a float of it

SMALL, MEDIUM, LARGE = range(SIZES)  # a size has one pip more than its number
DIRECTIONS = 4  # north, east, south, west; two further is the opposite
EACH = 5  # pieces of each size that a seat has
NOWHERE = -1  # no cell
NO_SEAT = -1
PLAYING, BUILDING, ASKING, ANSWERING, TURNING_UP = range(5)  # what is decided now
SPORED, TURN_OVER = 5, 6  # nothing: whether somebody is asked, or what comes next, follows before a move is complete

NONE, FIRST = np.uint64(0), np.uint64(1)
STEP = (1, 8, 63, 56)  # one step ahead, as a rotation of a mask
ROTATIONS = np.array([[step * (size + 1) % CELLS for size in range(SIZES)] for step in STEP], dtype=np.uint64)
WORD = np.uint64(CELLS)
PRIME = np.uint64(67)  # the powers of two up to 2**63 all leave different rests
PLACES = np.array([next((c for c in range(CELLS) if 2**c % 67 == rest), 0) for rest in range(67)], dtype=np.int64)


class State(BaseState):
    """What lies where, as masks of cells, what each seat has left, and where the turn stands."""

    holds: Array = u64(MOST_SEATS, SIZES)  # cells with a piece of that seat and size
    present: Array = u64(SIZES)  # cells with a piece of that size, whosever
    controls: Array = u64(MOST_SEATS)  # towers with that seat's piece on top
    towers: Cells = u64()
    neutralised: Cells = u64()  # towers that are
    points: Array = u64(DIRECTIONS)  # branches that point there
    grew: Array = u64(DIRECTIONS)  # branches that lie in that direction from their source
    withdrawn: Array = u64(SIZES)  # spores of that size taken back in this turn
    twos: Cells = u64()  # a bit for each card turned up, in order: whether it was worth 2
    stash: Array = u8(MOST_SEATS, SIZES)
    cards: Array = u8(MOST_SEATS)
    ending: int = i8()  # the seat at whose next turn the game ends, or NO_SEAT
    phase: int = i8()
    tower: int = i8()  # the tower of this turn's spore while the turn goes on, or NOWHERE
    left: int = i8()  # builds still allowed on it
    asked: int = i8()  # the seat that is asked, or has asked, or NO_SEAT
    may_undo: int = u8()  # while the asker is answered
    turned: int = i8()  # how many cards are turned up


# Codes of moves

TOWER = 0  # codes: cell and size of a starting tower or a spore
BUILD = TOWER + CELLS * SIZES  # cell and size
BRANCH = BUILD + CELLS * SIZES  # direction it lies in from its source, direction it points in, size, cell
DONE = BRANCH + DIRECTIONS * DIRECTIONS * SIZES * CELLS
ASK, LET, STAND, UNDO = DONE + 1, DONE + 2, DONE + 3, DONE + 4
CARD = DONE + 5  # a card worth 1, then one worth 2


@rule
def piece_code(kind: int, cell: int, size: int) -> int:
    """The code of a tower or a build."""
    return kind + cell * SIZES + size


@rule
def piece_of(move: int) -> tuple[int, int]:
    """Cell and size of a tower or a build."""
    rest = move % BUILD
    return rest // SIZES, rest % SIZES


@rule
def branch_code(grew: int, points: int, size: int, cell: int) -> int:
    """The code of a branch."""
    return BRANCH + ((grew * DIRECTIONS + points) * SIZES + size) * CELLS + cell


@rule
def branch_of(move: int) -> tuple[int, int, int, int]:
    """Direction from its source, direction it points in, size and cell of a branch."""
    cell, rest = (move - BRANCH) % CELLS, (move - BRANCH) // CELLS
    return rest // SIZES // DIRECTIONS, rest // SIZES % DIRECTIONS, rest % SIZES, cell


# Cells


@rule
def bit(cell: int) -> Cells:
    """The mask of one cell."""
    return FIRST << np.uint64(cell)


@rule
def lowest(cells: Cells) -> int:
    """The first cell of a mask that has one."""
    return int(PLACES[(cells & (~cells + FIRST)) % PRIME])


@rule
def count(cells: Cells) -> int:
    """How many cells a mask has."""
    found = 0
    while cells:
        cells &= cells - FIRST
        found += 1
    return found


@rule
def opposite(direction: int) -> int:
    """The direction back."""
    return direction ^ 2


@rule
def ahead(options: Options, cells: Cells, direction: int, size: int) -> Cells:
    """The cells on the board as many steps ahead of these as a size has pips."""
    steps = ROTATIONS[direction, size]
    return (cells << steps | cells >> (WORD - steps)) & options.arrivals[direction, size]


@rule
def empty_cells(options: Options, state: State) -> Cells:
    """The cells with nothing on them."""
    return options.board & ~(state.present[SMALL] | state.present[MEDIUM] | state.present[LARGE])


# Pieces


@rule
def put(state: State, seat: int, size: int, cell: int) -> None:
    """A piece goes from the stash to a cell."""
    state.stash[seat, size] -= 1
    state.holds[seat, size] |= bit(cell)
    state.present[size] |= bit(cell)


@rule
def lift(state: State, seat: int, size: int, cell: int) -> None:
    """A piece, the only one of its size there, goes back to the stash."""
    state.stash[seat, size] += 1
    state.holds[seat, size] &= ~bit(cell)
    state.present[size] &= ~bit(cell)


@rule
def belongings(state: State, seat: int) -> Cells:
    """The cells that hold a piece of a seat."""
    return state.holds[seat, SMALL] | state.holds[seat, MEDIUM] | state.holds[seat, LARGE]


@rule
def has_begun(state: State, seat: int) -> bool:
    """Whether a seat has a piece on the board: before that it sets up its first tower."""
    return belongings(state, seat) != NONE  # type: ignore[no-any-return]


@rule
def sizes_at(state: State, cell: int) -> int:
    """The sizes present on a cell, one bit each."""
    sizes = 0
    for size in range(SIZES):
        if state.present[size] & bit(cell):
            sizes |= 1 << size
    return sizes


@rule
def pips_of(sizes: int) -> int:
    """The pips of one piece of each of these sizes."""
    return (sizes & 1) + (sizes & 2) + 3 * (sizes >> LARGE)


@rule
def pips_on(state: State, cells: Cells) -> int:
    """The pips of all pieces on these cells."""
    pips = 0
    for size in range(SIZES):
        pips += (size + 1) * count(state.present[size] & cells)
    return pips


@rule
def topped(state: State, size: int) -> Cells:
    """The cells whose topmost piece has this size."""
    if size == SMALL:
        return state.present[SMALL]
    return state.present[size] & ~state.present[size - 1]


@rule
def controller(options: Options, state: State, cell: int) -> int:
    """The seat that controls the tower on a cell."""
    for seat in range(int(options.seats)):
        if state.controls[seat] & bit(cell):
            return seat
    return NO_SEAT


# Attack


@rule
def attackers(options: Options, state: State, cell: int, seat: int) -> Cells:
    """The branches that attack a tower of a seat on this cell, or would if one stood there."""
    found = NONE
    for direction in range(DIRECTIONS):
        found |= ahead(options, bit(cell), opposite(direction), SMALL) & state.points[direction]
    if not options.friendly_fire:
        found &= ~belongings(state, seat)
    return found


@rule
def overcome(options: Options, state: State, sizes: int, attack: Cells, newcomer: int) -> bool:
    """Whether these branches, and one more of ``newcomer`` pips unless that is 0, neutralise a tower of these sizes."""
    if options.strongest:
        return pips_on(state, attack) + newcomer > pips_of(sizes)
    if newcomer and not sizes >> (newcomer - 1) & 1:
        return True
    for size in range(SIZES):  # noqa: SIM110 (numba compiles no generators)
        if not sizes >> size & 1 and state.present[size] & attack:
            return True
    return False


@rule
def judge(options: Options, state: State, cell: int) -> None:
    """Look afresh whether the tower on a cell is neutralised."""
    attack = attackers(options, state, cell, controller(options, state, cell))
    if overcome(options, state, sizes_at(state, cell), attack, 0):
        state.neutralised |= bit(cell)
    else:
        state.neutralised &= ~bit(cell)


# Growth


@rule
def active_towers(state: State, seat: int) -> Cells:
    """The towers that a seat controls and that are not neutralised."""
    return state.controls[seat] & ~state.neutralised


@rule
def grown_from(options: Options, state: State, sources: Cells) -> Cells:
    """The branches whose source is one of these cells."""
    found = NONE
    for direction in range(DIRECTIONS):
        found |= ahead(options, sources, direction, SMALL) & state.grew[direction]
    return found


@rule
def usable_branches(options: Options, state: State, seat: int) -> Cells:
    """The branches that a seat owns, rooted in its active towers."""
    near = grown_from(options, state, active_towers(state, seat)) & belongings(state, seat)
    middle = grown_from(options, state, near)
    return near | middle | grown_from(options, state, middle)


@rule
def bearing_branches(options: Options, state: State, seat: int) -> Cells:
    """The usable branches whose root is high enough for another branch on them."""
    active = active_towers(state, seat)
    two_high = active & state.present[MEDIUM] & (state.present[SMALL] | state.present[LARGE])
    three_high = two_high & state.present[SMALL] & state.present[LARGE]
    near = grown_from(options, state, two_high)
    middle = grown_from(options, state, grown_from(options, state, three_high))
    return (near | middle) & belongings(state, seat)


@rule
def targets(options: Options, state: State, branches: Cells) -> Cells:
    """The cells that these branches target."""
    found = NONE
    for direction in range(DIRECTIONS):
        for size in range(SIZES):
            aiming = branches & state.points[direction] & state.present[size]
            found |= ahead(options, aiming, direction, size)
    return found


@rule
def aiming_at(options: Options, state: State, branches: Cells, cell: int) -> int:
    """How many of these branches target a cell."""
    found = 0
    for direction in range(DIRECTIONS):
        for size in range(SIZES):
            behind = ahead(options, bit(cell), opposite(direction), size)
            if behind & branches & state.points[direction] & state.present[size]:
                found += 1
    return found


# What lies there, for plain Python

STACKS_KEPT = 256  # positions that are looked at cell by cell
MASKS_KEPT = 4_096

PieceStack = tuple[tuple[int, int], ...]  # seat and size of each, from the bottom up


def is_on(mask: Cells, cell: int) -> bool:
    """Whether a mask has a cell."""
    return bool(int(mask) >> cell & 1)


@lru_cache(MASKS_KEPT)
def cells_of(mask: int) -> tuple[int, ...]:
    """The cells of a mask, in order."""
    return tuple(cell for cell in range(CELLS) if mask >> cell & 1)


def pieces_on(options: Options, state: State, cell: int) -> PieceStack:
    """The pieces on a cell."""
    return stacks(options, state).get(cell, ())


@remembered(STACKS_KEPT)
def stacks(options: Options, state: State) -> dict[int, PieceStack]:
    """The same for every cell with a piece, in no order; not to be changed."""
    found: dict[int, PieceStack] = {}
    holds = state.holds[: options.seats].tolist()
    for size in reversed(range(SIZES)):
        for seat, own in enumerate(holds):
            for cell in cells_of(own[size]):
                found[cell] = (*found.get(cell, ()), (seat, size))
    return found


def direction_on(masks: Array | list[int], cell: int) -> int:
    """The direction whose mask has a cell."""
    return next(direction for direction in range(DIRECTIONS) if is_on(masks[direction], cell))


def source_of(cell: int, grew: int) -> int:
    """The cell of a branch's source."""
    return (cell - STEP[grew]) % CELLS


def root_of(state: State, cell: int) -> int:
    """The tower in which a branch is rooted; in a draft that breaks the rules, the cell where that leads."""
    masks = state.grew.tolist()
    for _ in range(SIZES):
        grew = [direction for direction, mask in enumerate(masks) if mask >> cell & 1]
        cell = source_of(cell, grew[0]) if grew else cell
    return cell
