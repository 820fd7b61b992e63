"""Heap: a heap of stones, take up to three, who takes the last one wins. The smallest whole game."""

from pathlib import Path

from heap import drawing, notation, options, rules, view
from tablier.core.contract import Game

GAME = Game("heap", 1, (2, 3), Path(__file__).parent, options, rules, notation, view, drawing)
