"""Tables in memory, those who look at them, and what is to be done there."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from tablier.server.events import Event
from tablier.server.table import Table
from tablier.server.telling import Message, Teller, Viewer
from tablier.server.telling.writing import written
from tablier.server.wire import TRY_AGAIN

REFUSED, STORAGE_FULL = 4000, 4507  # closing codes


class Line(Protocol):
    """The way to somebody's screen."""

    def write(self, texts: Sequence[bytes]) -> None:
        """Have messages sent; who is too slow is cut off."""

    def close(self) -> None:
        """End the connection."""


@dataclass(eq=False)
class Connection(Viewer):
    """A viewer and the line to them."""

    address: str = ""
    line: Line | None = None
    closing: int = TRY_AGAIN  # the code with which the connection is closed

    def send(self, *messages: Message | bytes) -> None:
        """Have messages sent, some of which may be written already."""
        if self.line is not None:
            self.line.write([message if isinstance(message, bytes) else written(message) for message in messages])

    def hang_up(self, code: int = TRY_AGAIN) -> None:
        """End the connection."""
        self.closing = code
        if self.line is not None:
            self.line.close()


class Change(NamedTuple):
    """Something to be done at a table, and what is called once it is, or with the reason why it is not."""

    check: Callable[[], Sequence[Event]]
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
