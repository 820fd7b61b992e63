"""Random numbers for kernels: one word of state in an array, the same on every machine, no allocation."""

import numpy as np

from tablier.core.compile import rule
from tablier.core.records import Array

GOLDEN = 0x9E3779B97F4A7C15
FIRST = 0xBF58476D1CE4E5B9
SECOND = 0x94D049BB133111EB
ALL = 0xFFFFFFFFFFFFFFFF
HALF = np.uint64(32)
LOW = np.uint64(0xFFFFFFFF)


def seeded(seed: int) -> Array:
    """A generator: an array of one word."""
    return np.array([seed & ALL], dtype=np.uint64)


@rule
def draw(rng: Array) -> int:
    """The next 64 random bits (SplitMix64)."""
    word = (int(rng[0]) + GOLDEN) & ALL
    rng[0] = word
    word = ((word ^ (word >> 30)) * FIRST) & ALL
    word = ((word ^ (word >> 27)) * SECOND) & ALL
    return word ^ (word >> 31)


@rule
def below(rng: Array, limit: int) -> int:
    """A number from 0 to limit - 1, each exactly equally likely; limit is at most 2**31."""
    bound = np.uint64(limit)
    product = (np.uint64(draw(rng)) >> HALF) * bound
    if product & LOW < bound:
        threshold = (np.uint64(0x100000000) - bound) % bound
        while product & LOW < threshold:
            product = (np.uint64(draw(rng)) >> HALF) * bound
    return np.int64(product >> HALF)  # type: ignore[return-value]
