"""Ce soir, à Samarra, by Strangelander: six tents, two towns, and Death under one tent of each."""

from pathlib import Path

from tablier.core.game import Game
from tablier.games.samarra import advice, editing, notation, options, puzzles, rules, tensors, terminal, view, workshop

GAME = Game(
    key="samarra",
    version=1,
    seats=(2,),
    folder=Path(__file__).parent,
    hidden=True,
    has_chance=False,
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
