"""A month of traffic in minutes: ``python -m tablier.lab.simulate``, which can write ``docs/capacity.md``.

Tables, clocks, telling and store are the real ones; simulated are the time, the people, and that bots think. What
they did is counted, and what it would cost is reckoned from that.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sqlite3
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Protocol

from rich.console import Console

from tablier.core.registry import keys, load
from tablier.lab import capacity, throwaway
from tablier.lab.bench_store import database_seconds
from tablier.lab.capacity import KeptSoFar, Month
from tablier.lab.simulated import SimulatedLoop, in_step
from tablier.lab.traffic import QuickMoves, Traffic
from tablier.server.authority.limits import DAY
from tablier.server.operation.settings import Settings
from tablier.server.store.opening import opened
from tablier.server.store.sqlite import DATABASE
from tablier.server.tables import cleaning, timing
from tablier.server.tables.hub import Hub
from tablier.terminal.tables import progress

BEGIN = 1_767_571_200.0  # a Monday, midnight: 5 January 2026
GAMES_A_DAY, DAYS = 100.0, 30
SAMPLED = 300.0  # seconds between looks at how many are connected


class StoreMeter(Protocol):
    """Looks at what a store has on its disk."""

    def now(self) -> KeptSoFar:
        """What there is at this moment."""


class FileMeter:
    """Looks at a SQLite file, and at what this process writes."""

    def __init__(self, folder: Path, connection: sqlite3.Connection) -> None:
        self.file, self.connection = folder / DATABASE, connection

    def now(self) -> KeptSoFar:
        """What there is, with all that was written beside it moved to where it belongs."""
        fields = dict(line.split(": ") for line in Path("/proc/self/io").read_text().splitlines())
        written = float(fields["wchar"])
        self.connection.execute("pragma wal_checkpoint(truncate)").fetchone()
        return KeptSoFar(self.file.stat().st_size, self.connection.total_changes, written)


class DatabaseMeter:
    """Looks at a PostgreSQL database."""

    SIZE = "select pg_database_size(current_database()), pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')"
    ROWS = "select sum(n_tup_ins+n_tup_upd+n_tup_del) from pg_stat_user_tables"

    def __init__(self, address: str) -> None:
        self.address = address

    def now(self) -> KeptSoFar:
        """What there is; a database tells of rows what it has heard of, a second late."""
        from tablier.server.store.connecting import connected

        time.sleep(1.5)
        with closing(connected(self.address)) as connection:
            size = connection.execute(self.SIZE).fetchone() or (0, 0)
            rows = connection.execute(self.ROWS).fetchone() or (0,)
        return KeptSoFar(float(size[0]), float(rows[0] or 0), float(size[1]))


class Simulation:
    """A server without a network, in a time of its own."""

    def __init__(self, folder: Path, store: str, games: Sequence[str], per_day: float, seed: int) -> None:
        self.loop, self.rng = SimulatedLoop(), random.Random(seed)
        asyncio.set_event_loop(self.loop)
        self.store = opened(store, folder)
        settings = Settings(folder, store, prepare=False, limited=False)
        self.ledger = in_step(self.store, self.loop)
        self.bots = QuickMoves(self.rng)
        self.hub = Hub(self.store, self.bots, settings, lambda: BEGIN + self.loop.time())
        self.traffic = Traffic(self.hub, games, per_day, self.rng, self.loop)
        writing: Any = self.store
        self.meter: StoreMeter = DatabaseMeter(store) if store else FileMeter(folder, writing.connection)
        self.sampled: list[int] = []

    def days(self, days: int) -> Iterator[int]:
        """Let days pass, one after the other."""
        self.loop.run_until_complete(timing.begin(self.hub))
        for work in (timing.keep_beating(self.hub), cleaning.keep_clean(self.hub), self.traffic.arrivals()):
            self.traffic.begin(work)
        self.traffic.begin(self.sample())
        for day in range(1, days + 1):
            self.loop.run_until_complete(asyncio.sleep(day * DAY - self.loop.time()))
            yield day

    async def sample(self) -> None:
        """Look from time to time how many are connected."""
        while True:
            await asyncio.sleep(SAMPLED)
            self.sampled.append(sum(len(here.connections) for here in self.hub.open_tables.values()))

    def run(self, days: int, console: Console) -> Month:
        """What so many days show."""
        before, began = self.meter.now(), time.perf_counter()
        worked, elsewhere = time.process_time(), database_seconds()
        for _ in progress(self.days(days), days, console, "days"):
            pass
        worked, elsewhere = time.process_time() - worked, database_seconds() - elsewhere
        month = Month("PostgreSQL" if isinstance(self.meter, DatabaseMeter) else "SQLite", days)
        month.wall = time.perf_counter() - began
        month.kept, month.ledger = self.meter.now().since(before), self.ledger
        month.counted, month.moves, month.made = self.traffic.counted, self.hub.metrics.moves, self.hub.metrics.made
        month.server = worked - self.bots.worked - month.counted["choosing, µs"] / 1e6
        month.database = elsewhere if month.store == "PostgreSQL" else 0.0
        month.sockets, month.most_sockets = sum(self.sampled) / len(self.sampled), max(self.sampled)
        month.errors = len(self.traffic.errors) + month.counted["refused"] + month.counted["hung up"]
        return month

    def close(self) -> None:
        """Let everybody go."""
        for task in asyncio.all_tasks(self.loop):
            task.cancel()
        self.loop.run_until_complete(asyncio.sleep(0))
        asyncio.set_event_loop(None)
        self.loop.close()
        self.store.close()


def simulated(store: str, games: Sequence[str], given: argparse.Namespace, console: Console) -> Month:
    """A month with a store of its own."""
    with tempfile.TemporaryDirectory(dir=given.data) as folder:
        simulation = Simulation(Path(folder), store, games, given.games_a_day, given.seed)
        try:
            return simulation.run(given.days, console)
        finally:
            simulation.close()


def for_two() -> list[str]:
    """The games that two can play."""
    return [key for key in keys() if 2 in load(key).seats]


def read_arguments(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """How much traffic, and on which machine."""
    parser = argparse.ArgumentParser(description="Simulate a month of traffic, and reckon what it costs.")
    parser.add_argument("--days", type=int, default=DAYS)
    parser.add_argument("--games-a-day", type=float, default=GAMES_A_DAY)
    parser.add_argument("--game", action="append", help="only this game; may be repeated; all for two if not given")
    parser.add_argument("--seed", type=int, default=1, help="fixes who comes when")
    parser.add_argument("--postgres", action="store_true", help="a second month, in a throw-away PostgreSQL")
    parser.add_argument("--data", type=Path, help="a folder on the disk that is to be used")
    parser.add_argument("--cores", type=int, default=2, help="of the machine that is paid for")
    parser.add_argument("--memory", type=float, default=8.0, help="its gigabytes")
    parser.add_argument("--disk", type=float, default=80.0, help="its gigabytes for tables")
    parser.add_argument("--price", type=float, default=15.0, help="its price for a month, in euros")
    parser.add_argument("--busy", type=float, default=0.5, help="the part of its cores that is used on the average")
    parser.add_argument("--network", type=float, default=1.5, help="times the work, with sockets and pages")
    parser.add_argument("--write", type=Path, help="write the page to this file")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> None:
    """Simulate, and tell."""
    given, console = read_arguments(arguments), Console(stderr=True)
    games = given.game or for_two()
    months = [simulated("", games, given, console)]
    if given.postgres:
        with throwaway.running() as cluster:
            months.append(simulated(cluster.database(), games, given, console))
    machine = capacity.Machine(given.cores, given.memory, given.disk, given.price, given.busy, given.network)
    page = capacity.page(months, machine, games, given.games_a_day)
    if given.write:
        given.write.write_text(page, encoding="utf-8")
    print(page)


if __name__ == "__main__":
    main()
