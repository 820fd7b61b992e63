"""Tables kept in SQLite, which one thread writes, in groups that are committed together."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

from tablier.server.authority.events import Event, Setup, Stored, event_from, event_text, setup_from, setup_text
from tablier.server.authority.summaries import Summary
from tablier.server.store.documents import STATEMENTS, Say, count, drop_of, found, keep_all, tagged
from tablier.server.store.protocol import ALONE, Conflict, Document, Done, Heard, Lease, Listed, ServerRun, Token
from tablier.server.store.rewriting import Rewritten, mentioning, rewrite
from tablier.server.store.schema import connected, prepare
from tablier.server.store.writing import GroupWriter, Queued, Results, at_once, troubled

Result = TypeVar("Result")
Query = Callable[[sqlite3.Connection], Any]

DATABASE = "tables.sqlite"


class SqliteStore(GroupWriter[sqlite3.Connection]):
    """Tables in one SQLite file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        prepare(path)
        super().__init__()
        self.listeners: dict[str, list[Heard]] = {}
        self.reader, self.histories = ReadingThread(path, "store-reader"), ReadingThread(path, "store-histories")
        self.writer.start()

    # Writing

    def create(self, setup: Setup, events: Sequence[Event], summary: Summary) -> Future[None]:
        def operation(connection: sqlite3.Connection) -> None:
            connection.execute("insert into tables values (?, ?)", (setup.table, setup_text(setup)))
            row = (setup.table, summary.moved, summary.state, summary.deciding, summary.players)
            connection.execute("insert into standings values (?, ?, ?, ?, ?)", row)
            for seat, place in enumerate(setup.places):
                if place.token:
                    kept(connection, Token(place.token, "seat", setup.table, seat, "", setup.made))
            inserted(connection, setup.table, 0, events, summary)

        return self._later(operation)

    def append(
        self, table: str, number: int, events: Sequence[Event], summary: Summary, done: Done, fence: int = ALONE
    ) -> None:
        self._queue(Append(table, number, events, summary), done)

    def say(self, table: str, said: Event, gone: Sequence[int], done: Done, fence: int = ALONE) -> None:
        def operation(connection: sqlite3.Connection) -> None:
            try:
                connection.execute("insert into chat values (?, ?, ?)", (table, said.number, event_text(said)))
            except sqlite3.IntegrityError as error:
                raise Conflict(table, said.number) from error
            connection.executemany("delete from chat where id=? and number=?", [(table, number) for number in gone])

        self._queue(operation, done)

    def rewrite(self, table: str, new: Rewritten, done: Done, fence: int = ALONE) -> None:
        self._queue(lambda connection: rewrite(connection.execute, table, new), done)

    def forget(self, tables: Sequence[str], node: str = "") -> Future[None]:
        def operation(connection: sqlite3.Connection) -> None:
            for kind in ("tables", "standings", "events", "sitters", "tokens", "chat"):
                connection.executemany(f"delete from {kind} where id=?", [(name,) for name in tables])
            drop_of(saying(connection), tables)

        return self._later(operation)

    def add_token(self, token: Token, most: int) -> Future[None]:
        def operation(connection: sqlite3.Connection) -> None:
            kept(connection, token)
            connection.execute(PRUNE, {"id": token.table, "visitor": token.visitor, "kind": token.kind, "most": most})

        return self._later(operation)

    def spend(self, token: str) -> Future[bool]:
        sql = "update tokens set used=1 where token=? and used=0"
        return self._later(lambda connection: connection.execute(sql, (token,)).rowcount == 1)

    def beat(self, began: float, last: float) -> Future[None]:
        def operation(connection: sqlite3.Connection) -> None:
            connection.execute("insert or replace into runs values (?, ?)", (began, last))

        return self._later(operation)

    def _begin(self) -> None:
        self.connection = connected(self.path)

    def _commit(self, jobs: list[Queued]) -> tuple[Results, BaseException | None]:
        return commit(self.connection, jobs)

    def _end(self) -> None:
        self.connection.close()

    # Leases: a SQLite store is for one server, so nobody else ever has a table

    def take(self, table: str, node: str) -> Future[Lease]:
        return at_once(Lease(table, node, ALONE))

    def renew(self, node: str, seconds: float, address: str = "") -> Future[bool]:
        return at_once(True)

    def release(self, node: str, tables: Sequence[str] | None = None) -> Future[None]:
        return at_once(None)

    def owned(self, node: str) -> Future[list[str]]:
        return at_once([])

    def living(self) -> Future[dict[str, str]]:
        return at_once({})

    def orphans(self, most: int) -> Future[list[str]]:
        return at_once([])

    def moment(self) -> Future[float]:
        return at_once(time.time())

    # Telling: who listens is in this process

    def listen(self, channel: str, heard: Heard) -> Callable[[], None]:
        listeners = self.listeners.setdefault(channel, [])
        listeners.append(heard)
        return partial(listeners.remove, heard)

    def notify(self, channel: str, hints: Sequence[str]) -> None:
        for heard in list(self.listeners.get(channel, ())):
            heard(list(hints))

    # Documents

    def keep(self, documents: Sequence[Document]) -> Future[None]:
        return self._later(lambda connection: keep_all(saying(connection), documents))

    def document(self, kind: str, key: str) -> Future[Document]:
        return self.reader.read(lambda connection: found(saying(connection), kind, key))

    def documents(self, kind: str, tag: str, most: int, before: float | None = None) -> Future[list[Document]]:
        return self.reader.read(lambda connection: tagged(saying(connection), kind, tag, most, before))

    def counted(self, kind: str, tag: str) -> Future[int]:
        return self.reader.read(lambda connection: count(saying(connection), kind, tag))

    # Reading

    def load(self, table: str) -> Future[Stored | None]:
        def read(connection: sqlite3.Connection) -> Stored | None:
            row = connection.execute("select setup from tables where id=?", (table,)).fetchone()
            if row is None:
                return None
            events, chat = (
                [event_from(text) for (text,) in connection.execute(sql, (table,))] for sql in (EVENTS, MESSAGES)
            )
            return Stored(setup_from(row[0]), events, chat)

        return self.histories.read(read)

    def game(self, table: str) -> Future[str | None]:
        def read(connection: sqlite3.Connection) -> str | None:
            row = connection.execute("select json_extract(setup, '$.game') from tables where id=?", (table,)).fetchone()
            return None if row is None else str(row[0])

        return self.reader.read(read)

    def owners(self, table: str, seat: int) -> Future[list[str]]:
        sql = "select visitor from sitters where id=? and seat=?"
        return self.reader.read(lambda connection: [row[0] for row in connection.execute(sql, (table, seat))])

    def mentioning(self, visitor: str) -> Future[list[str]]:
        return self.histories.read(lambda connection: mentioning(connection.execute, visitor))

    def listed(self, visitor: str, most: int, over: bool | None = None) -> Future[list[Listed]]:
        def read(connection: sqlite3.Connection) -> list[Listed]:
            rows = connection.execute(LISTED.format(only=ONLY[over]), (visitor, most))
            return [Listed(setup_from(row[0]), row[1], bool(row[2]), bool(row[3]), row[4]) for row in rows]

        return self.reader.read(read)

    def running(self, visitor: str) -> Future[int]:
        return self.reader.read(lambda connection: int(connection.execute(COUNT, (visitor,)).fetchone()[0]))

    def still(self, state: int, before: float) -> Future[list[str]]:
        sql = "select id from standings where over=? and moved<? order by moved"
        return self.reader.read(lambda connection: [name for (name,) in connection.execute(sql, (state, before))])

    def token(self, token: str) -> Future[Token | None]:
        def read(connection: sqlite3.Connection) -> Token | None:
            row = connection.execute("select * from tokens where token=?", (token,)).fetchone()
            return None if row is None else Token(*row)

        return self.reader.read(read)

    def runs(self) -> Future[list[ServerRun]]:
        sql = "select began, last from runs order by began"
        return self.histories.read(lambda connection: [ServerRun(*row) for row in connection.execute(sql)])

    def close(self) -> None:
        """Write what is waiting, and stop."""
        self._stop()
        self.reader.close()
        self.histories.close()


