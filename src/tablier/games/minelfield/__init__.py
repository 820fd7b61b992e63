"""Minelfield, by Didier Fiquet: a hexagonal minefield where every step blows you somewhere else."""

from pathlib import Path

from tablier.core.game import Game
from tablier.games.minelfield import (
    advice,
    editing,
    notation,
    options,
    puzzles,
    rules,
    tensors,
    terminal,
    view,
    workshop,
)

GAME = Game(
    key="minelfield",
    version=1,
    seats=(2,),
    folder=Path(__file__).parent,
    hidden=False,
    has_chance=True,
    options=options,
    rules=rules,
    notation=notation,
    view=view,
    terminal=terminal,
    advice=advice,
    editing=editing,
    tensors=tensors,
    workshop=workshop,
    puzzles=puzzles,
)
