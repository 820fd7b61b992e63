"""A small game of the kit."""

from tablier import Game, Looks
from tests.kit.games.cups import rules

GAME = Game(key="cups", rules=rules, seats=(2, 3, 4), has_chance=True, looks=Looks(palette="paper"))
