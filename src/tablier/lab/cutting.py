"""A line between a node and its database that can be cut, or keep silent, as networks do."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from tablier.lab.bench_clients import HOST
from tablier.lab.ports import free_port

PIECE = 65_536
LOOK = 0.01


class CuttableLine:
    """Passes on what comes to a port of its own, both ways, until somebody cuts it or holds it."""

    def __init__(self, target: int) -> None:
        self.target, self.port = target, free_port()
        self.writers: set[asyncio.StreamWriter] = set()
        self.count = 0  # connections
        self.open = asyncio.Event()
        self.open.set()

    async def begin(self) -> None:
        """Listen."""
        self.server = await asyncio.start_server(self.connected, HOST, self.port)

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, until either side ends it."""
        self.count += 1
        try:
            await self.passing(reader, writer)
        finally:
            self.count -= 1

    async def passing(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Make a connection there, and pass on what comes on both."""
        self.writers.add(writer)
        try:
            there_reader, there = await asyncio.open_connection(HOST, self.target)
        except OSError:
            self.drop(writer)
            return
        self.writers.add(there)
        ways = self.passed_on(reader, there), self.passed_on(there_reader, writer)
        await asyncio.gather(*ways, return_exceptions=True)
        self.drop(writer, there)

    async def passed_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass on one way what comes, as long as the line is not held."""
        with suppress(OSError):
            while piece := await reader.read(PIECE):
                await self.open.wait()
                writer.write(piece)
                await writer.drain()
        if not writer.is_closing():
            writer.close()

    def drop(self, *writers: asyncio.StreamWriter) -> None:
        """Forget connections that have ended."""
        for writer in writers:
            self.writers.discard(writer)
            writer.transport.abort()

    def cut(self) -> None:
        """End all connections without a word."""
        for writer in list(self.writers):
            writer.transport.abort()

    def hold(self) -> None:
        """Let nothing through any more, and let nobody know."""
        self.open.clear()

    def mend(self) -> None:
        """Let through what waits, and all that comes."""
        self.open.set()

    async def end(self) -> None:
        """Listen no more."""
        self.server.close()
        self.mend()
        while self.count:
            self.cut()
            await asyncio.sleep(LOOK)
