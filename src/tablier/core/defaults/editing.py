"""Setting up positions of a game that says nothing of it. Each function is given the game first."""

from collections.abc import Mapping, Sequence
from typing import Any

from tablier.core.kit import setting_up
from tablier.core.reading import Reader


def tools(game: Any, options: Any, position: Mapping[str, Any]) -> Sequence[Any]:
    """The pieces of every seat, and more or less of what is counted."""
    return setting_up.tools(game, options, position)


def targets(game: Any, options: Any, position: Mapping[str, Any], tool: str) -> Sequence[str]:
    """All cells; to erase, those on which something stands."""
    return setting_up.targets(game, options, position, tool)


def edit(game: Any, options: Any, position: dict[str, Any], tool: str, target: str) -> None:
    """Put a piece down, or count up or down."""
    setting_up.edit(game, options, position, tool, target)


def tidy(game: Any, options: Any, position: dict[str, Any]) -> None:
    """Drop what is not there, and fill in what is missing."""
    setting_up.tidy(game, options, position)


def sketch(game: Any, options: Any, state: Any, data: Reader) -> None:
    """Whatever can be placed as the end of a game can be looked at."""
    game.notation.place(options, state, data, True)
