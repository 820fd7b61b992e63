"""Moves of Sprawl as text."""

from functools import cache

from tablier.games.sprawl.board import DIRECTIONS, cell_name
from tablier.games.sprawl.options import Options
from tablier.games.sprawl.positions import place, position
from tablier.games.sprawl.state import (
    ASK,
    BRANCH,
    BUILD,
    CARD,
    DONE,
    LET,
    STAND,
    UNDO,
    State,
    branch_of,
    piece_of,
    source_of,
)

__all__ = ["place", "position", "write"]

ANSWERS = {
    DONE: "done", ASK: "ask", LET: "let", STAND: "stand", UNDO: "undo", CARD: "card1", CARD + 1: "card2",
}  # fmt: skip


def write(options: Options, state: State, move: int) -> str:
    """The one notation of a legal move."""
    return spelled(move)


@cache
def spelled(move: int) -> str:
    """The notation of a code in any position: ``T3c4``, ``B2c4``, ``R3c4n``, ``R1c4e/c3``, or an answer in a word."""
    if move >= DONE:
        return ANSWERS[move]
    if move < BRANCH:
        cell, size = piece_of(move)
        return f"{'T' if move < BUILD else 'B'}{size + 1}{cell_name(cell)}"
    grew, points, size, cell = branch_of(move)
    text = f"R{size + 1}{cell_name(cell)}{DIRECTIONS[points]}"
    return text if points == grew else f"{text}/{cell_name(source_of(cell, grew))}"
