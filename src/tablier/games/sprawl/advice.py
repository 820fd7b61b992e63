"""What makes bots strong at Sprawl: strike where it costs a rival most, stay out of reach, large pieces first."""

from tablier.core.compile import rule
from tablier.core.records import Array
from tablier.games.sprawl.options import Options
from tablier.games.sprawl.state import (
    BRANCH,
    BUILD,
    DIRECTIONS,
    LARGE,
    NONE,
    PLAYING,
    SMALL,
    Cells,
    State,
    active_towers,
    ahead,
    attackers,
    bit,
    branch_of,
    controller,
    empty_cells,
    grown_from,
    lowest,
    opposite,
    overcome,
    piece_of,
    pips_on,
    sizes_at,
)

LEAST = 1
# Weights of towers, branches, plain builds, SAFE, GATE and REACH are rounded from a fit to what deep searches chose.
TOWERS = (4, 15, 52)  # by size, the smallest first
SAFE = 4  # times as much for a tower where nobody can attack it
BRANCHES = (10, 29, 88)
STRIKE = 3  # times as much for each pip that a rival would lose
GATE = 10  # times as much for closing the way to an own tower
REACH = 2  # times as much for a branch that can spore later
BUILD_PLAIN = 20
COMPLETE, STRENGTHEN = 6, 2  # for each pip of a threatened tower

PLAN = {"explore": 0.3}  # a quarter of the points is a fair share, so differences are small
EFFORT = 0.4  # here more simulations help less and less, so that the lower levels make do with fewer
CALIBRATION = (1.4, 0.0)  # fitted to 60 games: whoever leads of many is ahead by more than it looks


@rule
def favour(options: Options, state: State, moves: Array, count: int, careful: bool, out: Array) -> None:
    """Weights for the turns of a seat; all answers in an unfinished turn look the same."""
    if state.phase != PLAYING:
        for index in range(count):
            out[index] = LEAST
        return
    rivals = rival_towers(options, state)
    exposed = reached(options, state, rivals)
    gates = gateways(options, state, rivals)
    for index in range(count):
        move = int(moves[index])
        if move < BUILD:
            out[index] = tower_weight(move, exposed)
        elif move < BRANCH:
            out[index] = build_weight(options, state, move, exposed)
        else:
            out[index] = branch_weight(options, state, move, exposed, gates)


@rule
def rival_towers(options: Options, state: State) -> Cells:
    """The active towers of the other seats."""
    return state.towers & ~state.neutralised & ~state.controls[state.turn]


@rule
def reached(options: Options, state: State, towers: Cells) -> Cells:
    """The cells that a branch laid at one of these towers could attack."""
    found, empty = NONE, empty_cells(options, state)
    for direction in range(DIRECTIONS):
        found |= ahead(options, ahead(options, towers, direction, SMALL) & empty, direction, SMALL)
    return found


@rule
def gateways(options: Options, state: State, towers: Cells) -> Cells:
    """The empty cells between one of these towers and an own one."""
    found, own = NONE, active_towers(state, int(state.turn))
    for direction in range(DIRECTIONS):
        found |= ahead(options, towers, direction, SMALL) & ahead(options, own, opposite(direction), SMALL)
    return found & empty_cells(options, state)


@rule
def stake(options: Options, state: State, tower: Cells) -> int:
    """The pips of a tower and of all that is rooted in it."""
    near = grown_from(options, state, tower)
    middle = grown_from(options, state, near)
    return pips_on(state, tower | near | middle | grown_from(options, state, middle))


@rule
def tower_weight(move: int, exposed: Cells) -> int:
    """A starting tower or a spore: large, and where nobody can attack it."""
    cell, size = piece_of(move)
    return TOWERS[size] if exposed & bit(cell) else SAFE * TOWERS[size]


@rule
def build_weight(options: Options, state: State, move: int, exposed: Cells) -> int:
    """A build: good for a threatened tower, best if it makes the tower immune."""
    cell, size = piece_of(move)
    weight = BUILD_PLAIN
    if exposed & bit(cell):
        saved = stake(options, state, bit(cell))
        complete = size == SMALL and state.present[LARGE] & bit(cell)
        weight += saved * (COMPLETE if complete else STRENGTHEN)
    return weight


@rule
def branch_weight(options: Options, state: State, move: int, exposed: Cells, gates: Cells) -> int:
    """A branch: best if it strikes a rival, never if it strikes an own tower."""
    _, points, size, cell = branch_of(move)
    weight = BRANCHES[size]
    attacked = ahead(options, bit(cell), points, SMALL) & state.towers & ~state.neutralised
    if attacked and is_struck(options, state, lowest(attacked), size):
        if attacked & state.controls[state.turn]:
            return LEAST
        weight *= 1 + STRIKE * stake(options, state, attacked)
    if gates & bit(cell):
        weight *= GATE
    if ahead(options, bit(cell), points, size) & ~exposed & empty_cells(options, state):
        weight *= REACH
    return weight


@rule
def is_struck(options: Options, state: State, cell: int, size: int) -> bool:
    """Whether one more branch of this size would neutralise the tower on a cell."""
    seat = controller(options, state, cell)
    if seat == state.turn and not options.friendly_fire:
        return False
    return overcome(options, state, sizes_at(state, cell), attackers(options, state, cell, seat), size + 1)
