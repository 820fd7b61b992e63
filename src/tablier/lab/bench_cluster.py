"""What several processes on one database do: ``python -m tablier.lab.bench_cluster``, or ``make bench-cluster``.

Servers, their bots' processes, the database and the clients share the processors of this machine, so what counts is
not only how much was done in a second, but how much for each second that servers and database have worked together.
Everything is measured in one run, and compared with boardgame.io in the same one.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tablier.core.registry import keys, load
from tablier.lab import bench_others, processors, throwaway
from tablier.lab.bench_clients import HANDSHAKES, HOST, Laid, Pair, Player, Tally, seated
from tablier.lab.bench_others import OtherServer, fetched, joined
from tablier.lab.bench_server import MeasuredServer, Speed, counted, lay
from tablier.lab.throwaway import DatabaseCluster
from tablier.server.net.descriptors import raise_descriptors
from tablier.server.operation.settings import variable

OPEN, TABLES, SECONDS = 10_000, 200, 8.0
SPARE, FEW = 8, 2  # games of each pair of clients at the most, and of the other games
PROCESSES = (1, 2, 4)
PACE = 400.0  # decisions a second of the runs that show delays
OTHER_MATCHES = {"in memory": 4_000, "on disk": 1_600}
ANSWERS = 8  # in a row that have to say that all is ready, for each process
SQLITE, POSTGRES = "SQLite", "PostgreSQL"
"""Where the tables are."""


class Nodes(MeasuredServer):
    """Servers on one store, and what they and their database have worked."""

    def __init__(self, data: Path, game: str, processes: int, cluster: DatabaseCluster | None, *more: str) -> None:
        self.cluster, self.count = cluster, processes
        self.shares: list[tuple[float, float]] = []  # of servers and of the database, at each look
        super().__init__(data, [game], None, 0, *more)

    def wait(self, games: set[str]) -> None:
        """Wait until all processes have all games ready; whoever answers is any of them."""
        for _ in range(1 if self.count == 1 else ANSWERS * self.count):
            super().wait(games)

    def cpu(self) -> float:
        """Seconds that servers, their bots' processes and the database have worked."""
        servers = processors.worked(self.process.pid)
        database = processors.worked(self.cluster.process) if self.cluster else 0.0
        self.shares.append((servers, database))
        return servers + database


@dataclass
class Measurement:
    """One row."""

    what: str
    game: str
    processes: int
    tables: int  # open ones
    speed: Speed
    database: float = 0.0  # the part of the work that was the database's

    @property
    def busy(self) -> float:
        """Decisions for each second of a processor."""
        return self.speed.decisions / self.speed.moves * self.speed.busy if self.speed.moves else 0.0


# Ours


@contextmanager
def served(
    game: str, processes: int, cluster: DatabaseCluster | None, count: int, given: argparse.Namespace
) -> Iterator[tuple[Nodes, list[Laid]]]:
    """Servers with so many tables, for a while."""
    os.environ[variable("open_tables")] = str(count + 1_000)
    with tempfile.TemporaryDirectory(dir=given.data) as folder:
        address = cluster.database() if cluster else ""
        laid = lay(Path(folder), game, count, address)
        more = ("--store", address) if address else ()
        nodes = Nodes(Path(folder), game, processes, cluster, *more, *(
            ("--processes", str(processes)) if processes > 1 else ()
        ))  # fmt: skip
        try:
            yield nodes, laid
        finally:
            nodes.stop()


def ours(game: str, processes: int, cluster: DatabaseCluster | None, count: int, given: argparse.Namespace) -> list[
    Measurement
]:  # fmt: skip
    """As fast as they can, and at a pace, with so many tables open."""
    with served(game, processes, cluster, count, given) as (nodes, laid):
        return asyncio.run(both_ways(nodes, game, laid, given))


