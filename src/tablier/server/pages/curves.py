"""A history as a line: numbers that a template draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 600.0, 200.0
STEP = 50  # to which the limits of a curve are rounded


@dataclass(frozen=True)
class RatingCurve:
    """A line and the band around it, in a picture of fixed size; ``labels`` stand beside it, from the top down."""

    line: str
    band: str
    last: tuple[float, float]
    labels: tuple[int, int, int]


def curve(values: Sequence[tuple[float, float]]) -> RatingCurve:
    """The curve of values with their deviations, one after the other."""
    values = values if len(values) > 1 else [*values, *values]
    low = min(value - spread for value, spread in values) // STEP * STEP
    high = -(-max(value + spread for value, spread in values) // STEP) * STEP

    def point(place: int, value: float) -> tuple[float, float]:
        across = WIDTH * place / (len(values) - 1)
        return round(across, 1), round(HEIGHT * (high - value) / max(1.0, high - low), 1)

    line = [point(place, value) for place, (value, _) in enumerate(values)]
    over = [point(place, value + spread) for place, (value, spread) in enumerate(values)]
    under = [point(place, value - spread) for place, (value, spread) in enumerate(values)]
    labels = (round(high), round((high + low) / 2), round(low))
    return RatingCurve(path(line), f"{path([*over, *reversed(under)])}Z", line[-1], labels)


def path(points: Sequence[tuple[float, float]]) -> str:
    """Points as a path."""
    return "M" + "L".join(f"{across} {down}" for across, down in points)
