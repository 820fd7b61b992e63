"""The turns of Sprawl: which of them are legal, and whether there is any."""

from tablier.core.compile import rule
from tablier.core.records import Array
from tablier.games.sprawl.options import SIZES, Options
from tablier.games.sprawl.state import (
    BUILD,
    DIRECTIONS,
    FIRST,
    LARGE,
    NONE,
    SMALL,
    TOWER,
    Cells,
    State,
    active_towers,
    ahead,
    attackers,
    bearing_branches,
    bit,
    branch_code,
    empty_cells,
    has_begun,
    lowest,
    opposite,
    overcome,
    piece_code,
    sizes_at,
    targets,
    topped,
    usable_branches,
)

# All turns


@rule
def list_turns(options: Options, state: State, moves: Array) -> int:
    """Starting towers in a seat's first turn, later spores, builds and branches."""
    seat = int(state.turn)
    if not has_begun(state, seat):
        return list_starts(options, state, moves)
    aims = targets(options, state, usable_branches(options, state, seat))
    found = list_spores(options, state, aims, moves)
    found = list_builds(options, state, aims, moves, found)
    return list_branches(options, state, moves, found)


@rule
def can_act(options: Options, state: State) -> bool:
    """Whether the seat whose turn it is has a legal turn."""
    seat = int(state.turn)
    if not has_begun(state, seat):
        return bool(empty_cells(options, state))
    if can_branch(options, state):
        return True
    aims = targets(options, state, usable_branches(options, state, seat))
    return bool(build_cells(options, state, aims)) or can_spore(options, state, aims)


# Towers


@rule
def list_starts(options: Options, state: State, moves: Array) -> int:
    """Any size on any empty cell."""
    found = 0
    cells = empty_cells(options, state)
    while cells:
        for size in range(SIZES):
            moves[found] = piece_code(TOWER, lowest(cells), size)
            found += 1
        cells &= cells - FIRST
    return found


@rule
def may_spore(options: Options, state: State, cell: int, size: int, attack: Cells) -> bool:
    """Whether the seat whose turn it is may spore this size on a targeted empty cell under this attack."""
    if not state.stash[state.turn, size] or state.withdrawn[size] & bit(cell):
        return False
    return not overcome(options, state, 1 << size, attack, 0)


@rule
def list_spores(options: Options, state: State, aims: Cells, moves: Array) -> int:
    """Every size that holds its ground on the targeted empty cells."""
    found = 0
    cells = aims & empty_cells(options, state)
    while cells:
        cell = lowest(cells)
        cells &= cells - FIRST
        attack = attackers(options, state, cell, int(state.turn))
        for size in range(SIZES):
            if may_spore(options, state, cell, size, attack):
                moves[found] = piece_code(TOWER, cell, size)
                found += 1
    return found


@rule
def can_spore(options: Options, state: State, aims: Cells) -> bool:
    """Whether there is a spore on one of the targeted cells."""
    cells = aims & empty_cells(options, state)
    while cells:
        attack = attackers(options, state, lowest(cells), int(state.turn))
        for size in range(SIZES):
            if may_spore(options, state, lowest(cells), size, attack):
                return True
        cells &= cells - FIRST
    return False


@rule
def build_cells(options: Options, state: State, aims: Cells) -> Cells:
    """The towers that the seat whose turn it is may build on, whatever the piece."""
    cells = active_towers(state, int(state.turn))
    if options.sprawlgame:
        cells |= prey(state, aims)
    buildable = NONE
    for size in range(LARGE):
        if state.stash[state.turn, size]:
            buildable |= cells & topped(state, size + 1)
    return buildable


@rule
def prey(state: State, aims: Cells) -> Cells:
    """The towers of others that the seat whose turn it is could take over, in Sprawlgame."""
    return state.neutralised & ~state.controls[state.turn] & aims


@rule
def next_size(state: State, cell: int) -> int:
    """The size one less than the top piece of a tower, -1 above a small piece."""
    sizes = sizes_at(state, cell)
    if sizes & 1 << SMALL:
        return -1
    return SMALL if sizes & 2 else SMALL + 1


@rule
def list_builds(options: Options, state: State, aims: Cells, moves: Array, found: int) -> int:
    """The one size that fits on each tower, after ``found`` other moves."""
    cells = build_cells(options, state, aims)
    while cells:
        cell = lowest(cells)
        cells &= cells - FIRST
        moves[found] = piece_code(BUILD, cell, next_size(state, cell))
        found += 1
    return found


@rule
def branch_sources(state: State, active: Cells, bearing: Cells, size: int) -> Cells:
    """The towers and branches from which a branch of this size may grow."""
    return active if size == LARGE else active | bearing & state.present[size + 1]


@rule
def branch_cells(options: Options, state: State, sources: Cells, grew: int, points: int) -> Cells:
    """The empty cells in direction ``grew`` from their source on which a branch may point in direction ``points``."""
    if points != grew:
        if not options.loose or points == opposite(grew):
            return NONE
        sources &= state.points[grew]
    cells = ahead(options, sources, grew, SMALL) & empty_cells(options, state)
    return cells & options.arrivals[opposite(points), SMALL]


@rule
def list_branches(options: Options, state: State, moves: Array, found: int) -> int:
    """Branches of the seat whose turn it is, after ``found`` other moves."""
    active = active_towers(state, int(state.turn))
    bearing = bearing_branches(options, state, int(state.turn))
    for grew in range(DIRECTIONS):
        for points in range(DIRECTIONS):
            for size in range(SIZES):
                if not state.stash[state.turn, size]:
                    continue
                sources = branch_sources(state, active, bearing, size)
                cells = branch_cells(options, state, sources, grew, points)
                while cells:
                    moves[found] = branch_code(grew, points, size, lowest(cells))
                    cells &= cells - FIRST
                    found += 1
    return found


@rule
def can_branch(options: Options, state: State) -> bool:
    """Whether the seat whose turn it is can lay a branch."""
    active = active_towers(state, int(state.turn))
    bearing = bearing_branches(options, state, int(state.turn))
    for size in range(SIZES):
        if state.stash[state.turn, size]:
            sources = branch_sources(state, active, bearing, size)
            for grew in range(DIRECTIONS):
                for points in range(DIRECTIONS):
                    if branch_cells(options, state, sources, grew, points):
                        return True
    return False
