"""What is common to all stores that write: one thread commits operations in groups, and who waits is told."""

from __future__ import annotations

import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any, Generic, TypeVar

from tablier.server.store.protocol import Done, Trouble, call

Place = TypeVar("Place")
Result = TypeVar("Result")
Queued = tuple[Callable[[Any], Any], Done]
Results = list[tuple[Done, Any]]

log = logging.getLogger(__name__)

GROUP = 500  # operations committed together at the most
FULL_ELSEWHERE = "53100"  # what PostgreSQL calls a full disk


class GroupWriter(Generic[Place]):
    """A thread that commits whatever is waiting together; an operation is given the connection on which it is done."""

    def __init__(self) -> None:
        self.waiting: list[Queued] = []  # for being handed over
        self.jobs: queue.SimpleQueue[list[Queued] | None] = queue.SimpleQueue()
        self.deliver: Callable[[Callable[[], None]], object] = call
        self.collect: Callable[[Callable[[], None]], object] = call
        self.measure: Callable[[float], object] = float  # told how many seconds each group took
        self.warn: Callable[[BaseException | None], object] = bool  # told why a group was not written, or None
        self.writer = threading.Thread(target=self._write, name="store-writer", daemon=True)

    def _later(self, operation: Callable[[Place], Result]) -> Future[Result]:
        """Have the writer do something; the future is done when it is on disk."""
        future: Future[Result] = Future()
        self._queue(operation, partial(resolve, future))
        return future

    def _queue(self, operation: Callable[[Place], Any], done: Done) -> None:
        """Have the writer do something, and something else be done when it is on disk."""
        self.waiting.append((operation, done))
        if len(self.waiting) == 1:
            self.collect(self._hand_over)

    def _hand_over(self) -> None:
        """Give the writer what is waiting: a few large groups take it much less time than many small ones."""
        waiting, self.waiting = self.waiting, []
        for first in range(0, len(waiting), GROUP):
            self.jobs.put(waiting[first : first + GROUP])

    def _write(self) -> None:
        """The writer: whatever is waiting is committed together."""
        self._begin()
        while (jobs := self.jobs.get()) is not None:
            began = time.perf_counter()
            results, error = self._commit(jobs)
            self.warn(error)
            self.deliver(partial(give, results))
            self.measure(time.perf_counter() - began)
        self._end()

    def _begin(self) -> None:
        """Connect, in the writer's thread."""
        raise NotImplementedError

    def _commit(self, jobs: list[Queued]) -> tuple[Results, BaseException | None]:
        """Do several operations in one transaction; one that fails is undone alone. The results, or why none."""
        raise NotImplementedError

    def _end(self) -> None:
        """Hang up."""
        raise NotImplementedError

    def _stop(self) -> None:
        """Write what is waiting, and stop."""
        self._hand_over()
        self.jobs.put(None)
        self.writer.join()


def give(results: Results) -> None:
    """Tell all who wait how it went."""
    for done, result in results:
        try:
            done(result)
        except Exception:
            log.exception("what follows from something that was kept failed")


def troubled(error: BaseException) -> Trouble:
    """What ails the disk, here or under a database elsewhere."""
    full_here = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
    return Trouble(full=full_here or getattr(error, "sqlstate", None) == FULL_ELSEWHERE)


def resolve(future: Future[Any], result: Any) -> None:
    """Give a future its result, or what went wrong."""
    if isinstance(result, BaseException):
        future.set_exception(result)
    else:
        future.set_result(result)


def at_once(value: Result) -> Future[Result]:
    """A future that is done already."""
    future: Future[Result] = Future()
    future.set_result(value)
    return future
