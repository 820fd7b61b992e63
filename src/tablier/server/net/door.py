"""The door: how many connections there may be, and how long each may keep silent, so that anybody can come in."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from uvicorn.middleware.proxy_headers import _TrustedHosts

from tablier.server.entrance.rates import network
from tablier.server.operation.metrics import Metrics

LOOK_SECONDS = 1.0  # between looks at who has used up their time
QUIET_SECONDS = 60.0  # between two lines of the log about the same
SPARED = 8  # one of so many connections is never a WebSocket

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Patience:
    """Seconds that a connection is waited for."""

    request: float = 15.0  # for the head of a request, after the connection was made or the last answer given
    body: float = 60.0  # for the rest of it
    reading: float = 60.0  # for the other side to read anything of what it was sent
    closing: float = 10.0  # for the other side to let go


class Caller(Protocol):
    """A connection that has not become a WebSocket."""

    transport: asyncio.Transport

    def late(self) -> None:
        """End it: what it had to send has not come in time."""


@dataclass
class Guest:
    """A connection as the door knows it."""

    network: str
    unsent: int = 0  # bytes, when the door looked last
    stuck_since: float | None = None
    closing_since: float | None = None


@dataclass
class Door:
    """All connections of a server."""

    most: int
    metrics: Metrics
    most_of_one: float = float("inf")  # connections from one network
    proxies: Sequence[str] = ()  # machines that stand for many
    inside: int | None = None  # the port at which only other nodes come, as many as they like
    patience: Patience = field(default_factory=Patience)
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self.trusted = _TrustedHosts(list(self.proxies))
        self.guests: dict[asyncio.Transport, Guest] = {}
        self.networks: Counter[str] = Counter()
        self.sockets: set[asyncio.Transport] = set()
        self.requests: OrderedDict[Caller, float] = OrderedDict()  # of whom the head of one is awaited, since when
        self.bodies: OrderedDict[Caller, float] = OrderedDict()
        self.noted: dict[str, float] = {}  # when what was last written down
        self.looking: asyncio.TimerHandle | None = None

    # Coming and going

    def enter(self, caller: Caller, address: str, port: int | None = None) -> bool:
        """Let a connection in, if there is room; the one that has been silent for the longest time makes room."""
        known = network(address)
        inside = port is not None and port == self.inside
        if self.networks[known] >= self.most_of_one and address not in self.trusted and not inside:
            return self.turned_away("network")
        if len(self.guests) >= self.most and not self.make_room():
            return self.turned_away("full")
        self.guests[caller.transport] = Guest(known)
        self.networks[known] += 1
        self.metrics.connections = len(self.guests)
        self.expect_request(caller)
        self.look_later()
        return True

    def make_room(self) -> bool:
        """Cut off whoever has been silent for the longest time; False if nobody is silent."""
        if not self.requests:
            return False
        caller, _ = self.requests.popitem(last=False)
        self.leave(caller.transport)
        caller.transport.abort()
        self.turned_away("silent")
        return True

    def admit_socket(self, transport: asyncio.Transport) -> bool:
        """Let a connection become a WebSocket, if enough stay for everything else."""
        if len(self.sockets) >= self.most - self.most // SPARED:
            return self.turned_away("sockets")
        self.sockets.add(transport)
        return True

    def leave(self, transport: asyncio.Transport) -> None:
        """Forget a connection that has ended."""
        guest = self.guests.pop(transport, None)
        self.sockets.discard(transport)
        if guest is None:
            return
        self.networks[guest.network] -= 1
        if not self.networks[guest.network]:
            del self.networks[guest.network]
        self.metrics.connections = len(self.guests)

    def turned_away(self, reason: str) -> bool:
        """Count that somebody was not let in or sent away, and write it down now and then; False."""
        self.metrics.turned_away[reason] += 1
        now = self.clock()
        if now - self.noted.get(reason, -QUIET_SECONDS) >= QUIET_SECONDS:
            self.noted[reason] = now
            facts = {"reason": reason, "connections": len(self.guests), "most": self.most}
            log.warning("connections are refused or cut off", extra={"facts": facts})
        return False

    # Waiting

    def expect_request(self, caller: Caller) -> None:
        """Begin to wait for the head of a request, unless that was begun already."""
        self.bodies.pop(caller, None)
        self.requests.setdefault(caller, self.clock())

    def expect_body(self, caller: Caller) -> None:
        """Begin to wait for the rest of it."""
        self.requests.pop(caller, None)
        self.bodies.setdefault(caller, self.clock())

    def expect_nothing(self, caller: Caller) -> None:
        """It is our turn."""
        self.requests.pop(caller, None)
        self.bodies.pop(caller, None)

    def look_later(self) -> None:
        """Look again and again, as long as somebody is there."""
        if self.looking is None:
            self.looking = asyncio.get_running_loop().call_later(LOOK_SECONDS, self.look_again)

    def look_again(self) -> None:
        """Look, and go on."""
        self.looking = None
        self.look()
        if self.guests:
            self.look_later()

    def look(self) -> None:
        """End every connection that has used up its time."""
        now = self.clock()
        for waiting, seconds in ((self.requests, self.patience.request), (self.bodies, self.patience.body)):
            while waiting and now - next(iter(waiting.values())) > seconds:
                caller, _ = waiting.popitem(last=False)
                self.turned_away("late")
                caller.late()
        for transport, guest in list(self.guests.items()):
            if self.is_stuck(transport, guest, now):
                self.turned_away("stuck")
                transport.abort()

    def is_stuck(self, transport: asyncio.Transport, guest: Guest, now: float) -> bool:
        """Whether the other side has read nothing for too long, or does not let go."""
        if transport.is_closing():
            guest.closing_since = guest.closing_since or now
            return now - guest.closing_since > self.patience.closing
        unsent = transport.get_write_buffer_size()
        if not unsent or unsent < guest.unsent:
            guest.stuck_since = None
        elif guest.stuck_since is None:
            guest.stuck_since = now
        guest.unsent = unsent
        return guest.stuck_since is not None and now - guest.stuck_since > self.patience.reading
