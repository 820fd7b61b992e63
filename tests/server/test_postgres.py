"""Tables in PostgreSQL: what is wrong is said in a sentence, and a connection that is cut loses and doubles nothing."""

import os
import socket
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tablier.server.app import create
from tablier.server.authority.refusals import Refused
from tablier.server.authority.summaries import summary
from tablier.server.bots.pool import Bots
from tablier.server.operation.settings import Settings
from tablier.server.store import layout, opening, sessions
from tablier.server.store.connecting import shown
from tablier.server.store.layout import prepare
from tablier.server.store.opening import opened
from tablier.server.store.postgres import PostgresStore
from tablier.server.store.protocol import Conflict, Trouble
from tests.server.kit import TestClient
from tests.server.postgres import Cluster, account, free_port, running
from tests.server.test_store import HERE, append, chat, made

SECRET = "s3cret%/é"
SECONDS = 30
DISK = 24 << 20  # bytes


def refused(address: str) -> Refused:
    """Why a store cannot be opened."""
    with pytest.raises(Refused) as found:
        opened(address, Path("/nowhere")).close()
    told = "".join(str(found.value) + found.value.say("fr"))
    assert SECRET not in told
    assert "s3cret" not in told
    return found.value


def texts(store: PostgresStore, table: str = "table") -> list[str]:
    """What is kept of a table."""
    stored = store.load(table).result(SECONDS)
    return [event.text for event in stored.events]


# What is wrong


def test_what_is_no_address_is_refused_without_being_told() -> None:
    for address in ("mysql://ann:s3cret@db/x", "postgresql://ann:s3cret@[/x", "postgresql://ann@db/x?s3cret=1"):
        assert refused(address).key == "server.store.address"


def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "find_spec", lambda _: None)
    told = refused("postgresql://ann@db/x")
    assert told.key == "server.store.missing"
    assert 'pip install "tablier[postgres]"' in told.say("en")


def test_a_database_that_does_not_answer_is_named() -> None:
    told = refused(f"postgresql://ann:s3cret@127.0.0.1:{free_port()}/x")
    assert told.key == "server.store.unreachable"
    assert "/x" in told.say("en")


def test_a_wrong_password_is_refused_and_the_right_one_let_in(cluster: Cluster) -> None:
    cluster.tell("drop database if exists guarded", f"create role keeper login password '{SECRET}'")
    cluster.tell("create database guarded owner keeper")
    for password in ("s3cret", "", SECRET + "s3cret"):
        assert refused(cluster.address("guarded", "keeper", password)).key == "server.store.password"
    opened(cluster.address("guarded", "keeper", SECRET), Path()).close()
    assert "s3cret" not in repr(Settings(store=cluster.address("guarded", "keeper", SECRET)))
    assert "s3cret" not in shown(cluster.address("guarded", "keeper", SECRET))


def test_a_database_that_is_not_there_or_holds_something_else_is_refused(cluster: Cluster, database: str) -> None:
    assert refused(cluster.address("nowhere")).key == "server.store.unusable"
    with psycopg.connect(database) as connection:
        connection.execute("create table recipes (name text)")
    assert refused(database).key == "server.store.foreign"
    assert refused(cluster.database("encoding 'SQL_ASCII' locale 'C'")).key == "server.store.encoding"


def test_a_database_of_a_later_version_is_refused_and_left_as_it_is(database: str) -> None:
    opened(database, Path()).close()
    with psycopg.connect(database) as connection:
        connection.execute("update tablier set version=99")
        connection.execute("drop table chat")
    assert refused(database).key == "server.store.newer"
    with psycopg.connect(database) as connection:
        assert connection.execute("select version, to_regclass('chat') from tablier").fetchone() == (99, None)


