"""Ce soir, à Samarra, by Strangelander: six tents, two towns, and Death under one tent of each."""

from pathlib import Path

from tablier.core.contract import Game
from tablier.games.samarra import advice, drawing, editing, notation, options, rules, view

GAME = Game("samarra", 1, (2,), Path(__file__).parent, options, rules, notation, view, drawing, advice, editing)
