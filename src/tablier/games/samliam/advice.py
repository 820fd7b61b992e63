"""Advice for bots that play Sam Liam: how placements look, and wins that can be forced by one threat after another."""

from typing import Any

from tablier.core.compile import rule
from tablier.core.records import Array
from tablier.games.samliam.board import CELLS
from tablier.games.samliam.duty import blocks_threat, is_banned, is_banned_from
from tablier.games.samliam.glance import visible
from tablier.games.samliam.options import OFF, STRICT, Options
from tablier.games.samliam.state import (
    ALL_FACINGS,
    FIRST,
    FITS,
    NOWHERE,
    PLACE,
    SLOTS,
    State,
    constant,
    encode,
    others,
    put,
    shows,
    wide,
)
from tablier.games.samliam.threats import AS_IT_IS, blocks_needed, can_gain, completing, first_open, is_unstoppable

PLAN = {"width": 0.4, "least_width": 2, "trust": 2.0}  # hundreds of placements, of which few matter

SEAT_EFFORT = {3: 0.3, 4: 0.16}  # there is far more to look at in a placement, and games are longer

# How placements look

COMPLETES = constant(1_000_000)
BLOCKS_OPEN = constant(100_000)
MOST_FAVOUR = constant(50_000)  # of a placement that neither completes a figure nor blocks an open one
BEGINS = constant(2)  # added for each figure of which one triangle stands
OPENS = constant(12)  # times so much for each figure of which two stand: twice makes a fork
HINDERS = constant(4)  # the same for such figures of a rival


@rule
def favour(options: Options, state: State, moves: Array, count: int, careful: bool, out: Array) -> None:
    """Complete a figure; else block the next seat's; else open figures, two at once if possible, and hinder others."""
    for index in range(count):
        out[index] = 1
    seat = wide(state.turn)
    if moves[0] >= SLOTS * 2 or favour_completing(state, seat, moves, count, out):
        return
    rival = (seat + 1) % wide(options.seats)
    blocks = favour_blocks(state, rival, moves, count, out)
    if careful:
        favour_beginnings(options, state, seat, moves, count, out)
        favour_pairs(options, state, rival, HINDERS, True, moves, count, out)
    if careful or not blocks:
        favour_pairs(options, state, seat, OPENS, False, moves, count, out)


@rule
def index_of(moves: Array, count: int, slot: int) -> int:
    """Where a placement stands in the list, the announced one if there are two; or NOWHERE."""
    low, high = wide(0), wide(count)
    while low < high:
        middle = (low + high) >> 1
        if moves[middle] <= encode(PLACE, slot, 1):
            low = middle + 1
        else:
            high = middle
    return low - 1 if low > 0 and moves[low - 1] >> 1 == slot else NOWHERE


@rule
def add(moves: Array, count: int, slot: int, weight: int, out: Array) -> None:
    """Add to the weight of a placement, if it is legal."""
    index = index_of(moves, count, slot)
    if index != NOWHERE:
        out[index] += weight


@rule
def multiply(moves: Array, count: int, slot: int, factor: int, out: Array) -> None:
    """Multiply the weight of a placement, if it is legal."""
    index = index_of(moves, count, slot)
    if index != NOWHERE and out[index] < MOST_FAVOUR:
        out[index] *= factor


@rule
def add_in_cell(moves: Array, count: int, cell: int, facings: int, weight: int, out: Array) -> None:
    """Add to the weight of placements into a cell."""
    for facing in range(4):
        if (facings >> facing) & 1:
            add(moves, count, cell * 4 + facing, weight, out)


@rule
def favour_completing(state: State, seat: int, moves: Array, count: int, out: Array) -> bool:
    """Favour placements that complete a figure; returns whether there may be one."""
    found = False
    for cell in range(CELLS):
        facings = completing(state, seat, cell)
        if facings:
            found = True
            add_in_cell(moves, count, cell, facings, COMPLETES, out)
    return found


