"""HTTP as uvicorn speaks it, but nobody is waited for without end, and only so many are let in."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from tablier.core.words import LANGUAGES, word
from tablier.server.entrance.knots import untie_transport
from tablier.server.net.door import Door

TOO_LATE, NO_ROOM = 408, 503
REASONS = {TOO_LATE: b"Request Timeout", NO_ROOM: b"Service Unavailable"}
RETRY_SECONDS = 5


class Conversation(h11.Connection):
    """What is read of a connection."""

    def next_event(self) -> Any:
        """The next event; an error of the other side does not hold on to where it was found."""
        try:
            return super().next_event()
        except h11.RemoteProtocolError as error:
            raise error.with_traceback(None) from None


class Calling(H11Protocol):
    """One connection, as long as it has not become a WebSocket."""

    def __init__(self, door: Door, **settings: Any) -> None:
        super().__init__(**settings)
        self.door = door
        self.conn = Conversation(h11.SERVER)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Come in, if there is room."""
        super().connection_made(transport)
        if not self.door.enter(self, self.client[0] if self.client else "", self.server[1] if self.server else None):
            self.refuse(NO_ROOM, "server.limits.connections")

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of everything."""
        super().connection_lost(exc)
        self._unset_keepalive_if_required()
        self.door.expect_nothing(self)
        self.door.leave(self.transport)
        untie_transport(self.transport)

    def data_received(self, data: bytes) -> None:
        """Look at what has come in."""
        super().data_received(data)
        self.await_more()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self.await_more()

    def await_more(self) -> None:
        """Tell the door what is to come next, if anything is."""
        state = self.conn.their_state
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            self.door.expect_nothing(self)
        elif state is h11.IDLE:
            self.door.expect_request(self)
        elif state is h11.SEND_BODY:
            self.door.expect_body(self)
        else:
            self.door.expect_nothing(self)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Become a WebSocket, if there is room."""
        if self.door.admit_socket(self.transport):
            super().handle_websocket_upgrade(event)
        else:
            self.refuse(NO_ROOM, "server.limits.connections")

    def late(self) -> None:
        """End the connection: what it had to send has not come in time. Who has sent nothing is not told."""
        answering = self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete
        silent = self.conn.our_state is h11.IDLE and not self.conn.trailing_data[0]
        if answering or silent:
            self.transport.close()
        else:
            self.refuse(TOO_LATE, "server.limits.late")

    def refuse(self, status: int, key: str) -> None:
        """Say why the connection ends, and end it; in which language is not known."""
        text = "\n".join(word(key).say(language) for language in LANGUAGES).encode()
        head = (
            b"HTTP/1.1 %d %b\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\n"
            b"retry-after: %d\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head % (status, REASONS[status], len(text), RETRY_SECONDS) + text)
        self.transport.close()
