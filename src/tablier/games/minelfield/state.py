"""The equipment of Minelfield: who stands where, and the codes of moves."""

from tablier.core.compile import rule
from tablier.core.contract import BaseState
from tablier.core.records import Array, i8, u8
from tablier.games.minelfield.board import CELLS, OFF
from tablier.games.minelfield.options import Options

MOST_SOLDIERS = 4
MOST_PIECES = 1 + MOST_SOLDIERS
EMPTY, WALL = 0, 3  # on the board; a piece is its seat's number plus 1, and beyond the rim nothing is ever empty
STAYS, DIES = 7, 8  # faces of the larger die

MOVE, ENTER, ROLL = 0, 1, 2  # kinds of moves
PLACES, NUMBERS = 128, 8  # room in a code: for any cell; for a direction or a face of the larger die


class State(BaseState):
    """Who stands where, and which piece waits for the die."""

    board: Array = u8(CELLS + 1)  # the last is OFF
    pieces: Array = u8(2, MOST_PIECES)  # the cells of each seat's pieces, ascending, then OFF
    commander: Array = u8(2)  # its cell, OFF when it is lost
    lives: Array = i8(2)
    scatter: int = u8()  # the cell of the piece that waits for the die, or OFF
    direction: int = u8()  # its last step; 0 when no piece waits


@rule
def is_green(options: Options, cell: int) -> bool:
    """Whether a cell is a haven, of whichever seat."""
    return cell == options.green[0] or cell == options.green[1]  # type: ignore[no-any-return]


@rule
def is_empty(state: State, cell: int) -> bool:
    """Whether a cell of the board is free."""
    return state.board[cell] == EMPTY  # type: ignore[no-any-return]


@rule
def owner(state: State, cell: int) -> int:
    """The seat whose piece stands on a cell."""
    return int(state.board[cell]) - 1


@rule
def may_enter(state: State, seat: int) -> bool:
    """Whether a seat has fewer than four soldiers on the board."""
    return state.pieces[seat, MOST_PIECES - 1] == OFF  # type: ignore[no-any-return]


@rule
def put(state: State, seat: int, cell: int) -> None:
    """Add a piece to the board, keeping the list in order."""
    state.board[cell] = seat + 1
    for slot in range(MOST_PIECES):
        other = int(state.pieces[seat, slot])
        state.pieces[seat, slot] = min(cell, other)
        cell = max(cell, other)


@rule
def take(state: State, seat: int, cell: int) -> None:
    """Take a piece off the board, keeping the list in order."""
    state.board[cell] = EMPTY
    for slot in range(MOST_PIECES - 1):
        here, following = state.pieces[seat, slot], state.pieces[seat, slot + 1]
        state.pieces[seat, slot] = here if here < cell else following
    state.pieces[seat, MOST_PIECES - 1] = OFF


@rule
def blown(direction: int, face: int) -> int:
    """The direction in which a face of the die throws a piece that came in some direction."""
    return (direction + face - 1) % 6


@rule
def encode(kind: int, cell: int, number: int) -> int:
    """The code of a move: from a cell, or of an entry to it, in a direction; of the die, cell 0 and the face less 1."""
    return (kind * PLACES + cell) * NUMBERS + number


@rule
def decode(move: int) -> tuple[int, int, int]:
    """Kind, cell and number that were encoded."""
    place = move // NUMBERS
    return place // PLACES, place % PLACES, move % NUMBERS
