"""Boards in letters, for terminals, as they follow from the declared fields of a record."""

from collections.abc import Sequence
from typing import Any

from tablier.core.scene import Line


def draw(game: Any, options: Any, state: Any, seat: int) -> Sequence[Line]:
    """The board with its pieces, and what each seat has beside it."""
    return []
