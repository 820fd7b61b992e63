"""Boards that are tried: bots play on them for a minute, a little at a time, and what they find out is told."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Callable

from tablier.bots.balance import LEVEL, Finding, Result, balance
from tablier.core.engine import Engine
from tablier.server.authority.refusals import Refused
from tablier.server.bots.pool import Bots, Trial
from tablier.server.bots.process import Failed

MINUTE = 60.0  # seconds that a trial takes
CHUNK = 1.5  # seconds of it that a worker is taken at a time: others have their turns in between
MOST_GAMES = 1_000


class Trials:
    """All boards that are being tried: one for a visitor at a time."""

    def __init__(self, bots: Bots, clock: Callable[[], float] = time.monotonic) -> None:
        self.bots, self.clock = bots, clock
        self.running: set[str] = set()

    def refuse_second(self, visitor: str) -> None:
        """Refuse one more trial of somebody whose first is not over."""
        if visitor in self.running:
            raise Refused("server.workshop.busy", 429, 5.0)

    async def run(self, engine: Engine, visitor: str, address: str) -> AsyncGenerator[Finding, None]:
        """What is known after each of many short trials, until a minute is over."""
        began, results, progress = self.clock(), list[Result](), 0.0
        trial = Trial(engine.game.key, engine.seats, engine.options, LEVEL, CHUNK, address, visitor)
        self.running.add(visitor)
        try:
            while progress < 1:
                results += [Result(*row) for row in await self.bots.trial(trial)]
                progress = min(1.0, max((self.clock() - began) / MINUTE, len(results) / MOST_GAMES))
                yield Finding(balance(results), progress)
        except Failed as error:
            raise Refused("server.workshop.failed", 503) from error
        finally:
            self.running.discard(visitor)
