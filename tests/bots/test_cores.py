"""Several cores: trees that grow together end together, as soon as they have decided."""

import threading
import time
from typing import Any

import pytest

from tablier.bots.bot import together

SECONDS = 0.3


class Thinker:
    """A search that makes a hundred simulations at once and then waits for its end."""

    def __init__(self, visits: tuple[int, int]) -> None:
        self.visits, self.simulations, self.over = visits, 0, threading.Event()

    def run(self, share: int | None, deadline: float) -> None:
        self.simulations = sum(self.visits)
        self.over.wait(deadline - time.perf_counter())

    def stop(self) -> None:
        self.over.set()

    def children(self) -> list[tuple[int, int, float, int]]:
        """The moves 7 and 9, if it has begun."""
        return [(move, visits, 0.0, 0) for move, visits in zip((7, 9), self.visits, strict=True) if self.simulations]


@pytest.mark.parametrize(
    ("one", "two", "decide", "early"),
    [((95, 5), (90, 10), True, True), ((95, 5), (5, 95), True, False), ((95, 5), (90, 10), False, False)],
)
def test_they_end_early_once_what_is_left_changes_nothing_for_all_together(
    one: tuple[int, int], two: tuple[int, int], decide: bool, early: bool
) -> None:
    searches: list[Any] = [Thinker(one), Thinker(two)]
    together(searches, None, time.perf_counter() + SECONDS, decide)
    assert [search.over.is_set() for search in searches] == [early, early]
