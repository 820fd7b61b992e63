"""Faults in the middle of games: ``python -m tablier.lab.faults --rounds 1000``.

Several nodes and a worker share a database, and people play at them all the time. In each round something is done to
one of them or to the database; then it is waited until moves are made at all tables again. Whatever was told to anybody
is compared with what is kept: no move that was told may be lost, changed, doubled or in another place, and nothing
may have been told by two nodes in two ways. Exit status 1 if anything is wrong.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

import psycopg

from tablier.lab.bench_clients import Laid
from tablier.lab.journals import Journal, JournalPlayer
from tablier.lab.stage import LEASE, OrdealStage

GO_ON = 60.0  # seconds in which moves have to be made again at all tables
LOOK = 0.01
BRIEFLY, LONGER = 0.3, 2.5 * LEASE  # seconds that something lasts
HOUR = 3_600.0
SHIFT = "update {} set {}={}+make_interval(secs=>%s)"
MOMENTS = {"nodes": "until", "jobs": "taken_until"}


# What can go wrong


async def node_killed(stage: OrdealStage, rng: random.Random) -> None:
    """A node is killed, and started again."""
    rng.choice(stage.nodes).end()


async def node_paused(stage: OrdealStage, rng: random.Random) -> None:
    """A node stands still for longer than its lease, and then goes on as if nothing had been."""
    await paused(rng.choice(stage.nodes).send, LONGER)


async def node_stalled(stage: OrdealStage, rng: random.Random) -> None:
    """A node stands still for a moment."""
    await paused(rng.choice(stage.nodes).send, BRIEFLY)


async def worker_killed(stage: OrdealStage, rng: random.Random) -> None:
    """A worker is killed, and started again."""
    rng.choice(stage.workers).end()


async def worker_paused(stage: OrdealStage, rng: random.Random) -> None:
    """A worker stands still for a while."""
    await paused(rng.choice(stage.workers).send, LONGER)


async def database_killed(stage: OrdealStage, rng: random.Random) -> None:
    """The database and all of its processes are killed, and it is started again."""
    await asyncio.to_thread(stage.cluster.kill)


async def database_paused(stage: OrdealStage, rng: random.Random) -> None:
    """The database stands still for a while."""
    await paused(stage.tell_database, rng.choice((BRIEFLY, LONGER)))


async def database_restarted(stage: OrdealStage, rng: random.Random) -> None:
    """The database is stopped in order, and started again."""
    await asyncio.to_thread(stage.cluster.stop)


async def database_crashed(stage: OrdealStage, rng: random.Random) -> None:
    """One process of the database is killed, and it recovers by itself."""
    children = sorted(stage.database_processes() - {stage.cluster.process})
    os.kill(rng.choice(children), signal.SIGKILL)


async def line_cut(stage: OrdealStage, rng: random.Random) -> None:
    """All connections of one node to the database are cut, or those of everybody."""
    for piece in rng.choice((stage.pieces, [rng.choice(stage.pieces)])):
        piece.line.cut()


async def line_held(stage: OrdealStage, rng: random.Random) -> None:
    """One node hears nothing from the database for longer than its lease."""
    line = rng.choice(stage.nodes).line
    line.hold()
    await asyncio.sleep(LONGER)
    line.mend()


async def disk_full(stage: OrdealStage, rng: random.Random) -> None:
    """There is no room left on the disk of the database, for a while."""
    assert stage.disk
    with (stage.disk / "filler").open("wb", buffering=0) as filler:
        for size in (1 << 20, 1 << 12, 1):
            try:
                while filler.write(bytes(size)):
                    pass
            except OSError:
                continue
    await asyncio.sleep(rng.choice((BRIEFLY, LONGER)))


async def clock_of_a_node(stage: OrdealStage, rng: random.Random) -> None:
    """The clock of a node jumps by an hour, and back."""
    node = rng.choice(stage.nodes)
    node.leap(rng.choice((HOUR, -HOUR)))
    await asyncio.sleep(LONGER)


async def clock_of_the_database(stage: OrdealStage, rng: random.Random) -> None:
    """The clock of the database jumps: all leases are over at once, or last for some seconds more."""
    await asyncio.to_thread(shift, stage, rng.choice((-HOUR, 3 * LEASE)))  # who holds a row may have to hear from us


def shift(stage: OrdealStage, seconds: float) -> None:
    """Move all that the database has noted for the future."""
    with psycopg.connect(stage.cluster.address(stage.database), autocommit=True) as connection:
        for table, column in MOMENTS.items():
            connection.execute(SHIFT.format(table, column, column).encode(), (seconds,))


async def paused(send: Callable[[signal.Signals], object], seconds: float) -> None:
    """Have something stand still for so long."""
    send(signal.SIGSTOP)
    await asyncio.sleep(seconds)
    send(signal.SIGCONT)


Harm = Callable[[OrdealStage, random.Random], Awaitable[None]]
FAULTS: tuple[Harm, ...] = (
    node_killed, node_paused, node_stalled, worker_killed, worker_paused, database_killed, database_paused,
    database_restarted, database_crashed, line_cut, line_held, disk_full, clock_of_a_node, clock_of_the_database,
)  # fmt: skip


def name_of(fault: Harm) -> str:
    """What a fault is called."""
    return fault.__name__.replace("_", " ")


# Rounds


@dataclass
class Endured:
    """What many rounds have shown."""

    seconds: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))  # by fault, a table each
    lasted: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    wrong: list[str] = field(default_factory=list)
    rounds: int = 0
    moves: int = 0
    tables: int = 0


class Ordeal:
    """People at tables, and what is done to what they play on."""

    def __init__(self, stage: OrdealStage, laid: Sequence[tuple[Laid, int]], tables: int, rng: random.Random) -> None:
        self.stage, self.rng, self.waiting, self.count = stage, rng, list(laid), tables
        self.playing: list[Journal] = []
        self.ended: list[Journal] = []
        self.tasks: set[asyncio.Task[None]] = set()
        self.found = Endured()
        self.latest: list[float] = []  # seconds until play went on after the latest fault, at each table

    def fill(self) -> None:
        """Have somebody play at every place where a game is over."""
        self.ended += [journal for journal in self.playing if journal.over]
        self.playing = [journal for journal in self.playing if not journal.over]
        while len(self.playing) < self.count and self.waiting:
            laid, people = self.waiting.pop()
            journal = Journal(laid, people)
            journal.mark()
            self.playing.append(journal)
            for seat in range(people):
                player = JournalPlayer(journal, seat, self.stage.ports, self.rng)
                task = asyncio.create_task(player.play())
                self.tasks.add(task)
                task.add_done_callback(self.gone)

    def gone(self, task: asyncio.Task[None]) -> None:
        """A player has ended; if not because the game is over, something is wrong with the players."""
        self.tasks.discard(task)
        if not task.cancelled() and task.exception():
            self.found.wrong.append(f"a player has failed: {task.exception()!r}")

    async def all_go_on(self, fault: str) -> None:
        """Wait until a move was made at all tables that had not been sent before."""
        end = time.perf_counter() + GO_ON
        while waited := [one for one in self.playing if not one.on_at and not one.over]:
            if time.perf_counter() > end:
                self.found.wrong.append(f"after {fault}: no move any more at {len(waited)} tables")
                return
            await asyncio.sleep(LOOK)

    async def round(self, fault: Harm) -> None:
        """One fault, and what becomes of it."""
        self.fill()
        await self.all_go_on("a new table")
        name, began = name_of(fault), time.perf_counter()
        for journal in self.playing:
            journal.mark()
        await fault(self.stage, self.rng)
        self.found.lasted[name].append(time.perf_counter() - began)
        await self.stage.mend()
        await self.all_go_on(name)
        self.latest = [one.on_at - began for one in self.playing if one.on_at] or [0.0]
        self.found.seconds[name] += self.latest
        self.found.rounds += 1

    async def end(self) -> Endured:
        """Send everybody home, and compare."""
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.compare()
        return self.found

    def compare(self) -> None:
        """Hold what was told against what is kept."""
        with psycopg.connect(self.stage.cluster.address(self.stage.database), autocommit=True) as connection:
            for journal in [*self.ended, *self.playing]:
                name = (journal.laid.table,)
                [(setup,)] = connection.execute("select setup from tables where id=%s", name)
                events = connection.execute("select number, event from events where id=%s order by number", name)
                self.found.wrong += journal.compared(setup, [(int(number), str(text)) for number, text in events])
                self.found.moves += journal.last
                self.found.tables += 1


if __name__ == "__main__":
    from tablier.lab.tried import main

    main()
