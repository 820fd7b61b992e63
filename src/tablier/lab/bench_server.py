"""Benchmarks of the server: many tables over real sockets, with two clients each, in processes of their own.

Tables are laid out in the store before the server starts, so that what is measured is moves and nothing else: from a
client's message through check, disk and views to both clients. A client picks any move that it was sent.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import quantiles
from typing import Protocol

from tablier.core.registry import keys, load
from tablier.lab.bench_clients import HOST, Laid, Pair, Tally, seated
from tablier.lab.ports import free_port
from tablier.server.authority import checks, making
from tablier.server.authority.events import SeatPlan
from tablier.server.authority.making import Wish
from tablier.server.authority.summaries import summary
from tablier.server.authority.table import Table
from tablier.server.entrance import visitors
from tablier.server.net.descriptors import raise_descriptors
from tablier.server.operation.settings import variable
from tablier.server.store.opening import opened

TABLES, PACED, IDLE = 200, 500, 1_000
SPARE = 8  # games that each pair of clients has ahead of it
WARM_UP = 1.0
START_SECONDS = 300.0
TICKS = os.sysconf("SC_CLK_TCK")
LINK = Wish("link")


def lay(data: Path, game: str, count: int, address: str = "", others: Wish = LINK) -> list[Laid]:
    """New tables for two people, who take turns at the seats if there are more; kept as if a server had made them."""
    store = opened(address, data)
    laid, done, seats = [], [], load(game).seats[0]
    for _ in range(count):
        cookies = visitors.fresh(), visitors.fresh()
        wishes = [Wish("me"), *[others] * (seats - 1)]
        setup = making.arranged(game, wishes, {}, visitors.identity(cookies[0]), time.time())
        places = tuple(taken(place, cookies[seat % 2]) for seat, place in enumerate(setup.places))
        setup = replace(setup, places=places)
        events, table = checks.opening(Table(setup), setup.made)
        done.append(store.create(setup, events, summary(table)))
        laid.append(Laid(setup.table, cookies))
    for future in done:
        future.result()
    store.close()
    return laid


def taken(place: SeatPlan, cookie: str) -> SeatPlan:
    """A seat with somebody who has given their salt; that of a bot is as it was."""
    if place.kind == "bot":
        return place
    return replace(place, owners=(visitors.identity(cookie),), salt=making.fresh_salt())


# The server


class HardWorking(Protocol):
    """A server of which is known how much it has worked."""

    def cpu(self) -> float:
        """Seconds that it has worked."""


class MeasuredServer:
    """The real server, as its command starts it, on a core of its own."""

    def __init__(self, data: Path, games: Sequence[str], core: int | None, port: int, *more: str) -> None:
        self.port = port or free_port()
        command = [
            str(Path(sys.executable).with_name("tablier")),
            "serve",
            "--port",
            str(self.port),
            "--data",
            str(data),
        ]
        command += ["--no-browser", "--workers", "1", *(part for game in games for part in ("--game", game)), *more]
        command = command if core is None else ["taskset", "-c", str(core), *command]
        unlimited = os.environ | {variable("limited"): "no"}
        self.process = subprocess.Popen(command, env=unlimited, stdout=subprocess.DEVNULL)
        self.wait(set(games))

    def wait(self, games: set[str]) -> None:
        """Wait until all games can be played."""
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until and self.process.poll() is None:
            try:
                with urllib.request.urlopen(f"http://{HOST}:{self.port}/health") as answer:
                    if games <= set(json.load(answer)["ready"]):
                        return
            except OSError:
                pass
            time.sleep(0.2)
        raise RuntimeError("the server has not started")

    def cpu(self) -> float:
        """Seconds that the server has worked."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> float:
        """Megabytes that the server holds."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) * 1024 / 1e6

    def stop(self) -> None:
        """End the server."""
        self.process.terminate()
        self.process.wait()


# Measuring


@dataclass
class Speed:
    """What one run has shown."""

    game: str
    pace: float | None
    moves: float  # a second, chance included
    decisions: float  # of players
    busy: float  # moves, chance included, per second that the server's process has worked
    half: float  # milliseconds from sending to both being told: the median
    most: float  # and what 99 of 100 stay under
    clients: float  # the part of their core that the clients used


async def played(
    server: MeasuredServer, game: str, laid: list[Laid], tables: int, seconds: float, pace: float | None
) -> Speed:
    """Play at so many tables at the same time and count."""
    tally = Tally([], pace)
    pairs = [Pair(players, tally) for players in await seated(server.port, laid)]
    return await counted(server, game, pairs, tally, tables, seconds)


async def counted(
    server: HardWorking, game: str, pairs: list[Pair], tally: Tally, tables: int, seconds: float
) -> Speed:
    """Let pairs that are connected play, so many at the same time, and count."""
    pace = tally.pace
    tally.waiting = pairs[tables:]
    for pair in pairs[:tables]:
        if pace is None:
            tally.go_on(pair)
        else:
            tally.ready.append(pair)
    ticking = asyncio.create_task(tally.paced()) if pace else None
    await asyncio.sleep(WARM_UP)
    tally.clear()
    cpu, own, began = server.cpu(), own_cpu(), time.perf_counter()
    try:
        await asyncio.wait_for(tally.ended.wait(), seconds)
    except TimeoutError:
        tally.ended.set()
    taken, worked = time.perf_counter() - began, server.cpu() - cpu
    clients = (own_cpu() - own) / taken
    for pair in pairs:
        for player in pair.players:
            player.transport.abort()
    if ticking:
        await ticking
    cuts = quantiles(tally.seconds, n=100)
    speeds = tally.moves / taken, tally.decisions / taken, tally.moves / worked
    return Speed(game, pace, *speeds, cuts[49] * 1000, cuts[98] * 1000, clients)


def own_cpu() -> float:
    """Seconds that this process has worked."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def speed(game: str, arguments: argparse.Namespace, pace: float | None) -> Speed:
    """Moves at many tables, through a server of its own."""
    with tempfile.TemporaryDirectory(dir=arguments.data) as folder:
        spare = 2 if pace else arguments.games or SPARE
        laid = lay(Path(folder), game, arguments.tables * spare)
        server = MeasuredServer(Path(folder), [game], arguments.server_core, arguments.port)
        try:
            return asyncio.run(played(server, game, laid, arguments.tables, arguments.seconds, pace))
        finally:
            server.stop()


