"""Sam Liam, by Gérard Pierson: four right triangles make a square, a cross or a line, and threats are called aloud."""

from pathlib import Path

from tablier.core.game import Game
from tablier.games.samliam import advice, editing, notation, options, puzzles, rules, tensors, terminal, view

GAME = Game(
    key="samliam",
    version=1,
    seats=(2, 3, 4),
    folder=Path(__file__).parent,
    hidden=False,
    has_chance=False,
    options=options,
    rules=rules,
    notation=notation,
    view=view,
    terminal=terminal,
    advice=advice,
    editing=editing,
    tensors=tensors,
    puzzles=puzzles,
)
