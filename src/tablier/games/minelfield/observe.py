"""What a learner sees of Minelfield."""

from typing import Any

from tablier.core.compile import rule
from tablier.core.records import Array
from tablier.games.minelfield.options import CELLS, LARGEST_SIDE

PLANES = (1, 2 * LARGEST_SIDE - 1, 2 * LARGEST_SIDE - 1)


@rule
def observe(options: Any, state: Any, seat: int, planes: Array) -> None:
    """To be written."""
