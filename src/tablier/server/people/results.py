"""Results: how games ended and for whom, kept once for each table when it is over, and what follows from them.

What ended before results were kept is counted when somebody first asks.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from tablier.core.errors import Error
from tablier.server.authority.events import SAID, Event
from tablier.server.authority.limits import DAY
from tablier.server.authority.table import Table
from tablier.server.people.belongings import keeps, of
from tablier.server.store.documents import changed, read
from tablier.server.store.protocol import Conflict, Document, Store, Trouble

RESULT, COUNTED = "result", "counted"
AFTERWARDS = {SAID, "rematch", "name", "mute", "open_chat", "device"}
"""What can happen at a table that was over already."""
AT_ONCE = 1.0  # seconds for which whoever asks first waits
OLD = 5_000  # games of somebody that are counted when they first ask


class ResultKeeper:
    """The results of one server."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.tasks: dict[str, asyncio.Task[None]] = {}

    def follow(self, table: Table, events: Sequence[Event]) -> None:
        """Keep how a game ended, if that has just happened."""
        if table.over and not {event.kind for event in events} <= AFTERWARDS:
            self._begin(f"table {table.setup.table}", self.keep(table.fork()))

    async def settled(self) -> None:
        """Wait until all results are kept that are known."""
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)

    def _begin(self, name: str, work: Any) -> asyncio.Task[None]:
        """Have something done besides."""
        task = self.tasks[name] = asyncio.create_task(work)
        task.add_done_callback(lambda _: self.tasks.pop(name, None))
        return task

    async def keep(self, table: Table) -> None:
        """Keep how a game ended; once, however many are told of it."""
        document = Document(RESULT, table.setup.table)
        data, tags = told(table)
        if tags:
            try:
                await asyncio.wrap_future(self.store.keep([document.saying(data, tags, table.moved)]))
            except (Conflict, Trouble):  # it is kept already, or is counted when somebody asks
                return

    async def renew(self, table: Table) -> None:
        """Keep the result of a table whose people are called otherwise now, or are others."""
        if table.over:
            data, tags = told(table)
            name = table.setup.table
            await changed(self.store, RESULT, name, lambda before: before.saying(data, tags, table.moved))

    async def of(self, visitor: str, most: int, game: str = "", before: float | None = None) -> list[dict[str, Any]]:
        """Somebody's results, the latest first; of one game, if it is named."""
        tag = of(visitor) + (f" {game}" if game else "")
        found = await asyncio.wrap_future(self.store.documents(RESULT, tag, most, before))
        return [{"table": one.key, "ended": one.moment, **one.data} for one in found]

    async def is_counted(self, visitor: str) -> bool:
        """Whether all games of a visitor that ended before are counted; if not, that begins."""
        if (await read(self.store, COUNTED, visitor)).text is not None:
            return True
        done, _ = await asyncio.wait({self.counting(visitor)}, timeout=AT_ONCE)
        return bool(done)

    def counting(self, visitor: str) -> asyncio.Task[None]:
        """The task in which somebody's old games are counted."""
        name = f"visitor {visitor}"
        return self.tasks.get(name) or self._begin(name, self.count(visitor))

    async def count(self, visitor: str) -> None:
        """Keep the results of all games of somebody that ended before they were kept."""
        now = 0.0
        for listed in await asyncio.wrap_future(self.store.listed(visitor, OLD, True)):
            now = max(now, listed.moved)
            if (await read(self.store, RESULT, listed.setup.table)).text is None:
                await self._keep_old(listed.setup.table)
        await changed(self.store, COUNTED, visitor, lambda before: before.saying({"until": now}, [of(visitor)], now))

    async def _keep_old(self, name: str) -> None:
        """Keep how a game ended long ago, if it can still be replayed."""
        stored = await asyncio.wrap_future(self.store.load(name))
        if stored is None:
            return
        try:
            table = await asyncio.to_thread(Table, stored.setup, stored.events, 3 * DAY, stored.chat)
        except Error:
            return
        await self.keep(table)


def told(table: Table) -> tuple[dict[str, Any], list[str]]:
    """A result as it is kept, and by whom it is found."""
    game, outcome = table.setup.game, table.outcome
    seats = [
        {
            "owners": list(seat.owners), "name": seat.name, "level": seat.place.level or None,
            "left": seat.resigned or seat.flagged or seat.handed,
        }
        for seat in table.seats
    ]  # fmt: skip
    owners = dict.fromkeys(owner for seat in table.seats for owner in seat.owners)
    data = {
        "game": game, "title": table.setup.name, "seats": seats, "moves": table.number,
        "scores": None if outcome is None else [float(score) for score in outcome.scores],
        "reason": outcome.reason if outcome else "",
    }  # fmt: skip
    return data, [tag for owner in owners for tag in (of(owner), f"{of(owner)} {game}")]


def tags_of(data: dict[str, Any]) -> list[str]:
    """By whom a result is found."""
    owners = dict.fromkeys(owner for seat in data["seats"] for owner in seat["owners"])
    return [tag for owner in owners for tag in (of(owner), f"{of(owner)} {data['game']}")]


def exchanged(document: Document, old: str, new: str) -> Document | None:
    """A result with another visitor in the place of one; where both sat, they stay apart."""
    data = document.data
    seats = [set(seat["owners"]) for seat in data["seats"]]
    if any(old in owners for owners in seats) and any(new in owners and old not in owners for owners in seats):
        return None
    for seat in data["seats"]:
        seat["owners"] = list(dict.fromkeys(new if owner == old else owner for owner in seat["owners"]))
    return document.saying(data, tags_of(data))


def without(document: Document, person: str) -> Document:
    """A result in which somebody without a name has played."""
    data = document.data
    for seat in data["seats"]:
        if person in seat["owners"]:
            seat |= {"owners": [owner for owner in seat["owners"] if owner != person], "name": ""}
    return document.saying(data, tags_of(data)) if tags_of(data) else document.gone()


def recount(document: Document, _old: str, _new: str) -> Document:
    """What was counted for a visitor is counted for the person when they ask."""
    return document.gone()


def mine(document: Document) -> dict[str, Any]:
    """What somebody takes along of a result: not who else is who."""
    seats = [{name: seat[name] for name in ("name", "level", "left")} for seat in document.data["seats"]]
    return {"table": document.key, "ended": document.moment, **document.data, "seats": seats}


keeps(RESULT, mine, without, exchanged)
keeps(COUNTED, told=None, exchange=recount)
