"""Players who note what they asked for and what they were told, and how that compares with what was kept.

What is told as having happened has to be there in the end, as it was told to everybody, at its place; and nothing may
be there that its player has not sent for that place.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tablier.core.errors import Error
from tablier.lab.bench_clients import HOST, Laid
from tablier.server.authority.events import event_from, setup_from
from tablier.server.authority.table import Table

PAUSE = 0.08  # seconds before a move
BETWEEN = 0.1  # before one connects again
PATIENCE = 3.0  # without a word after a move, until one tries another node
OPENING, PING = 3.0, 1.0


@dataclass
class Journal:
    """What was asked for and told at one table."""

    laid: Laid
    seats: int  # of people, who have the first ones
    sent: defaultdict[int, set[str]] = field(default_factory=lambda: defaultdict(set))  # moves, by their place
    told: defaultdict[int, set[str]] = field(default_factory=lambda: defaultdict(set))  # in words, by number
    last: int = 0  # number of moves that somebody was told of
    sent_at: float = 0.0
    on_at: float = 0.0  # when a move was told that had been sent after that moment
    since: float = 0.0
    over: bool = False
    wrong: list[str] = field(default_factory=list)

    def send(self, number: int, move: str) -> None:
        """A move is sent."""
        self.sent[number].add(move)
        self.sent_at = time.perf_counter()

    def hear(self, number: int, lines: Sequence[str]) -> None:
        """A move is told."""
        if number > self.last and self.sent_at >= self.since and not self.on_at:
            self.on_at = time.perf_counter()
        self.last = max(self.last, number)
        self.told[number].add("\n".join(lines))

    def look(self, known: int, message: dict[str, Any]) -> None:
        """A table is told as it stands, to somebody who came when so many moves were known."""
        if message["number"] < known:
            self.wrong.append(f"{known} moves were told, and later only {message['number']}")
        for entry in message["log"]:
            if entry["number"] in self.told:
                self.told[entry["number"]].add("\n".join(entry["lines"]))
        self.last = max(self.last, message["number"])

    def mark(self) -> None:
        """From now on it is waited for a move that is sent and told."""
        self.since, self.on_at = time.perf_counter(), 0.0

    def compared(self, setup: str, events: Sequence[tuple[int, str]]) -> list[str]:
        """What is wrong with what was kept."""
        wrong = list(self.wrong)
        kept = [event_from(text) for _, text in events]
        if [number for number, _ in events] != list(range(len(events))):
            wrong.append("an event is missing")
        moves = [event for event in kept if event.kind == "move"]
        if self.last > len(moves):
            wrong.append(f"lost: {self.last} moves were told, {len(moves)} are kept")
        for place, event in enumerate(moves):
            if event.seat is not None and event.seat < self.seats and event.move not in self.sent[place]:
                wrong.append(f"at {place} stands {event.move}, sent were {sorted(self.sent[place])}")
        wrong += [f"told in two ways: {sorted(ways)}" for ways in self.told.values() if len(ways) > 1]
        try:
            Table(setup_from(setup), kept).match.legal()
        except Error as error:
            wrong.append(f"what is kept is no game: {error}")
        return wrong


class JournalPlayer:
    """Somebody with a seat, who connects wherever a node answers, and plays at random."""

    def __init__(self, journal: Journal, seat: int, ports: Callable[[], Sequence[int]], rng: random.Random) -> None:
        self.journal, self.seat, self.ports, self.rng = journal, seat, ports, rng
        self.at = seat  # so that two start at different nodes

    async def play(self) -> None:
        """Play until the game is over, whatever happens to nodes."""
        while not self.journal.over:
            with suppress(OSError, WebSocketException, TimeoutError, EOFError):
                await self.visit()
            self.at += 1
            await asyncio.sleep(BETWEEN)

    async def visit(self) -> None:
        """Play at one node, as long as it answers."""
        ports, known = self.ports(), self.journal.last
        address = f"ws://{HOST}:{ports[self.at % len(ports)]}/api/tables/{self.journal.laid.table}/live?language=en"
        headers = {"Cookie": f"visitor={self.journal.laid.cookies[self.seat]}"}
        async with connect(
            address, additional_headers=headers, open_timeout=OPENING, ping_interval=PING, ping_timeout=PING,
            close_timeout=BETWEEN, max_size=None, compression=None,
        ) as socket:  # fmt: skip
            message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
            if message["type"] == "table":
                self.journal.look(known, message)
                await self.follow(socket, message["now"])

    async def follow(self, socket: ClientConnection, now: dict[str, Any]) -> None:
        """Move when it is time, and note what is told."""
        while not self.journal.over:
            awaited = await self.go_on(socket, now)
            message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE if awaited else None))
            if message["type"] == "happened":
                self.journal.hear(message["number"], message["lines"])
                now = {}
            elif message["type"] == "now":
                now = message
            elif message["type"] == "refused":
                return

    async def go_on(self, socket: ClientConnection, now: dict[str, Any]) -> bool:
        """Make a move, if there is one to make."""
        if now.get("outcome"):
            self.journal.over = True
        if not now.get("moves") or self.journal.over:
            return False
        await asyncio.sleep(PAUSE)
        move = self.rng.choice(now["moves"])["move"]
        self.journal.send(now["number"], move)
        await socket.send(json.dumps({"type": "move", "number": now["number"], "move": move}))
        return True
