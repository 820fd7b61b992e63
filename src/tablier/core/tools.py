"""Tools to set up positions with, as games offer them: what they are, and what those of all games are called."""

from dataclasses import dataclass
from typing import Any

from tablier.core.words import Word

Position = dict[str, Any]
"""A position as JSON."""
PIECES, MARKS, TURN, COUNTS = ("pieces", "marks", "turn", "counts")
"""Kinds of tools: pieces to be put down; other things to be done on the board; whose turn it is; everything else."""
ERASE, CLEAR, EARLIER, LATER = "erase", "clear", "earlier", "later"
"""Tools of every game. What the first two do is the game's own."""
CELL = "cell."
"""How the ids of cells begin in a picture."""


@dataclass(frozen=True)
class Tool:
    """Something to set up a position with: it is chosen, then a part of the picture is touched."""

    key: str
    label: Word  # how it is called, in a few words
    symbol: str = ""  # of the game's art, without the game's key
    style: str = ""
    turn: float = 0.0  # degrees, clockwise
    group: str = PIECES
    seat: int | None = None  # to whom it belongs; such tools are shown seat by seat
    at_once: bool = False  # nothing has to be touched
    chosen: bool | None = None  # of tools that make the position so: whether it is so already
