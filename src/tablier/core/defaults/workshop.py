"""Drawing boards of a game that does not say how they look. Each function is given the game first."""

from typing import Any

from tablier.core.contract import SPECTATOR
from tablier.core.options import checked
from tablier.core.records import new
from tablier.core.scene import Scene


def scene(game: Any, board: Any) -> Scene:
    """The start of a game on a board."""
    options, state = new(game.options.Options), new(game.rules.State)
    options[0].seats = game.seats[0]
    game.options.fill(options[0], checked(game.table, {game.workshop.OPTION: board}, game.seats[0]))
    game.rules.start(options[0], state[0])
    picture: Scene = game.view.scene(options[0], state[0], SPECTATOR)
    return picture
