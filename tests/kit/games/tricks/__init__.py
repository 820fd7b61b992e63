"""A small game of the kit."""

from tablier import Game
from tests.kit.games.tricks import rules

GAME = Game(key="tricks", rules=rules, seats=(2, 3), has_chance=True)
