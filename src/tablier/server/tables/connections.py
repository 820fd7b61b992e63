"""Tables in memory, those who look at them, and what is to be done there."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from tablier.server.authority.prospects import Prospect
from tablier.server.authority.table import Table
from tablier.server.tables.outlets import TRY_AGAIN, Outlet
from tablier.server.telling import Message, Teller, Viewer
from tablier.server.telling.writing import written


@dataclass(eq=False)
class Connection(Viewer):
    """A viewer and the outlet by which they are told."""

    address: str = ""
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


@dataclass(eq=False)
class OpenTable:
    """A table in memory."""

    table: Table
    teller: Teller
    connections: list[Connection] = field(default_factory=list)
    changes: deque[Change] = field(default_factory=deque)  # the first one is under way
    thinking: asyncio.Task[None] | None = None
    address: str = ""  # of whoever made it, or came to it first

    def is_idle(self) -> bool:
        """Whether nobody is here and nothing happens."""
        return not self.connections and not self.changes and (self.thinking is None or self.thinking.done())