async def both_ways(nodes: Nodes, game: str, laid: list[Laid], given: argparse.Namespace) -> list[Measurement]:
    """Both runs at the same servers: somebody sits at every table, at those that are played two."""
    count, active = min(len(laid) // 2, given.tables * SPARE), given.tables * nodes.count
    watching = await watched(nodes.port, laid[2 * count :])
    found = []
    for pace, some in ((given.pace, laid[:count]), (None, laid[count : 2 * count])):
        tally = Tally([], pace)
        pairs: list[Pair] = [Pair(players, tally) for players in await seated(nodes.port, some)]
        nodes.shares.clear()
        speed = await counted(nodes, game, pairs, tally, active, given.seconds)
        found.append(Measurement(store(nodes), game, nodes.count, len(laid), speed, part(nodes.shares)))
    for player in watching:
        player.transport.abort()
    return found


def store(nodes: Nodes) -> str:
    """Where tables are kept."""
    return POSTGRES if nodes.cluster else SQLITE


def part(shares: Sequence[tuple[float, float]]) -> float:
    """The database's part of the work between the first look and the last."""
    servers, database = (shares[-1][side] - shares[0][side] for side in (0, 1))
    return database / (servers + database) if servers + database else 0.0


async def watched(port: int, laid: Sequence[Laid]) -> list[Player]:
    """Somebody at each of many tables at which nobody moves."""
    gate, loop = asyncio.Semaphore(HANDSHAKES), asyncio.get_running_loop()

    async def sit(one: Laid) -> Player:
        async with gate:
            make = lambda: Player(port, one.table, one.cookies[0], "en")  # noqa: E731
            _, player = await loop.create_connection(make, HOST, port)
            await player.told.wait()
            return player

    return list(await asyncio.gather(*map(sit, laid)))


# Boardgame.io


def theirs(where: str, given: argparse.Namespace) -> Measurement:
    """Tic-tac-toe at their server."""
    with tempfile.TemporaryDirectory(dir=given.data) as folder:
        disk = Path(folder) / "matches" if where == "on disk" else None
        server = OtherServer(fetched(given.boardgame_io or Path(folder) / "package"), disk)
        try:
            return asyncio.run(their_speed(server, where, given))
        finally:
            server.stop()


async def their_speed(server: OtherServer, where: str, given: argparse.Namespace) -> Measurement:
    """As fast as they can."""
    matches, tally = given.matches or OTHER_MATCHES[where], Tally([])
    pairs = await joined(server.port, matches, tally)
    speed = await counted(server, "tic-tac-toe", pairs, tally, given.tables, given.seconds)
    return Measurement(f"boardgame.io {where}", "tic-tac-toe", 1, matches, speed)


# Telling

HEADER = """\
| what | game | processes | open tables | pace | decisions/s | per busy second | of it database | p50, ms | p99, ms |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"""


def row(found: Measurement) -> str:
    """A row of the table."""
    speed = found.speed
    pace = f"{speed.pace:,.0f}/s" if speed.pace else "as fast as they can"
    numbers = f"{speed.decisions:,.0f} | {found.busy:,.0f} | {found.database:.0%} | {speed.half:.1f} | {speed.most:.1f}"
    return f"| {found.what} | {found.game} | {found.processes} | {found.tables:,} | {pace} | {numbers} |"


def fastest(found: Sequence[Measurement], what: str, game: str, processes: int = 1) -> Measurement | None:
    """What was measured of something, going as fast as it could."""
    for one in found:
        if (one.what, one.game, one.processes) == (what, game, processes) and one.speed.pace is None:
            return one
    return None


def conclusions(found: Sequence[Measurement], games: Sequence[str]) -> Iterator[str]:
    """What follows from the rows, and whether it is what was aimed at."""
    for several in PROCESSES[1:]:
        one, more = fastest(found, POSTGRES, games[0]), fastest(found, POSTGRES, games[0], several)
        if one and more:
            yield from scaling(one, more)
    memory, disk = (fastest(found, f"boardgame.io {where}", "tic-tac-toe") for where in OTHER_MATCHES)
    for game in games if memory and disk else ():
        assert memory
        assert disk
        for kept, against, aim in ((SQLITE, disk, 3.0), (SQLITE, memory, 0.75), (POSTGRES, disk, 1.0)):
            if (aim == 1.0 or game == games[0]) and (one := fastest(found, kept, game)):
                yield ratio(one, against, aim)


def scaling(one: Measurement, more: Measurement) -> Iterator[str]:
    """How much more several processes do, by the clock and by the work."""
    clock = more.speed.decisions / one.speed.decisions
    account = more.processes * more.busy / one.busy
    yield (
        f"- {more.processes} processes against one, by decisions for each busy second and with a core for each: "
        f"{account:.2f} times as much; by the clock, on the {os.cpu_count()} cores of this machine that they share "
        f"with the database and the clients: {clock:.2f}."
    )


def ratio(one: Measurement, other: Measurement, aim: float) -> str:
    """One compared with another, for each busy second."""
    found = one.busy / other.busy
    verdict = "as aimed at" if found >= aim else "less than aimed at"
    return (
        f"- {one.game} on {one.what} makes {found:.2f} times the moves of {other.what} for each busy second "
        f"({verdict}: {aim:g}); by the clock {one.speed.decisions / other.speed.decisions:.2f} times."
    )


PAGE = Path(__file__).with_name("bench_cluster.md")


def report(given: argparse.Namespace, found: list[Measurement]) -> Iterator[str]:
    """The table and what follows from it, line by line."""
    yield HEADER
    games = given.game or games_for_two()
    with throwaway.running(f"max_connections = {len(PROCESSES) * 100}\n") as cluster:
        for measure in plans(games, cluster, given):
            for one in measure:
                found.append(one)
                yield row(one)
    why = bench_others.why_not()
    if why:
        yield f"\nboardgame.io was not measured: {why}."
    for where in () if why else OTHER_MATCHES:
        found.append(theirs(where, given))
        yield row(found[-1])
    yield ""
    yield from conclusions(found, games)


def plans(games: Sequence[str], cluster: DatabaseCluster, given: argparse.Namespace) -> Iterator[list[Measurement]]:
    """What is measured of ours: many open tables of one game, and then all games."""
    yield ours(games[0], 1, None, given.open, given)
    for processes in given.processes or PROCESSES:
        yield ours(games[0], processes, cluster, given.open, given)
    for game in games[1:]:
        for database in (None, cluster):
            yield ours(game, 1, database, 2 * given.tables * FEW, given)


def games_for_two() -> list[str]:
    """The games that two can play, the one first in which most is thrown."""
    return sorted((key for key in keys() if 2 in load(key).seats), key=lambda key: not load(key).has_chance)


def written(lines: Sequence[str], given: argparse.Namespace) -> str:
    """The page."""
    page = PAGE.read_text(encoding="utf-8").format(
        machine=platform.machine(), cores=os.cpu_count(), active=given.tables,
        package=bench_others.PACKAGE.partition("@")[2], node=bench_others.version(),
    )  # fmt: skip
    return page + "\n".join(lines) + "\n"


def read_arguments() -> argparse.Namespace:
    """What to measure."""
    parser = argparse.ArgumentParser(description="Measure several processes on one database.")
    parser.add_argument("--game", action="append", help="only this game; may be repeated, the first one in full")
    parser.add_argument("--processes", type=int, action="append", help="on PostgreSQL; may be repeated")
    parser.add_argument("--open", type=int, default=OPEN, help="tables at which somebody sits, of the first game")
    parser.add_argument("--tables", type=int, default=TABLES, help="at which moves are made at the same time")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of each run")
    parser.add_argument("--pace", type=float, default=PACE, help="decisions a second of the paced runs")
    parser.add_argument("--matches", type=int, help="of tic-tac-toe, begun before")
    parser.add_argument("--boardgame-io", type=Path, help="a folder in which it is installed, or may be")
    parser.add_argument("--data", type=Path, help="a folder on the disk that is to be measured")
    parser.add_argument("--write", type=Path, help="also write the page to this file")
    return parser.parse_args()


def main() -> None:
    """Measure, and tell."""
    given, found, lines = read_arguments(), list[Measurement](), list[str]()
    raise_descriptors()
    for line in report(given, found):
        print(line, flush=True)
        lines.append(line)
    if given.write:
        given.write.write_text(written(lines, given), encoding="utf-8")


if __name__ == "__main__":
    main()
