"""Statistics that reports and comparisons need: how sure a number is, and whether two of them differ."""

import math
import random
from collections.abc import Callable, Sequence
from typing import TypeVar

from tablier.bots.balance import around
from tablier.lab.arena import mean

Item = TypeVar("Item")
RESAMPLED = 400  # times, for an interval
TAIL = 0.025  # on each side of an interval of 95 per cent
CLOSE = 1 + 1e-7  # tables as likely as ours count, whatever rounding says


def share(count: float, number: int) -> dict[str, float]:
    """A share of so many games, with Wilson's interval of 95 per cent."""
    value = count / number if number else 0.0
    low, high = around(value, number)
    return {"share": value, "low": low, "high": high, "count": count, "games": number}


def quantile(values: Sequence[float], part: float) -> float:
    """The value below which a part of them lies, between two of them in proportion; 0 of nothing."""
    if not values:
        return 0.0
    ordered, place = sorted(values), part * (len(values) - 1)
    low, high = ordered[math.floor(place)], ordered[math.ceil(place)]
    return low + (high - low) * (place - math.floor(place))


def described(values: Sequence[float]) -> dict[str, float]:
    """The mean, the median and where the middle nine tenths lie."""
    found = {name: quantile(values, part) for name, part in (("low", 0.05), ("median", 0.5), ("high", 0.95))}
    return {"mean": mean(list(values)), **found, "games": len(values)}


def resampled(items: Sequence[Item], measure: Callable[[Sequence[Item]], float], seed: int = 0) -> tuple[float, float]:
    """An interval of 95 per cent for whatever is measured of items, by drawing them again and again (bootstrap)."""
    rng = random.Random(seed)
    found = [measure(rng.choices(items, k=len(items))) for _ in range(RESAMPLED)] if items else []
    return quantile(found, TAIL), quantile(found, 1 - TAIL)


def fisher(first: tuple[int, int], second: tuple[int, int]) -> float:
    """The two-sided p of Fisher's exact test: (so often, of so many) against the same elsewhere."""
    (count, number), (other, others) = first, second
    total = count + other
    lowest, highest = max(0, total - others), min(number, total)
    weights = {k: log_choose(number, k) + log_choose(others, total - k) for k in range(lowest, highest + 1)}
    ours = weights[count] + math.log(CLOSE)
    everything = log_choose(number + others, total)
    return min(1.0, sum(math.exp(weight - everything) for weight in weights.values() if weight <= ours))


def log_choose(number: int, count: int) -> float:
    """The logarithm of the number of ways to choose."""
    return math.lgamma(number + 1) - math.lgamma(count + 1) - math.lgamma(number - count + 1)


def mann_whitney(first: Sequence[float], second: Sequence[float]) -> float:
    """The two-sided p of the Mann–Whitney test, by the normal approximation with ties and continuity corrected."""
    number, others = len(first), len(second)
    if not number or not others:
        return 1.0
    ranked, ties = ranks([*first, *second])
    total = number + others
    beyond = sum(ranked[:number]) - number * (number + 1) / 2 - number * others / 2
    variance = number * others / 12 * (total + 1 - ties / (total * (total - 1)))
    if variance <= 0:
        return 1.0
    return math.erfc(max(0.0, abs(beyond) - 0.5) / math.sqrt(variance) / math.sqrt(2))


def ranks(values: Sequence[float]) -> tuple[list[float], float]:
    """The rank of each value, equal ones sharing theirs, and the sum of t³ − t over groups of t equal ones."""
    order = sorted(range(len(values)), key=lambda index: values[index])
    found, ties, begin = [0.0] * len(values), 0.0, 0
    while begin < len(order):
        end = begin
        while end < len(order) and values[order[end]] == values[order[begin]]:
            end += 1
        for index in order[begin:end]:
            found[index] = (begin + end + 1) / 2
        ties += (end - begin) ** 3 - (end - begin)
        begin = end
    return found, ties


def holm(chances: Sequence[float]) -> list[float]:
    """The p-values of many comparisons, corrected by Holm's method: one false alarm among all is as rare as p says."""
    order = sorted(range(len(chances)), key=lambda index: chances[index])
    found, highest = [1.0] * len(chances), 0.0
    for place, index in enumerate(order):
        highest = max(highest, min(1.0, (len(chances) - place) * chances[index]))
        found[index] = highest
    return found
