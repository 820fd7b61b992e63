"""Glicko-2, the rating system for two players by Mark Glickman: how strong somebody is, how sure that is, how steady.

Its steps are those of the author's "Example of the Glicko-2 system". A rating period may be a fraction of one here, so
that every game is counted at once and time that passes without games makes a rating less sure.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

MIDDLE, UNKNOWN, UNSTEADY = 1500.0, 350.0, 0.06  # of somebody of whom nothing is known
SCALE = 400 / math.log(10)  # points of the ratings that are shown, in one of those that are worked with
TAU = 0.5  # how quickly the volatility may change
CLOSE = 1e-6  # to which the volatility is worked out


@dataclass(frozen=True)
class Strength:
    """How strong somebody is thought to be; twice the deviation lies around it in 95 of 100 cases."""

    rating: float = MIDDLE
    deviation: float = UNKNOWN
    volatility: float = UNSTEADY


DuelResult = tuple[Strength, float]
"""An opponent, and what was won against them: 1, 0.5 or 0."""


def grown(before: Strength, periods: float) -> Strength:
    """A strength after so many periods without a game: less sure, but never less than of somebody unknown."""
    deviation = math.hypot(before.deviation, before.volatility * SCALE * math.sqrt(max(0.0, periods)))
    return replace(before, deviation=min(UNKNOWN, deviation))


def updated(before: Strength, results: Sequence[DuelResult], periods: float = 1.0, tau: float = TAU) -> Strength:
    """A strength after games, the last of which came so many periods after those that were counted before."""
    if not results:
        return grown(before, periods)
    phi = before.deviation / SCALE
    variance, surprise = evidence(before, results)
    volatility = steadied(before.volatility, variance * surprise, phi, variance, tau)
    spread = phi**2 + volatility**2 * max(0.0, periods)
    after = 1 / math.sqrt(1 / spread + 1 / variance)
    rating = before.rating + SCALE * after**2 * surprise
    return Strength(rating, min(UNKNOWN, after * SCALE), volatility)


def evidence(before: Strength, results: Sequence[DuelResult]) -> tuple[float, float]:
    """The variance of what the results say, and by how much they are better than was to be expected."""
    information = surprise = 0.0
    for other, score in results:
        weight, chance = dampening(other.deviation / SCALE), expected(before, other)
        information += weight**2 * chance * (1 - chance)
        surprise += weight * (score - chance)
    return 1 / information, surprise


def dampening(phi: float) -> float:
    """How much a result counts against somebody whose strength is known so well."""
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def expected(before: Strength, other: Strength) -> float:
    """What is won on average against somebody."""
    weight = dampening(other.deviation / SCALE)
    return 1 / (1 + math.exp(-weight * (before.rating - other.rating) / SCALE))


def steadied(volatility: float, delta: float, phi: float, variance: float, tau: float) -> float:
    """The new volatility: where the author's function is zero, found by the Illinois variant of false position."""
    start = math.log(volatility**2)

    def balance(x: float) -> float:
        power, spread = math.exp(x), phi**2 + variance + math.exp(x)
        return power * (delta**2 - spread) / (2 * spread**2) - (x - start) / tau**2

    low, high = start, bound(balance, start, delta**2 - phi**2 - variance, tau)
    return math.exp(zero(balance, low, high) / 2)


def bound(balance: Callable[[float], float], start: float, excess: float, tau: float) -> float:
    """The other side of an interval in which the function is zero."""
    if excess > 0:
        return math.log(excess)
    steps = 1
    while balance(start - steps * tau) < 0:
        steps += 1
    return start - steps * tau


def zero(balance: Callable[[float], float], low: float, high: float) -> float:
    """Where a function is zero between two points."""
    at_low, at_high = balance(low), balance(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = balance(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return low
