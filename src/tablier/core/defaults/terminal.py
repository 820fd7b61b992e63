"""What a board in text can do without. Each function is given the game first."""

from collections.abc import Sequence
from typing import Any

from tablier.core.kit import lettering
from tablier.core.scene import Line

COLOURS: tuple[str, ...] = ()


def draw(game: Any, options: Any, state: Any, seat: int) -> Sequence[Line]:
    """The picture in letters."""
    return lettering.draw(game, options, state, seat)
