"""The layout of a SQLite store: made where there is none, and brought up to date where it is an old one."""

import sqlite3
from contextlib import closing
from pathlib import Path

from tablier import private
from tablier.server.authority.refusals import Refused
from tablier.server.store.documents import SQLITE_LAYOUT

SCHEMA = """
create table if not exists tables (id text primary key, setup text not null) strict, without rowid;
create table if not exists standings (
    id text primary key, moved real not null, over integer not null, deciding integer, players text not null)
    strict, without rowid;
create table if not exists events (
    id text not null, number integer not null, event text not null, primary key (id, number)) strict, without rowid;
create table if not exists sitters (
    visitor text not null, id text not null, seat integer not null,
    primary key (visitor, id, seat)) strict, without rowid;
create table if not exists tokens (
    token text primary key, kind text not null, id text not null, seat integer, visitor text not null,
    made real not null, used integer not null default 0) strict, without rowid;
create table if not exists chat (
    id text not null, number integer not null, event text not null, primary key (id, number)) strict, without rowid;
create index if not exists sitters_by_table on sitters (id, seat);
create index if not exists tokens_by_table on tokens (id);
"""
SPLIT = """
insert into standings select id, moved, over, deciding, players from tables;
alter table tables drop column moved;
alter table tables drop column over;
alter table tables drop column deciding;
alter table tables drop column players;
"""
"""How tables stand lay in the same rows as their long setups, which were written anew with every move."""
RUNS = "create table runs (began real primary key, last real not null) strict"
"""From when to when there was a server, so that no clock runs while there is none."""
LATER: tuple[str, ...] = (RUNS, SQLITE_LAYOUT)
"""What makes each further version of the layout of the one before. What is older than the first has no number."""
OURS = "select count(*) from sqlite_master where name='tables'"
OTHERS = "select count(*) from sqlite_master where type='table'"


def prepare(path: Path) -> None:
    """Make a store where there is none; refused if that cannot be, or if there is something else."""
    try:
        private.make_folder(path.parent)
        private.make_file(path)  # what SQLite puts beside it has the same mode
        path.open("rb").close()
        refuse_newer(path)
        with closing(connected(path)) as connection:
            migrate(connection, path)
    except (OSError, sqlite3.Error) as error:
        detail = getattr(error, "strerror", None) or str(error)
        raise Refused("server.data.store", file=str(path), detail=detail) from error


def refuse_newer(path: Path) -> None:
    """Refuse what a later version has made, before anything is done to it."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=30)) as connection:
        checked_version(connection, path)


def checked_version(connection: sqlite3.Connection, path: Path) -> int:
    """The version of the layout; refused if it is a later one."""
    [(version,)] = connection.execute("pragma user_version")
    if version > 1 + len(LATER):
        raise Refused("server.data.newer", file=str(path), version=version, known=1 + len(LATER))
    return int(version)


def migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Bring the layout up to date, in one transaction for each version; whoever comes at the same time waits."""
    while checked_version(connection, path) <= len(LATER):
        connection.execute("begin immediate")
        version = checked_version(connection, path)
        if version == 0:
            first(connection)
        elif version <= len(LATER):
            several(connection, LATER[version - 1])
        connection.execute(f"pragma user_version={min(version, len(LATER)) + 1}")
        connection.execute("commit")


def first(connection: sqlite3.Connection) -> None:
    """Make the first version of nothing, or of what was there before versions had numbers."""
    if not counted(connection, OURS) and counted(connection, OTHERS):
        raise sqlite3.DatabaseError("these are tables of another program")
    several(connection, SCHEMA)
    if "moved" in [name for _, name, *_ in connection.execute("pragma table_info(tables)")]:
        several(connection, SPLIT)


def several(connection: sqlite3.Connection, statements: str) -> None:
    """Some statements within a transaction, which a script would end."""
    for statement in statements.split(";"):
        connection.execute(statement)


def counted(connection: sqlite3.Connection, sql: str) -> int:
    """A number that is asked for."""
    return int(connection.execute(sql).fetchone()[0])


def connected(path: Path) -> sqlite3.Connection:
    """A connection whose commits are on disk when they return."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=30)
    connection.execute("pragma journal_mode=wal")
    connection.execute("pragma synchronous=full")
    return connection
