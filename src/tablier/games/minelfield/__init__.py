"""Minelfield, by Didier Fiquet: a hexagonal minefield where every step blows you somewhere else."""

from pathlib import Path

from tablier.core.contract import Game
from tablier.games.minelfield import advice, drawing, editing, notation, options, rules, view

GAME = Game("minelfield", 1, (2,), Path(__file__).parent, options, rules, notation, view, drawing, advice, editing)
