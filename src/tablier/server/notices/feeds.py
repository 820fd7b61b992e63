"""Feeds for who wants neither pages nor notices: turns for a feed reader, deadlines for a calendar.

Both have a secret address, since programs that read them send no cookie; a new one revokes the old one.
"""

from __future__ import annotations

import asyncio
import datetime
import hashlib
import secrets
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from xml.etree import ElementTree

from tablier.core.errors import Error
from tablier.core.words import word
from tablier.server.authority import clocks
from tablier.server.authority.events import DAYS
from tablier.server.authority.refusals import Refused
from tablier.server.authority.shelf import game_name
from tablier.server.authority.table import Table
from tablier.server.people.belongings import keeps, of
from tablier.server.store.documents import changed, read
from tablier.server.store.protocol import Document, Listed, Store
from tablier.server.tables.hub import Hub

FEED, OWNER = "feed", "feed owner"
"""The kinds of the documents: by their token, and by visitor."""
FILES = {"atom": "turns.atom", "calendar": "deadlines.ics"}
ATOM = "http://www.w3.org/2005/Atom"
MOST_DEADLINES = 40
HOUR = 3_600.0
LINE = 75  # bytes of a line in a calendar


class FeedReader(NamedTuple):
    """Whose feeds an address is for, and in which language."""

    visitor: str
    language: str


class Deadline(NamedTuple):
    """A table at which somebody has to move until a moment."""

    listed: Listed
    moment: float


# Addresses


async def token_of(store: Store, visitor: str) -> str | None:
    """The secret part of somebody's addresses, if they have some."""
    data = (await read(store, OWNER, visitor)).data
    return None if data is None else str(data["token"])


async def renew(store: Store, visitor: str, language: str, now: float) -> None:
    """New addresses; older ones lead nowhere from now on."""
    owner, token = await read(store, OWNER, visitor), secrets.token_urlsafe(16)
    reader = Document(FEED, token).saying({"visitor": visitor, "language": language}, [of(visitor)], now)
    old = [] if owner.data is None else [await read(store, FEED, owner.data["token"])]
    gone = [document.gone() for document in old if document.text is not None]
    await asyncio.wrap_future(store.keep([owner.saying({"token": token}, [of(visitor)], now), reader, *gone]))


async def revoke(store: Store, visitor: str) -> None:
    """No addresses any more."""
    token = await token_of(store, visitor)
    if token is not None:
        for kind, key in ((FEED, token), (OWNER, visitor)):
            await changed(store, kind, key, lambda document: document.gone() if document.text else None)


async def reader_of(store: Store, token: str) -> FeedReader:
    """Whose feeds these are."""
    data = (await read(store, FEED, token)).data
    if data is None:
        raise Refused("server.notices.feed", 404)
    return FeedReader(data["visitor"], data["language"])


# Turns


async def turns(hub: Hub, reader: FeedReader) -> list[Listed]:
    """The tables at which it is somebody's turn."""
    return [one for one in await hub.listed(reader.visitor) if one.your_turn and not one.over]


def atom(tables: Sequence[Listed], reader: FeedReader, site: str, address: str) -> str:
    """Turns as a feed; each turn is an entry of its own, so a reader shows it once."""
    language, moved = reader.language, max((one.moved for one in tables), default=0.0)
    feed = ElementTree.Element("feed", {"xmlns": ATOM, "xml:lang": language})
    add(feed, "title", word("server.feed.turns").say(language))
    add(feed, "id", named("feed", reader.visitor))
    add(feed, "updated", stamp(moved))
    ElementTree.SubElement(feed, "link", {"rel": "self", "href": site + address})
    ElementTree.SubElement(feed, "link", {"href": f"{site}/lobby"})
    add(ElementTree.SubElement(feed, "author"), "name", "Tablier")
    for one in tables:
        entry = ElementTree.SubElement(feed, "entry")
        add(entry, "title", word("server.notice.turn", table=one.setup.title(language)).say(language))
        add(entry, "id", named(one.setup.table, str(one.moved)))
        add(entry, "updated", stamp(one.moved))
        ElementTree.SubElement(entry, "link", {"href": f"{site}/t/{one.setup.table}"})
        add(entry, "summary", game_name(one.setup.game, language))
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(feed, "unicode")


