"""A small game of the kit."""

from tablier import Game
from tests.kit.games.twins import rules

GAME = Game(key="twins", rules=rules, seats=(2,))