@rule
def favour_blocks(state: State, rival: int, moves: Array, count: int, out: Array) -> bool:
    """Favour placements that block an open cell of a rival; returns whether there may be one."""
    found = False
    for cell in range(CELLS):
        facings = blocks_threat(state, rival, cell)
        if facings:
            found = True
            add_in_cell(moves, count, cell, facings & wide(FITS[state.taken[cell]]), BLOCKS_OPEN, out)
    return found


@rule
def favour_beginnings(options: Options, state: State, seat: int, moves: Array, count: int, out: Array) -> None:
    """Favour placements into figures of which the seat shows one slot and can still show the others."""
    for cell in range(CELLS):
        facings = wide(state.shown[seat, cell])
        for facing in range(4):
            if (facings >> facing) & 1:
                begin_through(options, state, seat, cell * 4 + facing, moves, count, out)


@rule
def begin_through(options: Options, state: State, seat: int, slot: int, moves: Array, count: int, out: Array) -> None:
    """The same for one slot that is shown."""
    for figure in range(FIRST[options.seats, slot], FIRST[options.seats, slot + 1]):
        one, two, three = others(figure)
        if fills(state, seat, one) and fills(state, seat, two) and fills(state, seat, three):
            add(moves, count, placed_for(state, one), BEGINS, out)
            add(moves, count, placed_for(state, two), BEGINS, out)
            add(moves, count, placed_for(state, three), BEGINS, out)


@rule
def fills(state: State, seat: int, slot: int) -> bool:
    """Whether the seat does not show a slot, but can with one more triangle."""
    return can_gain(state, seat, slot, *AS_IT_IS)


@rule
def placed_for(state: State, slot: int) -> int:
    """The slot of the triangle that makes a seat show this slot: in a cell that is half full only one fits."""
    fits = wide(FITS[state.taken[slot >> 2]])
    if fits == ALL_FACINGS:
        return slot
    facing = wide(fits > 1) + wide(fits > 2) + wide(fits > 4)
    return (slot >> 2) * 4 + facing


@rule
def favour_pairs(
    options: Options, state: State, seat: int, factor: int, hinders: bool, moves: Array, count: int, out: Array
) -> None:
    """Favour placements that make a seat's figures with two gaps lack one, or that hinder the seat in that."""
    for cell in range(CELLS):
        facings = wide(state.shown[seat, cell])
        if facings:
            for facing in range(4):
                if (facings >> facing) & 1:
                    pairs_through(options, state, seat, cell * 4 + facing, factor, hinders, moves, count, out)


@rule
def pairs_through(
    options: Options, state: State, seat: int, slot: int, factor: int, hinders: bool, moves: Array, count: int,
    out: Array,
) -> None:  # fmt: skip
    """The same for figures of which this slot is the first one shown."""
    for figure in range(FIRST[options.seats, slot], FIRST[options.seats, slot + 1]):
        gap, other = gaps(state, seat, slot, figure)
        if gap != NOWHERE:
            favour_gap(state, gap, factor, hinders, moves, count, out)
            favour_gap(state, other, factor, hinders, moves, count, out)


@rule
def gaps(state: State, seat: int, slot: int, figure: int) -> tuple[int, int]:
    """The two slots that a figure lacks, if both can be shown and this slot is the first of those that are."""
    one, two, three = others(figure)
    has_one, has_two, has_three = shows(state, seat, one), shows(state, seat, two), shows(state, seat, three)
    if has_one + has_two + has_three != 1 or has_one * one + has_two * two + has_three * three < slot:
        return NOWHERE, NOWHERE
    gap, other = two if has_one else one, two if has_three else three
    if fills(state, seat, gap) and fills(state, seat, other):
        return gap, other
    return NOWHERE, NOWHERE


