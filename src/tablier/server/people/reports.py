"""Reports: what somebody at a table wants operators to see, a name or what was said, kept with what stood around it.

Whoever is reported is never told. A report goes with whoever made it, and with whoever it is about.
"""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any, NamedTuple

from tablier.server.authority import talk
from tablier.server.authority.events import Event
from tablier.server.authority.limits import CHAT_LENGTH, clean
from tablier.server.authority.refusals import Refused
from tablier.server.authority.table import Table
from tablier.server.people.belongings import keeps, of
from tablier.server.store.protocol import Conflict, Document, Store

REPORT = "report"
OPEN, ALL = "open", "all"
CONTEXT = 12  # messages that are kept with a report
KEY_LENGTH = 12
ABOUT = "about:"


class Target(NamedTuple):
    """Who is reported at a table: a seat or a spectator, by number."""

    seat: int | None
    spectator: int | None


def about(visitor: str) -> str:
    """The tag of what is about somebody and not for them to see."""
    return ABOUT + visitor


async def report(store: Store, table: Table, visitor: str, target: Target, thing: str, text: str, now: float) -> None:
    """Keep a report; the same one again changes nothing."""
    text = clean(text, CHAT_LENGTH)
    whom, name = reported(table, visitor, target)
    key = hashlib.sha256(repr((table.setup.table, visitor, target, thing)).encode()).hexdigest()[:KEY_LENGTH]
    context = talk.heard(table.chat, table, "")[-CONTEXT:]
    data = {
        "table": table.setup.table, "game": table.setup.game, "by": visitor, "whom": whom, "name": name,
        "seat": target.seat, "spectator": target.spectator, "thing": thing, "text": text, "at": now, "state": OPEN,
        "said": [said(event, target) for event in context],
    }  # fmt: skip
    tags = [OPEN, ALL, of(visitor), *(about(one) for one in whom)]
    try:
        await asyncio.wrap_future(store.keep([Document(REPORT, key).saying(data, tags, now)]))
    except Conflict:
        return


def reported(table: Table, visitor: str, target: Target) -> tuple[list[str], str]:
    """The visitors that somebody at the table means, and how they are called there."""
    if not table.seats_of(visitor):
        raise Refused("server.table.spectator", 403)
    if target.seat is None:
        found = [name for name, number in talk.spectators(table).items() if number == target.spectator]
        if not found:
            raise Refused("server.chat.nobody", 404)
        return found[-1:], ""
    if target.seat >= len(table.seats) or not table.seats[target.seat].owners:
        raise Refused("server.chat.nobody", 404)
    seat = table.seats[target.seat]
    if visitor in seat.owners:
        raise Refused("server.chat.yourself", 422)
    return list(seat.owners), seat.name


def said(event: Event, target: Target) -> dict[str, Any]:
    """Something said, as it stands in a report."""
    theirs = event.seat == target.seat if event.seat is not None else event.to == target.spectator
    return {"number": event.number, "seat": event.seat, "spectator": event.to or None, "text": event.text, "it": theirs}


async def forget(store: Store, visitor: str) -> None:
    """Delete all reports about somebody, and what operators did because of them."""
    for kind in (REPORT, "act"):
        for document in await asyncio.wrap_future(store.documents(kind, about(visitor), 1_000_000)):
            await asyncio.wrap_future(store.keep([document.gone()]))


def own(document: Document) -> dict[str, Any]:
    """What somebody takes along of a report that they made."""
    return {name: document.data[name] for name in ("table", "thing", "text", "at")}


keeps(REPORT, own)
