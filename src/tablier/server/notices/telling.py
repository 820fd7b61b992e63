"""What somebody is told who does not look: it is their turn, a game is over, they are invited or awaited."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import OrderedDict
from collections.abc import Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from tablier.core.words import Word, word
from tablier.server.authority.events import Event
from tablier.server.authority.shelf import game_name
from tablier.server.authority.table import AGREED, Table
from tablier.server.notices import keys, pushing
from tablier.server.notices.subscriptions import Subscription, forget, subscribe, subscriptions, unsubscribe
from tablier.server.operation.settings import Settings
from tablier.server.people.belongings import keeps, of
from tablier.server.store.documents import read
from tablier.server.store.protocol import Conflict, Document, Store
from tablier.server.tables.hub import Hub

TOLD = "told"
"""The kind of what somebody was told and has not come back for, by visitor."""
PAUSE = 10.0  # seconds after which it is still their turn, and they are still not there
AGAIN = 20.0  # seconds after which a service that did not take a notice is asked once more
THREADS = 4
MOST_WAITING = 2_000  # notices under way; what comes on top is not sent
WITHOUT_SECONDS, WITHOUT_KEPT = 60.0, 5_000  # for how long it is remembered that somebody has no subscription
GONE = (404, 410)
GOOD = range(200, 300)
TURN, OVER, INVITED, PAIRED = "turn", "over", "invited", "paired"
ONCE = (TURN, OVER)
"""What is told once, until somebody comes back."""
ENDS = {"move", "resign", AGREED, "flag"}
TURNS = {"move", "back", "seal", "salt", "lost", "resign", "flag", "hand_over"}
"""After what a game may be over, and somebody else's turn."""

log = logging.getLogger(__name__)


class Notice(NamedTuple):
    """Something to be told: no table is named by its address, so whoever reads it on the way could not go there."""

    kind: str
    game: str
    text: Word
    url: str = "/lobby"
    table: str = ""  # of which it is told, after so many moves; and who made them
    number: int = 0
    seat: int | None = None  # whoever is told
    actors: Sequence[int] = ()

    def has_moved(self, number: int) -> bool:
        """Whether whoever is told has moved at the table since so many moves were made, and so was back."""
        return self.seat in self.actors[number:]


