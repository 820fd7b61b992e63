"""What makes a server one of several: its node, the secret of all of them, and what goes on with the others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from secrets import token_hex

from tablier.server.cluster.envelope import shared_secret
from tablier.server.cluster.node import ClusterNode
from tablier.server.operation.logs import note
from tablier.server.store.protocol import NODES
from tablier.server.tables import taking, timing
from tablier.server.tables.hub import Hub

SHORT = 6  # bytes of a name that is made up


@dataclass(frozen=True)
class NodePlace:
    """How a node is called and where the others reach it."""

    name: str
    address: str  # such as 10.0.0.5:9000
    siblings: str = ""  # the folder of the sockets by which processes of this machine hand connections over


def fresh_name(host: str) -> str:
    """A name that no node has had."""
    return f"{host}-{token_hex(SHORT)}"


class Membership:
    """This server among the others."""

    def __init__(self, hub: Hub, place: NodePlace, seconds: float) -> None:
        self.hub, self.place, self.secret = hub, place, b""
        self.node = hub.node = ClusterNode(hub.store, place.name, place.address, seconds, self._lost, self._seen)
        self.living: dict[str, str] = {}
        self.attached: dict[str, list[Callable[[], object]]] = {}
        self.adopting: asyncio.Task[None] | None = None
        self.beating: asyncio.Task[None] | None = None
        self.end_listening: Callable[[], None] | None = None

    # From beginning to end

    async def begin(self) -> None:
        """Join the others; from then on tables can be taken."""
        self.secret = await shared_secret(self.hub.store)
        if isinstance(self.hub.clock, timing.SteadyTime):
            self.hub.clock.agree(await asyncio.wrap_future(self.hub.store.moment()))
        await self.node.begin()
        await timing.begin(self.hub)
        if self.living.keys() - {self.place.name}:  # who has been there all the time, so no time was without a server
            self.hub.outages = [span for span in self.hub.outages if span[1] != self.hub.began]
        self.beating = asyncio.create_task(self.node.keep_beating())
        loop = asyncio.get_running_loop()

        def heard(_: list[str]) -> None:
            loop.call_soon_threadsafe(self.node.hurry.set)

        self.end_listening = self.hub.store.listen(NODES, heard)
        note("node joined", node=self.place.name)

    async def leave(self) -> None:
        """Part from the others in order."""
        if self.beating is not None:
            self.beating.cancel()
        if self.adopting is not None:
            self.adopting.cancel()
        await self.node.leave()
        if self.end_listening is not None:
            await asyncio.to_thread(self.end_listening)

    # What the heart beat tells

    def _lost(self) -> None:
        self.hub.metrics.lost += 1
        taking.let_go(self.hub)

    def _seen(self, living: dict[str, str], orphans: Sequence[str]) -> None:
        """Cut what leads to nodes that are gone, and look after what they have left."""
        self.living = living
        for node in [node for node in self.attached if node not in living]:
            for cut in list(self.attached[node]):
                cut()
        if orphans and (self.adopting is None or self.adopting.done()):
            self.adopting = asyncio.create_task(taking.adopt(self.hub, orphans))

    @contextmanager
    def attach(self, node: str, cut: Callable[[], object]) -> Iterator[None]:
        """Have something cut as soon as another node is gone."""
        self.attached.setdefault(node, []).append(cut)
        try:
            yield
        finally:
            self.attached[node].remove(cut)
            if not self.attached[node]:
                del self.attached[node]
