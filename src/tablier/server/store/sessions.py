"""The one connection on which a process writes to PostgreSQL, and what became of a commit during which it was cut.

Each process has a row in ``writers``. Every group of changes notes its number there, in the same transaction, and does
nothing unless the row still names the session that sends it. So whoever connects anew and begins another session reads
in that row whether the last group was kept, and whatever was still under way from before can do nothing any more.
"""

from __future__ import annotations

import time
from secrets import token_hex

import psycopg

from tablier.server.authority.refusals import Refused
from tablier.server.store.connecting import DatabaseConnection, connected, refusal, shown

LOCK = 0x7AB1_1E51  # held alone by a single server, shared by the nodes of a cluster
LOCK_WAIT = "set lock_timeout='10s'"  # as long as it takes until the connection of a server that is gone is noticed
UNKNOWN_SECONDS, PAUSE = 30.0, 0.1  # for which it is tried to find out what became of a commit; between two tries
BEGIN = """
insert into writers (id, session, last) values (%s, 1, 0)
on conflict (id) do update set session=writers.session + 1 returning session, last"""
NOTE = "update writers set last=%s where id=%s and session=%s"
OLD = "delete from writers where since < now() - interval '30 days'"
TAKEN = (psycopg.errors.LockNotAvailable, psycopg.errors.QueryCanceled)


class WritingSession:
    """A writer's connection; whoever connects anew goes on as the same writer."""

    def __init__(self, address: str, alone: bool) -> None:
        self.address, self.alone = address, alone
        self.writer, self.number, self.group = token_hex(16), 0, 0
        self.open: DatabaseConnection | None = None

    @property
    def cut(self) -> bool:
        """Whether there is no connection, or none any more."""
        return self.open is None or self.open.closed

    def connection(self) -> DatabaseConnection:
        """The connection, made anew if it was cut."""
        if self.cut:
            self.begin()
        assert self.open is not None
        return self.open

    def begin(self) -> int:
        """Connect; the number of the last group of this writer that was kept."""
        fresh = connected(self.address)
        try:
            self._lock(fresh)
            row = fresh.execute(BEGIN, (self.writer,)).fetchone()
            assert row is not None
            if row[0] == 1:
                self._first(fresh)
        except BaseException:
            fresh.close()
            raise
        self.end()
        self.open, (self.number, last) = fresh, row
        return int(last)

    def _first(self, fresh: DatabaseConnection) -> None:
        """Be new here; nothing is known any more of a writer that was."""
        if self.number:
            raise psycopg.OperationalError("what this process has written last is not known any more")
        fresh.execute(OLD)

    def _lock(self, fresh: DatabaseConnection) -> None:
        """Let no other server in, or none that is alone."""
        fresh.execute(LOCK_WAIT)
        fresh.execute(f"select pg_advisory_lock{'' if self.alone else '_shared'}(%s)", (LOCK,))
        fresh.execute("set lock_timeout=0")

    def found_out(self) -> bool:
        """Connect anew, as soon as that is possible, and see whether the last group was kept."""
        deadline = time.monotonic() + UNKNOWN_SECONDS
        while True:
            try:
                return self.begin() == self.group
            except psycopg.Error:
                if time.monotonic() > deadline:
                    raise
                time.sleep(PAUSE)

    def mark(self) -> None:
        """Note in the transaction that is under way which group it is."""
        if self.connection().execute(NOTE, (self.group, self.writer, self.number)).rowcount != 1:
            self.give_way()

    def give_way(self) -> None:
        """Hang up, because another session has begun."""
        self.end()
        raise psycopg.OperationalError("this connection may not write any more")

    def leave(self) -> None:
        """Hang up for good, when everything is known."""
        if self.open is not None and not self.cut:
            self.open.execute("delete from writers where id=%s", (self.writer,))
        self.end()

    def end(self) -> None:
        """Hang up."""
        if self.open is not None:
            self.open.close()


def begun(address: str, alone: bool) -> WritingSession:
    """A session that has begun; refused if another server has the store."""
    session = WritingSession(address, alone)
    try:
        session.begin()
    except TAKEN:
        raise Refused("server.store.taken", store=shown(address)) from None
    except psycopg.Error as error:
        raise refusal(address, error) from None
    return session
