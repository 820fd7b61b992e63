"""A small game of the kit."""

from tablier import Game, Looks
from tests.kit.games.corners import rules

GAME = Game(key="corners", rules=rules, seats=(2,), looks=Looks("discs", "felt", facing=True))
