"""How much a store keeps: ``python -m tablier.lab.bench_store --store postgresql://…``, or a folder for SQLite.

Each of many tables has one event under way, and the next as soon as that one is on disk, as when many people move.
"""

import argparse
import os
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from tablier.server.authority.events import Event, Setup
from tablier.server.authority.summaries import Summary
from tablier.server.store.opening import opened
from tablier.server.store.protocol import ALONE, Store

TABLES, SECONDS = 200, 5.0
DATABASE_PROCESS = "postgres"
CPU_FIELDS = slice(11, 13)  # of what the kernel tells about a process after its name: user and system time
SUMMARY = Summary(0.0, False, 0, '["ann", "bob"]', ())


class Load:
    """Tables that are written to all the time."""

    def __init__(self, store: Store, tables: int, node: str) -> None:
        self.store, self.kept, self.failed, self.ended = store, 0, 0, False
        self.running, self.idle = tables, threading.Event()
        names = [f"{os.getpid()}-{number}" for number in range(tables)]
        for future in [store.create(Setup(name, "game", {}, 1, ()), [], SUMMARY) for name in names]:
            future.result()
        self.fences = {name: store.take(name, node).result().fence if node else ALONE for name in names}

    def begin(self) -> None:
        """Have each table begin."""
        for name in self.fences:
            self.append(name, 0)

    def append(self, name: str, number: int) -> None:
        """One more event of a table, and so on."""

        def done(error: BaseException | None) -> None:
            self.kept, self.failed = self.kept + (error is None), self.failed + (error is not None)
            if self.ended or error is not None:
                self.running -= 1
                self.idle.set() if not self.running else None
            else:
                self.append(name, number + 1)

        event = Event("move", time.time(), number % 2, "c3-c4")
        self.store.append(name, number, [event], SUMMARY, done, self.fences[name])

    def end(self) -> None:
        """Wait for what is under way."""
        self.ended = True
        self.idle.wait()


def in_turns(store: Store) -> Callable[[Callable[[], None]], None]:
    """What does something, and hands over all together what many tables ask for by it, as a server does in one turn."""
    waiting: list[Callable[[], None]] = []

    def turn(work: Callable[[], None]) -> None:
        work()
        while waiting:
            waiting.pop()()

    store.collect, store.deliver = waiting.append, turn
    return turn


def database_seconds() -> float:
    """Processor time of all PostgreSQL processes of this machine so far."""
    ticks = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = path.read_text().partition("(")[2].rpartition(")")
        except OSError:
            continue
        if name == DATABASE_PROCESS:
            ticks += sum(map(int, rest.split()[CPU_FIELDS]))
    return ticks / os.sysconf("SC_CLK_TCK")


def measured(store: Store, tables: int, seconds: float, node: str) -> str:
    """Events a second, and for each second of a processor."""
    load = Load(store, tables, node)
    turn = in_turns(store)
    began, used, elsewhere = time.perf_counter(), time.process_time(), database_seconds()
    turn(load.begin)
    time.sleep(seconds)
    took, used, elsewhere = time.perf_counter() - began, time.process_time() - used, database_seconds() - elsewhere
    kept = load.kept
    load.end()
    return (
        f"{kept / took:,.0f} events/s, {kept / (used + elsewhere):,.0f} for each second of a processor, "
        f"{used / took:.2f} processors here, {elsewhere / took:.2f} in the database, {load.failed} not kept"
    )


def main() -> None:
    """Measure one store."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--store", default="", help="the address of an empty database; SQLite if not given")
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--shared", action="store_true", help="as a node that has leases for its tables")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = opened(given.store, Path(folder), alone=not given.shared)
        node = f"node-{os.getpid()}" if given.shared else ""
        if node:
            store.renew(node, 10 * given.seconds).result()
        print(measured(store, given.tables, given.seconds, node))
        store.close()


if __name__ == "__main__":
    main()
