"""The life of a server: its tables, all that goes on beside them, and in which order that begins and ends."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Coroutine, Iterator
from typing import Any

from tablier.core.compile import defer
from tablier.server.bots.pool import Bots
from tablier.server.bots.preparing import Preparation
from tablier.server.cluster.membership import Membership, NodePlace
from tablier.server.lobby.hall import Lobby
from tablier.server.notices.telling import Notices
from tablier.server.operation.settings import Settings
from tablier.server.people.errands import Errands
from tablier.server.people.hearing import hearing
from tablier.server.people.persons import People
from tablier.server.people.results import ResultKeeper
from tablier.server.ratings.book import Ratings
from tablier.server.reviews.running import Reviews
from tablier.server.store.disk import Disk
from tablier.server.store.opening import opened
from tablier.server.store.protocol import call
from tablier.server.tables import cleaning, timing
from tablier.server.tables.hub import Hub
from tablier.server.tournaments.running import Tournaments

AUTHORS_FIRST = 1.5  # seconds in which pages are shown before helpers begin to compile


class Living:
    """All parts of one server that last as long as it does, short of what answers requests."""

    def __init__(self, settings: Settings, bots: Bots | None, developing: bool, place: NodePlace | None) -> None:
        self.settings, self.delay = settings, AUTHORS_FIRST if developing else 0.0
        store = opened(settings.store, settings.data, developing, place is None)
        self.hub = Hub(store, bots or thinkers(settings, place), settings)
        self.member = None if place is None else Membership(self.hub, place, settings.lease)
        self.people = People(store)
        self.errands = Errands(self.hub, self.people, ResultKeeper(store))
        self.ratings = Ratings(store, self.people, self.hub.clock)
        self.tournaments = Tournaments(self.hub, self.people)
        self.lobby = Lobby(self.hub, Notices(self.hub, settings))
        self.reviews = Reviews(store, self.hub.bots, self.hub.clock, place is None)
        self.hub.followers += [self.errands.results.follow, self.ratings.follow, self.tournaments.follow]

    @contextlib.asynccontextmanager
    async def run(self, _: object) -> AsyncIterator[None]:
        """From before it answers until all is on disk."""
        hub, store, loop = self.hub, self.hub.store, asyncio.get_running_loop()
        store.deliver, store.collect = loop.call_soon_threadsafe, loop.call_soon
        store.measure, store.warn = hub.metrics.commit_seconds.add, Disk(hub.metrics).note
        await (timing.begin(hub) if self.member is None else self.member.begin())
        hub.bots.begin()
        tasks = [asyncio.create_task(work) for work in self.works()]
        with hearing(hub, self.errands):
            yield
            await ended(tasks)
        await self.end()

    def works(self) -> Iterator[Coroutine[Any, Any, None]]:
        """What goes on all the time."""
        yield prepare_all(self.hub, self.settings, self.delay)
        yield cleaning.keep_clean(self.hub)
        yield timing.keep_beating(self.hub)
        yield self.errands.run()
        yield self.ratings.keep_counting()
        yield self.tournaments.keep_running()
        yield self.lobby.run()

    async def end(self) -> None:
        """Finish what was begun, and let go."""
        await self.reviews.close()
        await self.tournaments.settle()
        await self.ratings.settle()
        await self.hub.close()
        await self.errands.results.settled()
        await self.hub.bots.close()
        await timing.beat(self.hub)
        if self.member is not None:
            await self.member.leave()
        self.hub.store.deliver = self.hub.store.collect = call
        self.hub.store.close()


def thinkers(settings: Settings, place: NodePlace | None) -> Bots:
    """Those who think for this server: its own processes, or whoever takes from the queue of all nodes."""
    if place is None:
        return Bots(max(1, settings.workers), settings.bot_seconds)
    from tablier.server.cluster.queued import queued  # it needs what speaks to databases

    return queued(settings)


async def ended(tasks: list[asyncio.Task[None]]) -> None:
    """Have what is done besides come to its end."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def prepare_all(hub: Hub, settings: Settings, delay: float = 0) -> None:
    """Have every game compiled, and meanwhile run as plain Python what is not."""
    games = hub.shelf.games
    if not settings.prepare:
        hub.shelf.ready |= set(games)
        hub.all_prepared.set()
        return
    defer()
    await asyncio.sleep(delay)
    hub.preparation = Preparation(games, hub.bots, hub.prepared, gently=delay > 0)
    hub.bots.think_only(hub.preparation.can_think)
    await hub.preparation.run()
    hub.all_prepared.set()
