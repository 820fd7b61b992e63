"""A store for authors, whose tables may follow rules that have changed."""

import sqlite3
from collections.abc import Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path

from tablier.server.authority.events import Event, Stored
from tablier.server.authority.replaying import Stop, replayed
from tablier.server.authority.summaries import Summary
from tablier.server.store.protocol import ALONE, Done
from tablier.server.store.sqlite import SqliteStore


class DraftStore(SqliteStore):
    """Tables are read as far as their moves are possible, and go on from there.

    What could not be replayed stays on disk until something else happens in its place: the next edit may bring it back.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.stops: dict[str, Stop] = {}

    def load(self, table: str) -> Future[Stored | None]:
        """A table as far as it can be replayed."""
        found: Future[Stored | None] = Future()
        super().load(table).add_done_callback(partial(self._cut, table, found))
        return found

    def _cut(self, table: str, found: Future[Stored | None], read: Future[Stored | None]) -> None:
        try:
            found.set_result(self._possible(table, read.result()))
        except Exception as error:  # an author's rules may raise anything
            found.set_exception(error)

    def _possible(self, table: str, stored: Stored | None) -> Stored | None:
        """What is kept of a table as far as it goes; where it stops is remembered."""
        self.stops.pop(table, None)
        if stored is None:
            return None
        stored, stop = replayed(stored)
        if stop is not None:
            self.stops[table] = stop
        return stored

    def append(
        self, table: str, number: int, events: Sequence[Event], summary: Summary, done: Done, fence: int = ALONE
    ) -> None:
        """Keep events, in the place of those that were not possible any more."""
        if self.stops.pop(table, None):

            def forget(connection: sqlite3.Connection) -> None:
                connection.execute("delete from events where id=? and number>=?", (table, number))

            self._queue(forget, lambda _: None)
        super().append(table, number, events, summary, done, fence)
