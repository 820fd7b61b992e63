"""Konane."""

from konane import rules
from tablier import Game

GAME = Game(key="konane", seats=(2,), rules=rules)
