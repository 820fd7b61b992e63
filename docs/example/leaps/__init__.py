"""Konane."""

from leaps import rules
from tablier import Game

GAME = Game(key="leaps", seats=(2,), rules=rules)
