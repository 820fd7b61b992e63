"""A Dask cluster on this machine, for tests: a scheduler, and workers that can be added and killed."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).parents[2]
HERE = ("--host", "127.0.0.1", "--no-dashboard")
Process = subprocess.Popen[bytes]


class Cluster:
    """A scheduler and its workers, all of them processes of ours."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.processes = folder, list[Process]()
        self.file = folder / "scheduler.json"
        self.start("dask_scheduler", *HERE, "--port", "0", "--scheduler-file", str(self.file))
        self.address = self.listening()

    def listening(self) -> str:
        """The address, which is written once the scheduler listens; one that dies instead is noticed."""
        while self.processes[0].poll() is None:
            with suppress(OSError, ValueError):  # not there yet, or half written
                return str(json.loads(self.file.read_text())["address"])
        raise AssertionError("the scheduler did not start")

    def start(self, program: str, *arguments: str) -> Process:
        """A program of distributed."""
        command = [sys.executable, "-m", f"distributed.cli.{program}", *arguments]
        environment = os.environ | {"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
        with (self.folder / f"{program}.log").open("ab") as log:
            self.processes.append(subprocess.Popen(command, env=environment, cwd=self.folder, stdout=log, stderr=log))
        return self.processes[-1]

    def worker(self) -> Process:
        """One more worker, of one thread, that nobody starts again."""
        return self.start("dask_worker", self.address, *HERE, "--nthreads", "1", "--no-nanny")


@contextmanager
def cluster(folder: Path) -> Iterator[Cluster]:
    """A scheduler without workers, and its end."""
    made = Cluster(folder)
    try:
        yield made
    finally:
        for process in made.processes:
            process.kill()
            process.wait()
