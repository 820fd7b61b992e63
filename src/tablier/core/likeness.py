"""Which positions are the same but for a turn or a mirror: their JSON with other names for cells and directions."""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from tablier.core.boards import cell_name

COMPASS = {
    "n": (0, 1),
    "e": (1, 0),
    "s": (0, -1),
    "w": (-1, 0),
    "ne": (1, 1),
    "se": (1, -1),
    "sw": (-1, -1),
    "nw": (-1, 1),
}
COUNTED = ("turns", "outcome")
"""What does not matter for what is to be done."""
DIGITS = 6  # of the name of a position
Motion = tuple[int, int, int, int]
"""What becomes of a step to the east and of one to the north."""
MOTIONS: tuple[Motion, ...] = (
    (1, 0, 0, 1), (-1, 0, 0, 1), (1, 0, 0, -1), (-1, 0, 0, -1),
    (0, 1, 1, 0), (0, -1, 1, 0), (0, 1, -1, 0), (0, -1, -1, 0),
)  # fmt: skip
"""Turns and mirrors of a rectangle, then those that only a square has."""
Naming = Mapping[str, str]
"""Other names for cells and directions."""


def namings(columns: int, rows: int) -> Iterator[Naming]:
    """For each turn and mirror of a board of squares what cells and directions are called then, the identity first."""
    for motion in MOTIONS[: 8 if columns == rows else 4]:
        yield cells_moved(columns, rows, motion) | {
            name: next(other for other, step in COMPASS.items() if step == moved(step_of, motion))
            for name, step_of in COMPASS.items()
        }


def moved(step: tuple[int, int], motion: Motion) -> tuple[int, int]:
    """A step after a motion."""
    return step[0] * motion[0] + step[1] * motion[2], step[0] * motion[1] + step[1] * motion[3]


def cells_moved(columns: int, rows: int, motion: Motion) -> dict[str, str]:
    """The names of all cells, with those of where they come to lie."""
    found = {}
    for row in range(rows):
        for column in range(columns):
            # Twice the distance from the middle is a whole number.
            x, y = moved((2 * column - columns + 1, 2 * row - rows + 1), motion)
            found[cell_name(column, row)] = cell_name((x + columns - 1) // 2, (y + rows - 1) // 2)
    return found


def renamed(data: Any, naming: Naming) -> Any:
    """JSON data with other names, wherever a text or a key is one."""
    if isinstance(data, Mapping):
        return {naming.get(key, key): renamed(value, naming) for key, value in data.items()}
    if isinstance(data, list):
        return [renamed(each, naming) for each in data]
    return naming.get(data, data) if isinstance(data, str) else data


def apart_from(position: Mapping[str, Any], change: Callable[[Any], Any]) -> dict[str, Any]:
    """A position changed in all but what says which variant it is."""
    kept = ("game", "options", "seats")
    return {key: value if key in kept else change(value) for key, value in position.items()}


def canonical(position: Mapping[str, Any], twins: Sequence[Mapping[str, Any]]) -> str:
    """A text that is the same for all positions that are alike: the first one in the alphabet of all of them."""
    return min(json.dumps(in_order(each), sort_keys=True) for each in twins or [position])


def in_order(data: Any) -> Any:
    """JSON data without what does not matter, and with things that lie on cells in one order."""
    if isinstance(data, Mapping):
        return {key: in_order(value) for key, value in data.items() if key not in COUNTED}
    if not isinstance(data, list):
        return data
    items = [in_order(each) for each in data]
    on_cells = bool(items) and all(isinstance(each, dict) and "cell" in each for each in items)
    return sorted(items, key=lambda each: json.dumps(each, sort_keys=True)) if on_cells else items


def name_of(text: str) -> str:
    """A short name for a position, by its canonical text."""
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]
