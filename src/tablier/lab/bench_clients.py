"""The clients of the server's benchmark: players over real sockets that look only at what they need."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from typing import NamedTuple

from tablier.core.words import LANGUAGES

HOST = "127.0.0.1"
HANDSHAKES = 20  # sockets that are opened at the same time
NEXT_MOVE, NOW, SNAPSHOT = b'{"move":"', b'{"type":"now","number":', b'{"type":"table"'


class Laid(NamedTuple):
    """A table in the store, and the cookies of its two players."""

    table: str
    cookies: tuple[str, str]


class Player(asyncio.Protocol):
    """One client: reads frames, and looks only at what it needs of them, so that the clients are not what is slow."""

    transport: asyncio.Transport

    def __init__(self, port: int, table: str, cookie: str, language: str) -> None:
        self.request = (
            f"GET /api/tables/{table}/live?language={language} HTTP/1.1\r\nHost: {HOST}:{port}\r\n"
            f"Cookie: visitor={cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        self.buffer = b""
        self.upgraded = False
        self.pair: Pair | None = None
        self.now = b""  # the latest message that says how things stand
        self.told = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a socket."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.request.encode())

    def data_received(self, data: bytes) -> None:
        """Take whole messages out of what has come in."""
        data = self.buffer + data if self.buffer else data
        if not self.upgraded:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self.buffer = head
                return
            self.upgraded = True
        self.buffer = data[self.taken(data) :]

    def taken(self, data: bytes) -> int:
        """How much of the data was whole frames; each is looked at."""
        at, size = 0, len(data)
        while size - at >= 2:
            length, start = data[at + 1], at + 2
            if length == 126:
                length, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif length == 127:
                length, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if start + length > size:
                break
            if data[at] == 0x81:
                self.heard(data[start : start + length])
            elif data[at] == 0x89:
                self.transport.write(framed(data[start : start + length], 0x8A))
            at = start + length
        return at

    def heard(self, message: bytes) -> None:
        """Remember how things stand."""
        if message.startswith((NOW, SNAPSHOT)):
            self.now = message
            self.told.set()
            if self.pair is not None:
                self.pair.heard(self, message)

    def move(self, number: int) -> bool:
        """Send some legal move, if there is one."""
        first = self.now.find(NEXT_MOVE)
        if first < 0:
            return False
        at = self.now.find(NEXT_MOVE, random.randrange(first, len(self.now)))
        start = (first if at < 0 else at) + len(NEXT_MOVE)
        chosen = self.now[start : self.now.index(b'"', start)]
        self.transport.write(framed(b'{"type":"move","number":%d,"move":"%b"}' % (number, chosen)))
        return True


def framed(payload: bytes, kind: int = 0x81) -> bytes:
    """A frame of a client, masked with zeros."""
    size = len(payload)
    length = bytes((0x80 | size,)) if size < 126 else bytes((0x80 | 126, *size.to_bytes(2, "big")))
    return bytes((kind,)) + length + bytes(4) + payload


def number_of(message: bytes) -> int:
    """The number of moves made, of a message that says how things stand."""
    start = message.index(b'"number":') + 9
    return int(message[start : message.index(b",", start)])


class Pair:
    """Two clients at a table: counts moves, and the time from sending one to both having been told."""

    def __init__(self, players: tuple[Player, Player], tally: Tally) -> None:
        self.players, self.tally = players, tally
        self.number = max(self.number_in(player.now) for player in players)
        self.sent = 0.0
        self.informed: set[Player] = set()
        for player in players:
            player.pair = self

    def number_in(self, message: bytes) -> int:
        """The number of moves made, as a message says."""
        return number_of(message)

    def heard(self, player: Player, message: bytes) -> None:
        """One of the two knows how things stand; when both do, it is their turn again."""
        if message.startswith(SNAPSHOT) or self.number_in(message) > self.number:
            self.informed.add(player)
            if len(self.informed) == len(self.players):
                self.tally.done(self, self.number_in(player.now))

    def move(self) -> bool:
        """Let whoever is to move do so; False when the game is over."""
        self.informed.clear()
        self.sent = time.perf_counter()
        return any(player.move(self.number) for player in self.players)


class Tally:
    """What was counted, and the tables that are still to be played."""

    def __init__(self, waiting: list[Pair], pace: float | None = None) -> None:
        self.waiting, self.pace = waiting, pace
        self.ready: list[Pair] = []
        self.moves, self.decisions = 0, 0
        self.seconds: list[float] = []
        self.ended = asyncio.Event()

    def done(self, pair: Pair, number: int) -> None:
        """A move was told to both; the next one is made, at once if nothing holds it back."""
        self.seconds.append(time.perf_counter() - pair.sent)
        self.moves += number - pair.number
        self.decisions += 1
        pair.number = number
        if self.pace is None:
            self.go_on(pair)
        else:
            self.ready.append(pair)

    def go_on(self, pair: Pair) -> None:
        """The next move at a table or, when its game is over, at another one."""
        here: Pair | None = pair
        while here is not None and not here.move():
            here = self.waiting.pop() if self.waiting else None
        if here is None:
            self.ended.set()

    def clear(self) -> None:
        """Begin to count."""
        self.moves, self.decisions = 0, 0
        self.seconds.clear()

    async def paced(self) -> None:
        """Make so many moves a second, at one table after the other."""
        assert self.pace
        due = time.perf_counter()
        while not self.ended.is_set():
            due += 1 / self.pace
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            if self.ready:
                self.go_on(self.ready.pop(0))


async def seated(port: int, laid: Sequence[Laid]) -> list[tuple[Player, Player]]:
    """Two clients at each table, told everything."""
    gate, loop = asyncio.Semaphore(HANDSHAKES), asyncio.get_running_loop()

    async def sit(table: str, cookie: str, language: str) -> Player:
        async with gate:
            _, player = await loop.create_connection(lambda: Player(port, table, cookie, language), HOST, port)
            await player.told.wait()
            return player

    async def both(number: int, one: Laid) -> tuple[Player, Player]:
        language = LANGUAGES[number % len(LANGUAGES)]
        return await sit(one.table, one.cookies[0], language), await sit(one.table, one.cookies[1], language)

    return await asyncio.gather(*(both(number, one) for number, one in enumerate(laid)))
