"""Work for all nodes: questions are taken from the queue, as many as can be thought over, and answered."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from functools import partial
from secrets import token_hex
from typing import Any

from tablier.core.errors import Error
from tablier.core.registry import keys
from tablier.server.bots.pool import Bots, Pondered, Question, ReviewStage, Trial
from tablier.server.bots.process import Failed
from tablier.server.cluster import questions
from tablier.server.store.jobs import ASKED, BotJob, BotJobs

HOLD = 2.0  # seconds after which somebody else takes what a worker has taken that is gone
HOLDS = 4  # renewals in that time
LOOK = 1.0  # seconds between looks for questions of which nothing was heard
AT_ONCE = 3  # questions for each process that thinks: among those whose turn it is, it is decided here
SHORTEST = 0.2  # seconds that are worth thinking

log = logging.getLogger(__name__)


class Labour:
    """Processes in which bots think for all nodes; of a game that is not compiled here nothing is taken."""

    def __init__(self, jobs: BotJobs, bots: Bots) -> None:
        self.jobs, self.bots, self.name = jobs, bots, token_hex(8)
        self.can_think: Callable[[str], bool] = bool
        self.games = list(keys())
        self.room = asyncio.Semaphore(AT_ONCE * len(bots.workers))
        self.patient_room = asyncio.Semaphore(bots.patient.count)
        self.heard = asyncio.Event()
        self.taken: set[asyncio.Task[None]] = set()
        self.tasks: list[asyncio.Task[None]] = []

    def begin(self) -> None:
        """Work from now on."""
        loop = asyncio.get_running_loop()
        self.end_listening = self.jobs.listen(ASKED, lambda _: loop.call_soon_threadsafe(self.heard.set))
        self.tasks = [asyncio.create_task(self._work()), asyncio.create_task(self._hold())]

    def able(self) -> list[str]:
        """The games about which bots can think here."""
        return list(filter(self.can_think, self.games))

    def reviewable(self) -> list[str]:
        """What waits of those games when they are over."""
        return [questions.queue_of(questions.REVIEW, game) for game in self.able()]

    async def ready(self, game: str) -> None:
        """Have a game loaded where bots think."""
        await self.bots.warm(game)

    async def _work(self) -> None:
        """Take what is there, whenever something was heard, and now and then."""
        while True:
            self.heard.clear()
            try:
                await self._take_all(self.able, self.room)
                if not self.patient_room.locked():
                    await self._take_all(self.reviewable, self.patient_room)
            except Error as error:
                log.warning("questions for bots could not be taken", exc_info=error)
            try:
                async with asyncio.timeout(LOOK):
                    await self.heard.wait()
            except TimeoutError:
                pass

    async def _take_all(self, kinds: Callable[[], list[str]], room: asyncio.Semaphore) -> None:
        """Take questions until there are none, or no room for more; for games that are over nobody is kept waiting."""
        while room is self.room or not room.locked():
            await room.acquire()
            job = None
            try:
                job = await asyncio.wrap_future(self.jobs.take(kinds(), self.name, HOLD))
            finally:
                if job is None:
                    room.release()
            if job is None:
                return
            task = asyncio.create_task(self._answer(job))
            self.taken.add(task)
            task.add_done_callback(partial(self._done, room))

    def _done(self, room: asyncio.Semaphore, task: asyncio.Task[None]) -> None:
        """There is room for one more."""
        self.taken.discard(task)
        room.release()
        if room is self.patient_room:
            self.heard.set()
        if not task.cancelled() and task.exception() is not None:
            log.error("a question for bots could not be answered", exc_info=task.exception())

    async def _answer(self, job: BotJob) -> None:
        """One question answered, or why not."""
        told = json.loads(job.question)
        try:
            answer = await self._thought(told, max(SHORTEST, told["seconds"] - job.age))
        except Failed as error:
            answer = {questions.FAILED: repr(error)}
        await asyncio.wrap_future(self.jobs.answer(job, self.name, json.dumps(answer)))

    async def _thought(self, told: dict[str, Any], left: float) -> dict[str, Any]:
        """What a question gives that is to be answered within some seconds."""
        if told["kind"] == questions.TRIAL:
            return {"trial": await self.bots.trial(Trial(**told["asked"]))}
        if told["kind"] == questions.PONDER:
            return {"ponder": await self.bots.ponder(Pondered(**told["asked"]))}
        if told["kind"] == questions.REVIEW:
            return {"review": await self.bots.review(ReviewStage(**told["asked"]))}
        asked = Question(**told["asked"] | {"within": left})
        if told["kind"] == questions.HINT:
            return {"hint": await self.bots.hint(asked)}
        answer = await self.bots.choose(asked)
        return {"move": answer.move, "note": answer.note}

    async def _hold(self) -> None:
        """Tell again and again that work is done here."""
        while True:
            await asyncio.sleep(HOLD / HOLDS)
            if self.taken:
                try:
                    await asyncio.wrap_future(self.jobs.hold(self.name, HOLD))
                except Error as error:
                    log.warning("that work is done here could not be kept", exc_info=error)

    async def close(self) -> None:
        """Work no more; what was taken is taken by others."""
        tasks = [*self.tasks, *self.taken]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self.tasks:
            await asyncio.to_thread(self.end_listening)
        await self.bots.close()
