"""Moves and positions of Samarra, written down."""

from typing import Any

from tablier.games.samarra.options import name
from tablier.games.samarra.tables import (
    CHARACTERS,
    DIRECTION,
    KIND,
    OFF,
    PASS,
    PLACES,
    PLAY,
    SET_UP,
    STRIDE,
    TENT,
    TENTS,
    UNKNOWN,
)

PASSING = "pass"
HIDDEN = "?"
SIGNS = "-?x"  # of a move, a reveal, a kill
ACTIONS = [(int(TENT[move]), SIGNS[KIND[move]], int(STRIDE[DIRECTION[move]])) for move in range(PASS)]


def write(options: Any, state: Any, move: int) -> str:
    """A set-up ``S@b1 M@c1 D@d1``, a move ``b1-b2``, a reveal ``b2?b3``, a kill ``b2xb3``, or ``pass``."""
    if move >= SET_UP:
        return " ".join(hidden_at(character, cell) for character, cell in set_up(options, int(state.turn), move))
    if move == PASS:
        return PASSING
    tent, sign, stride = ACTIONS[move]
    cell = int(state.cells[state.turn, tent])
    return name(cell) + sign + name(cell + stride)


def hidden_at(character: int, cell: int) -> str:
    """A character, or one that is not known, and its cell."""
    return f"{(CHARACTERS + HIDDEN)[character]}@{name(cell)}"


def set_up(options: Any, seat: int, move: int) -> list[tuple[int, int]]:
    """The characters and their cells in a seat's set-up."""
    places = PLACES[move - SET_UP]
    return [(character, int(options.city_cells[seat, places[character]])) for character in range(TENTS)]


def position(options: Any, state: Any) -> dict[str, Any]:
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


def is_placed(state: Any, seat: int, tent: int) -> bool:
    """Whether a tent has come into the game, and the viewer knows where."""
    return bool(state.stage == PLAY or state.cells[seat, tent] != OFF)


def piece(state: Any, seat: int, tent: int) -> dict[str, Any]:
    """One piece as JSON."""
    character, cell = int(state.characters[seat, tent]), int(state.cells[seat, tent])
    return {
        "seat": seat,
        "character": None if character == UNKNOWN else CHARACTERS[character],
        "tent": tent,
        "cell": None if cell == OFF else name(cell),
        "revealed": bool(state.revealed[seat, tent]),
    }
