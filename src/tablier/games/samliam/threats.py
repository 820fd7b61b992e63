"""Threats in Sam Liam: open cells, forks, the blocks they need, and the announcements that follow from them.

Some questions are asked about a board on which one cell, ``at``, holds something else: then the facings ``taken``
there, and those the seat has ``shown``, stand in for what the record says. AS_IT_IS is the board without such a cell.
"""

from tablier.core.compile import rule
from tablier.games.samliam.board import CELLS
from tablier.games.samliam.options import Options
from tablier.games.samliam.state import (
    ALL_FACINGS,
    FIRST,
    FITS,
    GAINS,
    NOWHERE,
    State,
    constant,
    others,
    shows,
    wide,
    with_triangle,
)

SILENCE, SONG, SAM, SONG_SAM, WIN = range(5)
CALLS = ("", "SONG", "SAM", "SONG SAM", "WIN")

Cells = tuple[int, int, int]
NOTHING = constant(0)
AS_IT_IS = (NOWHERE, NOTHING, NOTHING)  # no cell holds anything else
NO_CELLS = (NOWHERE, NOWHERE, NOWHERE)

# Open cells: where one more triangle completes a figure


@rule
def open_facings(state: State, seat: int, cell: int) -> int:
    """The facings by which one more triangle in this cell can complete a figure."""
    return wide(state.threats[seat, cell]) & wide(GAINS[state.taken[cell], state.shown[seat, cell]])


@rule
def first_open(state: State, seat: int) -> int:
    """The first cell in which the seat can complete a figure, or NOWHERE."""
    for cell in range(CELLS):
        if open_facings(state, seat, cell):
            return cell
    return NOWHERE


@rule
def blocks_needed(state: State, seat: int) -> int:
    """How many blocks the seat's threats need: two where each facing completes a figure, one in other open cells."""
    blocks = 0
    for cell in range(CELLS):
        facings = open_facings(state, seat, cell)
        blocks += int(facings != 0) + int(facings == ALL_FACINGS)
    return blocks


@rule
def completing(state: State, seat: int, cell: int) -> int:
    """The facings with which a triangle put into this cell completes a figure."""
    facings = open_facings(state, seat, cell)
    return facings if facings == 0 or state.taken[cell] == 0 else wide(FITS[state.taken[cell]])


# Forks: where one more triangle opens two cells, for a seat that has none open


@rule
def gains(state: State, seat: int, cell: int, at: int, taken: int, shown: int) -> int:
    """The facings that one more triangle in a cell can add to what the seat shows there."""
    if cell == at:
        return wide(GAINS[taken, shown])
    return wide(GAINS[state.taken[cell], state.shown[seat, cell]])


@rule
def can_gain(state: State, seat: int, slot: int, at: int, taken: int, shown: int) -> bool:
    """Whether one more triangle can make the seat show a slot."""
    return (gains(state, seat, slot >> 2, at, taken, shown) >> (slot & 3)) & 1 != 0


@rule
def sees(state: State, seat: int, slot: int, at: int, shown: int) -> int:
    """1 if the seat shows a slot, otherwise 0."""
    return (shown >> (slot & 3)) & 1 if slot >> 2 == at else shows(state, seat, slot)


@rule
def opened(options: Options, state: State, seat: int, slot: int, but: int, at: int, taken: int, shown: int) -> int:
    """A cell, other than ``but``, that a triangle put to show this slot would open; or NOWHERE."""
    cell = slot >> 2
    own = shown if cell == at else wide(state.shown[seat, cell])
    added = gains(state, seat, cell, at, taken, shown) if own else 1 << (slot & 3)
    for facing in range(4):
        if (added >> facing) & 1:
            found = opened_by(options, state, seat, cell * 4 + facing, but, at, taken, shown)
            if found != NOWHERE:
                return found
    return NOWHERE


@rule
def opened_by(options: Options, state: State, seat: int, slot: int, but: int, at: int, taken: int, shown: int) -> int:
    """A cell, other than ``but``, that would be open if the seat showed this slot too; or NOWHERE."""
    for figure in range(FIRST[options.seats, slot], FIRST[options.seats, slot + 1]):
        one, two, three = others(figure)
        has_one, has_two = sees(state, seat, one, at, shown), sees(state, seat, two, at, shown)
        if has_one + has_two + sees(state, seat, three, at, shown) == 2:
            gap = one if not has_one else two if not has_two else three
            if gap >> 2 != but and can_gain(state, seat, gap, at, taken, shown):
                return gap >> 2
    return NOWHERE


@rule
def fork_between(
    options: Options, state: State, seat: int, gap: int, other: int, at: int, taken: int, shown: int
) -> Cells:
    """The fork that fills one gap of a figure, threatens the other, and opens a second cell; or NO_CELLS."""
    if not can_gain(state, seat, gap, at, taken, shown) or not can_gain(state, seat, other, at, taken, shown):
        return NO_CELLS
    second = opened(options, state, seat, gap, other >> 2, at, taken, shown)
    if second != NOWHERE:
        return gap >> 2, other >> 2, second
    second = opened(options, state, seat, other, gap >> 2, at, taken, shown)
    return (other >> 2, gap >> 2, second) if second != NOWHERE else NO_CELLS


