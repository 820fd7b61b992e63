"""Positions of Samarra as JSON, in and out: each fault has its sentence, and what can be known is worked out anew."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tablier.core.errors import BadPosition
from tablier.core.reading import MOST_TURNS, Reader, read_turns
from tablier.games.samarra.board import ROCK, name, numbers
from tablier.games.samarra.moves import can_act_openly, full_turn, powerful
from tablier.games.samarra.options import GAME, Options, seat_word
from tablier.games.samarra.state import (
    ALL_PAIRS,
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
    State,
    put,
    truth,
)

ALL_PIECES = 2 * TENTS
SERVANT_DEAD = "servant"

Piece = tuple[int, int, int, int, bool]  # seat, tent, character, cell, and whether it is revealed

# Out


def position(options: Options, state: State) -> dict[str, Any]:
    """The position's JSON; a character that the record does not hold is null."""
    placed = [(seat, tent) for seat in range(2) for tent in range(TENTS) if is_placed(state, seat, tent)]
    return {
        "turn": int(state.turn),
        "actions": int(state.actions),
        "turns": int(state.turns),
        "pieces": [piece(state, seat, tent) for seat, tent in placed],
        "kill": [not used for used in state.kill_used],
        "reveal": [not used for used in state.reveal_used],
    }


def is_placed(state: State, seat: int, tent: int) -> bool:
    """Whether a tent has come into the game, and the viewer knows where."""
    return bool(state.stage == PLAY or state.cells[seat, tent] != OFF)


def piece(state: State, seat: int, tent: int) -> dict[str, Any]:
    """One piece as JSON."""
    character, cell = int(state.characters[seat, tent]), int(state.cells[seat, tent])
    return {
        "seat": seat,
        "character": None if character == UNKNOWN else CHARACTERS[character],
        "tent": tent,
        "cell": None if cell == OFF else name(cell),
        "revealed": bool(state.revealed[seat, tent]),
    }


# In


def place(options: Options, state: State, data: Reader, finished: bool) -> None:
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


def put_pieces(state: State, pieces: list[Piece]) -> None:
    """Write the pieces into a record that holds none."""
    for seat, tent, character, cell, revealed in pieces:
        state.characters[seat, tent], state.revealed[seat, tent] = character, revealed
        if cell != OFF:
            put(state, seat, tent, cell)


def read_piece(options: Options, data: Reader) -> Piece:
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


def read_cell(options: Options, data: Reader) -> int:
    """A cell of the board that is no rock."""
    cell = data.cell("cell", numbers(int(options.width), int(options.height)))
    if options.board[cell] == ord(ROCK):
        raise BadPosition("samarra.position.rock", cell=name(cell))
    return cell


# Constraints


def check_pieces(pieces: list[Piece]) -> None:
    """Each seat's tents and characters once, on different cells; nobody's, seat 0's or all."""
    seats = [seat for seat, *_ in pieces]
    if (seats.count(0), seats.count(1)) not in ((0, 0), (TENTS, 0), (TENTS, TENTS)):
        raise BadPosition("samarra.position.pieces", seat=seat_word(0))
    if len({(seat, tent) for seat, tent, *_ in pieces}) < len(pieces):
        raise BadPosition("samarra.position.tents")
    if len({(seat, character) for seat, _, character, *_ in pieces}) < len(pieces):
        raise BadPosition("samarra.position.characters")
    cells = [cell for _, _, _, cell, _ in pieces if cell != OFF]
    for cell in cells:
        if cells.count(cell) > 1:
            raise BadPosition("samarra.position.shared", cell=name(cell))


