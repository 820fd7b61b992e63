"""Bots at a table: when one is to move it thinks, elsewhere, and then takes the same path as everybody."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable
from functools import partial
from typing import Protocol

from tablier.server.authority import checks
from tablier.server.authority.prospects import Prospect, prospect
from tablier.server.authority.table import Table
from tablier.server.bots.pool import LATE, Answer, Bots, Question
from tablier.server.bots.preparing import Preparation
from tablier.server.operation.metrics import Metrics
from tablier.server.operation.settings import Settings
from tablier.server.tables.connections import Check, OpenTable

log = logging.getLogger(__name__)


class Host(Protocol):
    """What bots need of whoever keeps the tables."""

    bots: Bots
    metrics: Metrics
    settings: Settings
    preparation: Preparation | None
    clock: Callable[[], float]

    async def change(self, here: OpenTable, check: Check) -> None:
        """Check something, keep it, let it happen and tell everybody."""


def wake(host: Host, here: OpenTable) -> None:
    """Let bots move, if it is their turn and somebody is there to see it or to play on."""
    busy = here.thinking is not None and not here.thinking.done()
    if attended(here) and not busy and bot_to_move(here) is not None:
        here.thinking = asyncio.create_task(think(host, here))
        here.thinking.add_done_callback(complain)


def attended(here: OpenTable) -> bool:
    """Whether somebody looks, or has a seat to play on."""
    return bool(here.connections) or any(seat.is_person for seat in here.table.seats)


def bot_to_move(here: OpenTable) -> int | None:
    """The level of the bot that is to move."""
    seat = here.table.deciding
    return None if seat is None or here.table.is_full else here.table.seats[seat].level


async def think(host: Host, here: OpenTable) -> None:
    """Let bots move until it is a person's turn, or nobody is there to play on and nobody looks."""
    table = here.table
    while attended(here) and (level := bot_to_move(here)) is not None:
        if host.preparation is not None:
            await host.preparation.thinking(table.setup.game, level)
        seat, point = table.deciding or 0, (table.number, table.version)
        maker = table.setup.maker
        question = Question(table.setup.game, table.match.text(seat), level, here.address or maker, maker, table.hidden)
        with host.metrics.thought():
            answer = await host.bots.choose(question)
        await host.change(here, partial(bot_prospect, host, table, seat, point, answer))
        await asyncio.sleep(host.settings.pace if here.connections else 0)


def bot_prospect(host: Host, table: Table, seat: int, point: tuple[int, int], answer: Answer) -> Prospect:
    """A bot's move, if the position is still the one it was thought over for; any move if there is none."""
    if point != (table.number, table.version) or seat != table.deciding or table.seats[seat].is_person:
        return prospect(table, [])
    legal = table.match.legal()
    move, note = (answer.move, answer.note) if answer.move in legal else (random.choice(legal), LATE)
    return checks.bot_move(table, seat, move, host.clock(), note)


def complain(task: asyncio.Task[None]) -> None:
    """Write down why bots have stopped moving, if they should not have."""
    error = None if task.cancelled() else task.exception()
    if error is not None:
        log.error("bots have stopped moving at a table", exc_info=error)
