"""Tables carried by a command that is killed in the middle, and a database of the first layout that is opened again."""

import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tablier.lab.bench_start import copy
from tablier.server.authority.refusals import Refused
from tablier.server.operation.settings import Settings
from tablier.server.store import layout, schema
from tablier.server.store.postgres import PostgresStore
from tablier.server.store.protocol import Document
from tablier.server.store.sides import DatabaseSide, FileSide
from tablier.server.store.sqlite import DATABASE, SqliteStore
from tests.server.postgres import Cluster
from tests.server.test_moving import OLD, move, played_on

FIRST_LAYOUT = Path(__file__).parent / "old" / "tables-postgres.sql"
COPIES, CARRIED = 150, 20
SECONDS = 60
SLOWLY = """
import sys
from tablier.server.store import moving
moving.TOGETHER = 1
with moving.Moving(*sys.argv[1:]) as done:
    for _ in done.steps():
        pass
"""


@pytest.fixture
def full(tmp_path: Path) -> Path:
    """A folder with many tables, people and runs."""
    data = tmp_path / "full"
    data.mkdir(mode=0o700)
    with closing(sqlite3.connect(data / DATABASE)) as connection:
        connection.executescript(OLD)
    (data / DATABASE).chmod(0o600)
    store = SqliteStore(data / DATABASE)
    store.beat(1.0, 2.0).result()
    store.keep([Document("person", f"p{number}", text="{}", tags=("all",)) for number in range(40)]).result()
    name = sorted(side_names(data))[0]
    store.close()
    copy(data / DATABASE, name, COPIES)
    return data


def side_names(data: Path) -> list[str]:
    with closing(sqlite3.connect(data / DATABASE)) as connection:
        return [name for (name,) in connection.execute("select id from tables")]


def digest(side: FileSide | DatabaseSide) -> tuple[Any, ...]:
    """Everything on a side."""
    found = (side.digests(side.names()), side.documents(), side.runs())
    side.close()
    return found


def killed(source: object, target: object, count: str) -> int:
    """Have a command that carries tables killed as soon as some are there; how many are."""
    process = subprocess.Popen([sys.executable, "-c", SLOWLY, str(source), str(target)])
    end = time.monotonic() + SECONDS
    while counted(target, count) < CARRIED:
        assert process.poll() is None, "it was too fast"
        assert time.monotonic() < end
    process.kill()
    process.wait()
    return counted(target, count)


def counted(target: object, sql: str) -> int:
    """How many tables have arrived."""
    try:
        if "://" in str(target):
            with psycopg.connect(str(target), autocommit=True) as database:
                return int(database.execute(sql.encode()).fetchone()[0])
        with closing(sqlite3.connect(f"{Path(str(target), DATABASE).as_uri()}?mode=ro", uri=True)) as file:
            return int(file.execute(sql).fetchone()[0])
    except (psycopg.Error, sqlite3.Error):
        return 0


def test_what_was_killed_in_the_middle_goes_on_there_and_back(full: Path, database: str, tmp_path: Path) -> None:
    before, sql, back = digest(FileSide(full / DATABASE)), "select count(*) from tables", tmp_path / "back"
    for source, target in ((full, database), (database, back)):
        arrived = killed(source, target, sql)
        done = move(source, target)
        assert 0 < len(done.missing) <= len(done.names) - arrived
        move(source, target)
    assert digest(DatabaseSide(database)) == digest(FileSide(back / DATABASE)) == before
    assert len(before[1]) == 80, "documents and their tags too"


def test_what_lies_beside_tables_is_carried_where_there_are_none(tmp_path: Path, database: str) -> None:
    data = tmp_path / "people"
    store = SqliteStore(data / DATABASE)
    store.keep([Document("person", "ann", text="{}")]).result()
    store.close()
    move(data, database)
    kept = PostgresStore(database)
    assert kept.document("person", "ann").result().text == "{}"
    kept.close()


def opened_first_layout(database: str) -> None:
    """Fill a database as the first version of the layout has left it."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(FIRST_LAYOUT.read_bytes())
        assert connection.execute("select version from tablier").fetchone() == (1,)


def test_a_database_of_the_first_layout_is_brought_up_to_date_and_played_on(database: str, tmp_path: Path) -> None:
    opened_first_layout(database)
    for _ in range(2):
        played_on(Settings(tmp_path, database, prepare=False, pace=0.0, limited=False))
    with psycopg.connect(database) as connection:
        assert connection.execute("select version from tablier").fetchone() == (len(layout.MIGRATIONS),)


def test_both_kinds_of_old_stores_hold_the_same_once_they_are_up_to_date(database: str, tmp_path: Path) -> None:
    opened_first_layout(database)
    with closing(sqlite3.connect(tmp_path / DATABASE)) as connection:
        connection.executescript(OLD)
    (tmp_path / DATABASE).chmod(0o600)
    tmp_path.chmod(0o700)
    assert digest(DatabaseSide(database)) == digest(FileSide(tmp_path / DATABASE))
    move(database, tmp_path / "again")


def test_a_brought_up_layout_is_that_of_a_new_database(database: str, cluster: Cluster) -> None:
    opened_first_layout(database)
    fresh = cluster.database()
    assert shape(database) == shape(fresh)


def shape(database: str) -> list[tuple[object, ...]]:
    """All columns and indexes of a database, once it is up to date."""
    layout.prepare(database)
    with psycopg.connect(database) as connection:
        columns = connection.execute(
            "select table_name::text, column_name::text, data_type::text, is_nullable::text, collation_name::text "
            "from information_schema.columns where table_schema='public' order by 1, 2"
        ).fetchall()
        indexes = connection.execute("select tablename::text, indexdef from pg_indexes where schemaname='public'")
        return columns + sorted(indexes.fetchall())


def test_a_later_layout_is_refused_with_a_sentence_by_both(database: str, tmp_path: Path) -> None:
    opened_first_layout(database)
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("update tablier set version=99")
    SqliteStore(tmp_path / DATABASE).close()
    with closing(sqlite3.connect(tmp_path / DATABASE)) as file:
        file.execute("pragma user_version=99")
    for open_it, known in (
        (lambda: PostgresStore(database), len(layout.MIGRATIONS)),
        (lambda: SqliteStore(tmp_path / DATABASE), 1 + len(schema.LATER)),
    ):
        with pytest.raises(Refused) as found:
            open_it()
        for language in ("fr", "en"):
            assert "99" in found.value.say(language)
            assert str(known) in found.value.say(language)
