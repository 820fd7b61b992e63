"""A start does the same work however many tables there are, and the tables that a benchmark lays out are real ones."""

from pathlib import Path

import pytest

from tablier.lab.bench_start import many
from tablier.server.app import create
from tablier.server.authority.table import Table
from tablier.server.operation.settings import Settings
from tablier.server.store import schema, sqlite
from tablier.server.store.sqlite import DATABASE, SqliteStore
from tests.server.kit import TestClient
from tests.server.test_live import QuickBots

STEPS = 20  # of the machine in which SQLite runs its statements
GAME = "minelfield"


def steps_of_a_start(data: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """How much the database does until a server answers."""
    counted: list[int] = []

    def count() -> int:
        counted.append(1)
        return 0

    def connected(path: Path) -> object:
        connection = schema_connected(path)
        connection.set_progress_handler(count, STEPS)
        return connection

    schema_connected = schema.connected
    with monkeypatch.context() as patch:
        patch.setattr(schema, "connected", connected)
        patch.setattr(sqlite, "connected", connected)
        settings = Settings(data, prepare=False, limited=False)
        with TestClient(create(settings, QuickBots(1, 1.0)), base_url="http://testserver") as client:
            assert client.get("/health").status_code == 200
    return len(counted)


def test_a_start_reads_no_more_where_there_are_more_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few, lots = tmp_path / "few", tmp_path / "lots"
    many(few, GAME, 2)
    many(lots, GAME, 1_000)
    assert steps_of_a_start(lots, monkeypatch) <= steps_of_a_start(few, monkeypatch) + 5


def test_copies_of_a_table_are_tables_of_their_own(tmp_path: Path) -> None:
    laid = many(tmp_path, GAME, 5)
    store = SqliteStore(tmp_path / DATABASE)
    first, other = (store.load(name).result() for name in (laid.table, "copy-000000003"))
    assert other.setup.table == "copy-000000003"
    assert Table(other.setup, other.events).number == Table(first.setup, first.events).number > 0
    owners = store.owners("copy-000000003", 0).result()
    assert len(owners) == 1
    assert [one.setup.table for one in store.listed(owners[0], 10).result()] == ["copy-000000003"]
    store.close()
