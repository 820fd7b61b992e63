"""What will happen at a table: events, and the table that they lead to, worked out once."""

from collections.abc import Sequence
from typing import NamedTuple

from tablier.server.authority.events import Event
from tablier.server.authority.table import ABANDONED, Table


class Prospect(NamedTuple):
    """Events that are not kept yet, and the table as it is after them; until then the table itself is as it was."""

    events: Sequence[Event]
    table: Table


def prospect(table: Table, events: Sequence[Event]) -> Prospect:
    """What follows from events; without any, nothing does, and the table is the same."""
    after = table.fork() if events else table
    for event in events:
        after.apply(event)
    return Prospect(events, after)


def abandoned(table: Table, since: float, now: float) -> Prospect:
    """A running table that has not moved since then, closed for good."""
    return prospect(table, [] if table.shown or table.moved > since else [Event(ABANDONED, now)])
