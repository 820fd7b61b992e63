"""Errands: what is to be done at many tables, one after the other, and goes on after whatever came between.

An errand is a document. Whoever gives one, a page or an operator at a terminal, needs no server that runs; whichever
server has the tables does it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from typing import Any

from tablier.server.authority import checks, rewriting
from tablier.server.authority.events import Event, Stored
from tablier.server.authority.prospects import Prospect
from tablier.server.authority.rewriting import Spots
from tablier.server.authority.table import Table
from tablier.server.people import belongings, reports
from tablier.server.people.names import skeleton
from tablier.server.people.persons import People
from tablier.server.people.results import ResultKeeper
from tablier.server.store.documents import changed, read
from tablier.server.store.protocol import Conflict, Document, Store
from tablier.server.tables.connections import OpenTable
from tablier.server.tables.hub import Hub
from tablier.server.tables.owning import Elsewhere
from tablier.server.tables.rewriting import delete, rewrite

ERRAND, TO_DO, ACT = "errand", "to do", "act"
CHANNEL = "errands"  # on which is told that there is something to do
HINT = "look"
SECONDS = 3.0  # after which somebody looks, should a hint have been lost
LATER = 600.0  # seconds after which an errand is tried again that failed
SOME = 50  # errands looked at together
EVERY = 100_000  # tables of somebody
STAND_IN_BYTES = 16

log = logging.getLogger(__name__)


def errand(do: str, now: float, **what: Any) -> Document:
    """An errand to be kept."""
    return Document(ERRAND, secrets.token_hex(8)).saying({"do": do, **what}, [TO_DO], now)


async def give(store: Store, documents: Sequence[Document]) -> None:
    """Keep errands, and what belongs to them, and have somebody look."""
    await asyncio.wrap_future(store.keep(documents))
    store.notify(CHANNEL, [HINT])


class Errands:
    """Those of one server."""

    def __init__(self, hub: Hub, people: People, results: ResultKeeper) -> None:
        self.hub, self.store, self.people, self.results = hub, hub.store, people, results
        self.doing: dict[str, asyncio.Lock] = {}
        self.later: dict[str, float] = {}  # when errands that failed are tried again
        self.news = asyncio.Event()
        self.ways: dict[str, Callable[..., Awaitable[int]]] = {
            "adopt": self.adopt, "erase": self.erase, "unname": self.unname, "name": self.name, "unsay": self.unsay,
            "resay": self.resay,
        }  # fmt: skip

    async def run(self) -> None:
        """Do what is to be done, as long as the server runs, and look which bans hold."""
        while True:
            try:
                await self.people.bans.read()
                for document in await asyncio.wrap_future(self.store.documents(ERRAND, TO_DO, SOME)):
                    await self._try(document)
            except Exception:
                log.exception("nobody could look what is to be done")
            self.news.clear()
            await after(self.news, SECONDS)

    async def _try(self, document: Document) -> None:
        """Do an errand that nobody waits for; if that fails, again after a while."""
        if self.later.get(document.key, 0.0) > self.hub.clock():
            return
        try:
            await self.do(document)
            self.later.pop(document.key, None)
        except Elsewhere:  # the rest is for those whose tables they are; soon it is looked again
            self.given()
        except Exception:
            log.exception("an errand could not be done")
            self.later[document.key] = self.hub.clock() + LATER

    async def _each(self, tables: Iterable[str], do: Callable[[str], Awaitable[object]]) -> None:
        """Do something at several tables, at all where it can be done; if it cannot at some, say so in the end.

        It is worse if something went wrong than if a table belongs to another node, which does the same errand there.
        """
        faults: list[Exception] = []
        for table in tables:
            try:
                await do(table)
            except Exception as error:
                faults.append(error)
        for fault in sorted(faults, key=lambda error: isinstance(error, Elsewhere))[:1]:
            raise fault

    async def do(self, document: Document) -> int:
        """Do an errand, unless that is under way; what its way tells. What fails is tried again later."""
        lock = self.doing.setdefault(document.key, asyncio.Lock())
        async with lock:
            what = dict(document.data)
            told = await self.ways[what.pop("do")](**what)
            self.doing.pop(document.key, None)
            try:
                await asyncio.wrap_future(self.store.keep([document.gone()]))
            except Conflict:
                log.debug("somebody else has done this errand too")
            return told

    async def begin(self, do: str, **what: Any) -> int:
        """Give an errand and do it at once, as far as that is possible here; others do the rest."""
        document = errand(do, self.hub.clock(), **what)
        await asyncio.wrap_future(self.store.keep([document]))
        try:
            return await self.do(await read(self.store, ERRAND, document.key))
        except Elsewhere:
            self.given()
            return 0

    def given(self) -> None:
        """Let other nodes know that there is something to do."""
        self.store.notify(CHANNEL, [])

    async def _rewrite(self, table: str, change: Callable[[Stored, Table], Stored | None]) -> bool:
        """Keep a table otherwise, and its result with it; whether there was anything to do."""
        after = await rewrite(self.hub, table, change)
        if after is not None:
            await self.results.renew(after)
        return after is not None

    async def _tables(self, visitor: str) -> list[str]:
        """The tables at which somebody sits."""
        listed = await asyncio.wrap_future(self.store.listed(visitor, EVERY))
        return [one.setup.table for one in listed]

    # Somebody signs in

    async def adopt(self, old: str, new: str) -> int:
        """Let a visitor's tables be a person's; at how many both sit, where their seats stay apart."""
        apart: list[str] = []
        change = partial(adopted, old, new, apart)
        await self._each(await self._tables(old), lambda table: self._rewrite(table, change))
        await belongings.brought(self.store, old, new)
        return len(apart)

    # Somebody leaves

    async def erase(self, visitor: str) -> int:
        """Delete all that is kept of somebody; how many tables knew of them."""
        devices = [device.id for device in await self.people.devices.all(visitor)]
        await belongings.left_behind(self.store, visitor)
        self.people.devices.tell([visitor, *devices])
        tables = await asyncio.wrap_future(self.store.mentioning(visitor))
        await self._each(tables, lambda table: self._erase_at(table, visitor))
        await self.results.settled()
        await belongings.left_behind(self.store, visitor)
        await reports.forget(self.store, visitor)
        return len(tables)

    async def _erase_at(self, name: str, visitor: str) -> None:
        """Let somebody be nobody at a table: running games are given up; what they alone have played is deleted."""
        here = await self.hub.open_any(name)
        owners = {owner for seat in here.table.seats for owner in seat.owners}
        if owners <= {visitor} and here.table.seats_of(visitor):
            await delete(self.hub, name)
            return
        for seat in here.table.active_of(visitor):
            if not here.table.over and here.table.seats[seat].owners == (visitor,):
                await self.hub.change(here, partial(resigned, here, visitor, seat, self.hub.clock))
        await self._rewrite(name, partial(forgotten, visitor, secrets.token_hex(STAND_IN_BYTES)))

    # Operators decide

    async def unname(self, visitor: str, name: str, act: str) -> int:
        """Take a name from somebody, everywhere."""
        person = await self.people.person(visitor)
        if person is not None and skeleton(person.name) == skeleton(name):
            await self.people.unname(visitor)

        async def unnamed_at(table: str) -> None:
            found: list[Spots] = []
            if await self._rewrite(table, partial(unnamed, visitor, skeleton(name), found)):
                await self._note(act, {"table": table, "places": found[-1].places, "events": found[-1].events})

        await self._each(await self._tables(visitor), unnamed_at)
        return 0

    async def name(self, table: str, places: Sequence[int], events: Sequence[int], name: str) -> int:
        """Give a seat back the name that was taken from it."""
        spots = Spots(tuple(places), tuple(events))
        await self._rewrite(table, lambda stored, _: rewriting.named(stored, spots, name))
        return 0

    async def unsay(self, table: str, number: int, act: str) -> int:
        """Take something back that was said."""
        found: list[Event] = []
        await self._rewrite(table, partial(silenced, number, found))
        for event in found[-1:]:
            await self._note(act, {"table": table, "event": event._asdict()})
        return 0

    async def resay(self, table: str, event: dict[str, Any]) -> int:
        """Let something stand again that was taken back."""
        await self._rewrite(table, lambda stored, _: rewriting.resaid(stored, Event(**event)))
        return 0

    async def _note(self, act: str, undo: dict[str, Any]) -> None:
        """Note what has to be done should an operator think better of it."""

        def noted(before: Document) -> Document | None:
            if before.data is None:
                return None
            return before.saying(before.data | {"undo": [*before.data["undo"], undo]}, before.data["tags"])

        await changed(self.store, ACT, act, noted)


async def after(event: asyncio.Event, seconds: float) -> None:
    """Wait for something, but no longer than that."""
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except TimeoutError:
        return


def resigned(here: OpenTable, visitor: str, seat: int, clock: Callable[[], float]) -> Prospect:
    """A seat given up by whoever leaves."""
    return checks.resign(here.table, visitor, {"seat": seat}, clock())


def adopted(old: str, new: str, apart: list[str], stored: Stored, table: Table) -> Stored | None:
    """A table with a person's seats in the place of a visitor's, unless together they would see more than each did."""
    before, theirs = set(table.seats_of(old)), set(table.seats_of(new))
    if theirs and not (before <= theirs or theirs <= before):
        apart.append(stored.setup.table)
        return None
    return rewriting.exchanged(stored, old, new)


def forgotten(visitor: str, stand_in: str, stored: Stored, table: Table) -> Stored:
    """A table at which somebody has sat of whom nothing is known."""
    return rewriting.forgotten(stored, visitor, stand_in, table.seats_of(visitor))


def unnamed(visitor: str, meant: str, found: list[Spots], stored: Stored, table: Table) -> Stored | None:
    """A table without a name that somebody had there."""
    seats = table.seats_of(visitor)
    spots = rewriting.spots(stored, seats, visitor, lambda name: skeleton(name) == meant)
    found.append(spots)
    return rewriting.named(stored, spots, "") if spots else None


def silenced(number: int, found: list[Event], stored: Stored, _: Table) -> Stored | None:
    """A table without something that was said there."""
    said = [event for event in stored.chat if event.number == number]
    found += said
    return rewriting.unsaid(stored, lambda event: event.number == number) if said else None
