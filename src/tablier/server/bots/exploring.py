"""Those who explore positions: for each of them bots think a little at a time, when no bot of a table waits."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

from tablier.bots.pondering import MOST_SIMULATIONS
from tablier.server.authority.refusals import Refused
from tablier.server.bots.pool import Bots, Pondered
from tablier.server.bots.process import Failed

PIECE = 0.1  # seconds for which a worker is taken at a time, so a bot of a table waits no longer for it
TOLD_AFTER = 4  # pieces from one time something is told to the next, after the first
MOST_PIECES = 200  # for one position
MOST_EXPLORERS = 40  # at the same time; everybody's next piece comes after those of all others


class Explorers:
    """All who look at what bots think: each at one position at a time, and all together with one worker."""

    def __init__(self, bots: Bots) -> None:
        self.bots = bots
        self.one = asyncio.Lock()
        self.last: dict[str, object] = {}  # what each visitor has asked for last

    def refuse_many(self, visitor: str) -> None:
        """Refuse one more where too many explore already."""
        if visitor not in self.last and len(self.last) >= MOST_EXPLORERS:
            raise Refused("server.analysis.crowded", 503, 5.0)

    async def run(self, game: str, text: str, count: int, visitor: str, address: str) -> AsyncGenerator[Any, None]:
        """What is found after each piece of thought, until enough is known, or the visitor asks for something else."""
        mine = self.last[visitor] = object()
        asked = Pondered(game, text, count, PIECE, address, visitor)
        best: dict[str, Any] = {"simulations": -1}
        try:
            for piece in range(MOST_PIECES):
                async with self.one:
                    if self.last.get(visitor) is not mine:
                        return
                    found = await self.bots.ponder(asked)
                best = max(best, found, key=lambda each: each["simulations"])  # another worker may know less
                enough = best["simulations"] >= MOST_SIMULATIONS
                if enough or piece % TOLD_AFTER == 0:
                    yield best
                if enough:
                    return
        except Failed as error:
            raise Refused("server.analysis.failed", 503) from error
        finally:
            if self.last.get(visitor) is mine:
                del self.last[visitor]
