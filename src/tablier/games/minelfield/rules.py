"""The rules of Minelfield: start, play, end."""

from tablier.core.compile import rule
from tablier.core.contract import CHANCE, NOBODY, RUNNING
from tablier.core.endings import draw, win
from tablier.core.records import Array
from tablier.games.minelfield.board import CELLS, ENTRIES, OFF
from tablier.games.minelfield.options import Options
from tablier.games.minelfield.state import (
    DIES,
    EMPTY,
    ENTER,
    MOST_PIECES,
    MOVE,
    ROLL,
    STAYS,
    WALL,
    State,
    blown,
    decode,
    encode,
    is_empty,
    is_green,
    may_enter,
    owner,
    put,
    take,
)

REASONS = ("commander", "limit")
COMMANDER_FELL, LIMIT = 1, 2

MOST_MOVES = MOST_PIECES * 6  # six steps of every piece; there are fewer entries than steps of a fifth piece

# Start


@rule
def start(options: Options, state: State) -> None:
    """Each commander on its green star."""
    state.turns, state.turn, state.reason, state.winners = 0, 0, RUNNING, 0
    state.scatter, state.direction = OFF, 0
    for cell in range(CELLS):
        state.board[cell] = EMPTY
    state.board[OFF] = WALL
    for seat in range(2):
        for slot in range(MOST_PIECES):
            state.pieces[seat, slot] = OFF
        state.commander[seat] = options.green[seat]
        state.lives[seat] = options.lives
        put(state, seat, int(options.green[seat]))


# Play


@rule
def actor(options: Options, state: State) -> int:
    """The seat to move, or the die."""
    if state.reason != RUNNING:
        return NOBODY
    return CHANCE if state.scatter != OFF else int(state.turn)


@rule
def weights(options: Options, state: State, out: Array) -> None:
    """A fair die."""
    for face in range(int(options.die)):
        out[face] = 1


@rule
def legal_moves(options: Options, state: State, moves: Array) -> int:
    """Steps and entries of the seat to move, or the faces of the die."""
    if state.scatter != OFF:
        for face in range(int(options.die)):
            moves[face] = encode(ROLL, 0, face)
        return int(options.die)
    return list_entries(options, state, moves, list_steps(options, state, moves))


@rule
def list_steps(options: Options, state: State, moves: Array) -> int:
    """Every piece to every empty neighbour."""
    seat, count = int(state.turn), 0
    for slot in range(MOST_PIECES):
        cell = int(state.pieces[seat, slot])
        if cell == OFF:
            break
        for direction in range(6):
            moves[count] = encode(MOVE, cell, direction)
            count += is_empty(state, options.neighbours[cell, direction])
    return count


@rule
def list_entries(options: Options, state: State, moves: Array, count: int) -> int:
    """A new soldier onto every empty cell it can reach, after ``count`` other moves."""
    seat = int(state.turn)
    if not may_enter(state, seat):
        return count
    for entry in range(ENTRIES):
        cell = int(options.entries[seat, entry, 0])
        moves[count] = encode(ENTER, cell, int(options.entries[seat, entry, 1]))
        count += is_empty(state, cell)
    return count


@rule
def can_act(options: Options, state: State) -> bool:
    """Whether the seat to move has a step or an entry."""
    seat = int(state.turn)
    for slot in range(MOST_PIECES):
        cell = int(state.pieces[seat, slot])
        if cell == OFF:
            break
        for direction in range(6):
            if is_empty(state, options.neighbours[cell, direction]):
                return True
    if may_enter(state, seat):
        for entry in range(ENTRIES):
            if is_empty(state, options.entries[seat, entry, 0]):
                return True
    return False


@rule
def apply(options: Options, state: State, move: int) -> None:
    """A step, an entry, or a throw of the die."""
    kind, cell, number = decode(move)
    if kind == ROLL:
        throw(options, state, number + 1)
    elif kind == ENTER:
        put(state, int(state.turn), cell)
        tread(options, state, cell, number)
    else:
        target = int(options.neighbours[cell, number])
        relocate(state, cell, target)
        tread(options, state, target, number)


@rule
def relocate(state: State, cell: int, target: int) -> None:
    """Move a piece of the seat whose turn it is."""
    seat = int(state.turn)
    take(state, seat, cell)
    put(state, seat, target)
    if state.commander[seat] == cell:
        state.commander[seat] = target


@rule
def tread(options: Options, state: State, cell: int, direction: int) -> None:
    """A piece has come to a cell by its move or entry: a haven ends the turn, a mine goes off elsewhere."""
    if is_green(options, cell):
        end_turn(options, state)
    else:
        state.scatter, state.direction = cell, direction


@rule
def throw(options: Options, state: State, face: int) -> None:
    """What the die does to the piece that waits for it."""
    cell, direction = int(state.scatter), int(state.direction)
    state.scatter, state.direction = OFF, 0
    if face == STAYS:
        end_turn(options, state)
    elif face == DIES:
        eliminate(options, state, cell)
    else:
        blow(options, state, cell, blown(direction, face))


@rule
def blow(options: Options, state: State, cell: int, direction: int) -> None:
    """A mine throws the piece one step further."""
    target = int(options.neighbours[cell, direction])
    if target == OFF:
        eliminate(options, state, cell)
    elif is_empty(state, target):
        land(options, state, cell, target, direction)
    elif owner(state, target) == state.turn:
        end_turn(options, state)
    else:
        strike(options, state, cell, target, direction)


@rule
def land(options: Options, state: State, cell: int, target: int, direction: int) -> None:
    """The piece comes down on a cell that is empty now; dense mines go off again."""
    relocate(state, cell, target)
    if options.red[target]:
        state.scatter, state.direction = target, direction
    else:
        end_turn(options, state)


@rule
def strike(options: Options, state: State, cell: int, target: int, direction: int) -> None:
    """The piece comes down on an enemy: that one is eliminated, but a Sun turns to Moon and its attacker goes."""
    enemy = 1 - int(state.turn)
    if state.commander[enemy] != target:
        take(state, enemy, target)
        land(options, state, cell, target, direction)
    elif state.lives[enemy] > 1:
        state.lives[enemy] -= 1
        eliminate(options, state, cell)
    else:
        take(state, enemy, target)
        relocate(state, cell, target)
        lose_commander(state, enemy)


@rule
def eliminate(options: Options, state: State, cell: int) -> None:
    """A piece of the seat whose turn it is leaves the board; that is the end of the turn, if not of the game."""
    seat = int(state.turn)
    take(state, seat, cell)
    if state.commander[seat] == cell:
        lose_commander(state, seat)
    else:
        end_turn(options, state)


@rule
def end_turn(options: Options, state: State) -> None:
    """The next seat's turn; one that is shut in passes by itself."""
    for _ in range(2):
        state.turns += 1
        state.turn = 1 - state.turn
        if options.turn_limit and state.turns >= options.turn_limit:
            draw(options, state, LIMIT)
            return
        if can_act(options, state):
            return


# End


@rule
def lose_commander(state: State, seat: int) -> None:
    """A fallen commander loses the game."""
    state.commander[seat] = OFF
    state.lives[seat] = 0
    win(state, 1 - seat, COMMANDER_FELL)
