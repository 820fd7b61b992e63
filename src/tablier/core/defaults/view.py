"""What a view can do without. Each function is given the game first."""

from typing import Any


def effects(game: Any, options: Any, before: Any, move: int, after: Any) -> tuple[tuple[str, str], ...]:
    """Nothing is shown but the change of the picture."""
    return ()