class ReadingThread:
    """Reads a SQLite file in a thread of its own."""

    def __init__(self, path: Path, name: str) -> None:
        self.path, self.thread = path, ThreadPoolExecutor(1, name)
        self.connection: sqlite3.Connection | None = None

    def read(self, read: Callable[[sqlite3.Connection], Result]) -> Future[Result]:
        """Have something read."""

        def job() -> Result:
            try:
                if self.connection is None:
                    self.connection = connected(self.path)
                return read(self.connection)
            except sqlite3.Error as error:
                raise troubled(error) from error

        return self.thread.submit(job)

    def close(self) -> None:
        """Read what is still asked for, and stop."""
        self.thread.submit(lambda: self.connection.close() if self.connection else None).result()
        self.thread.shutdown()


def saying(connection: sqlite3.Connection) -> Say:
    """A way to say the statements of documents."""
    return lambda name, values: connection.execute(STATEMENTS[name], values)


MARKS = ", ".join("?" * 7)
LISTED = """
select setup, moved, over, max(seat is deciding and not over), players
from sitters join tables using (id) join standings using (id)
where visitor=? {only} group by id order by moved desc, id limit ?"""
ONLY = {None: "", False: 'and "over"=0', True: 'and "over"<>0'}
"""Which tables are listed: all of somebody's, those that are running, or those that are over."""
EVENTS = "select event from events where id=? order by number"
MESSAGES = "select event from chat where id=? order by number"
PRUNE = """
delete from tokens where id=:id and visitor=:visitor and kind=:kind and token not in (
select token from tokens where id=:id and visitor=:visitor and kind=:kind order by used, made desc limit :most)"""
COUNT = "select count(distinct id) from sitters join standings using (id) where visitor=? and not over"


