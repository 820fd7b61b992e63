"""Tables in memory, those who look at them, and what is to be done there."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from tablier.server.events import Event
from tablier.server.table import Table
from tablier.server.telling import Message, Teller, Viewer
from tablier.server.writing import written


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

    def send(self, *messages: Message) -> None:
        """Have messages sent."""
        if self.line is not None:
            self.line.write([written(message) for message in messages])

    def hang_up(self) -> None:
        """End the connection."""
        if self.line is not None:
            self.line.close()


@dataclass(eq=False)
class Change:
    """Something to be done at a table, and whoever waits for it."""

    check: Callable[[], Sequence[Event]]
    waiter: asyncio.Future[None]

    def done(self, error: BaseException | None = None) -> None:
        """Tell whoever waits that it was done, or why not."""
        if self.waiter.done():
            return
        if error is None:
            self.waiter.set_result(None)
        else:
            self.waiter.set_exception(error)


@dataclass(eq=False)
class OpenTable:
    """A table in memory."""

    table: Table
    teller: Teller
    connections: list[Connection] = field(default_factory=list)
    changes: deque[Change] = field(default_factory=deque)  # the first one is under way
    thinking: asyncio.Task[None] | None = None

    def is_idle(self) -> bool:
        """Whether nobody is here and nothing happens."""
        return not self.connections and not self.changes and (self.thinking is None or self.thinking.done())
