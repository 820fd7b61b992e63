"""People as a simulation has them: when they come, what they play, how long they think, and how they leave."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections import Counter
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

from tablier import Match
from tablier.core.dice import hash_of
from tablier.core.errors import Error
from tablier.core.registry import load
from tablier.server.authority import making
from tablier.server.authority.events import BY_ITSELF, DAYS, FISCHER, VOTE, ClockPlan, Event
from tablier.server.authority.limits import DAY
from tablier.server.authority.making import Wish
from tablier.server.authority.table import Table
from tablier.server.bots.pool import Answer, Bots, Question
from tablier.server.entrance import visitors
from tablier.server.tables import links
from tablier.server.tables.connections import Connection, OpenTable
from tablier.server.tables.hub import Hub

HOURLY = (2, 1, 1, 1, 1, 1, 2, 3, 4, 4, 5, 5, 6, 6, 5, 5, 6, 7, 8, 10, 11, 11, 8, 4)
"""How many come in each hour of a day, in proportion."""
DAILY = (0.9, 0.9, 0.9, 0.95, 1.1, 1.2, 1.05)
"""How many come on each day of a week, from Monday on."""
HOUR = 3_600.0
ALONE, LIVE, LETTERS = "alone", "live", "letters"
KINDS = {ALONE: 0.5, LIVE: 0.3, LETTERS: 0.2}
"""Against bots; two people at the same time; by correspondence."""
WITH_CLOCK = 0.7  # of the live games
LIVE_CLOCKS = (ClockPlan(FISCHER, 600.0, 10.0, leavers=VOTE), ClockPlan(FISCHER, 900.0, 5.0, leavers=BY_ITSELF))
LETTER_CLOCK = ClockPlan(DAYS, 3 * DAY)
THOUGHT, SPREAD = 7.0, 0.9  # seconds that somebody thinks: the median, and how much that varies
BETWEEN_LETTERS = 9 * HOUR  # until somebody looks again, on the average
LEAVERS = {ALONE: 0.15, LIVE: 0.08, LETTERS: 0.05}
"""The part of the people who go away before the end and never come back."""
FIRST_LEAVE, LAST_LEAVE = 1, 25  # moves after which such people go
LOST_CONNECTIONS = 0.01  # of the moves, before which a connection was lost and made again
GIVING_UP, HOPELESS = 0.06, 40  # of the moves after so many, in the place of which somebody resigns
BACK, LINGERING, WAITING = 5.0, 20.0, 1_800.0  # seconds without a connection; after a game; for somebody who has gone
LAG = 0.06
BOT_SECONDS = 0.4


class QuickMoves(Bots):
    """Bots that answer after a while without having thought; what the answer has taken is counted."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(1, 1.0)
        self.rng, self.worked = rng, 0.0

    async def choose(self, asked: Question) -> Answer:
        """Any legal move."""
        await asyncio.sleep(BOT_SECONDS)
        began = time.process_time()
        answer = Answer(self.rng.choice(Match.from_text(asked.text).legal()))
        self.worked += time.process_time() - began
        return answer


class QuietOutlet:
    """A screen at which nobody looks; what comes is counted."""

    def __init__(self, counted: Counter[str]) -> None:
        self.counted, self.lag = counted, LAG

    def write(self, texts: Sequence[bytes]) -> None:
        """Take messages."""
        self.counted["messages"] += len(texts)
        self.counted["message bytes"] += sum(map(len, texts))

    def close(self) -> None:
        """The server hangs up, which it should not."""
        self.counted["hung up"] += 1


@dataclass
class SimulatedGuest:
    """Somebody at a table."""

    visitor: str
    salt: str
    patience: int | None  # moves after which they go away for good


@dataclass
class KnownStanding:
    """What people have to know of a table that nobody may have in memory."""

    awaited: frozenset[str]  # visitors
    over: bool
    news: asyncio.Event


