"""A PostgreSQL for a while, in a folder of its own, for tests, benchmarks and faults."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from urllib.parse import quote

import psycopg

from tablier.lab.ports import free_port

BINARIES = (*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True), *map(Path, os.get_exec_path()))
MISSING = "there is no PostgreSQL here; `make postgres` installs it"
SETTINGS = """
listen_addresses = '127.0.0.1'
fsync = on
shared_buffers = 64MB
max_connections = 200
logging_collector = off
"""
WHO = """
host guarded all 127.0.0.1/32 scram-sha-256
host all all 127.0.0.1/32 trust
host replication all 127.0.0.1/32 trust
"""
USER = "postgres"
NOBODY = "nobody"
IMMEDIATELY = "immediate"


class DatabaseCluster:
    """A database server in a folder; it refuses to run as root, so that somebody else runs it."""

    def __init__(self, folder: Path, port: int | None = None) -> None:
        self.folder, self.data, self.port = folder, folder / "data", port or free_port()

    def make(self, settings: str = "") -> None:
        """Lay the folder out."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.own(self.folder)
        self.call("initdb", "-D", str(self.data), "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-N")
        self.write("postgresql.auto.conf", f"{SETTINGS}port = {self.port}\nunix_socket_directories = ''\n{settings}")
        self.write("pg_hba.conf", WHO)

    def own(self, path: Path) -> None:
        """Give a folder to who runs the server."""
        if os.geteuid() == 0:
            shutil.chown(path, *account())

    def write(self, name: str, text: str) -> None:
        """Write a file of the server's."""
        (self.data / name).write_text(text)
        self.own(self.data / name)

    def call(self, program: str, *arguments: str) -> str:
        """Have a program of PostgreSQL do something; what it says."""
        environment = {"PATH": os.environ["PATH"], "PGUSER": USER, "PGHOST": "127.0.0.1", "PGPORT": str(self.port)}
        found = binary(program)
        assert found
        command = [*unprivileged(), str(found), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, cwd="/", env=environment, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def start(self) -> None:
        """Start, and wait until it answers."""
        self.call("pg_ctl", "-D", str(self.data), "-l", str(self.folder / "log"), "-w", "-t", "60", "start")

    def stop(self, mode: str = "fast") -> None:
        """Stop, and wait until it has."""
        self.call("pg_ctl", "-D", str(self.data), "-m", mode, "-w", "stop")

    def kill(self) -> None:
        """Kill the server and all of its processes, as a machine that loses its power does."""
        process = self.process
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
        for victim in (process, *map(int, children)):
            os.kill(victim, signal.SIGKILL)
        while any(
            Path(f"/proc/{victim}").exists() and not is_dead(victim) for victim in (process, *map(int, children))
        ):
            pass
        (self.data / "postmaster.pid").unlink()

    @property
    def process(self) -> int:
        """The first of its processes, which has started all others."""
        return int((self.data / "postmaster.pid").read_text().split()[0])

    def address(self, database: str = "postgres", user: str = USER, password: str = "") -> str:
        """The address of a database."""
        secret = f":{quote(password, safe='')}" if password else ""
        return f"postgresql://{user}{secret}@127.0.0.1:{self.port}/{database}"

    def tell(self, *statements: str) -> None:
        """Do something as its administrator."""
        with psycopg.connect(self.address(), autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement.encode())

    def database(self, encoding: str = "") -> str:
        """The address of a new, empty database."""
        name = f"test_{token_hex(6)}"
        self.tell(f"create database {name} template template0 {encoding}")
        return self.address(name)


def is_dead(process: int) -> bool:
    """Whether a process has ended, and only waits to be noticed."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def binary(program: str) -> Path | None:
    """A program of PostgreSQL, if it is installed."""
    return next((folder / program for folder in BINARIES if (folder / program).exists()), None)


def account() -> tuple[str, str]:
    """The user and the group that run the server if we are root."""
    import grp
    import pwd

    names = {entry.pw_name for entry in pwd.getpwall()}
    user = USER if USER in names else NOBODY
    return user, grp.getgrgid(pwd.getpwnam(user).pw_gid).gr_name


def unprivileged() -> list[str]:
    """What goes before a command so that root does not run it."""
    if os.geteuid() != 0:
        return []
    user, group = account()
    return ["setpriv", f"--reuid={user}", f"--regid={group}", "--clear-groups"]


@contextmanager
def running(settings: str = "") -> Iterator[DatabaseCluster]:
    """A server for a while, to be killed or filled as one likes; it and its folder are gone in the end."""
    if binary("initdb") is None:
        raise RuntimeError(MISSING)
    with tempfile.TemporaryDirectory(prefix="tablier-postgres-", ignore_cleanup_errors=True) as folder:
        os.chmod(folder, 0o755)
        cluster = DatabaseCluster(Path(folder) / "cluster")
        cluster.make(settings)
        cluster.start()
        try:
            yield cluster
        finally:
            if (cluster.data / "postmaster.pid").exists():
                cluster.stop(IMMEDIATELY)
