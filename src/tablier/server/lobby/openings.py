"""Open tables: what the lobby shows of each, kept as a document as long as strangers may sit down."""

from __future__ import annotations

import asyncio
from dataclasses import asdict

from tablier.core.errors import Error
from tablier.core.registry import keys, load
from tablier.core.words import word
from tablier.server.authority import checks, clocks, swapping
from tablier.server.authority.events import ClockPlan
from tablier.server.authority.prospects import Prospect
from tablier.server.authority.refusals import Refused
from tablier.server.authority.shelf import game_name, seat_name
from tablier.server.authority.table import Table
from tablier.server.people.belongings import keeps, of
from tablier.server.store.documents import changed
from tablier.server.store.protocol import Document, Store
from tablier.server.tables.hub import Hub
from tablier.server.telling import Message, timing

OPENING, SHOWN = "opening", "shown"
"""The kind of the documents, by table, and the tag of those that are shown."""
GONE = 180.0  # seconds without its maker, after which a table is not shown
MOST = 100  # tables that are shown


def opening(table: Table) -> Message | None:
    """What is shown of a table as it is now; None if strangers may not sit down (any more)."""
    if not swapping.is_listed(table):
        return None
    setup, plan = table.setup, table.setup.clock
    seats = [
        {
            "kind": "bot" if seat.place.kind == "bot" else "person" if seat.owners else "free",
            "name": seat.name,
            "level": seat.level,
            "owners": seat.owners,
        }
        for seat in table.seats
    ]
    return {
        "game": setup.game,
        "options": setup.options,
        "name": setup.name,
        "maker": setup.maker,
        "made": setup.made,
        "rated": setup.rated,
        "clock": plan and asdict(plan),
        "begun": setup.start is not None,
        "seats": seats,
    }


async def show(hub: Hub, table: str, data: Message | None) -> None:
    """Show a table as it is now, or no longer."""
    played = 0 if data is None else await experience(hub, data["maker"], data["game"])

    def change(document: Document) -> Document | None:
        if data is None:
            return document.gone() if document.text else None
        return document.saying(data | {"played": played, "seen": hub.clock()}, [SHOWN, of(data["maker"])], data["made"])

    await changed(hub.store, OPENING, table, change)


async def experience(hub: Hub, visitor: str, game: str) -> int:
    """How many games of a kind somebody has finished here, as far as that is remembered."""
    return sum(one.over and one.setup.game == game for one in await hub.listed(visitor))


async def stay(store: Store, table: str, now: float) -> None:
    """Note that the maker of a table is there; it is shown again if it was not."""

    def change(document: Document) -> Document | None:
        data = document.data
        return None if data is None else document.saying(data | {"seen": now}, [SHOWN, of(data["maker"])], data["made"])

    await changed(store, OPENING, table, change)


async def shown(store: Store, now: float) -> list[Document]:
    """The tables that strangers may sit down at; those whose maker has gone are not shown until they are back."""
    found = []
    for document in await asyncio.wrap_future(store.documents(OPENING, SHOWN, MOST)):
        if now - document.data["seen"] < GONE:
            found.append(document)
        else:
            await changed(store, OPENING, document.key, lambda one: hidden(one, now))
    return found


def hidden(document: Document, now: float) -> Document | None:
    """A table that is kept without being shown."""
    data = document.data
    return None if data is None or now - data["seen"] < GONE else document.saying(data)


async def sit(hub: Hub, name: str, visitor: str, called: str) -> None:
    """Take some free seat of an open table; whoever already sits there stays."""
    here = await hub.open(name)

    def check() -> Prospect:
        table = here.table
        if table.seats_of(visitor):
            return checks.claim(table, visitor, table.seats_of(visitor)[0], called, hub.clock())
        if not swapping.is_listed(table):
            raise Refused("server.lobby.closed")
        return checks.claim(table, visitor, swapping.free_seats(table)[0], called, hub.clock())

    await hub.change(here, check)


async def withdraw(hub: Hub, name: str, visitor: str) -> None:
    """Take a table out of the lobby again."""
    here = await hub.open(name)
    await hub.change(here, lambda: swapping.withdraw(here.table, visitor, {}, hub.clock()))


# In words


def told(document: Document, visitor: str, language: str) -> Message:
    """An open table as somebody is told of it."""
    data = document.data
    seats = [seat_told(seat, data["game"], number, language) for number, seat in enumerate(data["seats"])]
    return {
        "table": document.key,
        "url": f"/t/{document.key}",
        "game": data["game"],
        "name": data["name"] or game_name(data["game"], language),
        "variant": variant(data, language),
        "clock": clock_words(data["clock"], language),
        "seats": seats,
        "free": sum(seat["kind"] == "free" for seat in seats),
        "rated": data["rated"],
        "level": level_words(data["played"], language),
        "yours": any(visitor in seat["owners"] for seat in data["seats"]),
        "withdraw": visitor == data["maker"],
    }


def seat_told(seat: Message, game: str, number: int, language: str) -> Message:
    """Who sits there, or that nobody does."""
    name = seat["name"] or seat_name(game, number, language)
    if seat["kind"] == "bot":
        name = seat["name"] or word("server.seat.bot", level=seat["level"]).say(language)
    return {"kind": seat["kind"], "name": name, "title": seat_name(game, number, language)}


def variant(data: Message, language: str) -> list[str]:
    """How it is played, as far as that is not as usual."""
    begun = [word("server.lobby.begun").say(language)] if data["begun"] else []
    if data["game"] not in keys():
        return begun
    table = load(data["game"]).table
    chosen = [(table[name], value) for name, value in data["options"].items() if name in table]
    try:
        return begun + [option.named(value).say(language) for option, value in chosen if value != option.default]
    except (Error, LookupError):
        return begun


def clock_words(clock: Message | None, language: str) -> str:
    """A clock in words; empty without one."""
    return "" if clock is None else timing.called(clocks.described(ClockPlan(**clock))).say(language)


def level_words(played: int, language: str) -> str:
    """How much somebody has played a game here."""
    key = "new" if not played else "played_one" if played == 1 else "played"
    return word(f"server.lobby.{key}", count=played).say(language)


keeps(OPENING, told=None)
