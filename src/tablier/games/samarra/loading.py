"""Positions of Samarra given as JSON: each fault has its sentence, and what can be concluded is worked out anew."""

from itertools import product
from typing import Any

import numpy as np

from tablier.core.errors import BadPosition
from tablier.core.reading import Reader, read_turns
from tablier.core.words import seat_word
from tablier.games.samarra.options import GAME, ROCK, SIDE, name
from tablier.games.samarra.tables import (
    ALL_PAIRS,
    ASSIGNMENT,
    ASSIGNMENTS,
    BIT,
    CHARACTERS,
    DEATH,
    FIRST_TURN,
    FULL_TURN,
    HIDES,
    MERCHANT,
    NONE,
    OFF,
    PLAY,
    SEAT_0_SETS_UP,
    SEAT_1_SETS_UP,
    SERVANT,
    TENTS,
    UNKNOWN,
)

ALL_PIECES = 2 * TENTS
MOST_TURNS = 2**31 - 2


def place(options: Any, state: Any, data: Reader, finished: bool) -> None:
    """Fill a zeroed record from JSON."""
    data.keys("turn", "actions", "turns", "pieces", "kill", "reveal")
    state.kill_used[:] = [not left for left in data.flags("kill", 2)]
    state.reveal_used[:] = [not left for left in data.flags("reveal", 2)]
    state.cells[:], state.characters[:] = OFF, UNKNOWN
    pieces = [read_piece(options, piece) for piece in data.objects("pieces")]
    check_pieces(pieces)
    put_pieces(state, pieces)
    if len(pieces) < ALL_PIECES:
        place_set_up(options, state, data, finished)
    else:
        place_play(options, state, data, finished)


def put_pieces(state: Any, pieces: list[tuple[int, int, int, int, bool]]) -> None:
    """Write the pieces into a record that holds none."""
    for seat, tent, character, cell, revealed in pieces:
        state.characters[seat, tent], state.revealed[seat, tent] = character, revealed
        if cell != OFF:
            state.cells[seat, tent] = cell
            state.standing[seat] |= BIT[cell]


def read_piece(options: Any, data: Reader) -> tuple[int, int, int, int, bool]:
    """Seat, tent, character, cell and whether revealed."""
    data.keys("seat", "character", "tent", "cell", "revealed")
    cell = OFF if data.null("cell") else read_cell(options, data)
    return (
        data.whole("seat", 0, 1),
        data.whole("tent", 0, TENTS - 1),
        data.word("character", tuple(CHARACTERS)),
        cell,
        data.flag("revealed"),
    )


def read_cell(options: Any, data: Reader) -> int:
    """A cell of the board that is no rock."""
    cells = [SIDE * row + column for row in range(options.height) for column in range(options.width)]
    cell = cells[data.word("cell", [name(cell) for cell in cells])]
    if options.board[cell] == ord(ROCK):
        raise BadPosition("samarra.position.rock", cell=name(cell))
    return cell


# Constraints


def check_pieces(pieces: list[tuple[int, int, int, int, bool]]) -> None:
    """Each seat's tents and characters once, on different cells; nobody's, seat 0's or all."""
    seats = [seat for seat, *_ in pieces]
    if (seats.count(0), seats.count(1)) not in ((0, 0), (TENTS, 0), (TENTS, TENTS)):
        raise BadPosition("samarra.position.pieces", seat=seat_word(GAME, 0))
    if len({(seat, tent) for seat, tent, *_ in pieces}) < len(pieces):
        raise BadPosition("samarra.position.tents")
    if len({(seat, character) for seat, _, character, *_ in pieces}) < len(pieces):
        raise BadPosition("samarra.position.characters")
    cells = [cell for _, _, _, cell, _ in pieces if cell != OFF]
    for cell in cells:
        if cells.count(cell) > 1:
            raise BadPosition("samarra.position.shared", cell=name(cell))


def place_set_up(options: Any, state: Any, data: Reader, finished: bool) -> None:
    """A position behind the screen: nobody's pieces, or seat 0's."""
    if finished:
        raise BadPosition("samarra.position.finished")
    seat = int(bool(data.items("pieces")))
    if data.whole("turn", 0, 1) != seat:
        raise BadPosition("samarra.position.setup_turn", seat=seat_word(GAME, seat))
    state.actions = data.whole("actions", 0, FULL_TURN)
    if data.whole("turns", 0, MOST_TURNS) or state.actions != FIRST_TURN:
        raise BadPosition("samarra.position.setup_turns")
    state.turn, state.stage = seat, SEAT_1_SETS_UP if seat else SEAT_0_SETS_UP
    state.possible = ALL_PAIRS
    if state.kill_used.any() or state.reveal_used.any():
        raise BadPosition("samarra.position.setup_powers")
    if seat:
        check_screened(options, state)


