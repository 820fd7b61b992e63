"""Konane, the checkers of Hawaii: jump over stones of the other colour; who cannot jump loses."""

from tablier.core.game import Game
from tablier.games.konane import puzzles, rules

GAME = Game(key="konane", seats=(2,), rules=rules, puzzles=puzzles)
