"""The game put together."""

from tablier import Game
from tablier.authors.templates.placing import rules

GAME = Game(key="placing", seats=(2,), rules=rules)
