"""What people see at a glance, in per cent: not a quiet fork far from where the others play."""

from tablier.core.compile import rule
from tablier.games.samliam.board import LARGE
from tablier.games.samliam.duty import blocks_threat
from tablier.games.samliam.options import Options
from tablier.games.samliam.state import State, constant, decode, wide
from tablier.games.samliam.threats import completing

SEEN, BESIDE = constant(95), constant(40)


@rule
def visible(options: Options, state: State, move: int, last: int) -> int:
    """How much a move strikes the eye: announced, completing or blocking an open square, or beside the last one."""
    lifts, slot, announced = decode(move)
    if announced:
        return int(SEEN)
    seat, cell = wide(state.turn), slot >> 2
    rival = (seat + 1) % wide(options.seats)
    squares = completing(state, seat, cell) | blocks_threat(state, rival, cell)
    if not lifts and (squares >> (slot & 3)) & 1:
        return int(SEEN)
    return BESIDE * is_beside(slot, last)


@rule
def is_beside(slot: int, last: int) -> int:
    """Whether a slot lies in a cell beside, or in, that of the last move."""
    if last < 0:
        return 0
    cell, other = slot >> 2, decode(last)[1] >> 2
    return int(abs(cell // LARGE - other // LARGE) <= 1 and abs(cell % LARGE - other % LARGE) <= 1)
