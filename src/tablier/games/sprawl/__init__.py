"""Sprawl, by Brandon W., Dave, Jon Leistiko and Valerie W.: towers of pyramids that branch out and spread."""

from pathlib import Path

from tablier.core.game import Game
from tablier.games.sprawl import advice, editing, notation, options, puzzles, rules, tensors, terminal, view
from tablier.games.sprawl.options import SEATS

GAME = Game(
    key="sprawl",
    version=1,
    seats=SEATS,
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
    chance_option="coup",
    puzzles=puzzles,
)
