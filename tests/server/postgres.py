"""A PostgreSQL of the tests' own, one for all workers, with an empty database a test, and stores of both kinds."""

import fcntl
import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tablier.lab import throwaway
from tablier.lab.ports import free_port as free_port
from tablier.lab.throwaway import IMMEDIATELY, MISSING, DatabaseCluster, binary
from tablier.lab.throwaway import account as account
from tablier.server.store.postgres import PostgresStore
from tablier.server.store.protocol import Store, call
from tablier.server.store.sqlite import DATABASE, SqliteStore

Cluster = DatabaseCluster


@contextmanager
def running(settings: str = "") -> Iterator[Cluster]:
    """A server for one test, where there is PostgreSQL."""
    if binary("initdb") is None:
        pytest.skip(MISSING)
    with throwaway.running(settings) as cluster:
        yield cluster


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Iterator[Cluster]:
    """The server that all tests share, of all workers: the first starts it, the last stops it."""
    if binary("initdb") is None:
        pytest.skip(MISSING)
    if worker_id == "master":
        with running() as alone:
            yield alone
        return
    shared = tmp_path_factory.getbasetemp().parent / "postgres.json"
    found = joined(shared)
    try:
        yield found
    finally:
        left(shared, found)


@pytest.fixture
def database(cluster: Cluster) -> str:
    """The address of an empty database."""
    return cluster.database()


@contextmanager
def locked(shared: Path) -> Iterator[dict[str, object]]:
    """What the workers know together, for one of them at a time."""
    with shared.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        known = json.loads(shared.read_text()) if shared.exists() else {"users": 0}
        yield known
        shared.write_text(json.dumps(known))


def joined(shared: Path) -> Cluster:
    """The cluster of all workers, started if nobody has."""
    with locked(shared) as known:
        if not known["users"]:
            known["folder"] = tempfile.mkdtemp(prefix="tablier-postgres-")
            os.chmod(str(known["folder"]), 0o755)
            fresh = Cluster(Path(str(known["folder"])) / "cluster")
            fresh.make()
            fresh.start()
            known["port"] = fresh.port
        known["users"] = int(str(known["users"])) + 1
        return Cluster(Path(str(known["folder"])) / "cluster", int(str(known["port"])))


def left(shared: Path, cluster: Cluster) -> None:
    """The cluster of all workers is stopped by the last one."""
    with locked(shared) as known:
        known["users"] = int(str(known["users"])) - 1
        if not known["users"]:
            cluster.stop(IMMEDIATELY)
            shutil.rmtree(cluster.folder.parent, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """A store of either kind that one server has for itself."""
    opened: Store
    if request.param == "sqlite":
        opened = SqliteStore(tmp_path / DATABASE)
    else:
        opened = PostgresStore(request.getfixturevalue("database"))
    yield opened
    opened.deliver = opened.collect = call
    opened.close()