@dataclass(eq=False)
class Append:
    """Events to be kept."""

    table: str
    number: int  # of the first one
    events: Sequence[Event]
    summary: Summary

    def __call__(self, connection: sqlite3.Connection) -> None:
        """Keep them alone."""
        inserted(connection, self.table, self.number, self.events, self.summary)
        summary = self.summary
        row = (summary.moved, summary.state, summary.deciding, summary.players, self.table)
        connection.execute("update standings set moved=?, over=?, deciding=?, players=? where id=?", row)

    def rows(self) -> list[tuple[str, int, str]]:
        """The events as they are kept."""
        return [(self.table, self.number + offset, event_text(event)) for offset, event in enumerate(self.events)]

    def sitters(self) -> list[tuple[str, str, int]]:
        """Who sits at the table."""
        return [(visitor, self.table, seat) for visitor, seat in self.summary.sitters]


MOST_ROWS = 4_000  # of one statement, which takes at most 32,766 values


def appended(connection: sqlite3.Connection, appends: Sequence[Append]) -> bool:
    """Keep the events of many tables together; False, and nothing is kept, if one of them cannot be.

    However many there are, it takes two or three statements: each costs the writer a wait for the thread that tells
    people. The first one fails as a whole, and the others cannot.
    """
    rows = [row for append in appends for row in append.rows()]
    summaries = {append.table: append.summary for append in appends}
    states = [(name, one.moved, one.state, one.deciding, one.players) for name, one in summaries.items()]
    sitters = [row for append in appends for row in append.sitters()]
    if len(rows) > MOST_ROWS or len(sitters) > MOST_ROWS:
        return False
    try:
        connection.execute(f"insert into events {values(rows)}", flat(rows))
    except sqlite3.IntegrityError:
        return False
    connection.execute(
        f"update standings set moved=column2, over=column3, deciding=column4, players=column5 from ({values(states)}) "
        "where id=column1",
        flat(states),
    )
    if sitters:
        connection.execute(f"insert or ignore into sitters {values(sitters)}", flat(sitters))
    return True


def values(rows: Sequence[Sequence[Any]]) -> str:
    """The rows of a statement, with a mark for each value."""
    row = "(" + ", ".join("?" * len(rows[0])) + ")"
    return "values " + ", ".join([row] * len(rows))


def flat(rows: Sequence[Sequence[Any]]) -> list[Any]:
    """The values for those marks."""
    return list(chain.from_iterable(rows))


def inserted(
    connection: sqlite3.Connection, table: str, number: int, events: Sequence[Event], summary: Summary
) -> None:
    """Insert events and the visitors that sit at the table."""
    rows = [(table, number + offset, event_text(event)) for offset, event in enumerate(events)]
    try:
        connection.executemany("insert into events values (?, ?, ?)", rows)
    except sqlite3.IntegrityError as error:
        raise Conflict(table, number) from error
    connection.executemany(INSERT_SITTER, [(visitor, table, seat) for visitor, seat in summary.sitters])


INSERT_SITTER = "insert or ignore into sitters values (?, ?, ?)"


def commit(connection: sqlite3.Connection, jobs: list[Queued]) -> tuple[Results, BaseException | None]:
    """Do several operations in one transaction; one that fails is undone alone. The results, and why there are none."""
    results: Results = []
    try:
        connection.execute("begin immediate")
        for operation, done in in_one(connection, jobs, results):
            results.append((done, attempt(connection, operation)))
        connection.execute("commit")
    except BaseException as error:
        if connection.in_transaction:
            connection.execute("rollback")
        return [(done, troubled(error)) for _, done in jobs], error
    return results, None


def in_one(connection: sqlite3.Connection, jobs: list[Queued], results: Results) -> list[Queued]:
    """Keep all appended events together, if that is possible; the operations that are left."""
    appends = [operation for operation, _ in jobs if isinstance(operation, Append)]
    if not appends or not appended(connection, appends):
        return jobs
    results += [(done, None) for operation, done in jobs if isinstance(operation, Append)]
    return [job for job in jobs if not isinstance(job[0], Append)]


def attempt(connection: sqlite3.Connection, operation: Query) -> Any:
    """One operation of a group: its result, or why it is undone."""
    connection.execute("savepoint one")
    try:
        result = operation(connection)
    except (Conflict, sqlite3.IntegrityError) as error:
        connection.execute("rollback to one")
        result = error
    connection.execute("release one")
    return result


def kept(connection: sqlite3.Connection, token: Token) -> None:
    """Insert a link."""
    row = (token.token, token.kind, token.table, token.seat, token.visitor, token.made, token.used)
    connection.execute(f"insert into tokens values ({MARKS})", row)
