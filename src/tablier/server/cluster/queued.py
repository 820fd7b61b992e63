"""Bots of a node: what they are asked goes into the queue that all share, and whoever works there answers it."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from secrets import token_hex
from typing import Any

from tablier.core.errors import Error
from tablier.server.bots.pool import (
    LATE,
    PONDER_WAIT,
    PREPARE_SECONDS,
    TRIAL_WAIT,
    Answer,
    Bots,
    Pondered,
    Question,
    ReviewStage,
    Trial,
)
from tablier.server.bots.process import Failed
from tablier.server.cluster import questions
from tablier.server.cluster.working import Labour
from tablier.server.operation.settings import Settings
from tablier.server.store.jobs import ANSWERED, BotJobs

LOOK = 0.5  # seconds between looks for an answer of which nothing was heard
REVIEW_WAIT = 300.0  # seconds for a piece of a game, and until somebody has time for it
OLD = PREPARE_SECONDS  # seconds after which nobody waits for an answer any more

log = logging.getLogger(__name__)


class QueuedBots(Bots):
    """Bots that think on any machine. ``labour``: what this one does for all of them, if anything."""

    def __init__(self, jobs: BotJobs, seconds: float, labour: Labour | None) -> None:
        super().__init__(0, seconds)
        self.workers.clear()
        self.jobs, self.labour = jobs, labour
        self.waiting: dict[str, asyncio.Event] = {}
        if labour is not None:
            self.steps = labour.bots.steps

    def begin(self) -> None:
        """Hear of answers from now on, and let others think here."""
        loop = asyncio.get_running_loop()
        self.end_listening = self.jobs.listen(ANSWERED, lambda ids: loop.call_soon_threadsafe(self._hear, ids))
        self.jobs.forget(OLD)
        if self.labour is not None:
            self.labour.begin()

    def _hear(self, ids: list[str]) -> None:
        """Somebody has answered; whom that concerns looks at once."""
        for job in ids or list(self.waiting):
            if job in self.waiting:
                self.waiting[job].set()

    async def choose(self, asked: Question) -> Answer:
        try:
            return questions.moved(await self._answered(questions.MOVE, asked, self.seconds))
        except (Failed, Error) as error:
            log.warning("a bot of level %s has not moved", asked.level, exc_info=error)
            return Answer("", LATE)

    async def hint(self, asked: Question) -> dict[str, Any] | None:
        try:
            found: dict[str, Any] | None = (await self._answered(questions.HINT, asked, self.seconds))["hint"]
        except (Failed, Error) as error:
            log.warning("there was no hint", exc_info=error)
            return None
        return found

    async def ponder(self, asked: Pondered) -> dict[str, Any]:
        try:
            found: dict[str, Any] = (await self._answered(questions.PONDER, asked, PONDER_WAIT))["ponder"]
        except Error as error:
            raise Failed(repr(error)) from error
        return found

    async def trial(self, asked: Trial) -> list[Any]:
        try:
            found: list[Any] = (await self._answered(questions.TRIAL, asked, TRIAL_WAIT))["trial"]
        except Error as error:
            raise Failed(repr(error)) from error
        return found

    async def review(self, asked: ReviewStage) -> Any:
        try:
            return (await self._answered(questions.REVIEW, asked, REVIEW_WAIT))["review"]
        except Error as error:
            raise Failed(repr(error)) from error

    async def _answered(self, kind: str, asked: questions.Asked, seconds: float) -> dict[str, Any]:
        """What somebody answers; Failed if nobody does in time, or nobody can."""
        job, heard, waits = token_hex(12), asyncio.Event(), questions.queue_of(kind, asked.game)
        self.waiting[job] = heard
        try:
            async with asyncio.timeout(seconds):
                await asyncio.wrap_future(self.jobs.put(job, waits, questions.put(kind, asked, seconds)))
                answer = await self._found(job, heard)
        except TimeoutError:
            raise Failed("nobody has answered") from None
        finally:
            del self.waiting[job]
            self.jobs.gone([job])
        if questions.FAILED in answer:
            raise Failed(str(answer[questions.FAILED]))
        return answer

    async def _found(self, job: str, heard: asyncio.Event) -> dict[str, Any]:
        """The answer, as soon as it is there."""
        while True:
            try:
                async with asyncio.timeout(LOOK):
                    await heard.wait()
            except TimeoutError:
                pass
            heard.clear()
            reply = await asyncio.wrap_future(self.jobs.found(job))
            if reply is None or reply.hopeless:
                raise Failed("nobody can answer")
            if reply.answer is not None:
                answer: dict[str, Any] = json.loads(reply.answer)
                return answer

    def think_only(self, can_think: Callable[[str], bool]) -> None:
        if self.labour is not None:
            self.labour.can_think = can_think

    async def warm(self, game: str) -> None:
        if self.labour is not None:
            await self.labour.ready(game)

    async def close(self) -> None:
        if self.labour is not None:
            await self.labour.close()
        await asyncio.to_thread(self.end_listening)
        await asyncio.to_thread(self.jobs.close)
        await super().close()


def queued(settings: Settings) -> QueuedBots:
    """The bots of a node, as its settings say."""
    jobs = BotJobs(settings.store)
    labour = Labour(jobs, Bots(settings.workers, settings.bot_seconds)) if settings.workers else None
    return QueuedBots(jobs, settings.bot_seconds, labour)
