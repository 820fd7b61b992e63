"""Sockets passed on to the node that has the table: handed over within a machine, else joined to one that leads there.

Who is handed over costs the node nothing any more. Where two machines are between, bytes go to and fro as they come,
so that the pings which measure a visitor's lag go all the way, too.
"""

from __future__ import annotations

import array
import asyncio
import contextlib
import os
import socket
import struct
from collections.abc import Callable
from pathlib import Path

import uvicorn

from tablier.server.net.calling import Calling

CONNECTING = 2.0  # seconds
LENGTH = struct.Struct("!I")
LONGEST_HEAD = 65_536
TAKEN = b"!"  # what is said by who has taken a connection over


# Within a machine


async def handed_over(path: Path, line: socket.socket, head: bytes, gone: asyncio.Event) -> bool:
    """Hand a connection over with what was read of it; False if nobody has said to have it until the node is gone."""
    with socket.socket(socket.AF_UNIX) as way:
        way.setblocking(False)
        try:
            way.connect(str(path))
            rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [line.fileno()]))]
            way.sendmsg([LENGTH.pack(len(head)) + head], rights)
        except OSError:
            return False
        waiting = [asyncio.ensure_future(ready(way)), asyncio.ensure_future(gone.wait())]
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for one in waiting:
            one.cancel()
        try:
            way.shutdown(socket.SHUT_RDWR)  # from now on nobody can say any more to have it
            return way.recv(1) == TAKEN
        except OSError:
            return False


async def ready(way: socket.socket) -> None:
    """Wait until there is something to be read."""
    loop, there = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(way.fileno(), there.set)
    try:
        await there.wait()
    finally:
        loop.remove_reader(way.fileno())


class Taking:
    """Where connections come in that other processes of this machine hand over."""

    def __init__(self, server: uvicorn.Server, path: Path) -> None:
        self.server, self.path, self.loop = server, path, asyncio.get_running_loop()
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.setblocking(False)
        self.listener.bind(str(path))
        self.listener.listen(socket.SOMAXCONN)
        self.ways: set[socket.socket] = set()
        self.tasks: set[asyncio.Task[None]] = set()
        self.loop.add_reader(self.listener.fileno(), self._come)

    def _come(self) -> None:
        """Somebody is there."""
        with contextlib.suppress(OSError):
            way, _ = self.listener.accept()
            way.setblocking(False)
            self.ways.add(way)
            self.loop.add_reader(way.fileno(), self._take, way)

    def _take(self, way: socket.socket) -> None:
        """Take a connection, unless whoever hands it over has given that up."""
        self.loop.remove_reader(way.fileno())
        self.ways.discard(way)
        lines: list[socket.socket] = []
        with way:
            try:
                told, descriptors, _, _ = socket.recv_fds(way, LONGEST_HEAD, 1)
                lines = [socket.socket(fileno=descriptor) for descriptor in descriptors]
                if lines and len(told) == LENGTH.size + LENGTH.unpack_from(told)[0]:
                    way.send(TAKEN)
                    self._begin(lines.pop(), told[LENGTH.size :])
            except (OSError, struct.error):
                pass
        for line in lines:
            line.close()

    def _begin(self, line: socket.socket, head: bytes) -> None:
        """Let a connection go on here."""
        task = self.loop.create_task(self._go_on(line, head))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _go_on(self, line: socket.socket, head: bytes) -> None:
        """Go on with a connection as if it had come here."""
        line.setblocking(False)
        _, protocol = await self.loop.connect_accepted_socket(self._protocol, line)
        protocol.data_received(head)

    def _protocol(self) -> Calling:
        make: Callable[..., Calling] = self.server.config.http_protocol_class  # type: ignore[assignment]
        state, known = self.server.server_state, self.server.lifespan.state
        return make(config=self.server.config, server_state=state, app_state=known, _loop=self.loop)

    def close(self) -> None:
        """Take nothing any more."""
        for way in (self.listener, *self.ways):
            self.loop.remove_reader(way.fileno())
            way.close()
        with contextlib.suppress(OSError):
            os.unlink(self.path)


# Between machines


class Pipe(asyncio.Protocol):
    """One end of two connections that are joined: what comes in here goes out there."""

    other: asyncio.Transport | None = None
    used = False  # whether anything has come in
    spares = False  # the other end, if this one ends before it was used

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self.ended = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.pause_reading()

    def data_received(self, data: bytes) -> None:
        self.used = True
        if self.other is not None:
            self.other.write(data)

    def pause_writing(self) -> None:
        """Read no more at the other end, as long as this one is slow."""
        if self.other is not None and not self.other.is_closing():
            self.other.pause_reading()

    def resume_writing(self) -> None:
        """Read on there."""
        if self.other is not None and not self.other.is_closing():
            self.other.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        self.ended.set()
        if self.other is not None and (self.used or not self.spares):
            self.other.close()


async def reached(address: str) -> Pipe | None:
    """A connection to another node; none if it cannot be had."""
    host, _, port = address.rpartition(":")
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(CONNECTING):
            _, pipe = await loop.create_connection(Pipe, host.strip("[]"), int(port))
    except (OSError, TimeoutError):
        return None
    return pipe


async def joined(here: asyncio.Transport, there: Pipe, head: bytes) -> bool:
    """Join two connections until either ends; what was read of the one goes to the other first.

    False if the other one ends without a word: then this one is left as it was.
    """
    back, before, mine = there.transport, here.get_protocol(), Pipe()
    assert back is not None
    mine.transport, mine.other, mine.ended = here, back, there.ended
    there.other, there.spares = here, True
    here.set_protocol(mine)
    back.write(head)
    back.resume_reading()
    await there.ended.wait()
    if not there.used and not here.is_closing():
        here.set_protocol(before)
        return False
    back.close()
    return True
