"""What pages tell about a table without opening it: of one that is not in memory, only that much is read."""

from asyncio import wrap_future
from collections.abc import Collection

from tablier.server.hub import Hub


async def game_of(hub: Hub, table: str) -> str | None:
    """The game that is played at a table, if there is such a table."""
    here = hub.open_tables.get(table)
    return here.table.setup.game if here else await wrap_future(hub.store.game(table))


async def owners_of(hub: Hub, table: str, seat: int) -> Collection[str]:
    """The visitors to whom a seat at a table belongs."""
    here = hub.open_tables.get(table)
    if here is not None:
        return here.table.seats[seat].owners
    return await wrap_future(hub.store.owners(table, seat))
