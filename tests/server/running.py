"""Servers in a thread of the tests, with real sockets, and lines to them that do whatever they like."""

import asyncio
import socket
import struct
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import httpx
from websockets.sync.client import connect

from tablier.server.net.door import Door
from tests.api.kit import House

Result = TypeVar("Result")
SECONDS = 20  # after which a test has failed
HANDSHAKE = (
    "GET /api/tables/{table}/live?language=en HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Running(House):
    """A server, its door, and its thread."""

    def __init__(self, data: Path, **settings: Any) -> None:
        super().__init__(data, **settings)
        self.data, self.port = data, self.listener.getsockname()[1]
        self.door: Door = self.server.config.http.args[0]  # type: ignore[union-attr]  # each connection is given it
        self.lines: list[socket.socket] = []
        self.thread = threading.Thread(target=lambda: asyncio.run(self.served()))

    async def served(self) -> None:
        self.loop = asyncio.get_running_loop()
        await self.server.serve([self.listener])

    def __exit__(self, *_: object) -> None:
        for line in self.lines:
            line.close()
        super().__exit__()

    def settled(self) -> None:
        """Wait until nobody is connected, and what follows from that is done."""

        async def quiet() -> None:
            while self.server.server_state.connections or self.server.server_state.tasks:
                await asyncio.sleep(0)
            for _ in range(3):  # a lost connection is forgotten in the turns after
                await asyncio.sleep(0)

        asyncio.run_coroutine_threadsafe(quiet(), self.loop).result(SECONDS)

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        return httpx.request(method, f"http://127.0.0.1:{self.port}{path}", timeout=SECONDS, **more)

    def make(self, seats: list[dict[str, Any]]) -> httpx.Response:
        return self.ask("POST", "/api/tables", json={"game": "samliam", "seats": seats})

    def made(self) -> str:
        """A table at which a visitor has both seats."""
        answer = self.make([{"kind": "me"}, {"kind": "here"}])
        self.cookie = f"visitor={answer.cookies['visitor']}"
        return str(answer.json()["table"])

    def line(self) -> socket.socket:
        """A connection over which nothing was said yet; it is closed with the server at the latest."""
        self.lines.append(socket.create_connection(("127.0.0.1", self.port), timeout=SECONDS))
        return self.lines[-1]

    def upgraded(self, line: socket.socket, table: str) -> bytes:
        """Make a WebSocket of a connection; what was sent after that."""
        line.sendall(HANDSHAKE.format(table=table).encode())
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += line.recv(65_536)
        assert b" 101 " in answer
        return answer.partition(b"\r\n\r\n")[2]

    def until(self, happens: Callable[[], bool]) -> None:
        """Wait until something is so, as the server's thread sees it."""

        async def waited() -> None:
            while not happens():
                await asyncio.sleep(0)

        asyncio.run_coroutine_threadsafe(waited(), self.loop).result(SECONDS)

    def in_loop(self, work: Callable[[], Result]) -> Result:
        """Have something done in the server's thread."""

        async def done() -> Result:
            return work()

        return asyncio.run_coroutine_threadsafe(done(), self.loop).result(SECONDS)

    def live(self, table: str) -> Any:
        address = f"ws://127.0.0.1:{self.port}/api/tables/{table}/live"
        return connect(address, additional_headers={"Cookie": self.cookie}, max_size=None, max_queue=None)


def reset_when_closed(line: socket.socket) -> None:
    """Have a connection end without a word."""
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def rest(line: socket.socket) -> bytes:
    """All that is still sent, until the other side ends the connection."""
    found = b""
    try:
        while piece := line.recv(65_536):
            found += piece
    except ConnectionError:
        pass
    return found
