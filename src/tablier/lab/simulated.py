"""Time that passes as fast as the work allows: a loop whose clock leaps to whatever is due next, and a store in step.

While nothing is left to do at a moment, the next one at which something is due comes at once. The store writes and
reads as ever, on the same disk, but the loop waits for it, so that no simulated time passes meanwhile.
"""

from __future__ import annotations

import asyncio
import selectors
import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from dataclasses import dataclass
from functools import partial
from typing import Any

from tablier.server.store.writing import GROUP, GroupWriter, give

READING = {"reader": ("read", "ask"), "histories": ("read", "ask"), "leases": ("ask",), "drawer": ("ask",)}
"""The parts of a store that read in threads, and what each of them may be asked by."""


class LeapingSelector(selectors.DefaultSelector):
    """Waits for nobody: what is asked to wait lets time leap instead."""

    leap: Callable[[float], object] = float

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """What has come in; if nothing has, time goes on to what is due next."""
        found = super().select(0)
        if not found and timeout is None:
            raise RuntimeError("everybody waits, and nothing will ever happen")
        if not found and timeout:
            self.leap(timeout)
        return found


class SimulatedLoop(asyncio.SelectorEventLoop):
    """A loop with a clock of its own, which begins at 0."""

    def __init__(self) -> None:
        self.moment = 0.0
        selector = LeapingSelector()
        selector.leap = self.go_on
        super().__init__(selector)

    def go_on(self, seconds: float) -> None:
        """Let time pass."""
        self.moment += seconds

    def time(self) -> float:
        """Seconds since the beginning."""
        return self.moment

    def run_in_executor(  # type: ignore[override]  # whatever is given comes back
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        """Have something done here and now that is usually done in a thread."""
        future = self.create_future()
        try:
            future.set_result(func(*args))
        except BaseException as error:
            future.set_exception(error)
        return future


@dataclass
class TrafficBook:
    """What a store was asked to do."""

    groups: int = 0  # transactions
    writes: int = 0  # operations in them
    beats: int = 0  # writes that are notes that the server is there
    reads: int = 0
    seconds: float = 0.0  # that the loop has waited for the disk


def in_step(store: Any, loop: asyncio.AbstractEventLoop) -> TrafficBook:
    """Have a store do everything while the loop waits; what it did is counted."""
    ledger = TrafficBook()
    store._later(lambda _: None).result()  # its writer has connected
    store.collect = loop.call_soon
    store._hand_over = partial(write_now, store, ledger)
    for name, methods in READING.items():
        threads: Any = getattr(store, name, None)
        for method in methods:
            if hasattr(threads, method):
                setattr(threads, method, partial(read_now, getattr(threads, method), ledger))
    store.beat = partial(beaten, store.beat, ledger)
    return ledger


def beaten(
    beat: Callable[[float, float], Future[None]], ledger: TrafficBook, began: float, last: float
) -> Future[None]:
    """Count a note that the server is there."""
    ledger.beats += 1
    return beat(began, last)


def write_now(store: GroupWriter[Any], ledger: TrafficBook) -> None:
    """Commit all that is waiting together, as the writer's thread would."""
    waiting, store.waiting = store.waiting, []
    began = time.perf_counter()
    for first in range(0, len(waiting), GROUP):
        group = waiting[first : first + GROUP]
        results, error = store._commit(group)
        store.warn(error)
        ledger.groups, ledger.writes = ledger.groups + 1, ledger.writes + len(group)
        give(results)
    ledger.seconds += time.perf_counter() - began


def read_now(ask: Callable[[Any], Future[Any]], ledger: TrafficBook, question: Any) -> Future[Any]:
    """Have something read before anything else happens."""
    began = time.perf_counter()
    future = ask(question)
    wait([future])
    ledger.reads, ledger.seconds = ledger.reads + 1, ledger.seconds + time.perf_counter() - began
    return future
