"""Rewriting: a table kept again with other names or other people, all that happened there being as it was."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablier.server.authority.events import Event, Setup, event_text, setup_text
from tablier.server.authority.summaries import Summary


@dataclass(frozen=True)
class Rewritten:
    """A table as it shall be kept: ``events`` has those that are not as before, by number."""

    setup: Setup
    events: Mapping[int, Event]
    chat: Sequence[Event]
    summary: Summary


Ask = Callable[[str, Sequence[Any]], Any]
"""Has a database do something with values, whose marks are question marks, and returns the cursor."""

MENTIONING = """
select id from sitters where visitor=? union select id from tokens where visitor=?
union select id from tables where setup like ? union select id from chat where event like ?
union select id from events where event like ? order by id"""
"""Where somebody is named: this looks through everything, and takes its time."""


def rewrite(ask: Ask, table: str, new: Rewritten) -> None:
    """Keep a table otherwise; links for second devices are no longer good."""
    ask("update tables set setup=? where id=?", (setup_text(new.setup), table))
    ask("update standings set players=? where id=?", (new.summary.players, table))
    for number, event in new.events.items():
        ask("update events set event=? where id=? and number=?", (event_text(event), table, number))
    ask("delete from chat where id=?", (table,))
    for said in new.chat:
        ask("insert into chat values (?, ?, ?)", (table, said.number, event_text(said)))
    ask("delete from sitters where id=?", (table,))
    for visitor, seat in dict.fromkeys(new.summary.sitters):
        ask("insert into sitters values (?, ?, ?)", (visitor, table, seat))
    ask("delete from tokens where id=? and kind='device'", (table,))


def mentioning(ask: Ask, visitor: str) -> list[str]:
    """The tables of which anything that is kept names a visitor."""
    named = f'%"{visitor}"%'
    return [name for (name,) in ask(MENTIONING, (visitor, visitor, named, named, named)).fetchall()]
