"""Tables kept in PostgreSQL, which one thread of each process writes, in groups that are committed together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from typing import Any

import psycopg

from tablier.server.authority.events import Event, Setup, Stored, event_from, event_text, setup_from, setup_text
from tablier.server.authority.summaries import Summary
from tablier.server.store import statements
from tablier.server.store.asking import TELL, AskingThreads, Listener, payloads
from tablier.server.store.connecting import DatabaseConnection, connected
from tablier.server.store.documents import STATEMENTS, Say, count, drop_of, found, keep_all, tagged
from tablier.server.store.grouping import Appending, appended, are_kept, refuse_lost
from tablier.server.store.layout import prepare
from tablier.server.store.protocol import (
    ALONE,
    NODES,
    Conflict,
    Document,
    Done,
    Heard,
    Lease,
    Listed,
    Lost,
    ServerRun,
    Token,
)
from tablier.server.store.rewriting import Ask, Rewritten, mentioning, rewrite
from tablier.server.store.sessions import begun
from tablier.server.store.writing import GroupWriter, Queued, Results, troubled

READERS, HISTORIANS, CLERKS = 2, 2, 2  # threads for what is short, for whole histories, for documents
NO_TEXT = "\0"  # the one character that PostgreSQL has not, so nothing is called that


class PostgresStore(GroupWriter[DatabaseConnection]):
    """Tables in a PostgreSQL database: for this server alone, or shared with other nodes."""

    def __init__(self, address: str, alone: bool = True) -> None:
        prepare(address)
        super().__init__()
        self.address, self.alone, self.lease_seconds = address, alone, 0.0
        self.session = begun(address, alone)
        self.reader = AskingThreads(address, READERS, "store-reader")
        self.histories = AskingThreads(address, HISTORIANS, "store-histories")
        self.leases = AskingThreads(address, 1, "store-leases")
        self.drawer = AskingThreads(address, CLERKS, "store-documents")
        self.writer.start()

    # Writing

    def create(self, setup: Setup, events: Sequence[Event], summary: Summary) -> Future[None]:
        def operation(connection: DatabaseConnection) -> None:
            name = setup.table
            connection.execute(statements.CREATE, (name, setup_text(setup)))
            row = (name, summary.moved, summary.state, summary.deciding, summary.players)
            connection.execute(statements.STAND, row)
            for seat, place in enumerate(setup.places):
                if place.token:
                    linked(connection, Token(place.token, "seat", name, seat, "", setup.made))
            for number, event in enumerate(events):
                connection.execute(statements.EVENT, (name, number, event_text(event)))
            for visitor, seat in summary.sitters:
                connection.execute(statements.SIT, (visitor, name, seat))

        return self._later(operation)

    def append(
        self, table: str, number: int, events: Sequence[Event], summary: Summary, done: Done, fence: int = ALONE
    ) -> None:
        self._queue(Appending(table, number, events, summary, fence), done)

    def say(self, table: str, said: Event, gone: Sequence[int], done: Done, fence: int = ALONE) -> None:
        def operation(connection: DatabaseConnection) -> None:
            if not self.alone:
                refuse_lost(connection, table, fence)
            connection.execute(statements.SAY, (table, said.number, event_text(said)))
            connection.execute(statements.UNSAY, (table, list(gone)))

        self._queue(operation, done)

    def rewrite(self, table: str, new: Rewritten, done: Done, fence: int = ALONE) -> None:
        def operation(connection: DatabaseConnection) -> None:
            if not self.alone:
                refuse_lost(connection, table, fence)
            rewrite(asking(connection), table, new)

        self._queue(operation, done)

    def forget(self, tables: Sequence[str], node: str = "") -> Future[None]:
        def operation(connection: DatabaseConnection) -> None:
            names = [name for (name,) in connection.execute(statements.IDLE, (list(tables), node))]
            for kind in (*statements.KINDS, "owners"):
                connection.execute(f"delete from {kind} where id=any(%s)", (names,))
            drop_of(saying(connection), names)

        return self._later(operation)

    def add_token(self, token: Token, most: int) -> Future[None]:
        def operation(connection: DatabaseConnection) -> None:
            linked(connection, token)
            row = {"id": token.table, "visitor": token.visitor, "kind": token.kind, "most": most}
            connection.execute(statements.PRUNE, row)

        return self._later(operation)

    def spend(self, token: str) -> Future[bool]:
        return self._later(lambda connection: connection.execute(statements.SPEND, (token,)).rowcount == 1)

    def beat(self, began: float, last: float) -> Future[None]:
        def operation(connection: DatabaseConnection) -> None:
            connection.execute(statements.BEAT, (began, last))

        return self._later(operation)

    def _begin(self) -> None:
        """The connection was made at the start already, so that whatever is wrong with it is said at once."""

    def _end(self) -> None:
        self.session.leave()

    def _commit(self, jobs: list[Queued]) -> tuple[Results, BaseException | None]:
        try:
            return self._kept(jobs), None
        except Exception as error:
            return [(done, troubled(error)) for _, done in jobs], error

    def _kept(self, jobs: list[Queued]) -> Results:
        """Keep a group. If the connection is cut meanwhile, find out what became of it; if nothing, once more."""
        for again in (True, False):
            results: Results = []  # filled before a longer transaction is committed
            self.session.connection()
            self.session.group += 1
            try:
                self._write_group(jobs, results)
                return results
            except psycopg.Error:
                if not self.session.cut:
                    raise
                if self.session.found_out():
                    return results or are_kept(self.session.connection(), jobs)
                if not again:
                    raise
        raise AssertionError("it was tried twice")

    def _write_group(self, jobs: list[Queued], results: Results) -> None:
        """Keep a group in one statement, if it is all events and nothing is in the way; else one after the other.

        When the statement is under way there are no results yet; when a longer transaction is committed, there are.
        """
        connection, appends = self.session.connection(), [one for one, _ in jobs if isinstance(one, Appending)]
        if len(appends) == len(jobs):
            try:
                kept = appended(self.session, appends)
                results += [(done, reason) for (_, done), reason in zip(jobs, kept, strict=True)]
                return
            except psycopg.IntegrityError:
                pass
        with connection.transaction():
            self.session.mark()
            rest = self._in_one(connection, jobs, appends, results)
            results += [(done, self._attempted(connection, operation)) for operation, done in rest]

    def _in_one(
        self, connection: DatabaseConnection, jobs: list[Queued], appends: list[Appending], results: Results
    ) -> list[Queued]:
        """Keep all appended events together, if that is possible; the operations that are left."""
        try:
            with connection.transaction():
                kept = iter(appended(self.session, appends))
        except psycopg.IntegrityError:
            return jobs
        results += [(done, next(kept)) for operation, done in jobs if isinstance(operation, Appending)]
        return [job for job in jobs if not isinstance(job[0], Appending)]

    def _attempted(self, connection: DatabaseConnection, operation: Callable[[DatabaseConnection], Any]) -> Any:
        """One operation of a group: its result, or why it is undone."""
        try:
            with connection.transaction():
                if isinstance(operation, Appending):
                    return appended(self.session, [operation])[0]
                return operation(connection)
        except (Conflict, psycopg.IntegrityError, psycopg.DataError) as error:
            return error if isinstance(error, Conflict) else Conflict(str(error.sqlstate))

    # Reading

    def load(self, table: str) -> Future[Stored | None]:
        def read(connection: DatabaseConnection) -> Stored | None:
            with connection.pipeline():
                found = [connection.execute(sql, (table,)) for sql in LOADED]
            setup, events, chat = ([text for (text,) in cursor] for cursor in found)
            if not setup:
                return None
            return Stored(setup_from(setup[0]), [*map(event_from, events)], [*map(event_from, chat)])

        return self.histories.ask(lambda connection: read(connection) if can_be(table) else None)

    def game(self, table: str) -> Future[str | None]:
        def read(connection: DatabaseConnection) -> str | None:
            row = connection.execute(statements.GAME, (table,)).fetchone() if can_be(table) else None
            return None if row is None else str(row[0])

        return self.reader.ask(read)

    def owners(self, table: str, seat: int) -> Future[list[str]]:
        def read(connection: DatabaseConnection) -> list[str]:
            return [name for (name,) in connection.execute(statements.OWNERS, (table, seat))] if can_be(table) else []

        return self.reader.ask(read)

    def mentioning(self, visitor: str) -> Future[list[str]]:
        return self.histories.ask(lambda connection: mentioning(asking(connection), visitor))

    def listed(self, visitor: str, most: int, over: bool | None = None) -> Future[list[Listed]]:
        def read(connection: DatabaseConnection) -> list[Listed]:
            rows = connection.execute(statements.LISTED.format(only=statements.ONLY[over]).encode(), (visitor, most))
            return [Listed(setup_from(row[0]), *row[1:]) for row in rows]

        return self.reader.ask(read)

    def running(self, visitor: str) -> Future[int]:
        return self.reader.ask(lambda connection: int(next(connection.execute(statements.COUNT, (visitor,)))[0]))

    def still(self, state: int, before: float) -> Future[list[str]]:
        def read(connection: DatabaseConnection) -> list[str]:
            return [name for (name,) in connection.execute(statements.STILL, (state, before))]

        return self.reader.ask(read)

    def token(self, token: str) -> Future[Token | None]:
        def read(connection: DatabaseConnection) -> Token | None:
            row = connection.execute(statements.TOKEN, (token,)).fetchone() if can_be(token) else None
            return None if row is None else Token(*row)

        return self.reader.ask(read)

    def runs(self) -> Future[list[ServerRun]]:
        return self.histories.ask(lambda connection: [ServerRun(*row) for row in connection.execute(statements.RUNS)])

    # Leases

    def take(self, table: str, node: str) -> Future[Lease]:
        def taken(connection: DatabaseConnection) -> Lease:
            with connection.pipeline():
                vacant = connection.execute(statements.VACANT, (table,))
                connection.execute(statements.TAKE, {"table": table, "node": node})
                owner = connection.execute(statements.OWNER, (table,))
            row, since = owner.fetchone(), vacant.fetchone()
            if row is None:
                raise Lost(table)
            lease = Lease(*row)
            return lease if since is None or lease.node != node else replace(lease, vacant=self._left(*since))

        return self.leases.ask(taken)

    def renew(self, node: str, seconds: float, address: str = "") -> Future[bool]:
        def renewed(connection: DatabaseConnection) -> bool:
            given = {"node": node, "seconds": seconds, "address": address}
            self.lease_seconds = seconds
            if connection.execute(statements.RENEW, given).rowcount:
                return True
            with connection.transaction():
                connection.execute(statements.RELEASE_ALL, (node,))
                connection.execute(statements.ANEW, given)
            connection.execute(statements.DEAD)
            return False

        return self.leases.ask(renewed)

    def release(self, node: str, tables: Sequence[str] | None = None) -> Future[None]:
        def released(connection: DatabaseConnection) -> None:
            if tables is not None:
                connection.execute(statements.RELEASE, (node, list(tables)))
                return
            connection.execute(statements.LEAVE, (node,))

        return self.leases.ask(released)

    def _left(self, until: float, address: str) -> float:
        """Since when a node was not there: it may have died when it had just renewed its time."""
        return until - self.lease_seconds if address else until

    def owned(self, node: str) -> Future[list[str]]:
        def read(connection: DatabaseConnection) -> list[str]:
            return [name for (name,) in connection.execute(statements.BELONGING, (node,))]

        return self.leases.ask(read)

    def living(self) -> Future[dict[str, str]]:
        return self.leases.ask(lambda connection: dict(connection.execute(statements.LIVING).fetchall()))

    def orphans(self, most: int) -> Future[list[str]]:
        def read(connection: DatabaseConnection) -> list[str]:
            connection.execute(statements.STILL_ONES.encode())
            return [name for (name,) in connection.execute(statements.ORPHANS.encode(), (most,))]

        return self.leases.ask(read)

    def moment(self) -> Future[float]:
        return self.leases.ask(lambda connection: float(next(connection.execute(statements.MOMENT))[0]))

    # Documents

    def keep(self, documents: Sequence[Document]) -> Future[None]:
        def operation(connection: DatabaseConnection) -> None:
            with connection.transaction():
                keep_all(saying(connection), documents)

        return self.drawer.ask(operation)

    def document(self, kind: str, key: str) -> Future[Document]:
        def read(connection: DatabaseConnection) -> Document:
            return found(saying(connection), kind, key) if can_be(key) else Document(kind, key)

        return self.drawer.ask(read)

    def documents(self, kind: str, tag: str, most: int, before: float | None = None) -> Future[list[Document]]:
        return self.drawer.ask(lambda connection: tagged(saying(connection), kind, tag, most, before))

    def counted(self, kind: str, tag: str) -> Future[int]:
        return self.drawer.ask(lambda connection: count(saying(connection), kind, tag))

    # Telling other nodes

    def notify(self, channel: str, hints: Sequence[str]) -> None:
        told = list(payloads(hints))
        self.leases.ask(lambda connection: connection.execute(TELL, (channel, told)))

    def listen(self, channel: str, heard: Heard) -> Callable[[], None]:
        return Listener(self.address, channel, heard).end

    def close(self) -> None:
        """Write what is waiting, and stop."""
        self._stop()
        for threads in (self.reader, self.histories, self.leases, self.drawer):
            threads.close()


def bury(address: str, node: str) -> None:
    """Let others have the tables of a node that is known to be gone, at once."""
    with connected(address) as connection:
        connection.execute(statements.LEAVE, (node,))
        connection.execute(TELL, (NODES, [node]))


LOADED = (statements.SETUP, statements.EVENTS, statements.MESSAGES)


def saying(connection: DatabaseConnection) -> Say:
    """A way to say the statements of documents."""
    return lambda name, values: connection.execute(STATEMENTS[name].replace("?", "%s").encode(), values)


def asking(connection: DatabaseConnection) -> Ask:
    """A way to have what both kinds of databases understand done."""
    return lambda sql, values: connection.execute(sql.replace("%", "%%").replace("?", "%s").encode(), values)


def can_be(name: str) -> bool:
    """Whether something can be called that in the database."""
    return NO_TEXT not in name and name.isprintable()


def linked(connection: DatabaseConnection, token: Token) -> None:
    """Insert a link."""
    row = (token.token, token.kind, token.table, token.seat, token.visitor, token.made, int(token.used))
    connection.execute(statements.LINK, row)
