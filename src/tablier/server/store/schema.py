"""The layout of a SQLite store: made where there is none, and brought up to date where it is an old one."""

import sqlite3
from contextlib import closing
from pathlib import Path

from tablier import private
from tablier.server.authority.refusals import Refused

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
create table if not exists runs (began real primary key, last real not null) strict;
create index if not exists sitters_by_table on sitters (id, seat);
create index if not exists tokens_by_table on tokens (id);
"""
SPLIT = """
begin immediate;
insert into standings select id, moved, over, deciding, players from tables;
alter table tables drop column moved;
alter table tables drop column over;
alter table tables drop column deciding;
alter table tables drop column players;
commit;
"""
"""How tables stand lay in the same rows as their long setups, which were written anew with every move."""


def prepare(path: Path) -> None:
    """Make a store where there is none; refused if that cannot be, or if there is something else."""
    try:
        private.make_folder(path.parent)
        private.make_file(path)  # what SQLite puts beside it has the same mode
        with closing(connected(path)) as connection:
            connection.executescript(SCHEMA)
            if "moved" in [name for _, name, *_ in connection.execute("pragma table_info(tables)")]:
                connection.executescript(SPLIT)
    except (OSError, sqlite3.Error) as error:
        detail = getattr(error, "strerror", None) or str(error)
        raise Refused("server.data.store", file=str(path), detail=detail) from error


def connected(path: Path) -> sqlite3.Connection:
    """A connection whose commits are on disk when they return."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=30)
    connection.execute("pragma journal_mode=wal")
    connection.execute("pragma synchronous=full")
    return connection
