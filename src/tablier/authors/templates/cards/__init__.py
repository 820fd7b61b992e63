"""The game put together."""

from tablier import Game
from tablier.authors.templates.cards import rules

GAME = Game(key="cards", seats=(2,), rules=rules, has_chance=True)
