"""What setting up positions can do without. Each function is given the game first."""

from typing import Any

from tablier.core.reading import Reader


def sketch(game: Any, options: Any, state: Any, data: Reader) -> None:
    """Whatever can be placed as the end of a game can be looked at."""
    game.notation.place(options, state, data, True)