def idle(games: Sequence[str], arguments: argparse.Namespace) -> tuple[float, float]:
    """Megabytes of a server without anybody, and with many tables at which two people sit and wait."""
    with tempfile.TemporaryDirectory(dir=arguments.data) as folder:
        shares = [len(range(number, arguments.idle, len(games))) for number in range(len(games))]
        laid = [one for game, share in zip(games, shares, strict=True) for one in lay(Path(folder), game, share)]
        server = MeasuredServer(Path(folder), games, arguments.server_core, arguments.port)
        before = server.memory()

        async def waiting() -> float:
            await seated(server.port, laid)
            await asyncio.sleep(WARM_UP)
            return server.memory()

        try:
            return before, asyncio.run(waiting())
        finally:
            server.stop()


# Telling


def speed_line(found: Speed) -> str:
    """A row of the table."""
    pace = f"{found.pace:,.0f}/s" if found.pace else "as fast as they can"
    numbers = f"{found.moves:,.0f} | {found.decisions:,.0f} | {found.busy:,.0f} | {found.half:.1f} | {found.most:.1f}"
    return f"| {found.game} | {pace} | {numbers} | {found.clients:.0%} |"


PAGE = """\
# Benchmarks of the server

Made by `make bench-server`: the real server on one core, tables kept in SQLite on disk, clients on another core. A move
counts when both clients of its table know how things stand. Tables are laid out before the server starts; the limits
per visitor are lifted by `TABLIER_LIMITED=no`. A busy second is one in which the server's process works.

"""
HEADER = """\
| game | pace | moves/s | of players | moves per busy second | p50, ms | p99, ms | clients' core in use |
| --- | --- | --- | --- | --- | --- | --- | --- |"""


def report(arguments: argparse.Namespace) -> Iterator[str]:
    """The page, line by line."""
    yield HEADER
    games = arguments.game or keys()
    for game in games:
        for pace in (None, arguments.pace):
            yield speed_line(speed(game, arguments, pace))
    if arguments.idle:
        before, after = idle(games, arguments)
        yield f"\n{arguments.idle:,} idle tables with two sockets each: {after:.0f} MB ({before:.0f} MB without them)."


def read_arguments() -> argparse.Namespace:
    """What to measure."""
    parser = argparse.ArgumentParser(description="Measure the server: moves a second, delays, memory.")
    parser.add_argument("--game", action="append", help="only this game; may be repeated")
    parser.add_argument("--tables", type=int, default=TABLES, help="at which games are played at the same time")
    parser.add_argument("--games", type=int, help="that each pair of clients has ahead of it")
    parser.add_argument("--seconds", type=float, default=8.0, help="of each run")
    parser.add_argument("--pace", type=float, default=PACED, help="moves a second of the paced runs")
    parser.add_argument("--idle", type=int, default=IDLE, help="tables at which nobody moves; 0 leaves them out")
    parser.add_argument("--data", type=Path, help="a folder on the disk that is to be measured")
    parser.add_argument("--server-core", type=int, default=1, help="the core of the server")
    parser.add_argument("--client-core", type=int, default=0, help="the core of the clients")
    parser.add_argument("--port", type=int, default=0, help="of the server; a free one if not given")
    parser.add_argument("--write", type=Path, help="also write the page to this file")
    return parser.parse_args()


def main() -> None:
    """Measure, and tell."""
    arguments = read_arguments()
    os.sched_setaffinity(0, {arguments.client_core})
    raise_descriptors()
    lines = []
    for line in report(arguments):
        print(line, flush=True)
        lines.append(line)
    if arguments.write:
        arguments.write.write_text(PAGE + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
