"""The lobby of one server: those who have a page open that tells them, and what they are told as things change.

Everything is read from documents, together for all who look. Whoever changes something hints at it, to the other
servers too; a hint that is lost delays what it hints at, and loses nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from tablier.core.words import word
from tablier.server.authority import limits
from tablier.server.authority.events import Event, Setup
from tablier.server.authority.refusals import Refused
from tablier.server.authority.table import Table
from tablier.server.lobby import invitations, openings, pairing, views
from tablier.server.lobby.seekers import WAITING
from tablier.server.lobby.views import Shared, Standing
from tablier.server.notices.telling import INVITED, PAIRED, Notice, Notices
from tablier.server.people.persons import People
from tablier.server.tables.hub import Hub
from tablier.server.telling.writing import written

CHANNEL = "lobby"
BEAT, REST = 2.0, 0.1  # seconds between two looks at most, and at least
SELDOM, RARELY = 30.0, 120.0  # seconds after which is looked at what nobody has hinted at: by all, by one
SHARED_SECONDS = 1.0  # for which what all see is good for whoever only asks

log = logging.getLogger(__name__)


@dataclass(eq=False)
class Watcher:
    """A page that tells somebody."""

    visitor: str
    language: str
    address: str
    send: Callable[[bytes], object]
    close: Callable[[], object]
    told: bytes = field(default=b"", repr=False)


class Lobby:
    """One for a server."""

    def __init__(self, hub: Hub, notices: Notices) -> None:
        self.hub, self.store, self.notices, self.people = hub, hub.store, notices, People(hub.store)
        self.watchers: defaultdict[str, list[Watcher]] = defaultdict(list)  # by visitor, the oldest first
        self.standings: dict[str, Standing] = {}  # of those who watch
        self.dirty: set[str] = set()  # visitors whose standing is to be read again
        self.pending: dict[str, dict[str, Any] | None] = {}  # open tables as they are to be shown
        self.shared = Shared()
        self.seldom = 0.0
        self.news = asyncio.Event()
        self.loop: asyncio.AbstractEventLoop | None = None
        self.tasks: set[asyncio.Task[None]] = set()
        hub.followers += [self.follow, notices.follow]

    # What happens

    def follow(self, table: Table, events: Sequence[Event]) -> None:
        """See whom it concerns that something has happened at a table."""
        moves = sum(event.kind == "move" for event in events)
        if table.setup.open and table.number == moves:  # nobody had moved before
            self.pending[table.setup.table] = openings.opening(table)
            self.hint("tables")
        owners = {owner for seat in table.seats for owner in seat.owners}
        self.look_again(owners & self.watchers.keys())
        seat = table.deciding
        here = self.hub.open_tables.get(table.setup.table)
        online = here.teller.online if here is not None else frozenset[str]()
        if seat is not None and events and online.isdisjoint(table.seats[seat].owners):
            self.hint(*(owner for owner in table.seats[seat].owners if owner not in self.watchers))

    def hint(self, *hints: str) -> None:
        """Let all servers look again: at somebody's standing, or at what all see."""
        if hints:
            self.store.notify(CHANNEL, hints)

    def hear(self, hints: list[str]) -> None:
        """Hear it, in whatever thread; without any, something may have been missed."""
        if self.loop is not None:
            with suppress(RuntimeError):  # the loop has ended
                self.loop.call_soon_threadsafe(self.heard, hints)

    def heard(self, hints: list[str]) -> None:
        """Look again."""
        self.look_again(self.watchers.keys() & hints if hints else self.watchers.keys())
        if not hints or "tables" in hints:
            self.news.set()

    def look_again(self, visitors: Any) -> None:
        """Read anew how things stand for some."""
        if visitors:
            self.dirty |= set(visitors)
            self.news.set()

    # Who looks

    def come(self, watcher: Watcher) -> None:
        """Somebody opens a page; of too many of one visitor, the oldest is told no more."""
        mine = self.watchers[watcher.visitor]
        of_address = sum(one.address == watcher.address for ones in self.watchers.values() for one in ones)
        if self.hub.settings.limited and of_address >= limits.LOBBY_PER_ADDRESS:
            raise Refused("server.limits.crowd", 429, limits.FULL_SECONDS)
        mine.append(watcher)
        if len(mine) > limits.LOBBY_PER_VISITOR:
            mine.pop(0).close()
        self.notices.looking.add(watcher.visitor)
        self.start(self.notices.back(watcher.visitor))
        self.look_again([watcher.visitor])

    def go(self, watcher: Watcher) -> None:
        """Somebody closes a page; whoever waits and has none left is awaited for a moment."""
        mine = self.watchers[watcher.visitor]
        if watcher in mine:
            mine.remove(watcher)
        if mine:
            return
        del self.watchers[watcher.visitor]
        self.notices.looking.discard(watcher.visitor)
        standing = self.standings.pop(watcher.visitor, None)
        if standing is not None and standing.search is not None and standing.search.state == WAITING:
            self.start(pairing.sign(self.store, standing.search, self.hub.clock(), here=False))

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something besides."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.done)

    def done(self, task: asyncio.Task[None]) -> None:
        """Write down what went wrong."""
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.warning("something in the lobby failed", exc_info=task.exception())

    # As time passes

    async def run(self) -> None:
        """Look again and again, at once where something is hinted at."""
        self.loop = asyncio.get_running_loop()
        await self.notices.begin()
        end = self.store.listen(CHANNEL, self.hear)
        try:
            while True:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.news.wait(), BEAT)
                self.news.clear()
                await self.try_beat()
                await asyncio.sleep(REST)
        finally:
            end()
            for task in self.tasks:
                task.cancel()
            await self.notices.close()

    async def try_beat(self) -> None:
        """Look once; whatever goes wrong, the next look comes."""
        try:
            await self.beat()
        except Exception:
            log.warning("the lobby could not be looked after", exc_info=True)

    async def beat(self) -> None:
        """Write down, pair, read and tell what there is; nothing at all where nobody looks."""
        await self.show_pending()
        if not self.watchers:
            return
        now = self.hub.clock()
        if now - self.seldom >= SELDOM:
            self.seldom = now
            self.dirty |= {visitor for visitor, one in self.standings.items() if now - one.at > RARELY}
            await self.keep_openings(now)
            await pairing.finish(self.hub, now)
        await self.pair(now)
        self.shared = Shared(now, await openings.shown(self.store, now), self.shared.looking)
        await self.read_standings(now)
        self.tell()

    async def show_pending(self) -> None:
        """Show open tables as they are."""
        while self.pending:
            name, data = next(iter(self.pending.items()))
            await openings.show(self.hub, name, data)
            if self.pending.get(name) is data:
                del self.pending[name]
            self.hint("tables")

    async def keep_openings(self, now: float) -> None:
        """Note which tables' makers are there: at the table, or on a page that tells them."""
        for name, here in list(self.hub.open_tables.items()):
            maker = here.table.setup.maker
            if here.table.open and not here.table.number and (maker in here.teller.online or maker in self.watchers):
                await openings.stay(self.store, name, now)

    async def pair(self, now: float) -> None:
        """Bring together who goes together, and note who of them is here."""
        present = await pairing.waiting(self.store, now)
        self.shared.looking = len(present)
        for setup in await pairing.pair(self.hub, present, now):
            self.announce(setup)
        for visitor in present.keys() & self.watchers.keys():
            await pairing.sign(self.store, present[visitor][1], now)

    def announce(self, setup: Setup) -> None:
        """Tell those who were paired."""
        visitors = [owner for place in setup.places for owner in place.owners]
        self.look_again([visitor for visitor in visitors if visitor in self.watchers])
        self.hint(*visitors)
        text = word("server.notice.paired", game=word(f"{setup.game}.name"))
        for visitor in visitors:
            if visitor not in self.notices.looking:
                self.notices.start(self.notices.tell(visitor, Notice(PAIRED, setup.game, text)))

    async def read_standings(self, now: float) -> None:
        """Read how things stand for those for whom something may have changed."""
        while self.dirty:
            visitor = self.dirty.pop()
            if visitor in self.watchers:
                self.standings[visitor] = await self.standing(visitor, now)

    async def standing(self, visitor: str, now: float) -> Standing:
        """How things stand for somebody."""
        return Standing(
            await self.hub.listed(visitor),
            await invitations.waiting(self.store, visitor, now),
            await invitations.sent(self.store, visitor, now),
            await pairing.search_of(self.store, visitor, now),
            now,
        )

    def tell(self) -> None:
        """Tell everybody for whom something has changed."""
        for visitor, watchers in self.watchers.items():
            standing = self.standings.get(visitor)
            for watcher in watchers if standing is not None else ():
                text = written(views.told(self.shared, standing or Standing(), visitor, watcher.language))
                if text != watcher.told:
                    watcher.told = text
                    watcher.send(text)

    # For whoever asks

    async def told(self, visitor: str, language: str) -> dict[str, Any]:
        """All that somebody is told, as it is now."""
        now = self.hub.clock()
        search = await pairing.search_of(self.store, visitor, now)
        if search is not None and search.state == WAITING:
            await pairing.sign(self.store, search, now)
        if now - self.shared.at > SHARED_SECONDS:
            await self.pair(now)
            self.shared = Shared(now, await openings.shown(self.store, now), self.shared.looking)
        return views.told(self.shared, await self.standing(visitor, now), visitor, language)

    async def changed(self, visitor: str) -> None:
        """Somebody has begun or ended to look for others: look at once."""
        self.look_again([visitor])
        self.hint("tables", visitor)
        self.news.set()

    async def invited(self, group: Sequence[invitations.Companion], game: str, name: str) -> None:
        """Tell those who were invited."""
        by = name or word("server.lobby.somebody")
        text = word("server.notice.invited", name=by, game=word(f"{game}.name"))
        for visitor in {owner for companion in group for owner in companion.owners}:
            self.hint(visitor)
            self.look_again([visitor] if visitor in self.watchers else [])
            if visitor not in self.notices.looking:
                self.notices.start(self.notices.tell(visitor, Notice(INVITED, game, text)))