def test_what_is_moved_to_a_later_layout_by_many_at_once_is_moved_once(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Were the migrations done twice, the second time would fail."""
    store = PostgresStore(database)
    made(store)
    store.close()
    later = ("alter table chat add column liked integer not null default 0", "update chat set liked=1")
    monkeypatch.setattr(layout, "MIGRATIONS", layout.MIGRATIONS + later)
    version = (len(layout.MIGRATIONS),)
    with ThreadPoolExecutor(6) as threads:
        list(threads.map(prepare, [database] * 12))
    with psycopg.connect(database) as connection:
        assert connection.execute("select version from tablier").fetchall() == [version]
    monkeypatch.setattr(layout, "MIGRATIONS", (*layout.MIGRATIONS, "alter table tables add x integer; nonsense"))
    assert refused(database).key == "server.store.unusable"
    with psycopg.connect(database) as connection:
        assert connection.execute("select version from tablier").fetchall() == [version], "half of it was kept"
        assert connection.execute("select * from tables").description[-1].name == "setup"


def test_a_second_server_is_refused_until_the_first_has_gone(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "LOCK_WAIT", "set lock_timeout='50ms'")
    first = PostgresStore(database)
    assert refused(database).key == "server.store.taken"
    with pytest.raises(Refused):
        PostgresStore(database, alone=False)
    first.close()
    PostgresStore(database).close()


def test_names_that_no_database_takes_are_nobodys(database: str) -> None:
    with TestClient(create(Settings(Path("/nowhere"), database, prepare=False), Bots(1, 1.0))) as client:
        for path in ("/t/%00", "/seat/%00", "/api/tables/%00/text"):
            assert client.get(path).status_code == 404


# Cut connections


class Proxy:
    """Stands between a store and its database, and cuts the connection when a certain thing is said."""

    def __init__(self, port: int) -> None:
        self.port, self.when, self.first = port, b"", False
        self.cut = threading.Event()
        self.silent, self.answered = False, threading.Event()  # whether the next answer is kept back; whether it came
        self.listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self.port))
            for one, other in ((client, server), (server, client)):
                threading.Thread(target=self._pass, args=(one, other, one is client), daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket, from_store: bool) -> None:
        """Pass on what is said; what is looked for is passed on or not, and its answer never is."""
        try:
            while said := one.recv(1 << 16):
                if from_store and self.when and self.when in said:
                    self.when = b""
                    if not self.first:
                        self.silent = True
                        other.sendall(said)
                        self.answered.wait(SECONDS)  # it was done, and nobody learns of it
                    self.cut.set()
                    break
                if self.silent and not from_store:
                    self.silent = False
                    self.cut.set()
                    self.answered.set()
                    break
                other.sendall(said)
        except OSError:
            pass
        for line in (one, other):
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()


@contextmanager
def proxied(database: str) -> Iterator[tuple[PostgresStore, Proxy]]:
    """A store whose connections can be cut."""
    port = psycopg.conninfo.conninfo_to_dict(database)["port"]
    proxy = Proxy(int(port))
    store = PostgresStore(database.replace(f":{port}/", f":{proxy.listener.getsockname()[1]}/") + "?sslmode=disable")
    yield store, proxy
    store.close()
    proxy.listener.close()


@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize("mixed", [True, False])
def test_a_group_whose_commit_is_cut_is_kept_once(database: str, before: bool, mixed: bool) -> None:
    """Whether the database has heard of it or not, nothing is lost, doubled or told wrongly."""
    with proxied(database) as (store, proxy):
        made(store)
        append(store, "table", 0, [chat("a")], summary(HERE)).result(SECONDS)
        proxy.first, proxy.when = before, b"COMMIT" if mixed else b"marked"
        held: list[Any] = []
        store.collect = held.append
        waiting: list[Future[Any]] = [append(store, "table", 1, [chat("marked")], summary(HERE))]
        if mixed:
            waiting.append(store.spend("link"))
        held.pop()()
        assert [one.result(SECONDS) for one in waiting] == [None, True][: len(waiting)]
        assert proxy.cut.is_set()
        store.collect = lambda hand_over: hand_over()
        assert isinstance(append(store, "table", 1, [chat("other")], summary(HERE)).exception(SECONDS), Conflict)
        assert texts(store) == ["a", "marked"]
        assert store.spend("link").result(SECONDS) is not mixed


def test_what_cannot_be_found_out_is_trouble(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "UNKNOWN_SECONDS", 0.0)
    with proxied(database) as (store, proxy):
        made(store)
        monkeypatch.setattr(sessions, "connected", lambda _: (_ for _ in ()).throw(psycopg.OperationalError("gone")))
        proxy.when = b"marked"
        warned: list[Any] = []
        store.warn = warned.append
        assert isinstance(append(store, "table", 0, [chat("marked")], summary(HERE)).exception(SECONDS), Trouble)
        assert warned[-1]
        monkeypatch.undo()
        assert isinstance(append(store, "table", 0, [chat("b")], summary(HERE)).exception(SECONDS), Conflict)
        assert texts(store) == ["marked"]


def test_a_session_of_before_can_write_no_more(database: str) -> None:
    """What was under way when the connection seemed to be lost has no effect, however late it arrives."""
    store = PostgresStore(database)
    made(store)
    with psycopg.connect(database, autocommit=True) as other:
        other.execute("update writers set session=session + 1")
    assert append(store, "table", 0, [chat("a")], summary(HERE)).exception(SECONDS) is None
    with psycopg.connect(database) as other:
        assert other.execute("select session from writers").fetchall() == [(3,)]
    assert texts(store) == ["a"]
    store.close()


def test_a_database_that_is_killed_and_comes_back_is_used_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """While it is away there is trouble; if it is back soon enough, nobody has noticed anything."""
    with running() as cluster:
        store = PostgresStore(cluster.address())
        made(store)
        cluster.kill()
        with monkeypatch.context() as impatient:
            impatient.setattr(sessions, "UNKNOWN_SECONDS", 0.0)
            lost = append(store, "table", 0, [chat("lost")], summary(HERE)).exception(SECONDS)
        assert isinstance(lost, Trouble)
        assert isinstance(store.game("table").exception(SECONDS), Trouble)
        cluster.start()
        assert append(store, "table", 0, [chat("a")], summary(HERE)).exception(SECONDS) is None
        cluster.kill()
        waiting = append(store, "table", 1, [chat("b")], summary(HERE))
        cluster.start()
        assert waiting.exception(SECONDS) is None
        assert texts(store) == ["a", "b"]
        store.close()


# A full disk, and long histories


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A small disk of its own, that everybody can reach."""
    with tempfile.TemporaryDirectory(prefix="tablier-disk-") as folder:
        os.chmod(folder, 0o755)
        mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK},mode=777", "tmpfs", folder]
        if os.geteuid() != 0 or subprocess.call(mount, stderr=subprocess.DEVNULL):
            pytest.skip("only root may make a disk")
        yield Path(folder)
        subprocess.check_call(["umount", folder])


