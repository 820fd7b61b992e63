"""Hints: the best moves for whoever decides, thought over elsewhere from what that seat knows and told to no other."""

from __future__ import annotations

import asyncio

from tablier.server.authority.refusals import Refused, described
from tablier.server.bots.pool import Question
from tablier.server.tables.connections import Connection, OpenTable
from tablier.server.tables.thinking import Host, complain

LEVEL = 6  # of who thinks of hints


def give(host: Host, here: OpenTable, connection: Connection) -> None:
    """Think of a hint for whoever decides now, and tell it if the position is still the same."""
    task = asyncio.create_task(advise(host, here, connection))
    task.add_done_callback(complain)
    connection.advice = task


async def advise(host: Host, here: OpenTable, connection: Connection) -> None:
    """The hint itself."""
    table = here.table
    seat, point = table.deciding, (table.number, table.version)
    if seat is None:
        return
    if host.preparation is not None:
        await host.preparation.thinking(table.setup.game, LEVEL)
    text = table.match.text(seat)
    question = Question(table.setup.game, text, LEVEL, connection.address, connection.visitor, table.hidden)
    found = await host.bots.hint(question)
    if point != (table.number, table.version):
        return
    if found is None:
        connection.send({"type": "refused", **described(Refused("server.hint.none", 503), connection.language)})
        return
    connection.send({"type": "hint", "number": table.number, **found})
