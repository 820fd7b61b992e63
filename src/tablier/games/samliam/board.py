"""The board of Sam Liam: its cells and how they are called, by column, then row."""

from functools import cache

from tablier.core.boards import cell_name

LARGE, SMALL = 9, 7
CELLS = LARGE * LARGE
NAMES = tuple(cell_name(*divmod(cell, LARGE)) for cell in range(CELLS))
"""The cells by name; a small board lacks some, and the numbers of the others are the same."""


def outside(size: int) -> list[bool]:
    """For every cell, by column, then row, whether a board of this size lacks it."""
    return [column >= size or row >= size for column in range(LARGE) for row in range(LARGE)]


@cache
def numbers(size: int) -> dict[str, int]:
    """The cells of a board by name, with their numbers."""
    return {NAMES[cell]: cell for cell, lacks in enumerate(outside(size)) if not lacks}
