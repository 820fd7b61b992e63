"""Minelfield with few soldiers on each side, so that all positions of a small field can be gone through."""

from pathlib import Path

from skirmish import options, rules
from tablier import Game
from tablier.games.minelfield import advice, notation, view

GAME = Game(
    key="skirmish",
    seats=(2,),
    folder=Path(__file__).parent,
    hidden=False,
    has_chance=True,
    options=options,
    rules=rules,
    notation=notation,
    view=view,
    advice=advice,
)