@rule
def threat_through(
    options: Options, state: State, seat: int, slot: int, since: int, at: int, taken: int, shown: int
) -> Cells:
    """A threat that uses this shown slot: an open cell, or a fork with two cells it opens; or NO_CELLS.

    A fork may use another slot that is shown only if it comes after ``since``.
    """
    for figure in range(FIRST[options.seats, slot], FIRST[options.seats, slot + 1]):
        one, two, three = others(figure)
        has_one, has_two = sees(state, seat, one, at, shown), sees(state, seat, two, at, shown)
        has_three = sees(state, seat, three, at, shown)
        if has_one + has_two + has_three == 2:
            gap = one if not has_one else two if not has_two else three
            if can_gain(state, seat, gap, at, taken, shown):
                return gap >> 2, gap >> 2, gap >> 2
        elif has_one + has_two + has_three == 1 and has_one * one + has_two * two + has_three * three > since:
            gap, other = two if has_one else one, two if has_three else three
            fork = fork_between(options, state, seat, gap, other, at, taken, shown)
            if fork[0] != NOWHERE:
                return fork
    return NO_CELLS


@rule
def find_threat(options: Options, state: State, seat: int, at: int, taken: int, shown: int) -> Cells:
    """Cells that prove a threat, an open cell or a fork: while nothing is put into them it stays; or NO_CELLS."""
    for cell in range(CELLS):
        facings = shown if cell == at else wide(state.shown[seat, cell])
        if facings:
            for facing in range(4):
                if (facings >> facing) & 1:
                    slot = cell * 4 + facing
                    proof = threat_through(options, state, seat, slot, slot, at, taken, shown)
                    if proof[0] != NOWHERE:
                        return proof
    return NO_CELLS


@rule
def any_threat(options: Options, state: State, seat: int) -> Cells:
    """The same, on the board as it is."""
    return find_threat(options, state, seat, *AS_IT_IS)


@rule
def forks_in(options: Options, state: State, seat: int, cell: int, at: int, taken: int, shown: int) -> bool:
    """Whether some triangle put into this cell opens two cells."""
    fits = FITS[taken] if cell == at else FITS[state.taken[cell]]
    for facing in range(4):
        if (wide(fits) >> facing) & 1:
            slot = cell * 4 + facing
            first = opened(options, state, seat, slot, NOWHERE, at, taken, shown)
            if first != NOWHERE and opened(options, state, seat, slot, first, at, taken, shown) != NOWHERE:
                return True
    return False


# Announcements


@rule
def is_unstoppable(options: Options, state: State, seat: int) -> bool:
    """WIN: more blocks are needed than the others have turns, and none of them can win first."""
    if blocks_needed(state, seat) < options.seats:
        return False
    rivals = 0
    for rival in range(wide(options.seats)):
        rivals += int(rival != seat and first_open(state, rival) != NOWHERE)
    return rivals == 0


@rule
def call(options: Options, state: State, seat: int) -> int:
    """The announcement due to a seat after its turn."""
    blocks = blocks_needed(state, seat)
    if blocks == 0:
        forks = any_threat(options, state, seat)[0] != NOWHERE
        return SONG if forks else SILENCE
    if is_unstoppable(options, state, seat):
        return WIN
    return SONG_SAM if options.seats > 2 and blocks > 1 else SAM


@rule
def could_fork(options: Options, state: State, seat: int, cell: int) -> bool:
    """Whether showing all four facings in an empty cell would open two cells."""
    first = NOWHERE
    for facing in range(4):
        second = opened_by(options, state, seat, cell * 4 + facing, first, *AS_IT_IS)
        if first != NOWHERE and second != NOWHERE:
            return True
        first = second if first == NOWHERE else first
    return False


@rule
def is_call_due(options: Options, state: State, seat: int, cell: int, proof: Cells) -> bool:
    """Whether an announcement is due whatever the seat puts into this cell, since a threat stands without it.

    ``proof`` is of a threat of the seat, if it has one.
    """
    if proof[0] == NOWHERE or cell not in proof:
        return proof[0] != NOWHERE
    return find_threat(options, state, seat, cell, ALL_FACINGS, wide(state.shown[seat, cell]))[0] != NOWHERE


@rule
def leads_to_call(options: Options, state: State, seat: int, slot: int, proof: Cells, forks: bool) -> bool:
    """Whether an announcement is due after the seat puts a triangle there that completes no figure.

    ``proof`` is of a threat before; without one, only what the new triangle shows can be part of a threat, unless it
    makes a fork of its cell, which ``forks`` says is possible.
    """
    cell, facing = slot >> 2, slot & 3
    before = wide(state.shown[seat, cell])
    taken, shown = wide(state.taken[cell]) | 1 << facing, with_triangle(before, facing)
    if proof[0] != NOWHERE:
        return find_threat(options, state, seat, cell, taken, shown)[0] != NOWHERE
    for added in range(4):
        if ((shown & ~before) >> added) & 1:
            found = threat_through(options, state, seat, cell * 4 + added, NOWHERE, cell, taken, shown)
            if found[0] != NOWHERE:
                return True
    return forks and forks_in(options, state, seat, cell, cell, taken, shown)
