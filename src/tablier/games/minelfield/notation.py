"""Moves of Minelfield as text."""

from functools import cache

from tablier.games.minelfield.board import DIRECTIONS, names, neighbours
from tablier.games.minelfield.options import Options
from tablier.games.minelfield.positions import place, position
from tablier.games.minelfield.state import ENTER, ROLL, State, decode

__all__ = ["place", "position", "write"]


def write(options: Options, state: State, move: int) -> str:
    """The one notation of a legal move."""
    return spelled(int(options.side), int(options.green[state.turn]), move)


@cache
def spelled(side: int, star: int, move: int) -> str:
    """The notation of a code on a board of a size, for the seat of a green star."""
    kind, cell, number = decode(move)
    known = names(side)
    if kind == ROLL:
        return f"*{number + 1}"
    if kind == ENTER:
        return f"+{known[cell]}" if cell == star else f"+{known[cell]}{DIRECTIONS[number]}"
    return f"{known[cell]}-{known[neighbours(side)[cell][number]]}"
