"""A small game of the kit."""

from tablier import Game, Looks
from tests.kit.games.combs import rules

GAME = Game(key="combs", rules=rules, seats=(2, 3), looks=Looks("stones", "slate"))
