"""Bots: worker processes, started once and kept warm, that are given what a seat knows and answer with a move.

When more bots want to think than there are workers, they queue and each thinks a smaller share of its time, so that
all have moved within a few seconds. Whose bots have thought least of late goes first, and one worker more than may
think for long is kept for what is quick. A worker that takes too long is replaced, and a quick move is made instead.

Where seats have secrets, an answer comes when its time has come, not when it is found: how long a bot has thought
would tell what it knows. That time depends on its level and on how busy the server is, and on nothing else.
"""

from __future__ import annotations

import asyncio
import logging
import math
import os
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, TypeVar

from tablier.bots.levels import LEVELS
from tablier.server.bots.patient import Patient
from tablier.server.bots.process import Failed, Worker
from tablier.server.bots.turns import FOR_QUICK_ONES, Turn, Turns

RESERVE = 0.3  # the part of the time that is kept for starting, replaying and a quick move
QUICK_LEVEL = 1
QUICK_SECONDS = 2.0
PREPARE_SECONDS = 600.0
TRIAL_WAIT = 60.0  # seconds for the games of one trial, and for a worker to be free
PONDER_WAIT = 30.0  # seconds for a little thought, and for all bots of tables to be served
PONDERS = "ponders "  # stands before who it is
EXPECTED = {1: 0.05, 2: 0.05, 3: 0.05, 4: 0.1, 5: 0.3, 6: 0.8, 7: 2.0, 8: 3.5}
"""Seconds that a level thinks, before it has been measured."""
LEAST_PATIENT = 2  # processes for reviews, so that both cores of the smallest machine are used
MEMORY = 0.8  # how much of a measured time is kept at the next measurement
SLOTS = {1: 0.3, 2: 0.3, 3: 0.3, 4: 0.5, 5: 0.9, 6: 1.8, 7: 3.0, 8: 3.6}
"""Seconds until a level answers where seats have secrets."""
SHORTEST_SLOT = 0.1
MOST_CORES = 4
THOUGHT = 0.8  # the part of a slot in which a bot thinks; the rest is for all around it
HEAD_ENDS = "\n\n"
HURRIED, LATE = "hurried", "late"

Result = TypeVar("Result")
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Answer:
    """A move, and whether there is something to say about it."""

    move: str
    note: str = ""


@dataclass(frozen=True)
class Question:
    """What a bot is to decide: the account of a game that its seat may keep, and for whom it plays."""

    game: str
    text: str
    level: int
    address: str = ""  # of whoever plays with it
    visitor: str = ""
    hidden: bool = False  # whether seats know different things
    within: float = 0.0  # seconds in which it is to be answered; as usual, if it does not say


@dataclass(frozen=True)
class Trial:
    """A board on which bots are to play against each other for some seconds, and for whom."""

    game: str
    seats: int
    options: dict[str, Any]
    level: int
    seconds: float
    address: str = ""
    visitor: str = ""


@dataclass(frozen=True)
class Pondered:
    """A position that somebody explores, as an account of whoever decides, and how many of the best lines are told."""

    game: str
    text: str
    count: int
    seconds: float
    address: str = ""
    visitor: str = ""


@dataclass(frozen=True)
class ReviewStage:
    """A stage of the review of a game, and what is given for it."""

    game: str
    stage: str
    given: dict[str, Any]


def in_mind(asked: Question) -> str:
    """What a bot thinks about, and for whom: the beginning of the same for a later question of the same game."""
    return "\n".join((asked.game, asked.address, asked.visitor, asked.text.partition(HEAD_ENDS)[2]))