class Traffic:
    """All that happens at a server for some days."""

    def __init__(
        self, hub: Hub, games: Sequence[str], per_day: float, rng: random.Random, loop: asyncio.AbstractEventLoop
    ) -> None:
        self.hub, self.games, self.per_day, self.rng = hub, games, per_day, rng
        self.loop = loop
        self.standings: dict[str, KnownStanding] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.counted: Counter[str] = Counter()
        self.errors: list[BaseException] = []
        hub.followers.append(self.follow)

    # Coming

    async def arrivals(self) -> None:
        """Let games begin for ever, more of them in the evening and on Saturdays."""
        busiest = self.per_day / DAY * 24 * max(HOURLY) / sum(HOURLY) * max(DAILY)
        while True:
            await asyncio.sleep(self.rng.expovariate(busiest))
            if self.rng.random() < self.crowding():
                self.begin(self.game(self.rng.choices(list(KINDS), list(KINDS.values()))[0]))

    def crowding(self) -> float:
        """How many come now, as a part of how many ever come."""
        hours = self.loop.time() / HOUR
        weekly = DAILY[int(hours // 24) % len(DAILY)] / max(DAILY)
        return weekly * HOURLY[int(hours % 24)] / max(HOURLY)

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Have something go on besides; what goes wrong is kept."""
        task = self.loop.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.ended)

    def ended(self, task: asyncio.Task[None]) -> None:
        """Something is over."""
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.errors.append(error)

    # A game

    async def game(self, kind: str) -> None:
        """One game, from the making of its table to the last of its people going."""
        game, people = self.rng.choice(self.games), [visitors.identity(visitors.fresh()) for _ in range(2)]
        seats = min(load(game).seats)
        others = [Wish("bot", 2)] * (seats - 1) if kind == ALONE else [Wish("link")] * (seats - 1)
        clock = {ALONE: None, LETTERS: LETTER_CLOCK, LIVE: self.live_clock()}[kind]
        setup = making.arranged(game, [Wish("me"), *others], {}, people[0], self.hub.clock(), clock=clock)
        await self.hub.make(setup)
        self.counted[kind] += 1
        for seat, place in enumerate(setup.places):
            if place.token:
                await links.claim(self.hub, place.token, people[seat % 2], "")
        for visitor in people[: 1 if kind == ALONE else 2]:
            self.begin(self.guest(setup.table, kind, self.arrived(visitor, kind)))

    def live_clock(self) -> ClockPlan | None:
        """What two people agree on."""
        return self.rng.choice(LIVE_CLOCKS) if self.rng.random() < WITH_CLOCK else None

    def arrived(self, visitor: str, kind: str) -> SimulatedGuest:
        """Somebody who comes to play."""
        leaves = self.rng.random() < LEAVERS[kind]
        patience = self.rng.randint(FIRST_LEAVE, LAST_LEAVE) if leaves else None
        return SimulatedGuest(visitor, secrets.token_hex(16), patience)

    def follow(self, table: Table, events: Sequence[Event]) -> None:
        """Let those know who wait for something to happen at a table."""
        before = self.standings.get(table.setup.table)
        self.standings[table.setup.table] = KnownStanding(awaited(table), table.over, asyncio.Event())
        if before is not None:
            before.news.set()
            self.counted["over"] += table.over and not before.over

    # Somebody

    async def guest(self, name: str, kind: str, guest: SimulatedGuest) -> None:
        """Somebody's part in a game: at the table all the time, or when a letter has come."""
        try:
            while not self.standings[name].over:
                if kind == LETTERS and not await self.letter(name, guest):
                    return
                if not await self.visit(name, kind, guest):
                    return
        except Error:
            self.counted["refused"] += 1

    async def letter(self, name: str, guest: SimulatedGuest) -> bool:
        """Wait until it is somebody's turn and they have looked; False if the game ended before."""
        while guest.visitor not in self.standings[name].awaited:
            if self.standings[name].over:
                return False
            await self.standings[name].news.wait()
        await asyncio.sleep(self.rng.expovariate(1 / BETWEEN_LETTERS))
        return not self.standings[name].over

    async def visit(self, name: str, kind: str, guest: SimulatedGuest) -> bool:
        """Play as long as one is awaited, or to the end of a live game; False if somebody has gone for good."""
        connection = Connection(guest.visitor, "en", address="192.0.2.1", outlet=QuietOutlet(self.counted))
        here = await self.hub.connect(name, connection, None)
        while not here.table.over:
            if guest.visitor in awaited(here.table):
                await asyncio.sleep(self.rng.lognormvariate(0.0, SPREAD) * THOUGHT)
                if not self.go_on(here, connection, guest):
                    self.hub.disconnect(here, connection)
                    return False
                if self.rng.random() < LOST_CONNECTIONS:
                    self.hub.disconnect(here, connection)
                    await asyncio.sleep(BACK)
                    return True
            elif kind == LETTERS or not await self.patient(name):
                break
            await asyncio.sleep(0)
        await asyncio.sleep(LINGERING)
        self.hub.disconnect(here, connection)
        return kind == LETTERS

    async def patient(self, name: str) -> bool:
        """Wait for something to happen at a table; False if nothing does for too long."""
        try:
            await asyncio.wait_for(self.standings[name].news.wait(), WAITING)
        except TimeoutError:
            return False
        return True

    def go_on(self, here: OpenTable, connection: Connection, guest: SimulatedGuest) -> bool:
        """Do what one is awaited for; False if somebody goes away instead."""
        if guest.visitor not in awaited(here.table):
            return True
        if guest.patience is not None:
            guest.patience -= 1
            if guest.patience < 0:
                self.counted["left"] += 1
                return False
        self.hub.command(here, connection, self.wish(here.table, guest))
        return True

    def wish(self, table: Table, guest: SimulatedGuest) -> dict[str, object]:
        """What somebody asks the table to do."""
        if table.waiting:
            seat = next(seat for seat in table.waiting if guest.visitor in table.seats[seat].owners)
            if table.unsealed:
                return {"type": "seal", "seat": seat, "hash": hash_of(guest.salt)}
            return {"type": "salt", "seat": seat, "salt": guest.salt}
        if table.number > HOPELESS and self.rng.random() < GIVING_UP:
            self.counted["resigned"] += 1
            return {"type": "resign", "seat": table.deciding}
        began = time.process_time()
        move = self.rng.choice(table.match.legal())
        self.counted["choosing, µs"] += round(1e6 * (time.process_time() - began))
        return {"type": "move", "number": table.number, "move": move}


def awaited(table: Table) -> frozenset[str]:
    """The visitors for whom a table waits."""
    deciding = [] if table.deciding is None or table.over else [table.deciding]
    seats = [table.seats[seat] for seat in table.waiting or deciding]
    return frozenset(owner for seat in seats if seat.is_person for owner in seat.owners)
