"""Heap: a heap of stones, take up to three, who takes the last one wins. The smallest whole game."""

from pathlib import Path

from heap import notation, options, rules, tensors, terminal, view
from tablier.core.game import Game

GAME = Game(
    key="heap",
    version=1,
    seats=(2, 3),
    folder=Path(__file__).parent,
    hidden=False,
    has_chance=False,
    options=options,
    rules=rules,
    notation=notation,
    view=view,
    terminal=terminal,
    tensors=tensors,
)
