"""Coup d'État, a variant of Sprawl: who is asked about a spore, taking one back, and the cards."""

from tablier.core.compile import compiled, rule
from tablier.games.sprawl.moves import branch_cells, branch_sources, can_act
from tablier.games.sprawl.options import SIZES, Options
from tablier.games.sprawl.state import (
    ANSWERING,
    ASKING,
    DIRECTIONS,
    FIRST,
    LARGE,
    NO_SEAT,
    NOWHERE,
    PLAYING,
    SMALL,
    TURN_OVER,
    State,
    active_towers,
    ahead,
    attackers,
    bearing_branches,
    bit,
    judge,
    lift,
    lowest,
    opposite,
    overcome,
    put,
    sizes_at,
)

ONES, TWOS = 40, 12  # cards of the deck, by their points


@rule
def cards_taken(options: Options, state: State) -> int:
    """How many cards the seats have in all."""
    taken = 0
    for seat in range(int(options.seats)):
        taken += int(state.cards[seat])
    return taken


@rule
def can_neutralise(options: Options, state: State, seat: int, cell: int) -> bool:
    """Whether a seat could neutralise the tower of the seat whose turn it is on a cell with one branch."""
    sizes = sizes_at(state, cell)
    attack = attackers(options, state, cell, int(state.turn))
    active, bearing = active_towers(state, seat), bearing_branches(options, state, seat)
    for size in range(SIZES):
        if not state.stash[seat, size] or not overcome(options, state, sizes, attack, size + 1):
            continue
        sources = branch_sources(state, active, bearing, size)
        for points in range(DIRECTIONS):
            before = ahead(options, bit(cell), opposite(points), SMALL)
            for grew in range(DIRECTIONS):
                if branch_cells(options, state, sources, grew, points) & before:
                    return True
    return False


@rule
def is_asked(options: Options, state: State, seat: int) -> bool:
    """Whether a seat other than the one whose turn it is has a turn to come and could strike at the spore."""
    seats, turn = int(options.seats), int(state.turn)
    if state.ending != NO_SEAT and (seat - turn) % seats >= (int(state.ending) - turn) % seats:
        return False
    return can_neutralise(options, state, seat, int(state.tower))


@rule
def challenge(options: Options, state: State) -> None:
    """Ask the next seat that is to be asked about the spore, after the last one asked, or end the turn."""
    last = state.turn if state.asked == NO_SEAT else state.asked
    seat = (int(last) + 1) % int(options.seats)
    state.phase, state.left = TURN_OVER, 0
    while options.coup and seat != state.turn:
        if is_asked(options, state, seat):
            state.phase, state.asked = ASKING, seat
            return
        seat = (seat + 1) % int(options.seats)


@rule
def judge_undo(options: Options, state: State) -> None:
    """Look whether taking the spore back would leave something legal, by trying it."""
    cell, seat = int(state.tower), int(state.turn)
    sizes, spore = sizes_at(state, cell), spore_size(state)
    withdrawn = state.withdrawn[spore]
    take_back(state)
    state.may_undo = can_act(options, state)
    state.withdrawn[spore] = withdrawn
    state.towers |= bit(cell)
    state.controls[seat] |= bit(cell)
    for size in range(SIZES):
        if sizes >> size & 1:
            put(state, seat, size, cell)


@rule
def spore_size(state: State) -> int:
    """The size with which the tower of this turn's spore was begun: its largest."""
    spore = LARGE
    while not state.present[spore] & bit(int(state.tower)):
        spore -= 1
    return spore


@rule
def take_back(state: State) -> None:
    """Take the tower of this turn's spore off the board, and the spore out of this turn."""
    cell, seat = int(state.tower), int(state.turn)
    state.withdrawn[spore_size(state)] |= bit(cell)
    state.towers &= ~bit(cell)
    state.controls[seat] &= ~bit(cell)
    for size in range(SIZES):
        if state.present[size] & bit(cell):
            lift(state, seat, size, cell)


@rule
def undo(options: Options, state: State) -> None:
    """The spore is taken back for a card, and the same seat plays again."""
    if cards_taken(options, state) < ONES + TWOS:
        state.cards[state.asked] += 1
    take_back(state)
    state.phase, state.tower = PLAYING, NOWHERE
    state.asked, state.may_undo = NO_SEAT, 0


@compiled
def work_out(options: Options, state: State) -> int:
    """Fill in what follows from what lies on the board; returns the seats that a spore is asked about, one bit each."""
    cells = state.towers
    while cells:
        judge(options, state, lowest(cells))
        cells &= cells - FIRST
    if state.phase == ANSWERING:
        judge_undo(options, state)
    asked = 0
    for seat in range(int(options.seats)):
        if state.tower != NOWHERE and seat != state.turn and is_asked(options, state, seat):
            asked |= 1 << seat
    return asked
