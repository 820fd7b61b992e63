"""What ``docs/operate.md`` says about copies of a PostgreSQL database, done: a dump, and going back to a moment."""

import os
import shutil
from pathlib import Path

import psycopg

from tablier.server.authority.summaries import summary
from tablier.server.store.postgres import PostgresStore
from tablier.server.store.sides import DatabaseSide
from tests.server.postgres import Cluster, running
from tests.server.test_moving import all_rows
from tests.server.test_store import HERE, append, chat, made

OPERATE = (Path(__file__).parents[2] / "docs" / "operate.md").read_text(encoding="utf-8")
ARCHIVING = """
wal_level = replica
archive_mode = on
archive_command = 'test ! -f {archive}/%f && cp %p {archive}/%f'
archive_timeout = 60
"""
RESTORING = """
restore_command = 'cp {archive}/%f %p'
recovery_target_time = '{moment}'
recovery_target_action = 'promote'
"""


def said(store: PostgresStore, *told: str) -> None:
    """Have some events kept after those that are there."""
    first = len(store.load("table").result().events)
    for number, text in enumerate(told, first):
        append(store, "table", number, [chat(text)], summary(HERE)).result()


def texts(address: str) -> list[str]:
    """What is kept of the table."""
    store = PostgresStore(address)
    found = [event.text for event in store.load("table").result().events]
    store.close()
    return found


def test_a_dump_is_all_tables_as_they_were_at_one_moment(cluster: Cluster, database: str) -> None:
    store = PostgresStore(database)
    made(store)
    said(store, "a", "b")
    folder = cluster.folder / database.rpartition("/")[2]
    file, again = str(folder.with_suffix(".dump")), cluster.database()
    cluster.call("pg_dump", "--format=custom", f"--file={file}", database)
    said(store, "c")
    cluster.call("pg_restore", f"--dbname={again}", file)
    store.close()
    assert texts(again) == ["a", "b"]
    assert all_rows(DatabaseSide(again))["tokens"] == all_rows(DatabaseSide(database))["tokens"] != []
    store = PostgresStore(again)
    said(store, "d")
    store.close()
    assert texts(again) == ["a", "b", "d"]


def test_the_document_says_what_is_tried_here() -> None:
    for lines in (ARCHIVING.format(archive="/archive"), RESTORING.format(archive="/archive", moment="")):
        for line in lines.strip().splitlines():
            name = line.partition(" = ")[0]
            assert name in OPERATE or name == "wal_level", "which is replica by default"
    for command in ("pg_dump --format=custom", "pg_restore --dbname", "pg_basebackup --pgdata", "recovery.signal"):
        assert command in OPERATE


def test_whoever_archives_can_go_back_to_any_moment(tmp_path: Path) -> None:
    """A base backup, and what was written since then up to a moment; what came after it is not there."""
    with running() as cluster:
        archive, base = cluster.folder / "archive", cluster.folder / "base"
        archive.mkdir()
        cluster.own(archive)
        settings = cluster.data / "postgresql.conf"
        settings.write_text(settings.read_text() + ARCHIVING.format(archive=archive))
        cluster.stop()
        cluster.start()
        store = PostgresStore(cluster.address())
        made(store)
        said(store, "a")
        cluster.call("pg_basebackup", f"--pgdata={base}", "--checkpoint=fast")
        said(store, "b", "c")
        with psycopg.connect(cluster.address(), autocommit=True) as connection:
            (moment,) = connection.execute("select clock_timestamp()::text").fetchone()
            said(store, "a mistake")
            name = connection.execute("select pg_walfile_name(pg_switch_wal())").fetchone()[0]
            archived = "select last_archived_wal >= %s from pg_stat_archiver"
            while connection.execute(archived, (name,)).fetchone() != (True,):
                pass
        store.close()
        cluster.stop()
        shutil.rmtree(cluster.data)
        os.rename(base, cluster.data)
        settings.write_text(settings.read_text() + RESTORING.format(archive=archive, moment=moment))
        cluster.write("recovery.signal", "")
        cluster.start()
        with psycopg.connect(cluster.address(), autocommit=True) as connection:
            while connection.execute("select pg_is_in_recovery()").fetchone() == (True,):
                pass
        assert texts(cluster.address()) == ["a", "b", "c"]
        store = PostgresStore(cluster.address())
        said(store, "d")
        store.close()
        assert texts(cluster.address()) == ["a", "b", "c", "d"]
