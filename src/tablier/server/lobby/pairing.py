"""Pairing: who looks for others is written down, found, and led to a table, by whichever server is the first to see it.

A pairing is one write of all who take part, each in the revision in which they were seen waiting; so however many
servers look at the same time, nobody is ever paired twice. What they have agreed on is kept with it, and whoever finds
it unfinished, after a server has died in between, makes the table.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace

from tablier.core.errors import Error
from tablier.server.authority.events import Setup, setup_from, setup_text
from tablier.server.lobby.seekers import (
    FOUND,
    KEPT,
    LATE,
    SEEKER,
    WAITING,
    Pairing,
    Seeker,
    refuse_impossible,
    seeker_from,
    table_of,
    together,
    written,
)
from tablier.server.operation.logs import note, pseudonym
from tablier.server.store.documents import changed, read
from tablier.server.store.protocol import Conflict, Document, Store
from tablier.server.tables.hub import Hub

PAIRED, ALL = "pairing", "all"
"""The kind and the tag of what was agreed on and is not made yet, by the name of the table."""
MOST = 300  # seekers that are looked at together
UNFINISHED = 5.0  # seconds after which somebody else makes the table
SIGN = 5.0  # seconds between two signs of somebody who waits

log = logging.getLogger(__name__)


async def seek(store: Store, seeker: Seeker) -> None:
    """Begin to look for others, in the place of what was looked for before."""
    refuse_impossible(seeker)
    await changed(store, SEEKER, seeker.visitor, lambda document: written(document, seeker))


async def leave(store: Store, visitor: str) -> None:
    """Look for nobody any more; what was found is forgotten, too."""
    await changed(store, SEEKER, visitor, lambda document: document.gone() if document.text else None)


async def search_of(store: Store, visitor: str, now: float) -> Seeker | None:
    """What somebody looks for, or how that ended, if it was not long ago."""
    document = await read(store, SEEKER, visitor)
    seeker = seeker_from(document)
    if seeker is not None and seeker.state != WAITING and now - seeker.ended > KEPT:
        await keep(store, document.gone())
        return None
    return seeker


async def sign(store: Store, seeker: Seeker, now: float, here: bool = True) -> None:
    """Note that somebody who waits is still there, if that was not noted of late; or that their last page is closed."""
    if here and seeker.here and now - seeker.seen < SIGN:
        return

    def change(document: Document) -> Document | None:
        known = seeker_from(document)
        if known is None or known.state != WAITING:
            return None
        return written(document, replace(known, seen=now, here=here))

    await changed(store, SEEKER, seeker.visitor, change)


async def waiting(store: Store, now: float) -> dict[str, tuple[Document, Seeker]]:
    """All who wait, by visitor; whose time is over, and who has left, waits no longer."""
    found: dict[str, tuple[Document, Seeker]] = {}
    for document in await asyncio.wrap_future(store.documents(SEEKER, WAITING, MOST)):
        seeker = seeker_from(document)
        if seeker is None:
            continue
        if seeker.has_left(now):
            await keep(store, document.gone())
        elif now >= seeker.until:
            await keep(store, written(document, replace(seeker, state=LATE, ended=now)))
        else:
            found[seeker.visitor] = document, seeker
    return found


async def keep(store: Store, *documents: Document) -> bool:
    """Keep documents; False if somebody else has changed one of them meanwhile."""
    try:
        await asyncio.wrap_future(store.keep(documents))
    except Conflict:
        return False
    return True


async def pair(hub: Hub, present: dict[str, tuple[Document, Seeker]], now: float) -> list[Setup]:
    """Bring together whoever goes together; the tables that were made for them."""
    made, left = [], {visitor: found for visitor, found in present.items() if found[1].is_there(now)}
    while (found := together([seeker for _, seeker in left.values()])) is not None:
        wish, group = found
        setup = await agreed(hub.store, wish, [left.pop(seeker.visitor) for seeker in group], now)
        if setup is not None:
            await settle(hub, setup.table)
            made.append(setup)
    return made


async def agreed(store: Store, wish: Pairing, group: Sequence[tuple[Document, Seeker]], now: float) -> Setup | None:
    """The table of those who are paired, all of them at once; None if one was not waiting any more."""
    setup = table_of(wish, [seeker for _, seeker in group], now)
    paired = [
        written(document, replace(seeker, state=FOUND, table=setup.table, ended=now)) for document, seeker in group
    ]
    kept = Document(PAIRED, setup.table).saying({"setup": setup_text(setup)}, [ALL], now)
    return setup if await keep(store, *paired, kept) else None


async def settle(hub: Hub, name: str) -> None:
    """Make the table of a pairing, unless somebody has."""
    document = await read(hub.store, PAIRED, name)
    if document.text is None:
        return
    try:
        if await hub.game_of(name) is None:
            await hub.make(setup_from(document.data["setup"]))
            note("pairing", table=pseudonym(name))
    except Exception:
        if await hub.game_of(name) is None:  # nobody else was faster
            raise
    await keep(hub.store, document.gone())


async def finish(hub: Hub, now: float) -> None:
    """Make the tables that others have agreed on and left unmade."""
    for document in await asyncio.wrap_future(hub.store.documents(PAIRED, ALL, MOST, now - UNFINISHED)):
        try:
            await settle(hub, document.key)
        except Error:
            log.warning("the table of a pairing could not be made", exc_info=True)
