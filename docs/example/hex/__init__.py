"""Hex."""

from hex import rules, view
from tablier import Game

GAME = Game(key="hex", seats=(2,), rules=rules, view=view)
