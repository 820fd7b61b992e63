"""Boards: what those of all games have in common, how their cells are called and where things lie in a picture."""

from typing import NamedTuple

TEXTS_ACROSS = 40  # a text of scale 1 is so many times smaller than the picture is wide
QUARTER = 90.0  # degrees
QUARTERS = (0, 90, 180, 270)  # how far a board can be turned whose sides are all alike


STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # north, east, south, west: columns and rows


class Point(NamedTuple):
    """A point of a picture."""

    x: float
    y: float


def cell_name(lettered: int, numbered: int) -> str:
    """A cell by what is counted along the board in letters, then by what is counted in numbers; both from 0."""
    return f"{line_name(lettered)}{numbered + 1}"


def line_name(lettered: int) -> str:
    """The letter of a column, or of whatever is counted in letters."""
    return chr(ord("a") + lettered)


def cell_called(name: str) -> tuple[int, int]:
    """The two numbers of a cell of this name."""
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def text_scale(size: float, width: float) -> float:
    """How much a text must be scaled to have a size in a picture of this width."""
    return size * TEXTS_ACROSS / width
