"""Round robins: everybody meets everybody, once or twice, and has either seat as often as can be."""

from __future__ import annotations

Encounter = tuple[int, int | None]
"""Two that meet, the first of whom has the first seat; or one who has nobody to meet."""


def timetable(count: int, legs: int = 1) -> list[list[Encounter]]:
    """All rounds, by the circle method: all but one walk around, and meet whoever stands opposite."""
    circle = count + count % 2 - 1
    once = [one_round(number, circle, count) for number in range(circle)]
    return [[swapped(pair) if leg % 2 else pair for pair in pairs] for leg in range(legs) for pairs in once]


def one_round(number: int, circle: int, count: int) -> list[Encounter]:
    """The pairs of one round."""
    fixed = (number, circle) if number % 2 else (circle, number)
    pairs = [fixed]
    for step in range(1, (circle + 1) // 2):
        one, other = (number + step) % circle, (number - step) % circle
        pairs.append((one, other) if step % 2 else (other, one))
    return [pair if max(pair) < count else (min(pair), None) for pair in pairs]


def swapped(pair: Encounter) -> Encounter:
    """The same pair with the other one first."""
    one, other = pair
    return pair if other is None else (other, one)
