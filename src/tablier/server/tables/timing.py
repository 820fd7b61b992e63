"""Time at open tables: a steady clock, what it brings about by itself, and that a stop of the server is not counted."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import accumulate
from typing import Protocol

from tablier.core.errors import Error
from tablier.server.authority import leavers, limits, timekeeping
from tablier.server.authority.prospects import Prospect
from tablier.server.operation.logs import pseudonym
from tablier.server.store.protocol import ServerRun, Store
from tablier.server.tables.connections import Change, Check, Connection, OpenTable
from tablier.server.tables.owning import Elsewhere, Holder

BEAT = 5.0  # seconds between two notes that the server is there, while a live clock runs
SELDOM = 120  # times as long, while none does
SLACK = 0.005  # seconds after a moment at which it is surely over
LONGEST = 86_400.0  # seconds that are waited for at a time

Span = tuple[float, float]
"""From one moment to another."""

log = logging.getLogger(__name__)


class SteadyTime:
    """The time of day as it was in the beginning, and from then on as it passes: no correction makes it jump."""

    def __init__(self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic) -> None:
        self.steady, self.offset = steady, wall() - steady()

    def __call__(self) -> float:
        """The moment, in seconds since 1970."""
        return self.offset + self.steady()

    def agree(self, moment: float) -> None:
        """Go by another clock, on which it is this moment now."""
        self.offset = moment - self.steady()

    def go_on_from(self, moment: float) -> None:
        """Never be earlier than a moment that was kept."""
        self.offset += max(0.0, moment - self())


class Timekeeper(Protocol):
    """What time needs of whoever keeps the tables."""

    store: Store
    clock: Callable[[], float]
    open_tables: OrderedDict[str, OpenTable]
    began: float
    outages: list[tuple[float, float]]
    node: Holder
    ringing: set[asyncio.Task[None]]

    async def open_any(self, name: str) -> OpenTable:
        """A table."""

    async def change(self, here: OpenTable, check: Check) -> None:
        """Check something, keep it, let it happen and tell everybody."""

    def queue(self, here: OpenTable, change: Change) -> None:
        """Let something be done at a table when it is its turn."""

    def tell_now(self, here: OpenTable) -> None:
        """Tell everybody how things stand."""


# One table


def arm(host: Timekeeper, here: OpenTable) -> None:
    """Have the next thing happen that time alone brings about at a table."""
    if here.alarm is not None:
        here.alarm.cancel()
        here.alarm = None
    if here.table.setup.clock is None or here.table.over:
        return
    now = host.clock()
    follow(here, now)
    coming = [moment for moment in moments(here, now) if moment is not None]
    if coming:
        wait = min(LONGEST, max(0.0, min(coming) - now) + SLACK)
        here.alarm = asyncio.get_running_loop().call_later(wait, ring, host, here.table.setup.table)


def moments(here: OpenTable, now: float) -> Iterator[float | None]:
    """When something happens next: by the clocks, by leavers, by those who have just gone."""
    yield timekeeping.next_moment(here.table, lag_of(here), now)
    kept = here.table.clocks
    for seat, since in here.absent.items():
        if kept is not None and timekeeping.may_leave(here.table, kept, seat):
            yield since + limits.GONE_AFTER


def follow(here: OpenTable, now: float) -> None:
    """Note who is not connected, and since when."""
    people = {number: seat.owners for number, seat in enumerate(here.table.seats) if seat.is_person and seat.owners}
    gone = [seat for seat, owners in people.items() if here.teller.online.isdisjoint(owners)]
    here.absent = {seat: here.absent.get(seat, now) for seat in gone if leavers.follows(here.table)}


def lag_of(here: OpenTable) -> float:
    """The longest way of those whose clock runs."""
    kept = here.table.clocks
    owners = () if kept is None or kept.turn is None else here.table.seats[kept.turn].owners
    lags = (one.outlet.lag for one in here.connections if one.outlet is not None and one.visitor in owners)
    return max(lags, default=0.0)


def ring(host: Timekeeper, name: str) -> None:
    """Let time bring about what is due at a table."""
    task = asyncio.create_task(rung(host, name))
    host.ringing.add(task)
    task.add_done_callback(host.ringing.discard)


async def rung(host: Timekeeper, name: str) -> None:
    """What is due, and what can be decided from now on."""
    try:
        here = await host.open_any(name)
        count = here.table.count
        await host.change(here, partial(check, host, here))
        if here.table.count == count:
            host.tell_now(here)
            arm(host, here)
    except Elsewhere:
        return
    except Error as error:
        log.warning("time could not go on at table %s", pseudonym(name), exc_info=error)


def check(host: Timekeeper, here: OpenTable) -> Prospect:
    """What time brings about now."""
    now = max(host.clock(), here.table.latest)
    absent = [seat for seat, since in here.absent.items() if now - since >= limits.GONE_AFTER]
    return timekeeping.by_time(here.table, lag_of(here), absent, now)


def resume(host: Timekeeper, here: OpenTable, vacant: float | None = None) -> None:
    """Give back the time in which there was no server, before anything else happens at a table that was read.

    ``vacant``: since when the table belonged to nobody, if it has just been taken from a node that is gone.
    """
    table, outages = here.table, host.outages
    if vacant is not None:
        outages = together([*outages, (vacant, host.clock())])

    def give_back() -> Prospect:
        return timekeeping.paused(table, outages, max(host.clock(), table.latest))

    if give_back().events:
        host.queue(here, Change(give_back, ignore))


def welcome(host: Timekeeper, here: OpenTable, connection: Connection) -> None:
    """Note that somebody who was gone is there again."""

    def back() -> Prospect:
        return timekeeping.returned(here.table, connection.visitor, max(host.clock(), here.table.latest))

    if here.table.clocks is not None and back().events:
        host.queue(here, Change(back, ignore))


def ignore(_: BaseException | None) -> None:
    """Nobody waits for it."""


# The server


async def begin(host: Timekeeper) -> None:
    """Find out when there was no server, and note that there is one now."""
    runs = await asyncio.wrap_future(host.store.runs())
    if runs and isinstance(host.clock, SteadyTime):
        host.clock.go_on_from(max(run.last for run in runs))
    host.began = host.clock()
    host.outages = between([*runs, ServerRun(host.began, host.began)])
    await beat(host)


def between(runs: Sequence[ServerRun]) -> list[tuple[float, float]]:
    """The times in which there was no server, from its first run to its last; several may have run at a time."""
    until = accumulate((run.last for run in runs), max)
    return [(last, following.began) for last, following in zip(until, runs[1:], strict=False) if last < following.began]


def together(times: Sequence[Span]) -> list[Span]:
    """Times that may overlap, each moment of them once, in order."""
    found: list[Span] = []
    for begun, end in sorted(times):
        if found and begun <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], end)
        else:
            found.append((begun, end))
    return found


async def beat(host: Timekeeper) -> None:
    """Note that the server is there."""
    try:
        await asyncio.wrap_future(host.store.beat(host.began, host.clock()))
    except Error as error:
        log.warning("that the server is there could not be kept", exc_info=error)


async def keep_beating(host: Timekeeper) -> None:
    """Note it every few seconds while a live clock runs, and seldom while none does."""
    waited = 0
    while True:
        await asyncio.sleep(BEAT)
        waited += 1
        if host.node.name or waited >= SELDOM or any(here.is_live() for here in host.open_tables.values()):
            await beat(host)
            waited = 0
