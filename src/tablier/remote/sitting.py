"""A seat at a table of a server: the live connection, which opens itself again, and the seat's own account."""

import json
from collections.abc import Iterator
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from tablier.core.match import Match
from tablier.core.words import Word
from tablier.remote.client import Denied, Server, Unreachable, reason, wait
from tablier.remote.promises import Message, Promises

FINAL = (1008, 4000)  # closing codes that say that trying again is of no use
MOST_FAILURES = 8  # in a row


class Sitting:
    """One visitor at one table."""

    def __init__(self, server: Server, table: str) -> None:
        self.server, self.table = server, table
        self.promises = Promises(table, server.folder)
        self.socket: ClientConnection | None = None
        self.mine: list[int] = []  # seats
        self.sent: list[Message] = []  # about the dice, over this line
        self.now: Message = {}  # how things stand
        self.refused: Message = {}  # what was refused last

    @property
    def address(self) -> str:
        """Where the live connection is."""
        url = self.server.url.replace("http", "ws", 1)
        known = f"&number={self.now['number']}" if self.now else ""
        return f"{url}/api/tables/{self.table}/live?language={self.server.language}{known}"

    def messages(self) -> Iterator[Message]:
        """All that is told, over as many connections as it takes; what the dice need is given as soon as it is due."""
        failures = 0
        while True:
            try:
                with connect(self.address, additional_headers=self.server.headers, max_size=None) as socket:
                    self.socket, self.sent = socket, []
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
            self.server.sleep(max(wait(failures), self.refused.pop("retry_after", None) or 0.0))

    def _refuse_the_end(self, error: ConnectionClosed) -> None:
        """Raise what the server has said if it closed for good."""
        if error.rcvd is not None and error.rcvd.code in FINAL:
            raise Denied(self.refused) from None

    def _note(self, message: Message) -> None:
        """Remember whose seats are ours and how things stand, and do our part for the dice."""
        if message["type"] == "refused":
            self.refused = dict(message)
            self._wait(message)
        elif message["type"] == "table":
            self.mine = message["yours"]
        if message["type"] in ("table", "now"):
            fresh, self.now = not self.sent, message.get("now", message)
            self._season(fresh and message["type"] == "table")

    def _wait(self, refused: Message) -> None:
        """Wait as long as we are told to, and do our part for the dice again, which may be what was refused."""
        if "retry_after" in refused and self.now:
            self.server.sleep(self.refused.pop("retry_after"))
            self.sent.clear()
            self._season(False)

    def _season(self, fresh: bool) -> None:
        """Send what is due for the dice, each thing once over a line."""
        for message in self.promises.due(self.now, self.mine, fresh):
            if message not in self.sent:
                self.sent.append(message)
                self.send(**message)

    @property
    def broken(self) -> Word | None:
        """Which promise about the dice was not kept, at a table that is over."""
        return self.promises.broken(self.now.get("dice"))

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
