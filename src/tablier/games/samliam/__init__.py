"""Sam Liam, by Gérard Pierson: four right triangles make a square, a cross or a line, and threats are called aloud."""

from pathlib import Path

from tablier.core.contract import Game
from tablier.games.samliam import advice, drawing, editing, notation, options, rules, view

GAME = Game("samliam", 1, (2, 3, 4), Path(__file__).parent, options, rules, notation, view, drawing, advice, editing)
