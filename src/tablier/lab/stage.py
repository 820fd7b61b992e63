"""All that faults are done to: nodes and a worker with lines to a database, the database, and the disk under it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

from tablier.lab import processors
from tablier.lab.bench_clients import HOST
from tablier.lab.cutting import CuttableLine
from tablier.lab.ports import free_port
from tablier.lab.throwaway import DatabaseCluster
from tablier.server.operation.settings import variable

LEASE = 1.0  # seconds
TOLD = 2_000  # characters of a log
START_SECONDS, LOOK = 90.0, 0.02
DISK = 400 << 20  # bytes
SMALL_DATABASE = "max_wal_size = 64MB\nmin_wal_size = 32MB\nmax_connections = 100\n"


class ServicePiece:
    """A process of ours, with a line to the database and a clock of its own; started again whenever it has died."""

    def __init__(self, folder: Path, database: str, line: CuttableLine, *command: str) -> None:
        self.line, self.command, self.port = line, command, 0
        self.clock = Path(tempfile.mkstemp(dir=folder, prefix="clock")[1])
        self.store = f"postgresql://postgres@{HOST}:{line.port}/{database}"
        self.log = (folder / f"{self.clock.name}.log").open("w", encoding="utf-8")

    def start(self) -> None:
        """Start it."""
        environment = os.environ | {
            variable("store"): self.store, variable("lease"): str(LEASE), variable("limited"): "no",
            variable("prepare"): "no", variable("log"): "json",
        }  # fmt: skip
        self.leap(0.0)
        given = [sys.executable, "-m", "tablier.lab.leaping", str(self.clock), *self.command]
        self.process = subprocess.Popen(given, env=environment, stdout=self.log, stderr=self.log)

    def leap(self, seconds: float) -> None:
        """Let its clock be so wrong from now on."""
        fresh = self.clock.with_suffix(".new")
        fresh.write_text(str(seconds))
        os.replace(fresh, self.clock)

    def send(self, number: signal.Signals) -> None:
        """Send it a signal, and all that it has started."""
        for process in processors.family([self.process.pid]):
            with suppress(ProcessLookupError):
                os.kill(process, number)

    def end(self) -> None:
        """Kill it."""
        self.send(signal.SIGKILL)
        self.process.wait()

    async def answers(self) -> None:
        """Wait until it is there."""


class NodePiece(ServicePiece):
    """A node, at a port for visitors."""

    def __init__(self, folder: Path, database: str, line: CuttableLine, game: str) -> None:
        port = free_port()
        command = ("serve", "--no-browser", "--port", str(port), "--node", HOST, "--workers", "0", "--game", game)
        super().__init__(folder, database, line, *command)
        self.port = port

    async def answers(self) -> None:
        """Wait until it answers."""
        end = time.monotonic() + START_SECONDS
        while not await asyncio.to_thread(self.asked):
            if time.monotonic() > end or self.process.poll() is not None:
                raise RuntimeError(f"a node has not started: {Path(self.log.name).read_text(encoding='utf-8')[-TOLD:]}")
            await asyncio.sleep(LOOK)

    def asked(self) -> bool:
        """Whether it answers."""
        with suppress(OSError), urllib.request.urlopen(f"http://{HOST}:{self.port}/health", timeout=1) as answer:
            return bool(json.load(answer))
        return False


class OrdealStage:
    """Everything together."""

    def __init__(self, cluster: DatabaseCluster, disk: Path | None, folder: Path, database: str) -> None:
        self.cluster, self.disk, self.folder, self.database = cluster, disk, folder, database
        self.nodes: list[NodePiece] = []
        self.workers: list[ServicePiece] = []

    @property
    def pieces(self) -> list[ServicePiece]:
        """Nodes and workers."""
        return [*self.nodes, *self.workers]

    def ports(self) -> list[int]:
        """Where visitors may come."""
        return [node.port for node in self.nodes]

    async def begin(self, nodes: int, workers: int, game: str) -> None:
        """Start everything."""
        for number in range(nodes + workers):
            line = CuttableLine(self.cluster.port)
            await line.begin()
            if number < nodes:
                self.nodes.append(NodePiece(self.folder, self.database, line, game))
            else:
                self.workers.append(ServicePiece(self.folder, self.database, line, "worker", "--workers", "1"))
            self.pieces[number].start()
        for piece in self.pieces:
            await piece.answers()

    async def mend(self) -> None:
        """Have everything as it should be: whatever has died is started again, whatever is held goes on."""
        if self.disk:
            (self.disk / "filler").unlink(missing_ok=True)
        await asyncio.to_thread(self.mend_database)
        for piece in self.pieces:
            piece.line.mend()
            piece.leap(0.0)
            piece.send(signal.SIGCONT)
            if piece.process.poll() is not None:
                piece.start()
        for piece in self.pieces:
            await piece.answers()

    def mend_database(self) -> None:
        """Start the database, if it is not there."""
        self.tell_database(signal.SIGCONT)
        if not self.database_processes():
            (self.cluster.data / "postmaster.pid").unlink(missing_ok=True)
            self.cluster.start()

    def database_processes(self) -> set[int]:
        """The processes of the database that live."""
        with suppress(OSError, ValueError):
            return {one for one in processors.family([self.cluster.process]) if processors.told(one)}
        return set()

    def tell_database(self, number: signal.Signals) -> None:
        """Send all processes of the database a signal."""
        for process in self.database_processes():
            with suppress(ProcessLookupError):
                os.kill(process, number)

    async def end(self) -> None:
        """End everything."""
        for piece in self.pieces:
            piece.send(signal.SIGCONT)
            piece.end()
            piece.log.close()
            await piece.line.end()


@contextmanager
def small_disk(folder: Path) -> Iterator[Path | None]:
    """A small disk of its own at a folder, where we may make one."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(folder)]
    made = os.geteuid() == 0 and not subprocess.call(command, stderr=subprocess.DEVNULL)
    try:
        yield folder if made else None
    finally:
        if made:
            subprocess.check_call(["umount", "--lazy", str(folder)])


@contextmanager
def database_on(folder: Path) -> Iterator[DatabaseCluster]:
    """A database in a folder, however it may end."""
    folder.chmod(0o755)
    cluster = DatabaseCluster(folder / "cluster")
    cluster.make(SMALL_DATABASE)
    cluster.start()
    try:
        yield cluster
    finally:
        with suppress(OSError, ValueError, AssertionError):
            cluster.kill()


@asynccontextmanager
async def staged(nodes: int, workers: int, game: str, lay: Callable[[str], object]) -> AsyncIterator[OrdealStage]:
    """Everything, with tables that are laid out before it starts."""
    with tempfile.TemporaryDirectory(prefix="tablier-faults-", ignore_cleanup_errors=True) as folder:
        place = Path(folder)
        place.chmod(0o755)
        with small_disk(place / "disk") as disk, database_on(place / "disk") as cluster:
            address = cluster.database()
            lay(address)
            stage = OrdealStage(cluster, disk, place, address.rpartition("/")[2])
            try:
                await stage.begin(nodes, workers, game)
                yield stage
            finally:
                await stage.end()
