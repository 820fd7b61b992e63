"""How long a server takes to start where there are many tables: ``python -m tablier.lab.bench_start``.

Tables are written straight into the store, as copies of one that was played for a while. Then the real command is
started, several times; seconds are counted from its start until two players have been told a move that one of them
made, with what processors have worked by then, which does not depend on who else uses the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from tablier.core.registry import keys
from tablier.lab import processors
from tablier.lab.bench_clients import Laid, Pair, Tally, seated
from tablier.lab.bench_server import lay
from tablier.lab.ports import free_port
from tablier.server.authority import checks
from tablier.server.authority.summaries import summary
from tablier.server.authority.table import Table
from tablier.server.operation.settings import variable
from tablier.server.store.sqlite import DATABASE, SqliteStore

SIZES = (100, 10_000, 100_000)
MOVES, TIMES = 20, 3
PATIENCE = 120.0  # seconds in which a server has to answer
PAUSE = 0.005
AGE = 40 * 86_400.0  # seconds in which the tables were moved at last, one after the other
COPIES = (
    "insert into tables select n.name, json_set(setup, '$.table', n.name) from tables, n where id=:id",
    "insert into standings select n.name, moved-n.i*:step, over, deciding, players from standings, n where id=:id",
    "insert into events select n.name, number, event from n, events where id=:id",
    "insert into sitters select visitor||n.i, n.name, seat from sitters, n where id=:id",
    "insert into tokens select token||n.i, kind, n.name, seat, visitor, made, used from tokens, n where id=:id",
)
NUMBERED = """with recursive c(i) as (select 1 union all select i+1 from c where i<:count),
n(i, name) as materialized (select i, printf('copy-%09d', i) from c) """


@dataclass
class FirstMove:
    """What one start has shown, in seconds."""

    listening: float  # until somebody is let in
    moved: float  # until a move was told
    worked: float  # that processors have worked by then, for the server
    besides: float  # and for the processes that it has started, in which bots are got ready meanwhile


# Many tables


def many(data: Path, game: str, count: int) -> Laid:
    """So many tables in a folder, of which one is for us."""
    [laid] = lay(data, game, 1)
    play(data / DATABASE, laid.table)
    copy(data / DATABASE, laid.table, count - 1)
    return laid


def play(file: Path, name: str) -> None:
    """Some random moves at a table, but not to the end of its game, kept as if people had made them."""
    store = SqliteStore(file)
    stored = store.load(name).result()
    assert stored is not None
    table = Table(stored.setup, stored.events)
    for _ in range(MOVES):
        ahead = checks.moved_by(table, table.deciding or 0, random.choice(table.match.legal()), time.time())
        if ahead.table.over:
            continue
        store.append(name, table.count, ahead.events, summary(ahead.table, table), refuse)
        table.become(ahead.table)
    store.close()


def refuse(error: BaseException | None) -> None:
    """Nothing is to go wrong."""
    if error is not None:
        raise error


def copy(file: Path, name: str, count: int) -> None:
    """Tables like one that is there, of other visitors, who moved longer and longer ago."""
    given = {"id": name, "count": count, "step": AGE / max(1, count)}
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("begin")
        for statement in COPIES if count else ():
            insert, _, rest = statement.partition(" select ")
            connection.execute(f"{insert} {NUMBERED} select {rest}", given)
        connection.execute("commit")
        connection.execute("pragma wal_checkpoint(truncate)")


# One start


def started(data: Path, game: str, laid: Laid) -> FirstMove:
    """Start a server, make one move, and stop it."""
    port, began = free_port(), time.perf_counter()
    command = [str(Path(sys.executable).with_name("tablier")), "serve", "--no-browser", "--workers", "1"]
    command += ["--port", str(port), "--data", str(data), "--game", game]
    unlimited = os.environ | {variable("limited"): "no"}
    process = subprocess.Popen(command, env=unlimited, stdout=subprocess.DEVNULL)
    try:
        listening, moved = asyncio.run(asyncio.wait_for(first_move(port, laid), PATIENCE))
        own, everybody = processors.alone(process.pid), processors.worked(process.pid)
        return FirstMove(listening - began, moved - began, own, everybody - own)
    finally:
        process.terminate()
        process.wait()


class OneMove(Tally):
    """It is over when one move was told."""

    def go_on(self, pair: Pair) -> None:
        """No further one."""
        self.ended.set()


async def first_move(port: int, laid: Laid) -> tuple[float, float]:
    """When two players have been let in, and when both have been told a move of one of them."""
    while True:
        try:
            (_, writer) = await asyncio.open_connection("127.0.0.1", port)
            break
        except OSError:
            await asyncio.sleep(PAUSE)
    writer.close()
    listening = time.perf_counter()
    tally = OneMove([])
    pair = Pair((await seated(port, [laid]))[0], tally)
    assert pair.move()
    await tally.ended.wait()
    return listening, time.perf_counter()


# Telling

PAGE = """
## Starting

Seconds from the command `tablier serve` to a move that both players were told of, at a table of a folder with so many
tables ({moves} moves of players each), from a warm cache: the fastest of {times} starts, and the seconds that
processors worked until then.

"""
HEADER = """\
| tables | on disk | listening, s | first move, s | processor: server, s | its other processes, s |
| --- | --- | --- | --- | --- | --- |"""


def report(game: str, sizes: list[int], times: int, folder: Path | None) -> Iterator[str]:
    """The table, line by line."""
    yield PAGE.format(moves=MOVES, times=times) + HEADER
    for count in sizes:
        with tempfile.TemporaryDirectory(dir=folder) as made:
            laid = many(Path(made), game, count)
            size = (Path(made) / DATABASE).stat().st_size / 1e6
            best = min((started(Path(made), game, laid) for _ in range(times)), key=lambda one: one.moved)
        numbers = f"{best.listening:.2f} | {best.moved:.2f} | {best.worked:.2f} | {best.besides:.2f}"
        yield f"| {count:,} | {size:,.0f} MB | {numbers} |"


def main() -> None:
    """Measure, and tell."""
    parser = argparse.ArgumentParser(description="Measure how long a server takes to start where there are tables.")
    parser.add_argument("--game", default=keys()[0])
    parser.add_argument("--tables", type=int, action="append", help="in the folder; may be repeated")
    parser.add_argument("--times", type=int, default=TIMES, help="that the server is started with each folder")
    parser.add_argument("--data", type=Path, help="a folder on the disk that is to be measured")
    given = parser.parse_args()
    for line in report(given.game, given.tables or list(SIZES), given.times, given.data):
        print(line, flush=True)


if __name__ == "__main__":
    main()
