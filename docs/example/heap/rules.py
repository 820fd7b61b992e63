"""The rules of Heap: equipment, start, play, end."""

from heap.options import Options
from tablier.core.compile import rule
from tablier.core.contract import NOBODY, RUNNING, BaseState
from tablier.core.endings import win
from tablier.core.records import Array, i8

# Equipment

REASONS = ("last",)
LAST_TAKEN = 1
MOST_MOVES = 3


class State(BaseState):
    """How many stones are left."""

    stones: int = i8()


# Start


@rule
def start(options: Options, state: State) -> None:
    """A full heap."""
    state.turns, state.turn, state.reason, state.winners = 0, 0, RUNNING, 0
    state.stones = options.stones


# Play


@rule
def actor(options: Options, state: State) -> int:
    """The seat whose turn it is."""
    return NOBODY if state.reason != RUNNING else int(state.turn)


@rule
def legal_moves(options: Options, state: State, moves: Array) -> int:
    """Take one, two or three; the code is the number."""
    count = min(int(state.stones), MOST_MOVES)
    for number in range(count):
        moves[number] = number + 1
    return count


@rule
def apply(options: Options, state: State, move: int) -> None:
    """Take stones; the last one wins."""
    state.stones -= move
    if state.stones == 0:
        win(state, int(state.turn), LAST_TAKEN)
    state.turns += 1
    state.turn = state.turns % options.seats
