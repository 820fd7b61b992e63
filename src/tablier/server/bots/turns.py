"""Whose bot thinks next: turns at the workers, so that nobody's many or slow bots keep somebody else's waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tablier.server.bots.process import Failed, Worker

FOR_QUICK_ONES = 1  # workers that are kept free of what takes long
QUICK = 0.6  # seconds
HALF_LIFE = 20.0  # seconds after which half of what somebody has used is forgotten
FORGOTTEN = 0.01  # seconds of use that are not remembered


class Turn(NamedTuple):
    """A worker for one question, and the share of its time that a bot may think if all who wait are to move in time."""

    worker: Worker
    share: float = 1.0
    long: bool = False


@dataclass(eq=False)
class Waiting:
    """Somebody's question that waits for a worker."""

    address: str
    visitor: str
    expected: float  # seconds
    until: float  # when it should have been thought over
    patient: bool = False  # whether it waits until nobody else wants anything
    mind: str = ""  # what it is about, if it may go on with what was found before
    given: asyncio.Future[Turn] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    @property
    def long(self) -> bool:
        """Whether it takes long."""
        return self.expected > QUICK


class Turns:
    """The workers of a server and all who wait for one."""

    def __init__(self, workers: Sequence[Worker], clock: Callable[[], float]) -> None:
        self.free, self.clock = list(workers), clock
        self.count = len(workers)
        self.long_ones = 0  # that are being thought over
        self.waiting: list[Waiting] = []
        self.minds: dict[Worker, str] = {}  # what free ones have thought about last, which they go on with
        self.claims: dict[Worker, list[asyncio.Future[Turn]]] = {}  # for a certain worker
        self.used: dict[str, tuple[float, float]] = {}  # seconds of late, and when that was

    async def wait(
        self, address: str, visitor: str, expected: float, deadline: float, reserve: float, patient: bool = False,
        mind: str = "",
    ) -> Turn:  # fmt: skip
        """A turn, at the latest when its deadline comes; ``reserve``: seconds of it that are not for thinking.

        Who is patient has one only while all others have theirs and a worker is left for whoever comes next. If there
        is a choice, it is a turn at the worker that has thought about the beginning of ``mind``.
        """
        one = Waiting(address, visitor, expected, deadline - reserve, patient, mind)
        self.waiting.append(one)
        self._give()
        try:
            async with asyncio.timeout(deadline - self.clock()):
                return await asyncio.shield(one.given)
        except TimeoutError as error:
            self._leave(one)
            raise Failed("no worker was free") from error
        except asyncio.CancelledError:
            self._leave(one)
            raise

    def _leave(self, one: Waiting) -> None:
        """Somebody waits no longer; what was given to them at the last moment is given back."""
        if one in self.waiting:
            self.waiting.remove(one)
        else:
            self.done(one.given.result())

    async def of(self, worker: Worker) -> Turn:
        """A certain worker, as soon as it is free."""
        if worker in self.free:
            return Turn(self._take(worker))
        claim: asyncio.Future[Turn] = asyncio.get_running_loop().create_future()
        self.claims.setdefault(worker, []).append(claim)
        return await claim

    def at_once(self) -> Turn | None:
        """A turn, if there is one to be had."""
        return Turn(self._take(self._best(""))) if self.free else None

    def done(self, turn: Turn) -> None:
        """A worker is free again."""
        self.long_ones -= turn.long
        claims = [claim for claim in self.claims.pop(turn.worker, []) if not claim.done()]
        if claims:
            claims[0].set_result(Turn(turn.worker))
            self.claims[turn.worker] = claims[1:]
        else:
            self.free.append(turn.worker)
        self._give()

    def _give(self) -> None:
        """Give workers that are free to those who go first; among equals, to who came first."""
        now = self.clock()
        while self.free and (able := [one for one in self.waiting if self._may(one)]):
            one = min(able, key=lambda one: self._rank(one, now))
            share = self._share(one, now)
            self.waiting.remove(one)
            self.long_ones += one.long
            for name in (one.address, one.visitor):
                self.used[name] = self._used(name, now) + one.expected * share, now
            one.given.set_result(Turn(self._take(self._best(one.mind)), share, one.long))

    def _best(self, mind: str) -> Worker:
        """Of the free workers one that has thought about the beginning of this, else one that thinks about nothing."""
        known = [worker for worker in self.free if worker in self.minds and mind.startswith(self.minds[worker])]
        idle = [worker for worker in self.free if worker not in self.minds]
        return (known or idle or self.free)[-1]

    def _take(self, worker: Worker) -> Worker:
        """A free worker, which is not free any more and forgets what it had in mind unless it is asked about that."""
        self.free.remove(worker)
        self.minds.pop(worker, None)
        return worker

    def _may(self, one: Waiting) -> bool:
        """Whether somebody may have a worker now."""
        if one.patient:
            spare = len(self.free) > FOR_QUICK_ONES or self.count == 1
            return spare and all(other.patient for other in self.waiting)
        return not (one.long and self._is_full())

    def _is_full(self) -> bool:
        """Whether no more workers may think for long; where there is only one, it may."""
        return self.long_ones >= max(1, self.count - FOR_QUICK_ONES)

    def _rank(self, one: Waiting, now: float) -> float:
        """Who has used little of late, and wants little, goes first."""
        return self._used(one.address, now) + self._used(one.visitor, now) + one.expected

    def _used(self, name: str, now: float) -> float:
        """Seconds that somebody's bots have thought of late."""
        seconds, then = self.used.get(name, (0.0, 0.0))
        left: float = seconds * 0.5 ** ((now - then) / HALF_LIFE)
        if left >= FORGOTTEN:
            return left
        self.used.pop(name, None)
        return 0.0

    def _share(self, one: Waiting, now: float) -> float:
        """The share of its time for somebody's question, if all of theirs are to be thought over in time."""
        alike = [other for other in self.waiting if other.patient == one.patient]
        addresses = len({other.address for other in alike})
        wanted = sum(other.expected for other in alike if other.address == one.address)
        left = max(0.0, one.until - now)
        return min(1.0, left * self.count / addresses / wanted)