def place_set_up(options: Options, state: State, data: Reader, finished: bool) -> None:
    """A position behind the screen: nobody's pieces, or seat 0's."""
    if finished:
        raise BadPosition("samarra.position.finished")
    seat = int(bool(data.items("pieces")))
    if data.whole("turn", 0, 1) != seat:
        raise BadPosition("samarra.position.setup_turn", seat=seat_word(seat))
    state.actions = data.whole("actions", 0, FULL_TURN)
    if data.whole("turns", 0, MOST_TURNS) or state.actions != FIRST_TURN:
        raise BadPosition("samarra.position.setup_turns")
    state.turn, state.stage = seat, SEAT_1_SETS_UP if seat else SEAT_0_SETS_UP
    state.possible = ALL_PAIRS
    if state.kill_used.any() or state.reveal_used.any():
        raise BadPosition("samarra.position.setup_powers")
    if seat:
        check_screened(options, state)


def check_screened(options: Options, state: State) -> None:
    """What seat 0 has placed behind the screen."""
    if state.revealed.any():
        raise BadPosition("samarra.position.setup_revealed")
    cells = state.cells[0].tolist()
    if OFF in cells or int(state.standing[0]) & ~int(options.city[0]):
        raise BadPosition("samarra.position.setup_city", seat=seat_word(0))
    if cells != sorted(cells):
        raise BadPosition("samarra.position.setup_tents", seat=seat_word(0))


def place_play(options: Options, state: State, data: Reader, finished: bool) -> None:
    """A position with all pieces in the game."""
    state.stage = PLAY
    for seat in range(2):
        check_seat(state, seat, finished)
    state.turn, state.turns = read_turns(data, GAME, 2, finished)
    state.actions = data.whole("actions", 0, FULL_TURN)
    if finished:
        state.possible = truth(state)
        return
    if state.actions == 0:
        raise BadPosition("samarra.position.no_action")
    if state.actions > full_turn(state):
        raise BadPosition("samarra.position.first_turn")
    state.possible = fitting(options, state)


def check_seat(state: State, seat: int, finished: bool) -> None:
    """Who is dead and who revealed, as the powers used say; a Servant is dead only in a finished game."""
    wrong = [fault for fault, pairs in faults(state, seat) if pairs & truth(state)]
    if SERVANT_DEAD in wrong and not finished:
        raise BadPosition("samarra.position.servant", seat=seat_word(seat))
    if np.count_nonzero(state.cells[seat] == OFF) != state.kill_used[1 - seat]:
        count, enemy = int(state.kill_used[1 - seat]), seat_word(1 - seat)
        raise BadPosition("samarra.position.dead", seat=seat_word(seat), count=count, enemy=enemy)
    for fault in wrong:
        if fault != SERVANT_DEAD:
            raise BadPosition(f"samarra.position.{fault}", seat=seat_word(seat))


def faults(state: State, seat: int) -> Iterator[tuple[str, np.uint64]]:
    """What no running game has: each fault with the pairs of assignments under which this position would have it."""
    dead = [tent for tent in range(TENTS) if state.cells[seat, tent] == OFF]
    unseen = [tent for tent in range(TENTS) if tent not in dead and not state.revealed[seat, tent]]
    yield SERVANT_DEAD, hiding(seat, dead, SERVANT)
    yield "killer", hiding(seat, unseen if state.kill_used[seat] else [], DEATH)
    yield "revealer", hiding(seat, unseen if state.reveal_used[seat] else [], MERCHANT)


def hiding(seat: int, tents: list[int], character: int) -> np.uint64:
    """The pairs in which one of these tents of a seat hides a character."""
    return np.uint64(np.bitwise_or.reduce(HIDES[seat, tents, character], initial=NONE))


# What can be concluded


def fitting(options: Options, state: State) -> np.uint64:
    """All pairs of assignments under which this would be a position."""
    pairs = ALL_PAIRS if can_act_openly(options, state) else powerful(options, state)
    for seat in range(2):
        for _, wrong in faults(state, seat):
            pairs &= ~wrong
        for tent in range(TENTS):
            if state.revealed[seat, tent]:
                pairs &= HIDES[seat, tent, state.characters[seat, tent]]
    return pairs