def test_a_full_disk_is_told_as_such_and_all_goes_on_when_there_is_room(small_disk: Path) -> None:
    with running() as cluster:
        check_full(cluster, small_disk / "small")


def check_full(cluster: Cluster, folder: Path) -> None:
    """Fill a disk on which only the tables lie."""
    folder.mkdir()
    cluster.own(folder)
    cluster.tell(f"create tablespace small location '{folder}'", "create database tight tablespace small")
    store = PostgresStore(cluster.address("tight"))
    made(store)
    filler, number = folder.parent / "filler", 0
    with filler.open("wb", buffering=0) as file:
        try:
            while file.write(bytes(1 << 12)):
                pass
        except OSError:
            pass
    while (error := append(store, "table", number, [chat("x" * 5_000)], summary(HERE)).exception(SECONDS)) is None:
        number += 1
    assert isinstance(error, Trouble)
    assert error.full
    filler.unlink()
    assert append(store, "table", number, [chat("y")], summary(HERE)).exception(SECONDS) is None
    assert len(texts(store)) == number + 1
    store.close()


def test_nobody_waits_for_the_history_of_somebody_else(database: str) -> None:
    store = PostgresStore(database)
    made(store)
    with psycopg.connect(database) as other:
        other.execute("lock table events in access exclusive mode")
        slow = [store.load("table") for _ in range(5)]
        assert store.game("table").result(SECONDS) == "samliam"
        assert not any(future.done() for future in slow)
    assert [future.result(SECONDS).events for future in slow] == [[]] * 5
    store.close()


def test_who_runs_the_throw_away_server_is_not_root() -> None:
    assert account()[0] != "root"
