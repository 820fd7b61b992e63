"""A seat at a table of a server: the live connection, which opens itself again, and the seat's own account."""

import json
import secrets
from collections.abc import Iterator
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from tablier.core.match import Match
from tablier.remote.client import Denied, Server, Unreachable, reason, wait

FINAL = (1008, 4000)  # closing codes that say that trying again is of no use
MOST_FAILURES = 8  # in a row
SALT_BYTES = 16

Message = dict[str, Any]


class Sitting:
    """One visitor at one table."""

    def __init__(self, server: Server, table: str) -> None:
        self.server, self.table = server, table
        self.socket: ClientConnection | None = None
        self.mine: list[int] = []  # seats
        self.salted: set[int] = set()
        self.refused: Message = {}  # what was refused last
        self.rest = 0.0  # seconds after which to come back, as far as the server has said

    @property
    def address(self) -> str:
        """Where the live connection is."""
        url = self.server.url.replace("http", "ws", 1)
        return f"{url}/api/tables/{self.table}/live?language={self.server.language}"

    def messages(self) -> Iterator[Message]:
        """All that is told, over as many connections as it takes; salts are given as soon as they are waited for."""
        failures = 0
        while True:
            try:
                with connect(self.address, additional_headers=self.server.headers, max_size=None) as socket:
                    self.socket = socket
                    while True:
                        message = json.loads(socket.recv())
                        failures = 0 if message["type"] == "table" else failures
                        self._note(message)
                        yield message
            except ConnectionClosed as error:
                self._refuse_the_end(error)
            except (OSError, InvalidHandshake) as error:
                if failures >= MOST_FAILURES:
                    raise Unreachable("remote.unreachable", url=self.server.url, detail=reason(error)) from None
            self.socket = None
            failures += 1
            self.server.sleep(max(self.rest, wait(failures)))

    def _refuse_the_end(self, error: ConnectionClosed) -> None:
        """Raise what the server has said if it closed for good."""
        if error.rcvd is not None and error.rcvd.code in FINAL:
            raise Denied(self.refused) from None

    def _note(self, message: Message) -> None:
        """Remember whose seats are ours, and give their salts."""
        if message["type"] == "refused":
            self.refused, self.rest = message, message.get("retry_after", 0.0)
        elif message["type"] == "table":
            self.mine, self.rest = message["yours"], 0.0
            self.salted.clear()
        for seat in message.get("now", message).get("waiting", []):
            if seat in self.mine and seat not in self.salted:
                self.salted.add(seat)
                self.send(type="salt", seat=seat, salt=secrets.token_hex(SALT_BYTES))

    def send(self, **message: Any) -> None:
        """Say something; if the line is down it is not said, and all is told anew when it is up again."""
        try:
            if self.socket is not None:
                self.socket.send(json.dumps(message))
        except ConnectionClosed:
            pass

    def account(self, seat: int | None) -> Match:
        """What a seat of ours, or a spectator, knows of the game."""
        return Match.from_text(self.server.text(self.table, "spectator" if seat is None else str(seat)))
