"""A small game of the kit."""

from tablier import Game, Looks
from tests.kit.games.race import rules

GAME = Game(key="race", rules=rules, seats=(2, 3, 4), has_chance=True, looks=Looks("pawns", "paper"))
