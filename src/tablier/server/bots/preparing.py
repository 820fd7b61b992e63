"""Preparing games: they are compiled in processes of their own, and loaded here and where bots think.

A game can be played before that, as plain Python, but its bots wait for their part. A game that somebody has opened
goes before all others, and all processors work on it: a process that compiles something else is ended, and begins
that again later.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tablier.bots.levels import LEVELS
from tablier.bots.rehearsal import AT_ALL, PLAYING, STEPS, THINKING, rehearse
from tablier.server.authority.shelf import Progress
from tablier.server.bots.pool import PREPARE_SECONDS, Bots
from tablier.server.bots.process import COMMAND, Failed, Worker
from tablier.server.bots.worker import GENTLY

MOST_PROCESSES = 4

log = logging.getLogger(__name__)


class Job(NamedTuple):
    """A game of which something is being compiled, and what waits for it."""

    game: str
    task: asyncio.Task[dict[str, object]]


class Preparation:
    """All games of a server, from the first start to the last of them being ready.

    ``tell`` is called with a game and its progress, None once nothing of it is left to be done.
    """

    def __init__(
        self, games: Sequence[str], bots: Bots, tell: Callable[[str, Progress | None], None], gently: bool = False
    ) -> None:
        self.bots, self.tell, self.gently = bots, tell, gently
        self.left = {game: list(STEPS) for game in games}  # steps that nobody has begun
        self.compiled: dict[str, list[str]] = {game: [] for game in games}
        self.loaded = dict.fromkeys(games, 0)  # steps, here
        self.asked: list[str] = []  # games that somebody has opened: the first of them goes before all others
        self.jobs: dict[int, Job] = {}  # what each process does
        self.events = {(game, step): asyncio.Event() for game in games for step in STEPS}
        self.loading: set[asyncio.Task[None]] = set()
        self.one_by_one = asyncio.Lock()
        self.failed: set[str] = set()

    async def run(self) -> None:
        """Prepare everything."""
        await asyncio.gather(*(self._compile(number) for number in range(processes())))
        await asyncio.gather(*self.loading)

    def hurry(self, game: str) -> None:
        """Let a game that somebody has opened go before all others, but for those that were opened before it."""
        if game in self.asked or not self.left.get(game):
            return
        self.asked.append(game)
        for job in self.jobs.values():
            if job.game not in self.asked:
                job.task.cancel()

    def progress(self, game: str) -> Progress | None:
        """How far a game is, unless all of it is compiled and loaded."""
        ready = self.loaded.get(game, len(STEPS)) == len(STEPS)
        return None if ready or game in self.failed else Progress(len(self.compiled[game]), len(STEPS))

    def can_think(self, game: str) -> bool:
        """Whether bots of all levels can think about a game."""
        return game not in self.left or all(self.events[game, step].is_set() for step in (*AT_ALL, *THINKING))

    async def thinking(self, game: str, level: int) -> None:
        """Wait until bots of a level can think about a game."""
        if game in self.left:
            self.hurry(game)
            for step in needed(level):
                await self.events[game, step].wait()

    # Compiling

    async def _compile(self, number: int) -> None:
        """One process, as long as there is something to be done."""
        worker: Worker | None = None
        gently = False
        while (step := self._next(number)) is not None:
            if worker is None or gently != self._is_patient(step[0]):
                gently = self._is_patient(step[0])
                await ended(worker)
                worker = Worker((*COMMAND, GENTLY) if gently else COMMAND)
            await self._done(number, worker, *step)
        await ended(worker)

    def _next(self, number: int) -> tuple[str, str] | None:
        """What a process does next: an opened game, the one it has begun, one that nobody has begun, or any."""
        others = {job.game for other, job in self.jobs.items() if other != number}
        mine = self.jobs[number].game if number in self.jobs else None
        waiting = [game for game, steps in self.left.items() if steps]
        waiting.sort(key=lambda game: (self._rank(game), game != mine, game in others))
        return (waiting[0], self.left[waiting[0]].pop(0)) if waiting else None

    def _is_patient(self, game: str) -> bool:
        """Whether others go before those who wait for a game: nobody has opened it, or an author goes on writing it."""
        return self.gently or game not in self.asked

    def _rank(self, game: str) -> int:
        """How soon a game is wanted."""
        return self.asked.index(game) if game in self.asked else len(self.asked)

    async def _done(self, number: int, worker: Worker, game: str, step: str) -> None:
        """One step, compiled by a process; or put back, if another game goes before it."""
        job = {"game": game, "steps": [step]}
        task = asyncio.create_task(worker.ask(job, PREPARE_SECONDS))
        self.jobs[number] = Job(game, task)
        try:
            answer = await task
        except Failed as error:
            answer = {"failed": str(error)}
        except asyncio.CancelledError:
            self.left[game].insert(0, step)
            if not task.cancelled() or self._is_cancelled():
                raise
            return
        if "failed" in answer:
            self._give_up(game, str(answer["failed"]))
        else:
            self._finished(game, step)

    def _is_cancelled(self) -> bool:
        """Whether everything ends, not only what this process does."""
        task = asyncio.current_task()
        return task is not None and task.cancelling() > 0

    def _give_up(self, game: str, reason: str) -> None:
        """Leave a game as it is: it is played as plain Python, and its bots answer late."""
        log.error("%s could not be prepared", game, extra={"facts": {"detail": reason}})
        self.left[game].clear()
        self.failed.add(game)
        self._over(game)
        for step in STEPS:
            self.events[game, step].set()

    def _finished(self, game: str, step: str) -> None:
        """A step is in the cache: from now on it is loaded where it is needed."""
        steps = self.compiled[game]
        steps.append(step)
        self.bots.steps[game] = list(steps)
        self.events[game, step].set()
        if len(steps) == len(STEPS):
            self._over(game)
        task = asyncio.create_task(self._load(game, step))
        self.loading.add(task)
        task.add_done_callback(self.loading.discard)

    def _over(self, game: str) -> None:
        """Nothing of a game is left to be compiled."""
        if game in self.asked:
            self.asked.remove(game)

    # Loading

    async def _load(self, game: str, step: str) -> None:
        """Load a step in this process, if it is needed here; after the last one, all of the game where bots think."""
        async with self.one_by_one:
            try:
                if step in PLAYING:
                    await asyncio.to_thread(rehearse, game, step)
                if self.loaded[game] + 1 == len(STEPS):
                    await self.bots.warm(game)
                self.loaded[game] += 1
            except Exception:
                log.exception("%s could not be loaded", game)
                self.failed.add(game)
        self.tell(game, self.progress(game))


def needed(level: int) -> Sequence[str]:
    """The steps without which a level does not think."""
    return tuple(THINKING) if LEVELS[level].foresight else tuple(AT_ALL)


async def ended(worker: Worker | None) -> None:
    """End a process, if there is one."""
    if worker is not None:
        await worker.kill()


def processes() -> int:
    """How many processes compile at the same time."""
    return max(1, min(MOST_PROCESSES, os.cpu_count() or 1))
