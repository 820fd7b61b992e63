"""Positions set up by hand, as it follows from the declared fields of a record."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tablier.core.editing import Tool


def tools(game: Any, options: Any, position: Mapping[str, Any]) -> "Sequence[Tool]":
    """The pieces of every seat, and more or less of what is counted."""
    return []


def targets(game: Any, options: Any, position: Mapping[str, Any], tool: str) -> Sequence[str]:
    """All cells; to erase, those on which something stands."""
    return []


def edit(game: Any, options: Any, position: dict[str, Any], tool: str, target: str) -> None:
    """Put a piece down, or count up or down."""


def tidy(game: Any, options: Any, position: dict[str, Any]) -> None:
    """Drop pieces and rows of seats that are not there, and fill in rows that are missing."""
