"""The game put together."""

from tablier import Game
from tablier.authors.templates.rolling import rules

GAME = Game(key="rolling", seats=(2,), rules=rules, has_chance=True)
