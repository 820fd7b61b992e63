"""A small game of the kit."""

from tablier import Game
from tests.kit.games.mill import rules

GAME = Game(key="mill", rules=rules, seats=(2,))
