"""Tables in memory, those who look at them, and what is to be done there."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from tablier.server.authority.events import DAYS
from tablier.server.authority.prospects import Prospect
from tablier.server.authority.refusals import Refused
from tablier.server.authority.table import Table
from tablier.server.operation.logs import pseudonym
from tablier.server.store.protocol import ALONE, Conflict, Done, Trouble
from tablier.server.tables.outlets import TRY_AGAIN, Outlet
from tablier.server.telling import Message, Teller, Viewer
from tablier.server.telling.writing import written

LOOKED_AT = 32  # tables, in the search for some that are not in use

log = logging.getLogger(__name__)


@dataclass(eq=False)
class Connection(Viewer):
    """A viewer and the outlet by which they are told."""

    address: str = ""
    device: str = ""  # of a visitor who may have several
    outlet: Outlet | None = None
    closing: int = TRY_AGAIN  # the code with which the connection is closed
    advice: asyncio.Task[None] | None = None  # a hint that is being thought of

    def send(self, *messages: Message | bytes) -> None:
        """Have messages sent, some of which may be written already."""
        if self.outlet is not None:
            self.outlet.write([message if isinstance(message, bytes) else written(message) for message in messages])

    def hang_up(self, code: int = TRY_AGAIN) -> None:
        """End the connection."""
        self.closing = code
        if self.outlet is not None:
            self.outlet.close()


Check = Callable[[], Prospect]
"""What works out what is to happen, or refuses it by raising an Error."""


class Change(NamedTuple):
    """Something to be done at a table, and what is called once it is, or with the reason why it is not."""

    check: Check
    done: Callable[[BaseException | None], None]
    keep: Callable[[Prospect, Done], None] | None = None  # how it is kept, if not by adding events


@dataclass(eq=False)
class OpenTable:
    """A table in memory."""

    table: Table
    teller: Teller
    fence: int = ALONE
    connections: list[Connection] = field(default_factory=list)
    changes: deque[Change] = field(default_factory=deque)  # the first one is under way
    thinking: asyncio.Task[None] | None = None
    address: str = ""  # of whoever made it, or came to it first
    alarm: asyncio.TimerHandle | None = None  # for what time brings about next
    absent: dict[int, float] = field(default_factory=dict)  # seats of people who are not connected, and since when

    def is_idle(self) -> bool:
        """Whether nobody is here and nothing happens."""
        busy = self.connections or self.changes or self.is_live()
        return not busy and (self.thinking is None or self.thinking.done())

    def stop(self) -> None:
        """Let nothing go on by itself any more."""
        if self.thinking is not None:
            self.thinking.cancel()
        if self.alarm is not None:
            self.alarm.cancel()

    def is_live(self) -> bool:
        """Whether a clock runs whose time is a matter of minutes."""
        clocks = self.table.clocks
        return clocks is not None and clocks.running and clocks.plan.kind != DAYS and not self.table.over


def spare(tables: OrderedDict[str, OpenTable], count: int, but: OpenTable) -> list[str]:
    """So many tables at most at which nothing happens, those first that were not used for the longest time.

    The busy ones on the way are in use, and go to the end. Where there are many of them the search ends without more.
    """
    found: list[str] = []
    for name in list(islice(tables, LOOKED_AT)):
        if tables[name] is but or not tables[name].is_idle():
            tables.move_to_end(name)
        elif len(found) < count:
            found.append(name)
    return found


def resolve(waiter: asyncio.Future[None], error: BaseException | None) -> None:
    """Tell whoever waits that something was done, or why not."""
    if waiter.done():
        return
    if error is None:
        waiter.set_result(None)
    else:
        waiter.set_exception(error)


def refusal(name: str, error: BaseException) -> Refused:
    """Why events of a table were not kept."""
    if isinstance(error, Conflict):
        return Refused("server.table.stale")
    if isinstance(error, Trouble):
        return Trouble(error.full)
    log.error("events of table %s could not be kept", pseudonym(name), exc_info=error)
    return Trouble(full=False)