class Notices:
    """All notices of a server."""

    def __init__(self, hub: Hub, settings: Settings) -> None:
        self.hub, self.store, self.settings = hub, hub.store, settings
        self.pause, self.again = PAUSE, AGAIN
        self.keys: keys.PushKeys | None = None
        self.threads = ThreadPoolExecutor(THREADS, "push")
        self.tasks: set[asyncio.Task[None]] = set()
        self.told: set[str] = set()  # visitors, as far as this process knows
        self.without: OrderedDict[str, float] = OrderedDict()  # visitors without a subscription, and until when
        self.looking: set[str] = set()  # visitors who have a page open that tells them, kept by the lobby

    async def begin(self) -> None:
        """Have the keys ready, if this server can push at all."""
        if keys.are_installed():
            self.keys = await keys.push_keys(self.store)

    async def close(self) -> None:
        """Send nothing more."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.threads.shutdown(wait=False, cancel_futures=True)

    @property
    def contact(self) -> str:
        """Whom a push service may write to."""
        site = next((origin for origin in self.settings.origins if origin.startswith("https://")), "")
        return self.settings.contact or site or "mailto:nobody@localhost"

    # Who wishes to be told

    async def subscribe(self, subscription: Subscription) -> None:
        """Tell a browser from now on."""
        await subscribe(self.store, subscription)
        self.without.pop(subscription.visitor, None)

    async def unsubscribe(self, visitor: str, endpoint: str) -> None:
        """Tell it no more."""
        await unsubscribe(self.store, visitor, endpoint)

    async def back(self, visitor: str) -> None:
        """Somebody has come back: they may be told again."""
        self.told.discard(visitor)
        document = await read(self.store, TOLD, visitor)
        if document.text is not None:
            await keep(self.store, document.gone())

    # What happens

    def follow(self, table: Table, events: Sequence[Event]) -> None:
        """See what has happened at a table, and whom it concerns who is not there."""
        if self.keys is None:
            return
        self._note_who_is_here(table, events)
        kinds, seat = {event.kind for event in events}, awaited(table)
        if table.over and not kinds.isdisjoint(ENDS):
            for number in range(len(table.seats)):
                self._later(table, number, OVER)
        elif seat is not None and any(event.kind in TURNS and event.seat not in (None, seat) for event in events):
            self._later(table, seat, TURN)

    def _note_who_is_here(self, table: Table, events: Sequence[Event]) -> None:
        """Whoever does something is back."""
        for event in events:
            owners = table.seats[event.seat].owners if event.seat is not None and self.told else ()
            for visitor in self.told.intersection(owners):
                self.told.discard(visitor)
                self.start(self.back(visitor))

    def _later(self, table: Table, seat: int, kind: str) -> None:
        """Begin to tell whoever has a seat, if a person does who does not look."""
        absent = self.absent(table.setup.table, table, seat)
        if absent:
            self.start(self.waited(table.setup.table, seat, kind, absent))

    def absent(self, name: str, table: Table, seat: int) -> tuple[str, ...]:
        """The visitors who share a seat, if none of them looks at the table."""
        there, here = table.seats[seat], self.hub.open_tables.get(name)
        online = here.teller.online if here is not None else frozenset()
        if there.place.kind == "bot" or there.handed or not online.isdisjoint(there.owners):
            return ()
        return tuple(owner for owner in there.owners if not self.has_none(owner))

    def has_none(self, visitor: str) -> bool:
        """Whether somebody is known to have no subscription."""
        return self.without.get(visitor, 0.0) > self.hub.clock()

    async def waited(self, name: str, seat: int, kind: str, absent: Sequence[str]) -> None:
        """Tell it, if after a moment it is still so."""
        if not await self.any_subscribed(absent):
            return
        await asyncio.sleep(self.pause)
        here = self.hub.open_tables.get(name)
        if here is None:
            return
        table = here.table
        if kind == TURN and awaited(table) != seat:
            return
        for visitor in self.absent(name, table, seat):
            if visitor not in self.looking:
                await self.tell(visitor, notice_of(table, kind, seat))

    async def any_subscribed(self, visitors: Sequence[str]) -> bool:
        """Whether one of some visitors has a subscription; who has none is remembered for a while."""
        found = [visitor for visitor in visitors if await subscriptions(self.store, visitor)]
        for visitor in set(visitors) - set(found):
            self.without[visitor] = self.hub.clock() + WITHOUT_SECONDS
            self.without.move_to_end(visitor)
            if len(self.without) > WITHOUT_KEPT:
                self.without.popitem(last=False)
        return bool(found)

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something besides, unless there is too much of it."""
        if len(self.tasks) >= MOST_WAITING:
            work.close()
            return
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.done)

    def done(self, task: asyncio.Task[None]) -> None:
        """Write down what went wrong."""
        self.tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            log.warning("a notice was not sent", exc_info=error)

    # Telling

    async def tell(self, visitor: str, notice: Notice) -> None:
        """Tell all browsers of a visitor, unless they were told so and have not come back since."""
        found = await subscriptions(self.store, visitor)
        if self.keys is None or not found or (notice.kind in ONCE and not await self.claim(visitor, notice)):
            return
        await asyncio.gather(*(self.push(document, one, notice) for document, one in found))

    async def claim(self, visitor: str, notice: Notice) -> bool:
        """Whether this server is the one that tells it: of several, the one that writes it down first."""
        document = await read(self.store, TOLD, visitor)
        before = (document.data or {}).get(notice.kind)
        if before is not None and not (before["table"] == notice.table and notice.has_moved(before["number"])):
            return False
        known = {**(document.data or {}), notice.kind: {"table": notice.table, "number": notice.number}}
        self.told.add(visitor)
        return await keep(self.store, document.saying(known, [of(visitor)]))

    async def push(self, document: Document, subscription: Subscription, notice: Notice, tries: int = 2) -> None:
        """Tell one browser; a subscription that its service does not know any more is forgotten."""
        status = await self.status(subscription, content_of(notice, subscription.language))
        if status in GONE:
            await forget(self.store, document)
        elif status not in GOOD:
            log.warning("a push service did not take a notice (%s)", status or "no answer")
            if tries > 1 and (status is None or status >= 500 or status == 429):
                await asyncio.sleep(self.again)
                await self.push(document, subscription, notice, tries - 1)

    async def status(self, subscription: Subscription, content: bytes) -> int | None:
        """What a service answers; None if it cannot be reached."""
        assert self.keys is not None
        loop, private = asyncio.get_running_loop(), self.settings.push_private
        try:
            return await loop.run_in_executor(
                self.threads, pushing.push, subscription, content, self.keys, self.contact, private
            )
        except Exception as error:
            log.info("a push service was not reached (%s)", type(error).__name__)
            return None


def awaited(table: Table) -> int | None:
    """The seat on which everybody waits: it decides, or has not shown its salt."""
    return table.waiting[0] if table.waiting and not table.unsealed else table.deciding


def notice_of(table: Table, kind: str, seat: int) -> Notice:
    """What is told of a table."""
    setup = table.setup
    text = word(f"server.notice.{kind}", table=setup.name or word(f"{setup.game}.name"))
    return Notice(kind, setup.game, text, "/turn", setup.table, table.number, seat, tuple(table.actors))


def content_of(notice: Notice, language: str) -> bytes:
    """A notice as it is sent: its game, a sentence, and where on this site more is to be learned."""
    told = {
        "title": game_name(notice.game, language),
        "body": notice.text.say(language),
        "url": notice.url,
        "tag": notice.kind,
        "language": language,
    }
    return json.dumps(told, ensure_ascii=False).encode()


async def keep(store: Store, document: Document) -> bool:
    """Keep a document; False if somebody else was faster."""
    try:
        await asyncio.wrap_future(store.keep([document]))
    except Conflict:
        return False
    return True


keeps(TOLD, told=None)
