"""Heap in a terminal."""

from collections.abc import Sequence
from typing import Any

from tablier.core.scene import Line


def draw(options: Any, state: Any, seat: int) -> Sequence[Line]:
    """The stones in a row, taken ones as dots."""
    left = int(state.stones)
    return [[("o " * left, "star"), (". " * (int(options.stones) - left), "quiet"), (f"  ({left} stones)", "")]]
