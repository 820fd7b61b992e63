"""A node: its time, which it renews again and again, and the tables that are its own as long as it does."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tablier.core.errors import Error
from tablier.server.authority.refusals import Refused
from tablier.server.store.protocol import NODES, Lost, Store, Trouble
from tablier.server.tables.owning import Elsewhere, Holding

BEATS = 5  # renewals in the time of one lease
LOOK = 0.02  # seconds between looks whether a new life has begun
MOST_ORPHANS = 200  # tables of other nodes that are adopted at a time

log = logging.getLogger(__name__)


@dataclass(eq=False)
class ClusterNode:
    """One of several servers. ``lost`` is called when its tables may be others', ``seen`` with who lives and what is
    left behind by others."""

    store: Store
    name: str
    address: str
    seconds: float
    lost: Callable[[], object]
    seen: Callable[[dict[str, str], Sequence[str]], object]
    steady: Callable[[], float] = time.monotonic
    until: float = 0.0
    life: int = 0  # how often the time has run out
    owned: set[str] = field(default_factory=set)
    hurry: asyncio.Event = field(default_factory=asyncio.Event)

    def lives(self) -> bool:
        return self.steady() < self.until

    def keeps(self, holding: Holding) -> bool:
        return holding.life == self.life and self.lives()

    async def take(self, table: str) -> Holding:
        await self.born()
        life = self.life
        try:
            lease = await asyncio.wrap_future(self.store.take(table, self.name))
        except Lost:
            raise Trouble(full=False) from None
        if lease.node != self.name:
            raise Elsewhere(table, lease.node, lease.address)
        self.owned.add(table)
        return Holding(lease.fence, lease.vacant, life)

    async def born(self) -> None:
        """Wait for a moment if the time has just run out, until a new life begins."""
        until = self.steady() + self.seconds / BEATS
        while not self.lives():
            if self.steady() > until:
                raise Trouble(full=False)
            await asyncio.sleep(LOOK)

    def release(self, tables: Sequence[str]) -> None:
        if tables:
            self.owned.difference_update(tables)
            self.store.release(self.name, tables)

    # The heart

    async def begin(self) -> None:
        """Be there from now on."""
        await self.beat()
        if not self.lives():
            raise Refused("server.cluster.unborn", 503)

    async def keep_beating(self) -> None:
        """Renew the time well before it runs out, and look after the others; sooner if one has told that it leaves."""
        while True:
            try:
                async with asyncio.timeout(self.seconds / BEATS):
                    await self.hurry.wait()
            except TimeoutError:
                pass
            self.hurry.clear()
            await self.beat()

    async def beat(self) -> None:
        """Renew the time; if it runs out meanwhile or has run out before, everything is let go."""
        self.check()
        began = self.steady()
        renewal = asyncio.wrap_future(self.store.renew(self.name, self.seconds, self.address))
        while not renewal.done():
            await asyncio.wait({renewal}, timeout=max(self.seconds / BEATS, self.until - self.steady()))
            self.check()
        try:
            if not renewal.result() and self.until:
                self.die()
            self.until = began + self.seconds
            living = await asyncio.wrap_future(self.store.living())
            orphans = await asyncio.wrap_future(self.store.orphans(MOST_ORPHANS))
        except Error as error:
            log.warning("this node could not renew its time", exc_info=error)
            return
        self.seen(living, orphans)

    def check(self) -> None:
        """Let everything go if the time has run out."""
        if self.until and not self.lives():
            log.warning("this node has lost its tables: its time has run out")
            self.die()

    def die(self) -> None:
        """Own nothing any more, and begin a new life."""
        self.until = 0.0
        self.life += 1
        self.owned.clear()
        self.lost()

    async def leave(self) -> None:
        """Go in order: others may take the tables at once."""
        self.until = 0.0
        try:
            await asyncio.wrap_future(self.store.release(self.name))
            self.store.notify(NODES, [self.name])
        except Error as error:
            log.warning("that this node leaves could not be kept", exc_info=error)