class Bots:
    """All workers of a server. ``choose`` may be called by any number of tables at the same time."""

    def __init__(
        self,
        workers: int,
        seconds: float,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Coroutine[Any, Any, None]] = asyncio.sleep,
    ) -> None:
        self.workers = [Worker() for _ in range(workers + FOR_QUICK_ONES)]
        self.turns = Turns(self.workers, clock)
        self.patient = Patient(max(LEAST_PATIENT, workers // 2))
        self.seconds, self.clock, self.sleep = seconds, clock, sleep
        self.tasks: set[asyncio.Task[Any]] = set()
        self.measured: dict[tuple[str, int], float] = {}
        self.steps: dict[str, list[str]] = {}  # what of each game is compiled, as long as not all of it may be

    def begin(self) -> None:
        """Be ready to be asked."""

    def think_only(self, can_think: Callable[[str], bool]) -> None:
        """Be told about which games bots can think here by now."""

    async def choose(self, asked: Question) -> Answer:
        """A move for the seat whose account of a game this is."""
        deadline = self.clock() + (asked.within or self.seconds)
        try:
            return await self._thought(asked, deadline)
        except Failed as error:
            log.warning("a bot of level %s has not moved", asked.level, exc_info=error)
            return Answer(await self.quick(asked), LATE)

    async def hint(self, asked: Question) -> dict[str, Any] | None:
        """The best moves for the seat whose account of a game this is, and the chances; None if nobody has time."""
        deadline = self.clock() + (asked.within or self.seconds)
        try:
            turn = await self.turns.wait(
                asked.address, asked.visitor, SLOTS[asked.level], deadline, self.seconds * RESERVE
            )
            job = self._job(asked.game) | {"text": asked.text, "level": asked.level, "share": turn.share, "hint": True}
            job["seconds"] = SLOTS[asked.level] * turn.share
            left = max(0.1, deadline - self.clock())
            found: dict[str, Any] = await self._asked(turn, asked.game, job, left, 0.0)
        except Failed as error:
            log.warning("there was no hint", exc_info=error)
            return None
        return found

    async def ponder(self, asked: Pondered) -> dict[str, Any]:
        """What some more thought finds about a position, while no bot of a table waits; Failed if they always do."""
        deadline = self.clock() + PONDER_WAIT
        who = f"{PONDERS}{asked.address}", f"{PONDERS}{asked.visitor}"  # their bots think no less for it
        turn = await self.turns.wait(*who, asked.seconds, deadline, 0.0, patient=True)
        job = self._job(asked.game) | {"ponder": {"text": asked.text, "count": asked.count, "seconds": asked.seconds}}
        found: dict[str, Any] = await self._asked(turn, asked.game, job, PONDER_WAIT, 0.0)
        return found

    async def trial(self, asked: Trial) -> list[Any]:
        """How games between bots went that were begun within some seconds; Failed if nobody has time."""
        deadline = self.clock() + TRIAL_WAIT
        turn = await self.turns.wait(asked.address, asked.visitor, asked.seconds, deadline, 0.0)
        told = {"seats": asked.seats, "options": asked.options, "level": asked.level, "seconds": asked.seconds}
        found: list[Any] = await self._asked(turn, asked.game, self._job(asked.game) | {"trial": told}, TRIAL_WAIT, 0.0)
        return found

    async def review(self, asked: ReviewStage) -> Any:
        """What a stage of a review gives, as soon as there is time for it; Failed if it cannot be done."""
        answer = await self.patient.ask(self._job(asked.game) | {"review": [asked.stage, asked.given]})
        return answer["review"]

    async def _thought(self, asked: Question, deadline: float) -> Answer:
        """The move of a worker, waited for until the deadline."""
        expected = self._expected(asked)
        mind = "" if asked.hidden or LEVELS[asked.level].simulations else in_mind(asked)
        turn = await self.turns.wait(
            asked.address, asked.visitor, expected, deadline, self.seconds * RESERVE, mind=mind
        )
        began, share = self.clock(), turn.share
        left = max(0.05, deadline - began - self.seconds * RESERVE / 2)
        slot = max(SHORTEST_SLOT, SLOTS[asked.level] * share) if asked.hidden else 0.0
        job = self._job(asked.game) | {"text": asked.text, "level": asked.level, "share": share}
        job["seconds"] = min(left, slot * THOUGHT) if slot else left
        if mind:
            job["cores"] = self._cores()
            self.turns.minds[turn.worker] = mind
        move = await self._asked(turn, asked.game, job, max(0.1, deadline - began), slot)
        if share == 1 and not asked.hidden:
            self._measure(asked, self.clock() - began)
        return Answer(move, HURRIED if share < 1 else "")

    def _cores(self) -> int:
        """How many processors a bot may use that thinks for a time: those that no other bot needs now."""
        spare = len(self.turns.free) - FOR_QUICK_ONES
        return max(1, min(1 + spare, (os.cpu_count() or 1) - 1, MOST_CORES))

    def _expected(self, asked: Question) -> float:
        """Seconds that a worker will be taken by a question; of secrets it may not depend on what was found."""
        if asked.hidden:
            return SLOTS[asked.level]
        return self.measured.get((asked.game, asked.level), EXPECTED[asked.level])

    def _job(self, game: str) -> dict[str, Any]:
        """What a worker is told of a game in any case."""
        return {"game": game} | ({"steps": self.steps[game]} if game in self.steps else {})

    async def _asked(self, turn: Turn, game: str, job: dict[str, Any], seconds: float, slot: float) -> Any:
        """What a worker answers, not before its time; it is free then, even if nobody waits for it any more."""

        async def ask() -> Any:
            began = self.clock()
            try:
                answer = await turn.worker.ask(job, seconds)
            except Failed:
                self._go_on(self._prepared(turn, game))
                raise
            await self._rest(began, slot)
            self.turns.done(turn)
            if "failed" in answer:
                raise Failed(str(answer["failed"]))
            return answer[next((kind for kind in ("trial", "ponder", "hint") if job.get(kind)), "move")]

        return await asyncio.shield(self._go_on(ask()))

    async def _rest(self, began: float, slot: float) -> None:
        """Wait for the end of a slot, or of the next one if it has passed."""
        if slot:
            taken = self.clock() - began
            await self.sleep(max(1, math.ceil(taken / slot)) * slot - taken)

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

    async def quick(self, asked: Question) -> str:
        """A move that takes no time to speak of, or none if no worker is free and warm."""
        turn = self.turns.at_once()
        if turn is None:
            return ""
        if turn.worker.process is None:
            self.turns.done(turn)
            return ""
        job = {"text": asked.text, "level": QUICK_LEVEL, "share": 1.0, "seconds": QUICK_SECONDS / 4}
        try:
            return str(await self._asked(turn, asked.game, self._job(asked.game) | job, QUICK_SECONDS, 0.0))
        except Failed:
            return ""

    def _measure(self, asked: Question, seconds: float) -> None:
        """Remember how long a level thinks."""
        key = asked.game, asked.level
        self.measured[key] = MEMORY * self.measured.get(key, seconds) + (1 - MEMORY) * seconds

    async def warm(self, game: str) -> None:
        """Have all workers load a game, each as soon as it is free."""
        await asyncio.gather(*[self._prepared(await self.turns.of(worker), game) for worker in self.workers])

    async def _prepared(self, turn: Turn, game: str) -> None:
        try:
            await turn.worker.ask(self._job(game), PREPARE_SECONDS)
        except Failed as error:
            log.warning("a worker has not loaded %s", game, exc_info=error)
        finally:
            self.turns.done(turn)

    async def close(self) -> None:
        """End all processes."""
        tasks = list(self.tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for worker in self.workers:
            await worker.kill()
        await self.patient.close()
