"""A table looked at for a moment, by whoever does nothing there: nobody has to become its owner for that."""

from __future__ import annotations

import asyncio

from tablier.core.errors import Error
from tablier.server.authority.refusals import Refused
from tablier.server.authority.table import Table
from tablier.server.tables.hub import Hub


async def glance(hub: Hub, name: str) -> Table:
    """A table as it is now if it is open here, else as it is kept."""
    here = hub.open_tables.get(name)
    if here is not None:
        return here.table
    stored = await asyncio.wrap_future(hub.store.load(name))
    if stored is None:
        raise Refused("server.table.unknown", 404)
    try:
        return await asyncio.to_thread(Table, stored.setup, stored.events, hub.settings.patience, stored.chat)
    except Refused:
        raise
    except Error as error:
        raise Refused("server.table.closed", 410) from error
