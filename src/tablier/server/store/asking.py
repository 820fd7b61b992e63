"""Threads that ask a PostgreSQL store, each with a connection of its own, made anew when it was cut."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

import psycopg

from tablier.server.store.connecting import DatabaseConnection, connected
from tablier.server.store.protocol import Heard
from tablier.server.store.writing import troubled

Result = TypeVar("Result")

MOST_BYTES = 7_900  # of what one notification may say
LOOK = 0.2  # seconds between looks whether somebody still listens
SEPARATOR = "\n"
TELL = "select pg_notify(%s, told) from unnest(%s::text[]) as told"


class AskingThreads:
    """Some threads with connections, that do what they are asked in turn."""

    def __init__(self, address: str, count: int, name: str) -> None:
        self.address, self.threads, self.own = address, ThreadPoolExecutor(count, name), threading.local()
        self.open: set[DatabaseConnection] = set()

    def ask(self, question: Callable[[DatabaseConnection], Result]) -> Future[Result]:
        """Have something asked; if the connection turns out to be cut, once more on another one."""
        return self.threads.submit(self._answer, question)

    def _answer(self, question: Callable[[DatabaseConnection], Result]) -> Result:
        try:
            try:
                return question(self._connection())
            except psycopg.OperationalError:
                if not self._connection_is_cut():
                    raise
                return question(self._connection())
        except psycopg.Error as error:
            raise troubled(error) from error

    def _connection_is_cut(self) -> bool:
        """Whether this thread had a connection, and has it no more."""
        connection: DatabaseConnection | None = getattr(self.own, "connection", None)
        return connection is not None and connection.closed

    def _connection(self) -> DatabaseConnection:
        """The connection of this thread."""
        connection: DatabaseConnection | None = getattr(self.own, "connection", None)
        if connection is None or connection.closed:
            self.open.discard(connection) if connection else None
            self.own.connection = connection = connected(self.address)
            self.open.add(connection)
        return connection

    def close(self) -> None:
        """Ask what is still to be asked, and stop."""
        self.threads.shutdown()
        for connection in self.open:
            connection.close()


def payloads(hints: Sequence[str]) -> Iterator[str]:
    """Hints, as many together as one notification holds; one that is too long alone is left out."""
    waiting: list[str] = []
    size = 0
    for hint in hints:
        length = len(hint.encode()) + 1
        if length > MOST_BYTES:
            continue
        if size + length > MOST_BYTES:
            yield SEPARATOR.join(waiting)
            waiting, size = [], 0
        waiting.append(hint)
        size += length
    if waiting:
        yield SEPARATOR.join(waiting)


class Listener:
    """A thread that hears what is told on a channel."""

    def __init__(self, address: str, channel: str, heard: Heard) -> None:
        self.address, self.channel, self.heard, self.ended = address, channel, heard, threading.Event()
        self.thread = threading.Thread(target=self._listen, name=f"store-{channel}", daemon=True)
        self.thread.start()

    def _listen(self) -> None:
        """Hear until the end; who has to connect anew may have missed something."""
        while not self.ended.is_set():
            with suppress(psycopg.Error):
                self._hear()
            self.ended.wait(LOOK)

    def _hear(self) -> None:
        """Hear on one connection."""
        with connected(self.address) as connection:
            connection.execute(psycopg.sql.SQL("listen {}").format(psycopg.sql.Identifier(self.channel)))
            self.heard([])
            while not self.ended.is_set():
                for notification in connection.notifies(timeout=LOOK):
                    self.heard(notification.payload.split(SEPARATOR))

    def end(self) -> None:
        """Hear no more."""
        self.ended.set()
        self.thread.join()