def add(parent: ElementTree.Element, name: str, text: str) -> None:
    """An element with a text."""
    ElementTree.SubElement(parent, name).text = text


def named(*parts: str) -> str:
    """A name that stays the same and tells nothing."""
    return f"urn:sha256:{hashlib.sha256('/'.join(parts).encode()).hexdigest()[:40]}"


def stamp(moment: float) -> str:
    """A moment as it stands in feeds."""
    return datetime.datetime.fromtimestamp(moment, datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


# Deadlines


async def deadlines(hub: Hub, reader: FeedReader) -> list[Deadline]:
    """Until when somebody has to move, at tables with days for each turn."""
    found = []
    for one in (await turns(hub, reader))[:MOST_DEADLINES]:
        plan = one.setup.clock
        moment = await deadline(hub, one) if plan is not None and plan.kind == DAYS else None
        if moment is not None:
            found.append(Deadline(one, moment))
    return found


async def deadline(hub: Hub, listed: Listed) -> float | None:
    """When the time at a table is over, from memory or from what is kept; nobody becomes its owner by that."""
    here = hub.open_tables.get(listed.setup.table)
    if here is not None:
        return out_at(here.table)
    stored = await asyncio.wrap_future(hub.store.load(listed.setup.table))
    if stored is None:
        return None
    try:
        return out_at(await asyncio.to_thread(Table, stored.setup, stored.events))
    except Error:
        return None


def out_at(table: Table) -> float | None:
    """The moment at which the clock that runs at a table is out."""
    return None if table.clocks is None or table.over else clocks.out_at(table.clocks)


def calendar(found: Sequence[Deadline], reader: FeedReader, site: str, now: float) -> str:
    """Deadlines as a calendar."""
    name = plain(word("server.feed.deadlines").say(reader.language))
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Tablier//Deadlines//EN", "CALSCALE:GREGORIAN"]
    lines += ["METHOD:PUBLISH", f"X-WR-CALNAME:{name}"]
    for one in found:
        lines += event(one, reader, site, now)
    return "".join(f"{part}\r\n" for line in (*lines, "END:VCALENDAR") for part in folded(line))


def event(one: Deadline, reader: FeedReader, site: str, now: float) -> list[str]:
    """The last hour before a deadline."""
    setup = one.listed.setup
    title = word("server.feed.deadline", table=setup.title(reader.language)).say(reader.language)
    return [
        "BEGIN:VEVENT",
        f"UID:{named(setup.table, str(one.listed.moved))}",
        f"DTSTAMP:{compact(now)}",
        f"DTSTART:{compact(one.moment - HOUR)}",
        f"DTEND:{compact(one.moment)}",
        f"SUMMARY:{plain(title)}",
        f"URL:{site}/t/{setup.table}",
        "END:VEVENT",
    ]


def compact(moment: float) -> str:
    """A moment as it stands in calendars."""
    return datetime.datetime.fromtimestamp(moment, datetime.UTC).strftime("%Y%m%dT%H%M%SZ")


def plain(text: str) -> str:
    """A text in which nothing means anything to a calendar."""
    for mark in "\\;,":
        text = text.replace(mark, f"\\{mark}")
    return text.replace("\n", "\\n")


def folded(line: str) -> Iterator[str]:
    """A long line as several, each of which begins with a space but the first; no letter is cut in two."""
    part, size = "", 0
    for letter in line:
        width = len(letter.encode())
        if size + width > LINE:
            yield part
            part, size = " ", 1
        part, size = part + letter, size + width
    yield part


keeps(FEED, told=None)
keeps(OWNER, lambda document: {"since": document.moment})
