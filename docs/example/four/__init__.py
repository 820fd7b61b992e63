"""Connect Four."""

from four import rules
from tablier import Game

GAME = Game(key="four", seats=(2,), rules=rules)
