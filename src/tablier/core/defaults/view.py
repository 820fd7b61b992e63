"""What a view can do without. Each function is given the game first."""

from collections.abc import Sequence
from typing import Any

from tablier.core.scene import Choice


def choices(game: Any, options: Any, state: Any, moves: Sequence[int], seat: int) -> list[Choice]:
    """Moves are called by what is touched, and nothing is shown of them beforehand."""
    return [Choice(game.view.steps(options, state, move)) for move in moves]


def effects(game: Any, options: Any, before: Any, move: int, after: Any) -> tuple[tuple[str, str], ...]:
    """Nothing is shown but the change of the picture."""
    return ()
