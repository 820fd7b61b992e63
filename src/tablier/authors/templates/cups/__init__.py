"""The game put together."""

from tablier import Game
from tablier.authors.templates.cups import rules

GAME = Game(key="cups", seats=(2,), rules=rules, has_chance=True)
