"""The processor as a device: its arrays are NumPy's, and each core steps a share of the games."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from tablier.core.compile import bind
from tablier.core.engine import Engine
from tablier.core.records import Array, Bytes

LEAST_SHARE = 64  # games that are worth a core of their own
WORTH_SHARING = 4096  # games, of which even a look is worth sharing out


class Processor:
    """Some cores, and the games of one batch on them."""

    def __init__(self, engine: Engine, size: int, wanted: Bytes, cores: int | None) -> None:
        self.engine, self.size, self.wanted = engine, size, wanted
        self.states = engine.blank(size)
        self.bounds = shares(size, cores or available())
        self.aside = [engine.blank() for _ in self.bounds]
        self.threads = ThreadPoolExecutor(len(self.bounds))  # begun when they are needed

    def array(self, *shape: int, kind: Any) -> Array:
        """An array of zeros."""
        return np.zeros(shape, kind)

    def holding(self, values: Array) -> Array:
        """An array that holds these values."""
        return values

    def given(self, codes: Any) -> Array:
        """Moves as they were given by the caller."""
        return np.ascontiguousarray(codes, dtype=np.int16)

    def state(self, row: int) -> Bytes:
        """The record of one of the games."""
        return self.states[row : row + 1]

    def quickly(self, kernel: Callable[..., Any], *rows: Any) -> list[Any]:
        """Call a kernel that takes so little time that few games are not worth handing out."""
        return self._each(self.bounds if self.size >= WORTH_SHARING else [(0, self.size)], kernel, *rows)

    def all(self, kernel: Callable[..., Any], *rows: Any) -> list[Any]:
        """Call a kernel for all games, a share of them on each core; what it returned for each share."""
        return self._each(self.bounds, kernel, *rows)

    def _each(self, bounds: list[tuple[int, int]], kernel: Callable[..., Any], *rows: Any) -> list[Any]:
        """Call a kernel for each share of the games; what it returned for each."""
        record, bound = self.engine.record, bind(kernel, self.engine.game)

        def share(number: int) -> Any:
            first, last = bounds[number]
            return bound(record, self.states, self.wanted, self.aside[number], first, last, *rows)

        others = [self.threads.submit(share, number) for number in range(1, len(bounds))]
        return [share(0), *(other.result() for other in others)]  # this thread takes a share itself


def available() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def shares(size: int, cores: int) -> list[tuple[int, int]]:
    """From which game to which each core plays."""
    parts = max(1, min(cores, size // LEAST_SHARE))
    return list(pairwise(size * part // parts for part in range(parts + 1)))
