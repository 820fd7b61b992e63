"""Processes that look at games which are over: not those in which bots think, and gently, so that play goes first.

The processors are left to whoever plays; what is asked here waits, one after the other, until its turn comes.
"""

from __future__ import annotations

import asyncio
from typing import Any

from tablier.server.bots.process import COMMAND, Failed, Worker
from tablier.server.bots.worker import GENTLY

SECONDS = 120.0  # for a portion of a game, however busy the processors are


class Patient:
    """Those processes, each started when it is first needed."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.workers = [Worker((*COMMAND, GENTLY)) for _ in range(count)]
        self.free = self.workers.copy()
        self.room = asyncio.Semaphore(count)
        self.tasks: set[asyncio.Task[Any]] = set()

    async def ask(self, job: dict[str, Any]) -> Any:
        """What a process answers; it goes on to the end of its job even if nobody waits for it any more."""
        await self.room.acquire()
        task = asyncio.create_task(self._answered(job))
        self.tasks.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    async def _answered(self, job: dict[str, Any]) -> Any:
        """What a free process answers."""
        worker = self.free.pop()
        try:
            answer = await worker.ask(job, SECONDS)
        finally:
            self.free.append(worker)
            self.room.release()
        if "failed" in answer:
            raise Failed(str(answer["failed"]))
        return answer

    def _done(self, task: asyncio.Task[Any]) -> None:
        """Forget a task; what went wrong has been told to whoever waited."""
        self.tasks.discard(task)
        if not task.cancelled():
            task.exception()

    async def close(self) -> None:
        """End all processes."""
        tasks = list(self.tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for worker in self.workers:
            await worker.kill()
