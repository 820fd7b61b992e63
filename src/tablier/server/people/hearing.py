"""Hearing of changes, made here or at another node: who is who, what is to be done; and lines that are to be cut."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from tablier.server.authority.refusals import Refused
from tablier.server.people import devices, errands
from tablier.server.people.errands import Errands
from tablier.server.tables.connections import Connection
from tablier.server.tables.hub import Hub
from tablier.server.tables.outlets import REFUSED


@contextmanager
def hearing(hub: Hub, given: Errands) -> Iterator[None]:
    """Hear of changes as long as the server runs."""
    loop, tasks, known = asyncio.get_running_loop(), set[asyncio.Task[None]](), given.people.devices

    def cut(changed: Sequence[str]) -> None:
        task = loop.create_task(cut_off(hub, known, changed))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    known.hear = cut
    ends = [
        hub.store.listen(devices.CHANNEL, lambda told: loop.call_soon_threadsafe(known.forget, told)),
        hub.store.listen(errands.CHANNEL, lambda _: loop.call_soon_threadsafe(given.news.set)),
    ]
    yield
    known.hear = len
    for end in ends:
        end()


async def cut_off(hub: Hub, known: devices.Devices, changed: Sequence[str]) -> None:
    """Cut the lines of devices that are somebody else's now; those of all devices are looked at if none is named."""
    for connection in [*connected(hub)]:
        if connection.device and (not changed or connection.device in changed):
            who = await known.who(connection.device)
            if connection.visitor != (who.person or connection.device) or who.gone:
                cut(hub, connection, who.gone)


def cut(hub: Hub, connection: Connection, gone: bool) -> None:
    """Cut one line: who was a person there is told so; who has become one comes back as that."""
    if connection.visitor == connection.device and not gone:
        connection.hang_up()
        return
    hub.refuse(connection, Refused("server.you.signed_out", 403))
    connection.hang_up(REFUSED)


def connected(hub: Hub) -> Iterator[Connection]:
    """All who are connected."""
    for connections in list(hub.crowd.visitors.values()):
        yield from list(connections)
