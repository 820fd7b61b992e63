"""Positions of Minelfield as JSON, in and out."""

from typing import Any

import numpy as np

from tablier.core.errors import BadPosition
from tablier.core.reading import Reader, read_turns
from tablier.games.minelfield.board import CELLS, DIRECTIONS, OFF, names, numbers
from tablier.games.minelfield.options import GAME, Options, seat_word
from tablier.games.minelfield.state import MOST_SOLDIERS, WALL, State

COMMANDER, SOLDIER = KINDS = ("commander", "soldier")

# Out


def position(options: Options, state: State) -> dict[str, Any]:
    """The position's JSON."""
    return {
        "turn": int(state.turn),
        "turns": int(state.turns),
        "pieces": [piece for seat in range(2) for piece in pieces(options, state, seat)],
        "scatter": scatter(options, state),
    }


def pieces(options: Options, state: State, seat: int) -> list[dict[str, Any]]:
    """A seat's pieces, commander first, then soldiers by cell."""
    known = names(int(options.side))
    commander, lives = int(state.commander[seat]), int(state.lives[seat])
    listed: list[dict[str, Any]] = []
    if commander != OFF:
        listed.append({"seat": seat, "kind": COMMANDER, "cell": known[commander], "lives": lives})
    for cell in state.pieces[seat]:
        if cell not in (commander, OFF):
            listed.append({"seat": seat, "kind": SOLDIER, "cell": known[cell]})
    return listed


def scatter(options: Options, state: State) -> dict[str, str] | None:
    """The piece that waits for the die."""
    if state.scatter == OFF:
        return None
    return {"cell": names(int(options.side))[state.scatter], "direction": DIRECTIONS[state.direction]}


# In


def place(options: Options, state: State, data: Reader, finished: bool) -> None:
    """Fill a zeroed record from such JSON, or refuse it."""
    data.keys("turn", "turns", "pieces", "scatter")
    state.turn, state.turns = read_turns(data, GAME, 2, finished)
    state.board[OFF] = WALL
    state.commander[:] = OFF
    for piece in data.objects("pieces"):
        place_piece(options, state, piece)
    for seat in range(2):
        list_pieces(state, seat)
        if state.commander[seat] == OFF and not finished:
            raise BadPosition("minelfield.position.no_commander", seat=seat_word(seat))
    place_scatter(options, state, data, finished)


def place_piece(options: Options, state: State, piece: Reader) -> None:
    """Put one piece on the board."""
    piece.keys("seat", "kind", "cell", optional=("lives",))
    seat, commands = piece.whole("seat", 0, 1), KINDS[piece.word("kind", KINDS)] == COMMANDER
    piece.keys("seat", "kind", "cell", *(("lives",) if commands else ()))
    cell = piece.cell("cell", numbers(int(options.side)))
    if state.board[cell]:
        raise BadPosition("minelfield.position.shared", cell=names(int(options.side))[cell])
    state.board[cell] = seat + 1
    if commands:
        if state.commander[seat] != OFF:
            raise BadPosition("minelfield.position.two_commanders", seat=seat_word(seat))
        state.commander[seat], state.lives[seat] = cell, piece.whole("lives", 1, int(options.lives))


def list_pieces(state: State, seat: int) -> None:
    """Fill in a seat's list of pieces from the board."""
    cells = np.flatnonzero(state.board[:CELLS] == seat + 1)
    if len(cells) > MOST_SOLDIERS + (state.commander[seat] != OFF):
        raise BadPosition("minelfield.position.soldiers", seat=seat_word(seat), most=MOST_SOLDIERS)
    state.pieces[seat] = OFF
    state.pieces[seat, : len(cells)] = cells


def place_scatter(options: Options, state: State, data: Reader, finished: bool) -> None:
    """The piece that waits for the die; when the game is over, that carries no meaning."""
    state.scatter = OFF
    if data.null("scatter"):
        return
    scatter = data.object("scatter")
    scatter.keys("cell", "direction")
    known = names(int(options.side))
    cell = scatter.cell("cell", numbers(int(options.side)))
    if not finished and state.board[cell] != state.turn + 1:
        raise BadPosition("minelfield.position.scatter_piece", cell=known[cell], seat=seat_word(int(state.turn)))
    if not finished and cell in options.green:
        raise BadPosition("minelfield.position.scatter_green", cell=known[cell])
    state.scatter, state.direction = cell, scatter.word("direction", DIRECTIONS)
