"""Bots: worker processes, started once and kept warm, that are given what a seat knows and answer with a move.

When more bots want to think than there are workers, they queue and each thinks a smaller share of its time, so that
all have moved within a few seconds. A worker that takes too long is replaced, and a quick move is made instead.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import sys
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, TypeVar

from tablier.server.limits import MESSAGE_BYTES

LONGEST_LINE = 64 * MESSAGE_BYTES
RESERVE = 0.3  # the part of the time that is kept for starting, replaying and a quick move
QUICK_LEVEL = 1
QUICK_SECONDS = 2.0
PREPARE_SECONDS = 600.0
EXPECTED = {1: 0.05, 2: 0.05, 3: 0.05, 4: 0.1, 5: 0.3, 6: 0.8, 7: 2.0, 8: 3.5}
"""Seconds that a level thinks, before it has been measured."""
MEMORY = 0.8  # how much of a measured time is kept at the next measurement
HURRIED, LATE = "hurried", "late"
COMMAND = (sys.executable, "-m", "tablier.server.worker")

Result = TypeVar("Result")
log = logging.getLogger(__name__)


class Failed(Exception):
    """A worker has not answered, or not in time."""


@dataclass(frozen=True)
class Answer:
    """A move, and whether there is something to say about it."""

    move: str
    note: str = ""


class Worker:
    """One process."""

    def __init__(self, command: tuple[str, ...] = COMMAND) -> None:
        self.command = command
        self.process: asyncio.subprocess.Process | None = None

    async def ask(self, job: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Have a job done; a process that fails or takes too long is killed."""
        try:
            async with asyncio.timeout(seconds):
                return await self._exchange(job)
        except (TimeoutError, OSError, ValueError) as error:
            await self.kill()
            raise Failed(repr(error)) from error
        except asyncio.CancelledError:
            await self.kill()
            raise

    async def _exchange(self, job: dict[str, Any]) -> dict[str, Any]:
        process = await self.started()
        assert process.stdin
        assert process.stdout
        process.stdin.write(json.dumps(job).encode() + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            raise OSError("the process has ended")
        answer: dict[str, Any] = json.loads(line)
        return answer

    async def started(self) -> asyncio.subprocess.Process:
        """The process, started if it does not run."""
        if self.process is None or self.process.returncode is not None:
            pipe = asyncio.subprocess.PIPE
            await self.kill()
            self.process = await asyncio.create_subprocess_exec(
                *self.command, stdin=pipe, stdout=pipe, limit=LONGEST_LINE
            )
        return self.process

    async def kill(self) -> None:
        """End the process at once."""
        process, self.process = self.process, None
        if process is None or process.stdin is None:
            return
        if process.returncode is None:
            process.kill()
        process.stdin.close()
        with contextlib.suppress(OSError):
            await process.stdin.wait_closed()
        await process.wait()


class Bots:
    """All workers of a server. ``choose`` may be called by any number of tables at the same time."""

    def __init__(self, workers: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.workers = [Worker() for _ in range(workers)]
        self.free: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        for worker in self.workers:
            self.free.put_nowait(worker)
        self.seconds, self.clock = seconds, clock
        self.wanted = 0.0  # seconds of thinking that wait for a worker
        self.tasks: set[asyncio.Task[Any]] = set()
        self.measured: dict[tuple[str, int], float] = {}
        self.steps: dict[str, list[str]] = {}  # what of each game is compiled, as long as not all of it may be

    async def choose(self, game: str, text: str, level: int) -> Answer:
        """A move for the seat whose account of a game this is."""
        deadline = self.clock() + self.seconds
        try:
            return await self._thought(game, text, level, deadline)
        except Failed as error:
            log.warning("a bot of level %s has not moved", level, exc_info=error)
            return Answer(await self.quick(game, text), LATE)

    async def _thought(self, game: str, text: str, level: int, deadline: float) -> Answer:
        """The move of a worker, waited for until the deadline."""
        expected = self.measured.get((game, level), EXPECTED[level])
        worker, share = await self._turn(expected, deadline)
        began = self.clock()
        left = max(0.05, deadline - began - self.seconds * RESERVE / 2)
        job = self._job(game) | {"text": text, "level": level, "share": share, "seconds": left}
        move = await self._asked(worker, game, job, max(0.1, deadline - began))
        if share == 1:
            self._measure(game, level, self.clock() - began)
        return Answer(move, HURRIED if share < 1 else "")

    def _job(self, game: str) -> dict[str, Any]:
        """What a worker is told of a game in any case."""
        return {"game": game} | ({"steps": self.steps[game]} if game in self.steps else {})

    async def _turn(self, expected: float, deadline: float) -> tuple[Worker, float]:
        """A worker, and the share of its time that a bot may think if all who wait are to move in time."""
        self.wanted += expected
        try:
            async with asyncio.timeout(deadline - self.clock()):
                worker = await self.free.get()
            left = max(0.0, deadline - self.clock() - self.seconds * RESERVE)
            return worker, min(1.0, left * len(self.workers) / self.wanted)
        except TimeoutError as error:
            raise Failed("no worker was free") from error
        finally:
            self.wanted -= expected

    async def _asked(self, worker: Worker, game: str, job: dict[str, Any], seconds: float) -> str:
        """What a worker answers; it is free again when it has, even if nobody waits for it any more."""

        async def ask() -> str:
            try:
                answer = await worker.ask(job, seconds)
            except Failed:
                self._go_on(self._prepared(worker, game))
                raise
            self.free.put_nowait(worker)
            if "move" not in answer:
                raise Failed(str(answer.get("failed")))
            return str(answer["move"])

        return await asyncio.shield(self._go_on(ask()))

    def _go_on(self, coroutine: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        """Let something run by itself."""
        task = asyncio.create_task(coroutine)
        self.tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        """Forget a task; what went wrong has been told to whoever waited."""
        self.tasks.discard(task)
        if not task.cancelled():
            task.exception()

    async def quick(self, game: str, text: str) -> str:
        """A move that takes no time to speak of, or none if no worker is free and warm."""
        if self.free.empty():
            return ""
        worker = self.free.get_nowait()
        if worker.process is None:
            self.free.put_nowait(worker)
            return ""
        job = self._job(game) | {"text": text, "level": QUICK_LEVEL, "share": 1.0, "seconds": QUICK_SECONDS / 4}
        try:
            return await self._asked(worker, game, job, QUICK_SECONDS)
        except Failed:
            return ""

    def _measure(self, game: str, level: int, seconds: float) -> None:
        """Remember how long a level thinks."""
        before = self.measured.get((game, level), seconds)
        self.measured[game, level] = MEMORY * before + (1 - MEMORY) * seconds

    async def warm(self, game: str) -> None:
        """Have all workers load a game. To be awaited before the next game is: it waits until none is busy."""
        workers = [await self.free.get() for _ in self.workers]
        await asyncio.gather(*(self._prepared(worker, game) for worker in workers))

    async def _prepared(self, worker: Worker, game: str) -> None:
        try:
            await worker.ask(self._job(game), PREPARE_SECONDS)
        except Failed as error:
            log.warning("a worker has not loaded %s", game, exc_info=error)
        finally:
            self.free.put_nowait(worker)

    async def close(self) -> None:
        """End all processes."""
        tasks = list(self.tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for worker in self.workers:
            await worker.kill()
