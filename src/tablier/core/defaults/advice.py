"""What a search takes for granted of a game that gives no advice of its own."""

from collections.abc import Mapping
from typing import Any

from tablier.core.compile import rule
from tablier.core.records import Array

PLAN: Mapping[str, float] = {}
NETWORK_PLAN: Mapping[str, float] = {}
EFFORT = 1.0
SEAT_EFFORT: Mapping[int, float] = {}
ENOUGH: int | None = None
CALIBRATION = (1.0, 0.0)


@rule
def favour(options: Any, state: Any, moves: Array, count: int, careful: bool, out: Array) -> None:
    """All moves look the same."""
    for index in range(count):
        out[index] = 1


@rule
def evaluate(options: Any, state: Any, out: Array) -> None:
    """All seats have the same prospects."""
    for seat in range(int(options.seats)):
        out[seat] = 1.0 / int(options.seats)


@rule
def forced_win(options: Any, states: Any, moves: Array, budget: int) -> int:
    """Nothing can be forced."""
    return -1


@rule
def secret(options: Any, state: Any, seat: int) -> int:
    """No seat knows anything that others do not."""
    return -1


@rule
def striking(options: Any, state: Any, moves: Array, count: int, last: int, out: Array) -> None:
    """What looks good strikes the eye."""


@rule
def seen(options: Any, state: Any, move: int, seat: int) -> int:
    """Every move is made openly."""
    return move
