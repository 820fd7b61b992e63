"""What follows when tables are taken by this node, or taken from it."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from tablier.core.errors import Error
from tablier.server.operation.logs import pseudonym
from tablier.server.tables.hub import Hub
from tablier.server.tables.owning import Elsewhere

NOBODYS = -1  # the fence of a table that was let go, which nobody has

log = logging.getLogger(__name__)


async def arrive(hub: Hub, name: str) -> None:
    """Have a table here before somebody is let in there, if it is not another's; whatever else is wrong shows later."""
    if not hub.node.name:
        return
    try:
        await hub.open(name)
    except Elsewhere:
        raise
    except Error:
        return


async def adopt(hub: Hub, names: Sequence[str]) -> None:
    """Go on at tables whose owner is gone; others may be faster."""
    for name in names:
        try:
            await hub.open_any(name)
        except Elsewhere:
            continue
        except Error as error:
            log.warning("table %s could not be adopted", pseudonym(name), exc_info=error)


def let_go(hub: Hub) -> None:
    """Forget all tables, which may belong to others by now; whoever is there connects anew."""
    tables = list(hub.open_tables.values())
    hub.open_tables.clear()
    for here in tables:
        here.fence = NOBODYS
        here.stop()
        for connection in here.connections:
            connection.hang_up()
