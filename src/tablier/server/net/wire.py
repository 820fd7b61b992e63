"""WebSockets with a short way in and out: no task and no queue stands between a socket and a table.

Everything else (handshake, control frames, closing) is as uvicorn does it. What many sockets bring in one turn of the
loop is heard together once all was read, and what they are told is sent together: to go to the kernel and back between
one table and the next takes a busy server a tenth of its time, since a processor is quick only at what it did just now.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from tablier.server.cluster.envelope import target
from tablier.server.cluster.errand import head
from tablier.server.cluster.membership import Membership
from tablier.server.entrance.knots import untie_transport
from tablier.server.net import passing
from tablier.server.net.door import Door
from tablier.server.tables.outlets import TRY_AGAIN, WIRE

UNSENT_BYTES = 2_000_000  # that may wait for a slow connection
UNREAD = 8  # messages that may wait to be looked at
MOST_FRAMES = 64  # of one message
PIECE = 4_096  # bytes that are looked at together, so that a message of too many frames is not read to its end
TOO_LARGE = 1009
FIRST_PING = 1.0  # seconds after a socket was opened
TEXT, LENGTH_16, LENGTH_64 = 0x81, 126, 127

log = logging.getLogger(__name__)

Item = TypeVar("Item")


class Together(Generic[Item]):
    """What comes up in one turn of a loop, one after the other, and is done at its end."""

    def __init__(self, work: Callable[["Wire", Item], None]) -> None:
        self.work = work
        self.waiting: list[tuple[Wire, Item]] = []

    def later(self, wire: "Wire", item: Item) -> None:
        """Have something done for a socket."""
        if not self.waiting:
            wire.loop.call_soon(self.all)
        self.waiting.append((wire, item))

    def all(self) -> None:
        """Do all that waits; a socket for which it fails is closed."""
        waiting, self.waiting = self.waiting, []
        for wire, item in waiting:
            try:
                self.work(wire, item)
            except Exception:
                log.exception("a socket failed")
                wire.close()


class Wire(WebSocketsSansIOProtocol):
    """One socket. ``hear``: what is called with each text that comes in, once the application listens."""

    hear: Callable[[str | None], None] | None = None
    passed = False  # on to another node

    def __init__(self, door: Door, **settings: Any) -> None:
        super().__init__(**settings)
        self.door, self.lost = door, asyncio.Event()
        self.hearing, self.sending = together(self.loop)

    async def run_asgi(self) -> None:
        """Let the application know of the short way."""
        extensions: Any = self.scope["extensions"]
        extensions[WIRE] = self
        try:
            await super().run_asgi()
        finally:
            del extensions[WIRE]
            self.hear = None

    async def pass_on(self, node: str, address: str, header: tuple[bytes, bytes], member: Membership) -> bool:
        """Have another node go on with this connection, until it ends; False if that node cannot be reached."""
        path = Path(member.place.siblings, node)
        if not member.place.siblings or not path.exists():
            return await self.join(node, address, header, member)
        gone, told = asyncio.Event(), self.handshake(header)
        self.transport.pause_reading()
        with member.attach(node, gone.set):
            done = await passing.handed_over(path, self.transport.get_extra_info("socket"), told, gone)
        if not done:
            self.transport.resume_reading()
            return False
        self.passed = True
        self.transport.abort()
        await self.lost.wait()
        return True

    async def join(self, node: str, address: str, header: tuple[bytes, bytes], member: Membership) -> bool:
        """Lead the connection to another machine."""
        pipe = await passing.reached(address)
        if pipe is None or pipe.transport is None:
            return False
        self.passed = True
        with member.attach(node, pipe.transport.abort):
            self.passed = await passing.joined(self.transport, pipe, self.handshake(header))
        if self.passed:
            self.connection_lost(None)
        return self.passed

    def handshake(self, header: tuple[bytes, bytes]) -> bytes:
        """What was read so far, with one more header."""
        scope: Any = self.scope
        return head("GET", target(scope), [*scope["headers"], header])

    def shutdown(self) -> None:
        """Hang up; what is led elsewhere ends without a word of ours in between."""
        if self.passed:
            self.transport.close()
        else:
            super().shutdown()

    @property
    def lag(self) -> float:
        """Seconds there and back, as measured by the last ping."""
        return float(self.last_ping_rtt)

    def start_keepalive(self) -> None:
        """Ping soon after the beginning, too, so that a lag is known before the first moves."""
        if self.ping_interval is not None:
            self.ping_timer = self.loop.call_later(FIRST_PING, self.send_keepalive_ping)

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of everything."""
        super().connection_lost(exc)
        self.lost.set()
        self.conn.parser.close()
        self.conn.parser_exc = None
        self.conn.events.clear()
        self.frames = []
        self.door.leave(self.transport)
        untie_transport(self.transport)

    def data_received(self, data: bytes) -> None:
        """Look at what has come in, little by little, as long as the connection lasts."""
        for start in range(0, len(data), PIECE):
            if not self.transport.is_closing():
                super().data_received(data[start : start + PIECE])

    def handle_cont(self, event: Frame) -> None:
        """Go on with a message, unless it has too many frames."""
        if self.close_sent:
            return
        if len(self.frames) < MOST_FRAMES:
            super().handle_cont(event)
            return
        self.frames = []
        self.conn.fail(TOO_LARGE, f"more than {MOST_FRAMES} frames")
        self.handle_parser_exception()

    def handle_ping(self) -> None:
        """Answer, unless answers pile up."""
        super().handle_ping()
        self.cut_off_if_slow()

    def write(self, texts: Sequence[bytes]) -> None:
        """Have messages sent; who is too slow is cut off."""
        self.sending.later(self, texts)

    def send_now(self, texts: Sequence[bytes]) -> None:
        """Send messages, unless the other side has gone."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        self.transport.write(b"".join([piece for text in texts for piece in (header(len(text)), text)]))
        self.cut_off_if_slow()

    def cut_off_if_slow(self) -> None:
        """End the connection to somebody who reads too little; a closing frame would not get through either."""
        if self.transport.get_write_buffer_size() > UNSENT_BYTES:
            self.transport.abort()

    def close(self) -> None:
        """Have the application end the connection."""
        self.queue.put_nowait({"type": "websocket.disconnect", "code": TRY_AGAIN})

    def send_receive_event_to_app(self) -> None:
        """Pass a text on, as long as nothing else waits; what is no text goes the long way."""
        if self.hear is None or self.close_sent or self.curr_msg_data_type != "text" or not self.queue.empty():
            self._enqueue()
            return
        try:
            text = b"".join(self.frames).decode()
        except UnicodeDecodeError:
            self._enqueue()
        else:
            self.frames = []
            self.hearing.later(self, text)

    def hear_now(self, text: str) -> None:
        """Have a text heard, if somebody still listens."""
        if self.hear is not None:
            self.hear(text)

    def _enqueue(self) -> None:
        """Let a message wait for the application; reading pauses only when several wait, not after each."""
        paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = paused
        if not paused and self.queue.qsize() >= UNREAD:
            self.read_paused = True
            self.transport.pause_reading()


LOOPS: WeakKeyDictionary[asyncio.AbstractEventLoop, tuple[Together[str], Together[Sequence[bytes]]]]
LOOPS = WeakKeyDictionary()


def together(loop: asyncio.AbstractEventLoop) -> tuple[Together[str], Together[Sequence[bytes]]]:
    """Where what is to be heard, and to be sent, waits in a loop."""
    return LOOPS.setdefault(loop, (Together(Wire.hear_now), Together(Wire.send_now)))


def header(length: int) -> bytes:
    """What stands before a text of so many bytes."""
    if length < LENGTH_16:
        return bytes((TEXT, length))
    if length < 1 << 16:
        return bytes((TEXT, LENGTH_16)) + length.to_bytes(2, "big")
    return bytes((TEXT, LENGTH_64)) + length.to_bytes(8, "big")
