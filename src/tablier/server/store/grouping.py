"""The events of many tables, kept in PostgreSQL by one statement."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tablier.server.authority.events import Event, event_text
from tablier.server.authority.summaries import Summary
from tablier.server.store import statements
from tablier.server.store.connecting import DatabaseConnection
from tablier.server.store.protocol import Done, Lost
from tablier.server.store.sessions import WritingSession
from tablier.server.store.writing import Results

Columns = dict[str, list[Any]]


@dataclass(eq=False)
class Appending:
    """Events to be kept, by the owner of their table."""

    table: str
    number: int  # of the first one
    events: Sequence[Event]
    summary: Summary
    fence: int

    def __call__(self, connection: DatabaseConnection) -> None:
        """Events are kept by ``appended``, many together."""
        raise NotImplementedError


def appended(session: WritingSession, appends: Sequence[Appending]) -> list[Lost | None]:
    """Keep the events of many tables; for each None, or why not. If one has a number that is taken, none is kept."""
    statement = statements.KEEP_ALONE if session.alone else statements.KEEP_SHARED
    given: dict[str, Any] = {"group": session.group, "writer": session.writer, "session": session.number}
    given |= columns(appends)
    row = session.connection().execute(statement.encode(), given).fetchone()
    assert row is not None
    if not row[0]:
        session.give_way()
    good = set(row[1])
    return [None if place in good else Lost(append.table) for place, append in enumerate(appends, 1)]


def columns(appends: Sequence[Appending]) -> Columns:
    """What is kept, column by column; each row names the place, from 1 on, of the operation that it belongs to."""
    events = [
        (place, append.table, append.number + offset, event_text(event))
        for place, append in enumerate(appends, 1)
        for offset, event in enumerate(append.events)
    ]
    last = {(append.table, append.fence): (place, append) for place, append in enumerate(appends, 1)}
    standings = [
        (place, append.table, one.moved, one.state, one.deciding, one.players)
        for place, append in last.values()
        for one in [append.summary]
    ]
    sitters = [
        (place, visitor, append.table, seat)
        for place, append in enumerate(appends, 1)
        for visitor, seat in append.summary.sitters
    ]
    found: Columns = {"names": [append.table for append in appends], "fences": [append.fence for append in appends]}
    found |= turned(("places", "ids", "numbers", "texts"), events)
    found |= turned(("last", "tables", "moved", "states", "deciding", "players"), standings)
    return found | turned(("seated", "visitors", "at", "seats"), sitters)


def turned(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> Columns:
    """Rows as columns with names."""
    return {name: [row[index] for row in rows] for index, name in enumerate(names)}


def are_kept(
    connection: DatabaseConnection, jobs: Sequence[tuple[Callable[[DatabaseConnection], Any], Done]]
) -> Results:
    """Of events in a group that was kept: those that are there, and those left out, since a lease was lost."""
    appends = [operation for operation, _ in jobs if isinstance(operation, Appending)]
    given = {
        "names": [append.table for append in appends],
        "firsts": [append.number for append in appends],
        "events": [event_text(append.events[0]) for append in appends],
    }
    good = {place for (place,) in connection.execute(statements.KEPT, given)}
    reasons = [None if place in good else Lost(append.table) for place, append in enumerate(appends, 1)]
    return [(done, reason) for (_, done), reason in zip(jobs, reasons, strict=True)]


def refuse_lost(connection: DatabaseConnection, table: str, fence: int) -> None:
    """Let only the owner of a table write there, until whose transaction ends nobody else becomes the owner."""
    if connection.execute(statements.OWNED, (table, fence)).fetchone() is None:
        raise Lost(table)