@rule
def favour_gap(state: State, gap: int, factor: int, hinders: bool, moves: Array, count: int, out: Array) -> None:
    """Favour the placement into a gap or, to hinder a rival there, all that leave the rival without it."""
    if not hinders or state.taken[gap >> 2]:
        multiply(moves, count, placed_for(state, gap), factor, out)
        return
    for turned in (0, 1, 3):
        multiply(moves, count, (gap & ~3) + ((gap + turned) & 3), factor, out)


# What people see of it


@rule
def striking(options: Options, state: State, moves: Array, count: int, last: int, out: Array) -> None:
    """What is announced or open, and what lies beside the last move."""
    for index in range(count):
        out[index] = visible(options, state, wide(moves[index]), last)


# Forced wins: one threat after another, each leaving the other seat nothing but to block it

LONGEST = 12  # own turns
TRIED, LISTED, LIST = 0, 1, 2  # in a row of moves: how many were tried, where the list ends, where it begins
BAD, UNCLEAR, GOOD, NONE = range(4)  # what a move is for the seat that makes it; NONE is left
NOT_FOUND = constant(-1)


@rule
def forced_win(options: Options, states: Any, moves: Array, budget: int) -> int:
    """The first placement of a win by threats, the shortest first; for two seats with triangles in reserve."""
    state = states[0]
    seat = wide(state.turn)
    if options.seats != 2 or state.lifted != NOWHERE or state.reserve[0] <= LONGEST or state.reserve[1] <= LONGEST:
        return NOT_FOUND
    announced = wide(options.announcements == STRICT and not is_banned(state, seat))
    if first_open(state, seat) != NOWHERE:
        return complete(state, seat)
    left = wide(budget)
    for turns in range(1, LONGEST + 1):
        slot, left, deeper = attack(options, states, moves, turns, left)
        if slot != NOWHERE:
            return encode(PLACE, slot, announced)
        if left <= 0 or not deeper:
            return NOT_FOUND
    return NOT_FOUND


@rule
def complete(state: State, seat: int) -> int:
    """The placement that completes a figure in an open cell, unless a silent turn may forbid it."""
    cell = first_open(state, seat)
    facings = completing(state, seat, cell)
    facing = wide(0)
    while not (facings >> facing) & 1:
        facing += 1
    return NOT_FOUND if is_banned(state, seat) else encode(PLACE, cell * 4 + facing, 0)


@rule
def attack(options: Options, states: Any, moves: Array, turns: int, budget: int) -> tuple[int, int, bool]:
    """A first slot that wins in so many own turns, or NOWHERE; the budget left; whether more turns may find more.

    On even levels the attacker moves, on odd ones the other seat. A good move decides its level: the one before has to
    try its next move. Where no move is left, the move that led there was good.
    """
    level = wide(0)
    deeper = list_attacks(options, states[0], moves, level, turns == 1)
    while level >= 0:
        if budget <= 0:
            return NOWHERE, 0, False
        verdict = try_next(options, states, moves, level)
        budget -= 1
        last = level >> 1 == turns - 1
        if verdict == GOOD:
            level -= 1
        elif verdict == NONE:
            level -= 2
        elif verdict == UNCLEAR and not last:
            level += 1
            if level & 1:
                list_replies(states[level], moves, level)
            else:
                cut = list_attacks(options, states[level], moves, level, level >> 1 == turns - 1)
                deeper = deeper or cut
        elif verdict == UNCLEAR:
            deeper = True
    return wide(moves[0, moves[0, TRIED] - 1]) if level == -1 else NOWHERE, budget, deeper


@rule
def try_next(options: Options, states: Any, moves: Array, level: int) -> int:
    """Make the next move of a level; what it is for the seat that makes it."""
    tried = wide(moves[level, TRIED])
    if tried == moves[level, LISTED]:
        return NONE
    moves[level, TRIED] = tried + 1
    states[level + 1] = states[level]
    slot, state = wide(moves[level, tried]), states[level + 1]
    seat = wide(state.turn)
    play(options, state, seat, slot)
    if level & 1:
        return GOOD if wins_by_call(options, state, seat) or is_late(options, state) else UNCLEAR
    return judge_attack(options, state, seat)


