"""The layout of a PostgreSQL store: made in an empty database, brought up to date in an old one."""

from __future__ import annotations

from contextlib import closing

import psycopg

from tablier.server.authority.refusals import Refused
from tablier.server.store.connecting import DatabaseConnection, connected, refusal, shown
from tablier.server.store.documents import POSTGRES_LAYOUT

FIRST = """
create table tables (id text collate "C" primary key, setup text not null);
create table standings (
    id text collate "C" primary key, moved double precision not null, "over" integer not null, deciding integer,
    players text not null) with (fillfactor=70);
create table events (
    id text collate "C" not null, number integer not null, event text not null, primary key (id, number));
create table sitters (
    visitor text collate "C" not null, id text collate "C" not null, seat integer not null,
    primary key (visitor, id, seat));
create table tokens (
    token text collate "C" primary key, kind text not null, id text collate "C" not null, seat integer,
    visitor text not null, made double precision not null, used integer not null default 0);
create table chat (
    id text collate "C" not null, number integer not null, event text not null, primary key (id, number));
create index sitters_by_table on sitters (id, seat);
create index tokens_by_table on tokens (id);
create index standings_by_time on standings ("over", moved);

create table writers (
    id text primary key, session bigint not null, last bigint not null, since timestamptz not null default now())
    with (fillfactor=20);
create sequence fences;
create table nodes (node text primary key, until timestamptz not null, address text not null);
create table owners (id text collate "C" primary key, node text not null, fence bigint not null);
create index owners_by_node on owners (node);
create table jobs (
    id text primary key, kind text not null, question text not null, state text not null default 'waiting',
    taken_by text not null default '', taken_until timestamptz, tries integer not null default 0, answer text,
    made timestamptz not null default clock_timestamp());
create index jobs_by_time on jobs (kind, made) where state in ('waiting', 'taken');
"""
RUNS = "create table runs (began double precision primary key, last double precision not null)"
"""From when to when there was a server, so that no clock runs while there is none."""
MIGRATIONS = (FIRST, RUNS, POSTGRES_LAYOUT)
"""What makes each version of the layout of the one before; the first one of an empty database."""
LOCK = 0x7AB1_1E50  # held while the layout is changed
THERE = "select to_regclass(format('%I.tablier', current_schema())) is not null"
OTHERS = """
select count(*) from pg_class
where relnamespace=current_schema()::regnamespace and relkind in ('r', 'p', 'v')"""


def prepare(address: str) -> None:
    """Make a store where there is none; refused if that cannot be, or if there is something else."""
    try:
        with closing(connected(address)) as connection:
            check_encoding(connection, address)
            with connection.transaction():
                connection.execute("select pg_advisory_xact_lock(%s)", (LOCK,))
                migrate(connection, address)
    except psycopg.Error as error:
        raise refusal(address, error) from None


def check_encoding(connection: DatabaseConnection, address: str) -> None:
    """Refuse a database that cannot hold every character."""
    encoding = connection.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise Refused("server.store.encoding", store=shown(address), encoding=str(encoding))


def migrate(connection: DatabaseConnection, address: str) -> None:
    """Bring the layout up to date, in the transaction that is under way."""
    version = found_version(connection, address)
    if version > len(MIGRATIONS):
        raise Refused("server.store.newer", store=shown(address), version=version, known=len(MIGRATIONS))
    for migration in MIGRATIONS[version:]:
        connection.execute(migration.encode())
    connection.execute("update tablier set version=%s where version<>%s", (len(MIGRATIONS), len(MIGRATIONS)))


def found_version(connection: DatabaseConnection, address: str) -> int:
    """The version of the layout that is there; refused if it is none of ours."""
    if not one(connection, THERE):
        if one(connection, OTHERS):
            raise Refused("server.store.foreign", store=shown(address))
        connection.execute("create table tablier (version integer not null)")
        connection.execute("insert into tablier values (0)")
    return int(one(connection, "select version from tablier"))


def one(connection: DatabaseConnection, sql: str) -> int:
    """The one value that a question has for an answer."""
    row = connection.execute(sql.encode()).fetchone()
    assert row is not None
    return int(row[0])
