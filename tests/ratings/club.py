"""A server's hub with people who keep names, ratings and a clock of its own, and nobody but a test in front of it."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from tablier.core import dice
from tablier.server.authority import checks
from tablier.server.authority.events import ClockPlan, SeatPlan, Setup
from tablier.server.authority.making import sealed
from tablier.server.authority.prospects import Prospect
from tablier.server.operation.settings import Settings
from tablier.server.people.persons import People
from tablier.server.ratings.book import Ratings
from tablier.server.store.protocol import Store
from tablier.server.tables.connections import OpenTable
from tablier.server.tables.hub import Hub
from tablier.server.tournaments.running import Tournaments
from tests.server.kit import NOW, salt_of, seasoned
from tests.server.test_live import QuickBots

QUICK = ClockPlan("fischer", 300.0, 3.0)
GAME = {2: "samliam", 3: "sprawl"}


class Club:
    """People, tables and ratings over a store."""

    def __init__(self, store: Store, now: float = NOW) -> None:
        self.now, self.store = now, store
        settings = Settings(Path("unused"), prepare=False, limited=False)
        self.hub = Hub(store, QuickBots(1, 1.0), settings, lambda: self.now)
        self.people = People(store)
        self.ratings = Ratings(store, self.people, lambda: self.now)
        self.tournaments = Tournaments(self.hub, self.people)
        self.hub.followers += [self.ratings.follow, self.tournaments.follow]

    async def begin(self, *names: str) -> "Club":
        self.store.deliver = asyncio.get_running_loop().call_soon_threadsafe
        self.store.collect = asyncio.get_running_loop().call_soon
        for name in names:
            await self.people.keep(name, name.title(), self.now)
        return self

    def setup(self, *people: str, **more: Any) -> Setup:
        """A rated table of some people, at which everybody has their part in the dice."""
        places = tuple(SeatPlan("link", name=name.title(), owners=(name,)) for name in people)
        made = sealed(GAME[len(people)], {}, places, "", people[0], self.now, None)
        wanted: dict[str, Any] = {"clock": QUICK, "rated": True} | more
        return seasoned(replace(made, **wanted))

    async def table(self, *people: str, **more: Any) -> OpenTable:
        here = await self.hub.make(self.setup(*people, **more))
        await self.ratings.settle()
        return here

    async def change(self, here: OpenTable, check: Callable[[], Prospect]) -> None:
        await self.hub.change(here, check)
        await self.settle()

    async def does(self, here: OpenTable, visitor: str, kind: str, **command: Any) -> None:
        await self.change(here, lambda: checks.decide(here.table, visitor, {"type": kind, **command}, self.now))

    async def moves(self, here: OpenTable, count: int) -> None:
        """So many first legal moves."""
        for _ in range(count):
            seat = here.table.deciding
            assert seat is not None
            move = here.table.match.legal()[0]
            await self.change(here, partial(checks.moved_by, here.table, seat, move, self.now))

    async def resigned(self, here: OpenTable, seat: int, moves: int = 6) -> None:
        """A table that ends because a seat is given up after some moves."""
        await self.moves(here, moves)
        await self.does(here, here.table.seats[seat].owners[0], "resign", seat=seat)

    async def comes(self, here: OpenTable, *visitors: str) -> None:
        """People who come to a table: each promises a part in the dice, and gives it once all others have promised."""
        for visitor in visitors:
            (seat,) = here.table.seats_of(visitor)
            if seat in here.table.unsealed:
                await self.does(here, visitor, "seal", seat=seat, hash=dice.hash_of(salt_of(seat)))
        for visitor in visitors:
            (seat,) = here.table.seats_of(visitor)
            if not here.table.unsealed and seat in here.table.unsalted:
                await self.does(here, visitor, "salt", seat=seat, salt=salt_of(seat))

    async def points(self, division: str, people: Sequence[str]) -> list[int]:
        """What people have, in whole points."""
        return [round((await self.ratings.rated(division, person)).strength.rating) for person in people]

    async def settle(self) -> None:
        """Let all happen that follows."""
        while self.ratings.tasks or self.tournaments.tasks:
            await self.tournaments.settle()
            await self.ratings.settle()

    async def end(self) -> None:
        await self.settle()
        await self.hub.close()
        await self.hub.bots.close()


def run(story: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(story())  # type: ignore[arg-type]
