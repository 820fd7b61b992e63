"""What lies on the table of Samarra: tents, the characters under them, powers, and what is known and remembered."""

from typing import Any

import numpy as np

from tablier.core.compile import rule
from tablier.core.contract import BaseState
from tablier.core.records import Array, i8, u8, u64
from tablier.games.samarra.tables import ASSIGNMENT, ASSIGNMENTS, BIT, FIRST_TURN, FULL_TURN, NO_TENT, OFF, TENTS

REMEMBERED = 32  # ends of a seat's turns


class State(BaseState):
    """Tents by number, 0 to 2 for disc, triangle and square; what a seat knows follows from ``possible``."""

    standing: Array = u64(2)  # the cells each seat's pieces stand on
    possible: np.uint64 = u64()  # the pairs of assignments that a spectator cannot rule out; the true one after the end
    began: np.uint64 = u64()  # where this turn began, if an action was made since and could be taken back
    ends: Array = u64(2, REMEMBERED)  # where each seat's last turns ended, since something last changed for ever
    cells: Array = i8(2, TENTS)
    characters: Array = u8(2, TENTS)  # UNKNOWN where concealed
    revealed: Array = u8(2, TENTS)
    kill_used: Array = u8(2)
    reveal_used: Array = u8(2)
    stage: int = i8()
    actions: int = i8()  # left in this turn
    passes: int = i8()  # made in this turn
    passed_turns: int = i8()  # in a row
    lost_turns: int = i8()  # in a row, for want of any legal action


@rule
def tent_of(state: State, seat: int, character: int) -> int:
    """The tent that hides one of a seat's characters, NO_TENT if it is concealed."""
    for tent in range(TENTS):
        if state.characters[seat, tent] == character:
            return tent
    return NO_TENT


@rule
def tent_on(state: State, seat: int, cell: int) -> int:
    """A seat's tent on a cell, or NO_TENT."""
    for tent in range(TENTS):
        if state.cells[seat, tent] == cell:
            return tent
    return NO_TENT


@rule
def is_in(city: Any, cell: int) -> bool:
    """Whether a cell belongs to a city; a dead piece's does not."""
    return cell != OFF and city & BIT[cell] != 0


@rule
def hidden(state: State, seat: int) -> Any:
    """The cells of a seat's pieces that are still hidden."""
    cells = state.standing[seat]
    for tent in range(TENTS):
        if state.revealed[seat, tent] and state.cells[seat, tent] != OFF:
            cells &= ~BIT[state.cells[seat, tent]]
    return cells


@rule
def put(state: State, seat: int, tent: int, cell: int) -> None:
    """Put a tent on an empty cell, wherever it was."""
    take(state, seat, tent)
    state.cells[seat, tent] = cell
    state.standing[seat] |= BIT[cell]


@rule
def take(state: State, seat: int, tent: int) -> None:
    """Take a tent off the board, if it is there."""
    if state.cells[seat, tent] != OFF:
        state.standing[seat] &= ~BIT[state.cells[seat, tent]]
        state.cells[seat, tent] = OFF


@rule
def truth(state: State) -> Any:
    """The mask that holds only the pair of assignments this game is played with."""
    first = int(ASSIGNMENT[state.characters[0, 0], state.characters[0, 1]])
    second = int(ASSIGNMENT[state.characters[1, 0], state.characters[1, 1]])
    return BIT[len(ASSIGNMENTS) * first + second]


@rule
def full_turn(state: State) -> int:
    """How many actions this turn has in all."""
    return FULL_TURN if state.turns else FIRST_TURN
