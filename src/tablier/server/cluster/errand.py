"""An errand: a request of a visitor, made at another node in their name, and its answer brought back as it comes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import h11
from starlette.types import Scope, Send

from tablier.server.cluster.envelope import method, target
from tablier.server.cluster.membership import Membership
from tablier.server.store.protocol import Trouble

CONNECTING = 2.0  # seconds
PIECE = 65_536
OF_ONE_CONNECTION = {
    b"connection", b"keep-alive", b"transfer-encoding", b"te", b"trailer", b"upgrade", b"proxy-connection",
    b"content-length", b"expect", b"date", b"server",
}  # fmt: skip
"""Headers that are between two who talk, and go no further; and those that everybody who answers adds."""
LOOKS = ("GET", "HEAD")
Header = tuple[bytes, bytes]


class CutShort(Exception):
    """The other node has not answered to its end."""


class Errand:
    """One request."""

    def __init__(self, member: Membership, node: str, address: str) -> None:
        self.member, self.node, self.address = member, node, address
        self.begun = False  # to bring the answer back

    async def run(self, scope: Scope, body: bytes, header: Header, send: Send) -> bool:
        """Go there and come back; False if the node cannot be reached, so that nothing has come of it."""
        host, _, port = self.address.rpartition(":")
        try:
            async with asyncio.timeout(CONNECTING):
                reader, writer = await asyncio.open_connection(host.strip("[]"), int(port))
        except (OSError, TimeoutError):
            return False
        with self.member.attach(self.node, writer.transport.abort):
            try:
                writer.write(asked(scope, body, header))
                await self._bring_back(reader, method(scope), send)
            except (OSError, CutShort, h11.RemoteProtocolError):
                if self.begun:
                    raise CutShort(self.node) from None
                if scope["method"] not in LOOKS:
                    raise Trouble(full=False) from None
                return False
            finally:
                writer.close()
        return True

    async def _bring_back(self, reader: asyncio.StreamReader, how: str, send: Send) -> None:
        """The answer, piece by piece."""
        line = h11.Connection(h11.CLIENT)
        line.send(h11.Request(method=how, target="/", headers=[("host", "node"), ("connection", "close")]))
        line.send(h11.EndOfMessage())
        while type(event := await following(line, reader.read)) is not h11.EndOfMessage:
            if isinstance(event, h11.Response):
                self.begun = True
                await send({"type": "http.response.start", "status": event.status_code, "headers": passed(event)})
            elif isinstance(event, h11.Data):
                await send({"type": "http.response.body", "body": bytes(event.data), "more_body": True})
        await send({"type": "http.response.body", "body": b""})


async def following(line: h11.Connection, read: Callable[[int], Awaitable[bytes]]) -> h11.Event:
    """What comes next."""
    while (event := line.next_event()) is h11.NEED_DATA:
        line.receive_data(await read(PIECE))
    if not isinstance(event, h11.Event) or isinstance(event, h11.ConnectionClosed):
        raise CutShort
    return event


def asked(scope: Scope, body: bytes, header: Header) -> bytes:
    """A request as it goes to the other node."""
    kept = [(name, value) for name, value in scope["headers"] if name.lower() not in OF_ONE_CONNECTION]
    kept += [header, (b"connection", b"close"), (b"content-length", str(len(body)).encode())]
    return head(method(scope), target(scope), kept) + body


def head(how: str, what: str, headers: list[Header]) -> bytes:
    """The head of a request."""
    lines = [f"{how} {what} HTTP/1.1".encode("latin-1"), *(name + b": " + value for name, value in headers)]
    return b"\r\n".join([*lines, b"", b""])


def passed(event: h11.Response) -> list[Header]:
    """The headers of an answer that go on to the visitor."""
    length = [(name, value) for name, value in event.headers if name == b"content-length"]
    return [(name, value) for name, value in event.headers if name not in OF_ONE_CONNECTION] + length
