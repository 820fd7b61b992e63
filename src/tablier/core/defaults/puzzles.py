"""What is not said of puzzles. Each function is given the game first."""

from collections.abc import Mapping, Sequence
from typing import Any


def theme(game: Any, options: Any, before: Any, move: int, after: Any) -> str:
    """Nothing has a name."""
    return ""


def twins(game: Any, position: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """Each position is like itself alone."""
    return (position,)