def check_screened(options: Any, state: Any) -> None:
    """What seat 0 has placed behind the screen."""
    if state.revealed.any():
        raise BadPosition("samarra.position.setup_revealed")
    cells = state.cells[0].tolist()
    if OFF in cells or int(state.standing[0]) & ~int(options.city[0]):
        raise BadPosition("samarra.position.setup_city", seat=seat_word(GAME, 0))
    if cells != sorted(cells):
        raise BadPosition("samarra.position.setup_tents", seat=seat_word(GAME, 0))


def place_play(options: Any, state: Any, data: Reader, finished: bool) -> None:
    """A position with all pieces in the game."""
    state.stage = PLAY
    for seat in range(2):
        check_seat(state, seat, finished)
    if finished:
        state.turn, state.turns = data.whole("turn", 0, 1), data.whole("turns", 0, MOST_TURNS)
        state.actions = data.whole("actions", 0, FULL_TURN)
        state.possible = truth(state)
        return
    state.turn, state.turns = read_turns(data, GAME, 2)
    state.actions = data.whole("actions", 0, FULL_TURN)
    if state.actions == 0:
        raise BadPosition("samarra.position.no_action")
    if state.turns == 0 and state.actions != FIRST_TURN:
        raise BadPosition("samarra.position.first_turn")
    state.possible = fitting(options, state)


def check_seat(state: Any, seat: int, finished: bool) -> None:
    """Who is dead and who revealed, as the powers used say; a Servant is dead only in a finished game."""
    dead = state.cells[seat] == OFF
    if not finished and any(dead & (state.characters[seat] == SERVANT)):
        raise BadPosition("samarra.position.servant", seat=seat_word(GAME, seat))
    if dead.sum() != state.kill_used[1 - seat]:
        owner, enemy = seat_word(GAME, seat), seat_word(GAME, 1 - seat)
        raise BadPosition("samarra.position.dead", seat=owner, count=int(state.kill_used[1 - seat]), enemy=enemy)
    unseen = ~dead & (state.revealed[seat] == 0)
    if state.kill_used[seat] and any(unseen & (state.characters[seat] == DEATH)):
        raise BadPosition("samarra.position.killer", seat=seat_word(GAME, seat))
    if state.reveal_used[seat] and any(unseen & (state.characters[seat] == MERCHANT)):
        raise BadPosition("samarra.position.revealer", seat=seat_word(GAME, seat))


# What can be concluded


def truth(state: Any) -> np.uint64:
    """The mask that holds only the pair of assignments of this position."""
    first, second = (int(ASSIGNMENT[tuple(state.characters[seat, :2])]) for seat in range(2))
    return np.uint64(1 << (len(ASSIGNMENTS) * first + second))


def fitting(options: Any, state: Any) -> np.uint64:
    """All pairs of assignments under which this would be a position."""
    pairs = acting(options, state)
    for seat, tent in product(range(2), range(TENTS)):
        hides = HIDES[seat, tent]
        if state.revealed[seat, tent]:
            pairs &= hides[state.characters[seat, tent]]
        if state.cells[seat, tent] == OFF:
            pairs &= ~hides[SERVANT]
        elif not state.revealed[seat, tent]:
            pairs &= ~hides[DEATH] if state.kill_used[seat] else ALL_PAIRS
            pairs &= ~hides[MERCHANT] if state.reveal_used[seat] else ALL_PAIRS
    return pairs


def acting(options: Any, state: Any) -> np.uint64:
    """The pairs under which the seat to move has a legal action."""
    seat = int(state.turn)
    around = [options.around[cell] if cell != OFF else NONE for cell in state.cells[seat].tolist()]
    if options.passing or any(cells & ~(state.standing[0] | state.standing[1]) for cells in around):
        return ALL_PAIRS
    pairs = NONE
    unseen = sum(1 << int(cell) for cell, shown in zip(*enemies(state, seat), strict=True) if cell != OFF and not shown)
    for tent, cells in enumerate(around):
        if not state.reveal_used[seat] and cells & np.uint64(unseen):
            pairs |= HIDES[seat, tent, MERCHANT]
        if not state.kill_used[seat] and cells & state.standing[1 - seat]:
            pairs |= HIDES[seat, tent, DEATH]
    return pairs


def enemies(state: Any, seat: int) -> tuple[Any, Any]:
    """The cells of a seat's enemies, and whether they are revealed."""
    return state.cells[1 - seat], state.revealed[1 - seat]
