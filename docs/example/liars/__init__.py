"""Liar's Dice."""

from liars import rules
from tablier import Game

GAME = Game(key="liars", seats=(2, 3, 4), rules=rules, has_chance=True)
