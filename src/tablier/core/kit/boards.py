"""Boards: cells with names, places in a picture, and tables of what lies beside what, for rules to look up.

A table is an array that a module of rules takes to its top, where compiled rules can read it:

    BOARD = Squares(8, 8)
    STEP = BOARD.step           # the cell next to a cell in a direction, or OFF
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np

from tablier.core.boards import Point, cell_name
from tablier.core.records import Array

OFF = -1
"""No cell: beyond the rim, or nowhere."""
N, NE, E, SE, S, SW, W, NW = range(8)
"""The directions of a board of squares: columns of its ``step``."""
AROUND = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
HEX_NE, HEX_E, HEX_SE, HEX_SW, HEX_W, HEX_NW = range(6)
"""The directions of a board of hexagons."""
HEX_AROUND = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
ROW_HEIGHT = math.sqrt(3) / 2  # of hexagons whose middles are 1 apart
MOST_CELLS = 181  # so that a move from cell to cell still has a code


class Board:
    """Cells in the order of their numbers. ``points`` are their middles, neighbours 1 apart, y upwards.

    ``step[cell, direction]`` is the next cell in a direction, or OFF; opposite directions are half of them apart.
    ``shape`` says how a cell looks: "square", "hexagon", "point" or "space".
    """

    shape = "point"
    low = 0  # the number of the first cell

    def __init__(self, names: Sequence[str], points: Sequence[Point], step: Sequence[Sequence[int]]) -> None:
        if len(names) > MOST_CELLS:
            raise ValueError(f"a board has at most {MOST_CELLS} cells, and this one has {len(names)}")
        if len(set(names)) < len(names):
            raise ValueError("two cells of a board have the same name")
        self.names, self.points = tuple(names), tuple(points)
        self.step: Array = np.array(step, dtype=np.int16)
        self.size = len(self.names)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The cells' numbers by name."""
        return {name: number for number, name in enumerate(self.names)}

    def cells(self, *names: str) -> Array:
        """Some cells by their names, as a table."""
        return np.array([self.numbers[name] for name in names], dtype=np.int16)

    @cached_property
    def places(self) -> tuple[tuple[int, int], ...]:
        """Row and column of each cell on a grid of rows from below, for texts and tensors."""
        rows = ranks([point.y for point in self.points])
        columns = ranks([point.x for point in self.points])
        return tuple(zip(rows, columns, strict=True))

    @cached_property
    def grid(self) -> tuple[int, int]:
        """How many rows and columns that grid has."""
        return max(row for row, _ in self.places) + 1, max(column for _, column in self.places) + 1

    def lines(self, length: int) -> Array:
        """All straight lines of so many cells, each once."""
        found: dict[frozenset[int], list[int]] = {}
        for cell in range(self.size):
            for direction in range(self.step.shape[1]):
                line = self.ray(cell, direction, length)
                if len(line) == length:
                    found.setdefault(frozenset(line), line)
        return np.array(list(found.values()), dtype=np.int16).reshape(-1, length)

    def ray(self, cell: int, direction: int, most: int) -> list[int]:
        """The cells from one on in a direction, up to so many."""
        line: list[int] = []
        while cell != OFF and len(line) < most and cell not in line:
            line.append(cell)
            cell = int(self.step[cell, direction])
        return line


def ranks(values: Sequence[float]) -> list[int]:
    """Which of the different values each one is, counted from the lowest."""
    order = sorted({round(value, 3) for value in values})
    return [order.index(round(value, 3)) for value in values]


def stepping(places: Sequence[tuple[int, int]], around: Sequence[tuple[int, int]]) -> list[list[int]]:
    """For cells at whole columns and rows, the cell next to each in every direction."""
    known = {place: number for number, place in enumerate(places)}
    return [[known.get((column + along, row + up), OFF) for along, up in around] for column, row in places]


