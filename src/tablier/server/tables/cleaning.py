"""Tables at which nobody plays any more: closed for good, and deleted when that is long ago."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from tablier.core.errors import Error
from tablier.server.authority import prospects
from tablier.server.authority.limits import DAY
from tablier.server.authority.summaries import ABANDONED, FINISHED, RUNNING
from tablier.server.operation.logs import pseudonym
from tablier.server.tables.hub import Hub
from tablier.server.tables.owning import Elsewhere

HOUR = 3_600.0

log = logging.getLogger(__name__)


async def keep_clean(hub: Hub) -> None:
    """Clean up once an hour, the first time when all games have long been prepared."""
    while True:
        await asyncio.sleep(HOUR)
        try:
            await clean_up(hub, hub.clock())
        except Exception:
            log.exception("tables could not be cleaned up")


async def clean_up(hub: Hub, now: float) -> None:
    """Close tables that have not moved for long, and delete those that ended too long ago."""
    settings, since = hub.settings, now - hub.settings.abandoned_days * DAY
    for name in await asyncio.wrap_future(hub.store.still(RUNNING, since)):
        await abandon(hub, name, since, now)
    for state, days in ((ABANDONED, settings.forget_abandoned_days), (FINISHED, settings.forget_finished_days)):
        if days:
            names = await asyncio.wrap_future(hub.store.still(state, now - days * DAY))
            await forget(hub, names)


async def abandon(hub: Hub, name: str, since: float, now: float) -> None:
    """Close a table that has not moved since then."""
    try:
        here = await hub.open_any(name)
        await hub.change(here, lambda: prospects.abandoned(here.table, since, now))
    except Elsewhere:
        return
    except Error as error:
        log.warning("table %s could not be closed", pseudonym(name), exc_info=error)


async def forget(hub: Hub, names: Sequence[str]) -> None:
    """Delete tables at which nobody looks."""
    idle = [name for name in names if name not in hub.opening and is_idle(hub, name)]
    for name in idle:
        hub.open_tables.pop(name, None)
    hub.node.release(idle)
    if idle:
        await asyncio.wrap_future(hub.store.forget(idle, hub.node.name))


def is_idle(hub: Hub, name: str) -> bool:
    """Whether nobody looks at a table and nothing happens there."""
    return name not in hub.open_tables or hub.open_tables[name].is_idle()
