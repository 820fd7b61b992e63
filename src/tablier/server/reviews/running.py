"""Reviews that are worked out: begun by whoever asks first, in portions, ended when nobody wants to know any more.

What is under way stands in a document, with who asked and how far it is, so that every node can tell of it; whoever
works at it writes there again and again, and stops when it is gone. What is found is kept in one step with its removal:
so a server that dies leaves nothing half-made, and whoever asks again begins anew.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
from collections.abc import Callable
from secrets import token_hex
from typing import Any, NamedTuple

from tablier.core.errors import Error
from tablier.reviewing import stages
from tablier.server.authority.limits import DAY
from tablier.server.authority.refusals import Refused
from tablier.server.bots.pool import Bots, ReviewStage
from tablier.server.bots.process import Failed
from tablier.server.reviews.subjects import TABLE, TEXT, Subject
from tablier.server.store import documents
from tablier.server.store.documents import OF_TABLES, changed, read
from tablier.server.store.protocol import Conflict, Document, Store

KEPT, BEGUN = OF_TABLES  # kinds of documents
BEAT = 3.0  # seconds at most between two notes of how far a review is
STALE = 20.0  # seconds without a note after which whoever worked at it is gone
AT_ONCE = 4  # portions of a game that are asked for at the same time
TRIES = 3  # of a portion
MOST = 40  # reviews that a server works at, one beside the other
DAYS = {TABLE: 365, TEXT: 30}  # for which a review is kept; whoever asks later has it worked out again
SWEPT = 20  # old reviews that are forgotten when one is kept
MARK_LENGTH = 16

log = logging.getLogger(__name__)


class ReviewState(NamedTuple):
    """How a review stands: kept, running with so many positions looked at of how many, or none."""

    state: str
    looked: int = 0
    positions: int = 0
    asked: bool = False  # whether this visitor has asked for it
    fault: Error | None = None
    review: dict[str, str] | None = None  # written, in each language


class Stopped(Exception):
    """Nobody wants to know any more, or somebody else works at it."""


class Reviews:
    """All reviews of a server. ``alone``: whether nobody else uses its store."""

    def __init__(self, store: Store, bots: Bots, clock: Callable[[], float], alone: bool) -> None:
        self.store, self.bots, self.clock, self.alone = store, bots, clock, alone
        self.runs: set[str] = set()  # that are worked at here
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.faults: dict[str, Error] = {}  # why the last one of a game came to nothing

    # What is told

    async def standing(self, subject: Subject, visitor: str) -> ReviewState:
        """How the review of a game stands, for a visitor."""
        return await self.standing_of(subject.key, subject.stamp, visitor)

    async def standing_of(self, key: str, stamp: str | None, visitor: str) -> ReviewState:
        """The same by its key; ``stamp``: what a review has to be of, if that is known."""
        begun = await read(self.store, BEGUN, key)
        going = self.goes_on(begun)  # before the next look: what goes on no more is kept by then
        known = (await read(self.store, KEPT, key)).data
        if known is not None and stamp in (None, known["stamp"]):
            return ReviewState("kept", review=known["told"])
        if going:
            data = begun.data
            return ReviewState("running", data["looked"], data["positions"], mark(key, visitor) in data["by"])
        return ReviewState("none", fault=self.faults.get(key))

    def goes_on(self, begun: Document) -> bool:
        """Whether somebody works at a review that was begun."""
        if begun.text is None:
            return False
        return begun.data["run"] in self.runs or (not self.alone and begun.moment > self.clock() - STALE)

    # Begun and ended

    async def begin(self, subject: Subject, visitor: str) -> None:
        """Have a game reviewed, or wait with those who have asked already."""
        run = token_hex(8)

        def change(before: Document) -> Document:
            mine = mark(subject.key, visitor)
            if self.goes_on(before):
                by = list(dict.fromkeys([*before.data["by"], mine]))
                return before.saying(before.data | {"by": by})
            told = {"run": run, "stamp": subject.stamp, "by": [mine], "looked": 0, "positions": 0}
            return before.saying(told, moment=self.clock())

        if len(self.runs) >= MOST:
            raise Refused("server.review.busy", 503, STALE)
        self.faults.pop(subject.key, None)
        self.runs.add(run)
        try:
            begun = await changed(self.store, BEGUN, subject.key, change)
        except BaseException:
            self.runs.discard(run)
            raise
        if begun.data["run"] == run:
            self.tasks[run] = asyncio.create_task(self._work(subject, run))
        else:
            self.runs.discard(run)

    async def leave(self, key: str, visitor: str) -> None:
        """A visitor wants to know no more; if nobody else does, it ends."""

        def change(before: Document) -> Document | None:
            if before.text is None:
                return None
            by = [other for other in before.data["by"] if other != mark(key, visitor)]
            if not by:
                return before.gone()
            return None if by == before.data["by"] else before.saying(before.data | {"by": by})

        begun = (await read(self.store, BEGUN, key)).data
        after = await changed(self.store, BEGUN, key, change)
        if begun is not None and after.text is None and begun["run"] in self.tasks:
            self.tasks[begun["run"]].cancel()

    async def close(self) -> None:
        """Stop working; what was begun is begun anew by whoever asks again."""
        tasks = list(self.tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # The work

    async def _work(self, subject: Subject, run: str) -> None:
        """Work a review out and keep it; whatever comes of it, nobody works at it afterwards."""
        try:
            await Work(self, subject, run).done()
        except (Stopped, Conflict):
            pass
        except (Failed, Error) as error:
            log.warning("a game could not be reviewed", exc_info=error)
            self._note_fault(subject.key)
        finally:
            await asyncio.shield(self._let_go(subject.key, run))
            self.tasks.pop(run, None)
            self.runs.discard(run)

    def _note_fault(self, key: str) -> None:
        """Remember that a review came to nothing, for whoever has asked."""
        self.faults[key] = Refused("server.review.failed", 503)
        while len(self.faults) > MOST:
            del self.faults[next(iter(self.faults))]

    async def _let_go(self, key: str, run: str) -> None:
        """Take the note away that somebody works at it."""

        def change(before: Document) -> Document | None:
            return before.gone() if before.text is not None and before.data["run"] == run else None

        try:
            await changed(self.store, BEGUN, key, change)
        except Error as error:
            log.warning("a review that has ended could not be let go", exc_info=error)


class Work:
    """One game that is being reviewed."""

    def __init__(self, reviews: Reviews, subject: Subject, run: str) -> None:
        self.reviews, self.subject, self.run = reviews, subject, run
        self.looked, self.positions = 0, 0
        self.room = asyncio.Semaphore(AT_ONCE)

    async def done(self) -> None:
        """From the plan to what is kept."""
        plan = await self._stage(stages.PLAN)
        spent, portions, self.positions = plan["effort"], plan["portions"], plan["positions"]
        tasks = [asyncio.create_task(self._look(spent, portion)) for portion in portions]
        try:
            await self._wait(tasks)
            found = [task.result() for task in tasks]
            told = await self._stage(stages.TELL, spent=spent, found=found)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        await self._keep(told)

    async def _wait(self, tasks: list[asyncio.Task[Any]]) -> None:
        """Wait for all portions, and note how far they are."""
        waiting = set(tasks)
        while waiting:
            await self._note()
            done, waiting = await asyncio.wait(waiting, timeout=BEAT, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        await self._note()

    async def _look(self, spent: Any, portion: list[int]) -> Any:
        """What is found in a portion."""
        async with self.room:
            found = await self._stage(stages.LOOK, spent=spent, portion=portion)
        self.looked += len(found)
        return found

    async def _stage(self, stage: str, **given: Any) -> Any:
        """What a stage gives; a process that was killed meanwhile is asked again."""
        asked = ReviewStage(self.subject.game, stage, {"text": self.subject.text, **given})
        for left in reversed(range(TRIES)):
            try:
                return await self.reviews.bots.review(asked)
            except Failed:
                if not left:
                    raise
        return None

    async def _note(self) -> None:
        """Note how far it is; Stopped if nobody wants to know."""

        def change(before: Document) -> Document:
            if before.text is None or before.data["run"] != self.run:
                raise Stopped
            told = before.data | {"looked": self.looked, "positions": self.positions}
            return before.saying(told, moment=self.reviews.clock())

        await changed(self.reviews.store, BEGUN, self.subject.key, change)

    async def _keep(self, told: dict[str, str]) -> None:
        """Keep what was found, and that nobody works at it any more; again if somebody has asked just now."""
        store, key = self.reviews.store, self.subject.key
        for _ in range(documents.TRIES):
            begun, kept = await read(store, BEGUN, key), await read(store, KEPT, key)
            if begun.text is None or begun.data["run"] != self.run:
                raise Stopped
            new = kept.saying({"stamp": self.subject.stamp, "told": told}, [self.subject.kind], self.reviews.clock())
            with contextlib.suppress(Conflict):
                await asyncio.wrap_future(store.keep([new, begun.gone()]))
                return await self._sweep()
        raise Conflict(KEPT, key)

    async def _sweep(self) -> None:
        """Forget reviews that were kept long ago."""
        store, kind = self.reviews.store, self.subject.kind
        since = self.reviews.clock() - DAYS[kind] * DAY
        for old in await asyncio.wrap_future(store.documents(KEPT, kind, SWEPT, since)):
            await changed(store, KEPT, old.key, lambda before: before.gone() if before.text else None)


def mark(key: str, visitor: str) -> str:
    """By what somebody is known who has asked for a review, and by nobody else."""
    return hashlib.sha256(f"{key} {visitor}".encode()).hexdigest()[:MARK_LENGTH]
