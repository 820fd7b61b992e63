"""What these tests may have: both stores."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tablier.server.store.postgres import PostgresStore
from tablier.server.store.protocol import Store
from tablier.server.store.sqlite import SqliteStore
from tests.server.postgres import cluster as cluster
from tests.server.postgres import database as database


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    opened: Store
    if request.param == "sqlite":
        opened = SqliteStore(tmp_path / "tables.sqlite")
    else:
        opened = PostgresStore(request.getfixturevalue("database"))
    yield opened
    opened.deliver = opened.collect = lambda function: function()
    opened.close()
