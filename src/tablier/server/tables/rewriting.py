"""Tables kept otherwise: with a name removed, something said taken away, or a seat that is somebody else's now.

All that happened there stays as it was. Whoever is connected is cut off, and comes back to the table as it is then.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tablier.server.authority.events import Event, Stored
from tablier.server.authority.prospects import Prospect
from tablier.server.authority.refusals import Refused
from tablier.server.authority.summaries import summary
from tablier.server.authority.table import Table
from tablier.server.store.protocol import Conflict, Done, Trouble
from tablier.server.store.rewriting import Rewritten
from tablier.server.tables.connections import Change, OpenTable
from tablier.server.tables.hub import Hub

TRIES = 50  # at a table where something happens all the time
PAUSE = 0.02  # seconds between them
REWRITTEN = "rewritten"
Rewrite = Callable[[Stored, Table], Stored | None]
"""What makes another table of one as it is kept; nothing if nothing is to be done."""


class KeptOtherwise(Conflict):
    """The table in memory is not that on disk any more."""


async def rewrite(hub: Hub, name: str, change: Rewrite) -> Table | None:
    """Keep a table otherwise, between what else is done there; None if there was nothing to do or no such table."""
    for _ in range(TRIES):
        try:
            here = await hub.open_any(name)
        except Refused as error:
            if error.status != 404 or error.key != "server.table.unknown":
                raise
            return None
        stored = await asyncio.wrap_future(hub.store.load(name))
        new = None if stored is None else change(stored, here.table)
        if stored is None or new is None:
            return None
        after = await attempted(hub, here, stored, new)
        if after is not None:
            return after
        await asyncio.sleep(PAUSE)
    raise Refused("server.table.stale")


async def attempted(hub: Hub, here: OpenTable, stored: Stored, new: Stored) -> Table | None:
    """Keep a table otherwise that was just read; None if something has happened there since."""
    after = await asyncio.to_thread(Table, new.setup, new.events, hub.settings.patience, new.chat)
    waiter: asyncio.Future[BaseException | None] = asyncio.get_running_loop().create_future()
    as_read = Prospect([Event(REWRITTEN)], after)

    def check() -> Prospect:
        return as_read if is_as_read(here.table, stored) else Prospect([], here.table)

    kept: list[str] = []

    def keep(ahead: Prospect, done: Done) -> None:
        def told(error: BaseException | None) -> None:
            kept.extend([] if error else [stored.setup.table])
            done(error or KeptOtherwise())

        rewritten = Rewritten(new.setup, changed(stored, new), new.chat, summary(after))
        hub.store.rewrite(stored.setup.table, rewritten, told, here.fence)

    hub.queue(here, Change(check, waiter.set_result, keep))
    error = await waiter
    if isinstance(error, Trouble) and not kept:
        raise error
    if not kept:
        return None
    here.stop()
    return after


async def delete(hub: Hub, name: str) -> None:
    """Delete a table when it is its turn, whoever looks at it."""
    here = await hub.open_any(name)
    waiter: asyncio.Future[BaseException | None] = asyncio.get_running_loop().create_future()

    def keep(_: Prospect, done: Done) -> None:
        future = hub.store.forget([name], hub.node.name)
        future.add_done_callback(lambda gone: done(gone.exception() or KeptOtherwise()))

    as_it_is = Prospect([Event(REWRITTEN)], here.table)
    hub.queue(here, Change(lambda: as_it_is, waiter.set_result, keep))
    error = await waiter
    if isinstance(error, Trouble):
        raise error
    here.stop()


def is_as_read(table: Table, stored: Stored) -> bool:
    """Whether nothing has happened at a table since it was read."""
    said = max((event.number for event in stored.chat), default=0)
    return table.count == len(stored.events) and table.said == said


def changed(before: Stored, after: Stored) -> dict[int, Event]:
    """The events that are not as before, by number."""
    pairs = enumerate(zip(before.events, after.events, strict=True))
    return {number: new for number, (old, new) in pairs if old != new}
