"""What a seat of Sam Liam may not do: the ban after a silent turn, and the duty to block."""

import numpy as np

from tablier.core.compile import rule
from tablier.core.records import Array
from tablier.games.samliam.board import CELLS, LARGE
from tablier.games.samliam.options import STRICT, Options
from tablier.games.samliam.state import ALL_FACINGS, BLOCKS, FITS, NOWHERE, PLACE, State, constant, encode, wide
from tablier.games.samliam.threats import (
    AS_IT_IS,
    NO_CELLS,
    Cells,
    any_threat,
    completing,
    could_fork,
    find_threat,
    first_open,
    forks_in,
    is_call_due,
    leads_to_call,
    open_facings,
)

NOBODY_ELSE = constant(-1)  # no rival to block

# The ban of a silent turn


@rule
def is_banned(state: State, seat: int) -> bool:
    """Whether the seat's last turn was silent."""
    cells = 0
    for column in range(LARGE):
        cells |= int(state.banned[seat, column])
    return cells != 0


@rule
def is_banned_from(state: State, seat: int, cell: int) -> bool:
    """Whether the seat may not use a cell on its next turn."""
    return (wide(state.banned[seat, cell // LARGE]) >> (cell % LARGE)) & 1 != 0


@rule
def ban(state: State, seat: int, cell: int) -> None:
    """Forbid a cell for the seat's next turn."""
    column = cell // LARGE
    state.banned[seat, column] = np.uint16(wide(state.banned[seat, column]) | 1 << (cell % LARGE))


@rule
def lift_ban(state: State, seat: int) -> None:
    """Forget a ban."""
    for column in range(LARGE):
        state.banned[seat, column] = 0


@rule
def ban_for_silence(options: Options, state: State, seat: int) -> None:
    """Ban a seat that was silent from its open cells or, if it has none, from its forks, if it has any."""
    is_open = first_open(state, seat) != NOWHERE
    if not is_open and any_threat(options, state, seat)[0] == NOWHERE:
        return
    for cell in range(CELLS):
        if open_facings(state, seat, cell) or (not is_open and forks_in(options, state, seat, cell, *AS_IT_IS)):
            ban(state, seat, cell)


@rule
def has_voice(options: Options, state: State) -> bool:
    """Whether the seat to move chooses between announcing and silence."""
    return options.announcements == STRICT and not is_banned(state, wide(state.turn))


# Placements


@rule
def fitting(state: State, cell: int) -> int:
    """The facings that fit into a cell, a triangle that was lifted there not being put back."""
    facings = wide(FITS[state.taken[cell]])
    return facings & ~(1 << (state.lifted & 3)) if state.lifted >> 2 == cell else facings


@rule
def left_by_ban(state: State, cell: int, banned: bool) -> int:
    """The facings that fit into a cell and that the ban, if it is to be heeded, leaves."""
    return 0 if banned and is_banned_from(state, wide(state.turn), cell) else fitting(state, cell)


@rule
def heeds_ban(state: State) -> bool:
    """Whether the seat to move is banned from some cells and has other placements."""
    if not is_banned(state, wide(state.turn)):
        return False
    left = wide(0)
    for cell in range(CELLS):
        left |= left_by_ban(state, cell, True)
    return left != 0


# The duty to block


@rule
def first_rival(options: Options, state: State) -> int:
    """The first seat after the one to move that can complete a figure and was not silent, or NOBODY_ELSE."""
    for later in range(1, wide(options.seats)):
        rival = (wide(state.turn) + later) % wide(options.seats)
        if first_open(state, rival) != NOWHERE and not is_banned(state, rival):
            return rival
    return NOBODY_ELSE


@rule
def duty(options: Options, state: State) -> tuple[int, Cells]:
    """The rival to block, or NOBODY_ELSE, and one of its forks if it is a fork that is to be blocked."""
    if options.seats == 2:
        return NOBODY_ELSE, NO_CELLS
    rival = first_rival(options, state)
    if rival != NOBODY_ELSE:
        return rival, NO_CELLS
    before = (wide(state.turn) - 1) % wide(options.seats)
    if is_banned(state, before):
        return NOBODY_ELSE, NO_CELLS
    fork = any_threat(options, state, before)
    return NOBODY_ELSE if fork[0] == NOWHERE else before, fork


@rule
def answers_in(options: Options, state: State, rival: int, fork: Cells, cell: int, facings: int) -> int:
    """Those of some facings in a cell that do what the duty asks."""
    if fork[0] == NOWHERE:
        return facings & blocks_threat(state, rival, cell)
    return blocks_fork(options, state, rival, fork, cell, facings)


@rule
def blocks_threat(state: State, rival: int, cell: int) -> int:
    """The facings that make the rival's threats need fewer blocks."""
    threats = open_facings(state, rival, cell)
    if threats == 0:
        return 0
    return ALL_FACINGS if state.taken[cell] else wide(BLOCKS[threats])


@rule
def blocks_fork(options: Options, state: State, rival: int, fork: Cells, cell: int, facings: int) -> int:
    """Those of some facings that leave the rival without a fork: they must lie in the cells of any fork it has."""
    blocks = wide(0)
    shown = wide(state.shown[rival, cell])
    if cell not in fork or find_threat(options, state, rival, cell, ALL_FACINGS, shown)[0] != NOWHERE:
        return blocks
    for facing in range(4):
        if (facings >> facing) & 1:
            taken = wide(state.taken[cell]) | 1 << facing
            left = find_threat(options, state, rival, cell, taken, shown)
            blocks |= int(left[0] == NOWHERE) << facing
    return blocks


# Lists of placements


@rule
def list_restricted(options: Options, state: State, moves: Array) -> int:
    """The placements that the ban and the duty leave, in both notations where an announcement is due."""
    seat = wide(state.turn)
    both = has_voice(options, state)
    proof = any_threat(options, state, seat) if both else NO_CELLS
    rival, fork = duty(options, state)
    banned = heeds_ban(state)
    count = wide(0)
    while count == 0:
        answered = wide(rival == NOBODY_ELSE)
        for cell in range(CELLS):
            facings = left_by_ban(state, cell, banned)
            if rival != NOBODY_ELSE:
                answers = answers_in(options, state, rival, fork, cell, facings)
                answered |= answers
                facings &= answers | completing(state, seat, cell)
            count = list_facings(options, state, cell, facings, both, proof, moves, count)
        if answered == 0:
            rival, count = NOBODY_ELSE, wide(0)
    return count


@rule
def list_facings(
    options: Options, state: State, cell: int, facings: int, both: bool, proof: Cells, moves: Array, count: int
) -> int:
    """Placements into one cell after ``count`` moves, announced ones too if ``both`` are to be told apart."""
    seat = wide(state.turn)
    if facings == 0:
        return count
    silent = facings & completing(state, seat, cell)
    due = both and is_call_due(options, state, seat, cell, proof)
    forks = both and proof[0] == NOWHERE and state.taken[cell] == 0 and could_fork(options, state, seat, cell)
    for facing in range(4):
        if (facings >> facing) & 1:
            slot = cell * 4 + facing
            moves[count] = encode(PLACE, slot, 0)
            count += 1
            called = due or (both and leads_to_call(options, state, seat, slot, proof, forks))
            if called and not (silent >> facing) & 1:
                moves[count] = encode(PLACE, slot, 1)
                count += 1
    return count