class Squares(Board):
    """A board of squares, a1 at the lower left, numbered row by row; eight directions from N, clockwise."""

    shape = "square"

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        places = [(column, row) for row in range(height) for column in range(width)]
        names = [cell_name(column, row) for column, row in places]
        super().__init__(names, [Point(*place) for place in places], stepping(places, AROUND))

    @cached_property
    def rows(self) -> Array:
        """The cells of each row, from below, each from the left."""
        return np.arange(self.size, dtype=np.int16).reshape(self.height, self.width)

    @cached_property
    def columns(self) -> Array:
        """The cells of each column, from the left, each from below."""
        return np.ascontiguousarray(self.rows.T)


class Hexagons(Board):
    """A hexagon of hexagons with so many along each side, a1 at the lower left; six directions from NE, clockwise."""

    shape = "hexagon"

    def __init__(self, side: int) -> None:
        self.side = side
        lengths = [2 * side - 1 - abs(row - side + 1) for row in range(2 * side - 1)]
        places = [(k - min(row, side - 1), row) for row, length in enumerate(lengths) for k in range(length)]
        names = [cell_name(row, k) for row, length in enumerate(lengths) for k in range(length)]
        self.slanted = tuple((row, column) for column, row in places)  # NE keeps the column, E the row
        super().__init__(names, slanted(places), stepping(places, HEX_AROUND))


class Rhombus(Board):
    """A rhombus of hexagons, a1 at the lower left, numbered row by row; each row stands half a cell further right."""

    shape = "hexagon"

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        places = [(column, row) for row in range(height) for column in range(width)]
        names = [cell_name(column, row) for column, row in places]
        super().__init__(names, slanted(places), stepping(places, HEX_AROUND))

    @cached_property
    def rows(self) -> Array:
        """The cells of each row, from below, each from the left."""
        return np.arange(self.size, dtype=np.int16).reshape(self.height, self.width)

    @cached_property
    def columns(self) -> Array:
        """The cells of each slanted column, from the left, each from below."""
        return np.ascontiguousarray(self.rows.T)


def slanted(places: Sequence[tuple[int, int]]) -> list[Point]:
    """The middles of hexagons at slanted columns and rows."""
    return [Point(column + row / 2, row * ROW_HEIGHT) for column, row in places]


class Graph(Board):
    """Points joined by lines: where each point lies, and the lines as the names of the points on them, in order.

    The columns of ``step`` are two for each line through a point that has most of them: onwards and back.
    """

    def __init__(self, points: Mapping[str, tuple[float, float]], lines: Sequence[Sequence[str]]) -> None:
        self.drawn = tuple(tuple(line) for line in lines)
        numbers = {name: number for number, name in enumerate(points)}
        through: list[list[tuple[int, int]]] = [[] for _ in points]
        for line in lines:
            cells = [OFF, *(numbers[name] for name in line), OFF]
            for before, cell, after in zip(cells, cells[1:-1], cells[2:], strict=False):
                through[cell].append((after, before))
        most = max(map(len, through))
        step = [
            [*(after for after, _ in ways), *[OFF] * (most - len(ways)), *(before for _, before in ways)]
            + [OFF] * (most - len(ways))
            for ways in through
        ]
        super().__init__(list(points), [Point(*point) for point in points.values()], step)
        self.paths = [[numbers[name] for name in line] for line in lines]

    def lines(self, length: int) -> Array:
        """All stretches of so many points that follow each other on a line."""
        found = [path[i : i + length] for path in self.paths for i in range(len(path) - length + 1)]
        return np.array(found, dtype=np.int16).reshape(-1, length)


class Track(Board):
    """A track of spaces, numbered from 1: in a row, or round in a ``loop``; ``step`` is onwards and back."""

    shape = "space"

    def __init__(self, length: int, loop: bool = False) -> None:
        self.loop = loop
        onwards = [*range(1, length), 0 if loop else OFF]
        back = [length - 1 if loop else OFF, *range(length - 1)]
        radius = length / (2 * math.pi)
        around = [math.pi / 2 - 2 * math.pi * i / length for i in range(length)]
        points = [Point(radius * math.cos(turn), radius * math.sin(turn)) for turn in around]
        straight = [Point(i, 0) for i in range(length)]
        names = [str(i + 1) for i in range(length)]
        super().__init__(names, points if loop else straight, list(zip(onwards, back, strict=True)))