@rule
def play(options: Options, state: State, seat: int, slot: int) -> None:
    """Put a triangle down that completes nothing; what it leads to is for others to say."""
    put(options, state, seat, slot >> 2, slot & 3)
    state.turns += 1
    state.turn = 1 - seat


@rule
def wins_by_call(options: Options, state: State, seat: int) -> bool:
    """Whether WIN is announced."""
    return options.announcements != OFF and is_unstoppable(options, state, seat)


@rule
def is_late(options: Options, state: State) -> bool:
    """Whether the game is drawn before the turn after the next."""
    return options.turn_limit != 0 and state.turns + 1 >= options.turn_limit


@rule
def judge_attack(options: Options, state: State, seat: int) -> int:
    """Good if it cannot be blocked, bad if nothing has to be, or if the other seat can complete a figure."""
    blocks = blocks_needed(state, seat)
    if blocks == 0 or first_open(state, 1 - seat) != NOWHERE:
        return BAD
    if wins_by_call(options, state, seat):
        return GOOD
    if is_late(options, state):
        return BAD
    return GOOD if blocks > 1 else UNCLEAR


@rule
def list_replies(state: State, moves: Array, level: int) -> None:
    """Every placement that blocks the one open cell."""
    end = wide(LIST)
    rival = 1 - wide(state.turn)
    cell = first_open(state, rival)
    facings = blocks_threat(state, rival, cell) & wide(FITS[state.taken[cell]])
    for facing in range(4):
        if (facings >> facing) & 1:
            moves[level, end] = cell * 4 + facing
            end += 1
    moves[level, TRIED], moves[level, LISTED] = LIST, end


@rule
def list_attacks(options: Options, state: State, moves: Array, level: int, last: bool) -> bool:
    """Placements that open cells, those that may open two first, or only those; returns whether others are left out.

    How many figures each slot opens is counted in the next row of moves, which is not in use yet. If the other seat has
    an open cell, only that one will do.
    """
    marks = moves[level + 1]
    for slot in range(SLOTS):
        marks[slot] = 0
    seat = wide(state.turn)
    mark_attacks(options, state, seat, marks)
    must = first_open(state, 1 - seat)
    end = list_marked(state, marks, must, True, moves[level], wide(LIST))
    forks = end
    if not last:
        end = list_marked(state, marks, must, False, moves[level], end)
    moves[level, TRIED], moves[level, LISTED] = LIST, end
    return last and list_marked(state, marks, must, False, moves[level], end) > forks


@rule
def list_marked(state: State, marks: Array, must: int, forks: bool, row: Array, end: int) -> int:
    """List the slots that open several figures, or those that open one; returns where the list ends."""
    seat = wide(state.turn)
    for slot in range(SLOTS):
        wanted = marks[slot] > 1 if forks else marks[slot] == 1
        if wanted and (must == NOWHERE or slot >> 2 == must) and not is_banned_from(state, seat, slot >> 2):
            row[end] = slot
            end += 1
    return end


@rule
def mark_attacks(options: Options, state: State, seat: int, marks: Array) -> None:
    """Count for each slot how many figures a triangle there would leave with one gap."""
    for cell in range(CELLS):
        facings = wide(state.shown[seat, cell])
        if facings:
            for facing in range(4):
                if (facings >> facing) & 1:
                    mark_through(options, state, seat, cell * 4 + facing, marks)


@rule
def mark_through(options: Options, state: State, seat: int, slot: int, marks: Array) -> None:
    """The same for figures of which this slot is the first one shown."""
    for figure in range(FIRST[options.seats, slot], FIRST[options.seats, slot + 1]):
        gap, other = gaps(state, seat, slot, figure)
        if gap != NOWHERE:
            marks[placed_for(state, gap)] += 1
            marks[placed_for(state, other)] += 1
